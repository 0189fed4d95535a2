"""Gold: work of which the right answer is known, mixed in unrecognisably, to see how careful somebody is.

A gold item looks like any other of its queue, has its topic, and is for everybody once. What is answered to it says
something of the person and nothing of the text: it is in no other figure.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, union, update

from stumper.errors import BadData, NotThere
from stumper.identity import content_id
from stumper.judging import judgeable, judged_ids
from stumper.people.annotating.answering import AnswerPayload, Selected
from stumper.people.annotating.drawing import evidence_texts, makers
from stumper.people.annotating.judging_work import JudgePayload, Opinion
from stumper.people.projects.project import Kind, Project, choices_of, desk_of, locked_project
from stumper.people.projects.taken_back import is_asked
from stumper.people.queues.places import EVERYBODY, excluded_from
from stumper.people.queues.queue import NewItem, add_items, add_work, check_takes
from stumper.people.queues.responses import answered
from stumper.sections.judged import ASKED
from stumper.store import Store
from stumper.store.connection import rows_of, writing
from stumper.store.people_schema import assignments, exclusions, items
from stumper.store.values import from_text, to_text
from stumper.text import normalise_answer
from stumper.types import Example

GOLD_KINDS: tuple[Kind, ...] = ("judge", "answer")
FEWEST_JUDGES = 2
MOST_LINES, LONGEST_TEXT, MOST_ANSWERS = 2_000, 20_000, 50
WITHOUT_ID, BESIDE_ID = ("asked", "original"), ("label",)  # what a line may have of one sort alone


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a text: an answer to each question of judging, None where one is left open; of a question the
    answers that are right, of which "" says that the text has none."""

    opinion: tuple[bool | None, ...] | None = None
    answers: tuple[str, ...] = ()


def checks(known: Known, document: str) -> list[bool]:
    """Of each question to which the answer is known whether somebody's is right."""
    if known.opinion is None:
        said = normalise_answer(from_text(Selected, document).text)
        return [said in map(normalise_answer, known.answers)]
    given = from_text(Opinion, document).answers
    return [one == right for one, right in zip(given, known.opinion, strict=True) if right is not None]


def gold_counts(store: Store, project_id: str) -> dict[str, int]:
    """How many gold items each queue has."""
    with store.engine.connect() as connection:
        return _counts(connection, project_id)


def _counts(connection: Connection, project_id: str) -> dict[str, int]:
    query = (
        select(items.c.kind, func.count().label("number"))
        .where(items.c.project_id == project_id, items.c.gold.is_not(None), is_asked())
        .group_by(items.c.kind)
    )
    return {row.kind: row.number for row in connection.execute(query)}


@dataclass(frozen=True, slots=True)
class GoldItem:
    """A text or a question of which it is known what is right; ``is_told_apart``: it shows, or is asked of, what no
    other text is that people judge in the project, so that people can tell it from these."""

    id: str
    kind: Kind
    text: str
    known: Known
    is_told_apart: bool


def gold_of_project(store: Store, project_id: str) -> list[GoldItem]:
    """The gold of a project: first what can be told from other work, each part with the newest first."""
    query = (
        select(items.c.id, items.c.kind, items.c.payload, items.c.gold)
        .where(items.c.project_id == project_id, items.c.kind.in_(GOLD_KINDS), is_asked())
        .order_by(items.c.position.desc())
    )
    rows = rows_of(store.engine, query)
    judged = {row.id: from_text(JudgePayload, row.payload) for row in rows if row.kind == "judge"}
    shapes = {id: (bool(one.asked), bool(one.evidence), bool(one.original)) for id, one in judged.items()}
    others = {shapes[row.id] for row in rows if row.id in shapes and row.gold is None}
    found = [
        GoldItem(
            row.id,
            row.kind,
            judged[row.id].text if row.id in judged else from_text(AnswerPayload, row.payload).question,
            from_text(Known, row.gold),
            bool(others) and row.id in shapes and shapes[row.id] not in others,
        )
        for row in rows
        if row.gold is not None
    ]
    return sorted(found, key=lambda one: not one.is_told_apart)


def remove_gold(store: Store, project_id: str, item_id: str) -> None:
    """The piece of gold is handed to nobody any more, and what was said of it tells nothing of anybody. A line
    that says the same of it brings it back, and taking what is settled does not. NotThere where the project has no such
    gold.

    It is decided, too: what is taken back alone comes back with the text that it is of."""
    gold = (items.c.project_id == project_id) & (items.c.id == item_id) & items.c.gold.is_not(None) & is_asked()
    with writing(store.engine) as connection:
        locked_project(connection, project_id)  # under which whoever sends lines counts what is new
        if not connection.execute(update(items).where(gold).values(taken_back=True, decided=True)).rowcount:
            raise NotThere("The project has no such piece of gold. It may have been removed already.")


