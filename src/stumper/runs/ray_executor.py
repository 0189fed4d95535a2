"""Ray's actors as an executor of ``concurrent.futures``: each holds a system and an attack from task to task."""

import os
import platform
import queue
import socket
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass
from typing import Any

from stumper.errors import BadOption, MissingExtra, VictimFailed
from stumper.runs.pool import check_versions, versions
from stumper.runs.worker import portable
from stumper.version import __version__

DEATHS = 3  # of workers at one task, after which it is thought to kill them; or of successors, each as it began
PATIENCE = 60.0  # seconds that a lost worker's successor may wait for room, while nobody else is at work
REACHED = 30.0  # seconds that whoever listens at a cluster's address may take to be heard
GLANCE = 0.5  # seconds between two looks at whether anything has changed
LARGE = 100_000  # bytes of an argument from which on it is sent to each machine once, not with every task
Result = tuple[Any, Exception | None]


class Worker:
    """Carries out tasks in a process of the cluster, on one thread."""

    def __init__(self, threads: int) -> None:
        os.environ.setdefault("STUMPER_THREADS", str(threads))

    def carry_out(self, function: Callable[..., Any], *arguments: Any) -> Result:
        """What the function returns, or what it raises."""
        try:
            return function(*arguments), None
        except Exception as error:  # whatever it is, the driver raises it
            return None, portable(error)


@dataclass(slots=True)
class Task:
    """One call with the future of its result; ``deaths`` are of workers that were at it."""

    future: "Future[Any]"
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    deaths: int = 0


class RayExecutor(Executor):
    """Sends tasks to ``workers`` actors of a Ray cluster, each with these ``resources`` (``cpu``, ``gpu``, or what the
    cluster calls its own; one ``cpu`` if nothing is said).

    ``address`` is the cluster's, else RAY_ADDRESS, else a cluster of this machine, which is begun where there is none.
    The task of an actor that dies is done again by another. Nothing is begun before the first task; MissingExtra and
    BadOption then say what cannot be had.
    """

    def __init__(
        self, workers: int = 1, resources: Mapping[str, float] | None = None, address: str | None = None
    ) -> None:
        self._max_workers = workers
        self._resources = dict(resources or {"cpu": 1})
        self._address = address
        self._tasks: queue.Queue[Task] = queue.Queue()
        self._threads: list[threading.Thread] = []
        self._lock, self._over = threading.Lock(), threading.Event()
        self._at_work: dict[threading.Thread, Any] = {}  # the actor of each thread that has one
        self._large: tuple[bytes, Any] | None = None  # what was sent to all last, and Ray's name of it
        self._is_ours = False  # the connection to Ray
        self._ray: Any = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """The future of a call in a worker, which takes no keywords."""
        assert not kwargs
        if self._over.is_set():
            raise RuntimeError("cannot schedule new futures after shutdown")
        with self._lock:
            if self._ray is None:
                self._ray, self._is_ours = _connected(self._address)
                _check_room(self._ray, self._resources, self._max_workers)
                self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(self._max_workers)]
                for thread in self._threads:
                    thread.start()
        future: Future[Any] = Future()
        self._tasks.put(Task(future, fn, args))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends all actors; with ``wait``, not before what was submitted has been done, unless that is cancelled."""
        if self._ray is None or self._over.is_set():
            self._over.set()
            return
        if cancel_futures:
            for task in self._drained():
                task.future.cancel()
        if wait:
            while self._tasks.unfinished_tasks and any(thread.is_alive() for thread in self._threads):
                time.sleep(GLANCE / 10)
        self._over.set()
        for actor in list(self._at_work.values()):
            self._ray.kill(actor)
        for thread in self._threads:
            thread.join()
        for task in self._drained():
            task.future.cancel()
        if self._is_ours:
            self._ray.shutdown()

    def _drained(self) -> list[Task]:
        found = list[Task]()
        while True:
            try:
                found.append(self._tasks.get_nowait())
            except queue.Empty:
                return found
            self._tasks.task_done()

    def _serve(self) -> None:
        """Hands tasks to one actor after the other, until all is over. Whoever has no actor takes no task: those who
        have one may be idle, in the very room that the next would need."""
        actor, refusal = None, None
        while not self._over.is_set():
            if actor is None and refusal is None:
                try:
                    actor = self._begun()
                except Exception as error:  # Ray may refuse in any way; whoever waits for a task hears it
                    refusal = error
            try:
                task = self._tasks.get(timeout=GLANCE)
            except queue.Empty:
                continue
            try:
                if not (task.deaths or task.future.set_running_or_notify_cancel()):
                    continue
                if refusal is not None:
                    task.future.set_exception(refusal)
                elif not self._is_done(task, actor):
                    actor = None
            finally:
                self._tasks.task_done()
        if actor is not None:
            self._ray.kill(actor)

    def _is_done(self, task: Task, actor: Any) -> bool:
        """Whether a task has its result; if not, its actor has died, and it is handed on."""
        try:
            result, error = self._ray.get(actor.carry_out.remote(task.function, *map(self._sent, task.arguments)))
        except self._ray.exceptions.RayActorError as lost:
            self._at_work.pop(threading.current_thread(), None)
            self._hand_on(task, lost)
            return False
        except Exception as failed:  # Ray may refuse in any way; whoever waits for the task hears it
            task.future.set_exception(failed)
            return True
        if error is not None:
            task.future.set_exception(error)
        else:
            task.future.set_result(result)
        return True

    def _hand_on(self, task: Task, lost: Exception) -> None:
        """The task is anybody's again, unless it is thought to kill whoever is at it."""
        task.deaths += 1
        if self._over.is_set():
            task.future.set_exception(BrokenExecutor("the executor was shut down"))
        elif task.deaths >= DEATHS:
            task.future.set_exception(BrokenExecutor(f"{task.deaths} workers ended at one task: {lost}"))
        else:
            self._tasks.put(task)

    def _begun(self) -> Any:
        """A new actor that is ready, in the place of which another was hired where it ended as it began; VictimFailed
        after ``DEATHS`` of them."""
        for _ in range(DEATHS):
            try:
                return self._hired()
            except self._ray.exceptions.RayActorError as lost:
                ended = lost
        raise VictimFailed(f"{DEATHS} workers of the cluster in succession ended while they began "
                           f"({_line(_last(ended))}). What was done is kept: run the same command again.")  # fmt: skip

    def _hired(self) -> Any:
        """A new actor that is ready; VictimFailed where the cluster has had no room for anybody for a minute, BadOption
        where its machine has no Stumper, or other versions than are here, and Ray's error where it ends as it begins.
        """
        kinds = {"cpu": "num_cpus", "gpu": "num_gpus", "memory": "memory"}
        known = {kinds[name]: amount for name, amount in self._resources.items() if name in kinds}
        own = {name: amount for name, amount in self._resources.items() if name not in kinds}
        options = {"num_cpus": 0, **known, "resources": own}
        threads = max(1, int(self._resources.get("cpu", 1)))
        actor = self._ray.remote(Worker).options(**options).remote(threads)
        ready, since = actor.carry_out.remote(check_versions, versions()), time.monotonic()
        while not self._ray.wait([ready], timeout=GLANCE)[0]:
            if self._at_work:
                since = time.monotonic()
            if self._over.is_set() or time.monotonic() - since > PATIENCE:
                self._ray.kill(actor)
                raise VictimFailed(f"The cluster has had no room for a worker with {_said(self._resources)} for "
                                   f"{PATIENCE:.0f} seconds. What was done is kept: run the same command again once it "
                                   "has.")  # fmt: skip
        try:
            _, error = self._ray.get(ready)
        except (self._ray.exceptions.RayTaskError, self._ray.exceptions.RayActorError) as failed:
            self._ray.kill(actor)
            if not getattr(failed, "actor_init_failed", True):
                raise
            raise BadOption(f"A worker of the cluster cannot import Stumper {__version__} ({_line(_last(failed))}). "
                            "Install it on every machine.") from None  # fmt: skip
        if error is not None:
            self._ray.kill(actor)
            raise error
        self._at_work[threading.current_thread()] = actor
        return actor

    def _sent(self, argument: Any) -> Any:
        """The argument, or where it is large and the last one's, Ray's name of what each machine has once."""
        if not isinstance(argument, bytes) or len(argument) < LARGE:
            return argument
        with self._lock:
            if self._large is None or self._large[0] is not argument:
                self._large = argument, self._ray.put(argument)
            return self._large[1]


