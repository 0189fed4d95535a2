"""People and machines on one scale: by right buzzes, where they have answered the same questions."""

from collections import Counter
from collections.abc import Sequence, Set

from stumper.buzz import Buzz
from stumper.statistics.ability import FEWEST_ITEMS, Reply, scale
from stumper.tasks.quizbowl.section.figures import PEOPLE, Composed, Gap, Ladder

OWN = 20  # answers, from which on a person has an ability of their own
OTHERS = "other people"
MOST = 60_000  # answers that a scale is made of


def ladder(buzzes: Sequence[Buzz], composed: Sequence[Composed] = ()) -> Ladder | None:
    """The scale of all these; None where ``why_no_ladder`` says why there is none."""
    if why_no_ladder(buzzes):
        return None
    answers = Counter(buzz.player for buzz in buzzes if not buzz.is_machine and buzz.player)
    own = {player for player, number in answers.items() if number >= OWN}
    others = OTHERS if own else PEOPLE
    found = scale([reply_of(buzz, own, others) for buzz in buzzes])
    if found is None:
        return None
    named = {one.id: one.answer for one in composed}
    return Ladder(
        crowd=found.crowd,
        rows=tuple(found.placed),
        gaps=tuple(Gap(one, named.get(one.item, "")) for one in found.difficulties),
        spreads=(found.spreads["people"], found.spreads["machines"]),
        alike=found.alike,
        replies=len(buzzes),
    )


def why_no_ladder(buzzes: Sequence[Buzz]) -> str:
    """Why there is no scale; "" where there is one, or nobody would ask for one."""
    people, machines = ({buzz.question_id for buzz in buzzes if buzz.is_machine == is_one} for is_one in (False, True))
    if not (people and machines):
        return "either people or machines have answered nothing"
    both = len(people & machines)
    if both < FEWEST_ITEMS:
        return f"people and machines have answered {both} questions in common, and it takes {FEWEST_ITEMS}"
    if len(buzzes) > MOST:
        return f"it is made of {MOST:,} answers or fewer, and there are {len(buzzes):,}"
    return ""


def reply_of(buzz: Buzz, own: Set[str] = frozenset(), others: str = PEOPLE) -> Reply:
    """A buzz as the scale takes it: a right one when it came; a wrong one, and none by the end, as never right."""
    is_open = buzz.censored and buzz.position < 1.0 - 1e-9
    who = buzz.player if buzz.is_machine or buzz.player in own else others
    return Reply(
        who, "machines" if buzz.is_machine else "people", buzz.question_id, buzz.position, buzz.correct, is_open
    )
