"""`stumper table`."""

from pathlib import Path
from typing import Annotated

import typer

from stumper.cli.options import StoreOption


def table(
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="A .parquet, .csv or .jsonl file; the last two also as .gz.")
    ],
    runs: Annotated[list[str] | None, typer.Argument(metavar="[RUN...]", help="Ids of runs; all, without any.")] = None,
    views: Annotated[
        Path | None,
        typer.Option("--views", metavar="FILE", help="Also what was said of each tossup after each of its sentences."),
    ] = None,
    store: StoreOption = None,
) -> None:
    """Write the results that the store holds as one table, a row for each variant that a system met."""
    from stumper import api
    from stumper.cli.console import remark
    from stumper.sections.wording import count, plural
    from stumper.table.files import check_writable

    for path in filter(None, (out, views)):
        api.writable(path)
        check_writable(path)  # before the store is read: it may be large
    opened = api.existing_store(store)
    found = api.table(runs or (), opened)
    found.write(out)
    statuses = found.texts("status")
    told = ", ".join(f"{count(int(statuses.equal(status).sum()))} {status}" for status in sorted(statuses.found()))
    remark(f"wrote {plural(len(found), 'row')} of {plural(len(found.columns), 'column')} to {out}"
           + (f": {told}" if told else ""))  # fmt: skip
    if views is not None:
        of_views = api.views(runs or (), opened)
        of_views.write(views)
        remark(f"wrote {plural(len(of_views), 'view')} to {views}")
