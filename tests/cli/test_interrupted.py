"""Killed or interrupted at any moment and started again, an attack ends with the rows and file of one that was not."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from forked import forked
from stumper.runs import from_json
from stumper.store import Store, schema
from stumper.types import Attempt

HERE = Path(__file__).parent
MAIN = (sys.executable, "-m", "stumper")
ATTACK = ("attack", "lamps.json", "-a", "add-any", "--set", "search=fast", "--budget", "40", "-v")
FAST, SLOW = "0", "0.002"  # seconds a query: what is killed or interrupted has not ended on a busy machine either


def started(*arguments: str, slow: str) -> "subprocess.Popen[str]":
    path = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": path, "SLOW": slow}
    return subprocess.Popen(
        [*MAIN, *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
        # A suite that runs in the background inherits that Ctrl-C is ignored; a person's terminal does not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


def ended(*arguments: str) -> None:
    process = started(*arguments, slow=FAST)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said


def undisturbed(*arguments: str) -> None:
    """A command that nobody interrupts, in a copy of a process that need not import first."""
    told = forked(arguments, Path.cwd(), {**os.environ, "PYTHONPATH": str(HERE), "SLOW": FAST})
    assert told.code == 0, told.err


def rows(path: Path) -> list[Attempt]:
    with Store.open(str(path)) as store:
        [run_id] = store.plans()
        assert from_json(store.plans()[run_id]).id == run_id
        return sorted(store.attempts(run_id), key=lambda attempt: attempt.example_id)


def until_recorded(path: Path, attempts: int, process: "subprocess.Popen[str]") -> None:
    """Returns once that many attempts are in the store, or the process has ended."""

    def enough(store: Store) -> bool:
        return sum(len(store.finished(run_id)) for run_id in store.plans()) >= attempts

    until(enough, path, process)


def until(enough: Callable[[Store], bool], path: Path, process: "subprocess.Popen[str]") -> None:
    """Opens the store once: to open it takes nine times as long as to ask it."""
    deadline = time.monotonic() + 120

    def waits() -> bool:
        time.sleep(0.03)
        return process.poll() is None and time.monotonic() < deadline

    while not path.exists() and waits():
        pass
    if path.exists():
        with Store.open(str(path)) as store:
            while not enough(store) and waits():
                pass


@pytest.fixture
def many(folder: Path) -> Path:
    """More lamps than are lit together, so that attempts end at different times."""
    from conftest import write_lamps

    write_lamps(folder / "lamps.json", 100)
    return folder


@pytest.mark.parametrize(
    ("victim", "moments"), [("python:cli_victims:Slow", (0, 1, 50)), ("python:cli_victims:nameless", (30,))]
)
def test_killed_again_and_again_it_ends_like_an_uninterrupted_one(
    many: Path, victim: str, moments: tuple[int, ...]
) -> None:
    undisturbed(*ATTACK, victim, "--out", "whole.json", "--store", "whole.db")
    killed_at: list[int] = []
    for attempts in moments:
        process = started(*ATTACK, victim, "--out", "parts.json", "--store", "parts.db", slow=SLOW)
        until_recorded(Path("parts.db"), attempts, process)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        killed_at.append(len(rows(Path("parts.db"))) if Path("parts.db").exists() and attempts else 0)
        assert not Path("parts.json").exists()
    assert sorted(set(killed_at)) == killed_at
    assert killed_at[-1] < 100
    ended(*ATTACK, victim, "--out", "parts.json", "--store", "parts.db")
    assert rows(Path("parts.db")) == rows(Path("whole.db"))
    assert Path("parts.json").read_bytes() == Path("whole.json").read_bytes()


def interrupted(arguments: Sequence[str], store: Path, attempts: int, then: float = 0) -> str:
    """What a process says that is interrupted ``then`` seconds after so many attempts are recorded."""
    process = started(*arguments, slow=SLOW)
    until_recorded(store, attempts, process)
    time.sleep(then)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: every process of the group gets it
    out, said = process.communicate(timeout=120)
    assert process.returncode == 130, said
    assert out == ""
    return said


def test_ctrl_c_is_exit_code_130_and_a_sentence(many: Path) -> None:
    command = (*ATTACK, "python:cli_victims:Slow", "--out", "out.json", "--store", "parts.db")
    said = interrupted(command, Path("parts.db"), 1)
    assert said.splitlines()[-1] == (
        "stumper: interrupted. What was done is kept; the same command goes on from there."
    )
    assert "Traceback" not in said
    assert 0 < len(rows(Path("parts.db"))) < 100
    assert not Path("out.json").exists()


def test_ctrl_c_with_workers_ends_quietly_and_soon_and_can_go_on(many: Path) -> None:
    command = (*ATTACK, "python:cli_victims:Slow", "--out", "parts.json", "--store", "parts.db", "--workers", "2")
    for new, then in ((0, 0.6), (1, 0)):  # while the workers start, and while they work
        before = len(rows(Path("parts.db"))) if Path("parts.db").exists() else 0
        said = interrupted(command, Path("parts.db"), before + new, then)
        assert "Traceback" not in said
        assert said.splitlines()[-1].startswith("stumper: interrupted.")
    assert 0 < len(rows(Path("parts.db"))) < 100
    ended(*command)
    undisturbed(*ATTACK, "python:cli_victims:Slow", "--out", "whole.json", "--store", "whole.db")
    assert rows(Path("parts.db")) == rows(Path("whole.db"))
    assert Path("parts.json").read_bytes() == Path("whole.json").read_bytes()


def test_ctrl_c_waits_while_it_is_blocked_whichever_thread_the_signal_comes_to(many: Path) -> None:
    command = ("attack", "lamps.json", "-a", "cli_victims:Deaf", "-v", "python:cli_victims:near", "--out", "out.json")
    process = started(*command, "--store", "parts.db", slow=FAST)
    deadline = time.monotonic() + 60
    while not Path("deaf").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    for _ in range(20):  # the second and later ones come when the parent has said that the first was meant
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.03)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 130, said
    assert not Path("heard").exists()


def predictions(store: Store) -> int:
    with store.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(schema.predictions)).scalar_one()


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGKILL])
def test_what_workers_have_asked_in_an_unfinished_chunk_is_kept(many: Path, by: signal.Signals) -> None:
    command = (*ATTACK, "python:cli_victims:Slow", "--out", "o.json", "--store", "parts.db", "--workers", "2", "--json")
    process = started(*command, slow="0.02")
    until(lambda store: predictions(store) >= 16, Path("parts.db"), process)
    os.killpg(process.pid, by)
    process.communicate(timeout=120)
    assert process.returncode == (130 if by == signal.SIGINT else -by)
    with Store.open("parts.db") as store:
        kept = predictions(store)
    assert kept >= 16
    assert len(rows(Path("parts.db"))) < 16  # no worker has ended the chunk that it had begun
    process = started(*command, slow=FAST)
    queries = json.loads(process.communicate(timeout=120)[0])["queries"]
    with Store.open("parts.db") as store:
        assert predictions(store) == kept + queries["unique"] - queries["cached"]
    assert queries["cached"] > 0


@pytest.fixture
def several(adversarial: Path) -> Path:
    """A plan of three jobs, and an adversarial set in two files."""
    Path("plan.toml").write_text(
        'datasets = ["lamps.json"]\nvictims = ["python:cli_victims:interrupted"]\n'
        'adversaries = ["identity", "add-benign", {name = "add-any", search = "fast", budget = 9}]\n'
    )
    Path("more.json").write_text(adversarial.read_text().replace("1874", "1875"))
    return adversarial


@pytest.mark.parametrize(
    ("command", "jobs", "questions"),
    [
        (("run", "plan.toml", "--out", "all"), 3, 30),  # 16 of the first, 14 of the second or third
        (("evaluate", "adversarial.json", "more.json", "-v", "python:cli_victims:interrupted"), 2, 14),
    ],
)
def test_a_command_of_several_jobs_goes_on_with_those_that_it_has_ended(
    stumper: Callable[..., Any],
    several: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: Sequence[str],
    jobs: int,
    questions: int,
) -> None:
    def plans() -> int:
        with Store.open("stumper.db") as store:
            return len(store.plans())

    monkeypatch.setattr("cli_victims.questions_left", questions)
    assert stumper(*command).code == 130
    begun = plans()
    assert begun > 1
    monkeypatch.setattr("cli_victims.questions_left", None)
    assert stumper(*command).code == 0
    assert plans() == jobs  # none has a second repetition
    assert stumper(*command).code == 0
    assert plans() == 2 * jobs


def test_workers_do_not_outlive_a_killed_driver(many: Path) -> None:
    command = (*ATTACK, "python:cli_victims:Slow", "--out", "o.json", "--store", "parts.db", "--workers", "2")
    process = started(*command, slow=SLOW)
    until_recorded(Path("parts.db"), 1, process)
    process.kill()
    process.communicate(timeout=120)  # times out while anybody, such as a worker, holds the pipes
