"""How the queries of a task are read out and answered meanwhile: what matches and buzzes ask of it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from stumper.buzz import Buzz
from stumper.formats import Kind, line_with
from stumper.protocols import Collection, Dataset
from stumper.types import Example, Gold, Prediction, Query

Heard = Literal["accept", "prompt", "reject"]


@dataclass(frozen=True, slots=True)
class Details:
    """What a file says of a query besides its text and its answer.

    ``power`` is the offset in the text up to which a buzz is in power, None where nothing is marked.
    ``page`` is the title of the answer's page, spaces for underscores, "" where the file names none; ``sentences`` are
    the characters [start, end) of each. ``set`` is the tournament as the file names it, with its year; ``phenomena``
    are what its annotators say makes it hard. The ``fold`` of what people wrote against a machine is "adversarial".
    ``media`` are the paths of its pictures and sounds, in the order of their marks in the text.
    """

    page: str = ""
    answer_line: str = ""
    category: str = ""
    subcategory: str = ""
    tournament: str = ""
    year: int | None = None
    power: int | None = None
    sentences: tuple[tuple[int, int], ...] = ()
    fold: str = ""
    set: str = ""
    packet: str = ""
    difficulty: str = ""
    phenomena: tuple[str, ...] = ()
    media: tuple[str, ...] = ()


NO_DETAILS = Details()
MATCH_LOG = Kind(
    "the log of a match",
    "To replay it, say stumper match PATH; with --out FILE that writes its buzzes, for stumper report --buzzes FILE",
    (line_with(r'"kind"\s*:\s*"match"'),),
)
BUZZ_LOG = Kind(
    "a log of buzzes",
    "It belongs in the report: stumper report --buzzes PATH",
    (
        line_with(r'"question"\s*:', r'"player"\s*:', r'"words"\s*:'),
        re.compile(
            r"(?=[^\n]*\breveal_fraction\b)(?=[^\n]*\bcorrect\b)[\w,;\t ]+\r?\n"
        ),  # a table of an event's buzzes
    ),
)


@dataclass(frozen=True, slots=True)
class Guessed:
    """What was guessed after a share of a query's words, ``position``; 1.0 is the whole."""

    id: str
    position: float
    prediction: Prediction


@dataclass(frozen=True, slots=True)
class Composed:
    """A question as it is counted: where it belongs, and what annotators say that it does; the ``original`` that it is
    a variant of, and by name, coarsest first, the ``groups`` that it shares with others; ``gold`` is its answer line,
    None where that is not known."""

    id: str
    text: str
    answer: str
    set: str
    category: str = ""
    phenomena: tuple[str, ...] = ()
    original: str = ""
    groups: tuple[tuple[str, str], ...] = ()
    gold: Gold | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """What a store has of play: the ``buzzes`` of each side in its matches, the questions, and by person what each of
    them did there, also in a side's silence."""

    buzzes: Sequence[Buzz] = ()
    composed: Sequence[Composed] = ()
    of_persons: Sequence[Buzz] = ()

    @property
    def is_any(self) -> bool:
        """Whether anything was played or written."""
        return bool(self.buzzes or self.composed)


@dataclass(frozen=True, slots=True)
class PlayReport:
    """What is told of what was played. ``figures`` makes a ``sections.play.Play`` of buzzes, of what was asked, and of
    pairs of a known answer and its text, and by the name ``of_persons`` of what each person did, where the buzzes tell
    of some only as a side; ``sentences`` is what to quote of one, and ``section`` a task's section of a report, or
    None, with one in it."""

    figures: Callable[..., Any]
    sentences: Callable[[Any], Sequence[str]]
    section: Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class Listening:
    """``beginning`` is the query of what was read so far, ``heard`` what a moderator says to an answer.

    ``details`` is what a data set says of a query by its id, ``read`` the data set of a file. ``classes`` names what is
    one answer alike, by example id; ``write_guesses`` writes guesses at beginnings; ``play`` tells of what was played.
    """

    beginning: Callable[[str], Query]
    heard: Callable[[Gold, str], Heard]
    details: Callable[[Dataset, str], Details]
    read: Callable[[Path], Collection]
    classes: Callable[[Sequence[Example]], Mapping[str, str]]
    write_guesses: Callable[[Path, Sequence[Guessed]], str]
    play: PlayReport

    def accepts(self, gold: Gold, said: str | None) -> bool:
        """Whether a moderator takes it for right; nothing said is not."""
        return said is not None and self.heard(gold, said) == "accept"
