"""CPU seconds of `stumper --help`, of a watched command, and of going on with a finished run of 100,000 attempts."""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measuring import arguments, say
from stumper.runs import Plan, Settings, run, to_json
from stumper.store import Store
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Attempt, Example, Gold, Guess, Passage, Prediction, Verdict


def main() -> None:
    args = arguments(__doc__, attempts=100_000)
    say("help", cpu_seconds=min(seconds("--help") for _ in range(5)))
    alone, watched = (min(seconds("attack", option) for _ in range(9)) for option in ("--help", "--no-such-option"))
    say("watched", cpu_seconds=watched, more_than_alone=watched - alone)
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(str(Path(folder) / "stumper.db"))
        plan = Plan("made", "fingerprint", "python:none:None", "weights", "identity")
        examples = [made(index) for index in range(args.attempts)]
        store.put_plan(plan.id, to_json(plan), plan.dataset_fingerprint)
        store.put_examples(plan.dataset_fingerprint, examples)
        said = Verdict(Prediction((Guess("one", 1.0, 0),), 1.0), 1.0, 1.0)
        store.put_attempts([Attempt(plan.id, e.id, "identity", "v", "failed", said, None, None, 1) for e in examples])
        store.close()
        began = time.perf_counter()
        [*_, last] = run(plan, None, examples, Store.open(str(Path(folder) / "stumper.db")), Settings(ask_again=0))  # type: ignore[arg-type]
        assert last.done == args.attempts
        say("resume", attempts=args.attempts, wall_seconds=time.perf_counter() - began)


def seconds(*arguments: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [str(Path(sys.executable).parent / "stumper"), *arguments]
    subprocess.run(command, check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def made(index: int) -> Example:
    context = Passage(f"made/{index}", f"one two three {index}", "made")
    return Example(f"q{index}", Question("Which comes first?", context), Gold((Answer("one", 0),)))


if __name__ == "__main__":
    main()
