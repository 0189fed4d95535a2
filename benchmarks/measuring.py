"""What the benchmarks share: where the data is, how a figure is printed, and the last line, which says what was read.

`python docs/figures.py keep NAME` runs a benchmark and stores what it prints (docs/decisions/0030).
"""

import argparse
import atexit
import hashlib
import json
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

from stumper.scores import Estimate, Score

DATA = Path(os.environ.get("STUMPER_DATA", Path(__file__).parents[2] / "shared" / "data"))
_folders = [DATA]  # of evaluation data
_read: set[Path] = set()  # files of theirs
_seed: list[int] = []  # that the command line gives


def arguments(description: str | None, folders: Sequence[str] = (), **defaults: int | str) -> argparse.Namespace:
    """The command line of a benchmark: --data, folders that must be named, and a number or text for each default."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the evaluation data")
    for name in folders:
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name, value in defaults.items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    args = parser.parse_args()
    measures(args)
    return args


def measures(args: argparse.Namespace) -> None:
    """Files that are opened in ``args.data`` from now on and the number ``args.seed`` will be told in the last line.

    What only imports a benchmark is not watched: it would be for ever, at each file that is opened.
    """
    sys.addaudithook(_watch)
    _folders.append(args.data)
    _seed[:] = [args.seed] if "seed" in args else []


def say(benchmark: str, **figures: object) -> None:
    """One JSON line: a benchmark's figures and the machine that they were measured on.

    Texts among the figures say which they are of; two lines of a run differ in the benchmark or in a text.
    """
    machine = f"{platform.machine()}, {os.cpu_count()} cores"
    print(json.dumps({"benchmark": benchmark, **figures, "machine": machine}), flush=True)
    if not _said:
        _said.append(os.getpid())
        atexit.register(_say_read)


def shown(estimate: Estimate | Score) -> dict[str, float]:
    """The estimate with its interval, as ``say`` takes it."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "n": estimate.n}


_said: list[int] = []  # the process that said something


def _say_read() -> None:
    if _said != [os.getpid()]:
        return  # a fork of the one that said something
    data = {str(path.relative_to(folder)): _hash(path) for path in sorted(_read) for folder in _around(path)}
    print(json.dumps({"data": data, "seed": _seed[0] if _seed else None}), flush=True)


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _around(path: Path) -> list[Path]:
    return [folder for folder in {folder.resolve() for folder in _folders} if path.is_relative_to(folder)]


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and isinstance(arguments[0], str | Path) and arguments[1] in ("r", "rb"):
        path = Path(arguments[0]).resolve()
        if _around(path) and path not in _read:
            _read.add(path)
