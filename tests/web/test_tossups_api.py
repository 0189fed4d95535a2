"""Tossups over the API: found, begun, heard, submitted; by their author alone, and only where tossups are written."""

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from stumper.people.projects.members import add_member
from stumper.people.writing.readings import readings_of
from stumper.store import Store
from tossups import QUESTION, TOSSUPS, Newsroom, newsroom
from visiting import Site, Visit, house_over, serving


@pytest.fixture
def room(new_store: Store) -> Newsroom:
    return newsroom(new_store)


@pytest.fixture
def site(room: Newsroom) -> Iterator[Site]:
    with serving(house_over(room.store, victims=room.victims, desks=room.desks)) as opened:
        yield opened


@pytest.fixture
def author(site: Site, room: Newsroom) -> Visit:
    return site.visit(room.people[0])


@pytest.fixture
def here(room: Newsroom) -> str:
    return f"/api/v1/projects/{room.project.id}"


BEGUN = {"key": "k", "answer": "Ada Thorn", "category": "History"}


def opened(author: Visit, here: str, **chosen: str) -> dict[str, object]:
    item = author.call("POST", f"{here}/tossups", {**BEGUN, **chosen}).json()["id"]
    found: dict[str, object] = author.call("POST", f"{here}/tossups/{item}/open").json()
    return found


def test_answers_say_how_often_they_are_asked_and_whether_a_machine_knows_them(author: Visit, here: str) -> None:
    found = author.get(f"{here}/tossups/answers?typed=suleyman").json()
    assert found == {"answers": [{"answer": "Süleyman the Magnificent", "times": 0, "known": True}], "known": []}
    assert author.get(f"{here}/tossups/answers?typed=thorn").json()["answers"][0]["times"] == 1
    assert author.get(f"{here}/tossups/past?answer=ada thorn").json() == [
        {"id": "past-1", "text": TOSSUPS[0].query.text}
    ]


def test_what_a_machine_can_say_goes_by_the_answer_line_and_by_each_machine(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'other.db'}") as store:
        room = newsroom(store, ("scripted", "silent"))
        victims = {**room.victims, "silent": room.victims["silent"].says}
        with serving(house_over(store, victims=victims, desks=room.desks)) as site:
            author, here = site.visit(room.people[0]), f"/api/v1/projects/{room.project.id}"
            assert opened(author, here, answer="Suleiman I [or Süleyman the Magnificent]")["known"] == [True, None]
            assert opened(author, here, key="k2", answer="The keeper", answer_line="keeper [or Ada Thorn]")[
                "known"
            ] == [
                True,
                None,
            ]
            assert opened(author, here, key="k3", answer="Zebra")["known"] == [False, None]
            asked = f"{here}/tossups/answers?typed=zebra"
            assert author.get(asked).json()["known"] == []
            assert author.get(f"{asked}&whole=true").json()["known"] == [False, None]


def test_each_machine_is_asked_about_what_is_submitted_and_its_answer_is_told(author: Visit, here: str) -> None:
    mine = opened(author, here)
    held = f"{here}/assignments/{mine['assignment']}/tossup"
    old = {"text": "Nonsense that nobody gets.", "machine": "scripted"}
    assert author.call("POST", f"{held}/place", old).json()["buzz"] is None
    sent = {"key": "s", "text": QUESTION}
    [said] = author.call("POST", f"{held}/submit", sent).json()["said"]
    assert (said["machine"], said["buzz"], said["words"], said["rank"]) == ("scripted", 26, 38, 1)
    assert author.call("POST", f"{held}/submit", sent).json()["said"] == [said]
    assert opened(author, here)["said"] == [said]


