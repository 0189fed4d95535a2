"""Whether two answers are one, spelt in two ways."""

import re
from collections.abc import Sequence

from stumper.tasks.quizbowl.answers.numbers import is_number


def is_near(one: Sequence[str], other: Sequence[str], are_names: bool = False) -> bool:
    """Whether the words are the same but for a few letters: one in a word of six, two in a long one.

    They must sound alike: a consonant for another makes another word (string, spring); in names and long words one may
    be missing (Nietzche). Short words and numbers must be equal, and so must words that differ as those of other things
    do (sulfate, sulfite; exothermic, endothermic). Words may be parted in another way, but not be missing.
    """
    if len(one) == len(other):
        for a, b in zip(one, other, strict=True):
            if a != b and not (
                _near_word(a, b, are_names) or (are_names and _lacks_letter(a, b, one)) or _is_in_phrase(a, b, one)
            ):
                return False
        return True
    if abs(len(one) - len(other)) > 2 or not _near_word("".join(one), "".join(other), False):
        return False
    return not (_lacks_words(one, other) or any(map(is_number, (*one, *other))))


def _is_in_phrase(word: str, other: str, all_: Sequence[str]) -> bool:
    """Whether a word of a longer answer is another in -ing, or a long one with its inner letters in another order, or
    with other vowels and double letters (Lyudmila, Ludmilla)."""
    if len(all_) == 1 or word[0] != other[0] or frozenset((word, other)) in _CONFUSED:
        return False
    shorter, longer = sorted((word, other), key=len)
    if longer == shorter + "ing" and len(shorter) > 3:
        return True
    if len(word) == len(other) > 8 and word[:2] == other[:2] and word[-2:] == other[-2:]:
        return sorted(word) == sorted(other)
    if len(shorter) < 7 or _consonants(word) != _consonants(other) or distance(word, other, 2) > 2:
        return False
    return _ending_sound(word) == _ending_sound(other) and not _are_two_things(word, other)


def _lacks_letter(word: str, other: str, all_: Sequence[str]) -> bool:
    """Whether a word of five letters is another without one of them, within a longer answer (Jean-Paul Sarte)."""
    if len(all_) == 1 or word[0] != other[0] or word[-1] != other[-1] or sum(map(len, all_)) < 10:
        return False
    shorter, longer = sorted((word, other), key=len)
    return len(shorter) == 5 and len(longer) == 6 and distance(word, other, 1) == 1


