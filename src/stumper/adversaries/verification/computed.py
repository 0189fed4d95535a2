"""Claims whose truth is computed from what pages state, by tables of rules: the label follows from arithmetic.

A supported claim gives way to a true one about its subject, a refuted one to a false one, so that the labels stay as
even as they were; where there is not enough to decide a claim, nothing is computed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from stumper.adversaries.verification.anew import MOST_SETS, Evidence, made_anew
from stumper.adversaries.verification.stated import Known, Stated, about
from stumper.tasks.verification.claim import claim_of, label_of
from stumper.types import Example, Perturbation

Sets = tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to a person or a film in a year: the subject, the verb, and the sentences that state the year."""

    name: str
    verb: str
    year: int
    sets: Sets

    @property
    def said(self) -> str:
        """The event as a clause: Anna Berg was born."""
        return f"{self.name} {self.verb}"


@dataclass(frozen=True, slots=True)
class Made:
    """A sentence without its full stop, and the sets that each decide whether it is true."""

    text: str
    sets: Sets


@dataclass(frozen=True, slots=True)
class Computation:
    """Makes a sentence about the subject that is true, or one that is false, as it is asked; None where it cannot."""

    name: str
    made: Callable[[Stated, bool, Random, Known], Made | None]


def computed(
    kind: str, rules: Sequence[Computation], examples: Sequence[Example], known: Known, pipeline: str, seed: int
) -> Iterator[Perturbation]:
    """What each rule says of the subject of each claim, in the order of the examples."""
    decided = [one for one in examples if label_of(one) in IS_TRUE and one.gold.matched_by == "id"]
    for example, stated in about(decided, known, pipeline):
        label, rng = label_of(example), Random(f"{seed}/{example.id}")
        for rule in rules:
            made = rule.made(stated, IS_TRUE[label], rng, known)
            text = "" if made is None else f"{made.text[0].upper()}{made.text[1:]}."
            if made is not None and text != claim_of(example.query).text:
                yield made_anew(example, text, label, Evidence(made.sets), (kind, rule.name), known.pages)


# Whether what is computed for a claim with this label is true; for any other, nothing is.
IS_TRUE = {"SUPPORTS": True, "REFUTES": False, "NOT SUPPORTED": False}


def events(stated: Stated) -> Sequence[Event]:
    """What is stated to have happened in which year."""
    years = (
        ("was born", "born", stated.born and stated.born.year),
        ("died", "died", stated.died and stated.died.year),
        ("was released", "released", stated.released),
    )
    return [Event(stated.name, verb, year, stated.sets(fact)) for verb, fact, year in years if year]


def two_events(stated: Stated, rng: Random, known: Known, apart: int, verb: str = "") -> tuple[Event, Event] | None:
    """An event of the subject and one of another, so many years apart at least, of one verb where one is named; None
    where there is none at hand."""
    own = rng.choice([one for one in events(stated) if verb in ("", one.verb)] or [None])
    others = [
        event
        for other in known.every
        if other.page != stated.page
        for event in events(other)
        if own is not None and verb in ("", event.verb) and abs(event.year - own.year) >= apart
        and len(event.sets) * len(own.sets) <= MOST_SETS
    ]  # fmt: skip
    return None if own is None or not others else (own, rng.choice(others))


def both(first: Sets, second: Sets) -> Sets:
    """Each set of one with each of the other, without those that hold more than another does."""
    found = dict.fromkeys(one | other for one in first for other in second)
    return tuple(ids for ids in found if not any(other < ids for other in found))
