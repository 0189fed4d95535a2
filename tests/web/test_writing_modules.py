"""What the writing page computes by itself: changes, undo, comparison, and what it makes of two states."""

from collections.abc import Iterator
from typing import Any

import pytest

from stumper.store import Store
from visiting import Site, house_over, serving

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page

from browsers import chromium_at

HARNESS = """
async ([base]) => { window.part = await import(`${base}/static/${window.version}/writing/text.js`); }
"""
RANDOM_EDITS = """
(seed) => {
  let state = seed;
  const draw = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return state % n; };
  const letters = ["a", "b", " ", "é", "😀", "😁", "word ", "\\n", "<b>"];
  let text = "The 😀 lamp of Port Ilse.";
  const edits = [];
  for (let step = 0; step < 60; step += 1) {
    const points = [...text];
    const start = draw(points.length + 1);
    const end = Math.min(points.length, start + draw(4));
    const inserted = draw(3) ? letters[draw(letters.length)] : "";
    const after = [...points.slice(0, start), inserted, ...points.slice(end)].join("");
    edits.push({before: text, after, caret: [...points.slice(0, start), inserted].join("").length});
    text = after;
  }
  return edits;
}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    path = tmp_path_factory.mktemp("site") / "web.db"
    with Store.open(f"sqlite:///{path}") as store, serving(house_over(store)) as opened:
        yield opened


@pytest.fixture(scope="module")
def page(site: Site, chromium: str) -> Iterator[Page]:
    with chromium_at(chromium) as browser:
        page = browser.new_page()
        page.goto(f"{site.home}/help")
        sheet = page.locator("link[rel=stylesheet]").first.get_attribute("href")
        page.evaluate("(version) => { window.version = version; }", sheet.split("/static/")[1].split("/")[0])
        yield page


def using(page: Page, script: str, value: object = None) -> Any:
    """What the script makes of the module, called ``part`` there."""
    base = page.evaluate("document.querySelector('meta[name=base]').content")
    page.evaluate(HARNESS, [base])
    return page.evaluate(f"(value) => (({script})(window.part, value))", value)


def random_edits(page: Page, seed: int) -> list[dict[str, Any]]:
    return page.evaluate(RANDOM_EDITS, seed)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_change_leads_from_the_text_before_to_the_text_after(page: Page, seed: int) -> None:
    edits = random_edits(page, seed)
    script = "(part, edits) => edits.map((e) => part.changeBetween(e.before, e.after, e.caret))"
    for edit, change in zip(edits, using(page, script, edits), strict=True):
        start = len(edit["before"].encode("utf-16-le")[: 2 * change["start"]].decode("utf-16-le"))
        rest = edit["before"][start:]
        assert rest.startswith(change["removed"])
        assert edit["before"][:start] + change["inserted"] + rest[len(change["removed"]) :] == edit["after"]


def test_a_change_is_where_the_caret_is_though_the_letter_is_the_same(page: Page) -> None:
    change = using(page, "(part) => part.changeBetween('aaaa', 'aaaaa', 2)")
    assert change == {"start": 1, "removed": "", "inserted": "a"}


def test_the_server_counts_characters_and_the_browser_halves_of_pairs(page: Page) -> None:
    assert using(page, "(part) => part.toServer('a😀b', 3)") == 2
    assert using(page, "(part) => part.toBrowser('a😀b', 2)") == 3


def test_a_mark_moves_with_its_words(page: Page) -> None:
    script = "(part, [range, change]) => part.shifted(range, change)"
    mark = {"start": 10, "end": 15}

    def moved(start: int, removed: str, inserted: str) -> object:
        return using(page, script, [mark, {"start": start, "removed": removed, "inserted": inserted}])

    assert moved(2, "", "xyz") == {"start": 13, "end": 18}
    assert moved(12, "", "xyz") == {"start": 10, "end": 18}
    assert moved(20, "abc", "") == mark
    assert moved(8, "abcd", "") == {"start": 8, "end": 11}
    assert moved(13, "abcd", "") == {"start": 10, "end": 13}
    assert moved(9, "abcdefgh", "") is None


@pytest.mark.parametrize("seed", [4, 5])
def test_undo_goes_back_to_the_beginning_and_redo_to_the_end(page: Page, seed: int) -> None:
    edits = random_edits(page, seed)
    script = """async (part, edits) => {
      const history = part.newHistory();
      edits.forEach((e, n) => part.record(history, part.changeBetween(e.before, e.after, e.caret), 400 * n));
      let text = edits.at(-1).after;
      const fits = part.fits(history, text);
      for (let step = part.undo(history); step; step = part.undo(history)) text = part.applied(text, step);
      const first = text;
      for (let step = part.redo(history); step; step = part.redo(history)) text = part.applied(text, step);
      return {first, last: text, fits, other: part.fits(history, text + "!")};
    }"""
    page.evaluate("() => {  }")
    found = using(page, script, edits)
    assert found["first"] == edits[0]["before"]
    assert found["last"] == edits[-1]["after"]
    assert found["fits"]


def test_typing_is_undone_word_by_word_and_after_a_pause_apart(page: Page) -> None:
    script = """(part, typed) => {
      const history = part.newHistory();
      [...typed].forEach((letter, n) => part.record(history, {start: n, removed: "", inserted: letter}, 50 * n));
      part.record(history, {start: typed.length, removed: "", inserted: "!"}, 60_000);
      return history.undo.map((step) => step.inserted);
    }"""
    assert using(page, script, "two words") == ["two ", "words", "!"]


@pytest.mark.parametrize("seed", [6, 7])
def test_a_comparison_holds_both_texts_whole(page: Page, seed: int) -> None:
    edits = random_edits(page, seed)
    before, after = edits[0]["before"], edits[-1]["after"]
    diff = using(page, "(part, [before, after]) => part.wordDiff(before, after)", [before, after])
    assert "".join(piece["text"] for piece in diff if piece["kind"] != "added") == before
    assert "".join(piece["text"] for piece in diff if piece["kind"] != "removed") == after


def test_words_replaced_in_a_row_are_one_replacement(page: Page) -> None:
    texts = ["She lit the old lamp.", "She dimmed a new lamp."]
    diff = using(page, "(part, [before, after]) => part.wordDiff(before, after)", texts)
    assert [(piece["kind"], piece["text"]) for piece in diff] == [
        ("kept", "She "), ("removed", "lit the old"), ("added", "dimmed a new"), ("kept", " lamp."),
    ]  # fmt: skip


KEPT = {
    "text": "abcd", "label": None, "isLabelUnsent": False, "revision": 3, "made": 4,
    "pending": [{"number": 3, "start": 2, "removed": "", "inserted": "c"},
                {"number": 4, "start": 3, "removed": "", "inserted": "d"}],
    "history": {"undo": [], "redo": []},
}  # fmt: skip


def reconciled(page: Page, text: str, changes: int, revision: int) -> dict[str, Any]:
    server = {"text": text, "label": None, "changes": changes, "revision": revision}
    script = "(part, [kept, server]) => part.reconciled(kept, server)"
    return using(page, script, [KEPT, server])


def test_what_the_server_lacks_is_kept_and_still_to_be_sent(page: Page) -> None:
    found = reconciled(page, "ab", 2, 3)
    assert found["state"]["text"] == "abcd"
    assert [change["number"] for change in found["state"]["pending"]] == [3, 4]


def test_what_arrived_though_its_answer_was_lost_is_not_sent_again(page: Page) -> None:
    found = reconciled(page, "abc", 3, 4)
    assert found["state"]["text"] == "abcd"
    assert found["state"]["revision"] == 4
    assert [change["number"] for change in found["state"]["pending"]] == [4]


def test_a_newer_text_from_elsewhere_is_shown_and_ours_is_one_undo_away(page: Page) -> None:
    found = reconciled(page, "abXY", 5, 5)
    assert found["isReplaced"]
    assert found["state"]["text"] == "abXY"
    assert found["state"]["pending"] == []
    [step] = found["state"]["history"]["undo"]
    assert (step["removed"], step["inserted"]) == ("cd", "XY")
