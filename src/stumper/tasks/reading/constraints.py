"""What every change of a question or its paragraph must keep to."""

import re
import string
from collections.abc import Sequence

from stumper.constraints import same_example
from stumper.protocols import Constraint
from stumper.tasks.reading.question import Question
from stumper.text import normalise_answer
from stumper.types import Answer, Edit, Example, Gold, Perturbation


def one_side(example: Example, perturbation: Perturbation) -> str | None:
    """The question stays as it was; an attack whose edits are all of the question leaves the paragraph instead."""
    before, after = example.query, perturbation.query
    if not isinstance(before, Question) or not isinstance(after, Question) or before.text == after.text:
        return None
    if not perturbation.edits or any(edit.field != "question" for edit in perturbation.edits):
        return "the question must stay as it is"
    return "the paragraph must stay as it is" if before.context.text != after.context.text else None


def answers_follow(example: Example, perturbation: Perturbation) -> str | None:
    """The gold answers stay the same texts, in the same order; or, in a directional test, each is what the edits make
    of it where it stands, or none is left in the paragraph, and the gold says so."""
    before, after = example.gold, perturbation.gold
    if before.answerable and after == Gold((), answerable=False):
        return _taken_away(example, perturbation)
    if before.answerable != after.answerable:
        return "the question must stay as answerable as it was"
    old, new = ([answer.text for answer in gold.answers] for gold in (before, after))
    if old == new:
        return None
    if not set(old).isdisjoint(new) or new != [_edited(answer, perturbation.edits) for answer in before.answers]:
        return "the gold answers must stay as they are, or all become what the edits make of them"
    return None


def _edited(answer: Answer, edits: Sequence[Edit]) -> str:
    """An answer's text with the edits of the paragraph that lie within it."""
    text = answer.text
    for edit in sorted(edits, key=lambda edit: -edit.start):
        start, end = (at - (answer.start or 0) for at in (edit.start, edit.end))
        if answer.start is not None and edit.field == "context" and 0 <= start <= end <= len(answer.text):
            text = text[:start] + edit.text + text[end:]
    return text


def _taken_away(example: Example, perturbation: Perturbation) -> str | None:
    """The fault of a paragraph from which an answer was to be taken, and that still has it."""
    query = perturbation.query
    assert isinstance(query, Question), "a question"
    said = f" {normalise_answer(query.context.text)} "
    left = [one.text for one in example.gold.answers if f" {normalise_answer(one.text)} " in said]
    return f"the answer {left[0]!r} is still in the paragraph, so that the question has one" if left else None


def answers_still_stand(example: Example, perturbation: Perturbation) -> str | None:
    """Every gold answer that stood in the paragraph stands there, as it is now, where the perturbed gold says. One may
    have no place any more where a shorter one that it held stands, or where it is said but for the marks around it,
    which scores leave out.
    """
    before, after = example.query, perturbation.query
    if not isinstance(before, Question) or not isinstance(after, Question) or not perturbation.gold.answers:
        return None
    pairs = zip(example.gold.answers, perturbation.gold.answers, strict=True)
    stood = [(old, new) for old, new in pairs if stands(old, before.context.text)]
    kept = [old for old, new in stood if stands(new, after.context.text)]
    for old, new in stood:
        bared = old.text not in after.context.text and says(after.context.text, old)
        said = bared or any(holds(old, shorter) for shorter in kept)
        if old not in kept and (new.start is not None or not said):
            return f"the answer {old.text!r} must stay in the paragraph"
    return None


def stands(answer: Answer, text: str) -> bool:
    """Whether an answer stands in the text where it says."""
    return answer.start is not None and text.startswith(answer.text, answer.start)


def says(text: str, answer: Answer) -> bool:
    """Whether a text says an answer as whole words, but for the marks around it."""
    words = re.escape(bare(answer.text))
    return re.search(rf"(?<!\w){words}(?!\w)", text) is not None


def bare(text: str) -> str:
    """A text without the marks around it."""
    return text.strip(MARKS) or text


MARKS = string.punctuation + string.whitespace


def holds(answer: Answer, shorter: Answer) -> bool:
    """Whether one gold answer is a part of another, both where they stand: what one annotator chose of it."""
    if answer.start is None or shorter.start is None:
        return False
    ends = answer.start + len(answer.text), shorter.start + len(shorter.text)
    return answer.start <= shorter.start and ends[1] <= ends[0]


CONSTRAINTS: tuple[Constraint, ...] = (same_example, one_side, answers_follow, answers_still_stand)
