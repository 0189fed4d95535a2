"""What a report says of multiple choice beside what it says of every task: how often the first choice is taken."""

from collections.abc import Sequence
from dataclasses import replace

from stumper.predictions import best_answer
from stumper.reports import plain
from stumper.scores.intervals import share_interval
from stumper.sections.ran import Ran
from stumper.sections.section import Section, Table
from stumper.sections.showing import columns, line, part, shown
from stumper.types import Query, Verdict
from stumper_choice.choice import TASK

HEADER = ("system", "attack", "first taken before, %", "after, %")


def section(runs: Sequence[Ran], with_examples: bool = True) -> Section:
    """The table of every task, and one of this task's own score."""
    found = plain.section(TASK, runs)
    rows = []
    for run in runs:
        made = [attempt for attempt in run.made if attempt.after and attempt.perturbation]
        before = [_takes_first(one.before, run.examples[one.example_id].query) for one in made]
        after = [_takes_first(one.after, one.perturbation.query) for one in made]
        rows.append(line(run.names.victim, run.names.attack, share_interval(before), share_interval(after)))
    table = Table(columns(*HEADER), tuple(rows), names=2, title="What stands first")
    return replace(found, blocks=(*found.blocks, part("What is chosen", shown(table))))


def _takes_first(verdict: Verdict, query: Query) -> bool:
    return verdict.prediction is not None and best_answer(verdict.prediction) == query.options[0]
