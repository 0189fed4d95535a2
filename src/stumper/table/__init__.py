"""One table of results, whatever task, attack or system: what reports, gates and pages are views of."""

from stumper.table.columns import COLUMNS, STATUSES, VERSION, VIEW_COLUMNS, Texts
from stumper.table.of_runs import of_runs
from stumper.table.table import Table, joined, read
from stumper.table.views import views_of

__all__ = [
    "COLUMNS",
    "STATUSES",
    "VERSION",
    "VIEW_COLUMNS",
    "Table",
    "Texts",
    "joined",
    "of_runs",
    "read",
    "views_of",
]
