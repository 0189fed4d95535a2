"""Bonuses as files hold them, and as the parts that systems are asked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stumper.formats import Skipped
from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.types import Example, Gold

WORTH = 10  # points a part
PARTS = 3  # of a bonus


@dataclass(frozen=True, slots=True)
class Part:
    """A part, which is read out even where it cannot be used: then there is no ``gold``, and ``why`` says it."""

    text: str
    answer_line: str
    gold: Gold | None
    media: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Bonus:
    """A lead-in and its parts; ``worths`` are the points of the parts, where the file says so."""

    id: str
    leadin: str
    parts: tuple[Part, ...]
    title: str = ""
    category: str = ""
    subcategory: str = ""
    set: str = ""
    packet: str = ""
    difficulty: str = ""
    worths: tuple[int, ...] = ()
    media: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadBonuses:
    """All bonuses of a file; ``notes`` are what a user should know of it."""

    bonuses: tuple[Bonus, ...]
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()


def examples_of(bonus: Bonus) -> Iterator[Example]:
    """Each part that can be used, asked with what has been read before it; the bonus and its packet are its groups."""
    earlier: list[str] = []
    of = f"{bonus.set} {bonus.packet}".strip()
    groups = ((("packet", of),) if bonus.packet else ()) + (("bonus", bonus.id),)
    for number, part in enumerate(bonus.parts, 1):
        if part.gold is not None:
            query = BonusPart(part.text, bonus.leadin, tuple(earlier))
            yield Example(f"{bonus.id}-{number}", query, part.gold, groups)
        earlier.append(heard(part.text, part.gold))


def heard(text: str, gold: Gold | None) -> str:
    """A part that was read, with its answer where it is known."""
    return f"{text} ANSWER: {gold.answers[0].text}" if gold and gold.answers else text


def unusable(bonuses: Sequence[Bonus]) -> tuple[Skipped, ...]:
    """The parts that cannot be used, counted through the file, and why."""
    every = [(bonus, number, part) for bonus in bonuses for number, part in enumerate(bonus.parts, 1)]
    return tuple(
        Skipped(place, f"part {number} of the bonus {bonus.id!r}: {part.why}", "part")
        for place, (bonus, number, part) in enumerate(every, 1)
        if part.gold is None
    )
