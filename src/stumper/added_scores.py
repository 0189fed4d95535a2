"""A task's scores: its own rows, and of every other of its measures the mean, under attack of the worst variants."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from stumper.datasets.originals import original_ids
from stumper.identity import content_id
from stumper.plain_scoring import plain_scoring
from stumper.scoring import Answering, Measure, Said, Score
from stumper.sources import source_fingerprint
from stumper.task import Task
from stumper.types import Example, Instance


def examples_scored(task: Task, said: Said, examples: Sequence[Example], answering: Answering) -> list[Score]:
    """The scores of a data set's examples as they are, with their variants where it is by their ids that these are
    told, or where ``answering`` says what they were made of."""
    if task.variants_by_id and not (task.counts_variants or answering.original_of):
        answering = replace(answering, original_of=original_ids(examples))
    found = task.scoring.examples(said, examples, answering)
    if measures := _further(task, found):
        found += plain_scoring(measures, groups=task.groups).examples(said, examples, answering)
    return found


def instances_scored(
    task: Task, before: Said, after: Said, instances: Sequence[Instance], answering: Answering
) -> list[Score]:
    """The scores of what was made of examples, and of these."""
    if not task.counts_variants:
        answering = replace(answering, original_of={one.id: one.example.id for one in instances})
    found = task.scoring.instances(before, after, instances, answering)
    if measures := _further(task, found):
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
