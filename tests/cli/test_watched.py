"""A parent watches the child that loads code of others: whatever that code does, no command ends well without proof."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TextIO

import pytest

HERE = Path(__file__).parent
MAIN = (sys.executable, "-m", "stumper")
NO_VERDICT = "This is no verdict. What was done is kept"
CODE = """
import atexit, os, signal, subprocess, sys, threading, time
from pathlib import Path


def right(question, context):
    return "Ada Thorn"


def exits(question, context):
    raise SystemExit(0)


def ends_the_process(question, context):
    os._exit(0)


def is_killed(question, context):
    os.kill(os.getpid(), signal.SIGKILL)


def interrupts(question, context):
    raise KeyboardInterrupt


def interrupts_by_signal(question, context):
    os.kill(os.getpid(), signal.SIGINT)
    return "Ada Thorn"


def ends_in_a_thread(question, context):
    thread = threading.Thread(target=lambda: os._exit(0))
    thread.start()
    thread.join()


def exits_in_a_thread(question, context):
    thread = threading.Thread(target=lambda: sys.exit(0))
    thread.start()
    thread.join()
    return "1874"


def never_ends(question, context):
    threading.Thread(target=time.sleep, args=(3600,)).start()
    return "1874"


def ends_at_exit(question, context):
    atexit.register(os._exit, 0)
    return "1874"


def closes_all(question, context):
    os.closerange(3, 64)
    Path("theirs").write_text("")
    globals()["kept"] = [open("theirs", "a") for _ in range(16)]
    return "Ada Thorn"


def leaves_something_running(question, context):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    return "1874"


def leaves_a_copy(question, context):
    if os.fork() == 0:
        time.sleep(600)
        os._exit(0)
    return "1874"


def writes(question, context):
    os.system("echo from a process")
    os.write(1, b"from a library\\n")
    print("by name", file=sys.__stdout__)
    threading.Timer(0.1, print, ["from a thread"]).start()
    atexit.register(print, "at the end")
    return "1874"


def hangs(question, context):
    Path(f"begun-{os.getpid()}").touch()
    time.sleep(600)


def misses_a_signal(question, context):
    kill, missed = signal.pthread_kill, []
    signal.pthread_kill = lambda thread, number: kill(thread, number) if missed else missed.append(number)
    hangs(question, context)


def will_not_stop(question, context):
    Path(f"begun-{os.getpid()}").touch()
    until = time.monotonic() + 600
    while time.monotonic() < until:
        try:
            time.sleep(600)
        except KeyboardInterrupt:
            Path("refused").touch()


class ExitsWhenMade:
    fingerprint = "made"

    def __init__(self):
        raise SystemExit(0)

    def predict(self, queries):
        return []


class ExitingData:
    name, fingerprint = "exiting", "exiting"

    def __iter__(self):
        raise SystemExit(0)
        yield


class ExitingAttack:
    def attack(self, example, original, rng):
        raise SystemExit(0)
        yield


class BrokenPipeAttack:
    def attack(self, example, original, rng):
        raise BrokenPipeError("the process behind it is gone")
        yield


class TyperAttack:
    def attack(self, example, original, rng):
        import typer

        raise typer.Exit(0)
        yield