def test_a_machine_that_hangs_keeps_nobody_from_submitting(
    author: Visit, here: str, room: Newsroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where in ("stumper.web.api.listening", "stumper.people.writing.submitting_composed"):
        monkeypatch.setattr(f"{where}.PATIENCE", 0.05)
    held = f"{here}/assignments/{opened(author, here)['assignment']}/tossup"
    going_on = Event()
    room.victims["scripted"].waits.append(going_on)
    said = author.call("POST", f"{held}/submit", {"key": "s", "text": QUESTION}).json()
    going_on.set()
    assert (said["accepted"], said["said"]) == (True, [])


def test_a_machine_that_hangs_is_in_the_log(
    author: Visit, here: str, room: Newsroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stumper.web.api.listening.SLOW", 0.05)
    assignment = opened(author, here)["assignment"]
    going_on = Event()
    room.victims["scripted"].waits.append(going_on)
    asked = {"text": QUESTION, "machine": "scripted"}
    said = author.call("POST", f"{here}/assignments/{assignment}/tossup/hear", asked).json()
    going_on.set()
    assert said["fault"].startswith("It gave no answer")
    assert [one.fault for one in readings_of(room.store, str(assignment))] == [said["fault"]]


def test_without_live_machines_they_are_asked_only_when_it_is_submitted(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'unaided.db'}") as store:
        room = newsroom(store, live=False)
        with serving(house_over(store, victims=room.victims, desks=room.desks)) as site:
            author, here = site.visit(room.people[0]), f"/api/v1/projects/{room.project.id}"
            held = f"{here}/assignments/{opened(author, here)['assignment']}/tossup"
            asked = {"text": QUESTION, "machine": "scripted"}
            weighing = {**asked, "answer": "Ada Thorn", "method": "gradient"}
            for call, sent in (("hear", asked), ("place", asked), ("weights", weighing)):
                assert author.call("POST", f"{held}/{call}", sent).status_code == 409
            [said] = author.call("POST", f"{held}/submit", {"key": "s", "text": QUESTION}).json()["said"]
            assert said["buzz"] == 26


def test_a_text_that_is_far_too_long_is_told_the_limit_of_the_project(author: Visit, here: str) -> None:
    held = f"{here}/assignments/{opened(author, here)['assignment']}/tossup"
    said = author.call("POST", f"{held}/submit", {"key": "s", "text": "It is long. " * 500}).json()
    assert "1000 are allowed" in said["against"][0]["sentence"]


def test_what_was_submitted_is_not_discarded(author: Visit, here: str) -> None:
    held = f"{here}/assignments/{opened(author, here)['assignment']}/tossup"
    author.call("POST", f"{held}/submit", {"key": "s", "text": QUESTION})
    [row] = author.get(f"{here}/tossups").json()
    assert author.call("DELETE", f"{here}/tossups/{row['id']}").status_code == 409
    opened(author, here, key="k2")
    begun = author.get(f"{here}/tossups").json()[0]
    assert author.call("DELETE", f"{here}/tossups/{begun['id']}").status_code == 204
    assert author.get(f"{here}/tossups").json() == [row]


def test_the_first_page_leads_to_writing_whatever_is_left(author: Visit, here: str, room: Newsroom) -> None:
    page = author.get("/").text
    assert f'href="/projects/{room.project.id}/tossups">Write tossups</a>' in page
    assert "nothing left" not in page
    opened(author, here)
    assert "what you have begun: 1" in author.get("/").text


def test_a_moderator_sees_the_replay_that_its_author_does(site: Site, room: Newsroom, author: Visit, here: str) -> None:
    held = f"{here}/assignments/{opened(author, here, started_from='past-1')['assignment']}/tossup"
    text = f"{TOSSUPS[0].query.text} It is so. It was so."
    author.call("POST", f"{held}/submit", {"key": "s", "text": text})
    [row] = author.get(f"{here}/tossups").json()
    add_member(room.store, room.project.id, room.people[1].id, "moderator", 100.0)
    address = f"/projects/{room.project.id}/tossups/{row['id']}/replay"
    tables = [re.findall(r"<ins.*?</ins>", visit.get(address).text) for visit in (author, site.visit(room.people[1]))]
    assert tables[0] == tables[1] == ['<ins class="added"> It is so. It was so.</ins>']


def test_the_table_of_tags_has_its_names_before_anybody_has_tagged(site: Site, room: Newsroom) -> None:
    add_member(room.store, room.project.id, room.people[1].id, "moderator", 100.0)
    table = site.visit(room.people[1]).get(f"/projects/{room.project.id}/exports/tags.csv").text
    assert table.lstrip("\ufeff").split() == ["tossup_id,annotator,phenomena,note"]


def test_results_say_of_how_many_tossups_a_figure_is(author: Visit, site: Site, here: str, room: Newsroom) -> None:
    held = f"{here}/assignments/{opened(author, here)['assignment']}/tossup"
    author.call("POST", f"{held}/submit", {"key": "s", "text": QUESTION})
    add_member(room.store, room.project.id, room.people[1].id, "moderator", 100.0)
    page = site.visit(room.people[1]).get(f"/projects/{room.project.id}/results").text
    headline = re.sub("<.*?>", "", re.search(r'<h2 class="headline">(.*?)</h2>', page)[1])
    assert " ".join(re.sub(r"\[.*?]", "", headline).split()) == (
        "scripted never gets 0.0% of the tossups that it has read, and on average it needs 68.4% of the words (n = 1)."
    )
    assert page.count('class="needed"') == 1
    assert QUESTION in page
    assert "half of its judges" not in page


def test_a_free_answer_that_no_machine_knows_is_allowed(author: Visit, here: str) -> None:
    assert opened(author, here, answer="Nobody whom machines know")["known"] == [False]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"answer_line": "[or nobody]"}, "The answer line cannot be read"),
        ({"answer": ""}, "Choose the answer first"),
        ({"category": "Sport"}, "There is no category 'Sport'"),
    ],
)
def test_what_cannot_be_begun_says_why(author: Visit, here: str, wrong: dict[str, str], said: str) -> None:
    answer = author.call("POST", f"{here}/tossups", {**BEGUN, **wrong})
    assert answer.status_code == 422
    assert answer.json()["sentence"].startswith(said)


