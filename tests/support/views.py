"""Every page of the application as somebody sees it, in a furnished site."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request, ViewportSize

from browsers import chromium_at, context_of
from furnished import LIE, Furnished, Mark, furnish, house_for
from stumper.people.projects.project import KINDS
from stumper.store import Store
from stumper.web.app import entries
from stumper.web.cookies import GUEST as GUESTS_COOKIE
from stumper.web.cookies import signed
from visiting import serving

Step = Callable[[Page], object]
WIDE: ViewportSize = {"width": 1280, "height": 900}
ANSWERS_SOMETHING_ELSE = {  # a file to save, a part of a page, the way to another
    "/account/data",
    "/people/{person_id}/data",
    "/projects/{project_id}/exports/{name}",
    "/projects/{project_id}/progress/now",
    "/projects/{project_id}/attacks/now",
    "/projects/{project_id}/attacks/offered",
    "/projects/{project_id}/guessers/now",
    "/enter/{secret}",
    "/projects/{project_id}/examples/files/{name}",
    "/projects/{project_id}/joining/{link_id}/people.csv",
    "/my-work/data",
    "/health",
    "/ready",
    "/metrics",
}
PAGES = (
    {entry.path for entry in entries() if entry.method == "GET" and not entry.path.startswith(("/static/", "/api/v1/"))}
    - ANSWERS_SOMETHING_ELSE
    - {"/my-work"}
)  # who may see that came by a link: it is looked at from "/go/{code}"


@dataclass(frozen=True)
class View:
    """A page's route, who looks (None: nobody who is known here), and what is done there before one looks.

    ``ids`` name what stands in the address, by the route's parameters.
    """

    name: str
    route: str
    who: str | None
    ids: dict[str, str] = field(default_factory=dict)
    step: Step = lambda page: None
    status: int = 200

    def path(self, world: Furnished) -> str:
        values = {name: world.ids.get(id, id) for name, id in ({"project_id": "reading"} | self.ids).items()}
        return self.route.replace("{path:path}", "{path}").format(**values)


def has_item(page: Page) -> None:
    """The work has come."""
    page.wait_for_selector("#item:not([hidden])")


def has_none(page: Page) -> None:
    """It is said that there is no work."""
    page.wait_for_selector("#empty:not([hidden])")


def selects(page: Page) -> None:
    """A word of the text is selected as the answer."""
    has_item(page)
    page.locator("[role=option]").nth(3).click()


def says_yes(page: Page) -> None:
    """The first question is answered."""
    has_item(page)
    page.keyboard.press("y")


def writes(page: Page) -> None:
    """The model has answered, and what its answer hangs on is shown."""
    page.wait_for_selector("#desk:not([hidden])")
    page.wait_for_selector("#verdict:not([data-thinking], [data-kind=unknown]) .guess-row")


def fools(page: Page) -> None:
    """The model is fooled."""
    writes(page)
    page.focus("#text")
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(LIE)
    page.wait_for_selector("#fooled:not([hidden])")


def denies(page: Page) -> None:
    """A claim is turned round, which does not fool it, and then said to be as it was, which does."""
    writes(page)
    page.fill("#text", "Ada Thorn did not light a lamp.")
    page.wait_for_selector("#fooled:not([hidden])")


def reads_instructions(page: Page) -> None:
    """The instructions are open, over the page."""
    writes(page)
    page.click("#open-instructions")


def reads_keys(page: Page) -> None:
    """The list of keys is open, over the page."""
    has_item(page)
    page.click("#keys-open")


def makes_link(page: Page) -> None:
    """A link was made, and is shown once."""
    page.locator("form.inviting button.primary").click()
    page.wait_for_selector("#link")


def makes_token(page: Page) -> None:
    """A token was made, and is shown once."""
    page.fill("#token-name", "another")
    page.locator("form[action$='/tokens'] button").click()
    page.wait_for_selector("#token")


def mistypes(page: Page) -> None:
    """What was sent cannot be: the form is there again, with the reason."""
    page.locator("form:has(#name)").first.evaluate("form => { form.noValidate = true; form.requestSubmit(); }")
    page.wait_for_selector("[role=alert]")


def shows_keys(page: Page) -> None:
    """What the keys do is shown."""
    page.keyboard.press("?")
    page.wait_for_selector("#keys[open]")


def rejects_in_silence(page: Page) -> None:
    """What was sent has no reason: the page is there again, and asks for one."""
    page.locator("form[action*='/take-back']").evaluate("form => { form.noValidate = true; form.submit(); }")
    page.wait_for_selector("[role=alert]")


def agrees(page: Page) -> None:
    """The text was agreed to, and one looks at how far one is."""
    page.check("[name=agreed]")
    page.locator("form[action*='/go/'] button").first.click()
    page.wait_for_selector("#item:not([hidden]), #empty:not([hidden]), .mine")
    page.goto(f"{page.url.split('/projects/')[0]}/my-work")


def opens_all(page: Page) -> None:
    """Whatever is folded is unfolded."""
    page.eval_on_selector_all("details", "all => all.forEach((one) => { one.open = true; })")


def is_heard(page: Page) -> None:
    """A machine has listened to the tossup, and where it is right is marked."""
    page.wait_for_selector("#desk:not([hidden])")
    page.wait_for_selector("#copy .buzz")


def is_refused(page: Page) -> None:
    """What was submitted is said to be too short."""
    page.wait_for_selector("#desk:not([hidden])")
    page.fill("#text", "One lighthouse.")
    page.wait_for_selector("#copy .buzz")
    page.click("#submit")
    page.wait_for_selector("#against:not([hidden])")


def finds(page: Page) -> None:
    """Answers are offered."""
    page.focus("#answer")
    page.keyboard.type("t")
    page.keyboard.press("Backspace")
    page.keyboard.type("thorn")
    page.wait_for_selector("[role=option]")


def has_match(page: Page) -> None:
    """The match has come."""
    page.wait_for_selector("#match:not([hidden])")


def answers_in_match(page: Page) -> None:
    """It is one's turn in a match that one moderates oneself."""
    has_match(page)
    if (seat := page.locator("#sides button").first).is_visible():
        seat.click()
        page.wait_for_selector("#buzz:not([hidden])")
    if page.locator("#begin").is_visible():
        page.click("#begin")
        page.wait_for_selector("#buzz[aria-disabled=false]")
        page.keyboard.press("Space")
    page.wait_for_selector("#answering:not([hidden])")


