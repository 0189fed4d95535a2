"""For authors of plug-ins: a victim that does as it is told, and checks that raise AssertionError with a sentence."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Literal, Protocol

from stumper.errors import BrokenAdversary, BrokenVictim
from stumper.identity import query_id
from stumper.protocols import Adversary, Dataset, Enumerator, Victim
from stumper.runs import instances_of
from stumper.types import (
    Answer,
    Claim,
    Example,
    Gold,
    Guess,
    Instance,
    Passage,
    Perturbation,
    Prediction,
    Query,
    Question,
    Tossup,
    Verdict,
)
from stumper.victims.contract import checked
from stumper.victims.plain_answers import answered, place

Fault = Literal["raises", "count", "nan", "outside"]

LIGHTHOUSE = Passage("lighthouse", "The lighthouse was lit in 1874 by Ada Thorn. She kept it for forty years.")
HARBOUR = Passage(
    "harbour",
    "Lowmere was a village of nine houses until the railway came. The harbour, dug by hand between 1850 and 1856, "
    "brought salt and timber; the first mayor, Josef Brandt, a cooper's son, then had the streets paved with stones "
    "that ships had carried as ballast. In the winter of 1861 the sea broke the northern wall, and the wall was built "
    "again with oak from the hills behind the town.",
)
QUESTIONS: tuple[Question, ...] = (
    Question("Who lit the lighthouse?", LIGHTHOUSE),
    Question("For how long did she keep it?", LIGHTHOUSE),
    Question("Who was the first mayor of Lowmere?", HARBOUR),
    Question("With what was the wall built again after the sea had broken it in the winter of 1861?", HARBOUR),
    Question("When?", HARBOUR),
)
CLAIMS: tuple[Example, ...] = tuple(
    Example(id, Claim(text), Gold((Answer(label),), evidence_sets=sets))
    for id, text, label, sets in (
        ("claim-1", "Ada Thorn was a lighthouse keeper.", "SUPPORTS", (frozenset({"Lighthouse:0"}),)),
        ("claim-2", "The harbour of Lowmere was dug in 1911.", "REFUTES", (frozenset({"Lowmere:1"}),)),
        ("claim-3", "Josef Brandt was an American mayor.", "NOT ENOUGH INFO", ()),
    )
)
TOSSUPS: tuple[Example, ...] = tuple(
    Example(id, Tossup(text), gold)
    for id, text, gold in (
        (
            "tossup-1",
            "The keeper Ada Thorn described this port in a diary of forty years. Goats grazed on its northern wall, "
            "which oak was brought to mend. For 10 points, name this harbour town whose first mayor was Josef Brandt.",
            Gold((Answer("Lowmere"),), rejects=("Highmere",)),
        ),
        (
            "tossup-2",
            "Her lamp burned whale oil until 1881. This woman wrote that the sea keeps better time than the church. "
            "For 10 points, name this keeper who lit the lighthouse of Lowmere in 1874.",
            Gold((Answer("Ada Thorn"), Answer("Thorn")), prompts=("the keeper",)),
        ),
    )
)
EXAMPLE = Example("lighthouse-1", QUESTIONS[0], Gold((Answer("Ada Thorn", 34),)))


class Rule(Protocol):
    """How a scripted victim answers one query."""

    def __call__(self, query: Query, /) -> Prediction: ...


@dataclass(frozen=True)
class Finds:
    """Guesses those of ``answers`` that stand in the paragraph, in this order.

    The first found has the first of ``probabilities``, and so on; without them the victim gives no distribution.
    """

    answers: tuple[str, ...]
    probabilities: tuple[float, ...] | None = None

    def __call__(self, query: Query, /) -> Prediction:
        text = query.context.text if isinstance(query, Question) else query.text
        found = [answer for answer in self.answers if answer in text]
        if self.probabilities is None:
            return Prediction(tuple(Guess(answer, None, place(query, answer)) for answer in found), None)
        ranked = list(zip(found, self.probabilities, strict=False))
        guesses = tuple(Guess(answer, probability, place(query, answer)) for answer, probability in ranked)
        return Prediction(guesses, sum(probability for _, probability in ranked))


@dataclass(frozen=True)
class Says:
    """Answers by the text of the question, claim or tossup; a text that is not among them is left unanswered."""

    answers: Mapping[str, str]
    probability: float | None = None

    def __call__(self, query: Query, /) -> Prediction:
        answer = self.answers.get(query.text)
        return Prediction((), None) if answer is None else answered(query, answer, self.probability)


@dataclass(frozen=True)
class ScriptedVictim:
    """Answers by a rule and keeps all that it was asked, one tuple a call, in ``batches``.

    Where a text or a paragraph holds ``where`` (as every one holds ""), it commits its ``fault``: it raises, leaves
    the prediction out, gives a probability of NaN, or places its answer outside the paragraph.
    """

    rule: Rule
    fingerprint: str | None = "scripted"
    fault: Fault | None = None
    where: str = ""
    batches: list[tuple[Query, ...]] = field(default_factory=list, compare=False)

    @property
    def calls(self) -> int:
        """How often it was called."""
        return len(self.batches)

    @property
    def queries(self) -> int:
        """How many queries it was asked, repetitions included."""
        return sum(len(batch) for batch in self.batches)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query, but for its fault."""
        self.batches.append(tuple(queries))
        return [prediction for query in queries for prediction in self._predictions(query)]

    def _predictions(self, query: Query) -> list[Prediction]:
        context = query.context.text if isinstance(query, Question) else ""
        if self.fault is None or not (self.where in query.text or self.where in context):
            return [self.rule(query)]
        match self.fault:
            case "raises":
                raise RuntimeError(f"scripted to fail on {query.text!r}")
            case "count":
                return []
            case "nan":
                return [Prediction((Guess("nan", float("nan")),), None)]
            case "outside":
                return [Prediction((Guess("outside", 1.0, len(context)),), 1.0)]


