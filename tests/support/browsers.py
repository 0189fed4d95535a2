"""A real browser, and somebody's own windows in it."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from stumper.people.accounts.person import Person
from visiting import Site

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]  # fmt: skip
PATIENCE = 60_000  # milliseconds: a busy machine is no failure
expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium_at(path: str) -> Iterator[Browser]:
    """A browser, closed in the end."""
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield opened
        finally:
            opened.close()


def context_of(browser: Browser, site: Site, person: Person | None, **options: object) -> BrowserContext:
    """Windows in which that person is logged in, or nobody."""
    context = browser.new_context(**options)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    log_in(context, site, person)
    return context


def log_in(context: BrowserContext, site: Site, person: Person | None) -> None:
    """The windows are that person's from now on."""
    for name, value in site.cookies(person).items():
        context.add_cookies([{"name": name, "value": value, "url": site.home}])


def window(context: BrowserContext, complaints: list[str]) -> Page:
    """An empty page; what it says in its console, breaks on or asks in a box is among the complaints."""
    page = context.new_page()
    page.on("console", lambda message: complaints.append(f"{message.text} {message.location['url']}"))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))
    return page
