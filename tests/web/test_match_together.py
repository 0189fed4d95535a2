"""One match of two people at desks, a guest on a phone and a machine, to its end; and the table of many players."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import count

import pytest

from match_rooms import QUICK, listens, member, opened, quiz
from stumper.people.accounts.person import Person
from stumper.people.matches.guests import renew_code
from stumper.people.matches.log import Log
from stumper.people.matches.match import Asked
from stumper.people.matches.moves import Move
from stumper.people.matches.state import LEAD
from stumper.people.projects.project import Project
from stumper.store import Store
from stumper.testing import ScriptedVictim
from stumper.types import Answer, Gold
from visiting import Site, house_over, serving

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect

from browsers import context_of

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 700}, "has_touch": True, "is_mobile": True}
# Somebody is to buzz between Rhodes and Vienna, at which the machine does: seven seconds, for a page that is slow.
SULTAN = (
    "He took Belgrade and Rhodes, had roads and bridges, baths and schools built in each of the towns that he came by, "
    "wrote poems under another name, lost ships and men in the rain on the long road north, and turned back from "
    "Vienna in the autumn. For 10 points, name this sultan who was called the Magnificent."
)
PLANET = (
    "It turns three times in two of its years. For 10 points, name this planet that is next to the Sun and has no moon."
)
PACKET = (
    Asked(
        "q1", "regular", SULTAN, Gold((Answer("Suleiman the Magnificent"), Answer("Suleiman I"))), category="History"
    ),
    Asked("q2", "adversarial", PLANET, Gold((Answer("Mercury"),)), category="Science"),
)
RULES = replace(
    QUICK, mode="machine", victim="scripted", lockout="player", speed=5.0, silence=30.0, answer=60.0, rest=60.0
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with (
        Store.open(f"sqlite:///{tmp_path_factory.mktemp('together') / 'together.db'}") as store,
        serving(house_over(store, ScriptedVictim(listens))) as made,
    ):
        yield made


@pytest.fixture(scope="module")
def people(site: Site) -> tuple[Project, Person, Person]:
    project = quiz(site)
    return project, member(site, project, "Mo", "moderator"), member(site, project, "Ada", "player")


def look(step: str, **pages: Page) -> None:
    """Nothing sticks out of any of the pages."""
    for name, page in pages.items():
        width = page.viewport_size["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (step, name)


def answers(page: Page, text: str) -> None:
    page.wait_for_selector("#answering:not([hidden])")
    page.fill("#answer", text)
    page.get_by_role("button", name="Answer", exact=True).click()


def test_two_people_a_guest_on_a_phone_and_a_machine_play_a_match_to_its_end(
    browser: Browser, site: Site, people: tuple[Project, Person, Person]
) -> None:
    project, mo_is, ada_is = people
    room = opened(site, project, mo_is, RULES, PACKET)
    code = renew_code(site.house.store, project.id, room.id, site.house.clock())
    complaints: list[str] = []
    with ExitStack() as stack:

        def page_of(person: Person | None, **options: object) -> Page:
            page = stack.enter_context(context_of(browser, site, person, **options)).new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("dialog", lambda dialog: dialog.accept())
            return page

        mo, ada, phone = page_of(mo_is, **DESK), page_of(ada_is, **DESK), page_of(None, **PHONE)
        for page in (mo, ada):
            page.goto(f"{site.home}/projects/{project.id}/matches/{room.id}")
        phone.goto(f"{site.home}/play?code={code}")
        phone.fill("#name", "Zoe")
        phone.get_by_role("button", name="Join").tap()
        for page in (mo, ada, phone):
            page.wait_for_selector("#match:not([hidden])")
        for page in (ada, phone):
            page.get_by_role("button", name="Play", exact=True).click()
            page.wait_for_selector("#buzz:not([hidden])")
        expect(mo.locator("#sides li", has_text="Zoe")).to_be_visible()
        look("1-waiting", mo=mo, ada=ada, phone=phone)

        mo.click("#begin")
        expect(phone.locator("#question")).to_contain_text("Rhodes")
        look("2-reading", mo=mo, ada=ada, phone=phone)
        phone.tap("#buzz")
        expect(ada.locator("#phase")).to_have_text("Zoe buzzed")
        look("3-buzzed", mo=mo, ada=ada, phone=phone)
        answers(phone, "Solomon")
        expect(phone.locator("#phase")).to_contain_text("out of this question")
        for page in (mo, ada, phone):
            page.wait_for_selector("#match[data-phase=over]")
        expect(phone.locator("#told")).to_contain_text("Suleiman the Magnificent")
        expect(ada.locator("#question .buzz-point")).to_have_count(2)
        neg = "Neg: the first to interrupt a question and be wrong loses 5 points"
        expect(ada.locator("#turns .term", has_text="neg")).to_have_attribute("title", neg)
        look("4-machine-right", mo=mo, ada=ada, phone=phone)

        mo.click("#begin")
        expect(ada.locator("#question")).to_contain_text("For 10 points, name this planet")
        ada.keyboard.press("Space")
        answers(ada, "Mercury")
        for page in (mo, ada, phone):
            page.wait_for_selector("#match[data-phase=over]")
        expect(phone.locator("#turns .term", has_text="giveaway")).to_be_visible()
        look("5-giveaway", mo=mo, ada=ada, phone=phone)

        mo.click("#begin")
        for page in (mo, ada, phone):
            page.wait_for_selector("#match[data-phase=finished]")
            expect(page.locator("#phase")).to_have_text("Won by scripted, 10 to 5")
        rows = [row.split("\t") for row in ada.locator("#players tbody").inner_text().splitlines()]
        assert {row[0]: row[1:6] for row in rows} == {
            "Ada (you)": ["10", "1", "0", "0", "0"],
            "scripted": ["10", "1", "0", "0", "0"],
            "Zoe": ["−5", "0", "1", "0", "1"],
        }
        look("6-finished", mo=mo, ada=ada, phone=phone)
    assert complaints == []


NAMES = [f"{chr(65 + n)}nastasia-Philippa Wolkenstein of {'Upper ' * (n % 3)}Ilse the {n + 1}th" for n in range(20)]
CUT = """names => names.filter((name) => name.scrollWidth > name.clientWidth + 1
  || name.getBoundingClientRect().right > innerWidth).map((name) => name.textContent)"""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desktop", "phone"])
def test_names_of_twenty_players_stand_whole_and_their_lines_are_sorted_by_any_heading(
    browser: Browser, site: Site, twenty: tuple[Project, Person, str], size: dict
) -> None:
    project, mo, room_id = twenty
    with context_of(browser, site, mo, **size) as context:
        page = context.new_page()
        page.goto(f"{site.home}/projects/{project.id}/matches/{room_id}")
        page.wait_for_selector("#match[data-phase=finished]")
        look("7-twenty", **{"phone" if size is PHONE else "desk": page})
        names = page.locator("#players tbody th")
        assert sorted(names.all_inner_texts()) == sorted(NAMES)
        assert names.evaluate_all(CUT) == []
        page.locator("#players thead button", has_text="Player").click()
        assert names.all_inner_texts() == sorted(NAMES)
        page.locator("#players thead button", has_text="Buzz point").click()
        points = [float(cell) for cell in page.locator("#players tbody td:last-child").all_inner_texts()]
        assert points == sorted(points, reverse=True)
        assert len(set(points)) > 10

        page.goto(f"{site.home}/projects/{project.id}/results")
        pictured = [" ".join(one.split()) for one in page.locator(".dots >> nth=0 >> .name").all_text_contents()]
        assert {f"{name}, regular".replace(" ", "") for name in NAMES} <= {one.replace(" ", "") for one in pictured}
        page.click("#matches details summary")
        look("8-results", **{"phone" if size is PHONE else "desk": page})
        table = page.locator("#matches table")
        assert set(NAMES) <= set(table.locator("tbody th").all_inner_texts())
        assert table.locator("tbody th").evaluate_all(CUT) == []
        heading = table.get_by_role("button", name="Read when right, %")
        heading.click()
        read = [float(cell.split()[0].strip("%")) for cell in table.locator("tbody td:nth-child(5)").all_inner_texts()]
        assert read == sorted(read, reverse=True)
        heading.press("Enter")
        expect(table.locator("th[aria-sort]")).to_have_attribute("aria-sort", "ascending")


@pytest.fixture(scope="module")
def twenty(site: Site) -> tuple[Project, Person, str]:
    """A match of twenty that is over, in which each got one question, later than whoever came before."""
    project = quiz(site, "Twenty")
    mo = member(site, project, "Moritz", "moderator")
    people = [member(site, project, name, "player") for name in NAMES]
    packet = tuple(replace(PACKET[0], id=f"q{n}", text=f"{n}: {SULTAN}") for n in range(20))
    room = opened(site, project, mo, replace(QUICK, mode="alone", speed=1.0, answer=60.0), packet)
    log, times = Log(site.house.store, room), count(1000.0, 100.0)
    for person in people:
        log.play(Move("sit", "sit"), person.id, None, lambda: 1000.0)
    for n, person in enumerate(people):
        began = next(times)
        log.play(Move("begin", f"begin {n}"), mo.id, None, lambda at=began: at)
        log.play(Move("buzz", f"buzz {n}", tossup=n), person.id, 0.01, lambda at=began + LEAD + n + 0.5: at)
        log.play(Move("answer", f"say {n}", text="Suleiman I"), person.id, 0.01, lambda at=began + LEAD + n + 1: at)
    log.play(Move("finish", "end"), mo.id, None, lambda: next(times))
    return project, mo, room.id
