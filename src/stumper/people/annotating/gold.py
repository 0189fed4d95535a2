"""Gold: work of which the right answer is known, mixed in unrecognisably, to see how careful somebody is.

A gold item looks like any other of its queue, has its topic, and is for everybody once. What is answered to it says
something of the person and nothing of the text: it is in no other figure.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from stumper.errors import BadData, Refused
from stumper.identity import content_id
from stumper.judging import judgeable
from stumper.people.annotating.answering import AnswerPayload, Selected
from stumper.people.annotating.judging_work import JudgePayload, Opinion
from stumper.people.projects.project import Kind, Project, choices_of, desk_of, locked_project
from stumper.people.queues.places import EVERYBODY, excluded_from
from stumper.people.queues.queue import NewItem, add_items
from stumper.people.queues.responses import Answered, answered
from stumper.store import Store
from stumper.store.connection import rows_of, writing
from stumper.store.people_schema import items
from stumper.store.values import from_text, to_text
from stumper.text import normalise_answer

GOLD_KINDS: tuple[Kind, ...] = ("judge", "answer")
QUESTIONS = ("grammatical", "label_correct", "on_task")
FEWEST_JUDGES = 2
MOST_LINES, LONGEST_TEXT, MOST_ANSWERS = 2_000, 20_000, 50


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a text: an answer to each question of judging, None where one is left open; of a question the
    answers that are right, of which "" says that the text has none."""

    opinion: tuple[bool | None, bool | None, bool | None] | None = None
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
    query = (
        select(items.c.kind, func.count().label("number"))
        .where(items.c.project_id == project_id, items.c.gold.is_not(None))
        .group_by(items.c.kind)
    )
    return {row.kind: row.number for row in rows_of(store.engine, query)}


def told_apart(store: Store, project_id: str) -> int:
    """How many texts of gold show, or are asked of, what no other text is that people judge in the project: people can
    tell these from the others. 0 as long as there are no others."""
    query = select(items.c.payload, items.c.gold).where(items.c.project_id == project_id, items.c.kind == "judge")
    shapes: dict[bool, list[tuple[bool, bool, bool]]] = {True: [], False: []}
    for row in rows_of(store.engine, query):
        one = from_text(JudgePayload, row.payload)
        shapes[row.gold is not None].append((bool(one.asked), bool(one.evidence), bool(one.original)))
    others = {*shapes[False]}
    return sum(shape not in others for shape in shapes[True]) if others else 0


def gold_from_settled(store: Store, project: Project, now: float) -> int:
    """What two judges or more said alike, or a moderator settled, is gold for all others; how many texts are new."""
    with store.engine.connect() as connection:
        judged = answered(connection, project.id, "judge")
        third = {one.item.topic: one for one in answered(connection, project.id, "adjudicate")}
        makers = {one.item.id: excluded_from(connection, one.item.id) for one in judged}
    new = []
    for one in judged:
        opinions = [response.said(Opinion).answers for response in one.responses]
        settled = third.get(one.item.topic)
        more = [response.said(Opinion).answers for response in settled.responses] if settled else []
        if len(opinions) >= FEWEST_JUDGES and (more or len(set(opinions)) == 1):
            settlers = {response.person_id for response in settled.responses} if settled else set()
            new.append(_of_judged(one, _majority(opinions + more), makers[one.item.id] | settlers))
    return _add(store, project, new, now)


def gold_from_lines(store: Store, project: Project, text: str, now: float) -> int:
    """Texts and questions with what is right of them, a line of JSON each; how many are new.

    BadData with the line and what is wrong in it, and then nothing is added.
    """
    new = [_of_line(line, number, _Texts(store, project)) for line, number in _lines(text)]
    if lacking := {item.kind for item in new} - {*project.settings.kinds}:
        raise Refused(f"The project has no work of the kind {min(lacking)!r}. Add it in its settings.")
    return _add(store, project, new, now)


def _add(store: Store, project: Project, new: Sequence[NewItem], now: float) -> int:
    count = select(func.count()).select_from(items).where(items.c.project_id == project.id)
    with writing(store.engine) as connection:
        locked_project(connection, project.id)
        before = connection.execute(count).scalar_one()
        add_items(connection, project.id, new, now)
        return connection.execute(count).scalar_one() - before


