"""A whole campaign in real browsers: a project is made on a page, people join it by links, and its figures are read."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from authors import is_overtaken
from browsers import context_of, window
from stumper.people.accounts.person import Person, Role
from visiting import Site

PASSWORD = "a long enough passphrase"
WIDE: Mapping[str, object] = {"viewport": {"width": 1280, "height": 900}}


@dataclass
class Campaign:
    """Who runs a project, in their browser, and everybody who has joined; ``complaints`` is what pages said."""

    site: Site
    browser: Browser
    boss: Page
    stack: ExitStack
    place: str = ""
    complaints: list[str] = field(default_factory=list)

    def found(self, name: str, data: Path, kinds: tuple[str, ...], **numbers: int) -> None:
        """The project is made of the form; nothing has a timer, and nobody practises."""
        page = self.boss
        page.goto(f"{self.site.home}/projects/new")
        page.fill("#name", name)
        page.check("#data-own")
        page.set_input_files("#file", data)
        page.wait_for_selector("#seen:not([aria-busy]) ol.items li")  # what it was taken for, before anything is made
        for box in page.locator("input[name=kinds]").all():
            if box.is_visible():
                box.set_checked(box.get_attribute("value") in kinds)
        for flag in ("#timer_on", "#practice"):
            if page.locator(flag).is_visible():
                page.uncheck(flag)
        for victim in page.locator("input[name=victims]").all():
            victim.check()
        if not page.locator("details.part").get_attribute("open"):
            page.evaluate("document.querySelector('details.part').open = true")
        for number, value in numbers.items():
            page.fill(f"#{number}", str(value))
        page.click("main button.primary")
        page.wait_for_selector(".ways [aria-current]")
        expect(page.locator("h1")).to_have_text(name)
        self.place = page.url

    def go(self, part: str) -> Page:
        """Whoever runs the project is at one of its pages."""
        self.boss.goto(f"{self.place}/{part}")
        return self.boss

    def give(self, role: Role) -> None:
        """Whoever runs the project has this role in it, too."""
        page = self.go("people")
        page.locator(".adding select").first.select_option(role)
        page.get_by_role("button", name="Add", exact=True).first.click()
        expect(page.locator(".roles").first).to_contain_text(role, ignore_case=True)

    def join(self, role: Role, *names: str, **options: object) -> list[Page]:
        """The pages of so many people who came by a link of this role and chose a name and a password there."""
        page = self.go("people")
        page.select_option("#role", role)
        page.fill("#places", str(len(names)))
        page.click("main button.primary")
        link = page.input_value("#link")
        return [self._joined(name, link, options) for name in names]

    def _joined(self, name: str, link: str, options: Mapping[str, object]) -> Page:
        page = self._window(None, **options)
        page.goto(link)
        page.fill("#name", name)
        page.fill("#password", PASSWORD)
        page.click("main button.primary")
        page.wait_for_url(f"{self.place}**")
        return page

    def _window(self, person: Person | None, **options: object) -> Page:
        context = context_of(self.browser, self.site, person, **{**WIDE, **options})
        self.stack.callback(context.close)
        return window(context, self.complaints)

    def four(self) -> dict[str, str]:
        """The four figures of the page of results, each with its interval and what it counts, by name."""
        rows = self.go("results").locator(".four > div")
        return {row.locator("dt").inner_text(): _line(row.locator("dd").all_inner_texts()[:2]) for row in rows.all()}

    def table(self, name: str) -> list[list[str]]:
        """The rows of a table of the page of results."""
        rows = self.boss.get_by_role("group", name=name, exact=True).locator("tbody tr").all()
        return [[_line([cell]) for cell in row.locator("th, td").all_inner_texts()] for row in rows]

    def fill(self, kind: str, file: Path) -> None:
        """What the file holds is in the queue of this kind."""
        page = self.go("queues")
        page.set_input_files(f"#{kind}-file", file)
        page.locator(f"section[aria-labelledby={kind}-title] .actions button").click()
        expect(page.locator(".notice.done")).to_be_visible()

    def download(self, name: str, path: Path) -> Path:
        """What whoever runs the project takes away from the page of results."""
        self.go("results")
        with self.boss.expect_download() as begun:
            self.boss.locator(f"a[href$='/exports/{name}']").click()
        begun.value.save_as(path)
        return path


@contextmanager
def campaign_at(site: Site, browser: Browser) -> Iterator[Campaign]:
    """Somebody who may make projects; in the end no page has complained."""
    with ExitStack() as stack:
        campaign = Campaign(site, browser, None, stack)  # type: ignore[arg-type]
        campaign.boss = campaign._window(site.person("Grace", administrator=True))
        yield campaign
        assert [one for one in campaign.complaints if not is_overtaken(one)] == []


def judge(page: Page, place: str, answers: Mapping[str, str], kind: str = "judge") -> None:
    """Judges whatever comes at the page: of the text in which one of these words stands, y or n to each question."""
    page.goto(f"{place}/{kind}")
    for left in range(len(answers), 0, -1):
        page.wait_for_selector("#item:not([hidden])")
        shown = page.locator("[data-field=text]").inner_text()
        [says] = [said for word, said in answers.items() if word in shown]
        for key in says:
            page.keyboard.press(key)
        before = page.locator("#progress").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => document.getElementById('progress').textContent !== before || "
            "!document.getElementById('empty').hidden", arg=before,
        )  # fmt: skip
        assert left > 1 or page.locator("#empty").is_visible()


def squad_file(path: Path, paragraphs: Mapping[str, list[tuple[str, str, str]]]) -> Path:
    """A SQuAD file of paragraphs, each with its questions: id, question, answer."""
    told = [
        {"context": text, "qas": [
            {"id": id, "question": asked, "answers": [{"text": answer, "answer_start": text.index(answer)}]}
            for id, asked, answer in questions
        ]}
        for text, questions in paragraphs.items()
    ]  # fmt: skip
    path.write_text(json.dumps({"version": "1.1", "data": [{"title": "Lights", "paragraphs": told}]}))
    return path


def _line(parts: list[str]) -> str:
    return " ".join(" ".join(parts).split())
