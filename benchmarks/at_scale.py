"""A run that is too large to be tried, event by event: who waits for whom, and what it costs.

Examples in shards, each with a driver and a database of its own; a driver gives tasks to workers, two for each at once,
and takes in one result after the other. What a row costs them is what many_rows.py has measured (``--costs``); how
fast a system answers, and what an hour of its machine costs, are said here and are nobody's promise. A worker of which
the machine is lost does its task again. Figures of the simulation stand beside those of the arithmetic, which knows no
waiting: the slowest of the three sets the time.
"""

import argparse
import heapq
import json
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from random import Random

from measuring import say
from stumper.runs.pool import AHEAD, CHUNK

COSTS = Path(__file__).parents[1] / "docs" / "figures" / "many_rows.json"
HOUR = 3600.0
SUCCESSOR = 60.0  # seconds until another machine stands for a lost one
ARRIVES, ENDS = 0, 1  # a task at a worker; a worker with a task


@dataclass(frozen=True)
class Plan:
    """A run: ``rate`` are the queries that the system of one worker answers in a second, ``lost`` the worker's deaths
    an hour, ``price`` of its machine an hour, ``driver_price`` of a core of a driver or of a database."""

    examples: int
    workers: int
    shards: int
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


@dataclass
class Driver:
    """One shard: the tasks that nobody has begun, and when the driver, one thing at a time, is free again."""

    tasks: int
    free: float = 0.0
    busy: float = 0.0


@dataclass
class Worker:
    """One worker: of which shard, how many tasks lie ready for it and how many are on their way."""

    shard: int
    ready: int = 0
    coming: int = 0
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
    parser.add_argument("--shards", type=int, nargs="+", default=[1, 10, 50, 100, 200])
    args = parser.parse_args()
    costs = costs_of(args.costs)
    for shards in args.shards:
        plan = Plan(args.examples, args.workers, shards, args.rate, args.lost, args.price, args.driver_price)
        say("at_scale", shards=str(shards), n=plan.examples, workers=plan.workers, **told(plan, costs))


def costs_of(path: Path) -> Costs:
    """What the largest run of many_rows.py has measured."""
    figures = json.loads(path.read_text(encoding="utf-8"))["figures"]
    size = max({key.split("/")[0] for key in figures}, key=int)
    names = ("queries_a_row", "driver_seconds_a_row", "worker_seconds_a_row", "database_seconds_a_row", "bytes_a_row",
             "driver_bytes_a_row")  # fmt: skip
    return Costs(*(figures[f"{size}/{name}"] for name in names))


def told(plan: Plan, costs: Costs) -> dict[str, float]:
    """How long it takes, by arithmetic and by the simulation, what waits, and what it costs."""
    asking = plan.examples * (costs.queries / plan.rate + costs.worker) / plan.workers
    driving = plan.examples * (costs.driver + costs.database) / plan.shards
    seconds, busy_workers, busy_drivers, again = simulated(plan, costs)
    machines = plan.workers * plan.price + 2 * plan.shards * plan.driver_price
    return {
        "asking_hours": asking / HOUR, "driving_hours": driving / HOUR,
        "hours": seconds / HOUR, "workers_busy": busy_workers, "drivers_busy": busy_drivers, "done_again": again,
        "price": machines * seconds / HOUR, "terabytes": plan.examples * costs.stored / 1e12,
        "gigabytes_a_driver": plan.examples * costs.held / plan.shards / 1e9,
        "gigabytes_a_database": plan.examples * costs.stored / plan.shards / 1e9,
    }  # fmt: skip


def simulated(plan: Plan, costs: Costs) -> tuple[float, float, float, int]:
    """The seconds until the last row is stored, the shares of them that workers and drivers are at work, and the tasks
    that were done more than once. Each worker is one driver's, as those of an executor are."""
    random, ends = Random(1), list[tuple[float, int, int]]()  # when, what, and of which worker
    asking = CHUNK * (costs.queries / plan.rate + costs.worker)
    driving = CHUNK * (costs.driver + costs.database)
    chance = plan.lost * asking / HOUR
    tasks = ceil(plan.examples / CHUNK)
    drivers = [Driver(tasks // plan.shards + (place < tasks % plan.shards)) for place in range(plan.shards)]
    workers = [Worker(place % plan.shards) for place in range(plan.workers)]
    asked, again, last = 0.0, 0, 0.0

    def send(now: float, place: int) -> None:
        """The driver, once it is free, sends the worker a task, if it has one."""
        worker = workers[place]
        driver = drivers[worker.shard]
        if driver.tasks:
            driver.tasks -= 1
            worker.coming += 1
            heapq.heappush(ends, (max(now, driver.free), ARRIVES, place))

    def begin(now: float, place: int) -> None:
        """The worker goes on with what lies ready for it, if anything does."""
        nonlocal asked
        worker = workers[place]
        worker.is_busy = worker.ready > 0
        if worker.is_busy:
            worker.ready -= 1
            takes = asking * random.uniform(0.8, 1.2)
            asked += takes
            heapq.heappush(ends, (now + takes, ENDS, place))

    for place in range(plan.workers):
        for _ in range(AHEAD):
            send(0.0, place)
    while ends:
        now, what, place = heapq.heappop(ends)
        worker = workers[place]
        driver = drivers[worker.shard]
        if what == ARRIVES:
            worker.coming -= 1
            worker.ready += 1
            if not worker.is_busy:
                begin(now, place)
        elif random.random() < chance:  # the task that it was at is anybody's again
            driver.tasks += 1
            again += 1
            send(now + SUCCESSOR, place)
            begin(now + SUCCESSOR, place)
        else:
            driver.free = max(driver.free, now) + driving  # the result is taken in
            driver.busy += driving
            last = max(last, driver.free)
            send(driver.free, place)
            begin(now, place)
    assert not any(driver.tasks for driver in drivers)
    return last, asked / (last * plan.workers), sum(one.busy for one in drivers) / (last * plan.shards), again


if __name__ == "__main__":
    main()
