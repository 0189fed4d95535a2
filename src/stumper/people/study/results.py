"""What one sees of a project: all of its figures as one value."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import func, select

from stumper.identity import content_id
from stumper.judging import JudgingStanding, standing
from stumper.people.accounts.account import people
from stumper.people.accounts.person import Person
from stumper.people.annotating.judging_work import JudgeAgreement, JudgePayload, agreement_over
from stumper.people.projects.project import Project
from stumper.people.projects.taken_back import acts_in
from stumper.people.queues.places import asides_in
from stumper.people.queues.responses import answered
from stumper.people.study.attempts import (
    Effort,
    Place,
    Successes,
    TypeCount,
    attempts,
    effort,
    leaderboard,
    successes,
    type_counts,
)
from stumper.people.study.grouping import groups_in
from stumper.people.study.human_scores import ONE, WORST, human_scores
from stumper.people.study.setting_aside import judgements_of_everybody
from stumper.people.writing.tries import presses
from stumper.scoring import Score
from stumper.statistics import Estimate
from stumper.store import Store
from stumper.store import people_schema as schema
from stumper.store.people_schema import assignments, items, responses, tries
from stumper.store.values import from_text, to_text
from stumper.types import Judgement


@dataclass(frozen=True, slots=True)
class HumanRow:
    """How people score on the originals (``on`` is "original"), on one variant, or on the worst one."""

    on: str
    exact_match: Estimate
    f1: Estimate


@dataclass(frozen=True, slots=True)
class Results:
    """``submitted`` says what was judged of the submissions that fooled the model; ``opinions`` of all that the project
    has people judge, machines' work included, with the agreement of two judges on each question."""

    successes: Successes
    types: tuple[TypeCount, ...]
    effort: Effort
    submitted: JudgingStanding
    board: tuple[Place, ...]
    opinions: JudgingStanding
    agreements: tuple[JudgeAgreement, ...]
    humans: tuple[HumanRow, ...]


def results(store: Store, project: Project, everybody: bool = False) -> Results:
    """The figures as they are now; they are kept, without names, until something is done that changes them.

    Of those who count, or of ``everybody``, with what those judged and answered who are set aside.
    """
    state, known = _state(store, project), {person.id: person for person in people(store, with_erased=True)}
    key = f"people's results {project.id}" + (" of everybody" if everybody else "")
    found = store.memos().computed(key, state, Results, lambda: _computed(store, project, known, everybody))
    return replace(found, board=tuple(replace(place, name=known[place.person_id].name) for place in found.board))


def _computed(store: Store, project: Project, known: Mapping[str, Person], everybody: bool) -> Results:
    made = presses(store, project)
    fooling = {press.text_id: press.example_id for press in attempts(made) if press.submitted and press.fooled}
    submitted = list(fooling)
    also = judgements_of_everybody(store, project) if everybody else []
    judgements = _judged(store, submitted, also)
    with store.engine.connect() as connection:
        asked = answered(connection, project.id, "judge", everybody)
    payloads = [from_text(JudgePayload, row.item.payload) for row in asked]
    to_judge = {payload.perturbation_id: payload.example_id for payload in payloads}
    board = leaderboard(made, judgements, known)
    groups = groups_in(store, project, {*(press.example_id for press in made), *to_judge.values()})
    return Results(
        successes=successes(made, groups),
        types=type_counts(made),
        effort=effort(made, groups),
        submitted=standing(len(submitted), judgements, fooling, groups),
        board=tuple(replace(place, name="") for place in board),
        opinions=standing(len(to_judge), _judged(store, to_judge, also), to_judge, groups),
        agreements=agreement_over(asked, groups),
        humans=_human_rows(human_scores(store, project, everybody)) if "answer" in project.settings.kinds else (),
    )


def _judged(store: Store, ids: Collection[str], also: Sequence[Judgement]) -> list[Judgement]:
    """The judgements of these that count, and ``also`` those of people none of whose judgements of the text counts."""
    found, asked = list(store.judgements(ids)), set(ids)
    known = {(one.perturbation_id, one.annotator) for one in found}
    further = (one for one in also if (one.perturbation_id, one.annotator) not in known)
    return [*found, *(one for one in further if one.perturbation_id in asked)]


def _state(store: Store, project: Project) -> str:
    """A text that is another as soon as anything is that the figures are computed from."""
    of_project = items.c.project_id == project.id
    begun = assignments.join(items, items.c.id == assignments.c.item_id)
    pressed = select(func.count(), func.max(tries.c.position)).select_from(
        tries.join(begun, assignments.c.id == tries.c.assignment_id)
    )
    said = select(func.count(), func.max(responses.c.at)).select_from(
        responses.join(begun, assignments.c.id == responses.c.assignment_id)
    )
    asked = select(func.count(), func.sum(items.c.places)).select_from(items)
    with store.engine.connect() as connection:
        counted = [list(connection.execute(query.where(of_project)).one()) for query in (pressed, said, asked)]
        known = select(schema.people.c.id, schema.people.c.name, schema.people.c.listed).order_by(schema.people.c.id)
        everybody = [list(row) for row in connection.execute(known)]
        aside = asides_in(connection, project.id)
    return content_id(store.state(()), to_text(project.settings), counted, everybody, aside, acts_in(store, project))


def _human_rows(scores: Sequence[Score]) -> tuple[HumanRow, ...]:
    found = {(score.adversary or "original", score.name): score for score in scores}
    rows = [
        HumanRow(on, _estimate(found[on, "exact_match"]), _estimate(found[on, "f1"])) for on in ("original", ONE, WORST)
    ]
    return tuple(row for row in rows if row.f1.n)


def _estimate(score: Score) -> Estimate:
    return Estimate(score.value, score.low, score.high, score.n)
