"""A row for all that people and machines made in a project, caught up with the tables that tell of it.

What has not changed since is not read again: each part is kept with the state of what it was told by.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, get_args

from sqlalchemy import (
    BigInteger,
    Connection,
    Row,
    Table,
    bindparam,
    case,
    cast,
    delete,
    func,
    select,
    union_all,
    update,
)

from stumper.adversaries.reading.insertion import inserted
from stumper.identity import content_id
from stumper.judging import judged_ids
from stumper.people.annotating.fixing import Fixed
from stumper.people.annotating.verifying import Verified, verified
from stumper.people.projects.project import Project, composed_fingerprint, composes, desk_of
from stumper.people.projects.runs_to_use import used_runs
from stumper.people.projects.taken_back import KEPT, acts_in
from stumper.people.queues.places import asides_in
from stumper.people.queues.responses import answered
from stumper.people.writing.beginning import begun_from, lineage
from stumper.people.writing.submissions import roots
from stumper.people.writing.tossup import Written
from stumper.predictions import best_answer
from stumper.runs.plan import Plan
from stumper.sections.judged import is_correct, settled
from stumper.sections.ran import PEOPLE
from stumper.standing import ended
from stumper.store import Store, schema
from stumper.store.connection import chunks, insert_once, rows_of, writing
from stumper.store.people_schema import (
    PRESSED,
    assignments,
    items,
    made,
    made_answers,
    made_judges,
    made_types,
    responses,
    tossups,
    tries,
)
from stumper.store.values import from_text
from stumper.table.naming import attack, victims
from stumper.types import Attempt, Example, Gold, Judgement, Query

Source = Literal["submission", "tossup", "sentence", "machine"]
SOURCES: tuple[Source, ...] = get_args(Source)
Verdict = Literal["correct", "incorrect", "open", "unjudged"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
OF_SENTENCES: Mapping[str, Verdict] = {"approved": "correct", "rejected": "incorrect", "open": "open"}
FORMAT = 2  # of what is kept; another has everything read anew
SHOWN_ANSWERS = 3
Values = dict[str, Any]  # by column


def catch_up(store: Store, project: Project) -> str:
    """Every example of the project stands in the catalogue, with what is known of it now; a text that is another as
    soon as any of that is."""
    states = [str(acts_in(store, project))]
    if composes(project.settings):
        states.append(_part(store, project, "tossups", _tossups_state(store, project), _add_tossups))
    states.append(_part(store, project, "sentences", _sentences_state(store, project), _add_sentences))
    states += _catch_up_with_runs(store, project)
    states.append(_part(store, project, "judgements", _judgements_state(store), _tell_judgements))
    return content_id(states)


def _part(
    store: Store, project: Project, name: str, state: str, catch_up_with: Callable[[Store, Project], None]
) -> str:
    """The state, in which this part of the catalogue is from now on."""
    key = f"examples of {project.id}: {name}"
    if store.memos().get(key, state) is None:
        catch_up_with(store, project)
        store.memos().put(key, state, "")
    return state


def _catch_up_with_runs(store: Store, project: Project) -> list[str]:
    """Each attempt of the project's runs stands beside the example that it was on."""
    runs = used_runs(store, project)
    plans = schema.plans
    query = select(plans.c.run_id, plans.c.revision).where(plans.c.run_id.in_(runs))
    revisions: dict[str, int] = dict(rows_of(store.engine, query))
    called = {run_id: name for run_id, (name, _) in victims(runs).items()}
    states = []
    for run_id, plan in runs.items():
        state = content_id(FORMAT, revisions[run_id], called[run_id])
        read = partial(_read_run, run_id=run_id, plan=plan, model=called[run_id])
        states.append(_part(store, project, run_id, state, read))
    return states


