"""Several attacks on several systems carried out one after the other: one that fails does not keep the others back."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stumper.errors import Spent, StumperError, told_first

if TYPE_CHECKING:
    from stumper.cli.console import Done
    from stumper.jobs import Job


@dataclass(slots=True)
class Carried:
    """The jobs that came to their end, with what was done in how many seconds, and why others did not, by name."""

    ended: "list[tuple[Job, Done, float]]" = field(default_factory=list)
    failed: list[tuple[str, StumperError]] = field(default_factory=list)

    def check(self, ended: int | None = None) -> None:
        """Nothing, where all came to their end; else the error to be told, with how many others there were, of which
        ``ended`` came to theirs."""
        if not self.failed:
            return
        name, error = told_first(self.failed)
        total = len(self.failed) + (len(self.ended) if ended is None else ended)
        others = ", the others did" if total > len(self.failed) else ""
        several = f"{len(self.failed)} of {total} did not come to their end{others}; the first, {name}: "
        raise type(error)(f"{several if total > 1 else ''}{error}") from error


def carried(jobs: "Sequence[Job]", named: "Callable[[int, Job], str]") -> Carried:
    """All the jobs, each under its name and number; a single one raises what keeps it from its end."""
    from stumper.cli.console import carry_out

    found = Carried()
    for number, job in enumerate(jobs, 1):
        began, name = time.perf_counter(), named(number, job)
        try:
            done = carry_out(job, name)
        except StumperError as error:
            if len(jobs) == 1 or isinstance(error, Spent):  # of which no other has any left either
                raise
            found.failed.append((f"{job.plan.adversary} x {job.plan.victim}", error))
        else:
            found.ended.append((job, done, time.perf_counter() - began))
    return found
