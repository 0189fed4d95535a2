"""`stumper index`."""

from math import ceil
from pathlib import Path
from typing import Annotated

import typer

ENDED = {
    "built": "wrote the index of {pages} to {out}; next: stumper evaluate CLAIMS --victim tfidf-esim:{out}",
    "stood": "{out} holds the index of these {pages} already",
}


def index(
    dump: Annotated[
        Path,
        typer.Argument(
            metavar="DUMP",
            help="Pages in the format of FEVER's Wikipedia dump: a .jsonl or .jsonl.gz file, a folder, or a zip.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the index is to lie.")],
) -> None:
    """Build the index of pages that systems find evidence in; interrupted, the same command goes on where it stood."""
    from stumper.cli.console import Progress, remark
    from stumper.retrieval import build_from
    from stumper.sections.wording import plural

    progress: Progress | None = None
    try:
        for standing in build_from(dump, out):
            if standing.phase in ENDED:
                break
            if progress is None or progress.name != standing.phase:
                if progress is not None:
                    progress.close()
                progress = Progress(standing.phase, "MB")
            tail = plural(standing.pages, "page") if standing.pages else ""
            progress.update(ceil(standing.done / 1e6), ceil(standing.size / 1e6), tail)
    finally:
        if progress is not None:
            progress.close()
    remark(ENDED[standing.phase].format(out=out, pages=plural(standing.pages, "page")))
