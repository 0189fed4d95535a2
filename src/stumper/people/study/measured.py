"""What a project's models make of what its people and machines made: the report and the table of its runs."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stumper.people.projects.project import Project
from stumper.people.projects.runs_to_use import own_data_set, used_runs
from stumper.reports import build_report, figures
from stumper.reports.json_file import plain
from stumper.sections.section import Block
from stumper.store import Store
from stumper.table import of_runs


@dataclass(frozen=True, slots=True)
class Measured:
    """What the report of the project's runs says: sentences, pictures and tables, and all of it as JSON; nothing of a
    project without a run."""

    sentences: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    figures: str = "null"


def measured(store: Store, project: Project) -> Measured:
    """The report as it is now, without examples; it is kept until something is submitted or judged."""
    runs = list(used_runs(store, project))
    if not runs:
        return Measured()
    key, state = f"people's report {project.id}", store.state(runs)
    return store.memos().computed(key, state, Measured, lambda: _measured(store, project, runs))


def report_of(store: Store, project: Project) -> Any:
    """The report of the project's runs as `stumper report --json` prints it, without examples; None without a run."""
    return json.loads(measured(store, project).figures)


def write_table(store: Store, project: Project, path: Path) -> None:
    """The file holds the table of the project's runs, in the format that its name says."""
    of_runs(store, list(used_runs(store, project)), called=own_data_set(store, project)).write(path)


def _measured(store: Store, project: Project, runs: list[str]) -> Measured:
    report = build_report(store, runs, with_examples=False, called=own_data_set(store, project))
    blocks = tuple(block for section in report.sections for block in section.blocks)
    return Measured(report.sentences, blocks, json.dumps(plain(figures(report))))
