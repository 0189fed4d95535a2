"""What a task must keep to, and what a data set."""

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any

from stumper.adversaries.identity import Identity
from stumper.constraints import broken
from stumper.datasets import open_dataset
from stumper.datasets.originals import variants_by_original
from stumper.errors import StumperError
from stumper.evaluating import prepare_evaluation, scores_of
from stumper.given import Attack, System
from stumper.identity import examples_fingerprint, query_id
from stumper.judgeable import Answered, Judgeable
from stumper.predicting import score
from stumper.preparing import prepared
from stumper.protocols import Collection, Constraint, Dataset, Goal
from stumper.registry import task_of
from stumper.reports import build_report, html, markdown, to_json
from stumper.reports.terminal import terminal
from stumper.scoring import Measure, Score, share
from stumper.sections.section import Section
from stumper.store import Store
from stumper.task import Addition, Task
from stumper.tasks.reading.question import Question
from stumper.testing.requiring import require
from stumper.testing.scripted import ScriptedVictim
from stumper.types import Example, Guess, Instance, Perturbation, Prediction, Query
from stumper.wire import Wire
from stumper.writing_desk import WritingDesk

CALLED = "checked"  # the data set of the run that is reported


def check_task(task: Task, examples: Iterable[Example]) -> None:
    """Its queries come back as they were from wherever they are sent or kept, its files are known and read as they were
    written, its constraints and scores answer as they must, its desk shows authors what they change, and a report can
    be made of a run on the ``examples``.

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
    if (desk := task.desk) is not None:
        for example in (*found, desk.practice):
            _check_desk(task.wire, desk, example)
    _check_ids(found)
    collected: Collection = task.collected(CALLED, examples_fingerprint(found), found)
    require(list(collected.examples) == found, "collected holds other examples than it was given")
    with tempfile.TemporaryDirectory() as folder:
        _check_files(task, collected, Path(folder))
        _check_instances(task, collected, Path(folder))
        _check_report(task, collected, Path(folder))


def check_addition(addition: Addition, examples: Iterable[Example]) -> None:
    """Its constraints and scores answer as they must, its judges give an answer or None for each thing that is asked,
    and a report can be made with it of a run on the ``examples``, which are of a task that it is for.

    The package that brings the addition is installed.
    """
    found = list(examples)
    require(found != [], "there are no examples to check the addition with")
    task = task_of(found[0].query)
    require(task.name in addition.tasks, f"the addition is for {', '.join(addition.tasks)}, not for {task.name}")
    for example in found:
        _check_rules(addition.constraints, addition.measures, addition.goals, example)
    asked = [_judged(task, example) for example in found]
    for name, judge in addition.judges.items():
        answers: object = judge(asked)
        require(isinstance(answers, Sequence) and len(answers) == len(asked)
                and all(isinstance(one, Answered | None) for one in answers),
                f"asked of {len(asked)}, the judge {name!r} answers {answers!r}: an Answered or None each")  # fmt: skip
    require(any(one is addition for one in task.additions), "the package that brings the addition is not installed")
    collected: Collection = task.collected(CALLED, examples_fingerprint(found), found)
    with tempfile.TemporaryDirectory() as folder:
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
        require(wire.parts(wire.with_field(query, name, other)) != wire.parts(query),
                f"the field {name!r} of {shown} changes, and its id stays: parts leaves it out")  # fmt: skip
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
    _check_rules(task.constraints, task.scoring.measures, task.goals, example)
    if example.gold.answers:
        said = _saying(example.gold.answers[0].text)
        right = task.scoring.measures[task.scoring.tells_right].score(example.gold, said)
        require(right == 1, f"the right answer to {example.id!r} scores {right}, not 1")
    judged = _judged(task, example)
    has_text = judged.text != "" or not example.gold.answers  # what answers nothing may have nothing to be read in
    require(judged.perturbation_id == "checked" and judged.asked != "" and has_text,
            f"judges are not asked about {example.id!r}: id, question or text is missing")  # fmt: skip


def _judged(task: Task, example: Example) -> Judgeable:
    return task.judgeable("checked", example, Perturbation(example.id, example.query, example.gold, ()), "")


def _check_rules(
    constraints: Sequence[Constraint], measures: Mapping[str, Measure], goals: Mapping[str, Goal], example: Example
) -> None:
    """An example as it is breaks no constraint, and whatever is said to it has a score in [0, 1], by goals as well."""
    try:
        fault = broken(constraints, example, Perturbation(example.id, example.query, example.gold, ()))
        require(fault is None, f"unchanged, {example.id!r} breaks a constraint: {fault}")
        texts = [*(answer.text for answer in example.gold.answers[:1]), "checked", ""]
        for measure in measures.values():
            for prediction in (*map(_saying, texts), Prediction((), None), None):
                measure.score(example.gold, prediction)
        for name, goal in goals.items():
            require(goal.name == name, f"the goal {name!r} is called {goal.name!r}")
            views = goal.views(example.query)
            require(views[-1] == example.query, f"the last view of the goal {name!r} is not the query")
            for text in texts:
                share(goal.score(example.gold, text), "goal", name, goal, text)
    except StumperError as error:
        raise AssertionError(str(error)) from error


def _check_desk(wire: Wire, desk: WritingDesk, example: Example) -> None:
    """Authors are shown the text that they change, and what they write becomes it; what they begin from breaks no
    constraint, and its answer is one that they can state."""
    fields, shown, named = wire.fields(example.query), desk.shown(example), repr(example.id)
    for role, name in (("field", desk.field), ("beside", desk.beside or desk.field)):
        require(name in fields, f"the desk's {role} is {name!r}, which is none of the wire's: {', '.join(fields)}")
    require(
        shown.text == fields[desk.field], f"authors of {named} are shown another text than the field {desk.field!r}"
    )
    if desk.beside:
        require(shown.asked == fields[desk.beside], f"{named} is asked otherwise than the field {desk.beside!r} says")
    begun = desk.perturbed(example, shown.text, None, ())
    fault = broken(desk.constraints, example, begun)
    require(fault is None, f"as an author begins, {named} breaks a constraint: {fault}")
    written = f"{shown.text} again"
    made = desk.perturbed(example, written, None, ())
    require(made.example_id == example.id and wire.fields(made.query)[desk.field] == written,
            f"what an author writes on {named} is not the text of what perturbed makes")  # fmt: skip
    choices = (wire.labels(example.query) or [*desk.choices]) if desk.choices else []
    answers = {answer.text.casefold() for answer in example.gold.answers}
    require(not choices or not answers.isdisjoint(choice.casefold() for choice in choices),
            f"the answer to {named} is none of the desk's choices: {', '.join(choices)}")  # fmt: skip


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


def _check_instances(task: Task, collected: Collection, folder: Path) -> None:
    """Two variants of an example that are written are read as its variants, and a system that is right on one of the
    two has the same score from ``evaluate`` as from ``score``: 0 where the worst counts, else a half."""
    measure = task.scoring.measures[task.scoring.tells_right]
    golds = dict.fromkeys(answer.text for one in collected.examples for answer in one.gold.answers)
    found = ((one, said) for one in collected.examples if one.gold.answers for said in golds
             if measure.score(one.gold, _saying(said)) == 0)  # fmt: skip
    example, wrong = next(found, (None, ""))
    if example is None:
        return  # no answer is known to be wrong
    one, other = (_varied(task, example, tag) for tag in ("one", "other"))
    path, predictions = folder / f"varied{task.suffix}", folder / f"varied-said{task.suffix}"
    task.write_perturbed(path, replace(collected, examples=(example,)), [one, other])
    read = {id: {each.id for each in variants} for id, variants in variants_by_original(open_dataset(path)).items()}
    require(read == {example.id: {one.id, other.id}},
            f"two variants of {example.id!r} are written, and read as variants of {[*read] or 'nothing'}")  # fmt: skip
    right = example.gold.answers[0].text
    said = {example.id: right, one.id: right, other.id: wrong}
    task.predictions.write(predictions, {id: _saying(answer) for id, answer in said.items()})
    missed = query_id(other.perturbation.query)
    victim = ScriptedVictim(lambda query: _saying(wrong if query_id(query) == missed else right))
    expected = 0.0 if not task.counts_variants else 0.5
    for door, scores in _scored(path, predictions, victim, folder).items():
        value = {each.on: each.value for each in scores if each.name == task.scoring.tells_right}.get("adversarial")
        require(value == expected,
                f"a system is right on one of two variants, and {door} says {value}, not {expected}: the scoring does "
                f"not count them as counts_variants={task.counts_variants} says")  # fmt: skip


def _saying(answer: str) -> Prediction:
    return Prediction((Guess(answer, None),), None)


def _varied(task: Task, example: Example, tag: str) -> Instance:
    """A variant of an example whose first field says more."""
    name, text = next(iter(task.wire.fields(example.query).items()))
    query = task.wire.with_field(example.query, name, f"{text} {tag}")
    return Instance(f"{example.id}-{tag}", example, Perturbation(example.id, query, example.gold, ()))


def _scored(path: Path, predictions: Path, victim: ScriptedVictim, folder: Path) -> dict[str, list[Score]]:
    """What each command says of a set of variants."""
    with Store.open(f"sqlite:///{folder / 'varied.db'}") as store:
        try:
            job = prepare_evaluation(str(path), System("", "checked", victim), store=store)
            for _ in job.steps():
                pass
            return {"evaluate": scores_of(job), "score": score(str(path), predictions)}
        except StumperError as error:
            raise AssertionError(f"Two variants that write_perturbed has written are not scored: {error}") from error


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
