"""A run that is too large to be tried, event by event: who waits for whom, and what it costs.

Examples in shards, each with a driver of its own; a driver gives tasks to workers, two for each at once, takes in one
result after the other, and waits for the commit of each before it goes on. A database serves one commit after the
other, of one driver or of several, in the order in which they ask. What a row costs them is what many_rows.py has
measured (``--costs``); how fast a system answers, and what an hour of its machine costs, are said here and are nobody's
promise. A worker of which the machine is lost does its task again. Figures of the simulation stand beside those of the
arithmetic, which knows no waiting: the slowest of its three sets the time.
"""

import argparse
import heapq
import json
from collections import deque
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from random import Random

from measuring import say
from stumper.runs.pool import AHEAD, CHUNK

COSTS = Path(__file__).parents[1] / "docs" / "figures" / "many_rows.json"
HOUR = 3600.0
SUCCESSOR = 60.0  # seconds until another machine stands for a lost one
ENDS, ASKS, STORED = 0, 1, 2  # a worker with a task; a driver for the commit of a result; a database with that


@dataclass(frozen=True)
class Plan:
    """A run: ``rate`` are the queries that the system of one worker answers in a second, ``lost`` the worker's deaths
    an hour, ``price`` of its machine an hour, ``driver_price`` of a core of a driver or of a database; the shards share
    the ``databases``."""

    examples: int
    workers: int
    shards: int
    databases: int
    rate: float
    lost: float
    price: float
    driver_price: float


@dataclass(frozen=True)
class Costs:
    """What one row costs, in seconds of a core and in bytes."""

    queries: float
    driver: float
    worker: float
    database: float
    stored: float
    held: float


@dataclass(frozen=True)
class Simulated:
    """A run that has ended: its ``seconds`` until the last row is stored; the shares of them that workers, drivers and
    databases are at work, and that drivers wait for commits; the tasks that were done more than once."""

    seconds: float
    workers_busy: float
    drivers_busy: float
    drivers_waiting: float
    databases_busy: float
    again: int


@dataclass
class Driver:
    """One shard: the tasks that nobody has begun, and the workers whose results nobody has taken in."""

    tasks: int
    results: deque[int] = field(default_factory=deque)
    is_busy: bool = False


@dataclass
class Worker:
    """One worker: of which shard, and how many tasks lie ready for it."""

    shard: int
    ready: int = 0
    is_busy: bool = False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--costs", type=Path, default=COSTS)
    parser.add_argument("--examples", type=int, default=100_000_000)
    parser.add_argument("--workers", type=int, default=1_000)
    parser.add_argument("--rate", type=float, default=100.0, help="queries that one worker's system answers a second")
    parser.add_argument("--lost", type=float, default=0.01, help="deaths of a worker an hour")
    parser.add_argument("--price", type=float, default=2.0, help="of a worker's machine an hour")
    parser.add_argument("--driver-price", type=float, default=0.05, help="of a core an hour")
    parser.add_argument(
        "--shards",
        nargs="+",
        type=shards_of,
        default=[(1, 1), (10, 10), (50, 50), (100, 100), (50, 10)],
        help="how many, each with a database of its own; or SHARDS/DATABASES, which they share",
    )
    args = parser.parse_args()
    costs = costs_of(args.costs)
    for shards, databases in args.shards:
        plan = Plan(args.examples, args.workers, shards, databases, args.rate, args.lost, args.price, args.driver_price)
        named = f"{shards}" if databases == shards else f"{shards}/{databases}"
        say("at_scale", shards=named, n=plan.examples, workers=plan.workers, **told(plan, costs))


def shards_of(text: str) -> tuple[int, int]:
    """The shards and the databases that they share; ValueError where one of them would have none."""
    shards, _, databases = text.partition("/")
    found = int(shards), int(databases or shards)
    if not 1 <= found[1] <= found[0]:
        raise ValueError(text)
    return found


def costs_of(path: Path, size: str = "") -> Costs:
    """What a run of many_rows.py over so many examples has measured, the largest unless one is named."""
    figures = json.loads(path.read_text(encoding="utf-8"))["figures"]
    size = size or max({key.split("/")[0] for key in figures}, key=int)
    names = ("queries_a_row", "driver_seconds_a_row", "worker_seconds_a_row", "database_seconds_a_row", "bytes_a_row",
             "driver_bytes_a_row")  # fmt: skip
    return Costs(*(figures[f"{size}/{name}"] for name in names))


