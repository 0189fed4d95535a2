"""The API of writing over a real server: from opening an item to what stands in the store."""

import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPConnection
from threading import Event
from time import monotonic, sleep, time
from urllib.parse import urlsplit

import pytest
from sqlalchemy.event import listen

from authoring import PARAGRAPH, QUESTIONS, Authoring, answers, authoring
from stumper.people.accounts.account import register
from stumper.people.projects.members import add_member
from stumper.people.queues.queue import release
from stumper.people.writing import submitting
from stumper.people.writing.drafts import changes, replayed
from stumper.people.writing.runs import people_plan
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.tasks.verification.claim import Claim
from stumper.testing import ScriptedVictim
from stumper.types import Answer, Example, Gold, Prediction, Query, Weight
from visiting import Site, Visit, house_over, serving

FOOLING = "Mary Bell saw it. " + PARAGRAPH


class Weighing(ScriptedVictim):
    """Knows a gradient, which weighs each word by its length."""

    def saliency(self, query: Query, answer: str) -> list[Weight]:
        from stumper.saliency import cuts

        return [Weight(cut.field, cut.start, cut.end, float(cut.end - cut.start)) for cut in cuts(query)]


@pytest.fixture
def store(new_store: Store) -> Store:
    return new_store


@pytest.fixture
def room(store: Store) -> Authoring:
    return authoring(store)


@pytest.fixture
def site(room: Authoring) -> Iterator[Site]:
    victim = Weighing(answers)
    desks = {"scripted": Desk("scripted", victim, room.store.cache())}
    with serving(house_over(room.store, victim, desks=desks)) as opened:
        yield opened


def waiting(desk: Desk) -> int:
    """How many requests somebody waits for."""
    return sum(not request.is_over for request in desk._lines)


def until(holds: Callable[[], bool]) -> None:
    """It holds now; within a minute, or the test fails."""
    end = monotonic() + 60
    while not holds():
        assert monotonic() < end
        sleep(0.005)


def opened(visit: Visit, room: Authoring, place: int = 1) -> tuple[dict, str]:
    """What opening an item answers, and the address of what is in hands then; the practice item is at 0."""
    from stumper.people.queues.queue import items_for

    item, _ = items_for(room.store, room.project.id, room.authors[0].id)[place]
    answer = visit.call("POST", f"/api/v1/projects/{room.project.id}/items/{item.id}/open")
    assert answer.status_code == 200, answer.text
    return answer.json(), f"/api/v1/projects/{room.project.id}/assignments/{answer.json()['assignment']}"


def test_an_item_opens_with_all_that_its_page_shows(site: Site, room: Authoring) -> None:
    got, _ = opened(site.visit(room.authors[0]), room)
    assert (got["item"]["number"], got["item"]["of"], got["practice"]) == (1, 2, False)
    assert got["example"]["paragraph"] == PARAGRAPH
    assert got["example"]["answers"] == [{"text": "Ada Thorn", "start": 0}]
    assert got["draft"] is None
    assert 239 <= got["seconds_left"] <= 240
    assert got["previous"] is not None
    assert got["next"] is not None
    practice, _ = opened(site.visit(room.authors[0]), room, 0)
    assert (practice["practice"], practice["seconds_left"], practice["item"]["number"]) == (True, None, 0)


def test_a_label_that_the_task_does_not_have_is_refused(store: Store) -> None:
    room = authoring(store, "verification")
    with serving(house_over(store, ScriptedVictim(answers))) as site:
        visit = site.visit(room.authors[0])
        _, path = opened(visit, room)
        said = visit.call("POST", f"{path}/predict", {"text": "Ada lit it.", "label": "MAYBE"})
        assert said.status_code == 422
        assert said.json()["sentence"] == "There is no label 'MAYBE'. There are SUPPORTS, REFUTES, NOT ENOUGH INFO."
        assert visit.call("POST", f"{path}/predict", {"text": "Ada lit it.", "label": "REFUTES"}).status_code == 200
    room.close()


OWN = ("SUPPORTS", "half true", "REFUTES")
OWN_CLAIMS = [
    Example("h1", Claim("Ada Thorn lit it at noon.", labels=OWN), Gold((Answer("half true"),))),
    Example("h2", Claim("Ada Thorn lit it.", labels=OWN), Gold((Answer("SUPPORTS"),))),
]


