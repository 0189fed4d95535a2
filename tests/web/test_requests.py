"""A page comes with few requests: each waits for the one before that names it, on a phone for a tenth of a second."""

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from views import VIEWS, Lookers, View, looking_in

MOST = 10  # the page, its styles, font, icon, what is vendored, and its own modules
ASKED_LATER = {"fetch", "xhr", "websocket", "eventsource"}  # what it asks the API is no part of it


@pytest.fixture(scope="module")
def lookers(chromium: str, tmp_path_factory) -> Iterator[Lookers]:
    with looking_in(tmp_path_factory.mktemp("requests"), chromium) as found:
        yield found


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_page_that_nothing_was_kept_of_comes_with_few_requests(view: View, lookers: Lookers) -> None:
    lookers.forget(view.who)
    looking = lookers.browser_of(view.who)
    asked: list[str] = []
    looking.page.on(
        "request", lambda request: None if request.resource_type in ASKED_LATER else asked.append(request.url)
    )
    answer = looking.page.goto(f"{looking.world.site.home}{view.path(looking.world)}")
    assert answer is not None
    assert answer.status == view.status
    assert len(asked) <= MOST - 1, asked  # Chromium asks for the icon when it shows a tab, which here nobody sees
