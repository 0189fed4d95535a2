"""A finished job that is made again: nothing is computed twice, and nothing that is told has gone stale."""

import json
import sys
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from sqlalchemy import text

from report_figures import figures
from stumper import api
from stumper.errors import BadData, VictimFailed
from stumper.identity import perturbation_id
from stumper.jobs import Job
from stumper.preparing import prepare
from stumper.reports import build_report, of_runs
from stumper.store import Standing, Store
from stumper.store.connection import writing
from stumper.testing import Finds, ScriptedVictim
from stumper.types import Example, Judgement, OutputFile, Perturbation, Verdict

RIGHT, FAILING = "python:scripted_for_finished:right", "python:scripted_for_finished:failing"
NAMELESS = "python:scripted_for_finished:nameless"
ANY = api.Settings(max_error_rate=1.0)


@pytest.fixture(autouse=True)
def scripted() -> Iterator[ModuleType]:
    module = ModuleType("scripted_for_finished")
    finds = Finds(("Ada Thorn",), (0.8,))
    module.__dict__.update(
        right=ScriptedVictim(finds, fingerprint="right"),
        failing=ScriptedVictim(finds, fingerprint="failing", fault="raises", where="lamp 3"),
        nameless=lambda question, context: "Ada Thorn",
    )
    sys.modules["scripted_for_finished"] = module
    yield module
    del sys.modules["scripted_for_finished"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(str(tmp_path / "stumper.db")) as opened:
        yield opened


def paragraph(id: str, text: str) -> dict[str, object]:
    question = {"id": id, "question": "Who?", "answers": [{"text": "Ada Thorn", "answer_start": 0}]}
    return {"context": text, "qas": [question]}


def write_set(path: Path, *paragraphs: dict[str, object]) -> str:
    path.write_text(json.dumps({"version": "1.1", "data": [{"title": "Lamps", "paragraphs": paragraphs}]}))
    return str(path)


@pytest.fixture
def lamps(tmp_path: Path) -> str:
    """The path of a set of five questions."""
    return write_set(tmp_path / "lamps.json", *(paragraph(f"q{n}", f"Ada Thorn lit lamp {n}.") for n in range(5)))


def was_read(job: Job) -> bool:
    return "_read" in vars(job.material)


def finished(dataset: str, out: Path, store: Store, **how: object) -> Job:
    job = api.attack(dataset, "identity", RIGHT, store=store, **how)
    job.write(out)
    job.report(with_examples=False)
    return job


def test_the_data_set_of_a_finished_run_is_not_read_and_all_is_told_again(
    store: Store, lamps: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.json"
    first = finished(lamps, out, store)
    again = prepare(lamps, "identity", RIGHT, store=store)
    *_, step = again.steps()
    assert (step.done, step.total, step.ended, step.counts.asked) == (5, 5, (), 0)
    assert (step.counts.recorded, step.counts.again) == (5, 5)
    assert not again.write(out)
    told = build_report(store, [first.plan.id], with_examples=False, is_sliced=False)
    assert repr(again.report(with_examples=False)) == repr(told)
    again.conclude()
    assert not was_read(again)
    assert again.attempts() == first.attempts()
    assert len(again.dataset) == 5


@dataclass(frozen=True)
class Choosy(ScriptedVictim):
    """Remembers what it was shown before it was asked."""

    shown: list[str] = field(default_factory=list, compare=False)

    def check_evidence(self, examples: Sequence[Example]) -> None:
        self.shown.extend(example.id for example in examples)


def test_a_victim_is_shown_what_it_will_be_asked_once_and_not_where_nothing_is_left_to_ask(
    store: Store, lamps: str, tmp_path: Path, scripted: ModuleType
) -> None:
    api.attack(lamps, "identity", RIGHT, store=store)
    scripted.choosy = Choosy(Finds(("Ada Thorn",), (0.8,)), fingerprint="choosy")
    asked = (lamps, "identity", "python:scripted_for_finished:choosy")
    api.attack(*asked, store=store, limit=3)
    assert len(scripted.choosy.shown) == 3
    again = prepare(*asked, store=store, limit=3)
    list(again.steps())
    assert len(scripted.choosy.shown) == 3
    assert not was_read(again)
    api.attack(*asked, url=str(tmp_path / "other.db"))
    assert len(scripted.choosy.shown) == 8
    assert len(list(api.predict(*asked[::2], store=store))) == 2
    assert len(scripted.choosy.shown) == 13


@dataclass(frozen=True)
class Exports:
    """Proposes nothing, and exports the ids of the examples where it is told to."""

    file: OutputFile | None = None

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], None]:
        return
        yield

    def export(self, examples: Sequence[Example]) -> None:
        if self.file is not None:
            Path(self.file.path).write_text(" ".join(example.id for example in examples))


