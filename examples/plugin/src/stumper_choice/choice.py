"""Multiple choice, as Stumper's fourth task: its queries, files, goal, constraints, what people write and are asked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.answer_goal import AnswerGoal
from stumper.constraints import same_example
from stumper.datasets.cells import text_of, texts_of
from stumper.datasets.json_lines import Line, read_lines, write_lines
from stumper.errors import BadData
from stumper.formats import (
    Column,
    Format,
    FromRows,
    Kind,
    PredictionsFormat,
    Row,
    Rows,
    Unusable,
    line_with,
)
from stumper.identity import content_id, file_fingerprint
from stumper.judgeable import Judgeable
from stumper.plain_desk import changes_field
from stumper.plain_scoring import plain_scoring
from stumper.plain_wire import plain_wire
from stumper.scoring import Measure
from stumper.task import Task, later
from stumper.types import Answer, Example, Gold, Guess, Instance, Perturbation, Prediction
from stumper.writing_desk import Aside, DeskWords, Shown, WritingDesk

PROMPT = """\
Choose the right answer. Reply with its words, and with nothing else.

Question: {text}
{options}
Answer:"""


@dataclass(frozen=True, slots=True)
class Choice:
    """A question, and the answers that one may give."""

    text: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """A file of questions in memory; those that name an original are ``instances`` of it."""

    name: str
    fingerprint: str
    examples: tuple[Example, ...]
    instances: tuple[Instance, ...] = ()

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples)

    def __len__(self) -> int:
        return len(self.examples)


def read(path: Path) -> Choices:
    """The questions of a file of JSON lines; BadData names the line that is wrong."""
    lines = read_lines(path)
    try:
        examples = {line.id(): _example(line) for line in lines}
        instances = [_instance(line, examples) for line in lines if line.text("original_id")]
    except BadData as error:
        raise BadData(f"{path}: {error}") from None
    return Choices(path.stem, file_fingerprint(path), tuple(examples.values()), tuple(instances))


def _example(line: Line) -> Example:
    options, answer = tuple(map(str, line.value("choices", list))), line.value("right", str)
    if answer not in options:
        raise line.bad(f"the answer {answer!r} is none of its choices. Add it to them")
    return Example(line.id(), Choice(line.value("asked", str), options), Gold((Answer(answer),)))


def _instance(line: Line, examples: Mapping[str, Example]) -> Instance:
    variant, original = examples[line.id()], examples.get(line.value("original_id", str))
    if original is None:
        raise line.bad("its original is not in the file. Add it")
    return Instance(variant.id, original, Perturbation(original.id, variant.query, variant.gold, ()))


def collected(
    name: str, fingerprint: str, examples: Sequence[Example], evidence: Mapping[str, str] | None = None
) -> Choices:
    """Questions from elsewhere."""
    return Choices(name, fingerprint, tuple(examples))


def write_perturbed(path: Path, dataset: Choices, instances: Sequence[Instance]) -> str:
    """The file holds the originals and behind them the instances."""
    originals = {example.id: example for example in dataset}
    rows = [_row(id, example.query, example.gold) for id, example in originals.items()]
    rows += [
        _row(one.id, one.perturbation.query, one.perturbation.gold) | {"original_id": one.example.id}
        for one in instances
    ]
    return write_lines(path, rows)


def _row(id: str, query: Choice, gold: Gold) -> dict[str, object]:
    return {"id": id, "asked": query.text, "choices": list(query.options), "right": gold.answers[0].text}


def _read_predictions(path: Path, examples: Sequence[Example]) -> dict[str, Prediction]:
    return {line.id(): Prediction((Guess(line.value("chosen", str), None),), None) for line in read_lines(path)}


def _write_predictions(path: Path, predictions: Mapping[str, Prediction]) -> str:
    said = {id: found.guesses[0].answer for id, found in predictions.items() if found.guesses}
    return write_lines(path, [{"id": id, "chosen": answer} for id, answer in said.items()])


def from_rows(rows: Sequence[Row]) -> FromRows:
    """The questions of a table, such as a CSV; a row whose answer is none of its choices is left out."""
    found: list[Example | Unusable] = []
    for row in rows:
        options, answer = tuple(texts_of(row.value("choices"))), text_of(row.value("answer"))
        if answer is None or answer not in options:
            found.append(Unusable(row.number, "the answer is none of the choices", repr(answer)))
            continue
        query = Choice(text_of(row.value("question")) or "", options)
        found.append(Example(row.id or "", query, Gold((Answer(answer),)), row.groups))
    examples = tuple(one for one in found if isinstance(one, Example))
    return FromRows(examples, tuple(one for one in found if isinstance(one, Unusable)))


def as_row(example: Example, evidence: str = "") -> dict[str, object]:
    """The row that reads back as this question."""
    query = example.query
    return {
        "id": example.id,
        "question": query.text,
        "choices": list(query.options),
        "answer": example.gold.answers[0].text,
    }


ROWS = Rows(
    (
        Column("question", (("question", "asked"),), is_needed=True),
        Column("choices", (("choices", "options"),), is_needed=True, is_telling=True),
        Column("answer", (("answer", "right"),), is_needed=True),
    ),
    from_rows,
    as_row,
    native="choices",
)


def right(gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
    """1 where the right answer was chosen, else 0."""
    return float(answer == gold.answers[0].text)


def same_choices(example: Example, perturbation: Perturbation) -> str | None:
    """The choices stay what they are, in any order."""
    before, after = sorted(example.query.options), sorted(perturbation.query.options)
    return None if before == after else "the choices must stay the same, in any order"


def judgeable(id: str, example: Example, perturbation: Perturbation, evidence: str) -> Judgeable:
    """The question with its choices, and whether the answer is the right one."""
    query, answer = perturbation.query, perturbation.gold.answers[0].text
    return Judgeable(id, f"Is “{answer}” the one right answer?", "\n".join((query.text, *query.options)))


WIRE = plain_wire(Choice, "choice", PROMPT, choices=lambda query: query.options)
GOAL = AnswerGoal("wrong_choice", right)
CONSTRAINTS = (same_example, same_choices)
DESK = WritingDesk(
    work=frozenset({"write", "judge", "adjudicate"}),
    words=DeskWords(
        editor="The question",
        change="Say the question otherwise, so that the model chooses wrongly, while a person still chooses rightly.",
        how="You get a question with choices. Say it otherwise, so that the model chooses wrongly.",
        judged="Is it a question to which these are choices?",
        hint="No, if it has become nonsense, or asks for something else.",
    ),
    goal=GOAL,
    constraints=CONSTRAINTS,
    field="text",
    shown=lambda example: Shown(example.query.text, asides=(Aside("The choices", example.query.options),)),
    perturbed=changes_field(WIRE, "text"),
    practice=Example("practice", Choice("Which of these is a colour?", ("red", "dog")), Gold((Answer("red"),))),
    datasets=("letters",),
    parsed=(Choices,),
)
TASK = Task(
    name="choice",
    query=Choice,
    unit="multiple-choice question",
    wire=WIRE,
    goals={"wrong_choice": GOAL},
    constraints=CONSTRAINTS,
    scoring=plain_scoring({"accuracy": Measure("accuracy", right)}),
    formats=(Format("choices", 'JSON lines with "choices"', line_with(r'"choices"\s*:'), read),),
    suffix=".jsonl",
    predictions=PredictionsFormat(
        Kind("a file of chosen answers", "Score it: stumper score DATASET PATH", (line_with(r'"chosen"\s*:'),)),
        "chosen answers",
        re.compile(r'\s*\{.*?"chosen"\s*:'),
        _read_predictions,
        lambda example, prediction: [(example.query, prediction)],
        lambda found: [{key: [guess.answer for guess in each.guesses] for key, each in found.items()}],
        _write_predictions,
        "has no answer to QUERY. Ask a system that can be asked.",
    ),
    rows=ROWS,
    collected=collected,
    write_perturbed=write_perturbed,
    judgeable=judgeable,
    desk=DESK,
    section=later("stumper_choice.told", "section"),
)


def letters() -> Choices:
    """Five questions to try the task with."""
    asked = ("first", "second", "third", "fourth", "fifth")
    options = ("A", "B", "C", "D", "E")
    examples = tuple(
        Example(
            f"letter-{number}", Choice(f"Which letter is the {word} of the alphabet?", options), Gold((Answer(letter),))
        )
        for number, (word, letter) in enumerate(zip(asked, options, strict=True))
    )
    return Choices("letters", content_id("letters", 1), examples)
