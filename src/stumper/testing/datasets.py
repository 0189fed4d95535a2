"""What a data set must keep to."""

from stumper.protocols import Dataset
from stumper.tasks.reading.question import Question
from stumper.testing.requiring import require
from stumper.types import Example


def check_dataset(dataset: Dataset) -> None:
    """It has examples with unique ids, gives the same ones twice, and its answers stand where they say."""
    require(isinstance(dataset.name, str) and dataset.name != "", "the data set has no name")
    require(isinstance(dataset.fingerprint, str) and dataset.fingerprint != "", "the data set has no fingerprint")
    examples = list(dataset)
    require(examples != [], "the data set has no examples")
    seen: set[str] = set()
    for example in examples:
        require(isinstance(example, Example), f"the data set gives a {type(example).__name__}, not an Example")
        require(example.id not in seen, f"the id {example.id!r} occurs twice")
        seen.add(example.id)
        require(example.query.text.strip() != "", f"the query of {example.id!r} is empty")
        _check_gold(example)
    require(list(dataset) == examples, "iterating over the data set twice gives different examples")


def _check_gold(example: Example) -> None:
    if not isinstance(example.query, Question):
        return
    for answer in example.gold.answers:
        stands = answer.start is None or example.query.context.text.startswith(answer.text, answer.start)
        require(stands, f"the answer {answer.text!r} of {example.id!r} does not stand at character {answer.start}")
