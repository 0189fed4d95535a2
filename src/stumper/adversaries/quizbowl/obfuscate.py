"""Names in a tossup's clues said by what they are names of: "Stephen Hawking" becomes "a certain person"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.quizbowl.bearers import bearer, is_person, runs_on
from stumper.adversaries.quizbowl.clues import Change, ClueRewriting, Clues, Search, check_most, clues, combined
from stumper.language.parse import Parse
from stumper.language.rewording.mentions import Mention, is_common_noun, mentions_in
from stumper.text import Stretch
from stumper.types import Example, Verdict


@dataclass(frozen=True, slots=True)
class TossupObfuscate:
    """Puts "a certain scientist" or "that city" for the names in all clues but the last (Wallace et al. 2019).

    What a name is the name of is told by the noun before it, by what its bearer does, and by the table of names; a name
    of which nothing is known stays. In the last sentence all names stay, so that there is an answer to be found.
    """

    tasks: ClassVar[Sequence[str]] = ("quizbowl",)
    family: ClassVar[str] = "question edits"
    searches: ClassVar[bool] = True

    candidates: int = 12
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        check_most("tossup-obfuscate", self.candidates)

    def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
        """Each clue alone without its names, then all."""
        given = clues(example, self.pipeline)
        ways = [list(_ways(given, place)) for place in range(len(given.sentences) - 1)]
        return (yield from combined(given, ways, "obfuscate", self.candidates))


def _ways(given: Clues, place: int) -> Iterator[ClueRewriting]:
    parse, at = given.parses[place], given.sentences[place].start
    if parse is None:
        return
    mentions = [
        each
        for each in mentions_in(parse, place, at)
        if not (is_common_noun(each.name, given.text) or runs_on(each.name))
    ]
    told: dict[str, str] = {}
    changes: list[Change] = []
    for mention in mentions:
        change = None if _is_said_again(given.text, mention, mentions) else _change(parse, at, mention, told)
        if change is not None and (not changes or changes[-1].end <= change.start):
            changes.append(change)
    kept = [change for change in changes if not _stays_elsewhere(given.text, given.sentences[place], change, changes)]
    if kept:
        yield ClueRewriting(tuple(kept), "name hidden")


def _stays_elsewhere(text: str, sentence: Stretch, change: Change, changes: Sequence[Change]) -> bool:
    """Whether the name that is hidden here stands in the same sentence as well where nothing hides it."""
    found = re.finditer(rf"\b{re.escape(text[change.start : change.end].strip())}\b", text[: sentence.end])
    return any(
        not any(other.start <= at.start() < other.end for other in changes)
        for at in found
        if at.start() >= sentence.start
    )


def _is_said_again(text: str, mention: Mention, mentions: Sequence[Mention]) -> bool:
    """Whether part of the name stands elsewhere, so that who hears it there would not know who is meant."""
    if " " not in mention.name:
        return False
    spans = [(each.start, each.end) for each in mentions if each.name == mention.name]
    return any(
        not any(start <= found.start() < end for start, end in spans)
        for word in mention.name.split()
        if word[0].isupper() and len(word) > 2
        for found in re.finditer(rf"\b{re.escape(word)}\b", text)
    )


def _change(parse: Parse, at: int, mention: Mention, told: dict[str, str]) -> Change | None:
    """The mention by what it is; None where that is not known, or nothing can stand in its place."""
    described = _described(parse, at, mention)
    if described is not None:
        return described
    before, after = parse.text[: mention.start - at], parse.text[mention.end - at :]
    is_before_noun = not mention.is_subject and " " not in mention.name and mention.tag_after in _PRESENT  # Ricci flows
    if (
        is_before_noun
        or not mention.is_free
        or mention.is_plural
        or mention.name.isupper()
        or not _has_place(parse, at, mention)
    ):
        return None
    noun = bearer(parse, at, mention)
    if noun is None or before.endswith(f"{noun} of "):
        return None
    text = _said(mention.name, noun, told)
    if text is None:
        return None
    return Change(mention.start, mention.end - _stop(mention, after), _opened(text, mention.start == at))


def _stop(mention: Mention, after: str) -> int:
    """How many characters at the name's end are the sentence's full stop: *Napoleon I.*"""
    return int(mention.name.endswith(".") and not after.strip())


def _said(name: str, noun: str, told: dict[str, str]) -> str | None:
    """*a certain city*, then *another city*; *that city* for a name that was hidden before; no third one of a kind."""
    if name in told:
        return f"that {told[name]}"
    others = sum(known == noun for known in told.values())
    if others > 1:
        return None
    told[name] = noun
    return f"another {noun}" if others else f"a certain {noun}"


def _has_place(parse: Parse, at: int, mention: Mention) -> bool:
    """Whether what stands around the name lets a description take its place."""
    before, after = parse.text[: mention.start - at], parse.text[mention.end - at :]
    if (
        _is_described(parse, mention.start - at)
        or _GOING_ON.match(after)
        or any(pattern.search(before) for pattern in _HOLDING)
    ):
        return False
    listed = _LISTED.match(before)
    if listed is not None and " " not in mention.name:  # Geri and Freki
        return False
    opening = "" if listed is None else listed[1]
    is_one_of_many = any(row.start() <= len(before) < row.end() for row in _ROW.finditer(parse.text))
    return not (_NAMED_AS.search(opening) or _SEVERAL.search(opening) or is_one_of_many)


def _is_described(parse: Parse, start: int) -> bool:
    """Whether an article and a participle stand before the name: *the reduced Planck's constant*."""
    tags = [token.tag for token in parse.tokens if token.end <= start]
    return len(tags) > 1 and tags[-1] in ("VBN", "VBG", "JJ") and tags[-2] in ("DT", "PRP$", "JJ", "JJS", "POS")


