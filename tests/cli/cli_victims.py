"""Victims for `python:cli_victims:NAME`."""

import os
import re
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.identity import query_id
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import Finds, ScriptedVictim
from stumper.types import Example, Guess, Passage, Perturbation, Prediction, Query, Verdict


def near(question: str, context: str) -> str:
    """Right, but for a trap."""
    return "Jo Brandt" if "trap" in context else "Ada Thorn"


def by_chance(query: Query) -> Prediction:
    """An answer, and how sure it is, that only the query decides."""
    chance = int(query_id(query)[:6], 16)
    answer = "in 1874" if chance % 29 == 0 else "Ada" if chance % 7 == 0 else "Ada Thorn"
    probability = 0.3 + chance % 997 / 2000
    return Prediction((Guess(answer, probability),), probability)


def linger(question: str) -> None:
    """For as long as the test says that a query takes; for good where it is about a lamp that the test says."""
    time.sleep(float(os.environ.get("SLOW", "0")))
    if (still := os.environ.get("STILL")) and re.search(rf"\blamp {still}\b", question):
        time.sleep(600)


@dataclass(frozen=True)
class Slow:
    """Takes its time over every query."""

    fingerprint: str | None = "slow"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """By chance."""
        for query in queries:
            linger(query.text)
        return [by_chance(query) for query in queries]


