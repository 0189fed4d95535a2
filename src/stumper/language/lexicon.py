"""What words mean, from Open English WordNet: antonyms, synonyms by sense, kinds of things, sister terms.

Words are looked up as they are written, else in lower case, else with a capital. Everything is read at the first
look-up, in less than a fifth of a second.
"""

import gzip
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from stumper.language.neighbours import name_class, places
from stumper.language.unseemly import is_unseemly

PartOfSpeech = Literal["noun", "verb", "adj", "adv"]


@dataclass(frozen=True, slots=True)
class Sense:
    """One sense of a word: the other words for it, and which share of the word's uses is estimated to have it.

    The share is by Zipf's law from the place among the senses, which WordNet lists from the most frequent one.
    ``close`` are those synonyms whose own most frequent sense this is: the ones to replace the word by.
    """

    synonyms: tuple[str, ...]
    close: tuple[str, ...]
    share: float


@cache
def antonyms(lemma: str, pos: PartOfSpeech, direct: bool = False) -> tuple[str, ...]:
    """The opposites by sense, the most frequent sense first; after them, without ``direct``, weaker ones.

    The weaker ones are an adjective's opposites by a more general one: of torrid, that of hot. Of these only those of
    the first sense are named.
    """
    found = [word for sense in _senses(lemma, pos) for word in sense.antonyms]
    if not direct and pos == "adj":
        for sense in _senses(lemma, pos)[:1]:
            found += _synset(sense.synset).antonyms
            found += [word for head in _synset(sense.synset).above for word in _synset(head).antonyms]
    return _others(lemma, found)


@cache
def senses(lemma: str, pos: PartOfSpeech) -> tuple[Sense, ...]:
    """The senses of a word, the most frequent one first; none where the word is not known."""
    found = _senses(lemma, pos)
    total = sum(1 / rank for rank in range(1, len(found) + 1))
    rows = []
    for rank, sense in enumerate(found, start=1):
        synonyms = _others(lemma, _synset(sense.synset).members)
        close = tuple(word for word in synonyms if _senses(word, pos)[0].synset == sense.synset)
        rows.append(Sense(synonyms, close, 1 / rank / total))
    return tuple(rows)


@cache
def synonyms(lemma: str, pos: PartOfSpeech) -> tuple[str, ...]:
    """The synonyms, those of the most frequent sense first; of one sense, the close ones first."""
    return _others(lemma, [word for sense in senses(lemma, pos) for word in (*sense.close, *sense.synonyms)])


@cache
def safe_synonyms(lemma: str, pos: PartOfSpeech, least_share: float = 0.5) -> tuple[str, ...]:
    """The close synonyms of the first sense, where at least this share of the word's uses is estimated to have it."""
    found = senses(lemma, pos)
    return found[0].close if found and found[0].share >= least_share else ()


@cache
def classes(word: str) -> tuple[str, ...]:
    """The coarse classes of a name or of a noun's most frequent sense, the narrowest first: ("city", "place").

    Names are those of the table of neighbours: WordNet has none.
    """
    if (name := name_class(word)) is not None:
        return _NAME_CLASSES.get(name, ())
    for sense in _senses(word, "noun")[:1]:
        roots = _class_roots()
        return tuple(dict.fromkeys(roots[synset] for synset in _upwards(sense.synset) if synset in roots))
    return ()


@cache
def kinds(lemma: str) -> tuple[str, ...]:
    """More general terms of a noun's most frequent sense, the nearest first: of river, stream, body of water."""
    for sense in _senses(lemma, "noun")[:1]:
        return _others(lemma, [_synset(above).members[0] for above in _upwards(sense.synset)[1:]])
    return ()


@cache
def sisters(lemma: str) -> tuple[str, ...]:
    """Nouns of the same kind in their most frequent senses, the most common first: of lake, sea, ocean, bay."""
    found: list[str] = []
    for sense in _senses(lemma, "noun")[:1]:
        for above in _synset(sense.synset).above:
            for sister in _below().get(above, ()):
                if sister != sense.synset:
                    found += [w for w in _synset(sister).members if _senses(w, "noun")[0].synset == sister]
    return _others(lemma, sorted(found, key=_rarity))


@cache
def narrower(lemma: str) -> tuple[str, ...]:
    """The nouns one step more special than a noun's most frequent sense, the most common first."""
    found = [
        word for s in _senses(lemma, "noun")[:1] for b in _below().get(s.synset, ()) for word in _synset(b).members
    ]
    return _others(lemma, sorted(found, key=_rarity))


def is_spelled(lemma: str, pos: PartOfSpeech) -> bool:
    """Whether the word is listed exactly as it is written here."""
    return bool(_exact(lemma, "r" if pos == "adv" else pos[0]))


def synsets(lemma: str, pos: PartOfSpeech) -> tuple[int, ...]:
    """The numbers of a word's synsets, the most frequent sense first."""
    return tuple(sense.synset for sense in _senses(lemma, pos))


def depths(synset: int) -> dict[int, int]:
    """The synset and all above it, the nearest first, each with the steps from the top to it, which has 1."""
    line = _upwards(synset)
    found: dict[int, int] = {}
    for current in reversed(line):
        found[current] = 1 + max((found.get(above, 0) for above in _synset(current).above), default=0)
    return {current: found[current] for current in line}


