"""Attempts over executors of Dask, submitit and mpi4py, with processes of their own: rows are those of one process."""

import importlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from stumper.errors import BadOption, VictimFailed
from stumper.runs import Settings
from stumper.runs.job_executor import JobExecutor

WARNINGS = ("ResourceWarning", "FutureWarning", "DeprecationWarning", "UserWarning")  # of their own code
pytestmark = [pytest.mark.filterwarnings(f"ignore::{kind}") for kind in WARNINGS]
WHY = "it is tried against the real package in make test-kin"
# What the workers import: a system that notes in which processes it is, and may end one of them, and an attack on it.
TOWNS = """
import os
from pathlib import Path

import stumper

HERE = Path(__file__).parent


def first_word(question, context):
    (HERE / "asked" / str(os.getpid())).touch()
    if "11" in question and (HERE / "dies").exists():
        (HERE / "dies").unlink()
        os._exit(1)
    return context.split()[0] if "3" not in question else "nowhere"


def unable(question, context):
    os._exit(1)


def attacked(executor, name, system=first_word, **how):
    rows = [{"id": f"made-{n}", "question": f"Which town stands at milestone number {n}?", "answer": f"Harwick{n}",
             "context": f"Harwick{n} stands at milestone number {n}. Travellers rest there before the climb."}
            for n in range(40)]
    found = stumper.attack(rows, victim=system, adversaries="edit-misspell", executor=executor,
                           store=str(HERE / f"{name}.db"), **how)
    attempts = [one for run_id in found.run_ids for one in found.store.attempts(run_id)]
    found.store.close()
    return sorted((one.example_id, one.outcome, str(one.perturbation), one.queries) for one in attempts)


def processes():
    return {path.name for path in (HERE / "asked").iterdir()}
"""


@pytest.fixture
def towns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "asked").mkdir()
    (tmp_path / "towns_of_kin.py").write_text(TOWNS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield importlib.import_module("towns_of_kin")
    del sys.modules["towns_of_kin"]


@pytest.fixture
def alone(towns: ModuleType) -> Any:
    rows = towns.attacked(None, "alone")
    assert len(rows) == 40
    assert towns.processes() == {str(os.getpid())}
    (towns.HERE / "asked" / str(os.getpid())).unlink()
    return rows


@pytest.fixture
def dask(towns: ModuleType) -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason=WHY)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_processes_of_dask_make_the_same_rows_though_one_dies(towns: ModuleType, alone: Any, dask: Any) -> None:
    executor = dask.get_executor()
    assert Settings(executor=executor).at_once == 2
    assert towns.attacked(executor, "there") == alone
    assert len(towns.processes()) == 2
    (towns.HERE / "dies").touch()
    assert towns.attacked(executor, "again") == alone
    assert not (towns.HERE / "dies").exists()


def test_a_system_that_ends_every_process_of_dask_is_told_in_one_sentence(towns: ModuleType, dask: Any) -> None:
    dask.cluster.scheduler.allowed_failures = 0  # sooner than after three
    told = r"^The executor did not bring back a task that asks 'unable' \(KilledWorker: "
    with pytest.raises(VictimFailed, match=told):
        towns.attacked(dask.get_executor(), "unable", towns.unable)


def test_jobs_of_submitit_make_the_same_rows(towns: ModuleType, alone: Any) -> None:
    submitit = pytest.importorskip("submitit", reason=WHY)
    queue = submitit.AutoExecutor(towns.HERE / "jobs", cluster="local")
    with pytest.raises(BadOption, match=r"'AutoExecutor' hands out 'LocalJob' objects, .* wrap it: .*JobExecutor\("):
        towns.attacked(queue, "refused")
    with JobExecutor(queue, workers=2) as executor:
        assert towns.attacked(executor, "there") == alone
        assert len(towns.processes()) == 5  # tasks of 16, 16 and 8, and two that ask originals a second time
        future, begun = executor.submit(time.sleep, 600), time.monotonic()
        future.cancel()
    assert time.monotonic() - begun < 60


MPI = """
from towns_of_kin import attacked
if __name__ == "__main__":
    from mpi4py.futures import MPIPoolExecutor
    with MPIPoolExecutor() as executor:
        print(executor.num_workers, *attacked(executor, "there"), sep="\\n")
"""


def test_processes_of_mpi_make_the_same_rows(towns: ModuleType, alone: Any) -> None:
    pytest.importorskip("mpi4py", reason=WHY)
    beside = Path(sys.executable).parent
    mpiexec = shutil.which("mpiexec", path=f"{beside}{os.pathsep}{os.environ['PATH']}")
    assert mpiexec
    (towns.HERE / "script.py").write_text(MPI)
    command = [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures", "script.py"]
    ran = subprocess.run(command, cwd=towns.HERE, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == ["2", *map(str, alone)]
    assert len(towns.processes()) == 2
