"""What is looked through, taken back, settled and tagged anew, and what of it counts then."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from authoring import PARAGRAPH, Authoring, authoring, hears_less
from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts.account import people, register
from stumper.people.accounts.person import code
from stumper.people.annotating.gold import gold_from_settled, gold_of_project, remove_gold
from stumper.people.annotating.judging_work import AdjudicatePayload, Opinion, judge
from stumper.people.examples.acts import Actor, acts_on, comment, restore, retag, settle, take_back
from stumper.people.examples.browsing import Made, View, browse, neighbours, view_of
from stumper.people.examples.catalogue import catch_up
from stumper.people.personal_data import erase, personal_data
from stumper.people.projects.members import add_member
from stumper.people.projects.runs_to_use import own_runs
from stumper.people.queues.queue import items_for, lease
from stumper.people.study import exports
from stumper.people.study.measured import measured
from stumper.people.study.results import results
from stumper.people.study.setting_aside import put_aside
from stumper.people.writing.item import example_of
from stumper.people.writing.submissions import instances, submitted
from stumper.people.writing.submitting import Pressed, Writing, submit
from stumper.store import Store
from stumper.store.values import from_text
from stumper.table import of_runs

FIRST, SECOND = "Mary Bell saw it. " + PARAGRAPH, PARAGRAPH + " Mary Bell was no kin."


def at(room: Authoring, author: int) -> Writing:
    held = room.item(0, author)
    return Writing(room.store, room.desks, room.project, held, example_of(room.store, room.project, held.item))


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with Store.open(database) as opened:
        yield opened


@pytest.fixture
def room(store: Store) -> Iterator[Authoring]:
    """A project of two models, of which both are fooled by the first text, and one by the second, another author's."""
    made = authoring(store, victims=("scripted", "second"), says={"second": hears_less}, kinds=("write", "judge"))
    submit(at(made, 0), Pressed("a", FIRST, attack_types=("distract",)), 110.0)
    submit(at(made, 1), Pressed("b", SECOND, attack_types=("elongate", "distract")), 120.0)
    yield made
    made.close()


@pytest.fixture
def moderator(room: Authoring) -> Actor:
    person = register(room.store, "Mo", None, 100.0)
    add_member(room.store, room.project.id, person.id, "moderator", 100.0)
    return Actor(person.id, 200.0, moderates=True)


def seen(room: Authoring, view: View = View(), only: str | None = None) -> list[Made]:
    catch_up(room.store, room.project)
    return list(browse(room.store, room.project, view, only).examples)


def counts(room: Authoring, facet: str, view: View = View()) -> dict[str, int]:
    catch_up(room.store, room.project)
    found = browse(room.store, room.project, view).facets
    return {one.value: one.examples for one in found.get(facet, ())}


def own(room: Authoring, author: int) -> Actor:
    return Actor(room.authors[author].id, 300.0, moderates=False)


def judged(room: Authoring, correct: bool, name: str) -> None:
    """One more person judges the first thing that is there for them."""
    person = register(room.store, name, None, 100.0)
    add_member(room.store, room.project.id, person.id, "annotator", 100.0)
    work = lease(room.store, room.project.id, "judge", person.id, 150.0)
    assert work is not None
    judge(room.store, work.assignment.id, person.id, Opinion(True, correct, True, f"says {name}"), 160.0)


def test_each_submission_stands_once_with_what_every_model_made_of_it(room: Authoring) -> None:
    newest, oldest = seen(room)
    told = (oldest.text, oldest.question, oldest.answer, oldest.original)
    assert told == (FIRST, "Who lit it?", "Ada Thorn", PARAGRAPH)
    assert [(one.model, one.outcome) for one in oldest.answers] == [("scripted", "succeeded"), ("second", "succeeded")]
    assert [(one.model, one.outcome) for one in newest.answers] == [("scripted", "succeeded"), ("second", "failed")]
    assert newest.types == ("distract", "elongate")
    assert newest.author == code(room.authors[1].id)
    assert len(seen(room)) == 2


def test_what_is_submitted_later_is_there_when_one_looks_again(room: Authoring) -> None:
    assert len(seen(room)) == 2
    submit(at(room, 0), Pressed("c", "Mary Bell saw it. So it was. " + PARAGRAPH), 130.0)
    assert len(seen(room)) == 3


