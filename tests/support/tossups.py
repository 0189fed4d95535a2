"""A project in which people write tossups against a scripted machine that listens."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event

from stumper.people.accounts.account import register
from stumper.people.accounts.person import Person
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings
from stumper.people.queues.item import Work
from stumper.people.queues.queue import lease_item
from stumper.people.study.founding import make_project
from stumper.people.writing.beginning import Beginning, begin_tossup
from stumper.people.writing.drafts import Change, Document, save_draft
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.testing import ScriptedVictim
from stumper.types import Answer, Example, Gold, Guess, Passage, Prediction, Query, Weight

PAST = Passage(
    "past-1",
    "This keeper lit the lamp of Port Ilse in 1874. She wrote the poem Forty Years of Salt. For 10 points, name this "
    "keeper.",
    "Ada Thorn",
)
TOSSUPS = (
    Example("past-1", Tossup(PAST.text), Gold((Answer("Ada Thorn"),))),
    Example("past-2", Tossup("He built the pier of Port Ilse. Name this builder."), Gold((Answer("Tom Thorn"),))),
)
QUESTION = (
    "This woman rowed eleven sailors ashore in one night. Her logbook names the winter of 1881 the worst. "
    "She wrote the poem Forty Years of Salt. For 10 points, name this keeper of a lighthouse at Port Ilse."
)


def hears(query: Query) -> Prediction:
    """Whom the last clue means: Ada Thorn salt or the lighthouse, Tom Thorn a pier; else somebody whom nobody means."""
    assert isinstance(query, Tossup)
    names = [("Salt", "Ada Thorn"), ("lighthouse", "Ada Thorn"), ("pier", "Tom Thorn")]
    latest = sorted(names, key=lambda name: -query.text.rfind(name[0]))
    found = list(dict.fromkeys(answer for word, answer in latest if word in query.text)) or ["Mary Bell"]
    guesses = tuple(Guess(answer, 0.5**place) for place, answer in enumerate([*found, "Jane Bell"], 1))
    return Prediction(guesses, sum(guess.probability or 0 for guess in guesses), (PAST.id,))


@dataclass(frozen=True)
class Listening:
    """A scripted machine with answers, passages and weights of its own."""

    says: ScriptedVictim
    waits: list[Event] = field(default_factory=list, compare=False)

    @property
    def fingerprint(self) -> str | None:
        return self.says.fingerprint

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        for one in self.waits:
            one.wait(60)
        return self.says.predict(queries)

    @property
    def answers(self) -> tuple[str, ...]:
        return ("Ada Thorn", "Tom Thorn", "Mary Bell", "Jane Bell", "Süleyman the Magnificent")

    def passage(self, id: str) -> Passage | None:
        return PAST if id == PAST.id else None

    def saliency(self, query: Query, answer: str) -> list[Weight]:
        assert isinstance(query, Tossup)
        at = query.text.find("Salt")
        return [Weight("tossup", at, at + 4, 0.5)] if at >= 0 else []


@dataclass
class Newsroom:
    """A project with two authors and an annotator."""

    store: Store
    project: Project
    desks: dict[str, Desk]
    victims: dict[str, Listening]
    people: list[Person] = field(default_factory=list)

    def begin(self, author: int = 0, key: str = "k1", answer: str = "Ada Thorn", **chosen: str) -> Work:
        """A tossup in an author's hands."""
        person = self.people[author]
        beginning = Beginning(key, answer, chosen.pop("answer_line", ""), chosen.pop("category", "History"), **chosen)
        id = begin_tossup(self.store, self.project, person.id, beginning, 100.0)
        return lease_item(self.store, id, person.id, 100.0)

    def write(self, held: Work, text: str, revision: int = 0, before: str = "", now: float = 110.0) -> None:
        """The text is the draft, as one change."""
        change = Change(revision + 1, now, 0, before, text)
        save_draft(self.store, held.assignment.id, "", revision, Document(text), [change], now)

    def close(self) -> None:
        """Nobody asks any more."""
        for desk in self.desks.values():
            desk.close()


def newsroom(store: Store, victims: tuple[str, ...] = ("scripted",), **settings: object) -> Newsroom:
    """The project, on two past tossups."""
    changed = {"kinds": ("write", "tag"), "sentences": (3, 6), **settings}
    chosen = Settings("quizbowl", "quizbowl", victims, **changed)  # type: ignore[arg-type]
    project = make_project(store, "Newsroom", chosen, TOSSUPS, "tossups", 100.0)
    people = [register(store, f"Writer {n}", None, 100.0) for n in range(3)]
    for person, role in zip(people, ("author", "author", "annotator"), strict=True):
        add_member(store, project.id, person.id, role, 100.0)  # type: ignore[arg-type]
    scripted = {victim: Listening(ScriptedVictim(hears, victim)) for victim in victims}
    desks = {spec: Desk(spec, victim, store.cache()) for spec, victim in scripted.items()}
    return Newsroom(store, project, desks, scripted, people)
