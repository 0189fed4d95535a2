"""The report as JSON: everything, unrounded."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from math import isnan

from stumper.registry import tasks
from stumper.reports.report import Report
from stumper.sections.pictures import Frontier
from stumper.sections.section import Section, Table, within


def to_json(report: Report) -> str:
    """What the report holds, key by key; what is not a number (nothing was scored) is null."""
    return json.dumps(plain(figures(report)), ensure_ascii=False, indent=1)


def figures(report: Report) -> Mapping[str, object]:
    """The report by the keys of its JSON. Those of tasks are there also where nothing was run: lists stand before the
    examples, what may be null behind the versions."""
    absent = {key: value for task in tasks() for key, value in task.absent.items()}
    every = absent | report.figures
    added = {
        "matrices": [asdict(one) for one in report.matrices],
        "contests": [asdict(one) for one in report.contests],
        "transfers": [asdict(one) for one in report.transfers],
        "frontiers": [
            _frontier(block.frontier)
            for section in report.sections
            for block in within(section.blocks)
            if block.frontier
        ],
        "abilities": [{"task": task, **asdict(ladder)} for task, ladder in report.abilities],
        "further": [asdict(one) for section in report.sections for one in section.further],
    }
    return {
        "title": report.title,
        "sentences": report.sentences,
        **{key: value for key, value in every.items() if absent.get(key, ()) is not None},
        "examples": [asdict(exhibit) for exhibit in report.examples],
        "provenance": [asdict(run) for run in report.provenance],
        "versions": report.versions,
        **{key: value for key, value in every.items() if absent.get(key, ()) is None},
        **{key: value for key, value in added.items() if value},
        "sections": [_section(section) for section in report.sections if section.figures is None],
    }


def plain(value: object) -> object:
    """The value with null for what is not a number, which JSON cannot say."""
    match value:
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case float() if isnan(value):
            return None
        case _:
            return value


def _section(section: Section) -> dict[str, object]:
    every = list(within(section.blocks))
    return {
        "name": section.name,
        "title": section.title,
        "sentences": section.sentences,
        "tables": [_table(block.table) for block in every if block.table],
        "notes": [text for block in every if block.kind == "notes" for text in block.texts],
    }


def _frontier(found: Frontier) -> list[dict[str, object]]:
    told = ("label", "correct", "excess", "beaten_by")
    return [{key: value for key, value in asdict(point).items() if key in told} for point in found.points]


def _table(table: Table) -> dict[str, object]:
    told = ("text", "number", "figure", "unit")
    rows = [
        [{key: value for key, value in asdict(cell).items() if key in told} for cell in row.cells] for row in table.rows
    ]
    return {"header": [column.name for column in table.columns], "rows": rows, "names": table.names}
