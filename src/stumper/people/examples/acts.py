"""What people do about an example that was made: each act is kept, with who and when, and counts at once."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import Connection, Row, and_, delete, insert, or_, select, update

from stumper.errors import BadOption, NotThere, Refused
from stumper.judging import judgeable
from stumper.people.annotating.drawing import evidence_texts
from stumper.people.annotating.judging_work import AdjudicatePayload, JudgePayload, Opinion, adjudicate, dispute
from stumper.people.examples.catalogue import verdict_of
from stumper.people.projects.project import Project, desk_of, locked_project
from stumper.people.projects.runs_to_use import own_runs
from stumper.people.projects.taken_back import KEPT
from stumper.people.queues.places import excluded_from
from stumper.people.queues.queue import NewItem, add_items, decide, lease_item
from stumper.people.queues.responses import items_of_topic, responses_to
from stumper.people.writing.attack_types import types_for
from stumper.people.writing.submitted_before import submitted_before
from stumper.people.writing.submitted_texts import has_text
from stumper.people.writing.tries import Put
from stumper.store import Store, schema
from stumper.store.attempts import revise
from stumper.store.connection import rows_of, writing
from stumper.store.documents import edits_document
from stumper.store.people_schema import PRESSED, acts, items, made, made_answers, made_types, people, tries
from stumper.store.values import from_text, to_text

ActKind = Literal["settle", "reject", "withdraw", "restore", "retag", "comment"]
LONGEST_SAID = 1000


@dataclass(frozen=True, slots=True)
class Act:
    """What one person did about an example, and said of it; the types of attack before and after of a retag."""

    person_id: str
    at: float
    kind: ActKind
    said: str
    types_before: tuple[str, ...] = ()
    types_after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, when, and whether as a moderator: others act on what is their own alone."""

    person_id: str
    now: float
    moderates: bool


def acts_on(store: Store, project: Project, id: str) -> list[Act]:
    """All that was done about an example, in order."""
    query = select(acts).where(acts.c.project_id == project.id, acts.c.made_id == id).order_by(acts.c.position)
    return [
        Act(row.person_id, row.at, row.kind, row.said, _types(row.types_before), _types(row.types_after))
        for row in rows_of(store.engine, query)
    ]


def reasons_to_reject(store: Store, project: Project, ids: Sequence[str]) -> dict[str, str]:
    """Why each of these examples was rejected last, by its id; of what nobody has rejected nothing."""
    said = select(acts.c.made_id, acts.c.said).where(
        acts.c.project_id == project.id, acts.c.made_id.in_(ids), acts.c.kind == "reject"
    )
    return {row.made_id: row.said for row in rows_of(store.engine, said.order_by(acts.c.position))}


def rejected_work(store: Store, project: Project, person_id: str) -> dict[str, str]:
    """The ids of what moderators rejected of a person's, the newest of each assignment by its id."""
    theirs = select(made.c.assignment_id, made.c.id).where(
        made.c.project_id == project.id, made.c.person_id == person_id, made.c.standing == "rejected"
    )
    return {row.assignment_id: row.id for row in rows_of(store.engine, theirs.order_by(made.c.position))}


def comment(store: Store, project: Project, id: str, by: Actor, said: str) -> None:
    """The comment stands in the example's history; BadOption of one without words."""
    if not said.strip():
        raise BadOption("Write something first.")
    with writing(store.engine) as connection:
        _found(connection, project, id, by)
        _keep(connection, project, id, by, "comment", said)


def take_back(store: Store, project: Project, id: str, by: Actor, said: str) -> None:
    """A moderator rejects the example, with a reason; its author withdraws it. No figure, file or queue has it any
    longer; what was said of it is kept."""
    is_own = _author(store, project, id) == by.person_id
    if not is_own and not said.strip():
        raise BadOption("Say why it is rejected: its author reads it.")
    with writing(store.engine) as connection:
        _stand(connection, store, project, id, by, "withdraw" if is_own else "reject", said)


def withdraw_within(connection: Connection, store: Store, project: Project, id: str, by: Actor, said: str) -> None:
    """What is the actor's own is withdrawn, within a transaction that does more."""
    _stand(connection, store, project, id, by, "withdraw", said)


