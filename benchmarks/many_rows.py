"""What a row costs: many questions of our own through PostgreSQL, by processes, against a system that answers at once.

The system costs next to nothing, so that what is measured is the rest: the processor seconds a row of the process that
calls (``driver``), of the workers and of the database, the bytes a row in the database, and the memory of the driver:
once the questions are in it, at most while it runs, and at most while the report is made of all rows. Each size is run
in a process of its own, which begins with nothing. Rows are counted in the store at the end. With ``--plain 1`` nothing
is changed, so that each question is asked once: a driver's memory grows with the questions alone, and is seen sooner.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from sqlalchemy import text

import stumper
from clusters import cluster, database_on
from measuring import arguments, say
from scaling import rows_of
from stumper.store import Store

WORKERS = 2
ADVERSARY = "edit-misspell"
TICKS = os.sysconf("SC_CLK_TCK")


def first_word(question: str, context: str) -> str:
    """A system that answers at once, with the paragraph's first word."""
    return context.split()[0]


def main() -> None:
    args = arguments(__doc__, most=100_000, least=10_000, plain=0)
    if (url := os.environ.get("MANY_ROWS_URL")) is not None:
        print(json.dumps(measured(url, args.most, "identity" if args.plain else ADVERSARY)))
        return
    with cluster() as server:
        if server is None:
            sys.exit("PostgreSQL is not here: install it (Debian: apt install postgresql).")
        for size in (args.least, args.most):
            with database_on(server) as url:
                command = [sys.executable, __file__, "--most", str(size), "--plain", str(args.plain)]
                before = _postgres_seconds()
                ran = subprocess.run(command, env={**os.environ, "MANY_ROWS_URL": url}, stdout=subprocess.PIPE,
                                     check=True, text=True)  # fmt: skip
                found = json.loads(ran.stdout)
                say("many_rows", examples=f"{size}", workers=WORKERS, **found,
                    database_seconds_a_row=(_postgres_seconds() - before) / size)  # fmt: skip


def measured(url: str, size: int, adversary: str) -> dict[str, float]:
    """The costs of a run over so many questions, in this process and those that it begins."""
    empty, rows = _most_memory(), rows_of(size)
    before, began, cpu = _most_memory(), time.perf_counter(), _seconds(resource.RUSAGE_SELF)
    with tempfile.TemporaryDirectory() as folder, Store.open(url) as store:
        os.chdir(folder)
        system = import_module("many_rows").first_word  # as workers import it, not of the script
        with ProcessPoolExecutor(WORKERS, get_context("spawn")) as executor:
            found = stumper.attack(rows, victim=system, adversaries=adversary, executor=executor, store=store)
            wall, driver = time.perf_counter() - began, _seconds(resource.RUSAGE_SELF) - cpu
        held = _most_memory()
        found.summary()
        reporting = time.perf_counter() - began - wall
        with store.engine.connect() as connection:
            count = connection.scalar(text("SELECT count(*) FROM attempts"))
            asked = connection.scalar(text("SELECT sum(queries) FROM attempts"))
            stored = connection.scalar(text("SELECT pg_database_size(current_database())"))
        assert count == size, (count, size)
        return {
            "n": size, "seconds": wall, "rows_a_second": size / wall, "queries_a_row": asked / size,
            "driver_seconds_a_row": driver / size, "worker_seconds_a_row": _seconds(resource.RUSAGE_CHILDREN) / size,
            "bytes_a_row": stored / size, "questions_megabytes": before / 2**20, "driver_megabytes": held / 2**20,
            "driver_bytes_a_row": (held - empty) / size, "report_megabytes": _most_memory() / 2**20,
            "report_bytes_a_row": (_most_memory() - empty) / size, "report_seconds_a_row": reporting / size,
        }  # fmt: skip


def _seconds(whose: int) -> float:
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def _most_memory() -> int:
    """Bytes, the most that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _postgres_seconds() -> float:
    """Of all server processes there are, and of those that they have had."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, rest = (folder / "stat").read_text().rsplit(")", 1)
        except OSError:
            continue
        if name.split("(", 1)[1].startswith("postgres"):
            total += sum(map(int, rest.split()[11:15]))
    return total / TICKS


if __name__ == "__main__":
    main()
