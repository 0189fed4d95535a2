"""What the annotators' pages do when something fails, or when there is nothing to do."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import assignments, responses
from stumper.web.serving import bound
from visiting import Site, house_over, serving

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import expect

from annotators import (
    EXAMPLES,
    KINDS,
    MENDED,
    RAW,
    Bench,
    bench_at,
    shown,
    wait_for_end,
    wait_for_next,
)

NOTICE = "#notice-sentence"


@pytest.fixture
def bench(site: Site, browser) -> Iterator[Bench]:
    with bench_at(site, browser) as found:
        yield found


def recorded(bench: Bench) -> int:
    with bench.site.house.store.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(responses)).scalar_one()


def judge_all(page, keys: str = "yyy") -> None:
    shown(page, "text")
    for key in keys:
        page.keyboard.press(key)


def test_a_response_whose_answer_is_lost_is_sent_again_and_counts_once(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:2])
    page = bench.open(bench.join("Kay"), "judge")
    sent = []

    def lose(route) -> None:
        sent.append(route.request.post_data)
        if len(sent) < 3:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/response", lose)
    judge_all(page)
    page.keyboard.press("Enter")
    page.locator(NOTICE, has_text="The server does not answer. What you entered is kept on this device.").wait_for()
    wait_for_next(page, "1 done, 1 left")
    assert not page.locator("#notice").is_visible()
    assert len(sent) == 3
    assert recorded(bench) == 1


def test_one_need_not_wait_for_the_next_try(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:1])
    page = bench.open(bench.join("Kay"), "judge")
    judge_all(page)
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Try now").wait_for()
    page.context.set_offline(False)
    wait_for_end(page)
    assert recorded(bench) == 1


def test_pressing_enter_many_times_sends_once(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:2])
    page = bench.open(bench.join("Kay"), "judge")
    held = threading.Event()
    page.route("**/response", lambda route: (held.wait(0.3), route.continue_()))
    judge_all(page)
    for _ in range(5):
        page.keyboard.press("Enter")
    wait_for_next(page, "1 done, 1 left")
    assert recorded(bench) == 1


@pytest.mark.parametrize("kind", ["fix", "judge", "answer"])
def test_what_is_entered_survives_a_reload(bench: Bench, tmp_path: Path, kind) -> None:
    bench.ask_to_fix(tmp_path, RAW)
    bench.ask_to_judge(EXAMPLES[:1])
    bench.ask_to_answer(EXAMPLES[1])
    page = bench.open(bench.join("Kay"), kind)
    page.wait_for_selector("#item:not([hidden])")
    if kind == "fix":
        page.fill("#sentence", MENDED)
    elif kind == "judge":
        judge_all(page, "ynw")
        page.keyboard.type("odd")
    else:
        page.locator("[role=option]", has_text="Ada").click()
        page.locator("[role=option]", has_text="Thorn").click()
    page.reload()
    page.wait_for_selector("#item:not([hidden])")
    if kind == "fix":
        assert page.input_value("#sentence") == MENDED
    elif kind == "judge":
        assert page.input_value("#note") == "odd"
        chosen = page.eval_on_selector_all("#item input:checked", "all => all.map(one => one.name + one.value)")
        assert chosen == ["grammaticaltrue", "label_correctfalse"]
    else:
        assert shown(page, "chosen") == "Ada Thorn"


def test_a_sentence_that_is_not_taken_stays_with_what_is_wrong(bench: Bench, tmp_path: Path) -> None:
    bench.ask_to_fix(tmp_path, RAW)
    page = bench.open(bench.join("Fay"), "fix")
    shown(page, "raw")
    page.fill("#sentence", "The lamp of Port Anna was dimmed.")
    assert shown(page, "hint") == "“Jeff Dean” is missing. It must stay in the sentence."
    page.keyboard.press("Control+Enter")
    page.fill("#sentence", "Jeff Dean dimmed it for Ada Thorn.")
    page.keyboard.press("Control+Enter")
    page.locator(NOTICE, has_text="must not say “Ada Thorn”").wait_for()
    assert page.input_value("#sentence") == "Jeff Dean dimmed it for Ada Thorn."
    page.fill("#sentence", MENDED)
    page.keyboard.press("Control+Enter")
    wait_for_end(page)
    assert not page.locator("#notice").is_visible()


def test_whoever_was_away_for_long_is_told_and_goes_on(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:2])
    page = bench.open(bench.join("Lea"), "judge")
    judge_all(page)
    with writing(bench.site.house.store.engine) as connection:
        connection.execute(update(assignments).values(expires=0.0))
    for _ in EXAMPLES[:2]:
        bench.respond("judge", {"grammatical": True, "label_correct": True, "on_task": True})
    page.keyboard.press("Enter")
    page.locator(NOTICE, has_text="You were away for long").wait_for()
    page.get_by_role("button", name="Take the next one").click()
    wait_for_end(page)
    assert recorded(bench) == 2


def test_what_is_left_to_others_goes_to_them(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:1])
    page = bench.open(bench.join("Lea"), "judge")
    shown(page, "text")
    page.get_by_role("button", name="Leave this one to others").click()
    wait_for_end(page)
    other = bench.open(bench.join("Kim"), "judge")
    assert shown(other, "text")


def test_whoever_was_logged_out_is_told_and_keeps_what_was_entered(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:1])
    page = bench.open(bench.join("Lea"), "judge")
    judge_all(page)
    cookies = page.context.cookies()
    page.context.clear_cookies()
    page.keyboard.press("Enter")
    page.locator(NOTICE, has_text="What you entered is kept.").wait_for()
    page.context.add_cookies(cookies)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.locator("#item:not([hidden]) input:checked").nth(2).wait_for()
    page.keyboard.press("Enter")
    wait_for_end(page)


def test_letters_are_no_keys_while_one_types_nor_where_one_switched_them_off(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:1])
    page = bench.open(bench.join("Kay"), "judge")
    shown(page, "text")
    page.keyboard.press("w")
    page.keyboard.type("yynu?")
    assert page.input_value("#note") == "yynu?"
    assert page.locator("#item input:checked").count() == 0
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_label("Single letters work as keys").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("y")
    assert page.locator("#item input:checked").count() == 0
    page.reload()
    shown(page, "text")
    page.keyboard.press("y")
    assert page.locator("#item input:checked").count() == 0


@pytest.mark.parametrize(("width", "is_open"), [(1440, True), (390, False)])
def test_instructions_leave_the_work_in_sight_and_stay_as_one_left_them(
    bench: Bench, width: int, is_open: bool
) -> None:
    bench.ask_to_judge(EXAMPLES[:2])
    page = bench.open(bench.join("Kay"), "judge")
    page.set_viewport_size({"width": width, "height": 844})
    page.reload()
    shown(page, "text")
    how = page.locator("#how")
    assert (how.get_attribute("open") is not None) == is_open
    assert page.evaluate("document.querySelector('[data-says=yes]').getBoundingClientRect().bottom") < 844
    page.click("#how summary")
    page.reload()
    shown(page, "text")
    assert (how.get_attribute("open") is not None) != is_open


def test_what_was_just_sent_can_be_taken_back_on_a_phone_without_scrolling(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:2])
    page = bench.unhurried(bench.join("Kay"), "judge")
    page.set_viewport_size({"width": 390, "height": 844})
    judge_all(page)
    page.click("#item .primary")
    wait_for_next(page, "1 done, 1 left")
    undo, text = page.locator("#undo").bounding_box(), page.locator("[data-field=text]").bounding_box()
    assert 0 <= undo["y"] < undo["y"] + undo["height"] <= text["y"]
    page.mouse.wheel(0, 2000)
    page.wait_for_function("scrollY > 0")
    assert page.locator("#undo").bounding_box()["y"] >= 0


def test_nothing_moves_when_it_is_said_that_something_was_sent(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:2])
    page = bench.unhurried(bench.join("Kay"), "judge")
    page.set_viewport_size({"width": 1440, "height": 900})
    judge_all(page)
    before = page.locator("[data-question]").first.bounding_box()
    page.keyboard.press("Enter")
    wait_for_next(page, "1 done, 1 left")
    page.wait_for_selector("#undo")
    assert page.locator("[data-question]").first.bounding_box() == before


def test_control_and_enter_send_from_wherever_one_is(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:2])
    page = bench.open(bench.join("Lou"), "judge")
    for number in (1, 2):
        shown(page, "text")
        for _ in range(3):
            page.keyboard.press("y")
        if number == 1:
            page.keyboard.press("w")
            page.keyboard.type("clear")
        page.keyboard.press("Control+Enter")
        wait_for_next(page, f"{number} done")
    wait_for_end(page)


def test_an_empty_queue_says_what_comes_and_what_else_there_is(bench: Bench) -> None:
    page = bench.open(bench.join("Kay"), "verify")
    wait_for_end(page)
    assert "As others mend more of them, they come here." in page.locator("#empty").inner_text()
    assert page.locator("#empty li").all_inner_texts() == ["Mend sentences", "Judge texts", "Answer questions"]
    bench.ask_to_judge(EXAMPLES[:1])
    page.locator("#empty").get_by_role("link", name="Judge texts").click()
    assert shown(page, "text")


def test_a_kind_that_the_project_does_not_have_is_not_there(site: Site, browser) -> None:
    with bench_at(site, browser, kinds=("judge",)) as bench:
        person = bench.join("Mo", "moderator")
        visit = site.visit(person)
        found = {kind: visit.get(f"/projects/{bench.project.id}/{kind}").status_code for kind in KINDS}
    assert found == {"fix": 404, "verify": 404, "judge": 200, "adjudicate": 200, "answer": 404}


def test_whoever_is_at_work_keeps_the_item_and_whoever_is_not_does_not(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:1])
    page = bench.browse(bench.join("Kay"))
    page.clock.install()
    page.goto(bench.address("judge"))
    shown(page, "text")
    touches = []
    page.on("request", lambda request: touches.append(request.url) if request.url.endswith("/touch") else None)
    with page.expect_request("**/touch"):
        page.clock.run_for(12_000)
    page.clock.run_for(60_000)
    before = len(touches)
    page.clock.run_for(60_000)
    assert len(touches) == before
    page.keyboard.press("y")
    with page.expect_request("**/touch"):
        page.clock.run_for(12_000)


def test_a_browser_that_may_not_remember_anything_works_all_the_same(bench: Bench) -> None:
    bench.ask_to_judge(EXAMPLES[:1])
    page = bench.browse(bench.join("Kay"))
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no'); }})")
    page.goto(bench.address("judge"))
    judge_all(page)
    page.keyboard.press("Enter")
    wait_for_end(page)
    assert bench.complaints == []


def test_one_goes_on_where_one_was_when_the_server_is_back(browser, tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store, ExitStack() as stack:
        held = stack.enter_context(bound("127.0.0.1", 0))  # nobody else comes to listen there between the servers
        port = held.getsockname()[1]
        with serving(house_over(store), port=port) as site:
            bench = stack.enter_context(bench_at(site, browser))
            bench.ask_to_judge(EXAMPLES[:2])
            page = bench.open(bench.join("Kay"), "judge")
            judge_all(page)
        page.keyboard.press("Enter")
        page.locator(NOTICE, has_text="The server does not answer.").wait_for()
        with serving(house_over(store), port=port):
            wait_for_next(page, "1 done, 1 left")
            judge_all(page)
            page.keyboard.press("Enter")
            wait_for_end(page)
            assert recorded(bench) == 2