def restore(store: Store, project: Project, id: str, by: Actor, said: str = "") -> None:
    """What was taken back counts again; what was rejected only where a moderator says so. Refused of a text that
    counts once and does so already: with another label of the same author, or as another tossup."""
    with writing(store.engine) as connection:
        restore_within(connection, store, project, id, by, said)


def restore_within(connection: Connection, store: Store, project: Project, id: str, by: Actor, said: str) -> None:
    """As ``restore``, within a transaction that does more."""
    _stand(connection, store, project, id, by, "restore", said)


def retag(store: Store, project: Project, id: str, by: Actor, types: Sequence[str], said: str = "") -> None:
    """What an author submitted is of these types of attack from now on, wherever types are told."""
    with writing(store.engine) as connection:
        locked_project(connection, project.id)
        row = _found(connection, project, id, by)
        if row.source != "submission":
            raise Refused("Only what authors submitted has types that they chose. Comment on it instead.")
        example = store.examples_of(project.fingerprint, [row.example_id])[row.example_id]
        desk = desk_of(project.settings)
        if unknown := [name for name in types if name not in types_for(desk.shown(example))]:
            raise BadOption(f"There is no type of attack {unknown[0]!r}. Choose from those on the page.")
        after = tuple(sorted(set(types)))
        pressed = connection.execute(_submissions(project, row)).all()
        before = tuple(dict.fromkeys(kind for one in pressed for kind in from_text(Put, one.document).attack_types))
        for one in pressed:
            put = replace(from_text(Put, one.document), attack_types=after)
            connection.execute(update(tries).where(tries.c.position == one.position).values(document=to_text(put)))
            edits = edits_document(desk.perturbed(example, put.text, put.label, after))
            for table in (schema.attempts, schema.attempts_aside):
                for run_id, example_id in _own_attempts(connection, store, project, id):
                    own = (table.c.run_id == run_id) & (table.c.example_id == example_id)
                    connection.execute(update(table).where(own).values(edits=edits))
        revise(connection, sorted({run_id for run_id, _ in _own_attempts(connection, store, project, id)}))
        mine = (made_types.c.project_id == project.id) & (made_types.c.made_id == id)
        connection.execute(delete(made_types).where(mine))
        if after:
            rows = [{"project_id": project.id, "made_id": id, "type": kind} for kind in after]
            connection.execute(insert(made_types), rows)
        _keep(connection, project, id, by, "retag", said, before, after)


def settle(store: Store, project: Project, id: str, by: Actor, opinion: Opinion) -> None:
    """A moderator's judgement settles what nobody has judged, or what its judges are split on.

    It is recorded as that of a moderator who is asked about a dispute. Refused where more than half of the judges say
    one thing already, and of whoever made the example or has judged it.
    """
    with writing(store.engine) as connection:
        locked_project(connection, project.id)
        row = _found(connection, project, id, by)
        if row.standing != KEPT:
            raise Refused("It was taken back. Let it count again first, then settle it.")
        if row.source == "sentence" or row.perturbation_id is None:
            raise Refused("The votes on it settle this, or no model has met it. Reject it if it should not count.")
        said = store.judgements([row.perturbation_id])
        if verdict_of(said) not in ("unjudged", "open"):
            raise Refused("More than half of its judges say one thing, so there is nothing to settle. Reject it if it "
                          "should not count.")  # fmt: skip
        item_id = _dispute(connection, store, project, row, {one.annotator for one in said}, by.now)
    work = lease_item(store, item_id, by.person_id, by.now)

    def then(connection: Connection) -> None:
        _keep(connection, project, id, by, "settle", opinion.note)
        for asked in items_of_topic(connection, project.id, "judge", row.perturbation_id):
            decide(connection, asked.id)

    if not adjudicate(store, work.assignment.id, by.person_id, opinion, by.now, then):
        raise Refused("You have settled this before.")


def _types(document: str | None) -> tuple[str, ...]:
    return () if document is None else tuple(json.loads(document))


def _author(store: Store, project: Project, id: str) -> str | None:
    query = select(made.c.person_id).where(made.c.project_id == project.id, made.c.id == id)
    with store.engine.connect() as connection:
        author: str | None = connection.scalar(query)
        return author


