"""What a name in a clue is the name of: a person, an artist, a city."""

import re
from collections.abc import Mapping

from stumper.language.inflection import lemma
from stumper.language.lexicon import classes
from stumper.language.neighbours import name_class
from stumper.language.parse import Parse
from stumper.language.rewording.mentions import Mention
from stumper.language.rewording.words import word_set


def bearer(parse: Parse, at: int, mention: Mention) -> str | None:
    """The noun for what has the name, as far as can be told: by a title, by what they do, by the table of names."""
    first, last = mention.name.split()[0], mention.name.split()[-1]
    is_full = len(mention.name) > len(first)
    before = parse.text[: mention.start - at]
    if is_full and (noun := _THINGS.get(name_class(mention.name) or "")) is not None:
        return noun
    has_article = parse.text.startswith(("The ", "the "), mention.start - at)
    if first in _TITLES and is_full and not has_article:
        return first.lower() if first in _RANKS else "person"
    if (is_full and name_class(first) in _GIVEN) or mention.kind == "PERSON":
        is_person = (
            not has_article
            and not _is_whereabouts(parse.text, mention.start - at, mention.end - at)
            and " of " not in mention.name
            and not last.endswith("s")
            and last not in _NOBODY
        )
        # The parser alone takes places, beasts and works for people: Thornfield Hall.
        is_thing = is_full and (first in _OPENINGS or last in _HEADS or _names_a_thing(first, last))
        if not is_person or is_thing or not (is_full or name_class(first) in _OF_PERSONS):
            return None
        return _role(parse, at, mention) or "person"
    if mention.name in _PLANETS or (has_article and name_class(mention.name) == "language"):
        return None
    if not is_full and name_class(first) in _OF_OTHERS and not (has_article or _TO_LAND.search(before)):
        return None
    named = name_class(mention.name) or (name_class(last) if first in _OF_LAND else None)
    noun = _THINGS.get(named or "")
    is_land = noun in ("city", "state", "province")
    # The Mississippi; the foxtrot and Boston; scientists at Cambridge.
    return None if is_land and (has_article or _BESIDE.search(before) is not None) else noun


def is_person(noun: str) -> bool:
    """Whether a noun before a name is what its bearer is."""
    return (noun.endswith(_OF_PEOPLE) and noun not in _IN_STORIES) or noun in _PEOPLE


def runs_on(name: str) -> bool:
    """Whether the next word was run together with the name, as packets have it: *Jerry Lewiswon*."""
    found = _RUN_ON.fullmatch(name.split()[-1])
    return found is not None and name_class(found[0]) is None and name_class(found[1]) is not None


def _is_whereabouts(text: str, start: int, end: int) -> bool:
    """Whether something is in what has the name, or at it, so that it is a place, whatever the parser takes it for."""
    return _WHERE.search(text[:start]) is not None and text[end : end + 1] not in ("'", "’")


def _names_a_thing(first: str, last: str) -> bool:
    """Whether a name ends with the word for a building, a place or an event: Razor House, but Anna Bell."""
    is_person = name_class(first) in _GIVEN or name_class(last) in _OF_PERSONS
    return not is_person and bool(set(classes(last.lower())) & _OF_THINGS)


def _role(parse: Parse, at: int, mention: Mention) -> str | None:
    """What somebody is by what they do: who paints is an artist."""
    tokens = parse.tokens
    for i in (i for i, token in enumerate(tokens) if mention.start <= at + token.start < mention.end):
        verb = tokens[tokens[i].head]
        by = tokens[max(i - 1, 0)].text == "by" or any(tokens[j].text == "by" for j in parse.children(i))
        beside = tokens[i].head > i or verb.end + len(" by ") >= mention.start - at
        is_agent = tokens[i].relation == "nsubj" or (tokens[i].relation in ("obl", "obl:agent") and by)
        if not (is_agent and beside and verb.tag.startswith("VB")):
            continue
        name = lemma(verb.text, verb.tag)
        if name == "prove" and _OF_NUMBERS.search(parse.text) is not None:
            return "mathematician"
        return None if name == "compose" and _VERSE.search(parse.text) is not None else _ROLES.get(name)
    return None


