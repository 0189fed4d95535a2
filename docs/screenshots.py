"""Makes the pictures of the people's side in docs/people, from what `stumper serve --demo` opens with.

It needs Chromium and playwright. `python docs/screenshots.py` writes all of them; which text is judged, chance decides.
`python docs/screenshots.py FOLDER` instead writes each page there, whole, at three widths and in both themes, for
somebody to look at one by one; `FOLDER NAME...` writes these pages alone.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

OUT = Path(__file__).parent / "people"
WIDE = {"width": 1180, "height": 820}
SIZES = {"1440": {"width": 1440, "height": 900}, "1024": {"width": 1024, "height": 768},
         "390": {"width": 390, "height": 844}}  # fmt: skip
READING, CLAIMS, TOSSUPS = "Questions about a text", "Claims and evidence", "Quiz questions"
WORDS = 45  # of a tossup, until somebody buzzes
TOSSUP = (
    "Some who live in the desert do half of this by night and half by day. An English clergyman came close to it with "
    "a mouse, a jar and a sprig of mint. Its second stage begins with what may be the most abundant protein on Earth. "
    "For 10 points, name this process by which leaves make sugar."
)
CALM = 8000  # milliseconds until all that a page asks of the model has come
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars"]  # fmt: skip


def main() -> None:
    """The pictures are in docs/people, or in the folder that is named."""
    if sys.argv[1:]:
        Looks.folder, Looks.names = Path(sys.argv[1]), frozenset(sys.argv[2:])
    (Looks.folder or OUT).mkdir(exist_ok=True, parents=True)
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        sys.exit("docs/screenshots.py: no Chromium is installed")
    with demonstration() as door, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=QUIET)
        ada, ben, cleo = (
            entered(browser, door, role) for role in ("See the project", "Write against the model", "Judge texts")
        )
        write(ben)
        write_too(cleo)
        write_claim(ben)
        write_tossup(ben)
        judge(ben, "yyy", "judge")
        judge(cleo, "yyy")
        judge(ada, "yyy")
        show(ada)
        go(cleo, TOSSUPS, "tag")
        look(cleo, "quiz-tag")
        match(ada, cleo)
        browser.close()


@contextmanager
def demonstration() -> Iterator[str]:
    """The address by which its people come in, once all of its work is there, while it runs."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "stumper", "serve", "--demo", "--port", "0", "--store", f"{folder}/demo.db"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = None
            while found is None:
                line = server.stdout.readline()
                assert line, "the server has ended"
                found = re.match(r"Start here: (\S+)$", line)
            while httpx.get(f"{found[1].partition('/enter/')[0]}/ready", trust_env=False).status_code != httpx.codes.OK:
                time.sleep(0.5)
            yield found[1]
        finally:
            server.terminate()
            server.wait()


def entered(browser: Browser, door: str, role: str) -> Page:
    """A browser in which somebody has chosen that role, on their first page."""
    context = browser.new_context(viewport=WIDE, color_scheme="light", reduced_motion="reduce")
    page = context.new_page()
    page.goto(door)
    page.get_by_role("button", name=role).click()
    page.goto(f"{door.partition('/enter/')[0]}/")
    return page


def go(page: Page, project: str, *parts: str) -> None:
    """To a page of a project."""
    page.goto(re.sub(r"(//[^/]*).*", r"\1/", page.url))
    home = page.get_by_role("link", name=project, exact=True).get_attribute("href")
    page.goto("/".join([re.sub(r"(//[^/]*).*", r"\1", page.url) + str(home), *parts]))


class Looks:
    """Where pages are looked at, at each width and in each theme; None: where only the documentation's are made."""

    folder: Path | None = None
    names: frozenset[str] = frozenset()  # of the pages that are wanted; of none, all are


def picture(page: Page, name: str, is_loaded_anew: bool = False) -> None:
    """What the window shows is a file; or the whole page is, at each width, loaded anew there or not, in each theme."""
    if Looks.folder is None:
        page.screenshot(path=OUT / f"{name}.png")
        return
    if Looks.names and name not in Looks.names:
        return
    for width, size in SIZES.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        if is_loaded_anew:
            page.reload()
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_timeout(300)
            page.screenshot(path=Looks.folder / f"{name}-{width}-{theme}.png", full_page=True)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]


def look(page: Page, name: str) -> None:
    """A page that the documentation does not show."""
    if Looks.folder is not None:
        picture(page, name, is_loaded_anew=True)


def first_item(page: Page, project: str) -> None:
    """At the first item, once the model has answered."""
    go(page, project, "write")
    page.locator("ol.items a").first.click()
    page.wait_for_selector("#desk:not([hidden])")
    page.wait_for_selector("#verdict:not([data-thinking]) .guess-row")


