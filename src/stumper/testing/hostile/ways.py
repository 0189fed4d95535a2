"""What a way to misbehave is, and what a system that takes one is made of."""

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from stumper.testing.hostile.town import concerns_trap, honest
from stumper.types import Prediction, Query

Ends = Literal["measured", "unanswered", "errored", "partly", "refused", "stopped"]
Reach = Literal["code", "process", "http", "openai"]
Before = Literal["nothing", "itself", "itself while it was healthy", "another that was healthy"]

MEANINGS: dict[Ends, str] = {
    "measured": "every figure is that of the honest system",
    "unanswered": "the query counts as left unanswered, which scores 0; the others are measured",
    "errored": "the attempt at the query concerned ends as errored, and no score counts it; the others are measured",
    "partly": "each attempt is measured as the honest system's is, or ends as errored",
    "refused": "the run ends with a sentence and exit code 2",
    "stopped": "the run ends with a sentence and exit code 3",
}
HEALTHY = "STUMPER_HOSTILE_HEALTHY"  # an environment variable: where it is set, hostile systems are honest

RELEASED = threading.Event()  # set once a run has ended: what hangs in this process need not hang any longer
LONG = 3600.0  # seconds, as good as for ever


@dataclass(frozen=True, slots=True)
class Way:
    """One way to misbehave: what the system does, and how a run that asks it must end.

    ``name`` is in kebab case. ``system`` makes a victim for the ways of code. ``before`` says what was run on the same
    store earlier. A way whose ``reach`` is "process" would end or spoil the process that it runs in. ``batch_size`` is
    1 where all that is in a batch would be lost with the query concerned. ``apart`` is how a run ends
    whose system is in a worker, where that is otherwise.
    """

    name: str
    does: str
    ends: Ends
    system: Callable[[], object] | None = None
    reach: Reach = "code"
    task: str = "reading"
    before: Before = "nothing"
    batch_size: int = 64
    apart: tuple[Ends, ...] = ()

    def must_end(self, workers: int = 1) -> tuple[Ends, ...]:
        """How a run may end that has so many workers."""
        return self.apart if workers > 1 and self.apart else (self.ends,)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of ``predict``, the ``number``-th since the system was made."""

    queries: Sequence[Query]
    number: int

    @property
    def is_trap(self) -> bool:
        """Whether one of the queries is where to misbehave."""
        return any(map(concerns_trap, self.queries))

    def honest(self) -> list[Prediction]:
        """The honest predictions."""
        return [honest(query) for query in self.queries]

    def but(self, said: Prediction) -> list[Prediction]:
        """The honest predictions, but for this one where the trap is."""
        return [said if concerns_trap(query) else honest(query) for query in self.queries]


Act = Callable[[Call], object]


@dataclass(slots=True)
class Misbehaving:
    """Returns what its act returns."""

    act: Act
    fingerprint: object
    calls: int = 0

    def predict(self, queries: Sequence[Query]) -> object:
        """What the act makes of the call; the honest predictions while hostile systems are healthy."""
        self.calls += 1
        call = Call(queries, self.calls)
        return call.honest() if HEALTHY in os.environ else self.act(call)


@dataclass(slots=True)
class Streaming:
    """Hands over its predictions one by one, as its act does."""

    act: Act
    fingerprint: object
    calls: int = 0

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """The honest predictions, but where the trap is: there nothing comes."""
        call = Call(queries, 0)
        if call.is_trap:
            raise RuntimeError("there is nothing but the stream")
        return call.honest()

    def predict_each(self, queries: Sequence[Query]) -> object:
        """What the act makes of the call."""
        self.calls += 1
        return self.act(Call(queries, self.calls))


def way(name: str, does: str, ends: Ends, act: Act, fingerprint: object = "", reach: Reach = "code",
        task: str = "reading", before: Before = "nothing", batch_size: int = 64) -> Way:  # fmt: skip
    """The row of a system whose ``predict`` is this act; its fingerprint is its name, where none is given."""
    return Way(name, does, ends, lambda: Misbehaving(act, fingerprint or name), reach, task, before, batch_size)