def _described(parse: Parse, at: int, mention: Mention) -> Change | None:
    """*the clergyman John Michell*: a certain clergyman; *his friend Ibrahim Pasha*: his friend."""
    before, after = parse.text[: mention.start - at], parse.text[mention.end - at :]
    tag = next((token.tag for token in reversed(parse.tokens) if at + token.end <= mention.start), "")
    if mention.kind != "PERSON" or mention.tag_after in _GOES_ON or tag != "NN" or _GOING_ON.match(after):
        return None
    if _GLOSS.match(after) or _BY_NAME.search(before):
        return None
    if (found := _THE_NOUN.search(before)) is not None and is_person(found[2].split()[-1]):
        start = at + found.start()
        return Change(start, mention.end - _stop(mention, after), _opened(f"a certain {found[2]}", start == at))
    if (found := _OWN_NOUN.search(before)) is not None and is_person(found[1]):
        return Change(at + found.end(1), mention.end, "")
    return None


def _opened(text: str, opens: bool) -> str:
    return f"{text[0].upper()}{text[1:]}" if opens else text


_THE_NOUN = re.compile(r"\b([Tt]he) ((?:[\w-]+ ){0,2}[a-z-]+) $")
_OWN_NOUN = re.compile(r"\b(?:[Hh]is|[Hh]er|[Ii]ts|[Tt]heir|\w+['’]s) (?:[a-z-]+ ){0,3}?([a-z-]+) $")
_PRESENT = frozenset(("VB", "VBP", "VBZ"))
_GOES_ON = frozenset(("NNP", "NNPS", "HYPH", "CD"))
# A sister named Arsinoe; known as Roxelana; as Warden of the Mint; under the name of Grimnir; Keren-happuch; Mr. and.
_NAMED_AS = re.compile(
    r"(?:\b(?:named|called|titled|entitled|dubbed|nicknamed|as|or|for|names? of|Mr\. and|is|are|was|were) |[-–])$",
    re.IGNORECASE,
)
_BY_NAME = re.compile(r"\b(?:names?|named|calls?|called|dubbed)\b")  # who named his son Rahula did not name his son
_GLOSS = re.compile(r",? ?[(“\"]|, (?:an?|meaning|which means)\b")  # Rahula, a word for a fetter
_IN_TITLE = re.compile(r"(?:\b[Tt]he |[\S“‘] ?)[A-Z][\w'’-]* of (?:the )?$")  # in The Curse of Minerva
_IN_PLACE = re.compile(r"\b(?:in|of|from|to|at|near|outside) [A-Z]\w+(?: [A-Z]\w+)*, $")  # in Billund, Denmark
_NAME = r"[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*)*"
_LISTED = re.compile(rf"^(.*?){_NAME},? and $")
_ROW = re.compile(rf"{_NAME}(?:, {_NAME})+,? (?:and|or) {_NAME}")
_SEVERAL = re.compile(r"\b(?:[a-z]+s|both|between) $")  # the sisters Elinor and Marianne
_GOING_ON = re.compile(
    r"[-–]| (?:the|of|I|II|III|IV|V|VI|VII|VIII)\b|,? and the [A-Z]|, [A-Z][a-z]+(?: [A-Z][a-z]+)?(?:,|\.$)"
    r"|, (?:New|North|South|West) "
)
_HOLDING = (_NAMED_AS, _IN_TITLE, _IN_PLACE)
