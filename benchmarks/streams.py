"""Seconds of AddAny against a system that takes its time: asked batch by batch, and as a stream that goes on by itself.

The system is one of this process: it answers 32 queries at once, as a service would; each after 0.3 seconds, or
unevenly, after 0.3 seconds on average with a long tail.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from math import log
from pathlib import Path
from threading import Lock
from typing import ClassVar

from measuring import arguments, say
from stumper.adversaries.reading.add_any import AddAny
from stumper.identity import query_id
from stumper.protocols import Adversary, Victim
from stumper.runs import Plan, Settings, run
from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Attempt, Example, Gold, Guess, Passage, Prediction, Query


@dataclass
class Service:
    """Answers by chance, but the same query always alike; ``requests`` counts what it was asked."""

    pool: ThreadPoolExecutor
    seconds: float
    is_uneven: bool
    fingerprint: str | None = "slow"
    requests: int = 0
    lock: Lock = field(default_factory=Lock)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """All at once, when the last is there."""
        return list(self.pool.map(self._said, queries))

    def _said(self, query: Query) -> Prediction:
        with self.lock:
            self.requests += 1
        chance = int(query_id(query)[:6], 16)
        time.sleep(-self.seconds * log((chance + 1) / 0x1000001) if self.is_uneven else self.seconds)
        answer = "in 1874" if chance % 13 == 0 else "Ada Thorn"
        probability = 0.3 + chance % 997 / 2000
        return Prediction((Guess(answer, probability),), probability)


@dataclass
class Stream(Service):
    """The same, each answer as it arrives."""

    def predict_each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction]]:
        """Each when it is there."""
        places = {self.pool.submit(self._said, query): at for at, query in enumerate(queries)}
        for future in as_completed(places):
            yield places[future], future.result()


@dataclass(frozen=True)
class Parts:
    """What the runs are made of."""

    service: Service
    making: ClassVar[float] = 0.0

    def victim(self) -> Victim:
        """The service."""
        return self.service

    def adversary(self) -> Adversary:
        """The quick search."""
        return AddAny("fast")


def main() -> None:
    args = arguments(__doc__, examples=12, concurrency=32, milliseconds=300, budget=25)
    for is_uneven in (False, True):
        compare(args, is_uneven)


def compare(args: argparse.Namespace, is_uneven: bool) -> None:
    """Says what both ways take, and checks that they make the same rows."""
    examples = [made(number) for number in range(args.examples)]
    plan = Plan("set", "set-fingerprint", "slow", "slow", "add-any", budget=args.budget)
    found: dict[str, list[Attempt]] = {}
    figures: dict[str, float] = {}
    for way, kind in (("batches", Service), ("stream", Stream)):
        with ThreadPoolExecutor(args.concurrency) as pool, tempfile.TemporaryDirectory() as folder:
            service = kind(pool, args.milliseconds / 1000, is_uneven)
            with Store.open(str(Path(folder) / "s.db")) as store:
                began = time.perf_counter()
                for _ in run(plan, Parts(service), examples, store, Settings(max_error_rate=1)):
                    pass
                figures[way] = time.perf_counter() - began
                found[way] = sorted(store.attempts(plan.id), key=lambda attempt: attempt.example_id)
        longest = max(attempt.queries for attempt in found[way])
        say("streams", way=way, uneven=is_uneven, examples=args.examples, requests=service.requests,
            concurrency=args.concurrency, longest_attempt=longest, seconds=round(figures[way], 2))  # fmt: skip
    assert found["batches"] == found["stream"], "the rows differ"
    say("streams_ratio", uneven=is_uneven, batches_by_stream=round(figures["batches"] / figures["stream"], 2))


def made(number: int) -> Example:
    """A question about a lamp."""
    passage = Passage(f"p{number}", f"Ada Thorn lit lamp {number} in 1874.")
    return Example(f"e{number}", Question("Who lit the lamp?", passage), Gold((Answer("Ada Thorn", 0),)))


if __name__ == "__main__":
    main()
