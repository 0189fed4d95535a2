"""Scores as a table and as the JSON of the contract."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import isnan
from types import MappingProxyType
from typing import TYPE_CHECKING

from stumper.scoring import Score

if TYPE_CHECKING:
    from rich.table import Table

    from stumper.runs import Counts


def scores_json(
    scores: Sequence[Score], counts: "Counts | None" = None, further: Mapping[str, object] = MappingProxyType({})
) -> str:
    """`{"scores": [...]}`, values in [0, 1], unrounded; null where nothing is known, or too little for an interval.

    With counts, `"queries"` says what was asked for them; what else there is to tell stands behind.
    """
    from stumper.reports.json_file import plain

    asked = {} if counts is None else {"queries": counts.told}
    return json.dumps({"scores": [plain(asdict(score)) for score in scores], **asked, **further})


def scores_table(scores: Sequence[Score], files: Sequence[str] = ()) -> "Table":
    """A row a score: percent with its interval and n; and the file that each is of, where there are several."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    several = len({*files}) > 1
    for header in (*(["data set"] if several else []), "victim", "on", "score"):
        table.add_column(header)
    for header in ("value %", "95% interval", "n"):
        table.add_column(header, justify="right")
    for place, s in enumerate(scores):
        attacked = f"{s.on} ({s.adversary})" if s.adversary else s.on
        value, interval = f"{100 * s.value:.2f}", "" if isnan(s.low) else f"[{100 * s.low:.1f}, {100 * s.high:.1f}]"
        figures = (value, interval) if s.n else ("–", "")
        of = [files[place]] if several else []
        table.add_row(*of, s.victim or "", attacked, s.name, *figures, str(s.n))
    return table