def test_claims_with_labels_of_their_data_set_are_written_with_these(store: Store) -> None:
    room = authoring(store, "verification", examples=OWN_CLAIMS, practice=True)
    with serving(house_over(store, ScriptedVictim(answers))) as site:
        visit = site.visit(room.authors[0])
        practice, _ = opened(visit, room, 0)
        assert practice["settings"]["labels"] == ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
        got, path = opened(visit, room)
        assert (got["example"]["claim"], got["example"]["label"]) == ("Ada Thorn lit it at noon.", "half true")
        assert got["settings"]["labels"] == ["SUPPORTS", "half true", "REFUTES"]
        page = visit.get(f"/projects/{room.project.id}/write/{got['item']['id']}").text
        assert re.findall(r'name="label" [^>]* value="([^"]*)"><label[^>]*>([^<]*)<', page) == [
            ("SUPPORTS", "Supported"), ("half true", "half true"), ("REFUTES", "Refuted")]  # fmt: skip
        said = visit.call("POST", f"{path}/predict", {"text": "Ada lit it.", "label": "NOT ENOUGH INFO"})
        assert said.json()["sentence"] == "There is no label 'NOT ENOUGH INFO'. There are SUPPORTS, half true, REFUTES."
        assert visit.call("POST", f"{path}/predict", {"text": "Ada lit it.", "label": "half true"}).status_code == 200
    room.close()


def test_a_draft_is_kept_and_comes_back(site: Site, room: Authoring) -> None:
    visit = site.visit(room.authors[0])
    _, path = opened(visit, room)
    change = {"number": 1, "at": 1.0, "start": 0, "removed": "", "inserted": "Mary Bell saw it. "}
    body = {"revision": 0, "text": FOOLING, "label": None, "changes": [change]}
    first, again = (visit.call("PUT", f"{path}/draft", body).json() for _ in range(2))
    assert first["revision"] == again["revision"] == first["changes"] == 1
    got, _ = opened(visit, room)
    assert got["draft"] == {"revision": 1, "text": FOOLING, "label": None}
    assert replayed(PARAGRAPH, changes(room.store, got["assignment"])) == FOOLING
    stale = visit.call("PUT", f"{path}/draft", {**body, "text": "Other.", "changes": []})
    assert stale.status_code == 409
    assert stale.json()["kind"] == "stale"
    assert stale.json()["draft"]["text"] == FOOLING


def test_the_model_answers_as_one_types_and_when_one_presses(site: Site, room: Authoring) -> None:
    visit = site.visit(room.authors[0])
    _, path = opened(visit, room)
    typed = visit.call("POST", f"{path}/predict", {"text": FOOLING}).json()
    assert (typed["fooled"], typed["fault"]) == (True, None)
    assert [(guess["answer"], guess["right"]) for guess in typed["guesses"]] == [
        ("Mary Bell", False), ("Ada Thorn", True),
    ]  # fmt: skip
    assert typed["answers"] == [{"text": "Ada Thorn", "start": 18}]
    assert typed["tries"] == {"predictions": 0, "submissions": 0, "fooled": 0}
    pressed = visit.call("POST", f"{path}/predict", {"text": FOOLING, "key": "a"}).json()
    assert pressed["tries"] == {"predictions": 1, "submissions": 0, "fooled": 1}
    gone = visit.call("POST", f"{path}/predict", {"text": "Nobody."}).json()
    assert gone["fault"] == "The answer 'Ada Thorn' must stay in the paragraph."


def test_a_submission_stands_in_the_store(site: Site, room: Authoring) -> None:
    visit = site.visit(room.authors[0])
    _, path = opened(visit, room)
    body = {"key": "a", "text": FOOLING, "attack_types": ["distract"]}
    first, again = (visit.call("POST", f"{path}/submit", body).json() for _ in range(2))
    assert first["accepted"]
    assert (first["submission"], again["submission"]) == (1, 1)
    dropped = visit.call("POST", f"{path}/submit", {**body, "key": "b"}).json()
    assert (dropped["accepted"], dropped["submission"]) == (False, 0)
    assert "before" in dropped["fault"]
    other = visit.call("POST", f"{path}/submit", {**body, "text": f"{FOOLING} Another is 500 m."})
    assert (other.status_code, other.json()["kind"]) == (409, "refused")
    [attempt] = room.store.attempts(people_plan(room.project, site.house.desks["scripted"]).id)
    assert attempt.example_id == "q1-people-1"
    assert visit.call("POST", f"{path}/submit", {**body, "attack_types": ["magic"]}).status_code == 422