def test_what_an_adversary_exports_is_exported_again_and_the_data_set_read_for_that_alone(
    store: Store, lamps: str, tmp_path: Path, scripted: ModuleType
) -> None:
    scripted.Exports = Exports
    asked = (lamps, "scripted_for_finished:Exports", RIGHT)
    api.attack(*asked, store=store)
    silent = prepare(*asked, store=store)
    list(silent.steps())
    assert not was_read(silent)
    telling = prepare(*asked, store=store, options={"file": str(tmp_path / "ids.txt")})
    *_, step = telling.steps()
    assert step.done == 5
    assert (tmp_path / "ids.txt").read_text() == "q0 q1 q2 q3 q4"


def test_a_file_that_is_not_what_was_written_is_written_again(store: Store, lamps: str, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    finished(lamps, out, store)
    written = out.read_bytes()
    for change in (b"", written + b" ", written.replace(b"lamp 2", b"lamp 7")):
        out.write_bytes(change)
        assert prepare(lamps, "identity", RIGHT, store=store).write(out)
        assert out.read_bytes() == written
    out.unlink()
    assert prepare(lamps, "identity", RIGHT, store=store).write(out)
    assert out.read_bytes() == written


def test_another_file_is_written_and_both_are_left_alone_then(store: Store, lamps: str, tmp_path: Path) -> None:
    paths = [tmp_path / "out.json", tmp_path / "other.json", tmp_path / "out.json.gz"]
    job = finished(lamps, paths[0], store)
    assert [job.write(path) for path in paths] == [False, True, True]
    assert paths[1].read_bytes() == paths[0].read_bytes() != paths[2].read_bytes()
    assert [prepare(lamps, "identity", RIGHT, store=store).write(path) for path in paths] == [False] * 3


def test_the_same_set_elsewhere_is_the_same_run_and_another_set_is_read(
    store: Store, lamps: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.json"
    finished(lamps, out, store)
    (tmp_path / "copy.json").write_bytes(Path(lamps).read_bytes())
    assert not prepare(str(tmp_path / "copy.json"), "identity", RIGHT, store=store).write(out)
    changed = write_set(tmp_path / "lamps.json", paragraph("q0", "Ada Thorn lit none."))
    other = prepare(changed, "identity", RIGHT, store=store)
    assert was_read(other)
    list(other.steps())
    assert other.write(out)


def test_a_broken_data_set_is_refused_also_where_the_store_knows_others(
    store: Store, lamps: str, tmp_path: Path
) -> None:
    finished(lamps, tmp_path / "out.json", store)
    Path(lamps).write_text(Path(lamps).read_text()[:-9])
    with pytest.raises(BadData, match=r"lamps\.json: the JSON is cut off"):
        prepare(lamps, "identity", RIGHT, store=store)


def test_a_data_set_that_changes_while_it_is_in_use_is_said(store: Store, lamps: str, tmp_path: Path) -> None:
    finished(lamps, tmp_path / "out.json", store)
    job = prepare(lamps, "identity", RIGHT, store=store)
    write_set(tmp_path / "lamps.json", paragraph("q0", "Ada Thorn lit none."))
    with pytest.raises(BadData, match=r"lamps\.json was changed while it was in use"):
        job.write(tmp_path / "other.json")


def test_another_plan_on_a_set_that_is_known_reads_it(store: Store, lamps: str, tmp_path: Path) -> None:
    finished(lamps, tmp_path / "out.json", store)
    some = prepare(lamps, "identity", RIGHT, store=store, limit=2)
    assert was_read(some)
    assert len(some.dataset) == 2
    assert sum(len(step.ended) for step in some.steps()) == 2


def test_an_interrupted_run_goes_on_and_is_told_anew(store: Store, lamps: str, tmp_path: Path) -> None:
    finished(lamps, tmp_path / "out.json", store)
    other = prepare(lamps, "add-any", RIGHT, store=store, options={"search": "fast"}, budget=9)
    begun = other.steps()
    next(begun)
    begun.close()  # type: ignore[attr-defined]
    assert figures(other.report(with_examples=False)).rows[0].outcomes.total == 0
    again = prepare(lamps, "add-any", RIGHT, store=store, options={"search": "fast"}, budget=9)
    assert list(again.steps())[-1].done == 5
    assert figures(again.report(with_examples=False)).rows[0].outcomes.total == 5


def test_errored_attempts_that_are_made_again_are_told_and_written_anew(
    store: Store, lamps: str, tmp_path: Path, scripted: ModuleType
) -> None:
    out, asked = tmp_path / "out.json", (lamps, "identity", FAILING)
    first = api.attack(*asked, store=store, settings=ANY)
    first.write(out)
    before = out.read_bytes()
    assert figures(first.report(with_examples=False)).rows[0].outcomes.errored == 1
    scripted.failing = replace(scripted.failing, fault=None)
    kept = prepare(*asked, store=store, settings=ANY)
    assert not any(step.ended for step in kept.steps())
    assert not kept.write(out)
    retried = prepare(*asked, store=store, settings=ANY, retry_errors=True)
    assert [attempt.example_id for step in retried.steps() for attempt in step.ended] == ["q3"]
    assert retried.write(out)
    retried.conclude()
    assert out.read_bytes() != before
    assert figures(retried.report(with_examples=False)).rows[0].outcomes.errored == 0


def test_an_interrupted_retry_leaves_a_run_that_goes_on(store: Store, lamps: str, scripted: ModuleType) -> None:
    asked = (lamps, "identity", FAILING)
    api.attack(*asked, store=store, settings=ANY)
    prepare(*asked, store=store, settings=ANY, retry_errors=True)
    scripted.failing = replace(scripted.failing, fault=None)
    going_on = prepare(*asked, store=store, settings=ANY)
    assert [attempt.example_id for step in going_on.steps() for attempt in step.ended] == ["q3"]


def test_too_many_errors_stop_a_finished_run_as_they_stopped_it_before(store: Store, lamps: str) -> None:
    api.attack(lamps, "identity", FAILING, store=store, settings=ANY)
    steps = prepare(lamps, "identity", FAILING, store=store, settings=api.Settings(max_error_rate=0.1)).steps()
    assert next(steps).done == 5
    with pytest.raises(VictimFailed, match=r"failed on 1 of 5 examples.*the first: q3: RuntimeError"):
        next(steps)


def test_a_victim_without_a_fingerprint_is_asked_in_a_repetition_of_its_own(
    store: Store, lamps: str, tmp_path: Path, scripted: ModuleType
) -> None:
    out = tmp_path / "out.json"
    first = api.attack(lamps, "identity", NAMELESS, store=store)
    first.write(out)
    scripted.nameless = lambda question, context: "lamp"
    second = api.attack(lamps, "identity", NAMELESS, store=store)
    assert (second.plan.repetition, second.outcomes()) == (1, {"skipped": 5})
    assert figures(second.report(with_examples=False)).rows[0].f1.before.value == 0.0
    assert figures(first.report(with_examples=False)).rows[0].f1.before.value == 1.0
    assert second.write(out)


@pytest.mark.parametrize("victim", [RIGHT, NAMELESS])
def test_a_run_that_an_older_version_concluded_counts_as_it_did(
    store: Store, lamps: str, tmp_path: Path, victim: str
) -> None:
    """Version 2 of the store did not keep how many examples a run has."""
    old = api.attack(lamps, "identity", victim, store=store)
    with writing(store.engine) as connection:
        connection.execute(text("UPDATE plans SET examples = NULL"))
    again = prepare(lamps, "identity", victim, store=store)
    assert again.plan.repetition == (victim == NAMELESS)
    assert store.standing(old.plan.id) == Standing(5, None, True)
    list(again.steps())
    again.conclude()
    assert store.standing(again.plan.id).complete


def test_judgements_reach_the_table_of_a_finished_run(store: Store, lamps: str, tmp_path: Path) -> None:
    job = finished(lamps, tmp_path / "out.json", store)
    [first, *_] = job.attempts()
    assert first.perturbation is not None
    store.put_judgements([Judgement(perturbation_id(first.perturbation), "jo", True, True, True, judge="person")])
    again = prepare(lamps, "identity", RIGHT, store=store).report(with_examples=False)
    assert [judges.judgements for judges in figures(again).rows[0].judges] == [1]


def test_several_runs_are_told_together_as_they_are_named_together(store: Store, lamps: str) -> None:
    jobs = [api.attack(lamps, "identity", RIGHT, store=store, limit=limit) for limit in (2, 3)]
    ids = [job.plan.id for job in jobs]
    alone = [figures(job.report(with_examples=False)).rows[0].names.attack for job in jobs]
    together = [row.names.attack for row in figures(api.report_of(store, ids, with_examples=False)).rows]
    assert alone == ["identity", "identity"]
    assert together == [f"identity, again with limit=2 ({ids[0][:8]})", "identity"]


def test_an_evaluation_is_scored_once_and_again_once_errors_are_retried(
    store: Store, tmp_path: Path, scripted: ModuleType
) -> None:
    texts = {"q0": "Ada Thorn lit it.", "q0-a": "Ada Thorn lit it. Storm.", "q1": "Ada Thorn lit lamp 3."}
    file = write_set(tmp_path / "set.json", *(paragraph(id, said) for id, said in texts.items()))
    first = api.evaluate(file, RIGHT, store=store)
    calls = scripted.right.calls
    assert repr(api.evaluate(file, RIGHT, store=store, settings=api.Settings(ask_again=0))) == repr(first)
    assert scripted.right.calls == calls
    assert {score.n for score in api.evaluate(file, FAILING, store=store, settings=ANY)} == {1}
    scripted.failing = replace(scripted.failing, fault=None)
    assert {score.n for score in api.evaluate(file, FAILING, store=store, settings=ANY)} == {1}, "as the report has it"
    again = api.evaluate(file, FAILING, store=store, settings=ANY, retry_errors=True)
    assert {score.n for score in again} == {2}


def test_report_files_that_are_what_was_written_are_left_alone(store: Store, lamps: str, tmp_path: Path) -> None:
    job, folder = api.attack(lamps, "identity", RIGHT, store=store), tmp_path / "told"
    page = api.write_report_of([job.plan.id], store, folder)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
    assert page == folder / "report.html"
    assert len(before) == 3
    api.write_report_of([job.plan.id], store, folder)
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()} == before
    (folder / "report.md").write_text("mine")
    api.write_report_of([job.plan.id], store, folder)
    assert {path: path.read_bytes() for path in folder.iterdir()} == {path: data for path, (data, _) in before.items()}


def test_what_a_report_was_kept_for_is_past_once_the_code_of_a_package_that_brings_sections_is_another(
    store: Store, lamps: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the report would go on saying that the package is to be mended."""
    job = api.attack(lamps, "identity", RIGHT, store=store)
    (tmp_path / "tells_of_lamps.py").write_text("def section(): return 1 / 0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(of_runs, "modules_of_others", lambda: ["tells_of_lamps"])
    before = [of_runs.report_state(store, [job.plan.id]) for _ in range(2)]
    assert before[0] == before[1]
    (tmp_path / "tells_of_lamps.py").write_text("def section(): return 1\n", encoding="utf-8")
    assert of_runs.report_state(store, [job.plan.id]) != before[0]
