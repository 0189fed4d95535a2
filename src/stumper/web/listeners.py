"""Those who follow a match at this server, and what waits to be told them."""

import asyncio
from dataclasses import dataclass, field

from stumper.people.matches.views import View

MOST_WAITING = 256  # messages to somebody whose line is too slow; then they come anew


@dataclass(slots=True, eq=False)
class Listener:
    """Somebody who follows a match: messages wait for them in ``queue``; None: they must come anew.

    ``seen`` is what they see once all that waits has reached them; None: nothing yet.
    """

    person: str | None
    rules_it: bool
    address: str = ""
    seen: View | None = None
    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    delays: list[float] = field(default_factory=list)

    @property
    def delay(self) -> float | None:
        """The least of the last few measured: what is above it is chance."""
        return min(self.delays[-5:]) if self.delays else None

    def tell(self, message: str) -> None:
        """The message waits for them."""
        if self.queue.qsize() < MOST_WAITING - 1:
            self.queue.put_nowait(message)
        else:
            self.send_away()

    def send_away(self) -> None:
        """They are told to come anew, after what waits for them."""
        if not self.queue.full():
            self.queue.put_nowait(None)
