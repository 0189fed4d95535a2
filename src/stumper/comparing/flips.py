"""The questions whose answers changed most between two systems, with what was asked and answered."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stumper.comparing.matching import Match
from stumper.comparing.pairing import Pairs
from stumper.comparing.sides import Side


@dataclass(frozen=True, slots=True)
class Flip:
    """A unit whose score changed from ``before`` (A) to ``after`` (B): its original's id, the ``question`` ("" where
    neither side knows it), and what was answered: None where nothing was, or where nobody knows; ``unanswered`` says
    which sides left it so."""

    dataset: str
    attack: str
    original: str
    variants: tuple[str, str]
    question: str
    answers: tuple[str | None, str | None]
    before: float
    after: float
    unanswered: tuple[bool, bool]


def flips(
    cells: Sequence[tuple[Match, Pairs]], sides: tuple[Side, Side], most: int
) -> tuple[tuple[Flip, ...], tuple[Flip, ...]]:
    """So many units that fell and so many that improved, the largest changes first, each original once."""
    found: list[tuple[float, int, int]] = []
    for number, (_, pairs) in enumerate(cells):
        changes = pairs.scores[1] - pairs.scores[0]
        found += [(float(changes[place]), number, int(place)) for place in np.flatnonzero(changes)]
    fell = sorted((one for one in found if one[0] < 0), key=lambda one: (round(one[0], 6), one[1:]))
    improved = sorted((one for one in found if one[0] > 0), key=lambda one: (round(-one[0], 6), one[1:]))
    chosen = [_first(cells, some, most) for some in (fell, improved)]
    asked = _questions([(cells[number], place) for some in chosen for number, place in some], sides)
    made = [tuple(_flip(*cells[number], place, asked) for number, place in some) for some in chosen]
    return made[0], made[1]


def _first(
    cells: Sequence[tuple[Match, Pairs]], some: Iterable[tuple[float, int, int]], most: int
) -> list[tuple[int, int]]:
    met: dict[tuple[str, str], tuple[int, int]] = {}
    for _, number, place in some:
        if len(met) == most:
            break
        match, pairs = cells[number]
        met.setdefault((match.dataset, pairs.originals[place]), (number, place))
    return list(met.values())


Asked = Mapping[tuple[str, str], str]  # questions by the ids of originals and of variants


def _questions(chosen: Sequence[tuple[tuple[Match, Pairs], int]], sides: tuple[Side, Side]) -> Asked:
    """What was asked, from the first side that knows it."""
    wanted: dict[tuple[str, str], None] = {}
    runs: list[dict[str, None]] = [{}, {}]
    for (match, pairs), place in chosen:
        wanted |= dict.fromkeys((pairs.originals[place], ids[place]) for ids in pairs.ids)
        for held, rows in zip(runs, match.rows, strict=True):
            held |= dict.fromkeys(rows.texts("run").found())
    found: dict[tuple[str, str], str] = {}
    for side, of_side in zip(sides, runs, strict=True):
        if missing := wanted.keys() - found.keys():
            found |= side.questions(list(of_side), missing)
    return found


def _flip(match: Match, pairs: Pairs, place: int, asked: Asked) -> Flip:
    original = pairs.originals[place]
    variants = pairs.ids[0][place], pairs.ids[1][place]
    answers = pairs.answers[0][place], pairs.answers[1][place]
    question = asked.get((original, variants[1])) or asked.get((original, variants[0])) or ""
    before, after = (float(scores[place]) for scores in pairs.scores)
    unanswered = bool(pairs.unanswered[0][place]), bool(pairs.unanswered[1][place])
    return Flip(match.dataset, match.attack, original, variants, question, answers, before, after, unanswered)
