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
        piece.id
        for piece in work
        if any(_has_seen(name, victim, example) for example in (*_examples(piece), *variants.get(piece.id, ())))
    )


def _examples(piece: Work) -> tuple[Example, ...]:
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
