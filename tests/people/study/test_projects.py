"""Projects are made with their examples and items, changed within bounds, closed and opened again."""

from dataclasses import replace
from typing import Any

import pytest

from annotation_project import join
from stumper.errors import BadData, BadOption, NotThere, Refused
from stumper.people.projects.project import Settings, close_project, project, projects, reopen_project
from stumper.people.queues.progress import is_stuck, own_progress, progress
from stumper.people.queues.queue import NewItem, add_items, decide, items_for, lease, lease_item, respond
from stumper.people.study.founding import change_settings, make_project
from stumper.people.writing.item import WritePayload
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.values import from_text
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage

EXAMPLES = [
    Example(f"e{n}", Question(f"Who? {n}", Passage("p", "Ada did.")), Gold((Answer("Ada", 0),))) for n in range(30)
]
SETTINGS = Settings("reading", "reading", ("embedded",), ("write",), items=5)


def topics_in(store: Store, project_id: str) -> list[str]:
    """Without the practice item."""
    return [item.topic for item, _ in items_for(store, project_id, "nobody") if item.topic]


def test_a_project_has_its_examples_and_an_item_for_each_that_the_seed_draws(store: Store) -> None:
    made = make_project(store, "  Two  rivers ", SETTINGS, EXAMPLES, "f", 3.0)
    assert made == project(store, made.id)
    assert (made.name, made.settings, made.fingerprint, made.created, made.closed) == (
        "Two rivers", SETTINGS, "f", 3.0, None,
    )  # fmt: skip
    assert len(store.examples("f")) == 30
    topics = topics_in(store, made.id)
    assert len(topics) == 5
    assert topics == [example.id for example in EXAMPLES if example.id in topics]
    payloads = [from_text(WritePayload, item.payload) for item, _ in items_for(store, made.id, "nobody")]
    assert [payload.example_id for payload in payloads] == ["", *topics]
    other = make_project(store, "Two rivers", replace(SETTINGS, seed=2), EXAMPLES, "f", 4.0)
    assert topics_in(store, other.id) != topics
    assert projects(store) == [other, made]


