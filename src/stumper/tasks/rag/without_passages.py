"""Questions of any task asked without the passages that go with them: of a system that finds its own."""

from dataclasses import replace

from stumper.datasets.originals import originals
from stumper.errors import BadData
from stumper.identity import content_id
from stumper.protocols import Dataset
from stumper.registry import task_of
from stumper.tasks.rag.files import OpenQuestions
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Answer, Example, Gold


def without_passages(named: str, data: Dataset) -> OpenQuestions:
    """The data set, which its user has ``named`` so, with what its passages were as gold ones.

    BadData where it holds none with passages, or variants of its questions: those are made of what their paragraphs
    say, which nobody is to be given.
    """
    examples = tuple(data)
    task = task_of(examples[0].query)
    is_asked = task.wire.choices(examples[0].query) is None
    if all(isinstance(query := example.query, OpenQuestion) and query.passages is None for example in examples):
        raise BadData(f"{named} holds open questions, which are asked without passages as they are. Leave out "
                      "open:.")  # fmt: skip
    if not (is_asked and any(task.wire.passages(example.query) for example in examples)):
        raise BadData(f"{named} holds {task.unit}s without passages that answer them. Behind open: name questions "
                      "with such passages, as open:reading does.")  # fmt: skip
    if variants := len(examples) - len(originals(data)):
        many = "a variant" if variants == 1 else f"{variants:,} variants"
        raise BadData(f"{named} holds {many} of its questions, which cannot be asked without the passages that were "
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
