"""The key sentence and a neighbour made one."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Paragraph, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.parse import Parse
from stumper.language.rewording.capitals import lowered
from stumper.language.rewording.clause import Clause, laid_out, main_clause
from stumper.language.rewording.leaning import CONNECTIVES, FUNCTION_WORDS, leans
from stumper.language.rewording.one_sentence import parsed
from stumper.language.rewording.pieces import Kept, Piece
from stumper.text import Stretch, words
from stumper.types import Example, Perturbation

LONGEST_TOGETHER = 75  # words of the two sentences together
# What joins two sentences, the most natural first; one that opens with a connective takes no second one, and one that
# leans on the first, or opens with more than its subject, does not stand against it with *while*.
JOINTS = (("and", ", and "), ("semicolon", "; "), ("while", ", while "))
BEFORE_CONNECTIVE = (("semicolon", "; "),)
BEFORE_CONJUNCTION = (("its own conjunction", ", "),)
CONJUNCTIONS = frozenset(("and", "but", "or", "so", "yet", "nor"))
BEGINS_SUBJECT = frozenset(("DT", "PRP$", "CD", "JJ", "NN", "NNS", "NNP", "NNPS"))
PERSONS = frozenset(("he", "she"))


@dataclass(frozen=True, slots=True)
class Merge:
    """Makes one sentence of the key sentence and the one before or after it (Rahurkar et al. 2020)."""

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    candidates: int = 8
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-merge", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The key sentence with the next, then with the one before."""
        given = paragraph(example)
        if given is None:
            return []
        pairs = [i for i in (given.key, given.key - 1) if 0 <= i < len(given.sentences) - 1]
        found = (
            rewritten(
                example,
                given.replaced(given.sentences[i].start, given.sentences[i + 1].end, pieces),
                "merge",
                f"{rule}, with the {which}",
            )
            for i in pairs
            for which in ("next" if i == given.key else "one before",)
            for rule, pieces in _merged(given, i, self.pipeline)
        )
        return first(self.candidates, found)

    attack = one_batch


def _merged(given: Paragraph, index: int, pipeline: str) -> Iterator[tuple[str, list[Piece]]]:
    """Rules, and the sentence of this index and the next as one."""
    one, other = given.sentences[index : index + 2]
    if not _can_be_joined(one) or not _can_be_joined(other) or len(words(one.text + other.text)) > LONGEST_TOGETHER:
        return
    parse, following = parsed(one.text, pipeline), parsed(other.text, pipeline)
    if following is None:
        return
    if parse is not None and (pieces := _relative_clause(given, one, parse, other, following)) is not None:
        yield "relative clause", pieces
    opening = following.tokens[0]
    bound = opening.text.lower() in FUNCTION_WORDS | CONNECTIVES and opening.text != "I"
    small = opening.text.lower() if bound else lowered(following, 0, given.text)
    if small is None:
        return
    changed = small != opening.text
    begun: list[Piece] = [small[0], Kept(other.start + 1, other.end)] if changed else [Kept(other.start, other.end)]
    for rule, joint in _joints(small, other.text, opening.tag):
        yield rule, [Kept(one.start, one.end - 1), joint, *begun]


def _joints(opening: str, second: str, tag: str) -> Sequence[tuple[str, str]]:
    """Rules and what they put between two sentences, of which the second opens with this word of this Penn tag."""
    if opening in CONJUNCTIONS:
        return BEFORE_CONJUNCTION
    if opening in CONNECTIVES:
        return BEFORE_CONNECTIVE
    return JOINTS if tag in BEGINS_SUBJECT and not leans(second) and "later" not in second else JOINTS[:-1]


def _can_be_joined(sentence: Stretch) -> bool:
    """Whether a sentence ends with a full stop that is not an abbreviation's, and is no list and no part of a quote."""
    text = sentence.text
    return bool(_ENDS_PLAINLY.search(text)) and not re.search("[;:\n]", text) and text.count('"') % 2 == 0


_ENDS_PLAINLY = re.compile(r"(?:[^\W\d]{2}|\d|[)%\"'’”])\.$")


def _relative_clause(
    given: Paragraph, one: Stretch, parse: Parse, other: Stretch, following: Parse
) -> list[Piece] | None:
    """X V. He W. becomes X, who W, V.; X V. X W. becomes X, which W, V."""
    main, second = main_clause(parse), main_clause(following)
    if main is None or second is None or second.before[0] <= second.before[1]:
        return None
    pronoun = _relative_pronoun(main, second)
    subject = laid_out(
        parse,
        one.start,
        [(main.before[0], main.subject[1])] if main.before[0] <= main.before[1] else [main.subject],
        given.text,
    )
    if pronoun is None or subject is None:
        return None
    start = following.tokens[second.group[0]].start + other.start
    verbs = Kept(start, other.end - 1)
    rest = Kept(one.start + parse.tokens[main.group[0]].start, one.end)
    return [*subject, f", {pronoun} ", verbs, ", ", rest]


def _relative_pronoun(main: Clause, second: Clause) -> str | None:
    """Who or which, where the second sentence's subject is that of the first, said again or as a pronoun."""
    named, again = main.words(main.subject), second.words(second.subject)
    first, last = main.subject
    people = (entity for entity in main.parse.entities if entity.kind == "PERSON")
    is_name = main.parse.tokens[main.subject_head].tag == "NNP"
    is_person = is_name and any(entity.first <= last and first <= entity.last for entity in people)
    if len(named) > 8 or "," in named:
        return None
    if again == named and named[0] not in ("it", "he", "she", "they", "we", "i", "you", "a", "an", "this", "that"):
        return "who" if is_person else "which"
    if len(again) == 1 and again[0] in PERSONS and is_person:
        return "who"
    return None
