"""How a tossup came to be, as a picture: its length and where it was buzzed, edit by edit, with notes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stumper.people.tossups.replay import Step

LEFT, WIDTH, TOP, HEIGHT, FOOT = 48, 640, 32, 240, 44  # in the picture's units
NOTES = 6  # the largest edits, so that they stay readable
EVEN = 5  # grid lines at most


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
    """``lengths`` and ``buzzes`` are lines as SVG has them; ``ticks`` numbers of words with their heights."""

    lengths: str
    buzzes: str
    marks: tuple[Mark, ...]
    notes: tuple[Note, ...]
    ticks: tuple[tuple[int, float], ...]
    width: float
    height: float
    left: float
    bottom: float


def replay_plot(steps: Sequence[Step]) -> ReplayPlot:
    """The picture of these steps; zero is on the axis."""
    most = max([10, *(step.reading.words for step in steps)])
    bottom = TOP + HEIGHT

    def x(place: int) -> float:
        return round(LEFT + WIDTH * (place / max(1, len(steps) - 1)), 1)

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
    return ReplayPlot(
        _line((mark.x, mark.length) for mark in marks),
        _line((mark.x, mark.buzz) for mark in marks),
        marks, notes, ticks, LEFT + WIDTH + 60, bottom + FOOT, LEFT, bottom,
    )  # fmt: skip


def _size(step: Step) -> int:
    return sum(len(change.text) for change in step.changed if change.kind != "kept")


def _line(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
