"""The tossups of a project as files: a data set in QANTA's format, lines with their edit logs, tables."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from stumper.listening import NO_DETAILS
from stumper.people.accounts.person import code
from stumper.people.annotating.tagging import agreed_tags, tagged
from stumper.people.projects.project import Project
from stumper.people.study.exports import Row, time_of
from stumper.people.writing.beginning import begun_from, lineage, payloads
from stumper.people.writing.drafts import changes
from stumper.people.writing.readings import readings_of
from stumper.people.writing.submitting_tossups import submitted_tossups
from stumper.people.writing.tossup import Reading, Submitted
from stumper.store import Store
from stumper.tasks.quizbowl.answers.lines import read_answer_line
from stumper.tasks.quizbowl.buzz import ADVERSARIAL
from stumper.tasks.quizbowl.files import Quizbowl, write_adversarial
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Example, Instance, Perturbation

TAGGED = ("tossup_id", "annotator", "phenomena", "note")  # what a row of tags holds


def write_tossups(store: Store, project: Project, path: Path) -> str:
    """The file holds the tossups as a data set, those made of another question behind it; its fingerprint."""
    made = submitted_tossups(store, project)
    roots = _roots(store, project, made)
    new = [one for one in made if one.id not in roots]
    instances = tuple(_instance(one, roots[one.id]) for one in made if one.id in roots)
    tags = agreed_tags(tagged(store, project))
    details = {
        one.id: replace(
            NO_DETAILS,
            page="" if one.id in roots else one.written.answer,
            answer_line=one.written.answer_line,
            category=one.written.category,
            tournament=project.name,
            fold=ADVERSARIAL,
            phenomena=tuple(tags.get(one.id, ())),
        )
        for one in made
    }
    dataset = Quizbowl(project.name, "", tuple(map(_example, new)), details)
    return write_adversarial(path, dataset, instances)


def tossup_rows(store: Store, project: Project) -> list[Row]:
    """A row for each tossup, with what each machine said of it."""
    tags = agreed_tags(tagged(store, project))
    machines, made = project.settings.victims, submitted_tossups(store, project)
    roots = _roots(store, project, made)
    return [_row(one, tags.get(one.id, ()), machines, roots.get(one.id)) for one in made]


def tossup_rows_with_logs(store: Store, project: Project) -> list[Row]:
    """The same, with every change of the text and of what it asks for, and every reading of it by a machine, failed
    ones among them."""
    rows = tossup_rows(store, project)
    made, begun = submitted_tossups(store, project), payloads(store, project)
    return [
        {
            **row,
            "changes": [asdict(change) for change in changes(store, one.assignment_id)][: one.written.changes],
            "readings": [_plain(reading) for reading in readings_of(store, one.assignment_id)],
            "revisions": [asdict(revision) for revision in begun[one.item_id].revisions],
        }
        for row, one in zip(rows, made, strict=True)
    ]


def tag_rows(store: Store, project: Project) -> list[Row]:
    """A row for each tossup that somebody tagged."""
    return [
        dict(
            zip(TAGGED, (one.tossup_id, code(one.person_id), list[str](one.tags.phenomena), one.tags.note), strict=True)
        )
        for one in tagged(store, project)
    ]


def _row(one: Submitted, tags: Sequence[str], machines: Sequence[str], root: Example | None) -> Row:
    written = one.written
    heard = {reading.machine for reading in written.readings}
    return {
        "id": one.id,
        "original_id": None if root is None else root.id,
        "author": code(one.person_id),
        "at": time_of(one.at),
        "answer": written.answer,
        "answer_line": written.answer_line,
        "category": written.category,
        "text": written.text,
        "phenomena": list(tags),
        "reason": written.reason,
        "seconds": round(written.seconds, 1),
        "number_of_changes": written.changes,
        "machines": [
            *(_said(reading) for reading in written.readings),
            *(f"{machine}: not heard" for machine in machines if machine not in heard),
        ],
    }


def _said(reading: Reading) -> str:
    """What one machine made of it, in a few words: a table has one cell for all machines."""
    if reading.fault is not None:
        return f"{reading.machine}: failed"
    return f"{reading.machine}: {'never' if reading.buzz is None else reading.buzz} of {reading.words} words"


def _plain(reading: Reading) -> dict[str, object]:
    return {**asdict(reading), "position": reading.position}


def _roots(store: Store, project: Project, made: Sequence[Submitted]) -> dict[str, Example]:
    """What a tossup goes back to in the end, by its id: a question of the data set, or a tossup that was submitted.

    Those that are new have none.
    """
    begun = begun_from(store, project)
    lines = {one.id: lineage(one.written.started_from, begun)[::-1] for one in made}
    known = store.examples_of(project.fingerprint, {id for line in lines.values() for id in line})
    known |= {one.item_id: _example(one) for one in made}
    found = {id: next((known[at] for at in line if at in known), None) for id, line in lines.items()}
    return {id: root for id, root in found.items() if root is not None}


def _example(one: Submitted) -> Example:
    return Example(one.id, Tossup(one.written.text), read_answer_line(one.written.answer_line))


def _instance(one: Submitted, original: Example) -> Instance:
    made = _example(one)
    return Instance(one.id, original, Perturbation(original.id, made.query, made.gold, ()))