def test_the_newest_is_what_was_submitted_last_whenever_it_was_listed(room: Authoring) -> None:
    assert len(seen(room)) == 2
    submit(at(room, 0), Pressed("c", "Mary Bell saw it. So it was. " + PARAGRAPH), 115.0)
    assert [one.at for one in seen(room)] == [120.0, 115.0, 110.0]
    assert [one.at for one in seen(room, View(sort="oldest"))] == [110.0, 115.0, 120.0]
    last, middle, first = seen(room)
    assert neighbours(room.store, room.project, View(), middle.id) == (last.id, first.id)


def test_all_words_are_sought_in_text_question_and_answer_whatever_their_case(room: Authoring) -> None:
    assert [one.text for one in seen(room, View(sought="KIN who"))] == [SECOND]
    assert seen(room, View(sought="kin unicorn")) == []
    assert seen(room, View(sought="100%_")) == []


def test_an_outcome_is_of_the_model_that_is_chosen_with_it(room: Authoring) -> None:
    of_second = View(model=("second",), outcome=("succeeded",))
    assert [one.text for one in seen(room, of_second)] == [FIRST]
    assert counts(room, "outcome", View(model=("second",))) == {"failed": 1, "succeeded": 1}
    assert counts(room, "model", View(outcome=("failed",))) == {"second": 1}


def test_a_facet_counts_by_all_that_is_chosen_but_in_itself(room: Authoring) -> None:
    assert counts(room, "type") == {"distract": 2, "elongate": 1}
    assert counts(room, "type", View(type=("elongate",))) == {"distract": 2, "elongate": 1}
    assert counts(room, "author", View(type=("elongate",))) == {code(room.authors[1].id): 1}


def test_judgements_are_told_as_they_come(room: Authoring) -> None:
    assert counts(room, "verdict", View(verdict=("unjudged",))) == {"unjudged": 2}
    judged(room, True, "Ann")
    assert counts(room, "verdict") == {"correct": 1, "unjudged": 1}
    assert counts(room, "judge", View(judge=("person",))) == {"person": 1}
    assert [one.judgements for one in seen(room, View(verdict=("correct",)))] == [1]


def test_an_author_sees_what_is_their_own(room: Authoring) -> None:
    assert [one.text for one in seen(room, only=room.authors[0].id)] == [FIRST]


def test_neighbours_are_those_of_the_view(room: Authoring) -> None:
    newest, oldest = seen(room)
    assert neighbours(room.store, room.project, View(), newest.id) == (None, oldest.id)
    assert neighbours(room.store, room.project, View(sort="oldest"), newest.id) == (oldest.id, None)
    assert neighbours(room.store, room.project, View(type=("elongate",)), newest.id) == (None, None)


def test_an_address_that_names_no_view_says_so() -> None:
    with pytest.raises(BadOption, match="order 'prettiest'"):
        view_of({"sort": ["prettiest"]})
    with pytest.raises(BadOption, match="page"):
        view_of({"page": ["0"]})


def figures(room: Authoring) -> tuple[int, int, int, int, int]:
    """Attempts, judging work, submissions in files, rows of the table, and what the report counts."""
    found = results(room.store, room.project)
    rows = len(of_runs(room.store, list(own_runs(room.store, room.project))))
    in_files = len(exports.submissions(room.store, room.project))
    assert in_files == len(instances(room.store, room.project)) == len(exports.attempts(room.store, room.project))
    on_board = sum(one.submissions for one in found.board)
    return found.successes.all.n, found.opinions.perturbations, in_files, rows, on_board


def test_its_author_is_told_at_the_desk_of_what_was_taken_back(room: Authoring, moderator: Actor) -> None:
    def told() -> dict[str, bool]:
        own = [(item.id, author.id) for author in room.authors
               for item, _ in items_for(room.store, room.project.id, author.id)]  # fmt: skip
        return {one.text: one.taken_back for ids in own for one in submitted(room.store, *ids)}

    newest, oldest = seen(room)
    assert set(told().values()) == {False}
    take_back(room.store, room.project, newest.id, moderator, "It says nothing.")
    assert told() == {newest.text: True, oldest.text: False}
    restore(room.store, room.project, newest.id, moderator)
    assert set(told().values()) == {False}


