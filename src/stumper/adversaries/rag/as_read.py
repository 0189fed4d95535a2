"""An open question as a reader would be asked it: of its gold passage, with the answers where they stand."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from stumper.language.clauses import Clause
from stumper.language.questions import clause
from stumper.language.rewording.leaning import FUNCTION_WORDS
from stumper.language.rewording.one_sentence import parsed_each
from stumper.tasks.rag.open_question import gold_passages
from stumper.tasks.reading.question import Question
from stumper.text import sentences, tokens
from stumper.types import Answer, Example, Nothing, Passage

NO_PASSAGE = "no gold passage whose words are known has an answer in it"
NO_WORDS = "the data names its gold passages by their ids alone, and an attack needs their words"


@dataclass(frozen=True, slots=True)
class AsRead:
    """An open question, and the same question as a reader is asked it of the ``passage`` that says the answer."""

    example: Example
    reading: Example
    passage: Passage

    @property
    def answer(self) -> str:
        """The answer that comes first of those that stand in the passage, but the shortest where that is a phrase."""
        standing = [one.text for one in self.reading.gold.answers if one.start is not None]
        return standing[0] if len(standing[0].split()) <= _NAME else min(standing, key=len)


_NAME = 4  # words, at most


def lacking(example: Example) -> Nothing:
    """Why a question cannot be asked of a gold passage."""
    return Nothing(NO_WORDS if example.gold.evidence_sets and not example.gold.passages else NO_PASSAGE)


def as_read(example: Example) -> AsRead | None:
    """The question asked of the gold passage that has most of its answers; None where none has any."""
    found = [(one, _standing(example, one)) for one in gold_passages(example.gold)]
    held = [(passage, answers) for passage, answers in found if any(one.start is not None for one in answers)]
    if not held:
        return None
    passage, answers = max(held, key=lambda one: sum(answer.start is not None for answer in one[1]))
    gold = replace(example.gold, answers=answers, evidence_sets=(), passages=())
    reading = Example(example.id, Question(example.query.text, passage), gold, example.groups)
    return AsRead(example, reading, passage)


def clauses_by_id(examples: Sequence[Example], pipeline: str) -> dict[str, Clause | None]:
    """The parts of each example's question; None of what is no single sentence."""
    parses = parsed_each([example.query.text for example in examples], pipeline)
    return {
        example.id: None if parse is None or not parse.tokens else clause(parse)
        for example, parse in zip(examples, parses, strict=True)
    }


def _standing(example: Example, passage: Passage) -> tuple[Answer, ...]:
    """The answers with where each stands: in the sentence with most of the question's words, the first of equals."""
    asked = set(tokens(example.query.text)) - FUNCTION_WORDS
    shared = [(one, len(asked & set(tokens(one.text)))) for one in sentences(passage.text)]

    def start_of(text: str) -> int | None:
        flags = re.IGNORECASE if re.search(re.escape(text), passage.text) is None else 0
        places = [m.start() for m in re.finditer(rf"(?<!\w){re.escape(text)}(?!\w)", passage.text, flags)]
        within = {at: max((n for one, n in shared if one.start <= at < one.end), default=0) for at in places}
        return max(places, key=lambda at: (within[at], -at), default=None)

    found = []
    for answer in example.gold.answers:
        start = start_of(answer.text) if answer.text.strip() else None
        text = answer.text if start is None else passage.text[start : start + len(answer.text)]
        found.append(Answer(text, start))
    return tuple(found)
