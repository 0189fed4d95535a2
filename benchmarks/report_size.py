"""Seconds and memory that the report of a large store takes, in all its forms; how its page opens in Chromium."""

import shutil
import statistics
import sys
import tempfile
import time
from io import StringIO
from pathlib import Path

from rich.console import Console, RenderableType

from measuring import arguments, say
from table_size import KINDS, fill, originals, tell, told

TIMES = 5  # a page is opened, each time in a tab of its own


def main() -> None:
    args = arguments(__doc__, rows=1_000_000)
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            url = str(Path(folder) / "stumper.db")
            fill(url, args.rows, kind)
            print(f"filled in {time.perf_counter() - began:.0f} s", file=sys.stderr)
            for line in [*told("report_size.report", url, folder), *told("report_size.opened", url, folder)]:
                say("report_size", kind=kind, rows=args.rows, originals=originals(args.rows, kind), **line)


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


def opened(url: str, folder: str) -> None:
    """Opens the page in Chromium; its median ``seconds_to_first_example``, and how high it is before the examples."""
    from playwright.sync_api import sync_playwright

    page_at, began = Path(folder) / "report.html", time.perf_counter()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        waits = []
        for _ in range(TIMES):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(page_at.as_uri())
            page.wait_for_selector("#browser .badge")
            waits.append(
                page.evaluate("() => new Promise(done => requestAnimationFrame(() => done(performance.now())))")
            )
            pixels = page.evaluate("() => document.querySelector('#examples').getBoundingClientRect().top + scrollY")
            page.close()
        browser.close()
    seconds = statistics.median(waits) / 1000
    tell(step="opened", times=TIMES, seconds_to_first_example=seconds, pixels_before=round(pixels), began=began)


def _as_text(shown: RenderableType) -> str:
    """What a terminal of a hundred columns shows."""
    console = Console(file=StringIO(), width=100)
    with console.capture() as captured:
        console.print(shown)
    return captured.get()


if __name__ == "__main__":
    main()