def _lacks_words(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one has words that the other has nothing for."""
    shorter, longer = sorted((one, other), key=len)
    left = len(shorter)
    while left and shorter[left - 1] == longer[left - 1 - len(shorter)]:
        left -= 1
    return all(a == b for a, b in zip(shorter[:left], longer, strict=False))


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


def _near_word(one: str, other: str, are_names: bool) -> bool:
    shorter = min(len(one), len(other))
    most = 0 if shorter < 6 else 1 if shorter < (9 if are_names else 11) else 2
    if not most or abs(len(one) - len(other)) > most:
        return False
    if one[0] != other[0] and shorter < 10 and frozenset((one[0], other[0])) not in _ONE_SOUND:
        return False
    size = shorter // (most + 1)  # with so few changes, one of the pieces is untouched
    if not any(one[i * size : (i + 1) * size] in other for i in range(most)) and one[most * size :] not in other:
        return False
    if one + "s" == other or other + "s" == one:
        return True
    if distance(one, other, most) > most or _are_two_things(one, other):
        return False
    return _sound_alike(one, other, may_lack=are_names or shorter >= 9)


def _sound_alike(one: str, other: str, may_lack: bool) -> bool:
    """Whether the words have the same consonants in the same order and end alike; two neighbours may be swapped, and,
    where that may be, one be missing."""
    if _ending_sound(one) != _ending_sound(other):
        return False
    here, there = _consonants(one), _consonants(other)
    if here == there:
        return True
    if len(here) == len(there):
        return sorted(here) == sorted(there) and distance(one, other, 1) == 1
    return may_lack and distance(here, there, 1) == 1


def _consonants(word: str) -> str:
    """The consonants, those that sound alike written alike, doubled ones once."""
    word = _DOUBLED.sub(r"\1", word.replace("tch", "ch").replace("ph", "f").translate(_ALIKE).replace("h", ""))
    return word[:1] + "".join(letter for letter in word[1:] if letter not in _VOWELS)


def _ending_sound(word: str) -> str:
    return word.rstrip("eh")[-1:].translate(_ALIKE).replace("y", "i")


def _are_two_things(one: str, other: str) -> bool:
    """Whether the words are told apart by just what they differ in: a number, a prefix, an ending."""
    if is_number(one) or is_number(other) or frozenset((one, other)) in _CONFUSED:
        return True
    return _differ_in_prefix(one, other) or _differ_in_ending(one, other)


def _differ_in_prefix(one: str, other: str) -> bool:
    if _DOUBLED.sub(r"\1", one) == _DOUBLED.sub(r"\1", other):  # Annapolis, Anapolis
        return False
    return any(
        (one[:at] in _PREFIXES or not at)
        and other.endswith(one[at:])
        and other[: len(other) - len(one) + at] in _PREFIXES_OR_NONE
        for at in range(min(len(one) - 2, _LONGEST_PREFIX + 1))
    )


def _differ_in_ending(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    if longer == shorter + "n" and shorter.endswith("a"):  # Africa, African
        return True
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return (
        any(
            one[at:] != other[at:] and one[at:] in _ENDINGS and other[at:] in _ENDINGS
            for at in range(max(3, same - 4), same + 1)
        )
        or (one[same:] in _ADDED and not other[same:])
        or (other[same:] in _ADDED and not one[same:])
    )


# Of two words that differ in such a beginning, one is not the other misspelt.
_IN_FRONT = """
    a ab ad an ana ant ante anti apo auto bi cata circum co com con contra counter de des di dia dis dys e ec ecto
    em en endo epi eu ex exo extra for fore hemi hetero hexa homeo homo hydro hyper hypo il im in infra inter intra
    intro iso macro mal mega meso meta micro milli mis mono multi nano neo non ob octa omni ortho out over pan para
    pent penta per peri pico poly post pre pro proto pseudo re retro semi sub super supra sur sym syn tele tetra thermo
    trans tri ultra un under uni up
"""
_PREFIXES = frozenset(_IN_FRONT.split())
_DOUBLED = re.compile(r"(.)\1")
_PREFIXES_OR_NONE = _PREFIXES | {""}
_LONGEST_PREFIX = max(map(len, _PREFIXES))
# And of two words that differ in such an ending.
_AT_THE_END = """
    ane ene yne ate ite ide ose ase ine one on ol al yl ium um us a ia ian ean ism ist ic ics ity ive ing ion ed er ary
    ory ant ance ent ence able ible ous
"""
_ENDINGS = frozenset(_AT_THE_END.split())
_MORE = "al ate ed er ful ia ian ic ine ing ism ist ite ity ium ive less like ly ness ship"
_ADDED = frozenset(_MORE.split())
# With which one name begins in two scripts.
_ONE_SOUND = frozenset(map(frozenset, ["qg", "qk", "kc", "qc"]))
_VOWELS = frozenset("aeiouy")
_ALIKE = str.maketrans("cqgxzvwd", "kkkksfft")
# Other things that sound nearly alike.
_OTHERS = """
    action/auction adonais/adonis alceste/alcestis atalanta/atlanta blackbeard/blackbird build/building candida/candide
    castile/castle cation/caution charon/chiron collage/college collision/collusion colombia/columbia
    conservation/conversation draw/drawing even/evening mean/meaning paint/painting
    detective/directive dialectic/dielectric dionysius/dionysus eclipse/ellipse evaluation/evolution father/feather
    granada/grenada intentional/international keller/killer madeira/madera median/medina meiosis/mitosis
    melting/molting neuron/neutron nimber/number painter/pointer photon/proton robber/rubber salvation/solvation
    stationary/stationery
"""
_CONFUSED = frozenset(frozenset(pair.split("/")) for pair in _OTHERS.split())