def _read_run(store: Store, project: Project, run_id: str, plan: Plan, model: str) -> None:
    answers = made_answers
    own = (answers.c.project_id == project.id) & (answers.c.run_id == run_id)
    with store.engine.connect() as connection:
        there = {(row.example_id, row.position) for row in connection.execute(_recorded(run_id))}
        known = {(row.example_id, row.recorded): row.outcome for row in connection.execute(
            select(answers.c.example_id, answers.c.recorded, answers.c.outcome).where(own))}  # fmt: skip
    positions = dict(there - known.keys())
    told_lost = {id for (id, _), outcome in known.items() if outcome == "errored"}
    lost = sorted(store.errors(run_id).keys() & (positions.keys() | told_lost))
    outcomes = {one.example_id: ended(one) for one, _ in store.attempts_on(run_id, lost)}  # no other ends otherwise
    with writing(store.engine) as connection:
        connection.execute(update(answers).where(own, answers.c.model != model).values(model=model))
        for some in chunks(sorted(id for id, _ in known.keys() - there)):
            connection.execute(delete(answers).where(own, answers.c.example_id.in_(some)))
        if known.keys() - there:
            _forget_unmade(connection, project)
        if other := [{"of": id, "now": outcome} for id, outcome in outcomes.items() if outcome != "errored"]:
            rows = update(answers).where(own, answers.c.example_id == bindparam("of"))
            connection.execute(rows.values(outcome=bindparam("now")), other)  # those that an earlier version listed
    for some in chunks(sorted(positions)):
        found = [
            (replace(attempt, outcome=outcomes.get(attempt.example_id, attempt.outcome)), example)
            for attempt, example in store.attempts_on(run_id, some, has_candidates=False)
        ]
        told = _submitted(store, project, [one.example_id for one, _ in found]) if plan.adversary == PEOPLE else {}
        with writing(store.engine) as connection:
            _put_attempts(connection, project, plan, model, found, told, positions)


def _recorded(run_id: str) -> Any:
    """Selects the attempts of a run that changed something, those that are set aside among them."""
    return union_all(
        *(
            select(table.c.example_id, table.c.position).where(
                table.c.run_id == run_id, table.c.perturbation_id.is_not(None)
            )
            for table in (schema.attempts, schema.attempts_aside)
        )
    )


def _forget_unmade(connection: Connection, project: Project) -> None:
    """What no run has any longer is gone, unless somebody has done something about it."""
    answers = select(made_answers.c.made_id).where(made_answers.c.project_id == project.id)
    lost = (
        (made.c.project_id == project.id)
        & made.c.source.in_(["submission", "machine"])
        & (made.c.standing == KEPT)
        & made.c.id.not_in(answers)
    )
    connection.execute(delete(made).where(lost))
    for table in (made_types, made_judges):
        ids = select(made.c.id).where(made.c.project_id == project.id)
        connection.execute(delete(table).where(table.c.project_id == project.id, table.c.made_id.not_in(ids)))


def _put_attempts(
    connection: Connection,
    project: Project,
    plan: Plan,
    model: str,
    found: Sequence[tuple[Attempt, Example]],
    told: Mapping[str, Row[Any]],
    positions: Mapping[str, int],
) -> None:
    """The attempts stand beside their examples, which are new or there; of people's ``told`` says whose they are."""
    is_composed = plan.dataset_fingerprint == composed_fingerprint(project)
    ids = {
        attempt.example_id: attempt.example_id if is_composed else judged_ids(attempt.perturbation)[-1]
        for attempt, _ in found
        if attempt.perturbation is not None
    }
    here = (made.c.project_id == project.id) & made.c.id.in_(set(ids.values()))
    known: dict[str, str] = dict(connection.execute(select(made.c.id, made.c.source).where(here)).all())
    rows, types = list[Values](), list[Values]()
    for attempt, example in () if is_composed else found:
        id, pressed = ids[attempt.example_id], told.get(attempt.example_id)
        if id in known and not (pressed is not None and known[id] == "machine"):
            continue
        row, kinds = _of_attempt(project, plan, id, attempt, example, pressed)
        rows.append(row)
        types += [{"project_id": project.id, "made_id": id, "type": kind} for kind in kinds]
    _insert(connection, made, rows)
    _insert(connection, made_types, types)
    _insert(connection, made_answers, [
        {"project_id": project.id, "run_id": attempt.run_id, "example_id": attempt.example_id,
         "made_id": ids[attempt.example_id], "model": model, "outcome": attempt.outcome,
         "answer": _answer(attempt), "recorded": positions[attempt.example_id]}
        for attempt, _ in found
    ])  # fmt: skip
    for row in (row for row in rows if known.get(row["id"]) == "machine"):  # now it is its author's
        mine = (made.c.project_id == project.id) & (made.c.id == row["id"])
        changed = {name: row[name] for name in ("source", "assignment_id", "person_id", "adversary", "at")}
        connection.execute(update(made).where(mine).values(changed))


