"""Scores as a table and as the JSON of the contract."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from math import isnan
from typing import TYPE_CHECKING

from stumper.scoring import Score

if TYPE_CHECKING:
    from rich.table import Table

    from stumper.runs import Counts


def scores_json(scores: Sequence[Score], counts: "Counts | None" = None) -> str:
    """`{"scores": [...]}`, values in [0, 1], unrounded; null where nothing is known, or too little for an interval.

    With counts, `"queries"` says what was asked for them.
    """
    from stumper.reports.json_file import plain

    asked = {} if counts is None else {"queries": counts.told}
    return json.dumps({"scores": [plain(asdict(score)) for score in scores], **asked})


def trained_on(file: str, scores: Sequence[Score]) -> str:
    """How many of the examples in a file no score of a victim counts, as it was trained on them; empty without any."""
    if not scores or not scores[0].trained_on:
        return ""
    first = scores[0]
    left = "no score counts them" if first.n else "there is no score"
    return (f"{file}: {first.victim} was trained or tuned on {first.trained_on:,} of {first.trained_on + first.n:,} "
            f"(trained-on), so {left}.")  # fmt: skip


def failed_on(file: str, scores: Sequence[Score]) -> str:
    """On how many of the examples in a file a victim failed, so that no score counts them; empty where on none."""
    from stumper.scores.signature import said_by

    number = int(said_by(scores[0].signature, "errored") or 0) if scores else 0
    if not number:
        return ""
    return f"{file}: {scores[0].victim} failed on {number:,} of {number + scores[0].n:,}: no score counts them."


def scores_table(scores: Sequence[Score]) -> "Table":
    """A row a score: percent with its interval and n."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in ("victim", "on", "score"):
        table.add_column(header)
    for header in ("value %", "95% interval", "n"):
        table.add_column(header, justify="right")
    table.add_column("signature", style="dim", overflow="fold")
    for s in scores:
        attacked = f"{s.on} ({s.adversary})" if s.adversary else s.on
        value, interval = f"{100 * s.value:.2f}", "" if isnan(s.low) else f"[{100 * s.low:.1f}, {100 * s.high:.1f}]"
        table.add_row(
            s.victim or "", attacked, s.name, *((value, interval) if s.n else ("–", "")), str(s.n), s.signature
        )
    return table
