"""The clues of a tossup in another order: those that a guesser leans on later, the giveaway still last."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.quizbowl.clues import Clues, Search, clues
from stumper.language.lexicon import classes
from stumper.language.parse import Parse
from stumper.language.rewording.leaning import CONNECTIVES
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.text import words
from stumper.types import Edit, Example, Perturbation, Verdict


@dataclass(frozen=True, slots=True)
class TossupReorder:
    """Puts the clues that a guesser leans on later, and the giveaway last (Wallace et al. 2019).

    A clue that goes on from the one before stays behind it. Only a clue that says what is asked for comes first; where
    it does so by a pronoun, that is told there: "He" becomes "This composer".
    """

    tasks: ClassVar[Sequence[str]] = ("quizbowl",)
    family: ClassVar[str] = "question edits"
    searches: ClassVar[bool] = True

    pipeline: str = "embedded"

    def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
        """Place by place, from the first: each clue that is left is tried there, and the one that helps least stays."""
        given = clues(example, self.pipeline)
        blocks = _blocks(given)
        last, free = blocks[-1:], blocks[:-1]
        openings = _openings(given, free)
        order: list[range] = []
        while len(free) > 1:
            next_ones = free if order else [block for block in free if block is blocks[0] or block[0] in openings]
            tries = [[*order, block, *(other for other in free if other is not block), *last] for block in next_ones]
            proposed = [None if each == blocks else _ordered(given, blocks, each, openings) for each in tries]
            said = iter((yield [each for each in proposed if each is not None]))
            ranks = [_rank(original if each is None else next(said)) for each in proposed]
            order.append(next_ones[ranks.index(min(ranks))])
            free.remove(order[-1])
        return None


def _rank(verdict: Verdict) -> tuple[float, float]:
    if verdict.score is None or verdict.expected is None:
        return 2.0, 2.0
    return verdict.score, verdict.expected


def _blocks(given: Clues) -> list[range]:
    """The clues in runs that stay together; none ends within a quotation."""
    starts = [
        i
        for i, sentence in enumerate(given.sentences)
        if i == given.directions
        or (i > given.directions and not (_goes_on(given, i) or _is_quoting(given.text[: sentence.start])))
    ]
    ends = [*starts[1:], len(given.sentences)] if starts else []
    return [range(a, b) for a, b in zip(starts, ends, strict=True)]


def _goes_on(given: Clues, place: int) -> bool:
    """Whether a sentence needs the one before it: by its first word, or by a word that points to another clue."""
    sentence, parse = given.sentences[place].text, given.parses[place]
    found = words(sentence)
    if not found or found[0].text.lower() in CONNECTIVES | _OTHERS or _POINTING.search(sentence) is not None:
        return True
    tokens = () if parse is None else parse.tokens
    return any(token.text.lower() in ("that", "those") and token.relation == "det" for token in tokens)


def _is_quoting(text: str) -> bool:
    """Whether a quotation that has begun has not ended."""
    return text.count('"') % 2 == 1 or text.count("“") > text.count("”")


def _ordered(
    given: Clues, blocks: Sequence[range], order: Sequence[range], openings: Mapping[int, str]
) -> Perturbation:
    texts = [given.text[given.sentences[b[0]].start : given.sentences[b[-1]].end] for b in order]
    if order[0] is not blocks[0]:
        texts[0] = openings[order[0][0]] + texts[0][len(given.sentences[order[0][0]].text) :]
    start = given.sentences[blocks[0][0]].start
    edit = Edit("tossup", start, len(given.text), " ".join(texts), "reorder", "clue moved back")
    return Perturbation(given.example.id, Tossup(given.text[:start] + edit.text), given.example.gold, (edit,))


def _openings(given: Clues, blocks: Sequence[range]) -> dict[int, str]:
    """The first sentence, by its place, of each block that can come first, as it then is."""
    asked = next((found for parse in given.parses if parse is not None and (found := _asked(parse)) is not None), None)
    if asked is None:
        return {}
    texts = {block[0]: _opening(given, block[0], asked) for block in blocks}
    return {place: text for place, text in texts.items() if text is not None}


def _opening(given: Clues, place: int, asked: "_Asked") -> str | None:
    """A sentence as it opens the tossup: with what is asked for in the place of the first pronoun for it.

    None where it has neither, so that nobody who heard it first would know what is meant.
    """
    text, parse = given.sentences[place].text, given.parses[place]
    if parse is None:
        return None
    if _asked(parse) is not None:
        return text
    at = _pronoun(parse, asked)
    if at is None:
        return None
    name, token = asked.text, parse.tokens[at]
    if token.tag == "PRP$":
        name += "'" if name.endswith("s") else "'s"
    name = name if at else f"{name[0].upper()}{name[1:]}"
    return f"{text[: token.start]}{name}{text[token.end :]}"


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a tossup calls its answer: "this harbour town", "these whole numbers"."""

    text: str
    is_person: bool
    is_plural: bool


