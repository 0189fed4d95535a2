"""What people compose becomes attempts in the store, one for each machine, and stands in reports."""

from collections.abc import Iterator
from threading import Event

import pytest

from report_figures import figures
from stumper.people.annotating.drawing import draw_from_runs
from stumper.people.annotating.judging_work import JudgePayload, Opinion, judge
from stumper.people.projects.runs_to_use import usable_runs
from stumper.people.queues.item import Work
from stumper.people.queues.queue import lease
from stumper.people.study.founding import make_project
from stumper.people.writing import submitting_composed
from stumper.people.writing.asking import Listener
from stumper.people.writing.beginning import gold_of, payload_of
from stumper.people.writing.submissions import submitted_tossups
from stumper.people.writing.submitting_composed import Outcome, Sent, submit_tossup
from stumper.reports.build import build_report
from stumper.runs.plan import Plan, from_json
from stumper.store import Store
from stumper.store.values import from_text
from stumper.tasks.quizbowl.desk import DESK
from stumper.types import Attempt
from tossups import QUESTION, TOSSUPS, Newsroom, newsroom

STUMPING = (
    "A cousin taught her to sail before she could read. Two ships were named after her when she had died. "
    "She hated the sea all her life. Name this woman of the coast, whose lamp never went out."
)
CHANGED = "This keeper lit the lamp of a harbour. She wrote of forty years. For 10 points, name this keeper of a lamp."


@pytest.fixture
def room(store: Store) -> Iterator[Newsroom]:
    made = newsroom(store, victims=("scripted", "second"))
    yield made
    made.close()


def submitted(room: Newsroom, held: Work, text: str = QUESTION, key: str = "s1") -> Outcome:
    assert DESK.composing is not None
    gold, person_id = gold_of(DESK.composing, payload_of(held.item)), held.assignment.person_id
    listeners = {name: Listener(desk, DESK, gold, person_id) for name, desk in room.desks.items()}
    return submit_tossup(room.store, room.project, held, Sent(key, text), (), 200.0, listeners)


def attempts(room: Newsroom) -> list[tuple[Plan, Attempt]]:
    plans = {id: from_json(document) for id, document in room.store.plans().items()}
    return [(plan, attempt) for id, plan in plans.items() for attempt in room.store.attempts(id)]


def test_what_is_begun_from_nothing_is_asked_as_it_is_and_fools_nobody(room: Newsroom) -> None:
    """It has no original that a machine was right about: that one is stumped is told, and counts as no attack."""
    assert submitted(room, room.begin()).id is not None
    assert submitted(room, room.begin(key="k2"), STUMPING, "s2").id is not None
    [one, other] = submitted_tossups(room.store, room.project)
    made = attempts(room)
    assert {(plan.adversary, plan.dataset, plan.victim, plan.goal) for plan, _ in made} == {
        ("identity", "Newsroom", machine, "never_first") for machine in ("scripted", "second")
    }
    assert [(attempt.example_id, attempt.outcome, attempt.before.score) for _, attempt in made] == [
        (one.id, "failed", pytest.approx(10 / 19)), (other.id, "skipped", 0.0),
    ] * 2  # fmt: skip
    found = figures(build_report(room.store, list(room.store.plans()))).quizbowl
    assert found is not None
    assert [(run.success.value, run.accuracy.before.value, run.nevers) for run in found.runs] == [
        (0.0, 0.5, (1, 1))
    ] * 2
    assert not any("people" in sentence for sentence in found.sentences)


def test_what_is_made_of_a_question_is_an_attack_on_it(room: Newsroom) -> None:
    held = room.begin(started_from="past-1")
    assert submitted(room, held, f"{CHANGED} It is so.").id is not None
    made = attempts(room)
    assert {(plan.adversary, dict(plan.options)["project"]) for plan, _ in made} == {("people", room.project.id)}
    for _, attempt in made:
        assert attempt.perturbation is not None
        assert (attempt.outcome, attempt.perturbation.example_id) == ("succeeded", "past-1")
        assert attempt.before.score == pytest.approx(0.5, abs=0.2)
    found = figures(build_report(room.store, list(room.store.plans()))).quizbowl
    assert found is not None
    assert [(run.names.adversary, run.success.value, run.success.n) for run in found.runs] == [("people", 1.0, 1)] * 2
    assert {run.command for run in build_report(room.store, list(room.store.plans())).provenance} == {""}


