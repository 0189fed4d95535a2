"""Ten thousand changed files of every kind meet the commands: each ends in one sentence that says what to mend.

Files are made by a seed: bytes flipped and cut off, lines twice, values of other types, numbers of 5,000 digits,
brackets 100,000 deep, other encodings, damaged and endless compression, folders, pipes and devices in the place of
files. Prints a line of JSON with the counts by kind and outcome; exits with 1 where a case was met otherwise than it
must be.
"""

import argparse
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from measuring import DATA, measures, say

HUNG = 400  # seconds without a word from the process that meets the files
MANY = 400  # cases that one process meets
CODES = {0: "taken", 2: "refused", 3: "no verdict"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--kinds", nargs="*", help="only these kinds of files")
    parser.add_argument("--commands", type=float, default=0.02, help="the share that meets the command from outside")
    parser.add_argument("--log", type=Path, help="write a line of JSON for each case here")
    parser.add_argument("--meet", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.meet is not None:
        _meet(args.meet, args.first, args.cases, args.seed, args.kinds, args.commands)
        return
    measures(argparse.Namespace(data=DATA, seed=args.seed))
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        rows = list(_logged(_campaign(Path(folder) / "town", args), args.log))
    faults = [row for row in rows if row["faults"]]
    say("mutated_files", **told(rows), wall=round(time.perf_counter() - began))
    for row in faults[:20]:
        case = f"{row['number']} {row['kind']}, {row['change']}: {row['faults']} {row['command'][:200]}"
        print(f"{case}\n{row['said'][-800:]}", file=sys.stderr)
    sys.exit(bool(faults))


def told(rows: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    """The counts by kind and outcome, the longest message and the slowest case."""
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        kinds[row["kind"]][CODES.get(row["code"], "lost") if not row["faults"] else "wrong"] += 1
    slowest = max(rows, key=lambda row: row["seconds"])
    longest = max((row for row in rows if row["code"]), key=lambda row: len(row["said"]))
    return {
        "cases": len(rows),
        "outcomes": dict(Counter(name for counts in kinds.values() for name in counts.elements())),
        "kinds": {kind: dict(counts) for kind, counts in sorted(kinds.items())},
        "changes": len({row["change"] for row in rows}),
        "faults": dict(Counter(fault for row in rows for fault in row["faults"])),
        "longest": len(longest["said"]),
        "slowest": {"seconds": slowest["seconds"], "kind": slowest["kind"], "change": slowest["change"]},
        "peak_MB": max(row["peak"] for row in rows) // 1000,
    }


def _logged(rows: Iterator[dict[str, Any]], log: Path | None) -> Iterator[dict[str, Any]]:
    """The rows, each of them written to the log as it comes."""
    with open(log or os.devnull, "w", encoding="utf-8", buffering=1) as file:
        for row in rows:
            file.write(json.dumps(row) + "\n")
            yield row


def _campaign(folder: Path, args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """What became of each case; a process that dies or hangs is a fault of its case, and the next one goes on."""
    from mutations.good_files import make

    folder.mkdir()
    make(folder)
    _furnish(folder)
    number, last = args.first, args.first + args.cases
    while number < last:
        command = [
            sys.executable,
            __file__,
            "--meet",
            str(folder),
            "--first",
            str(number),
            "--cases",
            str(min(MANY, last - number)),
            "--seed",
            str(args.seed),
            "--commands",
            str(args.commands),
        ]
        command += ["--kinds", *args.kinds] if args.kinds else []
        with subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0, env=_environment(folder)) as process:
            for row in _heard(process):
                number += 1
                yield row
            ended = process.poll()
        if ended != 0:
            yield {
                "number": number,
                "kind": "lost",
                "change": "",
                "code": -1,
                "seconds": 0,
                "peak": 0,
                "said": "",
                "faults": [f"the process ended with {ended}"],
                "command": "",
            }
            number += 1


def _heard(process: "subprocess.Popen[bytes]") -> Iterator[dict[str, Any]]:
    """The lines of a process, which is ended once it has been silent for too long."""
    assert process.stdout is not None
    while True:
        if not select.select([process.stdout], [], [], HUNG)[0]:
            process.kill()
        if not (line := process.stdout.readline()):
            process.wait()
            return
        yield json.loads(line)


def _environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "STUMPER_STORE": "all.db",
        "STUMPER_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")])),
        "XDG_CACHE_HOME": str(folder.parent / "cache"),
        "NO_COLOR": "1",
    }


def _furnish(folder: Path) -> None:
    """A store with a run, an evaluation and judgements is there, and a sheet that was filled in."""
    near = ("-v", "python:town:near")
    for command in (
        ("judge", "adversarial.json", "--sample", "3", "--out", "sheet.csv"),
        ("attack", "lamps.json", "-a", "identity", *near, "--store", "town.db", "--out", "written.json"),
        ("evaluate", "adversarial.json", *near, "--store", "town.db"),
    ):
        _run(folder, *command)
    sheet = folder / "sheet.csv"
    sheet.write_bytes(sheet.read_bytes().replace(b",,,,,\r", b",yes,no,yes,so be it,person\r"))
    _run(folder, "judge", "adversarial.json", "--read", "sheet.csv", "--annotator", "Bo", "--store", "town.db")


def _run(folder: Path, *command: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "stumper", *command],
        cwd=folder,
        env=_environment(folder),
        check=True,
        capture_output=True,
    )


def _meet(folder: Path, first: int, cases: int, seed: int, kinds: Sequence[str] | None, share: float) -> None:
    """Prints a line for each case; with the last one it ends."""
    from mutations.cases import case
    from mutations.meeting import bounded, in_process, meet
    from mutations.subjects import SUBJECTS

    os.chdir(folder)
    speaking = os.fdopen(os.dup(1), "w")
    bounded()
    subjects = [subject for subject in SUBJECTS if not kinds or subject.kind in kinds]
    for number in range(first, first + cases):
        is_outside = Random(f"{seed}/{number}/outside").random() < share
        met = meet(case(number, seed, folder, subjects), folder, _outside if is_outside else in_process)
        print(json.dumps(met.row), file=speaking, flush=True)


def _outside(arguments: tuple[str, ...]) -> int:
    """The exit code of the command as it is typed."""
    return subprocess.run([sys.executable, "-m", "stumper", *arguments], check=False).returncode


if __name__ == "__main__":
    main()
