"""Items are handed out once a place, held by a lease, and answered once; on both databases."""

from collections import Counter
from dataclasses import replace

import pytest
from sqlalchemy import Connection, func, select, update

from annotation_project import at_once, join
from stumper.errors import NotThere, Refused
from stumper.people.projects.project import Settings, close_project, reopen_project
from stumper.people.queues.item import Work
from stumper.people.queues.progress import own_progress, progress
from stumper.people.queues.queue import (
    NewItem,
    add_items,
    add_work,
    decide,
    finish,
    items_for,
    lease,
    lease_item,
    release,
    respond,
    touch,
    work,
)
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import items, projects, responses
from stumper.store.values import to_text
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage

EXAMPLE = Example("e", Question("Who?", Passage("p", "Ada did.")), Gold((Answer("Ada", 0),)))
LEASE = 600


def project_in(store: Store, name: str = "Trial") -> str:
    settings = Settings("reading", "reading", ("embedded",), ("write", "judge", "answer"), lease=LEASE)
    made = make_project(store, name, replace(settings, kinds=("judge",)), [EXAMPLE], "f", 0.0)
    with writing(store.engine) as connection:  # has all kinds of work, and no item yet
        connection.execute(update(projects).where(projects.c.id == made.id).values(settings=to_text(settings)))
    return made.id


def add(store: Store, project_id: str, *new: NewItem) -> list[str]:
    with writing(store.engine) as connection:
        return add_items(connection, project_id, new, 0.0)


def judge(name: str, places: int = 1, topic: str = "", excluded: tuple[str, ...] = ()) -> NewItem:
    return NewItem("judge", topic or name, f'"{name}"', places, excluded, key=name)


def nothing(connection: Connection, done: Work) -> None:
    """What follows a response that nothing follows."""


def test_the_last_places_are_never_given_twice_to_thirty_people_at_once(store: Store) -> None:
    project_id, names = project_in(store), [f"person {n}" for n in range(30)]
    join(store, *names)
    add(store, project_id, judge("a", places=3), judge("b", places=4))
    found = at_once([lambda name=name: lease(store, project_id, "judge", name, 1.0) for name in names])
    # Everybody may do both: each gets one at a time, and seven places are there.
    given = Counter(one.item.payload for one in found if isinstance(one, Work))
    assert given == {'"a"': 3, '"b"': 4}


