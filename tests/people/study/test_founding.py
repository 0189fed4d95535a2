"""Projects are founded on the data sets that every server has, or on an uploaded file; on nothing else."""

import gzip
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from stumper.errors import BadData, BadOption, NotThere
from stumper.loading import load_dataset, load_victim
from stumper.people.accounts.account import people, register
from stumper.people.personal_data import erase
from stumper.people.projects import parsing, uploads
from stumper.people.projects.data_sets import left_out, offered, project_dataset, take_data_set
from stumper.people.projects.members import members
from stumper.people.projects.parsing import Summary
from stumper.people.projects.project import Settings, projects
from stumper.people.queues.queue import items_for
from stumper.people.study.founding import found_project
from stumper.store import Store
from stumper.tasks.reading.squad import Squad, Variant, write_adversarial
from stumper.testing import EXAMPLE, Finds, ScriptedVictim
from stumper.types import Perturbation

VICTIMS = {"scripted": ScriptedVictim(Finds(("Ada",), (0.7,)))}


def settings(dataset: str, *victims: str) -> Settings:
    return Settings(dataset, "reading", victims or ("scripted",), ("write",), items=None)


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path / 'founding.db'}") as store:
        yield store


def test_a_project_has_its_first_administrator_from_its_first_moment(store: Store) -> None:
    """Both or neither are there, whenever the server ends."""
    ada = register(store, "Ada", None, 0.0).id
    made = found_project(store, "Trial", settings("quizbowl"), VICTIMS, 1.0, ada)
    assert [(one.person.id, one.roles) for one in members(store, made.id)] == [(ada, {"administrator"})]
    erase(store, register(store, "Eve", None, 0.0).id, 1.0)
    [eve] = [one.id for one in people(store, with_erased=True) if one.id != ada]
    with pytest.raises(NotThere):
        found_project(store, "Other", settings("quizbowl"), VICTIMS, 2.0, eve)
    assert projects(store) == [made]


@pytest.mark.parametrize("spec", offered())
def test_a_project_has_the_task_of_its_data_set(lite: Store, spec: str) -> None:
    made = found_project(lite, "Trial", settings(spec), VICTIMS, 1.0)
    assert made.settings.task == spec.rpartition(":")[2]
    dataset = load_dataset(spec)
    assert made.fingerprint == dataset.fingerprint
    begun_by_authors = spec == "quizbowl"  # who choose what they write about
    assert len(items_for(lite, made.id, "nobody")) == (0 if begun_by_authors else len(dataset.examples) + 1)


