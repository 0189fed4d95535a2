"""How guesses at bonuses count: each part by itself, the points of a bonus, and how well confidence fits."""

from collections.abc import Mapping, Sequence

from stumper.plain_scoring import plain_scoring
from stumper.predictions import best_answer
from stumper.scoring import Answering, Measure, Said, Score, Scoring, whole
from stumper.tasks.quizbowl.answers.matching import is_accepted
from stumper.tasks.quizbowl.bonuses.read import PARTS
from stumper.types import Example, Gold, Prediction


def accepted(gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
    """1 where a moderator accepts the answer; 0 where it would be prompted on, or is wrong."""
    return float(is_accepted(gold, answer))


def bonus_of(example: Example) -> str:
    """The bonus that a part is of; of one that names none, the part alone."""
    return dict(example.groups).get("bonus", example.id)


def confidence(prediction: Prediction | None) -> float | None:
    """How sure the best guess is said to be; None where there is no guess, or nothing is said."""
    return prediction.guesses[0].probability if prediction is not None and prediction.guesses else None


_PLAIN = plain_scoring({"part_accuracy": Measure("part accuracy", accepted)})


def _examples(said: Said, examples: Sequence[Example], answering: Answering) -> list[Score]:
    """The rows of parts; then of whole bonuses, and of the parts whose guesses come with a confidence, where there are
    some."""
    predictions = whole(said)
    right = {one.id: _is_right(one.gold, predictions.get(one.id)) for one in examples}
    rows = _PLAIN.examples(said, examples, answering)
    return [*rows, *_of_bonuses(examples, right, answering), *_of_confidence(examples, right, predictions, answering)]


def _is_right(gold: Gold, prediction: Prediction | None) -> float:
    best = None if prediction is None else best_answer(prediction)
    return 0.0 if best is None else accepted(gold, best)


def _of_bonuses(examples: Sequence[Example], right: Mapping[str, float], answering: Answering) -> list[Score]:
    """The share of the points, and how many bonuses are answered whole: of those all of whose parts are asked."""
    from stumper.scores.paired import Figures, mean_rows
    from stumper.scores.score import left_out
    from stumper.statistics import groups_of

    parts: dict[str, list[Example]] = {}
    for example in examples:
        parts.setdefault(bonus_of(example), []).append(example)
    complete = {id: every for id, every in parts.items() if len(every) == PARTS}
    if not complete:
        return []
    points = [sum(right[part.id] for part in every) / PARTS for every in complete.values()]
    found = Figures(
        {"bonus_points": points, "whole_bonus": [float(share == 1) for share in points]},
        {"agg": "mean", "of": "bonuses", "incomplete": str(len(parts) - len(complete))},
    )
    of = {"bonus_points": {"worth": "10-a-part", "share": "of-30"}}
    firsts = [every[0] for every in complete.values()]
    ids, without = [one.id for one in firsts], left_out(**answering.left_out)
    return mean_rows(found, ids, answering.victim, without, of, groups_of(firsts, lambda example: {}))


def _of_confidence(
    examples: Sequence[Example],
    right: Mapping[str, float],
    predictions: Mapping[str, Prediction | None],
    answering: Answering,
) -> list[Score]:
    """Brier's score of the best guesses' confidence, over the parts whose guess comes with one."""
    from stumper.scores.paired import Figures, mean_rows
    from stumper.scores.score import left_out
    from stumper.statistics import groups_of

    sure = {one.id: share for one in examples if (share := confidence(predictions.get(one.id))) is not None}
    if not sure:
        return []
    told = [example for example in examples if example.id in sure]
    brier = [(sure[one.id] - right[one.id]) ** 2 for one in told]
    found = Figures({"brier": brier}, {"agg": "mean", "of": "best-guesses", "unsaid": str(len(examples) - len(told))})
    ids, without = [one.id for one in told], left_out(**answering.left_out)
    of = {"brier": {"better": "lower"}}
    return mean_rows(found, ids, answering.victim, without, of, groups_of(told, lambda example: {}))


SCORING = Scoring(examples=_examples, instances=_PLAIN.instances, measures=_PLAIN.measures, headline=_PLAIN.headline)
