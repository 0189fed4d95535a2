"""AddAny and AddCommon: the fast search against the paper's on the same examples and seeds, and where the time goes."""

import tempfile
import time
from pathlib import Path

from measuring import arguments, say
from stumper import api
from stumper.scores import difference_interval, mean_interval
from stumper.types import Attempt


def main() -> None:
    args = arguments(__doc__, examples=30, seed=1)
    dataset = str(args.data / "reading" / "squad-dev-v1.1-24-articles.json.gz")
    with tempfile.TemporaryDirectory() as folder:
        for adversary in ("add-any", "add-common"):
            found = {}
            for search in ("fast", "paper"):
                # A store each: neither may profit from the other's cached predictions.
                store = api.open_store(str(Path(folder) / f"{adversary}-{search}.db"))
                job = api.prepare(dataset, adversary, options={"search": search}, limit=args.examples, seed=args.seed,
                                  store=store)  # fmt: skip
                began = time.perf_counter()
                [*_, step] = job.steps()
                wall = time.perf_counter() - began
                attempts = found[search] = job.attempts()
                say("search", adversary=adversary, search=search, n=len(attempts),
                    original_f1=mean_interval([before(a) for a in attempts]).value,
                    adversarial_f1=interval([after(a) for a in attempts]),
                    unique_queries=sum(a.queries for a in attempts), outcomes=outcomes(attempts),
                    wall_seconds=wall, share_inside_victim=step.counts.victim_seconds / wall)  # fmt: skip
            queries = {search: [float(a.queries) for a in attempts] for search, attempts in found.items()}
            say("search", adversary=adversary, comparison="fast against paper",
                queries_ratio=sum(queries["fast"]) / sum(queries["paper"]),
                f1_difference=vars_of(difference_interval(*([after(a) for a in found[s]] for s in ("paper", "fast")))),
                queries_difference=vars_of(difference_interval(queries["paper"], queries["fast"])))  # fmt: skip


def before(attempt: Attempt) -> float:
    assert attempt.before.score is not None
    return attempt.before.score


def after(attempt: Attempt) -> float:
    return before(attempt) if attempt.after is None or attempt.after.score is None else attempt.after.score


def interval(values: list[float]) -> list[float]:
    return vars_of(mean_interval(values))


def vars_of(estimate: object) -> list[float]:
    return [getattr(estimate, name) for name in ("value", "low", "high")]


def outcomes(attempts: list[Attempt]) -> dict[str, int]:
    named = [str(attempt.outcome) for attempt in attempts]
    return {name: named.count(name) for name in sorted(set(named))}


if __name__ == "__main__":
    main()
