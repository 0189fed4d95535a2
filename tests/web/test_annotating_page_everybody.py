"""The annotators' pages are for everybody: by keyboard and screen reader, light and dark, on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stumper.store import Store
from visiting import house_over, serving

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from annotators import EXAMPLES, KINDS, MENDED, RAW, Bench, bench_at
from browsers import chromium_at


@pytest.fixture(scope="module")
def pages(chromium: str, tmp_path_factory) -> Iterator[dict[str, object]]:
    """The page of each kind, with an item that somebody has begun."""
    folder = tmp_path_factory.mktemp("everybody")
    with (
        Store.open(f"sqlite:///{folder / 'web.db'}") as store,
        serving(house_over(store)) as site,
        chromium_at(chromium) as browser,
        bench_at(site, browser, fixers=2, instructions="# Look\n\nOnly at the **text**.") as bench,
    ):
        fill(bench, folder)
        yield {kind: begun(bench, kind) for kind in KINDS}


def fill(bench: Bench, folder: Path) -> None:
    """Something of each kind is to be done: one sentence was mended, and two people judged one text differently."""
    bench.ask_to_judge(EXAMPLES[:1], twice=True)
    bench.ask_to_fix(folder, RAW)
    bench.ask_to_answer(EXAMPLES[4])
    bench.respond("fix", {"text": MENDED})
    for yes in (True, False):
        bench.respond("judge", {"grammatical": yes, "label_correct": True, "on_task": True})
    bench.ask_to_judge(EXAMPLES[1:2])


def begun(bench: Bench, kind):
    page = bench.open(bench.join(f"{kind}er", "annotator", "moderator"), kind)
    page.wait_for_selector("#item:not([hidden])")
    if kind == "answer":
        page.locator("[role=option]").nth(4).click()
    elif kind != "fix":
        page.keyboard.press("y")
    return page


@pytest.mark.parametrize("kind", KINDS)
def test_every_page_fits_on_a_phone_with_room_for_a_finger(pages, kind) -> None:
    page = pages[kind]
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    heights = page.eval_on_selector_all(
        "#item label.choice, #item button.primary",
        "all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().height)",
    )
    assert min(heights) >= 48
    page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize("kind", KINDS)
def test_the_tabulator_leads_through_and_out_again(pages, kind) -> None:
    page = pages[kind]
    page.locator("#keys-open").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
    else:
        pytest.fail("the focus does not get out of the page")
