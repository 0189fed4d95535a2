"""The pages of machines' attacks: ordered, counted, started and stopped; what they made waits for people."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from attacked_projects import OWN, attacked_project
from stumper.given import System
from stumper.loading import load_victim
from stumper.people.accounts.person import Person
from stumper.people.attacking import choices, orders
from stumper.people.attacking.orders import Order, found_order
from stumper.people.attacking.orders import orders as orders_of
from stumper.people.attacking.process import carry_out
from stumper.people.attacking.systems import system_called
from stumper.people.projects.project import Project
from stumper.people.queues.progress import progress
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import machine_attacks as table
from stumper.testing import Finds, ScriptedVictim
from stumper.web.arriving import Arrival, Arrivals
from stumper.web.house import House, means_of
from stumper.web.serving import furnish
from visiting import Site, house_over, serving

FORM = {"against": "model:sliding-window", "limit": "6", "seed": "1", "judged": "1", "option-fakes": "1",
        "option-pick": "one", "option-place": "append", "option-strategy": "together", "option-modified": "false",
        "option-safe": "true"}  # fmt: skip


def house_with(store: Store) -> House:
    """As the server has it: what answers its own pages is of no interest here."""
    arrivals = Arrivals([Arrival(OWN[0], lambda: None, OWN[1], state="ready")])  # type: ignore[arg-type]
    return replace(house_over(store), arrivals=arrivals)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store, serving(house_with(store)) as opened:
        yield opened


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The attacks for which a process was started, which here is none."""
    ids: list[str] = []
    monkeypatch.setattr(orders, "start_process", lambda means, id: ids.append(id))
    return ids


def attacked(site: Site, **settings: object) -> tuple[Project, Person]:
    victims = {"sliding-window": load_victim("sliding-window")}
    return attacked_project(site.house.store, site.house.clock(), victims, **settings)


def carried(site: Site, at: Project, id: str) -> Order:
    """What its process does."""
    store, means = site.house.store, means_of(site.house)
    carry_out(store, id, lambda name: system_called(store, means, name))
    return found_order(store, at.id, id)


def test_of_a_model_that_may_vary_it_is_said_what_it_is_asked_a_second_time(site: Site, begun: list[str]) -> None:
    at, owner = attacked(site)
    home, visit = f"/projects/{at.id}/attacks", site.visit(owner)
    visit.submit(f"{home}/new/add-sent", **FORM)
    victim = ScriptedVictim(Finds(("Ada",), (1.0,)), fingerprint=None)
    carry_out(site.house.store, begun[-1], lambda name: System(f"object:{name}", name, victim, name))
    assert "At the end it is asked 6 originals a second time, as it may answer otherwise." in visit.get(home).text


def waiting(site: Site, at: Project) -> dict[str, int]:
    return {one.kind: one.items for one in progress(site.house.store, at.id, site.house.clock())}


def test_an_attack_is_ordered_counted_started_and_judged(site: Site, begun: list[str]) -> None:
    at, owner = attacked(site)
    home, visit = f"/projects/{at.id}/attacks", site.visit(owner)
    form = visit.get(f"{home}/new/add-sent").text
    assert "people mend the sentences first" in form
    assert 'name="option-pick"' in form
    assert 'name="option-vectors"' not in form
    assert 'name="budget"' not in form
    assert visit.submit(f"{home}/new/add-sent", **FORM).headers["location"] == home
    assert "being counted" in visit.get(home).text
    assert carried(site, at, begun[-1]).state == "counted"
    told = visit.get(home).text
    assert "It asks sliding-window 12 questions about 6 texts." in told
    assert "fakes = 1, pick = one" in told
    assert visit.submit(f"{home}/{begun[-1]}/start").status_code == 303
    done = carried(site, at, begun[-1])
    told = visit.get(home).text
    [met] = done.course.met
    assert (met.fooled, met.of <= 6) == (done.course.fooled, True)
    said = f"It fooled sliding-window with {met.fooled} of {met.of} texts that were changed and that it had right."
    assert said in told
    assert "Questions asked in all: 12." in told
    assert f"{done.course.added} new texts wait for judges." in told
    assert waiting(site, at) == {"judge": done.course.added}
    assert "AddSent" in visit.get(f"/projects/{at.id}/examples?source=machine").text
    results = visit.get(f"/projects/{at.id}/results").text
    assert 'id="models"' in results
    assert "AddSent" in results
    assert "Nothing has been" not in results
    assert visit.submit(f"{home}/{done.id}/forget").status_code == 303
    assert "None yet." in visit.get(home).text
    assert 'id="models"' in visit.get(f"/projects/{at.id}/results").text


def test_sentences_for_people_to_mend_are_ordered_there(site: Site, begun: list[str]) -> None:
    at, owner = attacked(site)
    home, visit = f"/projects/{at.id}/attacks", site.visit(owner)
    visit.submit(f"{home}/new/add-sent", **{**FORM, "against": "mend"})
    done = carried(site, at, begun[-1])
    assert f"{done.course.added} new sentences wait for people who mend them." in visit.get(home).text
    assert waiting(site, at) == {"fix": done.course.added}


