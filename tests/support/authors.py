"""Authors at the writing page: a project on a real server, and the page in a real browser."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select

from annotators import chromium_at
from authoring import CLAIMS, QUESTIONS
from stumper.people.accounts.person import Person
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings
from stumper.people.queues.queue import items_for
from stumper.people.study.founding import make_project
from stumper.people.writing.item import WritePayload
from stumper.store import Store
from stumper.store.people_schema import assignments, changes, drafts, items, tries
from stumper.store.values import from_text
from stumper.types import Example
from visiting import Site

__all__ = ["Desk", "chromium_at", "desk_at"]


@dataclass
class Desk:
    """A project to write in, and its authors' pages; ``complaints`` is what pages said in their console."""

    site: Site
    browser: Browser
    project: Project
    stack: ExitStack
    complaints: list[str] = field(default_factory=list)

    @property
    def store(self) -> Store:
        return self.site.house.store

    def author(self, name: str = "") -> Person:
        """A new person who may write."""
        person = self.site.person(name)
        add_member(self.store, self.project.id, person.id, "author", self.site.house.clock())
        return person

    def items(self, person: Person) -> list[str]:
        """The ids of the items that count, in order."""
        held = items_for(self.store, self.project.id, person.id)
        return [item.id for item, _ in held if from_text(WritePayload, item.payload).example_id]

    def practice(self, person: Person) -> str:
        """The id of the item that counts for nothing."""
        held = items_for(self.store, self.project.id, person.id)
        [id] = [item.id for item, _ in held if not from_text(WritePayload, item.payload).example_id]
        return id

    def address(self, *parts: str) -> str:
        return "/".join([self.site.home, "projects", self.project.id, "write", *parts])

    def browse(self, person: Person, **options: object) -> Page:
        """An empty page of a browser in which that person is logged in."""
        context = self.browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | options))  # type: ignore[arg-type]
        self.stack.callback(context.close)
        context.set_default_timeout(20_000)
        expect.set_options(timeout=20_000)  # a busy machine is no failure
        for name, value in self.site.cookies(person).items():
            context.add_cookies([{"name": name, "value": value, "url": self.site.home}])
        page = context.new_page()
        page.on("console", lambda message: self.complaints.append(f"{message.text} {message.location['url']}"))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(f"dialog: {dialog.message}"))
        return page

    def open(self, person: Person, place: int = 0, **options: object) -> Page:
        """The page of one of the items, ready to be written on."""
        page = self.browse(person, **options)
        page.goto(self.address(self.items(person)[place]))
        page.wait_for_selector("#desk:not([hidden])")
        return page

    def rows(self, table: Any) -> list[Any]:
        """Everything that the store holds of this table."""
        with self.store.engine.connect() as connection:
            return connection.execute(select(table)).all()

    def drafts(self) -> list[Any]:
        return self.rows(drafts)

    def tries(self) -> list[Any]:
        return self.rows(tries)

    def changes(self) -> list[Any]:
        """In the order in which they were made."""
        return sorted(self.rows(changes), key=lambda row: row.number)

    def assignments(self) -> list[Any]:
        return self.rows(assignments)

    def all_items(self) -> list[Any]:
        return self.rows(items)


@contextmanager
def desk_at(
    site: Site, browser: Browser, task: str = "reading", examples: Sequence[Example] = (), **changed: object
) -> Iterator[Desk]:
    """A project in which people write against the house's victim; in the end no page has complained."""
    plain: dict[str, object] = {"dataset": task, "task": task, "victims": ("scripted",), "kinds": ("write",)}
    settings = Settings(**plain | changed)  # type: ignore[arg-type]
    chosen = examples or (QUESTIONS if task == "reading" else CLAIMS)
    project = make_project(site.house.store, "Lights & <i>ports</i>", settings, chosen, "lights", site.house.clock())
    with ExitStack() as stack:
        desk = Desk(site, browser, project, stack)
        yield desk
        assert [one for one in desk.complaints if not is_overtaken(one)] == []


def is_overtaken(complaint: str) -> bool:
    """A newer question to the model, or the draft that a page sent as it went, came first; the page goes on from there.

    Browsers put every such answer into their console.
    """
    return "409 (Conflict)" in complaint and complaint.endswith(("/predict", "/weights", "/draft"))


def until(page: Page, holds: Callable[[], object], wait: int = 10_000) -> None:
    """Waits until it holds, while the page goes on."""
    for _ in range(wait // 50):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never held")
