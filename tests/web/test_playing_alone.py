"""Playing alone at a real server: one click, and a question comes; nobody else is told of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from match_rooms import listens, member, quiz
from stumper.store import Store
from stumper.testing import ScriptedVictim
from visiting import Site, house_over, serving


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with (
        Store.open(f"sqlite:///{tmp_path / 'alone.db'}") as store,
        serving(house_over(store, ScriptedVictim(listens))) as opened,
    ):
        yield opened


def test_one_click_opens_a_match_against_the_machine_for_this_player_alone(site: Site) -> None:
    project = quiz(site)
    ada, ben = (member(site, project, name, "player") for name in ("Ada", "Ben"))
    browser, home = site.visit(ada), f"/projects/{project.id}/matches"
    opened = browser.submit(f"{home}/alone")
    assert opened.status_code == 303
    room = opened.headers["location"]
    seen = browser.get(f"/api/v1{room}").json()
    assert [seat["name"] for side in seen["sides"] for seat in side["seats"]] == ["Ada"]
    assert (seen["mode"], seen["clock"]) == ("machine", "next")
    assert browser.submit(f"{home}/alone").headers["location"] == room  # until it is over
    assert "Ada alone" in browser.get(home).text
    assert "Ada alone" not in site.visit(ben).get(home).text
    assert site.visit(ben).get(f"/api/v1{home}").json() == []
    ended = browser.call("POST", f"/api/v1{room}/moves", {"kind": "stop", "key": "1"})
    assert ended.json()["phase"] == "finished"
    assert browser.submit(f"{home}/alone").headers["location"] != room


def test_a_player_without_an_open_match_is_led_to_the_matches(site: Site) -> None:
    project = quiz(site)
    page = site.visit(member(site, project, "Cleo", "player")).get(f"/projects/{project.id}").text
    assert "There is nothing here for your role yet" not in page
    assert f'class="button primary" href="/projects/{project.id}/matches"' in page