def test_pages_come_before_the_attacks_that_are_installed_are_looked_up(
    site: Site, begun: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choices, "_looked_up", {})
    at, owner = attacked(site)
    project, visit = f"/projects/{at.id}", site.visit(owner)
    offer = f'href="{project}/attacks/new/add-sent"'
    for page, later in (("attacks", "offered"), ("queues", "offered?mendable=1")):
        told = visit.get(f"{project}/{page}").text
        assert "Looking up which attacks are installed." in told
        assert f'data-later="{project}/attacks/{later}"' in told
        assert offer not in told
    assert choices.offered_at_once("reading") is None
    found = visit.get(f"{project}/attacks/offered").text
    assert offer in found
    assert f'href="{project}/attacks/new/add-any"' in found
    mended = visit.get(f"{project}/attacks/offered?mendable=1").text
    assert offer in mended
    assert "add-any" not in mended
    for page in ("attacks", "queues"):
        told = visit.get(f"{project}/{page}").text
        assert "Looking up" not in told
        assert offer in told


def test_what_is_wrong_with_the_form_is_said_and_what_was_entered_stays(site: Site, begun: list[str]) -> None:
    at, owner = attacked(site)
    path, visit = f"/projects/{at.id}/attacks/new/add-sent", site.visit(owner)
    for changed, said in (
        ({"limit": "many"}, "“Texts” must be a whole number"),
        ({"against": ""}, "Choose what is attacked."),
        ({"against": "model:embedded"}, "one of the project&#39;s models"),
        ({"option-pick": "all"}, "one of worst, one"),
        ({"limit": "0"}, "1 or more"),
    ):
        answer = visit.submit(path, **{**FORM, "seed": "77", **changed})
        assert answer.status_code == 422
        assert said in answer.text
        assert 'value="77"' in answer.text
    assert visit.submit(f"/projects/{at.id}/attacks/new/claim-rules", **FORM).status_code == 404
    assert begun == []
    assert orders_of(site.house.store, at.id) == []


def test_how_far_it_is_is_shown_and_it_can_be_stopped(site: Site, begun: list[str]) -> None:
    at, owner = attacked(site)
    home, visit = f"/projects/{at.id}/attacks", site.visit(owner)
    visit.submit(f"{home}/new/add-sent", **FORM)
    one = found_order(site.house.store, at.id, begun[-1])
    course = replace(one.course, stage="attack", done=43, total=300, began=3, seconds=10.0, fooled=31, model="m")
    document = orders.to_text(course)
    with writing(site.house.store.engine) as connection:
        connection.execute(update(table).values(document=document))
    told = visit.get(f"{home}/now").text
    assert '<progress class="bar" max="300" value="43"' in told
    assert "43 of 300, 4.0 a second, 1 min left, fooled 31" in told
    visit.submit(f"{home}/{one.id}/stop")
    assert "It stops in a moment." in visit.get(home).text
    assert "Stop it first" in visit.submit(f"{home}/{one.id}/forget").text
    with writing(site.house.store.engine) as connection:
        connection.execute(update(table).values(state="running", alive=0.0))
    assert "It was interrupted" in visit.get(home).text


def test_a_server_that_starts_goes_on_with_what_was_interrupted(site: Site, begun: list[str]) -> None:
    at, owner = attacked(site)
    site.visit(owner).submit(f"/projects/{at.id}/attacks/new/add-sent", **FORM)
    with writing(site.house.store.engine) as connection:
        connection.execute(update(table).values(alive=0.0))
    house = furnish(site.house.store, ["sliding-window"])
    orders.go_on_with_all(house.store, means_of(house), time.time())
    assert begun == [begun[0]] * 2
    assert dict(means_of(house).systems) == {"sliding-window": "sliding-window"}


def test_in_a_browser_an_attack_runs_to_its_end_and_fills_the_queues(site: Site, browser: Any) -> None:
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    from browsers import context_of, window

    at, owner = attacked(site)
    complaints: list[str] = []
    page = window(context_of(browser, site, owner), complaints)
    page.set_default_timeout(120_000)  # a process of its own reads a parser and makes sentences
    page.goto(f"{site.home}/projects/{at.id}")
    page.get_by_role("link", name="Attacks").click()
    page.get_by_role("link", name="AddSent", exact=True).click()
    page.get_by_label("Texts").fill("8")
    page.get_by_role("button", name="Count what it asks").click()
    page.get_by_text("It asks sliding-window").wait_for()
    page.get_by_role("button", name="Start: AddSent against sliding-window").click()
    page.get_by_text("new texts wait for judges").wait_for()
    page.goto(f"{site.home}/projects/{at.id}/queues")
    page.get_by_role("link", name="AddSent", exact=True).click()
    page.get_by_label("No model: people mend the sentences first").check()
    page.get_by_label("Texts").fill("8")
    page.get_by_role("button", name="Count what it asks").click()
    page.get_by_text("new sentences wait for people who mend them").wait_for()
    page.get_by_role("link", name="Mend sentences").click()
    page.get_by_role("button", name="Send").wait_for()
    page.goto(f"{site.home}/projects/{at.id}/judge")
    page.get_by_role("button", name="Send").wait_for()
    assert complaints == []
    added = waiting(site, at)
    assert added["judge"] > 0
    assert added["fix"] > 0
