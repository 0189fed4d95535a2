"""Every page, with hostile texts wherever somebody can write: nothing runs, and nothing is fetched."""

from collections.abc import Iterator
from urllib.parse import quote, urlsplit

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, Request

from hostile_texts import ELSEWHERE, LONG, SHORT, harm_of, hostile
from stumper.web.security import POLICY
from views import PAGES, VIEWS, Lookers, View, looking_in


@pytest.fixture(scope="module")
def lookers(chromium: str, tmp_path_factory) -> Iterator[Lookers]:
    """In a site where every text that anybody wrote is hostile."""
    with looking_in(tmp_path_factory.mktemp("hostile"), chromium, hostile) as found:
        yield found


def test_every_page_is_opened() -> None:
    assert {view.route for view in VIEWS} == PAGES


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_nothing_hostile_runs_and_nothing_is_fetched(view: View, lookers: Lookers) -> None:
    looking = lookers.browser_of(view.who)
    asked: list[str] = []

    def noted(request: Request) -> None:
        asked.append(request.url)

    looking.page.on("request", noted)
    page = looking.open(view)
    opens_and_touches_all(page)
    looking.page.remove_listener("request", noted)
    assert harm_of(page) == []
    assert looking.complaints == []
    assert [url for url in asked if ELSEWHERE in urlsplit(url)._replace(query="").geturl()] == []


def test_hostile_texts_would_do_harm_were_they_not_kept_from_it(lookers: Lookers) -> None:
    """The tests above see what they look for: each is found where it is a page's own."""
    page = lookers.browser_of("Ada").page
    page.goto(f"{lookers.world.site.home}/help")
    for text in SHORT[:8]:
        page.evaluate("html => { document.querySelector('main').innerHTML = html; }", text)
        assert harm_of(page) != [], text
    lookers.forget("Ada")


@pytest.mark.parametrize("text", [*SHORT, "//hostile.example", "https://hostile.example", "/\\\\hostile.example", LONG])
def test_what_stands_in_an_address_is_text(text: str, lookers: Lookers) -> None:
    looking = lookers.browser_of(None)
    home, sent = lookers.world.site.home, quote(text, safe="")
    invited = f"/join/{lookers.world.ids['invitation']}"
    for path in (f"/log-in?next={sent}", f"{invited}?room={sent}", f"/{sent}", f"/join/{sent}", f"/watch/{sent}"):
        looking.complaints.clear()
        looking.page.goto(home + path)
        assert harm_of(looking.page) == [], path
        assert [one for one in looking.complaints if "the server responded with a status of 4" not in one] == []
        assert looking.page.url.startswith(home)
        leading = looking.page.eval_on_selector_all("a, form", "all => all.map((one) => one.href ?? one.action)")
        assert [one for one in leading if not one.startswith(home)] == [], path


def test_policy_lets_nothing_run_that_is_not_ours() -> None:
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert "unsafe" not in POLICY


def opens_and_touches_all(page: Page) -> None:
    """Whatever is folded is open, and a mouse and the keyboard have been everywhere."""
    page.evaluate("""() => {
      for (const one of document.querySelectorAll("details")) one.open = true;
      for (const one of document.querySelectorAll("body *")) {
        for (const kind of ["mouseover", "mouseenter", "focus", "toggle"]) one.dispatchEvent(new Event(kind));
      }
    }""")