def test_a_model_that_keeps_an_author_waiting_is_named_and_the_submission_may_come_again(
    room: Authoring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submitting, "PATIENCE", 0.5)
    may = Event()

    def slowly(query: Query) -> Prediction:
        assert may.wait(60)
        return answers(query)

    with serving(house_over(room.store, ScriptedVictim(slowly))) as site:
        visit = site.visit(room.authors[0])
        _, path = opened(visit, room)
        late = visit.call("POST", f"{path}/submit", {"key": "k", "text": FOOLING})
        assert (late.status_code, late.headers["Retry-After"]) == (503, "1")
        assert late.json() == {
            "sentence": "After 0 seconds the model 'scripted' has not answered yet. Your text is kept, and is sent "
            "again.",
            "kind": "unanswered",
        }
        may.set()
        monkeypatch.setattr(submitting, "PATIENCE", 60.0)
        assert visit.call("POST", f"{path}/submit", {"key": "k", "text": FOOLING}).json()["submission"] == 1


def test_what_was_counted_is_told_again_though_the_work_is_anothers_now(site: Site, room: Authoring) -> None:
    visit = site.visit(room.authors[0])
    got, path = opened(visit, room)
    submitted = {"key": "a", "text": FOOLING}
    predicted = {"key": "a", "text": "So it was: " + PARAGRAPH}
    visit.call("POST", f"{path}/submit", submitted)
    visit.call("POST", f"{path}/predict", predicted)
    release(room.store, got["assignment"], room.authors[0].id, time())
    assert visit.call("POST", f"{path}/submit", submitted).json()["submission"] == 1
    assert visit.call("POST", f"{path}/predict", predicted).json()["tries"]["predictions"] == 2
    assert visit.call("POST", f"{path}/submit", {**submitted, "key": "b"}).status_code == 409


def test_words_are_weighed_both_ways(site: Site, room: Authoring) -> None:
    visit = site.visit(room.authors[0])
    _, path = opened(visit, room)
    body = {"text": FOOLING, "answer": "Mary Bell"}
    quick = visit.call("POST", f"{path}/weights", {**body, "method": "gradient"}).json()
    slow = visit.call("POST", f"{path}/weights", {**body, "method": "leave-one-out"}).json()
    assert [w["start"] for w in quick["weights"]] == [w["start"] for w in slow["weights"]]
    assert quick["agreement"] is None
    assert -1 <= slow["agreement"] <= 1
    assert {FOOLING[w["start"] : w["end"]] for w in slow["weights"] if w["field"] == "context" and w["value"] > 0} >= {
        "Mary", "Bell",
    }  # fmt: skip


def test_a_text_of_too_many_words_is_not_measured_word_by_word(site: Site, room: Authoring) -> None:
    visit = site.visit(room.authors[0])
    _, path = opened(visit, room)
    body = {"text": FOOLING + " so" * 400, "answer": "Mary Bell"}
    assert visit.call("POST", f"{path}/weights", {**body, "method": "gradient"}).status_code == 200
    refused = visit.call("POST", f"{path}/weights", {**body, "method": "leave-one-out"})
    assert refused.status_code == 409
    assert "up to 400 words" in refused.json()["sentence"]


def test_what_is_finished_can_be_opened_again(site: Site, room: Authoring) -> None:
    visit = site.visit(room.authors[0])
    _, path = opened(visit, room)
    assert visit.call("POST", f"{path}/done").status_code == 204
    assert visit.call("POST", f"{path}/predict", {"text": FOOLING, "key": "a"}).status_code == 409
    opened(visit, room)
    assert visit.call("POST", f"{path}/predict", {"text": FOOLING, "key": "a"}).status_code == 200


def test_nobody_reads_or_writes_what_is_in_anothers_hands(site: Site, room: Authoring) -> None:
    _, path = opened(site.visit(room.authors[0]), room)
    other = site.visit(room.authors[1])
    draft = {"revision": 0, "text": "x", "label": None, "changes": []}
    calls = [
        ("PUT", "draft", draft),
        ("POST", "predict", {"text": "x"}),
        ("POST", "weights", {"text": "x", "answer": "y", "method": "gradient"}),
        ("POST", "submit", {"key": "k", "text": "x"}),
        ("POST", "done", None),
    ]
    for method, name, body in calls:
        assert other.call(method, f"{path}/{name}", body).status_code == 404


def test_another_projects_work_is_not_reached_through_this_ones_address(site: Site, room: Authoring) -> None:
    second = authoring(room.store, name="Second")
    person = room.authors[0]
    add_member(room.store, second.project.id, person.id, "author", 100.0)
    visit = site.visit(person)
    _, path = opened(visit, room)
    elsewhere = path.replace(room.project.id, second.project.id)
    assert visit.call("POST", f"{elsewhere}/predict", {"text": FOOLING}).status_code == 404


