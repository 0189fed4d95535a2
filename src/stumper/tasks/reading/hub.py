"""Question-answering data sets of the Hugging Face hub, or of a folder in its layout: `hf:NAME[:SPLIT]`."""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from stumper.errors import BadData, BadOption
from stumper.identity import content_id
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Squad
from stumper.types import Answer, Example, Gold, Passage

COLUMNS = ("id", "question", "context", "answers")


def load(argument: str = "") -> Squad:
    """The data set with SQuAD's columns; the split is validation unless another is named."""
    from datasets import load_dataset

    name, _, split = argument.partition(":")
    if not name:
        raise BadOption("hf: takes a data set: for example hf:squad, or hf:FOLDER:train.")
    try:
        rows = load_dataset(str(Path(name)) if Path(name).exists() else name, split=split or "validation")
    except (FileNotFoundError, ConnectionError, ValueError) as error:
        raise BadData(
            f"hf:{argument} cannot be loaded: {str(error).splitlines()[0]}. Check its name and split."
        ) from error
    if missing := [column for column in COLUMNS if column not in rows.column_names]:
        raise BadData(f"hf:{argument} has no column {missing[0]!r}; question answering needs {', '.join(COLUMNS)}.")
    numbers: dict[str, int] = defaultdict(int)
    passages: dict[tuple[str, str], Passage] = {}
    examples = tuple(_example(row, numbers, passages) for row in rows)
    return Squad(name, content_id([repr(example) for example in examples]), "v2.0", examples)


def _example(row: Mapping[str, object], numbers: dict[str, int], passages: dict[tuple[str, str], Passage]) -> Example:
    title, context = str(row.get("title", "")), str(row["context"])
    if (title, context) not in passages:
        passages[title, context] = Passage(f"{title}/{numbers[title]}", context, title)
        numbers[title] += 1
    marked = row["answers"]
    assert isinstance(marked, Mapping)
    answers = tuple(Answer(text, start) for text, start in zip(marked["text"], marked["answer_start"], strict=True))
    for answer in answers:
        if not context.startswith(answer.text, answer.start or 0):
            raise BadData(f"question {row['id']!r}: {answer.text!r} is not at {answer.start}. Mend the data set.")
    gold = Gold(answers, None if answers else False)
    return Example(str(row["id"]), Question(str(row["question"]), passages[title, context]), gold)
