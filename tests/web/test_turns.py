"""One dear request of a person at a time; whoever else asks is answered meanwhile."""

import asyncio
import gzip
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest

from stumper.errors import Throttled
from stumper.people.accounts.bounds import TURN_LASTS, give_turn_back, take_turn
from stumper.people.accounts.person import Person
from stumper.people.projects import data_sets, parsing
from stumper.people.projects.project import Project, Settings
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.testing import EXAMPLE
from stumper.web import turns
from stumper.web.app import entries
from stumper.web.limits import COMPUTED, PLAIN, WITH_FILE, Buckets, Limits, Rate
from stumper.web.pages import results
from stumper.web.turns import Turns
from visiting import Site, Visit, house_over, serving


@pytest.fixture
def parsed_here() -> None:
    """Not so here, where others are answered meanwhile."""


@pytest.fixture
def boss(site: Site) -> Person:
    return site.person("Grace", administrator=True)


def lamps(site: Site) -> Project:
    settings = Settings("reading", "reading", ("scripted",), ("write",))
    return make_project(site.house.store, "Lamps", settings, [EXAMPLE], "lamps", site.house.clock())


def send(visit: Visit, data: bytes) -> object:
    return visit.client.post(f"{visit.home}/api/v1/uploads", files={"file": ("bomb.json.gz", data)})


def test_what_grows_with_what_is_sent_or_kept_is_dear() -> None:
    """By hand: whoever adds a route that reads files, or all that a project holds, adds it here."""
    assert {(entry.method, entry.path) for entry in entries() if entry.work == WITH_FILE} == {
        ("POST", "/projects/new"),
        ("POST", "/projects/new/look"),
        ("GET", "/projects/{project_id}/left-out"),
        ("POST", "/projects/{project_id}/queues"),
        ("POST", "/projects/{project_id}/matches"),
        ("POST", "/projects/{project_id}/guessers"),
        ("POST", "/api/v1/projects"),
        ("POST", "/api/v1/uploads"),
        ("POST", "/api/v1/projects/{project_id}/uploads"),
        ("POST", "/api/v1/projects/{project_id}/queues/fix"),
        ("POST", "/api/v1/projects/{project_id}/queues/judge"),
        ("POST", "/api/v1/projects/{project_id}/queues/answer"),
        ("POST", "/api/v1/projects/{project_id}/matches"),
    }
    assert {(entry.method, entry.path) for entry in entries() if entry.work == COMPUTED} == {
        ("POST", "/api/v1/markdown"),
        ("GET", "/account/data"),
        ("POST", "/projects/{project_id}/matches/alone"),
        ("GET", "/people/{person_id}/data"),
        ("GET", "/my-work/data"),
        ("POST", "/projects/{project_id}/attacks/new/{adversary}"),
        ("POST", "/projects/{project_id}/attacks/{attack_id}/start"),
        ("POST", "/api/v1/projects/{project_id}/attacks"),
        ("POST", "/api/v1/projects/{project_id}/attacks/{attack_id}/start"),
        ("POST", "/projects/{project_id}/models"),
        ("POST", "/projects/{project_id}/models/{model_id}/test"),
        ("GET", "/projects/{project_id}/care"),
        ("POST", "/projects/{project_id}/care/{person_id}"),
        ("POST", "/projects/{project_id}/care/gold"),
        ("POST", "/projects/{project_id}/care/suggested"),
        ("GET", "/projects/{project_id}/examples/files/{name}"),
        ("GET", "/projects/{project_id}/joining/{link_id}/people.csv"),
        ("GET", "/projects/{project_id}/results"),
        ("GET", "/projects/{project_id}/exports/{name}"),
        ("GET", "/api/v1/projects/{project_id}/queues/gold"),
        ("GET", "/api/v1/projects/{project_id}/results"),
        ("GET", "/api/v1/projects/{project_id}/exports/{name}"),
        ("GET", "/api/v1/projects/{project_id}/matches/{room_id}/log"),
        ("GET", "/api/v1/projects/{project_id}/matches/{room_id}/buzzes"),
    }
    assert {entry.path for entry in entries() if entry.body > 1_000_000 and entry.work != WITH_FILE} == set()


