"""Judging (Thorne et al. 2019): people say of perturbations, blind to who made them, whether they are correct.

Where two of them disagree, a moderator sees what both said and settles it with a third vote.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, select, update

from stumper.identity import content_id
from stumper.judging import Judgeable, judgeable
from stumper.judging.rates import QUESTIONS
from stumper.people.projects.project import Project
from stumper.people.projects.taken_back import is_taken_back
from stumper.people.queues.item import Item, Work
from stumper.people.queues.places import exclude, excluded_from
from stumper.people.queues.queue import NewItem, add_items, respond
from stumper.people.queues.responses import Answered, items_of_topic, responses_to
from stumper.scores.agreement import Alpha, alpha_interval
from stumper.statistics import NO_GROUPS, Estimate, Groups, mean
from stumper.store import Store
from stumper.store.people_schema import assignments, items, tries
from stumper.store.store import record_judgements
from stumper.store.values import from_text, to_text
from stumper.types import Example, Judgement, Perturbation


@dataclass(frozen=True, slots=True)
class Opinion:
    """The answers to the three questions of judging, and a reason in a word."""

    grammatical: bool
    label_correct: bool
    on_task: bool
    note: str = ""

    @property
    def answers(self) -> tuple[bool, bool, bool]:
        """What two may disagree on."""
        return self.grammatical, self.label_correct, self.on_task


@dataclass(frozen=True, slots=True)
class JudgePayload:
    """A perturbation as a judge sees it; of the ids a judge sees neither."""

    perturbation_id: str
    example_id: str
    asked: str
    text: str
    evidence: str
    original: str


@dataclass(frozen=True, slots=True)
class AdjudicatePayload:
    """What was judged, as the judges saw it, and what they said, without their names."""

    perturbation_id: str
    example_id: str
    asked: str
    text: str
    evidence: str
    original: str
    opinions: tuple[Opinion, ...]


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """How far two judges agree on one question, beyond chance (``alpha``) and as a share (``same``).

    Over what was judged twice, before anybody settled it.
    """

    question: str
    alpha: Alpha
    same: Estimate


def judge(
    store: Store, assignment_id: str, person_id: str, opinion: Opinion, now: float, turn: int | None = None
) -> bool:
    """The opinion is recorded, and counts in reports at once; False where the person had judged this before.

    Where a second judge disagrees, a moderator is asked, who is neither of them nor its author.
    """

    def then(connection: Connection, held: Work) -> None:
        if held.item.gold is not None:  # which says something of the judge, and nothing of the text
            return
        payload = from_text(JudgePayload, held.item.payload)
        _record(connection, payload.perturbation_id, person_id, opinion)
        if not is_taken_back(connection, held.item.id):
            dispute(connection, held.item, now)

    return respond(store, assignment_id, person_id, to_text(opinion), now, then, turn)


def adjudicate(
    store: Store,
    assignment_id: str,
    person_id: str,
    opinion: Opinion,
    now: float,
    also: Callable[[Connection], None] = lambda connection: None,
    turn: int | None = None,
) -> bool:
    """The opinion is a third judgement, so that more than half say one thing; False where it was there before.

    ``also`` follows in the transaction that records it.
    """

    def then(connection: Connection, held: Work) -> None:
        payload = from_text(AdjudicatePayload, held.item.payload)
        _record(connection, payload.perturbation_id, person_id, opinion)
        also(connection)

    return respond(store, assignment_id, person_id, to_text(opinion), now, then, turn)


def _record(connection: Connection, perturbation_id: str, person_id: str, opinion: Opinion) -> None:
    """The opinion is the person's judgement of the perturbation, which reports weigh."""
    judgement = Judgement(perturbation_id, person_id, *opinion.answers, note=opinion.note, judge="person")
    record_judgements(connection, [judgement])