def check_dataset(dataset: Dataset) -> None:
    """It has examples with unique ids, gives the same ones twice, and its answers stand where they say."""
    _require(isinstance(dataset.name, str) and dataset.name != "", "the data set has no name")
    _require(isinstance(dataset.fingerprint, str) and dataset.fingerprint != "", "the data set has no fingerprint")
    examples = list(dataset)
    _require(examples != [], "the data set has no examples")
    seen: set[str] = set()
    for example in examples:
        _require(isinstance(example, Example), f"the data set gives a {type(example).__name__}, not an Example")
        _require(example.id not in seen, f"the id {example.id!r} occurs twice")
        seen.add(example.id)
        _require(example.query.text.strip() != "", f"the query of {example.id!r} is empty")
        _check_gold(example)
    _require(list(dataset) == examples, "iterating over the data set twice gives different examples")


def check_victim(victim: Victim, queries: Sequence[Query] = QUESTIONS) -> None:
    """It keeps the contract of predictions, and what it predicts depends neither on the batch nor on its order."""
    fingerprint = getattr(victim, "fingerprint", 0)
    _require(fingerprint is None or isinstance(fingerprint, str), "the victim's fingerprint is neither a str nor None")
    together = _predicted(victim, queries)
    _require(_predicted(victim, []) == [], "the victim gives predictions when it is asked nothing")
    backwards = _predicted(victim, queries[::-1])[::-1]
    for query, first, second in zip(queries, together, backwards, strict=True):
        [alone] = _predicted(victim, [query])
        _require(_agree(first, alone), f"asked {query.text!r}, the victim answers otherwise alone than in a batch")
        _require(_agree(first, second), f"asked {query.text!r}, the victim answers otherwise in another order")


