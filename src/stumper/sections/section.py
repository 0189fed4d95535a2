"""A part of the report as a value: sentences, tables, pictures and notes, which every form of the report shows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from stumper.scores.before_after import BeforeAfter
from stumper.sections.exhibits import Exhibit
from stumper.sections.pictures import Frontier, Histograms, Plot, SpotPlot
from stumper.sections.ran import Names
from stumper.statistics import Estimate
from stumper.text import Change

Unit = Literal["text", "count", "share", "points", "mean", "gain"]  # points: a difference of shares; gain: of means


@dataclass(frozen=True, slots=True)
class Cell:
    """A text, a count, or a figure with its unit; ``note`` is said beside it, ``before`` is the figure that it was.

    Without its interval where it ``is_bare``. ``changes`` are of a text, word by word. ``shade`` is where the cell
    stands on the colour scale of a matrix, from 0 to 1; None of a cell without a colour.
    """

    text: str = ""
    number: float = 0
    figure: Estimate | None = None
    unit: Unit = "text"
    note: str = ""
    before: Estimate | None = None
    is_bare: bool = False
    changes: tuple[Change, ...] = ()
    shade: float | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """What a column is called, under what it stands ``over`` with its neighbours, and what that means.

    A narrow terminal goes without the columns that have a ``rank``, 1 first. ``is_toned``: less is worse, and is
    coloured. ``is_main``: looked at first. ``is_given``: a name, written as it is also where headers have a capital.
    """

    name: str
    over: str = ""
    meaning: str = ""
    rank: int = 0
    is_toned: bool = False
    is_main: bool = False
    is_given: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """Cells, and what they stand under: a text for each of the table's ``under``."""

    cells: tuple[Cell, ...]
    under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of as many cells as there are columns; the first ``names`` hold texts.

    Where rows stand ``under`` others these are columns, too, or headings. Figures of a ``wide`` table stand above their
    intervals. What repeats another table beside a picture stands on a page alone (``is_aside``). ``on`` is its data
    set, where a report has several and the table is of one.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    names: int = 1
    title: str = ""
    aside: str = ""
    under: tuple[Column, ...] = ()
    is_wide: bool = False
    is_aside: bool = False
    on: str = ""


@dataclass(frozen=True, slots=True)
class Dumbbell:
    """A figure ``before`` and ``after`` on a scale to 100; ``told`` is said beside it, line by line."""

    name: str
    after: Estimate
    told: tuple[Cell, ...]
    before: Estimate | None = None
    aside: str = ""
    hue: str = "s0"
    under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dumbbells:
    """Rows of one picture, with headings where they stand under others; ``words`` name the figures before and after."""

    rows: tuple[Dumbbell, ...]
    words: tuple[str, str] = ("before", "after")
    nothing: str = "nothing was scored"


@dataclass(frozen=True, slots=True)
class Dot:
    """A difference of a chart, in the colour of what it is of."""

    label: str
    figure: Estimate
    hue: str


@dataclass(frozen=True, slots=True)
class DotRow:
    """The differences that stand in one row of a chart, such as those of all systems under one attack."""

    name: str
    dots: tuple[Dot, ...]
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Dots:
    """Rows of differences over one axis of percentage points, whose ``ticks`` are shares in order; ``told`` says what
    is across. Differences within ``margin`` of 0 are no effect."""

    rows: tuple[DotRow, ...]
    ticks: tuple[float, ...]
    told: str
    margin: float


BlockKind = Literal[
    "part",
    "heading",
    "lead",
    "said",
    "notes",
    "code",
    "table",
    "dumbbells",
    "dots",
    "plots",
    "figures",
    "figure",
    "details",
]


@dataclass(frozen=True, slots=True)
class Block:
    """Something to show. A ``part`` has a heading, ``details`` are opened by a click, a ``lead`` is about the pictures
    of a page (○ and ● are their marks); which other fields are used goes by the kind."""

    kind: BlockKind
    title: str = ""
    aside: str = ""
    texts: tuple[str, ...] = ()
    blocks: tuple["Block", ...] = ()
    table: Table | None = None
    dumbbells: Dumbbells | None = None
    dots: Dots | None = None
    plots: tuple[Plot, ...] = ()
    spots: SpotPlot | None = None
    histograms: Histograms | None = None
    frontier: Frontier | None = None
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class RunFigures:
    """A run that a section tells of, by the ``measure`` of this name: what it has scored, and what stands behind that.

    ``scores`` are those before and after its attack, over the same originals.
    """

    run_id: str
    names: Names
    measure: str
    scores: BeforeAfter
    signatures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Further:
    """A score of a run over the ``n`` attempts that ended without an error, on examples that the victim was not trained
    on; intervals are by groups of originals. Of one that has made nothing of any original so far there is neither a
    score after nor a difference; an attack that ``is_unmade`` stays so."""

    run_id: str
    names: Names
    score: str
    label: str
    n: int
    before: Estimate
    after: Estimate
    difference: Estimate
    is_unmade: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """The measure that a contest on a data set is by: its name in the table of results, and as people call it."""

    dataset: str
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Section:
    """What a report says of the runs of one task.

    ``name`` is the task's, the first of the sentences its headline. A terminal shows ``short``, or all tables and notes
    where there is none. ``figures`` are the keys of its own that the report has as JSON; a section without them stands
    there among the ``sections``. ``intervals`` says how its intervals are made where they are others than means over
    examples have. ``shows`` says what its examples are: answers in a paragraph, labels, guesses while listening, or
    texts with answers of any kind. Of the task's ``measures`` it tells itself, and of each run that of its figures; the
    report adds a table of all others, which are ``further``, and contests, unless the section ``tells_contests``
    itself; where these are ``measured`` by another measure than the task's headline, what transfers is, too. ``apart``
    are the attacks that are told by another measure than the matrices are, as they have another aim.
    """

    name: str
    title: str
    sentences: tuple[str, ...]
    blocks: tuple[Block, ...]
    runs: tuple[RunFigures, ...] = ()
    short: tuple[Block, ...] = ()
    figures: Mapping[str, object] | None = None
    computed: tuple[Block, ...] = ()
    intervals: tuple[str, ...] = ()
    exhibits: tuple[Exhibit, ...] = ()
    shows: Literal["answers", "labels", "hearings", "texts"] = "answers"
    measures: tuple[str, ...] = ()
    further: tuple[Further, ...] = ()
    tells_contests: bool = False
    measured: tuple[Measured, ...] = ()
    apart: tuple[str, ...] = ()


def within(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks with all that stand in them, in their order."""
    for block in blocks:
        yield block
        yield from within(block.blocks)
