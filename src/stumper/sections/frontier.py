"""The frontier of attacks: how much each takes from the systems against how much of it is correct."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor, isnan

from stumper.scores.adversarial import Potency
from stumper.sections.pictures import Frontier, Placed, Tick
from stumper.sections.section import Block, Column, Table
from stumper.sections.showing import columns, line, points
from stumper.sections.wording import TOO_FEW, holds_zero, listed, signed_interval, with_interval
from stumper.statistics import Estimate

HEIGHT = 300  # px
STEP = 20  # points between two marks
TITLE = "What attacks take, and how much of them is correct"
SAID = (
    "The excess of each attack whose variants were judged, over the systems that met it, against the share judged "
    "correct; bars are the intervals. Further up takes more, further right is correct more often. On the frontier "
    "stands what takes more than doing nothing by its whole interval, and is beaten by no other such attack in both."
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
    """Which attacks above 0 no other beats in both figures, which are beaten, and of each other attack what its
    interval says. By the figures as they are: where intervals overlap, another sample may order them otherwise."""
    above = sorted([one for one in found.points if is_above(one.excess)], key=lambda one: -one.excess.value)
    best, beaten = ([one for one in above if bool(one.beaten_by) == is_beaten] for is_beaten in (False, True))
    said = [_best(best, len(above) == len(found.points))]
    if beaten:
        named = listed(one.label for one in beaten)
        said.append(f"{named} {_are(beaten)} beaten: another is as good in both, and better in one.")
    said += _rest([one for one in found.points if not is_above(one.excess)])
    if len({one.systems for one in found.points}) > 1:
        said.append("Attacks are compared with those that met the same systems alone.")
    return " ".join(said)


def is_above(excess: Estimate) -> bool:
    """Whether an attack takes more than doing nothing does, by its whole interval; False where it has none."""
    return excess.is_known and excess.low > 0


def _best(best: Sequence[Placed], are_all_above: bool) -> str:
    if not best:
        return "No attack stands on the frontier."
    told = _figures(best)
    if len(best) > 1:
        return f"On the frontier stand {told}: each is beaten by no other in both."
    return f"{told} {'takes most and is correct most often' if are_all_above else 'stands alone on the frontier'}."


def _rest(rest: Sequence[Placed]) -> Iterator[str]:
    """Of attacks that are not above 0, by what their excess says."""
    if alike := [one for one in rest if one.excess.is_known and holds_zero(one.excess)]:
        yield f"{_figures(alike)} {_are(alike)} not told apart from doing nothing."
    if less := [one for one in rest if one.excess.is_known and one.excess.high < 0]:
        yield f"{_figures(less)} {'takes' if len(less) == 1 else 'take'} less than doing nothing."
    if few := [one for one in rest if not one.excess.is_known]:
        yield f"Of {_figures(few)} there are {TOO_FEW}."


def _figures(those: Iterable[Placed]) -> str:
    return listed(
        f"{one.label} ({signed_interval(one.excess)} points, {with_interval(one.correct)}% correct)" for one in those
    )


def _are(those: Sequence[Placed]) -> str:
    return "is" if len(those) == 1 else "are"


def frontier_table(found: Frontier) -> Table:
    """The points as rows, for where nothing is drawn."""
    rows = [line(one.label, points(one.excess), one.correct, listed(one.beaten_by) if one.beaten_by else "none")
            for one in found.points]  # fmt: skip
    beaten = Column("beaten by", meaning="above 0, takes as much and is correct as often, and one of both more")
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
        systems=row.victims,
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
    is_as_good = first != second and first[0] >= second[0] and first[1] >= second[1]
    return is_as_good and is_above(one.gain) and one.victims == other.victims
