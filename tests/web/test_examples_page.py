"""The pages of examples: who sees what, what can be done there, and what is taken away."""

import csv
import io
import json
import re
from collections.abc import Iterator
from html import unescape

import pytest

from authoring import PARAGRAPH, Authoring, authoring, hears_less
from stumper.people.accounts.account import register
from stumper.people.accounts.person import Person, code
from stumper.people.annotating.judging_work import Opinion, judge
from stumper.people.examples.browsing import View, browse
from stumper.people.examples.catalogue import catch_up
from stumper.people.projects.members import add_member
from stumper.people.queues.queue import lease
from stumper.people.writing.drafts import Change, Document, save_draft
from stumper.people.writing.item import example_of
from stumper.people.writing.submitting import Pressed, Writing, submit
from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage
from stumper.web.pages import examples
from visiting import Site, house_over, serving


def at(room: Authoring, author: int) -> Writing:
    held = room.item(0, author)
    return Writing(room.store, room.desks, room.project, held, example_of(room.store, room.project, held.item))


@pytest.fixture
def room(new_store: Store) -> Iterator[Authoring]:
    """Two texts of two authors against two models; of the first stands every change, and a judge was against it."""
    made = authoring(new_store, victims=("scripted", "second"), says={"second": hears_less}, kinds=("write", "judge"))
    first = at(made, 0)
    text = "Mary Bell saw it. " + PARAGRAPH
    save_draft(new_store, first.held.assignment.id, PARAGRAPH, 0, Document(text),
               [Change(1, 106.0, 0, "", "Mary Bell saw it. ")], 107.0)  # fmt: skip
    submit(first, Pressed("a", text, attack_types=("distract",)), 110.0)
    second = PARAGRAPH + " Mary Bell <i>was</i> no kin."
    submit(at(made, 1), Pressed("b", second, attack_types=("elongate",)), 120.0)
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


def ids(room: Authoring) -> list[str]:
    """Of the first text, then of the second."""
    catch_up(room.store, room.project)
    return [one.id for one in browse(room.store, room.project, View(sort="oldest")).examples]


def path(room: Authoring, rest: str = "") -> str:
    return f"/projects/{room.project.id}/examples{rest}"


def test_moderators_see_all_with_types_by_the_names_that_authors_saw(site, room, moderator) -> None:
    text = unescape(site.visit(moderator).get(path(room)).text)
    assert "2 examples" in text
    assert "Added a distraction" in text
    assert "distract<" not in text
    assert all(f"{author.name} · {code(author.id)}<" in text for author in room.authors)


def test_a_right_answer_is_one_whatever_signs_stand_in_it(new_store) -> None:
    read = "Ada Thorn, or Ada · Thorn, lit it."
    golds = Gold((Answer("Ada Thorn", 0), Answer("Ada · Thorn", read.index("Ada ·"))))
    room = authoring(new_store, examples=[Example("q", Question("Who lit it?", Passage("p", read, "Lights")), golds)])
    submit(at(room, 0), Pressed("a", "Mary Bell saw it. " + read), 110.0)
    with serving(house_over(new_store)) as site:
        text = site.visit(room.authors[0]).get(path(room, f"/{ids(room)[0]}")).text
    room.close()
    assert re.findall('<span class="answer">([^<]*)</span>', text) == ["Ada Thorn", "Ada · Thorn"]


def test_an_author_sees_their_own_alone_and_judges_without_a_name(site, room) -> None:
    judges = register(room.store, "Ann", None, 100.0)
    work = lease(room.store, room.project.id, "judge", judges.id, 150.0)
    assert work is not None
    judge(room.store, work.assignment.id, judges.id, Opinion(True, False, True, "Who is Mary?"), 160.0)
    author = next(one for one, id in zip(room.authors, ids(room), strict=True) if id == work.item.topic)
    [other] = [id for id in ids(room) if id != work.item.topic]
    visit = site.visit(author)
    assert "1 example<" in visit.get(path(room)).text
    assert visit.get(path(room, f"/{other}")).status_code == 404
    text = visit.get(path(room, f"/{work.item.topic}")).text
    assert "Who is Mary?" in text
    assert code(judges.id) not in text
    assert visit.get(path(room, "/files/csv")).status_code == 403


def test_what_is_sought_and_chosen_stands_in_the_address(site, room, moderator) -> None:
    text = site.visit(moderator).get(path(room, "?q=kin&outcome=failed")).text
    assert "1 example<" in text
    assert 'value="kin"' in text
    assert "&lt;i&gt;" in text
    assert "Nothing here matches" in site.visit(moderator).get(path(room, "?q=unicorn")).text
    assert site.visit(moderator).get(path(room, "?sort=prettiest")).status_code == 422


def test_an_example_shows_both_sides_every_model_and_its_edit_log(site, room, moderator) -> None:
    first, second = ids(room)
    text = unescape(site.visit(moderator).get(path(room, f"/{first}")).text)
    assert '<ins class="added">Mary Bell saw it. </ins>' in text
    assert text.count("Ada Thorn</td>") >= 2
    assert '"inserted":"Mary Bell saw it. "' in text
    assert f'id="last" rel="prev" href="{path(room, f"/{second}")}"' in text
    assert site.visit(moderator).get(path(room, "/no-such")).status_code == 404


