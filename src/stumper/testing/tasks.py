"""What a task must keep to, and what a data set."""

import json
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Formatter
from typing import Any

from stumper.adversaries.identity import Identity
from stumper.datasets import open_dataset
from stumper.errors import StumperError
from stumper.given import Attack, System
from stumper.identity import examples_fingerprint, query_id
from stumper.preparing import prepared
from stumper.protocols import Collection, Dataset
from stumper.registry import task_of
from stumper.reports import build_report, html, markdown, to_json
from stumper.reports.terminal import terminal
from stumper.sections.section import Section
from stumper.store import Store
from stumper.task import Task
from stumper.tasks.reading.question import Question
from stumper.testing.requiring import require
from stumper.testing.scripted import ScriptedVictim
from stumper.types import Example, Guess, Perturbation, Prediction, Query

CALLED = "checked"  # the data set of the run that is reported


def check_task(task: Task, examples: Iterable[Example]) -> None:
    """Its queries come back as they were from wherever they are sent or kept, its files are known and read as they were
    written, its constraints and scores answer as they must, and a report can be made of a run on the ``examples``.

    The package that brings the task is installed: the examples' queries are of this task to everything else.
    """
    found = list(examples)
    require(found != [], "there are no examples to check the task with")
    require(len({one.id for one in found}) == len(found), "two of the examples have one id")
    for example in found:
        asked = task_of(example.query).name
        require(asked == task.name, f"the query of {example.id!r} is of the task {asked!r}, not of {task.name!r}")
        _check_query(task, example.query)
        _check_judging(task, example)
    _check_ids(found)
    collected: Collection = task.collected(CALLED, examples_fingerprint(found), found)
    require(list(collected.examples) == found, "collected holds other examples than it was given")
    with tempfile.TemporaryDirectory() as folder:
        _check_files(task, collected, Path(folder))
        _check_report(task, collected, Path(folder))


def _check_query(task: Task, query: Query) -> None:
    """The query is the same after each way there and back."""
    wire, shown = task.wire, repr(query.text[:40])
    require(wire.read_document(*_as_json(wire.document(query)[1:])) == query,
            f"the query {shown} is not kept: document and read_document make another of it")  # fmt: skip
    require(query_id(wire.from_json(_as_json(wire.to_json(query)))) == query_id(query),
            f"the query {shown} is not sent: to_json and from_json make another of it")  # fmt: skip
    require(_as_json(wire.parts(query)) == wire.parts(query), f"the parts of the query {shown} are no plain JSON")
    for name, text in wire.fields(query).items():
        require(wire.with_field(query, name, text) == query, f"with_field changes more of {shown} than {name!r}")
        other = f"{text} again"
        require(wire.fields(wire.with_field(query, name, other))[name] == other,
                f"with_field leaves the field {name!r} of {shown} as it was")  # fmt: skip
    texts = wire.texts(query)
    for template in wire.templates:
        marks = {name for _, name, _, _ in Formatter().parse(template) if name}
        require(marks <= {*texts}, f"a template asks for {sorted(marks - {*texts})}, which texts does not give")


def _as_json(value: object) -> Any:
    """What becomes of JSON values on their way."""
    return json.loads(json.dumps(value))


def _check_ids(examples: Sequence[Example]) -> None:
    """Queries that differ have ids that differ, and these stay."""
    by_id: dict[str, Query] = {}
    for example in examples:
        id = query_id(example.query)
        require(id == query_id(example.query), f"the query of {example.id!r} has another id each time")
        other = by_id.setdefault(id, example.query)
        require(other == example.query, f"the query of {example.id!r} has the id of another: its parts tell too little")


def _check_judging(task: Task, example: Example) -> None:
    """An example as it is breaks no constraint, its right answer is right, and judges can be asked about it."""
    same = Perturbation(example.id, example.query, example.gold, ())
    for constraint in task.constraints:
        broken = constraint(example, same)
        require(broken is None, f"unchanged, {example.id!r} breaks a constraint: {broken}")
    said = Prediction(tuple(Guess(answer.text, None) for answer in example.gold.answers[:1]), None)
    for name, measure in task.scoring.measures.items():
        for prediction in (said, Prediction((), None), None):
            score = measure.score(example.gold, prediction)
            require(0 <= score <= 1, f"the score {name!r} of {example.id!r} is {score}, not in [0, 1]")
    for name, goal in task.goals.items():
        require(goal.name == name, f"the goal {name!r} is called {goal.name!r}")
        require(goal.views(example.query)[-1] == example.query, f"the last view of the goal {name!r} is not the query")
    if example.gold.answers:
        right = task.scoring.measures[task.scoring.tells_right].score(example.gold, said)
        require(right == 1, f"the right answer to {example.id!r} scores {right}, not 1")
    judged = task.judgeable("checked", example, same, "")
    has_text = judged.text != "" or not example.gold.answers  # what answers nothing may have nothing to be read in
    require(judged.perturbation_id == "checked" and judged.asked != "" and has_text,
            f"judges are not asked about {example.id!r}: id, question or text is missing")  # fmt: skip


def _check_files(task: Task, collected: Collection, folder: Path) -> None:
    """A file that the task writes is known as its own, and holds what was written; so do its predictions."""
    path = folder / f"written{task.suffix}"
    task.write_perturbed(path, collected, [])
    read = open_dataset(path)
    require([(one.id, query_id(one.query)) for one in read.examples]
            == [(one.id, query_id(one.query)) for one in collected.examples],
            "what write_perturbed writes is read as other examples")  # fmt: skip
    said = {one.id: Prediction((Guess(one.gold.answers[0].text, None),), None)
            for one in collected.examples if one.gold.answers}  # fmt: skip
    if not said:
        return
    predictions = folder / f"said{task.suffix}"
    task.predictions.write(predictions, said)
    start = predictions.read_text(encoding="utf-8")
    require(task.predictions.begins.match(start) is not None, "predictions that it writes do not begin as it says")
    parsed = task.predictions.parsed(predictions, collected.examples)
    for example in collected.examples:
        if example.id in said:
            answered = dict(task.predictions.answered(example, parsed[example.id])).get(example.query)
            best = answered.guesses[0].answer if answered is not None and answered.guesses else None
            require(best == said[example.id].guesses[0].answer, f"the answer to {example.id!r} is read as {best!r}")


def _check_report(task: Task, collected: Collection, folder: Path) -> None:
    """A report on a run of the unchanged examples is made and shown in every form, with the task's own section."""
    answers = {one.query: one.gold.answers[0].text for one in collected.examples if one.gold.answers}
    victim = ScriptedVictim(lambda query: Prediction((Guess(answers.get(query, ""), None),), None))
    with Store.open(f"sqlite:///{folder / 'checked.db'}") as store:
        job = prepared(collected, Attack("identity", adversary=Identity()), System("", "checked", victim), store=store)
        try:
            for _ in job.steps():
                pass
            job.conclude()
        except StumperError as error:
            raise AssertionError(f"A run on the examples ends: {error}") from error
        for with_examples in (True, False):
            report = build_report(store, [job.plan.id], with_examples)
            require([one.name for one in report.sections] == [task.name], "the report has no section of the task")
            require(all(isinstance(one, Section) for one in report.sections), "the section is no Section")
            fault = next((said for said in report.sentences if " is left out: " in said), None)
            require(fault is None, str(fault))
            for show in (html, markdown, to_json, terminal):
                require(show(report) != "", f"the report is empty as {show.__name__}")


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
