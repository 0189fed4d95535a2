"""How long five attacks on passages take for many questions, over SQuAD's paragraphs as a corpus and `rag` as a system.

    python benchmarks/rag_throughput.py [--limit 1000] [--workers 1] [--data DIR]

Nothing is kept between runs: what an index, a parse or an answer costs is in the seconds. The time of the first attack
has the time to index and load; `in_all` has everything.
"""

import os
import tempfile
import time
from pathlib import Path

from measuring import arguments, say
from stumper import api

FILE = "reading/squad-dev-v1.1-24-articles.json.gz"
ATTACKS = ("passage-sent", "passage-conflict", "passage-withhold", "passage-poison", "question-misspell")


def main() -> None:
    args = arguments(__doc__, limit=1000, workers=1)
    os.chdir(args.data)
    settings = api.Settings(args.workers)
    with tempfile.TemporaryDirectory() as folder, api.open_store(str(Path(folder) / "stumper.db")) as store:
        first = time.perf_counter()
        for attack in ATTACKS:
            began = time.perf_counter()
            made = api.attack(
                f"open:{FILE}", attack, f"rag:{FILE}", limit=args.limit, seed=1, store=store, settings=settings
            )
            say("rag_throughput", attack=attack, questions=args.limit, attempts=len(made.attempts()),
                seconds=round(time.perf_counter() - began, 1))  # fmt: skip
        say("rag_throughput", attack="in_all", seconds=round(time.perf_counter() - first, 1))


if __name__ == "__main__":
    main()
