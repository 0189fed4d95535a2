"""The page of a match in real browsers: two people against the machine, and a server that goes away in between."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from match_rooms import FIRST, PACKET, QUICK, SECOND, listens, member, opened, quiz
from stumper.people.accounts.person import Person
from stumper.people.matches import due
from stumper.people.matches.log import AWAY
from stumper.people.matches.match import Asked, Room, Rules
from stumper.people.matches.rooms import alive_at
from stumper.people.matches.watch_links import link_to_watch
from stumper.store import Store
from stumper.testing import ScriptedVictim
from stumper.types import Gold
from stumper.web.serving import bound
from visiting import Site, house_over, serving

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import APIResponse, Browser, ConsoleMessage, Page, Route, WebSocketRoute

from browsers import context_of

# Slow enough for a machine that is busy, which must show a page in time for whoever is to buzz at it.
AGAINST_MACHINE = replace(QUICK, mode="machine", victim="scripted", speed=2.0, silence=3.0, answer=60.0)
UNHURRIED = replace(QUICK, speed=1.5, silence=60.0, answer=60.0)
ROLES = {"Mo": "moderator", "Ada": "player", "Ben": "player"}
PHONE = {"viewport": {"width": 390, "height": 700}, "has_touch": True, "is_mobile": True}
BESIEGED = FIRST.replace("Vienna", "Szigetvar")  # of which the machine knows nothing: it would be quicker
UNKNOWN = replace(PACKET[0], text=BESIEGED, power=BESIEGED.rindex(" "))
UNCONFIRMED = "The server has not confirmed your buzz: it counts only if it arrives while the question is still read."
LONG = Asked("q3", "regular", "Philanthropists communicated uninterruptedly. " * 16, Gold(()))


@dataclass
class Arena:
    """A match at a server, and the pages of those who came to it."""

    browser: Browser
    site: Site
    room: Room
    people: dict[str, Person]
    stack: ExitStack
    complaints: list[str] = field(default_factory=list)

    def join(self, name: str, *, line: Callable[[WebSocketRoute], None] | None = None, **options: object) -> Page:
        """The page of whoever is called so, or watches by a link; ``line`` has its websocket in hands."""
        context = self.stack.enter_context(context_of(self.browser, self.site, self.people.get(name), **options))
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"{name}: {error}"))
        page.on("console", lambda message: self._heard(name, message))
        if line is not None:
            page.route_web_socket("**/socket", line)
        path = f"/projects/{self.room.project_id}/matches/{self.room.id}"
        store, now = self.site.house.store, self.site.house.clock()
        code = link_to_watch(store, self.room.project_id, self.room.id, now)
        page.goto(self.site.home + (path if name in self.people else f"/watch/{code}"))
        page.wait_for_selector("#match:not([hidden])")
        return page

    def _heard(self, name: str, message: ConsoleMessage) -> None:
        if message.type == "error" and "WebSocket" not in message.text and "ERR_CONNECTION" not in message.text:
            self.complaints.append(f"{name}: {message.text}")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with (
        Store.open(f"sqlite:///{tmp_path_factory.mktemp('arena') / 'arena.db'}") as store,
        serving(house_over(store, ScriptedVictim(listens))) as opened,
    ):
        yield opened


@pytest.fixture(scope="module")
def players(site: Site) -> dict[str, Person]:
    project = quiz(site)
    return {"project": project} | {name: member(site, project, name, role) for name, role in ROLES.items()}


@pytest.fixture
def arena(browser: Browser, site: Site, players: dict) -> Iterator[Callable[..., Arena]]:
    people = {name: players[name] for name in ROLES}
    with ExitStack() as stack:
        made: list[Arena] = []

        def make(rules: Rules = UNHURRIED, packet: tuple[Asked, ...] = PACKET) -> Arena:
            room = opened(site, players["project"], people["Mo"], rules, packet)
            made.append(Arena(browser, site, room, people, stack))
            return made[-1]

        yield make
        assert [one.complaints for one in made] == [[]] * len(made)


@contextmanager
def server(database: str, port: int) -> Iterator[Site]:
    with Store.open(database) as store, serving(house_over(store, ScriptedVictim(listens)), port=port) as site:
        yield site


def until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def heard(page: Page) -> int:
    """How many words of the question are there, without the marks where somebody buzzed."""
    count = """element => {
      const bare = element.cloneNode(true);
      bare.querySelectorAll(".buzz-point").forEach((mark) => mark.remove());
      return bare.textContent.split(/\\s+/).filter(Boolean).length;
    }"""
    return page.eval_on_selector("#question", count)


def sits(page: Page, button: str = "Play") -> None:
    """They play, and know it: a seat is given before a question, and no buzz counts without one."""
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_selector("#buzz:not([hidden])")


def closed(line: WebSocketRoute) -> None:
    """No websocket gets through."""
    line.close()


def totals(page: Page) -> list[str]:
    return [one.strip() for one in page.locator(".a-side .total").all_inner_texts()]


def answers(page: Page, text: str) -> None:
    page.wait_for_selector("#answering:not([hidden])")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_two_people_play_against_the_machine_while_the_server_restarts_in_the_middle(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "COMING_BACK", 10.0)  # longer than a page waits before it tries again
    monkeypatch.setattr(due, "LEAD", 1.0)
    database = f"sqlite:///{tmp_path / 'arena.db'}"
    with ExitStack() as stack:
        held = stack.enter_context(bound("127.0.0.1", 0))  # nobody else comes to listen there between the servers
        port = held.getsockname()[1]
        with server(database, port) as site:
            project = quiz(site)
            people = {name: member(site, project, name, role) for name, role in ROLES.items()}
            room = opened(site, project, people["Mo"], AGAINST_MACHINE, (UNKNOWN, PACKET[1]))
            at = Arena(browser, site, room, people, stack)
            mo, ada, ben = (at.join(name) for name in ROLES)
            for page in (ada, ben):
                sits(page)
            mo.click("#begin")
            until(lambda: heard(ada) >= 2)
            ada.keyboard.press("Space")  # in power
            answers(ada, "Suleiman")
            ada.wait_for_selector("text=Be more specific")
            answers(ada, "Suleiman I")
            ben.wait_for_selector("#match[data-phase=over]")
            assert totals(ben) == ["15", "0"]
            assert "Suleiman the Magnificent" in ben.inner_text("#told")
            mo.click("#begin")
            until(lambda: heard(ben) >= 3)
            words = heard(ben)
        ben.wait_for_selector("#trouble:not([hidden])")
        kept = ben.inner_text("#question")
        assert heard(ben) >= words
        assert SECOND.startswith(kept)
        ada.wait_for_selector("#match[data-away]")
        ada.keyboard.press("Space")
        ada.wait_for_selector(f"#refused:has-text('{UNCONFIRMED}')")
        with Store.open(database) as store:
            until(lambda: site.house.clock() > alive_at(store, room.id) + AWAY)
        with server(database, port):
            ben.wait_for_selector("text=The match stood still")
            ada.wait_for_selector("#refused:has-text('Your buzz did not count. Nothing is being read now.')")
            assert ben.inner_text("#question").startswith(kept)
            ben.wait_for_selector("text=Being read")
            until(lambda: heard(ben) > len(kept.split()))
            assert ada.is_visible("#refused:has-text('Your buzz did not count.')")  # until she does something
            ben.click("#buzz")
            answers(ben, "Venus")
            for page in (mo, ada, ben):
                page.wait_for_selector("#match[data-phase=over]")
            # The people interrupted, wrongly; the machine is never sure, and wrong when all has been read.
            assert totals(ada) == totals(ben) == ["10", "0"]
            mo.click("#begin")
            mo.wait_for_selector("#match[data-phase=finished]")
            assert totals(mo) == ["10", "0"]
            assert mo.locator("#history > li").count() == 2
        assert at.complaints == []


def test_moderator_corrects_a_decision_and_everybody_sees_the_new_points_and_who_won(arena) -> None:
    at = arena()
    mo, ada = at.join("Mo"), at.join("Ada")
    watching = at.join("somebody with the link")
    sits(ada, "Play for Reds")
    mo.click("#begin")
    ada.wait_for_selector("#match[data-phase=reading]")  # which folds what is told before a match
    ada.click("#before summary")
    ada.click("text=Have each sentence read out")  # what was clicked last takes no key that was meant for the buzzer
    until(lambda: heard(ada) >= 4)
    ada.keyboard.press("Space")
    answers(ada, "Solomon")
    mo.wait_for_selector("#this-question >> text=“Solomon”")  # a ruling that comes first would close the answer
    beside = mo.locator("#this-question").get_by_role("button", name="Count Ada’s answer to question 1 as right")
    beside.click()
    watching.wait_for_selector("#match[data-phase=over]")
    until(lambda: totals(watching) in (["10", "0"], ["15", "0"]))
    points = totals(watching)[0]
    assert "Suleiman the Magnificent" in watching.inner_text("#told")
    assert watching.locator("#buzz").is_hidden()
    assert watching.locator("button:visible").count() == 0
    mo.click("#finish")
    mo.keyboard.press("Escape")
    assert mo.get_attribute("#match", "data-phase") == "over"
    mo.click("#finish")
    mo.get_by_role("dialog", name="End the match?").get_by_role("button", name="End the match").click()
    watching.wait_for_selector("#match[data-phase=finished]")
    assert watching.inner_text("#phase") == f"Won by Reds, {points} to 0"
    assert watching.inner_text("#players tbody tr").split()[:4] == ["Ada", points, "1", "0"]
    assert watching.locator("#history .turns").is_hidden()
    watching.locator("#history summary").click()
    assert "“Solomon”" in watching.inner_text("#history .turns")


def test_what_is_asked_further_can_be_answered_before_the_first_answer_is_said_to_have_come(arena) -> None:
    def never_done(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda said: line.send(said) if json.loads(said)["kind"] != "done" else None)

    at = arena(packet=(UNKNOWN, PACKET[1]))
    mo, ada = at.join("Mo"), at.join("Ada", line=never_done)
    sits(ada, "Play for Reds")
    mo.click("#begin")
    until(lambda: heard(ada) >= 2)
    ada.keyboard.press("Space")
    answers(ada, "Suleiman")
    ada.wait_for_selector("text=Be more specific")
    answers(ada, "Suleiman I")
    mo.wait_for_selector("#match[data-phase=over]")
    assert "Suleiman the Magnificent" in mo.inner_text("#told")


def test_a_buzz_on_a_line_that_has_broken_unnoticed_is_said_to_be_unconfirmed_and_sent_on_the_next(arena) -> None:
    """Seen: nothing was said of it for the ten seconds after which the page looks for another line."""
    lines: list[WebSocketRoute] = []

    def deaf_to_a_buzz(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)
        is_first = len(lines) == 1
        line.on_message(lambda said: None if is_first and json.loads(said)["kind"] == "buzz" else server.send(said))

    at = arena()
    mo, ada = at.join("Mo"), at.join("Ada", line=deaf_to_a_buzz)
    sits(ada, "Play for Reds")
    mo.click("#begin")
    until(lambda: heard(ada) >= 2)
    ada.keyboard.press("Space")
    ada.wait_for_selector(f"#refused:has-text('{UNCONFIRMED}')")
    assert mo.get_attribute("#match", "data-phase") == "reading"
    assert ada.is_hidden("#answering")
    lines[0].close()
    ada.wait_for_selector("#answering:not([hidden])")
    ada.wait_for_selector("#refused", state="hidden")
    mo.wait_for_selector("#match[data-phase=answering]")


def test_a_buzz_while_no_server_answers_waits_for_one_and_says_that_it_came_too_late(arena) -> None:
    """Seen: it was dropped, and the page said that what was entered is kept."""
    at = arena()
    mo, ada = at.join("Mo"), at.join("Ada", line=closed)
    ada.wait_for_selector("#trouble:has-text('small steps')")
    sits(ada, "Play for Reds")
    mo.click("#begin")
    until(lambda: heard(ada) >= 2)
    ada.route("**/moves", lambda route: route.fulfill(status=502, body="Bad gateway"))  # as a proxy says
    ada.route(f"**/{at.room.id}?*", lambda route: route.abort())
    ada.wait_for_selector("#trouble:has-text('The server does not answer')")
    ada.keyboard.press("Space")
    ada.wait_for_selector(f"#refused:has-text('{UNCONFIRMED}')")
    mo.click("#skip")
    mo.wait_for_selector("#match[data-phase=over]")
    mo.click("#begin")
    mo.wait_for_selector("#match[data-phase=reading]")
    ada.unroute("**/moves")
    ada.unroute(f"**/{at.room.id}?*")
    ada.wait_for_selector("#refused:has-text('Your buzz did not count. The question that you buzzed at is over.')")
    ada.wait_for_selector("#match[data-phase=reading]")  # in whatever order the two come, it can be read
    assert ada.is_visible("#refused")
    assert mo.get_attribute("#match", "data-phase") == "reading"
    ada.keyboard.press("Space")
    ada.wait_for_selector("#answering:not([hidden])")
    assert ada.is_hidden("#refused")
    at.complaints.clear()  # of what was broken here on purpose


MEASURED_TWICE = """async () => {
  const files = [...document.scripts].map((script) => script.src).filter((src) => src.includes("/matches/"));
  const { showSides } = await import(new URL("showing.js", files[0]));
  const seat = { person: "ada", name: "Ada", delay: 0.02 };
  const sides = [{ id: "reds", name: "Reds", points: 0, out: false, seats: [seat] }];
  const view = { sides, mode: "teams", phase: "waiting" };
  const page = { plays: true, person: "ben" };
  showSides(view, page, null, {});
  const sit = document.querySelector("#sides button");
  seat.delay = 0.07;
  showSides(view, page, null, {});
  const row = document.querySelector("#sides li");
  const slow = row.innerText;
  seat.delay = 0.0002;
  showSides(view, page, null, {});
  return [sit.isConnected, slow, row.innerText];
}"""


def test_button_to_sit_down_stays_under_the_finger_while_delays_are_measured(arena) -> None:
    stays, row, near = arena().join("Ben").evaluate(MEASURED_TWICE)
    assert (stays, "70 ms" in row) == (True, True), row
    assert "ms" not in near  # of a delay that rounds to 0 nothing is said


def test_page_holds_no_word_that_was_not_read(arena) -> None:
    at = arena()
    mo, ada = at.join("Mo"), at.join("Ada")
    mo.click("#begin")
    until(lambda: heard(ada) >= 2)
    mo.click("#pause")
    ada.wait_for_selector("text=Paused by the moderator")
    for page in (mo, ada):
        read = page.inner_text("#question")
        assert FIRST.startswith(read)
        assert "Magnificent" not in page.content()
        assert "Suleiman" not in page.content()


def test_match_goes_on_in_small_steps_where_no_websocket_gets_through(arena) -> None:
    at = arena(packet=(UNKNOWN, PACKET[1]))
    mo, ada = at.join("Mo"), at.join("Ada", line=closed)
    ada.wait_for_selector("#trouble:has-text('small steps')")
    sits(ada, "Play for Reds")
    mo.click("#begin")
    until(lambda: heard(ada) >= 2)
    ada.keyboard.press("Space")
    answers(ada, "Suleiman I")
    mo.wait_for_selector("#match[data-phase=over]")
    assert totals(mo)[0] in ("10", "15")
    mo.click("#begin")
    ada.wait_for_selector("#history >> text=Suleiman the Magnificent")
    read = heard(ada)
    until(lambda: heard(ada) >= read + 2)
    assert ada.locator("#history > li").count() == 1


def test_reply_that_comes_late_takes_nothing_back_that_the_websocket_has_told_since(arena) -> None:
    at = arena()
    mo, ada = at.join("Mo"), at.join("Ada", line=closed)
    ada.wait_for_selector("#trouble:has-text('small steps')")
    late: list[tuple[Route, APIResponse]] = []
    ada.route("**/moves", lambda route: late.append((route, route.fetch())))
    ada.get_by_role("button", name="Play for Reds").click()
    ada.wait_for_selector("text=Only watch")
    ada.route_web_socket("**/socket", lambda line: line.connect_to_server())
    ada.route(f"**/{at.room.id}?*", lambda route: route.abort())
    ada.wait_for_selector("#trouble", state="hidden")
    mo.click("#begin")
    ada.wait_for_selector("#match[data-phase=reading]")
    [(route, response)] = late
    with ada.expect_response("**/moves"):
        route.fulfill(response=response)
    read = heard(ada)
    until(lambda: heard(ada) > read)
    assert ada.get_attribute("#match", "data-phase") == "reading"
    at.complaints.clear()  # of what was broken here on purpose


def test_players_link_leads_into_the_room_and_its_page_can_be_loaded_again(arena) -> None:
    at = arena()
    mo = at.join("Mo")
    room = mo.url
    mo.click("text=Make a link")
    link = mo.input_value("#link")
    mo.wait_for_url(room)  # a script's work, once the page is there
    mo.reload()
    mo.wait_for_selector("#match:not([hidden])")
    assert (mo.url, mo.locator("#link").count()) == (room, 0)
    new = at.stack.enter_context(at.browser.new_context()).new_page()
    new.goto(link)
    new.fill("#name", "Zoe who is new")
    new.fill("#password", "correct horse battery")
    new.get_by_role("button", name="Join", exact=True).click()
    new.wait_for_selector("#match:not([hidden])")
    assert new.url == room
    new.goto(link)
    new.wait_for_selector("#match:not([hidden])")
    assert new.url == room


def test_on_a_phone_the_newest_words_and_the_button_stay_in_view(arena) -> None:
    at = arena(replace(UNHURRIED, speed=20.0), (LONG,))
    mo, ada = at.join("Mo"), at.join("Ada", **PHONE)
    ada.get_by_role("button", name="Play for Reds").tap()
    ada.wait_for_selector("#buzz:not([hidden])")
    mo.click("#begin")
    ada.wait_for_selector("text=Last chance to buzz")
    question, button = ada.locator("#question").bounding_box(), ada.locator("#buzz").bounding_box()
    assert question["height"] > 700
    assert question["y"] + question["height"] <= button["y"]
    assert button["y"] + button["height"] <= 700
    ada.tap("#buzz")
    answers(ada, "Nobody")
    mo.get_by_role("button", name="It is right", exact=True).click()  # as there is no answer line to judge by
    ada.wait_for_selector("#match[data-phase=over]")
    assert totals(ada) == ["10", "0"]