def invites_players(page: Page) -> None:
    """A link for players was made, and is shown once."""
    page.locator("form[action$='/links'] button").click()
    page.wait_for_selector("#link")


HERE = "/projects/{project_id}"
QUIZ = {"project_id": "quiz"}
GUEST = "Gil"  # who joined a match without an account
VIEWS = (
    View("welcome", "/", None),
    View("start of an author", "/", "Ben"),
    View("start of an administrator", "/", "Ada"),
    View("help", "/help", "Ben"),
    View("api", "/api", None),
    View("log in", "/log-in", None),
    View("log in, wrongly", "/log-in", None, step=mistypes),
    View("join", "/join/{secret}", None, {"secret": "invitation"}),
    View("join, wrongly", "/join/{secret}", None, {"secret": "invitation"}, mistypes),
    View("join, known", "/join/{secret}", "Eve", {"secret": "invitation"}),
    View("join the server", "/join/{secret}", None, {"secret": "anywhere"}),
    View("new password", "/new-password/{secret}", None, {"secret": "new password"}),
    View("account", "/account", "Ben"),
    View("account, new token", "/account", "Ben", step=makes_token),
    View("people", "/people", "Ada"),
    View("a person", "/people/{person_id}", "Ada", {"person_id": "Ben"}),
    View("oneself", "/people/{person_id}", "Ada", {"person_id": "Ada"}),
    View("new project", "/projects/new", "Ada", step=opens_all),
    View("new project, wrongly", "/projects/new", "Ada", step=mistypes),
    View("project", HERE, "Ben"),
    View("project of a moderator", HERE, "Dora"),
    View("project, empty", HERE, "Ada", {"project_id": "empty"}),
    View("project, closed", HERE, "Ben", {"project_id": "closed"}),
    View("settings", f"{HERE}/settings", "Ada", step=opens_all),
    View("left out", f"{HERE}/left-out", "Ada"),
    View("members", f"{HERE}/people", "Ada"),
    View("members, new link", f"{HERE}/people", "Ada", step=makes_link),
    View("progress", f"{HERE}/progress", "Dora"),
    View("progress, none", f"{HERE}/progress", "Ada", {"project_id": "empty"}),
    View("add work", f"{HERE}/queues", "Dora"),
    View("add work, none", f"{HERE}/queues", "Ada", {"project_id": "empty"}),
    View("examples", f"{HERE}/examples", "Dora", step=opens_all),
    View("examples of an author", f"{HERE}/examples", "Ben"),
    View("examples, none", f"{HERE}/examples", "Ada", {"project_id": "empty"}),
    View("examples, keys", f"{HERE}/examples", "Dora", step=shows_keys),
    View("an example", f"{HERE}/examples/{{made_id}}", "Dora", {"made_id": "made"}, opens_all),
    View("an example, refused", f"{HERE}/examples/{{made_id}}", "Dora", {"made_id": "made"}, rejects_in_silence),
    View("links", f"{HERE}/joining", "Dora", step=opens_all),
    View("a link", f"{HERE}/joining/{{link_id}}", "Dora", {"link_id": "work link"}, opens_all),
    View("care", f"{HERE}/care", "Dora", step=opens_all),
    View("consent", "/go/{code}", None, {"code": "work code"}),
    View("my work", "/go/{code}", None, {"code": "work code"}, agrees),
    View("results", f"{HERE}/results", "Dora", step=opens_all),
    View("results of an author", f"{HERE}/results", "Ben", step=opens_all),
    View("results, none", f"{HERE}/results", "Ada", {"project_id": "empty"}),
    View("items", f"{HERE}/write", "Ben"),
    View("items, instructions", f"{HERE}/write", "Ben", step=opens_all),
    View("items, closed", f"{HERE}/write", "Ada", {"project_id": "claims"}),
    View("write", f"{HERE}/write/{{item_id}}", "Ben", {"item_id": "begun"}, writes),
    View("write, fooled", f"{HERE}/write/{{item_id}}", "Ben", {"item_id": "won"}, fools),
    View("write, instructions", f"{HERE}/write/{{item_id}}", "Ben", {"item_id": "won"}, reads_instructions),
    View("practise", f"{HERE}/write/{{item_id}}", "Ben", {"item_id": "practice"}, writes),
    View("claim", f"{HERE}/write/{{item_id}}", "Ben", {"project_id": "claims", "item_id": "claim"}, writes),
    View("claim, fooled", f"{HERE}/write/{{item_id}}", "Ben", {"project_id": "claims", "item_id": "claim"}, denies),
    View("fix", f"{HERE}/fix", "Ben", step=has_item),
    View("verify", f"{HERE}/verify", "Ben", step=says_yes),
    View("verify, nothing", f"{HERE}/verify", "Cleo", step=has_none),
    View("judge", f"{HERE}/judge", "Ben", step=says_yes),
    View("judge, keys", f"{HERE}/judge", "Ben", step=reads_keys),
    View("your last ten", f"{HERE}/sent", "Cleo", step=opens_all),
    View("your last ten, none", f"{HERE}/sent", "Ada"),
    View("judge a claim", f"{HERE}/judge", "Ben", {"project_id": "claims"}, has_none),
    View("adjudicate", f"{HERE}/adjudicate", "Ada", step=has_item),
    View("answer", f"{HERE}/answer", "Eve", step=selects),
    View("tag", f"{HERE}/tag", "Cleo", {"project_id": "quiz"}, has_item),
    View("tossups", f"{HERE}/tossups", "Ben", {"project_id": "quiz"}),
    View("tossups, an answer", f"{HERE}/tossups", "Ben", {"project_id": "quiz"}, finds),
    View("tossups, none", f"{HERE}/tossups", "Ada", {"project_id": "quiz"}, opens_all),
    View("tossup", f"{HERE}/tossups/{{item_id}}", "Ben", {"project_id": "quiz", "item_id": "tossup"}, is_heard),
    View(
        "tossup, refused", f"{HERE}/tossups/{{item_id}}", "Ben", {"project_id": "quiz", "item_id": "tossup"}, is_refused
    ),
    View(
        "tossup, submitted", f"{HERE}/tossups/{{item_id}}", "Ben", {"project_id": "quiz", "item_id": "done"}, opens_all
    ),
    View("replay", f"{HERE}/tossups/{{item_id}}/replay", "Ben", {"project_id": "quiz", "item_id": "done"}),
    View("results of tossups", f"{HERE}/results", "Dora", {"project_id": "quiz"}),
    View("matches", f"{HERE}/matches", "Eve", QUIZ),
    View("matches of a moderator", f"{HERE}/matches", "Dora", QUIZ, opens_all),
    View("matches, new link", f"{HERE}/matches", "Dora", QUIZ, invites_players),
    View("match", f"{HERE}/matches/{{room_id}}", "Eve", {**QUIZ, "room_id": "new room"}, has_match),
    View("match of a moderator", f"{HERE}/matches/{{room_id}}", "Dora", {**QUIZ, "room_id": "played room"}, has_match),
    View("match, answering", f"{HERE}/matches/{{room_id}}", "Ada", {**QUIZ, "room_id": "new room"}, answers_in_match),
    View("match of a guest", "/play/{room_id}", GUEST, {"room_id": "new room"}, has_match),
    View("play", "/play", None),
    View("play, wrongly", "/play", None, step=mistypes),
    View("models", f"{HERE}/models", "Ada", {"project_id": "reading"}),
    View("models, seen by an author", f"{HERE}/models", "Ben", {"project_id": "reading"}),
    View("attacks", f"{HERE}/attacks", "Ada", {"project_id": "reading"}),
    View("attacks, none", f"{HERE}/attacks", "Ada", QUIZ),
    View(
        "attack",
        f"{HERE}/attacks/new/{{adversary}}",
        "Ada",
        {"project_id": "reading", "adversary": "add-sent"},
        opens_all,
    ),
    View("guessers", f"{HERE}/guessers", "Dora", QUIZ),
    View("guessers, none", f"{HERE}/guessers", "Ada", QUIZ),
    View("match, watched", "/watch/{code}", None, {"code": "watched"}, has_match),
    View("no page", "/{path:path}", "Ben", {"path": "nowhere"}, status=404),
    View("no page, nobody", "/{path:path}", None, {"path": "nowhere"}, status=404),
)
assert {view.route for view in VIEWS} >= {f"{HERE}/{kind}" for kind in KINDS}