def _found(connection: Connection, project: Project, id: str, by: Actor) -> Row[Any]:
    """The example's row; NotThere where there is none that is for whoever acts."""
    row = connection.execute(select(made).where(made.c.project_id == project.id, made.c.id == id)).one_or_none()
    if row is None or not (by.moderates or row.person_id == by.person_id):
        raise NotThere("There is no such example here.")
    return row


def _keep(
    connection: Connection, project: Project, id: str, by: Actor, kind: ActKind, said: str,
    before: Sequence[str] | None = None, after: Sequence[str] | None = None,
) -> None:  # fmt: skip
    if len(said) > LONGEST_SAID:
        raise BadOption(f"This is {len(said):,} characters long. Say it in {LONGEST_SAID:,}.")
    values = {
        "project_id": project.id, "made_id": id, "person_id": by.person_id, "at": by.now, "kind": kind,
        "said": said.strip(), "types_before": None if before is None else json.dumps(list(before)),
        "types_after": None if after is None else json.dumps(list(after)),
    }  # fmt: skip
    connection.execute(insert(acts).values(values))


STANDINGS = {"reject": "rejected", "withdraw": "withdrawn", "restore": KEPT}


def _stand(
    connection: Connection, store: Store, project: Project, id: str, by: Actor, kind: ActKind, said: str
) -> None:
    now = STANDINGS[kind]
    locked_project(connection, project.id)
    row = _found(connection, project, id, by)
    if row.standing == now or (kind == "withdraw" and row.standing != KEPT):
        raise Refused(SO_ALREADY[row.standing])
    if row.standing == "rejected" and not by.moderates:
        raise Refused("A moderator has rejected it. Write to them in a comment if it should count again.")
    if now == KEPT:
        _check_counts_once(connection, project, row)
    connection.execute(update(made).where(made.c.position == row.position).values(standing=now))
    is_removed = items.c.gold.is_not(None) & items.c.decided  # gold that stays so
    connection.execute(update(items).where(_about(project, row), ~is_removed).values(taken_back=now != KEPT))
    if now == KEPT and row.perturbation_id is not None:  # whoever judged or was set aside meanwhile disputed nothing
        for asked in items_of_topic(connection, project.id, "judge", row.perturbation_id):
            dispute(connection, asked, by.now)
    _move(connection, _own_attempts(connection, store, project, id), is_back=now == KEPT)
    _keep(connection, project, id, by, kind, said)


def _check_counts_once(connection: Connection, project: Project, row: Row[Any]) -> None:
    """Refused where its text counts already: as another tossup, or as another submission of the same author."""
    if row.source == "submission" and _is_restated(connection, project, row):
        raise Refused("This text counts with another label already, and a text of one author counts once. Take the "
                      "other one back first.")  # fmt: skip
    if row.source == "tossup" and has_text(connection, project.id, row.text, but=row.id):
        raise Refused("This very question was submitted again meanwhile, and counts once. Take the other one back "
                      "first.")  # fmt: skip


def _is_restated(connection: Connection, project: Project, row: Row[Any]) -> bool:
    """Whether another submission of this text by the same author counts."""
    texts = {from_text(Put, one.document).text for one in connection.execute(_submissions(project, row))}
    same = [one for text in texts if text for one in submitted_before(connection, project, row.example_id, text)]
    return any(
        one.person_id == row.person_id and one.perturbation_id != row.perturbation_id and one.is_kept for one in same
    )


SO_ALREADY = {
    KEPT: "It counts already: somebody has done this before.",
    "withdrawn": "It is withdrawn already.",
    "rejected": "It is rejected already.",
}


def _about(project: Project, row: Row[Any]) -> Any:
    """The work that is about the example: judging, settling and answering it, tagging the tossup, voting on the
    sentence."""
    judged = and_(items.c.kind.in_(["judge", "adjudicate"]), items.c.topic == row.perturbation_id)
    answered = and_(items.c.kind == "answer", items.c.key == f"{row.example_id} {row.perturbation_id}")
    tagged = and_(items.c.kind == "tag", items.c.topic == row.id)
    voted = and_(items.c.kind == "verify", items.c.id == row.item_id)
    return and_(items.c.project_id == project.id, or_(judged, answered, tagged, voted))


