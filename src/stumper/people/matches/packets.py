"""The tossups of a match: the project's own, those that people submitted, both shuffled, or a file's."""

import json
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from sqlalchemy import func, select

from stumper.buzz import ADVERSARIAL, REGULAR
from stumper.errors import BadData, BadOption
from stumper.people.matches.match import Asked, ends_of, listening_to
from stumper.people.projects.data_sets import project_dataset
from stumper.people.projects.parsing import read_out_of
from stumper.people.projects.project import Project, composing
from stumper.people.projects.uploads import uploaded
from stumper.people.writing.beginning import gold_of
from stumper.people.writing.submissions import submitted_tossups
from stumper.people.writing.tossup import TossupPayload
from stumper.protocols import Collection
from stumper.registry import task_of
from stumper.store import Store
from stumper.store.connection import rows_of
from stumper.store.people_schema import match_events, rooms
from stumper.types import Example, Gold

Source = Literal["data", "submitted", "event", "upload"]
SOURCES: tuple[Source, ...] = ("data", "submitted", "event", "upload")
ONE_WORD = "This question has a single word."
NO_END = "This question does not end with a full stop: a part of it may be missing."
NO_ANSWER = "The answer line of this question could not be read, so the moderator decides."
ENDINGS = (".", "!", "?", "”", '"', ")", "’", "'", "]")


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a packet is made of: so many tossups of a source, drawn and shuffled by the seed; ``upload`` is a file's
    id."""

    source: Source
    tossups: int
    seed: int
    upload: str = ""


@dataclass(frozen=True, slots=True)
class Packet:
    """Tossups in the order in which they are read; ``skipped`` says which of their file could not be used, and why,
    ``wanted`` how many were asked for."""

    asked: tuple[Asked, ...]
    skipped: tuple[str, ...] = ()
    wanted: int = 0


def packet(store: Store, project: Project, chosen: Chosen, *askers: str) -> Packet:
    """The tossups of the choice; BadOption where there are none, BadData of a bad file,
    NotThere of one that neither the project nor an asker owns.

    What was read in a match of the project comes last.
    """
    if chosen.source not in SOURCES:
        raise BadOption(f"There is no source {chosen.source!r} of questions. Choose one of {', '.join(SOURCES)}.")
    if chosen.tossups < 1:
        raise BadOption(f"A match has 1 question or more, not {chosen.tossups}.")
    return replace(_found(store, project, chosen, askers, texts_read(store, project.id)), wanted=chosen.tossups)


def event(
    regular: Sequence[Asked], adversarial: Sequence[Asked], chosen: Chosen, heard: Set[str] = frozenset()
) -> tuple[Asked, ...]:
    """The human-only event's packet: half of it adversarial questions, fewer where there are no more, shuffled.

    Both kinds have as many questions of each category, as far as there are such: else what people answer of the one
    kind and of the other would differ by what they are about. A question is left out of which the other kind is drawn
    (a submitted one may have been made of it).
    """
    every = replace(chosen, tossups=max(1, len(regular) + len(adversarial)))
    hard = _like(_drawn(adversarial, every, heard), regular, max(1, chosen.tossups // 2))
    if chosen.tossups == 1:
        return hard
    answers = {asked.gold.answers[0].text.casefold() for asked in hard if asked.gold.answers}
    others = [
        asked for asked in regular if not asked.gold.answers or asked.gold.answers[0].text.casefold() not in answers
    ]
    if regular and not others:
        raise BadOption("Each of the project's own questions has an answer that somebody wrote about. Draw fewer.")
    plain = _like(_drawn(others, every, heard), hard, chosen.tossups - len(hard))
    return _shuffled((*plain, *hard), chosen.seed)


def unequal(asked: Sequence[Asked]) -> str:
    """Which categories have more questions of one kind than of the other, in a sentence; "" where none has."""
    kinds = [Counter(one.category or "none" for one in asked if one.set == kind) for kind in (REGULAR, ADVERSARIAL)]
    apart = sorted(name for name in kinds[0] | kinds[1] if kinds[0][name] != kinds[1][name])
    if not apart or not all(kinds):
        return ""
    told = ", ".join(f"{name} {kinds[0][name]} and {kinds[1][name]}" for name in apart)
    return (
        f"Regular and adversarial questions are not equal by category ({told}), so that who answers more of the one "
        "kind may know more of what it is about. A report compares them within categories."
    )


def _like(found: Sequence[Asked], others: Sequence[Asked], tossups: int) -> tuple[Asked, ...]:
    """So many of them, in their order: first as many of each category as the others have, then whatever there is."""
    wanted, alike, rest = Counter(one.category for one in others), list[Asked](), list[Asked]()
    for one in found:
        (alike if wanted[one.category] else rest).append(one)
        wanted[one.category] -= wanted[one.category] > 0
    return tuple([*alike, *rest][:tossups])


def of_data_set(dataset: Collection) -> tuple[Asked, ...]:
    """The questions of a data set; those that were changed in it (its instances) are adversarial."""
    changed = {instance.id for instance in dataset.instances}
    return tuple(
        _asked(dataset, example, ADVERSARIAL if example.id in changed else REGULAR) for example in dataset.examples
    )


def of_project(store: Store, project: Project) -> tuple[Asked, ...]:
    """The questions that people submitted in the project, all adversarial."""
    found: list[Asked] = []
    for one in submitted_tossups(store, project):
        written = one.written
        try:
            gold = gold_of(
                composing(project.settings),
                TossupPayload("", "", written.answer, written.answer_line, written.category),
            )
        except BadData:  # so that play goes on, with the moderator as judge
            gold = Gold(())
        asked = Asked(one.id, ADVERSARIAL, written.text, gold, None, written.category, line=written.answer_line)
        found.append(_odd(asked))
    return tuple(found)


def _of_project(store: Store, project: Project) -> Collection:
    """The project's data set; BadOption where it is of none that is read out."""
    listening_to(project.settings.task)
    return project_dataset(store, project.settings.dataset, project.id)


