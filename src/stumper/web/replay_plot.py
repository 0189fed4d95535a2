"""How a tossup came to be, as a picture: its length and where it was buzzed, edit by edit, with notes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stumper.people.writing.steps import Step
from stumper.people.writing.tossup import Revision

LEFT, WIDTH, RIGHT, TOP, HEIGHT, FOOT = 48, 620, 210, 32, 240, 44  # in the picture's units
NOTES = 6  # the largest edits, so that they stay readable
EVEN = 5  # grid lines at most
APART = 18  # between the names at the ends of the lines


@dataclass(frozen=True, slots=True)
class Note:
    """What an edit changed, at its place."""

    x: float
    y: float
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A text, and where the machine was right in it; ``is_never`` where it was not, which is drawn at its end."""

    x: float
    length: float
    buzz: float
    is_never: bool
    said: str


@dataclass(frozen=True, slots=True)
class ReplayPlot:
    """``lengths`` and ``buzzes`` are lines as SVG has them, with their ends, at which their names stand.

    ``ticks`` are numbers of words with their heights, ``revised`` where what is asked for was changed.
    """

    lengths: str
    buzzes: str
    length_end: float
    buzz_end: float
    marks: tuple[Mark, ...]
    notes: tuple[Note, ...]
    ticks: tuple[tuple[int, float], ...]
    revised: tuple[float, ...]
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float


def replay_plot(steps: Sequence[Step], revisions: Sequence[Revision] = ()) -> ReplayPlot:
    """The picture of these steps; zero is on the axis."""
    most = max([10, *(step.reading.words for step in steps)])
    bottom = TOP + HEIGHT

    def x(place: float) -> float:
        return round(LEFT + WIDTH * (place / (len(steps) - 1) if len(steps) > 1 else 1), 1)

    def y(words: int) -> float:
        return round(bottom - HEIGHT * words / most, 1)

    marks = tuple(
        Mark(x(place), y(one.words), y(one.words if one.buzz is None else one.buzz), one.buzz is None, step.note)
        for place, step in enumerate(steps)
        for one in [step.reading]
    )
    largest = sorted(range(len(steps)), key=lambda place: -_size(steps[place]))[:NOTES]
    notes = tuple(Note(marks[at].x, marks[at].length, steps[at].number, steps[at].note) for at in sorted(largest))
    gap = max(10, -(-most // EVEN // 10) * 10)
    ticks = tuple((words, y(words)) for words in range(0, most + 1, gap))
    ends: tuple[float, float] = (
        (marks[-1].length, max(marks[-1].buzz, marks[-1].length + APART)) if marks else (TOP, bottom)
    )
    before = [sum(step.reading.at < revision.at for step in steps) for revision in revisions]
    return ReplayPlot(
        _line((mark.x, mark.length) for mark in marks),
        _line((mark.x, mark.buzz) for mark in marks),
        *ends, marks, notes, ticks, tuple(x(place - 0.5) for place in before if 0 < place < len(steps)),
        LEFT + WIDTH + RIGHT, bottom + FOOT, LEFT, LEFT + WIDTH, TOP, bottom,
    )  # fmt: skip


def _size(step: Step) -> int:
    return sum(len(change.text) for change in step.changed if change.kind != "kept")


def _line(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