def _connected(address: str | None) -> tuple[Any, bool]:
    """Ray, connected to a cluster, and whether it was not before."""
    try:
        import ray
        from ray import is_initialized  # which a folder of this name, taken for the package, has not
    except ImportError as error:
        raise MissingExtra("The executor 'ray' needs Ray: pip install 'stumper[cluster]'.") from error
    if is_initialized():
        return ray, False
    named = address or os.environ.get("RAY_ADDRESS") or ""
    try:
        _reach(named)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR",
                 include_dashboard=None if named else False)  # fmt: skip
    except Exception as error:  # Ray may refuse in any way: nobody there, other versions of Ray or of Python
        where = named or "this machine"
        raise BadOption(f"No cluster can be used at {where} from Python {platform.python_version()} with Ray "
                        f"{ray.__version__} ({_line(error)}). Name another address, or begin one with ray start, "
                        "with the same versions.") from error  # fmt: skip
    return ray, True


def _reach(address: str) -> None:
    """Nothing where somebody listens at an address with a port, or it has none; else OSError: Ray itself asks for
    minutes whether somebody has come."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), REACHED).close()


def _check_room(ray: Any, resources: Mapping[str, float], workers: int) -> None:
    """Nothing; BadOption where so many workers never find these resources in the cluster as it is."""
    named = {{"cpu": "CPU", "gpu": "GPU"}.get(name, name): amount for name, amount in resources.items() if amount}
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    room = sum(min((int(node.get(name, 0) / amount + 1e-9) for name, amount in named.items()), default=workers)
               for node in nodes)  # fmt: skip
    if room < workers:
        raise BadOption(f"The cluster has room for {room} workers with {_said(resources)} each, not {workers}: ask for "
                        "fewer workers, or for less for each.")  # fmt: skip


def _said(resources: Mapping[str, float]) -> str:
    return ", ".join(f"{name}={amount:g}" for name, amount in resources.items())


def _last(failed: Exception) -> str:
    """Why, before which stand lines of Ray's and of a traceback."""
    return str(failed).strip().splitlines()[-1]


def _line(error: object) -> str:
    return " ".join(str(error).split())[:200]