def texts_read(store: Store, project_id: str) -> Set[str]:
    """The texts of all questions that were begun in a match of the project."""
    begun = (
        select(match_events.c.room_id, func.count().label("tossups"))
        .where(match_events.c.kind == "begun")
        .group_by(match_events.c.room_id)
        .subquery()
    )
    query = (
        select(rooms.c.document, begun.c.tossups)
        .join(begun, begun.c.room_id == rooms.c.id)
        .where(rooms.c.project_id == project_id)
    )
    return {
        asked["text"]
        for document, tossups in rows_of(store.engine, query)
        for asked in json.loads(document)["packet"][:tossups]
    }


def _found(store: Store, project: Project, chosen: Chosen, askers: Sequence[str], heard: Set[str]) -> Packet:
    match chosen.source:
        case "data":
            return _of(_of_project(store, project), chosen, heard)
        case "submitted":
            return Packet(_drawn(of_project(store, project), chosen, heard))
        case "upload":
            return _of(_uploaded(store, project, chosen.upload, *askers), chosen, heard)
        case "event":
            regular = of_data_set(_of_project(store, project))
            asked = event(regular, of_project(store, project), chosen, heard)
            return Packet(asked, tuple(filter(None, [unequal(asked)])))


def _of(dataset: Collection, chosen: Chosen, heard: Set[str]) -> Packet:
    return Packet(_drawn(of_data_set(dataset), chosen, heard), tuple(map(str, getattr(dataset, "skipped", ()))))


def _uploaded(store: Store, project: Project, upload_id: str, *askers: str) -> Collection:
    if not upload_id:
        raise BadOption("Choose the file with the questions, or take those that are here.")
    with uploaded(store, upload_id, project.id, *askers) as path:
        return read_out_of(path, project.settings.task)


def _asked(dataset: Collection, example: Example, set: str) -> Asked:
    details = listening_to(task_of(example.query).name).details(dataset, example.id)
    gold, line = example.gold, details.answer_line
    asked = Asked(example.id, set, example.query.text, gold, details.power, details.category, line=line)
    return _odd(replace(asked, media=details.media))


def _odd(asked: Asked) -> Asked:
    """The tossup with what is odd about it said."""
    faults = [
        *([ONE_WORD] if len(ends_of(asked.text)) < 2 else []),
        *([] if asked.text.rstrip().endswith(ENDINGS) else [NO_END]),
        *([] if asked.gold.answers else [NO_ANSWER]),
    ]
    fault = " ".join(faults)
    return replace(asked, fault=fault)


def _drawn(found: Sequence[Asked], chosen: Chosen, heard: Set[str]) -> tuple[Asked, ...]:
    played = [asked for asked in found if ends_of(asked.text)]
    if not played:
        raise BadOption("There is no question to play there. Choose another source.")
    order = Random(f"{chosen.seed}/match").sample(range(len(played)), len(played))
    order.sort(key=lambda place: played[place].text in heard)
    return tuple(played[place] for place in order[: chosen.tossups])


def _shuffled(found: Sequence[Asked], seed: int) -> tuple[Asked, ...]:
    return tuple(Random(f"{seed}/event").sample(found, len(found)))
