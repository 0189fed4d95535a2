"""What an author waits in Chromium: for the writing page to open, and from a key to the new verdict on the screen."""

import shutil
import tempfile
import time

from playwright.sync_api import Page, Playwright, sync_playwright

from measuring import arguments, say
from people_load import furnished, ms, served
from stumper.people.accounts.account import register
from stumper.people.projects.members import add_member
from stumper.store import Store

NAME, PASSWORD = "Ada", "correct horse battery"
WATCH = """() => {
  window.waits = [];
  let key = 0;
  const verdict = document.querySelector("#verdict");
  document.querySelector("#text").addEventListener("input", () => { key = performance.now(); });
  new MutationObserver(() => {
    if ("thinking" in verdict.dataset || !key) return;
    const began = key;
    key = 0;
    requestAnimationFrame(() => requestAnimationFrame(() => window.waits.push(performance.now() - began)));
  }).observe(verdict, { attributes: true, attributeFilter: ["data-thinking"] });
}"""


def main() -> None:
    args = arguments(__doc__, keys=45, opens=6)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/people.db"
        [(_, project, item, _)] = furnished(url, 1)
        with Store.open(url) as store:
            now = time.time()
            add_member(store, project, register(store, NAME, PASSWORD, now).id, "author", now)
        with served(url) as (port, _), sync_playwright() as playwright:
            home = f"http://127.0.0.1:{port}"
            page = logged_in(playwright, home)
            opens: list[float] = []
            for _ in range(args.opens):
                began = time.perf_counter()
                page.goto(f"{home}/projects/{project}/write/{item}")
                page.wait_for_selector("#desk:not([hidden])")
                opens.append(time.perf_counter() - began)
            page.locator("#verdict:not([data-thinking])").wait_for()
            page.focus("#text")
            page.keyboard.press("Control+End")
            page.evaluate(WATCH)
            for place in range(args.keys):
                page.keyboard.type(" ab"[place % 3] + "e", delay=60)
                page.wait_for_timeout(900)
            waits = sorted(wait / 1000 for wait in page.evaluate("window.waits"))
    say("people-browser", opens=len(opens), first_open_ms=round(1000 * opens[0]), open_ms=ms(sorted(opens[1:]), 0.5),
        verdicts=len(waits), p50_ms=ms(waits, 0.5), p95_ms=ms(waits, 0.95))  # fmt: skip


def logged_in(playwright: Playwright, home: str) -> Page:
    """A page of Chromium in which the author is logged in."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    page = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"]).new_page()
    page.goto(f"{home}/log-in")
    page.fill("input[name=name]", NAME)
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{home}/")
    return page


if __name__ == "__main__":
    main()
