"""A tossup is written in a real browser until the machine no longer gets it before the last clue."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from stumper.people.projects.members import add_member
from stumper.people.queues.queue import lease
from stumper.people.writing.beginning import Choice, own_tossups
from stumper.people.writing.readings import readings_of
from stumper.people.writing.revising import revise_tossup
from stumper.people.writing.submissions import submitted_tossups
from stumper.store import Store
from tossups import QUESTION, TOSSUPS, Newsroom, newsroom
from visiting import Site, house_over, serving

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect

from browsers import context_of, log_in

SALT = "She wrote the poem Forty Years of Salt. "
WITHOUT = QUESTION.replace(SALT, "Her verse speaks of four decades. ")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Newsroom]:
    with Store.open(f"sqlite:///{tmp_path / 'tossups.db'}") as store:
        yield newsroom(store, ("scripted", "other"))


@pytest.fixture
def site(room: Newsroom) -> Iterator[Site]:
    house = house_over(room.store, victims=room.victims, desks=room.desks)
    with serving(house) as opened:
        yield opened


@pytest.fixture
def page(browser: Browser, site: Site, room: Newsroom) -> Iterator[Page]:
    context = context_of(browser, site, room.people[0], viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on(
        "console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None
    )
    yield opened
    context.close()
    assert complaints == []


def begin(page: Page, site: Site, room: Newsroom) -> None:
    """The answer is found as one types, and the editor is open."""
    page.goto(f"{site.home}/projects/{room.project.id}/write")
    page.locator("#answer").press_sequentially("ada")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_have_value("Ada Thorn")
    expect(page.locator("#answer-said")).to_contain_text("The machines know")
    page.select_option("#category", "Literature")
    page.get_by_role("button", name="Begin to write").click()
    page.wait_for_selector("#desk:not([hidden])")


def write(page: Page, text: str) -> None:
    page.fill("#text", text)
    page.locator(".machine").first.locator("strong").wait_for()


def test_written_until_the_machine_is_late_reloaded_submitted_and_in_the_export(
    page: Page, site: Site, room: Newsroom
) -> None:
    begin(page, site, room)
    first, other = page.locator(".machine").first, page.locator(".machine").nth(1)
    write(page, QUESTION)
    expect(first.locator(".about")).to_contain_text("after 26 of 38 words")
    expect(other.locator(".about")).to_contain_text("after 26 of 38 words")
    expect(first.locator(".guess-row").first).to_contain_text("Ada Thorn")
    page.wait_for_selector("#copy .buzz")
    assert "".join(page.locator("#copy .buzz").all_inner_texts()) == "Salt."
    expect(page.locator("#copy .weight").first).to_have_text("Salt")
    expect(page.locator("#sources mark", has_text="Salt")).to_have_text("She wrote the poem Forty Years of Salt")

    write(page, WITHOUT)
    expect(first.locator("strong")).to_have_text("Late")
    expect(first.locator(".about")).to_contain_text("“lighthouse”")
    expect(page.locator("#saved")).to_contain_text("saved", ignore_case=True)

    page.reload()
    page.wait_for_selector("#desk:not([hidden])")
    expect(page.locator("#text")).to_have_value(WITHOUT)
    expect(first.locator("strong")).to_have_text("Late")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#submit-said")).to_contain_text("Submitted")
    expect(page.locator("#finished")).to_be_visible()

    [made] = submitted_tossups(room.store, room.project)
    assert made.written.text == WITHOUT
    add_member(room.store, room.project.id, room.people[1].id, "moderator", 100.0)
    visit = site.visit(room.people[1])
    lines = visit.get(f"/projects/{room.project.id}/exports/tossups.jsonl").text.splitlines()
    [row] = map(json.loads, lines)
    assert row["text"] == WITHOUT
    readings = [reading for reading in row["readings"] if reading["machine"] == "scripted"]
    assert [reading["buzz"] for reading in readings][:2] == [26, 33]
    assert readings[0]["highlighted"]
    assert WITHOUT in visit.get(f"/projects/{room.project.id}/exports/tossups").text


def test_submitted_at_once_the_machines_are_told_by_the_very_text(page: Page, site: Site, room: Newsroom) -> None:
    begin(page, site, room)
    first = page.locator(".machine").first
    write(page, "Nonsense that nobody gets.")
    expect(first.locator("strong")).to_have_text("Stumped")
    page.fill("#text", QUESTION)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#submit-said")).to_have_text("Submitted. Thank you.")
    expect(first.locator(".about")).to_contain_text("after 26 of 38 words")
    [made] = submitted_tossups(room.store, room.project)
    assert {(one.machine, one.text, one.buzz) for one in made.written.readings} == {
        ("scripted", QUESTION, 26),
        ("other", QUESTION, 26),
    }
    page.reload()
    expect(first.locator(".about")).to_contain_text("after 26 of 38 words (68.4%), at “Salt”")


def test_a_machine_that_does_not_say_what_it_knows_is_not_said_to_know_nothing(
    page: Page, site: Site, room: Newsroom
) -> None:
    room.victims["scripted"] = room.victims["scripted"].says  # type: ignore[assignment]
    page.goto(f"{site.home}/projects/{room.project.id}/tossups")
    page.fill("#answer", "Zebra")
    page.select_option("#category", "Science")
    page.get_by_role("button", name="Begin to write").click()
    page.wait_for_selector("#desk:not([hidden])")
    write(page, QUESTION)
    first, other = page.locator(".machine").first, page.locator(".machine").nth(1)
    expect(first.locator(".rank")).to_have_text("The right answer is not among its guesses.")
    expect(other.locator(".about")).to_have_text("It does not know “Zebra”, so it can never say it.")
    expect(other.locator(".short")).to_have_text("– does not know it")


def test_on_a_phone_five_guesses_and_every_machine_stay_in_sight_of_whoever_types(
    page: Page, site: Site, room: Newsroom
) -> None:
    page.set_viewport_size({"width": 390, "height": 640})
    begin(page, site, room)
    write(page, f"{QUESTION} {QUESTION}")
    page.keyboard.press("Control+End")
    page.keyboard.type(" Salt.")
    shown = page.locator(".machine.shown")
    expect(shown.locator(".about")).to_contain_text("of 77 words")
    expect(shown.locator(".guess-row:visible")).to_have_count(5)
    expect(shown.locator(".guess-row").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".machine .short").nth(1)).to_be_in_viewport(ratio=1)
    boxes = [page.locator(where).bounding_box() for where in (".model-side", "#text")]
    assert boxes[0]["y"] >= 0
    assert boxes[0]["height"] < 300
    assert boxes[1]["y"] + boxes[1]["height"] > boxes[0]["height"] + 100
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_what_it_asks_for_is_changed_the_text_stays_and_the_machines_are_judged_anew(
    page: Page, site: Site, room: Newsroom
) -> None:
    begin(page, site, room)
    text = "She rowed there once. Then the pier of Port Ilse was built by night, of Salt."
    write(page, text)
    first = page.locator(".machine").first
    expect(first.locator(".about")).to_contain_text("after 16 of 16")
    page.get_by_text("Change the answer").click()
    page.fill("#answer", "Tom Thorn")
    page.select_option("#category", "Science")
    page.get_by_role("button", name="Change it").click()
    expect(page.locator(".gold-line")).to_contain_text("Tom Thorn")
    expect(page.locator(".gold-line .tag")).to_have_text("Science")
    expect(page.locator("#text")).to_have_value(text)
    expect(first.locator(".about")).to_contain_text("after 7 of 16 words (43.8%), at “pier”. Then it changes its mind.")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("tr.revised")).to_contain_text("Until then: Ada Thorn (Literature)")
    expect(page.locator(".quote")).to_have_text("scripted is right after 7 of 16 words.")


def test_what_asks_for_something_else_since_another_page_of_ones_own_is_not_submitted(
    page: Page, site: Site, room: Newsroom
) -> None:
    begin(page, site, room)
    write(page, QUESTION)
    expect(page.locator("#saved")).to_contain_text("saved", ignore_case=True)
    author = room.people[0].id
    [(item, _, _)] = own_tossups(room.store, room.project, author)
    revise_tossup(room.store, room.project, item.id, author, Choice("Tom Thorn", "", "History"), 1e10)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#submit-said")).to_contain_text("What it asks for was changed meanwhile")
    page.reload()
    expect(page.locator(".gold-line")).to_contain_text("Tom Thorn")
    expect(page.locator("#text")).to_have_value(QUESTION)


def test_sentences_are_counted_as_the_server_does(page: Page, site: Site, room: Newsroom) -> None:
    begin(page, site, room)
    write(page, "J. R. R. Tolkien knew Mr. Smith, e.g. in the U.S. of old. The pier is long. She gathered Salt.")
    expect(page.locator("#length")).to_contain_text("20 words · 3 of 3 to 6 sentences")


def test_no_category_is_chosen_for_one_and_what_was_begun_by_mistake_is_discarded(
    page: Page, site: Site, room: Newsroom
) -> None:
    page.goto(f"{site.home}/projects/{room.project.id}/tossups")
    page.fill("#answer", "zinc")
    page.keyboard.press("Enter")
    expect(page.locator("#trouble")).to_have_text("Choose a category.")
    page.select_option("#category", "Science")
    expect(page.locator("#trouble")).to_be_hidden()
    held = room.begin()
    room.write(held, "She rowed out in the night.")
    page.reload()
    expect(page.locator(".first-words")).to_have_text("She rowed out in the night.")
    page.get_by_role("button", name="Discard").click()
    sure = page.get_by_role("dialog", name="Discard this tossup about “Ada Thorn”?")
    sure.get_by_role("button", name="Cancel").click()
    expect(page.locator(".first-words")).to_have_count(1)
    page.get_by_role("button", name="Discard").click()
    sure.get_by_role("button", name="Discard").click()
    expect(page.locator(".first-words")).to_have_count(0)
    assert own_tossups(room.store, room.project, room.people[0].id) == []


def test_the_replay_shows_every_edit_failed_ones_among_them(page: Page, site: Site, room: Newsroom) -> None:
    begin(page, site, room)
    write(page, QUESTION)
    expect(page.locator(".machine").first.locator(".about")).to_contain_text("after 26")
    write(page, QUESTION.replace("Salt", "Brine").replace("lighthouse", "lamp"))
    expect(page.locator(".machine").first.locator("strong")).to_have_text("Stumped")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("svg.replay g")).to_have_count(2)
    expect(page.locator("svg.replay .never")).to_have_count(1)
    expect(page.locator("table tbody tr").nth(1)).to_contain_text("Brine")


def test_what_stands_against_it_is_said_and_nothing_is_lost(page: Page, site: Site, room: Newsroom) -> None:
    begin(page, site, room)
    write(page, "Salt")
    expect(page.locator(".machine").first.locator(".about")).to_contain_text("1 of 1 words")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#against-list")).to_contain_text("1 word cannot be played")
    expect(page.locator("#text")).to_have_value("Salt")
    assert submitted_tossups(room.store, room.project) == []


def test_a_machine_that_fails_says_so_and_the_other_goes_on(page: Page, site: Site, room: Newsroom) -> None:
    object.__setattr__(room.victims["other"].says, "fault", "raises")
    begin(page, site, room)
    write(page, QUESTION)
    expect(page.locator(".machine").nth(1).locator("strong")).to_have_text("This machine failed")
    [held] = [held for _, _, held in own_tossups(room.store, room.project, room.people[0].id)]
    assert [one.fault is None for one in readings_of(room.store, held.id) if one.machine == "other"] == [False]
    expect(page.locator(".machine").first.locator(".about")).to_contain_text("after 26 of 38 words")


def test_whoever_was_logged_out_meanwhile_is_led_to_log_in(page: Page, site: Site, room: Newsroom) -> None:
    begin(page, site, room)
    page.context.clear_cookies()
    page.fill("#text", "She rowed out.")
    expect(page.locator("#trouble a")).to_have_attribute("href", "/log-in")


def test_annotators_tag_by_keyboard(page: Page, site: Site, room: Newsroom) -> None:
    begin(page, site, room)
    write(page, QUESTION)
    expect(page.locator(".machine").nth(1).locator(".about")).to_contain_text("after 26 of 38 words")
    write(page, WITHOUT)
    expect(page.locator(".machine").first.locator("strong")).to_have_text("Late")
    expect(page.locator("#saved")).to_contain_text("saved", ignore_case=True)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#finished")).to_be_visible()
    page.context.clear_cookies()
    log_in(page.context, site, room.people[2])
    page.goto(f"{site.home}/projects/{room.project.id}/tag")
    page.wait_for_selector("#item:not([hidden])")
    expect(page.locator('[data-field="text"]')).to_have_text(WITHOUT)
    said = page.locator('[data-field="said"]')
    expect(said).to_contain_text("scripted ✓ Ada Thorn 50.0% · ✗ Jane Bell 25.0%")
    expect(said.locator("blockquote").first).to_contain_text("Ada Thorn: This keeper lit the lamp of Port Ilse")
    expect(said.locator("mark").first).to_have_text("Port Ilse")
    expect(page.locator('[data-field="step-text"]')).to_have_text(WITHOUT)
    page.locator("#tag-step").focus()
    page.keyboard.press("Home")
    expect(page.locator('[data-field="step-text"]')).to_have_text(QUESTION)
    expect(page.locator('[data-field="step-number"]')).to_contain_text("text 1 of ")
    expect(page.locator('[data-field="step-guess"]')).to_contain_text("✓ Ada Thorn")
    page.locator("h1").click()
    page.keyboard.press("2")
    page.keyboard.press("6")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#empty:not([hidden])")
    assert lease(room.store, room.project.id, "tag", room.people[2].id, 1e10) is None
    add_member(room.store, room.project.id, room.people[1].id, "moderator", 100.0)
    said = site.visit(room.people[1]).get(f"/projects/{room.project.id}/exports/tags.jsonl").text
    assert json.loads(said)["phenomena"] == ["logic", "novel"]


def test_a_machine_that_knows_no_weights_is_asked_without_each_word(page: Page, site: Site, room: Newsroom) -> None:
    room.desks["other"].victim = room.victims["other"].says
    begin(page, site, room)
    write(page, "She gathered Salt at night.")
    expect(page.locator(".machine").nth(1).locator(".about")).to_contain_text("after 3 of 5")
    page.get_by_label("other").check()
    expect(page.locator("#copy .weight")).to_have_text(["Salt"])


def test_one_starts_from_a_past_question_and_says_why_another_may_resemble_one(
    page: Page, site: Site, room: Newsroom
) -> None:
    page.goto(f"{site.home}/projects/{room.project.id}/tossups")
    page.fill("#answer", "Tom Thorn")
    page.select_option("#category", "History")
    page.locator("#category").focus()
    page.select_option("#from", "past-2")
    page.get_by_role("button", name="Begin to write").click()
    page.wait_for_selector("#desk:not([hidden])")
    expect(page.locator("#text")).to_have_value(TOSSUPS[1].query.text)
    text = f"{TOSSUPS[0].query.text} And so on. And on."
    write(page, text)
    page.keyboard.press("Control+Shift+Enter")
    expect(page.locator("#against-list")).to_contain_text("stands in the question past-1")
    expect(page.locator("#reason")).to_be_focused()
    page.keyboard.type("It goes on.")
    page.keyboard.press("Control+Shift+Enter")
    expect(page.locator("#finished")).to_be_visible()
    [made] = submitted_tossups(room.store, room.project)
    assert (made.written.reason, made.written.started_from) == ("It goes on.", "past-2")


def test_evidence_stands_above_the_fold_of_a_desktop_beside_a_question_of_full_length(
    page: Page, site: Site, room: Newsroom
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    begin(page, site, room)
    more = "Her brother kept no lamp at all, and was forgiven for it by the whole of the town in the end. " * 6
    write(page, f"{more}{QUESTION}")
    page.locator("#sources mark").first.wait_for()
    for shown in ("#sources-heading", "#sources > li >> nth=0", "#submit", ".machine.shown .guess-row >> nth=0"):
        box = page.locator(shown).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 900, (shown, box)
