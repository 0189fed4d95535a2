"""What people do with tossups: they begin and write their own, tag, judge and play them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from stumper.buzz import ADVERSARIAL
from stumper.constraints import same_example
from stumper.listening import NO_DETAILS, Details
from stumper.plain_desk import changes_field
from stumper.tasks.quizbowl.answer_said import answer_words_said
from stumper.tasks.quizbowl.answers.lines import read_answer_line
from stumper.tasks.quizbowl.files import Quizbowl, write_adversarial
from stumper.tasks.quizbowl.goals import GOALS
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.wire import WIRE
from stumper.types import Answer, Example, Gold, Instance, Perturbation
from stumper.writing_desk import Composing, Composition, DeskWords, Shown, WritingDesk

CATEGORIES = (
    "Literature", "History", "Science", "Fine Arts", "Religion", "Mythology", "Philosophy", "Social Science",
    "Geography", "Current Events", "Pop Culture",
)  # fmt: skip
PRACTICE = Example(
    "practice",
    Tossup(
        "Its script was finished only as it was being filmed. For 10 points, name this film in which Humphrey "
        "Bogart plays Rick Blaine."
    ),
    Gold((Answer("Casablanca"),)),
)


def _write(path: Path, name: str, made: Sequence[Composition]) -> str:
    """The tossups in QANTA's format, those made of another question behind it; the fingerprint."""
    details = {
        one.id: replace(
            NO_DETAILS,
            page="" if one.original else one.answer,
            answer_line=one.answer_line,
            category=one.category,
            tournament=name,
            fold=ADVERSARIAL,
            phenomena=one.tags,
        )
        for one in made
    }
    new = tuple(_example(one) for one in made if one.original is None)
    instances = tuple(_instance(one, one.original) for one in made if one.original is not None)
    return write_adversarial(path, Quizbowl(name, "", new, details), instances)


def _example(one: Composition) -> Example:
    return Example(one.id, Tossup(one.text), read_answer_line(one.answer_line))


def _instance(one: Composition, original: Example) -> Instance:
    made = _example(one)
    return Instance(one.id, original, Perturbation(original.id, made.query, made.gold, ()))


DESK = WritingDesk(
    work=frozenset({"write", "judge", "adjudicate", "tag", "match"}),
    words=DeskWords(
        judged="Could it be asked in a match?",
        hint="No, if a clue points to something else, or it ends without a question.",
    ),
    goal=GOALS["never_first"],
    constraints=(same_example,),  # its author says what is right, and how long it is
    field="tossup",
    shown=lambda example: Shown(example.query.text),
    perturbed=changes_field(WIRE, "tossup"),
    practice=PRACTICE,
    datasets=("quizbowl",),
    parsed=(Quizbowl, Details),
    composing=Composing(Tossup, read_answer_line, CATEGORIES, _write, answer_words_said),
)
