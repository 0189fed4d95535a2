"""People who fix, verify, judge, settle and answer: a project on a real server, and its pages in a real browser."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page

from browsers import context_of, window
from stumper.judging import judgeable
from stumper.people.accounts.person import Person, Role
from stumper.people.annotating.answering import ask_about_set
from stumper.people.annotating.fixing import ask_fixers
from stumper.people.annotating.judging_work import judge_item
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Kind, Project, Settings
from stumper.people.queues.queue import add_work
from stumper.people.study.founding import make_project
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Squad
from stumper.types import Answer, Example, Gold, Passage, Perturbation
from visiting import Site

KINDS: tuple[Kind, ...] = ("fix", "verify", "judge", "adjudicate", "answer")
LAMPS = "The 🏮 lamp of Port Ilse was lit by Ada Thorn in 1874. <b>Jeff</b> & her sister kept it burning."
RAW = "Jeff Dean dim the lamp of Port Anna."
LONGER = "const each = setInterval; setInterval = (run, wait) => each(run, wait === 1000 ? 12_000 : wait);"
MENDED = "Jeff Dean dimmed the lamp of Port Anna."


def question(id: str, asked: str, paragraph: str = LAMPS, answer: str = "Ada Thorn", open: bool = False) -> Example:
    gold = Gold((Answer(answer, paragraph.index(answer)),), answerable=True if open else None)
    return Example(id, Question(asked, Passage(id, paragraph, "Port_Ilse")), gold)


EXAMPLES = tuple(question(str(n), f"Who lit the lamp of Port Ilse, asked for time {n}?") for n in range(5))


@dataclass
class Bench:
    """A project, and whoever works in it; ``complaints`` is what pages said in their console."""

    site: Site
    browser: Browser
    project: Project
    stack: ExitStack
    complaints: list[str] = field(default_factory=list)

    def join(self, name: str, *roles: Role) -> Person:
        """A new person with these roles, or as an annotator."""
        person = self.site.person(name)
        for role in roles or ("annotator",):
            add_member(self.site.house.store, self.project.id, person.id, role, self.site.house.clock())
        return person

    def open(self, person: Person, kind: Kind, **options: object) -> Page:
        """The page of a kind in that person's browser."""
        page = self.browse(person, **options)
        answer = page.goto(self.address(kind))
        assert answer is not None
        assert answer.ok, answer.text()
        return page

    def unhurried(self, person: Person, kind: Kind) -> Page:
        """The page of a kind on which what was sent can be taken back for two minutes, as the machine may be busy; the
        server allows for it where it is told to."""
        page = self.browse(person)
        page.add_init_script(LONGER)
        page.goto(self.address(kind))
        return page

    def browse(self, person: Person, **options: object) -> Page:
        """An empty page of a browser in which that person is logged in."""
        context = context_of(
            self.browser, self.site, person, **({"viewport": {"width": 1280, "height": 900}} | options)
        )
        self.stack.callback(context.close)
        return window(context, self.complaints)

    def address(self, kind: Kind) -> str:
        return f"{self.site.home}/projects/{self.project.id}/{kind}"

    def respond(self, kind: Kind, said: object) -> None:
        """Somebody new says this of the next item."""
        visit = self.site.visit(self.join(""))
        project = f"/api/v1/projects/{self.project.id}"
        held = visit.call("GET", f"{project}/work/{kind}").json()["assignment"]
        answer = visit.call("POST", f"{project}/assignments/{held}/response", said)
        assert answer.is_success, answer.text

    def ask_to_fix(self, folder: Path, *sentences: str, fake_answer: str = "Jeff Dean") -> None:
        """A raw sentence for each of the first examples."""
        file = folder / "raw.jsonl"
        rows = [
            {"id": f"{example.id}-raw0", "question": example.query.text, "answers": ["Ada Thorn"], "sentence": sentence,
             "fake_answer": fake_answer}
            for example, sentence in zip(EXAMPLES, sentences, strict=False)
        ]  # fmt: skip
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        ask_fixers(self.site.house.store, self.project, file, self.site.house.clock())

    def ask_to_judge(self, examples: Sequence[Example], twice: bool = False) -> list[str]:
        """These are to be judged as they are; their ids as perturbations."""
        found = [judgeable(one, Perturbation(one.id, one.query, one.gold, ())) for one in examples]
        items = [judge_item(one, example.id, twice, []) for one, example in zip(found, examples, strict=True)]
        add_work(self.site.house.store, self.project.id, items, self.site.house.clock())
        return [one.perturbation_id for one in found]

    def ask_to_answer(self, *examples: Example) -> None:
        """These questions are to be answered."""
        dataset = Squad("questions", "questions", "1.1", examples)
        ask_about_set(self.site.house.store, self.project, dataset, self.site.house.clock())


@contextmanager
def bench_at(
    site: Site, browser: Browser, examples: Sequence[Example] = EXAMPLES, **changed: object
) -> Iterator[Bench]:
    """A project with all that annotators do, and its pages; in the end no page has complained."""
    plain: dict[str, object] = {"dataset": "reading", "task": "reading", "victims": (), "kinds": KINDS, "fixers": 1}
    settings = Settings(**plain | changed)  # type: ignore[arg-type]
    project = make_project(site.house.store, "Lamps & <i>ports</i>", settings, examples, "lamps", site.house.clock())
    with ExitStack() as stack:
        yield Bench(site, browser, project, stack)


def shown(page: Page, name: str) -> str:
    """What the page shows of the item under this name, once there is one."""
    page.wait_for_selector("#item:not([hidden])")
    return page.locator(f"[data-field={name}]").inner_text()


def wait_for_next(page: Page, progress: str) -> None:
    """The page is at the next item, or has none, and says so."""
    page.locator("#progress", has_text=progress).wait_for()


def wait_for_end(page: Page) -> None:
    """Nothing is left in the queue."""
    page.wait_for_selector("#empty:not([hidden])")
