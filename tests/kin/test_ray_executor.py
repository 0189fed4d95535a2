"""Attempts over Ray, on a real cluster of several node processes: rows are those of one machine, whoever dies."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import stumper
from clusters import database_on
from on_a_node import gpus_of_a_worker, until, waiting_on_a_node
from running import EXAMPLES, PLAN, Parts, rows, steps_of
from shared_runs import MANY as SHARED
from shared_runs import Noted
from stumper.errors import BadOption, VictimFailed
from stumper.preparing import prepare
from stumper.results import Progress
from stumper.runs import Settings, run
from stumper.runs.ray_executor import DEATHS, RayExecutor
from stumper.store import Store
from stumper.store.schema import attempts
from stumper.types import Attempt

ray = pytest.importorskip("ray", reason="it is tried against the real package in make test-kin")
WARNINGS = ("ResourceWarning", "FutureWarning", "DeprecationWarning")  # of Ray's own code
pytestmark = [pytest.mark.filterwarnings(f"ignore::{kind}") for kind in WARNINGS]
MANY = [replace(one, id=f"{one.id}/{n}") for n in range(10) for one in EXAMPLES]
MEMORY = 80 * 2**20  # bytes of a node for what is sent


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    support = str(Path(__file__).parents[1] / "support")
    monkeypatch.setenv("PYTHONPATH", support)  # the workers import what is attacked
    begun = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False,
                                                         "object_store_memory": MEMORY})  # fmt: skip
    yield begun
    ray.shutdown()
    begun.shutdown()


@pytest.fixture(scope="module")
def alone() -> list[Attempt]:
    with Store.open("sqlite://") as store:
        steps_of(store, examples=MANY)
        return rows(store)


def test_a_killed_node_costs_no_row(cluster: Any, tmp_path: Path, alone: list[Attempt]) -> None:
    _, second = (cluster.add_node(num_cpus=1, object_store_memory=MEMORY) for _ in range(2))
    with Store.open(str(tmp_path / "a.db")) as store, RayExecutor(2, address=cluster.address) as executor:
        going = run(PLAN, Parts(), MANY, store, Settings(executor=executor))
        for step in going:
            if step.done >= 32:  # both have begun
                cluster.remove_node(second, allow_graceful=False)
                break
        *_, last = going
        assert last.done == last.total == len(MANY)
        assert rows(store) == alone


def test_a_task_whose_machine_dies_is_done_by_one_that_had_nothing_to_do(cluster: Any, tmp_path: Path) -> None:
    nodes = {node.node_id: node for node in (cluster.add_node(num_cpus=1, object_store_memory=MEMORY) for _ in "12")}
    begun, leave = tmp_path / "begun", tmp_path / "leave"
    with RayExecutor(2, address=cluster.address) as executor:
        future = executor.submit(waiting_on_a_node, begun, leave)
        until(begun.exists)
        executor.submit(waiting_on_a_node, tmp_path / "other", begun).result(timeout=240)  # on the other one
        first, process = begun.read_text().split()
        cluster.remove_node(nodes[first], allow_graceful=False)
        until(lambda: not Path(f"/proc/{process}").exists())
        leave.touch()
        assert future.result(timeout=240) in {*nodes} - {first}


def test_what_the_cluster_does_not_have_is_said(cluster: Any, tmp_path: Path) -> None:
    cluster.add_node(num_cpus=1, object_store_memory=MEMORY)
    for asked, told in (({"gpu": 1}, r"room for 0 workers with gpu=1 each, not 2"),
                        ({"cpu": 1}, r"room for 1 workers with cpu=1 each, not 2")):  # fmt: skip
        with (
            Store.open(str(tmp_path / "a.db")) as store,
            RayExecutor(2, asked, cluster.address) as executor,
            pytest.raises(BadOption, match=told),
        ):
            steps_of(store, settings=Settings(executor=executor))


def test_each_worker_holds_the_resources_that_are_asked_for(cluster: Any, tmp_path: Path) -> None:
    """The node says that it has two graphics processors, and Ray gives one to each worker."""
    cluster.add_node(num_cpus=4, num_gpus=2, object_store_memory=MEMORY)
    with RayExecutor(2, {"gpu": 1}, cluster.address) as executor:
        found = [executor.submit(gpus_of_a_worker, tmp_path, 2) for _ in "ab"]
        assert {one.result(timeout=240) for one in found} == {"0", "1"}


def test_what_kills_every_worker_ends_the_run(cluster: Any, tmp_path: Path) -> None:
    cluster.add_node(num_cpus=1, object_store_memory=MEMORY)
    with (
        Store.open(str(tmp_path / "a.db")) as store,
        RayExecutor(1, address=cluster.address) as executor,
        pytest.raises(VictimFailed, match="worker ended abruptly while it asked 'scripted'"),
    ):
        steps_of(store, Parts(dies_in_worker=True), Settings(executor=executor))


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("stumper.py", "", r"cannot import Stumper \S+ \(.*stumper.*\)\. Install it on every machine\."),
        ("sitecustomize.py", "import stumper.version as v\nv.__version__ = '0.0'\n",
         r"The driver has Stumper \S+, and the worker on \S+ Stumper 0\.0: .* Install one version on both\."),
    ],
    ids=["without", "another version"],
)  # fmt: skip
def test_a_machine_without_this_stumper_is_told(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, told: str
) -> None:
    (tmp_path / name).write_text(text)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))  # of the node that begins now
    cluster.add_node(num_cpus=1, object_store_memory=MEMORY)
    with (
        Store.open(str(tmp_path / "a.db")) as store,
        RayExecutor(1, address=cluster.address) as executor,
        pytest.raises(BadOption, match=told),
    ):
        steps_of(store, settings=Settings(executor=executor))


ENDING = """
import os, sys
class Ends:
    def find_spec(self, name, *_):
        if name == "stumper.runs.ray_executor":
            with open({file!r}, "a") as file:
                file.write("1")
            if os.path.getsize({file!r}) <= {deaths}:
                os.kill(os.getpid(), 9)
