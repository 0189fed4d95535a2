"""The report as JSON: everything, unrounded."""

import json
from dataclasses import asdict
from math import isnan

from stumper.reports.report import Report


def to_json(report: Report) -> str:
    """The report value, field by field; what is not a number (nothing was scored) is null."""
    return json.dumps(plain(asdict(report)), ensure_ascii=False, indent=1)


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