def _of_judged(one: Answered, opinion: tuple[bool | None, ...], known_to: set[str]) -> NewItem:
    """A copy of the item, whose topic keeps it from whoever has judged the text; nor do those get it who made the text
    or settled it."""
    payload = from_text(JudgePayload, one.item.payload)
    a, b, c = opinion
    return NewItem("judge", one.item.topic, one.item.payload, EVERYBODY, tuple(sorted(known_to)),
                   key=f"gold {one.item.topic}",
                   example_id=payload.example_id, gold=to_text(Known((a, b, c))))  # fmt: skip


def _majority(opinions: Sequence[tuple[bool, ...]]) -> tuple[bool | None, ...]:
    """Question by question what more than half say; None where they are split."""
    yes = [sum(column) for column in zip(*opinions, strict=True)]
    return tuple(None if 2 * one == len(opinions) else 2 * one > len(opinions) for one in yes)


def _lines(text: str) -> Iterator[tuple[Mapping[str, Any], int]]:
    lines = [(line, number) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
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
    """The texts of a project, of which gold may be changes."""

    store: Store
    project: Project

    def changed(self, id: str, text: str, label: str, evidence: str, number: int) -> JudgePayload:
        """The change of the text with this id as judges see those that people submit; BadData where there is no such
        text."""
        example = self.store.examples_of(self.project.fingerprint, [id]).get(id)
        if example is None:
            raise BadData(f"Line {number} of the gold names {id!r}, and the project has no text of this id. Name one "
                          "of its own, or leave the id out and say in 'asked' what judges are asked.")  # fmt: skip
        choices = choices_of(self.project.settings, example.query)
        if label and label not in choices:
            raise BadData(f"Line {number} of the gold has the label {label!r}. There are {', '.join(choices)}.")
        changed = desk_of(self.project.settings).perturbed(example, text, label or None, ())
        one = judgeable(example, changed, evidence)
        return JudgePayload(one.perturbation_id, id, one.asked, one.text, one.evidence, one.original)


def _of_line(row: Mapping[str, Any], number: int, texts: _Texts) -> NewItem:
    return _question(row, number) if "paragraph" in row else _judged_text(row, number, texts)


def _judged_text(row: Mapping[str, Any], number: int, texts: _Texts) -> NewItem:
    said = [row.get(name) for name in QUESTIONS]
    if not any(isinstance(one, bool) for one in said) or any(one is not None and type(one) is not bool for one in said):
        raise BadData(f"Line {number} of the gold does not say what is right: give at least one of "
                      f"{', '.join(QUESTIONS)} as true or false.")  # fmt: skip
    text = _text(row, "text", number)
    asked, evidence = _text(row, "asked", number, ""), _text(row, "evidence", number, "")
    original = _text(row, "original", number, "")
    if of := _text(row, "id", number, ""):
        payload = texts.changed(of, text, _text(row, "label", number, ""), evidence, number)
        id, example_id = payload.perturbation_id, of
    else:
        id = content_id("gold", asked, text, evidence, original)
        payload, example_id = JudgePayload(id, id, asked, text, evidence, original), None
    a, b, c = said
    return NewItem("judge", id, to_text(payload), EVERYBODY, key=f"gold {id}", example_id=example_id,
                   gold=to_text(Known((a, b, c))))  # fmt: skip


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
    return NewItem("answer", id, to_text(payload), EVERYBODY, key=f"gold {id}",
                   gold=to_text(Known(answers=tuple(answers) or ("",))))  # fmt: skip


def _are_texts(answers: Sequence[object]) -> bool:
    return len(answers) <= MOST_ANSWERS and all(isinstance(one, str) for one in answers)


def _text(row: Mapping[str, Any], name: str, number: int, absent: str | None = None) -> str:
    value = row.get(name, absent)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or (absent is None and not value.strip()):
        raise BadData(f"Line {number} of the gold has no {name!r}: a text of at most {LONGEST_TEXT:,} characters.")
    return value
