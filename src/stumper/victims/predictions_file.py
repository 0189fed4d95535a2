"""A victim that was asked before: its answers stand in a file of predictions, in the data set's own format."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stumper.datasets.documents import read_start
from stumper.datasets.kinds import check_kind, kind_of
from stumper.datasets.mapped import mapped_path
from stumper.errors import BadData, BadOption
from stumper.file_bytes import file_bytes
from stumper.identity import bytes_fingerprint, content_id, query_id
from stumper.registry import task_of, tasks
from stumper.types import Example, Prediction, Query
from stumper.victims.foreign_logs import is_log, read_log, said

UNANSWERED = Prediction((), None)


def load(argument: str, examples: Sequence[Example]) -> "PredictionsFile":
    """The victim whose answers to ``examples`` stand in the file by their ids; BadData where it cannot be used.

    An example that the file leaves out is left unanswered, in all views that its task scores, but for those of an
    example that is there. Of examples with one and the same query, the first that the file answers speaks for all.
    """
    if not argument:
        raise BadOption("Nothing stands behind 'file:'. Name a file of predictions there.")
    path = Path(argument)
    if not examples:
        return PredictionsFile(path, content_id({}), {})
    file, chosen = mapped_path(path)
    if not is_log(file):
        _check_kind(file, examples[0])
    found = answers(path, examples)
    views = task_of(examples[0].query).scoring.views
    listed = {example.id for example, _, _ in found.answered}
    predictions = {query_id(example.query): UNANSWERED for example in examples}
    if views is not None:
        keys = {example.id: [query_id(view) for view in views(example.query)] for example in examples}
        needed = {key for id in listed for key in keys[id]}
        left_out = (key for id, asked in keys.items() if id not in listed for key in asked)
        predictions |= {key: UNANSWERED for key in left_out if key not in needed}
    for _, query, prediction in found.answered:
        key = query_id(query)
        if not predictions.get(key, UNANSWERED).guesses:
            predictions[key] = prediction
    form = task_of(examples[0].query).predictions
    system = bytes_fingerprint(file_bytes(file))
    system = content_id("chosen", system, dict(chosen)) if chosen else system
    return PredictionsFile(
        path, content_id(*form.content(predictions)), predictions, found.further, system, found.recorded,
        sorted((example.query.text, example.id) for example in examples) if views is not None else (),
    )  # fmt: skip


def whole_answers(
    path: Path, every: Sequence[Example], asked: Sequence[Example]
) -> "tuple[dict[str, Prediction], Further | None]":
    """The predictions for the whole queries of a data set by their examples' ids, and what else the file holds.

    ``asked`` are those in whose order predictions without ids stand. BadData where there is no such prediction.
    """
    found = answers(path, every, asked)
    whole = {example.id: prediction for example, query, prediction in found.answered if query == example.query}
    if not whole:
        unit = task_of(every[0].query).unit
        raise BadData(f"{path} holds no prediction for a whole {unit}, only for beginnings. Write some with stumper "
                      "predict.")  # fmt: skip
    return whole, found.further


@dataclass(frozen=True, slots=True)
class Answers:
    """What a file of predictions has for a data set, each with its example; ``further``: what else it holds.

    ``recorded`` are, by the text of a query, the beginnings of it after which the system said something, and whether it
    would have buzzed there; of a file that says so.
    """

    answered: tuple[tuple[Example, Query, Prediction], ...]
    further: "Further | None" = None
    recorded: Mapping[str, Sequence[tuple[str, bool]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Further:
    """The ids of a file of predictions that its data set does not have, some of ``of`` in all."""

    path: Path
    ids: Sequence[str]
    of: int

    @property
    def note(self) -> str:
        """That they are left out."""
        return f"{self._counted} and {'is' if len(self.ids) == 1 else 'are'} left out."

    @property
    def refusal(self) -> str:
        """That they must not be there."""
        named = ", ".join([*map(repr, self.ids[:3]), *(["…"] if len(self.ids) > 3 else [])])
        return f"{self._counted} ({named}). Do the predictions belong to another one?"

    @property
    def _counted(self) -> str:
        verb = "is" if len(self.ids) == 1 else "are"
        every = f"of its {self.of:,} ids {verb}"
        some = f"None {every}" if len(self.ids) == self.of else f"{len(self.ids):,} {every} not"
        return f"{self.path}: {some} in the data set"


def answers(path: Path, every: Sequence[Example], asked: Sequence[Example] = ()) -> Answers:
    """What the file has for the examples, in their order; BadData where it has nothing for any.

    Predictions without ids are those of the examples that were ``asked`` (none: every one).
    """
    form = task_of(every[0].query).predictions
    _check_ids(every)
    if is_log(mapped_path(path)[0]):
        return _of_log(path, every)
    parsed = form.parsed(path, asked or every)
    known = {example.id for example in every}
    further = _further(path, [id for id in parsed if id not in known], len(parsed))
    return Answers(
        tuple(
            (example, query, prediction)
            for example in every
            if example.id in parsed
            for query, prediction in form.answered(example, parsed[example.id])
        ),
        further,
        {one.query.text: said for one in every if one.id in parsed and (said := form.recorded(one, parsed[one.id]))},
    )


def _of_log(path: Path, every: Sequence[Example]) -> Answers:
    """What the replies in another tool's log mean."""
    replied = read_log(path)
    known = {example.id for example in every}
    further = _further(path, [one.id for one in replied if one.id not in known], len(replied))
    found = said(path, replied, every)
    return Answers(tuple((one, one.query, found[one.id]) for one in every if one.id in found), further)


