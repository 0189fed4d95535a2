"""What fools the model is kept once, in the runs that reports read; what does not is an attempt."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier, Event
from time import monotonic, sleep
from typing import Any

import pytest
from sqlalchemy import Connection, Row, select

from authoring import PARAGRAPH, Authoring, answers, authoring
from knowing import Knowing
from report_figures import figures
from stumper.errors import Refused
from stumper.identity import perturbation_id
from stumper.people.accounts.account import register
from stumper.people.annotating.drawing import makers
from stumper.people.examples.acts import Actor, restore, restore_within, retag, take_back, withdraw_within
from stumper.people.examples.catalogue import catch_up
from stumper.people.projects.taken_back import is_asked
from stumper.people.queues.item import Work
from stumper.people.queues.progress import progress
from stumper.people.queues.queue import lease, touch
from stumper.people.study.attempts import successes
from stumper.people.writing import submitting
from stumper.people.writing.drafts import Change, Document, changes, replayed, save_draft
from stumper.people.writing.item import example_of, seconds_left
from stumper.people.writing.patience import Unanswered, Waiting
from stumper.people.writing.runs import people_plan
from stumper.people.writing.submissions import place_of_fooling, submissions
from stumper.people.writing.submitting import Pressed, Receipt, Restating, Writing, predict, submit
from stumper.people.writing.tries import Counts, counts, presses
from stumper.reports import build_report
from stumper.runs.desk import Leaving
from stumper.store import Store
from stumper.store.connection import rows_of
from stumper.store.people_schema import items
from stumper.types import Attempt, Judgement, Prediction, Query

FOOLING = "Mary Bell saw it. " + PARAGRAPH
FOOLING_PRESS = Pressed("k", FOOLING)
HARMLESS = "So it was: " + PARAGRAPH


def at(room: Authoring, place: int = 0, author: int = 0, held: Work | None = None) -> Writing:
    held = held or room.item(place, author)
    return Writing(room.store, room.desks, room.project, held, example_of(room.store, room.project, held.item))


def attempts(room: Authoring, victim: str = "scripted") -> list[Attempt]:
    return room.store.attempts(people_plan(room.project, room.desks[victim]).id)


def test_what_fools_the_model_is_an_instance_of_the_run_against_each_victim(store: Store) -> None:
    room = authoring(store, victims=("scripted", "other"))
    done = submit(at(room), Pressed("k", FOOLING, attack_types=("distract",)), 110.0)
    assert (done.number, done.refusal) == (1, None)
    for victim in ("scripted", "other"):
        [attempt] = attempts(room, victim)
        assert (attempt.example_id, attempt.adversary, attempt.victim) == ("q1-people-1", "people", victim)
        assert attempt.outcome == "succeeded"
        assert attempt.perturbation == done.said.perturbation
        assert [edit.kind for edit in attempt.perturbation.edits] == ["distract"]
    room.close()


def test_whoever_fools_the_model_on_an_item_is_told_which_one_they_are(store: Store) -> None:
    room = authoring(store)
    held = at(room).held

    def place(person: str) -> int:
        return place_of_fooling(store, room.project, held.item.id, person)

    assert place(held.assignment.person_id) == place("another") == 1
    submit(at(room, held=held), Pressed("k", FOOLING), 110.0)
    submit(at(room, held=held), Pressed("l", f"{FOOLING} It was so."), 120.0)  # a person counts once
    assert (place(held.assignment.person_id), place("another")) == (1, 2)
    room.close()


def test_a_report_shows_what_people_did_and_judgements_count_at_once(store: Store) -> None:
    room = authoring(store)
    done = submit(at(room), Pressed("k", FOOLING, attack_types=("distract",)), 110.0)
    submit(at(room, 1), Pressed("k", "Mary Bell, 1874! " + PARAGRAPH, attack_types=("garbage",)), 120.0)
    store.put_judgements(
        [Judgement(perturbation_id(done.said.perturbation), "judge", True, True, True, judge="person")]
    )
    report = build_report(store, [people_plan(room.project, room.desks["scripted"]).id])
    [row] = figures(report).rows
    assert (row.names.adversary, row.outcomes.succeeded, row.judges[0].judgements) == ("people", 2, 1)
    assert {kind.kind for kind in figures(report).attack_types} == {"distract", "garbage"}
    room.close()


def test_a_submission_on_what_a_model_was_trained_on_is_in_no_headline_of_that_model(store: Store) -> None:
    room = authoring(store, victims=("scripted", "other"))
    room.desks["other"].victim = Knowing(room.desks["other"].victim, frozenset({"q1"}))
    submit(at(room), Pressed("k", FOOLING), 110.0)
    runs = [people_plan(room.project, room.desks[victim]).id for victim in ("scripted", "other")]
    assert [[attempt.trained_on for attempt in room.store.attempts(run)] for run in runs] == [[False], [True]]
    rows = figures(build_report(store, runs)).rows
    assert [(row.outcomes.succeeded, row.trained_on) for row in rows] == [(1, 0), (0, 1)]
    room.close()


def test_a_claim_with_another_label_is_reported_as_well(store: Store) -> None:
    room = authoring(store, "verification")
    done = submit(at(room), Pressed("k", "A king lit the lighthouse, Ada Thorn.", "SUPPORTS"), 110.0)
    assert done.number == 1
    again = submit(at(room), Pressed("k2", "Ada Thorn surely lit the lighthouse.", "REFUTES"), 110.0)
    assert again.number == 2
    report = build_report(store, [people_plan(room.project, room.desks["scripted"]).id])
    assert figures(report).verification
    assert len(report.examples) == 2
    room.close()


def test_one_press_counts_once_however_often_it_is_sent(store: Store) -> None:
    room = authoring(store)
    here = at(room)
    first, again = (submit(here, Pressed("k", FOOLING), 110.0 + n) for n in range(2))
    assert first.number == again.number == 1
    for _ in range(2):
        predict(here, Pressed("k", HARMLESS), 112.0)
    assert counts(store, here.held.assignment.id) == Counts(predictions=2, submissions=1, fooled=1)
    assert len(attempts(room)) == 1
    room.close()


@pytest.mark.parametrize("other", [Pressed("k", f"{FOOLING} It was so."), Pressed("k", HARMLESS),
                                   replace(FOOLING_PRESS, attack_types=("distract",))])  # fmt: skip
@pytest.mark.parametrize("press", [submit, predict])
def test_a_key_stands_for_one_press_alone(
    store: Store, press: Callable[[Writing, Pressed, float], object], other: Pressed
) -> None:
    room = authoring(store)
    here = at(room)
    press(here, FOOLING_PRESS, 110.0)
    told = counts(store, here.held.assignment.id)
    with pytest.raises(Refused, match="was sent before, with another text, label or kinds of change"):
        press(here, other, 111.0)
    press(here, FOOLING_PRESS, 112.0)
    assert counts(store, here.held.assignment.id) == told
    room.close()


def test_a_press_that_is_sent_again_counts_though_a_moderator_has_changed_its_kinds_meanwhile(store: Store) -> None:
    room, press = authoring(store), Pressed("k", FOOLING, attack_types=("distract",))
    here = at(room)
    made = perturbation_id(submit(here, press, 110.0).said.perturbation)
    catch_up(store, room.project)
    retag(store, room.project, made, Actor(register(store, "Mo", None, 1.0).id, 111.0, moderates=True), ["merge"])
    again = submit(here, press, 112.0)
    assert (again.number, again.refusal) == (1, None)
    with pytest.raises(Refused, match="was sent before"):
        submit(here, replace(press, text=HARMLESS), 113.0)
    room.close()


def test_two_texts_that_are_sent_at_once_with_one_key_are_one_submission_and_one_refusal(store: Store) -> None:
    room = authoring(store)
    here, together = at(room), Barrier(2)

    def sent(text: str) -> int | str:
        together.wait(10)
        try:
            return submit(here, Pressed("k", text), 110.0).number
        except Refused as error:
            return str(error)

    with ThreadPoolExecutor(2) as pool:
        told = list(pool.map(sent, (FOOLING, f"{FOOLING} It was so.")))
    assert sorted(map(type, told), key=str) == [int, str]
    assert len(attempts(room)) == 1
    room.close()


def test_a_text_is_one_attempt_however_often_it_is_pressed(store: Store) -> None:
    room = authoring(store)
    here = at(room)
    predict(here, Pressed("a", FOOLING), 110.0)
    predict(here, Pressed("b", FOOLING), 111.0)
    submit(here, Pressed("c", FOOLING), 112.0)
    assert counts(store, here.held.assignment.id) == Counts(predictions=1, submissions=1, fooled=1)
    room.close()


@pytest.mark.parametrize("since", [{"spent": 1000.0}, {"state": "done"}])
def test_what_was_counted_in_time_is_told_to_who_sends_it_again_later(store: Store, since: dict[str, object]) -> None:
    room = authoring(store)
    here = at(room)
    submit(here, Pressed("k", FOOLING), 110.0)
    predict(here, Pressed("k", HARMLESS), 111.0)
    late = replace(here, held=replace(here.held, assignment=replace(here.held.assignment, **since)))
    assert submit(late, Pressed("k", FOOLING), 112.0).number == 1
    assert not predict(late, Pressed("k", HARMLESS), 112.0).is_fooled
    with pytest.raises(Refused):
        submit(late, Pressed("new", FOOLING), 112.0)
    assert counts(store, here.held.assignment.id) == Counts(predictions=2, submissions=1, fooled=1)
    room.close()


def test_a_text_that_somebody_submitted_is_dropped(store: Store) -> None:
    room = authoring(store)
    submit(at(room), Pressed("k", FOOLING), 110.0)
    own = submit(at(room), Pressed("k2", FOOLING), 111.0)
    others = submit(at(room, author=1), Pressed("k", FOOLING), 112.0)
    assert own.refusal == "You have submitted this text before. Change it, and submit again."
    assert others.refusal == "Somebody else has submitted this very text before. Change it, and submit again."
    assert own.number == others.number == 0
    assert [press.is_anothers for press in presses(store, room.project)] == [False, False, True]
    assert len(attempts(room)) == 1
    room.close()


@pytest.mark.parametrize("typed", [FOOLING + " ", "\n" + FOOLING, FOOLING.replace(". ", ".  ", 1), FOOLING + "\u200b",
                                   FOOLING + "\x07", FOOLING + " \u2800", FOOLING + "\U000e01f0"])  # fmt: skip
def test_what_nobody_sees_makes_no_new_text(store: Store, typed: str) -> None:
    room = authoring(store, kinds=("write", "judge"))
    here = at(room)
    predict(here, Pressed("a", typed), 109.0)
    assert submit(here, Pressed("k", FOOLING), 110.0).number == 1
    assert (
        submit(here, Pressed("l", typed), 111.0).refusal
        == "You have submitted this text before. Change it, and submit again."
    )
    assert (submit(at(room, author=1), Pressed("k", typed), 112.0).refusal or "").startswith("Somebody else")
    assert counts(store, here.held.assignment.id) == Counts(predictions=1, submissions=1, fooled=1)
    own = [press for press in presses(store, room.project) if press.person_id == room.authors[0].id]
    assert successes(own).all.n == 1
    assert [row.topic for row in judge_items(room)] == [perturbation_of(room)]
    room.close()


def test_blanks_alone_change_no_original(store: Store) -> None:
    room = authoring(store)
    assert submit(at(room), Pressed("k", f" {PARAGRAPH} "), 110.0).refusal == "Nothing has been changed yet."
    assert presses(store, room.project) == []
    room.close()


CLAIM = "A king lit the lighthouse, Ada Thorn."


def restating(room: Authoring) -> Restating:
    by = Actor(room.authors[0].id, 120.0, moderates=False)

    def withdraw(connection: Connection, id: str) -> None:
        withdraw_within(connection, room.store, room.project, id, by, "")

    def count_again(connection: Connection, id: str) -> None:
        restore_within(connection, room.store, room.project, id, by, "")

    return Restating(lambda: catch_up(room.store, room.project), withdraw, count_again)


def test_the_label_stated_last_of_a_text_takes_the_place_of_the_earlier_one(store: Store) -> None:
    room = authoring(store, "verification", kinds=("write", "judge"))
    here, change = at(room), restating(room)
    for key, label in (("a", "SUPPORTS"), ("b", "NOT ENOUGH INFO"), ("c", "SUPPORTS"), ("d", "NOT ENOUGH INFO")):
        done = submit(here, Pressed(key, CLAIM + " " * (key == "b"), label), 110.0, change)
        assert (done.refusal, done.number > 0) == (None, True)
        [one] = submissions(store, room.project)
        assert one.put.label == label
        [attempt] = attempts(room)
        assert attempt.perturbation is not None
        assert attempt.perturbation.gold.answers[0].text == label
        assert [row.topic for row in judge_items(room)] == [one.perturbation_id]
        assert successes(presses(store, room.project)).all.n == 1
    assert counts(store, here.held.assignment.id) == Counts(predictions=1, submissions=1, fooled=1)
    room.close()


def test_a_text_that_was_judged_keeps_its_label(store: Store) -> None:
    room = authoring(store, "verification", kinds=("write", "judge"))
    here = at(room)
    submit(here, Pressed("a", CLAIM, "SUPPORTS"), 110.0, restating(room))
    [one] = submissions(store, room.project)
    store.put_judgements([Judgement(one.perturbation_id, "judge", True, False, True, judge="person")])
    done = submit(here, Pressed("b", CLAIM, "NOT ENOUGH INFO"), 111.0, restating(room))
    assert done.refusal == "You submitted this text as “Supported”, and it was judged as that. Change the text."
    assert submissions(store, room.project) == [one]
    assert successes(presses(store, room.project)).all.n == 1
    room.close()


def labels(room: Authoring, victim: str = "scripted") -> list[str]:
    """What is stated of each text that counts in the run against this victim."""
    made = [attempt.perturbation for attempt in attempts(room, victim)]
    return [one.gold.answers[0].text for one in made if one is not None]


def test_a_label_counts_until_the_next_one_does_though_a_model_keeps_the_author_waiting(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Event()
    gate.set()

    def slow(query: Query) -> Prediction:
        gate.wait(60)
        return answers(query)

    room = authoring(
        store, "verification", victims=("scripted", "other"), says={"other": slow}, kinds=("write", "judge")
    )
    here, change = at(room), restating(room)
    submit(here, Pressed("a", CLAIM, "SUPPORTS"), 110.0, change)
    gate.clear()
    monkeypatch.setattr(submitting, "PATIENCE", 2.0)
    spaced = replace(FOOLING_PRESS, text=CLAIM.replace(" ", "  "), label="NOT ENOUGH INFO")  # asked anew, and one text
    with pytest.raises(Unanswered, match="'other'"):
        submit(here, spaced, 111.0, change)
    assert labels(room) == labels(room, "other") == ["SUPPORTS"]
    monkeypatch.setattr(submitting, "PATIENCE", 60.0)
    gate.set()
    assert submit(here, spaced, 112.0, change).number == 2
    assert labels(room) == labels(room, "other") == ["NOT ENOUGH INFO"]
    room.close()


def test_a_label_counts_until_the_next_one_does_though_the_server_stops(store: Store) -> None:
    room = authoring(store, "verification", victims=("scripted", "other"))
    here, change = at(room), restating(room)
    submit(here, Pressed("a", CLAIM, "SUPPORTS"), 110.0, change)
    room.desks["other"].close()
    with pytest.raises(Refused, match="is being stopped"):
        submit(here, Pressed("b", CLAIM, "NOT ENOUGH INFO"), 111.0, change)
    assert labels(room) == ["SUPPORTS"]
    assert len(submissions(store, room.project)) == 1
    room.close()


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("stated", [("SUPPORTS", "NOT ENOUGH INFO"), ("SUPPORTS", "SUPPORTS")])
def test_of_labels_that_are_sent_at_once_one_counts(store: Store, stated: tuple[str, str], is_first: bool) -> None:
    room = authoring(store, "verification", kinds=("write", "judge"))
    here, change, together = at(room), restating(room), Barrier(2)
    if not is_first:
        submit(
            here,
            Pressed("first", f"{CLAIM} ", "SUPPORTS" if stated[1] != "SUPPORTS" else "NOT ENOUGH INFO"),
            109.0,
            change,
        )

    def pressed(n: int) -> Receipt:
        together.wait(60)
        return submit(here, Pressed(f"{n}", CLAIM, stated[n]), 110.0, change)

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(pressed, (0, 1)))
    assert {one.refusal for one in done} <= {None, "You have submitted this text before. Change it, and submit again."}
    assert any(one.number for one in done)
    assert len(submissions(store, room.project)) == len(labels(room)) == len(judge_items(room)) == 1
    assert successes(presses(store, room.project)).all.n == 1
    room.close()


def test_what_a_later_label_took_the_place_of_counts_again_only_once_that_is_taken_back(store: Store) -> None:
    room = authoring(store, "verification", kinds=("write", "judge"))
    here, change, by = at(room), restating(room), Actor(room.authors[0].id, 120.0, moderates=False)
    submit(here, Pressed("a", CLAIM, "SUPPORTS"), 110.0, change)
    [old] = submissions(store, room.project)
    submit(here, Pressed("b", f"{CLAIM}  ", "NOT ENOUGH INFO"), 111.0, change)
    [new] = submissions(store, room.project)
    catch_up(store, room.project)
    with pytest.raises(Refused, match="This text counts with another label"):
        restore(store, room.project, old.perturbation_id, by)
    with pytest.raises(Refused, match="This text counts with another label"):
        restore(store, room.project, old.perturbation_id, replace(by, moderates=True))
    assert labels(room) == ["NOT ENOUGH INFO"]
    take_back(store, room.project, new.perturbation_id, by, "")
    restore(store, room.project, old.perturbation_id, by)
    assert labels(room) == ["SUPPORTS"]
    room.close()


def test_a_press_that_was_no_submission_is_none_when_it_is_sent_again(store: Store) -> None:
    room = authoring(store)
    here = at(room)
    submit(at(room, author=1), Pressed("k", FOOLING), 109.0)
    submit(here, Pressed("a", f"{FOOLING} It was so."), 110.0)
    assert (submit(here, Pressed("b", FOOLING), 111.0).refusal or "").startswith("Somebody else")
    again = submit(here, Pressed("b", FOOLING), 112.0)
    assert (again.number, again.refusal) == (0, "This was counted already, as an attempt.")
    room.close()


def test_a_press_by_which_an_earlier_label_counts_again_has_its_number_when_it_is_sent_again(store: Store) -> None:
    room = authoring(store, "verification")
    here, change = at(room), restating(room)
    for key, label in (("a", "SUPPORTS"), ("b", "NOT ENOUGH INFO")):
        submit(here, Pressed(key, CLAIM, label), 110.0, change)
    again = [submit(here, Pressed("c", CLAIM, "SUPPORTS"), 111.0 + n, change) for n in range(2)]
    assert [(one.number, one.refusal) for one in again] == [(1, None), (1, None)]
    room.close()


def judge_items(room: Authoring) -> list[Row[Any]]:
    """What judges are asked about."""
    asked = (items.c.project_id == room.project.id) & (items.c.kind == "judge") & is_asked()
    return list(rows_of(room.store.engine, select(items).where(asked)))


def perturbation_of(room: Authoring) -> str:
    [one] = submissions(room.store, room.project)
    return one.perturbation_id


def test_nobody_judges_a_text_that_they_put_to_the_model_themselves(store: Store) -> None:
    room = authoring(store, kinds=("write", "judge"))
    third = replace(FOOLING_PRESS, text="Mary Bell, and nobody else. " + PARAGRAPH)
    submit(at(room), FOOLING_PRESS, 110.0)
    submit(at(room, author=1), FOOLING_PRESS, 111.0)  # a duplicate
    predict(at(room), third, 112.0)
    submit(at(room, author=1), replace(third, key="k3"), 113.0)
    for author in room.authors:
        assert lease(store, room.project.id, "judge", author.id, 120.0) is None
    third_person = register(store, "somebody else", None, 100.0)
    assert lease(store, room.project.id, "judge", third_person.id, 120.0) is not None
    both = frozenset(author.id for author in room.authors)
    assert list(makers(store, room.project).values()) == [both, both]
    room.close()


def test_two_who_submit_the_same_at_once_make_one_instance(store: Store) -> None:
    room = authoring(store)
    places = [at(room, author=author) for author in (0, 1)]

    def pressed(author: int) -> Receipt:
        return submit(places[author], Pressed("k", FOOLING), 110.0)

    with ThreadPoolExecutor(2) as pool:
        assert sorted(done.number for done in pool.map(pressed, (0, 1))) == [0, 1]
    assert len(attempts(room)) == 1
    room.close()


def test_thirty_submissions_at_once_have_thirty_numbers(store: Store) -> None:
    room = authoring(store)
    places = [at(room, author=n % 2) for n in range(30)]

    def pressed(n: int) -> Receipt:
        return submit(places[n], Pressed(f"{n}", f"Mary Bell {n}. {PARAGRAPH}"), 110.0)

    with ThreadPoolExecutor(8) as pool:
        assert all(done.number for done in pool.map(pressed, range(30)))
    assert {attempt.example_id for attempt in attempts(room)} == {f"q1-people-{n}" for n in range(1, 31)}
    room.close()


def test_two_projects_on_one_data_set_keep_their_runs_apart(store: Store) -> None:
    rooms = [authoring(store, name=name) for name in ("One", "Two")]
    for room in rooms:
        assert submit(at(room), Pressed("k", f"Mary Bell. {room.project.name}. {PARAGRAPH}"), 110.0).number == 1
    for room in rooms:
        [attempt] = attempts(room)
        assert attempt.example_id == "q1-people-1"
        room.close()


def test_what_does_not_fool_the_model_is_an_attempt(store: Store) -> None:
    room = authoring(store)
    done = submit(at(room), Pressed("k", HARMLESS), 110.0)
    assert (done.number, done.refusal, done.said.is_fooled) == (0, None, False)
    assert attempts(room) == []
    [press] = presses(store, room.project)
    assert (press.example_id, press.fooled, press.submitted) == ("q1", False, False)
    room.close()


def test_what_breaks_a_constraint_is_never_put_to_the_model(store: Store) -> None:
    room = authoring(store)
    done = submit(at(room), Pressed("k", PARAGRAPH.replace("Ada Thorn", "Somebody")), 110.0)
    assert done.refusal == "The answer 'Ada Thorn' must stay in the paragraph."
    assert done.said.guesses == ()
    [press] = presses(store, room.project)
    assert not press.fooled
    room.close()


def test_an_unchanged_text_is_no_attempt(store: Store) -> None:
    room = authoring(store)
    said = predict(at(room), Pressed("k", PARAGRAPH), 110.0)
    assert [(guess.answer, guess.is_right) for guess in said.guesses] == [("Ada Thorn", True)]
    assert submit(at(room), Pressed("k", PARAGRAPH), 110.0).refusal == "Nothing has been changed yet."
    assert presses(store, room.project) == []
    room.close()


def test_a_model_that_is_wrong_about_the_original_cannot_be_fooled(store: Store) -> None:
    room = authoring(store, "verification")
    here = at(room, 1)
    done = submit(here, Pressed("k", "Tom Thorn was a queen and a king."), 110.0)
    assert done.number == 0
    assert done.refusal is not None
    assert "about the original already" in done.refusal
    [press] = presses(store, room.project)
    assert not press.can_succeed
    assert counts(store, here.held.assignment.id) == Counts(predictions=0, submissions=0, fooled=0)
    room.close()


def test_progress_of_writing_counts_submissions_and_the_time_that_attempts_are_told(store: Store) -> None:
    room = authoring(store)
    here = at(room)
    submit(here, Pressed("a", FOOLING), 103.0)
    submit(here, Pressed("b", f"{FOOLING} It was so."), 103.0)
    [queue] = progress(store, room.project.id, 103.0)
    [ada] = queue.people
    assert (queue.submissions, queue.submitted, queue.items, queue.complete) == (2, 1, 2, 0)
    assert (ada.submissions, ada.spent) == (2, 3.0)
    assert [press.seconds for press in presses(store, room.project)] == [3.0, 3.0]
    [later] = progress(store, room.project.id, 100_000.0)
    assert (later.expired, later.people[0].spent) == (1, 15.0)
    catch_up(store, room.project)
    gone = submissions(store, room.project)[0].perturbation_id
    take_back(store, room.project, gone, Actor(room.authors[0].id, 120.0, moderates=False), "")
    [queue] = progress(store, room.project.id, 103.0)
    assert (queue.submissions, queue.people[0].submissions) == (1, 1)
    room.close()


@pytest.mark.parametrize("silent", ["scripted", "other"])
def test_a_model_that_does_not_answer_is_named_and_nothing_is_lost(
    store: Store, monkeypatch: pytest.MonkeyPatch, silent: str
) -> None:
    monkeypatch.setattr(submitting, "PATIENCE", 2.0)
    gate = Event()

    def slow(query: Query) -> Prediction:
        gate.wait(60)
        return answers(query)

    room = authoring(store, victims=("scripted", "other"), says={silent: slow})
    here, began = at(room), monotonic()
    with pytest.raises(Unanswered, match=f"After 2 seconds the model '{silent}' has not answered yet"):
        submit(here, Pressed("k", FOOLING), 110.0)
    assert monotonic() - began < 30
    gate.set()
    monkeypatch.setattr(submitting, "PATIENCE", 60.0)
    assert submit(here, Pressed("k", FOOLING), 110.0).number == 1
    assert [len(attempts(room, victim)) for victim in ("scripted", "other")] == [1, 1]
    room.close()


def test_what_could_not_be_sent_again_in_time_is_waited_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submitting, "PATIENCE", 0.1)

    def slow(query: Query) -> Prediction:
        sleep(0.3)
        return answers(query)

    room = authoring(store, timer=20, says={"scripted": slow})
    held = room.item()
    for now in (110.0, 120.0):
        held = touch(store, held.assignment.id, room.authors[0].id, now)
    assert submit(at(room, held=held), Pressed("k", FOOLING), 121.0).number == 1
    room.close()


def test_an_author_waits_for_so_long_altogether_however_often_models_are_asked() -> None:
    waiting, gate = Waiting(0.5), Event()

    def slow(leaving: Leaving) -> str:
        leaving.then = gate.set
        gate.wait(60)
        return "late"

    assert waiting.answers({"first": lambda _: "here"}) == ["here"]
    sleep(0.5)
    began = monotonic()
    with pytest.raises(Unanswered, match="'second'"):
        waiting.answers({"second": slow, "third": slow})
    assert monotonic() - began < 0.4


def test_as_one_types_nothing_is_counted(store: Store) -> None:
    room = authoring(store)
    said = predict(at(room), Pressed(None, FOOLING), 110.0)
    assert said.is_fooled
    assert presses(store, room.project) == []
    room.close()


def test_when_the_time_is_up_nothing_is_asked(store: Store) -> None:
    room = authoring(store, timer=20)
    held = room.item()
    for now in (110.0, 120.0):
        held = touch(store, held.assignment.id, room.authors[0].id, now)
    assert seconds_left(room.project.settings, held, 121.0) == 0
    predict(at(room, held=held), Pressed("k", HARMLESS), 121.0)  # was under way when the time ended
    for press in (predict, submit):
        with pytest.raises(Refused, match="time for this item is up"):
            press(at(room, held=held), Pressed("late", FOOLING), 123.0)
    room.close()


def test_a_submission_keeps_what_it_cost_and_its_log_replays_to_it(store: Store) -> None:
    room = authoring(store)
    held = room.item()
    typed = [Change(1, 101.0, 0, "", "Mary saw it. "), Change(2, 102.0, 4, "", " Bell")]
    save_draft(store, held.assignment.id, PARAGRAPH, 0, Document(FOOLING), typed, 103.0)
    submit(at(room, held=held), Pressed("k", FOOLING, attack_types=("distract",)), 110.0)
    [press] = presses(store, room.project)
    assert (press.seconds, press.changes, press.attack_types) == (10.0, 2, ("distract",))
    assert (press.submitted, press.fooled) == (True, True)
    assert replayed(PARAGRAPH, changes(store, held.assignment.id)) == FOOLING
    room.close()


def test_a_project_whose_model_this_server_lacks_says_so(store: Store) -> None:
    room = authoring(store)
    here = Writing(store, {}, room.project, room.item(), example_of(store, room.project, room.item().item))
    with pytest.raises(Refused, match="'scripted'"):
        predict(here, Pressed("k", FOOLING), 110.0)


def test_practice_counts_for_nothing(store: Store) -> None:
    room = authoring(store)
    held = room.item(-1)
    here = at(room, held=held)
    assert here.example.id == "practice"
    text = "Mary Bell came. " + here.example.query.context.text
    assert predict(here, Pressed("k", text), 110.0).fault is None
    assert seconds_left(room.project.settings, held, 1_000.0) is None
    assert submit(here, Pressed("k", text), 1_000.0).refusal is not None  # the scripted model is wrong about it
    assert presses(store, room.project) == []
    room.close()
