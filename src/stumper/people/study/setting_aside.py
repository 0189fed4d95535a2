"""Setting somebody aside: what they judged, voted and answered in a project counts nowhere, until that is undone.

Their responses and judgements are moved out of what every figure, export, report and queue reads, so that none of these
needs to know of it, and kept whole. What they were asked is asked of others.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Table, delete, insert, select, update

from stumper.errors import BadOption, NotThere, Refused
from stumper.judging import JudgingStanding, standing
from stumper.people.annotating.judging_work import JudgeAgreement, JudgePayload, Opinion, agreement_over, dispute
from stumper.people.annotating.verifying import decide_anew
from stumper.people.projects.project import Project, locked_project
from stumper.people.queues.places import is_set_aside
from stumper.people.queues.responses import Answered, answered
from stumper.people.study.grouping import groups_in
from stumper.people.study.human_scores import human_scores
from stumper.scoring import Score
from stumper.store import Store, schema
from stumper.store.connection import chunks, rows_of, writing
from stumper.store.people_schema import assignments, items, members, responses, set_aside, withdrawn
from stumper.store.store import record_judgements
from stumper.store.values import from_text
from stumper.types import Judgement

SET_ASIDE = ("verify", "judge", "adjudicate", "answer", "tag")  # what others made of what somebody wrote says itself
LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Aside:
    """One decision; ``undone`` is when it was taken back, None while it holds."""

    person_id: str
    reason: str
    made_by: str
    at: float
    undone: float | None
    undone_by: str | None


@dataclass(frozen=True, slots=True)
class Figures:
    """A project's figures of what people said, of so many people."""

    people: int
    judged: JudgingStanding
    agreement: JudgeAgreement
    answers: tuple[Score, ...]


def put_aside(store: Store, project_id: str, person_id: str, reason: str, made_by: str, now: float) -> None:
    """What the person did in the project counts nowhere from now on, and they are handed nothing more there.

    BadOption without a reason, NotThere where they are nobody of the project, Refused where they are aside already.
    """
    reason = " ".join(reason.split())
    if not 0 < len(reason) <= LONGEST_REASON:
        raise BadOption(f"Say why, in at most {LONGEST_REASON} characters: it is kept with who decided it and when.")
    with writing(store.engine) as connection:
        project = locked_project(connection, project_id)
        _check_there(connection, project_id, person_id)
        if is_set_aside(connection, project_id, person_id):
            raise Refused("Their work is set aside already.")
        made = {"project_id": project_id, "person_id": person_id, "reason": reason, "made_by": made_by, "at": now}
        connection.execute(insert(set_aside).values(made))
        touched = _move(connection, project_id, person_id, responses, withdrawn)
        _forget_judgements(connection, project_id, person_id)
        _give_places(connection, project_id, person_id, touched)
        _decide_anew(connection, project, touched, now)


def take_back(store: Store, project_id: str, person_id: str, made_by: str, now: float) -> None:
    """All of it counts again; NotThere where the person is not set aside."""
    holds = (set_aside.c.project_id == project_id) & (set_aside.c.person_id == person_id) & set_aside.c.undone.is_(None)
    with writing(store.engine) as connection:
        project = locked_project(connection, project_id)
        undone = update(set_aside).where(holds).values(undone=now, undone_by=made_by)
        if not connection.execute(undone).rowcount:
            raise NotThere("Nobody of this name is set aside in this project.")
        touched = _move(connection, project_id, person_id, withdrawn, responses)
        done = update(assignments).where(assignments.c.id.in_(_of(connection, person_id, touched)))
        connection.execute(done.values(state="done"))
        _record_judgements(connection, project_id, person_id)
        _decide_anew(connection, project, touched, now)


def asides(store: Store, project_id: str) -> list[Aside]:
    """All decisions of the project, the newest first, also those that were undone."""
    query = select(*(set_aside.c[name] for name in Aside.__slots__)).where(set_aside.c.project_id == project_id)
    return [Aside(*row) for row in rows_of(store.engine, query.order_by(set_aside.c.position.desc()))]


def people_aside(store: Store, project_id: str) -> int:
    """How many people are set aside in the project."""
    return len({one.person_id for one in asides(store, project_id) if one.undone is None})


def judgements_of_everybody(store: Store, project: Project) -> list[Judgement]:
    """What people judged and settled in the project, those among them who are set aside."""
    with store.engine.connect() as connection:
        asked = answered(connection, project.id, "judge", everybody=True)
        return _judgements_in([*asked, *answered(connection, project.id, "adjudicate", everybody=True)])


def figures(store: Store, project: Project, everybody: bool) -> Figures:
    """The project's figures, of those who count or of ``everybody``."""
    with store.engine.connect() as connection:
        asked = answered(connection, project.id, "judge", everybody)
        third = answered(connection, project.id, "adjudicate", everybody)
        answers = answered(connection, project.id, "answer", everybody)
    made_of = {one.item.topic: from_text(JudgePayload, one.item.payload).example_id for one in asked}
    groups = groups_in(store, project, set(made_of.values()))
    return Figures(
        people=len({response.person_id for one in (*asked, *third, *answers) for response in one.responses}),
        judged=standing(len(asked), _judgements_in([*asked, *third]), made_of, groups),
        agreement=agreement_over(asked, groups)[0],
        answers=tuple(human_scores(store, project, everybody)) if "answer" in project.settings.kinds else (),
    )


