"""Names that a text says in full and in short: *NASA*, *the Bern Salt Company (BSC)*, *Ada Thorn* and *Thorn*."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from stumper.language.neighbours import name_class
from stumper.language.parse import Parse
from stumper.language.rewording.clause import NOUNS
from stumper.language.rewording.set_phrases import Exchange
from stumper.language.rewording.words import word_set

# Abbreviations with one meaning for readers of English; with *the* where what they stand for has it. Not here are those
# that stand for something else elsewhere: AFC, ABC, ESA, FAA, FCC, GDP, IPCC, NBC, NFC, NHS, NSA, PBS.
ABBREVIATIONS = {
    "BBC": "the British Broadcasting Corporation", "CEO": "chief executive officer",
    "CIA": "the Central Intelligence Agency", "EU": "the European Union",
    "FBI": "the Federal Bureau of Investigation", "FDA": "the Food and Drug Administration",
    "IMF": "the International Monetary Fund", "MIT": "the Massachusetts Institute of Technology",
    "NASA": "the National Aeronautics and Space Administration", "NATO": "the North Atlantic Treaty Organization",
    "NBA": "the National Basketball Association", "NFL": "the National Football League",
    "OPEC": "the Organization of the Petroleum Exporting Countries",
    "UCLA": "the University of California, Los Angeles", "UN": "the United Nations",
    "WHO": "the World Health Organization",
}  # fmt: skip
_BY_WORD = r"(?:or|also|abbreviated(?: as| to)?|known as|called)(?: the)?"
_DEFINED = re.compile(rf"((?:[\w&’'-]+ ){{0,8}}[\w&’'-]+)(?: \((?:{_BY_WORD} )?|, {_BY_WORD} )([A-Z]{{2,6}})(?=[),;])")
_CAPITAL = re.compile(r"[\w&’'-]+")
_SMALL = frozenset(("of", "the", "and", "for", "in", "on", "to", "de", "&"))


def names_in_full(parse: Parse, text: str, at: int) -> Iterator[Exchange]:
    """What an abbreviation stands for, and a person's full name, as the text has it; ``at`` is where the sentence
    begins in it.
    """
    meanings = _meanings(text)
    for i, token in enumerate(parse.tokens):
        full = meanings.get(token.text)
        if full is not None and _stands_alone(parse, i) and full.removeprefix("the ") not in parse.text:
            article = i > 0 and parse.tokens[i - 1].text.lower() in ("the", "this", "its", "their", "a", "an")
            said = full.removeprefix("the ") if article else full
            yield Exchange(token.start, token.end, said if token.start else said[0].upper() + said[1:])
        elif _is_surname(parse, i) and (given := _full_name(text, token.text)) and given not in parse.text:
            yield Exchange(token.start, token.end, given)
    for match in _FULL_NAME.finditer(parse.text):
        said_before = match.group() in text[: at + match.start()]
        entity = next((one for one in parse.entities if parse.tokens[one.last].end == match.end()), None)
        if (
            said_before
            and entity is not None
            and entity.kind == "PERSON"
            and _full_name(text, match.group("last")) == match.group()
            and _is_free(parse, match)
        ):
            yield Exchange(match.start(), match.end(), match.group("last"))


def owners(parse: Parse) -> Iterator[Exchange]:
    """*Norway's capital* ↔ *the capital of Norway*, of what belongs to one place or person alone."""
    for match in _OWNED.finditer(parse.text):
        said = f"{match['article'] or 'the '}{match['noun']} of {match['article'] or ''}{match['name']}"
        if not match["article"] and parse.text[: match.start()].rstrip().endswith((" and", ",", " &")):
            continue
        opening = match.start() == 0
        yield Exchange(match.start(), match.end(), said[0].upper() + said[1:] if opening else said)
    for match in _OF_OWNER.finditer(parse.text):
        if not match["name"].endswith("s"):
            yield Exchange(match.start(), match.end(), f"{match['name']}'s {match['noun']}")


# No deed that is done to somebody, too: Norway's defeat is not the defeat of Norway that Norway wrought.
_NOUNS_OWNED = (
    "army|birth|brother|capital|climate|coast|collapse|coronation|death|decline|economy|fall|father|founder"
    "|government|headquarters|king|mother|navy|owner|parliament|population|presidency|queen|reign|rise|sister|son"
    "|daughter|surrender|widow"
)
_OWNED = re.compile(
    rf"(?<![A-Z]\. )(?<![A-Z]\w )\b(?P<article>the )?(?P<name>(?:[A-Z][\w-]+ )?[A-Z][\w-]+)['’]s "
    rf"(?P<noun>{_NOUNS_OWNED})"
    r"(?=[.;)]|,(?! [A-Z])"
    r"| (?:was|were|is|are|has|had|in|on|by|at|to|from|after|before|during|led|began|continued|and the)\b)"
)
_OF_OWNER = re.compile(
    rf"(?<=[a-z,] )the (?P<noun>{_NOUNS_OWNED}) of (?P<name>(?:[A-Z]\w+ )?[A-Z]\w+)"
    r"(?=[,.;)](?! [A-Z])| (?:was|were|is|are|has|had|in|on|by|at|to|from|after|before|during)\b)"
)