def test_a_tossup_is_heard_placed_and_weighed(author: Visit, here: str) -> None:
    held = f"{here}/assignments/{opened(author, here)['assignment']}/tossup"
    asked = {"text": QUESTION, "machine": "scripted"}
    heard = author.call("POST", f"{held}/hear", asked).json()
    assert (heard["guesses"][0]["answer"], heard["rank"], QUESTION[: heard["by"]][-5:]) == ("Ada Thorn", 1, "Salt.")
    assert author.call("POST", f"{held}/place", asked).json()["buzz"] == 26
    weighed = {**asked, "answer": "Ada Thorn", "method": "gradient"}
    assert [one["value"] for one in author.call("POST", f"{held}/weights", weighed).json()["weights"]] == [0.5]
    assert author.call("POST", f"{held}/weights", {**weighed, "method": "leave-one-out"}).json() == {"weights": []}


@pytest.mark.parametrize("text", ["", "Salt", "\n", "🎻 Salt"])
def test_a_text_of_a_word_or_of_none_is_heard(author: Visit, here: str, text: str) -> None:
    held = f"{here}/assignments/{opened(author, here)['assignment']}/tossup"
    for call in ("hear", "place"):
        assert author.call("POST", f"{held}/{call}", {"text": text, "machine": "scripted"}).status_code == 200


def test_a_machine_that_is_not_of_the_project_and_a_text_without_end_are_refused(author: Visit, here: str) -> None:
    held = f"{here}/assignments/{opened(author, here)['assignment']}/tossup"
    assert author.call("POST", f"{held}/hear", {"text": "x", "machine": "other"}).status_code == 422
    assert author.call("POST", f"{held}/hear", {"text": "x " * 5000, "machine": "scripted"}).status_code == 422


def test_nobody_else_gets_at_a_tossup(site: Site, room: Newsroom, author: Visit, here: str) -> None:
    mine = opened(author, here)
    [row] = author.get(f"{here}/tossups").json()
    other = site.visit(room.people[1])
    assert other.get(f"{here}/tossups").json() == []
    assert other.call("POST", f"{here}/tossups/{row['id']}/open").status_code == 404
    held = f"{here}/assignments/{mine['assignment']}/tossup"
    assert other.call("POST", f"{held}/hear", {"text": "x", "machine": "scripted"}).status_code == 404
    assert other.get(f"/projects/{room.project.id}/tossups/{row['id']}").status_code == 404
    assert other.get(f"/projects/{room.project.id}/tossups/{row['id']}/replay").status_code == 404


def test_the_calls_of_other_writing_have_nothing_here(room: Newsroom, author: Visit, here: str) -> None:
    mine = opened(author, here)
    [row] = author.get(f"{here}/tossups").json()
    assert author.get(f"{here}/items").status_code == 404
    assert author.call("POST", f"{here}/items/{row['id']}/open").status_code == 404
    assert author.call("POST", f"{here}/assignments/{mine['assignment']}/predict", {"text": "x"}).status_code == 404
    assert author.get(f"/projects/{room.project.id}/write/{row['id']}").status_code == 404


def test_a_draft_that_is_older_than_the_servers_comes_back_with_the_newer(author: Visit, here: str) -> None:
    held = f"{here}/assignments/{opened(author, here)['assignment']}/tossup"
    assert author.call("PUT", f"{held}/draft", {"revision": 0, "text": "One."}).json()["revision"] == 1
    stale = author.call("PUT", f"{held}/draft", {"revision": 0, "text": "Two."})
    assert (stale.status_code, stale.json()["draft"]["text"]) == (409, "One.")


def test_submitted_twice_it_is_there_once_and_nothing_against_it_is_kept_secret(author: Visit, here: str) -> None:
    held = f"{here}/assignments/{opened(author, here)['assignment']}/tossup"
    short = author.call("POST", f"{held}/submit", {"key": "s", "text": "Salt"}).json()
    assert (short["accepted"], [one["kind"] for one in short["against"]]) == (False, ["length"])
    sent = {"key": "s", "text": QUESTION}
    assert author.call("POST", f"{held}/submit", sent).json() == author.call("POST", f"{held}/submit", sent).json()
    [row] = author.get(f"{here}/tossups").json()
    assert row["submitted"]


@pytest.mark.parametrize("kind", ["judge", "tag"])
def test_tossups_are_judged_and_tagged_on_pages_of_their_own(tmp_path: Path, kind: str) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'other.db'}") as store:
        room = newsroom(store, kinds=("write", "tag", "judge"))
        with serving(house_over(store, victims=room.victims, desks=room.desks)) as site:
            assert site.visit(room.people[2]).get(f"/projects/{room.project.id}/{kind}").status_code == 200
