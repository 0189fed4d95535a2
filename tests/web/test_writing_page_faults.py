"""The writing page against `stumper serve` in a process of its own, which is killed under the author's hands."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

from authoring import PARAGRAPH
from stumper.datasets import open_dataset
from stumper.people.projects.members import add_member
from stumper.store import Store
from stumper.web.serving import bound
from visiting import Site, house_over

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from authors import Desk, desk_at, until
from browsers import chromium_at

TEXT = "#text"
FOOLING = " Mary Bell lit the lamp of the harbour in 1912."


@dataclass
class Server:
    """`stumper serve` at a port that stays its own."""

    url: str
    port: int
    process: subprocess.Popen[bytes] | None = field(default=None)

    def start(self) -> None:
        command = [sys.executable, "-m", "stumper", "serve", "--store", self.url, "--port", str(self.port)]
        self.process = subprocess.Popen([*command, "--victim", "embedded"], stdout=subprocess.DEVNULL)
        while self.process.poll() is None:
            try:
                httpx.get(f"http://127.0.0.1:{self.port}/help", trust_env=False, timeout=60)
            except httpx.TransportError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError("it has ended")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with bound("127.0.0.1", 0) as held:  # nobody else comes to listen there while it is dead
        made = Server(f"sqlite:///{tmp_path / 'web.db'}", held.getsockname()[1])
        Store.open(made.url).close()
        made.start()
        yield made
        made.kill()


@pytest.fixture
def desk(server: Server, chromium: str) -> Iterator[Desk]:
    with Store.open(server.url) as store, chromium_at(chromium) as browser:
        site = Site(house_over(store), f"http://127.0.0.1:{server.port}")
        with desk_at(site, browser, victims=("embedded",)) as found:
            yield found
            refused = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")
            found.complaints[:] = [one for one in found.complaints if not any(error in one for error in refused)]


def test_an_author_fools_the_embedded_reader_and_it_is_in_the_export(desk: Desk, tmp_path: Path) -> None:
    page = desk.open(desk.author())
    page.locator("#verdict:not([data-thinking]) #word", has_text="Still right").wait_for()
    page.focus(TEXT)
    page.keyboard.press("Control+End")
    page.keyboard.type(FOOLING)
    page.locator("#word", has_text="Fooled").wait_for()
    page.locator(".weight").first.wait_for()
    page.keyboard.press("Control+Shift+Enter")
    page.locator("#submit-said", has_text="number 1").wait_for()
    [row] = desk.tries()
    assert json.loads(row.document)["text"] == PARAGRAPH + FOOLING
    moderator = desk.author()
    add_member(desk.store, desk.project.id, moderator.id, "moderator", 0.0)
    results = desk.browse(moderator)
    results.goto(f"{desk.site.home}/projects/{desk.project.id}/results")
    assert "with 1 of 1 attempt" in results.inner_text(".headline")
    with results.expect_download() as download:
        results.click("a[href$='/exports/submissions']")
    download.value.save_as(tmp_path / "made.json")
    made = open_dataset(tmp_path / "made.json")
    assert [example.query.context.text for example in made] == [PARAGRAPH, PARAGRAPH + FOOLING]


def test_a_server_killed_and_started_again_while_one_types_loses_nothing(desk: Desk, server: Server) -> None:
    page = desk.open(desk.author())
    page.locator("#word", has_text="Still right").wait_for()
    page.focus(TEXT)
    page.keyboard.press("Control+End")
    page.keyboard.type(" Before,", delay=20)
    server.kill()
    page.keyboard.type(" while,", delay=20)
    page.locator("#saved", has_text="Saved on this device").wait_for()
    server.start()
    page.keyboard.type(" and after.", delay=20)
    text = PARAGRAPH + " Before, while, and after."
    assert page.input_value(TEXT) == text
    until(page, lambda: [json.loads(row.document)["text"] for row in desk.drafts()] == [text])
    page.locator("#verdict:not([data-thinking]) #word", has_text="Still right").wait_for()


def test_what_is_submitted_to_a_dead_server_arrives_once_when_it_is_back(desk: Desk, server: Server) -> None:
    page = desk.open(desk.author())
    page.focus(TEXT)
    page.keyboard.press("Control+End")
    page.keyboard.type(FOOLING)
    page.locator("#word", has_text="Fooled").wait_for()
    server.kill()
    page.click("#submit")
    page.locator("#submit-said", has_text="kept on this device").wait_for()
    server.start()
    page.locator("#submit-said", has_text="number 1").wait_for()
    assert [row.kind for row in desk.tries()] == ["submit"]
    assert page.locator("#submissions li").count() == 1
