"""Guests at a real server: they join by a code and a name, play, and can do nothing else."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from match_rooms import QUICK, Player, listens, member, opened, quiz
from stumper.people.accounts.person import Person
from stumper.people.matches.guests import Guest, join_room, renew_code
from stumper.people.matches.match import Room
from stumper.people.projects.project import Project, close_project
from stumper.store import Store
from stumper.testing import ScriptedVictim
from stumper.web.cookies import GUEST, signed
from stumper.web.limits import Buckets, Limits, Rate
from visiting import UNLIMITED, Site, Visit, house_over, serving


@dataclass(frozen=True)
class Table:
    """A match that guests may join."""

    site: Site
    project: Project
    room: Room
    moderator: Person
    stack: ExitStack

    def guest(self, name: str, room: Room | None = None) -> tuple[Guest, str]:
        room, now = room or self.room, self.site.house.clock()
        return join_room(self.site.house.store, self.code(room), name, now)

    def code(self, room: Room | None = None) -> str:
        room = room or self.room
        return renew_code(self.site.house.store, self.project.id, room.id, self.site.house.clock())

    def line(self, secret: str, room: Room | None = None) -> Player:
        player = Player.as_guest(self.site, room or self.room, secret)
        self.stack.callback(player.close)
        return player

    def browser(self, secret: str) -> Visit:
        visit = self.site.visit()
        visit.client.cookies.set(GUEST, signed(self.site.house, GUEST, secret))
        return visit


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with (
        Store.open(f"sqlite:///{tmp_path / 'guests.db'}") as store,
        serving(house_over(store, ScriptedVictim(listens))) as site,
    ):
        project = quiz(site)
        mo = member(site, project, "Mo", "moderator")
        with ExitStack() as lines:
            yield Table(
                site,
                project,
                opened(site, project, mo, replace(QUICK, lockout="player", silence=60.0, answer=60.0)),
                mo,
                lines,
            )


def test_somebody_joins_by_the_code_and_plays_under_their_name(table: Table) -> None:
    code, browser = table.code(), table.site.visit()
    joined = browser.submit("/play", code=code.lower(), name="Zoë")
    assert (joined.status_code, joined.headers["location"]) == (303, f"/play/{table.room.id}")
    page = browser.get(f"/play/{table.room.id}").text
    assert "You are here as Zoë." in page
    sat = browser.call("POST", f"/api/v1/play/{table.room.id}/moves", {"kind": "sit", "side": "a", "key": "1"})
    assert [seat["name"] for seat in sat.json()["sides"][0]["seats"]] == ["Zoë"]
    me = json.loads(re.search('<script type="application/json" id="state">(.*?)</script>', page)[1])["person"]
    assert sat.json()["sides"][0]["seats"][0]["person"] == me


def test_what_a_guest_did_stays_with_their_name_in_the_room_and_with_a_code_in_its_log(table: Table) -> None:
    guest, secret = table.guest("Zoë")
    mo = Player.at(table.site, table.room, table.moderator)
    table.stack.callback(mo.close)
    zoe = table.line(secret)
    assert zoe.move("sit", side="a") == ""
    assert mo.move("begin") == ""
    zoe.hears(2)
    assert zoe.move("buzz", tossup=0) == ""
    assert zoe.move("answer", text="Suleiman the Magnificent") == ""
    assert mo.move("finish") == ""
    home = f"/api/v1/projects/{table.project.id}/matches/{table.room.id}"
    moderator = table.site.visit(table.moderator)
    [turn] = moderator.get(home).json()["plays"][0]["turns"]
    assert (turn["name"], turn["right"]) == ("Zoë", True)
    assert moderator.call("DELETE", f"{home}/guests/{guest.id}").status_code == 200
    [turn] = moderator.get(home).json()["plays"][0]["turns"]
    assert turn["name"] == "Zoë"
    log = moderator.get(f"{home}/log").text
    assert "Zoë" not in log
    assert f'"person-{guest.id[:8]}"' in log


def test_guest_sees_no_id_of_anybody(table: Table) -> None:
    guest, secret = table.guest("Zoë")
    ada = member(table.site, table.project, "Ada", "player")
    for one in (Player.at(table.site, table.room, ada), line := table.line(secret)):
        table.stack.callback(one.close)
        assert one.move("sit", side="a") == ""
    assert guest.id not in json.dumps(line.said)
    assert ada.id not in json.dumps(line.said)


def test_guest_of_one_match_is_nobody_in_another(table: Table) -> None:
    _, secret = table.guest("Zoë")
    other = opened(table.site, table.project, table.moderator)
    browser = table.browser(secret)
    assert browser.get(f"/play/{table.room.id}").status_code == 200
    assert browser.get(f"/play/{other.id}").status_code == 404
    assert browser.get(f"/api/v1/play/{other.id}").status_code == 404
    with pytest.raises(InvalidStatus, match="404"):
        table.line(secret, other)


def test_guest_who_was_put_out_makes_no_move(table: Table) -> None:
    guest, secret = table.guest("Zoë")
    zoe, browser = table.line(secret), table.browser(secret)
    assert zoe.move("sit", side="a") == ""
    moderator = table.site.visit(table.moderator)
    path = f"/api/v1/projects/{table.project.id}/matches/{table.room.id}/guests/{guest.id}"
    assert moderator.call("DELETE", path).json()["sides"][0]["seats"] == []
    assert "You are not in this match" in zoe.move("sit", side="a")
    assert browser.get(f"/play/{table.room.id}").status_code == 404
    assert moderator.call("DELETE", path.replace(guest.id, table.moderator.id)).status_code == 404


def test_guest_is_not_put_out_while_they_are_to_answer(table: Table) -> None:
    guest, secret = table.guest("Zoë")
    mo, zoe = Player.at(table.site, table.room, table.moderator), table.line(secret)
    table.stack.callback(mo.close)
    assert zoe.move("sit", side="a") == ""
    assert mo.move("begin") == ""
    zoe.hears(2)
    assert zoe.move("buzz", tossup=0) == ""
    path = f"/api/v1/projects/{table.project.id}/matches/{table.room.id}/guests/{guest.id}"
    assert table.site.visit(table.moderator).call("DELETE", path).status_code == 409


def test_guest_moderates_nothing_and_plays_in_no_closed_project(table: Table) -> None:
    _, secret = table.guest("Zoë")
    zoe = table.line(secret)
    assert zoe.move("finish").startswith("This is for other roles than yours")
    close_project(table.site.house.store, table.project.id, table.site.house.clock())
    assert "is closed" in zoe.move("sit", side="a")


def test_codes_are_tried_only_so_often(tmp_path: Path) -> None:
    few = Limits(UNLIMITED.person, UNLIMITED.address, Buckets(Rate(3, 0.0001)))
    with Store.open(f"sqlite:///{tmp_path / 'codes.db'}") as store, serving(house_over(store, limits=few)) as site:
        browser = site.visit()
        tried = [browser.submit("/play", code=f"AAAAA{n}", name="Zoë").status_code for n in "2345"]
    assert tried == [404, 404, 404, 429]


def test_joins_of_one_match_from_one_network_are_bounded(tmp_path: Path) -> None:
    few = replace(UNLIMITED, joins=Buckets(Rate(2, 0.0001)))
    with (
        Store.open(f"sqlite:///{tmp_path / 'joins.db'}") as store,
        serving(house_over(store, ScriptedVictim(listens), limits=few)) as site,
    ):
        project, now = quiz(site), site.house.clock()
        mo = member(site, project, "Mo", "moderator")
        codes = [renew_code(store, project.id, opened(site, project, mo).id, now) for _ in range(2)]
        tried = [site.visit().submit("/play", code=codes[0], name=f"Zoë {n}").status_code for n in "abc"]
        assert tried == [303, 303, 429]
        assert site.visit().submit("/play", code=codes[1], name="Zoë").status_code == 303


@pytest.mark.parametrize("name", ["Moderator", "The machine", "people", "people together", "You", "scripted"])
def test_no_guest_is_called_as_the_page_calls_somebody(table: Table, name: str) -> None:
    rules = replace(QUICK, mode="machine", victim="scripted")
    room = opened(table.site, table.project, table.moderator, rules)
    answer = table.site.visit().submit("/play", code=table.code(room), name=name)
    assert answer.status_code == 409
    assert "This name cannot be taken in this match." in answer.text


def test_guest_who_was_put_out_does_not_come_back_under_another_name(table: Table) -> None:
    code = table.code()
    guest, _ = join_room(table.site.house.store, code, "Zoë", table.site.house.clock())
    moderator, home = table.site.visit(table.moderator), f"/projects/{table.project.id}/matches/{table.room.id}"
    assert moderator.call("DELETE", f"/api/v1{home}/guests/{guest.id}").status_code == 200
    assert table.site.visit().submit("/play", code=code, name="Zoë again").status_code == 404
    shown = re.search('<strong class="code">(.*?)</strong>', moderator.get(home).text)[1]
    assert shown != code


def test_leaving_ends_the_guest(table: Table) -> None:
    _, secret = table.guest("Zoë")
    browser = table.browser(secret)
    assert table.line(secret).move("sit", side="a") == ""
    assert browser.submit(f"/play/{table.room.id}/leave").status_code == 303
    home = f"/api/v1/projects/{table.project.id}/matches/{table.room.id}"
    assert table.site.visit(table.moderator).get(home).json()["sides"][0]["seats"] == []
    assert table.browser(secret).get(f"/play/{table.room.id}").status_code == 404


def test_moderator_sees_the_code_and_ends_it(table: Table) -> None:
    home = f"/projects/{table.project.id}/matches/{table.room.id}"
    moderator = table.site.visit(table.moderator)
    assert moderator.submit(f"{home}/code").status_code == 303
    code = re.search('<strong class="code">(.*?)</strong>', moderator.get(home).text)[1]
    assert f"/play?code={code}" in moderator.get(home).text
    assert f'value="{code}"' in table.site.visit().get(f"/play?code={code}").text
    moderator.submit(f"{home}/code", ends="1")
    assert 'class="code"' not in moderator.get(home).text
    assert table.site.visit().submit("/play", code=code, name="Zoë").status_code == 404