@dataclass
class Looking:
    """Somebody's browser, and all that its pages complained of or asked others for since the last was opened."""

    page: Page
    world: Furnished
    complaints: list[str] = field(default_factory=list)

    def open(self, view: View) -> Page:
        """The view, ready to be looked at, by day on a wide screen."""
        self.page.set_viewport_size(WIDE)
        self.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        self.complaints.clear()
        answer = self.page.goto(f"{self.world.site.home}{view.path(self.world)}")
        assert answer is not None
        assert answer.status == view.status, answer.text()
        view.step(self.page)
        return self.page

    def heard(self, message: ConsoleMessage) -> None:
        """Of the console's errors; that a page has an error's status is none of its own."""
        if message.type != "error":
            return
        if message.location["url"] != self.page.url or "status of 4" not in message.text:
            self.complaints.append(f"{message.text} {message.location['url']}")

    def asked(self, request: Request) -> None:
        """Another host."""
        if urlsplit(request.url).scheme != "data" and not request.url.startswith(self.world.site.home):
            self.complaints.append(f"asked {request.url}")

    def interrupted(self, dialog: Dialog) -> None:
        """By a box that asks for a click."""
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@dataclass
class Lookers:
    """People's browsers, each kept until the end, so that what pages share is loaded once."""

    world: Furnished
    browser: Browser
    browsers: dict[str | None, Looking] = field(default_factory=dict)

    def browser_of(self, who: str | None) -> Looking:
        """Of that person, or of nobody who is known."""
        if who not in self.browsers:
            self.browsers[who] = self._opened(who)
        return self.browsers[who]

    def forget(self, who: str | None) -> None:
        """That browser is gone with its cookies; the next is a new one."""
        if who in self.browsers:
            self.browsers.pop(who).page.context.close()

    def _opened(self, who: str | None) -> Looking:
        person = self.world.people[who] if who and who != GUEST else None
        context = context_of(self.browser, self.world.site, person)
        if who == GUEST:
            value = signed(self.world.site.house, GUESTS_COOKIE, self.world.ids["guest"])
            context.add_cookies([{"name": GUESTS_COOKIE, "value": value, "url": self.world.site.home}])
        found = Looking(context.new_page(), self.world)
        found.page.on("console", found.heard)
        found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
        found.page.on("request", found.asked)
        found.page.on("dialog", found.interrupted)
        return found


@contextmanager
def looking_in(folder: Path, chromium: str, mark: Mark = str) -> Iterator[Lookers]:
    """Lookers in a site where each text that anybody wrote has gone through ``mark``."""
    with (
        Store.open(f"sqlite:///{folder / 'web.db'}") as store,
        serving(house_for(store, mark)) as site,
        chromium_at(chromium) as browser,
    ):
        yield Lookers(furnish(site, mark), browser)
