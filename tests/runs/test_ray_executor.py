"""What is said where a cluster gives no worker that could be used; Ray stands aside, which tests/kin tries for real."""

import socket
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from stumper.errors import BadOption, StumperError, VictimFailed
from stumper.runs import pool, ray_executor
from stumper.runs.ray_executor import RayExecutor
from stumper.version import __version__


class RayTaskError(Exception):
    """What Ray raises where a worker cannot do what it is asked."""


class RayActorError(Exception):
    """What Ray raises where a worker is gone, or, with ``actor_init_failed``, has never been there."""

    actor_init_failed = False


class NeverThere(RayActorError):
    """As by a machine without the package of the worker's class."""

    actor_init_failed = True


class Ray(ModuleType):
    """One machine with one worker: a call there is made when its result is got, and ``meets`` may keep it from that."""

    def __init__(self, meets: Callable[[], object], has_room: bool = True) -> None:
        super().__init__("ray")
        self.exceptions = ModuleType("ray.exceptions")
        self.exceptions.RayTaskError = RayTaskError  # type: ignore[attr-defined]
        self.exceptions.RayActorError = RayActorError  # type: ignore[attr-defined]
        self.meets, self.has_room, self.actors = meets, has_room, dict[Actor, None]()

    def is_initialized(self) -> bool:
        return True

    def nodes(self) -> list[dict[str, object]]:
        return [{"Alive": True, "Resources": {"CPU": 1.0}}]

    def remote(self, kind: type) -> "Actor":
        self.actors[actor := Actor(kind)] = None
        return actor

    def wait(self, calls: list[object], timeout: float) -> tuple[list[object], list[object]]:
        return (calls, []) if self.has_room else ([], calls)

    def get(self, call: Callable[[], object]) -> object:
        self.meets()
        return call()

    def kill(self, actor: "Actor") -> None:
        self.actors.pop(actor, None)


class Actor:
    """An object of the class that Ray is given; ``NAME.remote(...)`` is a call that is still to be made."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def options(self, **_: object) -> "Actor":
        return self

    def remote(self, *given: object) -> "Actor":
        self.made = self.kind(*given)
        return self

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.made, name)
        return type("Method", (), {"remote": staticmethod(lambda *given: lambda: method(*given))})


def refusal(monkeypatch: pytest.MonkeyPatch, ray: Ray) -> StumperError:
    """What ends a task, once no actor is left."""
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setenv("STUMPER_THREADS", "1")
    with RayExecutor(1) as executor, pytest.raises(StumperError) as told:
        executor.submit(len, "").result(timeout=60)
    assert not ray.actors
    return told.value


FOUND = "cannot import Stumper {} (No module named 'stumper'). Install it on every machine."


@pytest.mark.parametrize(
    ("raised", "kind", "says"),
    [
        (NeverThere, BadOption, FOUND.format(__version__)),
        (RayTaskError, BadOption, FOUND.format(__version__)),  # as by a version without what it is asked to do
        (RayActorError, VictimFailed, "ended while they began (No module named 'stumper'). What was done is kept"),
    ],
)
def test_a_worker_that_does_not_begin_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, raised: type[Exception], kind: type[StumperError], says: str
) -> None:
    def meets() -> None:
        raise raised("The actor died, with many\nlines before what matters:\nNo module named 'stumper'\n")

    told = refusal(monkeypatch, Ray(meets))
    assert type(told) is kind
    assert " of the cluster " in str(told)
    assert says in str(told)


@pytest.mark.parametrize("deaths", [1, ray_executor.DEATHS - 1, ray_executor.DEATHS])
def test_another_is_hired_for_a_worker_that_ends_as_it_begins_but_not_forever(
    monkeypatch: pytest.MonkeyPatch, deaths: int
) -> None:
    met = list[int]()

    def meets() -> None:
        met.append(1)
        if len(met) <= deaths:
            raise RayActorError("killed")

    if deaths == ray_executor.DEATHS:
        assert str(refusal(monkeypatch, Ray(meets))).startswith("3 workers of the cluster in succession ended while ")
        assert len(met) == deaths
        return
    monkeypatch.setitem(sys.modules, "ray", Ray(meets))
    monkeypatch.setenv("STUMPER_THREADS", "1")
    with RayExecutor(1) as executor:
        assert executor.submit(len, "four").result(timeout=60) == 4
    assert len(met) == deaths + 2  # one more began, and had the task


def test_a_worker_of_another_version_is_told_before_it_has_work(monkeypatch: pytest.MonkeyPatch) -> None:
    told = refusal(monkeypatch, Ray(lambda: monkeypatch.setattr(pool, "__version__", "0.0")))
    assert isinstance(told, BadOption)
    assert "Stumper 0.0: rows might differ. Install one version on both." in str(told)


def test_a_cluster_that_has_no_room_for_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_executor, "PATIENCE", -1.0)
    told = refusal(monkeypatch, Ray(lambda: None, has_room=False))
    assert isinstance(told, VictimFailed)
    assert str(told).startswith("The cluster has had no room for a worker with cpu=1 for ")


def test_a_cluster_that_cannot_be_joined_is_told_with_the_versions_that_must_be_equal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Nobody(Ray):
        """Ray where nobody is at the address."""

        __version__ = "2.0"

        def is_initialized(self) -> bool:
            return False

        def init(self, **_: object) -> None:
            raise RuntimeError("Version mismatch: The cluster was started with:\n    Python: 3.8.1")

    monkeypatch.setitem(sys.modules, "ray", Nobody(lambda: None))
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        where = f"127.0.0.1:{somebody.getsockname()[1]}"
        with RayExecutor(1, address=where) as executor, pytest.raises(BadOption) as told:
            executor.submit(len, "")
    assert str(told.value).startswith(f"No cluster can be used at {where} from Python 3")
    assert "with Ray 2.0 (Version mismatch: The cluster was started with: Python: 3.8.1). Name" in str(told.value)


@pytest.mark.parametrize("prefix", ["", "ray://"])
def test_where_nobody_listens_that_is_told_before_ray_is_asked(monkeypatch: pytest.MonkeyPatch, prefix: str) -> None:
    """Ray itself would try for minutes."""

    class Patient(Ray):
        """Ray that must not be asked."""

        __version__ = "2.0"

        def is_initialized(self) -> bool:
            return False

        def init(self, **_: object) -> None:
            pytest.fail("Ray was asked")

    monkeypatch.setitem(sys.modules, "ray", Patient(lambda: None))
    with socket.socket() as held:  # bound, so that nobody else takes the port; it does not listen
        held.bind(("127.0.0.1", 0))
        where = f"{prefix}127.0.0.1:{held.getsockname()[1]}"
        with RayExecutor(1, address=where) as executor, pytest.raises(BadOption) as told:
            executor.submit(len, "")
    assert str(told.value).startswith(f"No cluster can be used at {where} from Python 3")
    assert "refused" in str(told.value)


def test_a_worker_with_what_it_needs_does_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", Ray(lambda: None))
    monkeypatch.setenv("STUMPER_THREADS", "1")
    with RayExecutor(1) as executor:
        assert executor.submit(len, "four").result(timeout=60) == 4
