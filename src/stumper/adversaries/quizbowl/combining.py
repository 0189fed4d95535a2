"""The search that adversaries share which can say each clue of a tossup in several other ways."""

from collections.abc import Generator, Sequence
from itertools import islice

from stumper.adversaries.quizbowl.clues import Clues, Rewriting
from stumper.errors import BadOption
from stumper.types import Perturbation, Verdict

Search = Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]


def combined(given: Clues, choices: Sequence[Sequence[Rewriting]], kind: str, most: int) -> Search:
    """Tries, of each clue that has choices, one after the other alone, and all first choices together; then, together,
    the choice of each clue that did most harm.

    ``most`` is how many choices are tried alone, first choices of all clues before second ones.
    """
    ways = [way for way in choices if way]
    if not ways:
        return None
    alone = list(islice(_by_rank(ways), most))
    proposed = [given.rewritten([ways[clue][rank]], kind) for clue, rank in alone]
    if len(ways) > 1:
        proposed.append(given.rewritten([way[0] for way in ways], kind))
    said = yield proposed
    harm: dict[int, tuple[tuple[float, float], int]] = {}
    for (clue, rank), verdict in zip(alone, said, strict=False):
        if verdict.score is not None and verdict.expected is not None:
            found = (verdict.score, verdict.expected), rank
            harm[clue] = min(harm.get(clue, found), found)
    worst = [ways[clue][rank] for clue, (_, rank) in sorted(harm.items())]
    if len(worst) > 1 and any(rank for _, rank in harm.values()):
        yield [given.rewritten(worst, kind)]
    return None


def check_most(adversary: str, most: int) -> None:
    """BadOption where less than one choice would be tried."""
    if most < 1:
        raise BadOption(f"The option 'candidates' of {adversary} is a number of 1 or more, not {most}.")


def _by_rank(ways: Sequence[Sequence[Rewriting]]) -> "list[tuple[int, int]]":
    """The places of all choices, as clue and rank: the first choice of each clue, then the second ones."""
    places = [(clue, rank) for clue, way in enumerate(ways) for rank in range(len(way))]
    return sorted(places, key=lambda place: (place[1], place[0]))
