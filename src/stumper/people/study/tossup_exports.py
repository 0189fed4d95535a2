"""The tossups of a project as files: a data set in their format, lines with their edit logs, tables."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from stumper.people.accounts.person import code
from stumper.people.annotating.tagging import agreed_tags, tagged
from stumper.people.projects.project import Project, composing
from stumper.people.study.exports import Row, time_of
from stumper.people.writing.beginning import begun_from, lineage, payloads
from stumper.people.writing.drafts import changes
from stumper.people.writing.readings import readings_of
from stumper.people.writing.submissions import roots, submitted_tossups
from stumper.people.writing.tossup import Reading, SubmittedTossup
from stumper.store import Store
from stumper.types import Example
from stumper.writing_desk import Composition

TAGGED = ("tossup_id", "annotator", "phenomena", "note")  # what a row of tags holds


def write_tossups(store: Store, project: Project, path: Path) -> str:
    """The file holds the tossups as a data set, those made of another question behind it; its fingerprint."""
    made = submitted_tossups(store, project)
    found, tags = _roots(store, project, made), agreed_tags(tagged(store, project))
    rows = [
        Composition(
            one.id,
            one.written.text,
            one.written.answer,
            one.written.answer_line,
            one.written.category,
            tuple(tags.get(one.id, ())),
            found.get(one.id),
        )
        for one in made
    ]
    return composing(project.settings).write(path, project.name, rows)


def tossup_rows(store: Store, project: Project) -> list[Row]:
    """A row for each tossup, with what each machine said of it."""
    tags = agreed_tags(tagged(store, project))
    machines, made = project.settings.victims, submitted_tossups(store, project)
    found = _roots(store, project, made)
    return [_row(one, tags.get(one.id, ()), machines, found.get(one.id)) for one in made]


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


def _row(one: SubmittedTossup, tags: Sequence[str], machines: Sequence[str], root: Example | None) -> Row:
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


def _roots(store: Store, project: Project, made: Sequence[SubmittedTossup]) -> dict[str, Example]:
    """What a tossup goes back to in the end, by its id."""
    begun = begun_from(store, project)
    return roots(store, project, {one.id: lineage(one.written.started_from, begun) for one in made})
