"""Which pieces of work a victim was trained or tuned on, by what it says itself."""

from collections.abc import Mapping, Sequence

from stumper.errors import BrokenVictim
from stumper.protocols import Trained
from stumper.runs.work import Work
from stumper.types import Example, Instance


def seen_among(
    name: str, victim: Trained, work: Sequence[Work], variants: Mapping[str, Sequence[Example]]
) -> frozenset[str]:
    """The ids of the pieces that the victim of this name has seen: their original, or what was made of it.

    ``variants`` are by the id of their original. BrokenVictim where the victim says neither True nor False.
    """
    return frozenset(
        piece.id for piece in work if has_seen(name, victim, (*examples_of(piece), *variants.get(piece.id, ())))
    )


def has_seen(name: str, victim: object, examples: Sequence[Example]) -> bool:
    """Whether the victim of this name says of one of the examples that it has seen it; False of one that tells nothing.

    BrokenVictim where the victim says neither True nor False.
    """
    return isinstance(victim, Trained) and any(_has_seen(name, victim, example) for example in examples)


def examples_of(piece: Work) -> tuple[Example, ...]:
    """The examples of a piece of work: its original, and what was made of it where it is an instance."""
    if not isinstance(piece, Instance):
        return (piece,)
    made = piece.perturbation
    return piece.example, Example(piece.id, made.query, made.gold)


def _has_seen(name: str, victim: Trained, example: Example) -> bool:
    try:
        said = victim.has_seen(example)
    except Exception as error:
        raise BrokenVictim(f"Asked whether it has seen {example.id!r}, the victim {name!r} raised {error!r}. Mend its "
                           "has_seen, or take it away.") from error  # fmt: skip
    if not isinstance(said, bool):
        raise BrokenVictim(f"Asked whether it has seen {example.id!r}, the victim {name!r} said {said!r}: has_seen "
                           "says True or False.")  # fmt: skip
    return said
