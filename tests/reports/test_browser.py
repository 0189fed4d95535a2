"""The page in a real browser: keys, filters, address, no request, no error."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from hostile_texts import harm_of, poisoned
from report_figures import figures
from stumper.reports import Report, build_report, html

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
WHERE = ".position"


@pytest.fixture(scope="module")
def browser(chromium) -> Iterator[object]:
    from browsers import chromium_at  # which needs playwright

    with chromium_at(chromium) as opened:
        yield opened


@pytest.fixture
def visit(browser, tmp_path: Path):
    """Opens a report; the page, and what it complained about or asked for."""
    pages = []

    def opened(report: Report, state: str = "", **options):
        path = tmp_path / "report.html"
        path.write_text(html(report), encoding="utf-8")
        page = browser.new_page(**({"viewport": {"width": 1280, "height": 900}} | options))
        seen = SimpleNamespace(errors=[], requests=[])
        page.on("console", lambda message: seen.errors.append(message.text))
        page.on("pageerror", lambda error: seen.errors.append(str(error)))
        page.on("request", lambda request: seen.requests.append(request.url))
        page.goto(path.as_uri() + state)
        pages.append(page)
        return page, seen

    yield opened
    for page in pages:
        page.close()


def address(page) -> str:
    """As the page itself has it, of which whoever drives the browser hears a moment later."""
    return page.evaluate("location.href")


def test_the_page_asks_for_nothing_and_complains_of_nothing(visit, lifelike):
    page, seen = visit(lifelike(limit=12))
    page.keyboard.press("j")
    page.keyboard.press("?")
    assert seen.errors == []
    assert len(seen.requests) == 1


def test_j_and_k_turn_over_the_examples(visit, lifelike):
    page, _ = visit(lifelike(adversaries=("add-any",), limit=12), "#outcome=")
    assert page.inner_text(WHERE) == "1 of 12"
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert page.inner_text(WHERE) == "2 of 12"
    assert page.is_visible('.list [aria-current="true"]')


def test_an_outcome_filters_and_stands_in_the_address(visit, lifelike):
    report = lifelike(adversaries=("add-any",), limit=30)
    page, _ = visit(report)
    page.click('[data-chip="outcome=succeeded"]')
    fooled = figures(report).rows[0].outcomes.succeeded
    assert page.inner_text(WHERE).endswith(f"of {fooled}")
    assert "outcome=succeeded" in address(page)
    assert page.inner_text(".badge").endswith("fooled")


def test_a_view_can_be_sent_to_a_colleague(visit, lifelike):
    report = lifelike(limit=30)
    page, _ = visit(report)
    page.click('[data-chip="attack=AddCommon"]')
    page.keyboard.press("j")
    seen, question, sent = page.inner_text(WHERE), page.inner_text(".asked"), address(page)
    again, _ = visit(report, "#" + sent.partition("#")[2])
    assert (again.inner_text(WHERE), again.inner_text(".asked")) == (seen, question)
    assert again.get_attribute('[data-chip="attack=AddCommon"]', "aria-pressed") == "true"


def test_slash_searches_and_escape_leaves(visit, lifelike):
    page, _ = visit(lifelike(adversaries=("add-any",), limit=30))
    page.keyboard.press("/")
    page.keyboard.type("Trabzon")
    assert re.fullmatch(r"\d+ of [1-9]\d?", page.inner_text(WHERE))
    assert "q=Trabzon" in address(page)
    page.keyboard.type(" and nothing like it")
    assert page.is_visible(".empty")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.tagName") == "BODY"


def test_f_goes_to_the_filters_and_question_mark_opens_help(visit, lifelike):
    page, _ = visit(lifelike(limit=12))
    page.keyboard.press("f")
    assert page.evaluate("document.activeElement.className") == "chip"
    page.keyboard.press("?")
    assert page.is_visible("dialog")
    page.keyboard.press("Escape")
    playwright.expect(page.locator("dialog")).to_be_hidden()


def test_added_words_gold_and_answers_are_marked_where_they_stand(visit, store, record, make):
    example = make.question("q", "Who met Bo \U0001f98a?", "\U0001f98a Ada met Bo in 1820.", "Ada")
    changed = make.appended(example, "Zed met people.")
    longer = type(example)(example.id, changed.query, changed.gold)
    before, after = make.verdict(example, "Ada"), make.verdict(longer, "Zed")
    run = record([example], lambda run, _: make.attempt(run, example, "succeeded", before, after, changed, 9))
    page, _ = visit(build_report(store, [run]))
    assert page.locator(".pane >> nth=0").locator(".text .said.right").inner_text() == "Ada"
    assert page.locator(".pane >> nth=1").locator(".text .said").inner_text() == "Zed"
    assert page.locator(".pane >> nth=1").locator(".text .gold").inner_text() == "Ada"
    assert "".join(page.locator(".text ins").all_inner_texts()).replace(" ", "") == "Zedmetpeople."


def test_a_script_in_a_question_is_text(visit, store, record, make):
    evil = '<img src=x onerror="document.title=1"><script>document.title=2</script></script>'
    example = make.question("q", evil, f"{evil} Ada.", "Ada", title=evil)
    seen = make.verdict(example, "Ada")
    run = record([example], lambda run, _: make.attempt(run, example, "errored", seen, reason=evil))
    page, noted = visit(build_report(store, [run]))
    assert page.inner_text(".asked") == evil
    assert evil in page.inner_text(".fault")
    assert page.title() == "Stumper report"
    assert noted.errors == []


def test_nothing_hostile_runs_and_nothing_is_fetched(visit, lifelike, nine):
    page, noted = visit(poisoned(lifelike(("embedded", "python:mine"), adversaries=nine, limit=12)), "#outcome=")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    for key in ("j", "j", "f", "?"):
        page.keyboard.press(key)
    assert "hostile.example" in page.inner_text("body")
    assert harm_of(page) == []
    assert noted.errors == []
    assert len(noted.requests) == 1


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_sticks_out_of_the_page(visit, lifelike, width, scheme):
    victims = ("embedded", "hf:somebody/a-reader-with-a-long-name-large-squad2")
    page, _ = visit(lifelike(victims, limit=8), viewport={"width": width, "height": 800}, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_without_scripts_the_figures_still_read(visit, lifelike):
    page, _ = visit(lifelike(limit=12), java_script_enabled=False)
    assert page.is_visible("h1")
    assert page.is_visible("section:has(h2:text-is('Scores under attack')) .scroll table")
    assert "scripts are off" in page.inner_text("#browser")


def test_an_analysis_is_one_click_away_and_that_of_the_strongest_attack_is_open(visit, lifelike):
    page, noted = visit(
        lifelike(adversaries=("add-benign", "add-common", "add-any"), limit=40), java_script_enabled=False
    )
    assert page.locator(".analysis").count() == 2
    assert page.locator(".analysis[open] .who").inner_text() == "AddAny on embedded"
    for folded in page.locator("details:not([open]):has(.analysis:not([open])) > summary").all():
        folded.click()
    page.locator(".analysis:not([open]) > summary").first.click()
    assert page.locator(".analysis[open] figure >> nth=0").is_visible()
    assert page.locator(".analysis[open]").count() == 2
    assert noted.errors == []


def test_types_of_attack_filter_only_where_an_attack_has_several(visit, lifelike):
    page, _ = visit(lifelike(adversaries=("add-any", "edit-reorder"), limit=12))
    assert page.locator('[data-chip^="type="]').count() == 0
    page, _ = visit(lifelike(adversaries=("add-any", "edit-combined"), limit=30), "#outcome=")
    page.click('[data-chip="type=split + reorder"]')
    assert "type=split" in address(page)
    assert "split + reorder" in page.inner_text(".facts")
    assert "edit-combined" in page.inner_text(".facts")


@pytest.mark.parametrize("width", [1280, 400])
def test_nothing_sticks_out_of_nine_runs(visit, lifelike, nine, width):
    page, _ = visit(lifelike(adversaries=nine, limit=20), viewport={"width": width, "height": 800})
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", [390, 1280])
def test_the_words_around_a_plot_keep_their_distance_from_the_edge(visit, lifelike, width):
    page, _ = visit(lifelike(adversaries=("add-any",), limit=40), viewport={"width": width, "height": 800})
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    boxes = [text.bounding_box() for text in page.locator("svg .axis, .findings .label").all()]
    assert len(boxes) == 1 + 3 + 4
    assert [box for box in boxes if box["x"] < 20 or box["x"] + box["width"] > width - 20] == []


def test_a_label_has_its_lines_colour_beside_it(visit, lifelike):
    page, _ = visit(lifelike(adversaries=("add-any",), limit=40))
    for group in ("right", "wrong"):
        colours = page.evaluate(
            "(key) => ['.curve', '.pin'].map((of) => {"
            " const style = getComputedStyle(document.querySelector(`.findings .${key} ${of}`));"
            " return of === '.curve' ? style.stroke : style.fill; })",
            group,
        )
        assert colours[0] == colours[1]


def test_five_thousand_examples_turn_over_at_once(visit, lifelike):
    report = lifelike(adversaries=("add-any",), limit=50)
    copies = [
        replace(exhibit, example_id=f"{exhibit.example_id}-{copy}")
        for copy in range(100)
        for exhibit in report.examples
    ]
    many = replace(report, sections=(replace(report.sections[0], exhibits=tuple(copies)),))
    page, _ = visit(many)
    assert page.inner_text(WHERE).endswith("of 5000")
    took = page.evaluate("""() => {
        const start = performance.now();
        for (let i = 0; i < 10; i++) dispatchEvent(new KeyboardEvent("keydown", { key: "j" }));
        return (performance.now() - start) / 10;
    }""")
    assert took < 250  # ms, on a busy machine


def test_any_two_systems_stand_side_by_side(visit, lifelike):
    page, seen = visit(lifelike(victims=("embedded", "hf:a", "hf:b"), adversaries=("add-benign", "add-any"), limit=30))
    first, second = page.locator("#pairs select").all()
    second.select_option(label="hf:b")
    head = page.locator("#pairs thead").inner_text()
    assert "embedded" in head
    assert "hf:b" in head
    assert page.locator("#pairs tbody tr").count() == 3
    first.select_option(label="AddAny on embedded")
    assert page.locator("#pairs tbody th").all_inner_texts() == [
        "Before the attack",
        "After the attack",
        "Change, points",
    ]
    assert seen.errors == []


def test_every_systems_answer_to_a_variant_is_a_click_away(visit, store, record, make):
    example = make.question("q", "Who?", "Ada met Bo.", "Ada")
    changed = make.appended(example, "Zed too.")
    right, wrong = make.verdict(example, "Ada"), make.verdict(example, "Zed")
    ids = [
        record(
            [example],
            lambda run, _, after=after, outcome=outcome: make.attempt(run, example, outcome, right, after, changed, 2),
            "from-file",
            victim,
        )
        for victim, after, outcome in (("a", right, "failed"), ("b", wrong, "succeeded"))
    ]
    page, _ = visit(build_report(store, ids))
    assert page.inner_text(WHERE) == "1 of 1"
    assert page.inner_text(".badge").endswith("fooled")
    page.click(".answers button >> text=a")
    assert page.inner_text(".badge").endswith("kept")
    assert "at=" in address(page)


def test_a_table_is_saved_without_a_network(visit, lifelike):
    page, seen = visit(lifelike(limit=12))
    with page.expect_download() as saved:
        page.click(".saved a >> nth=0")
    assert Path(saved.value.path()).read_text().startswith("system,no attack,no attack low")
    assert seen.errors == []


@pytest.mark.parametrize("width", [390, 1280])
def test_eight_attacks_on_three_systems_fit_and_leave_room_for_the_examples(visit, lifelike, nine, width):
    report = lifelike(victims=("embedded", "hf:a", "hf:b"), adversaries=nine, limit=12)
    page, _ = visit(report, viewport={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") == width
    height = page.evaluate("document.getElementById('examples').getBoundingClientRect().top + scrollY")
    assert len(report.opening) <= 5
    assert height < (6000 if width == 1280 else 9000)
