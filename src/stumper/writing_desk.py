"""What people do with a task's texts, and what those who write see: plain values that each task declares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as defaulted
from pathlib import Path

from stumper.protocols import Constraint, Goal
from stumper.types import Example, Gold, Perturbation, Prediction, Query


@dataclass(frozen=True, slots=True)
class Aside:
    """What stands beside the text under a heading, line by line."""

    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """An example as its author sees it: ``text`` is what is changed, ``asked`` what is asked about it and stands above
    it, "" where the text asks by itself; ``title`` is where it is from, ``asides`` stand beside it."""

    text: str
    asked: str = ""
    title: str = ""
    asides: tuple[Aside, ...] = ()


@dataclass(frozen=True, slots=True)
class DeskWords:
    """What the pages say of a task: what judges are asked of a text (``judged``), with a ``hint``; where authors change
    examples, what the text is called (``editor``), what to do with it (``change``, in the instructions ``how``), and
    the words before the answers that they state (``stated``)."""

    judged: str
    hint: str
    editor: str = ""
    change: str = ""
    how: str = ""
    stated: str = ""


@dataclass(frozen=True, slots=True)
class Composition:
    """What an author wrote and submitted; ``original`` is what it goes back to in the end, None where it is new."""

    id: str
    text: str
    answer: str
    answer_line: str
    category: str
    tags: tuple[str, ...] = ()
    original: Example | None = None


@dataclass(frozen=True, slots=True)
class Composing:
    """How authors write what they begin themselves, by its answer, from nothing or from what is there.

    ``query`` makes a query of a text, ``gold`` what is right of a line of answers (BadData where it cannot be read).
    ``categories`` are those that an author chooses one of. ``write`` writes what was composed as a data set of that
    name and gives the file's fingerprint. ``said`` are the words of a text that are those of its answer.
    """

    query: Callable[[str], Query]
    gold: Callable[[str], Gold]
    categories: tuple[str, ...]
    write: Callable[[Path, str, Sequence[Composition]], str]
    said: Callable[[str, Gold], Sequence[str]] = lambda text, gold: ()


def finds_nothing(prediction: Prediction) -> Sequence[str]:
    """No passage: the task has none."""
    return ()


@dataclass(frozen=True, slots=True)
class WritingDesk:
    """What people do with the texts of a task, and what those see who write.

    ``work`` are the kinds of work that there are, ``words`` what the pages say of the task; ``datasets`` those that
    every server has to offer by name; ``parsed`` the types, beside the query's, of which files of data sets are made.

    ``shown`` is an example as its author sees it. ``field`` is the one of the wire that authors change; ``beside`` is
    the one that ``Shown.asked`` is, so that its words are tinted by how much they matter, "" where it is none.
    ``perturbed`` makes a perturbation of an example, the text that a person wrote, the answer that they state (None: as
    before) and the kinds of change that they see in it. ``goal`` and ``constraints`` are what people are held to.
    ``practice`` is what they try everything out on. ``choices`` are the answers that authors can state, with what they
    are called; ``found`` gives the ids of the passages that a system answered by. ``composing`` is how they begin what
    they write themselves, None where they change examples.
    """

    work: frozenset[str]
    words: DeskWords
    goal: Goal
    constraints: tuple[Constraint, ...]
    field: str
    shown: Callable[[Example], Shown]
    perturbed: Callable[[Example, str, str | None, Sequence[str]], Perturbation]
    practice: Example
    datasets: tuple[str, ...] = ()
    parsed: tuple[type, ...] = ()
    beside: str = ""
    choices: Mapping[str, str] = defaulted(default_factory=dict)
    found: Callable[[Prediction], Sequence[str]] = finds_nothing
    composing: Composing | None = None
