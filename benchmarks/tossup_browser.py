"""What a tossup's author waits in Chromium: from a key to the machine's new guesses on the screen, and to its place."""

import tempfile
import time

from playwright.sync_api import sync_playwright

from measuring import arguments, say
from people_browser import NAME, PASSWORD, logged_in
from people_load import ms, served
from stumper import api
from stumper.people.accounts.account import register
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Settings
from stumper.people.study.founding import make_project
from stumper.people.writing.beginning import Beginning, begin_tossup
from stumper.store import Store

WATCH = """() => {
  window.waits = [];
  window.places = [];
  window.searches = [];
  let key = 0, unplaced = 0;
  const box = document.querySelector(".machine");
  const drawn = (then) => requestAnimationFrame(() => requestAnimationFrame(then));
  const shown = (began, into) => drawn(() => into.push(performance.now() - began));
  document.querySelector("#text").addEventListener("input", () => { key = unplaced = performance.now(); });
  new MutationObserver(() => {
    if ("thinking" in box.dataset || !key) return;
    shown(key, window.waits);
    key = 0;
  }).observe(box, { attributes: true, attributeFilter: ["data-thinking"] });
  new MutationObserver(() => {
    if (!unplaced || key || !/after [0-9]|never/.test(box.querySelector(".about").textContent)) return;
    shown(unplaced, window.places);
    unplaced = 0;
  }).observe(box, { subtree: true, childList: true, characterData: true });
}"""


def main() -> None:
    args = arguments(__doc__, keys=45)
    dataset = api.load_dataset("quizbowl")
    examples, now = list(dataset), time.time()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/people.db"
        with Store.open(url) as store:
            settings = Settings("quizbowl", "quizbowl", ("ir",), ("write",))
            project = make_project(store, "Load", settings, examples, dataset.fingerprint, now)
            person = register(store, NAME, PASSWORD, now)
            add_member(store, project.id, person.id, "author", now)
            answer = examples[0].gold.answers[0].text
            item = begin_tossup(store, project, person.id, Beginning("k", answer, "", "Science", examples[0].id), now)
        with served(url, "ir") as (port, _), sync_playwright() as playwright:
            home = f"http://127.0.0.1:{port}"
            page = logged_in(playwright, home)
            page.goto(f"{home}/projects/{project.id}/tossups/{item}")
            page.locator(".machine:not([data-thinking]) .guess-row:not(.empty)").first.wait_for()
            page.wait_for_timeout(3000)
            page.focus("#text")
            page.evaluate(WATCH)
            for place in range(args.keys):  # now here, now there, as somebody does who mends a question
                page.evaluate("(at) => document.querySelector('#text').setSelectionRange(at, at)", 40 * place % 400)
                page.keyboard.type(" ab"[place % 3] + "e", delay=60)
                page.wait_for_timeout(1500)
            waits, places = (
                sorted(wait / 1000 for wait in page.evaluate(f"window.{of}")) for of in ("waits", "places")
            )
    say("tossup-browser", guesses=len(waits), p50_ms=ms(waits, 0.5), p95_ms=ms(waits, 0.95),
        places=len(places), place_p50_ms=ms(places, 0.5), place_p95_ms=ms(places, 0.95))  # fmt: skip


if __name__ == "__main__":
    main()