def _answer(attempt: Attempt) -> str | None:
    after = attempt.after.prediction if attempt.after is not None else None
    return None if after is None else best_answer(after)


def _of_attempt(
    project: Project, plan: Plan, id: str, attempt: Attempt, example: Example, pressed: Row[Any] | None
) -> tuple[Values, Sequence[str]]:
    """The row of what was made, and the types of attack that it is of."""
    made_of = attempt.perturbation
    assert made_of is not None
    row = _row(project, id, "machine", example, made_of.query, made_of.gold)
    row |= {"perturbation_id": id, "example_id": made_of.example_id, "adversary": attack(plan)}
    if pressed is None:
        return row, sorted({edit.kind for edit in made_of.edits if edit.kind})
    types: list[str] = json.loads(pressed.document)["attack_types"]  # in a tenth of the time that the whole takes
    own = {"assignment_id": pressed.assignment_id, "person_id": pressed.person_id, "at": pressed.at}
    return {**row, **own, "source": "submission", "adversary": PEOPLE}, types


def _submitted(store: Store, project: Project, ids: Iterable[str]) -> dict[str, Row[Any]]:
    """The presses of Submit by the ids of their instances."""
    query = (
        select(tries.c.instance_id, tries.c.at, tries.c.document, tries.c.assignment_id, assignments.c.person_id)
        .select_from(PRESSED)
        .where(items.c.project_id == project.id, tries.c.instance_id.in_(list(ids)))
        .order_by(tries.c.position.desc())
    )
    rows: list[Row[Any]] = list(rows_of(store.engine, query))
    return {row.instance_id: row for row in rows}


def _tossups_state(store: Store, project: Project) -> str:
    of_project = tossups.c.project_id == project.id
    with store.engine.connect() as connection:
        newest = connection.execute(select(func.count(), func.max(tossups.c.position)).where(of_project)).one()
    return content_id(FORMAT, list(newest))


def _add_tossups(store: Store, project: Project) -> None:
    known = select(made.c.id).where(made.c.project_id == project.id)
    query = (
        select(tossups, assignments.c.person_id, assignments.c.item_id)
        .join(assignments, assignments.c.id == tossups.c.assignment_id)
        .where(tossups.c.project_id == project.id, tossups.c.id.not_in(known))
        .order_by(tossups.c.position)
    )
    table = schema.attempts
    with store.engine.connect() as connection:
        new = connection.execute(query).all()
        perturbed: dict[str, str] = {}
        of_project = select(schema.plans.c.run_id).where(schema.plans.c.fingerprint == composed_fingerprint(project))
        met = select(table.c.example_id, table.c.perturbation_id).where(table.c.run_id.in_(of_project))
        for some in chunks([row.id for row in new]):
            perturbed |= dict(connection.execute(met.where(table.c.example_id.in_(some))).all())
    begun = begun_from(store, project)
    written = {row.id: from_text(Written, row.document) for row in new}
    origins = roots(store, project, {id: lineage(one.started_from, begun) for id, one in written.items()})
    rows: list[Values] = []
    for row in new:
        one, origin = written[row.id], origins.get(row.id)
        shown = _texts("", "" if origin is None else origin.query.text, one.text, one.answer)
        rows.append({
            **_bare(project, row.id, "tossup"), **shown, "perturbation_id": perturbed.get(row.id), "adversary": PEOPLE,
            "example_id": origin and origin.id, "assignment_id": row.assignment_id, "item_id": row.item_id,
            "person_id": row.person_id, "at": row.at,
        })  # fmt: skip
    types = [{"project_id": project.id, "made_id": id, "type": one.category} for id, one in written.items()]
    with writing(store.engine) as connection:
        _insert(connection, made, rows)
        _insert(connection, made_types, types)


