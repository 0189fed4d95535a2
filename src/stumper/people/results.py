"""What one sees of a project: all of its figures as one value."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.judging import JudgingStanding, standing
from stumper.people.accounts import people
from stumper.people.human_scores import ONE, WORST, human_scores
from stumper.people.judging_work import JudgeAgreement, JudgePayload, judge_agreement
from stumper.people.leaderboard import Place, leaderboard
from stumper.people.responses import answered
from stumper.people.study import Effort, Press, Successes, TypeCount, attempts, effort, successes, type_counts
from stumper.people.tries import presses
from stumper.people.values import Project
from stumper.scores.intervals import Estimate
from stumper.scores.score import Score
from stumper.store import Store
from stumper.store.values import from_text


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


def results(store: Store, project: Project) -> Results:
    """The figures as they are now."""
    made = presses(store, project)
    submitted = _fooling(made)
    judgements = store.judgements(submitted)
    with store.engine.connect() as connection:
        asked = [from_text(JudgePayload, row.item.payload) for row in answered(connection, project.id, "judge")]
    to_judge = list(dict.fromkeys(one.perturbation_id for one in asked))
    return Results(
        successes=successes(made),
        types=type_counts(made),
        effort=effort(made),
        submitted=standing(len(submitted), judgements),
        board=leaderboard(made, judgements, {person.id: person for person in people(store, with_erased=True)}),
        opinions=standing(len(to_judge), store.judgements(to_judge)),
        agreements=judge_agreement(store, project),
        humans=_human_rows(human_scores(store, project)) if "answer" in project.settings.kinds else (),
    )


def _fooling(made: Sequence[Press]) -> list[str]:
    """The ids of the perturbations that fooled the model and were submitted, each once."""
    return list(dict.fromkeys(press.text_id for press in attempts(made) if press.submitted and press.fooled))


def _human_rows(scores: Sequence[Score]) -> tuple[HumanRow, ...]:
    found = {(score.adversary or "original", score.name): score for score in scores}
    rows = [
        HumanRow(on, _estimate(found[on, "exact_match"]), _estimate(found[on, "f1"])) for on in ("original", ONE, WORST)
    ]
    return tuple(row for row in rows if row.f1.n)


def _estimate(score: Score) -> Estimate:
    return Estimate(score.value, score.low, score.high, score.n)
