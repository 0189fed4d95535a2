"""Whether two answers are one, spelt in two ways."""

from collections.abc import Sequence


def is_near(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the words are the same but for a few letters: one in a word of six to eight, two in a longer one.

    Short words and numbers must be equal, and so must words that differ as those of other things do (sulfate, sulfite).
    """
    if len(one) == len(other):
        return all(a == b or _near_word(a, b) for a, b in zip(one, other, strict=True))
    if abs(len(one) - len(other)) > 2 or any(word.isdigit() for word in (*one, *other)):
        return False
    return _near_word("".join(one), "".join(other))


def distance(one: str, other: str, most: int) -> int:
    """How many letters to add, drop, change or swap with their neighbour; ``most + 1`` where more than ``most``."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        above, row = row, [i]
        for j, b in enumerate(other, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before = above
    return min(row[-1], most + 1)


def _near_word(one: str, other: str) -> bool:
    shorter = min(len(one), len(other))
    most = 0 if shorter < 6 else 1 if shorter < 9 else 2
    if not most or abs(len(one) - len(other)) > most or (one[0] != other[0] and shorter < 10):
        return False
    if one.isdigit() or other.isdigit() or _differ_in_ending(one, other) or frozenset((one, other)) in _CONFUSED:
        return False
    size = shorter // (most + 1)  # with so few changes, one of the pieces is untouched
    if not any(one[i * size : (i + 1) * size] in other for i in range(most)) and one[most * size :] not in other:
        return False
    return distance(one, other, most) <= most


def _differ_in_ending(one: str, other: str) -> bool:
    first, second = (next((ending for ending in _ENDINGS if word.endswith(ending)), "") for word in (one, other))
    shorter, longer = sorted((one, other), key=len)
    is_demonym = longer == shorter + "n" and shorter.endswith("a")  # Africa, African
    return is_demonym or (bool(first and second) and first != second)


# Of two words that differ in such an ending, one is not the other misspelt.
_ENDINGS = (
    "ane",
    "ene",
    "yne",
    "ate",
    "ite",
    "ide",
    "ose",
    "ase",
    "ine",
    "one",
    "ol",
    "ium",
    "us",
    "ia",
    "ian",
    "ism",
    "ist",
)
_CONFUSED = frozenset(map(frozenset, [("photon", "proton"), ("neuron", "neutron"), ("candide", "candida")]))