def _sentences_state(store: Store, project: Project) -> str:
    in_queue = (items.c.project_id == project.id) & (items.c.kind == "verify")
    voted = (
        select(func.count(), func.max(responses.c.at))
        .select_from(responses.join(assignments, assignments.c.id == responses.c.assignment_id)
                     .join(items, items.c.id == assignments.c.item_id))
        .where(in_queue)
    )  # fmt: skip
    with store.engine.connect() as connection:
        counted = [list(connection.execute(query).one()) for query in (select(func.count()).where(in_queue), voted)]
        aside = asides_in(connection, project.id)
    return content_id(FORMAT, counted, aside, project.settings.approvals, project.settings.verifiers)


def _add_sentences(store: Store, project: Project) -> None:
    """Each sentence that is voted on, with what its votes come to; several may have written it, and none is its
    author then."""
    found = verified(store, project)
    if not found:
        return
    examples = store.examples_of(project.fingerprint, {one.payload.example_id for one in found})
    writers: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    with store.engine.connect() as connection:
        for fixing in answered(connection, project.id, "fix"):
            for response in fixing.responses:
                said = response.said(Fixed).text
                writers[fixing.item.topic, said].append((response.person_id, fixing.item.id))
    rows, verdicts, kinds = list[Values](), list[Values](), list[Values]()
    for one in found:
        row = _of_sentence(project, one, examples[one.payload.example_id])
        by = writers[one.payload.raw_id, one.payload.sentence]
        row["person_id"] = by[0][0] if len(by) == 1 and not one.payload.models else None
        row["adversary"] = PEOPLE if by else ", ".join(one.payload.models) or PEOPLE
        rows.append(row)
        verdict = OF_SENTENCES[one.outcome] if one.votes else "unjudged"
        verdicts.append({"of": row["id"], "judgements": one.votes, "verdict": verdict})
        given = len(one.payload.given)
        kinds += [{"project_id": project.id, "made_id": row["id"], "judge": kind}
                  for kind, votes in (("model", given), ("person", one.votes - given)) if votes]  # fmt: skip
    with writing(store.engine) as connection:
        _insert(connection, made, rows)
        _tell(connection, project, verdicts, "sentence")
        _insert(connection, made_judges, kinds)


def _of_sentence(project: Project, one: Verified, example: Example) -> Values:
    made_of = inserted(example, one.payload.sentence, one.payload.place)
    id = judged_ids(made_of)[-1]
    row = _row(project, id, "sentence", example, made_of.query, made_of.gold)
    return row | {"perturbation_id": id, "example_id": example.id, "item_id": one.item_id}


def _judgements_state(store: Store) -> str:
    """Another as soon as any judgement is: each question by the positions of those who say yes to it."""
    table = schema.judgements
    yes = [
        func.sum(case((table.c[name], cast(table.c.position, BigInteger)), else_=0))
        for name in ("grammatical", "label_correct", "on_task")
    ]
    with store.engine.connect() as connection:
        counted = connection.execute(select(func.count(), func.max(table.c.position), *yes)).one()
        catalogued = connection.execute(select(func.count(), func.max(made.c.position))).one()
    return content_id(FORMAT, [str(value) for value in (*counted, *catalogued)])