def check_adversary(adversary: Adversary, example: Example = EXAMPLE, most: int = 100_000) -> None:
    """It proposes perturbations of this example, the same ones again, copes with faults, and ends within ``most``."""
    rounds, chosen = _search(adversary, example, most)
    proposed = {query_id(perturbation.query) for batch in rounds for perturbation in batch}
    if chosen is not None:
        _require(isinstance(chosen, Perturbation), f"the adversary returns a {type(chosen).__name__}")
        _require(query_id(chosen.query) in proposed, "the adversary returns a perturbation that it never proposed")
    again = _search(adversary, example, most)
    _require(again == (rounds, chosen), "with the same randomness and verdicts the adversary proposes otherwise")
    _search(adversary, example, most, faulty=True)


def check_enumerator(enumerator: Enumerator, examples: Sequence[Example] = CLAIMS) -> None:
    """It proposes for these examples alone what the engine demands, labels and evidence, and the same again."""
    first, second = (_instances(enumerator, examples) for _ in range(2))
    _require(first == second, "with the same randomness the adversary proposes otherwise")


def _instances(enumerator: Enumerator, examples: Sequence[Example]) -> list[Instance]:
    try:
        return instances_of(type(enumerator).__name__, enumerator, examples, Random(0))
    except BrokenAdversary as error:
        raise AssertionError(str(error)) from error


def _check_gold(example: Example) -> None:
    if not isinstance(example.query, Question):
        return
    for answer in example.gold.answers:
        stands = answer.start is None or example.query.context.text.startswith(answer.text, answer.start)
        _require(stands, f"the answer {answer.text!r} of {example.id!r} does not stand at character {answer.start}")


def _predicted(victim: Victim, queries: Sequence[Query]) -> list[Prediction]:
    try:
        return checked(type(victim).__name__, queries, victim.predict(queries))
    except BrokenVictim as error:
        raise AssertionError(str(error)) from error


def _agree(one: Prediction, other: Prediction) -> bool:
    """The same best guess, and probabilities that agree to 1e-6 rank by rank; below it spans may change places."""
    if one == other:
        return True
    best, other_best = ([guess.answer for guess in prediction.guesses[:1]] for prediction in (one, other))
    if best != other_best or len(one.guesses) != len(other.guesses):
        return False
    pairs = zip(one.guesses, other.guesses, strict=True)
    return all(abs((a.probability or 0.0) - (b.probability or 0.0)) <= 1e-6 for a, b in pairs)


def _search(
    adversary: Adversary, example: Example, most: int, faulty: bool = False
) -> tuple[list[list[Perturbation]], Perturbation | None]:
    """All that an adversary proposes to a victim that never falls, and what it returns."""
    search = adversary.attack(example, _verdict(example.query, example.gold), Random(0))
    _require(isinstance(search, Generator), f"attack returns a {type(search).__name__}, not a generator")
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
    _require(isinstance(proposed, Sequence), f"the adversary yields a {type(proposed).__name__}, not a sequence")
    assert isinstance(proposed, Sequence)
    for perturbation in proposed:
        kind = type(perturbation).__name__
        _require(isinstance(perturbation, Perturbation), f"the adversary proposes a {kind}, not a Perturbation")
        ours = perturbation.example_id == example.id
        _require(ours, f"asked to perturb {example.id!r}, the adversary perturbs {perturbation.example_id!r}")
        same_task = type(perturbation.query) is type(example.query)
        _require(same_task, f"the adversary turns a {type(example.query).__name__} into another kind of query")
    return list(proposed)


def _verdict(query: Query, gold: Gold) -> Verdict:
    """Never fooled; the expectation is any number, the same for the same query."""
    expected = int(query_id(query)[:6], 16) / 16**6
    guesses = [Guess(answer.text, round(expected, 6), answer.start) for answer in islice(gold.answers, 1)]
    return Verdict(Prediction(tuple(guesses), round(expected, 6)), 1.0, round(expected, 6))


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise AssertionError(f"{sentence[0].upper()}{sentence[1:]}.")
