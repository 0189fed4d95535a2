"""In which orders sentences can stand, by their words alone: what a sentence takes up must have been brought up."""

import re
from collections.abc import Sequence

from stumper.language.rewording.leaning import FUNCTION_WORDS, NO_NAMES
from stumper.language.rewording.words import is_demonym
from stumper.text import words


def needed(parts: Sequence[str]) -> list[set[int]]:
    """For each part of a text, which parts must stand before it.

    The first opens the text and stays first. A part stands behind the one that first says a name that it says, or first
    brings up a thing that it calls *the* thing, *its* or *their* thing; and what has a year behind what has an earlier
    one. What these need is needed, too.
    """
    names, things = [_names(part) for part in parts], [_things(part) for part in parts]
    spoken_of, years = [_spoken_of(part) for part in parts], [_year(part) for part in parts]
    found = [set[int]() for _ in parts]
    for at in range(1, len(parts)):
        for before in range(at):
            is_new = [set(words) - set().union(*said[:before]) for words, said in
                      ((names[before], names), (things[before], things))]  # fmt: skip
            takes_up = is_new[0] & names[at] or is_new[1] & spoken_of[at]
            is_later = 0 < years[before] < years[at]
            if before == 0 or takes_up or is_later:
                found[at] |= {before} | found[before]
    return found


def _names(part: str) -> set[str]:
    """The words of names; of one that opens a sentence it cannot be told, so that it counts if it is no common word."""
    return {
        word.text.removesuffix("'s").removesuffix("’s")
        for word in words(part)
        if word.text[0].isupper() and word.text.lower() not in FUNCTION_WORDS | NO_NAMES and not is_demonym(word.text)
    }


def _things(part: str) -> set[str]:
    """The words that carry meaning, without their endings."""
    return {_stem(word.text) for word in words(part) if word.text.lower() not in FUNCTION_WORDS and len(word.text) > 2}


def _spoken_of(part: str) -> set[str]:
    """The words with which a part speaks of something as known."""
    return {_stem(word) for match in _KNOWN.finditer(part) for word in match.group(1).split()} - FUNCTION_WORDS


def _year(part: str) -> int:
    """The first year in it, as texts tell what happened by the year in which it began; 0 where there is none."""
    found = _YEAR.search(part)
    return int(found.group()) if found else 0


def _stem(word: str) -> str:
    return re.sub(r"(?:ies|es|s|ed|ing)$", "", word.lower())


_KNOWN = re.compile(r"\b(?:the|its|their|his|her|both|each) ((?:[\w-]+ ){0,2}[\w-]+)", re.IGNORECASE)
_YEAR = re.compile(r"\b1\d{3}\b|\b20\d{2}\b")
