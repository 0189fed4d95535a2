"""A task's scores: its own rows, and of every other of its measures the mean, under attack of the worst variants."""

from collections.abc import Callable, Mapping, Sequence

from stumper.datasets.originals import original_ids
from stumper.identity import content_id
from stumper.plain_scoring import hows, plain_scoring
from stumper.scoring import Answering, Measure, Said, Score, whole
from stumper.sources import source_fingerprint
from stumper.task import Task
from stumper.types import Example, Gold, Instance


def examples_scored(task: Task, said: Said, examples: Sequence[Example], answering: Answering) -> list[Score]:
    """The scores of a data set's examples as they are, with their variants where it is by their ids that these are
    told."""
    found = task.scoring.examples(said, examples, answering)
    if measures := _further(task, found):
        original_of = original_ids(examples) if task.variants_by_id else {}
        if any(id != original for id, original in original_of.items()):
            found += _with_worst(measures, said, examples, original_of, answering, task.groups)
        else:
            found += plain_scoring(measures, groups=task.groups).examples(said, examples, answering)
    return found


def instances_scored(
    task: Task, before: Said, after: Said, instances: Sequence[Instance], answering: Answering
) -> list[Score]:
    """The scores of what was made of examples, and of these."""
    found = task.scoring.instances(before, after, instances, answering)
    if measures := _further(task, found):
        if task.variants_by_id:
            originals = {one.example.id: one.example for one in instances}
            variants = [Example(one.id, one.perturbation.query, one.perturbation.gold) for one in instances]
            original_of = {id: id for id in originals} | {one.id: one.example.id for one in instances}
            every = [*originals.values(), *variants]
            found += _with_worst(measures, {**before, **after}, every, original_of, answering, task.groups)
        else:
            found += plain_scoring(measures, groups=task.groups).instances(before, after, instances, answering)
    return found


def _further(task: Task, found: Sequence[Score]) -> Mapping[str, Measure]:
    """The measures that the task's own scoring has no row of."""
    known = {*task.scoring.own, *(score.name for score in found)}
    return {name: measure for name, measure in task.scoring.measures.items() if name not in known}


def added_code(task: Task) -> str:
    """The hash of the code of the scores that packages have added to a task; "" where there are none."""
    measures = {name: measure for addition in task.additions for name, measure in addition.measures.items()}
    code = [(name, source_fingerprint(measure.of.__module__)) for name, measure in sorted(measures.items())]
    return content_id(code) if code else ""


def _with_worst(
    measures: Mapping[str, Measure],
    said: Said,
    examples: Sequence[Example],
    original_of: Mapping[str, str],
    answering: Answering,
    groups: Callable[[Example], Mapping[str, str]],
) -> list[Score]:
    """Over originals, and over the variant of each for which the measure is lowest; what was not asked is skipped."""
    from stumper.scores.paired import Figures, measured, paired_rows
    from stumper.scores.score import left_out
    from stumper.statistics import groups_of

    predictions = whole(said)
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
