"""What becomes of people's work when the clock of the server's machine is set a day forward or back."""

import pytest

from stumper.errors import Refused, Throttled
from stumper.people.accounts.account import log_in, register
from stumper.people.accounts.failed_log_ins import FREE, LONGEST_WAIT, Whence
from stumper.people.accounts.log_ins import Session, open_session, session_of
from stumper.people.projects.project import Settings
from stumper.people.queues.queue import NewItem, add_items, lease, respond, touch, work
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.store.connection import writing
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage

NOON, DAY = 1_800_000_000.0, 86_400.0
EXAMPLE = Example("e", Question("Who?", Passage("p", "Ada did.")), Gold((Answer("Ada", 0),)))


@pytest.fixture
def queue(store: Store) -> str:
    """A project with one item for one person, and Ada and Ben in it."""
    project = make_project(
        store, "Trial", Settings("reading", "reading", ("embedded",), ("judge",)), [EXAMPLE], "f", NOON
    )
    with writing(store.engine) as connection:
        add_items(connection, project.id, [NewItem("judge", "lamps", "{}", 1, key="lamps")], NOON)
    return project.id


def person(store: Store, name: str) -> str:
    return register(store, name, None, NOON).id


@pytest.mark.parametrize("jump", [DAY, -DAY])
def test_whoever_is_at_work_goes_on_and_is_heard_once(store: Store, queue: str, jump: float) -> None:
    ada, ben = person(store, "Ada"), person(store, "Ben")
    held = lease(store, queue, "judge", ada, NOON)
    assert held is not None
    assert touch(store, held.assignment.id, ada, NOON + jump).assignment.spent <= 15.0
    assert lease(store, queue, "judge", ben, NOON + jump + 1) is None
    assert [respond(store, held.assignment.id, ada, "{}", NOON + jump + 2, lambda *_: None) for _ in range(2)] == [
        True, False,
    ]  # fmt: skip


@pytest.mark.parametrize("jump", [DAY, -DAY])
def test_what_somebody_left_goes_to_the_next_once_the_clock_was_set(store: Store, queue: str, jump: float) -> None:
    ada, ben = person(store, "Ada"), person(store, "Ben")
    held = lease(store, queue, "judge", ada, NOON)
    assert held is not None
    assert lease(store, queue, "judge", ben, NOON + jump) is not None
    with pytest.raises(Refused):
        touch(store, held.assignment.id, ada, NOON + jump + 1)


def test_time_at_work_is_counted_on_after_the_clock_was_set_back(store: Store, queue: str) -> None:
    ada = person(store, "Ada")
    held = lease(store, queue, "judge", ada, NOON)
    assert held is not None
    for second in range(4):
        touch(store, held.assignment.id, ada, NOON - DAY + 2.0 * second)
    assert work(store, held.assignment.id, ada).assignment.spent == 6.0


def test_a_server_whose_clock_runs_minutes_behind_takes_no_lease_away(store: Store, queue: str) -> None:
    ada, ben = person(store, "Ada"), person(store, "Ben")
    assert lease(store, queue, "judge", ada, NOON) is not None
    assert lease(store, queue, "judge", ben, NOON - 300) is None


def test_a_name_that_waits_does_not_wait_a_day_longer_when_the_clock_is_set_back(store: Store) -> None:
    ada = register(store, "Ada", "a long enough password", NOON)
    here = Whence("192.0.2.1")
    for _ in range(FREE):
        with pytest.raises(Refused):
            log_in(store, "Ada", "not the password", here, NOON)
    for now in (NOON + 1, NOON - LONGEST_WAIT + 1):  # servers' clocks may differ by that much
        with pytest.raises(Throttled):
            log_in(store, "Ada", "a long enough password", here, now)
    assert log_in(store, "Ada", "a long enough password", here, NOON - DAY) == ada


@pytest.mark.parametrize("jump", [DAY, -DAY])
def test_people_stay_logged_in(store: Store, jump: float) -> None:
    ada = register(store, "Ada", None, NOON)
    secret = open_session(store, ada.id, NOON)
    assert session_of(store, secret, NOON + jump) == Session(ada, NOON)
