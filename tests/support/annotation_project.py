"""A small project of questions and its people, for what annotators do."""

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sqlalchemy import insert

from stumper.people.annotating.fixing import ask_fixers
from stumper.people.annotating.judging_work import JudgeAgreement, agreement_over
from stumper.people.annotating.verifying import SentencePayload, Vote, ask_verifiers
from stumper.people.projects.project import Kind, Project, Settings, locked_project, works_of
from stumper.people.queues.item import Work
from stumper.people.queues.queue import lease
from stumper.people.queues.responses import answered
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import people
from stumper.tasks.reading.squad import bundled
from stumper.types import Example

EXAMPLES = bundled().examples[:8]
FINGERPRINT = "reading-8"
KINDS: tuple[Kind, ...] = ("fix", "verify", "judge", "adjudicate", "answer")
OF_READING: tuple[Kind, ...] = ("write", *KINDS)
YES, NO = Vote(True, True), Vote(True, False)
NAMES = ("ada", "ben", "cy", "dee", "eli", "fay", "gus")


def settings(**changed: object) -> Settings:
    """With the kinds of work of annotators, as far as the task has them."""
    task = str(changed.get("task", "reading"))
    kinds = tuple(kind for kind in KINDS if kind in works_of(task))
    return Settings(**{"dataset": "reading", "task": task, "victims": ("embedded",), "kinds": kinds} | changed)  # type: ignore[arg-type]


def project_in(store: Store, chosen: Settings | None = None, examples: tuple[Example, ...] = EXAMPLES) -> Project:
    """The project, with seven people who may do anything in it."""
    join(store, *NAMES)
    return make_project(store, "Trial", chosen or settings(), examples, FINGERPRINT, 0.0)


def join(store: Store, *names: str) -> None:
    rows = [{"id": name, "name": name, "administrator": False, "listed": True, "created": 0.0} for name in names]
    with writing(store.engine) as connection:
        connection.execute(insert(people), rows)


def at_once(calls: Sequence[Callable[[], object]]) -> list[object]:
    """What all answer, each in a thread of its own."""
    with ThreadPoolExecutor(len(calls)) as threads:
        futures = [threads.submit(call) for call in calls]
        return [future.result() for future in futures]


def handed(store: Store, project: Project, kind: Kind, person: str, now: float = 1.0) -> Work:
    """What the person is handed, of which there must be something."""
    found = lease(store, project.id, kind, person, now)
    assert found is not None, f"{person} is handed nothing to {kind}"
    return found


def agreed(store: Store, project: Project) -> tuple[JudgeAgreement, ...]:
    """How far those agree who have judged in the project."""
    with store.engine.connect() as connection:
        return agreement_over(answered(connection, project.id, "judge"))


def raw_file(folder: Path, *rows: Mapping[str, object]) -> Path:
    file = folder / "raw.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def row(number: int = 0, **changed: object) -> Mapping[str, object]:
    example = EXAMPLES[0]
    made = {"id": f"{example.id}-raw{number}", "question": example.query.text, "answers": ["right"],
            "sentence": f"Jeff Dean sentence {number}.", "fake_answer": "Jeff Dean"}  # fmt: skip
    return made | changed


def asked(store: Store, folder: Path, project: Project) -> Project:
    ask_fixers(store, project, raw_file(folder, row()), 0.0)
    return project


def ask(store: Store, project: Project, sentence: str, *writers: str, raw: int = 0, of: int = 0) -> None:
    example = EXAMPLES[of]
    payload = SentencePayload(
        example.id, f"{example.id}-raw{raw}", example.query.text, ("x",), "Jeff", sentence, "append"
    )
    with writing(store.engine) as connection:
        ask_verifiers(connection, locked_project(connection, project.id), payload, writers, 0.0)
