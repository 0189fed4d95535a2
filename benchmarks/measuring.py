"""What the benchmarks share: where the data is, and how a figure is printed."""

import argparse
import json
import os
import platform
from pathlib import Path

DATA = Path(os.environ.get("STUMPER_DATA", Path(__file__).parents[2] / "shared" / "data"))


def arguments(description: str | None, **defaults: int) -> argparse.Namespace:
    """The command line of a benchmark: --data and a whole number for each of the defaults."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the evaluation data")
    for name, value in defaults.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    return parser.parse_args()


def say(benchmark: str, **figures: object) -> None:
    """One JSON line: a benchmark's figures and the machine that they were measured on."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores"
    print(json.dumps({"benchmark": benchmark, **figures, "machine": machine}), flush=True)