def test_what_is_rejected_leaves_every_figure_file_and_queue_and_comes_back(room: Authoring, moderator: Actor) -> None:
    newest, oldest = seen(room)
    assert figures(room) == (2, 2, 2, 4, 2)
    before = measured(room.store, room.project).figures
    take_back(room.store, room.project, newest.id, moderator, "It says nothing.")
    assert figures(room) == (1, 1, 1, 2, 1)
    assert measured(room.store, room.project).figures != before
    assert [one.standing for one in seen(room)] == ["kept"]
    assert [one.id for one in seen(room, View(standing=("rejected",)))] == [newest.id]
    person = register(room.store, "Ann", None, 100.0)
    first = lease(room.store, room.project.id, "judge", person.id, 150.0)
    assert first is not None
    assert first.item.topic == oldest.id
    judge(room.store, first.assignment.id, person.id, Opinion(True, True, True), 160.0)
    assert lease(room.store, room.project.id, "judge", person.id, 170.0) is None
    restore(room.store, room.project, newest.id, moderator)
    assert figures(room) == (2, 2, 2, 4, 2)
    assert lease(room.store, room.project.id, "judge", person.id, 180.0) is not None
    assert [one.outcome for one in seen(room)[0].answers] == ["succeeded", "failed"]


@pytest.fixture
def disputed(store: Store) -> Iterator[Authoring]:
    """A project in which each text is judged by two, with one text."""
    made = authoring(store, kinds=("write", "judge"), double_share=1.0)
    submit(at(made, 0), Pressed("a", FIRST), 110.0)
    yield made
    made.close()


def said_in_dispute(room: Authoring) -> list[str] | None:
    """What a moderator who is asked to settle something sees of what was said; None where nobody is asked."""
    work = lease(room.store, room.project.id, "adjudicate", room.authors[1].id, 500.0)
    return work and [opinion.note for opinion in from_text(AdjudicatePayload, work.item.payload).opinions]


def test_who_answers_while_it_stands_aside_is_heard_in_the_dispute_once_it_counts_again(disputed: Authoring) -> None:
    judged(disputed, True, "Ann")
    [one] = seen(disputed)
    ben = register(disputed.store, "Ben", None, 100.0)
    work = lease(disputed.store, disputed.project.id, "judge", ben.id, 150.0)
    by = Actor(disputed.authors[1].id, 300.0, moderates=True)
    take_back(disputed.store, disputed.project, one.id, by, "Wrong.")
    judge(disputed.store, work.assignment.id, ben.id, Opinion(True, False, True, "says Ben"), 160.0)
    assert said_in_dispute(disputed) is None
    restore(disputed.store, disputed.project, one.id, by)
    assert said_in_dispute(disputed) == ["says Ann", "says Ben"]


def test_who_is_set_aside_while_it_stands_aside_is_in_no_dispute_once_it_counts_again(disputed: Authoring) -> None:
    for correct, name in ((True, "Ann"), (False, "Ben")):
        judged(disputed, correct, name)
    [one], [ben] = seen(disputed), [one.id for one in people(disputed.store) if one.name == "Ben"]
    by = Actor(disputed.authors[1].id, 300.0, moderates=True)
    take_back(disputed.store, disputed.project, one.id, by, "Wrong.")
    put_aside(disputed.store, disputed.project.id, ben, "guessing", by.person_id, 310.0)
    restore(disputed.store, disputed.project, one.id, by)
    assert said_in_dispute(disputed) is None


def test_gold_that_is_removed_stays_so_when_the_text_that_it_is_of_counts_again(disputed: Authoring) -> None:
    """Seen: what a moderator had removed was handed out once the text was rejected and restored."""
    store, project = disputed.store, disputed.project
    for name in ("Ann", "Ben"):
        judged(disputed, True, name)
    assert gold_from_settled(store, project, 200.0) == 1
    [gold], [one] = gold_of_project(store, project.id), seen(disputed)
    by = Actor(disputed.authors[1].id, 300.0, moderates=True)
    take_back(store, project, one.id, by, "Wrong.")
    assert gold_of_project(store, project.id) == []
    restore(store, project, one.id, by)
    assert gold_of_project(store, project.id) == [gold]
    remove_gold(store, project.id, gold.id)
    take_back(store, project, one.id, by, "Wrong.")
    restore(store, project, one.id, by)
    assert gold_of_project(store, project.id) == []


def test_a_text_that_was_taken_back_is_not_submitted_again(room: Authoring, moderator: Actor) -> None:
    take_back(room.store, room.project, seen(room)[1].id, moderator, "Wrong.")
    assert submit(at(room, 0), Pressed("again", FIRST), 140.0).refusal is not None


