"""How far a change to a question makes the statement one about something else, so that it answers no longer.

Counted on sentences that a blind reader found to answer still: names hardly ever leave that open, while a single
opposite, a bound ("since 1902", "at least ten") or a count that the question takes for granted often do.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from stumper.adversaries.reading.addsent.change import Change
from stumper.adversaries.reading.addsent.numbers import MONTHS, WEEKDAYS
from stumper.language.clauses import Clause, is_word
from stumper.language.lexicon import classes
from stumper.language.parse import Parse

Weight = Literal[0, 1, 2]
ENOUGH: Weight = 2
EXCEPTIONS = frozenset(("aside", "besides", "except", "excluding", "other", "along", "apart", "despite", "according"))
# Words before a number that say from where, to where, or how much at least: another bound may hold just as well.
BOUNDS = frozenset(
    str.split(
        "since before after until till by through over under above below than least most beyond within past "
        "last next exceeding nearly almost about around approximately roughly"
    )
)
EXAMPLES = (("such", "as"), ("including",), ("like",), ("e.g.",), ("namely",))
# Adjectives whose opposites are of another thing, not of the same one in another light.
PARTING = frozenset(
    str.split(
        "first last final next former latter current early late ancient modern old new northern southern eastern "
        "western north south east west upper lower top bottom inner outer internal external indoor outdoor male female "
        "liquid gaseous solid public private primary secondary major minor large small big high low foreign domestic "
        "general specific national international urban rural even odd finite infinite concave convex legal illegal "
        "maximum minimum maximal minimal positive negative short long hot cold rich poor manned unmanned front left "
        "global local deep shallow offensive defensive"
    )
)
CONCRETE = frozenset(
    str.split(
        "person animal plant place city country state building artifact substance food vehicle work disease money "
        "language water"
    )
)
CONCRETE_PARTS = ("body part",)


def lacking(asked: Clause, found: Sequence[Change]) -> int:
    """How many words more must change, so that the statement is about something else: none, one or two."""
    return max(0, ENOUGH - sum(weight(asked, change) for change in found))


def weight(asked: Clause, change: Change) -> Weight:
    """How far one change tells apart: not at all, in part, or enough by itself."""
    places = [i for i, _ in change.words]
    is_noun = change.category == "neighbour"
    if _sets_aside(asked, places) or (not is_noun and _is_example(asked.parse, places[0])):
        return 0
    if change.category == "entity":
        return 2
    if change.category == "number":
        return 0 if _is_bound(asked.parse, places[0]) or _is_taken_for_granted(asked.parse, places[0]) else 2
    token = asked.parse.tokens[places[0]]
    is_parting = token.tag in ("JJS", "RBS", "NN", "NNS") or token.lemma in PARTING or token.lemma.endswith("most")
    return 2 if change.category == "antonym" and is_parting else 1


def cancelling(parse: Parse, found: Sequence[Change]) -> list[Change]:
    """The changes without an opposite of a noun behind its adjective's, which would say the same again: an
    insufficient activity is no *sufficient inactivity."""
    tags = {
        change.words[0][0]: parse.tokens[change.words[0][0]].tag for change in found if change.category == "antonym"
    }
    twice = {i for i in tags if tags[i].startswith("NN") and tags.get(i - 1, "").startswith("JJ")}
    return [one for one in found if one.category != "antonym" or one.words[0][0] not in twice]


def is_concrete(lemma: str) -> bool:
    """Whether a noun names somebody or something that is not easily taken for another: no act, idea or measure."""
    found = classes(lemma)
    return not CONCRETE.isdisjoint(found) or found[:1] == CONCRETE_PARTS


def names_examples(parse: Parse, index: int) -> bool:
    """Whether examples follow a noun, which say what it is even where it is another: "devices such as lamps"."""
    behind = tuple(token.text.lower() for token in parse.tokens[index + 1 : index + 4] if token.text != ",")
    return any(behind[: len(words)] == words for words in EXAMPLES)


def _sets_aside(asked: Clause, places: Iterable[int]) -> bool:
    """Whether all that is changed is what the question sets aside ("besides salt, what …") or whose word it gives
    ("according to Ada"), so that it asks for the same."""
    first = asked.text(asked.opening).lower().partition(" ")[0]
    return first in EXCEPTIONS and all(i in asked.opening for i in places)


def _is_example(parse: Parse, index: int) -> bool:
    """Whether a name is an example of the noun before it: "lakes like Tahoe", but not "which is like Tahoe"."""
    before = tuple(token.text.lower() for token in parse.tokens[max(0, index - 2) : index])
    words = next((words for words in EXAMPLES if before[-len(words) :] == words), None)
    return words is not None and (words != ("like",) or parse.tokens[index - 2].tag.startswith("NN"))


def _is_bound(parse: Parse, index: int) -> bool:
    """Whether a number, or the date that it is in, is where something begins, ends, or is exceeded."""
    at = index - 1
    while at >= 0 and (_is_of_date(parse, at) or parse.tokens[at].tag in ("CD", "DT", "$", ",")):
        at -= 1
    return at >= 0 and is_word(parse.tokens[at], BOUNDS)


def _is_of_date(parse: Parse, index: int) -> bool:
    return parse.tokens[index].text in (*MONTHS, *WEEKDAYS)


def _is_taken_for_granted(parse: Parse, index: int) -> bool:
    """Whether a number counts things that the question knows to be so many: "the two towers", "what three ways"."""
    number, before = parse.tokens[index], parse.tokens[index - 1] if index else None
    if before is None or not re.fullmatch(r"[a-z]+|\d{1,2}", number.text, re.IGNORECASE) or number.tag != "CD":
        return False
    following = next((t.tag for t in parse.tokens[index + 1 :] if not t.tag.startswith(("JJ", "VBN", "VBG"))), "")
    return following in ("NNS", "NN") and before.tag in ("DT", "PDT", "PRP$", "POS", "WDT", "WP")
