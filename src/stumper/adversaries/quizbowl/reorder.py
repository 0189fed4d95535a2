"""The clues of a tossup in another order: those that a guesser leans on later, the giveaway still last."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from stumper.adversaries.quizbowl.clues import Clues, clues
from stumper.adversaries.quizbowl.combining import Search
from stumper.language.lexicon import classes
from stumper.language.parse import Parse
from stumper.language.rewording.leaning import CONNECTIVES, FUNCTION_WORDS
from stumper.text import words
from stumper.types import Edit, Example, Perturbation, Tossup, Verdict


@dataclass(frozen=True, slots=True)
class TossupReorder:
    """Puts the clues that a guesser leans on later, and the giveaway last (Wallace et al. 2019).

    A clue that goes on from the one before stays behind it. Where one that opens with a pronoun comes first, the tossup
    says there what it asks for: "He" becomes "This composer".
    """

    pipeline: str = "embedded"

    def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
        """Place by place, from the first: each clue that is left is tried there, and the one that helps least stays."""
        given = clues(example, self.pipeline)
        blocks = _blocks(given)
        last, free = blocks[-1:], list(blocks[:-1])
        order: list[range] = []
        while len(free) > 1:
            tries = [[*order, block, *(other for other in free if other is not block), *last] for block in free]
            proposed = [None if each == blocks else _ordered(given, blocks, each) for each in tries]
            said = iter((yield [each for each in proposed if each is not None]))
            ranks = [_rank(original if each is None else next(said)) for each in proposed]
            order.append(free.pop(ranks.index(min(ranks))))
        return None


def _rank(verdict: Verdict) -> tuple[float, float]:
    if verdict.score is None or verdict.expected is None:
        return 2.0, 2.0
    return verdict.score, verdict.expected


def _blocks(given: Clues) -> list[range]:
    """The sentences in runs that stay together."""
    starts = [i for i, sentence in enumerate(given.sentences) if i == 0 or not _goes_on(sentence.text)]
    return [range(a, b) for a, b in zip(starts, [*starts[1:], len(given.sentences)], strict=True)]


def _goes_on(sentence: str) -> bool:
    """Whether a sentence needs the one before it: by its first word, or by a word that points to another clue."""
    found = words(sentence)
    return not found or found[0].text.lower() in CONNECTIVES | _OTHERS or _POINTING.search(sentence) is not None


def _ordered(given: Clues, blocks: Sequence[range], order: Sequence[range]) -> Perturbation:
    texts = [given.text[given.sentences[b[0]].start : given.sentences[b[-1]].end] for b in order]
    if order[0] is not blocks[0]:
        texts[0] = _named(given, order[0][0]) + texts[0][len(given.sentences[order[0][0]].text) :]
    edit = Edit("tossup", 0, len(given.text), " ".join(texts), "reorder", "clue moved back")
    return Perturbation(given.example.id, Tossup(edit.text), given.example.gold, (edit,))


def _named(given: Clues, place: int) -> str:
    """A sentence as it opens the tossup: with what is asked for in the place of the first pronoun for it."""
    text, parse = given.sentences[place].text, given.parses[place]
    asked = next((found for found in _THIS.finditer(given.text) if found[1] not in FUNCTION_WORDS), None)
    if parse is None or asked is None or _THIS.search(text):
        return text
    at = _pronoun(parse, is_person="person" in classes(asked[1].lower()))
    if at is None:
        return text
    name, token = asked[0].lower(), parse.tokens[at]
    if token.tag == "PRP$":
        name += "'" if name.endswith("s") else "'s"
    name = name if at else f"{name[0].upper()}{name[1:]}"
    return f"{text[: token.start]}{name}{text[token.end :]}"


def _pronoun(parse: Parse, is_person: bool) -> int | None:
    """The first pronoun that may stand for the answer; for a person, none after a name, which it may stand for."""
    tokens = parse.tokens
    for i, token in enumerate(tokens):
        if is_person and token.tag.startswith("NNP"):
            return None
        fits = token.text.lower() in (_OF_PERSONS if is_person else _OF_THINGS)
        if fits and token.tag in ("PRP", "PRP$") and not _EXPLETIVE.match(parse.text, token.start):
            return i
    return None


_THIS = re.compile(r"\b(?:this|these) ([a-z]+)(?=[\s,.;:'’])", re.IGNORECASE)
_EXPLETIVE = re.compile(r"it (?:is|was|takes|took) (?:\w+ )?(?:to|that)\b", re.IGNORECASE)
_OF_THINGS = frozenset(("it", "its", "they", "them", "their"))
_OF_PERSONS = frozenset(("he", "she", "him", "her", "his"))
_OTHERS = frozenset(("another", "others", "both", "neither", "either"))
# What points to a clue before, where "this" and pronouns point to the answer.
_POINTING = re.compile(
    r"\b(?:however|therefore|thus|hence|moreover|furthermore|nevertheless|nonetheless|meanwhile|afterwards?|thereafter"
    r"|subsequently|consequently|likewise|similarly|instead|aforementioned|thereby|also|too"
    r"|as a result|in addition|by contrast|on the other hand|in turn|another of|the (?:latter|former|same|other)s?"
    r"|(?:years?|months?|weeks?|days?|decades?|centur(?:y|ies)) (?:later|earlier|before)|that (?:year|time|day)"
    r"|(?:of|in|by|from|to|on|with|for|at) that [a-z]+)\b",
    re.IGNORECASE,
)
