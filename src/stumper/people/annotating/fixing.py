"""Fixing (Jia & Liang 2017, AddSent, step 4): people make raw sentences grammatical, and others vote on the result."""

from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from sqlalchemy import Connection

from stumper.adversaries.reading.addsent.raw_file import RawSentence, Version
from stumper.adversaries.reading.insertion import Place
from stumper.errors import BadData, BadOption, Refused
from stumper.people.annotating.verifying import SentencePayload, ask_verifiers
from stumper.people.projects.parsing import raw_sentences_of
from stumper.people.projects.project import Project, has_work, locked_project
from stumper.people.queues.item import Work
from stumper.people.queues.queue import NewItem, add_work, respond, work
from stumper.people.queues.responses import responses_to
from stumper.registry import task_named
from stumper.shown import shown
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.values import from_text, to_text
from stumper.types import Example


@dataclass(frozen=True, slots=True)
class Fixed:
    """The sentence as somebody mended it."""

    text: str


def ask_fixers(store: Store, project: Project, file: Path, now: float, place: Place = "append") -> int:
    """Every raw sentence of the file is there to be mended by the project's number of people; how many are new.

    The file is what ``stumper attack --adversary add-sent --set raw=FILE.jsonl`` wrote. What models have mended in it
    goes to people who vote on it, and as many fewer mend that sentence. BadData where the file is another, or was made
    of other questions than the project's.
    """
    if not has_work(project.settings, "fix"):
        raise Refused(
            f"Raw sentences are made of questions, and this project is about {task_named(project.settings.task).unit}s."
        )
    found, examples = raw_sentences_of(file), store.examples(project.fingerprint)
    payloads = [_payload(file, raw, examples.get(raw.original_id), place) for raw in found]
    given = [_by_models(file, raw, payload) for raw, payload in zip(found, payloads, strict=True)]
    items = [
        NewItem("fix", payload.raw_id, to_text(payload),
                max(0, project.settings.fixers - sum(len(made.models) for made in versions)),
                key=f"{payload.raw_id} {place}", example_id=payload.example_id)
        for payload, versions in zip(payloads, given, strict=True)
    ]  # fmt: skip
    new = add_work(store, project.id, items, now)
    if any(given):
        with writing(store.engine) as connection:
            within = locked_project(connection, project.id)
            for made in chain.from_iterable(given):
                ask_verifiers(connection, within, made, set(), now)
    return new


def fix(store: Store, assignment_id: str, person_id: str, text: str, now: float, turn: int | None = None) -> bool:
    """The mended sentence is recorded and others can vote on it; False where the person had mended it before.

    BadOption says in plain words what is wrong with a sentence.
    """
    payload = from_text(SentencePayload, work(store, assignment_id, person_id).item.payload)
    sentence = " ".join(text.split())
    if (fault := payload.raw.fault_of(sentence)) is not None:
        raise BadOption(fault)

    def then(connection: Connection, held: Work) -> None:
        made = replace(payload, sentence=sentence)
        writers = {response.person_id for response in responses_to(connection, held.item.id)}
        ask_verifiers(connection, locked_project(connection, held.item.project_id), made, writers, now)

    return respond(store, assignment_id, person_id, to_text(Fixed(sentence)), now, then, turn)


def _by_models(file: Path, raw: RawSentence, payload: SentencePayload) -> list[SentencePayload]:
    """What models made of a raw sentence, with their votes; what people made is in the project already."""
    found = []
    for version in raw.versions:
        if models := tuple(by for by, kind in version.writers if kind == "model"):
            _check(file, raw, version)
            votes = tuple(one for one in version.votes if one.kind == "model")
            found.append(replace(payload, sentence=version.sentence, models=models, given=votes))
    return found


def _check(file: Path, raw: RawSentence, version: Version) -> None:
    if (fault := raw.fault_of(version.sentence)) is not None:
        raise BadData(f"{file}: line {raw.line}: a model mended it as {shown(version.sentence)}. {fault}")


def _payload(file: Path, raw: RawSentence, example: Example | None, place: Place) -> SentencePayload:
    if example is None or example.query.text != raw.question:
        raise BadData(f"{file}: line {raw.line}: the question {raw.question!r} is not one of this project's data set. "
                      "Name raw sentences of it.")  # fmt: skip
    return SentencePayload(example.id, raw.id, raw.question, raw.answers, raw.fake_answer, raw.sentence, place)