def test_what_goes_back_to_a_submitted_one_is_made_of_that(room: Newsroom) -> None:
    first = room.begin()
    id = submitted(room, first).id
    again = room.begin(key="k2", started_from=first.item.id)
    assert submitted(room, again, STUMPING, "s2").id is not None
    [_, (plan, attempt), *_] = sorted(attempts(room), key=lambda pair: (pair[0].victim, pair[0].adversary))
    assert (plan.adversary, attempt.outcome) == ("people", "succeeded")
    assert attempt.perturbation is not None
    assert attempt.perturbation.example_id == id


def test_what_was_composed_is_drawn_for_judging_by_others_than_its_author(store: Store) -> None:
    room = newsroom(store, victims=("scripted", "second"), kinds=("write", "judge"), double_share=0.0)
    mine, theirs = room.begin(), room.begin(1, "k2", started_from="past-1")
    assert submitted(room, mine, STUMPING).id is not None  # which no machine ever gets
    assert submitted(room, theirs, f"{CHANGED} It is so.", "s2").id is not None
    runs = [run.id for run in usable_runs(store, room.project)]
    assert len(runs) == 4
    assert draw_from_runs(store, room.project, runs, 300.0) == 2
    assert draw_from_runs(store, room.project, runs, 300.0) == 0
    for author, (text, original) in zip(
        room.people, ((f"{CHANGED} It is so.", TOSSUPS[0].query.text), (STUMPING, "")), strict=False
    ):
        held = lease(store, room.project.id, "judge", author.id, 310.0)
        assert held is not None
        payload = from_text(JudgePayload, held.item.payload)
        assert (payload.text, payload.original) == (text, original)
        assert judge(store, held.assignment.id, author.id, Opinion(True, True, True), 320.0)
        assert lease(store, room.project.id, "judge", author.id, 330.0) is None
    found = figures(build_report(store, [*store.plans()])).quizbowl
    assert found is not None
    judged = {run.names.adversary: [(one.kind, one.judgements) for one in run.judges] for run in found.runs}
    assert judged == {"identity": [("person", 1)], "people": [("person", 1)]}
    room.close()


def test_another_project_does_not_see_what_was_composed_here(room: Newsroom) -> None:
    assert submitted(room, room.begin()).id is not None
    other = make_project(room.store, "Other", room.project.settings, TOSSUPS, "tossups", 100.0)
    assert usable_runs(room.store, other) == []
    assert len(usable_runs(room.store, room.project)) == 2


def test_sent_again_it_counts_once(room: Newsroom) -> None:
    held = room.begin()
    assert submitted(room, held) == submitted(room, held)
    assert len(attempts(room)) == 2


def test_what_was_submitted_is_no_question_of_the_data_set(room: Newsroom) -> None:
    """Else others could start from it, and would find it among the past questions."""
    assert submitted(room, room.begin()).id is not None
    assert submitted(room, room.begin(key="k2", started_from="past-1"), f"{CHANGED} It is so.", "s2").id is not None
    assert set(room.store.examples(room.project.fingerprint)) == {example.id for example in TOSSUPS}


def test_a_machine_that_says_nothing_in_time_is_an_error(room: Newsroom, monkeypatch: pytest.MonkeyPatch) -> None:
    held, going_on = room.begin(), Event()
    room.victims["second"].waits.append(going_on)
    monkeypatch.setattr(submitting_composed, "PATIENCE", 1.0)
    assert submitted(room, held).id is not None
    going_on.set()
    outcomes = {plan.victim: (attempt.outcome, attempt.reason) for plan, attempt in attempts(room)}
    assert outcomes["second"] == ("errored", "it gave no answer in 1 seconds")
    [made] = submitted_tossups(room.store, room.project)
    assert "second" not in [one.machine for one in made.written.readings]
