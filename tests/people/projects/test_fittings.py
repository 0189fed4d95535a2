"""A guesser is fitted on a file of a project's: in a process of its own, whose end is noticed; then it is the model."""

import json
import time
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from sqlalchemy import update

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts.account import register
from stumper.people.projects import fitting_process, fittings
from stumper.people.projects.fitting_process import fit_in
from stumper.people.projects.fittings import (
    LOST,
    MOST_BEGINNINGS,
    Course,
    Fitting,
    begin_fitting,
    fitting,
    forget_fitting,
    go_on,
    go_on_with_all,
)
from stumper.people.projects.project import Project, Settings, close_project, project
from stumper.people.projects.uploads import put_upload
from stumper.people.study.founding import check_victims, make_project, use_fitted
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import fittings as table
from stumper.store.values import to_text
from stumper.testing import EXAMPLE
from stumper.web.machines import Desks, Machines, Victims


def few() -> bytes:
    """Six answers with four tossups each."""
    whole = json.loads((resources.files("stumper.datasets") / "bundled" / "quizbowl.json").read_text(encoding="utf-8"))
    answers = list(dict.fromkeys(one["page"] for one in whole["questions"]))[:6]
    return json.dumps({"questions": [one for one in whole["questions"] if one["page"] in answers]}).encode()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The fittings for which a process was started, which here is none."""
    ids: list[str] = []
    monkeypatch.setattr(fittings, "start_process", lambda store, id: ids.append(id))
    return ids


def quiz(store: Store, name: str = "Quiz") -> tuple[Project, str, str]:
    made = make_project(store, name, Settings("quizbowl", "quizbowl", (), ("tag",)), [EXAMPLE], "f", 0.0)
    person = register(store, f"Author of {name}", None, 0.0)
    return made, person.id, put_upload(store, "few.json", few(), 0.0, made.id)


def begun(store: Store, now: float = 0.0) -> tuple[Project, Fitting]:
    made, person, upload = quiz(store)
    return made, begin_fitting(store, made.id, upload, person, now)


def written(store: Store, id: str, **values: object) -> None:
    with writing(store.engine) as connection:
        connection.execute(update(table).where(table.c.id == id).values(**values))


def test_what_was_fitted_is_the_projects_model_and_can_be_asked(
    store: Store, started: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made, one = begun(store, time.time())
    assert started == [one.id]
    fit_in(store, one.id)
    done = fitting(store, made.id, one.id)
    assert done.state == "done"
    assert done.course.standing is not None
    assert (done.course.standing.questions, done.course.standing.answers) == (24, 6)
    used = use_fitted(store, made.id, one.id, 1.0)
    assert used.settings.victims == (done.name,)
    desks = Desks(Machines(store))
    assert list(desks) == []
    assert isinstance(desks[done.name], Desk)
    assert desks[done.name] is desks[done.name]
    assert len(Victims(desks)[done.name].answers) == 6  # type: ignore[attr-defined]
    with pytest.raises(BadOption, match="has no model"):
        check_victims([done.name], Victims(desks))  # of another project, which would name it
    with pytest.raises(Refused, match="uses this guesser"):
        forget_fitting(store, made.id, one.id, 2.0)
    assert "fitted:000000000000" not in desks
    for desk in desks.machines.open():
        desk.close()


def test_a_file_that_teaches_nothing_is_said_to(store: Store, started: list[str]) -> None:
    made, person, _ = quiz(store)
    bad = put_upload(store, "two.jsonl", b'{"question": "Name it.", "answer": "Lux"}\n', 0.0, made.id)
    one = begin_fitting(store, made.id, bad, person, 0.0)
    fit_in(store, one.id)
    failed = fitting(store, made.id, one.id)
    assert failed.state == "failed"
    assert failed.course.fault.startswith("two.jsonl has 1 tossups")
    with pytest.raises(Refused, match="not fitted yet"):
        use_fitted(store, made.id, one.id, 1.0)
    forget_fitting(store, made.id, one.id, 1.0)
    with pytest.raises(NotThere):
        fitting(store, made.id, one.id)


def test_one_at_a_time_in_a_project_and_none_in_a_closed_one(store: Store, started: list[str]) -> None:
    made, one = begun(store)
    with pytest.raises(Refused, match="in this project already"):
        begin_fitting(store, made.id, one.upload_id, one.made_by, 1.0)
    close_project(store, made.id, 2.0)
    with pytest.raises(Refused, match="is closed"):
        begin_fitting(store, made.id, one.upload_id, one.made_by, LOST + 1.0)


def test_few_at_a_time_in_a_store(store: Store, started: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fittings, "AT_ONCE", 1)
    begun(store)
    other, person, upload = quiz(store, "Other")
    with pytest.raises(Refused, match="in other projects"):
        begin_fitting(store, other.id, upload, person, 1.0)


def test_file_of_another_project_is_not_there(store: Store, started: list[str]) -> None:
    made, person, _ = quiz(store)
    other, _, _ = quiz(store, "Other")
    theirs = put_upload(store, "theirs.json", b"[]", 0.0, other.id)
    with pytest.raises(NotThere):
        begin_fitting(store, made.id, theirs, person, 0.0)


def test_what_was_interrupted_is_begun_again_once_and_fails_in_the_end(store: Store, started: list[str]) -> None:
    made, one = begun(store)
    go_on(store, made.id, one.id, LOST)
    assert started == [one.id]  # it may still live
    now = 0.0
    for beginnings in range(2, MOST_BEGINNINGS + 1):
        now += LOST + 1
        go_on_with_all(store, now)
        go_on(store, made.id, one.id, now)
        assert len(started) == beginnings
        assert fitting(store, made.id, one.id).course.beginnings == beginnings
    go_on_with_all(store, now + LOST + 1)
    failed = fitting(store, made.id, one.id)
    assert (failed.state, len(started)) == ("failed", MOST_BEGINNINGS)
    assert "was ended 3 times" in failed.course.fault


def test_minutes_left_are_told_by_what_is_done(store: Store, started: list[str]) -> None:
    made, one = begun(store)
    assert one.seconds_left is None
    written(store, one.id, document=to_text(Course(0.25, 30.0, 1)))
    assert fitting(store, made.id, one.id).seconds_left == 90.0


def test_process_that_was_taken_for_lost_writes_nothing_any_more(store: Store, started: list[str]) -> None:
    made, one = begun(store)
    written(store, one.id, document=to_text(Course(beginnings=2)), state="failed")
    fit_in(store, one.id)
    assert fitting(store, made.id, one.id).state == "failed"


def test_fault_of_ours_is_told_as_one_and_is_not_tried_again(
    store: Store, started: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(fitting_process, "make_guesser", broken)
    made, one = begun(store)
    fit_in(store, one.id)
    failed = fitting(store, made.id, one.id)
    assert failed.state == "failed"
    assert "a fault of Stumper, not of your file: ZeroDivisionError: division by zero" in failed.course.fault
    go_on(store, made.id, one.id, time.time() + LOST + 1)
    go_on_with_all(store, time.time() + LOST + 1)
    assert started == [one.id]


def test_lost_ones_wait_until_there_is_room(store: Store, started: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fittings, "AT_ONCE", 1)
    made, first = begun(store)
    other, person, upload = quiz(store, "Other")
    second = begin_fitting(store, other.id, upload, person, LOST + 1)  # the first is lost
    now = 2 * LOST + 2
    go_on_with_all(store, now)
    assert started == [first.id, second.id, first.id]
    states = [fitting(store, *ids).state for ids in ((made.id, first.id), (other.id, second.id))]
    assert states == ["running", "waiting"]
    go_on(store, other.id, second.id, now + 1)
    assert len(started) == 3
    written(store, first.id, state="done")
    go_on_with_all(store, now + 2)
    assert started[3:] == [second.id]
    assert fitting(store, other.id, second.id).course.beginnings == 2


def test_lost_one_waits_for_another_of_its_project(store: Store, started: list[str]) -> None:
    made, first = begun(store)
    second = begin_fitting(store, made.id, first.upload_id, first.made_by, LOST + 1)
    go_on(store, made.id, first.id, LOST + 2)
    assert started == [first.id, second.id]
    assert fitting(store, made.id, first.id).state == "waiting"
    with pytest.raises(Refused, match="in this project already"):
        begin_fitting(store, made.id, first.upload_id, first.made_by, 3 * LOST)
    forget_fitting(store, made.id, first.id, LOST + 3)


def test_oldest_guessers_of_a_project_make_room_but_for_its_model(
    store: Store, started: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fittings, "KEPT", 2)
    made, oldest = begun(store)
    written(store, oldest.id, state="done")
    use_fitted(store, made.id, oldest.id, 1.0)
    later = []
    for n in range(1, 4):
        one = begin_fitting(store, made.id, oldest.upload_id, oldest.made_by, float(n))
        written(store, one.id, state="failed")
        later.append(one)
    assert [one.course.removed for one in later] == [(), (), (later[0].name,)]
    assert {one.id for one in fittings.fittings(store, made.id)} == {oldest.id, later[1].id, later[2].id}


def until(holds: Callable[[], bool], seconds: float = 240.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.2)


def test_a_process_of_its_own_fits_it_though_nobody_waits(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'fitted.db'}") as store:
        made, one = begun(store, time.time())
        until(lambda: fitting(store, made.id, one.id).state != "running")
        assert fitting(store, made.id, one.id).state == "done", fitting(store, made.id, one.id).course.fault
        assert project(store, made.id).settings.victims == ()


def test_store_in_memory_has_no_other_process(started: list[str]) -> None:
    with Store.open("sqlite://") as store, pytest.raises(Refused, match="keeps everything in memory"):
        begun(store)