def test_one_person_in_many_windows_at_once_gets_one_item(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada")
    add(store, project_id, *(judge(f"{n}") for n in range(20)))
    found = at_once([lambda: lease(store, project_id, "judge", "ada", 1.0) for _ in range(12)])
    assert len({one.assignment.id for one in found if isinstance(one, Work)}) == 1


def test_a_lease_that_ends_goes_to_one_of_those_who_ask_while_its_holder_comes_back(store: Store) -> None:
    project_id, names = project_in(store), [f"person {n}" for n in range(8)]
    join(store, "ada", *names)
    add(store, project_id, judge("a"))
    held = lease(store, project_id, "judge", "ada", 0.0)
    assert held is not None
    late = LEASE + 1.0

    def come_back() -> Work | None:
        try:
            return touch(store, held.assignment.id, "ada", late)
        except Refused:
            return None

    asked = [lambda name=name: lease(store, project_id, "judge", name, late) for name in names]
    found = at_once([*asked[:4], come_back, *asked[4:]])
    assert sum(one is not None for one in found) == 1


def test_nobody_gets_an_item_twice_and_all_get_every_item(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob")
    add(store, project_id, *(judge(f"{n}", places=2) for n in range(6)))
    orders = []
    for name in ("ada", "bob"):
        order = []
        while (one := lease(store, project_id, "judge", name, 1.0)) is not None:
            order.append(one.item.payload)
            assert respond(store, one.assignment.id, name, "{}", 2.0, nothing)
        orders.append(order)
    assert [sorted(order) for order in orders] == [sorted(f'"{n}"' for n in range(6))] * 2
    assert orders[0] != orders[1]


def test_writing_is_handed_out_in_the_order_of_its_items(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada")
    add(store, project_id, *(NewItem("write", f"{n}", f'"{n}"', 9, key=f"{n}") for n in range(5)))
    order = []
    while (one := lease(store, project_id, "write", "ada", 1.0)) is not None:
        order.append(one.item.topic)
        finish(store, one.assignment.id, "ada", 2.0)
    assert order == ["0", "1", "2", "3", "4"]


def test_what_one_has_begun_comes_first(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada")
    add(store, project_id, *(judge(f"{n}") for n in range(5)))
    first = lease(store, project_id, "judge", "ada", 1.0)
    again = lease(store, project_id, "judge", "ada", 100.0)
    assert first is not None
    assert again is not None
    assert again.assignment.id == first.assignment.id
    assert again.assignment.expires == 100.0 + LEASE
    assert again.assignment.spent == 0


def test_what_one_has_begun_in_another_project_stays_there(store: Store) -> None:
    here, there = project_in(store), project_in(store, "Another trial")
    join(store, "ada")
    add(store, here, judge("a"))
    add(store, there, judge("b"))
    begun = lease(store, here, "judge", "ada", 1.0)
    found = lease(store, there, "judge", "ada", 2.0)
    assert begun is not None
    assert found is not None
    assert (begun.item.payload, found.item.payload) == ('"a"', '"b"')


def test_who_is_excluded_is_not_handed_the_item(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob")
    [id] = add(store, project_id, judge("a", excluded=("ada",)))
    assert lease(store, project_id, "judge", "ada", 1.0) is None
    with pytest.raises(Refused):
        lease_item(store, id, "ada", 1.0)
    assert lease(store, project_id, "judge", "bob", 1.0) is not None


def test_an_item_that_is_added_again_is_one_item_and_excludes_the_others_too(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob", "eve")
    first = add(store, project_id, judge("a", excluded=("ada",)))
    assert add(store, project_id, judge("a", excluded=("bob",))) == first
    with store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(items)) == 1
    assert lease(store, project_id, "judge", "bob", 1.0) is None
    assert lease(store, project_id, "judge", "eve", 1.0) is not None


def test_nobody_gets_two_items_of_one_topic_in_a_queue(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob")
    add(store, project_id, judge("original", topic="q"), judge("changed", topic="q"))
    mine = lease(store, project_id, "judge", "ada", 1.0)
    assert mine is not None
    assert respond(store, mine.assignment.id, "ada", "{}", 2.0, nothing)
    assert lease(store, project_id, "judge", "ada", 3.0) is None
    assert lease(store, project_id, "judge", "bob", 3.0) is not None


def test_the_same_topic_in_another_queue_is_handed_out(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada")
    add(store, project_id, judge("a", topic="q"), NewItem("answer", "q", '"a"', 1, key="a"))
    assert lease(store, project_id, "judge", "ada", 1.0) is not None
    assert lease(store, project_id, "answer", "ada", 1.0) is not None


def test_a_late_response_is_refused_where_another_has_the_place(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob")
    add(store, project_id, judge("a"))
    late = lease(store, project_id, "judge", "ada", 0.0)
    assert late is not None
    assert lease(store, project_id, "judge", "bob", LEASE + 1.0) is not None
    with pytest.raises(Refused, match="somebody else"):
        respond(store, late.assignment.id, "ada", "{}", LEASE + 2.0, nothing)
    with pytest.raises(Refused, match="somebody else"):
        touch(store, late.assignment.id, "ada", LEASE + 2.0)


def test_a_late_response_counts_while_the_place_is_free(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob")
    add(store, project_id, judge("a"))
    late = lease(store, project_id, "judge", "ada", 0.0)
    assert late is not None
    assert respond(store, late.assignment.id, "ada", "{}", LEASE + 1.0, nothing)
    assert lease(store, project_id, "judge", "bob", LEASE + 2.0) is None


def test_a_response_that_is_sent_ten_times_at_once_counts_once(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada")
    add(store, project_id, judge("a"))
    mine = lease(store, project_id, "judge", "ada", 0.0)
    assert mine is not None
    followed: list[str] = []

    def then(connection: Connection, done: Work) -> None:
        followed.append(done.assignment.state)

    said = at_once([lambda: respond(store, mine.assignment.id, "ada", "{}", 1.0, then) for _ in range(10)])
    assert sorted(map(str, said)) == ["False"] * 9 + ["True"]
    assert followed == ["done"]


def test_a_response_whose_consequence_fails_is_not_recorded(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada")
    add(store, project_id, judge("a"))
    mine = lease(store, project_id, "judge", "ada", 0.0)
    assert mine is not None

    def refuse(connection: Connection, done: Work) -> None:
        raise Refused("No.")

    with pytest.raises(Refused):
        respond(store, mine.assignment.id, "ada", "{}", 1.0, refuse)
    assert work(store, mine.assignment.id, "ada").assignment.state == "leased"
    assert respond(store, mine.assignment.id, "ada", "{}", 1.0, nothing)


def test_a_decided_item_asks_nobody_more_and_takes_what_its_holder_says(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob", "eve")
    [id] = add(store, project_id, judge("a", places=3))
    mine = lease(store, project_id, "judge", "ada", 0.0)
    assert mine is not None
    with writing(store.engine) as connection:
        decide(connection, id)
    assert lease(store, project_id, "judge", "bob", 1.0) is None
    told: list[bool] = []
    assert respond(store, mine.assignment.id, "ada", "{}", 2.0, lambda _, done: told.append(done.item.decided))
    assert told == [True]
    with store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(responses)) == 1


def test_another_s_work_is_not_there(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob")
    add(store, project_id, judge("a"))
    mine = lease(store, project_id, "judge", "ada", 0.0)
    assert mine is not None
    id = mine.assignment.id
    for ask in (
        lambda: work(store, id, "bob"),
        lambda: touch(store, id, "bob", 1.0),
        lambda: respond(store, id, "bob", "{}", 1.0, nothing),
        lambda: finish(store, id, "bob", 1.0),
        lambda: release(store, id, "bob", 1.0),
        lambda: work(store, "no such", "bob"),
    ):
        with pytest.raises(NotThere):
            ask()
    assert work(store, id, "ada").assignment == mine.assignment


def test_time_at_work_counts_no_more_than_fifteen_seconds_without_a_sign_of_life(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada")
    add(store, project_id, judge("a"))
    mine = lease(store, project_id, "judge", "ada", 0.0)
    assert mine is not None
    id = mine.assignment.id
    assert touch(store, id, "ada", 4.0).assignment.spent == 4
    assert touch(store, id, "ada", 104.0).assignment.spent == 19
    assert touch(store, id, "ada", 104.5).assignment.spent == 19.5
    assert touch(store, id, "ada", 106.0).assignment.spent == 21
    assert touch(store, id, "ada", 90.0).assignment.spent == 21
    assert touch(store, id, "ada", 107.0).assignment.expires == 107.0 + LEASE
    finish(store, id, "ada", 108.0)
    assert touch(store, id, "ada", 200.0).assignment.spent == 23


def test_a_released_place_is_free_and_its_item_does_not_come_back_by_chance(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob")
    add(store, project_id, judge("a"))
    mine = lease(store, project_id, "judge", "ada", 0.0)
    assert mine is not None
    release(store, mine.assignment.id, "ada", 1.0)
    for late in (1.5, 9.0):
        with pytest.raises(Refused, match="left this one"):
            touch(store, mine.assignment.id, "ada", late)
    assert lease(store, project_id, "judge", "ada", 2.0) is None
    assert lease(store, project_id, "judge", "bob", 2.0) is not None
    with pytest.raises(Refused):
        lease_item(store, mine.item.id, "ada", 3.0)


def test_an_author_goes_back_and_forth(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob")
    first, second = add(store, project_id, *(NewItem("write", f"{n}", f'"{n}"', 1, key=f"{n}") for n in range(2)))
    begun = lease_item(store, first, "ada", 0.0)
    finish(store, begun.assignment.id, "ada", 5.0)
    lease_item(store, second, "ada", 5.0)
    again = lease_item(store, first, "ada", 100.0)
    assert (again.assignment.id, again.assignment.state, again.assignment.spent) == (begun.assignment.id, "leased", 5)
    with pytest.raises(Refused):
        lease_item(store, first, "bob", 101.0)
    states = [(item.id, mine and mine.state) for item, mine in items_for(store, project_id, "ada")]
    assert states == [(first, "leased"), (second, "leased")]
    assert [mine for _, mine in items_for(store, project_id, "bob")] == [None, None]


def test_who_opens_an_item_again_and_again_gains_no_time(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada")
    [id] = add(store, project_id, NewItem("write", "one", '"one"', 1, key="one"))
    spent = [lease_item(store, id, "ada", now).assignment.spent for now in (1.0, 11.0, 21.0, 1000.0)]
    assert spent == [0, 10, 20, 35]


def test_looking_at_what_is_finished_does_not_open_it_again(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada")
    [id] = add(store, project_id, NewItem("write", "one", '"one"', 1, key="one"))
    finish(store, lease_item(store, id, "ada", 2.0).assignment.id, "ada", 5.0)
    looked = lease_item(store, id, "ada", 10.0, is_looking=True)
    assert (looked.assignment.state, looked.assignment.ended) == ("done", 5.0)
    assert work(store, looked.assignment.id, "ada") == looked
    assert lease_item(store, id, "ada", 11.0).assignment.state == "leased"


def test_looking_takes_no_place_and_no_time_until_the_first_sign_of_life(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob")
    [id] = add(store, project_id, NewItem("write", "one", '"one"', 1, key="one"))
    looked = lease_item(store, id, "ada", 1.0, is_looking=True)
    assert lease_item(store, id, "ada", 500.0, is_looking=True).assignment.state == looked.assignment.state == "looked"
    assert own_progress(store, project_id, "write", "ada", 500.0).left == 1
    assert progress(store, project_id, 500.0)[0].people == ()
    begun = touch(store, looked.assignment.id, "ada", 1000.0).assignment
    assert (begun.state, begun.started, begun.spent, begun.id) == ("leased", 1000.0, 0.0, looked.assignment.id)
    assert touch(store, begun.id, "ada", 1010.0).assignment.spent == 10
    with pytest.raises(Refused, match="Others are at work"):
        lease_item(store, id, "bob", 1011.0, is_looking=True)


def test_who_looks_while_another_begins_cannot_begin(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob")
    [id] = add(store, project_id, NewItem("write", "one", '"one"', 1, key="one"))
    looked = lease_item(store, id, "ada", 1.0, is_looking=True)
    assert lease(store, project_id, "write", "bob", 2.0) is not None
    with pytest.raises(Refused, match="Others are at work"):
        touch(store, looked.assignment.id, "ada", 3.0)
    finish(store, looked.assignment.id, "ada", 4.0)
    assert work(store, looked.assignment.id, "ada").assignment.state == "looked"


def test_what_one_only_looked_at_is_handed_out_to_one_still_and_may_be_skipped(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada")
    [first, second] = add(
        store, project_id, *(NewItem("write", name, f'"{name}"', 1, key=name) for name in ("one", "two"))
    )
    lease_item(store, first, "ada", 1.0, is_looking=True)
    handed = lease(store, project_id, "write", "ada", 20.0)
    assert handed is not None
    assert (handed.item.id, handed.assignment.state, handed.assignment.started) == (first, "leased", 20.0)
    skipped = lease_item(store, second, "ada", 30.0, is_looking=True).assignment
    finish(store, skipped.id, "ada", 60.0)
    done = work(store, skipped.id, "ada").assignment
    assert (done.state, done.spent, done.ended) == ("done", 0.0, 60.0)


def test_what_has_a_response_is_not_opened_again(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada")
    [id] = add(store, project_id, judge("a"))
    mine = lease_item(store, id, "ada", 0.0)
    respond(store, mine.assignment.id, "ada", "{}", 1.0, nothing)
    assert lease_item(store, id, "ada", 2.0).assignment.state == "done"


def test_a_closed_project_hands_out_nothing_and_takes_what_is_in_hands(store: Store) -> None:
    project_id = project_in(store)
    join(store, "ada", "bob")
    add(store, project_id, judge("a", places=2))
    mine = lease(store, project_id, "judge", "ada", 0.0)
    assert mine is not None
    close_project(store, project_id, 1.0)
    with pytest.raises(Refused, match="closed"):
        lease(store, project_id, "judge", "bob", 2.0)
    with pytest.raises(Refused, match="closed"):
        lease_item(store, mine.item.id, "bob", 2.0)
    assert lease(store, project_id, "judge", "ada", 2.0) is not None
    assert lease_item(store, mine.item.id, "ada", 2.0).assignment.id == mine.assignment.id
    assert respond(store, mine.assignment.id, "ada", "{}", 3.0, nothing)
    reopen_project(store, project_id)
    assert lease(store, project_id, "judge", "bob", 4.0) is not None


def test_a_project_that_does_not_exist_is_not_there(store: Store) -> None:
    with pytest.raises(NotThere):
        lease(store, "none", "judge", "ada", 0.0)
    with pytest.raises(NotThere):
        lease_item(store, "none", "ada", 0.0)


def test_many_people_carry_a_queue_to_its_end_at_once(store: Store) -> None:
    project_id, names = project_in(store), [f"person {n}" for n in range(8)]
    join(store, *names)
    add(store, project_id, *(judge(f"{n}", places=3) for n in range(10)))

    def do_all(name: str) -> list[str]:
        done = []
        while (one := lease(store, project_id, "judge", name, 1.0)) is not None:
            assert respond(store, one.assignment.id, name, "{}", 2.0, nothing)
            done.append(one.item.payload)
        return done

    found = at_once([lambda name=name: do_all(name) for name in names])
    counts: Counter[str] = Counter()
    for done in found:
        assert isinstance(done, list)
        assert len(done) == len(set(done))
        counts.update(done)
    assert set(counts.values()) == {3}
    assert len(counts) == 10


def test_work_of_a_kind_that_a_project_does_not_have_is_not_added(store: Store) -> None:
    project = project_in(store)
    assert add_work(store, project, [judge("a"), judge("a"), judge("b")], 0.0) == 2
    assert add_work(store, project, [judge("b")], 0.0) == 0
    with pytest.raises(Refused, match="The project 'Trial' has no work of the kind 'fix'"):
        add_work(store, project, [judge("c"), replace(judge("d"), kind="fix")], 0.0)
    assert {item.payload for item, _ in items_for(store, project, "ada", "judge")} == {'"a"', '"b"'}
