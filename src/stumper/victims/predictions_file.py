"""A victim that was asked before: its answers stand in a file of predictions, in the data set's own format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.datasets.documents import read_start
from stumper.datasets.kinds import check_kind, kind_of
from stumper.errors import BadData, BadOption
from stumper.identity import content_id, query_id
from stumper.registry import task_of, tasks
from stumper.types import Example, Prediction, Query

UNANSWERED = Prediction((), None)


def load(argument: str, examples: Sequence[Example]) -> "PredictionsFile":
    """The victim whose answers to ``examples`` stand in the file by their ids; BadData where it cannot be used.

    An example that the file leaves out is left unanswered. Of examples with one and the same query, the first that
    the file answers speaks for all.
    """
    if not argument:
        raise BadOption("Nothing stands behind 'file:'. Name a file of predictions there.")
    path = Path(argument)
    if not examples:
        return PredictionsFile(path, content_id({}), {})
    _check_kind(path, examples[0])
    form = task_of(examples[0].query).predictions
    predictions = {query_id(example.query): UNANSWERED for example in examples}
    for query, prediction in form.read(path, examples):
        key = query_id(query)
        if not predictions.get(key, UNANSWERED).guesses:
            predictions[key] = prediction
    return PredictionsFile(path, content_id(*form.content(predictions)), predictions)


def _check_kind(path: Path, example: Example) -> None:
    """Nothing; BadData where the file holds no predictions, or those for other queries than this, as it begins so."""
    start, task = read_start(path), task_of(example.query)
    kinds = [each.predictions.kind for each in tasks()]
    if (kind := kind_of(start)) is not None and kind not in kinds:
        check_kind(path, task.predictions.kind)
    held = next((each for each in reversed(tasks()) if each.predictions.begins.match(start)), None)
    if held not in (None, task):
        said = held.predictions.said
        raise BadData(f"{path} holds {said}, but it is asked {task.unit}s. Name a file of predictions that was made "
                      "for this data set.")  # fmt: skip


@dataclass(frozen=True, slots=True)
class PredictionsFile:
    """Gives the prediction of each query by its content; a query that is not there raises BadData.

    ``fingerprint`` is of the queries with their answers: in another data set the same id may be another query's.
    """

    path: Path
    fingerprint: str
    predictions: Mapping[str, Prediction]

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query, as the file has it."""
        return [self._prediction(query) for query in queries]

    def _prediction(self, query: Query) -> Prediction:
        prediction = self.predictions.get(query_id(query))
        if prediction is None:
            lacks = task_of(query).predictions.lacks.replace("QUERY", repr(query.text))
            raise BadData(f"{self.path} {lacks}")
        return prediction