def gold_from_settled(store: Store, project: Project, now: float) -> int:
    """What two judges or more said alike, or a moderator settled, is gold for all others; how many texts are new.

    It shares its topic with the text, which keeps it from whoever has judged that; nor do those get it who made the
    text or settled it.
    """
    new = []
    with store.engine.connect() as connection:
        third = {one.item.topic: one.responses for one in answered(connection, project.id, "adjudicate")}
        for one in answered(connection, project.id, "judge"):
            settled = third.get(one.item.topic, ())
            opinions = [response.said(Opinion).answers for response in one.responses]
            if len(opinions) < FEWEST_JUDGES or (len(set(opinions)) > 1 and not settled):
                continue
            known = _majority(opinions + [response.said(Opinion).answers for response in settled])
            barred = excluded_from(connection, one.item.id) | {response.person_id for response in settled}
            of = from_text(JudgePayload, one.item.payload).example_id
            new.append(_gold("judge", one.item.topic, one.item.payload, Known(known), barred, of))
    return add_work(store, project.id, new, now)


def gold_from_lines(store: Store, project: Project, text: str, now: float) -> int:
    """Texts and questions with what is right of them, a line of JSON each; how many are new. What is gold already
    becomes what its line says, and what was removed is gold again.

    BadData with the line and what is wrong in it, and then nothing is added.
    """
    rows = list(_lines(text))
    texts = _texts(store, project, [id for row, _ in rows if isinstance(id := row.get("id"), str)])
    new = [_question(row, n) if "paragraph" in row else _judged_text(row, n, texts) for row, n in rows]
    at = (items.c.project_id == project.id) & (items.c.kind == bindparam("of")) & (items.c.key == bindparam("at"))
    said = [{"of": one.kind, "at": one.key, "payload": one.payload, "gold": one.gold} for one in new]
    with writing(store.engine) as connection:
        check_takes(locked_project(connection, project.id), new)
        before = sum(_counts(connection, project.id).values())
        add_items(connection, project.id, new, now)
        connection.execute(update(items).where(at).values(taken_back=False, decided=False), said)
        return sum(_counts(connection, project.id).values()) - before


def _gold(
    kind: Kind, topic: str, payload: str, known: Known, barred: Iterable[str] = (), example_id: str | None = None
) -> NewItem:
    return NewItem(kind, topic, payload, EVERYBODY, tuple(sorted(barred)), key=f"gold {topic}", example_id=example_id,
                   gold=to_text(known))  # fmt: skip


def _majority(opinions: Sequence[tuple[bool, ...]]) -> tuple[bool | None, ...]:
    """Question by question what more than half say; None where they are split."""
    yes = [sum(column) for column in zip(*opinions, strict=True)]
    return tuple(None if 2 * one == len(opinions) else 2 * one > len(opinions) for one in yes)


