"""AddAny and AddCommon: the fast search against the paper's on the same examples and seeds, and where the time goes."""

import tempfile
import time
from argparse import Namespace
from collections import Counter
from pathlib import Path
from statistics import median

from measuring import arguments, say, shown
from stumper import api
from stumper.statistics import difference, mean
from stumper.types import Attempt


def main() -> None:
    args = arguments(__doc__, examples=30, common=30, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        for adversary, examples in (("add-any", args.examples), ("add-common", args.common)):
            # A store each: neither may profit from the other's cached predictions.
            found = {
                search: attacked(args, adversary, search, examples, Path(folder) / f"{adversary}-{search}.db")
                for search in ("fast", "paper")
            }
            queries = {search: [float(a.queries) for a in attempts] for search, attempts in found.items()}
            say("search", adversary=adversary, comparison="fast against paper", n=examples,
                queries_ratio=sum(queries["fast"]) / sum(queries["paper"]),
                f1_difference=shown(difference(*([after(a) for a in found[s]] for s in ("paper", "fast")))),
                queries_difference=shown(difference(queries["paper"], queries["fast"], within=None)))  # fmt: skip


def attacked(args: Namespace, adversary: str, search: str, examples: int, store: Path) -> list[Attempt]:
    dataset = str(args.data / "reading" / "squad-dev-v1.1-24-articles.json.gz")
    job = api.prepare(dataset, adversary, options={"search": search}, limit=examples, seed=args.seed,
                      store=api.open_store(str(store)))  # fmt: skip
    began = time.perf_counter()
    [*_, step] = job.steps()
    wall = time.perf_counter() - began
    attempts = job.attempts()
    say("search", adversary=adversary, search=search, n=len(attempts),
        original_f1=shown(mean([before(a) for a in attempts])),
        adversarial_f1=shown(mean([after(a) for a in attempts])),
        queries=sum(a.queries for a in attempts), median_queries=median(a.queries for a in attempts),
        outcomes=dict(Counter(a.outcome for a in attempts)),
        wall_seconds=wall, share_inside_victim=step.counts.victim_seconds / wall)  # fmt: skip
    return attempts


def before(attempt: Attempt) -> float:
    assert attempt.before.score is not None
    return attempt.before.score


def after(attempt: Attempt) -> float:
    return before(attempt) if attempt.after is None or attempt.after.score is None else attempt.after.score


if __name__ == "__main__":
    main()
