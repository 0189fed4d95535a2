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
    one; and what tells of an event behind what told of one before, as texts tell them in the order in which they
    happened. What these need is needed, too.
    """
    names, things = [_names(part) for part in parts], [_things(part) for part in parts]
    spoken_of, years = [_spoken_of(part) for part in parts], [_year(part) for part in parts]
    told = [tells_of_an_event(part) for part in parts]
    found = [set[int]() for _ in parts]
    for at in range(1, len(parts)):
        for before in range(at):
            is_new = [set(words) - set().union(*said[:before]) for words, said in
                      ((names[before], names), (things[before], things))]  # fmt: skip
            takes_up = is_new[0] & names[at] or is_new[1] & spoken_of[at]
            is_later = 0 < years[before] < years[at] or (told[before] and told[at])
            if before == 0 or takes_up or is_later:
                found[at] |= {before} | found[before]
    return found


def tells_of_an_event(part: str) -> bool:
    """Whether a part tells what happened once: its first verb that can be told by its form is a past one."""
    verb = _VERB.search(part)
    return verb is not None and verb.group("past") is not None


def hangs_on_the_last(part: str) -> bool:
    """Whether a sentence stays behind the one before it for other words than those that lean: *Disappointed, …*, *In
    the aftermath, …*, *had burned*, *the occasion*, *the city's other mill*, *longer plans*.
    """
    return _HANGS.search(part) is not None


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
    """The first year or century in it, as texts tell what happened by when it began; 0 where there is none."""
    found = _YEAR.search(part)
    if found is None:
        return 0
    return int(found["year"]) if found["year"] else 100 * (int(found["century"]) - 1) + 1


def _stem(word: str) -> str:
    return re.sub(r"(?:ies|es|s|ed|ing)$", "", word.lower())


_KNOWN = re.compile(r"\b(?:the|its|their|his|her|both|each) ((?:[\w-]+ ){0,2}[\w-]+)", re.IGNORECASE)
_YEAR = re.compile(r"\b(?P<year>1\d{3}|20\d{2})\b|\b(?P<century>\d{1,2})(?:st|nd|rd|th)[ -]century\b(?! BC)")
_PRESENT = "is|are|has|have|can|may|will|does|do|must|should|include|includes"
_IRREGULAR = (
    "became|began|bore|broke|brought|built|bought|came|chose|drew|drove|fell|fled|fought|found|gave|got|grew|held|kept"
    "|knew|laid|led|left|lost|made|met|paid|ran|rose|said|saw|sent|sold|spoke|stood|swept|threw|took|told|went|won|wrote"
)
_NO_EVENTS = r"(?:unit|limit|bas|call|nam|locat|situat|us|need|know|consider|believ|relat|compos)ed\b"
# *was* by itself tells how something was; what stands behind an article or a preposition is no verb.
_VERB = re.compile(
    rf"\b(?:{_PRESENT})\b"
    r"|(?<!\bthe )(?<!\ba )(?<!\ban )(?<!\bof )(?<!\bin )(?<!\bits )(?<!\bbe )"
    rf"\b(?P<past>(?!{_NO_EVENTS})(?:[a-z]{{2,}}ed|{_IRREGULAR}))\b"
)
_HANGS = re.compile(
    r"^[A-Z][a-z]+ed, |\b[Ii]n the aftermath\b(?! of)|\b[Ii]n (?:response|return|reply)\b(?! (?:to|for))"
    r"|\bhad (?:[a-z]+ly )?(?:been |become |[a-z]+ed\b)|['’]s other\b|\b(?:its|their) other\b"
    r"|^(?:One|Two|Three|Four|Several|Some|Many|Most|All|Both|Each|None|Few|Any) of (?:the|its|their) |^For examples\b"
    r"|\b(?:of|in|from|with|by|for) that [a-z]+\b"
    r"|^(?:Subsequent|Longer|Later|Earlier|Larger|Smaller|Further|Late|Early|Proposed|Additional) [a-z]"
    r"|\bthe (?:[a-z]+er )?"
    r"(?:occasion|issue|problem|matter|decision|events?|move|situation|incident|attack|plan|claim)\b"
    r"(?! (?:of|that|to|in|for|on)\b)"
)
