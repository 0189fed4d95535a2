"""Which texts a rule matches: an index of words and tags, so that only these are looked at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stumper.adversaries.rule_induction.lines import Line
from stumper.adversaries.rule_induction.rule import Rule

Places = NDArray[np.int64]
_NOWHERE: Places = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Matches:
    """Texts by their numbers, in order, and for each the token at which a rule first matches."""

    lines: Places
    tokens: Places

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self.lines.tolist(), self.tokens.tolist(), strict=True)


@dataclass(frozen=True, slots=True)
class Index:
    """All tokens of all texts in a row: where each word and each tag occurs, and which text a token belongs to."""

    places: dict[str, Places]
    line_of: Places  # one entry more than tokens: what follows the last belongs to no text
    first: Places

    def matches(self, rule: Rule) -> Matches:
        """The first match in each text that has one."""
        elements = rule.elements
        found = [self.places.get(element, _NOWHERE) for element in elements]
        rarest = min(range(len(found)), key=lambda k: len(found[k]))
        starts = found[rarest] - rarest
        starts = starts[(starts >= 0) & (starts + len(elements) < len(self.line_of))]
        for k, element in enumerate(elements):
            if k != rarest and len(starts):
                starts = starts[_among(starts + k, self.places.get(element, _NOWHERE))]
        lines = self.line_of[starts]
        inside = lines == self.line_of[starts + len(elements) - 1]
        if rule.is_first:
            inside &= starts == self.first[lines]
        starts, lines = starts[inside], lines[inside]
        lines, where = np.unique(lines, return_index=True)
        return Matches(lines, starts[where] - self.first[lines])


def index_of(lines: Sequence[Line]) -> Index:
    """The index of these texts, by their order."""
    places: dict[str, list[int]] = {}
    line_of: list[int] = []
    first: list[int] = []
    for number, line in enumerate(lines):
        first.append(len(line_of))
        for k, word in enumerate(line.words):
            for key in dict.fromkeys((word, line.written[k], f"<{line.tags[k]}>", f"<{line.coarse[k]}>")):
                places.setdefault(key, []).append(len(line_of))
            line_of.append(number)
    line_of.append(-1)
    arrays = {key: np.array(found, np.int64) for key, found in places.items()}
    return Index(arrays, np.array(line_of, np.int64), np.array(first, np.int64))


def _among(wanted: Places, places: Places) -> NDArray[np.bool_]:
    """Which of these stand among the places, which are in order."""
    if not len(places):
        return np.zeros(len(wanted), np.bool_)
    nearest = np.minimum(np.searchsorted(places, wanted), len(places) - 1)
    found: NDArray[np.bool_] = places[nearest] == wanted
    return found