def test_an_uploaded_file_is_a_data_set(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    write_adversarial(
        path,
        Squad("own", "f", "1.1", (EXAMPLE,)),
        [Variant("changed", Perturbation(EXAMPLE.id, EXAMPLE.query, EXAMPLE.gold, ()))],
    )
    ada = register(store, "Ada", None, 0.0).id
    spec = take_data_set(store, "my own.json", path.read_bytes(), 1.0, ada).spec
    made = found_project(store, "Trial", settings(spec), VICTIMS, 2.0, ada)
    assert made.settings.dataset == spec
    # Authors write on the original, not on what an adversary made of it.
    assert [item.topic for item, _ in items_for(store, made.id, "nobody")] == ["", EXAMPLE.id]


@pytest.mark.parametrize("data", [b"", b"nonsense", b'{"data": [{"paragraphs": 3}]}', b"\xff\xfe\x00", b'{"data": []}'])
def test_a_file_that_is_no_data_set_is_refused_by_its_name(lite: Store, data: bytes) -> None:
    with pytest.raises(BadData, match=r"my\.json") as error:
        take_data_set(lite, "my.json", data, 1.0, "ada")
    assert "/tmp" not in str(error.value)


@pytest.mark.parametrize(
    "spec", ["/etc/passwd", "hf:squad", "os:system", "oracle:/etc/passwd", "reading:x", "", "../x.json"]
)
def test_a_browser_cannot_name_files_or_code_of_the_server(lite: Store, spec: str) -> None:
    with pytest.raises(BadOption):
        project_dataset(lite, spec)


def test_a_small_file_that_unpacks_to_a_huge_one_is_never_unpacked_whole(
    lite: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parsing, "BOUNDS", parsing.Bounds(unpacked=1_000_000))
    data = gzip.compress(b'{"data": [' + b" " * 50_000_000 + b"]}")
    tracemalloc.start()
    try:
        with pytest.raises(BadData, match=r"huge\.json\.gz: the file is too large") as error:
            take_data_set(lite, "huge.json.gz", data, 1.0, "ada")
        id = uploads.put_upload(lite, "huge.json.gz", data, 1.0, "ada")
        with pytest.raises(BadData, match="too large"):
            project_dataset(lite, f"upload:{id}", "ada")
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()
    assert "/tmp" not in str(error.value)


def test_a_file_that_was_never_uploaded_is_not_there(lite: Store) -> None:
    with pytest.raises(NotThere):
        project_dataset(lite, "upload:none", "ada")


def test_a_model_that_the_server_does_not_have_is_refused(lite: Store) -> None:
    with pytest.raises(BadOption, match="'other'"):
        found_project(lite, "Trial", settings("reading", "scripted", "other"), VICTIMS, 1.0)
    assert projects(lite) == []


def test_a_model_that_checks_claims_is_refused_for_questions(lite: Store) -> None:
    victims = {"tfidf-esim": load_victim("tfidf-esim")}
    with pytest.raises(BadOption, match="claims"):
        found_project(lite, "Trial", settings("reading", "tfidf-esim"), victims, 1.0)
    assert found_project(lite, "Trial", settings("verification", "tfidf-esim"), victims, 1.0)


def test_claims_whose_evidence_a_model_does_not_have_are_refused(lite: Store) -> None:
    claim = {
        "id": 7,
        "claim": "Ada knew Babbage.",
        "label": "SUPPORTS",
        "verifiable": "VERIFIABLE",
        "evidence": [[[1, 1, "Some_page_that_is_nowhere", 0]]],
    }
    ada = register(lite, "Ada", None, 0.0).id
    spec = take_data_set(lite, "claims.jsonl", json.dumps(claim).encode(), 1.0, ada).spec
    victims = {"tfidf-esim": load_victim("tfidf-esim")}
    with pytest.raises(BadData, match=r"claims\.jsonl"):
        found_project(lite, "Trial", settings(spec, "tfidf-esim"), victims, 1.0, ada)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("mine.json", {"questions": [{"qanta_id": 1, "text": "He crossed the Alps. Name him.", "answer": "Hannibal"}]}),
        ("mine.jsonl", {"question": "He crossed the Alps. Name him.", "answer": "Hannibal"}),
    ],
)
def test_a_file_of_tossups_is_a_project_on_tossups(lite: Store, name: str, data: dict[str, object]) -> None:
    ada = register(lite, "Ada", None, 0.0).id
    spec = take_data_set(lite, name, json.dumps(data).encode(), 1.0, ada).spec
    assert found_project(lite, "Trial", settings(spec), VICTIMS, 1.0, ada).settings.task == "quizbowl"


@pytest.mark.parametrize("spec", ["reading", "verification"])
def test_a_guesser_of_tossups_is_left_out_of_other_projects(lite: Store, spec: str) -> None:
    with pytest.raises(BadOption, match="answers tossups"):
        found_project(lite, "Trial", settings(spec, "ir"), {"ir": load_victim("ir")}, 1.0)


def test_of_a_packet_it_is_known_what_cannot_be_used_and_settings_hold_only_what_means_something(lite: Store) -> None:
    line = {"question": "She lit it. For 10 points, name this keeper of a lamp.", "answer": "Ada Thorn"}
    packet = "\n".join(json.dumps(row) for row in (line, {**line, "answer": ""}, line))
    ada = register(lite, "Ada", None, 0.0).id
    taken = take_data_set(lite, "round.jsonl", packet.encode(), 1.0, ada)
    assert [one.line for one in taken.skipped] == [2, 3]
    assert left_out(lite, taken.spec, ada) == Summary(1, taken.skipped)
    settings = Settings(taken.spec, "reading", (), ("tag",), timer=60, items=5, authors=2)
    made = found_project(lite, "Round", settings, {}, 2.0, ada).settings
    assert (made.timer, made.practice, made.items, made.authors) == (None, False, None, None)
