"""Verifying (Jia & Liang 2017, AddSent, step 4): others vote on each sentence; what enough of them approve is used."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, update

from stumper.adversaries.reading.addsent.raw_file import RawSentence, Vote, Voted
from stumper.adversaries.reading.insertion import Place, inserted
from stumper.errors import Refused
from stumper.identity import content_id
from stumper.people.projects.project import Project, Settings, locked_project
from stumper.people.projects.taken_back import taken_back_items
from stumper.people.queues.item import Item, Work
from stumper.people.queues.places import exclude, excluded_from, work_in
from stumper.people.queues.queue import NewItem, add_items, decide, release, respond
from stumper.people.queues.responses import Response, answered, items_made_of, items_of_topic, responses_to
from stumper.protocols import Collection
from stumper.registry import task_named
from stumper.store import Store
from stumper.store.connection import chunks
from stumper.store.people_schema import items
from stumper.store.values import from_text, to_text
from stumper.types import Instance

Outcome = Literal["approved", "rejected", "open"]


@dataclass(frozen=True, slots=True)
class SentencePayload:
    """A sentence, raw or mended, with the question that it must not answer; ``place`` is where it will stand.

    ``models`` have written it, and ``given`` are the votes of models.
    """

    example_id: str
    raw_id: str
    question: str
    answers: tuple[str, ...]
    fake_answer: str
    sentence: str
    place: Place
    models: tuple[str, ...] = ()
    given: tuple[Voted, ...] = ()

    @property
    def given_votes(self) -> list[Vote]:
        """What models said of it."""
        return [one.vote for one in self.given]

    @property
    def raw(self) -> RawSentence:
        """The raw sentence as files have it."""
        return RawSentence(
            0, self.raw_id, self.example_id, self.question, self.answers, self.sentence, self.fake_answer
        )


@dataclass(frozen=True, slots=True)
class Verified:
    """A sentence with how many said yes of how many who voted."""

    payload: SentencePayload
    approving: int
    votes: int
    outcome: Outcome
    item_id: str


def ask_verifiers(
    connection: Connection, project: Project, payload: SentencePayload, writers: Set[str], now: float
) -> None:
    """The sentence is voted on, once however many wrote it; no writer of its raw sentence votes on any made of it."""
    topic = f"{payload.raw_id}/{content_id(payload.sentence)}"
    places = max(0, project.settings.verifiers - len(payload.given))
    item = NewItem("verify", topic, to_text(payload), places, tuple(sorted(writers)),
                   key=f"{topic} {payload.place}", example_id=payload.example_id, made_of=payload.raw_id)  # fmt: skip
    [id] = add_items(connection, project.id, [item], now)
    if outcome(payload.given_votes, project.settings) != "open":
        decide(connection, id)
    alike = items_made_of(connection, project.id, "verify", payload.raw_id)
    exclude(connection, [item.id for item in alike], sorted(writers))


def vote(store: Store, assignment_id: str, person_id: str, said: Vote, now: float, turn: int | None = None) -> bool:
    """The vote is recorded, and nobody more is asked once the outcome is certain; False where it was before.

    Refused where the person has written a sentence of the same raw one meanwhile; the place goes to another.
    """

    def then(connection: Connection, held: Work) -> None:
        if person_id in excluded_from(connection, held.item.id):
            raise Refused("You wrote a sentence for this question yourself, so others vote on it.")
        settings = locked_project(connection, held.item.project_id).settings
        if outcome(_votes(held.item, responses_to(connection, held.item.id)), settings) != "open":
            decide(connection, held.item.id)
        _not_to_be_fixed_by(connection, held, person_id)

    try:
        return respond(store, assignment_id, person_id, to_text(said), now, then, turn)
    except Refused:
        with store.engine.connect() as connection:
            is_barred = person_id in excluded_from(connection, work_in(connection, assignment_id, person_id).item.id)
        if is_barred:
            release(store, assignment_id, person_id, now)
        raise


def decide_again(connection: Connection, item: Item) -> None:
    """The sentence is decided as the votes that are left of it say."""
    settings = locked_project(connection, item.project_id).settings
    certain = outcome(_votes(item, responses_to(connection, item.id)), settings) != "open"
    connection.execute(update(items).where(items.c.id == item.id).values(decided=certain))


def decide_anew(connection: Connection, project: Project) -> None:
    """Each sentence is decided as the project's settings now say, so that voting goes on where it is open again."""
    voted_on = answered(connection, project.id, "verify", with_taken_back=True)
    certain = [one.item.id for one in voted_on if outcome(_votes(one.item, one.responses), project.settings) != "open"]
    in_queue = (items.c.project_id == project.id) & (items.c.kind == "verify")
    connection.execute(update(items).where(in_queue).values(decided=False))
    for chunk in chunks(certain):
        connection.execute(update(items).where(items.c.id.in_(chunk)).values(decided=True))