def _further(path: Path, unknown: Sequence[str], of: int) -> "Further | None":
    """The ids that the data set does not have, of so many; BadData where it has none of them."""
    further = Further(path, unknown, of) if unknown else None
    if further is not None and len(unknown) == of:
        raise BadData(further.refusal)
    return further


def _check_kind(path: Path, example: Example) -> None:
    """Nothing; BadData where the file holds no predictions, or those for other queries than this, as it begins so."""
    start, task = read_start(path), task_of(example.query)
    kinds = [each.predictions.kind for each in tasks()]
    if (kind := kind_of(start)) is not None and kind not in kinds:
        check_kind(path, task.predictions.kind)
    held = [each for each in reversed(tasks()) if each.predictions.begins.match(start)]
    if held and task not in held:
        said = held[0].predictions.said
        raise BadData(f"{path} holds {said}, but it is asked {task.unit}s. Name a file of predictions that was made "
                      "for this data set.")  # fmt: skip


def _check_ids(examples: Sequence[Example]) -> None:
    """Nothing; BadData where two of them have one id, as may be where originals and variants stand in two files."""
    found: dict[str, Example] = {}
    for example in examples:
        if (first := found.setdefault(example.id, example)).query != example.query:
            unit = task_of(example.query).unit
            raise BadData(f"The id {example.id!r} is that of two {unit}s, {first.query.text!r} and "
                          f"{example.query.text!r}: predictions cannot tell them apart. Rename one.")  # fmt: skip


@dataclass(frozen=True, slots=True)
class PredictionsFile:
    """Gives the prediction of each query by its content; a query that is not there raises BadData.

    ``fingerprint`` is of the queries with their answers: in another data set the same id may be another query's.
    ``further`` is what else the file holds. ``system_fingerprint`` is of what stands in the file, packed or not: on any
    data set it is one system. ``texts`` are those of examples with their ids, sorted, where a task asks for beginnings
    of these; a file that ``is_at_ends`` is silent at beginnings that it lacks.
    """

    path: Path
    fingerprint: str
    predictions: Mapping[str, Prediction]
    further: Further | None = None
    system_fingerprint: str = ""
    recorded: Mapping[str, Sequence[tuple[str, bool]]] = field(default_factory=dict)
    texts: Sequence[tuple[str, str]] = ()
    is_at_ends: bool = False

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query, as the file has it."""
        return [self._prediction(query) for query in queries]

    def _prediction(self, query: Query) -> Prediction:
        prediction = self.predictions.get(query_id(query))
        if prediction is not None:
            return prediction
        of = self._begun_by(query)
        if self.is_at_ends and of is not None:
            return UNANSWERED
        named = repr(query.text) if of is None else f"{query.text!r} (the beginning of {of!r})"
        raise BadData(f"{self.path} {task_of(query).predictions.lacks.replace('QUERY', named)}")

    def _begun_by(self, query: Query) -> str | None:
        """The id of an example whose text begins so; None where none does."""
        place = bisect_left(self.texts, (query.text, ""))
        return next((id for text, id in self.texts[place : place + 1] if text.startswith(query.text)), None)