"""


@pytest.fixture
def watched(folder: Path) -> Path:
    """The current folder, with two lamps and code to load."""
    from conftest import write_lamps

    write_lamps(folder / "lamps.json", 2)
    (folder / "theirs_to_load.py").write_text(CODE)
    (folder / "exits_when_imported.py").write_text("raise SystemExit(0)\n")
    return folder


def environment() -> dict[str, str]:
    return {**os.environ, "STUMPER_STORE": "stumper.db"}


def attack(victim: str, *more: str, adversary: str = "identity") -> tuple[str, ...]:
    name = victim if ":" in victim else f"theirs_to_load:{victim}"
    return ("attack", "lamps.json", "-a", adversary, "-v", f"python:{name}", "--out", "o.json", *more)


def ended(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*MAIN, *arguments], capture_output=True, text=True, timeout=120, check=False,
                          env=environment())  # fmt: skip


def started(*arguments: str, said: TextIO | int = subprocess.PIPE) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*MAIN, *arguments], stdout=subprocess.PIPE, stderr=said, text=True, start_new_session=True,
        env=environment(), preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


def until(is_so: Callable[[], object], process: "subprocess.Popen[str]") -> None:
    deadline = time.monotonic() + 120
    while not is_so() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    assert is_so(), process.communicate()


def has_begun() -> list[Path]:
    return list(Path().glob("begun-*"))


def is_gone(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return True
    state = Path(f"/proc/{process_id}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z"  # nobody has asked for its end


@pytest.mark.parametrize(
    ("victim", "workers"),
    [
        ("exits", "1"),
        ("is_killed", "1"),
        ("interrupts", "1"),
        ("ends_in_a_thread", "1"),
        ("ends_the_process", "2"),
        ("interrupts", "2"),
    ],
)
def test_a_victim_that_ends_its_process_passes_no_gate(watched: Path, victim: str, workers: str) -> None:
    done = ended(*attack(victim, "--fail-under", "0", "--max-errors", "1", "--workers", workers))
    assert done.returncode == 3, done.stderr
    assert "no verdict" in done.stderr or "A worker ended abruptly" in done.stderr


def test_the_sentence_says_how_the_process_ended(watched: Path) -> None:
    for victim, how in (("ends_the_process", "exited with 0"), ("is_killed", "was ended by SIGKILL")):
        done = ended(*attack(victim))
        [line] = done.stderr.splitlines()
        assert line.startswith(f"stumper: the process of the command {how} before it said what it had measured")
        assert NO_VERDICT in line


@pytest.mark.parametrize("victim", ["exits_in_a_thread", "ends_at_exit", "never_ends"])
def test_what_happens_beside_or_after_the_work_changes_nothing(watched: Path, victim: str) -> None:
    done = ended(*attack(victim, "--fail-under", "0.9"))
    assert done.returncode == 1, done.stderr
    assert "F1 0.0% is below --fail-under 0.9" in done.stderr


def test_an_interrupt_that_nobody_sent_the_command_is_not_heard(watched: Path) -> None:
    done = ended(*attack("interrupts_by_signal", "--fail-under", "0.9"))
    assert done.returncode == 0, done.stderr


def test_nothing_is_recorded_into_a_file_of_somebody_elses(watched: Path) -> None:
    done = ended("predict", "lamps.json", "-v", "python:theirs_to_load:closes_all", "--out", "o.json")
    assert done.returncode == 3, done.stderr
    assert Path("theirs").read_text() == ""


def test_a_command_does_not_wait_for_what_its_victim_leaves_running(watched: Path) -> None:
    process = started(*attack("leaves_something_running", "--fail-under", "0.9"))
    assert process.wait(timeout=120) == 1
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("command", ["attack", "evaluate", "run"])
def test_a_command_does_not_wait_for_a_copy_that_its_victim_leaves_running(
    watched: Path, command: str, workers: str
) -> None:
    victim = "python:theirs_to_load:leaves_a_copy"
    (watched / "plan.toml").write_text(
        f'datasets = ["lamps.json"]\nvictims = ["{victim}"]\nadversaries = ["identity"]\n'
    )
    arguments = {
        "attack": attack("leaves_a_copy", "--json"),
        "evaluate": ("evaluate", "lamps.json", "-v", victim, "--json"),
        "run": ("run", "plan.toml"),
    }
    with (watched / "said").open("w") as said:  # whose end nobody waits for: the copy holds it
        process = started(*arguments[command], "--workers", workers, said=said)
    try:
        out, _ = process.communicate(timeout=120)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 0, (watched / "said").read_text()
    assert out


@pytest.mark.parametrize("workers", ["1", "2"])
def test_json_is_one_document_whatever_a_system_writes(watched: Path, workers: str) -> None:
    done = ended(*attack("writes", "--json", "--workers", workers))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["examples"] == 2
    assert all(words in done.stderr for words in ("from a process", "from a library", "by name"))


def test_a_result_is_not_written_into_a_file_that_took_the_place_of_the_output(watched: Path) -> None:
    done = ended("evaluate", "lamps.json", "-v", "python:theirs_to_load:closes_all", "--json")
    assert done.returncode == 3, done.stderr
    assert Path("theirs").read_text() == done.stdout == ""


@pytest.mark.parametrize("closed", [{1}, {2}, {0, 1, 2}])
def test_a_command_whose_standard_streams_are_closed_does_its_work(watched: Path, closed: set[int]) -> None:
    code = f"import os, sys; [os.close(n) for n in {closed}]; os.execv(sys.executable, sys.argv[1:])"
    done = subprocess.run([sys.executable, "-c", code, *MAIN, *attack("right", "--json")], check=False, text=True,
                          capture_output=True, timeout=120, env=environment())  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert Path("o.json").exists()


@pytest.mark.parametrize(
    ("command", "code", "says"),
    [
        (attack("exits_when_imported:answer"), 2, "cannot be imported: SystemExit: 0"),
        (attack("ExitsWhenMade"), 2, "cannot be made: SystemExit: 0"),
        (attack("right", adversary="theirs_to_load:ExitingAttack"), 2, "SystemExit: 0"),
        (attack("right", adversary="theirs_to_load:BrokenPipeAttack"), 2, "BrokenPipeError: the process behind it"),
        (attack("right", adversary="theirs_to_load:TyperAttack"), 2, "Exit: 0"),
        (("score", "theirs_to_load:ExitingData", "said.json", "--fail-under", "0"), 2, "SystemExit: 0"),
        (("predict", "theirs_to_load:ExitingData", "--out", "o.json"), 2, "SystemExit: 0"),
    ],
)
def test_code_that_exits_before_or_beside_the_victim_is_said_to(
    stumper: Callable[..., Any], watched: Path, command: Sequence[str], code: int, says: str
) -> None:
    (watched / "said.json").write_text('{"q0": "Ada Thorn"}')
    done = stumper(*command)
    assert (done.code, says in done.said) == (code, True), done


def test_arguments_and_help_need_no_proof(watched: Path) -> None:
    assert ended("attack", "--help").returncode == 0
    wrong = ended("attack", "lamps.json", "--no-such-option")
    assert (wrong.returncode, "No such option" in wrong.stderr) == (2, True)


def test_counts_end_the_output_and_stand_in_the_json(watched: Path) -> None:
    done = ended(*attack("right", "--json", "--fail-under", "0.9"))
    assert done.returncode == 0, done.stderr
    queries = json.loads(done.stdout)["queries"]
    told = {"asked": 4, "unique": 2, "again": 2, "twice": 2}
    assert queries == told | dict.fromkeys(("cached", "changed", "recorded", "lost", "otherwise"), 0)
    assert done.stderr.splitlines()[-1] == (
        "2 queries put: 2 answered, 0 from the cache, 0 lost to errors; 0 found recorded, 2 asked again"
    )


def test_an_interrupt_is_passed_on_until_it_is_heard(watched: Path) -> None:
    """Seen once: a command went on after its interrupt. A signal that comes just before a thread begins to wait for a
    lock, as for a system's answer, wakes nobody."""
    process = started(*attack("misses_a_signal"))
    until(has_begun, process)
    os.kill(process.pid, signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130


@pytest.mark.parametrize("to", ["the parent", "the group", "the parent, twice", "the group, by SIGTERM"])
def test_an_interrupt_is_heard_once_and_ends_the_command_quietly(watched: Path, to: str) -> None:
    process = started(*attack("hangs"))
    until(has_begun, process)
    number = signal.SIGTERM if to.endswith("SIGTERM") else signal.SIGINT
    for _ in range(2 if to.endswith("twice") else 1):
        (os.killpg if "group" in to else os.kill)(process.pid, number)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 130, said
    assert said.splitlines()[-1] == "stumper: interrupted. What was done is kept; the same command goes on from there."
    assert "Traceback" not in said


def test_what_will_not_stop_is_ended_by_the_second_interrupt(watched: Path) -> None:
    process = started(*attack("will_not_stop", "--timeout", "0"))  # in the thread that an interrupt reaches
    until(has_begun, process)
    [child] = [int(path.name.removeprefix("begun-")) for path in has_begun()]
    process.send_signal(signal.SIGINT)
    until(Path("refused").exists, process)
    until(lambda: process.send_signal(signal.SIGINT) or is_gone(child), process)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 130, said


@pytest.mark.parametrize("workers", ["1", "2"])
def test_nothing_outlives_a_parent_that_is_killed(watched: Path, workers: str) -> None:
    process = started(*attack("hangs", "--workers", workers))
    until(lambda: len(has_begun()) == int(workers), process)
    process.kill()
    process.communicate(timeout=120)  # times out while anybody, such as the child or a worker, holds the pipes
    children = [int(path.name.removeprefix("begun-")) for path in has_begun()]
    deadline = time.monotonic() + 120
    while not all(map(is_gone, children)) and time.monotonic() < deadline:  # its pipes close before it is gone
        time.sleep(0.02)
    assert all(map(is_gone, children))


def test_a_reader_that_has_seen_enough_hides_no_verdict(watched: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*MAIN, *attack("exits_in_a_thread", "--fail-under", "0.9")], stdout=writing, text=True,
                          stderr=subprocess.PIPE, timeout=120, check=False, env=environment())  # fmt: skip
    os.close(writing)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_output_that_cannot_be_written_is_said(watched: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*MAIN, *attack("right", "--json")], stdout=full, text=True, stderr=subprocess.PIPE,
                              timeout=120, check=False, env=environment())  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "The output cannot be written: No space left on device" in done.stderr