def test_a_list_of_many_items_takes_no_more_queries_than_one_of_few(store: Store) -> None:
    def queries(size: int) -> int:
        examples = [replace(QUESTIONS[0], id=f"{size} {n}") for n in range(size)]
        room, told = authoring(store, name=f"of {size}", examples=examples), []
        with serving(house_over(store, ScriptedVictim(answers), desks=room.desks)) as site:
            visit = site.visit(room.authors[0])
            listen(store.engine, "before_cursor_execute", lambda *asked: told.append(asked[2]))
            assert visit.client.get(f"{site.home}/projects/{room.project.id}/write").status_code == 200
        return len([one for one in told if "FROM examples" in one])

    assert queries(2) == queries(40) == 1


@pytest.mark.parametrize("huge", [{"number": 3_000_000_000}, {"revision": 3_000_000_000}])
def test_numbers_that_no_database_could_hold_are_refused(site: Site, room: Authoring, huge: dict[str, int]) -> None:
    visit = site.visit(room.authors[0])
    _, path = opened(visit, room)
    change = {"number": huge.get("number", 1), "at": 1.0, "start": 0, "removed": "", "inserted": "x"}
    body = {"revision": huge.get("revision", 0), "text": "x" + PARAGRAPH, "label": None, "changes": [change]}
    assert visit.call("PUT", f"{path}/draft", body).status_code == 422


def test_too_long_a_text_is_refused(site: Site, room: Authoring) -> None:
    visit = site.visit(room.authors[0])
    _, path = opened(visit, room)
    for length, call, more in [
        (20_001, "predict", {}),
        (5_001, "predict", {}),
        (5_001, "submit", {"key": "k"}),
        (5_001, "weights", {"answer": "x", "method": "gradient"}),
    ]:
        assert visit.call("POST", f"{path}/{call}", {"text": "x" * length, **more}).status_code == 422
    assert visit.call("POST", f"{path}/predict", {"text": "x" * 5_000}).status_code == 200
    assert visit.call("PUT", f"{path}/draft", {"revision": 0, "text": "x" * 5_001, "changes": []}).status_code == 200


def test_ten_authors_write_at_once(site: Site, room: Authoring) -> None:
    people = [register(room.store, f"author {n}", None, 100.0) for n in range(10)]
    for person in people:
        add_member(room.store, room.project.id, person.id, "author", 100.0)
    visits = [site.visit(person) for person in people]

    def writing(n: int) -> bool:
        _, path = opened(visits[n], room)
        text = f"Mary Bell {n}. {PARAGRAPH}"
        assert visits[n].call("POST", f"{path}/predict", {"text": text}).json()["fooled"]
        body = {"revision": 0, "text": text, "label": None, "changes": []}
        assert visits[n].call("PUT", f"{path}/draft", body).status_code == 200
        return bool(visits[n].call("POST", f"{path}/submit", {"key": "k", "text": text}).json()["accepted"])

    with ThreadPoolExecutor(10) as pool:
        assert all(pool.map(writing, range(10)))
    plan = people_plan(room.project, site.house.desks["scripted"])
    assert len({attempt.example_id for attempt in room.store.attempts(plan.id)}) == 10


def test_a_browser_that_hangs_up_is_not_worked_for(room: Authoring) -> None:
    may = Event()

    def slowly(query: Query) -> Prediction:
        assert may.wait(60)
        return answers(query)

    victim = ScriptedVictim(slowly)
    desk = Desk("scripted", victim, room.store.cache())
    with serving(house_over(room.store, victim, desks={"scripted": desk})) as site, ThreadPoolExecutor(1) as pool:
        _, path = opened(site.visit(room.authors[0]), room)
        busy = pool.submit(desk.ask, [Claim("busy")], "pressed", "nobody")
        until(lambda: victim.queries == 1)  # what the browser asks waits behind it
        token = site.program(room.authors[0]).client.headers["Authorization"]
        headers = {"Authorization": token, "Content-Type": "application/json"}
        browser = HTTPConnection(urlsplit(site.home).netloc)
        browser.request("POST", f"{path}/predict", json.dumps({"text": "Mary Bell left. " + PARAGRAPH}), headers)
        until(lambda: waiting(desk) == 2)
        browser.close()
        until(lambda: waiting(desk) == 1)
        may.set()
        busy.result(60)
    assert victim.queries == 1
