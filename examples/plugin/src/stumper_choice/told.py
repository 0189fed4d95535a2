"""What a report says of multiple choice beside what it says of every task: how often the first choice is taken."""

from collections.abc import Sequence
from dataclasses import replace

from stumper.predictions import best_answer
from stumper.sections import plain
from stumper.sections.ran import Ran
from stumper.sections.section import Section, Table
from stumper.sections.showing import columns, line, part, shown
from stumper.statistics import share
from stumper.types import Query, Verdict
from stumper_choice.choice import TASK

HEADER = ("system", "attack", "first taken before, %", "after, %")


def section(runs: Sequence[Ran], with_examples: bool = True) -> Section:
    """The table and the examples of every task, and a table of this task's own score."""
    found = plain.section(TASK, runs, with_examples)
    rows = []
    for run in runs:
        wanted = {attempt.example_id for attempt in run.made}
        read = [(one, example) for one, example in run.every() if one.example_id in wanted]
        made = [(one, example) for one, example in read if one.after and one.perturbation]
        before = [_takes_first(one.before, example.query) for one, example in made]
        after = [_takes_first(one.after, one.perturbation.query) for one, _ in made]
        rows.append(line(run.names.victim, run.names.attack, share(before), share(after)))
    table = Table(columns(*HEADER), tuple(rows), names=2, title="What stands first")
    return replace(found, blocks=(*found.blocks, part("What is chosen", shown(table))))


def _takes_first(verdict: Verdict, query: Query) -> bool:
    return verdict.prediction is not None and best_answer(verdict.prediction) == query.options[0]
