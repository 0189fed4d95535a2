"""What annotators see beside a tossup to say what makes it hard: what machines say by which clue, and its edit log."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from sqlalchemy import select

from stumper.people.annotating.tagging import Clue, Guessed, Heard, Said, Step
from stumper.people.writing.asking import Listener
from stumper.people.writing.hearing_out import heard_soon
from stumper.people.writing.patience import PATIENCE
from stumper.people.writing.readings import readings_of
from stumper.people.writing.tossup import Named, Reading
from stumper.store import Store
from stumper.store.connection import value_of
from stumper.store.people_schema import tossups

GUESSES, CLUES, STEPS = 3, 2, 60


def said_of(text: str, readings: Sequence[Reading], listeners: Mapping[str, Listener]) -> tuple[Said, ...]:
    """The first guesses of each machine that read the text, and the clues of those that can be asked for them now."""
    found = []
    for reading in readings:
        listener = listeners.get(reading.machine)
        heard = heard_soon(listener, text, PATIENCE) if listener else None
        clues = tuple(Clue(one.title, one.text, one.shared) for one in (heard.sources if heard else ())[:CLUES])
        found.append(Said(reading.machine, tuple(map(_guessed, reading.guesses[:GUESSES])), clues))
    return tuple(found)


def steps_to(store: Store, tossup_id: str) -> tuple[Step, ...]:
    """How a tossup came to be, as machines read it on the way; nothing once its author was erased."""
    query = select(tossups.c.assignment_id).where(tossups.c.id == tossup_id)
    assignment: str | None = value_of(store.engine, query)
    return () if assignment is None else steps_of(readings_of(store, assignment))


def steps_of(log: Sequence[Reading]) -> tuple[Step, ...]:
    """The texts that were read, in their order; of many so many at even distances, with the first and the last."""
    found = [Step(text, tuple(map(_heard, alike))) for text, alike in groupby(log, lambda one: one.text)]
    if len(found) > STEPS:
        found = [found[number * (len(found) - 1) // (STEPS - 1)] for number in range(STEPS)]
    return tuple(found)


def _heard(one: Reading) -> Heard:
    return Heard(one.machine, _guessed(one.guesses[0]) if one.guesses else None)


def _guessed(one: Named) -> Guessed:
    return Guessed(one.answer, one.probability, one.is_right)
