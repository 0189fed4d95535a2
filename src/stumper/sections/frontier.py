"""The frontier of attacks: how much each takes from the systems against how much of it is correct."""

from collections.abc import Sequence
from math import ceil, floor, isnan

from stumper.scores.adversarial import Potency
from stumper.sections.pictures import Frontier, Placed, Tick
from stumper.sections.section import Block, Column, Table
from stumper.sections.showing import columns, line, points
from stumper.sections.wording import holds_zero, listed, signed_interval, with_interval

HEIGHT = 300  # px
STEP = 20  # points between two marks
TITLE = "What attacks take, and how much of them is correct"
SAID = (
    "The excess of each attack whose variants were judged, over the systems that met it, against the share judged "
    "correct; bars are the intervals. Further up takes more, further right is correct more often."
)


def frontier_block(rows: Sequence[Potency]) -> tuple[Block, ...]:
    """The picture of the attacks of which something was judged and settled, and what it says; none below two."""
    found = frontier(rows)
    if found is None:
        return ()
    return Block("lead", texts=(SAID,)), Block("figure", TITLE, texts=(read_out(found),), frontier=found)


def frontier(rows: Sequence[Potency]) -> Frontier | None:
    """The attacks of which something was judged and settled, as points; None below two."""
    shown = [row for row in rows if not row.is_baseline and row.correct_rate.n and not isnan(row.gain.value)]
    return _drawn(shown) if len(shown) > 1 else None


def read_out(found: Frontier) -> str:
    """Which attacks no other beats in both figures, which of these take nothing that can be told, and which are beaten.

    By the figures as they are: where intervals overlap, another sample may order them otherwise.
    """
    best = sorted([one for one in found.points if not one.beaten_by], key=lambda one: -one.excess.value)
    beaten = [one.label for one in found.points if one.beaten_by]
    told = listed(f"{one.label} ({signed_interval(one.excess)} points, {with_interval(one.correct)}% correct)"
                  for one in best)  # fmt: skip
    said = [f"{told} takes most and is correct most often."]
    if len(best) > 1:
        said = [f"On the frontier stand {told}: each is beaten by no other in both."]
    if none := [one.label for one in best if one.excess.is_known and holds_zero(one.excess)]:
        said.append(f"That {listed(none)} {'takes' if len(none) == 1 else 'take'} anything cannot be told.")
    if beaten:
        said.append(f"{listed(beaten)} {'is' if len(beaten) == 1 else 'are'} beaten: another is as good in both, and "
                    "better in one.")  # fmt: skip
    return " ".join(said)


def frontier_table(found: Frontier) -> Table:
    """The points as rows, for where nothing is drawn."""
    rows = [line(one.label, points(one.excess), one.correct, listed(one.beaten_by) if one.beaten_by else "none")
            for one in found.points]  # fmt: skip
    beaten = Column("beaten by", meaning="takes as much and is correct as often, and one of both more")
    return Table((*columns("attack", "excess, points", "correct, %"), beaten), tuple(rows), title=TITLE)


def _drawn(rows: Sequence[Potency]) -> Frontier:
    ends = [100 * end for row in rows for end in (*row.gain.ends, 0.0)]
    low, high = STEP * floor(min(ends) / STEP), STEP * max(1, ceil(max(ends) / STEP))
    down = HEIGHT / (high - low)
    placed = tuple(_placed(number, row, rows, down, high) for number, row in enumerate(rows, 1))
    return Frontier(
        told="Excess of each attack against the share of it that is correct, in percent",
        axis="judged correct, %; excess in points",
        height=HEIGHT,
        across=tuple(Tick(place, str(place)) for place in range(0, 101, STEP)),
        up=tuple(
            Tick(round((high - value) * down, 1), str(value).replace("-", "−")) for value in range(low, high + 1, STEP)
        ),
        points=placed,
    )


def _placed(number: int, row: Potency, rows: Sequence[Potency], down: float, high: float) -> Placed:
    def place(value: float) -> float:
        return round((high - 100 * value) * down, 1)

    (left, right), (below, above) = row.correct_rate.ends, row.gain.ends
    return Placed(
        number=number,
        label=row.adversary,
        correct=row.correct_rate,
        excess=row.gain,
        beaten_by=tuple(other.adversary for other in rows if _beats(other, row)),
        x=100 * row.correct_rate.value,
        y=place(row.gain.value),
        left=100 * left,
        right=100 * right,
        above=place(above),
        below=place(below),
    )


def _beats(one: Potency, other: Potency) -> bool:
    first, second = ((row.gain.value, row.correct_rate.value) for row in (one, other))
    return first != second and first[0] >= second[0] and first[1] >= second[1]
