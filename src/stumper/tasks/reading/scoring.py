"""How answers to questions count: F1 and exact match, of a question and of its worst variant.

A measure more needs nothing but its entry: ``added_scores`` makes the rows that ``variants`` does not.
"""

from collections.abc import Sequence

from stumper.answers import CONTAINMENT, contained
from stumper.predictions import best_answers
from stumper.scoring import Answering, Measure, Said, Score, Scoring, whole
from stumper.tasks.reading.goals import GOALS
from stumper.types import Example, Instance


def _examples(said: Said, examples: Sequence[Example], answering: Answering) -> list[Score]:
    from stumper.tasks.reading.variants import score_predictions

    answers, names = best_answers(whole(said)), (answering.victim, answering.dataset)
    return score_predictions(answers, examples, *names, were_asked=answering.were_asked, **answering.left_out)


def _instances(before: Said, after: Said, instances: Sequence[Instance], answering: Answering) -> list[Score]:
    """Those of the file in which the instances would stand behind their originals."""
    originals = {one.example.id: one.example for one in instances}
    variants = [Example(one.id, one.perturbation.query, one.perturbation.gold) for one in instances]
    return _examples({**before, **after}, [*originals.values(), *variants], answering)


SCORING = Scoring(
    examples=_examples,
    instances=_instances,
    measures={
        "exact_match": Measure("exact match", GOALS["not_exact"].score),
        "f1": Measure("F1", GOALS["f1_zero"].score),
        "answer_contained": Measure("containment", contained, CONTAINMENT, is_aside=True),
    },
    headline="f1",
    right="exact_match",
)