def told(plan: Plan, costs: Costs) -> dict[str, float]:
    """How long it takes, by arithmetic and by the simulation, what waits, and what it costs."""
    found = simulated(plan, costs)
    machines = plan.workers * plan.price + (plan.shards + plan.databases) * plan.driver_price
    return {
        "asking_hours": plan.examples * (costs.queries / plan.rate + costs.worker) / plan.workers / HOUR,
        "driving_hours": plan.examples * (costs.driver + costs.database) / plan.shards / HOUR,
        "storing_hours": plan.examples * costs.database / plan.databases / HOUR,
        "hours": found.seconds / HOUR, "workers_busy": found.workers_busy, "drivers_busy": found.drivers_busy,
        "drivers_waiting": found.drivers_waiting, "databases_busy": found.databases_busy, "done_again": found.again,
        "price": machines * found.seconds / HOUR, "terabytes": plan.examples * costs.stored / 1e12,
        "gigabytes_a_driver": plan.examples * costs.held / plan.shards / 1e9,
        "gigabytes_a_database": plan.examples * costs.stored / plan.databases / 1e9,
    }  # fmt: skip


def simulated(plan: Plan, costs: Costs) -> Simulated:
    """What comes of the run. Each worker is one driver's, as those of an executor are."""
    random, events = Random(1), list[tuple[float, int, int]]()  # when, what, and of which worker
    asking = CHUNK * (costs.queries / plan.rate + costs.worker)
    taking, storing = CHUNK * costs.driver, CHUNK * costs.database
    chance = plan.lost * asking / HOUR
    tasks = ceil(plan.examples / CHUNK)
    drivers = [Driver(tasks // plan.shards + (place < tasks % plan.shards)) for place in range(plan.shards)]
    workers = [Worker(place % plan.shards) for place in range(plan.workers)]
    free = [0.0] * plan.databases  # when each has done all commits that it was asked for
    asked, waited, again, last = 0.0, 0.0, 0, 0.0

    def send(now: float, place: int) -> None:
        """The driver sends the worker a task, if it has one."""
        worker = workers[place]
        driver = drivers[worker.shard]
        if driver.tasks:
            driver.tasks -= 1
            worker.ready += 1
            if not worker.is_busy:
                begin(now, place)

    def begin(now: float, place: int) -> None:
        """The worker goes on with what lies ready for it, if anything does."""
        nonlocal asked
        worker = workers[place]
        worker.is_busy = worker.ready > 0
        if worker.is_busy:
            worker.ready -= 1
            takes = asking * random.uniform(0.8, 1.2)
            asked += takes
            heapq.heappush(events, (now + takes, ENDS, place))

    def take(now: float, driver: Driver) -> None:
        """The driver goes on with the result that has waited longest, if any does."""
        driver.is_busy = bool(driver.results)
        if driver.is_busy:
            heapq.heappush(events, (now + taking, ASKS, driver.results.popleft()))

    for _ in range(AHEAD):
        for place in range(plan.workers):
            send(0.0, place)
    while events:
        now, what, place = heapq.heappop(events)
        worker = workers[place]
        driver = drivers[worker.shard]
        if what == ENDS and random.random() < chance:  # the executor has the task done again
            again += 1
            worker.ready += 1
            begin(now + SUCCESSOR, place)
        elif what == ENDS:
            driver.results.append(place)
            if not driver.is_busy:
                take(now, driver)
            begin(now, place)
        elif what == ASKS:
            database = worker.shard % plan.databases
            free[database] = max(free[database], now) + storing
            waited += free[database] - now
            heapq.heappush(events, (free[database], STORED, place))
        else:
            last = now
            send(now, place)
            take(now, driver)
    assert not any(driver.tasks or driver.results for driver in drivers)
    taken = tasks * taking
    return Simulated(last, asked / (last * plan.workers), taken / (last * plan.shards), waited / (last * plan.shards),
                     tasks * storing / (last * plan.databases), again)  # fmt: skip


if __name__ == "__main__":
    main()
