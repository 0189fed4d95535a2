"""The frontier of attacks: how much each takes from the systems against how much of it is correct."""

from collections.abc import Sequence
from math import ceil, floor, isnan

from stumper.scores.adversarial import Potency
from stumper.sections.pictures import Frontier, Placed, Tick
from stumper.sections.section import Block

HEIGHT = 300  # px
STEP = 20  # points between two marks
SAID = (
    "The excess of each attack whose variants were judged, over the systems that met it, against the share judged "
    "correct; bars are the intervals. Further up takes more, further right is correct more often."
)


def frontier_block(rows: Sequence[Potency]) -> tuple[Block, ...]:
    """The picture of the attacks of which something was judged and settled; none below two."""
    shown = [row for row in rows if not row.is_baseline and row.correct_rate.n and not isnan(row.gain.value)]
    if len(shown) < 2:
        return ()
    title = "What attacks take, and how much of them is correct"
    return Block("lead", texts=(SAID,)), Block("figure", title, frontier=_drawn(shown))


def _drawn(rows: Sequence[Potency]) -> Frontier:
    ends = [100 * end for row in rows for end in (*row.gain.ends, 0.0)]
    low, high = STEP * floor(min(ends) / STEP), STEP * max(1, ceil(max(ends) / STEP))
    down = HEIGHT / (high - low)
    points = tuple(_placed(number, row, down, high) for number, row in enumerate(rows, 1))
    return Frontier(
        told="Excess of each attack against the share of it that is correct, in percent",
        axis="judged correct, %; excess in points",
        height=HEIGHT,
        across=tuple(Tick(place, str(place)) for place in range(0, 101, STEP)),
        up=tuple(
            Tick(round((high - value) * down, 1), str(value).replace("-", "−")) for value in range(low, high + 1, STEP)
        ),
        points=points,
    )


def _placed(number: int, row: Potency, down: float, high: float) -> Placed:
    def place(points: float) -> float:
        return round((high - 100 * points) * down, 1)

    (left, right), (below, above) = row.correct_rate.ends, row.gain.ends
    return Placed(
        number=number,
        label=row.adversary,
        x=100 * row.correct_rate.value,
        y=place(row.gain.value),
        left=100 * left,
        right=100 * right,
        above=place(above),
        below=place(below),
    )