sys.meta_path.insert(0, Ends())
"""


@pytest.mark.parametrize("deaths", [DEATHS - 1, 100], ids=["some", "all"])
def test_another_is_hired_for_a_worker_that_is_killed_as_it_begins_but_not_forever(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deaths: int
) -> None:
    begun = tmp_path / "begun"
    (tmp_path / "sitecustomize.py").write_text(ENDING.format(file=str(begun), deaths=deaths))
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{Path(__file__).parents[1] / 'support'}")  # of the node's processes
    cluster.add_node(num_cpus=1, object_store_memory=MEMORY)
    with Store.open(str(tmp_path / "a.db")) as store, RayExecutor(1, address=cluster.address) as executor:
        settings = Settings(executor=executor)
        if deaths < DEATHS:
            assert steps_of(store, settings=settings)[-1].done == len(EXAMPLES)
            assert begun.stat().st_size == deaths + 1
            return
        with pytest.raises(VictimFailed, match=r"^3 workers of the cluster in succession ended while they began \("):
            steps_of(store, settings=settings)
        assert begun.stat().st_size == DEATHS


def test_rules_are_learned_as_on_one_machine_whichever_node_is_killed_meanwhile(cluster: Any, tmp_path: Path) -> None:
    _, second = (cluster.add_node(num_cpus=1, object_store_memory=MEMORY) for _ in range(2))
    found = {}
    for name in ("here", "there"):
        rules, is_killed = tmp_path / f"{name}.toml", False
        with (
            RayExecutor(2, address=cluster.address) as executor,
            Store.open(str(tmp_path / f"{name}.db")) as store,
        ):
            settings = Settings(executor=executor) if name == "there" else Settings()
            options = {"save": str(rules)}
            job = prepare("verification", "sears", "tfidf-da", options=options, limit=40, store=store,
                          settings=settings)  # fmt: skip
            for step in job.steps():
                if name == "there" and step.learning and not is_killed:
                    cluster.remove_node(second, allow_graceful=False)
                    is_killed = True
            made = sorted(store.attempts(job.plan.id), key=lambda attempt: attempt.example_id)
            found[name] = rules.read_bytes(), [replace(one, run_id="") for one in made], step.counts.unique
        assert is_killed == (name == "there")
    assert found["here"] == found["there"]
    assert len(found["here"][1]) > 0


def test_what_transfers_is_the_same_though_a_node_is_killed_while_systems_are_asked_anew(
    cluster: Any, tmp_path: Path
) -> None:
    _, second = (cluster.add_node(num_cpus=1, object_store_memory=MEMORY) for _ in range(2))
    found, killed_at = {}, []

    def kill_once(step: Progress) -> None:
        if not killed_at and 0 < step.done < step.total:
            cluster.remove_node(second, allow_graceful=False)
            killed_at.append(step.done)

    for name in ("here", "there"):
        results = stumper.attack(
            "reading", victim=["sliding-window", "logistic"], adversaries=("add-any", {"search": "fast"}), limit=20,
            budget=20, store=tmp_path / f"{name}.db",
        )  # fmt: skip
        if name == "here":
            every = results.transfer()
        else:
            with RayExecutor(2, address=cluster.address) as executor:
                every = results.transfer(kill_once, executor)
        made = [one for run_id in every.run_ids for one in results.store.attempts(run_id)]
        found[name] = sorted(made, key=lambda one: (one.run_id, one.example_id))
    assert killed_at
    assert len({one.run_id for one in found["here"]}) == 4
    assert found["here"] == found["there"]


def driven(url: str, folder: str, address: str, seconds: float) -> None:
    """What each driver does, with a worker of the cluster."""
    with RayExecutor(1, address=address) as executor, Store.open(url) as store:
        settings = Settings(executor=executor, batch_size=8, ask_again=0)
        last = steps_of(store, Noted(folder=folder, seconds=seconds), settings, SHARED)[-1]
        (Path(folder) / f"{os.getpid()}.ended").write_text(str(last.done))


def test_of_two_drivers_of_one_cluster_one_is_killed_and_the_other_ends_like_one(
    cluster: Any, tmp_path: Path, postgres: str
) -> None:
    for _ in range(2):
        cluster.add_node(num_cpus=1, object_store_memory=MEMORY)
    spawning = get_context("spawn")
    with database_on(postgres) as url, Store.open(url) as store:
        killed, left = (spawning.Process(target=driven, args=(url, str(tmp_path), cluster.address, seconds))
                        for seconds in (0.5, 0.05))  # fmt: skip
        killed.start()
        until(lambda: claimed(store) == 1, 120)
        left.start()
        until(lambda: claimed(store) == 2 and bool(store.finished(PLAN.id)), 120)
        killed.kill()
        killed.join()
        assert killed.exitcode == -signal.SIGKILL
        left.join(240)
        assert left.exitcode == 0
        assert not (tmp_path / f"{killed.pid}.ended").exists()
        assert (tmp_path / f"{left.pid}.ended").read_text() == str(len(SHARED))
        made = rows(store)
        assert claimed(store) == 0
    with Store.open("sqlite://") as store:
        steps_of(store, examples=SHARED)
        assert rows(store) == made


def claimed(store: Store) -> int:
    """How many have claimed any of the run."""
    return len(store.claims(PLAN.id, "nobody").others())


ATTACK = ("attack", "--limit", "6", "--budget", "300", "--out", "made.json", "-v", "sliding-window")
TRANSFER = ("transfer", "--limit", "2", "--budget", "30", "--json", "-v", "sliding-window", "-v", "embedded")


@pytest.mark.parametrize(("command", "runs"), [(ATTACK, 1), (TRANSFER, 4)], ids=["attack", "transfer"])
def test_the_command_line_gives_the_rows_of_one_machine(
    cluster: Any, tmp_path: Path, command: tuple[str, ...], runs: int
) -> None:
    cluster.add_node(num_cpus=2, object_store_memory=MEMORY)
    found = {}
    for name, options in (("here", ()), ("there", ("--executor", "ray", "--cluster", cluster.address, "--workers", "2",
                                                   "--resources", "cpu=1"))):  # fmt: skip
        (tmp_path / name).mkdir()
        called = [sys.executable, "-m", "stumper", command[0], "reading", "-a", "add-any", *command[1:],
                  "--set", "search=fast", "--store", "s.db", *options]  # fmt: skip
        ran = subprocess.run(called, cwd=tmp_path / name, capture_output=True, text=True, timeout=300)
        assert ran.returncode == 0, ran.stderr
        with Store.open(str(tmp_path / name / "s.db")) as store:
            with store.engine.connect() as connection:
                run_ids = connection.scalars(select(attempts.c.run_id).distinct().order_by(attempts.c.run_id)).all()
            of_runs = {one: sorted(store.attempts(one), key=lambda attempt: attempt.example_id) for one in run_ids}
        made = tmp_path / name / "made.json"
        found[name] = (of_runs, ran.stdout if "--json" in command else made.read_bytes())
    assert len(found["here"][0]) == runs
    assert found["here"] == found["there"]
