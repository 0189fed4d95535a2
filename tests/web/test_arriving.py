"""Pages come at once while models are loaded; what needs a model waits for it, or is told in a sentence."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from stumper.errors import BadData
from stumper.people.accounts.secrets import hashed
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings
from stumper.people.study.founding import make_project
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.testing import EXAMPLE
from stumper.web.arriving import Arrival, Arrivals
from stumper.web.machines import Desks, Machines, Victims
from visiting import FINDS, Site, Visit, house_over, serving

SETTINGS = Settings("reading", "reading", ("scripted",), ("write", "judge"), practice=False)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@contextmanager
def arriving(path: Path, make: Callable[[Store], Desk], patience: float = 10.0) -> Iterator[tuple[Site, Project]]:
    """A server of which the one model is not loaded yet, and a project on it."""
    with Store.open(str(path / "web.db")) as store:
        arrivals = Arrivals([Arrival("scripted", lambda: make(store))], patience=patience)
        desks = Desks(Machines(store, arrivals))
        with serving(replace(house_over(store), victims=Victims(desks), desks=desks, arrivals=arrivals)) as site:
            yield site, make_project(store, "Lamps", SETTINGS, [EXAMPLE], "f", 1.0)


def desk(store: Store) -> Desk:
    return Desk("scripted", FINDS, store.cache())


def test_whoever_becomes_somebody_else_is_asked_about_no_more(browser, new_store: Store) -> None:
    """An answer that came once the old session is closed would be a refusal in the console."""
    asked, pressed = [], []
    waits = Arrivals([Arrival("scripted", lambda: desk(new_store))])
    with serving(house_over(new_store, arrivals=waits, doors={}, door="in")) as site:
        here = make_project(new_store, "Lamps", SETTINGS, [EXAMPLE], "f", 1.0)
        people = [site.person(), site.person()]
        for one in people:
            add_member(new_store, here.id, one.id, "author", 1.0)
        site.house.doors[hashed("in")] = [one.id for one in people]
        page = browser.new_page()
        page.add_init_script(
            "const wait = setTimeout; window.setTimeout = (act, ms, ...given) => wait(act, ms / 20, ...given)"
        )
        page.on("request", lambda one: asked.append(one) if one.url.endswith("/models") else None)
        page.route("**/enter/in", lambda one: pressed.append(one) if one.request.method == "POST" else one.continue_())
        page.goto(f"{site.home}/enter/in")
        while len(asked) < 2:
            page.wait_for_timeout(20)
        page.get_by_role("button", name="Write against the model").click(no_wait_after=True)
        while not pressed:
            page.wait_for_timeout(20)
        before = len(asked)
        page.wait_for_timeout(250)  # of three askings
        assert len(asked) == before
        page.close()


def author(site: Site, project: Project) -> Visit:
    person = site.person()
    add_member(site.house.store, project.id, person.id, "author", 1.0)
    return site.visit(person)


def opened(visit: Visit, project: Project) -> httpx.Response:
    item = visit.get(f"/projects/{project.id}/write").text.partition("/write/")[2].partition('"')[0]
    return visit.call("POST", f"/api/v1/projects/{project.id}/items/{item}/open")


def test_what_is_asked_of_a_model_that_is_loading_waits_for_it(tmp_path: Path) -> None:
    with arriving(tmp_path, desk) as (site, project):
        visit, found = author(site, project), []
        for path in ("/", "/help", f"/projects/{project.id}", f"/projects/{project.id}/write"):
            assert visit.get(path).status_code == 200
        assert "scripted comes after that." in visit.get("/").text
        assert site.visit().get("/ready").status_code == 503
        asking = threading.Thread(target=lambda: found.append(opened(visit, project)))
        asking.start()
        site.house.arrivals.load()
        asking.join()
        assert found[0].status_code == 200, found[0].text
        assert site.visit().get("/ready").status_code == 200
        assert 'id="arriving"' not in visit.get("/").text


def test_whoever_asks_too_early_for_too_long_is_told_when_to_come_again(tmp_path: Path) -> None:
    with arriving(tmp_path, desk, patience=0.0) as (site, project):
        visit = author(site, project)
        answer = opened(visit, project)
        assert answer.status_code == 503
        assert answer.json()["kind"] == "still-loading"
        assert answer.headers["Retry-After"] == "5"
        assert answer.json()["sentence"].startswith("The model scripted is still being loaded.")
        site.house.arrivals.load()
        assert opened(visit, project).status_code == 200


def test_a_model_that_fails_leaves_the_rest_at_work_and_says_why_to_administrators_alone(tmp_path: Path) -> None:
    def fails(store: Store) -> Desk:
        raise BadData("weights.bin is cut off.")

    with arriving(tmp_path, fails) as (site, project):
        site.house.arrivals.load()
        visit, root = author(site, project), site.visit(site.person(administrator=True))
        answer = opened(visit, project)
        assert answer.status_code == 503
        assert answer.json()["kind"] == "not-loaded"
        assert "weights.bin" not in answer.text + visit.get("/").text + visit.get("/api/v1/models").text
        assert "scripted could not be made ready: weights.bin is cut off." in root.get("/").text
        assert "weights.bin is cut off." in root.get("/api/v1/models").text
        ready = site.visit().get("/ready")
        assert (ready.status_code, ready.text) == (503, "no\n")
        assert site.visit().get("/health").status_code == 200


def test_a_bug_of_a_model_ends_no_server_and_its_password_is_not_told() -> None:
    def breaks() -> Desk:
        raise ZeroDivisionError("of http://user:cret@host")

    one = Arrival("http://***@host", breaks, "http://user:cret@host")
    one.load(lambda: 0.0)
    assert (one.state, one.fault) == ("failed", "ZeroDivisionError: of http://***@host")


def test_how_long_it_takes_is_known_from_the_last_start() -> None:
    seconds = iter([0.0, 42.0, 100.0, 107.0])
    for usual in (None, 42.0):
        arrivals = Arrivals([], [Arrival("work", lambda: None)], ticks=lambda: next(seconds))
        arrivals.load()
        assert arrivals.tasks[0].usual == usual


def test_readiness_is_no_once_the_store_is_of_another_version(site: Site) -> None:
    assert site.visit().get("/ready").status_code == 200
    with site.house.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE schema_version SET number = number + 1")
    site.house.looked.at = float("-inf")
    assert (site.visit().get("/ready").text, site.visit().get("/health").text) == ("no\n", "yes\n")