def _own_attempts(connection: Connection, store: Store, project: Project, id: str) -> list[tuple[str, str]]:
    """The run and the example of each attempt on it in the project's own runs; those of machines are not the project's
    to change."""
    own = made_answers.c.run_id.in_(list(own_runs(store, project)))
    query = select(made_answers.c.run_id, made_answers.c.example_id).where(
        made_answers.c.project_id == project.id, made_answers.c.made_id == id, own
    )
    return [(row.run_id, row.example_id) for row in connection.execute(query)]


def _move(connection: Connection, ids: Sequence[tuple[str, str]], is_back: bool) -> None:
    """The attempts stand aside, where nothing counts, or in their place again."""
    source, goal = schema.attempts, schema.attempts_aside
    if is_back:
        source, goal = goal, source
    revise(connection, sorted({run_id for run_id, _ in ids}))
    for run_id, example_id in ids:
        own = (source.c.run_id == run_id) & (source.c.example_id == example_id)
        columns = [column for column in source.c if column.name != "position"]  # another may have taken that meanwhile
        connection.execute(insert(goal).from_select([one.name for one in columns], select(*columns).where(own)))
        connection.execute(delete(source).where(own))
        there = select(goal.c.position).where(goal.c.run_id == run_id, goal.c.example_id == example_id)
        theirs = (made_answers.c.run_id == run_id) & (made_answers.c.example_id == example_id)
        connection.execute(update(made_answers).where(theirs).values(recorded=there.scalar_subquery()))


def _submissions(project: Project, row: Row[Any]) -> Any:
    return (
        select(tries.c.position, tries.c.document)
        .select_from(PRESSED)
        .where(items.c.project_id == project.id, tries.c.perturbation_id == row.perturbation_id)
        .where(tries.c.instance_id.is_not(None))
    )


def _dispute(
    connection: Connection, store: Store, project: Project, row: Row[Any], judges: set[str], now: float
) -> str:
    """The id of the item by which a moderator settles it."""
    asked = items_of_topic(connection, project.id, "judge", row.perturbation_id)
    opinions = tuple(response.said(Opinion) for item in asked for response in responses_to(connection, item.id))
    payload = from_text(JudgePayload, asked[0].payload) if asked else _payload(connection, store, project, row)
    excluded = judges.union(*(excluded_from(connection, item.id) for item in asked), {row.person_id} - {None})
    disputed = AdjudicatePayload(
        payload.perturbation_id, payload.example_id, payload.asked, payload.text, payload.evidence, payload.original,
        opinions,
    )  # fmt: skip
    others = tuple(sorted(id for id in excluded if _is_person(connection, id)))
    item = NewItem("adjudicate", row.perturbation_id, to_text(disputed), 1, others, key=row.perturbation_id,
                   example_id=payload.example_id)  # fmt: skip
    [id] = add_items(connection, project.id, [item], now)
    if not responses_to(connection, id):  # one that was decided, as those who differed were set aside, is open again
        connection.execute(update(items).where(items.c.id == id).values(decided=False, payload=to_text(disputed)))
    return id


def _is_person(connection: Connection, id: str) -> bool:
    return connection.scalar(select(people.c.id).where(people.c.id == id)) is not None


def _payload(connection: Connection, store: Store, project: Project, row: Row[Any]) -> JudgePayload:
    met = select(made_answers.c.run_id, made_answers.c.example_id).where(
        made_answers.c.project_id == project.id, made_answers.c.made_id == row.id
    )
    run_id, example_id = connection.execute(met.limit(1)).one()
    [(attempt, example)] = store.attempts_on(run_id, [example_id], has_candidates=False)
    assert attempt.perturbation is not None
    evidence = evidence_texts(store, project).get(attempt.perturbation.example_id, "")
    one = judgeable(example, attempt.perturbation, evidence)
    of = row.example_id or example_id
    return JudgePayload(one.perturbation_id, of, one.asked, one.text, one.evidence, one.original)
