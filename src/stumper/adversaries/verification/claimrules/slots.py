"""The slots of a template, filled from a match so that articles, tenses and capitals agree."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

from stumper.adversaries.verification.claimrules.frame import NOUNS, is_titled, without_stop
from stumper.adversaries.verification.claimrules.match import Match
from stumper.adversaries.verification.claimrules.shapes import is_person, sort_noun
from stumper.adversaries.verification.claimrules.word_sets import DEMONYMS, OTHERS, TAKING_ARTICLES
from stumper.language.inflection import article, inflected, lemma
from stumper.language.lexicon import classes, is_spelled


def written(template: str, match: Match, rng: Random) -> str | None:
    """The claim that a template makes of a match, with a capital and one full stop; None where a slot stays open."""
    found: list[str] = []
    for slot, words in _pieces(template):
        filled = words or (SLOTS[slot](match, rng) if slot in SLOTS else _named(slot, match))
        if filled is None:
            return None
        found.append(filled)
    text = without_stop(_ARTICLE.sub(_agreed, "".join(found)))
    return raised(text) + ("" if text.endswith(".") else ".")


def raised(text: str) -> str:
    """The text with a capital; a word with a capital within, such as iPhone, stays."""
    word = text.split(" ", 1)[0]
    return text if any(letter.isupper() for letter in word) else text[:1].upper() + text[1:]


_ARTICLE = re.compile(r"(?<![\w'’.-])(an?) ([a-z]{2,})")
_PIECE = re.compile(r"\{([^}]+)\}|([^{]+)")


@cache
def _pieces(template: str) -> Sequence[tuple[str, str]]:
    """The slots and the words between them, in order, each beside an empty text."""
    return _PIECE.findall(template)


def _agreed(found: re.Match[str]) -> str:
    """The article that the word behind it needs, whatever the claim had."""
    return f"{article(found[2])} {found[2]}"


def _named(slot: str, match: Match) -> str:
    """A part by its letter, or a word of the pattern by its name."""
    return match.parts[slot].text if slot in match.parts else match.words[slot]


def _subject(match: Match, _: Random) -> str:
    """A within a sentence: without the capital that it has only because it opened the claim."""
    part = match.subject
    first, rest = part.tokens[0], part.tokens[1:]
    small = part.text[0].lower() + part.text[1:]
    if first.text in _OPENING:
        is_event = first.text == "The" and any(token.text in TAKING_ARTICLES for token in rest)
        is_demonym = first.text != "The" and part.tokens[-1].text in DEMONYMS
        return small if is_event or is_demonym or not is_titled(part.tokens) else part.text
    if not rest or not rest[0].text.islower() or "(" in part.text:
        return part.text
    is_common = is_spelled(first.text.lower(), "noun") or is_spelled(first.text.lower(), "adj")
    has_common = any(token.text.islower() and token.tag in NOUNS for token in rest)
    return small if is_common and has_common and part.frame.parse.entity_at(part.first) is None else part.text


_OPENING = ("The", "A", "An", "His", "Her", "Its", "Their", "One", "Some")


def _with_article(match: Match, _: Random) -> str:
    """B with the claim's own article, or, where something stood between them, with the one that it needs."""
    noun = match.parts["B"].text
    first = match.parts["B"].tokens[0]
    own = match.words.get("a", "")
    # Whether an abbreviation such as SAG is spelled when it is said, its writer knows.
    is_own = first.text[0] in "FHLMNRSX" and first.text.isupper() and f" {own} {noun}" in match.frame.body
    return f"{own if is_own else article(noun)} {noun}"


def _another_nation(match: Match, rng: Random) -> str:
    nation = rng.choice([other for other in OTHERS if other not in match.frame.body])
    return f"{article(nation)} {nation} {match.parts['B'].text}"


def _country(match: Match, _: Random) -> str:
    return DEMONYMS[match.words.get("nation", "American")]


def _is_past(match: Match) -> bool:
    """Whether the claim's verb is in the past: what the pattern fixes says it."""
    words = match.words
    if "be" in words:
        return words["be"] in ("was", "were")
    if "do" in words:
        return words["do"] == "did"
    return "verb" not in words or words["verb"] == "had" or not words["verb"].endswith("s")


def _by_tense(present: str, past: str) -> Callable[[Match, Random], str]:
    return lambda match, _: past if _is_past(match) else present


def _be(match: Match, _: Random) -> str:
    return match.words.get("be") or ("was" if _is_past(match) else "is")


def _form(word: str, of: str, tag: str) -> Callable[[Match, Random], str]:
    """A word of the pattern, which has the tag ``of``, in the form of another tag."""
    return lambda match, _: inflected(lemma(match.words[word], of), tag)


def _base(match: Match, _: Random) -> str:
    return lemma(match.words["verb"], "VBD" if _is_past(match) else "VBZ")


def _affirmed(match: Match, _: Random) -> str:
    return inflected(match.words["base"], "VBD" if _is_past(match) else "VBZ")


def _done(match: Match, _: Random) -> str:
    """The participle of the base form, with what follows it, if anything does."""
    done = inflected(match.words["base"], "VBN")
    return f"{done} {match.parts['B'].text}" if "B" in match.parts else done


def _called(match: Match, _: Random) -> str | None:
    """How a person or a thing is taken up again; None where one cannot tell the one from the other."""
    noun = sort_noun(match.parts["B"])
    found = classes(lemma(noun, "NN")) if noun else ()
    if "person" in found and {"ORG", "PLACE"} & set(match.subject.kinds()):
        return None
    if "person" in found:
        return "they were" if _is_past(match) else "they are"
    if is_person(match.subject) and not set(found) & {"work", "artifact", "organization", "group", "place"}:
        return None
    return "it was" if _is_past(match) else "it is"


SLOTS: dict[str, Callable[[Match, Random], str | None]] = {
    "A": _subject,
    "a B": _with_article,
    "is": _be,
    "isn't": lambda match, rng: _be(match, rng) + "n't",
    "it is": _called,
    "exists": _by_tense("exists", "existed"),
    "goes": _by_tense("goes", "went"),
    "does": _by_tense("does", "did"),
    "has": _by_tense("has", "had"),
    "belongs": _by_tense("belongs", "belonged"),
    "makes": _by_tense("makes", "made"),
    "declined": _by_tense("declines", "declined"),
    "comes": _by_tense("comes", "came"),
    "star": _base,
    "base form": _base,
    "affirmed": _affirmed,
    "done B": _done,
    "active": _form("participle", "VBN", "VBD"),
    "passive": _form("verb", "VBD", "VBN"),
    "country": _country,
    "a Bolivian B": _another_nation,
}
