"""What a command would ask of systems, and what that would cost at most; nothing is asked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypedDict, Unpack

from stumper.datasets.originals import original_ids
from stumper.goals import goal_meant, goal_named
from stumper.loading import check_suits, load_adversary, load_dataset, load_victim
from stumper.material import check_victim, drawn
from stumper.protocols import Adversary, Asking, Collection, Dataset, Enumerator, Inducer, Victim
from stumper.registry import searches, task_of
from stumper.runs.again import drawn_twice, may_vary
from stumper.runs.instances import made_of
from stumper.types import Example, Gold, Guess, Perturbation, Prediction, Query, Verdict
from stumper.victims.allowance import allowing
from stumper.victims.usage import Sent

MOST_BATCHES = 1_000  # that an adversary which does not search may propose for one example
SHOWN = 1  # of what is sent
REHEARSED = "rehearsed"  # the fault of what is not asked


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What a system would be asked: ``queries`` distinct ones, the first of them as they are ``sent``, and some
    originals ``twice``, as it may answer otherwise.

    ``tokens_in`` are estimated by the characters; ``tokens_out`` and ``cost`` are the most there can be, None where
    nobody knows. ``searching`` says of an attack that goes on by what it is answered how much comes on top.
    """

    victim: str
    adversary: str
    queries: int
    sent: tuple[Sent, ...]
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None
    searching: str = ""
    twice: int = 0

    @property
    def tokens(self) -> int | None:
        """The most in and out together; None where nobody knows."""
        return None if self.tokens_in is None or self.tokens_out is None else self.tokens_in + self.tokens_out


class Drawing(TypedDict, total=False):
    """Which examples are drawn, what bounds and ends an attempt, and whether a run asks some originals twice."""

    limit: int | None
    seed: int
    budget: int | None
    goal: str | None
    asks_twice: bool


def rehearsed(
    dataset: str, victims: Sequence[str], adversaries: Mapping[str, Mapping[str, str]], **how: Unpack[Drawing]
) -> list[Rehearsal]:
    """What each system would be asked by each adversary, given with its options, or without any for the data set as it
    is with all its variants."""
    with allowing(0, None):  # whatever a system does when it is made, nothing is sent
        data = load_dataset(dataset)
        every = tuple(data)
        found = []
        for victim in victims:
            system = load_victim(victim, every)
            check_victim(system, victim, dataset, task_of(every[0].query))
            for adversary in adversaries or {"": {}}:
                options = adversaries.get(adversary, {})
                asked = _attack(dataset, every, adversary, options, how) if adversary else _as_it_is(data, every, how)
                found.append(_told(victim, adversary, system, asked))
        return found


def rehearsed_on(
    data: Collection, system: Victim, called: str, adversary: str, options: Mapping[str, str], **how: Unpack[Drawing]
) -> Rehearsal:
    """What a system that is open, and is ``called`` so, would be asked about a data set in memory by one adversary."""
    with allowing(0, None):
        asked = _attack(data.name, data.examples, adversary, options, how)
        return _told(called, adversary, system, asked)


def rehearsed_twice(
    data: Collection, system: Victim, called: str, adversary: str, options: Mapping[str, str], seed: int
) -> Rehearsal:
    """What that system would be asked a second time, and nothing else: the originals of a run on all of the data."""
    with allowing(0, None):
        aim = goal_named(goal_meant(task_of(data.examples[0].query), None, load_adversary(adversary, options)))
        originals = {one.id: aim.views(one.query)[-1] for one in data.examples}
        twice = _twice(originals, {"seed": seed, "asks_twice": True})
        return _told(called, adversary, system, _Asked([], twice))


@dataclass(frozen=True, slots=True)
class _Asked:
    """The distinct ``queries``; ``twice`` has those that a system which may vary is asked a second time."""

    queries: list[Query]
    twice: list[Query]
    searching: str = ""


