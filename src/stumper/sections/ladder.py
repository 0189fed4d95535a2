"""People and machines on one scale of ability, as a report has it: a ladder, and the questions that set them apart."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from stumper.sections.wording import plural
from stumper.statistics import Estimate
from stumper.statistics.ability import FEWEST_ITEMS, STEPS, Difficulty, Placed, Reply, scale

PEOPLE = "people"
OTHERS = "other people"
OWN = 20  # answers, from which on a person has an ability of their own
MOST_ANSWERS = 60_000  # answers that a scale is made of


@dataclass(frozen=True, slots=True)
class Gap:
    """A question that people and machines have answered, with its answer where that is known; where several have one
    answer, with their packet, or id, behind it. What is asked without a position is told by its text."""

    difficulty: Difficulty
    answer: str


@dataclass(frozen=True, slots=True)
class Ladder:
    """Everybody by ability, the ``crowd`` of all people, and questions by how much harder they are for machines.

    ``spreads`` are the standard deviations of difficulties to people and to machines, ``alike`` their correlation.
    """

    crowd: Estimate
    rows: tuple[Placed, ...]
    gaps: tuple[Gap, ...]
    spreads: tuple[float, float]
    alike: float
    replies: int


def ladder_of(replies: Sequence[Reply], named: Mapping[str, str], steps: int = STEPS) -> Ladder | None:
    """The ladder of these replies, in which ``who`` of people nobody knows is ""; ``named`` says what questions are
    called. None where both sides have too few in common."""
    found = scale(pooled(replies), steps)
    if found is None:
        return None
    return Ladder(
        crowd=found.crowd,
        rows=tuple(found.placed),
        gaps=tuple(Gap(one, named.get(one.item, "")) for one in found.difficulties),
        spreads=(found.spreads["people"], found.spreads["machines"]),
        alike=found.alike,
        replies=len(replies),
    )


def pooled(replies: Sequence[Reply]) -> list[Reply]:
    """The replies with people under their names who have enough of them, and all others under one."""
    answers = Counter(one.who for one in replies if one.side == "people" and one.who)
    own = {who for who, number in answers.items() if number >= OWN}
    others = OTHERS if own else PEOPLE
    return [one if one.side == "machines" or one.who in own else replace(one, who=others) for one in replies]


def too_few(common: int, answers: int, unit: str = "question", machines: str = "machines") -> str:
    """Why there is no scale of so many answers to what both sides have in common; "" where there is one."""
    if common < FEWEST_ITEMS:
        return f"people and {machines} have answered {plural(common, unit)} in common, and it takes {FEWEST_ITEMS}"
    if answers > MOST_ANSWERS:
        return f"it is made of {MOST_ANSWERS:,} answers or fewer, and there are {answers:,}"
    return ""