def _asked(parse: Parse) -> _Asked | None:
    """The first thing that the sentence points to; None where it points to none by a noun."""
    for i, token in enumerate(parse.tokens):
        head = token.head
        if token.text.lower() not in ("this", "these") or not i < head <= i + LONGEST_ASKED:
            continue
        between = parse.tokens[i + 1 : head + 1]
        if between[-1].tag in ("NN", "NNS") and all(each.tag in _IN_PHRASE and each.text.islower() for each in between):
            is_person = "person" in classes(between[-1].lemma) or "person" in classes(between[-1].text)
            return _Asked(f"{token.text.lower()} {parse.span(i + 1, head)}", is_person, token.text.lower() == "these")
    return None


def _pronoun(parse: Parse, asked: _Asked) -> int | None:
    """The first pronoun that may stand for the answer, where nothing before it is one that it may stand for."""
    tokens = parse.tokens
    fitting = _OF_PERSONS if asked.is_person else _OF_THINGS
    if asked.is_plural:
        fitting = _OF_MANY
    for i, token in enumerate(tokens[:-1]):
        if _may_be_meant(parse, i, asked):
            return None
        if token.text.lower() in fitting and token.tag in ("PRP", "PRP$") and not _is_expletive(parse, i):
            return None if tokens[i + 1].text[0] in "'’" else i
    return None


def _may_be_meant(parse: Parse, index: int, asked: _Asked) -> bool:
    """Whether a pronoun that fits the answer may stand for this noun: for a person *a man*, for several *goats*."""
    token = parse.tokens[index]
    if asked.is_plural:
        return token.tag in ("NNS", "NNPS")
    return asked.is_person and (token.tag.startswith("NNP") or (token.tag == "NN" and "person" in classes(token.lemma)))


def _is_expletive(parse: Parse, index: int) -> bool:
    """Whether *it* stands for nothing, as in *it is said that*; behind a preposition it does."""
    follows = index > 0 and parse.tokens[index - 1].tag == "IN"
    return not follows and _EXPLETIVE.match(parse.text, parse.tokens[index].start) is not None


LONGEST_ASKED = 4  # words of what is asked for
_IN_PHRASE = frozenset(("JJ", "NN", "NNS", "VBG", "VBN"))
_EXPLETIVE = re.compile(r"it (?:is|was|takes|took) (?:\w+ )?(?:to|that)\b", re.IGNORECASE)
_OF_THINGS = frozenset(("it", "its"))
_OF_MANY = frozenset(("they", "them", "their"))
_OF_PERSONS = frozenset(("he", "she", "him", "her", "his"))
_OTHERS = frozenset(("another", "others", "both", "neither", "either", "that", "those"))
# What points to a clue before, where "this" and pronouns point to the answer.
_POINTING = re.compile(
    r"\b(?:however|therefore|thus|hence|moreover|furthermore|nevertheless|nonetheless|meanwhile|afterwards?|thereafter"
    r"|subsequently|consequently|likewise|similarly|instead|aforementioned|thereby|also|too"
    r"|as a result|in addition|by contrast|on the other hand|in turn|another of|the (?:latter|former|same|other)s?"
    r"|(?:years?|months?|weeks?|days?|decades?|centur(?:y|ies)) (?:later|earlier|before)|that (?:year|time|day)"
    r"|(?:of|in|by|from|to|on|with|for|at) that [a-z]+)\b",
    re.IGNORECASE,
)
