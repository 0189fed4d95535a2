"""The sentences that answer left out, so that the question has no answer any more."""

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.fixed_numbers import follows_from
from stumper.adversaries.reading.edits.left_out import what_stays
from stumper.adversaries.reading.edits.paragraph import Paragraph, content_words, paragraph
from stumper.adversaries.reading.edits.proposing import first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.same_things import names_same
from stumper.text import normalise_answer
from stumper.types import Example, Gold, Nothing, Perturbation, Verdict


@dataclass(frozen=True, slots=True)
class Withhold:
    """Leaves out every sentence that has a word of the answer: who abstains is right then (Rajpurkar et al. 2018).

    What leans on such a sentence goes, too. Only of data that says which questions have an answer, as SQuAD 2.0 does.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    pipeline: str = "embedded"

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The paragraph without its answer, if what is left of it reads as a text."""
        given = paragraph(example) if example.gold.answerable else None
        return [] if given is None or _ONE_OF.search(given.question) else first(1, [_withheld(given, self.pipeline)])

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """All that is proposed in one batch; of a question that is not marked it is said how to mark it."""
        if example.gold.answerable is None:
            return Nothing("the data does not mark the question as answerable; mark it with is_impossible: false, as "
                           "SQuAD 2.0 does")  # fmt: skip
        return (yield from one_batch(self, example, original, rng))


# A question for the one that is missing from a list: who has read the others knows it.
_ONE_OF = re.compile(
    r"\b(?:only|sole|except|besides|other|others|another|else|apart from|aside from|addition|remaining|missing|without"
    r"|not|never|neither|nor|also|which of|along with|together with|both)\b|n['’]t\b",
    re.IGNORECASE,
)
_STEM = 5  # letters in which *horizontal* and *horizontally* agree


def _withheld(given: Paragraph, pipeline: str) -> Perturbation | None:
    golds = given.example.gold.answers
    answers = [word.text for answer in golds for word in content_words(answer.text)]
    acronyms = {"".join(word.text[0] for word in content_words(answer.text)).upper() for answer in golds}
    if not answers:
        return None
    gone = {at for at, one in enumerate(given.sentences) if _tells(one.text, answers, acronyms)}
    kept = what_stays(given, gone, pipeline)
    if not kept:
        return None
    # An answer that is taken away stands nowhere: the paragraph is made anew as if there had been none.
    bare = replace(given.example, gold=Gold((), answerable=False))
    pieces = given.laid_out([[given.kept(at, at)] for at in kept])
    text = given.text_of(pieces)
    left = f" {normalise_answer(text)} "
    if any(f" {normalise_answer(gold.text)} " in left or follows_from(text, gold.text) for gold in golds):
        return None
    return rewritten(bare, pieces, "withhold", "sentences with the answer")


def _tells(sentence: str, answers: Sequence[str], acronyms: set[str]) -> bool:
    """Whether a sentence has a word of an answer or one made of it, another name for what it names, or its initials."""
    for said in (word.text for word in content_words(sentence)):
        if len(said) > 1 and said in acronyms:
            return True
        if any(_is_akin(said.lower(), answer.lower()) or names_same(said, answer) for answer in answers):
            return True
    return False


def _is_akin(said: str, answer: str) -> bool:
    return said == answer or (answer.isalpha() and len(answer) >= _STEM and said[:_STEM] == answer[:_STEM])
