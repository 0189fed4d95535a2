"""A real browser, and somebody's own windows in it."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from stumper.people.accounts.person import Person
from visiting import Site

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]  # fmt: skip
PATIENCE = 60_000  # milliseconds: a busy machine is no failure
expect.set_options(timeout=PATIENCE)


@dataclass(frozen=True)
class _Begun:
    """A browser that goes on after those who have used it, as it takes more than a second to begin; ``loop`` is what
    speaks with it, and what runs in this thread while somebody uses it."""

    browser: Browser
    loop: asyncio.AbstractEventLoop
    stack: ExitStack


BEGUN: list[_Begun] = []  # one at most


@contextmanager
def chromium_at(path: str) -> Iterator[Browser]:
    """A browser without any window; those that are opened are closed in the end."""
    if BEGUN and not BEGUN[0].browser.is_connected():
        close_browser()
    if not BEGUN:
        BEGUN.append(_begun(path))
    [begun] = BEGUN
    asyncio._set_running_loop(begun.loop)
    try:
        yield begun.browser
    finally:
        for context in begun.browser.contexts:
            context.close()
        asyncio._set_running_loop(None)  # else nobody could run another in this thread meanwhile


def close_browser() -> None:
    """The browser that was begun, if one was, has ended."""
    while BEGUN:
        begun = BEGUN.pop()
        asyncio._set_running_loop(begun.loop)
        begun.stack.close()


def _begun(path: str) -> _Begun:
    with ExitStack() as stack:
        driver = stack.enter_context(sync_playwright())
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        stack.callback(browser.close)
        return _Begun(browser, asyncio.get_running_loop(), stack.pop_all())


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
