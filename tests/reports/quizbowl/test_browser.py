"""The quizbowl part in a real browser: it opens, tables stand one click away, and examples show what was heard."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from hostile_texts import harm_of, poisoned
from report_figures import played
from stumper.listening import Composed
from stumper.reports import Report, html, nothing
from stumper.tasks.quizbowl.section.play import play

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


@pytest.fixture(scope="module")
def browser(chromium) -> Iterator[object]:
    from browsers import chromium_at  # which needs playwright

    with chromium_at(chromium) as opened:
        yield opened


@pytest.fixture
def visit(browser, tmp_path: Path):
    """Opens a report; the page, and what it complained about or asked for."""
    pages = []

    def opened(report: Report, width: int = 1280):
        path = tmp_path / "report.html"
        path.write_text(html(report), encoding="utf-8")
        page = browser.new_page(viewport={"width": width, "height": 900})
        seen = SimpleNamespace(errors=[], requests=[])
        page.on("console", lambda message: seen.errors.append(message.text))
        page.on("pageerror", lambda error: seen.errors.append(str(error)))
        page.on("request", lambda request: seen.requests.append(request.url))
        page.goto(path.as_uri())
        pages.append(page)
        return page, seen

    yield opened
    for page in pages:
        page.close()


@pytest.fixture
def whole(report, season) -> Report:
    """Runs, play, and questions that people wrote."""
    composed = [Composed("x", "He lit <b>it</b>. Name him.", "Bo", "adversarial", "Science", ("paraphrase", "novel"))]
    found = play(season, composed, [("Bo", "He lit a lamp.")])
    return played(report(("-++", "--+"), ("+++", "---")), found)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_opens_without_a_complaint_and_fits(visit, whole, width):
    page, seen = visit(whole, width)
    assert seen.errors == []
    assert len(seen.requests) == 1
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_nothing_hostile_runs_and_nothing_is_fetched(visit, whole):
    page, seen = visit(poisoned(whole))
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.keyboard.press("j")
    assert "hostile.example" in page.inner_text("body")
    assert harm_of(page) == []
    assert seen.errors == []
    assert len(seen.requests) == 1


def test_what_questions_are_made_of_is_read_on_a_phone_without_scrolling_aside(visit, whole):
    page, _ = visit(whole, 390)
    hidden = "(table) => table.parentElement.scrollWidth - table.parentElement.clientWidth"
    assert page.locator("section:has(h2:text-is('What the questions are made of')) table").first.evaluate(hidden) == 0


def test_every_plot_has_its_table_one_click_away(visit, whole):
    page, _ = visit(whole)
    tables = page.locator("#quizbowl details:has(> summary) table")
    assert tables.count() >= 8
    assert not tables.first.is_visible()
    page.locator("#quizbowl summary", has_text="The same as a table").first.click()
    assert tables.first.is_visible()
    assert "people together" in tables.first.inner_text()


def test_curves_are_labelled_at_their_ends(visit, whole):
    page, _ = visit(whole)
    labels = page.locator(".panels .panel >> nth=0").locator(".label").all_text_contents()
    assert [label.rstrip("0123456789.") for label in labels] == ["people", "ir", "rnn"]


def test_an_example_marks_where_the_guesser_is_first_right(visit, whole):
    page, _ = visit(whole)
    before = page.locator(".pane >> nth=0")
    assert ["".join(before.locator(".text .said.right").all_text_contents())] == ["Keeper 1 lit a lamp in Troy."]
    assert "first right after 37% of the words" in before.inner_text()
    assert page.locator(".pane >> nth=1").locator(".text ins").all_inner_texts() == ["lantern"]
    assert before.locator(".hearings li").count() == 3


def test_a_report_of_play_alone_has_no_browser_of_examples(visit, season):
    page, seen = visit(played(nothing(), play(season)))
    assert seen.errors == []
    assert page.locator("#browse").count() == 0
    assert "Nothing has been attacked" not in page.inner_text("body")


NAMES = [f"{chr(65 + n)}nastasia-Philippa Wolkenstein of Upper and Lower Ilse the {n + 1}th" for n in range(20)]
CUT = """names => names.filter((name) => name.scrollWidth > name.clientWidth + 1
  || name.getBoundingClientRect().right > innerWidth).map((name) => name.textContent)"""


@pytest.mark.parametrize("width", [1440, 390])
def test_names_of_twenty_players_stand_whole_and_headings_sort_their_lines(visit, season, buzz, width):
    others = [one for one in season if one.is_machine]
    # Who comes later in the alphabet is right sooner.
    people = [
        buzz(name, 9 - place // 3, (number + place) % 5 != 0, id=f"q{number}")
        for place, name in enumerate(NAMES)
        for number in range(12)
    ]
    page, seen = visit(played(nothing(), play([*people, *others])), width)
    page.get_by_text("Person by person").first.click()
    table = page.locator("table", has=page.locator("caption", has_text="Person by person"))
    names = table.locator("tbody th")
    assert names.all_inner_texts() == NAMES
    assert names.evaluate_all(CUT) == []
    heading = table.locator("thead .sort", has_text="read, %")
    heading.click()
    read = [float(cell.split()[0]) for cell in table.locator("tbody tr td:nth-child(9)").all_inner_texts()]
    assert read == sorted(read, reverse=True)
    assert len(set(read)) > 4
    heading.press("Enter")
    assert table.locator("th[aria-sort=ascending]").count() == 1
    assert names.all_inner_texts()[0] != NAMES[0]
    table.locator("thead .sort").first.click()
    assert names.all_inner_texts() == NAMES
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert seen.errors == []
