"""Data sets in another setting: with their gold evidence given (``oracle:``), or questions asked without the passages
that go with them (``open:``). The first shows what a system reads, the second what it finds as well."""

from dataclasses import replace

from stumper.datasets.originals import originals
from stumper.errors import BadData, BadOption
from stumper.identity import content_id
from stumper.loading import load_dataset
from stumper.protocols import Collection
from stumper.registry import task_of, tasks
from stumper.tasks.rag.files import OpenQuestions
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Answer, Example, Gold


def oracle(argument: str = "") -> Collection:
    """``oracle:DATASET``: its examples with their gold evidence given. BadData where nobody has the words of it."""
    if not argument:
        raise BadOption("oracle: takes FEVER claims or open questions: oracle:verification, oracle:rag, or "
                        "oracle:FILE.")  # fmt: skip
    data = load_dataset(argument)
    examples = tuple(data)
    task = task_of(examples[0].query)
    if task.given is None:
        able = " or ".join(f"{one.unit}s" for one in tasks() if one.given)
        raise BadData(f"{argument} holds {task.unit}s, for which no evidence is sought that could be given. Behind "
                      f"oracle: name {able}.")  # fmt: skip
    whole = data if isinstance(data, Collection) else task.collected(data.name, data.fingerprint, examples)
    try:
        return task.given(whole)
    except BadData as error:
        raise BadData(f"{argument}: {error}") from None


def without_passages(argument: str = "") -> OpenQuestions:
    """``open:DATASET``: its questions asked without the passages that go with them there, which are their gold ones.

    BadData where it holds none with passages, or variants of its questions: those are made of what their paragraphs
    say, which nobody is to be given.
    """
    if not argument:
        raise BadOption("open: takes questions with passages: open:reading, or open:FILE.")
    data = load_dataset(argument)
    examples = tuple(data)
    task = task_of(examples[0].query)
    is_asked = task.wire.choices(examples[0].query) is None
    if all(isinstance(query := example.query, OpenQuestion) and query.passages is None for example in examples):
        raise BadData(f"{argument} holds open questions, which are asked without passages as they are. Leave out "
                      "open:.")  # fmt: skip
    if not (is_asked and any(task.wire.passages(example.query) for example in examples)):
        raise BadData(f"{argument} holds {task.unit}s without passages that answer them. Behind open: name questions "
                      "with such passages, as open:reading does.")  # fmt: skip
    if variants := len(examples) - len(originals(data)):
        many = "a variant" if variants == 1 else f"{variants:,} variants"
        raise BadData(f"{argument} holds {many} of its questions, which cannot be asked without the passages that were "
                      "changed. Behind open: name the set that they were made of, and attack that.")  # fmt: skip
    fingerprint = content_id("open", data.fingerprint)
    return OpenQuestions(f"open:{data.name}", fingerprint, tuple(map(_without_passages, examples)))


def _without_passages(example: Example) -> Example:
    query, gold = example.query, example.gold
    if isinstance(query, OpenQuestion):
        return replace(example, query=replace(query, passages=None))
    passages = task_of(query).wire.passages(query)
    answers = tuple(map(Answer, dict.fromkeys(answer.text for answer in gold.answers)))
    saying = (frozenset(passage.id for passage in passages),) if passages and answers else ()
    found = Gold(answers, gold.answerable if answers else False, saying, rejects=gold.rejects, passages=passages)
    return replace(example, query=OpenQuestion(query.text), gold=found)
