"""Tossups, mended sentences and what machines made, among the examples of a project and out of them again."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy import select, update

from annotation_project import EXAMPLES, YES, ask, handed, project_in, settings
from match_rooms import QUICK
from stumper.errors import Refused
from stumper.identity import perturbation_id
from stumper.people.annotating.answering import ask_about_runs
from stumper.people.annotating.filling import fill_from_runs
from stumper.people.annotating.tagging import Tags, tag
from stumper.people.annotating.verifying import candidates, vote
from stumper.people.examples import catalogue
from stumper.people.examples.acts import Actor, restore, take_back
from stumper.people.examples.browsing import Made, View, browse
from stumper.people.examples.catalogue import catch_up
from stumper.people.examples.files import rows_of, write_set
from stumper.people.examples.one import whole
from stumper.people.matches.log import Log
from stumper.people.matches.moves import Move
from stumper.people.matches.packets import Packet, of_project
from stumper.people.matches.rooms import open_room
from stumper.people.matches.state import LEAD
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, composing, desk_of
from stumper.people.projects.runs_to_use import own_runs
from stumper.people.queues.queue import lease
from stumper.people.study import exports
from stumper.people.study.human_scores import human_answers
from stumper.people.study.played import play_in_project, played_in
from stumper.people.study.setting_aside import put_aside
from stumper.people.study.tossup_exports import tag_rows, tossup_rows
from stumper.people.study.tossup_results import tossup_results
from stumper.people.writing.asking import Listener
from stumper.people.writing.submitting_composed import Sent, submit_tossup
from stumper.runs.plan import Plan, to_json
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import items, made_answers
from stumper.table import of_runs
from stumper.types import Attempt, Candidate, Edit, Guess, Perturbation, Prediction, Verdict
from tossups import QUESTION, Newsroom, newsroom

BY = Actor("mod", 900.0, moderates=True)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with Store.open(database) as opened:
        yield opened


def seen(store: Store, project: Project, view: View = View()) -> list[Made]:
    catch_up(store, project)
    return list(browse(store, project, view).examples)


def moderator(store: Store) -> Actor:
    from stumper.people.accounts.account import register

    return replace(BY, person_id=register(store, "Mo", None, 0.0).id)


@pytest.fixture
def room(store: Store) -> Iterator[Newsroom]:
    """A tossup that one machine met, and that was tagged."""
    made = newsroom(store)
    held = made.begin()
    made.write(held, QUESTION)
    work, desk = desk_of(made.project.settings), made.desks["scripted"]
    gold = composing(made.project.settings).gold("Ada Thorn")
    listeners = {"scripted": Listener(desk, work, gold, held.assignment.person_id)}
    submitted = submit_tossup(store, made.project, held, Sent("s", QUESTION), [], 120.0, listeners)
    assert submitted.id is not None
    tagging = lease(store, made.project.id, "tag", made.people[2].id, 130.0)
    assert tagging is not None
    tag(store, tagging.assignment.id, made.people[2].id, Tags(("logic",)), 140.0)
    yield made
    made.close()


def test_a_tossup_stands_once_with_its_machine_and_its_category(room: Newsroom) -> None:
    [one] = seen(room.store, room.project)
    assert (one.source, one.text, one.types) == ("tossup", QUESTION, ("History",))
    assert [answer.model for answer in one.answers] == ["scripted"]


def test_a_tossup_that_is_rejected_leaves_results_files_packets_tags_and_what_was_played(room: Newsroom) -> None:
    store, project = room.store, room.project
    clock = [1000.0]
    opened = open_room(store, project, "Final", QUICK, Packet(of_project(store, project)), room.people[0].id, 1000.0)
    log = Log(store, opened)
    person = room.people[1].id
    log.play(Move("sit", "1", side="a"), person, None, lambda: clock[0])
    log.play(Move("begin", "2"), room.people[0].id, None, lambda: clock[0])
    clock[0] += LEAD + 0.25
    log.play(Move("buzz", "3", tossup=0), person, 0.0, lambda: clock[0])
    log.play(Move("answer", "4", text="Ada Thorn"), person, 0.0, lambda: clock[0])
    log.play(Move("finish", "5"), room.people[0].id, None, lambda: clock[0])

    def counted() -> list[int]:
        stored = played_in(store)
        rows = len(of_runs(store, list(own_runs(store, project))))
        return [tossup_results(store, project).submitted, len(tossup_rows(store, project)), rows,
                len(tag_rows(store, project)), len(of_project(store, project)), len(stored.buzzes),
                len(stored.composed), play_in_project(store, project).buzzes]  # fmt: skip

    assert counted() == [1] * 8
    [one] = seen(store, project)
    take_back(store, project, one.id, by := moderator(store), "It is a copy.")
    assert counted() == [0] * 8
    assert seen(store, project) == []
    restore(store, project, one.id, by)
    assert counted() == [1] * 8


def test_a_tossup_that_was_submitted_again_meanwhile_counts_again_only_when_that_one_is_taken_back(
    room: Newsroom,
) -> None:
    store, project, by = room.store, room.project, moderator(room.store)
    [first] = seen(store, project)
    take_back(store, project, first.id, by, "It is a copy.")
    held = room.begin(key="k2")
    room.write(held, QUESTION)
    again = submit_tossup(store, project, held, Sent("t", QUESTION, "I wrote both."), [], 220.0).id
    assert again is not None
    with pytest.raises(Refused, match="submitted again meanwhile, and counts once"):
        restore(store, project, first.id, by)
    assert [one.id for one in seen(store, project)] == [again]
    take_back(store, project, again, by, "The first stays.")
    restore(store, project, first.id, by)
    assert [one.id for one in seen(store, project)] == [first.id]


@pytest.fixture
def trial(store: Store) -> Project:
    return project_in(store, settings(verifiers=1, approvals=1, sample=10, answerers=1))


def approve(store: Store, project: Project, sentence: str) -> None:
    ask(store, project, sentence, "ada")
    vote(store, handed(store, project, "verify", "ben").assignment.id, "ben", YES, 2.0)


def test_a_mended_sentence_is_told_by_its_votes_and_leaves_the_approved_when_rejected(
    store: Store, trial: Project
) -> None:
    approve(store, trial, "Jeff Dean lit a lamp.")
    ask(store, trial, "Jeff Dean lit two lamps.", "ada", raw=1)
    newest, oldest = seen(store, trial)
    assert [(one.source, one.judgements, one.verdict) for one in (oldest, newest)] == [
        ("sentence", 1, "correct"),
        ("sentence", 0, "unjudged"),
    ]
    [approved] = candidates(store, trial)
    take_back(store, trial, newest.id, by := moderator(store), "Not a lamp.")
    assert [one.id for one in candidates(store, trial)] == [approved.id]
    assert lease(store, trial.id, "verify", "cy", 5.0) is None
    take_back(store, trial, oldest.id, by, "Nor this.")
    assert candidates(store, trial) == ()
    assert exports.votes(store, trial) == []
    restore(store, trial, oldest.id, by)
    assert [one.id for one in candidates(store, trial)] == [approved.id]


def test_a_sentence_that_was_voted_on_asks_nobody_when_it_counts_again_whatever_was_decided_anew_meanwhile(
    store: Store, trial: Project
) -> None:
    approve(store, trial, "Jeff Dean lit a lamp.")
    [one] = seen(store, trial)
    add_member(store, trial.id, "cy", "annotator", 2.0)
    take_back(store, trial, one.id, by := moderator(store), "Not a lamp.")
    put_aside(store, trial.id, "cy", "guessing", by.person_id, 3.0)
    restore(store, trial, one.id, by)
    with store.engine.connect() as connection:
        decided = connection.scalars(select(items.c.decided).where(items.c.kind == "verify")).all()
    assert decided == [True]


def attack(store: Store, project: Project) -> str:
    """A machine's run on two of the project's questions; its id."""
    plan = Plan("reading", project.fingerprint, "embedded", None, "add-one", (), "f1_zero", 1)
    store.put_plan(plan.id, to_json(plan), project.fingerprint)
    attempts = []
    for example in EXAMPLES[:2]:
        context = replace(example.query.context, text=example.query.context.text + " Jeff Dean sang.")
        edit = Edit("context", len(context.text), len(context.text), " Jeff Dean sang.", "distraction", "rule")
        made = Perturbation(example.id, replace(example.query, context=context), example.gold, (edit,))
        said = Verdict(Prediction((Guess("Jeff Dean", 0.9, 0),), 0.9), 0.0, 0.1, True)
        attempts.append(Attempt(plan.id, example.id, "add-one", "embedded", "succeeded", said, said, made, 2, ()))
    store.put_attempts(attempts)
    return plan.id


def test_what_machines_made_stands_here_once_work_came_of_their_run(store: Store, trial: Project) -> None:
    run_id = attack(store, trial)
    assert seen(store, trial) == []
    assert fill_from_runs(store, trial, "judge", [run_id], 1.0) == 2
    found = seen(store, trial)
    assert [(one.source, one.author, one.types) for one in found] == [("machine", "", ("distraction",))] * 2
    assert [answer.outcome for answer in found[0].answers] == ["succeeded"]


def attack_that_lost_a_query(store: Store, project: Project) -> str:
    """A machine's run on one of the project's questions, which fooled beside an error in another variant; its id."""
    plan = Plan("reading", project.fingerprint, "embedded", None, "add-some", (), "f1_zero", 1)
    store.put_plan(plan.id, to_json(plan), project.fingerprint)
    example, made = EXAMPLES[0], []
    for text in (" Jeff Dean sang.", " Jeff Dean ran."):
        context = replace(example.query.context, text=example.query.context.text + text)
        edit = Edit("context", len(context.text), len(context.text), text, "distraction", "rule")
        made.append(Perturbation(example.id, replace(example.query, context=context), example.gold, (edit,)))
    right = Verdict(Prediction((Guess(example.gold.answers[0].text, 0.9, 0),), 0.9), 1.0, 0.9, False)
    fooled = Verdict(Prediction((Guess("Jeff Dean", 0.9, 0),), 0.9), 0.0, 0.1, True)
    tried = (Candidate(made[0], fooled), Candidate(made[1], Verdict(None, None, None, fault="upstream")))
    store.put_attempts([Attempt(plan.id, example.id, "add-some", "embedded", "errored", right, fooled, made[0], 3, (),
                                "upstream", candidates=tried)])  # fmt: skip
    return plan.id


def test_an_attempt_that_fooled_beside_an_error_is_shown_as_reports_count_it(store: Store, trial: Project) -> None:
    fill_from_runs(store, trial, "judge", [attack_that_lost_a_query(store, trial)], 1.0)
    [one] = seen(store, trial, View(outcome=("succeeded",)))
    assert [answer["outcome"] for answer in rows_of([one], with_answers=True)[0]["models"]] == ["succeeded"]  # type: ignore[index, union-attr]
    facets = browse(store, trial, View()).facets
    assert [(value.value, value.examples) for value in facets["outcome"]] == [("succeeded", 1)]
    [of_model] = whole(store, trial, one.id, "mo", moderates=True).models
    assert (of_model.outcome, of_model.reason) == ("succeeded", None)


def test_an_outcome_that_an_earlier_version_listed_as_it_was_recorded_is_corrected(
    store: Store, trial: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_from_runs(store, trial, "judge", [attack_that_lost_a_query(store, trial)], 1.0)
    with monkeypatch.context() as earlier:
        earlier.setattr(catalogue, "FORMAT", 1)
        assert len(seen(store, trial)) == 1
        with writing(store.engine) as connection:
            connection.execute(update(made_answers).values(outcome="errored"))
        assert len(seen(store, trial, View(outcome=("errored",)))) == 1
    assert len(seen(store, trial, View(outcome=("succeeded",)))) == 1


def test_how_sure_a_model_is_of_the_right_answer_is_by_the_projects_goal_whatever_the_attacks(
    store: Store, trial: Project
) -> None:
    fill_from_runs(store, trial, "judge", [attack(store, trial)], 1.0)  # its own goal says 0.1
    [of_model] = whole(store, trial, seen(store, trial)[0].id, "mo", moderates=True).models
    assert of_model.after is not None
    assert (of_model.before.answer, of_model.before.right, of_model.after.right) == ("Jeff Dean", 0.0, 0.0)


def test_what_a_machine_made_leaves_the_projects_queues_and_figures_and_stays_in_its_run(
    store: Store, trial: Project, tmp_path
) -> None:
    run_id = attack(store, trial)
    fill_from_runs(store, trial, "judge", [run_id], 1.0)
    ask_about_runs(store, trial, [run_id], 1.0)
    one = seen(store, trial)[0]
    take_back(store, trial, one.id, moderator(store), "It still holds.")
    assert len(exports.judgements(store, trial)) == 0
    first = lease(store, trial.id, "judge", "ada", 2.0)
    assert first is not None
    assert first.item.topic != one.id
    assert [len(asked.variants) for asked in human_answers(store, trial)].count(1) == 1
    assert fill_from_runs(store, trial, "judge", [run_id], 3.0) == 0
    assert fill_from_runs(store, trial, "answer", [run_id], 3.0) == 0
    assert len(store.attempts(run_id)) == 2
    kept = seen(store, trial)
    write_set(store, trial, [one, *kept], tmp_path / "set.json")
    assert perturbation_id(store.attempts(run_id)[0].perturbation) in {kept[0].id, one.id}  # type: ignore[arg-type]
    assert (tmp_path / "set.json").read_text(encoding="utf-8").count("Jeff Dean sang.") == 1
