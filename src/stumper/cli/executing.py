"""Who carries a command's runs out: this process, others of this machine, or a cluster."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from stumper.cli.options import Care, Hands
from stumper.errors import BadOption

if TYPE_CHECKING:
    from stumper.runs import Settings


@dataclass(frozen=True, slots=True)
class Workers:
    """How many there are, where, and with what each: ``resources`` by name, and the ``address`` of a cluster."""

    number: int = 1
    executor: str = "local"
    resources: Mapping[str, float] | None = None
    address: str | None = None

    @property
    def are_elsewhere(self) -> bool:
        """Whether the system is asked by other processes than this one."""
        return self.number > 1 or self.executor != "local"


@dataclass(slots=True)
class _Held:
    """What a command's workers are, and what ends with it."""

    stack: ExitStack
    workers: Workers


_HELD: ContextVar[_Held] = ContextVar("_HELD")


@contextmanager
def executing() -> Iterator[_Held]:
    """A command whose executor ends when it does, however that is; what nobody has begun then is not begun."""
    with ExitStack() as stack:
        held = _Held(stack, Workers())
        token = _HELD.set(held)
        try:
            yield held
        finally:
            _HELD.reset(token)


def workers_of(hands: Hands) -> Workers:
    """What the options say; BadOption where they do not go together."""
    if hands.executor == "local" and (hands.resources or hands.cluster):
        named = "--resources" if hands.resources else "--cluster"
        raise BadOption(f"{named} is about the workers of a cluster: add --executor ray.")
    return Workers(hands.workers, hands.executor, amounts(hands.resources), hands.cluster)


def planned(
    run: Mapping[str, Any],
    number: int | None,
    executor: Literal["local", "ray"] | None,
    resources: str | None,
    address: str | None,
) -> Workers:
    """What a plan file says in its table ``run``, where no option says otherwise; BadOption as in ``workers_of``."""
    said = ",".join(f"{name}={amount}" for name, amount in run.get("resources", {}).items())
    return workers_of(Hands(
        number or run.get("workers", 1), executor or run.get("executor", "local"), resources or said or None,
        address or run.get("cluster"),
    ))  # fmt: skip


def amounts(text: str | None) -> dict[str, float] | None:
    """NAME=AMOUNT,... as a mapping; BadOption for anything else."""
    if not text:
        return None
    found: dict[str, float] = {}
    for part in text.split(","):
        name, _, amount = part.strip().partition("=")
        try:
            found[name] = float(amount)
        except ValueError:
            found[name] = -1
        if not name or not 0 <= found[name] < float("inf"):
            raise BadOption(f"--resources takes NAME=AMOUNT, not {part!r}: for example gpu=1 or cpu=2,gpu=0.5.")
    return found


def asks_twice(care: Care) -> bool:
    """Whether runs with these options ask a system that may vary some originals twice: not on an allowance."""
    return care.ask_again > 0 and care.max_requests is None and care.max_cost is None


def settings_for(workers: Workers, care: Care) -> "Settings":
    """How runs are carried out by these workers; BadOption where what one process asks is bounded, and others ask."""
    from stumper import api

    how: dict[str, Any] = {"max_error_rate": care.max_errors, "ask_again": care.ask_again, "timeout": care.timeout}
    if (care.max_requests, care.max_cost) != (None, None) and workers.are_elsewhere:
        raise BadOption("--max-requests and --max-cost bound what one process asks: leave out --workers and "
                        "--executor, as services are asked several times at once anyway.")  # fmt: skip
    held = _HELD.get()
    held.workers = workers
    if workers.executor == "local":
        return api.Settings(workers.number, **how)
    from stumper.runs.ray_executor import RayExecutor

    executor = RayExecutor(workers.number, workers.resources, workers.address)
    held.stack.callback(executor.shutdown, False, cancel_futures=True)
    return api.Settings(workers.number, executor=executor, **how)
