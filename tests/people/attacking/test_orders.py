"""An attack is counted, carried out beside the server, stopped and gone on with; people get what it made."""

import json
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from sqlalchemy import select, update

from attacked_projects import OWN, attacked_project, means_of
from stumper.errors import BadOption, NotThere, Refused
from stumper.given import System
from stumper.loading import load_victim
from stumper.people.accounts.person import Person
from stumper.people.attacking import orders, process
from stumper.people.attacking.orders import (
    LOST,
    MOST_BEGINNINGS,
    Order,
    Wanted,
    forget,
    found_order,
    go_on,
    go_on_with_all,
    order,
    start,
    stop,
)
from stumper.people.attacking.process import carry_out
from stumper.people.projects.project import Project, close_project
from stumper.people.projects.runs_to_use import usable_runs, used_runs
from stumper.people.queues.progress import progress
from stumper.people.study.measured import report_of
from stumper.reports import build_report
from stumper.runs.plan import from_json, to_json
from stumper.standing import ended
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import items
from stumper.store.people_schema import machine_attacks as table
from stumper.tasks.reading.squad import bundled
from stumper.testing import Finds, ScriptedVictim
from stumper.types import Guess, Prediction, Query
from stumper.victims.usage import Sent

ONE = Wanted("add-one-sent", "one", limit=6, judged=True)


@dataclass
class Watched:
    """A system that keeps what it was asked, and has something done before it answers."""

    fingerprint: str
    asked: list[Query] = field(default_factory=list)
    calls: int = 0
    then: Callable[[], object] = lambda: None

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        self.calls += 1
        self.then()
        self.asked += queries
        return FINDS.predict(queries)


FINDS = ScriptedVictim(Finds(("Ada", "Bob"), (0.7, 0.2)))


@dataclass
class Lab:
    """A project with two models, and the processes that were started, which run when they are told to."""

    store: Store
    at: Project
    owner: Person
    victims: dict[str, Watched]
    begun: list[str]
    now: float

    def order(self, wanted: Wanted = ONE) -> Order:
        return order(self.store, self.means, self.at, wanted, self.owner.id, self.tick())

    def start(self, one: Order) -> None:
        start(self.store, self.means, self.at.id, one.id, self.tick())

    def stop(self, one: Order) -> None:
        stop(self.store, self.means, self.at.id, one.id, self.tick())

    def run(self, one: Order) -> Order:
        """What the process that was started for it does."""
        assert self.begun.pop() == one.id
        carry_out(self.store, one.id, self.system)
        return self.found(one)

    def counted(self, wanted: Wanted = ONE) -> Order:
        return self.run(self.order(wanted))

    def done(self, wanted: Wanted = ONE) -> Order:
        one = self.counted(wanted)
        if one.state == "counted":
            self.start(one)
            one = self.run(one)
        return one

    def found(self, one: Order) -> Order:
        return found_order(self.store, self.at.id, one.id)

    def system(self, name: str) -> System:
        return System(f"object:{name}", name, self.victims[name], name)

    def tick(self) -> float:
        self.now += 1
        return time.time()

    @property
    def means(self) -> Any:
        return means_of(self.store)

    def waiting(self) -> dict[str, int]:
        return {one.kind: one.items for one in progress(self.store, self.at.id, time.time())}


@pytest.fixture
def lab(store: Store, monkeypatch: pytest.MonkeyPatch) -> Lab:
    begun: list[str] = []
    monkeypatch.setattr(orders, "start_process", lambda means, id: begun.append(id))
    victims = {name: Watched(name) for name in ("one", "two")}
    at, owner = attacked_project(store, 0.0, victims, None)
    return Lab(store, at, owner, victims, begun, 0.0)


def written(lab: Lab, one: Order, **values: object) -> None:
    with writing(lab.store.engine) as connection:
        connection.execute(update(table).where(table.c.id == one.id).values(**values))


def test_nothing_is_asked_before_somebody_starts_it_and_then_just_what_was_counted(lab: Lab) -> None:
    one = lab.counted()
    assert one.state == "counted"
    assert one.course.counted is not None
    assert lab.victims["one"].asked == []
    lab.start(one)
    done = lab.run(one)
    assert (done.state, done.course.fault) == ("done", "")
    assert done.course.queries == one.course.counted.queries == len(set(lab.victims["one"].asked))
    assert done.course.tried == 6


def test_what_was_made_is_a_run_of_the_project_and_judges_get_a_sample(lab: Lab) -> None:
    done = lab.done()
    assert list(used_runs(lab.store, lab.at)) == list(done.course.run_ids)
    assert lab.waiting() == {"judge": done.course.added}
    assert done.course.added == sum(a.perturbation is not None for a in lab.store.attempts(done.course.run_ids[0]))
    assert done.course.added > 0


