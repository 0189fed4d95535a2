"""What one sees of a project's results, as whom."""

import csv
import io
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from authoring import PARAGRAPH, Authoring, authoring, hears_less
from stumper.people.accounts.account import people, register
from stumper.people.accounts.person import Person
from stumper.people.annotating.judging_work import Opinion, judge
from stumper.people.projects.members import add_member
from stumper.people.projects.runs_to_use import own_runs
from stumper.people.queues.queue import lease
from stumper.people.study import exports
from stumper.people.study.measured import measured, report_of
from stumper.people.study.setting_aside import put_aside, take_back
from stumper.people.writing.item import example_of
from stumper.people.writing.submitting import Pressed, Writing, predict, submit
from stumper.store import Store
from stumper.table import of_runs, read
from visiting import Site, house_over, serving


def at(room: Authoring, author: int) -> Writing:
    held = room.item(0, author)
    return Writing(room.store, room.desks, room.project, held, example_of(room.store, room.project, held.item))


@pytest.fixture
def room(new_store: Store) -> Iterator[Authoring]:
    """One author has fooled the model, the other has not."""
    made = authoring(new_store, name="<b>Trial</b>")
    submit(at(made, 0), Pressed("a", "Mary Bell saw it. " + PARAGRAPH, attack_types=("distract",)), 110.0)
    predict(at(made, 1), Pressed("b", "So it was: " + PARAGRAPH), 120.0)
    yield made
    made.close()


@pytest.fixture
def moderator(room: Authoring) -> Person:
    person = register(room.store, "Mo", None, 100.0)
    add_member(room.store, room.project.id, person.id, "moderator", 100.0)
    return person


@pytest.fixture
def site(room: Authoring) -> Iterator[Site]:
    with serving(house_over(room.store)) as opened:
        yield opened


def page_of(site: Site, room: Authoring, person: Person) -> str:
    answer = site.visit(person).get(f"/projects/{room.project.id}/results")
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_moderator_sees_the_sentence_the_names_and_what_to_take_away(site, room, moderator) -> None:
    text = page_of(site, room, moderator)
    assert "Authors fooled scripted with 1 of 2 attempts: 50.0%" in text
    assert all(author.name.replace("<b>", "&lt;b&gt;").replace("</b>", "&lt;/b&gt;") in text for author in room.authors)
    assert f"/projects/{room.project.id}/exports/submissions.csv" in text
    assert "None of 1 submitted text that fooled it has been judged yet" in text


def test_an_author_sees_their_own_figures_and_nobody_elses_name_but_on_the_board(site, room) -> None:
    text = page_of(site, room, room.authors[1])
    assert "(you)" in text
    assert "an author" in text
    assert "/exports/" not in text


def test_who_is_not_listed_is_named_to_moderators_alone(site, room, moderator) -> None:
    from stumper.people.accounts.account import set_listed

    set_listed(room.store, room.authors[0].id, False)
    escaped = room.authors[0].name.replace("<b>", "&lt;b&gt;").replace("</b>", "&lt;/b&gt;")
    assert escaped not in page_of(site, room, room.authors[1])
    assert escaped in page_of(site, room, moderator)


