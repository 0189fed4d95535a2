"""Authors at the writing page: a project on a real server, and the page in a real browser."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page
from sqlalchemy import select

from authoring import CLAIMS, QUESTIONS
from browsers import context_of, window
from stumper.people.accounts.person import Person
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings
from stumper.people.queues.queue import items_for
from stumper.people.study.founding import make_project
from stumper.people.writing.item import WritePayload
from stumper.store import Store
from stumper.store.people_schema import assignments, changes, drafts, tries
from stumper.store.values import from_text
from stumper.types import Example
from visiting import Site


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
        context = context_of(
            self.browser, self.site, person, **({"viewport": {"width": 1280, "height": 900}} | options)
        )
        self.stack.callback(context.close)
        return window(context, self.complaints)

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
    Or a model took longer than an author waits, as on a busy machine; the page sends the submission again.

    Browsers put every such answer into their console.
    """
    if "503 (Service Unavailable)" in complaint:
        return complaint.endswith("/submit")
    return "409 (Conflict)" in complaint and complaint.endswith(("/predict", "/weights", "/draft"))


def until(page: Page, holds: Callable[[], object], wait: int = 60_000) -> None:
    """Waits until it holds, while the page goes on."""
    for _ in range(wait // 50):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never held")
