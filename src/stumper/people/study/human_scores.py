"""How people score on questions as they were and under attack (Jia & Liang 2017, section 4.2 and table 4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from stumper.people.annotating.answering import AnswerPayload, Selected
from stumper.people.annotating.drawing import by_chance
from stumper.people.projects.project import Project
from stumper.people.queues.responses import answered
from stumper.people.study.grouping import groups_in
from stumper.registry import task_named
from stumper.scores.score import from_estimate
from stumper.scoring import Measure, On, Score
from stumper.statistics import Estimate, Groups, difference, mean
from stumper.store import Store
from stumper.store.values import from_text
from stumper.text import normalise_answer
from stumper.types import Answer, Gold

Scored = Mapping[str, float]  # by the names of the task's measures
PEOPLE = "people"  # in the victim's place
ONE, WORST = "one variant", "worst variant"  # AddOneSent's and AddSent's way to count


@dataclass(frozen=True, slots=True)
class HumanAnswers:
    """What people made of one question: the scores of their answers to the original and to each version by its id.

    None, and absent, stand for what fewer have answered than were asked. ``variants`` are the ids of all versions, of
    which the worst is that with the lowest score of the name ``headline``.
    """

    example_id: str
    original: Scored | None
    versions: Mapping[str, Scored]
    variants: tuple[str, ...]
    headline: str
    voters: frozenset[int]  # of how many people's answers those that count are made

    def one(self, seed: int) -> Scored | None:
        """The score of one version, drawn by the seed."""
        drawn = by_chance(self.variants, seed, "one", self.example_id)[:1]
        return self.versions.get(drawn[0]) if drawn else None

    @property
    def worst(self) -> Scored | None:
        """The scores of the worst version; none before all have been answered."""
        if not self.variants or len(self.versions) < len(self.variants):
            return None
        return min((self.versions[id] for id in self.variants), key=lambda scored: scored[self.headline])


def human_scores(store: Store, project: Project, everybody: bool = False) -> list[Score]:
    """Exact match and F1 of people on the originals, on one variant each and on the worst of them, and the differences.

    A score counts the questions whose answers are in, a difference those where both are. What most of those asked
    select is people's answer; where no answer has more than half of them, one of the answers by the seed.
    """
    found = human_answers(store, project, everybody)
    ways: Mapping[str | None, Sequence[Scored | None]] = {
        None: [one.original for one in found],
        ONE: [one.one(project.settings.seed) for one in found],
        WORST: [one.worst for one in found],
    }
    ids = [one.example_id for one in found]
    groups = groups_in(store, project, ids)
    sizes = sorted(frozenset[int]().union(*(one.voters for one in found))) or [project.settings.answerers]
    vote = f"majority-of-{sizes[0]}" if len(sizes) == 1 else f"majority-of-{sizes[0]}-to-{sizes[-1]}"
    rows: list[Score] = []
    for way, scores in ways.items():
        on: On = "original" if way is None else "adversarial"
        rows += [_row(project, vote, name, on, way, _mean(ids, scores, name, groups)) for name in _measures(project)]
    for way in (ONE, WORST):
        both = [a is not None and b is not None for a, b in zip(ways[None], ways[way], strict=True)]
        paired = [id for id, are_in in zip(ids, both, strict=True) if are_in]
        for metric in _measures(project):
            first, last = (
                [score[metric] for score, are_in in zip(ways[one], both, strict=True) if are_in and score is not None]
                for one in (None, way)
            )
            change = difference(first, last, paired, groups)
            rows.append(_row(project, vote, f"{metric}_difference", "adversarial", way, change))
    return rows


def human_answers(store: Store, project: Project, everybody: bool = False) -> list[HumanAnswers]:
    """Every question that people are asked, with how right they are together, or ``everybody`` is: also those who were
    set aside."""
    with store.engine.connect() as connection:
        rows = answered(connection, project.id, "answer", everybody)
    headline = task_named(project.settings.task).scoring.headline
    originals: dict[str, Scored | None] = {}
    voters: dict[str, set[int]] = {}
    versions: dict[str, dict[str, Scored | None]] = {}
    for row in rows:
        payload = from_text(AnswerPayload, row.item.payload)
        texts = [response.said(Selected).text for response in row.responses]
        score: Scored | None = None
        if len(texts) >= row.item.places:
            voters.setdefault(payload.example_id, set()).add(len(texts))
            chosen = majority(texts, Random(f"{project.settings.seed}/answer/{row.item.id}"))
            gold = Gold(tuple(map(Answer, payload.answers)), payload.answerable)
            score = {name: measure.of(gold, chosen, ()) for name, measure in _measures(project).items()}
        if payload.variant:
            versions.setdefault(payload.example_id, {})[payload.variant] = score
        else:
            originals[payload.example_id] = score
    return [
        HumanAnswers(id, score, {key: known for key, known in versions.get(id, {}).items() if known is not None},
                     tuple(versions.get(id, {})), headline, frozenset(voters.get(id, ())))
        for id, score in originals.items()
    ]  # fmt: skip


def majority(answers: Sequence[str], rng: Random) -> str:
    """The answer that more than half give, whatever its case, articles and punctuation; without one, any at random."""
    assert answers, "somebody has answered"
    counts = Counter(map(normalise_answer, answers))
    [(common, times)] = counts.most_common(1)
    if 2 * times > len(answers):
        return next(text for text in answers if normalise_answer(text) == common)
    return rng.choice(sorted(answers))


def _measures(project: Project) -> Mapping[str, Measure]:
    """The task's own: what packages add to it is no official score of people."""
    task = task_named(project.settings.task)
    added = {name for one in task.additions for name in one.measures}
    return {name: measure for name, measure in task.scoring.measures.items() if name not in added}


def _mean(ids: Sequence[str], scores: Sequence[Scored | None], metric: str, groups: Groups) -> Estimate:
    known = [(id, score[metric]) for id, score in zip(ids, scores, strict=True) if score is not None]
    return mean([value for _, value in known], [id for id, _ in known], groups)


def _row(project: Project, vote: str, name: str, on: On, way: str | None, estimate: Estimate) -> Score:
    settings = project.settings
    how = {"official": "squad", "vote": vote, "agg": "mean"}
    how |= {} if way is None else {"variants": way.split()[0]}
    how |= {"seed": str(settings.seed)}
    return from_estimate(estimate, name, on, PEOPLE, way, how)
