"""How a question becomes a statement: one row for each way of asking, tried in order.

``when`` names the features that a clause must have, and with a ``!`` those that it must not have. The template names
the clause's parts as they stand in the statement:

opening, preposition, noun, subject, auxiliary, rest
    as the question has them;
verb
    the finite verb with its adverbs, its tense restored after do, negated where asked;
answer
    the answer alone; ``named`` with the noun that was asked for; ``whose`` as an owner;
rest_timed, rest_placed, rest_caused, rest_done, rest_before_named …
    the rest with such a phrase at its end, or before a clause that only adds to it;
opened
    what stands before the answer in its place, and the answer;
verb_done
    the verb with the answer, an adverb, before it;
trailing
    a subject with the verb to be, what is said of it, and the answer in its gap;
behind, ago
    the rest without what stood before the auxiliary, and the answer as a time that is past;
timed, placed, lasting, caused, done
    the answer with the preposition that a time, a place, a duration, a reason or a manner needs; ``dated`` a time
    without one, ``measured`` with the adjective of a measure;
be, is_
    the question's verb to be, or a new one, in the answer's number;
unlike, likened
    the subject without the like that asks what it is like, and the answer with it unless it says how something is;
asserted, asserted_subject
    the rest and the subject of a yes-or-no question, as a statement says them;
of_which
    what a season or an age is one of;
ordered
    what an order asks to be named;
acted
    the answer as what somebody does, in the tense of do;
filled
    the rest with the named answer where the clause has a gap, ``plain`` with the answer alone.
"""

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table."""

    name: str
    when: str
    template: str

    def applies(self, features: frozenset[str]) -> bool:
        """Whether a clause has all that the row asks for and nothing that it excludes."""
        needed, excluded = _conditions(self.when)
        return needed <= features and excluded.isdisjoint(features)


@cache
def _conditions(when: str) -> tuple[frozenset[str], frozenset[str]]:
    words = when.split()
    excluded = frozenset(word[1:] for word in words if word.startswith("!"))
    return frozenset(word for word in words if not word.startswith("!")), excluded


RULES = (
    # What has no asking word
    Rule("gap", "gap", "{opening} {answer} {rest}"),
    Rule("order", "order", "{answer} {is_} {ordered}"),
    Rule("unfinished", "unfinished", "{rest} {answer}"),
    Rule("yes-no", "yes-no inverted", "{asserted_subject} {verb} {asserted}"),
    Rule("yes-no-there", "yes-no there", "there {auxiliary} {asserted}"),
    Rule("yes-no-copula", "yes-no copula", "{asserted_subject} {auxiliary} {asserted}"),
    # What asks where the answer would stand
    Rule("in-place-behind-when", "in-place preposition when", "{opening} {dated} {rest}"),
    Rule("in-place-behind-where", "in-place preposition where", "{opening} {answer} {rest}"),
    Rule("in-place-when", "in-place when", "{opening} {timed} {rest}"),
    Rule("in-place-where", "in-place where", "{opening} {placed} {rest}"),
    Rule("in-place-why", "in-place why", "{opening} {caused} {rest}"),
    Rule("in-place-how", "in-place how", "{opening} {done} {rest}"),
    Rule("in-place-time", "in-place noun:time !preposition !how-many", "{opening} {timed} {rest}"),
    Rule("in-place-year", "in-place noun:time !how-many", "{opening} {dated} {rest}"),
    Rule("in-place-whose", "in-place whose", "{opening} {whose} {noun} {rest}"),
    Rule("in-place-noun", "in-place noun", "{opening} {named} {rest}"),
    Rule("in-place", "in-place", "{opened} {rest}"),
    # Whose
    Rule("whose-subject", "whose subject", "{opening} {whose} {noun} {verb} {rest}"),
    Rule("whose-preposition", "whose preposition inverted", "{opening} {subject} {verb} {rest_before_named}"),
    Rule("whose-inverted", "whose inverted", "{opening} {subject} {verb} {filled}"),
    Rule("whose-copula", "whose copula", "{opening} {subject} {auxiliary} {whose} {noun} {rest}"),
    # How many, how much
    Rule("how-many-there", "how-many there", "{opening} there {auxiliary} {named} {rest}"),
    Rule("how-many-preposition", "how-many preposition inverted",
         "{opening} {subject} {verb} {rest_before_named}"),
    Rule("how-many-subject", "how-many subject", "{opening} {preposition} {named} {verb} {rest}"),
    Rule("how-many-inverted", "how-many inverted", "{opening} {subject} {verb} {filled}"),
    Rule("how-many-stranded", "how-many copula stranded rest", "{opening} {subject} {auxiliary} {filled}"),
    Rule("how-many-lasting", "how-many copula lasting object", "{opening} {subject} {auxiliary} {rest} for {named}"),
    Rule("how-many-long", "how-many copula lasting bare !there",
         "{opening} {subject} {auxiliary} {preposition} {named}"),
    Rule("how-many-of", "how-many copula noun:of", "{opening} {named} {auxiliary} {subject} {rest}"),
    Rule("how-many-predicate", "how-many copula !definite !preposition",
         "{opening} {named} {auxiliary} {subject} {rest}"),
    Rule("how-many-copula", "how-many copula", "{opening} {subject} {auxiliary} {preposition} {named} {rest}"),
    Rule("how-much-there", "how-much there", "{opening} there {auxiliary} {named} {rest}"),
    Rule("how-much-subject", "how-much subject", "{opening} {preposition} {named} {verb} {rest}"),
    Rule("how-much-preposition", "how-much preposition inverted",
         "{opening} {subject} {verb} {rest_before_named}"),
    Rule("how-much-inverted", "how-much inverted", "{opening} {subject} {verb} {filled}"),
    Rule("how-much-copula", "how-much copula", "{opening} {subject} {auxiliary} {named} {rest}"),
    # How with an adjective or adverb
    Rule("how-long-takes", "how:long takes inverted", "{opening} {subject} {verb} {answer} {rest}"),
    Rule("how-long-ago", "how:long ago inverted", "{opening} {subject} {verb} {behind} {ago}"),
    Rule("how-long-inverted", "how:long inverted", "{opening} {subject} {verb} {rest_lasting}"),
    Rule("how-long-subject", "how:long subject", "{opening} {lasting} {verb} {rest}"),
    Rule("how-often", "how:often inverted", "{opening} {subject} {verb} {rest} {answer}"),
    Rule("how-far", "how:far inverted", "{opening} {subject} {verb} {answer} {rest}"),
    Rule("how-adjective-passive", "how-adjective inverted passive", "{opening} {subject} {verb} {measured} {rest}"),
    Rule("how-adjective-inverted", "how-adjective inverted", "{opening} {subject} {verb} {rest} {measured}"),
    Rule("how-adjective-copula", "how-adjective copula", "{opening} {subject} {auxiliary} {measured} {rest}"),
    Rule("how-adjective", "how-adjective", "{opening} {answer} {verb} {rest}"),
    # How, why
    Rule("how-called", "how called passive", "{opening} {subject} {verb} {answer} {rest}"),
    Rule("how-manner", "how inverted manner", "{opening} {subject} {verb} {answer} {rest}"),
    Rule("how-adverb", "how inverted ly", "{opening} {subject} {verb_done} {rest}"),
    Rule("how-inverted", "how inverted", "{opening} {subject} {verb} {rest_done}"),
    Rule("how-copula", "how copula", "{opening} {subject} {auxiliary} {answer} {rest}"),
    Rule("how-subject", "how subject", "{opening} {answer} {verb} {rest}"),
    Rule("why-inverted", "why inverted", "{opening} {subject} {verb} {rest_caused}"),
    Rule("why-copula", "why copula", "{opening} {subject} {auxiliary} {rest_caused}"),
    Rule("why-subject", "why subject", "{opening} {verb} {rest_caused}"),
    # When, where
    Rule("until-when-inverted", "when preposition inverted", "{opening} {subject} {verb} {rest_before_dated}"),
    Rule("until-when-copula", "when preposition copula",
         "{opening} {subject} {auxiliary} {rest_before_dated}"),
    Rule("when-inverted", "when inverted", "{opening} {subject} {verb} {rest_timed}"),
    Rule("when-there", "when there", "{opening} there {auxiliary} {rest_timed}"),
    Rule("when-copula", "when copula", "{opening} {subject} {auxiliary} {rest_timed}"),
    Rule("when-subject", "when subject", "{opening} {verb} {rest_timed}"),
    Rule("where-stranded", "where inverted stranded", "{opening} {subject} {verb} {plain}"),
    Rule("where-inverted", "where inverted", "{opening} {subject} {verb} {rest_placed}"),
    Rule("where-predicate", "where copula stranded", "{opening} {subject} {auxiliary} {plain}"),
    Rule("where-there", "where there", "{opening} there {auxiliary} {rest_placed}"),
    Rule("where-copula", "where copula", "{opening} {subject} {auxiliary} {rest_placed}"),
    Rule("where-subject", "where subject", "{opening} {placed} {verb} {rest}"),
    # A preposition before who, what or which
    Rule("in-which-twice", "preposition twice inverted", "{opening} {subject} {verb} {filled}"),
    Rule("in-year-inverted", "preposition noun:time inverted",
         "{opening} {subject} {verb} {rest_before_dated}"),
    Rule("in-year-copula", "preposition noun:time copula",
         "{opening} {subject} {auxiliary} {rest_before_dated}"),
    Rule("by-which-passive", "preposition passive inverted", "{opening} {subject} {verb} {rest_before_named}"),
    Rule("in-which-inverted", "preposition inverted", "{opening} {subject} {verb} {rest_before_named}"),
    Rule("in-which-there", "preposition there", "{opening} there {auxiliary} {rest_before_named}"),
    Rule("in-which-copula", "preposition copula", "{opening} {subject} {auxiliary} {rest_before_named}"),
    Rule("in-which-subject", "preposition subject", "{opening} {preposition} {named} {verb} {rest}"),
    # What or which with a noun
    Rule("what-year-stranded", "noun:time inverted stranded", "{opening} {subject} {verb} {filled}"),
    Rule("what-year-inverted", "noun:time inverted", "{opening} {subject} {verb} {rest_timed}"),
    Rule("what-year-most", "noun:time copula most", "{opening} {dated} {be} {subject} {rest}"),
    Rule("what-year-copula", "noun:time copula definite", "{opening} {subject} {auxiliary} {rest_timed}"),
    Rule("what-year-subject", "noun:time subject", "{opening} {dated} {of_which} {verb} {rest}"),
    Rule("what-color-copula", "noun:colour copula", "{opening} {subject} {auxiliary} {answer} {rest}"),
    Rule("what-city-passive", "noun:place passive inverted !stranded",
         "{opening} {subject} {verb} {rest_in_named}"),
    Rule("what-noun-subject", "noun subject", "{opening} {named} {verb} {rest}"),
    Rule("what-noun-called", "noun called inverted !stranded", "{opening} {subject} {verb} {named} {rest}"),
    Rule("what-noun-stranded", "noun inverted stranded", "{opening} {subject} {verb} {filled}"),
    Rule("what-noun-inverted", "noun inverted", "{opening} {subject} {verb} {filled}"),
    Rule("what-noun-there-stranded", "noun there stranded", "{opening} there {auxiliary} {filled}"),
    Rule("what-year-there", "noun:time there", "{opening} there {auxiliary} {rest_timed}"),
    Rule("what-city-there", "noun:place there", "{opening} there {auxiliary} {rest_in_named}"),
    Rule("what-noun-there", "noun there", "{opening} there {auxiliary} {named} {rest}"),
    Rule("what-kind-copula", "noun:kind copula definite", "{opening} {subject} {auxiliary} {named} {rest}"),
    Rule("what-noun-one", "noun copula one !stranded", "{opening} {named} {auxiliary} {subject} {rest}"),
    Rule("what-noun-predicate", "noun copula rest", "{opening} {subject} {auxiliary} {filled}"),
    Rule("what-noun-copula", "noun copula", "{opening} {named} {auxiliary} {subject} {rest}"),
    # Who
    Rule("who-subject", "who subject", "{opening} {answer} {verb} {rest}"),
    Rule("who-called", "who called inverted !stranded", "{opening} {subject} {verb} {answer} {rest}"),
    Rule("who-stranded", "who inverted stranded", "{opening} {subject} {verb} {plain}"),
    Rule("who-inverted", "who inverted", "{opening} {subject} {verb} {plain}"),
    Rule("who-predicate", "who copula stranded rest", "{opening} {subject} {auxiliary} {plain}"),
    Rule("who-copula-plural", "who copula plural", "{opening} {subject} {auxiliary} {answer} {rest}"),
    Rule("who-copula", "who copula", "{opening} {answer} {be} {subject} {rest}"),
    # What or which alone
    Rule("what-calls", "called inverted object !stranded !passive", "{opening} {subject} {verb} {rest} {answer}"),
    Rule("what-called-that", "called inverted passive relative !stranded",
         "{opening} {subject} {rest} {verb} {answer}"),
    Rule("what-called", "called inverted !stranded", "{opening} {subject} {verb} {answer} {rest}"),
    Rule("what-referred", "referred inverted passive", "{opening} {subject} {verb} {plain}"),
    Rule("what-done", "what done inverted !stranded !noun", "{opening} {subject} {acted} {rest}"),
    Rule("what-subject", "subject", "{opening} {answer} {verb} {rest}"),
    Rule("what-stranded", "inverted stranded", "{opening} {subject} {verb} {plain}"),
    Rule("what-inverted", "inverted", "{opening} {subject} {verb} {plain}"),
    Rule("what-there-stranded", "there stranded", "{opening} there {auxiliary} {plain}"),
    Rule("what-there", "there", "{opening} there {auxiliary} {answer} {rest}"),
    Rule("what-predicate", "copula stranded rest", "{opening} {subject} {auxiliary} {plain}"),
    Rule("what-like", "copula like", "{opening} {unlike} {auxiliary} {likened}"),
    Rule("what-trailing", "copula trailing", "{opening} {trailing}"),
    Rule("what-copula", "copula", "{opening} {subject} {auxiliary} {answer} {rest}"),
    # Whatever is left
    Rule("verbless", "verbless noun", "{opening} {preposition} {named} {rest}"),
    Rule("last-resort", "", "{opening} {preposition} {answer} {rest}"),
)  # fmt: skip
