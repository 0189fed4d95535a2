"""Words of a tossup's clues put in other words."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from stumper.adversaries.quizbowl.clues import Change, Clues, Rewriting, clues
from stumper.adversaries.quizbowl.combining import Search, check_most, combined
from stumper.errors import BadOption
from stumper.language.inflection import article, cased, lemma, like
from stumper.language.parse import Parse
from stumper.language.rewording.exchanges import exchanges, is_plain
from stumper.language.rewording.word_set import word_set
from stumper.types import Example, Verdict

CHOICES = 2  # words that are tried for one
NEVER = 2.0  # a share of uses that no sense has


@dataclass(frozen=True, slots=True)
class TossupSynonym:
    """Puts synonyms for words of a tossup's clues; names, numbers, quotations and what "this" points to stay.

    They are from the table of interchangeable words; with ``least_share`` also WordNet's, where this share of a word's
    uses, as far as can be estimated, have the sense of the synonym.
    """

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

    def _ways(self, given: Clues, place: int) -> Iterator[Rewriting]:
        parse, at = given.parses[place], given.sentences[place].start
        if parse is None:
            return
        choices = [(i, words) for i in range(len(parse.tokens)) if (words := self._words(parse, i))]
        for rank in range(CHOICES):
            changes = tuple(_change(parse, at, i, words[rank]) for i, words in choices if rank < len(words))
            if changes:
                yield Rewriting(changes, "synonym")

    def _words(self, parse: Parse, index: int) -> list[str]:
        """What may stand in a word's place, in its form."""
        token = parse.tokens[index]
        if not is_plain(parse, index) or _is_pointed_at(parse, index) or lemma(token.text, token.tag) in _OWN_USE:
            return []
        least_share = NEVER if self.least_share is None else self.least_share
        return [like(word, token.text, token.tag) for word in exchanges(parse, index, least_share)]


def _is_pointed_at(parse: Parse, index: int) -> bool:
    """Whether the word is what the tossup calls its answer (*this process*), or one of those that ask for it."""
    tokens = parse.tokens
    points = any(tokens[i].text.lower() in ("this", "these") for i in parse.children(index))
    around = {tokens[i].text.lower() for i in range(max(0, index - 2), min(len(tokens), index + 2))}
    return points or "points" in around or tokens[index].lemma == "name"


# Words with another use in clues than elsewhere: the battle of Preveza, asks why, killed in 1536, believe in, whole
# numbers, declared the trial void, leaves this process as a gas.
_OWN_USE = word_set("""
    ask argument battle struggle fight kill together believe hold charge story people part area reach publish examine
    whole declare leave reject
    """)


def _change(parse: Parse, at: int, index: int, word: str) -> Change:
    """The word in the token's place, with the article that it needs."""
    token = parse.tokens[index]
    if index and (before := parse.tokens[index - 1]).text.lower() in ("a", "an"):
        return Change(at + before.start, at + token.end, f"{cased(article(word), before.text)} {word}")
    return Change(at + token.start, at + token.end, word)
