"""A small run whose rows are known to be the same however it is carried out."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from stumper.adversaries.reading.add_any import AddAny
from stumper.errors import BadOption, VictimFailed
from stumper.identity import query_id
from stumper.protocols import Adversary, Victim
from stumper.runs import Plan, Settings, Step, run
from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.testing import ScriptedVictim
from stumper.types import Answer, Attempt, Example, Gold, Guess, Passage, Prediction, Query


def example(number: int) -> Example:
    passage = Passage(f"p{number}", f"Ada Thorn lit lamp {number} in 1874.")
    return Example(f"e{number}", Question("Who lit the lamp?", passage), Gold((Answer("Ada Thorn", 0),)))


EXAMPLES = tuple(example(number) for number in range(20))
PLAN = Plan("set", "set-fingerprint", "scripted", "scripted", "add-any", budget=40)


def rule(query: Query) -> Prediction:
    """An answer, and how sure it is, that only the query decides."""
    chance = int(query_id(query)[:6], 16)
    answer = "in 1874" if chance % 61 == 0 else "Ada" if chance % 7 == 0 else "Ada Thorn"
    probability = 0.3 + chance % 997 / 2000
    return Prediction((Guess(answer, probability),), probability)


@dataclass(frozen=True)
class Parts:
    """Made anew in each process: nothing but what can be pickled."""

    fails_on: str | None = None
    fault: str = "raises"
    dies_in_worker: bool = False
    refusal: str | None = None
    making: ClassVar[float] = 0.0

    def victim(self) -> Victim:
        if self.refusal is not None:
            raise BadOption(self.refusal)
        if self.dies_in_worker:
            raise SystemExit(1)
        if self.fails_on is None:
            return ScriptedVictim(rule)
        return ScriptedVictim(rule, fault=self.fault, where=self.fails_on)  # type: ignore[arg-type]

    def adversary(self) -> Adversary:
        return AddAny("fast", length=4)


def steps_of(
    store: Store,
    parts: Parts = Parts(),
    settings: Settings = Settings(),
    examples: Sequence[Example] = EXAMPLES,
    plan: Plan = PLAN,
) -> list[Step]:
    return list(run(plan, parts, examples, store, settings))


def rows(store: Store, plan: Plan = PLAN) -> list[Attempt]:
    return sorted(store.attempts(plan.id), key=lambda attempt: attempt.example_id)


NEVER = threading.Event()  # what hangs waits for it


@dataclass
class Streaming:
    """Hands over what the rule says from the last query to the first, but for what concerns lamp 3."""

    act: str = "well"
    fingerprint: str | None = "scripted"
    calls: int = 0
    asked: list[Query] = field(default_factory=list)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """By the rule."""
        return [rule(query) for query in queries]

    def predict_each(self, queries: Sequence[Query]) -> Any:
        """By the act."""
        self.calls += 1
        self.asked += queries
        return None if self.act == "none" else self._each(queries)

    def _each(self, queries: Sequence[Query]) -> Iterator[Any]:
        for at, query in reversed(list(enumerate(queries))):
            assert isinstance(query, Question)
            if self.act == "well" or "lit lamp 3 " not in query.context.text:
                yield at, rule(query)
                continue
            match self.act:
                case "raises":
                    raise RuntimeError("gone")
                case "exits":
                    raise SystemExit(0)
                case "refuses":
                    raise VictimFailed("The service is closed.")
                case "is interrupted":
                    raise KeyboardInterrupt
                case "cannot":
                    yield at, RuntimeError("gone")
                case "cannot go on":
                    yield at, VictimFailed("The service is closed.")
                case "hangs":
                    NEVER.wait(60)
                case "twice":
                    yield at, rule(query)
                    yield at, rule(query)
                case "outside":
                    yield len(queries), rule(query)
                case "bare":
                    yield rule(query)
                case "not a number":
                    yield at, Prediction((Guess("Ada", float("nan")),), None)


@dataclass(frozen=True)
class Streamed(Parts):
    """The parts of a run against a victim that streams."""

    act: str = "well"

    def victim(self) -> Victim:
        return Streaming(self.act)