def _tell_judgements(store: Store, project: Project) -> None:
    """How many judged each example, what they come to and what kinds of judge they are."""
    table = schema.judgements
    columns = [table.c[name] for name in Judgement.__slots__]
    query = (
        select(made.c.id.label("of"), *columns)
        .join(table, table.c.perturbation_id == made.c.perturbation_id)
        .where(made.c.project_id == project.id)
    )
    known = select(made.c.id, made.c.judgements, made.c.verdict).where(
        made.c.project_id == project.id, made.c.source != "sentence"
    )
    said: dict[str, list[Judgement]] = defaultdict(list)
    with store.engine.connect() as connection:
        before = {row.id: (row.judgements, row.verdict) for row in connection.execute(known)}
        for row in connection.execute(query):
            if row.of in before:  # what is made of sentences is told by the votes on them
                said[row.of].append(Judgement(**{name: getattr(row, name) for name in Judgement.__slots__}))
    changed: list[Values] = []
    for id, was in before.items():
        now = len(said.get(id, ())), verdict_of(said.get(id, ()))
        if now != was:
            changed.append({"of": id, "judgements": now[0], "verdict": now[1]})
    kinds = {(one["of"], judgement.judge) for one in changed for judgement in said.get(one["of"], ())}
    rows = [{"project_id": project.id, "made_id": id, "judge": kind} for id, kind in sorted(kinds)]
    with writing(store.engine) as connection:
        _tell(connection, project, changed)
        _insert(connection, made_judges, rows)


def verdict_of(said: Sequence[Judgement]) -> Verdict:
    """What these judgements of one example come to."""
    if not said:
        return "unjudged"
    found = is_correct(settled(said))
    return "open" if found is None else "correct" if found else "incorrect"


def _tell(connection: Connection, project: Project, told: Sequence[Values], source: Source | None = None) -> None:
    if not told:
        return
    rows = (made.c.project_id == project.id) & (made.c.id == bindparam("of"))
    if source is not None:
        rows &= made.c.source == source
    values: Values = {"judgements": bindparam("number"), "verdict": bindparam("said")}
    many = [{"of": one["of"], "number": one["judgements"], "said": one["verdict"]} for one in told]
    connection.execute(update(made).where(rows).values(values), many)
    for some in chunks([one["of"] for one in told]):
        mine = (made_judges.c.project_id == project.id) & made_judges.c.made_id.in_(some)
        connection.execute(delete(made_judges).where(mine))


def _row(project: Project, id: str, source: Source, example: Example, query: Query, gold: Gold) -> Values:
    shown = desk_of(project.settings).shown
    before, after = shown(example), shown(Example(example.id, query, gold))
    answer = " · ".join(shown_answers(gold))
    return {**_bare(project, id, source), **_texts(after.asked, before.text, after.text, answer)}


def shown_answers(gold: Gold) -> tuple[str, ...]:
    """The right answers that people are shown, each once."""
    return tuple(dict.fromkeys(answer.text for answer in gold.answers))[:SHOWN_ANSWERS]


def _bare(project: Project, id: str, source: Source) -> Values:
    nothing = dict.fromkeys(("perturbation_id", "example_id", "assignment_id", "item_id", "person_id", "at"))
    return {**nothing, "project_id": project.id, "id": id, "source": source, "adversary": "", "standing": KEPT,
            "judgements": 0, "verdict": "unjudged"}  # fmt: skip


def _texts(question: str, original: str, text: str, answer: str) -> Values:
    sought = "\n".join((question, text, answer)).lower()
    return {"question": question, "original": original, "text": text, "answer": answer, "sought": sought}


def _insert(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    if rows:
        connection.execute(insert_once(table, connection.dialect.name), list(rows))