def test_exports_are_for_moderators_and_what_there_is_none_of_is_not_there(site, room, moderator) -> None:
    place = f"/projects/{room.project.id}/exports"
    assert site.visit(room.authors[0]).get(f"{place}/submissions.csv").status_code == 403
    assert site.visit(moderator).get(f"{place}/passwords.csv").status_code == 404
    answer = site.visit(moderator).get(f"{place}/submissions.csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="submissions.csv"'
    [row] = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert (row["id"], row["author"]) == ("q1-people-1", exports.code(room.authors[0].id))


def test_a_program_reads_the_same_figures_and_the_adversarial_set(site, room, moderator) -> None:
    program = site.program(moderator)
    figures = program.get(f"/api/v1/projects/{room.project.id}/results").json()
    assert figures["successes"]["all"]["value"] == 0.5
    assert figures["submitted"]["correct"]["value"] is None
    none = program.get(f"/api/v1/projects/{room.project.id}/exports/tossups")
    assert none.status_code == 404
    assert "'tossups'. There are submissions, approved, results.csv" in none.json()["sentence"]
    made = json.loads(program.get(f"/api/v1/projects/{room.project.id}/exports/submissions").content)
    ids = [qa["id"] for article in made["data"] for paragraph in article["paragraphs"] for qa in paragraph["qas"]]
    assert ids == ["q1", "q1-people-1"]


@pytest.fixture
def judged(tmp_path) -> Iterator[Authoring]:
    """Of a text that fooled the model one judge says that it is correct, and one that it is not, who is set aside."""
    with Store.open(f"sqlite:///{tmp_path / 'judged.db'}") as store:
        made = authoring(store, kinds=("write", "judge"), double_share=1.0)
        submit(at(made, 0), Pressed("a", "Mary Bell saw it. " + PARAGRAPH), 110.0)
        for name, is_right in (("Ann", True), ("Ben", False)):
            person = register(store, name, None, 100.0)
            add_member(store, made.project.id, person.id, "annotator", 100.0)
            work = lease(store, made.project.id, "judge", person.id, 150.0)
            judge(store, work.assignment.id, person.id, Opinion(True, is_right, True), 160.0)
        put_aside(store, made.project.id, person.id, "guessing", made.authors[0].id, 170.0)
        yield made
        made.close()


def test_the_figures_are_there_without_and_with_those_who_are_set_aside(judged: Authoring) -> None:
    boss = register(judged.store, "Mo", None, 100.0)
    add_member(judged.store, judged.project.id, boss.id, "moderator", 100.0)
    with serving(house_over(judged.store)) as site:
        here = f"/projects/{judged.project.id}/results"
        counted, everybody = (site.visit(judged.authors[0]).get(here + end).text for end in ("", "?everybody=1"))
        assert "One person is set aside: what they judged, answered and tagged is not in these figures." in counted
        assert f'href="{here}?everybody=1"' in counted
        assert "n = 1 settled, of 1 submitted that fooled it" in counted
        assert "One person is set aside: these figures are with what they judged, answered and tagged." in everybody
        assert "n = 0 settled, of 1 submitted that fooled it" in everybody
        assert "n = 1 judged twice" in everybody
        api = [site.program(boss).get(f"/api/v1{here}{end}").json() for end in ("", "?everybody=1")]
        assert [one["submitted"]["open"] for one in api] == [0, 1]
        take_back(judged.store, judged.project.id, id_of(judged, "Ben"), boss.id, 180.0)
        assert 'id="aside"' not in site.visit(judged.authors[0]).get(here).text


def id_of(room: Authoring, name: str) -> str:
    """The id of whoever is called that."""
    return next(one.id for one in people(room.store) if one.name == name)


@pytest.fixture
def two(tmp_path) -> Iterator[tuple[Authoring, Person]]:
    """A project of two models; of two texts that fooled the first, one fooled the second. And its moderator."""
    with Store.open(f"sqlite:///{tmp_path / 'two.db'}") as store:
        made = authoring(store, victims=("scripted", "second"), says={"second": hears_less})
        for key, text in (("a", "Mary Bell saw it. " + PARAGRAPH), ("b", PARAGRAPH + " Mary Bell was no kin.")):
            submit(at(made, 0), Pressed(key, text), 110.0)
        person = register(store, "Mo", None, 100.0)
        add_member(store, made.project.id, person.id, "moderator", 100.0)
        yield made, person
        made.close()


def test_the_page_shows_what_every_model_makes_of_what_was_submitted(two: tuple[Authoring, Person]) -> None:
    room, moderator = two
    with serving(house_over(room.store)) as site:
        text = page_of(site, room, room.authors[0])
        assert "What each model makes of it" in text
        assert "people (written against scripted)" in text
        for sentence in measured(room.store, room.project).sentences:
            assert sentence.replace("'", "&#39;") in re.sub("</?span[^>]*>", "", text)
        assert site.visit().get(re.search('href="(.*/pictures.css)"', text)[1]).status_code == 200
        report = site.program(moderator).get(f"/api/v1/projects/{room.project.id}/results").json()["report"]
        assert report == report_of(room.store, room.project)
        assert {row["names"]["victim"] for row in report["rows"]} == {"scripted", "second"}


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_moderators_take_the_table_of_results_with_them(
    two: tuple[Authoring, Person], tmp_path: Path, ending: str
) -> None:
    room, moderator = two
    path, place = tmp_path / f"sent.{ending}", f"/projects/{room.project.id}/exports/results.{ending}"
    with serving(house_over(room.store)) as site:
        assert place in page_of(site, room, moderator)
        assert site.visit(room.authors[0]).get(place).status_code == 403
        sent = site.visit(moderator).get(place)
        assert sent.content == site.program(moderator).get(f"/api/v1{place}").content
    path.write_bytes(sent.content)
    rows = list(read(path).rows())
    of_store = of_runs(room.store, list(own_runs(room.store, room.project)))
    assert str(rows) == str(list(of_store.rows()))
    assert [(row["victim"], row["outcome"]) for row in rows] == [
        ("scripted", "succeeded"), ("scripted", "succeeded"), ("second", "succeeded"), ("second", "failed"),
    ]  # fmt: skip


def test_before_anything_was_tried_the_page_says_what_will_be_here(tmp_path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store:
        empty = authoring(store)
        with serving(house_over(store)) as opened:
            assert "Nothing has been put to the model yet." in page_of(opened, empty, empty.authors[0])
        empty.close()


def test_the_four_figures_stand_on_top_with_n_interval_and_signature(site, room, moderator) -> None:
    text = unescape(page_of(site, room, moderator))
    four = text[text.index('<dl class="four"') : text.index("</dl>", text.index('<dl class="four"'))]
    assert [re.sub("<[^>]*>", "", one) for one in re.findall('<span class="figure">(.*?)</span>', four)] == [
        "2",
        "50.0",
        "not known yet",
        "not known yet",
    ]
    assert "on 1 example, by 2 authors" in four
    assert "n = 0 settled, of 1 submitted that fooled it" in four
    assert "fooled|per:attempt|agg:mean" in four
    assert "n = 2<br>too few, or of too few examples, for an interval" in four


def test_kinds_of_change_are_told_by_the_names_that_authors_saw(site, room, moderator) -> None:
    text = page_of(site, room, moderator)
    assert "Added a distraction" in text
    assert ">distract<" not in text
