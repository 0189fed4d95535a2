"""`stumper report`."""

from pathlib import Path
from typing import Annotated

import typer

from stumper.cli.options import JsonOption, StoreOption


def report(
    runs: Annotated[list[str] | None, typer.Argument(metavar="[RUN...]", help="Ids of runs; all, without any.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="The folder for report.html, report.md and report.json.  [default: out; with --json, none is written]",
        ),
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write what the store holds as one HTML file, as Markdown and as JSON."""
    from stumper import api
    from stumper.cli.console import remark, show
    from stumper.reports import terminal, to_json

    value = api.report(runs or (), api.existing_store(store))
    folder = out or (None if as_json else Path("out"))
    written = folder and api.write_report(value, folder)
    if as_json:
        print(to_json(value))
    else:
        show(terminal(value))
    if written:
        remark(f"open {written}")