def dispute(connection: Connection, item: Item, now: float) -> None:
    """A moderator who is none of the judges is asked, where these disagree on any of the three questions.

    Where it was settled already, that stays; where nobody disagrees any longer, nobody is asked.
    """
    payload, said = from_text(JudgePayload, item.payload), responses_to(connection, item.id)
    opinions = tuple(response.said(Opinion) for response in said)
    is_disputed = len({opinion.answers for opinion in opinions}) > 1
    barred = {response.person_id for response in said} | excluded_from(connection, item.id)
    disputed = to_text(AdjudicatePayload(**asdict(payload), opinions=opinions))
    known = items_of_topic(connection, item.project_id, "adjudicate", payload.perturbation_id)
    if is_disputed and not known:
        new = NewItem("adjudicate", payload.perturbation_id, disputed, 1, tuple(sorted(barred)),
                      key=payload.perturbation_id, example_id=payload.example_id)  # fmt: skip
        add_items(connection, item.project_id, [new], now)
    for one in known:
        if is_disputed:
            exclude(connection, [one.id], barred - excluded_from(connection, one.id))
        if not responses_to(connection, one.id):
            changed = {"payload": disputed, "decided": not is_disputed}
            connection.execute(update(items).where(items.c.id == one.id).values(changed))


def judge_submission(
    connection: Connection,
    project: Project,
    example: Example,
    perturbation: Perturbation,
    author_id: str,
    now: float,
    evidence: str = "",
) -> None:
    """What an author submitted is to be judged by others, once, where the project has people judge."""
    if "judge" not in project.settings.kinds:
        return
    one = judgeable(example, perturbation, evidence)
    if known := items_of_topic(connection, project.id, "judge", one.perturbation_id):
        exclude(connection, [item.id for item in known], [author_id])
    else:
        twice = _chance(project, one.perturbation_id) < project.settings.double_share
        add_items(connection, project.id, [judge_item(one, example.id, twice, [author_id])], now)


def bar_writers(connection: Connection, project: Project, perturbation_id: str) -> None:
    """Nobody is handed the judging of a text that they put to the model themselves, whoever submitted it."""
    judged = (items.c.project_id == project.id) & (items.c.kind == "judge") & (items.c.topic == perturbation_id)
    wrote = (
        select(assignments.c.person_id)
        .join(tries, tries.c.assignment_id == assignments.c.id)
        .where(tries.c.perturbation_id == perturbation_id)
        .distinct()
    )
    if found := connection.scalars(select(items.c.id).where(judged)).all():
        exclude(connection, found, connection.scalars(wrote).all())


def judge_item(one: Judgeable, example_id: str, twice: bool, excluded: Iterable[str]) -> NewItem:
    """The work of judging one perturbation, by two people or by one."""
    payload = JudgePayload(one.perturbation_id, example_id, one.asked, one.text, one.evidence, one.original)
    places = 2 if twice else 1
    return NewItem("judge", one.perturbation_id, to_text(payload), places, tuple(sorted(excluded)),
                   key=one.perturbation_id, example_id=example_id)  # fmt: skip


def agreement_over(rows: Iterable[Answered], groups: Groups = NO_GROUPS) -> tuple[JudgeAgreement, ...]:
    """How far judges agree over these items: on whether a text is correct at all, then on each question."""
    several = [row for row in rows if len(row.responses) > 1]
    judged = [
        [Judgement("", "", *response.said(Opinion).answers, judge="person") for response in row.responses]
        for row in several
    ]
    originals = [from_text(JudgePayload, row.item.payload).example_id for row in several]
    return tuple(
        _agreement(name, [[of(one) for one in item] for item in judged], originals, groups)
        for name, of in QUESTIONS.items()
    )


def _agreement(
    question: str, items: Sequence[Sequence[bool | None]], originals: Sequence[str], groups: Groups
) -> JudgeAgreement:
    same = mean([float(len(set(item)) == 1) for item in items], originals, groups)
    return JudgeAgreement(question, alpha_interval(items, originals, groups), same)


def _chance(project: Project, id: str) -> float:
    """A number in [0, 1) that the seed draws for what was submitted."""
    return int(content_id(project.settings.seed, "twice", id)[:12], 16) / 16**12
