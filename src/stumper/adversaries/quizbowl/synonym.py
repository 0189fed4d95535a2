"""Words of a tossup's clues put in other words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.quizbowl.clues import Change, ClueRewriting, Clues, Search, check_most, clues, combined
from stumper.errors import BadOption
from stumper.language.inflection import article, cased, lemma, like
from stumper.language.parse import Parse
from stumper.language.rewording.exchanges import exchanges, is_plain
from stumper.language.rewording.words import word_set
from stumper.types import Example, Verdict

CHOICES = 2  # words that are tried for one


@dataclass(frozen=True, slots=True)
class TossupSynonym:
    """Puts synonyms for words of a tossup's clues; names, numbers, quotations and what "this" points to stay.

    They are from the table of interchangeable words; with ``least_share`` also WordNet's, where this share of a word's
    uses, as far as can be estimated, have the sense of the synonym.
    """

    tasks: ClassVar[Sequence[str]] = ("quizbowl",)
    family: ClassVar[str] = "question edits"
    searches: ClassVar[bool] = True

    least_share: float | None = None
    candidates: int = 12
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        check_most("tossup-synonym", self.candidates)
        if self.least_share is not None and not 0 <= self.least_share <= 1:
            raise BadOption(f"The option 'least_share' of tossup-synonym is a share of 0 to 1, not {self.least_share}.")

    def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
        """All words of a clue by their first choices, clue by clue, then the second choices, then all together."""
        given = clues(example, self.pipeline)
        ways = [list(self._ways(given, place)) for place in range(len(given.sentences))]
        return (yield from combined(given, ways, "synonym", self.candidates))

    def _ways(self, given: Clues, place: int) -> Iterator[ClueRewriting]:
        parse, at = given.parses[place], given.sentences[place].start
        if parse is None:
            return
        choices = [(i, words) for i in range(len(parse.tokens)) if (words := self._words(parse, i))]
        for rank in range(CHOICES):
            changes = tuple(_change(parse, at, i, words[rank]) for i, words in choices if rank < len(words))
            if changes:
                yield ClueRewriting(changes, "synonym")

    def _words(self, parse: Parse, index: int) -> list[str]:
        """What may stand in a word's place, in its form."""
        token = parse.tokens[index]
        if not is_plain(parse, index) or _is_pointed_at(parse, index) or not _fits(parse, index):
            return []
        found = [word for word in exchanges(parse, index, self.least_share) if word not in _NEVER_SAID]
        return [like(word, token.text, token.tag) for word in found]


def _is_pointed_at(parse: Parse, index: int) -> bool:
    """Whether the word is what the tossup calls its answer (*this process*), or one of those that ask for it."""
    tokens = parse.tokens
    points = any(tokens[i].text.lower() in ("this", "these") for i in parse.children(index))
    around = {tokens[i].text.lower() for i in range(max(0, index - 2), min(len(tokens), index + 2))}
    return points or "points" in around or tokens[index].lemma == "name"


def _fits(parse: Parse, index: int) -> bool:
    """Whether the word has here, by what stands around it, the sense in which others may stand for it."""
    token = parse.tokens[index]
    name = lemma(token.text, token.tag)
    before, after = parse.text[: token.start], parse.text[token.end :]
    if name in _OWN_USE or token.text in ("people", "peoples"):
        return False
    if (token.tag in ("JJ", "RB") and _DEGREE.search(before)) or (token.tag[:2] == "VB" and _DETERMINED.search(before)):
        return False
    if name in _ONLY_BEFORE:
        return _ONLY_BEFORE[name].match(after) is not None
    return name not in _NEVER_BEFORE or _NEVER_BEFORE[name].match(after) is None


_DETERMINED = re.compile(r"\b(?:an?|the) $", re.IGNORECASE)  # it is no verb
_DEGREE = re.compile(r"\b(?:more|most|less|least|very|so|too|as|how) $")
_THAT = re.compile(r",? (?:that|how|why|what|whether|for|with|against|to)\b")
_OWN_SIDE = re.compile(r" (?:that|his|her|their|its)\b")
_ONLY_BEFORE: Mapping[str, re.Pattern[str]] = {
    "argue": re.compile(r" that\b"),
    "claim": re.compile(r" (?:that|to have|to be)\b"),
    "assert": re.compile(r" that\b"),
    "flee": re.compile(r" (?:to|from|into)\b"),
    "reveal": re.compile(r" that\b"),
    "require": re.compile(r" (?:for|by)\b"),
}
_NEVER_BEFORE: Mapping[str, re.Pattern[str]] = {
    "cause": re.compile(r" .*\bto\b"),
    "propose": _THAT, "demand": _THAT, "conclude": _THAT, "allow": _THAT, "permit": _THAT,
    "buy": re.compile(r" time\b"), "build": re.compile(r" (?:up )?(?:on|upon|from|out)\b"),
    "resign": _OWN_SIDE, "use": re.compile(r" to\b"),
}  # fmt: skip
# Words with another use in clues than elsewhere, or of which others have a narrower one: the battle of Preveza, asks
# why, whole numbers, the complex number, an active site, attacking a view, leads an empire into, received a letter.
_OWN_USE = word_set("""
    error advantage replace explain doctrine ask argument battle struggle fight kill together believe hold
    charge story people part area reach publish examine whole declare leave reject complex complicated simple
    basic fundamental hard difficult important significant essential vital crucial critical necessary required
    adequate ample sufficient accessible contemporary ancient deadly fatal lethal chief leading primary
    principal prominent dominant powerful strong weak poor rich sad severe sick tiny temporary typical unusual
    vast wrong distinct diverse fast happy prior correct accurate always soon finally significantly
    considerably virtually collectively worldwide globally successfully suddenly sometimes essay site reason
    disease illness characteristic trait attribute substance majority opinion knowledge experiment attempt
    effort quantity amount film meeting statement result town invasion company tradition principle alliance
    soldier freedom liberty edge treatment therapy velocity criticism route vessel capability category class
    cost price cure damage harm decline fraction growth increase decrease infection journal name pain praise
    profit purchase successor heir summit symptom trade commerce descendant hypothesis riot viewer founder
    difference kind sort exile purpose aim answer settler bias boundary border committee contract custom era
    epoch firm hazard intent loss medicine medication motive obstacle portion prize award reduction remedy
    shop skill threat visitor guest vocation wage wish desire collapse location attack protect separate divide
    solve select capture cross conduct design die lead locate introduce produce support receive remove
    translate employ run change originate predict expand precede surround detect operate invade enter bury
    abandon assume inhabit encounter continue become occupy elect admire resist reduce raise gain encircle
    collect gather store keep complete finish illustrate exceed estimate enact expect extinguish fabricate
    compose destruction benefit belief establish modern rapid quick honor honour help ignite illuminate
    imitate invest nominate retain shrink suppose submit consume absorb emit donate delay cease discontinue
    accept surpass recruit investigate reside injure inform notify instruct manage appoint attend dismiss
    destroy anticipate stop send grant
    """)


_NEVER_SAID = word_set("erect fast municipality utilize")  # first choices remain


def _change(parse: Parse, at: int, index: int, word: str) -> Change:
    """The word in the token's place, with the article that it needs."""
    token = parse.tokens[index]
    if index and (before := parse.tokens[index - 1]).text.lower() in ("a", "an"):
        return Change(at + before.start, at + token.end, f"{cased(article(word), before.text)} {word}")
    return Change(at + token.start, at + token.end, word)
