"""A run that was stopped says so wherever its figures stand."""

import io
import json
from collections.abc import Iterator

import pytest
from rich.console import Console

from stumper import api
from stumper.preparing import prepare
from stumper.reports import html, markdown, to_json
from stumper.reports.terminal import terminal
from stumper.runs.plan import Plan
from stumper.runs.plan import to_json as to_json_of
from stumper.standing import Stopped
from stumper.store import Store

OF_ALL = "what ends first counts, so"
TASKS = {
    "reading": ("reading", "add-benign", "embedded"),
    "claims": ("verification", "claim-rules", "tfidf-da"),
    "tossups": ("quizbowl", "tossup-synonym", "ir"),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(str(tmp_path_factory.mktemp("stopped") / "stumper.db")) as opened:
        yield opened


@pytest.mark.parametrize("task", TASKS)
def test_a_stopped_run_is_said_to_be_one_in_every_form_of_the_report(store: Store, task: str) -> None:
    dataset, adversary, victim = TASKS[task]
    job = prepare(dataset, adversary, victim, limit=6, store=store)
    made = [step.done for step in job.steps()][-1]
    store.begin(job.plan.id, made + 26)
    report = api.report([job.plan.id], store)
    says = f"stopped at {made} of {made + 26}"
    assert says in report.sentences[0]
    assert OF_ALL in report.sentences[0]
    assert all(form(report).count(says) >= 2 for form in (html, markdown))
    printed = io.StringIO()
    Console(file=printed, width=200).print(terminal(report))
    assert printed.getvalue().count(says) >= 2
    value = json.loads(to_json(report))
    runs = value["rows"] + [run for part in value["verification"] for run in part["runs"]]
    runs += value["quizbowl"]["runs"] if value["quizbowl"] else []
    assert [run["stopped"] for run in runs] == [{"done": made, "of": made + 26}]


def test_a_run_that_ended_and_one_of_unknown_length_were_not_stopped(store: Store) -> None:
    job = prepare("reading", "identity", "embedded", limit=3, store=store)
    store.put_plan("people", to_json_of(Plan("reading", "data", "embedded", None, "people")), "data")
    assert store.standing("people").stopped is None
    list(job.steps())
    assert OF_ALL not in "".join(api.report([job.plan.id], store).sentences)


def test_a_run_that_breaks_off_knows_how_far_it_came(store: Store) -> None:
    job = prepare("reading", "identity", "embedded", limit=7, seed=3, store=store)
    next(job.steps())
    assert store.standing(job.plan.id).stopped == Stopped(0, 7)
    list(job.steps())
    job.conclude()
    assert store.standing(job.plan.id).stopped is None