def test_others_are_answered_while_a_bomb_is_parsed_and_it_ends_with_one_sentence(
    site: Site, boss: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    bounds = parsing.Bounds(memory=600_000_000)
    monkeypatch.setattr(parsing, "BOUNDS", bounds)
    visit, other = site.program(boss), site.visit(site.person())
    bomb = gzip.compress(b'{"data": [' + b"[]," * 18_000_000 + b"[]]}", 9, mtime=0)
    assert len(bomb) < 58_000
    with ThreadPoolExecutor() as pool:
        sent, answered = pool.submit(send, visit, bomb), 0
        while not sent.done():
            assert other.get("/help").status_code == 200
            answered += 1
        said = sent.result()
    assert answered > 3
    assert said.status_code == 422
    assert said.json()["sentence"].startswith("bomb.json.gz: reading this file takes more than the 600 MB of memory")


def test_a_person_has_one_dear_request_at_a_time_and_others_have_theirs(
    site: Site, boss: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, goes_on, running = [], Event(), []

    def computed(*arguments: object) -> object:
        began.append(running.append(1))
        assert goes_on.wait(60)
        running.pop()
        return export(*arguments)

    export = results.export
    monkeypatch.setattr(results, "export", computed)
    monkeypatch.setattr(turns, "WAITING", 1)
    project = lamps(site)
    path = f"/projects/{project.id}/exports/submissions.csv"
    people = [boss, site.person("Ada", administrator=True)]
    with ThreadPoolExecutor() as pool:
        asked = [pool.submit(site.visit(person).get, path) for person in people for _ in range(3)]
        while sum(one.done() for one in asked) < 2 or len(began) < 2:
            time.sleep(0.01)
        assert len(running) == 2  # one each; one of each waits
        for one in [one for one in asked if one.done()]:
            assert one.result().status_code == 429
            assert one.result().headers["Retry-After"] == str(turns.AGAIN)
            assert "still being worked on" in one.result().text
        assert site.visit(boss).get("/account").status_code == 200  # what is not dear waits for nothing
        goes_on.set()
    assert sorted(one.result().status_code for one in asked) == [200] * 4 + [429] * 2
    assert len(began) == 4


def test_whose_turn_takes_too_long_is_told_to_come_again(site: Site, boss: Person, monkeypatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.05)
    goes_on, began = Event(), Event()

    def rendered(text: str) -> str:
        began.set()
        assert goes_on.wait(60)
        return text

    monkeypatch.setattr("stumper.web.api.projects.rendered", rendered)
    visit = site.program(boss)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(visit.call, "POST", "/api/v1/markdown", {"text": "a"})
        assert began.wait(60)
        assert site.program(boss).call("POST", "/api/v1/markdown", {"text": "b"}).status_code == 429
        goes_on.set()
        assert first.result().json()["html"] == "a"
    monkeypatch.setattr(turns, "PATIENCE", 60.0)  # the turn is given back a moment after the answer
    assert visit.call("POST", "/api/v1/markdown", {"text": "c"}).json()["html"] == "c"


def test_a_file_has_its_turn_at_all_servers_of_the_store(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on, began = Event(), Event()

    def taken(*arguments: object) -> data_sets.Taken:
        began.set()
        assert goes_on.wait(60)
        return data_sets.Taken("upload:here")

    monkeypatch.setattr(data_sets, "take_data_set", taken)
    monkeypatch.setattr(turns, "PATIENCE", 0.2)
    monkeypatch.setattr(turns, "LOOKS", 0.1)
    with ExitStack() as stack:
        sites = [stack.enter_context(serving(house_over(stack.enter_context(Store.open(database))))) for _ in range(2)]
        boss, other = (sites[0].person(name, administrator=True) for name in ("Grace", "Ada"))
        pool = stack.enter_context(ThreadPoolExecutor())
        first = pool.submit(send, sites[0].program(boss), b"{}")
        assert began.wait(60)
        refused = send(sites[1].program(boss), b"{}")
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, str(turns.AGAIN))
        elsewhere = pool.submit(send, sites[1].program(other), b"{}")
        goes_on.set()
        assert [one.result().status_code for one in (first, elsewhere)] == [201, 201]
        monkeypatch.setattr(turns, "PATIENCE", 60.0)  # the turn is given back a moment after the answer
        assert send(sites[1].program(boss), b"{}").status_code == 201


def test_a_turn_ends_by_itself_where_its_server_was_killed_or_the_clock_set_back(store: Store) -> None:
    key = take_turn(store, "ada", 1_000.0)
    assert key is not None
    assert take_turn(store, "ada", 1_000.0 + TURN_LASTS - 1) is None
    assert take_turn(store, "ben", 1_000.0) is not None
    later = take_turn(store, "ada", 1_000.0 + TURN_LASTS)
    assert later is not None
    give_turn_back(store, "ada", key)  # which is not hers any more
    assert take_turn(store, "ada", 1_001.0 + TURN_LASTS) is None
    assert take_turn(store, "ada", 1.0) is not None


def test_so_many_requests_of_one_person_are_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "AT_ONCE", 2)
    here = Turns()
    with here.answering("ada"), here.answering("ada"):
        with pytest.raises(Throttled), here.answering("ada"):
            pass
        with here.answering("ben"):
            pass
    with here.answering("ada"):
        pass


def test_a_request_that_is_refused_leaves_no_turn_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(here: Turns) -> None:
        with here.answering("ada"):
            async with here.turn("ada"):
                raise ValueError("broken")

    async def works(here: Turns) -> None:
        with here.answering("ada"):
            async with here.turn("ada"):
                pass

    here = Turns()
    with pytest.raises(ValueError, match="broken"):
        asyncio.run(fails(here))
    asyncio.run(works(here))


def test_rates_count_work(tmp_path: Path) -> None:
    limits = Limits(Buckets(Rate(2 * COMPUTED + 1, 1.0)), Buckets(Rate(100, 100)))
    with (
        Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store,
        serving(house_over(store, limits=limits, clock=lambda: 1e9)) as site,
    ):
        program = site.program(site.person())
        said = [program.call("POST", "/api/v1/markdown", {"text": "a"}).status_code for _ in range(3)]
        assert said == [200, 200, 429]
    buckets = Buckets(Rate(50, 1.0))
    assert [buckets.wait("ada", 0.0, work) for work in (PLAIN, WITH_FILE, WITH_FILE, PLAIN)] == [0, 0, 31, 0]
    assert buckets.wait("ada", 40.0, WITH_FILE) == 0