@pytest.mark.parametrize(
    ("task", "kinds", "said"),
    [
        ("reading", ("write", "tag"), "people can write, fix, verify, judge, adjudicate, answer, not tag"),
        ("verification", ("fix",), "people can write, judge, adjudicate, not fix"),
        ("reading", ("sing",), "people can write, fix, verify, judge, adjudicate, answer, not sing"),
        ("reading", (), "Choose at least one kind of work."),
    ],
)
def test_work_that_the_task_has_not_is_refused(store: Store, task: str, kinds: tuple[Any, ...], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        make_project(store, "One", replace(SETTINGS, task=task, kinds=kinds), EXAMPLES, "f", 0.0)
    assert projects(store) == []


def test_the_practice_item_is_opened_by_itself_and_counts_for_nothing(store: Store) -> None:
    join(store, "ada", "bob")
    made = make_project(store, "One", replace(SETTINGS, items=1, authors=1), EXAMPLES, "f", 0.0)
    practice = items_for(store, made.id, "ada")[0][0]
    assert (practice.topic, from_text(WritePayload, practice.payload).example_id) == ("", "")
    for name in ("ada", "bob"):
        lease_item(store, practice.id, name, 0.0)
    [queue] = progress(store, made.id, 1.0)
    assert (queue.items, queue.leased, queue.people) == (1, 0, ())
    assert own_progress(store, made.id, "write", "ada", 1.0).left == 1
    held = lease(store, made.id, "write", "ada", 1.0)
    assert held is not None
    assert held.item.topic != ""
    assert lease(store, made.id, "write", "bob", 1.0) is None


def test_work_that_was_taken_out_of_the_settings_is_not_handed_out_but_what_is_begun_is(store: Store) -> None:
    made = make_project(store, "Judging", replace(SETTINGS, kinds=("judge", "write")), EXAMPLES, "f", 0.0)
    join(store, "ada", "bob")
    with writing(store.engine) as connection:
        [first, _] = add_items(
            connection, made.id, [NewItem("judge", f"t{n}", f'"{n}"', 1, key=f"t{n}") for n in range(2)], 0.0
        )
        add_items(connection, made.id, [NewItem("adjudicate", "t0", '"0"', 1, key="t0")], 0.0)
    begun = lease(store, made.id, "judge", "ada", 1.0)
    assert begun is not None
    change_settings(store, made.id, made.name, replace(made.settings, kinds=("write",)), 2.0)
    assert lease(store, made.id, "judge", "ada", 3.0) is not None
    for act in (
        lambda: lease(store, made.id, "judge", "bob", 3.0),
        lambda: lease(store, made.id, "adjudicate", "bob", 3.0),
        lambda: lease_item(store, first, "bob", 3.0),
    ):
        with pytest.raises(Refused, match="no longer has work of this kind"):
            act()
    change_settings(store, made.id, made.name, replace(made.settings, kinds=("judge",)), 4.0)
    assert lease(store, made.id, "adjudicate", "bob", 5.0) is not None


def test_work_that_nobody_there_can_be_handed_is_stuck(store: Store) -> None:
    join(store, "ada", "bob")
    made = make_project(store, "Judging", replace(SETTINGS, kinds=("judge",)), EXAMPLES, "f", 0.0)
    assert not is_stuck(store, made.id, "judge", [], 1.0)
    with writing(store.engine) as connection:
        add_items(connection, made.id, [NewItem("judge", "t", '"a"', 1, ("ada",), key="t")], 0.0)
    assert is_stuck(store, made.id, "judge", [], 1.0)
    assert is_stuck(store, made.id, "judge", ["ada"], 1.0)
    assert not is_stuck(store, made.id, "judge", ["ada", "bob"], 1.0)


def test_a_project_without_writing_begins_with_empty_queues(store: Store) -> None:
    made = make_project(store, "Judging", replace(SETTINGS, kinds=("judge",), victims=()), EXAMPLES, "f", 3.0)
    assert items_for(store, made.id, "nobody") == []
    assert progress(store, made.id, 4.0) == []


def test_as_many_authors_write_on_an_item_as_the_settings_say(store: Store) -> None:
    join(store, "ada", "bob", "eve")
    made = make_project(store, "Two", replace(SETTINGS, authors=2, items=1), EXAMPLES, "f", 0.0)
    assert lease(store, made.id, "write", "ada", 1.0) is not None
    assert lease(store, made.id, "write", "bob", 1.0) is not None
    assert lease(store, made.id, "write", "eve", 1.0) is None
    change_settings(store, made.id, "Two", replace(made.settings, authors=None), 2.0)
    assert lease(store, made.id, "write", "eve", 2.0) is not None


def test_changed_settings_hold_and_give_writing_its_items(store: Store) -> None:
    made = make_project(store, "Judging", replace(SETTINGS, kinds=("judge",)), EXAMPLES, "f", 3.0)
    store.put_examples("f", [replace(example, id=f"{example.id}-people-1") for example in EXAMPLES])
    wanted = replace(made.settings, kinds=("judge", "write"), timer=None, instructions="# Do\n")
    changed = change_settings(store, made.id, "Both", wanted, 4.0)
    assert changed == project(store, made.id)
    assert (changed.name, changed.settings) == ("Both", wanted)
    other = make_project(store, "Writing", SETTINGS, EXAMPLES, "f", 3.0)
    assert topics_in(store, made.id) == topics_in(store, other.id)
    change_settings(store, made.id, "Both", wanted, 5.0)
    assert len(topics_in(store, made.id)) == 5


@pytest.mark.parametrize("change", [{"dataset": "other"}, {"seed": 9}, {"items": 6}, {"task": "verification"}])
def test_what_a_project_is_about_stays(store: Store, change: dict[str, object]) -> None:
    made = make_project(store, "Two", SETTINGS, EXAMPLES, "f", 0.0)
    with pytest.raises(Refused):
        change_settings(store, made.id, "Two", replace(SETTINGS, **change), 1.0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"kinds": ()},
        {"kinds": ("sing",)},
        {"victims": ()},
        {"timer": 3},
        {"items": 0},
        {"authors": 0},
        {"approvals": 4},
        {"double_share": 1.5},
        {"fixers": 20_000},
        {"instructions": "x" * 50_001},
    ],
)
def test_settings_that_cannot_be_used_are_refused(store: Store, change: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        make_project(store, "Two", replace(SETTINGS, **change), EXAMPLES, "f", 0.0)  # type: ignore[arg-type]
    assert projects(store) == []


@pytest.mark.parametrize("name", ["", "  ", "x" * 101, "a\x00b"])
def test_a_project_needs_a_name(store: Store, name: str) -> None:
    with pytest.raises(BadOption):
        make_project(store, name, SETTINGS, EXAMPLES, "f", 0.0)


def test_a_data_set_without_examples_is_refused(store: Store) -> None:
    with pytest.raises(BadOption):
        make_project(store, "Two", SETTINGS, [], "f", 0.0)


def test_a_closed_project_opens_again(store: Store) -> None:
    made = make_project(store, "Two", SETTINGS, EXAMPLES, "f", 0.0)
    close_project(store, made.id, 7.0)
    assert project(store, made.id).closed == 7
    reopen_project(store, made.id)
    assert project(store, made.id).closed is None


def test_a_project_that_was_never_made_is_not_there(store: Store) -> None:
    for ask in (
        lambda: project(store, "none"),
        lambda: close_project(store, "none", 1.0),
        lambda: change_settings(store, "none", "Two", SETTINGS, 1.0),
    ):
        with pytest.raises(NotThere):
            ask()


def test_progress_says_what_is_done_held_and_left(store: Store) -> None:
    join(store, "ada", "bob")
    made = make_project(store, "Two", replace(SETTINGS, kinds=("judge", "write"), lease=60), EXAMPLES, "f", 0.0)
    new = [NewItem("judge", f"t{n}", f'"{n}"', 1, key=f"t{n}") for n in range(4)] + [
        NewItem("judge", "t3", '"again"', 1, key="again")
    ]
    with writing(store.engine) as connection:
        ids = add_items(connection, made.id, new, 0.0)
        decide(connection, ids[0])
    for id, name in [(ids[1], "ada"), (ids[2], "bob"), (ids[3], "ada")]:
        held = lease_item(store, id, name, 0.0)
        if id == ids[1]:
            respond(store, held.assignment.id, name, "{}", 10.0, lambda *_: None)
    unwritten, judging = progress(store, made.id, 30.0)
    assert (unwritten.kind, unwritten.items, unwritten.places, unwritten.untouched) == ("write", 5, None, 5)
    assert (judging.items, judging.decided, judging.complete, judging.untouched) == (5, 1, 2, 2)
    assert (judging.places, judging.done, judging.leased, judging.expired) == (5, 1, 2, 0)
    ada, bob = judging.people
    assert (ada.name, ada.done, ada.leased, ada.spent, ada.seen) == ("ada", 1, 1, 10, 10)
    assert (bob.name, bob.done, bob.leased) == ("bob", 0, 1)
    late = progress(store, made.id, 100.0)[1]
    assert (late.leased, late.expired) == (0, 2)
    ada_s = own_progress(store, made.id, "judge", "ada", 30.0)
    assert (ada_s.done, ada_s.left) == (1, 1)
    bob_s = own_progress(store, made.id, "judge", "bob", 100.0)
    assert (bob_s.done, bob_s.left) == (0, 2)


def test_a_text_that_is_too_long_to_be_put_to_a_model_is_no_item(store: Store) -> None:
    long = Example("long", Question("Who?", Passage("p", "Ada did. " * 3000)), Gold((Answer("Ada", 0),)))
    made = make_project(store, "Long", replace(SETTINGS, items=None), [long, EXAMPLES[0]], "f", 1.0)
    assert topics_in(store, made.id) == ["e0"]
    with pytest.raises(BadData, match="more than 20,000 characters"):
        make_project(store, "Longer", SETTINGS, [long], "g", 2.0)
