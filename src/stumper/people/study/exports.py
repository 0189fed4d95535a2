"""What people did in a project as tables for other programs; people are named by a code, never by their name."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime

from stumper.adversaries.reading.addsent.raw_file import Kind as By
from stumper.adversaries.reading.addsent.raw_file import Version, Vote, Voted, rows_of
from stumper.datasets.csv_cells import Cell, csv_line
from stumper.judging import checked, judges
from stumper.people.accounts.person import code
from stumper.people.annotating.answering import AnswerPayload, Selected
from stumper.people.annotating.fixing import Fixed
from stumper.people.annotating.judging_work import JudgePayload, Opinion
from stumper.people.annotating.verifying import SentencePayload
from stumper.people.projects.project import Kind, Project
from stumper.people.projects.runs_to_use import own_runs
from stumper.people.queues.responses import Answered, answered
from stumper.people.study.attempts import counting
from stumper.people.writing.submissions import Submission, edit_logs
from stumper.people.writing.submissions import submissions as all_submissions
from stumper.people.writing.tries import press_of, tried
from stumper.predictions import best_answer
from stumper.sections.wording import OUTCOME_WORDS
from stumper.store import Store
from stumper.store.values import from_text
from stumper.table.naming import victims
from stumper.types import Attempt, Judgement
from stumper.victims.address import without_password

Row = Mapping[str, Cell]
PERSON: By = "person"
MODEL: By = "model"
Said = Sequence[tuple[str, Attempt]]  # by models, under the names that reports give them


def submissions(store: Store, project: Project) -> list[Row]:
    """A row for each text that was submitted, with what was judged of it so far."""
    return [row for _, row, _ in _submissions(store, project)]


def submissions_with_changes(store: Store, project: Project) -> list[Row]:
    """As ``submissions``, with what each model made of it, and with every change of the text that led to it: when,
    where, what went and what came."""
    made = _submissions(store, project)
    logs = {id: [asdict(change) for change in log] for id, log in edit_logs(store, project).items()}
    return [
        {
            **row,
            "verdicts": [_verdict(model, attempt) for model, attempt in said],
            "changes": logs.get(one.assignment_id, [])[: one.put.changes],
        }
        for one, row, said in made
    ]


def attempts(store: Store, project: Project) -> list[Row]:
    """A row for each press of Predict or Submit, in their order; "submit" is one that was accepted. Those that count as
    attempts (``counts``) are the ones of which results are the shares."""
    made = tried(store, project)
    counted = counting([press_of(row, put) for row, put in made])
    return [
        {
            "example_id": row.topic,
            "author": code(row.person_id),
            "at": time_of(row.at),
            "kind": row.kind,
            "fooled": row.fooled,
            "counts": counts,
            "can_succeed": put.can_succeed,
            "submission_id": row.instance_id,
            "text": put.text,
            "label": put.label,
            "model": without_password(put.victim),
            "model_answer": put.answer,
            "fault": put.fault,
            "right_before": put.right_before,
            "right_after": put.right,
            "seconds": round(put.seconds, 1),
            "number_of_changes": put.changes,
        }
        for (row, put), counts in zip(made, counted, strict=True)
    ]


def judgements(store: Store, project: Project) -> list[Row]:
    """A row for each judgement, those of moderators who settled a dispute among them."""
    rows: list[Row] = []
    for one in (*_answered(store, project, "judge"), *_answered(store, project, "adjudicate")):
        payload = from_text(JudgePayload, one.item.payload)  # what is settled says all of it, too
        for response in one.responses:
            said = response.said(Opinion)
            rows.append(
                {
                    "perturbation_id": payload.perturbation_id,
                    "example_id": payload.example_id,
                    "asked": payload.asked,
                    "text": payload.text,
                    "evidence": payload.evidence,
                    "annotator": code(response.person_id),
                    "judge": "person",
                    "settles": one.item.kind == "adjudicate",
                    "grammatical": said.grammatical,
                    "label_correct": said.label_correct,
                    "on_task": said.on_task,
                    "note": said.note,
                }
            )
    return rows


def answers(store: Store, project: Project) -> list[Row]:
    """A row for each answer that somebody selected; ``variant`` is empty for an original."""
    rows: list[Row] = []
    for one in _answered(store, project, "answer"):
        payload = from_text(AnswerPayload, one.item.payload)
        for response in one.responses:
            said = response.said(Selected)
            rows.append(
                {
                    "example_id": payload.example_id,
                    "variant": payload.variant,
                    "question": payload.question,
                    "answers": list(payload.answers),
                    "annotator": code(response.person_id),
                    "selected": said.text,
                    "start": said.start,
                }
            )
    return rows


def votes(store: Store, project: Project) -> list[Row]:
    """A row for each sentence that was mended, and one for each vote on it; ``judge`` is person or model."""
    rows: list[Row] = []
    for raw, made, version in _versions(store, project):
        about: Row = {
            "example_id": made.example_id,
            "raw_id": made.raw_id,
            "question": made.question,
            "fake_answer": made.fake_answer,
            "raw_sentence": raw.sentence,
            "sentence": made.sentence,
            "mended_by": [by for by, _ in version.writers],
        }
        rows += [
            {**about, "annotator": one.by, "judge": one.kind, "grammatical": one.vote.grammatical,
             "compatible": one.vote.compatible}
            for one in version.votes
        ] or [{**about, "annotator": None, "judge": None, "grammatical": None, "compatible": None}]  # fmt: skip
    return rows


def mended(store: Store, project: Project) -> list[Row]:
    """The raw sentences with what people and models made of each so far, as ``add-sent`` goes on from there."""
    versions = defaultdict[str, list[Version]](list)
    for raw, _, version in _versions(store, project):
        versions[raw.raw_id].append(version)
    raws = [from_text(SentencePayload, one.item.payload).raw for one in _answered(store, project, "fix")]
    return list(rows_of(replace(raw, versions=tuple(versions[raw.id])) for raw in raws))


def _versions(store: Store, project: Project) -> Iterator[tuple[SentencePayload, SentencePayload, Version]]:
    """Each sentence that is voted on, behind its raw one, with who wrote it and what was said of it."""
    raw, writers = dict[str, SentencePayload](), defaultdict[tuple[str, str], list[str]](list)
    for one in _answered(store, project, "fix"):
        payload = from_text(SentencePayload, one.item.payload)
        raw[payload.raw_id] = payload
        for response in one.responses:
            writers[payload.raw_id, response.said(Fixed).text].append(code(response.person_id))
    for one in _answered(store, project, "verify"):
        made = from_text(SentencePayload, one.item.payload)
        people = [(by, PERSON) for by in writers[made.raw_id, made.sentence]]
        said = [Voted(code(response.person_id), PERSON, response.said(Vote)) for response in one.responses]
        models = [(by, MODEL) for by in made.models]
        yield raw[made.raw_id], made, Version(made.sentence, (*people, *models), (*made.given, *said))


def as_json_lines(rows: Iterable[Row]) -> Iterator[str]:
    """A line of JSON for each row."""
    return (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def as_csv(rows: Sequence[Row], names: Sequence[str] = ()) -> Iterator[str]:
    """A table that spreadsheets open as it is: a line with the names, then one a row.

    Nothing when there is no row, and ``names`` are not given.
    """
    if rows or names:
        yield csv_line(rows[0] if rows else names)
    for row in rows:
        yield csv_line(row.values())


def _submissions(store: Store, project: Project) -> list[tuple[Submission, Row, Said]]:
    made = all_submissions(store, project)
    said: dict[str, list[Judgement]] = defaultdict(list)
    for judgement in store.judgements([one.perturbation_id for one in made]):
        said[judgement.perturbation_id].append(judgement)
    models = _said_by_models(store, project)
    return [(one, _submission(one, said[one.perturbation_id], models[one.id]), models[one.id]) for one in made]


def _said_by_models(store: Store, project: Project) -> Mapping[str, Said]:
    """By submission what each of the project's models made of it, as it is called in reports."""
    runs = own_runs(store, project)
    called = victims(runs)
    found: dict[str, list[tuple[str, Attempt]]] = defaultdict(list)
    for run_id in runs:
        for attempt in store.attempts(run_id):
            found[attempt.example_id].append((called[run_id][0], attempt))
    return found


