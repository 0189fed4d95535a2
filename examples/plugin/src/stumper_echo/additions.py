"""What is added to questions about paragraphs: a goal, a constraint, a score, a judge, and a format."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from stumper.answer_goal import AnswerGoal
from stumper.errors import BadData
from stumper.formats import Format
from stumper.identity import file_fingerprint
from stumper.judgeable import Answered, Judgeable
from stumper.protocols import Collection
from stumper.registry import task_named
from stumper.scoring import Measure
from stumper.task import Addition
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage, Perturbation

if TYPE_CHECKING:
    from stumper.sections.ran import Ran
    from stumper.sections.section import Section

HEADER = "question\tparagraph\tanswer"


def first_word(gold: Gold, answer: str, evidence: Sequence[str]) -> float:
    """1 where the first word of the answer is that of one that is right."""
    said = answer.lower().split()[:1]
    return float(any(said == right.text.lower().split()[:1] for right in gold.answers))


def at_most_twice_as_long(example: Example, perturbation: Perturbation) -> str | None:
    """No paragraph grows to more than twice its length."""
    before, after = example.query.context.text, perturbation.query.context.text
    return None if len(after) <= 2 * len(before) else f"its paragraph is {len(after) / len(before):.1f} times as long"


def answer_stands(asked: Sequence[Judgeable]) -> list[Answered | None]:
    """Takes for correct what has an answer in its text; of a question that has none it cannot tell."""
    return [_stands(re.findall("“([^”]+)”", one.asked.partition("the answer is")[2]), one) for one in asked]


def _stands(answers: Sequence[str], one: Judgeable) -> Answered | None:
    text = one.evidence or one.text
    return Answered(True, any(answer in text for answer in answers), True, "by its letters") if answers else None


def read_rows(path: Path) -> Collection:
    """A line a question, its fields parted by tabs; BadData names the line."""
    examples = []
    for number, row in enumerate(path.read_text(encoding="utf-8").splitlines()[1:], 2):
        question, paragraph, answer = [*row.split("\t"), "", ""][:3]
        if not answer or answer not in paragraph:
            raise BadData(f"{path}: line {number}: the answer {answer!r} does not stand in the paragraph. Copy it from "
                          "there.")  # fmt: skip
        gold = Gold((Answer(answer, paragraph.index(answer)),))
        examples.append(Example(f"row-{number}", Question(question, Passage(f"row-{number}", paragraph)), gold))
    return task_named("reading").collected(path.stem, file_fingerprint(path), examples)


def with_lengths(section: "Section", runs: "Sequence[Ran]") -> "Section":
    """The section with a table of how long questions are; what shows it is imported when a report is made."""
    from stumper.sections.section import Table
    from stumper.sections.showing import columns, line, part, shown

    lengths = [len(example.query.text.split()) for run in runs for _, example in run.every()]
    table = Table(columns("questions", "words, mean"), (line(len(lengths), fmean(lengths)),), names=0)
    return replace(section, blocks=(*section.blocks, part("How long questions are", shown(table))))


ADDITION = Addition(
    tasks=("reading",),
    goals={"other_first_word": AnswerGoal("other_first_word", first_word)},
    constraints=(at_most_twice_as_long,),
    measures={"first_word": Measure("first word", first_word)},
    judges={"answer_stands": answer_stands},
    section=with_lengths,
    formats=(Format("rows of questions", f"a first line {HEADER!r}", re.compile(re.escape(HEADER)), read_rows),),
)
