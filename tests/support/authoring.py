"""A project in which people write against a scripted model."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from stumper.people.accounts.account import register
from stumper.people.accounts.person import Person
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings
from stumper.people.queues.item import Work
from stumper.people.queues.queue import items_for, lease_item
from stumper.people.study.founding import make_project
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim, Label
from stumper.testing import ScriptedVictim
from stumper.types import Answer, Example, Gold, Guess, Passage, Prediction, Query

PARAGRAPH = "Ada Thorn lit the lighthouse in 1874. She kept it for forty years. Her brother was Tom Thorn."
PASSAGE = Passage("p", PARAGRAPH, "Lights")
QUESTIONS = tuple(
    Example(id, Question(question, PASSAGE), Gold((Answer(answer, PARAGRAPH.index(answer)),)))
    for id, question, answer in [("q1", "Who lit it?", "Ada Thorn"), ("q2", "When was it lit?", "1874")]
)
CLAIMS = tuple(
    Example(id, Claim(text), Gold((Answer(label),), evidence_sets=evidence))
    for id, text, label, evidence in [
        ("c1", "Ada Thorn lit the lighthouse.", "SUPPORTS", (frozenset({"Lights:0"}),)),
        ("c2", "Tom Thorn was a king.", "NOT ENOUGH INFO", ()),
    ]
)


def answers(query: Query) -> Prediction:
    """Ada, or the year where it is asked for; but Mary Bell, where she is named, and she is a king for a claim."""
    if isinstance(query, Question):
        wanted = "1874" if query.text.startswith("When") else "Ada Thorn"
        found = [name for name in ("Mary Bell", wanted) if name in query.context.text]
        shares = (0.7, 0.2) if len(found) > 1 else (0.9,)
        guesses = tuple(
            Guess(name, share, query.context.text.index(name)) for name, share in zip(found, shares, strict=False)
        )
        return Prediction(guesses, sum(shares[: len(found)]))
    label: Label = "REFUTES" if "not" in query.text or "king" in query.text else "SUPPORTS"
    return Prediction((Guess(label, 0.8), Guess("NOT ENOUGH INFO", 0.2)), 1.0, ("Lights:0",))


def hears_less(query: Query) -> Prediction:
    """As ``answers``, but fooled by Mary Bell alone who saw it, and of claims by nothing that is not asleep."""
    if isinstance(query, Question):
        names = ("Mary Bell",) if "Mary Bell saw it" in query.context.text else ("1874", "Ada Thorn")
        found = next(guess for guess in answers(query).guesses if guess.answer in names)
        return Prediction((found,), found.probability)
    return answers(query) if "asleep" in query.text else Prediction((Guess("SUPPORTS", 0.8),), 0.8)


@dataclass
class Authoring:
    """A project with its authors and a desk for each of its victims."""

    store: Store
    project: Project
    desks: dict[str, Desk]
    authors: list[Person] = field(default_factory=list)

    def item(self, place: int = 0, author: int = 0) -> Work:
        """This author's work on one of the items; the practice item is the one before the first."""
        person = self.authors[author]
        found, _ = items_for(self.store, self.project.id, person.id)[place + 1]
        return lease_item(self.store, found.id, person.id, 100.0)

    def close(self) -> None:
        """Nobody asks any more."""
        for desk in self.desks.values():
            desk.close()


def authoring(store: Store, task: str = "reading", victims: tuple[str, ...] = ("scripted",), name: str = "Trial",
              examples: Sequence[Example] | None = None, dataset: str = "",
              says: Mapping[str, Callable[[Query], Prediction]] = {}, **settings: object) -> Authoring:  # fmt: skip
    """The project, with two authors; its victims say what ``answers`` says, or what they are given to say."""
    chosen = Settings(dataset or task, task, victims, **{"kinds": ("write",), "items": None, **settings})  # type: ignore[arg-type]
    examples = examples or (QUESTIONS if task == "reading" else CLAIMS)
    project = make_project(store, name, chosen, examples, f"of {task}", 100.0)
    authors = [register(store, f"{name} {n}", None, 100.0) for n in range(2)]
    for author in authors:
        add_member(store, project.id, author.id, "author", 100.0)
    desks = {
        victim: Desk(victim, ScriptedVictim(says.get(victim, answers), victim), store.cache()) for victim in victims
    }
    return Authoring(store, project, desks, authors)
