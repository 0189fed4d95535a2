"""Names in a tossup's clues said by what they are names of: "Stephen Hawking" becomes "a certain person"."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from stumper.adversaries.quizbowl.clues import Change, Clues, Rewriting, clues
from stumper.adversaries.quizbowl.combining import Search, check_most, combined
from stumper.language.inflection import lemma
from stumper.language.neighbours import name_class
from stumper.language.parse import Parse
from stumper.language.rewording.mentions import Mention, is_common_noun, mentions_in
from stumper.language.rewording.word_set import word_set
from stumper.types import Example, Verdict


@dataclass(frozen=True, slots=True)
class TossupObfuscate:
    """Puts "a certain scientist" or "that city" for the names in all clues but the last (Wallace et al. 2019).

    What a name is the name of is told by the noun before it, by what its bearer does, and by the table of names; a name
    of which nothing is known stays. In the last sentence all names stay, so that there is an answer to be found.
    """

    candidates: int = 12
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        check_most("tossup-obfuscate", self.candidates)

    def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
        """Each clue alone without its names, then all."""
        given = clues(example, self.pipeline)
        ways = [list(_ways(given, place)) for place in range(len(given.sentences) - 1)]
        return (yield from combined(given, ways, "obfuscate", self.candidates))


def _ways(given: Clues, place: int) -> Iterator[Rewriting]:
    parse, at = given.parses[place], given.sentences[place].start
    if parse is None:
        return
    changes: list[Change] = []
    told: dict[str, str] = {}
    for mention in mentions_in(parse, place, at):
        change = None if is_common_noun(mention.name, given.text) else _change(parse, at, mention, told)
        if change is not None and (not changes or changes[-1].end <= change.start):
            changes.append(change)
    if changes:
        yield Rewriting(tuple(changes), "name hidden")


def _change(parse: Parse, at: int, mention: Mention, told: dict[str, str]) -> Change | None:
    """The mention by what it is; None where that is not known, or nothing can stand in its place."""
    described = _described(parse, at, mention)
    if described is not None:
        return described
    before, after = parse.text[: mention.start - at], parse.text[mention.end - at :]
    if not mention.is_free or mention.is_plural or mention.name.isupper():
        return None
    if any(pattern.search(before) for pattern in (_NAMED_AS, _IN_TITLE)) or _GOING_ON.match(after) is not None:
        return None
    noun = _noun(parse, at, mention)
    if noun is None or before.endswith(f"{noun} of ") or (noun == "island" and before.lower().endswith("in ")):
        return None
    text = f"that {noun}" if told.get(mention.name) == noun else f"a certain {noun}"
    told[mention.name] = noun
    return Change(mention.start, mention.end, _opened(text, mention.start == at))


def _described(parse: Parse, at: int, mention: Mention) -> Change | None:
    """*the clergyman John Michell*: a certain clergyman; *his friend Ibrahim Pasha*: his friend."""
    before = parse.text[: mention.start - at]
    tag = next((token.tag for token in reversed(parse.tokens) if at + token.end <= mention.start), "")
    if mention.kind != "PERSON" or mention.tag_after in _GOES_ON or tag != "NN":
        return None
    if (found := _THE_NOUN.search(before)) is not None and _is_person(found[2].split()[-1]):
        start = at + found.start()
        return Change(start, mention.end, _opened(f"a certain {found[2]}", start == at))
    if (found := _OWN_NOUN.search(before)) is not None and _is_person(found[1]):
        return Change(at + found.end(1), mention.end, "")
    return None


def _noun(parse: Parse, at: int, mention: Mention) -> str | None:
    """What a name is the name of, as far as can be told."""
    first, last = mention.name.split()[0], mention.name.split()[-1]
    is_full = len(mention.name) > len(first)
    if (is_full and (name_class(first) in _GIVEN or first in _TITLES)) or mention.kind == "PERSON":
        has_article = parse.text.startswith(("The ", "the "), mention.start - at)
        is_person = not has_article and " of " not in mention.name and not last.endswith("s") and last not in _NOBODY
        role = _role(parse, at, mention) if is_person else None
        # The parser alone takes places and beasts of one word for people.
        return role or ("person" if is_person and (is_full or name_class(first) in _OF_PERSONS) else None)
    known = (name_class(mention.name), None if " of " in mention.name else name_class(last))
    return next((_THINGS[name] for name in known if name is not None and name in _THINGS), None)


def _role(parse: Parse, at: int, mention: Mention) -> str | None:
    """What somebody is by what they do: who paints is an artist."""
    inside = [i for i, token in enumerate(parse.tokens) if mention.start <= at + token.start < mention.end]
    for i in inside:
        token = parse.tokens[i]
        verb = parse.tokens[token.head]
        is_agent = token.relation == "nsubj" or (
            token.relation in ("obl", "obl:agent") and any(parse.tokens[j].text == "by" for j in parse.children(i))
        )
        if is_agent and verb.tag.startswith("VB"):
            return _ROLES.get(lemma(verb.text, verb.tag))
    return None


def _is_person(noun: str) -> bool:
    """Whether a noun before a name is what its bearer is."""
    return noun.endswith(_OF_PEOPLE) or noun in _PEOPLE


def _opened(text: str, opens: bool) -> str:
    return f"{text[0].upper()}{text[1:]}" if opens else text


_THE_NOUN = re.compile(r"\b([Tt]he) ((?:[\w-]+ ){0,2}[a-z-]+) $")
_OWN_NOUN = re.compile(r"\b(?:[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|\w+['’]s) (?:[a-z-]+ ){0,3}?([a-z-]+) $")
_GOES_ON = frozenset(("NNP", "NNPS", "HYPH", "CD"))
_OF_PEOPLE = ("er", "or", "ist", "ian", "man", "woman", "ant")
_PEOPLE = word_set("""
    friend wife husband brother sister son daughter father mother uncle aunt nephew cousin pupil student critic poet
    king queen emperor empress pope monk nun priest judge general admiral chemist physicist vizier sultan knight duke
    prince princess lawyer sculptor engineer architect patron rival lover colleague journalist clerk slave saint
    """)
_GIVEN = frozenset(("given-m", "given-f"))
_OF_PERSONS = _GIVEN | {"surname"}
_TITLES = word_set("""
    King Queen Emperor Empress Prince Princess Shah Sultan Khan Pasha Tsar Kaiser Duke Duchess Count Countess Baron Lord
    Lady Sir Dame Saint Pope Cardinal Bishop Abbot Father Mother Brother Sister General Admiral Captain Colonel Marshal
    President Senator Judge Doctor Professor Rabbi Imam Caliph Pharaoh Mr. Mrs. Dr. St.
    """)
_NOBODY = word_set("God Christ Death Nature Fate Providence Earth Heaven Hell Devil")
# A sister named Arsinoe; known as Roxelana; as Warden of the Mint; under the name of Grimnir; Keren-happuch.
_NAMED_AS = re.compile(
    r"(?:\b(?:named|called|titled|entitled|dubbed|nicknamed|as|or|for|names? of) |[-–])$", re.IGNORECASE
)
_IN_TITLE = re.compile(r"(?:\b[Tt]he |\S )[A-Z][\w'’-]* of (?:the )?$")  # in The Curse of Minerva
_GOING_ON = re.compile(r"[-–]| (?:the|of|I|II|III|IV|V|VI|VII|VIII)\b")
_AS_THEY_ARE = word_set("""
    sea lake river mountain island desert landmark war university newspaper agency language religion dynasty holiday
    character ship ruler element
    """)
_THINGS: Mapping[str, str] = {
    name: noun
    for noun, names in {
        "city": "city ancient-city treaty-city city-short",
        "town": "borough",
        "country": "country country-short",
        "state": "us-state",
        "province": "province",
        "region": "region ancient-region",
        "place": "mythical-place",
        "work": "epic scripture",
        "company": "company carmaker",
        "figure": "myth-figure",
        "deity": "god",
        **{name: name for name in _AS_THEY_ARE},
    }.items()
    for name in names.split()
}
_ROLES: Mapping[str, str] = {
    verb: role
    for role, verbs in {
        "writer": "publish translate satirize",
        "artist": "paint sculpt engrave",
        "composer": "compose orchestrate",
        "scientist": "discover isolate synthesize prove postulate hypothesize calculate",
        "thinker": "argue criticize reason maintain",
        "commander": "besiege conquer invade defeat command",
        "architect": "design",
        "director": "direct film",
        "explorer": "explore",
        "inventor": "invent patent",
    }.items()
    for verb in verbs.split()
}
