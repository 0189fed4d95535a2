"""People and machines on one scale: by right buzzes, where they have answered the same questions."""

from collections import Counter
from collections.abc import Sequence, Set

from stumper.buzz import Buzz
from stumper.listening import Composed
from stumper.sections.play import PEOPLE, Gap, Ladder
from stumper.statistics.ability import FEWEST_ITEMS, Reply, scale

OWN = 20  # answers, from which on a person has an ability of their own
OTHERS = "other people"
MOST_ANSWERS = 60_000  # answers that a scale is made of


def ladder(buzzes: Sequence[Buzz], composed: Sequence[Composed] = ()) -> Ladder | None:
    """The scale of all that are judged alike; None where ``why_no_ladder`` says why there is none."""
    if why_no_ladder(buzzes):
        return None
    buzzes = judged_alike(buzzes)
    answers = Counter(buzz.player for buzz in buzzes if not buzz.is_machine and buzz.player)
    own = {player for player, number in answers.items() if number >= OWN}
    others = OTHERS if own else PEOPLE
    found = scale([reply_of(buzz, own, others) for buzz in buzzes])
    if found is None:
        return None
    named = _named([one.item for one in found.difficulties], buzzes, composed)
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
    if not (_met(buzzes, False) and _met(buzzes, True)):
        return "either people or machines have answered nothing"
    every, buzzes = buzzes, judged_alike(buzzes)
    both = len(_met(buzzes, False) & _met(buzzes, True))
    if both < FEWEST_ITEMS and len(buzzes) < len(every):
        return (
            "machines are judged by the file's own verdicts, which are stricter than moderators' rulings on people "
            "(give the answer lines with --tossups)"
        )
    if both < FEWEST_ITEMS:
        return f"people and machines have answered {both} questions in common, and it takes {FEWEST_ITEMS}"
    if len(buzzes) > MOST_ANSWERS:
        return f"it is made of {MOST_ANSWERS:,} answers or fewer, and there are {len(buzzes):,}"
    return ""


def _met(buzzes: Sequence[Buzz], machines: bool) -> set[str]:
    return {buzz.question_id for buzz in buzzes if buzz.is_machine == machines}


def judged_alike(buzzes: Sequence[Buzz]) -> list[Buzz]:
    """Without answers that are held to another standard than people's."""
    return [buzz for buzz in buzzes if not buzz.judged_by_source]


def _named(items: Sequence[str], buzzes: Sequence[Buzz], composed: Sequence[Composed]) -> dict[str, str]:
    """The answers of these questions; of several with one answer each with its packet behind it, or else its id."""
    answers = {one.id: one.answer for one in composed if one.answer and one.id in {*items}}
    packets = {buzz.question_id: packet for buzz in buzzes if (packet := dict(buzz.groups).get("packet"))}
    often = Counter(answers.values())
    told = Counter((answer, packets.get(id)) for id, answer in answers.items())
    return {
        id: answer
        if often[answer] == 1
        else f"{answer} ({packets[id] if id in packets and told[answer, packets[id]] == 1 else id})"
        for id, answer in answers.items()
    }


def reply_of(buzz: Buzz, own: Set[str] = frozenset(), others: str = PEOPLE) -> Reply:
    """A buzz as the scale takes it: a right one when it came; a wrong one, and none by the end, as never right."""
    is_open = buzz.censored and buzz.position < 1.0 - 1e-9
    who = buzz.player if buzz.is_machine or buzz.player in own else others
    return Reply(
        who, "machines" if buzz.is_machine else "people", buzz.question_id, buzz.position, buzz.correct, is_open
    )