def _lines(text: str) -> Iterator[tuple[Mapping[str, Any], int]]:
    lines = [(line, number) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines or len(lines) > MOST_LINES:
        raise BadData(f"The file of gold has {len(lines)} lines. It has 1 to {MOST_LINES:,}, each a JSON object.")
    for line, number in lines:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise BadData(f"Line {number} of the gold is no JSON object. Write one text a line, such as "
                          '{"text": "…", "original": "…", "label_correct": true}.')  # fmt: skip
        yield row, number


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of a project of which gold may be changes, as far as lines name them, with the words of their evidence;
    ``makers`` are those of changes by the ids of these, ``known_to`` says who has made or seen a text in the queue."""

    project: Project
    examples: Mapping[str, Example]
    evidence: Mapping[str, str]
    makers: Mapping[str, Collection[str]]
    known_to: Mapping[str, Collection[str]]

    def changed(self, id: str, text: str, label: str, evidence: str, number: int) -> tuple[JudgePayload, set[str]]:
        """The change of the text with this id as judges see others of the project, and who made it, whatever they said
        is right of it; BadData where there is no such text."""
        example, desk = self.examples.get(id), desk_of(self.project.settings)
        if example is None:
            raise BadData(f"Line {number} of the gold names {id!r}, and the project has no text of this id. Name one "
                          "of its own, or leave the id out and say in 'asked' what judges are asked.")  # fmt: skip
        choices = choices_of(self.project.settings, example.query)
        if label and label not in choices:
            which = f". There are {', '.join(choices)}." if choices else (
                ", and what this project is about has no labels. Leave it out.")  # fmt: skip
            raise BadData(f"Line {number} of the gold has the label {label!r}{which}")
        changes = {stated: desk.perturbed(example, text, stated, ()) for stated in (None, *choices)}
        one = judgeable(example, changes[label or None], evidence or self.evidence.get(id, ""))
        if evidence and not one.evidence:
            raise BadData(f"Line {number} of the gold has 'evidence', which nobody here is shown. Leave it out.")
        wrote = {person for made in changes.values() for person in self.makers.get(judged_ids(made)[-1], ())}
        return JudgePayload(one.perturbation_id, id, one.asked, one.text, one.evidence, one.original), wrote


def _texts(store: Store, project: Project, ids: Collection[str]) -> _Texts:
    examples = store.examples_of(project.fingerprint, ids)
    evidence, made_by = (evidence_texts(store, project), makers(store, project)) if examples else ({}, {})
    return _Texts(project, examples, evidence, made_by, _known_to(store, project))


def _known_to(store: Store, project: Project) -> Mapping[str, Collection[str]]:
    """Who was handed a text that is judged in the project, or must not be."""
    queue = (items.c.project_id == project.id) & (items.c.kind == "judge") & items.c.gold.is_(None)
    shown = union(*(select(items.c.payload, of.c.person_id).join(of, of.c.item_id == items.c.id).where(queue)
                    for of in (exclusions, assignments)))  # fmt: skip
    found: dict[str, set[str]] = {}
    for payload, person_id in rows_of(store.engine, shown):
        found.setdefault(from_text(JudgePayload, payload).text, set()).add(person_id)
    return found


def _judged_text(row: Mapping[str, Any], number: int, texts: _Texts) -> NewItem:
    said = tuple(row.get(name) for name in ASKED)
    if not any(isinstance(one, bool) for one in said) or any(one is not None and type(one) is not bool for one in said):
        raise BadData(f"Line {number} of the gold does not say what is right: give at least one of "
                      f"{', '.join(ASKED)} as true or false.")  # fmt: skip
    text, of = _text(row, "text", number), _text(row, "id", number, "")
    given = {name: _text(row, name, number, "") for name in (*WITHOUT_ID, *BESIDE_ID, "evidence")}
    if strange := [name for name in (WITHOUT_ID if of else BESIDE_ID) if given[name]]:
        raise BadData(f"Line {number} of the gold has {strange[0]!r} {'beside' if of else 'without'} 'id'. Give "
                      "either the id of a text of the project, or all that judges are to see.")  # fmt: skip
    barred: Collection[str]
    if of:
        payload, barred = texts.changed(of, text, given["label"], given["evidence"], number)
    else:
        shown = given["asked"], text, given["evidence"], given["original"]
        id, barred = content_id("gold", *shown), texts.known_to.get(text, ())
        payload = JudgePayload(id, id, *shown)
    return _gold("judge", payload.perturbation_id, to_text(payload), Known(said), barred, of or None)


def _question(row: Mapping[str, Any], number: int) -> NewItem:
    question, paragraph = _text(row, "question", number), _text(row, "paragraph", number)
    answers = row.get("answers")
    if not isinstance(answers, list) or not _are_texts(answers):
        raise BadData(f"Line {number} of the gold has no list of answers. Give at most {MOST_ANSWERS}, none where "
                      "the paragraph has no answer.")  # fmt: skip
    if strange := [one for one in answers if not one.strip() or one not in paragraph]:
        raise BadData(f"Line {number} of the gold has the answer {strange[0]!r}, which is not in its paragraph.")
    id = content_id("gold", question, paragraph)
    allows_none = True if not answers else row.get("answerable")
    payload = AnswerPayload(id, "", _text(row, "title", number, ""), question, paragraph, tuple(answers),
                            True if allows_none is not None else None)  # fmt: skip
    return _gold("answer", id, to_text(payload), Known(answers=tuple(answers) or ("",)))


def _are_texts(answers: Sequence[object]) -> bool:
    return len(answers) <= MOST_ANSWERS and all(isinstance(one, str) for one in answers)


def _text(row: Mapping[str, Any], name: str, number: int, absent: str | None = None) -> str:
    value = row.get(name, absent)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or (absent is None and not value.strip()):
        raise BadData(f"Line {number} of the gold has no {name!r}: a text of at most {LONGEST_TEXT:,} characters.")
    return value
