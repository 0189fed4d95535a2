"""The key sentence said in another way."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from stumper.adversaries.reading.edits.clause import Clause, Part, laid_out, main_clause
from stumper.adversaries.reading.edits.noun_phrases import conjuncts, full, of_genitive, reduced, s_genitive
from stumper.adversaries.reading.edits.paragraph import Paragraph, paragraph, parsed
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.edits.voice import active, passive
from stumper.adversaries.reading.edits.word_order import (
    clause_first,
    clause_last,
    cleft_adverbial,
    cleft_subject,
    fronted,
    put_back,
    turned,
)
from stumper.adversaries.reading.rewriting import rewritten
from stumper.language.parse import Parse
from stumper.types import Example, Perturbation

OfClause = Callable[[Clause], list[Part] | None]
OfParse = Callable[[Parse], Iterator[list[Part]]]

# Each gives the sentence's parts in their new order, or None where it does not fit; the most natural first.
CLAUSES: tuple[tuple[str, OfClause], ...] = (
    ("passive", passive),
    ("active", active),
    ("clause first", clause_first),
    ("clause last", clause_last),
    ("fronted", fronted),
    ("put back", put_back),
    ("turned copula", turned),
    ("cleft", cleft_subject),
    ("adverbial cleft", cleft_adverbial),
)
NOUN_PHRASES: tuple[tuple[str, OfParse], ...] = (
    ("reduced relative", reduced),
    ("full relative", full),
    ("of-genitive", of_genitive),
    ("s-genitive", s_genitive),
    ("conjuncts", conjuncts),
)


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """Says the key sentence in another voice or word order, through its parse (Rahurkar et al. 2020)."""

    candidates: int = 6
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-paraphrase", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The key sentence by each transformation that fits it, in the order of the table."""
        given = paragraph(example)
        return [] if given is None else first(self.candidates, _paraphrases(given, self.pipeline))

    attack = one_batch


def _paraphrases(given: Paragraph, pipeline: str) -> Iterator[Perturbation | None]:
    key = given.key_sentence
    parse = parsed(key.text, pipeline)
    if parse is None:
        return
    for rule, parts in _reworded(parse):
        pieces = laid_out(parse, key.start, parts, given.text)
        if pieces is not None:
            yield rewritten(given.example, given.replaced(key.start, key.end, pieces), "paraphrase", rule)


def _reworded(parse: Parse) -> Iterator[tuple[str, list[Part]]]:
    clause = main_clause(parse)
    for rule, of_clause in CLAUSES:
        if clause is not None and (parts := of_clause(clause)) is not None:
            yield rule, parts
    for rule, of_parse in NOUN_PHRASES:
        for parts in of_parse(parse):
            yield rule, parts