@dataclass(frozen=True, slots=True)
class _Reference:
    """A sense in the files: its synset's number, and the antonyms that this lemma has in it."""

    synset: int
    antonyms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Synset:
    """A line of synsets.txt: its words, the synsets above it (kinds; of adjectives, heads), antonyms of any word."""

    members: tuple[str, ...]
    above: tuple[int, ...]
    antonyms: tuple[str, ...]


# The most frequent sense of these nouns, or the sense that the number says, has the class of their name.
_CLASSES = {
    "person": ("person", 0), "animal": ("animal", 0), "plant": ("plant", 1), "place": ("location", 0),
    "city": ("city", 0), "country": ("country", 0), "state": ("state", 0), "organization": ("organization", 0),
    "building": ("building", 0), "artifact": ("artifact", 0), "event": ("event", 0), "time": ("time period", 0),
    "month": ("calendar month", 0), "weekday": ("day of the week", 0), "language": ("language", 0),
    "money": ("monetary unit", 0), "substance": ("substance", 0), "food": ("food", 0), "number": ("number", 1),
    "quantity": ("measure", 1), "water": ("body of water", 0), "group": ("group", 0), "work": ("creation", 1),
    "act": ("act", 1), "feeling": ("feeling", 0), "idea": ("cognition", 0), "body part": ("body part", 0),
    "disease": ("disease", 0), "vehicle": ("vehicle", 0), "colour": ("color", 0), "religion": ("religion", 1),
}  # fmt: skip


# The classes of names in the table of neighbours.
_NAME_CLASSES = {
    name: tuple(coarse.split())
    for names, coarse in {
        "city borough landmark treaty-city ancient-city city-short": "city place",
        "country country-short": "country place",
        "first-part last-part": "place",
        "us-state province state-short": "state place",
        "region sea lake river mountain island battle plural-region ancient-region desert mythical-place": "place",
        "given-m given-f surname ancient medieval ruler singer myth-figure bible-figure character god "
        "title-name": "person",
        "company carmaker retailer-brand university broadcaster newspaper agency organization-short team party "
        "court-or-chamber group-or-band website football-club party-short": "organization group",
        "demonym believers tribe peoples old-peoples countryman": "people group",
        "dynasty": "people group time",
        "month month-short": "month time",
        "weekday weekday-short": "weekday time",
        "era holiday time-mark": "time",
        "event war movement": "event",
        "language": "language",
        "religion -ism": "religion idea",
        "scripture epic music-work tv-show video-game": "work",
        "software ship": "artifact",
        "currency currency-plural currency-short": "money",
        "element": "substance",
        "nationality people-adjective believer-adjective party-adjective": "nationality",
    }.items()
    for name in names.split()
}


@cache
def _class_roots() -> dict[int, str]:
    return {_senses(noun, "noun")[rank].synset: name for name, (noun, rank) in _CLASSES.items()}


def _others(lemma: str, found: Iterable[str]) -> tuple[str, ...]:
    """Each word once, without the one asked about and those that no attack may say."""
    return tuple(word for word in dict.fromkeys(found) if word.lower() != lemma.lower() and not is_unseemly(word))


def _upwards(synset: int) -> list[int]:
    """The synset and all above it, each once, the nearest first."""
    found = [synset]
    for current in found:
        found += [above for above in _synset(current).above if above not in found]
    return found


def _rarity(word: str) -> tuple[int, str]:
    """The word's place in the list of common words; what it has not comes after these, by the alphabet."""
    return places().get(word, len(places())), word


@cache
def _senses(lemma: str, pos: PartOfSpeech) -> tuple[_Reference, ...]:
    spellings = dict.fromkeys((lemma, lemma.lower(), lemma.capitalize()))
    return next(filter(None, (_exact(spelling, "r" if pos == "adv" else pos[0]) for spelling in spellings)), ())


def _exact(lemma: str, part: str) -> tuple[_Reference, ...]:
    """The senses of a lemma as it is spelled."""
    lines, start = _lines("words"), f"{lemma}\t{part}\t"
    place = bisect_left(lines, start)
    found = place < len(lines) and lines[place].startswith(start)
    return tuple(_references(lines[place][len(start) :])) if found else ()


def _references(cells: str) -> Iterator[_Reference]:
    for cell in cells.split(";"):
        number, _, opposites = cell.partition(":")
        yield _Reference(int(number), tuple(filter(None, opposites.split("|"))))


@cache
def _synset(number: int) -> _Synset:
    members, above, opposites = _lines("synsets")[number].split("\t")
    numbers = tuple(int(name) for name in above.split(",") if name)
    return _Synset(tuple(members.split("|")), numbers, tuple(filter(None, opposites.split("|"))))


@cache
def _below() -> dict[int, tuple[int, ...]]:
    """The synsets of one kind, by the number of the kind."""
    found: dict[int, list[int]] = {}
    for number, line in enumerate(_lines("synsets")):
        for above in filter(None, line.split("\t", 2)[1].split(",")):
            found.setdefault(int(above), []).append(number)
    return {above: tuple(numbers) for above, numbers in found.items()}


@cache
def _lines(name: str) -> list[str]:
    packed = (files("stumper.language") / "wordnet" / f"{name}.txt.gz").read_bytes()
    return gzip.decompress(packed).decode("utf-8").split("\n")