def outcome(votes: Sequence[Vote], settings: Settings) -> Outcome:
    """What these votes come to, whatever the rest of the verifiers will say; open while that may decide."""
    approving = sum(vote.approves for vote in votes)
    if approving >= settings.approvals:
        return "approved"
    return "rejected" if approving + settings.verifiers - len(votes) < settings.approvals else "open"


def verified(store: Store, project: Project) -> list[Verified]:
    """Every sentence that was or is voted on, in the order in which they came, those that were taken back among
    them."""
    with store.engine.connect() as connection:
        found = answered(connection, project.id, "verify", with_taken_back=True)
    rows = []
    for one in found:
        votes = _votes(one.item, one.responses)
        yes = sum(vote.approves for vote in votes)
        payload = from_text(SentencePayload, one.item.payload)
        rows.append(Verified(payload, yes, len(votes), outcome(votes, project.settings), one.item.id))
    return rows


def candidates(store: Store, project: Project) -> tuple[Instance, ...]:
    """What was approved, as variants ``<id>-people<k>``; a sentence keeps its number, whatever is approved later
    or taken back."""
    examples = store.examples(project.fingerprint)
    gone = taken_back_items(store, project, "verify")
    numbers: dict[str, int] = {}
    found: list[Instance] = []
    for one in verified(store, project):
        id = one.payload.example_id
        numbers[id] = numbers.get(id, 0) + 1
        if one.outcome == "approved" and one.item_id not in gone:
            perturbation = inserted(examples[id], one.payload.sentence, one.payload.place, "people")
            found.append(Instance(f"{id}-people{numbers[id]}", examples[id], perturbation))
    return tuple(found)


def write_candidates(store: Store, project: Project, path: Path) -> str:
    """The file holds the questions that sentences were made for and the approved variants, as ``from-file`` takes them;
    its fingerprint."""
    task = task_named(project.settings.task)
    return task.write_perturbed(path, _asked_about(store, project), candidates(store, project))


def _votes(item: Item, responses: Iterable[Response]) -> list[Vote]:
    """What models and people said of a sentence."""
    given = from_text(SentencePayload, item.payload).given_votes
    return [*given, *(response.said(Vote) for response in responses)]


def _not_to_be_fixed_by(connection: Connection, held: Work, person_id: str) -> None:
    """Who has seen what others made of a raw sentence is not asked to mend it."""
    payload = from_text(SentencePayload, held.item.payload)
    raw = items_of_topic(connection, held.item.project_id, "fix", payload.raw_id)
    exclude(connection, [item.id for item in raw], [person_id])


def _asked_about(store: Store, project: Project) -> Collection:
    with store.engine.connect() as connection:
        rows = answered(connection, project.id, "verify")
    ids = {from_text(SentencePayload, row.item.payload).example_id for row in rows}
    examples = tuple(example for id, example in store.examples(project.fingerprint).items() if id in ids)
    return task_named(project.settings.task).collected(project.name, project.fingerprint, examples)
