"""Which tests take more than 0.15 seconds of a core: runs them all, and writes tests/support/seconds.tsv.

The default run leaves these out, as tests/support/slowness.py reads the table; `make test-all` and CI run them. Of each
file at least one test stays, and of the long families that keep some cases the quick ones do. Set-up that several tests
share is of none of them. With a folder, what `pytest -p cpu_seconds` wrote there is read instead of run again.
"""

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path

from measuring import say

ROOT = Path(__file__).parents[1]
SUPPORT = ROOT / "tests" / "support"
LONG = 0.15  # seconds of a core
SHARED = "shared"  # in place of a test's name (tests/support/cpu_seconds.py)


def main() -> None:
    """The table is written anew."""
    with tempfile.TemporaryDirectory() as scratch:
        if not sys.argv[1:]:
            measure(Path(scratch))
        seconds = taken(Path(*sys.argv[1:] or [scratch]))
    sys.path.insert(0, str(SUPPORT))
    import slowness

    shared = seconds.pop(SHARED, 0.0)

    slowness.FAMILIES = {name: long for name, long in slowness.FAMILIES.items() if name not in slowness.MEASURED}
    default = {test: took for test, took in seconds.items() if slowness.family_of(test) is None}
    long = left_out(default, {long.instead for long in slowness.FAMILIES.values()})
    drawn_from = {
        test for test, took in seconds.items() if took > LONG and (family := slowness.family_of(test))
        and slowness.FAMILIES[family].kept
    }  # fmt: skip
    lines = [f"{seconds[test]:.1f}\t{test}\n" for test in sorted(long | drawn_from)]
    (SUPPORT / "seconds.tsv").write_text("seconds\ttest\n" + "".join(lines), encoding="utf-8")
    for name, tests in (("all", seconds), ("outside families", default), ("left out by the table", long)):
        say("test_times", tests=name, n=len(tests), cpu_seconds=sum(seconds[test] for test in tests))
    say("test_times", tests="set up for several", n=len(seconds), cpu_seconds=shared)


def measure(folder: Path) -> None:
    """All tests have run; what fails is said and measured all the same."""
    environment = os.environ | {
        "STUMPER_CPU_SECONDS": str(folder),
        "PYTHONPATH": str(SUPPORT),
        "STUMPER_REQUIRE": "browser,node,postgres,shared,slow",
    }
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "cpu_seconds"], cwd=ROOT, env=environment, check=False
    )


def taken(folder: Path) -> dict[str, float]:
    """The seconds of each test, of one that ran twice the fewer; and of what they share, all of them."""
    found: dict[str, float] = {}
    for path in sorted(folder.glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            seconds, _, test = line.partition("\t")
            if test == SHARED:
                found[SHARED] = found.get(SHARED, 0.0) + float(seconds)
            else:
                found[test] = min(float(seconds), found.get(test, float("inf")))
    return found


def left_out(seconds: dict[str, float], staying: Collection[str]) -> set[str]:
    """The tests that take long, but for those that stay in another's place; of a file that has no others, all but the
    quickest."""
    files = defaultdict(list)
    for test in seconds:
        files[test.partition("::")[0]].append(test)
    long = {test for test, took in seconds.items() if took > LONG and test.partition("[")[0] not in staying}
    for tests in files.values():
        if long.issuperset(tests):
            long.remove(min(tests, key=lambda test: (seconds[test], test)))
    return long


if __name__ == "__main__":
    main()
