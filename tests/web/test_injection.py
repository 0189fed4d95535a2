"""What people write is shown as they wrote it, whatever it is: no field makes a page do anything."""

from collections.abc import Iterator

import pytest

from stumper.people.matches.guests import LONGEST_GUEST_NAME
from stumper.web.markdown import rendered

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page

from furnished import PEOPLE
from views import VIEWS, Lookers, Looking, View, looking_in

BAIT = '"><img src=x onerror=alert(1)><script>alert(1)</script>'
SUM = "{{7*7}}"
SHORTEST = 4  # characters; what is shorter is a name, and has no room for more
FOREIGN = """() => {
  const own = (one) => one.src.startsWith(location.origin + "/static/") || one.type === "application/json";
  const bad = [...document.querySelectorAll("script")].filter((one) => !own(one));
  bad.push(...document.querySelectorAll("img, iframe, object, embed, base, style, [style*=url]"));
  bad.push(...document.querySelectorAll("a[href^='javascript' i]"));
  bad.push(...[...document.querySelectorAll("*")].filter((one) =>
    [...one.attributes].some(({ name }) => name.startsWith("on") || /[<>"'&;]/.test(name))));
  return bad.map((one) => one.outerHTML.slice(0, 200));
}"""
FIELDS = """() => [...document.querySelectorAll("form")].flatMap((form) =>
  [...form.elements].some((one) => one.name && one.checkVisibility() && (one.matches("textarea")
    || ["text", "password", "number", "search", "email"].includes(one.type))) ? [form.getAttribute("action")] : [])"""
FILL = """([action, bait]) => {
  const form = [...document.querySelectorAll("form")].find((one) => one.getAttribute("action") === action);
  form.noValidate = true;
  for (const one of form.elements) {
    if (one.type === "number") one.type = "text";
    one.removeAttribute("maxlength");
    if (one.matches("textarea") || ["text", "password", "search", "email"].includes(one.type)) one.value = bait;
    if (one.matches("select")) { one.options[0].value = bait; one.selectedIndex = 0; }
    if (one.type === "checkbox" || (one.type === "hidden" && one.name !== "csrf")) one.value = bait;
  }
  form.submit();
}"""


def baited(text: str) -> str:
    return f"{BAIT}{text}" if len(text) <= SHORTEST else f"{SUM}{BAIT}{text}"


@pytest.fixture(scope="module")
def lookers(chromium: str, tmp_path_factory) -> Iterator[Lookers]:
    """In a site where every text that anybody wrote is bait."""
    with looking_in(tmp_path_factory.mktemp("bait"), chromium, baited) as found:
        yield found


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_page_shows_bait_as_text(view: View, lookers: Lookers) -> None:
    looking = lookers.browser_of(view.who)
    page = looking.open(view)
    assert harm(looking) == []
    if view.who is not None:
        assert f"{BAIT}{view.who}"[-LONGEST_GUEST_NAME:] in shown(page)  # who is logged in, or has a name in a match


@pytest.mark.parametrize(
    ("view", "texts"),
    [
        ("start of an author", ["Lights and ports", "Claims", "Closed"]),
        ("project", ["Lights and ports", "Look", "Take your time."]),
        ("people", list(PEOPLE)),
        ("members", ["Ben", "Cleo", "Dora"]),
        ("settings", ["Lights and ports", "Look"]),
        ("progress", ["Ben", "Cleo"]),
        ("results", ["Ben", "Cleo"]),
        ("account", ["key"]),
        ("a person", ["Ben", "Claims"]),
        ("items", ["Who lit it, asked for time"]),
        ("write", ["Who lit it, asked for time", "Ada Thorn", "Port Ilse", "A draft"]),
        ("write, fooled", ["Mary Bell saw it."]),
        ("claim", ["Ada Thorn lit", "Ada Thorn lit the lighthouse in 1874.", "Lights"]),
        ("fix", ["Jeff Dean", "Port Anna", "Ada Thorn", "Port Ilse", "Look"]),
        ("verify", ["Jeff Dean", "Port Anna", "Ada Thorn"]),
        ("judge", ["Ada Thorn", "Port Ilse"]),
        ("adjudicate", ["fine", "odd"]),
        ("answer", ["Port Ilse", "Lights"]),
        ("match of a moderator", ["Final", "Mary Bell", "Some lady", "Ada Thorn", "Eve", "line 3"]),
        ("match, answering", ["She rowed ashore.", "Reds", "Blues"]),
    ],
)
def test_what_was_written_is_there_to_read(view: str, texts: list[str], lookers: Lookers) -> None:
    [wanted] = [one for one in VIEWS if one.name == view]
    looking = lookers.browser_of(wanted.who)
    page = looking.open(wanted)
    page.eval_on_selector_all("details", "all => all.forEach((one) => { one.open = true; })")
    text = shown(page)
    assert [one for one in texts if baited(one) not in text] == []