def _move(connection: Connection, project_id: str, person_id: str, source: Table, to: Table) -> list[str]:
    """The person's responses stand in the other table; the ids of their items.

    Those to gold stay: they are in no figure, and say why somebody was set aside.
    """
    query = (
        select(source, items.c.id.label("item_id"))
        .join(assignments, assignments.c.id == source.c.assignment_id)
        .join(items, items.c.id == assignments.c.item_id)
        .where(items.c.project_id == project_id, assignments.c.person_id == person_id)
        .where(items.c.kind.in_(SET_ASIDE), items.c.gold.is_(None))
    )
    rows = connection.execute(query).all()
    if rows:
        values = [{"assignment_id": row.assignment_id, "at": row.at, "document": row.document} for row in rows]
        connection.execute(insert(to), values)
    for chunk in chunks([row.assignment_id for row in rows]):
        connection.execute(delete(source).where(source.c.assignment_id.in_(chunk)))
    return [row.item_id for row in rows]


def _give_places(connection: Connection, project_id: str, person_id: str, touched: Sequence[str]) -> None:
    """Others are asked what the person was, and what they hold."""
    given = update(assignments).where(assignments.c.id.in_(_of(connection, person_id, touched)))
    connection.execute(given.values(state="released"))
    in_project = select(items.c.id).where(items.c.project_id == project_id, items.c.kind.in_(SET_ASIDE))
    held = (assignments.c.person_id == person_id) & (assignments.c.state == "leased")
    connection.execute(update(assignments).where(held, assignments.c.item_id.in_(in_project)).values(state="released"))


def _of(connection: Connection, person_id: str, item_ids: Sequence[str]) -> list[str]:
    """The person's assignments at these items."""
    theirs = select(assignments.c.id).where(assignments.c.person_id == person_id)
    return [id for chunk in chunks(list(item_ids))
            for id in connection.scalars(theirs.where(assignments.c.item_id.in_(chunk)))]  # fmt: skip


def _decide_anew(connection: Connection, project: Project, touched: Sequence[str], now: float) -> None:
    """What was disputed or decided is so by those who count."""
    decide_anew(connection, project)
    wanted = set(touched)
    for one in answered(connection, project.id, "judge"):
        if one.item.id in wanted:
            dispute(connection, one.item, now)


def _forget_judgements(connection: Connection, project_id: str, person_id: str) -> None:
    """Reports read no judgement of theirs of what they judged or settled in the project, but for what they said of the
    same texts in another project, where they count."""
    table = schema.judgements
    ids = {one.perturbation_id for one in _judgements(connection, project_id, person_id, True)}
    for chunk in chunks(sorted(ids)):
        theirs = (table.c.annotator == person_id) & table.c.perturbation_id.in_(chunk)
        connection.execute(delete(table).where(theirs))
    for other in _other_projects(connection, project_id, person_id):
        said = _judgements(connection, other, person_id, False)
        record_judgements(connection, [one for one in said if one.perturbation_id in ids])


def _other_projects(connection: Connection, project_id: str, person_id: str) -> Sequence[str]:
    """The ids of the other projects in which the person judged or settled something."""
    judged = (assignments.c.person_id == person_id) & items.c.kind.in_(("judge", "adjudicate"))
    query = (
        select(items.c.project_id)
        .join(assignments, assignments.c.item_id == items.c.id)
        .where(judged, items.c.project_id != project_id)
    )
    return connection.scalars(query.distinct().order_by(items.c.project_id)).all()


def _record_judgements(connection: Connection, project_id: str, person_id: str) -> None:
    record_judgements(connection, _judgements(connection, project_id, person_id, False))


def _judgements(connection: Connection, project_id: str, person_id: str, everybody: bool) -> list[Judgement]:
    found: list[Answered] = [
        *answered(connection, project_id, "judge", everybody, with_taken_back=True),
        *answered(connection, project_id, "adjudicate", everybody, with_taken_back=True),
    ]
    return [_judgement(one.item.topic, person_id, response.said(Opinion))
            for one in found for response in one.responses if response.person_id == person_id]  # fmt: skip


def _judgements_in(rows: Iterable[Answered]) -> list[Judgement]:
    return [_judgement(one.item.topic, response.person_id, response.said(Opinion))
            for one in rows for response in one.responses]  # fmt: skip


def _judgement(id: str, person_id: str, opinion: Opinion) -> Judgement:
    return Judgement(id, person_id, *opinion.answers, note=opinion.note, judge="person")


def _check_there(connection: Connection, project_id: str, person_id: str) -> None:
    member = select(members.c.role).where(members.c.project_id == project_id, members.c.person_id == person_id)
    worked = (
        select(assignments.c.id)
        .join(items, items.c.id == assignments.c.item_id)
        .where(items.c.project_id == project_id, assignments.c.person_id == person_id)
    )
    if connection.scalar(member) is None and connection.scalar(worked) is None:
        raise NotThere("There is no such person in this project.")
