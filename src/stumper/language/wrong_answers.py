"""Answers of the same kind as a right one that are surely wrong."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from stumper.language.inflection import article, inflected
from stumper.language.lexicon import antonyms, classes, sisters
from stumper.language.neighbours import load_neighbours
from stumper.language.numerals import others
from stumper.language.parse import Token
from stumper.language.rewording.words import word_set
from stumper.text import tokens, words


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer and its kind."""

    text: str
    kind: str


def wrong_answers(
    answer: str, kind: str, last: Token | None, counted: bool, known: str, rng: Random, invented: bool = False
) -> list[Wrong]:
    """The most alike first; none for an answer that is no number, name, noun or adjective.

    ``kind`` is what the answer names, as far as that is known: PERSON, PLACE, ORG, OTHER or "". ``last`` is its last
    word as parsed, ``counted`` whether it says how many or how much, ``invented`` whether a name has to be nobody's.
    None has a word that is ``known`` from question and paragraph and that the answer does not have.
    """
    text = _HEDGE.sub("", answer).strip(" .,;:\"“”'")
    found = (
        list(_numbers(text, counted, rng))
        or list(_names(text, kind, rng, invented))
        or (list(_nouns(text, last)) if '"' not in answer else [])
    )
    taken, own = set(tokens(known)), set(tokens(text))
    return [wrong for wrong in found if wrong.text != text and not (set(tokens(wrong.text)) - own) & taken]


# Invented names by what they name: nobody has done anything under them.
_NAMES: Mapping[str, tuple[str, ...]] = {
    "PERSON": ("Edwin Hallberg", "Martha Quillon", "Tobias Renwick", "Clara Osterby", "Julian Farrow", "Ines Caldwell"),
    "PLACE": ("Brackenford", "Ostermere", "Velden Bay", "Harrowgate Falls", "Tarnwick", "Lower Quillon"),
    "ORG": ("Halden Society", "Orrin Company", "Westmark Group", "Quillon Trust", "Tarn Union"),
    "GROUP": ("Tarnwick Rovers", "Velden Harriers", "Ostermere Wanderers", "Halden Colonists", "Brackenford Riders"),
    "NAME": ("Quillon", "Tarnwick", "Hallberg", "Meridane", "Osterby", "Halcyra"),
    "OTHER": ("Meridane", "Halcyra", "Ostrava Nine", "Tarnivale", "Quillonia", "Veldmark"),
}  # fmt: skip
_WITH_THE = ("ORG", "GROUP")
_HEDGE = re.compile(
    r"^(?:(?:at least|at most|more than|less than|fewer than|up to|over|under|about|around|approximately|nearly|almost"
    r"|roughly|circa|some|an estimated(?: total of)?)\s+)+",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[$£€]?\d[\d.,]*\d(?:st|nd|rd|th|s|%)?|[$£€]?\d(?:st|nd|rd|th|%)?|[A-Za-z]+(?:-[a-z]+)?")
_YEAR = re.compile(r"[12]\d{3}s?")
MONTH_OR_DAY = re.compile(
    "January|February|March|April|May|June|July|August|September|October|November|December|Sunday|Monday|Tuesday"
    "|Wednesday|Thursday|Friday|Saturday"
)
_SMALL = word_set("the a an of and in on at for de la von van du le der den zu to")
_ROW = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion
"""
_WORDS = _ROW.split()
_FAR = 6  # others of a number that are so near that "about" may mean them
_NAME_WORDS = 6  # words


def _numbers(text: str, counted: bool, rng: Random) -> Iterator[Wrong]:
    """The answer with its numbers in figures, or else its number word, far from what they were; of a date the year."""
    if (
        len(words(text)) > _NAME_WORDS
        or text.lower().startswith(("between ", "from "))
        or re.search(r"\d[a-rt-zA-RT-Z]\b|[−+=×^]", text)
    ):
        return
    found = [word for word in _NUMBER.findall(text) if re.search(r"\d", word) and others(word)]
    if MONTH_OR_DAY.search(text):
        found = [word for word in found if _YEAR.fullmatch(word)]
    elif not found:
        found = [word for word in _NUMBER.findall(text) if (word.islower() or word == text) and others(word)][:1]
    steps = rng.sample(range(_FAR, 3 * _FAR), 3) if found else []
    for step in steps:
        wrong = _NUMBER.sub(partial(_other, found, counted, step), text)
        yield Wrong(re.sub(r"\ban? (?=(\d\S*))", lambda match: f"{article(match.group(1))} ", wrong), "number")


def _other(changed: Sequence[str], counted: bool, step: int, match: re.Match[str]) -> str:
    """A greater number where there is one, so many places further on or the last; a word that stays as it is.

    What holds of three holds of two as well, and may not be denied.
    """
    number = match.group()
    if number not in changed:
        return number
    found = others(number)
    greater = [other for other in found if _value(other) > _value(number)]
    found = found if _YEAR.fullmatch(number) and not counted else tuple(greater) or found
    return found[min(step, len(found) - 1)]


def _value(number: str) -> float:
    if number.lower() in _WORDS:
        return _WORDS.index(number.lower())
    digits = re.sub(r"[^\d.]", "", number).strip(".")
    return float(digits) if re.fullmatch(r"\d+(\.\d+)?", digits) else 0.0


def _names(text: str, kind: str, rng: Random, invented: bool) -> Iterator[Wrong]:
    named = [word.text for word in words(text) if word.text.lower() not in _SMALL]
    if not named or len(named) > _NAME_WORDS or not all(word[0].isupper() for word in named):
        return
    if kind != "OTHER" and re.search(r"[^sui]s$", named[-1]):
        kind = "GROUP"
    the = "the " if kind in _WITH_THE else ""
    if len(named) == 1 and text == named[0] and not invented:
        for neighbour in load_neighbours().nearest(text)[:3]:
            if neighbour.tag.startswith("NNP") and neighbour.word[0].isupper():
                yield Wrong(("the " if kind == "GROUP" else "") + neighbour.word, "name")
    for name in rng.sample(_NAMES.get(kind, _NAMES["OTHER"]), 3):
        yield Wrong(the + name, "name")


def _nouns(text: str, last: Token | None) -> Iterator[Wrong]:
    """The answer with another noun, or with the opposite adjective, for its last word."""
    if last is None or not text.endswith(last.text) or not last.text.islower() or not last.text.isalpha():
        return
    before = text[: -len(last.text)]
    if before.strip() not in ("", "the", "a", "an"):
        return
    if last.tag == "JJ":
        found = antonyms(last.lemma, "adj", direct=True)
    elif last.tag in ("NN", "NNS"):
        found = antonyms(last.lemma, "noun", direct=True) or sisters(last.lemma)
        found = tuple(word for word in found if set(classes(word)) == set(classes(last.lemma)))
    else:
        return
    common = [word for word in found if word.isalpha() and word.islower() and load_neighbours().nearest(word)]
    for word in common[:3]:
        yield Wrong(before + inflected(word, last.tag), "noun" if last.tag.startswith("NN") else "adjective")