def test_judges_get_nothing_that_was_not_meant_for_them(lab: Lab) -> None:
    assert lab.done(Wanted("add-one-sent", "one", limit=2)).course.added is None
    assert lab.waiting() == {}


def test_what_one_model_met_the_others_meet_too(lab: Lab) -> None:
    done = lab.done(Wanted("add-one-sent", "one", limit=6, others=True))
    first, second = (lab.store.attempts(id) for id in done.course.run_ids)
    made = [{a.perturbation.query for a in attempts if a.perturbation} for attempts in (first, second)]
    assert made[0] == made[1]
    assert set(lab.victims["two"].asked) == set(lab.victims["one"].asked)
    assert {plan.victim for plan in used_runs(lab.store, lab.at).values()} == {"one", "two"}


def test_every_model_is_told_by_how_many_texts_it_could_have_been_fooled(lab: Lab) -> None:
    """Seen: "Fooled 11 of 30 times", of 15 texts and two models, one of which had 11 wrong before the attack."""
    done = lab.done(Wanted("add-one-sent", "one", limit=6, others=True))
    report = build_report(lab.store, list(done.course.run_ids))
    told = [(one.victim, one.fooled, one.made) for one in report.matrices[0].met]
    assert [(one.model, one.fooled, one.of) for one in done.course.met] == told
    assert all(one.made for one in done.course.met)


def test_what_another_model_is_asked_is_counted_with_what_it_is_asked_twice(lab: Lab) -> None:
    """Seen: 42 questions to another model, of which no number was told before the start."""
    one = lab.counted(Wanted("add-one-sent", "one", limit=6, others=True))
    assert one.course.counted is not None
    assert one.course.counted.most_of_another == one.course.counted.queries + 6


