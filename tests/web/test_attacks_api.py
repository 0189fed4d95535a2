"""Machines' attacks by a program: found, ordered, counted, started, stopped and deleted, with what a page would say."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from attacked_projects import OWN, attacked_project
from stumper.loading import load_victim
from stumper.people.attacking import orders
from stumper.people.attacking.process import carry_out
from stumper.people.attacking.systems import system_called
from stumper.store import Store
from stumper.web.arriving import Arrival, Arrivals
from stumper.web.house import House, means_of
from visiting import Site, Visit, house_over, serving


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store:
        arrivals = Arrivals([Arrival(OWN[0], lambda: None, OWN[1], state="ready")])  # type: ignore[arg-type]
        with serving(replace(house_over(store), arrivals=arrivals)) as opened:
            yield opened


@pytest.fixture(autouse=True)
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The attacks for which a process was started, which here is none."""
    ids: list[str] = []
    monkeypatch.setattr(orders, "start_process", lambda means, id: ids.append(id))
    return ids


@pytest.fixture
def desk(site: Site) -> tuple[Visit, str, House]:
    """Whoever owns a project with a model, where its attacks are, and the server."""
    victims = {"sliding-window": load_victim("sliding-window")}
    at, owner = attacked_project(site.house.store, site.house.clock(), victims)
    return site.visit(owner), f"/api/v1/projects/{at.id}/attacks", site.house


def carried(house: House, id: str) -> None:
    """What its process does."""
    carry_out(house.store, id, lambda name: system_called(house.store, means_of(house), name))


NEW = {"attack": "add-sent", "model": "sliding-window", "options": {"pick": "one", "fakes": "1"}, "limit": 4}


def test_an_attack_is_ordered_counted_started_and_deleted_by_a_program(desk: tuple[Visit, str, House]) -> None:
    visit, at, house = desk
    found = {one["name"]: one for one in visit.get(f"{at}/offered").json()}
    assert found["add-sent"]["called"] == "AddSent"
    assert found["add-sent"]["is_mendable"]
    pick = next(one for one in found["add-sent"]["options"] if one["name"] == "pick")
    assert (pick["default"], pick["values"]) == ("worst", ["worst", "one"])
    assert "claim-rules" not in found

    ordered = visit.call("POST", at, NEW)
    assert ordered.status_code == 201
    id = ordered.json()["id"]
    assert ordered.json()["count"] is None
    assert ordered.json()["budget"] is None  # it does not search
    carried(house, id)
    counted = visit.get(f"{at}/{id}").json()
    assert (counted["state"], counted["count"]["queries"], counted["count"]["of"]) == ("counted", 8, 4)
    assert counted["count"]["twice"] == 0  # it has a fingerprint
    assert visit.call("POST", f"{at}/{id}/start").json()["state"] == "running"
    carried(house, id)
    [done] = visit.get(at).json()
    assert (done["state"], done["done"], done["tried"], done["queries"]) == ("done", 4, 4, 8)
    assert set(done["runs"]) <= set(house.store.plans())
    assert visit.call("DELETE", f"{at}/{id}").status_code == 204
    assert visit.get(at).json() == []
    assert visit.get(f"{at}/{id}").status_code == 404


def test_an_attack_is_stopped_and_goes_on_by_a_program(desk: tuple[Visit, str, House]) -> None:
    visit, at, _ = desk
    id = visit.call("POST", at, NEW).json()["id"]
    assert visit.call("POST", f"{at}/{id}/stop").json()["state"] == "stopping"
    refused = visit.call("DELETE", f"{at}/{id}")
    assert (refused.status_code, refused.json()["sentence"]) == (409, "It is at work. Stop it first.")
    assert visit.call("POST", f"{at}/{id}/start").status_code == 409


@pytest.mark.parametrize(
    ("changed", "status", "said"),
    [
        ({"attack": "claim-rules"}, 404, "There is no such attack"),
        ({"model": "embedded"}, 422, "one of the project's models"),
        ({"options": {"pick": "all"}}, 422, "one of worst, one"),
        ({"options": {"raw": "/etc/passwd"}}, 422, "no option 'raw'"),
        ({"limit": 10**9}, 422, "at most 1,000,000"),
    ],
)
def test_what_cannot_be_ordered_is_said_in_one_sentence(
    desk: tuple[Visit, str, House], begun: list[str], changed: dict[str, object], status: int, said: str
) -> None:
    visit, at, _ = desk
    refused = visit.call("POST", at, {**NEW, **changed})
    assert refused.status_code == status
    assert said in refused.json()["sentence"]
    assert begun == []


def test_sentences_for_people_are_ordered_without_a_model(desk: tuple[Visit, str, House]) -> None:
    visit, at, house = desk
    id = visit.call("POST", at, {"attack": "add-sent", "limit": 4}).json()["id"]
    carried(house, id)
    done = visit.get(f"{at}/{id}").json()
    assert (done["state"], done["model"], done["queries"]) == ("done", "", 0)
    assert done["added"] > 0