def test_an_author_withdraws_and_brings_back_their_own_alone(room: Authoring, moderator: Actor) -> None:
    newest, oldest = seen(room)
    take_back(room.store, room.project, oldest.id, own(room, 0), "")
    assert figures(room)[0] == 1
    restore(room.store, room.project, oldest.id, own(room, 0))
    with pytest.raises(NotThere):
        take_back(room.store, room.project, newest.id, own(room, 0), "not mine")
    take_back(room.store, room.project, oldest.id, moderator, "No.")
    with pytest.raises(Refused, match="moderator"):
        restore(room.store, room.project, oldest.id, own(room, 0))
    kinds = [one.kind for one in acts_on(room.store, room.project, oldest.id)]
    assert kinds == ["withdraw", "restore", "reject"]


def test_a_rejection_needs_a_reason_and_a_comment_words(room: Authoring, moderator: Actor) -> None:
    id = seen(room)[0].id
    with pytest.raises(BadOption, match="why"):
        take_back(room.store, room.project, id, moderator, " ")
    with pytest.raises(BadOption, match="Write something"):
        comment(room.store, room.project, id, moderator, "")


def test_tagging_anew_counts_in_figures_files_and_the_table_and_is_kept(room: Authoring, moderator: Actor) -> None:
    newest = seen(room)[0]
    retag(room.store, room.project, newest.id, moderator, ["merge"])
    assert {one.type: one.submissions for one in results(room.store, room.project).types} == {"distract": 1, "merge": 1}
    assert exports.submissions(room.store, room.project)[1]["attack_types"] == ["merge"]
    table = of_runs(room.store, list(own_runs(room.store, room.project)))
    assert "merge" in set(table.texts("kind").found())
    assert counts(room, "type") == {"distract": 1, "merge": 1}
    [act] = acts_on(room.store, room.project, newest.id)
    assert (act.types_before, act.types_after) == (("elongate", "distract"), ("merge",))
    with pytest.raises(BadOption, match="'magic'"):
        retag(room.store, room.project, newest.id, moderator, ["magic"])


def test_a_moderator_settles_what_judges_are_split_on_and_no_more(room: Authoring, moderator: Actor) -> None:
    project = replace(room.project, settings=replace(room.project.settings, double_share=1.0))
    seen(room)
    with pytest.raises(NotThere):
        settle(room.store, project, "no such", moderator, Opinion(True, True, True))
    oldest = seen(room)[1]
    settle(room.store, project, oldest.id, moderator, Opinion(True, False, True, "The year is wrong."))
    assert [one.verdict for one in seen(room)] == ["unjudged", "incorrect"]
    [row] = exports.judgements(room.store, project)
    assert (row["settles"], row["note"]) == (True, "The year is wrong.")
    with pytest.raises(Refused, match="nothing to settle"):
        settle(room.store, project, oldest.id, moderator, Opinion(True, True, True))
    assert acts_on(room.store, project, oldest.id)[0].kind == "settle"


def test_nobody_settles_what_is_their_own(room: Authoring) -> None:
    add_member(room.store, room.project.id, room.authors[0].id, "moderator", 100.0)
    oldest = seen(room)[1]
    with pytest.raises(Refused):
        settle(room.store, room.project, oldest.id, replace(own(room, 0), moderates=True), Opinion(True, True, True))
    assert acts_on(room.store, room.project, oldest.id) == []


def test_what_somebody_did_and_said_is_handed_out_and_what_they_said_taken_away(
    room: Authoring, moderator: Actor
) -> None:
    id = seen(room)[0].id
    comment(room.store, room.project, id, own(room, 1), "I meant the lamp.")
    person_id = room.authors[1].id
    assert [act["said"] for act in personal_data(room.store, person_id)["acts"]] == ["I meant the lamp."]
    erase(room.store, person_id, 400.0)
    [act] = acts_on(room.store, room.project, id)
    assert (act.kind, act.said) == ("comment", "")


def test_a_store_that_is_empty_shows_nothing(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'new.db'}") as store:
        room = authoring(store)
        assert seen(room) == []
        room.close()


def test_what_was_submitted_while_another_stood_aside_and_that_other_both_come_and_go(
    room: Authoring, moderator: Actor
) -> None:
    newest, _ = seen(room)
    take_back(room.store, room.project, newest.id, moderator, "Wrong.")
    assert (
        submit(at(room, 0), Pressed("c", "Mary Bell had it. " + PARAGRAPH, attack_types=("distract",)), 240.0).refusal
        is None
    )
    third = next(one.id for one in seen(room) if "had it" in one.text)
    restore(room.store, room.project, newest.id, moderator)
    take_back(room.store, room.project, third, moderator, "Wrong, too.")
    restore(room.store, room.project, third, moderator)
    assert [(one.standing, len(one.answers)) for one in seen(room)] == [("kept", 2)] * 3
