"""Tossups with guesses made up by hand, recorded as a run recorded them; and buzzes by hand."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import pytest

from stumper.buzz import Buzz, Reading
from stumper.goals import goal_named
from stumper.identity import prediction_key
from stumper.reports import Report, build_report
from stumper.runs.plan import Plan, to_json
from stumper.store import Store
from stumper.store.codec import encode
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Answer, Attempt, Edit, Example, Gold, Guess, Perturbation, Prediction, Query, Verdict

TEXT = "Keeper {} lit a lamp in Troy. A fox of his met Ada. For 10 points, name this keeper."
CHANGED = "Keeper {} lit a lantern in Troy. A fox of his met Ada. For 10 points, name this keeper."
GOAL = goal_named("never_first")
Record = Callable[..., str]


@pytest.fixture
def store(new_store: Store) -> Store:
    """An empty store."""
    return new_store


@pytest.fixture
def record(store: Store) -> Record:
    """Records a run of one attempt a pair of what is said before and after, at the end of each sentence."""

    def recorded(
        said: Sequence[tuple[str, str | None]],
        victim: str = "ir",
        adversary: str = "tossup-synonym",
        cached: bool = True,
        seen: Collection[int] = (),
        packets: Sequence[str] = (),
    ) -> str:
        plan = Plan("quizbowl", "f" * 32, victim, f"{victim:x<32}", adversary, goal="never_first")
        examples = [tossup(str(number)) for number in range(len(said))]
        if packets:
            examples = [replace(one, groups=(("packet", of),)) for one, of in zip(examples, packets, strict=True)]
        store.put_plan(plan.id, to_json(plan), "f" * 32)
        store.put_examples("f" * 32, examples)
        attempts = [_attempt(plan.id, example, *pair) for example, pair in zip(examples, said, strict=True)]
        store.put_attempts([replace(one, trained_on=int(one.example_id) in seen) for one in attempts])
        if cached:
            for example, (before, after) in zip(examples, said, strict=True):
                _cache(store, plan, example.query, before)
                _cache(store, plan, Tossup(CHANGED.format(example.id)), after or "")
        return plan.id

    return recorded


@pytest.fixture
def report(store: Store, record: Record) -> Callable[..., Report]:
    """The report of one run of such attempts."""

    def made(*said: tuple[str, str | None], **how: object) -> Report:
        return build_report(store, [record(said, **how)])

    return made


@pytest.fixture
def buzz() -> Callable[..., Buzz]:
    """A buzz after so many of 10 words."""
    return made_buzz


@pytest.fixture
def season() -> list[Buzz]:
    """Twelve regular and twelve adversarial questions, played by two people and two machines."""
    buzzes = []
    for number in range(24):
        is_adversarial = number >= 12
        against = ("ir", "rnn")[number % 2] if is_adversarial else ""
        common = {
            "id": f"q{number}",
            "set": "adversarial" if is_adversarial else "regular",
            "category": ("Science", "History")[number % 2],
            "against": against,
            "round": f"round {1 + number % 2}" if is_adversarial else "",
        }
        for place, person in enumerate(("p-ada", "p-bo")):
            is_right = (number + place) % 4 != 0
            buzzes.append(made_buzz(person, 5 + (number + place) % 4 + is_adversarial, is_right, **common))
        for machine, every in (("ir", 4), ("rnn", 3)):
            is_right = number % every != 0 if not is_adversarial else number % 2 == 1
            made = made_buzz(machine, 6 if is_right else 10, is_right, is_machine=True, **common)
            buzzes.append(replace(made, readings=readings(6 if is_right else None)))
    return buzzes


def made_buzz(
    player: str,
    words: int,
    correct: bool,
    id: str = "q",
    set: str = "regular",
    is_machine: bool = False,
    **more: object,
) -> Buzz:
    return Buzz(id, set, player, is_machine, words, 10, words / 10, correct, **more)


def readings(first: int | None) -> tuple[Reading, ...]:
    """What a machine says after each of ten words: it is right from one on, or never."""
    rights = {words: first is not None and words >= first for words in range(1, 11)}
    return tuple(Reading(words, words / 10, "Troy" if right else "Rome", 0.5, right) for words, right in rights.items())


def tossup(id: str) -> Example:
    """The same question under any id."""
    return Example(id, Tossup(TEXT.format(id)), Gold((Answer("Hector"),)))


def _attempt(run_id: str, example: Example, before: str, after: str | None) -> Attempt:
    """A letter stands for a sentence: ``+`` right, ``-`` wrong; None: nothing was changed; ``!``: the victim failed."""
    if before == "!":
        seen = Verdict(None, None, None, fault="it broke")
        return Attempt(run_id, example.id, "any", "any", "errored", seen, None, None, 1, reason="it broke")
    first = _verdict(example.query, before)
    if after is None:
        return Attempt(run_id, example.id, "any", "any", "skipped", first, None, None, len(before))
    query = Tossup(CHANGED.format(example.id))
    edit = Edit("tossup", 9, 13, "lantern", "synonym", "wordnet")
    then = _verdict(query, after)
    made = Perturbation(example.id, query, example.gold, (edit,))
    outcome = "succeeded" if then.score == 0 else "failed"
    trace = ((1, first.score or 0.0), (8, then.score or 0.0))
    return Attempt(run_id, example.id, "any", "any", outcome, first, then, made, 8, trace)


def _verdict(query: Query, said: str) -> Verdict:
    score = GOAL.combined(GOAL.views(query), [float(letter == "+") for letter in said])
    return Verdict(_prediction(said[-1]), score, score, score == 0)


def _prediction(letter: str) -> Prediction:
    return Prediction((Guess("Hector" if letter == "+" else "Paris", 0.5),), 0.5)


def _cache(store: Store, plan: Plan, query: Query, said: str) -> None:
    views = GOAL.views(query)
    store.cache().put(
        {
            prediction_key(plan.victim_salt, view): encode(_prediction(letter), view)
            for view, letter in zip(views, said, strict=False)
        }
    )
