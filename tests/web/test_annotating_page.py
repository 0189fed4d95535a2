"""Fixing, verifying, judging, settling and answering in a real browser, on a real server."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from stumper.people.annotating.verifying import candidates
from stumper.people.queues import queue
from stumper.store.people_schema import responses
from visiting import Site

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect

from annotators import (
    EXAMPLES,
    LAMPS,
    MENDED,
    RAW,
    Bench,
    bench_at,
    question,
    shown,
    wait_for_end,
    wait_for_next,
)


@pytest.fixture
def bench(site: Site, browser) -> Iterator[Bench]:
    with bench_at(site, browser) as found:
        yield found
        assert found.complaints == []


@pytest.fixture
def unhurried(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Page]:
    """Opens somebody's page of a kind on which the ten seconds of an undo are two minutes."""
    monkeypatch.setattr(queue, "UNDO", 120.0)
    return lambda name, kind, *roles: bench.unhurried(bench.join(name, *roles), kind)


def said(bench: Bench) -> list[dict[str, object]]:
    """Every response that the store holds."""
    with bench.site.house.store.engine.connect() as connection:
        return [json.loads(text) for text in connection.scalars(select(responses.c.document))]


def test_three_people_carry_a_raw_sentence_from_fixing_to_approval(bench: Bench, tmp_path: Path) -> None:
    bench.ask_to_fix(tmp_path, RAW)
    fixer = bench.open(bench.join("Fay"), "fix")
    assert shown(fixer, "raw") == RAW
    assert shown(fixer, "hint").startswith("Good: “Jeff Dean” is in it.")
    fixer.fill("#sentence", MENDED)
    assert fixer.locator("#changes .added").inner_text() == "dimmed"
    fixer.keyboard.press("Control+Enter")
    wait_for_end(fixer)
    for name in ("Vic", "Val"):
        assert candidates(bench.site.house.store, bench.project) == ()
        verifier = bench.open(bench.join(name), "verify")
        assert shown(verifier, "sentence") == MENDED
        verifier.get_by_role("group", name="Is it good English?").get_by_role("radio", name="Yes").click()
        verifier.get_by_role("group", name="Does it leave the question").get_by_role("radio", name="Yes").click()
        verifier.get_by_role("button", name="Send").click()
        wait_for_end(verifier)
    [made] = candidates(bench.site.house.store, bench.project)
    assert made.perturbation.query.context.text == f"{LAMPS} {MENDED}"


def test_two_judges_disagree_and_a_moderator_settles(bench: Bench, unhurried) -> None:
    [id] = bench.ask_to_judge(EXAMPLES[:1], twice=True)
    for name, second in (("Jo", "y"), ("Jim", "n")):
        judge = bench.open(bench.join(name), "judge")
        assert shown(judge, "text") == LAMPS
        for key in ("y", second, "y"):
            judge.keyboard.press(key)
        judge.keyboard.press("w")
        judge.keyboard.type(f"{name} says so")
        judge.keyboard.press("Enter")
        wait_for_end(judge)
    moderator = unhurried("Mo", "adjudicate", "moderator")
    shown(moderator, "text")
    assert moderator.locator(".differ").inner_text().split() == ["Right,", "as", "asked", "Yes", "No", "differ"]
    assert {"Jo says so", "Jim says so"} <= set(moderator.locator(".said td").all_inner_texts())
    for key in ("y", "n", "y"):
        moderator.keyboard.press(key)
    moderator.keyboard.press("Enter")
    wait_for_end(moderator)
    said_last = "Sent. For ten seconds you can take it back, with Control and Z."  # and not that here is the next one
    assert moderator.locator("#status").inner_text() == said_last
    judgements = bench.site.house.store.judgements([id])
    assert [one.label_correct for one in judgements] == [True, False, False]


def test_three_texts_are_judged_without_the_mouse(bench: Bench) -> None:
    ids = bench.ask_to_judge(EXAMPLES[:3])
    page = bench.open(bench.join("Kay"), "judge")
    shown(page, "text")
    for keys in (("y", "n", "1"), ("2", "2", "u", "1", "1"), ("j", "n", "k", "k", "y", "j", "n")):
        for key in keys:
            page.keyboard.press(key)
        before = page.locator("#progress").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function("before => document.getElementById('progress').textContent !== before "
                               "|| !document.getElementById('empty').hidden", arg=before)  # fmt: skip
    wait_for_end(page)
    given = [(one.grammatical, one.label_correct, one.on_task) for one in bench.site.house.store.judgements(ids)]
    assert sorted(given) == [(False, True, True), (True, False, False), (True, False, True)]


def test_what_was_sent_is_taken_back_as_it_was_filled_in(bench: Bench, unhurried) -> None:
    bench.ask_to_judge(EXAMPLES[:2])
    page = unhurried("Una", "judge")
    page.set_viewport_size({"width": 390, "height": 844})
    place = "document.getElementById('item').getBoundingClientRect().top + scrollY"
    first, before = shown(page, "text"), page.evaluate(place)
    for key in ("y", "n", "y", "Enter"):
        page.keyboard.press(key)
    wait_for_next(page, "1 done")
    assert page.evaluate(place) == before  # what is under the finger stays there
    page.get_by_role("button", name="Undo").click()
    wait_for_next(page, "0 done")
    assert shown(page, "text") == first
    assert said(bench) == []
    assert page.locator("#status").inner_text() == "Taken back. It is before you again, as you filled it in."
    assert page.locator("#item input:checked").evaluate_all("all => all.map(one => one.value)") == [
        "true", "false", "true"
    ]  # fmt: skip
    assert page.locator("#sent").is_hidden()
    page.keyboard.press("Enter")
    wait_for_next(page, "1 done")
    page.keyboard.press("Control+z")
    wait_for_next(page, "0 done")
    assert said(bench) == []