@lru_cache(maxsize=16)  # each sentence of a text asks for those of all of it
def _meanings(text: str) -> Mapping[str, str]:
    """What each abbreviation of a text stands for: as it explains it, or as the table has it if no other name fits."""
    explained, words = _defined(text), _CAPITAL.findall(text)
    said = {letters: full for letters, full in ABBREVIATIONS.items() if letters in text}
    sure = {letters: full for letters, full in said.items() if not _stands_for_another(words, letters, full)}
    return {letters: full for letters, full in {**sure, **explained}.items() if full}


def _defined(text: str) -> dict[str, str]:
    """The abbreviations that a text explains, with *the* where the explanation has an article; "" where it is none."""
    found = dict[str, str]()
    for match in _DEFINED.finditer(text):
        words, letters = match.group(1).split(), match.group(2)
        found[letters] = ""
        for first in range(len(words) - 1, -1, -1):
            said = words[first:]
            if _initials(said) == letters and said[0].lower() not in _SMALL and len(said) > 1:
                known = first > 0 and words[first - 1].lower() in ("the", "a", "an")
                found[letters] = ("the " if known else "") + " ".join(said)
                break
    return found


def _initials(said: Sequence[str]) -> str:
    return "".join(word[0].upper() for word in said if word.lower() not in _SMALL)


def _stands_for_another(words: Sequence[str], letters: str, full: str) -> bool:
    """Whether the words of a text name another with these initials: *the Asian Football Confederation*, for AFC."""
    for first, word in enumerate(words):
        if word[0].isupper() and word[0] == letters[0]:
            said = [word]
            for other in words[first + 1 : first + 2 * len(letters)]:
                if not (other[0].isupper() or other.lower() in _SMALL):
                    break
                said.append(other)
                if other[0].isupper() and _initials(said) == letters and " ".join(said) not in full:
                    return True
    return False


def _stands_alone(parse: Parse, i: int) -> bool:
    """Whether a name is all of its phrase: no *NASA's chief engineer Bo*, no *an NBC show*, no *(NASA)*."""
    tokens = parse.tokens
    before, after = tokens[i - 1] if i else None, tokens[i + 1] if i + 1 < len(tokens) else None
    if tokens[i].relation in ("compound", "flat", "amod") or after is None:
        return False
    if after.tag in (*NOUNS, "CD", "JJ", "HYPH", "VBG") or after.text[0] in "-–/()&" or after.text[0].isupper():
        return False
    if after.text in ("and", "or", ",") and _goes_on(parse, i + 2):
        return False
    if i > 1 and before is not None and before.text in ("and", "or") and tokens[i - 2].tag.startswith("NNP"):
        return False
    return before is None or not (before.tag in ("NNP", "NNPS", "JJ", "NN", "CD", "HYPH") or before.text in "(/-–&")


def _goes_on(parse: Parse, i: int) -> bool:
    """Whether another name follows, with which the one before may share what stands behind both."""
    return i < len(parse.tokens) and parse.tokens[i].tag.startswith("NNP")


def _is_surname(parse: Parse, i: int) -> bool:
    token, entity = parse.tokens[i], parse.entity_at(i)
    alone = entity is not None and entity.kind == "PERSON" and entity.first == entity.last == i
    return alone and token.text[0].isupper() and len(token.text) > 2 and _stands_alone(parse, i)


_FULL_NAME = re.compile(r"\b(?P<first>[A-Z][a-z]+) (?:[A-Z]\. )?(?P<last>[A-Z][a-zA-Z’'-]+[a-z])\b")


_NO_SURNAMES = word_set(
    "College School University Institute Academy Hospital Library Museum Church Abbey House Hall Castle Palace Park "
    "Street Road Bridge Station Airport Island River Lake County City Award Prize Company Group Records Cup Trophy"
)
_KIN = "and [A-Z]|family|brothers|sisters|siblings|twins|dynasty|couple|household|clan|Sr|Jr"


@lru_cache(256)  # the same names are looked up for each sentence of a text
def _full_name(text: str, surname: str) -> str | None:
    """The one full name in a text that ends with this surname; None where there is none, or may be another bearer."""
    found = {match.group() for match in re.finditer(rf"\b(?:[A-Z][\w.]* ){{1,3}}{re.escape(surname)}\b", text)}
    if surname in _NO_SURNAMES:
        return None
    last = re.escape(surname)
    others = rf"[A-Z][\w.]*,? (?:and|or|&) (?:[A-Z][\w.]* ){{1,3}}{last}\b|\b{last}s\b|\b{last} (?:{_KIN})\b"
    if len(found) != 1 or re.search(others, text):  # *Marie and Pierre Curie*, *the Curies*
        return None
    [name] = found
    is_person = _FULL_NAME.fullmatch(name) and (name_class(name.split()[0]) or "").startswith("given")
    return name if is_person else None


def _is_free(parse: Parse, match: re.Match[str]) -> bool:
    """Whether no title and no other name stands beside a full name."""
    before = parse.text[: match.start()].rsplit(" ", 2)[-2] if " " in parse.text[: match.start()] else ""
    after = parse.text[match.end() : match.end() + 3]
    return not before[:1].isupper() and not re.match(
        r" (?:[A-Z(\d]|and [A-Z])|-", after + parse.text[match.end() + 3 :]
    )
