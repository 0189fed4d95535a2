"""Fixing (Jia & Liang 2017, AddSent, step 4): people make raw sentences grammatical, and others vote on the result."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from stumper.adversaries.reading.insertion import Place
from stumper.errors import BadData, BadOption, Refused
from stumper.people.annotating.verifying import SentencePayload, ask_verifiers
from stumper.people.projects.parsing import raw_sentences_of
from stumper.people.projects.project import Project, locked_project
from stumper.people.projects.raw_sentences import RawSentence
from stumper.people.queues.item import Work
from stumper.people.queues.queue import NewItem, add_work, respond, work
from stumper.people.queues.responses import responses_to
from stumper.registry import task_named
from stumper.store import Store
from stumper.store.values import from_text, to_text
from stumper.text import tokens
from stumper.types import Example

LONGEST_SENTENCE = 600  # characters of a sentence


@dataclass(frozen=True, slots=True)
class Fixed:
    """The sentence as somebody mended it."""

    text: str


def ask_fixers(store: Store, project: Project, file: Path, now: float, place: Place = "append") -> int:
    """Every raw sentence of the file is there to be mended by the project's number of people; how many are new.

    The file is what ``stumper attack --adversary add-sent --set raw=FILE.jsonl`` wrote. BadData where it is another, or
    was made of other questions than the project's.
    """
    if project.settings.task != "reading":
        raise Refused(
            f"Raw sentences are made of questions, and this project is about {task_named(project.settings.task).unit}s."
        )
    found, examples = raw_sentences_of(file), store.examples(project.fingerprint)
    payloads = [_payload(file, raw, examples.get(raw.original_id), place) for raw in found]
    items = [
        NewItem("fix", payload.raw_id, to_text(payload), project.settings.fixers,
                key=f"{payload.raw_id} {place}", example_id=payload.example_id)
        for payload in payloads
    ]  # fmt: skip
    return add_work(store, project.id, items, now)


def fix(store: Store, assignment_id: str, person_id: str, text: str, now: float) -> bool:
    """The mended sentence is recorded and others can vote on it; False where the person had mended it before.

    BadOption says in plain words what is wrong with a sentence.
    """
    payload = from_text(SentencePayload, work(store, assignment_id, person_id).item.payload)
    sentence = " ".join(text.split())
    if (fault := fault_of(payload, sentence)) is not None:
        raise BadOption(fault)

    def then(connection: Connection, held: Work) -> None:
        made = SentencePayload(payload.example_id, payload.raw_id, payload.question, payload.answers,
                             payload.fake_answer, sentence, payload.place)  # fmt: skip
        writers = {response.person_id for response in responses_to(connection, held.item.id)}
        ask_verifiers(connection, locked_project(connection, held.item.project_id), made, writers, now)

    return respond(store, assignment_id, person_id, to_text(Fixed(sentence)), now, then)


def fault_of(payload: SentencePayload, sentence: str) -> str | None:
    """What is wrong with a mended sentence, for the person who wrote it; None where nothing is.

    A right answer may stand in it only where the raw sentence has it.
    """
    if not sentence:
        return "The sentence is empty. Write it, or leave it to another."
    if len(sentence) > LONGEST_SENTENCE:
        return f"The sentence is too long: {len(sentence)} characters, where {LONGEST_SENTENCE} are allowed."
    said, before = tokens(sentence), tokens(payload.sentence)
    if not _holds(said, tokens(payload.fake_answer)):
        return f"The sentence must still say “{payload.fake_answer}”."
    for answer in payload.answers:
        gold = tokens(answer)
        if gold and _holds(said, gold) and not _holds(before, gold):
            return f"The sentence must not say “{answer}”, because that is a right answer to the question."
    return None


def _holds(said: Sequence[str], part: Sequence[str]) -> bool:
    """Whether these words stand there in a row; no words stand everywhere."""
    return any(said[start : start + len(part)] == part for start in range(len(said) - len(part) + 1))


def _payload(file: Path, raw: RawSentence, example: Example | None, place: Place) -> SentencePayload:
    if example is None or example.query.text != raw.question:
        raise BadData(f"{file}: line {raw.line}: the question {raw.question!r} is not one of this project's data set. "
                      "Name raw sentences of it.")  # fmt: skip
    return SentencePayload(example.id, raw.id, raw.question, raw.answers, raw.fake_answer, raw.sentence, place)
