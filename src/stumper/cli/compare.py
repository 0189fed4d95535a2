"""`stumper compare`."""

from pathlib import Path
from typing import Annotated

import typer

from stumper.cli.options import (
    FailIfOption,
    JsonOption,
    JunitOption,
    LimitOption,
    MapOption,
    MarginOption,
    OriginalsOption,
    SeedOption,
    StoreOption,
)


def compare(
    a: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="A run's id or its beginning, a system in the store, a store, a file that stumper table wrote, a "
            "report.json, or predictions (file:FILE, or a file with --dataset).",
        ),
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="What is compared with it, named alike.")],
    dataset: Annotated[
        str | None, typer.Option("--dataset", metavar="DATASET", help="The data set that predictions are of.")
    ] = None,
    originals: OriginalsOption = None,
    map_: MapOption = None,
    limit: LimitOption = None,
    seed: SeedOption = 1,
    score: Annotated[
        str | None, typer.Option(help="The score to compare by, such as exact_match.  [default: the task's own]")
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="The column of the table to group by.  [default: all groups of the task]"),
    ] = None,
    examples: Annotated[int, typer.Option(min=0, help="So many that fell, and that improved, are shown.")] = 3,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the pairs to a .csv, .jsonl or .parquet file.")
    ] = None,
    fail_if: FailIfOption = None,
    margin: MarginOption = 2,
    verbose: Annotated[bool, typer.Option("--verbose", help="Show the signatures, and all further scores.")] = False,
    store: StoreOption = None,
    junit: JunitOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare two systems, runs or files question by question: what improved, what fell, and which answers flipped."""
    from stumper import api
    from stumper.cli.against import close, on_terminal
    from stumper.cli.console import remark, show, tell
    from stumper.comparing import Predictions, pairs_of, to_json, verdict
    from stumper.sections.wording import plural
    from stumper.table.files import check_writable, write_columns

    if out is not None:
        api.writable(out)
        check_writable(out)
    if dataset is not None:
        [dataset] = api.with_maps([dataset], map_)
    predictions = Predictions(dataset, originals, limit, seed)
    found = api.compare(a, b, predictions=predictions, url=store, by=by, score=score, examples=examples)
    judged = None if fail_if is None else verdict(found, fail_if, margin / 100)
    if as_json:
        tell(to_json(found, judged))
    else:
        show(on_terminal(found, verbose))
    if out is not None:
        write_columns(out, pairs_of(found))
        remark(f"wrote {plural(sum(len(cell.pairs) for cell in found.cells), 'pair')} to {out}")
    close(found, judged)