_RUN_ON = re.compile(
    r"(\w+?)(?:the|and|of|for|with|from|who|which|that|this|his|her|its|are|was|were|has|had"
    r"|won|wrote|made|led|became|called|named|ended|goes|said|also|then)"
)
_OF_PEOPLE = ("er", "or", "ist", "ian", "man", "woman")
_PEOPLE = word_set("""
    friend wife husband brother sister son daughter father mother uncle aunt nephew cousin pupil student critic poet
    king queen emperor empress pope monk nun priest judge general admiral chemist physicist vizier sultan knight duke
    prince princess lawyer sculptor engineer architect patron rival lover colleague journalist clerk slave saint
    """)
_IN_STORIES = word_set("narrator protagonist character speaker chapter member number")
_GIVEN = frozenset(("given-m", "given-f"))
_OF_PERSONS = _GIVEN | {"surname"}
_OF_THINGS = frozenset(("artifact", "building", "place", "event", "act"))
# Surnames among them: Thornfield Hall is not known from Peter Hall.
_HEADS = word_set("""
    House Street Road Castle Palace Tower Bridge Temple Abbey Cathedral Garden Gardens
    Hall Hill Law Park Day Night Wood Wells Prize Treaty Square Island Rock Bay Mount Mountain Valley River Lake Sea
    Theorem Theory Equation Model Effect Number Constant Principle Process Reaction Method Rule Ratio Line Curve
    Symphony Sonata Concerto Suite Quartet Mass Trilogy Saga College School University Church Party League Union Army
    Family Gallery Collection Museum Library Theatre Theater Hotel Inn Station Lane Row Gate Cave Point Strait
    """)
_OPENINGS = word_set("""
    Mount Mt. Lake Fort Port Cape Camp Castle Operation Project New North South East West Upper Lower Grand Great Old
    Il La Le Les Los Las El Der Die Das The
    """)
_RANKS = word_set("""
    King Queen Emperor Empress Prince Princess Shah Sultan Pasha Tsar Kaiser Pope Cardinal Bishop Abbot General Admiral
    Captain Colonel Marshal President Senator Judge Professor Rabbi Imam Caliph Pharaoh
    """)
_TITLES = _RANKS | word_set("""
    Khan Duke Duchess Count Countess Baron Lord Lady Sir Dame Father Mother Brother Sister Doctor Governor Mr.
    Mrs. Dr.
    """)
_NOBODY = word_set("God Christ Death Nature Fate Providence Earth Heaven Hell Devil")
_PLANETS = word_set("Hades Mercury Venus Mars Jupiter Saturn Uranus Neptune Pluto")
# What has one of these names may have its name from it: Java, Columbia's film school.
_OF_OTHERS = frozenset(("river", "island", "lake", "mountain", "sea", "desert", "ship"))
_OF_LAND = frozenset(("Lake", "Mount", "River"))
_BESIDE = re.compile(r"\b(?:and|or|at) $")
_TO_LAND = re.compile(r"\b(?:on|off|to|from|of) $")
_AS_THEY_ARE = word_set("""
    sea lake river mountain island desert university newspaper agency language religion dynasty holiday carmaker
    character ship ruler element
    """)
_THINGS: Mapping[str, str] = {
    name: noun
    for noun, names in {
        "city": "city ancient-city treaty-city city-short",
        "country": "country country-short",
        "state": "us-state",
        "province": "province",
        "region": "region ancient-region",
        "place": "mythical-place landmark borough",
        "organization": "company",
        "deity": "god",
        **{name: name for name in _AS_THEY_ARE},
    }.items()
    for name in names.split()
}
_WHERE = re.compile(
    r"\b(?:(?:in|at|near|inside|outside|around|across|off|into)|(?:city|town|village|island|port|capital) of) $",
    re.IGNORECASE,
)
_OF_NUMBERS = re.compile(r"\b(?:theorem|conjecture|lemma|primes?|integers?|numbers?)\b")
_VERSE = re.compile(r"\b(?:poems?|verses?|letters?|novels?|epics?|epitaph|essays?)\b")
_ROLES: Mapping[str, str] = {
    verb: role
    for role, verbs in {
        "writer": "satirize",
        "translator": "translate",
        "artist": "paint sculpt engrave",
        "composer": "compose",
        "scientist": "isolate synthesize postulate hypothesize",
        "critic": "criticize",
        "commander": "besiege conquer invade",
        "inventor": "invent patent",
    }.items()
    for verb in verbs.split()
}
