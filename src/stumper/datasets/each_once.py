"""Buzzes of several logs as one list: each answer once, and each question under one name."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from stumper.buzz import Buzz
from stumper.datasets.buzz_log import occasion
from stumper.errors import BadData
from stumper.listening import Composed
from stumper.shown import shown

SHORTEST = 16  # characters of an end by which an id is known: those of an event, not numbers or names


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a file calls it, with the packet that the file names, "" where it names none."""

    file: str
    id: str
    packet: str = ""


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


def names_of(asked: Iterable[Asked]) -> dict[str, str]:
    """By id, one name for what several files ask under ids of which only the ends agree.

    A name is that end. It is given only where each file has one id with it, and where no two files name packets that
    differ: otherwise nobody knows which questions are one.
    """
    by_end: dict[str, list[Asked]] = {}
    for one in asked:
        by_end.setdefault(end_of(one.id), []).append(one)
    return {one.id: end for end, alike in by_end.items() if _are_one(alike) for one in alike}


def _are_one(alike: Sequence[Asked]) -> bool:
    ids: dict[str, set[str]] = {}
    for one in alike:
        ids.setdefault(one.file, set()).add(one.id)
    packets = {_packet(one.packet) for one in alike if one.packet}
    return len({one.id for one in alike}) > 1 and all(len(own) == 1 for own in ids.values()) and len(packets) <= 1


def _packet(named: str) -> str:
    """A packet's number, where its name has one: "1" and "Packet 1 - Jordan" are one packet."""
    found = re.search(r"\d+", named)
    return found[0].lstrip("0") if found else named.casefold().strip()


def one_name_a_question(
    buzzes: Sequence[Buzz], composed: Sequence[Composed], names: Mapping[str, str]
) -> tuple[list[Buzz], list[Composed]]:
    """The buzzes and the questions, each question by its name."""
    return (
        [
            replace(one, question_id=names.get(one.question_id, one.question_id),
                    original=names.get(one.original, one.original))
            for one in buzzes
        ],
        [
            replace(one, id=names.get(one.id, one.id), original=names.get(one.original, one.original))
            for one in composed
        ],
    )  # fmt: skip


def end_of(id: str) -> str:
    """The part of an id that may be the same in all files of an event; all of it, unless its end is as long as such
    are."""
    end = id.rpartition("-")[2]
    return end if len(end) >= SHORTEST else id
