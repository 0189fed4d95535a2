"""CPU seconds of `attack`, `run` and `evaluate` on a run of 100,000 attempts that is finished, and of their parts."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from measuring import arguments, say

VICTIM = "python:quick_reader:Reader"
# A reader that takes no time, is right of three questions in four, and says so with twenty guesses.
CODE = """
from stumper.types import Guess, Prediction


class Reader:
    fingerprint = "quick-1"

    def predict(self, queries):
        return [self.said(query.context.text) for query in queries]

    def said(self, text):
        number = int(text[: text.index(" ")])
        spans = [(start, start + 3 + (number + start) % 17) for start in range(number % 4 and 20, 60, 2)]
        guesses = [Guess(text[start:end], 0.5 ** (rank + 1), start) for rank, (start, end) in enumerate(spans)][:20]
        return Prediction(tuple(guesses), sum(guess.probability for guess in guesses))
"""
PLAN = f'datasets = ["made.json"]\nvictims = ["{VICTIM}"]\nadversaries = ["identity"]\n'
COMMANDS = {
    "attack": ("attack", "made.json", "--adversary", "identity", "--victim", VICTIM, "--out", "out.json"),
    "run": ("run", "plan.toml"),
    "evaluate": ("evaluate", "out.json", "--victim", VICTIM),
}


def main() -> None:
    args = arguments(__doc__, attempts=100_000)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("quick_reader.py").write_text(CODE)
        Path("plan.toml").write_text(PLAN)
        Path("made.json").write_text(json.dumps({"version": "1.1", "data": made(args.attempts)}))
        for command, words in COMMANDS.items():
            first = cpu_seconds(words)
            say("resume", command=command, attempts=args.attempts, first_cpu_seconds=first,
                cpu_seconds=min(cpu_seconds(words) for _ in range(3)))  # fmt: skip
        say("resume_parts", command="attack", **shares())


def made(count: int) -> list[dict[str, object]]:
    """Articles of a thousand one-line paragraphs with a question each."""
    numbers = range(count)
    return [
        {"title": f"Made {begin}", "paragraphs": [made_paragraph(number) for number in numbers[begin : begin + 1000]]}
        for begin in numbers[::1000]
    ]


def made_paragraph(number: int) -> dict[str, object]:
    text = f"{number} lamps were lit in the old harbour by Ada Thorn, and put out by the storm of that night."
    answers = [
        {"text": text[:20].rstrip(), "answer_start": 0},
        {"text": "Ada Thorn", "answer_start": text.index("Ada")},
    ]
    return {"context": text, "qas": [{"id": f"q{number}", "question": "Who lit the lamps?", "answers": answers}]}


def cpu_seconds(words: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [str(Path(sys.executable).parent / "stumper"), *words]
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def shares() -> dict[str, float]:
    """What each part of the finished attack takes of its CPU time; in a process of its own, as that counts imports."""
    code = f"import sys; sys.path[:0] = [{str(Path(__file__).parent)!r}, '.']; import resume; resume.print_parts()"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    seconds: dict[str, float] = json.loads(ran.stdout)
    whole = sum(seconds.values())
    return {part: spent / whole for part, spent in seconds.items()} | {"cpu_seconds": whole}


def print_parts() -> None:
    """The CPU seconds of this process up to here, and of each part of the attack, as JSON."""
    from rich.console import Console

    from stumper import api
    from stumper.reports import terminal

    seconds = {"imports": time.process_time()}

    def timed(part: str, work: Callable[[], object]) -> object:
        began = time.process_time()
        result = work()
        seconds[part] = time.process_time() - began
        return result

    job = timed("fingerprints", lambda: api.prepare("made.json", "identity", VICTIM))
    assert isinstance(job, api.Job)
    timed("steps", lambda: list(job.steps()))
    timed("file", lambda: job.write(Path("out.json")))
    timed("table", lambda: Console(stderr=True).print(terminal(job.report(with_examples=False))))
    print(json.dumps(seconds))


if __name__ == "__main__":
    main()
