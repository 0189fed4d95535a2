"""The page of a project's own models: who may name one, what members see, and that no key comes back."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from model_servers import ModelServer, model_server
from stumper.people.accounts.person import Person
from stumper.people.projects.key_box import KeyBox
from stumper.people.projects.members import add_member
from stumper.people.projects.named_models import Reach, named_models
from stumper.people.projects.project import Project, Settings, project
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.testing import EXAMPLE
from stumper.victims import named_service
from stumper.victims.allowed_hosts import allowed_hosts
from stumper.web.house import House
from stumper.web.machines import Desks, Machines, Victims
from stumper.web.serving import furnish
from visiting import Site, house_over, serving

KEY = "sk-a-very-secret-key-0123456789"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as made:
        yield made


@pytest.fixture
def site(tmp_path: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(named_service, "BOUNDS", replace(named_service.BOUNDS, retries=0, timeout=60.0))
    with Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store, serving(house_of(store, server)) as opened:
        yield opened


def house_of(store: Store, server: ModelServer) -> House:
    reach = Reach(allowed_hosts([f"127.0.0.1:{server.port}"]), KeyBox(bytes(32)))
    desks = Desks(Machines(store, reach=reach))
    return replace(house_over(store), reach=reach, desks=desks, victims=Victims(desks))


def lamps(site: Site) -> tuple[Project, Person, Person]:
    """A project with its owner and an author."""
    store, now = site.house.store, site.house.clock()
    owner, author = site.person("Ada"), site.person("Ben")
    settings = Settings("reading", "reading", (), ("judge",), practice=False)
    made = make_project(store, "Lamps", settings, [EXAMPLE], "f", now, owner.id)
    add_member(store, made.id, author.id, "author", now)
    return made, owner, author


def sent(server: ModelServer, path: str = "/v1", **fields: str) -> dict[str, str]:
    return {"label": "my lamp", "kind": "openai", "url": f"{server.url}{path}", "model": "lamp-9", "takes": "all",
            "key": KEY, **fields}  # fmt: skip


def test_an_owner_adds_tests_uses_and_removes_a_model(site: Site, server: ModelServer) -> None:
    made, owner, _ = lamps(site)
    at, visit = f"/projects/{made.id}/models", site.visit(owner)
    assert visit.submit(at, **sent(server)).status_code == 303
    [found] = named_models(site.house.store, made.id)
    told = visit.get(at).text
    assert found.name in told
    assert "It answered “Ada” after" in told
    assert KEY not in told
    assert visit.submit(f"{at}/{found.id}/use").status_code == 303
    assert project(site.house.store, made.id).settings.victims == (found.name,)
    assert found.name in visit.get(f"/projects/{made.id}/settings").text
    assert "uses this model" in visit.submit(f"{at}/{found.id}/remove").text
    assert site.house.desks[found.name].ask([EXAMPLE.query], "pressed", owner.id)
    assert server.asked[-1][2]["authorization"] == f"Bearer {KEY}"


def test_members_see_name_and_host_and_nothing_else(site: Site, server: ModelServer) -> None:
    made, owner, author = lamps(site)
    at = f"/projects/{made.id}/models"
    site.visit(owner).submit(at, **sent(server, "/tells"))
    [found] = named_models(site.house.store, made.id)
    told, own = site.visit(author).get(at).text, site.visit(owner).get(at).text
    assert found.name in told
    assert "status 401" in own
    for hidden in ("status 401", "/tells", "lamp-9", '<form method="post" action="/projects'):
        assert hidden not in told
    assert KEY not in own
    assert "not usable yet" in told


def test_what_is_wrong_is_said_and_the_key_is_not_filled_in_again(site: Site, server: ModelServer) -> None:
    made, owner, _ = lamps(site)
    at, visit = f"/projects/{made.id}/models", site.visit(owner)
    refused = visit.submit(at, **sent(server, url="https://elsewhere.example/v1"))
    assert refused.status_code == 422
    assert "--model-host elsewhere.example" in refused.text
    assert "my lamp" in refused.text
    assert KEY not in refused.text
    assert named_models(site.house.store, made.id) == []


def test_a_model_that_has_not_answered_cannot_be_used_by_any_way(site: Site, server: ModelServer) -> None:
    made, owner, _ = lamps(site)
    at, visit = f"/projects/{made.id}/models", site.visit(owner)
    visit.submit(at, **sent(server, "/tells"))
    [found] = named_models(site.house.store, made.id)
    assert "Test it first" in visit.submit(f"{at}/{found.id}/use").text
    body = {"name": "Lamps", "victims": [found.name], "kinds": ["judge"]}
    assert site.program(owner).call("PUT", f"/api/v1/projects/{made.id}", body).status_code == 422
    assert found.name not in visit.get(f"/projects/{made.id}/settings").text


def test_without_a_listed_host_the_page_says_who_can_allow_one(site: Site) -> None:
    made, owner, _ = lamps(site)
    closed = replace(site.house, reach=Reach())
    with serving(closed) as other:
        told = other.visit(owner).get(f"/projects/{made.id}/models").text
    assert "stumper serve --model-host" in told
    assert 'name="url"' not in told


def test_the_hosts_of_the_command_are_those_of_the_house(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store:
        house = furnish(store, ["ir"], model_hosts=["models.example:8000"])
        assert isinstance(house.desks, Desks)
        assert house.reach is house.desks.machines.reach
        house.reach.hosts.check(httpx.URL("http://models.example:8000/v1"))
        house.reach.keys.seal(KEY, "it")
    assert (tmp_path / "web.db.key").exists()


def test_in_a_browser_a_model_is_added_tried_and_removed(site: Site, server: ModelServer, browser: Any) -> None:
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    from browsers import context_of, window

    made, owner, _ = lamps(site)
    complaints: list[str] = []
    page = window(context_of(browser, site, owner), complaints)
    page.goto(f"{site.home}/projects/{made.id}/models")
    page.get_by_label("Name", exact=True).fill("my lamp")
    page.get_by_label("Address").fill(f"{server.url}/v1")
    page.get_by_label("Model", exact=True).fill("lamp-9")
    page.get_by_label("Key", exact=True).fill(KEY)
    page.get_by_role("button", name="Add and test with one item").click()
    page.get_by_text("It answered “Ada” after").wait_for()
    assert page.get_by_label("Key", exact=True).input_value() == ""
    page.get_by_role("button", name="Remove: my lamp@127.0.0.1").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Its key is deleted").wait_for()
    dialog.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("None has been added yet.").wait_for()
    assert named_models(site.house.store, made.id) == []
    assert complaints == []