def _as_it_is(data: Dataset, every: Sequence[Example], how: Drawing) -> _Asked:
    """The originals that are drawn with all their variants."""
    views = task_of(every[0].query).scoring.views or (lambda query: (query,))
    made = data.instances if isinstance(data, Collection) else ()
    apart = {one.id for one in made}
    of = original_ids(one for one in every if one.id not in apart)
    kept = {one.id for one in drawn([one for one in every if of.get(one.id) == one.id], *_draw(how))}
    queries = [one.query for one in every if of.get(one.id) in kept]
    queries += [one.perturbation.query for one in made if one.example.id in kept]
    originals = {one.id: views(one.query)[-1] for one in every if one.id in kept}
    return _Asked(_distinct(view for query in queries for view in views(query)), _twice(originals, how))


def _twice(originals: Mapping[str, Query], how: Drawing) -> list[Query]:
    """Those of the originals that a run asks twice, as it asks them."""
    return [originals[id] for id in drawn_twice(originals, how.get("seed", 1))] if how.get("asks_twice") else []


def _draw(how: Drawing) -> tuple[int | None, int]:
    return how.get("limit"), how.get("seed", 1)


def _attack(dataset: str, every: Sequence[Example], name: str, options: Mapping[str, str], how: Drawing) -> _Asked:
    """The originals, with all that an adversary proposes which does not search; of one that does, how much comes on
    top."""
    task, examples = task_of(every[0].query), drawn(every, *_draw(how))
    attacker, seed = load_adversary(name, options), how.get("seed", 1)
    aim = goal_named(goal_meant(task, how.get("goal"), attacker))
    check_suits(attacker, name, dataset, task)
    changed: list[Query] = []
    searching = ""
    if isinstance(attacker, Asking):
        searching = f"what {name} makes of its models' replies comes on top; {attacker.rehearsed(examples)}"
    elif isinstance(attacker, Enumerator):
        made = made_of(name, attacker, examples, Random(f"{seed}/instances")).instances
        changed = [one.perturbation.query for one in made]
    elif isinstance(attacker, Inducer) or searches(attacker):
        budget = how.get("budget")
        more = f"up to {budget - 1:,} more for each of {len(examples):,}" if budget else "as many more as it needs"
        bound = "" if budget else " (bound it with --budget)"
        searching = f"{name} searches by what it is answered: {more}{bound}"
    else:
        changed = [query for one in examples for query in _proposed(attacker, one, Random(f"{seed}/{one.id}"))]
    queries = [*(one.query for one in examples), *changed]
    twice = _twice({one.id: aim.views(one.query)[-1] for one in examples}, how)
    return _Asked(_distinct(view for query in queries for view in aim.views(query)), twice, searching)


def _proposed(attacker: Adversary, example: Example, rng: Random) -> Iterator[Query]:
    """All that an adversary proposes that does not look at what it is answered."""
    before = Verdict(_right(example.gold), 1.0, 1.0)
    proposing = attacker.attack(example, before, rng)
    said: list[Verdict] | None = None
    for _ in range(MOST_BATCHES):
        try:
            batch: Sequence[Perturbation] = proposing.send(said)  # type: ignore[arg-type]  # None starts a generator
        except StopIteration:
            return
        yield from (one.query for one in batch)
        said = [Verdict(None, None, None, fault=REHEARSED) for _ in batch]
    proposing.close()


def _right(gold: Gold) -> Prediction:
    return Prediction((Guess(gold.answers[0].text if gold.answers else "", None),), None)


def _distinct(queries: Iterable[Query]) -> list[Query]:
    return list(dict.fromkeys(queries))


def _told(victim: str, adversary: str, system: Victim, asked: _Asked) -> Rehearsal:
    queries, searching, sending = asked.queries, asked.searching, getattr(system, "sent", None)
    twice = asked.twice if may_vary(system) else []
    if sending is None:
        return Rehearsal(victim, adversary, len(queries), (), None, None, None, searching, len(twice))
    every: list[Sent] = [sending(query) for query in (*queries, *twice)]
    outs, costs = [one.tokens_out for one in every], [one.cost for one in every]
    return Rehearsal(
        victim,
        adversary,
        len(queries),
        tuple(every[:SHOWN]),
        sum(one.tokens_in for one in every),
        None if None in outs else sum(filter(None, outs)),
        None if None in costs else sum(filter(None, costs)),
        searching,
        len(twice),
    )
