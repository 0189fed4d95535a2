"""The scoring of most tasks: the mean of each measure, and of instances beside what they were made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from stumper.scoring import Answering, Measure, Said, Score, Scoring, whole
from stumper.types import Example, Gold, Instance

if TYPE_CHECKING:
    from stumper.scores.paired import Figures

ALL_BY_HEADLINE: Mapping[str, str] = MappingProxyType({})


def plain_scoring(
    measures: Mapping[str, Measure],
    by_goal: Mapping[str, str] = ALL_BY_HEADLINE,
    groups: Callable[[Example], Mapping[str, str]] = lambda example: {},
) -> Scoring:
    """A query is asked as it is, and its best guess scored by each of the measures, of which the first is the headline.

    Whatever is not answered scores 0, and signatures count it. An instance counts by itself, unless who asks tells what
    each variant was made of (``Answering.original_of``): then an original is as good as its worst one. Where nobody has
    the text of any original, the rows are of the variants alone. ``groups`` are those that the task tells of an
    example.
    """

    def of_examples(said: Said, examples: Sequence[Example], answering: Answering) -> list[Score]:
        from stumper.scores.paired import mean_rows
        from stumper.scores.score import check_any, left_out
        from stumper.statistics import groups_of

        if not any(answering.left_out.values()):
            check_any(examples, "examples")
        if any(answering.original_of.get(one.id, one.id) != one.id for one in examples):
            return _with_worst(measures, said, examples, answering, groups)
        golds = [(example.gold, example.id) for example in examples]
        ids, without = [example.id for example in examples], left_out(**answering.left_out)
        return mean_rows(
            _figures(measures, golds, said), ids, answering.victim, without, hows(measures), groups_of(examples, groups)
        )

    def of_instances(before: Said, after: Said, instances: Sequence[Instance], answering: Answering) -> list[Score]:
        from stumper.scores.paired import paired_rows
        from stumper.scores.score import check_any, left_out
        from stumper.statistics import groups_of

        if not any(answering.left_out.values()):
            check_any(instances, "instances")
        if instances and not any(one.example.query.text for one in instances):
            return _alone(measures, after, instances, answering, groups)
        if answering.original_of:
            every = {one.example.id: one.example for one in instances} | {
                one.id: Example(one.id, one.perturbation.query, one.perturbation.gold) for one in instances
            }
            return _with_worst(measures, {**before, **after}, list(every.values()), answering, groups)
        first = _figures(measures, [(one.example.gold, one.example.id) for one in instances], before)
        last = _figures(measures, [(one.perturbation.gold, one.id) for one in instances], after)
        originals, names = [one.example.id for one in instances], (answering.victim, answering.dataset)
        known = groups_of({one.example.id: one.example for one in instances}.values(), groups)
        return paired_rows(originals, first, last, *names, left_out(**answering.left_out), hows(measures), known)

    return Scoring(of_examples, of_instances, measures, next(iter(measures)), by_goal)


def _with_worst(
    measures: Mapping[str, Measure],
    said: Said,
    examples: Sequence[Example],
    answering: Answering,
    groups: Callable[[Example], Mapping[str, str]],
) -> list[Score]:
    """Over originals, and over the variant of each for which the measure is lowest; what was not asked is skipped."""
    from stumper.scores.paired import Figures, measured, paired_rows
    from stumper.scores.score import left_out
    from stumper.statistics import groups_of

    predictions = whole(said)
    original_of = {example.id: answering.original_of.get(example.id, example.id) for example in examples}
    originals = [example for example in examples if original_of[example.id] == example.id]
    first = measured(measures, [(example.gold, predictions.get(example.id)) for example in originals])
    variants: dict[str, list[tuple[Gold, str]]] = {}
    for example in examples:
        if original_of[example.id] != example.id and (answering.were_asked or example.id in predictions):
            variants.setdefault(original_of[example.id], []).append((example.gold, example.id))
    worst = {
        name: [
            min((measure.score(gold, predictions.get(id)) for gold, id in variants.get(one.id, ())), default=own)
            for one, own in zip(originals, first.values[name], strict=True)
        ]
        for name, measure in measures.items()
    }
    last = Figures(worst, {**first.how, "worst": "variants"})
    ids, names = [example.id for example in originals], (answering.victim, answering.dataset)
    known = groups_of(originals, groups)
    return paired_rows(ids, first, last, *names, left_out(**answering.left_out), hows(measures), known)


def _alone(
    measures: Mapping[str, Measure],
    after: Said,
    instances: Sequence[Instance],
    answering: Answering,
    groups: Callable[[Example], Mapping[str, str]],
) -> list[Score]:
    """Over variants of which nobody has the originals; where an original is as good as its worst one, over these."""
    from stumper.scores.paired import Figures, mean_rows, measured
    from stumper.scores.score import left_out
    from stumper.statistics import groups_of

    predictions, counts_worst = whole(after), bool(answering.original_of)
    asked = [one for one in instances if not counts_worst or answering.were_asked or one.id in predictions]
    figures = measured(measures, [(one.perturbation.gold, predictions.get(one.id)) for one in asked])
    ids = [one.example.id for one in asked]
    if counts_worst:
        worst: dict[str, dict[str, float]] = {name: {} for name in measures}
        for name, values in figures.values.items():
            for id, value in zip(ids, values, strict=True):
                worst[name][id] = min(value, worst[name].get(id, value))
        ids, silent, skipped = list(dict.fromkeys(ids)), int(figures.how["unanswered"]), len(instances) - len(asked)
        how = {"agg": "mean", "unanswered_variants": f"{silent}-wrong" if silent else str(skipped), "worst": "variants"}
        figures = Figures({name: list(of.values()) for name, of in worst.items()}, how)
    known = groups_of({one.example.id: one.example for one in asked}.values(), groups)
    rows = mean_rows(figures, ids, answering.victim, left_out(**answering.left_out), hows(measures), known)
    return [replace(row, on="adversarial", adversary=answering.dataset) for row in rows]


def hows(measures: Mapping[str, Measure]) -> dict[str, Mapping[str, str]]:
    """What the signature of each measure says of it."""
    return {name: measure.how for name, measure in measures.items()}


def _figures(measures: Mapping[str, Measure], golds: Sequence[tuple[Gold, str]], said: Said) -> "Figures":
    from stumper.scores.paired import measured

    predictions = whole(said)
    return measured(measures, [(gold, predictions.get(id)) for gold, id in golds])
