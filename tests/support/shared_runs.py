"""A run that several processes carry out together, against a victim that notes what it is asked."""

import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from running import EXAMPLES, PLAN, Parts, rule, steps_of
from stumper.identity import query_id
from stumper.protocols import Victim
from stumper.runs import Settings
from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.types import Example, Prediction, Query


@dataclass(frozen=True)
class Notes:
    """A victim that writes down what it is asked, in a file of its own process, and takes its time."""

    folder: str
    seconds: float
    fingerprint: str | None = "scripted"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """By the rule."""
        time.sleep(self.seconds)
        with (Path(self.folder) / f"{os.getpid()}.asked").open("a") as file:
            file.writelines(f"{query_id(query)}\n" for query in queries)
        return [rule(query) for query in queries]


@dataclass(frozen=True)
class Noted(Parts):
    """The parts of a run against it."""

    folder: str = ""
    seconds: float = 0.0

    def victim(self) -> Victim:
        return Notes(self.folder, self.seconds)


def carried_out(url: str, folder: str, workers: int, has_executor: bool = False, seconds: float = 0.05) -> None:
    """What each of the processes does, its workers being threads of an executor or processes; it writes down the
    figures that it ends with."""
    settings = Settings(workers, batch_size=8, ask_again=0)  # whoever begins late asks for nothing once more
    with Store.open(url) as store, ThreadPoolExecutor(workers) as executor:
        settings = replace(settings, executor=executor) if has_executor else settings
        last = steps_of(store, Noted(folder=folder, seconds=seconds), settings, MANY)[-1]
        assert last.done == last.total == len(MANY)
        told = [store.outcomes(PLAN.id), last.counts.recorded, last.counts.answered]
        (Path(folder) / f"{os.getpid()}.ended").write_text(json.dumps(told))


def _again(one: Example, number: int) -> Example:
    assert isinstance(one.query, Question)
    return Example(f"{one.id}-{number}", Question(f"{one.query.text} {number}", one.query.context), one.gold)


MANY = tuple(_again(one, number) for number in range(5) for one in EXAMPLES)
