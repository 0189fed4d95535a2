"""Writing against the model in a real browser, on a real server."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest
from sqlalchemy import update

from authoring import PARAGRAPH, answers
from stumper.people.writing import submitting
from stumper.store import Store
from stumper.store.people_schema import assignments
from stumper.tasks.reading.question import Question
from stumper.testing import ScriptedVictim
from stumper.types import Guess, Prediction, Query
from visiting import Site, house_over, serving

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, Route, expect

from authors import Desk, desk_at, until

TEXT = "#text"
LIE = " Mary Bell did not light it."
# A press waits two seconds for the draft, and here a minute, as the machine may be busy.
PATIENT = (
    "const later = setTimeout; setTimeout = (run, wait, ...given) => later(run, wait === 2000 ? 6e4 : wait, ...given)"
)


def practised(query: Query) -> Prediction:
    """Also right about the practice item, until Mary Bell is named there."""
    is_practice = isinstance(query, Question) and "nightclub" in query.text
    if not is_practice or "Mary Bell" in query.context.text:
        return answers(query)
    return Prediction((Guess("Humphrey Bogart", 0.9, query.context.text.index("Humphrey Bogart")),), 0.9)


@pytest.fixture
def site(tmp_path) -> Iterator[Site]:
    victim = ScriptedVictim(practised, "scripted")
    with Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store, serving(house_over(store, victim)) as opened:
        yield opened


@pytest.fixture
def desk(site: Site, browser) -> Iterator[Desk]:
    with desk_at(site, browser) as found:
        yield found


@pytest.fixture
def claims(site: Site, browser) -> Iterator[Desk]:
    with desk_at(site, browser, "verification") as found:
        yield found


def add(page: Page, text: str) -> None:
    """Types it at the end of the text."""
    page.focus(TEXT)
    page.keyboard.press("Control+End")
    page.keyboard.type(text)


def verdict(page: Page, word: str) -> None:
    """Waits until the model's answer to the newest text is called that."""
    page.locator("#verdict:not([data-thinking]) #word", has_text=word).wait_for()


def is_saved(desk: Desk, text: str) -> bool:
    return any(json.loads(row.document)["text"] == text for row in desk.drafts())


def test_an_author_fools_the_model_and_submits(desk: Desk) -> None:
    page = desk.open(desk.author())
    verdict(page, "Still right")
    assert page.locator(".guess-row.right .said").first.inner_text() == "Ada Thorn"
    add(page, LIE)
    verdict(page, "Fooled")
    assert page.locator("#about").inner_text() == "It says “Mary Bell”."
    assert "90.0% before, and 20.0% now" in page.locator("#cost").inner_text()
    page.keyboard.press("Control+Shift+Enter")
    page.locator("#submit-said", has_text="number 1").wait_for()
    assert page.locator("#place-of-fooling").inner_text() == "You are the first to fool it here."
    [row] = desk.tries()
    assert (row.kind, row.fooled) == ("submit", True)
    assert json.loads(row.document)["text"] == PARAGRAPH + LIE
    assert page.locator("#submissions li").count() == 1
    page.reload()
    page.locator("#submissions li", has_text="It says “Mary Bell”").wait_for()


def test_buttons_are_whole_and_in_sight_with_what_kind_of_change_it_is_above_them(desk: Desk) -> None:
    page = desk.open(desk.author())
    page.set_viewport_size({"width": 1440, "height": 900})
    verdict(page, "Still right")
    before = page.locator("#submit").bounding_box()
    add(page, LIE)
    page.locator("#fooled:not([hidden])").wait_for()
    assert page.locator("#submit").bounding_box() == before
    types, submit = (page.locator(one).bounding_box() for one in ("#types-box", "#submit"))
    assert types["y"] + types["height"] <= submit["y"]
    assert submit["y"] + submit["height"] <= 900
    for name in ("#predict", "#submit"):
        assert page.eval_on_selector(name, "one => one.scrollWidth <= one.clientWidth"), name
    right = page.locator(".presses").bounding_box()
    assert submit["x"] + submit["width"] <= right["x"] + right["width"]
    page.set_viewport_size({"width": 390, "height": 500})  # as with a keyboard on the screen
    page.focus(TEXT)
    box = page.locator("#submit").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 500


