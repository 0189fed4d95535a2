"""Data sets in another setting: with their gold evidence given (``oracle:``), or questions asked without the passages
that go with them (``open:``). The first shows what a system reads, the second what it finds as well."""

from stumper.errors import BadData, BadOption
from stumper.loading import load_dataset
from stumper.protocols import Collection
from stumper.registry import task_of, tasks


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


def without_passages(argument: str = "") -> Collection:
    """``open:DATASET``: its questions asked without the passages that go with them there, which are their gold ones.

    BadData where it holds none with passages, or variants of its questions.
    """
    if not argument:
        raise BadOption("open: takes questions with passages: open:reading, or open:FILE.")
    asked = next(task.without_passages for task in tasks() if task.without_passages)
    return asked(argument, load_dataset(argument))
