"""Claims in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hostile_texts import harm_of, poisoned
from stumper.reports import html

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


@pytest.fixture(scope="module")
def browser(chromium) -> Iterator[object]:
    from browsers import chromium_at  # which needs playwright

    with chromium_at(chromium) as opened:
        yield opened


def test_claims_are_turned_over_with_labels_and_evidence(browser, claims_report, tmp_path: Path):
    path, errors = tmp_path / "report.html", []
    path.write_text(html(claims_report(size=9, adversaries=("claim-rules",), victims=("embedded",))), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.on("console", lambda message: errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{path.as_uri()}#outcome=failed")
    assert "Right label: " in page.inner_text(".stage .truth")
    assert "sentence" in page.inner_text(".stage .evidence >> nth=0")
    assert page.get_attribute(".search", "placeholder") == "Search claims  /"
    before = page.inner_text(".asked")
    page.keyboard.press("j")
    assert page.inner_text(".asked") != before
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    assert errors == []
    page.close()


def test_nothing_hostile_runs_and_nothing_is_fetched(browser, claims_report, tmp_path: Path):
    path, noted = tmp_path / "report.html", []
    path.write_text(html(poisoned(claims_report(size=9))), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.on("console", lambda message: noted.append(message.text))
    page.on("pageerror", lambda error: noted.append(str(error)))
    page.on("request", lambda request: noted.append(request.url))
    page.goto(f"{path.as_uri()}#outcome=")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.keyboard.press("j")
    assert "hostile.example" in page.inner_text("body")
    assert harm_of(page) == []
    assert noted == [path.as_uri()]
    page.close()
