"""People and machines on one scale: by right buzzes, where they have answered the same questions."""

from collections import Counter
from collections.abc import Sequence, Set

from stumper.buzz import Buzz
from stumper.listening import Composed
from stumper.sections.ladder import Ladder, ladder_of, too_few
from stumper.statistics.ability import FEWEST_ITEMS, Reply, Side


def ladder(buzzes: Sequence[Buzz], composed: Sequence[Composed] = ()) -> Ladder | None:
    """The scale of all that are judged alike; None where ``why_no_ladder`` says why there is none."""
    if why_no_ladder(buzzes):
        return None
    buzzes = judged_alike(buzzes)
    return ladder_of(
        [reply_of(buzz) for buzz in buzzes], _named({buzz.question_id for buzz in buzzes}, buzzes, composed)
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
    return too_few(both, len(buzzes))


def _met(buzzes: Sequence[Buzz], machines: bool) -> set[str]:
    return {buzz.question_id for buzz in buzzes if buzz.is_machine == machines}


def judged_alike(buzzes: Sequence[Buzz]) -> list[Buzz]:
    """Without answers that are held to another standard than people's."""
    return [buzz for buzz in buzzes if not buzz.judged_by_source]


def _named(items: Set[str], buzzes: Sequence[Buzz], composed: Sequence[Composed]) -> dict[str, str]:
    """The answers of these questions; of several with one answer each with its packet behind it, or else its id."""
    answers = {one.id: one.answer for one in composed if one.answer and one.id in items}
    packets = {buzz.question_id: packet for buzz in buzzes if (packet := dict(buzz.groups).get("packet"))}
    often = Counter(answers.values())
    told = Counter((answer, packets.get(id)) for id, answer in answers.items())
    return {
        id: answer
        if often[answer] == 1
        else f"{answer} ({packets[id] if id in packets and told[answer, packets[id]] == 1 else id})"
        for id, answer in answers.items()
    }


def reply_of(buzz: Buzz) -> Reply:
    """A buzz as the scale takes it: a right one when it came; a wrong one, and none by the end, as never right."""
    is_open = buzz.censored and buzz.position < 1.0 - 1e-9
    side: Side = "machines" if buzz.is_machine else "people"
    return Reply(buzz.player, side, buzz.question_id, buzz.position, buzz.correct, is_open)