def write(page: Page) -> None:
    """A sentence about somebody else fools the reader, twice; one that says nothing does not."""
    first_item(page, READING)
    put(page, " It was a great empire.")
    page.click("#predict")
    page.locator("#tries", has_text="1 ").wait_for()
    put(page, " Sultan Bayezid ruled the Persian Empire just before Ismail.")
    page.wait_for_selector("#fooled:not([hidden])")
    page.wait_for_timeout(CALM)
    page.mouse.move(0, 0)
    picture(page, "write")
    submit(page)


def write_too(page: Page) -> None:
    """Somebody else has to try longer."""
    first_item(page, READING)
    for number, text in enumerate((" He liked poems.", " His mother was Hafsa.")):
        put(page, text)
        page.click("#predict")
        page.locator("#tries", has_text=f"{number + 1} ").wait_for()
    put(page, " Shah Tahmasp ruled the Persian Empire just before Mirza.")
    page.wait_for_selector("#fooled:not([hidden])")
    submit(page)


def submit(page: Page) -> None:
    """The text is submitted, and the item done with."""
    page.click("#submit")
    page.wait_for_selector("#submissions li")
    address = page.url
    page.click("#finish")
    page.wait_for_url(lambda url: url != address)


def put(page: Page, text: str) -> None:
    """Typed behind the last word of the paragraph as it was, in place of what was put there before."""
    if page.locator("#reset").is_enabled():
        page.click("#reset")
    page.focus("#text")
    page.keyboard.press("Control+End")
    page.keyboard.type(text)
    page.wait_for_timeout(CALM // 4)
    page.wait_for_selector("#verdict:not([data-thinking]) .guess-row")


def write_claim(page: Page) -> None:
    """A true denial is taken for a lie."""
    first_item(page, CLAIMS)
    page.fill("#text", "The fossa is not a bird but a mammal.")
    page.wait_for_selector("#fooled:not([hidden])")
    page.wait_for_timeout(CALM)
    picture(page, "claims")


def write_tossup(page: Page) -> None:
    """A question that a machine knows too early, with what told it."""
    go(page, TOSSUPS, "tossups")
    page.locator("#answer").press_sequentially("photo")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.select_option("#category", "Science")
    page.locator("#new button").click()
    page.wait_for_selector("#desk:not([hidden])")
    page.fill("#text", TOSSUP)
    page.wait_for_selector("#copy .buzz")
    page.wait_for_timeout(CALM // 2)
    picture(page, "tossup")


def judge(page: Page, answers: str, name: str | None = None) -> None:
    """All that is there, three keys a text."""
    go(page, READING, "judge")
    page.wait_for_selector("#item:not([hidden])")
    page.click("#how summary")
    if name is not None:
        picture(page, name)
    while page.locator("#item").is_visible():
        before = page.locator("#progress").inner_text()
        for key in answers:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        page.wait_for_function("before => document.querySelector('#progress').innerText !== before", arg=before)


def match(ada: Page, cleo: Page) -> None:
    """Somebody has buzzed in a match against the machine."""
    for page in (ada, cleo):
        go(page, TOSSUPS, "matches")
        page.locator("ul.list a.button").first.click()
        page.wait_for_selector("#match:not([hidden])")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector("#buzz:not([hidden])")
    ada.click("#begin")
    while len(cleo.inner_text("#question").split()) < WORDS:
        cleo.wait_for_timeout(50)
    cleo.keyboard.press("Space")
    cleo.wait_for_selector("#answering:not([hidden])")
    cleo.keyboard.type("Immanuel K")
    picture(cleo, "match")


def show(page: Page) -> None:
    """How far everybody is, and what came of it."""
    go(page, READING, "progress")
    picture(page, "progress")
    go(page, READING, "results")
    picture(page, "results")
    if Looks.folder is None:
        return
    for part in ("attacks", "queues", "examples", "people", "joining", "care", "models", "settings"):
        go(page, READING, part)
        page.wait_for_selector("[data-later]", state="detached")
        look(page, part)
    for part in ("write", "fix", "verify", "answer", "sent"):
        go(page, READING, part)
        page.wait_for_timeout(CALM // 8)
        look(page, f"{part}-list" if part == "write" else part)
    for project, part in ((CLAIMS, "judge"), (CLAIMS, "results"), (TOSSUPS, "tossups"), (TOSSUPS, "matches"),
                          (TOSSUPS, "results"), (TOSSUPS, "guessers")):  # fmt: skip
        go(page, project, part)
        look(page, f"{project.split()[0].lower()}-{part}")
    go(page, READING, "attacks", "new", "add-sent")
    look(page, "attack")
    page.locator("nav").first.wait_for()
    go(page, READING, "examples")
    page.locator(".examples a.open").first.click()
    look(page, "example")
    go(page, READING)
    look(page, "overview")
    page.goto(re.sub(r"(//[^/]*).*", r"\1/", page.url))
    look(page, "start")
    for path in ("projects/new", "help", "account", "people", "log-in"):
        page.goto(re.sub(r"(//[^/]*).*", rf"\1/{path}", page.url))
        look(page, {"projects/new": "new", "people": "everybody"}.get(path, path))


if __name__ == "__main__":
    main()
