"""Buzzes of several logs as one list: each answer once, and each question under one name."""

from collections.abc import Sequence
from dataclasses import replace

from stumper.buzz import Buzz
from stumper.datasets.buzz_log import occasion
from stumper.errors import BadData
from stumper.shown import shown
from stumper.tasks.quizbowl.section.figures import Composed

SHORTEST = 16  # characters of an end by which an id is known: those of an event, not numbers or names


def each_once(logs: Sequence[tuple[str, Sequence[Buzz]]]) -> list[Buzz]:
    """The buzzes of these logs, by their names; what several of them tell counts once, as the first has it. BadData
    where a player answers a question in one log after other words than in another."""
    met: dict[tuple[object, ...], tuple[str, Buzz]] = {}
    for log, buzzes in logs:
        for buzz in buzzes:
            first, known = met.setdefault(occasion(buzz), (log, buzz))
            if abs(known.position - buzz.position) > 1e-9 or known.censored != buzz.censored:
                raise BadData(
                    f"{first} and {log} tell of different answers of {shown(buzz.player)} to "
                    f"{shown(buzz.question_id)}. Name one of them, or give each time that it was played its 'round'."
                )
    return [buzz for _, buzz in met.values()]


def one_name_a_question(buzzes: Sequence[Buzz], composed: Sequence[Composed]) -> tuple[list[Buzz], list[Composed]]:
    """The same with one id for each question, where files have the same one under ids of which only the ends agree."""
    called: dict[str, set[str]] = {}
    for id in {*(one.question_id for one in buzzes), *(one.id for one in composed)}:
        called.setdefault(end_of(id), set()).add(id)
    alike = {id: end for end, ids in called.items() if len(ids) > 1 for id in ids}
    return (
        [
            replace(one, question_id=alike.get(one.question_id, one.question_id),
                    original=alike.get(one.original, one.original))
            for one in buzzes
        ],
        [
            replace(one, id=alike.get(one.id, one.id), original=alike.get(one.original, one.original))
            for one in composed
        ],
    )  # fmt: skip


def end_of(id: str) -> str:
    """The part of an id that is the same in all files of an event; all of it, unless its end is as long as such are."""
    end = id.rpartition("-")[2]
    return end if len(end) >= SHORTEST else id