def test_whatever_a_form_is_sent_is_shown_as_text(lookers: Lookers) -> None:
    """Every form of every page that takes text, sent with bait in each of its fields."""
    views = [*reversed({(view.route, view.who): view for view in reversed(VIEWS)}.values())]
    # What is rejected at an example is nobody's work on other pages; whoever is set aside by care has none there.
    views.sort(key=lambda view: ("an example", "care").index(view.name) if view.name in ("an example", "care") else -1)
    forms = [(view, action) for view in views for action in lookers.browser_of(view.who).open(view).evaluate(FIELDS)]
    for number, (view, action) in enumerate(forms):
        lookers.forget(view.who)  # as the browser may be somebody else's by what was sent before
        looking = lookers.browser_of(view.who)
        page = looking.open(view)
        with page.expect_navigation():
            page.evaluate(FILL, [action, f"{BAIT}{number}"])  # no password twice
        assert harm(looking) == [], view.name
    lookers.forget(None)
    assert [view.name for view, _ in forms] == [
        "log in", "join", "new password", "account", "account", "account", "a person", "new project", "settings",
        "members", "examples of an author", "examples, none", "examples",
        "links", "a link", "judge", "adjudicate", "tag", "tossups", "tossups, none",
        "matches of a moderator", "play", "models", "attack",
        "an example", "an example", "an example", "care", "care", "care", "care",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "written",
    [
        "[read](javascript:alert(1))",
        "<javascript:alert(1)>",
        "[read](JaVaScRiPt&#58;alert(1))",
        "[read](data:text/html,<script>alert(1)</script>)",
        "[read]( vbscript:x)\n\n[there]: javascript:alert(1)\n\n[there]",
        '[read](/x "onmouseover=alert(1)")<a href="javascript:alert(1)">x</a>',
        "![seen](x)<img src=x onerror=alert(1)>",
        "# <svg onload=alert(1)>\n\n| <b>x</b> |\n|---|\n| `<script>` |",
    ],
)
def test_markdown_makes_no_link_that_acts_and_no_element_of_html(written: str, lookers: Lookers) -> None:
    looking = lookers.browser_of("Ada")
    [view] = [one for one in VIEWS if one.name == "new project"]
    page = looking.open(view)
    page.evaluate("html => { document.querySelector('main').innerHTML = html; }", str(rendered(written)))
    found = page.eval_on_selector_all("main a", "all => all.map((one) => one.protocol)")
    assert harm(looking) == []
    assert set(found) <= {"http:", "https:"}


def harm(looking: Looking) -> list[str]:
    """What the page did, or holds, that none of ours does."""
    page = looking.page
    return [*looking.complaints, *page.evaluate(FOREIGN), *(["it was computed"] if "49" + BAIT in shown(page) else [])]


def shown(page: Page) -> str:
    """All that can be read on the page, in fields, too."""
    fields = page.eval_on_selector_all("input, textarea", "all => all.map((one) => one.value)")
    parts = page.evaluate("[document.title, document.body.textContent.replaceAll(/\\s+/g, ' ')]")
    return "\n".join([*parts, *fields])
