"""What readers are trained on, the questions of SQuADShifts, and questions on its paragraphs that they are not."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from stumper.adversaries.reading.add_sent import AddSent
from stumper.adversaries.reading.insertion import inserted
from stumper.tasks.reading import squad
from stumper.tasks.reading.question import Question
from stumper.text import normalise_answer
from stumper.types import Answer, Example, Gold

SOURCE = "squadshifts"  # whose ids these are
# The encyclopaedic part is nearest to what readers are used for, and is seen twice as often.
PARTS = {"new_wiki": 2, "reddit": 1, "amazon_reviews": 1}


def read_parts(data: Path) -> dict[str, tuple[Example, ...]]:
    """The questions of each part."""
    return {part: squad.read(data / "reading" / f"squadshifts-{part}.json.gz").examples for part in PARTS}


def with_sentences(examples: Sequence[Example], pipeline: str, seed: int) -> list[Example]:
    """A copy of each example with one of its raw AddSent sentences, where there are any, at the paragraph's end."""
    copies = []
    for example, sentences in zip(examples, AddSent(pipeline=pipeline).sentences(examples), strict=True):
        if sentences:
            sentence = random.Random(f"{seed}/{example.id}").choice(sentences)
            changed = inserted(example, sentence.text, "append")
            copies.append(replace(example, query=changed.query, gold=changed.gold))
    return copies


QUESTIONS = Path(__file__).parent / "answering-questions.tsv"  # paragraph, question, answers with | between them


def unlearned(examples: Sequence[Example]) -> list[Example]:
    """The questions of ours on paragraphs of the new Wikipedia part, whose ``examples`` these are, but for those with
    an answer of one of these on its paragraph."""
    asked = [(example.query.context, example) for example in examples if isinstance(example.query, Question)]
    paragraphs = {context.id: context for context, _ in asked}
    learned = {(context.id, normalise_answer(one.text)) for context, example in asked for one in example.gold.answers}
    found = []
    for place, line in enumerate(QUESTIONS.read_text("utf-8").splitlines(), 1):
        paragraph, text, said = line.split("\t")
        answers = tuple(map(Answer, said.split("|")))
        if not any((paragraph, normalise_answer(answer.text)) in learned for answer in answers):
            found.append(Example(f"answering-{place}", Question(text, paragraphs[paragraph]), Gold(answers)))
    return found