def test_a_rejection_is_shown_with_who_and_why_and_leaves_the_list_and_the_files(site, room, moderator) -> None:
    first, _ = ids(room)
    visit = site.visit(moderator)
    assert visit.submit(path(room, f"/{first}/take-back"), said="").status_code == 422
    answer = visit.submit(path(room, f"/{first}/take-back"), said="It is <wrong>.")
    assert answer.status_code == 303
    text = unescape(visit.get(path(room, f"/{first}")).text)
    assert "It is <wrong>." in text
    assert "you</strong> rejected it" in text
    assert "1 example<" in visit.get(path(room)).text
    assert "1 example<" in visit.get(path(room, "?standing=rejected")).text
    rows = list(csv.DictReader(io.StringIO(visit.get(path(room, "/files/csv")).content.decode("utf-8-sig"))))
    assert len(rows) == 1
    assert "rejected it" in site.visit(room.authors[0]).get(path(room, f"/{first}")).text


def test_the_only_example_rejected_is_still_found_and_its_author_reads_why(site, room, moderator) -> None:
    first, _ = ids(room)
    site.visit(moderator).submit(path(room, f"/{first}/take-back"), said="It is <wrong>.")
    author = site.visit(room.authors[0])
    for visit, chosen in ((author, ""), (site.visit(moderator), "?type=distract")):
        text = visit.get(path(room, chosen)).text
        [leads_to] = re.findall(r'<a href="[^"]*(\?[^"]*standing=rejected)">1 rejected</a>', text)
        assert "Nothing has been made here yet" not in text
        assert "The reason: It is &lt;wrong&gt;." in visit.get(path(room, unescape(leads_to))).text
    assert "The reason: It is &lt;wrong&gt;." in author.get(path(room, f"/{first}")).text
    own = author.get(f"/projects/{room.project.id}/write").text
    assert own.count("A moderator rejected") == own.count(path(room, f"/{first}")) == 1
    assert "A moderator rejected" not in site.visit(room.authors[1]).get(f"/projects/{room.project.id}/write").text
    site.visit(moderator).submit(path(room, f"/{first}/restore"))
    assert "A moderator rejected" not in author.get(f"/projects/{room.project.id}/write").text


def test_files_hold_what_is_shown_in_its_order(site, room, moderator) -> None:
    visit = site.visit(moderator)
    first, second = ids(room)
    lines = visit.get(path(room, "/files/jsonl?sort=oldest")).text.splitlines()
    rows = [json.loads(line) for line in lines]
    assert [row["id"] for row in rows] == [first, second]
    assert rows[1]["models"][1] == {"model": "second", "outcome": "failed", "answer": "Ada Thorn"}
    made = json.loads(visit.get(path(room, "/files/set?type=elongate")).content)
    asked = [qa["id"] for one in made["data"] for paragraph in one["paragraphs"] for qa in paragraph["qas"]]
    assert asked == ["q1", "q1-people-2"]
    assert visit.get(path(room, "/files/set?q=unicorn")).status_code == 409
    assert visit.get(path(room, "/files/passwords")).status_code == 404


def test_a_file_that_the_server_cannot_write_is_not_offered(site, room, moderator, monkeypatch) -> None:
    for found in (True, False):
        monkeypatch.setattr(examples, "find_spec", lambda name, found=found: found or None)
        page = site.visit(moderator).get(path(room)).text
        assert ("/files/parquet" in page) is found
        assert "/files/csv" in page


def test_parquet_holds_the_same_rows(site, room, moderator) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    data = site.visit(moderator).get(path(room, "/files/parquet?sort=oldest")).content
    rows = parquet.read_table(io.BytesIO(data)).to_pylist()
    assert [row["id"] for row in rows] == ids(room)
    assert rows[0]["types"] == ["distract"]


def test_what_was_written_as_markup_is_shown_as_text(site, room, moderator) -> None:
    _, second = ids(room)
    text = site.visit(moderator).get(path(room, f"/{second}")).text
    assert "<i>was</i>" not in text
    assert "&lt;i&gt;was&lt;/i&gt;" in text


def test_a_moderator_settles_and_tags_and_comments_from_the_page(site, room, moderator) -> None:
    first, _ = ids(room)
    visit = site.visit(moderator)
    said = {"grammatical": "yes", "label_correct": "yes", "on_task": "yes", "said": "Fine."}
    assert visit.submit(path(room, f"/{first}/settle"), **{**said, "on_task": ""}).status_code == 422
    assert visit.submit(path(room, f"/{first}/settle"), **said).status_code == 303
    assert visit.submit(path(room, f"/{first}/retag"), types="merge").status_code == 303
    assert visit.submit(path(room, f"/{first}/comment"), said="Nice.").status_code == 303
    text = visit.get(path(room, f"/{first}")).text
    said_there = (
        "settled it",
        "from Added a distraction to Joined sentences",
        "commented",
        "Nice.",
        "Joined sentences",
    )
    assert [part for part in said_there if part not in text] == []
    assert "1 example<" in visit.get(path(room, "?verdict=correct&type=merge")).text
