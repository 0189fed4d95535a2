"""What is shown of the scale of ability: the ladder, and the questions that are harder for one side."""

from collections.abc import Mapping, Sequence

from stumper.sections.play import Gap, Ladder
from stumper.sections.section import Block, Cell, Column, Dumbbell, Table
from stumper.sections.showing import Value, columns, details, drawn, dumbbell, gain, lead, line, mean, part, said, shown
from stumper.sections.wording import count, signed_decimals
from stumper.statistics import Estimate
from stumper.tasks.quizbowl.section import sentences
from stumper.tasks.quizbowl.section.sentences import chance, is_told, who

SHOWN = 6  # questions of each side in the picture of gaps
ABOUT = (
    "The share of questions of middling difficulty to which each gives a right buzz by the end, in percent with 95% "
    "intervals: what the ability says, whichever questions somebody met."
)
GAPS = (
    "The questions whose difficulty to people and to machines lies farthest apart: the chance in percent that the buzz "
    "of ○ people and of ● a machine as able as people is right. Beside it, how much harder it is for machines than for "
    "people, in the log of the odds."
)


def blocks(found: Ladder, colours: Mapping[str, int]) -> tuple[Block, ...]:
    """The ladder with its table, and the gaps with theirs."""
    told = [lead(ABOUT), drawn(_rungs(found, colours)), details("The same as a table", shown(_table(found)))]
    if found.gaps:
        told += [
            Block("heading", "Harder for the one than for the other"),
            lead(GAPS),
            drawn(_pictured(found), words=("people", "machines")),
            details("All questions that both have answered, as a table", shown(_gaps(found))),
        ]
    return (part("One scale of ability", *map(said, sentences.of_ladder(found)), *told),)


def short(found: Ladder) -> Block:
    """What a terminal shows."""
    return shown(_table(found))


def _rungs(found: Ladder, colours: Mapping[str, int]) -> list[Dumbbell]:
    rows = [dumbbell(who(row.who, row.side == "machines"), chance(row.ability), hue=colours.get(row.who, 0))
            for row in found.rows]  # fmt: skip
    return rows if _is_pooled(found) else [dumbbell("people together", chance(found.crowd), hue=1), *rows]


def _is_pooled(found: Ladder) -> bool:
    return sum(row.side == "people" for row in found.rows) == 1


def _table(found: Ladder) -> Table:
    header = (
        Column("who"), Column("answers"),
        Column("ability", meaning="the log of the odds of a right buzz to a question of middling difficulty"),
        Column("less people's", meaning="the ability less that of people together"),
        Column("by the end, %", "right", "of questions of middling difficulty", is_main=True),
        Column("by half, %", "right", "once half of the question is read"),
    )  # fmt: skip
    rows = [
        line(who(row.who, row.side == "machines"), row.replies, mean(row.ability),
             gain(row.against) if is_told(row, found) else "–", chance(row.ability), chance(row.by_half))
        for row in found.rows
    ]  # fmt: skip
    if not _is_pooled(found):
        replies = sum(row.replies for row in found.rows if row.side == "people")
        rows.insert(0, line("people together", replies, mean(found.crowd), "–", chance(found.crowd), "–"))
    return Table(header, tuple(rows), title="Abilities by right buzzes", aside="with 95% intervals", is_wide=True)


def _pictured(found: Ladder) -> list[Dumbbell]:
    apart = [gap for gap in found.gaps if gap.difficulty.gap.low > 0 or gap.difficulty.gap.high < 0]
    harder = [gap for gap in apart if gap.difficulty.gap.value > 0][:SHOWN]
    easier = [gap for gap in apart if gap.difficulty.gap.value < 0][-SHOWN:]
    groups = (("Harder for machines", harder), ("Harder for people", easier[::-1]))
    return [_gap(found, gap, under) for under, gaps in groups for gap in gaps]


def _gap(found: Ladder, gap: Gap, under: str) -> Dumbbell:
    people, machines = (_right(found, one) for one in (gap.difficulty.people, gap.difficulty.machines))
    beside: Sequence[Value] = (Cell(f"{signed_decimals(gap.difficulty.gap)} harder"),)
    return dumbbell(_named(gap), machines, *beside, before=people, hue=2, under=(under,))


def _right(found: Ladder, difficulty: Estimate) -> Estimate:
    """The chance of somebody as able as people are; the interval is of the difficulty."""
    crowd = found.crowd.value
    return chance(Estimate(crowd - difficulty.value, crowd - difficulty.high, crowd - difficulty.low, difficulty.n))


def _named(gap: Gap) -> str:
    return gap.answer or gap.difficulty.item


def _gaps(found: Ladder) -> Table:
    header = (
        *columns("question", "answers"),
        Column("to people", "difficulty"), Column("to machines", "difficulty"),
        Column("harder for machines by", meaning="in the log of the odds, beyond what abilities say", is_main=True),
    )  # fmt: skip
    rows = [
        line(_named(gap), gap.difficulty.gap.n, gain(gap.difficulty.people), gain(gap.difficulty.machines),
             gain(gap.difficulty.gap))
        for gap in found.gaps
    ]  # fmt: skip
    aside = f"of {count(found.replies)} answers; difficulties against the middle of all questions"
    return Table(header, tuple(rows), title="Difficulties", aside=aside, is_wide=True)
