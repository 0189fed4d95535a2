"""One person at a browser: types, asks, submits, mends, votes, judges and answers, whatever becomes of the server."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any

import httpx

from faults.journal import Journal, Press, Responded, Written
from stumper.people.projects.project import Kind
from stumper.people.writing.drafts import Change
from stumper.text import as_seen

FOOLING = "Mordecai"
PAUSES = (1, 2, 4, 8, 15)  # seconds until it is tried again, those of the pages
WORDS = ("lamp", "the", "harbour,", "of", "old", "🏮", "while", "É", FOOLING)
HANGS_UP, GIVES_UP, RELOADS, LEAVES = 0.03, 0.15, 0.1, 0.05


@dataclass
class Browser:
    """Signed in by its cookie; ``homes`` are the servers, any of which answers. ``pace`` scales every pause."""

    homes: Sequence[str]
    client: httpx.Client
    project: str
    items: list[str]
    kinds: Sequence[Kind]
    rng: Random
    pace: float
    over: Event
    journal: Journal
    csrf: str = field(default="")

    def live(self) -> None:
        """Works until it is over, and brings to its end what is in hand."""
        self.csrf = self.token()
        while not self.over.is_set():
            if self.items and self.rng.random() < (0.5 if self.kinds else 1.0):
                self.write(self.items[0])
                self.items = self.items[1:] + self.items[:1]
            elif not any(self.respond(kind) for kind in self.rng.sample(self.kinds, len(self.kinds))):
                self.wait(2.0)
        self.journal.has_ended = True

    def write(self, item_id: str) -> None:
        """An item is opened, written on for a while, and ended with all of it saved."""
        opened = self.must("POST", f"items/{item_id}/open", {})
        id, at = opened["assignment"], f"assignments/{opened['assignment']}"
        text = opened["example"]["paragraph"]
        written = self.journal.written.setdefault(id, Written(text, text))
        self.adopt(written, opened["draft"], opened["changes"])
        for _ in range(self.rng.randint(4, 12)):
            if self.over.is_set():
                break
            self.type(written)
            self.save(written, at)
            if as_seen(written.text) != as_seen(written.original):  # else it is no attempt
                self.ask(written, id, at)
            if self.rng.random() < RELOADS:
                again = self.must("POST", f"items/{item_id}/open", {})
                self.adopt(written, again["draft"], again["changes"])
            self.wait(0.4)
        self.save(written, at)
        self.must("POST", f"{at}/done", {})
        self.journal.finished.add(id)

    def adopt(self, written: Written, draft: dict[str, Any] | None, changes: int) -> None:
        if draft is None:
            draft = {"revision": 0, "text": written.original}
        if wrong := written.adopt(draft["revision"], changes, draft["text"]):
            self.journal.wrong.append(f"draft lost: {wrong}")

    def type(self, written: Written) -> None:
        """A few words more behind the original, or some of them taken away again."""
        for _ in range(self.rng.randint(1, 6)):
            before, kept = written.text, len(written.original)
            start = self.rng.randint(kept, len(before))
            end = min(len(before), start + self.rng.randint(1, 12)) if self.rng.random() < 0.4 else start
            inserted = "" if end > start else " " + self.rng.choice(WORDS)
            change = Change(len(written.made) + 1, time.time(), start, before[start:end], inserted)
            written.made.append(change)
            written.text = before[:start] + inserted + before[end:]

    def save(self, written: Written, at: str) -> None:
        """The draft is sent until it has arrived; meanwhile one types on."""
        tries = 0
        while written.saved < len(written.made):
            upto = len(written.made)
            changes = [
                {"number": one.number, "at": one.at, "start": one.start, "removed": one.removed,
                 "inserted": one.inserted}
                for one in written.made[written.saved:]
            ]  # fmt: skip
            body = {"revision": written.revision, "text": written.text, "label": None, "changes": changes}
            answer = self.once("PUT", f"{at}/draft", body)
            if answer is None:
                self.pause(tries)
                tries += 1
                if not self.over.is_set():
                    self.type(written)
            elif answer.status_code == 409 and answer.json()["kind"] == "stale":
                self.adopt(written, answer.json()["draft"], answer.json()["changes"])
            else:
                said = self.checked(answer, f"{at}/draft")
                if (said["revision"], said["changes"]) != (written.revision + 1, upto):
                    self.journal.wrong.append(f"draft kept as another: {said}, sent {written.revision}, {upto}")
                written.revision, written.saved = said["revision"], upto
                self.journal.drafts += 1

    def ask(self, written: Written, id: str, at: str) -> None:
        """As one types, or by a button; a button's press may be given up when no answer comes."""
        body: dict[str, Any] = {"text": written.text, "label": None}
        kind = self.rng.choice(("typing", "predict", "submit"))
        if kind == "typing":
            answer = self.once("POST", f"{at}/predict", {**body, "key": None})
            if answer is not None and answer.status_code != 409:
                self.checked(answer, f"{at}/predict")
            return
        key = f"{self.rng.getrandbits(64):016x}"
        press = Press(id, f"{kind} {key}", written.text)
        self.journal.presses.append(press)
        extra = {"attack_types": ["elongate"]} if kind == "submit" else {}
        press.said = self.must("POST", f"{at}/{kind}", {**body, **extra, "key": key}, self.gives_up)

    def respond(self, kind: Kind) -> bool:
        """The next piece of work of a kind is responded to, or left; False where there is none."""
        work = self.must("GET", f"work/{kind}", None)
        if work is None:
            return False
        self.wait(0.5)
        at = f"assignments/{work['assignment']}"
        if self.rng.random() < LEAVES and work["assignment"] not in self.journal.responded:
            self.must("POST", f"{at}/release", {})
            return True
        body = self.said(kind, work)
        responded = self.journal.responded.setdefault(work["assignment"], Responded(kind))
        responded.sent.append(body)
        path = f"{at}/response"
        answer = self.persist("POST", path, body, self.gives_up)
        if answer is None:
            return True
        if answer.status_code == 409:
            responded.refused = answer.json()["sentence"]
            return True
        if not self.checked(answer, path)["recorded"]:
            responded.was_there = True
        elif responded.recorded is not None:
            self.journal.wrong.append(f"response recorded twice: {work['assignment']}")
        else:
            responded.recorded = body
        return True

    def said(self, kind: Kind, work: dict[str, Any]) -> dict[str, Any]:
        """What this person thinks."""
        chance = [self.rng.random() < 0.8 for _ in range(3)]
        match kind:
            case "fix":
                return {"text": f"{work['fake_answer']} {self.rng.choice(('was', 'is', 'has been'))} the one."}
            case "verify":
                return {"grammatical": chance[0], "compatible": chance[1]}
            case "answer":
                word = self.rng.choice(work["paragraph"].split())
                return {"text": word, "start": work["paragraph"].index(word)}
            case _:
                return {"grammatical": chance[0], "label_correct": chance[1], "on_task": chance[2], "note": "a word"}

    def token(self) -> str:
        """What this browser's pages carry against forged requests."""
        tries = 0
        while True:
            try:
                page = self.client.get(f"{self.rng.choice(self.homes)}/help", timeout=20)
            except httpx.TransportError:
                self.pause(tries)
                tries += 1
            else:
                _, _, rest = page.text.partition('<meta name="csrf-token" content="')
                return rest.partition('"')[0]

    def gives_up(self) -> bool:
        """Whether the page is closed without an answer; it never sends this again."""
        return self.rng.random() < GIVES_UP

    def must(self, method: str, path: str, body: object, gives_up: Callable[[], bool] = lambda: False) -> Any:
        """The answer, sooner or later; None without content, or where it was given up."""
        answer = self.persist(method, path, body, gives_up)
        return None if answer is None else self.checked(answer, path)

    def checked(self, answer: httpx.Response, path: str) -> Any:
        """What it says; an error is wrong."""
        if not answer.is_success:
            self.journal.wrong.append(f"{answer.status_code} of {path.partition('/')[2]}: {answer.text[:200]}")
            raise AssertionError(self.journal.wrong[-1])
        return answer.json() if answer.content else None

    def persist(self, method: str, path: str, body: object, gives_up: Callable[[], bool]) -> httpx.Response | None:
        """The answer, sooner or later; None where it was given up."""
        tries = 0
        while (answer := self.once(method, path, body)) is None:
            if gives_up():
                return None
            self.pause(tries)
            tries += 1
        return answer

    def once(self, method: str, path: str, body: object) -> httpx.Response | None:
        """The answer of one of the servers; None where there is none, or one that passes by itself.

        Now and then nobody waits for it, though it may be under way.
        """
        is_hasty = self.rng.random() < HANGS_UP
        url = f"{self.rng.choice(self.homes)}/api/v1/projects/{self.project}/{path}"
        headers = {"X-CSRF-Token": self.csrf, "Accept": "application/json"}
        began, timeout = time.monotonic(), self.rng.uniform(0.005, 0.05) if is_hasty else 20.0
        try:
            answer = self.client.request(method, url, json=body, headers=headers, timeout=timeout)
        except httpx.TransportError:
            self.journal.unanswered += not is_hasty
            self.journal.hung_up += is_hasty
            self.took(began, f"{method} {path}, unanswered")
            return None
        self.took(began, f"{method} {path}")
        self.journal.too_often += answer.status_code == 429
        self.journal.broken += answer.status_code >= 500
        if answer.status_code == 429 or answer.status_code >= 500:
            return None
        self.journal.heard.append(time.monotonic())
        return answer

    def took(self, began: float, what: str) -> None:
        what = "/".join(part for part in what.split("/") if len(part) < 30)
        self.journal.slowest = max(self.journal.slowest, (round(time.monotonic() - began, 1), what))

    def pause(self, tries: int) -> None:
        time.sleep(self.pace * PAUSES[min(tries, len(PAUSES) - 1)])

    def wait(self, seconds: float) -> None:
        """About so long, to think."""
        time.sleep(self.pace * self.rng.uniform(0.5, 1.5) * seconds)
