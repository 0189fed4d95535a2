"""What an adversary must keep to."""

from collections.abc import Generator, Sequence
from itertools import islice
from random import Random

from stumper.constraints import broken
from stumper.errors import BrokenAdversary
from stumper.identity import query_id
from stumper.protocols import Adversary, Enumerator
from stumper.registry import searches, task_of, tasks
from stumper.runs import Made, made_of
from stumper.testing.examples import CLAIMS, EXAMPLE
from stumper.testing.requiring import require
from stumper.types import Example, Gold, Guess, Nothing, Perturbation, Prediction, Query, Verdict


def check_adversary(adversary: Adversary, example: Example = EXAMPLE, most: int = 100_000) -> None:
    """It proposes perturbations of this example, the same ones again, copes with faults, and ends within ``most``."""
    known = [task.name for task in tasks()]
    unknown = [name for name in getattr(adversary, "tasks", None) or () if name not in known]
    require(not unknown, f"the adversary attacks the tasks {unknown}, and there are {', '.join(known)}")
    rounds, chosen = _search(adversary, example, most)
    proposed = {query_id(perturbation.query) for batch in rounds for perturbation in batch}
    if chosen is not None and not isinstance(chosen, Nothing):
        require(isinstance(chosen, Perturbation), f"the adversary returns a {type(chosen).__name__}")
        require(query_id(chosen.query) in proposed, "the adversary returns a perturbation that it never proposed")
    again = _search(adversary, example, most)
    require(again == (rounds, chosen), "with the same randomness and verdicts the adversary proposes otherwise")
    otherwise, _ = _search(adversary, example, most, faulty=True)
    if not searches(adversary):
        require(
            otherwise == rounds,
            "the adversary says that it does not search, and proposes otherwise after other verdicts",
        )


def check_enumerator(enumerator: Enumerator, examples: Sequence[Example] = CLAIMS) -> None:
    """It proposes for these examples alone what the engine demands, labels and evidence, and the same again."""
    first, second = (_instances(enumerator, examples) for _ in range(2))
    require(first == second, "with the same randomness the adversary proposes otherwise")


def _instances(enumerator: Enumerator, examples: Sequence[Example]) -> Made:
    try:
        return made_of(type(enumerator).__name__, enumerator, examples, Random(0))
    except BrokenAdversary as error:
        raise AssertionError(str(error)) from error


def _search(
    adversary: Adversary, example: Example, most: int, faulty: bool = False
) -> tuple[list[list[Perturbation]], Perturbation | Nothing | None]:
    """All that an adversary proposes to a victim that never falls, and what it returns."""
    search = adversary.attack(example, _verdict(example.query, example.gold), Random(0))
    require(isinstance(search, Generator), f"attack returns a {type(search).__name__}, not a generator")
    rounds: list[list[Perturbation]] = []
    said: list[Verdict] | None = None
    proposals = 0
    while proposals <= most:
        try:
            proposed = search.send(said)  # type: ignore[arg-type]  # None starts a generator
        except StopIteration as end:
            return rounds, end.value
        rounds.append(_checked_proposals(proposed, example))
        proposals += max(1, len(proposed))  # an empty round counts too: an adversary must not wait for ever
        said = [_verdict(perturbation.query, perturbation.gold) for perturbation in proposed]
        if faulty:
            said[::2] = [Verdict(None, None, None, fault="scripted") for _ in said[::2]]
    search.close()
    raise AssertionError(f"the adversary has not come to an end after {most} proposals for one example")


def _checked_proposals(proposed: object, example: Example) -> list[Perturbation]:
    require(isinstance(proposed, Sequence), f"the adversary yields a {type(proposed).__name__}, not a sequence")
    assert isinstance(proposed, Sequence)
    for perturbation in proposed:
        kind = type(perturbation).__name__
        require(isinstance(perturbation, Perturbation), f"the adversary proposes a {kind}, not a Perturbation")
        ours = perturbation.example_id == example.id
        require(ours, f"asked to perturb {example.id!r}, the adversary perturbs {perturbation.example_id!r}")
        same_task = type(perturbation.query) is type(example.query)
        require(same_task, f"the adversary turns a {type(example.query).__name__} into another kind of query")
        fault = broken((), example, perturbation)
        require(fault is None, f"the adversary proposes for {example.id!r} what is refused: {fault}")
        _check_edits(example, perturbation)
    return list(proposed)


def _check_edits(example: Example, perturbation: Perturbation) -> None:
    """Where edits of the texts that an attack may change are told, they make the new texts of the old ones."""
    wire = task_of(example.query).wire
    before, after = wire.fields(example.query), wire.fields(perturbation.query)
    if not any(edit.field in before for edit in perturbation.edits):
        return
    for name, text in before.items():
        edits = sorted((one for one in perturbation.edits if one.field == name), key=lambda one: (one.start, one.end))
        made = text
        for edit in reversed(edits):
            made = made[: edit.start] + edit.text + made[edit.end :]
        require(made == after[name], f"the edits make of {name!r} {made!r}, and the adversary proposes {after[name]!r}")


def _verdict(query: Query, gold: Gold) -> Verdict:
    """Never fooled; the expectation is any number, the same for the same query."""
    expected = int(query_id(query)[:6], 16) / 16**6
    guesses = [Guess(answer.text, round(expected, 6), answer.start) for answer in islice(gold.answers, 1)]
    return Verdict(Prediction(tuple(guesses), round(expected, 6)), 1.0, round(expected, 6))