@dataclass(frozen=True)
class Deaf:
    """An adversary that blocks Ctrl-C while it is at work, as whoever begins processes does; it leaves a file where it
    heard it then."""

    searches: ClassVar[bool] = False

    def attack(self, example: Example, original: Verdict, rng: Random) -> Iterator[list[Perturbation]]:
        """Proposes nothing."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        Path("deaf").touch()
        end = time.monotonic() + 2
        try:
            while time.monotonic() < end:
                pass
        except KeyboardInterrupt:
            Path("heard").touch()
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield []


@dataclass(frozen=True)
class OfClaims:
    """Says that it answers claims alone."""

    fingerprint: str | None = "claims"
    tasks: Sequence[str] = ("verification",)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """By chance."""
        return [by_chance(query) for query in queries]


def supported(*evidence: str) -> Prediction:
    """A claim is supported, by these sentences."""
    return Prediction((Guess("SUPPORTS", 0.9),), 0.9, evidence)


def cited(query: Query) -> Prediction:
    """A claim on a lamp is supported by the page of that lamp."""
    return supported(f"Lamp_{query.text.split()[1]}:0")


def cited_at_times(query: Query) -> Prediction:
    """By the page of one lamp, whatever the claim is on."""
    return supported("Lamp_1:0")


def uncited(query: Query) -> Prediction:
    """By nothing."""
    return supported()


cites = ScriptedVictim(cited, fingerprint="cites")
cites_at_times = ScriptedVictim(cited_at_times, fingerprint="cites at times")
cites_nothing = ScriptedVictim(uncited, fingerprint="cites nothing")
reader = ScriptedVictim(by_chance)
right = ScriptedVictim(Finds(("Ada Thorn",), (0.9,)), fingerprint="right")
wrong = ScriptedVictim(Finds(("1874",), (0.9,)), fingerprint="wrong")
fails = ScriptedVictim(by_chance, fingerprint="fails", fault="raises")
right_or_fails = ScriptedVictim(
    Finds(("Ada Thorn",), (0.9,)), fingerprint="right or fails", fault="raises", where="lamp 3"
)
fails_on_3 = ScriptedVictim(by_chance, fingerprint="fails-3", fault="raises", where="lamp 3")
miscounts = ScriptedVictim(by_chance, fingerprint="count", fault="count")
outside = ScriptedVictim(by_chance, fingerprint="outside", fault="outside")
not_a_number = ScriptedVictim(by_chance, fingerprint="nan", fault="nan")
number = 3


def _paragraph(query: Query) -> str:
    return query.context.text if isinstance(query, Question) else ""


def silent_near_traps(query: Query) -> Prediction:
    """Right, but without a word where there is a trap."""
    return Prediction(() if "trap" in _paragraph(query) else (Guess("Ada Thorn", None),), None)


def wrong_of_1(query: Query) -> Prediction:
    """Right, but of lamp 1."""
    return Prediction((Guess("1874" if "lamp 1" in query.text else "Ada Thorn", None),), None)


silent_on_traps = ScriptedVictim(silent_near_traps, fingerprint="silent on traps")
fails_where_wrong = ScriptedVictim(wrong_of_1, fingerprint="where wrong", fault="raises", where="1 in 1874. Nobody")


def silent(question: str, context: str) -> None:
    """Returns nothing at all."""


questions_left: int | None = None  # until `interrupted` is


def interrupted(question: str, context: str) -> str:
    """Without a fingerprint; presses Ctrl-C itself."""
    global questions_left
    if questions_left is not None:
        questions_left -= 1
        if questions_left < 0:
            raise KeyboardInterrupt
    return "Ada Thorn"


def nameless(question: str, context: str) -> Prediction:
    """Without a fingerprint, and slow."""
    linger(question)
    return by_chance(Question(question, Passage("", context)))


def supports(query: Query) -> Prediction:
    """That every claim is right, by one sentence."""
    return Prediction((Guess("SUPPORTS", 0.9),), None, ("Lamp_0:0",))


lit = ScriptedVictim(supports, fingerprint="lit")


def believes(query: Query) -> Prediction:
    """That a claim is right, where it comes with evidence."""
    given = tuple(passage.id for passage in query.evidence) if isinstance(query, Claim) else ()
    return Prediction((Guess("SUPPORTS" if given else "NOT ENOUGH INFO", 0.9),), None, given)


given = ScriptedVictim(believes, fingerprint="given")


def hears_hector(query: Query) -> Prediction:
    """Sure of Hector once he is near, else not sure of Paris."""
    answer, probability = ("Hector", 0.9) if "Hector is near" in query.text else ("Paris", 0.2)
    return Prediction((Guess(answer, probability),), probability)


guesser = ScriptedVictim(hears_hector, fingerprint="guesser")


def hears_or_fails(query: Query) -> Prediction:
    """As ``hears_hector``, but where the test says that it fails."""
    if (said := os.environ.get("FAILS")) and said in query.text:
        raise RuntimeError(f"no word on {said}")
    return hears_hector(query)


unvouched = ScriptedVictim(hears_or_fails, fingerprint=None)
vouched = ScriptedVictim(hears_or_fails, fingerprint="hears or fails")
sure_of_paris = ScriptedVictim(lambda query: Prediction((Guess("Paris", 0.9),), 0.9), fingerprint="sure of Paris")


@dataclass(frozen=True)
class Studied:
    """Answers by heart what it has seen, which it knows by its id, and the rest alike; falls for traps."""

    seen: tuple[str, ...]
    fingerprint: str

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """What one always says to such a query."""
        return list(map(_always, queries))

    def has_seen(self, example: Example) -> bool:
        """By its id."""
        return example.id in self.seen


class Unnamed:
    """`Studied`, without a fingerprint."""

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """What one always says to such a query."""
        return list(map(_always, queries))

    def has_seen(self, example: Example) -> bool:
        """By its id."""
        return studied.has_seen(example)


def _always(query: Query) -> Prediction:
    match query:
        case Question(_, context):
            answer = "1874" if "trap" in context.text else "Ada Thorn"
        case Claim():
            answer = "SUPPORTS"
        case _:
            answer = "Hector"
    start = query.context.text.index(answer) if isinstance(query, Question) else None
    return Prediction((Guess(answer, 1.0, start),), 1.0)


studied = Studied(("q0", "q1"), "studied")
studied_all = Studied(("q0", "q1", "q2", "q3"), "studied all")
studied_unnamed = Unnamed()


def cites_addresses(claim: str, evidence: str) -> Prediction:
    """Always supports, by an address."""
    return Prediction((Guess("SUPPORTS", None),), None, ("https://example.org/lamps",))
