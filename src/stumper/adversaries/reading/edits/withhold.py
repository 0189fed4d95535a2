"""The sentences that answer left out, so that the question has no answer any more."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Paragraph, content_words, paragraph
from stumper.adversaries.reading.edits.proposing import first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.rewording.leaning import leans, takes_as_known
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

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The paragraph without its answer, if enough of it is left to be read."""
        given = paragraph(example) if example.gold.answerable else None
        return [] if given is None else first(1, [_withheld(given)])

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """All that is proposed in one batch; where there is nothing, it is said whether the data is the reason."""
        if example.gold.answerable is None:
            return Nothing("the data does not say which questions can be answered, as SQuAD 2.0 does")
        return (yield from one_batch(self, example, original, rng))


def _withheld(given: Paragraph) -> Perturbation | None:
    answers = {word.text.lower() for answer in given.example.gold.answers for word in content_words(answer.text)}
    kept = [block for block in given.blocks() if not answers & _said(given, block)]
    opening = given.sentences[kept[0].start].text if kept else ""
    if not answers or not kept or (kept[0].start and (leans(opening) or takes_as_known(opening))):
        return None
    # An answer that is taken away stands nowhere: the paragraph is made anew as if there had been none.
    bare = replace(given.example, gold=Gold((), answerable=False))
    pieces = given.laid_out([[given.kept(block.start, block.stop - 1)] for block in kept])
    left = f" {normalise_answer(given.text_of(pieces))} "
    if any(f" {normalise_answer(answer.text)} " in left for answer in given.example.gold.answers):
        return None
    return rewritten(bare, pieces, "withhold", "sentences with the answer")


def _said(given: Paragraph, block: range) -> set[str]:
    return {word.text.lower() for at in block for word in content_words(given.sentences[at].text)}
