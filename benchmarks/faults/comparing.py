"""The store beside what people's browsers know: what was lost, what is there twice, what does not fit together."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Table, select

from faults.journal import Journal, Responded, Written
from stumper.errors import StumperError
from stumper.people.accounts.account import register
from stumper.people.projects.project import Project
from stumper.people.queues.queue import lease_item
from stumper.people.writing.drafts import changes, draft, replayed
from stumper.people.writing.submissions import edit_logs, instances, submissions
from stumper.runs import from_json
from stumper.store import Store, schema
from stumper.store import people_schema as tables

Rows = Mapping[str, Row[Any]]


@dataclass(frozen=True)
class Kept:
    """What the store has of a project: items and assignments by id, responses by assignment, and the tries."""

    items: Rows
    assignments: Rows
    responses: Rows
    tries: Sequence[Row[Any]]


def compared(store: Store, project: Project, journals: Sequence[Journal]) -> list[str]:
    """Everything that is wrong, in a sentence each."""
    kept = kept_of(store, project)
    wrong = [f"{one}" for journal in journals for one in journal.wrong]
    wrong += [f"{journal.person_id} has not come to the end" for journal in journals if not journal.has_ended]
    for journal in journals:
        for id, written in journal.written.items():
            wrong += _of_draft(store, id, written)
        for id, responded in journal.responded.items():
            wrong += _of_response(kept.responses.get(id), id, responded)
        wrong += [f"not done: {id}" for id in journal.finished if kept.assignments[id].state != "done"]
    wrong += _of_presses(kept, journals)
    wrong += _of_submissions(store, project, kept)
    wrong += _of_places(kept)
    wrong += _of_leases(store, project, kept)
    wrong += _of_effects(store, kept)
    sent = {id for journal in journals for id in journal.responded}
    return wrong + [f"response of nobody: {id}" for id in kept.responses if id not in sent]


def kept_of(store: Store, project: Project) -> Kept:
    """Read at one moment."""
    with store.engine.connect() as connection:

        def rows(table: Table) -> list[Row[Any]]:
            return list(connection.execute(select(table)))

        items = {row.id: row for row in rows(tables.items) if row.project_id == project.id}
        held = {row.id: row for row in rows(tables.assignments) if row.item_id in items}
        said = {row.assignment_id: row for row in rows(tables.responses) if row.assignment_id in held}
        return Kept(items, held, said, [row for row in rows(tables.tries) if row.assignment_id in held])


def _of_draft(store: Store, id: str, written: Written) -> Iterator[str]:
    newest, log = draft(store, id), changes(store, id)
    if not written.made and newest is None:
        return
    if newest is None or newest.document.text != written.text:
        yield f"draft lost: {id}"
    elif newest.revision != written.revision:
        yield f"draft {id} has revision {newest.revision}, not {written.revision}"
    if log != written.made:
        yield f"edit log of {id} has {len(log)} changes, not the {len(written.made)} that were made"
    if replayed(written.original, log) != written.text:
        yield f"edit log of {id} does not replay to its draft"


def _of_response(row: Row[Any] | None, id: str, responded: Responded) -> Iterator[str]:
    if row is None:
        if responded.recorded is not None or responded.was_there:
            yield f"response lost: {responded.kind} {id}"
    elif _plain(row.document) not in responded.sent:
        yield f"response was never sent: {responded.kind} {id}"
    elif responded.recorded and _plain(row.document) != responded.recorded:
        yield f"response was replaced: {responded.kind} {id}"


def _of_presses(kept: Kept, journals: Sequence[Journal]) -> Iterator[str]:
    counted = Counter((row.assignment_id, row.key) for row in kept.tries)
    accepted = {(row.assignment_id, row.key) for row in kept.tries if row.instance_id is not None}
    sent = {(press.assignment, press.key): press for journal in journals for press in journal.presses}
    for key, press in sent.items():
        if press.said is None:
            continue
        if counted[key] != 1:
            yield f"press counted {counted[key]} times: {press.key}"
        if press.said.get("accepted", False) != (key in accepted):
            yield f"submission {press.key} was said to be {press.said['accepted']}, and is not"
    yield from (f"press counted {times} times: {key}" for key, times in counted.items() if times > 1)
    yield from (f"press of nobody: {key}" for key in counted if key not in sent)


def _of_submissions(store: Store, project: Project, kept: Kept) -> Iterator[str]:
    """Each is one attempt of the run, one instance and one piece of work for judges, with its edit log."""
    made = submissions(store, project)
    mine = ("project", project.id)
    runs = [id for id, document in store.plans().items() if mine in from_json(document).options]
    attempts = [attempt for id in runs for attempt in store.attempts(id)]
    if sorted(one.id for one in made) != sorted(attempt.example_id for attempt in attempts):
        yield f"{len(made)} submissions, {len(attempts)} attempts"
    if len({one.id for one in made}) != len(made) or len({one.perturbation_id for one in made}) != len(made):
        yield "two submissions are one"
    if [one.id for one in instances(store, project)] != [one.id for one in made]:
        yield "the instances are not the submissions"
    judged = Counter(row.topic for row in kept.items.values() if row.kind == "judge")
    if judged != Counter(one.perturbation_id for one in made):
        yield f"{len(made)} submissions, {judged.total()} pieces of work for judges"
    examples = store.examples(project.fingerprint)
    logs = edit_logs(store, project)
    for one in made:
        log = logs.get(one.assignment_id, [])[: one.put.changes]
        if replayed(examples[one.example_id].query.context.text, log) != one.put.text:
            yield f"the edit log of submission {one.id} does not lead to its text"


def _of_places(kept: Kept) -> Iterator[str]:
    done = Counter(row.item_id for row in kept.assignments.values() if row.state == "done")
    held = Counter(row.item_id for row in kept.assignments.values() if row.state == "leased")
    said = Counter(kept.assignments[id].item_id for id in kept.responses)
    for id, item in kept.items.items():
        if max(said[id], done[id] + held[id]) > item.places:
            yield f"{item.kind} {id} has {said[id]} responses, {held[id]} at work and {item.places} places"
        if item.kind != "write" and said[id] != done[id]:
            yield f"{item.kind} {id} has {said[id]} responses and {done[id]} who are done"


def _of_leases(store: Store, project: Project, kept: Kept) -> Iterator[str]:
    """Once the leases have run out, somebody new is handed all that others were killed over."""
    later = time.time() + project.settings.lease + 1
    newcomer = register(store, "Newcomer", None, later)
    left = {row.item_id for row in kept.assignments.values() if row.state == "leased"}
    for id in left:
        try:
            lease_item(store, id, newcomer.id, later)
        except StumperError as error:
            if not kept.items[id].decided:
                yield f"{kept.items[id].kind} {id} is held by nobody and handed to nobody: {error}"


def _of_effects(store: Store, kept: Kept) -> Iterator[str]:
    """What follows from a response is there, once: sentences to be voted on, judgements, disputes."""
    kinds = {id: kept.items[kept.assignments[id].item_id] for id in kept.responses}
    fixed = {id: item for id, item in kinds.items() if item.kind == "fix"}
    sentences = {(item.topic, _plain(kept.responses[id].document)["text"]) for id, item in fixed.items()}
    voted = [_plain(row.payload) for row in kept.items.values() if row.kind == "verify"]
    if Counter((one["raw_id"], one["sentence"]) for one in voted) != Counter(sentences):
        yield f"{len(sentences)} sentences were written, {len(voted)} are voted on"
    said = {(item.topic, kept.assignments[id].person_id) for id, item in kinds.items() if item.kind == "judge"}
    with store.engine.connect() as connection:
        rows = connection.execute(select(schema.judgements.c.perturbation_id, schema.judgements.c.annotator))
        judged = Counter((row.perturbation_id, row.annotator) for row in rows)
    known = {topic for topic, _ in said}
    if Counter({key: n for key, n in judged.items() if key[0] in known}) != Counter(said):
        yield f"{len(said)} opinions, {judged.total()} judgements"


def _plain(document: str) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(document)
    return plain
