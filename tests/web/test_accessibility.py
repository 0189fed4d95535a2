"""Every page is for everybody: screen readers, keyboards, phones, the dark; and complains of nothing."""

import re
from collections.abc import Iterator, Sequence

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe is not installed")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from views import PAGES, VIEWS, Lookers, View, looking_in

WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
NARROWEST = 360
SEEN_BY_COLOUR = ["color-contrast", "link-in-text-block"]  # the rules of axe that a theme may break
KEY = re.compile(
    r"\b(?:js\.)?(?:shared|account|projects|writing|annotating|results|examples|tossups|matches)\."
    r"(?!csv\b|jsonl?\b)[a-z]+(?:[._][a-z]+)*\b"  # tossups.csv is a file
)
UNSAID = re.compile(r"\bundefined\b|\bNaN\b|\bnan\b|\[object ")
WATCH_FOCUS = """() => {
  window.seen = new Set(); window.dark = [];
  document.addEventListener("focusin", (event) => {
    const one = event.target, around = [one, one.closest("label, .choice, .editor, .toggle")].filter(Boolean);
    window.seen.add(one.type === "radio" ? one.name : one);
    const shows = (style) => (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)
      || style.boxShadow !== "none";
    if (!around.some((each) => shows(getComputedStyle(each)))) window.dark.push(one.outerHTML.slice(0, 120));
  });
}"""
CONTROLS = """() => {
  const open = document.querySelector("dialog[open]") ?? document.body;
  const all = [...open.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")];
  return all.filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.disabled && one.tabIndex >= 0);
}"""
MISSED = f"""() => ({CONTROLS})().filter((one) => !window.seen.has(one.type === "radio" ? one.name : one))
  .map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def lookers(chromium: str, tmp_path_factory) -> Iterator[Lookers]:
    with looking_in(tmp_path_factory.mktemp("everybody"), chromium) as found:
        yield found


def test_every_page_is_looked_at() -> None:
    assert {view.route for view in VIEWS} == PAGES


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_page_is_for_everybody(view: View, lookers: Lookers) -> None:
    """On a wide screen and on a phone, by day and by night, with the keyboard alone."""
    looking = lookers.browser_of(view.who)
    page = looking.open(view)
    found = [f"keyboard: {fault}" for fault in unreachable(page)] + said(page)
    for name, size in (("wide", WIDE), ("phone", PHONE)):
        page.set_viewport_size(size)
        for theme, rules in (("light", None), ("dark", SEEN_BY_COLOUR)):
            page.emulate_media(color_scheme=theme)
            found += [f"{name}, {theme}: {fault}" for fault in faults(page, rules)]
    page.set_viewport_size({**PHONE, "width": NARROWEST})
    if (width := page.evaluate("document.documentElement.scrollWidth")) > NARROWEST:
        found.append(f"a phone must scroll sideways, over {width} points")
    assert found + looking.complaints == []


def faults(page: Page, rules: Sequence[str] | None = None) -> list[tuple[str, list[str]]]:
    """What axe finds that is serious, and where; by some of its rules, or by all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found = page.evaluate("async (options) => (await axe.run(options)).violations", options)
    return [
        (one["id"], [node["html"][:160] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def unreachable(page: Page) -> list[str]:
    """Controls that the tabulator does not lead to, or that do not show that they are in focus."""
    page.evaluate(WATCH_FOCUS)
    page.evaluate("document.activeElement.blur()")
    for _ in range(page.evaluate(f"({CONTROLS})().length") + 5):
        page.keyboard.press("Tab")
    missed, dark = page.evaluate(MISSED), page.evaluate("window.dark")
    return [f"no way to {one}" for one in missed] + [f"no sign of focus at {one}" for one in dark]


def said(page: Page) -> list[str]:
    """What is wrong with the words: no title, not one heading of the first rank, a key where words belong."""
    text = page.inner_text("body")
    titles = page.locator("h1").count()
    return [
        *([] if page.title() else ["the page has no title"]),
        *([] if titles == 1 else [f"{titles} headings of the first rank"]),
        *(f"{found!r} is no word" for found in [*KEY.findall(text), *UNSAID.findall(text)]),
    ]