def test_the_last_one_is_taken_back_by_mouse_and_by_keys(bench: Bench, unhurried) -> None:
    bench.ask_to_judge(EXAMPLES[:1])
    page = unhurried("Lea", "judge")
    text = shown(page, "text")
    for take_back in (
        lambda: page.get_by_role("button", name="Undo").click(),
        lambda: page.keyboard.press("Control+z"),
    ):
        for key in ("y", "n", "y") if not said(bench) and page.locator("#item input:checked").count() == 0 else ():
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        wait_for_end(page)
        assert len(said(bench)) == 1
        take_back()
        wait_for_next(page, "0 done")
        assert shown(page, "text") == text
        assert said(bench) == []
        assert page.locator("#item input:checked").count() == 3


def test_what_others_decided_meanwhile_is_taken_back_and_not_asked_again(
    bench: Bench, unhurried, tmp_path: Path
) -> None:
    bench.ask_to_fix(tmp_path, RAW)
    bench.respond("fix", {"text": MENDED})
    page = unhurried("Vera", "verify")
    assert shown(page, "sentence") == MENDED
    for _ in range(2):
        bench.respond("verify", {"grammatical": True, "compatible": True})
    for key in ("y", "n", "Enter"):
        page.keyboard.press(key)
    wait_for_end(page)
    page.get_by_role("button", name="Undo").click()
    page.locator("#status", has_text="Others have settled it meanwhile").wait_for(state="attached")
    assert len(said(bench)) == 3  # the mended sentence and the votes of the others


def test_one_goes_on_typing_from_one_sentence_to_the_next(bench: Bench, tmp_path: Path) -> None:
    bench.ask_to_fix(tmp_path, RAW, "Jeff Dean dim the light of Port Anna.")
    page = bench.open(bench.join("Fay"), "fix")
    shown(page, "raw")
    page.keyboard.press("e")
    for left in (1, 0):
        page.keyboard.press("End")
        page.keyboard.type(" So they say.")
        page.keyboard.press("Control+Enter")
        wait_for_next(page, "1 done") if left else wait_for_end(page)
    assert [str(one["text"]).endswith("Anna. So they say.") for one in said(bench)] == [True, True]


def test_an_answer_is_picked_by_keyboard_and_placed_as_the_server_counts(bench: Bench) -> None:
    bench.ask_to_answer(EXAMPLES[0])
    page = bench.open(bench.join("Ann"), "answer")
    assert shown(page, "question") == EXAMPLES[0].query.text
    page.keyboard.press("t")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    assert shown(page, "chosen") == "Ada Thorn"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    wait_for_end(page)
    assert said(bench) == [{"text": "Ada Thorn", "start": LAMPS.index("Ada Thorn")}]


def test_an_answer_is_picked_by_mouse_and_by_touch(bench: Bench) -> None:
    bench.ask_to_answer(EXAMPLES[0])
    page = bench.open(bench.join("Ann"), "answer", has_touch=True)
    shown(page, "question")

    def word(text: str):
        return page.locator("[role=option]", has_text=text).first

    chosen = page.locator("[data-field=chosen]")
    word("Ada").tap()
    expect(chosen).to_have_text("Ada")  # a browser makes a click of a tap, after it
    word("1874").tap()
    expect(chosen).to_have_text("Ada Thorn in 1874")
    page.get_by_role("button", name="Clear").click()
    assert shown(page, "chosen") == "nothing yet"
    word("Thorn").hover()
    page.mouse.down()
    word("Ada").hover()
    page.mouse.up()
    assert shown(page, "chosen") == "Ada Thorn"
    word("sister").click()
    assert shown(page, "chosen") == "sister"


def test_no_answer_can_be_said_only_where_the_data_knows_of_it(bench: Bench) -> None:
    bench.ask_to_answer(question("open", "Who put the lamp out?", open=True), EXAMPLES[1])
    page = bench.open(bench.join("Ann"), "answer")
    offered = {}
    for left in (1, 0):
        asked = shown(page, "question")
        offered[asked] = page.locator("#none").is_visible()
        page.keyboard.press("n")
        if offered[asked]:
            assert shown(page, "chosen") == "There is no answer in the text"
        else:
            page.locator("[role=option]", has_text="Ada").click()
        page.get_by_role("button", name="Send").click()
        wait_for_next(page, "1 done") if left else wait_for_end(page)
    assert offered == {"Who put the lamp out?": True, EXAMPLES[1].query.text: False}
    assert {"text": "", "start": None} in said(bench)


def test_markup_in_texts_is_shown_as_text(site: Site, browser, tmp_path: Path) -> None:
    nasty = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    examples = [question(str(n), f"Who? {nasty} {n}", f"Ada Thorn {nasty}") for n in range(3)]
    with bench_at(site, browser, examples, instructions=nasty) as bench:
        bench.ask_to_judge(examples[:1], twice=True)
        bench.ask_to_answer(examples[1])
        bench.respond("judge", {"grammatical": False, "label_correct": True, "on_task": True, "note": nasty})
        page = bench.open(bench.join("Ivy"), "judge")
        assert nasty in shown(page, "text")
        assert nasty in shown(page, "asked")
        for key in ("y", "y", "y", "w"):
            page.keyboard.press(key)
        page.keyboard.type(nasty)
        page.keyboard.press("Enter")
        wait_for_end(page)
        page = bench.open(bench.join("Mo", "moderator"), "adjudicate")
        assert shown(page, "said").count(nasty) == 2
        page = bench.open(bench.join("Ann"), "answer")
        assert nasty in shown(page, "question")
        assert page.locator("#text").inner_text() == f"Ada Thorn {nasty}"
        assert page.locator("img").count() == 0
        assert bench.complaints == []
