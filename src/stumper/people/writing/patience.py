"""What models are asked while somebody waits, for so many seconds and no longer."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeVar

from stumper.errors import Throttled
from stumper.runs.desk import Leaving

PATIENCE = 5.0  # seconds: whoever waits for longer believes that nothing happens
Answer = TypeVar("Answer")


class Unanswered(Throttled):
    """A model that has not answered while an author waited; what it was asked last it may still answer."""

    def __init__(self, name: str, patience: float) -> None:
        said = f"After {patience:.0f} seconds the model {name!r} has not answered yet. Your text is kept, and is sent "
        super().__init__(f"{said}again.", max(1, round(patience)))


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody waits from now on, for so many seconds altogether, however often models are asked meanwhile."""

    seconds: float
    _began: float = field(default_factory=monotonic)

    def answers(self, asks: Mapping[str, Callable[[Leaving], Answer]]) -> list[Answer]:
        """What each model says, in order; Unanswered names the first that has said nothing when the time is over."""
        said = answers_in_time(asks, self._began + self.seconds - monotonic())
        if late := [name for name in asks if name not in said]:
            raise Unanswered(late[0], self.seconds)
        return list(said.values())


def answers_in_time(asks: Mapping[str, Callable[[Leaving], Answer]], seconds: float) -> dict[str, Answer]:
    """What each model says, by its name and in order, all asked at once; without those that take longer, which are told
    that nobody waits any more. Raises what one of the others raised."""
    if not asks:
        return {}
    leaving = {name: Leaving() for name in asks}
    with ThreadPoolExecutor(len(asks)) as threads:
        asked = {name: threads.submit(ask, leaving[name]) for name, ask in asks.items()}
        over = wait(asked.values(), max(0.0, seconds)).done
        for each in leaving.values():
            each.leave()
    return {name: one.result() for name, one in asked.items() if one in over}
