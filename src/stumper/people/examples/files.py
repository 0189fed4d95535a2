"""The examples of a view as files: exactly what is shown, in its order."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from sqlalchemy import select

from stumper.datasets.csv_cells import Cell
from stumper.errors import Refused
from stumper.identity import perturbation_id
from stumper.judging import judged_ids
from stumper.people.annotating.drawing import evidence_texts
from stumper.people.annotating.tagging import agreed_tags, tagged
from stumper.people.annotating.verifying import candidates
from stumper.people.examples.browsing import Answer, Made
from stumper.people.projects.project import Project, composes, composing
from stumper.people.projects.runs_to_use import used_runs
from stumper.people.projects.taken_back import taken_back
from stumper.people.study.exports import time_of
from stumper.people.writing.beginning import begun_from, lineage
from stumper.people.writing.submissions import instances, roots, submitted_tossups
from stumper.registry import task_named
from stumper.sections.wording import OUTCOME_WORDS
from stumper.store import Store
from stumper.store.people_schema import made_answers
from stumper.table.frames import parquet
from stumper.types import Example, Instance
from stumper.writing_desk import Composition

Row = Mapping[str, Cell]


def rows_of(examples: Sequence[Made], with_answers: bool = False) -> list[Row]:
    """A row for each example; people are named by their codes. What each model made of it is one cell, or a list of
    objects where wanted."""
    return [
        {
            "id": one.id,
            "source": one.source,
            "standing": one.standing,
            "author": one.author or None,
            "made_by": one.adversary,
            "at": None if one.at is None else time_of(one.at),
            "question": one.question,
            "original": one.original,
            "text": one.text,
            "answer": one.answer,
            "types": list(one.types),
            "models": [_told(answer) for answer in one.answers] if with_answers else list(map(_in_words, one.answers)),
            "judgements": one.judgements,
            "verdict": one.verdict,
        }
        for one in examples
    ]


def write_parquet(examples: Sequence[Made], path: Path) -> None:
    """The file holds the rows as Parquet; MissingExtra without what writes it."""
    module = parquet()
    arrow = __import__("pyarrow")
    rows = rows_of(examples)
    lists = arrow.list_(arrow.string())
    kinds = {"types": lists, "models": lists, "judgements": arrow.int64()}
    names = tuple(rows[0]) if rows else NAMES
    columns = {name: arrow.array([row[name] for row in rows], kinds.get(name, arrow.string())) for name in names}
    module.write_table(arrow.table(columns), path)


NAMES = ("id", "source", "standing", "author", "made_by", "at", "question", "original", "text", "answer", "types",
         "models", "judgements", "verdict")  # fmt: skip


def write_set(store: Store, project: Project, examples: Sequence[Made], path: Path) -> str:
    """The file holds those examples that count as a data set in the format of the project's, behind their originals;
    its fingerprint. Refused where none of them counts."""
    gone = taken_back(store, project)
    ids = [one.id for one in examples if one.id not in gone]
    if not ids:
        raise Refused("None of these counts, so there is nothing to write as a data set. Choose others.")
    if composes(project.settings):
        return _write_tossups(store, project, ids, path)
    found = _instances(store, project, ids)
    originals = tuple({one.example.id: one.example for one in found}.values())
    task = task_named(project.settings.task)
    collected = task.collected(project.name, project.fingerprint, originals, evidence_texts(store, project))
    return task.write_perturbed(path, collected, found)


def _told(answer: Answer) -> dict[str, object]:
    return {"model": answer.model, "outcome": answer.outcome, "answer": answer.answer}


def _in_words(answer: Answer) -> str:
    said = OUTCOME_WORDS.get(answer.outcome, answer.outcome)  # type: ignore[call-overload]
    return f"{answer.model}: {said}{'' if answer.answer is None else f', {answer.answer}'}"


def _instances(store: Store, project: Project, ids: Sequence[str]) -> tuple[Instance, ...]:
    """What people submitted and mended under the ids that it has, what machines made under one of its original and its
    own; in order."""
    known = {judged_ids(one.perturbation)[-1]: one for one in (*candidates(store, project), *instances(store, project))}
    lacking = [id for id in ids if id not in known]
    if lacking:
        known |= _by_machines(store, project, set(lacking))
    return tuple(known[id] for id in ids if id in known)


def _by_machines(store: Store, project: Project, ids: set[str]) -> dict[str, Instance]:
    query = select(made_answers.c.run_id, made_answers.c.example_id, made_answers.c.made_id).where(
        made_answers.c.project_id == project.id
    )
    wanted: dict[str, dict[str, str]] = {}
    with store.engine.connect() as connection:
        for row in connection.execute(query):
            if row.made_id in ids:
                wanted.setdefault(row.run_id, {})[row.example_id] = row.made_id
    found: dict[str, Instance] = {}
    for run_id in used_runs(store, project):
        for attempt, example in store.attempts_on(run_id, list(wanted.get(run_id, ())), has_candidates=False):
            made_of = attempt.perturbation
            assert made_of is not None
            id = f"{made_of.example_id}-{perturbation_id(made_of)[:8]}"
            original = Example(made_of.example_id, example.query, example.gold, example.groups)
            found.setdefault(wanted[run_id][attempt.example_id], Instance(id, original, made_of))
    return found


def _write_tossups(store: Store, project: Project, ids: Sequence[str], path: Path) -> str:
    made = {one.id: one for one in submitted_tossups(store, project)}
    begun, tags = begun_from(store, project), agreed_tags(tagged(store, project))
    found = roots(store, project, {id: lineage(made[id].written.started_from, begun) for id in ids if id in made})
    rows = [
        Composition(id, one.written.text, one.written.answer, one.written.answer_line, one.written.category,
                    tuple(tags.get(id, ())), found.get(id))
        for id in ids
        if (one := made.get(id)) is not None
    ]  # fmt: skip
    return composing(project.settings).write(path, project.name, rows)
