"""Which pieces of work a victim was trained or tuned on, by what it says itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from stumper.errors import BrokenVictim, VictimFailed
from stumper.forking import in_one_process
from stumper.protocols import Trained
from stumper.runs.patience import Patience, Silent, silence
from stumper.runs.work import Work
from stumper.types import Example, Unmade


def seen_among(
    name: str,
    victim: object,
    work: Sequence[Work],
    variants: Mapping[str, Sequence[Example]],
    patience: Patience | None = None,
) -> frozenset[str]:
    """The ids of the pieces that the victim of this name has seen: their original, or what was made of it.

    ``variants`` are by the id of their original. BrokenVictim where the victim says neither True nor False;
    VictimFailed where ``patience`` ends before it says anything of an example.
    """
    told = {piece.id: (*examples_of(piece), *variants.get(piece.id, ())) for piece in work}
    return frozenset(id for id, examples in told.items() if has_seen(name, victim, examples, patience))


def has_seen(name: str, victim: object, examples: Sequence[Example], patience: Patience | None = None) -> bool:
    """Whether the victim of this name says of one of the examples that it has seen it; False of one that tells nothing.

    Raises what ``seen_among`` does.
    """
    return isinstance(victim, Trained) and any(_has_seen(name, victim, example, patience) for example in examples)


def examples_of(piece: Work) -> tuple[Example, ...]:
    """The examples of a piece of work: its original, and what was made of it where it is an instance."""
    if isinstance(piece, Example):
        return (piece,)
    if isinstance(piece, Unmade):
        return (piece.example,)
    made = piece.perturbation
    return piece.example, Example(piece.id, made.query, made.gold)


def _has_seen(name: str, victim: Trained, example: Example, patience: Patience | None) -> bool:
    def asked(victim: Any) -> object:
        with in_one_process():
            return victim.has_seen(example)

    try:
        said = asked(victim) if patience is None else patience.called(asked)
    except Silent:
        assert patience is not None
        raise VictimFailed(f"Asked whether it has seen {example.id!r}, the victim {name!r} "
                           f"{silence(patience.timeout)}. Mend its has_seen, or take it away.") from None  # fmt: skip
    except Exception as error:
        raise BrokenVictim(f"Asked whether it has seen {example.id!r}, the victim {name!r} raised {error!r}. Mend its "
                           "has_seen, or take it away.") from error  # fmt: skip
    if not isinstance(said, bool):
        raise BrokenVictim(f"Asked whether it has seen {example.id!r}, the victim {name!r} said {said!r}: has_seen "
                           "says True or False.")  # fmt: skip
    return said