def test_the_model_is_fooled_again_with_another_text_but_not_with_the_same(desk: Desk) -> None:
    page = desk.open(desk.author())
    add(page, LIE)
    verdict(page, "Fooled")
    page.click("#submit")
    page.locator("#submit-said", has_text="number 1").wait_for()
    page.click("#submit")
    page.locator("#submit-said", has_text="this very text").wait_for()
    add(page, " Nor did her sister.")
    verdict(page, "Fooled")
    page.locator("#fooled:not([hidden])").wait_for()
    page.click("#submit")
    page.locator("#submit-said", has_text="number 2").wait_for()
    assert [row.kind for row in desk.tries()] == ["submit", "submit"]


def test_a_model_that_keeps_an_author_waiting_is_named_until_it_answers(
    site: Site, browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    may = Event()

    def slowly(query: Query) -> Prediction:
        if isinstance(query, Question) and LIE in query.context.text:
            assert may.wait(60)
        return practised(query)

    monkeypatch.setattr(submitting, "PATIENCE", 1.0)
    victim = ScriptedVictim(slowly, "scripted")
    with serving(house_over(site.house.store, victim)) as slow, desk_at(slow, browser, live=False) as desk:
        page = desk.open(desk.author())
        add(page, LIE)
        page.click("#submit")
        said = page.locator("#submit-said")
        expect(said).to_have_text(
            "After 1 seconds the model 'scripted' has not answered yet. Your text is kept, and is sent again."
        )
        assert desk.tries() == []
        monkeypatch.setattr(submitting, "PATIENCE", 60.0)
        may.set()
        expect(said).to_contain_text("number 1")
        assert [row.kind for row in desk.tries()] == ["submit"]
        desk.complaints[:] = [one for one in desk.complaints if "503 (Service Unavailable)" not in one]


def test_a_text_that_fools_nobody_is_not_submitted_and_counts_as_an_attempt(desk: Desk) -> None:
    page = desk.open(desk.author())
    page.click("#submit")
    page.locator("#submit-said", has_text="Nothing is changed yet").wait_for()
    add(page, " It was white.")
    verdict(page, "Still right")
    page.click("#submit")
    page.locator("#submit-said", has_text="This counts as an attempt").wait_for()
    assert page.locator("#tries").inner_text() == "1 attempt"
    page.click("#submit")
    until(page, lambda: len(desk.tries()) == 2)
    assert {(row.kind, row.fooled) for row in desk.tries()} == {("predict", False)}
    assert page.locator("#tries").inner_text() == "1 attempt"
    assert page.locator("#submissions li").count() == 0
    add(page, " It was red.")
    verdict(page, "Still right")
    page.click("#submit")
    expect(page.locator("#tries")).to_have_text("2 attempts")


def test_a_press_of_predict_counts_once_and_pauses_count_nothing(desk: Desk) -> None:
    page = desk.open(desk.author())
    add(page, " It was white.")
    verdict(page, "Still right")
    assert desk.tries() == []
    page.keyboard.press("Control+Enter")
    page.locator("#tries", has_text="1 attempt").wait_for()
    assert [row.kind for row in desk.tries()] == ["predict"]


def test_without_live_answers_the_model_is_asked_by_a_press_alone(site: Site, browser) -> None:
    with desk_at(site, browser, live=False) as desk:
        page = desk.open(desk.author())
        add(page, LIE)
        page.wait_for_timeout(600)
        assert page.locator("#word").inner_text() == "Press “Ask the model”."
        page.keyboard.press("Control+Enter")
        verdict(page, "Fooled")


def test_the_attack_types_are_proposed_and_corrected(desk: Desk) -> None:
    page = desk.open(desk.author())
    add(page, LIE)
    verdict(page, "Fooled")
    ticked = page.locator("#types input:checked")
    assert ticked.count() >= 1
    for value in ticked.evaluate_all("boxes => boxes.map((box) => box.value)"):
        page.uncheck(f"#types input[value={value}]")
    page.check("#types input[value=synonym]")
    page.click("#submit")
    page.locator("#submit-said", has_text="number 1").wait_for()
    assert json.loads(desk.tries()[0].document)["attack_types"] == ["synonym"]


def test_a_broken_rule_is_said_in_words(desk: Desk) -> None:
    page = desk.open(desk.author())
    verdict(page, "Still right")
    page.fill(TEXT, "Nobody lit the lighthouse.")
    verdict(page, "Not allowed like this")
    assert "Ada Thorn" in page.locator("#about").inner_text()


def test_a_reload_in_the_middle_of_typing_loses_nothing(desk: Desk) -> None:
    page = desk.open(desk.author())
    add(page, " Half a wor")
    page.reload()
    page.wait_for_selector("#desk:not([hidden])")
    assert page.input_value(TEXT) == PARAGRAPH + " Half a wor"
    add(page, "d.")
    until(page, lambda: is_saved(desk, PARAGRAPH + " Half a word."))


def test_undo_goes_on_after_a_reload(desk: Desk) -> None:
    page, begun = desk.open(desk.author()), datetime.now(UTC)
    page.clock.set_fixed_time(begun)  # a busy machine would make pauses between letters
    add(page, " One")
    page.clock.set_fixed_time(begun + timedelta(seconds=1.3))
    add(page, " two")
    page.reload()
    page.wait_for_selector("#desk:not([hidden])")
    page.keyboard.press("Control+z")
    assert page.input_value(TEXT) == PARAGRAPH + " One"
    page.keyboard.press("Control+z")
    assert page.input_value(TEXT) == PARAGRAPH
    page.keyboard.press("Control+Shift+z")
    page.reload()
    page.wait_for_selector("#desk:not([hidden])")
    assert page.input_value(TEXT) == PARAGRAPH + " One"
    page.click("#redo")
    assert page.input_value(TEXT) == PARAGRAPH + " One two"
    until(page, lambda: is_saved(desk, PARAGRAPH + " One two"))


def test_the_edit_log_leads_from_the_original_to_the_text(desk: Desk) -> None:
    page = desk.open(desk.author())
    page.focus(TEXT)
    page.keyboard.press("Control+Home")
    page.keyboard.type("The 😀 lamp. ")
    page.keyboard.press("Control+z")
    page.keyboard.insert_text("Was it 😀 she? ")
    add(page, " Yes.")
    page.keyboard.press("Control+Backspace")
    page.click("#reset")
    page.keyboard.press("Control+z")
    text = page.input_value(TEXT)
    until(page, lambda: is_saved(desk, text))
    replayed = PARAGRAPH
    for row in desk.changes():
        change = json.loads(row.document)
        end = change["start"] + len(change["removed"])
        assert replayed[change["start"] : end] == change["removed"]
        replayed = replayed[: change["start"]] + change["inserted"] + replayed[end:]
    assert replayed == text


def test_offline_the_text_stays_on_the_device_and_is_sent_later(desk: Desk) -> None:
    page = desk.open(desk.author())
    verdict(page, "Still right")
    page.context.set_offline(True)
    add(page, " Written offline.")
    page.locator("#saved", has_text="Saved on this device").wait_for()
    assert not is_saved(desk, PARAGRAPH + " Written offline.")
    page.context.set_offline(False)
    until(page, lambda: is_saved(desk, PARAGRAPH + " Written offline."))
    page.locator("#saved[data-kind=saved]").wait_for()
    desk.complaints[:] = [one for one in desk.complaints if "ERR_INTERNET_DISCONNECTED" not in one]


def test_a_newer_text_from_another_window_wins_and_undo_brings_ours_back(desk: Desk) -> None:
    author = desk.author()
    old = desk.open(author)
    new = desk.open(author)
    old.context.set_offline(True)
    add(old, " Old.")
    add(new, " New.")
    until(new, lambda: is_saved(desk, PARAGRAPH + " New."))
    old.context.set_offline(False)
    old.locator("#saved", has_text="another window").wait_for()
    until(old, lambda: old.input_value(TEXT) == PARAGRAPH + " New.")
    old.focus(TEXT)
    old.keyboard.press("Control+z")
    assert old.input_value(TEXT) == PARAGRAPH + " Old."
    until(old, lambda: is_saved(desk, PARAGRAPH + " Old."))
    desk.complaints[:] = [one for one in desk.complaints if "ERR_INTERNET_DISCONNECTED" not in one]


def test_markup_in_a_text_is_shown_as_text(desk: Desk) -> None:
    page = desk.open(desk.author())
    evil = ' <img src=x onerror="alert(1)"><script>alert(2)</script> Mary Bell </textarea><b>bold</b>'
    add(page, evil)
    verdict(page, "Fooled")
    expect(page.locator("#compared")).to_contain_text(evil.strip())
    page.click("#submit")
    page.locator("#submit-said", has_text="number 1").wait_for()
    page.reload()
    page.locator("#submissions summary").click()
    assert evil in page.locator(".submitted-text").inner_text()
    assert page.locator("main img, main b, .submitted-text *").count() == 0


def test_when_the_time_is_up_the_text_is_closed_and_kept(site: Site, browser) -> None:
    with desk_at(site, browser, timer=60) as desk:
        author = desk.author()
        page = desk.browse(author)
        page.clock.install()
        page.goto(desk.address(desk.items(author)[0]))
        page.wait_for_selector("#desk:not([hidden])")
        assert "short" not in page.locator("#timer").get_attribute("class")
        add(page, " So.")  # which starts the clock
        until(page, lambda: is_saved(desk, PARAGRAPH + " So."))
        with desk.store.engine.begin() as connection:
            connection.execute(update(assignments).values(spent=31.0))
        page.reload()
        page.locator("#timer.short").wait_for()
        add(page, " In ti")
        page.clock.fast_forward(30_000)  # for the page alone, which says it first
        page.locator("#time-up:not([hidden])").wait_for()
        page.keyboard.type("me?")
        assert page.input_value(TEXT) == PARAGRAPH + " So. In ti"
        assert page.locator("#predict").is_disabled()
        until(page, lambda: is_saved(desk, PARAGRAPH + " So. In ti"))
        page.click("#finish")
        page.wait_for_url("**/" + desk.items(author)[1])


def test_items_follow_one_another_and_the_list_says_which_are_done(desk: Desk) -> None:
    author = desk.author()
    page = desk.browse(author)
    page.goto(desk.address())
    page.click("text=Skip the practice")
    page.wait_for_selector("#desk:not([hidden])")
    assert page.locator(".which").inner_text() == "Item 1 of 2"
    page.click("#finish")
    page.wait_for_url("**/" + desk.items(author)[1])
    page.wait_for_selector("#desk:not([hidden])")
    page.goto(desk.address())
    assert "Done" in page.locator(".items li").nth(0).inner_text()
    assert "Not begun" in page.locator(".items li").nth(1).inner_text()  # it was only looked at
    page.click("text=Continue with item 2")
    page.wait_for_selector("#desk:not([hidden])")
    page.click("#previous[href]")
    page.wait_for_url("**/" + desk.items(author)[0])


def test_practice_counts_for_nothing(desk: Desk) -> None:
    author = desk.author()
    page = desk.browse(author)
    page.goto(desk.address())
    page.click("text=Practise first")
    page.wait_for_selector("#desk:not([hidden])")
    assert page.locator("#practice").is_visible()
    assert page.locator("#timer").is_hidden()
    page.set_viewport_size({"width": 1440, "height": 900})
    add(page, " Mary Bell was there.")
    verdict(page, "Fooled")
    submit = page.locator("#submit").bounding_box()
    assert submit["y"] + submit["height"] <= 900  # what says that it is practice pushes no button out of sight
    page.click("#submit")
    page.locator("#submit-said", has_text="would have counted").wait_for()
    assert desk.tries() == []
    page.click("#finish")
    page.wait_for_url("**/" + desk.items(author)[0])


def test_a_claim_is_changed_and_its_label_stated(claims: Desk) -> None:
    page = claims.open(claims.author())
    verdict(page, "Still right")
    assert page.locator(".guess-row .said").first.inner_text() == "Supported"
    page.fill(TEXT, "Ada Thorn did not light the lighthouse.")
    verdict(page, "Fooled")
    page.check("input[name=label][value=REFUTES]")
    verdict(page, "Still right")
    page.reload()
    page.wait_for_selector("#desk:not([hidden])")
    assert page.locator("input[name=label]:checked").get_attribute("value") == "REFUTES"
    page.check("input[name=label][value=SUPPORTS]")
    verdict(page, "Fooled")
    page.click("#submit")
    page.locator("#submit-said", has_text="number 1").wait_for()
    assert json.loads(claims.tries()[0].document)["label"] == "SUPPORTS"


def test_another_label_of_a_submitted_text_takes_the_place_of_the_first(claims: Desk) -> None:
    page = claims.open(claims.author())
    page.fill(TEXT, "Ada Thorn did not light the lighthouse.")
    verdict(page, "Fooled")
    page.click("#submit")
    page.locator("#submit-said", has_text="number 1").wait_for()
    page.check("input[name=label][value='NOT ENOUGH INFO']")
    verdict(page, "Fooled")
    expect(page.locator("#cost")).to_contain_text("You submitted this text as “Supported”")
    page.click("#submit")
    page.locator("#submit-said", has_text="What you said of this text before no longer counts").wait_for()
    expect(page.locator("#submissions li")).to_contain_text(["taken back", "Number 2"])
    assert page.locator("#tries").inner_text() == "1 attempt"
    page.check("input[name=label][value=SUPPORTS]")
    verdict(page, "Fooled")
    page.click("#submit")
    page.locator("#submit-said", has_text="number 1").wait_for()
    expect(page.locator("#submissions li")).to_contain_text(["Number 1", "taken back"])
    page.reload()
    expect(page.locator("#submissions li")).to_contain_text(["Number 1", "taken back"])


def test_where_the_model_was_wrong_from_the_start_nothing_is_said_to_count(claims: Desk) -> None:
    page = claims.open(claims.author(), 1)
    page.fill(TEXT, "Tom Thorn was a king and a queen.")
    verdict(page, "Wrong from the start")
    page.click("#submit")
    page.locator("#submit-said", has_text="nothing counts here").wait_for()
    page.click("#predict")
    until(page, lambda: len(claims.tries()) == 1)
    expect(page.locator("#tries")).to_have_text("Nothing counts on this item.")
    page.fill(TEXT, "Tom Thorn was not the queen.")
    page.check("input[name=label][value=REFUTES]")
    expect(page.locator("#about")).to_contain_text("which is right, but was wrong about the original")
    assert page.locator("#word").inner_text() == "Wrong from the start"
    assert page.locator("#finish.primary").count() == 1


def test_the_words_that_matter_are_tinted_listed_and_told_under_the_pointer(desk: Desk) -> None:
    page = desk.open(desk.author())
    page.locator("#how", has_text="leaving out each word").wait_for(state="attached")
    until(page, lambda: is_pointed_at(page, "Ada", "“Ada” +0.900"))
    assert "Ada" in page.locator("#weights").text_content()
    page.uncheck("#show-weights")
    assert page.locator(".weight").count() == 0


def test_weights_that_come_after_they_were_switched_off_are_not_shown(desk: Desk) -> None:
    author, asked = desk.author(), list[Route]()
    page = desk.browse(author)
    page.route("**/weights", lambda route: asked.append(route))
    page.goto(desk.address(desk.items(author)[0]))
    until(page, lambda: asked)
    page.uncheck("#show-weights")
    with page.expect_response("**/weights") as answered:
        asked[0].continue_()
    answered.value.finished()
    page.wait_for_timeout(200)
    assert page.locator(".weight").count() == 0
    assert len(asked) == 1


def is_pointed_at(page: Page, word: str, told: str) -> bool:
    """Whether this is told under a pointer that comes to the word, which moves while the page is drawn."""
    box = page.locator("#copy .weight", has_text=word).first.bounding_box()
    if box is None:
        return False
    page.mouse.move(0, 0)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return told in (page.locator("#pointed").text_content() or "")


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_marked_copy_wraps_as_the_text_does_at_any_width(desk: Desk, width: int) -> None:
    page = desk.open(desk.author(), viewport={"width": width, "height": 740})
    verdict(page, "Still right")
    for text in ("A verylongword" + "o" * 90 + " follows  two spaces.\n\nA line.", PARAGRAPH * 3 + "   \n", ""):
        page.fill(TEXT, text)
        heights = page.evaluate("[text.scrollHeight, text.clientHeight, copy.clientHeight]")
        assert len(set(heights)) == 1, heights
        assert page.evaluate("text.clientWidth === copy.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_everything_is_reached_by_keyboard_and_the_focus_stays(desk: Desk) -> None:
    page = desk.open(desk.author())
    verdict(page, "Still right")
    assert page.evaluate("document.activeElement.id") == "text"
    page.keyboard.press("Control+End")
    page.keyboard.type(LIE)
    verdict(page, "Fooled")
    assert page.evaluate("document.activeElement.id") == "text"
    seen = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.id"))
    assert {"undo", "reset", "show-weights", "view-changes", "predict", "submit", "type-synonym", "finish"} <= seen


def test_a_change_of_the_verdict_is_announced_once_the_hands_rest(desk: Desk) -> None:
    page = desk.open(desk.author())
    page.locator("#news", has_text="The model is right: Ada Thorn.").wait_for(state="attached")
    add(page, LIE)
    page.locator("#news", has_text="You fooled the model. It says Mary Bell.").wait_for(state="attached")


def test_what_is_submitted_at_once_has_the_whole_log_of_its_changes(desk: Desk) -> None:
    author = desk.author()
    page = desk.browse(author)
    page.add_init_script(PATIENT)
    page.goto(desk.address(desk.items(author)[0]))
    verdict(page, "Still right")
    add(page, LIE)
    page.keyboard.press("Control+Shift+Enter")
    page.locator("#submit-said", has_text="number 1").wait_for()
    [row] = desk.tries()
    assert json.loads(row.document)["changes"] == len(LIE) == len(desk.changes())


def test_looking_back_at_a_finished_item_leaves_it_done_until_something_is_changed(desk: Desk) -> None:
    author = desk.author()
    page = desk.open(author)
    verdict(page, "Still right")
    page.click("#finish")
    page.wait_for_url(desk.address(desk.items(author)[1]))
    page.click("#previous[href]")
    page.locator("#finished", has_text="You are done with this item").wait_for()
    page.wait_for_timeout(1000)
    first = next(row for row in desk.assignments() if row.item_id == desk.items(author)[0])
    assert first.state == "done"
    add(page, " It was white.")
    verdict(page, "Still right")
    until(page, lambda: is_saved(desk, PARAGRAPH + " It was white."))
    page.locator("#finished").wait_for(state="hidden")
    first = next(row for row in desk.assignments() if row.item_id == desk.items(author)[0])
    assert first.state == "leased"


def test_who_logs_out_leaves_no_text_on_the_computer(desk: Desk) -> None:
    page = desk.open(desk.author())
    verdict(page, "Still right")
    add(page, LIE)
    until(page, lambda: is_saved(desk, PARAGRAPH + LIE))  # else its last words come when nobody is logged in
    verdict(page, "Fooled")
    page.uncheck("#show-weights")
    page.evaluate("localStorage.setItem('stumper:entered:x', 'a sentence')")
    assert page.evaluate("Object.keys(localStorage).length") == 2
    page.click("form[data-forgets] button")
    page.wait_for_url(f"{desk.site.home}/")
    assert page.evaluate("Object.keys(localStorage)") == []
    # What the page was asking as the session ended may be refused, which browsers put into their console.
    desk.complaints[:] = [one for one in desk.complaints if "401 (Unauthorized)" not in one]