def test_the_count_of_many_is_an_estimate_from_some_and_says_so(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = lab.counted(Wanted("add-one-sent", "one", limit=12)).course.counted
    monkeypatch.setattr(process, "SAMPLED", 4)
    some = lab.counted(Wanted("add-one-sent", "one", limit=12)).course.counted
    assert whole is not None
    assert some is not None
    assert (whole.on, whole.of, some.on, some.of) == (12, 12, 4, 12)
    assert some.queries == pytest.approx(whole.queries, rel=0.5)


@dataclass
class BreaksOnce(Watched):
    """Is right of the originals and wrong of what is made of them, but fails on one of the first two of a question."""

    broken: Query | None = None

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        made = [query for query in queries if query not in GOLDS]
        asked = Counter(query.text for query in made)
        if self.broken is None:
            self.broken = next((query for query in made if asked[query.text] > 1), None)
        if self.broken in queries:
            raise TimeoutError("upstream")
        return [Prediction((Guess(GOLDS.get(query, "nobody"), 0.9),), 0.9) for query in queries]


GOLDS = {one.query: one.gold.answers[0].text for one in bundled().examples}


def test_the_page_counts_as_fooled_what_fooled_beside_an_error_as_the_report_does(lab: Lab) -> None:
    lab.victims["one"] = BreaksOnce("one")
    done = lab.done(Wanted("add-sent", "one", limit=12))
    [run_id] = done.course.run_ids
    [lost] = [one for one in lab.store.attempts(run_id) if one.outcome == "errored"]
    assert ended(lost) == "succeeded"
    assert done.course.fooled == lab.store.outcomes(run_id)["succeeded"] > 1


def test_a_search_is_counted_by_its_budget(lab: Lab) -> None:
    bound = lab.counted(Wanted("add-any", "one", limit=3, budget=30)).course.counted
    free = lab.counted(Wanted("add-any", "one", limit=3)).course.counted
    assert bound is not None
    assert free is not None
    assert (bound.queries, bound.is_search, free.queries) == (90, True, None)


def test_a_project_reads_its_own_name_of_a_file_and_none_that_somebody_else_gave_the_same_bytes(lab: Lab) -> None:
    """Seen: the second project to attack a file read what the first calls it."""
    store, labs = lab.store, dict[str, Lab]()
    for n, name in enumerate(("keepers", "strangers")):
        at, owner = attacked_project(store, n + 1.0, dict(lab.victims), file=f"{name}.json")
        labs[name] = replace(lab, at=at, owner=owner)
    [one] = labs["keepers"].done().course.run_ids
    assert labs["strangers"].done().course.run_ids == (one,)
    plan = from_json(store.plans()[one])
    assert plan.dataset == labs["keepers"].at.settings.dataset

    def check() -> None:
        for name, other in (("keepers", "strangers"), ("strangers", "keepers")):
            read = json.dumps(report_of(store, labs[name].at))
            assert name in read
            assert other not in read
            assert [run.dataset for run in usable_runs(store, labs[name].at)] == [name]

    check()
    store.amend_plan(one, to_json(replace(plan, dataset="keepers")))  # as an earlier version wrote it
    attempts = store.attempts(one)
    assert labs["strangers"].done().course.run_ids == (one,)
    assert store.attempts(one) == attempts
    check()


def test_what_a_model_that_may_vary_is_asked_a_second_time_is_counted_too(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen: up to 20 originals more were asked than a page had said."""
    victim = lab.victims["one"]
    monkeypatch.setattr(victim, "fingerprint", None)
    monkeypatch.setattr(Watched, "sent", lambda self, query: Sent("", 100, 10, 0.5), raising=False)
    one = lab.counted()
    counted = one.course.counted
    assert counted is not None
    assert (counted.twice, counted.tokens) == (6, 110 * (counted.queries or 0) + 660)
    assert counted.cost == pytest.approx(0.5 * (counted.queries or 0) + 3)
    lab.start(one)
    lab.run(one)
    assert len(victim.asked) - len(set(victim.asked)) == 6
    monkeypatch.setattr(process, "SAMPLED", 4)
    some = lab.counted(Wanted("add-one-sent", "one", limit=12)).course.counted
    search = lab.counted(Wanted("add-any", "one", limit=3, budget=30)).course.counted
    assert some is not None
    assert search is not None
    assert (some.on, some.twice, search.queries, search.twice) == (4, 12, 90, 3)


def test_raw_sentences_go_to_those_who_mend_and_no_model_is_asked(lab: Lab) -> None:
    wanted = Wanted("add-sent", limit=6)
    done = lab.run(lab.order(wanted))
    assert (done.state, done.course.fault) == ("done", "")
    assert lab.waiting() == {"fix": done.course.added}
    assert done.course.added > 6
    assert lab.victims["one"].asked == []
    assert lab.run(lab.order(wanted)).course.added == 0  # which are there already


def test_what_is_stopped_keeps_what_it_has_and_goes_on_from_there(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "SIGN", 0.05)
    one = lab.counted()
    lab.start(one)

    def stopping() -> None:
        if lab.victims["one"].calls == 1:
            lab.stop(one)
            time.sleep(2.0)  # by when the work has looked whether it is to stop

    lab.victims["one"].then = stopping
    assert lab.run(one).state == "stopped"
    assert used_runs(lab.store, lab.at) == {}
    lab.victims["one"].then = lambda: None
    lab.start(one)
    done = lab.run(one)
    assert (done.state, done.course.tried) == ("done", 6)
    assert len(set(lab.victims["one"].asked)) == done.course.queries


def test_what_waits_is_stopped_at_once_and_what_is_over_is_deleted(lab: Lab) -> None:
    at_work, waits = lab.order(), lab.order()
    assert (lab.found(at_work).state, lab.found(waits).state) == ("running", "waiting")
    with pytest.raises(Refused, match="Stop it first"):
        forget(lab.store, lab.at.id, at_work.id, time.time())
    lab.stop(waits)
    assert lab.found(waits).state == "stopped"
    forget(lab.store, lab.at.id, waits.id, time.time())
    with pytest.raises(NotThere):
        lab.found(waits)


def test_one_at_a_time_and_the_next_when_it_is_over(lab: Lab) -> None:
    first, second = lab.order(), lab.order(Wanted("add-sent", limit=2))
    assert lab.begun == [first.id]
    lab.run(first)
    go_on_with_all(lab.store, lab.means, time.time())
    assert lab.begun == [second.id]
    assert lab.run(second).state == "done"


def test_no_more_than_two_for_all_projects_of_a_store(lab: Lab) -> None:
    lab.order()
    for number in (1, 2):
        other, owner = attacked_project(lab.store, float(number), dict(lab.victims), None)
        order(lab.store, lab.means, other, ONE, owner.id, time.time())
    assert len(lab.begun) == 2


def test_what_was_killed_goes_on_by_itself_and_is_given_up_after_three_times(lab: Lab) -> None:
    one = lab.order()
    for _ in range(MOST_BEGINNINGS - 1):
        written(lab, one, alive=time.time() - LOST - 1)
        assert lab.found(one).is_lost(time.time())
        go_on_with_all(lab.store, lab.means, time.time())
        assert lab.found(one).state == "running"
    assert lab.begun == [one.id] * MOST_BEGINNINGS
    written(lab, one, alive=time.time() - LOST - 1)
    go_on_with_all(lab.store, lab.means, time.time())
    failed = lab.found(one)
    assert failed.state == "failed"
    assert "ended 3 times" in failed.course.fault
    lab.start(one)
    assert lab.run(one).state == "counted"


def test_a_process_that_was_taken_for_lost_writes_nothing_more(lab: Lab) -> None:
    one = lab.order()
    told = process._Telling(lab.store, one.id, one.course)
    written(lab, one, alive=time.time() - LOST - 1)
    go_on(lab.store, lab.means, lab.at.id, time.time())
    assert not told.write("done")
    assert lab.found(one).state == "running"


def test_why_a_model_fails_is_said_in_a_sentence_and_it_goes_on_once_it_answers(lab: Lab) -> None:
    one = lab.counted()
    lab.start(one)
    lab.victims["one"].then = lambda: 1 / 0
    failed = lab.run(one)
    assert failed.state == "failed"
    assert failed.course.fault.startswith("one failed on 6 examples, the first time because:")
    assert "--" not in failed.course.fault
    lab.victims["one"].then = lambda: None
    lab.start(one)
    done = lab.run(one)
    assert (done.state, done.course.tried, done.course.fault) == ("done", 6, "")


def test_a_bug_is_told_too(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_counted", lambda *given: 1 / 0)
    assert "ZeroDivisionError" in lab.counted().course.fault


@pytest.mark.parametrize(
    ("wanted", "error", "said"),
    [
        (Wanted("passage-sent", "one"), NotThere, "no such attack"),
        (Wanted("from-file", "one"), NotThere, "no such attack"),
        (Wanted("add-sent", "three"), BadOption, "one of the project's models"),
        (Wanted("add-sent", "one", options=(("vectors", "/etc/passwd"),)), BadOption, "no option 'vectors'"),
        (Wanted("add-sent", "one", options=(("raw", "out.jsonl"),)), BadOption, "no option 'raw'"),
        (Wanted("add-sent", "one", options=(("pick", "all"),)), BadOption, "is one of worst, one"),
        (Wanted("add-sent", "one", options=(("fixes", "5"),)), BadOption, "no option 'fixes'"),
        (Wanted("edit-garbage", "one", options=(("pieces", "many"),)), BadOption, "is a number"),
        (Wanted("add-sent", "one", limit=0), BadOption, "1 or more"),
        (Wanted("edit-split"), BadOption, "cannot be mended"),
    ],
)
def test_what_cannot_be_meant_is_refused(lab: Lab, wanted: Wanted, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        lab.order(wanted)
    assert lab.begun == []


def test_a_closed_project_begins_nothing(lab: Lab) -> None:
    one = lab.counted()
    close_project(lab.store, lab.at.id, time.time())
    with pytest.raises(Refused, match="is closed"):
        lab.start(one)


def test_where_nobody_mends_no_sentences_are_made(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "start_process", lambda means, id: None)
    victim = ScriptedVictim(Finds(("Ada",), (1.0,)))
    at, owner = attacked_project(store, 0.0, {"one": victim}, None, kinds=("judge", "adjudicate"))
    with pytest.raises(Refused, match="Nobody mends"):
        order(store, means_of(store), at, Wanted("add-sent"), owner.id, 1.0)


def test_a_real_process_is_killed_and_its_work_goes_on(store: Store) -> None:
    at, owner = attacked_project(store, 0.0, {"sliding-window": load_victim("sliding-window")})
    means, began = means_of(store, OWN), time.time()
    one = order(store, means, at, Wanted("add-sent", "sliding-window", limit=8, judged=True), owner.id, began)
    until(lambda: found_order(store, at.id, one.id).state == "counted")
    start(store, means, at.id, one.id, time.time())
    killed(one.id)
    with writing(store.engine) as connection:
        connection.execute(update(table).where(table.c.id == one.id).values(alive=0.0))
    go_on_with_all(store, means, time.time())
    until(lambda: found_order(store, at.id, one.id).state not in ("running", "waiting"))
    done = found_order(store, at.id, one.id)
    assert (done.state, done.course.fault, done.course.tried) == ("done", "", 8)
    with store.engine.connect() as connection:
        kinds = set(connection.scalars(select(items.c.kind).where(items.c.project_id == at.id)))
    assert kinds == {"judge"}


def until(holds: Callable[[], bool], seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.2)


def killed(id: str) -> None:
    """The process that carries out this one, which its command names, has no time to say anything."""
    found = subprocess.run(["pgrep", "-f", f"attacking.process {id}"], capture_output=True, text=True, check=False)
    for pid in found.stdout.split():
        os.kill(int(pid), signal.SIGKILL)
