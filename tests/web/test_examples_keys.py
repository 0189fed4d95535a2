"""The keys of the pages of examples, pressed in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring import PARAGRAPH, Authoring, authoring
from stumper.people.writing.item import example_of
from stumper.people.writing.submitting import Pressed, Writing, submit
from stumper.store import Store
from visiting import Site, house_over, serving

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect

from browsers import context_of, window

ADDED = ("One was no kin.", "Two was no kin.", "Three was no kin.")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Authoring]:
    with Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store:
        made = authoring(store)
        held = made.item(0, 0)
        writing = Writing(store, made.desks, made.project, held, example_of(store, made.project, held.item))
        for number, text in enumerate(ADDED):
            submit(writing, Pressed(text, f"{PARAGRAPH} Mary Bell {text}"), 110.0 + number)
        yield made
        made.close()


@pytest.fixture
def site(room: Authoring) -> Iterator[Site]:
    with serving(house_over(room.store)) as opened:
        yield opened


@pytest.fixture
def page(browser: Browser, site: Site, room: Authoring) -> Iterator[Page]:
    complaints: list[str] = []
    with context_of(browser, site, room.authors[0], viewport={"width": 1280, "height": 900}) as context:
        opened = window(context, complaints)
        opened.goto(f"{site.home}/projects/{room.project.id}/examples")
        yield opened
    assert complaints == []


def focused(page: Page) -> str:
    """The text of the example whose link has the focus; nothing where none has."""
    return str(page.evaluate("document.activeElement.closest('.examples > li')?.innerText ?? ''"))


def press(page: Page, key: str) -> None:
    """Once the page listens."""
    page.wait_for_load_state()
    page.keyboard.press(key)


def test_examples_are_gone_through_searched_and_opened_without_the_mouse(page: Page) -> None:
    newest, middle, _ = reversed(ADDED)
    for key, text in (("j", newest), ("j", middle), ("k", newest), ("k", newest)):
        page.keyboard.press(key)
        assert text in focused(page), key
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("Two j k")  # letters are letters where somebody types
    expect(page.locator("#q")).to_have_value("Two j k")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert newest in focused(page)
    page.keyboard.press("/")
    page.keyboard.type("Two")  # in place of what stood there
    page.keyboard.press("Enter")
    expect(page.locator("main")).not_to_contain_text(newest)
    press(page, "j")
    assert middle in focused(page)


def test_one_example_leads_to_its_neighbours_and_back_to_the_list(page: Page) -> None:
    newest, middle, _ = reversed(ADDED)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_selector("#back")  # the list has the text, too
    expect(page.locator("main")).to_contain_text(newest)
    press(page, "j")
    expect(page.locator("main")).to_contain_text(middle)
    press(page, "k")
    expect(page.locator("main")).to_contain_text(newest)
    press(page, "?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    press(page, "u")
    page.wait_for_selector(".examples a.open")
