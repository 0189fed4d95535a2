"""Seconds and memory that the report of a large store takes, in all its forms."""

import sys
import tempfile
import time
from io import StringIO
from pathlib import Path

from rich.console import Console, RenderableType

from measuring import arguments, say
from table_size import KINDS, fill, tell, told


def main() -> None:
    args = arguments(__doc__, rows=1_000_000)
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            url = str(Path(folder) / "stumper.db")
            fill(url, args.rows, kind)
            print(f"filled in {time.perf_counter() - began:.0f} s", file=sys.stderr)
            for line in told("report_size.report", url, folder):
                say("report_size", kind=kind, rows=args.rows, **line)


def report(url: str, folder: str) -> None:
    """Makes the report of all runs and writes each of its forms; ``gb`` is the most memory until then."""
    from stumper.reports import build_report, html, markdown, terminal, to_json
    from stumper.store import Store

    store = Store.open(url)
    began = time.perf_counter()
    made = build_report(store, list(store.plans()))
    tell(step="made", runs=len(made.provenance), examples=len(made.examples), began=began)
    forms = {"html": html, "md": markdown, "json": to_json, "txt": lambda one: _as_text(terminal(one))}
    for name, written in forms.items():
        began, path = time.perf_counter(), Path(folder) / f"report.{name}"
        path.write_text(written(made), encoding="utf-8")
        tell(step=f"written {name}", mb=path.stat().st_size / 1e6, began=began)


def _as_text(shown: RenderableType) -> str:
    """What a terminal of a hundred columns shows."""
    console = Console(file=StringIO(), width=100)
    with console.capture() as captured:
        console.print(shown)
    return captured.get()


if __name__ == "__main__":
    main()
