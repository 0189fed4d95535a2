"""The embedded systems' own saliency (gradient x embedding) beside leave-one-out: time, and agreement in rank.

    python benchmarks/saliency.py [--data DIR] [--queries 30]

Each query is explained for its best guess. The agreement is Spearman's rank correlation over the words of a query, of
the values and of their absolute values; a query whose words all weigh the same is left out. "of_question" is the same
over the words of the question alone.
"""

import time
from argparse import Namespace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from measuring import arguments, say, shown
from stumper import api
from stumper.saliency import leave_one_out
from stumper.statistics import CHANGE, mean
from stumper.types import Weight
from stumper.victims import embedded
from stumper.victims.graphs import threads

Pair = tuple[NDArray[np.float64], NDArray[np.float64]]


def main() -> None:
    args = arguments(__doc__, queries=30)
    squad = args.data / "reading" / "squad-dev-v1.1-24-articles.json.gz"
    for name in ("reading", str(squad), "verification", "oracle:verification"):
        measure(name, args)


def measure(name: str, args: Namespace) -> None:
    """Both ways on queries that are drawn of a data set; the gradient's first call reads its graph and is left out."""
    victim = embedded.load("", ())
    queries = [example.query for example in api.drawn(tuple(api.load_dataset(name)), args.queries, seed=2)]
    answers = [prediction.guesses[0].answer for prediction in victim.predict(queries)]
    victim.saliency(queries[0], answers[0])
    spent: dict[str, list[float]] = {"gradient": [], "leave_one_out": []}
    everything: list[Pair] = []
    asked: list[Pair] = []
    for query, answer in zip(queries, answers, strict=True):
        began = time.perf_counter()
        weights = victim.saliency(query, answer)
        spent["gradient"].append(time.perf_counter() - began)
        began = time.perf_counter()
        expected = leave_one_out(victim, query, answer)
        spent["leave_one_out"].append(time.perf_counter() - began)
        everything.append((values(weights), values(expected)))
        asked.append((values(weights, "question"), values(expected, "question")))
    milliseconds = {way: 1000 * median(seconds) for way, seconds in spent.items()}
    say("saliency", on=name.rpartition("/")[2], n=len(queries), threads=threads(),
        words=float(np.mean([len(one) for one, _ in everything])), median_milliseconds=milliseconds,
        leave_one_out_over_gradient=sum(spent["leave_one_out"]) / sum(spent["gradient"]),
        agreement=agreement(everything), of_question=agreement(asked))  # fmt: skip


def values(weights: list[Weight], field: str = "") -> NDArray[np.float64]:
    return np.array([weight.value for weight in weights if weight.field.startswith(field)])


def agreement(pairs: list[Pair]) -> dict[str, object]:
    varied = [(found, expected) for found, expected in pairs if len(set(found)) > 1 and len(set(expected)) > 1]
    signed = [spearman(found, expected) for found, expected in varied]
    absolute = [spearman(abs(found), abs(expected)) for found, expected in varied]
    return {"signed": shown(mean(signed, within=CHANGE)), "absolute": shown(mean(absolute, within=CHANGE))}


def spearman(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Pearson's correlation of ranks, where equal values have the mean of theirs."""
    return float(np.corrcoef(ranks(first), ranks(second))[0, 1])


def ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[places]


if __name__ == "__main__":
    main()
