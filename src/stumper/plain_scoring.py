"""The scoring of most tasks: the mean of each measure, and of instances beside what they were made of."""

from collections.abc import Callable, Mapping, Sequence
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

    Whatever is not answered scores 0, and signatures count it; an instance counts by itself. ``groups`` are those that
    the task tells of an example.
    """

    def of_examples(said: Said, examples: Sequence[Example], answering: Answering) -> list[Score]:
        from stumper.scores.paired import mean_rows
        from stumper.scores.score import check_any, left_out
        from stumper.statistics import groups_of

        if not any(answering.left_out.values()):
            check_any(examples, "examples")
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
        first = _figures(measures, [(one.example.gold, one.example.id) for one in instances], before)
        last = _figures(measures, [(one.perturbation.gold, one.id) for one in instances], after)
        originals, names = [one.example.id for one in instances], (answering.victim, answering.dataset)
        known = groups_of({one.example.id: one.example for one in instances}.values(), groups)
        return paired_rows(originals, first, last, *names, left_out(**answering.left_out), hows(measures), known)

    return Scoring(of_examples, of_instances, measures, next(iter(measures)), by_goal)


def hows(measures: Mapping[str, Measure]) -> dict[str, Mapping[str, str]]:
    """What the signature of each measure says of it."""
    return {name: measure.how for name, measure in measures.items()}


def _figures(measures: Mapping[str, Measure], golds: Sequence[tuple[Gold, str]], said: Said) -> "Figures":
    from stumper.scores.paired import measured

    predictions = whole(said)
    return measured(measures, [(gold, predictions.get(id)) for gold, id in golds])
