"""A sentence said in another voice or word order, by a table of transformations."""

from collections.abc import Callable, Iterator

from stumper.language.parse import Parse
from stumper.language.rewording.clause import Clause, Part, main_clause
from stumper.language.rewording.moments import clauses_turned, moment_first, moment_last
from stumper.language.rewording.nominal import nominal
from stumper.language.rewording.noun_phrases import conjuncts, full, of_genitive, reduced, s_genitive
from stumper.language.rewording.voice import active, passive
from stumper.language.rewording.word_order import (
    clause_first,
    clause_last,
    cleft_adverbial,
    cleft_subject,
    fronted,
    put_back,
    turned,
)

OfClause = Callable[[Clause], list[Part] | None]
OfParse = Callable[[Parse], Iterator[list[Part]]]

# Each gives the sentence's parts in their new order, or None where it does not fit; the most natural first.
CLAUSES: tuple[tuple[str, OfClause], ...] = (
    ("noun for the verb", nominal),
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
    ("moment first", moment_first),
    ("moment last", moment_last),
    ("clauses turned", clauses_turned),
)


def reworded(parse: Parse) -> Iterator[tuple[str, list[Part]]]:
    """Each transformation that fits with the sentence's parts in their new order."""
    clause = main_clause(parse)
    for rule, of_clause in CLAUSES:
        if clause is not None and (parts := of_clause(clause)) is not None:
            yield rule, parts
    for rule, of_parse in NOUN_PHRASES:
        for parts in of_parse(parse):
            yield rule, parts
