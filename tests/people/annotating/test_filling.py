"""Queues are filled from files, runs and the data set; twice adds nothing, and what does not fit is refused."""

import json
from pathlib import Path

import pytest

from annotation_project import OF_READING
from stumper import api
from stumper.adversaries.reading.add_sent import AddSent
from stumper.errors import BadData, BadOption, NotThere, Refused
from stumper.loading import load_dataset
from stumper.people.annotating.filling import fill_from_data_set, fill_from_runs, fill_from_upload
from stumper.people.projects.project import Kind, Project, Settings
from stumper.people.projects.uploads import put_upload
from stumper.people.queues.progress import progress
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.types import OutputFile

READING = load_dataset("reading")
SETTINGS = Settings("reading", "reading", ("embedded",), OF_READING, sample=5)


def project_in(store: Store, **changed: object) -> Project:
    settings = Settings(**{name: getattr(SETTINGS, name) for name in Settings.__slots__} | changed)  # type: ignore[arg-type]
    return make_project(store, "Trial", settings, READING.examples, READING.fingerprint, 0.0)


def items(store: Store, project: Project, kind: Kind) -> int:
    return next((queue.items for queue in progress(store, project.id, 1.0) if queue.kind == kind), 0)


def test_an_uploaded_file_of_raw_sentences_is_to_be_mended(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "raw.jsonl"
    AddSent(raw=OutputFile(str(file))).export(READING.examples[:4])
    project = project_in(store)
    upload = put_upload(store, "raw.jsonl", file.read_bytes(), 0.0, project.id)
    added = fill_from_upload(store, project, "fix", upload, 1.0)
    assert added == items(store, project, "fix") > 0
    assert fill_from_upload(store, project, "fix", upload, 2.0) == 0


def test_the_project_s_own_texts_are_to_be_judged_and_answered(store: Store) -> None:
    project = project_in(store)
    assert fill_from_data_set(store, project, "judge", 1.0) == 5
    assert fill_from_data_set(store, project, "answer", 1.0) == 5
    assert fill_from_data_set(store, project, "answer", 2.0) == 0


def test_a_run_is_to_be_judged_and_answered(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'filling.db'}") as store:
        job = api.prepare("reading", "edit-misspell", "sliding-window", store=store, limit=4)
        for _ in job.steps():
            pass
        project = project_in(store)
        judged = fill_from_runs(store, project, "judge", [job.plan.id], 1.0)
        assert judged == items(store, project, "judge") > 0
        assert fill_from_runs(store, project, "answer", [job.plan.id], 1.0) > 0
        with pytest.raises(NotThere):
            fill_from_runs(store, project, "judge", ["no such run"], 1.0)


def test_an_uploaded_set_of_something_else_is_refused_by_its_name(store: Store) -> None:
    project = project_in(store)
    claim = {"id": 1, "claim": "Ada lit it.", "label": "SUPPORTS", "verifiable": "VERIFIABLE", "evidence": []}
    upload = put_upload(store, "claims.jsonl", json.dumps(claim).encode(), 0.0, project.id)
    for kind in ("fix", "judge", "answer"):
        with pytest.raises(BadData, match=r"claims\.jsonl"):
            fill_from_upload(store, project, kind, upload, 1.0)
    nonsense = put_upload(store, "nonsense.json", b"nonsense", 0.0, project.id)
    with pytest.raises(BadData, match=r"nonsense\.json"):
        fill_from_upload(store, project, "judge", nonsense, 1.0)
    with pytest.raises(NotThere):
        fill_from_upload(store, project, "judge", "none", 1.0)
    assert [items(store, project, kind) for kind in ("fix", "judge", "answer")] == [0, 0, 0]


def test_work_that_a_project_does_not_have_is_not_added(store: Store) -> None:
    project = project_in(store, kinds=("write",))
    with pytest.raises(Refused, match="settings"):
        fill_from_data_set(store, project, "judge", 1.0)


@pytest.mark.parametrize("kind", ["write", "verify", "adjudicate"])
def test_queues_that_fill_themselves_are_not_filled(store: Store, kind: Kind) -> None:
    with pytest.raises(BadOption):
        fill_from_data_set(store, project_in(store), kind, 1.0)


def test_sentences_to_mend_come_from_a_file_alone(store: Store) -> None:
    project = project_in(store)
    with pytest.raises(BadOption):
        fill_from_data_set(store, project, "fix", 1.0)
    with pytest.raises(BadOption):
        fill_from_runs(store, project, "fix", ["run"], 1.0)
    with pytest.raises(BadOption):
        fill_from_runs(store, project, "judge", [], 1.0)
