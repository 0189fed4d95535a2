"""A match read aloud by the browser's voice: behind the words that are shown, never ahead of them, silent at a buzz."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from match_rooms import QUICK, listens, member, opened, quiz
from stumper.people.accounts.person import Person
from stumper.people.matches.match import Asked
from stumper.people.projects.project import Project
from stumper.store import Store
from stumper.testing import ScriptedVictim
from stumper.types import Answer, Gold
from visiting import Site, house_over, serving

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect

from browsers import context_of

# A voice that takes 150 ms for a word, tells of each as it begins, and keeps what it was given, with what was shown.
VOICE = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
const spoken = { now: null, timers: [] };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => [
    { lang: "de-DE", default: true, localService: true }, { lang: "en-GB", default: false, localService: true }
  ],
  addEventListener() {},
  speak(utterance) {
    const words = [...utterance.text.matchAll(/\\S+/g)];
    const heard = { text: utterance.text, lang: utterance.lang, words: [], shown: document.querySelector("#question")
      .textContent, phase: document.querySelector("#match").dataset.phase, isCut: false };
    window.said.push(heard);
    spoken.now = heard;
    words.forEach((word, place) => spoken.timers.push(setTimeout(() => {
      heard.words.push(word[0]);
      utterance.onboundary({ charIndex: word.index });
    }, 150 * place)));
    spoken.timers.push(setTimeout(() => { spoken.now = null; utterance.onend(); }, 150 * words.length));
  },
  cancel() {
    if (spoken.now) spoken.now.isCut = true;
    spoken.now = null;
    spoken.timers.splice(0).forEach(clearTimeout);
  },
} });
"""
MUTE = 'Object.defineProperty(window, "speechSynthesis", { value: undefined });'
READ = (
    "He took Belgrade (“BEL-grayd”) from the Hungarians, besieged Vienna [vee-EN-uh] in the autumn and (as his own "
    "poets say) was called the Lawgiver at home. For 10 points, name this sultan whom Europe called the Magnificent."
)
SAID = (
    "He took Belgrade from the Hungarians, besieged Vienna in the autumn and (as his own poets say) was called the "
    "Lawgiver at home. For 10 points, name this sultan whom Europe called the Magnificent."
)
PACKET = (Asked("q1", "regular", READ, Gold((Answer("Suleiman the Magnificent"),))),)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with (
        Store.open(f"sqlite:///{tmp_path_factory.mktemp('voices') / 'voices.db'}") as store,
        serving(house_over(store, ScriptedVictim(listens))) as made,
    ):
        yield made


@pytest.fixture(scope="module")
def people(site: Site) -> tuple[Project, Person, Person]:
    project = quiz(site)
    return project, member(site, project, "Mo", "moderator"), member(site, project, "Ada", "player")


@pytest.fixture
def joined(browser: Browser, site: Site, people: tuple[Project, Person, Person]) -> Iterator[Callable[..., Page]]:
    project, mo, ada = people
    room = opened(site, project, mo, replace(QUICK, speed=5.0, silence=60.0, answer=60.0), PACKET)
    with ExitStack() as stack:

        def join(voice: str, *, plays: bool = False) -> Page:
            context = stack.enter_context(context_of(browser, site, ada if plays else mo))
            context.add_init_script(voice)
            page = context.new_page()
            page.goto(f"{site.home}/projects/{project.id}/matches/{room.id}")
            page.wait_for_selector("#match:not([hidden])")
            return page

        yield join


def said(page: Page) -> list[dict]:
    return page.evaluate("said")


def until(page: Page, holds: str, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not page.evaluate(holds):
        assert time.monotonic() < end, "it never came to that"
        page.wait_for_timeout(20)


def test_voice_says_what_was_shown_stops_at_a_buzz_and_goes_on_after_a_wrong_answer(joined) -> None:
    mo, ada = joined(VOICE), joined(VOICE, plays=True)
    ada.get_by_label("Read aloud").check()
    for page, team in ((ada, "Reds"), (mo, "Blues")):
        page.get_by_role("button", name=f"Play for {team}").click()
        page.wait_for_selector("#buzz:not([hidden])")
    mo.click("#begin")
    until(ada, "said.some((one) => one.text.includes('Vienna') && one.words.length > 1)")
    ada.keyboard.press("Space")
    ada.wait_for_selector("#answering:not([hidden])")
    cut = said(ada)
    # A slow machine may have said the piece to its end before the buzz came; then there was nothing to cut.
    assert cut[-1]["isCut"] or cut[-1]["words"] == cut[-1]["text"].split()
    ada.wait_for_timeout(400)
    assert said(ada) == cut  # silent while somebody is to answer
    ada.keyboard.type("Solomon")
    ada.keyboard.press("Enter")
    until(ada, "said.at(-1).words.at(-1) === 'Magnificent.'")
    for one in said(ada):
        assert (one["phase"], one["lang"]) == ("reading", "en-GB")
        assert one["words"][-1] in one["shown"].split(), one
        assert len(one["text"].split()) <= len(one["shown"].split())
    words = [word for one in said(ada) for word in (one["words"][:-1] if one["isCut"] else one["words"])]
    assert words == SAID.split()
    assert said(mo) == []  # off, until somebody switches it on


def test_switch_is_remembered_and_who_comes_in_the_middle_hears_it_from_there(joined) -> None:
    mo = joined(VOICE)
    mo.get_by_label("Read aloud").check()
    mo.reload()
    mo.wait_for_selector("#match:not([hidden])")
    assert mo.get_by_label("Read aloud").is_checked()
    mo.click("#begin")
    until(mo, "document.querySelector('#question').textContent.includes('Vienna')")
    mo.click("#pause")  # as a page may take longer to come than the question lasts
    mo.wait_for_selector("#match[data-phase=paused]")
    mo.reload()
    mo.click("#resume")
    until(mo, "window.said?.length > 0")
    assert not said(mo)[0]["text"].lstrip().startswith("He took")
    mo.get_by_label("Read aloud").uncheck()
    count = len(said(mo))
    mo.wait_for_selector("text=Last chance to buzz")
    assert len(said(mo)) == count
    mo.reload()
    mo.wait_for_selector("#match:not([hidden])")
    assert not mo.get_by_label("Read aloud").is_checked()


@pytest.mark.parametrize("browser_has", [MUTE, VOICE.replace("en-GB", "fr-FR")], ids=["no speech", "no English"])
def test_browser_without_a_voice_is_silent_and_says_so(joined, browser_has: str) -> None:
    mo = joined(browser_has)
    expect(mo.locator("#aloud-note")).to_be_hidden()
    mo.get_by_label("Read aloud").check()
    expect(mo.locator("#aloud-note")).to_have_text("This browser has no English voice, so nothing is read aloud.")
    mo.click("#begin")
    mo.wait_for_selector("text=Last chance to buzz")
    assert mo.evaluate("window.said ?? []") == []