def _verdict(model: str, attempt: Attempt) -> dict[str, object]:
    before, after = attempt.before, attempt.after
    return {
        "model": model,
        "outcome": attempt.outcome,
        "answer": None if after is None or after.prediction is None else best_answer(after.prediction),
        "right_before": before.expected,
        "right_after": None if after is None else after.expected,
        "fault": before.fault or (after.fault if after is not None else attempt.reason),
    }


def _in_words(model: str, attempt: Attempt) -> str:
    """What one model made of a text: a table has one cell for all models."""
    answer = _verdict(model, attempt)["answer"]
    return f"{model}: {OUTCOME_WORDS[attempt.outcome]}{'' if answer is None else f', {answer}'}"


def _submission(one: Submission, said: Sequence[Judgement], models: Said) -> Row:
    correct = checked(said).correct  # of the one text: nobody has judged it, or whether it is, if that is settled
    put = one.put
    return {
        "id": one.id,
        "example_id": one.example_id,
        "perturbation_id": one.perturbation_id,
        "author": code(one.person_id),
        "at": time_of(one.at),
        "text": put.text,
        "label": put.label,
        "attack_types": list(put.attack_types),
        "model_answer": put.answer,
        "right_before": put.right_before,
        "right_after": put.right,
        "models": [_in_words(model, attempt) for model, attempt in models],
        "seconds": round(put.seconds, 1),
        "number_of_changes": put.changes,
        "judgements": len(said),
        "judged_by": [str(row.kind) for row in judges(said)],
        "correct": correct[0] if correct else None,
    }


def time_of(at: float) -> str:
    """The time as others read it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _answered(store: Store, project: Project, kind: Kind) -> list[Answered]:
    with store.engine.connect() as connection:
        return answered(connection, project.id, kind)
