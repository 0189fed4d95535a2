"""The question put in other words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.asked import reasked
from stumper.adversaries.reading.edits.paragraph import Change
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.language.clauses import FINITE
from stumper.language.inflection import like
from stumper.language.parse import Parse
from stumper.language.rewording.exchanges import exchanges, is_plain
from stumper.language.rewording.one_sentence import parsed
from stumper.language.rewording.set_phrases import phrases
from stumper.types import Example, Perturbation

MOST_WORDS = 2  # that one paraphrase puts in other words

_DO = "(?:did|do|does|was|were|is|are|has|have|had|can|could|would|will|should)"
_TIME = "year|month|decade|century|city|country|town|state|season|region|area"
# What asks, and how else it may be asked; each keeps what kind of answer is wanted.
ASKING: tuple[tuple[str, re.Pattern[str], str], ...] = tuple(
    (rule, re.compile(pattern), new)
    for rule, pattern, new in (
        ("in which", rf"^What (?=(?:{_TIME}) (?:did|was|were)\b)(?!.*\b(?:in|of|to|from|by|at|on|for)\?)", "In which "),
        ("in which", rf"^In what (?=(?:{_TIME})\b)", "In which "),
        ("in what", rf"^In which (?=(?:{_TIME})\b)", "In what "),
        ("for what reason", rf"^Why (?={_DO}\b)", "For what reason "),
        ("kind", r"^(What|Which) type of\b", r"\1 kind of"),
        ("type", r"^(What|Which) (?:kind|sort) of\b", r"\1 type of"),
        ("number", rf"^How many (?=(?!miles|times|years|days)[a-z]+s {_DO}\b)(?!.*\bthere\b)", "What number of "),
        ("how many", r"^What number of (?=[a-z]+s\b)", "How many "),
        ("which of these", rf"^Which (?=[a-z]+ (?:{_DO})\b)(?!one\b|of\b)", "What "),
        ("which", rf"^What (?=(?:[a-z]+ )?(?:group|company|country|city|person|type|king|team|network|book|river|war"
                  rf"|organization|university|program|show|element|gas|disease|animal) (?:{_DO}|[a-z]+ed)\b)",
         "Which "),
        ("who was it", r"^Who (?=(?:wrote|built|founded|discovered|invented|led|won|created|designed|developed|wanted"
                       r"|proposed|said|argued|bought|established|designed|ordered)\b)", "Who was it that "),
        ("name", r"^What (is|was) the name of ([^,]+)\?$", r"What \1 \2 called?"),
        ("according to", r"^According to ([A-Z][\w .'-]*[\w]), w(hat|ho|hich|here|hen|hy) (.+)\?$",
         r"W\2 \3, according to \1?"),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class QuestionParaphrase:
    """Asks the question in other words: another word that asks, and words that may stand for one another.

    Names, numbers and quotations stay, and so does the kind of answer that is asked for.
    """

    tasks: ClassVar[Sequence[str]] = ("reading", "rag")
    family: ClassVar[str] = "question edits"
    changes: ClassVar[Sequence[str]] = ("text",)
    searches: ClassVar[bool] = False

    candidates: int = 8
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("question-paraphrase", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The question with its asking words and its other words changed, then with the ones or the others."""
        parse = parsed(example.query.text, self.pipeline)
        if parse is None:
            return []
        asking = list(_asking(parse))
        found = list(_words(parse))
        together = [choice[0] for choice in found[:MOST_WORDS]]
        seconds = [choice[1] for choice in found if len(choice) > 1][:MOST_WORDS]
        sets = [changes for changes in (together, seconds, *([choice[0]] for choice in found)) if changes]
        tries = [(f"{rule} + other words", [change, *changes]) for (rule, change), changes in product(asking, sets[:2])]
        tries += [(rule, [change]) for rule, change in asking]
        tries += [("other words", changes) for changes in sets]
        apart = ((rule, changes) for rule, changes in tries if not _overlap(changes))
        return first(
            self.candidates, (reasked(example, changes, "question paraphrase", rule) for rule, changes in apart)
        )

    attack = one_batch


def _asking(parse: Parse) -> Iterator[tuple[str, Change]]:
    """How else the question may be asked; a name's question only where the rest is a noun phrase."""
    for rule, pattern, new in ASKING:
        match = pattern.search(parse.text)
        if match is None or (rule == "name" and sum(token.tag in FINITE for token in parse.tokens) != 1):
            continue
        yield rule, Change(match.start(), match.end(), match.expand(new))


def _words(parse: Parse) -> Iterator[list[Change]]:
    for found in phrases(parse):
        yield [Change(found.start, found.end, found.text)]
    for i, token in enumerate(parse.tokens[1:], 1):
        if is_plain(parse, i) and parse.tokens[i - 1].text.lower() not in ("a", "an"):
            choices = [like(word, token.text, token.tag) for word in exchanges(parse, i, None)]
            if choices:
                yield [Change(token.start, token.end, word) for word in choices]


def _overlap(changes: Sequence[Change]) -> bool:
    ordered = sorted(changes, key=lambda change: change.start)
    return any(one.end > other.start for one, other in pairwise(ordered))
