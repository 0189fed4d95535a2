"""How long five attacks on passages take for many questions, over SQuAD's paragraphs as a corpus and `rag` as a system.

    python benchmarks/rag_throughput.py [--limit 1000] [--workers 1] [--data DIR]

Nothing is kept between runs of this script: what an index, a parse or an answer costs is in the time. The first attack
has the time to index, to load, and to read five passages a question; `in_all` has everything. Most of it is reading, so
that it is told how many passages were read: an attack on the passages has one or two of a variant read, one that asks
another question five. `processor_seconds` are those of all threads; where a machine has nothing else to do, two cores
need half of them.
"""

import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from measuring import arguments, say
from stumper import api
from stumper.victims.passage_reader import Pair, PassageReader, Reading

FILE = "reading/squad-dev-v1.1-24-articles.json.gz"
ATTACKS = ("passage-sent", "passage-conflict", "passage-withhold", "passage-poison", "question-presuppose")


def main() -> None:
    args = arguments(__doc__, limit=1000, workers=1)
    os.chdir(args.data)
    settings = api.Settings(args.workers)
    reads = counted()
    with tempfile.TemporaryDirectory() as folder, api.open_store(str(Path(folder) / "stumper.db")) as store:
        first, first_processor = time.perf_counter(), time.process_time()
        for attack in ATTACKS:
            began, began_processor, read = time.perf_counter(), time.process_time(), reads[0]
            made = api.attack(
                f"open:{FILE}", attack, f"rag:{FILE}", limit=args.limit, seed=1, store=store, settings=settings
            )
            say("rag_throughput", attack=attack, questions=args.limit, attempts=len(made.attempts()),
                seconds=round(time.perf_counter() - began, 1), read=reads[0] - read,
                processor_seconds=round(time.process_time() - began_processor, 1))  # fmt: skip
        say("rag_throughput", attack="in_all", seconds=round(time.perf_counter() - first, 1), read=reads[0],
            processor_seconds=round(time.process_time() - first_processor, 1))  # fmt: skip


def counted() -> list[int]:
    """How many passages have been read by this process, at any time."""
    found, reading = [0], PassageReader._read

    def read(reader: PassageReader, pairs: Sequence[Pair]) -> dict[Pair, Reading]:
        found[0] += len(pairs)
        return reading(reader, pairs)

    PassageReader._read = read  # type: ignore[method-assign]
    return found


if __name__ == "__main__":
    main()
