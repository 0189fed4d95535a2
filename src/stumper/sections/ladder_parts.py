"""What is shown of the scale of ability: the ladder, and the questions that are harder for one side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from stumper.sections.ladder import PEOPLE, Gap, Ladder
from stumper.sections.section import Block, Cell, Column, Dumbbell, Table
from stumper.sections.showing import (
    Value,
    columns,
    details,
    drawn,
    dumbbell,
    gain,
    lead,
    line,
    mean,
    notes,
    part,
    said,
    shown,
)
from stumper.sections.wording import count, interval, listed, percent, plural, signed_decimals
from stumper.statistics import Estimate, negated
from stumper.statistics.ability import Placed

BEYOND = "in the log of the odds, beyond what abilities say"
NONE_APART = "Of {} that both have answered none is told apart: the interval of each gap holds 0."
SHOWN = 6  # questions of each side in the picture of gaps


@dataclass(frozen=True, slots=True)
class Words:
    """How a ladder speaks: of what is ``right``, and of whose it is, of which ``unit``, by which ``machine``.

    What ``is_timed`` has its positions in a text, so that it is right by its end or by half of it.
    """

    right: str = "a right buzz"
    said: str = "the buzz"
    unit: str = "question"
    machine: str = "machine"
    is_timed: bool = True


PLAYED = Words()


def blocks(
    found: Ladder, colours: Mapping[str, int], words: Words = PLAYED, more: Sequence[str] = ()
) -> tuple[Block, ...]:
    """The ladder with its table, and the gaps with theirs; ``more`` is to be known beside."""
    told = [
        lead(_about(words)),
        drawn(_rungs(found, colours)),
        details("The same as a table", shown(_table(found, words))),
    ]
    if found.gaps:
        pictured = _pictured(found, words)
        told += [
            Block("heading", "Harder for the one than for the other"),
            *([lead(_about_gaps(words)), drawn(pictured, ("people", f"{words.machine}s"))] if pictured else
              [said(NONE_APART.format(plural(len(found.gaps), words.unit)))]),
            details(f"All {words.unit}s that both have answered, as a table", shown(_gaps(found, words))),
        ]  # fmt: skip
    return (part("One scale of ability", *map(said, sentences(found, words)), *told, *notes(more)),)


def short(found: Ladder, words: Words = PLAYED) -> Block:
    """What a terminal shows."""
    return shown(_table(found, words))


def sentences(found: Ladder, words: Words = PLAYED) -> list[str]:
    """Where people stand among machines, and how many questions are harder for the one side."""
    machines = [row for row in found.rows if row.side == "machines"]
    above, below = (
        sum(row.against.low > 0 for row in machines), sum(row.against.high < 0 for row in machines)
    )  # fmt: skip
    between = len(machines) - above - below
    where = ((above, "stand", "above them"), (below, "stand", "below them"), (between, "cannot be told", "from them"))
    stand = [
        f"{count(number)} {verb}{'s' if number == 1 and verb == 'stand' else ''} {place}"
        for number, verb, place in where
        if number
    ]
    standing = f"of {count(len(machines))} {words.machine}s {listed(stand)}"
    if len(machines) == 1:
        standing = f"{machines[0].who} {stand[0].removeprefix('1 ')}"
    answers = count(sum(row.replies for row in found.rows if row.side == "people"))
    told = [
        f"On one scale of ability people together give {words.right} to {_share(chance(found.crowd))} of "
        f"{words.unit}s of middling difficulty; {standing} (n = {answers} answers of people and "
        f"{count(sum(row.replies for row in machines))} of {words.machine}s, with "
        f"{plural(len(found.gaps), words.unit)} in common)."
    ]
    gaps = [gap.difficulty.gap for gap in found.gaps]
    harder, easier = sum(gap.low > 0 for gap in gaps), sum(gap.high < 0 for gap in gaps)
    if harder or easier:
        told.append(
            f"Of {plural(len(gaps), words.unit)} that both have answered {count(harder)} "
            f"{'is' if harder == 1 else 'are'} harder for {words.machine}s than for people, beyond what their "
            f"abilities say, and {count(easier)} for people. Each is told by an interval of its own, so that about "
            f"{count(round(0.05 * len(gaps)))} of all would be told apart by chance."
        )
    return told


def chance(ability: Estimate) -> Estimate:
    """The chance of being right that an ability stands for, at a question of middling difficulty."""
    low, value, high = (1 / (1 + exp(-odds)) for odds in (ability.low, ability.value, ability.high))
    return Estimate(value, low, high, ability.n)


def _share(estimate: Estimate) -> str:
    return f"{percent(estimate.value)}% {interval(estimate)}"


def _about(words: Words) -> str:
    by = " by the end" if words.is_timed else ""
    return (
        f"The share of {words.unit}s of middling difficulty to which each gives {words.right}{by}, in percent with 95% "
        f"intervals: what the ability says, whichever {words.unit}s somebody met."
    )


def _about_gaps(words: Words) -> str:
    return (
        f"The {words.unit}s whose difficulty to people and to {words.machine}s lies farthest apart: the chance in "
        f"percent that {words.said} of ○ people and of ● a {words.machine} as able as people is right. Beside it, how "
        "much harder it is for the one side than for the other, in the log of the odds."
    )


def _rungs(found: Ladder, colours: Mapping[str, int]) -> list[Dumbbell]:
    rows = [dumbbell(who(row.who, row.side == "machines"), chance(row.ability), hue=colours.get(row.who, 0))
            for row in found.rows]  # fmt: skip
    return (
        rows
        if _is_pooled(found)
        else [dumbbell("people together", chance(found.crowd), hue=colours.get(PEOPLE, 0)), *rows]
    )


def _is_pooled(found: Ladder) -> bool:
    return sum(row.side == "people" for row in found.rows) == 1


def _table(found: Ladder, words: Words) -> Table:
    meaning = f"the log of the odds of {words.right} to a {words.unit} of middling difficulty"
    by = [Column("by the end, %", "right", f"of {words.unit}s of middling difficulty", is_main=True),
          Column("by half, %", "right", f"once half of the {words.unit} is read")]  # fmt: skip
    header = (
        Column("who"), Column("answers"), Column("ability", meaning=meaning),
        Column("less people's", meaning="the ability less that of people together"),
        *(by if words.is_timed else [Column("right, %", meaning=by[0].meaning, is_main=True)]),
    )  # fmt: skip
    rows = [
        line(who(row.who, row.side == "machines"), row.replies, mean(row.ability),
             gain(row.against) if _is_told(row, found) else "–", chance(row.ability),
             *([chance(row.by_half)] if words.is_timed else []))
        for row in found.rows
    ]  # fmt: skip
    if not _is_pooled(found):
        replies = sum(row.replies for row in found.rows if row.side == "people")
        more = ["–"] if words.is_timed else []
        rows.insert(0, line("people together", replies, mean(found.crowd), "–", chance(found.crowd), *more))
    title = f"Abilities by right {'buzzes' if words.is_timed else 'answers'}"
    return Table(header, tuple(rows), title=title, aside="with 95% intervals", is_wide=True)


def who(player: str, is_machine: bool) -> str:
    """A player in a table."""
    return player if is_machine or player != PEOPLE else "people together"


def _is_told(row: Placed, found: Ladder) -> bool:
    """Whether an ability is another thing than that of people together."""
    return row.side == "machines" or sum(one.side == "people" for one in found.rows) > 1


def _pictured(found: Ladder, words: Words) -> list[Dumbbell]:
    apart = [gap for gap in found.gaps if gap.difficulty.gap.low > 0 or gap.difficulty.gap.high < 0]
    harder = [gap for gap in apart if gap.difficulty.gap.value > 0][:SHOWN]
    easier = [gap for gap in apart if gap.difficulty.gap.value < 0][-SHOWN:]
    groups = ((f"Harder for {words.machine}s", harder), ("Harder for people", easier[::-1]))
    return [_gap(found, gap, under) for under, gaps in groups for gap in gaps]


def _gap(found: Ladder, gap: Gap, under: str) -> Dumbbell:
    people, machines = (_right(found, one) for one in (gap.difficulty.people, gap.difficulty.machines))
    harder = gap.difficulty.gap if gap.difficulty.gap.value > 0 else negated(gap.difficulty.gap)
    beside: Sequence[Value] = (Cell(f"{signed_decimals(harder)} harder"),)
    return dumbbell(_named(gap), machines, *beside, before=people, hue=2, under=(under,))


def _right(found: Ladder, difficulty: Estimate) -> Estimate:
    """The chance of somebody as able as people are; the interval is of the difficulty."""
    crowd = found.crowd.value
    return chance(Estimate(crowd - difficulty.value, crowd - difficulty.high, crowd - difficulty.low, difficulty.n))


def _named(gap: Gap) -> str:
    return gap.answer or gap.difficulty.item


def _gaps(found: Ladder, words: Words) -> Table:
    header = (
        *columns(words.unit, "answers"),
        Column("to people", "difficulty"), Column(f"to {words.machine}s", "difficulty"),
        Column(f"harder for {words.machine}s by", meaning=BEYOND, is_main=True),
    )  # fmt: skip
    rows = [
        line(_named(gap), gap.difficulty.gap.n, gain(gap.difficulty.people), gain(gap.difficulty.machines),
             gain(gap.difficulty.gap))
        for gap in found.gaps
    ]  # fmt: skip
    aside = f"of {count(found.replies)} answers; difficulties against the middle of all {words.unit}s"
    return Table(header, tuple(rows), title="Difficulties", aside=aside, is_wide=True)
