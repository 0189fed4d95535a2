"""How many broken versions of what decides figures and rights the tests find: one change each, kept as patches.

    python benchmarks/mutants.py                  asks the tests of each patch in benchmarks/mutants/
    python benchmarks/mutants.py draw --seed 3    draws the patches anew: as many of each area, by chance

A patch says in its first line what it breaks and in its second which tests are asked. It is *killed* where one of these
fails. One that changes nothing that anybody could see says so in a third line, "equivalent:" and the reason; it counts
as one that survives. A line for each patch goes to standard error, and the survivors; the counts to standard output.
Exit code 1 where fewer than nine of ten are killed, or where a patch no longer fits.
"""

import argparse
import difflib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Literal

from measuring import say
from mutating import Mutant, broken, conditions, values

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "stumper"
PATCHES = Path(__file__).parent / "mutants"
ENOUGH = 0.9  # of the patches that are to be killed
OF_EACH = 10  # patches of an area
HANGS = 3.0  # times as long as all tests without a patch, at least LEAST_SECONDS: somebody would see that it hangs
LEAST_SECONDS = 120.0
LARGE = 1_000_000  # bytes
DRAW_ANEW = "draw the patches anew: python benchmarks/mutants.py draw --seed N"
EQUIVALENT = "equivalent: "
NO_TESTS = 5  # how pytest ends where it found none

Ended = Literal["killed", "survived"]


@dataclass(frozen=True)
class Area:
    """What is broken together, in equal shares: files below ``src/stumper``, and the tests that speak of each."""

    name: str
    files: dict[str, Sequence[str]]


FEVER = ("tests/scores/test_fever.py", "tests/scores/test_shift.py", "tests/golden/test_fever_golden.py")
GOALS = ("tests/test_goals.py", "tests/runs/test_views.py", "tests/runs/test_referee.py")
CLAIMS = ("tests/adversaries/test_claim_paraphrase.py", "tests/people/writing/test_perturbing.py")
ACCESS = ("tests/web/test_access.py", "tests/web/test_security.py", "tests/web/test_access_effects.py")
ACCOUNTS = ("tests/people/accounts/test_accounts.py", "tests/people/accounts/test_log_ins.py")
QUEUES = ("tests/people/queues", "tests/people/annotating/test_answering.py", "tests/people/writing/test_drafts.py")
INTERVALS = ("tests/statistics/test_intervals.py",)
AREAS = (
    Area("scores", {
        "scores/adversarial.py": ("tests/scores/test_adversarial.py", "tests/golden/test_potency_golden.py"),
        "scores/edit_distance.py": ("tests/scores/test_edit_distance.py",),
        "scores/failures.py": ("tests/scores/test_failures.py",),
        "scores/overlap.py": ("tests/scores/test_overlap.py",),
        "scoring.py": ("tests/test_scoring.py",),
        "positions.py": ("tests/scores/test_positions.py", "tests/test_goals.py"),
        "tasks/quizbowl/tossup_score.py": ("tests/scores/test_quizbowl.py", "tests/test_scoring.py"),
        "answers.py": ("tests/scores/test_answers.py", "tests/scores/test_variants.py"),
        "tasks/verification/evidence.py": FEVER,
        "tasks/verification/fever_score.py": FEVER,
    }),
    Area("goals", {
        "answer_goal.py": GOALS,
        "goals.py": GOALS,
        "tasks/quizbowl/goals.py": GOALS,
        "tasks/reading/goals.py": GOALS,
        "tasks/verification/goals.py": GOALS,
    }),
    Area("constraints", {
        "constraints.py": ("tests/test_constraints.py", "tests/runs/test_referee.py"),
        "tasks/quizbowl/constraints.py": ("tests/test_tossup_constraints.py",),
        "tasks/reading/constraints.py": ("tests/test_constraints.py",),
        "tasks/verification/constraints.py": ("tests/test_constraints.py", *CLAIMS),
    }),
    Area("permissions", {
        "people/accounts/failed_log_ins.py": ACCOUNTS,
        "people/accounts/log_ins.py": ACCOUNTS,
        "people/accounts/tokens.py": ("tests/people/accounts/test_tokens.py",),
        "people/projects/members.py": ("tests/people/projects", "tests/people/test_personal_data.py"),
        "web/access.py": ACCESS,
        "web/guard.py": ACCESS,
    }),
    Area("leases", {"people/queues/places.py": QUEUES, "people/queues/queue.py": QUEUES}),
    Area("statistics", {
        "scores/agreement.py": ("tests/scores/test_agreement.py",),
        "scores/fisher.py": ("tests/scores/test_fisher.py",),
        "scores/t_test.py": ("tests/scores/test_t_test.py",),
        "statistics/draws.py": ("tests/statistics/test_draws.py",),
        "statistics/groups.py": INTERVALS,
        "statistics/interval.py": INTERVALS,
        "statistics/intervals.py": INTERVALS,
        "statistics/statistic.py": INTERVALS,
    }),
)  # fmt: skip


class Misfit(Exception):
    """A patch that cannot be asked for: it no longer fits, or its tests fail without it."""


@dataclass(frozen=True)
class Patch:
    """A change of one file, with what is said of it."""

    name: str
    text: str

    @property
    def said(self) -> str:
        """What it breaks, and where."""
        return self.text.partition("\n")[0]

    @property
    def tests(self) -> list[str]:
        """The tests that are asked."""
        return self.text.splitlines()[1].removeprefix("tests: ").split()

    @property
    def excuse(self) -> str:
        """Why nobody could see it, where that is so; else nothing."""
        line = self.text.splitlines()[2]
        return line if line.startswith(EQUIVALENT) else ""

    @property
    def path(self) -> str:
        """The file that it changes."""
        return next(line.removeprefix("+++ b/") for line in self.text.splitlines() if line.startswith("+++ b/"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("do", nargs="?", choices=("ask", "draw"), default="ask")
    parser.add_argument("--seed", type=int, default=0, help="of a drawing")
    parser.add_argument("--only", default="", help="patches with this in their names")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="so many at a time")
    args = parser.parse_args()
    if args.do == "draw":
        draw(args.seed)
        return 0
    patches = kept(args.only)
    try:
        ends = ask(patches, ROOT, args.jobs)
    except Misfit as misfit:
        print(f"Error: {misfit}", file=sys.stderr)
        return 1
    for patch, end in zip(patches, ends, strict=True):
        if end == "survived":
            print(f"survived: {patch.name}: {patch.said}" + f" ({patch.excuse})" * bool(patch.excuse), file=sys.stderr)
    killed = ends.count("killed")
    share = killed / len(patches)
    counts = {"patches": len(patches), "killed": killed, "survived": len(patches) - killed}
    say("mutants", **counts, of_each=OF_EACH, killed_rate=share)
    return int(share < ENOUGH)


def kept(named: str = "") -> list[Patch]:
    """The patches in the folder with this in their names, in order."""
    paths = sorted(path for path in PATCHES.glob("*.patch") if named in path.name)
    return [Patch(path.stem, path.read_text(encoding="utf-8")) for path in paths]


def ask(patches: Sequence[Patch], root: Path, jobs: int) -> list[Ended]:
    """How each patch ends, in order; Misfit where one does not fit, or tests fail without any."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as threads:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            copy = Path(folder) / str(number)
            shutil.copytree(root / "src", copy / "src", copy_function=_copied)
            copies.put(copy)

        def ended(patch: Patch) -> Ended:
            copy = copies.get()
            with applied(patch, copy, root):
                end: Ended = "survived" if passes(patch.tests, copy, root, most) else "killed"
            copies.put(copy)
            print(f"{end}: {patch.name}", file=sys.stderr, flush=True)
            return end

        began = time.monotonic()
        check_passes_whole(patches, copies, root)
        most = max(LEAST_SECONDS, HANGS * (time.monotonic() - began))
        return list(threads.map(ended, patches))


def _copied(file: str, place: str) -> None:
    """A file of the copy: of large ones, which are weights, a link."""
    if os.path.getsize(file) > LARGE:
        os.symlink(file, place)
    else:
        shutil.copy2(file, place)  # with its time, so that bytecode is still of it


def check_passes_whole(patches: Sequence[Patch], copies: SimpleQueue[Path], root: Path) -> None:
    """Every patch fits, and what is asked passes without any; else Misfit."""
    copy = copies.get()
    for patch in patches:
        with applied(patch, copy, root):
            pass
    tests = sorted({test for patch in patches for test in patch.tests})
    if not passes(tests, copy, root):
        raise Misfit(f"The tests fail without a patch. Mend them first: {' '.join(tests)}")
    copies.put(copy)


@contextmanager
def applied(patch: Patch, copy: Path, root: Path) -> Iterator[None]:
    """The copy of the source is broken as the patch says, until the end; Misfit where the patch does not fit."""
    path = patch.path
    if not (root / path).is_file():
        raise Misfit(f"The patch {patch.name!r} is of {path}, which is not there: {DRAW_ANEW}")
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(copy.parent)}  # no folder around it is asked
    did = subprocess.run(["git", "apply", "-"], input=patch.text, cwd=copy, env=environment, capture_output=True,
                         text=True, check=False)  # fmt: skip
    try:
        if did.returncode:
            raise Misfit(f"The patch {patch.name!r} does not fit {path} any longer: {DRAW_ANEW}")
        yield
    finally:
        shutil.copy2(root / path, copy / path)


def passes(tests: Sequence[str], copy: Path, root: Path, most: float | None = None) -> bool:
    """Whether the tests pass on this copy of the source, within so many seconds.

    A module that cannot be imported fails them.
    """
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "STUMPER_REQUIRE": "slow",
    }
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-k", "not postgresql", *tests]
    try:
        code = subprocess.run(command, cwd=root, env=environment, capture_output=True, check=False,
                              timeout=most).returncode  # fmt: skip
    except subprocess.TimeoutExpired:
        return False
    if code == NO_TESTS:
        raise Misfit(f"There are no tests in {' '.join(tests)}: {DRAW_ANEW}")
    return code == 0


def draw(seed: int) -> None:
    """The folder has new patches: so many of each area, by chance, and of different lines.

    What was said to change nothing is said of the same change again.
    """
    excused = {patch.said: f"{patch.excuse}\n" for patch in kept() if patch.excuse}
    shutil.rmtree(PATCHES, ignore_errors=True)
    PATCHES.mkdir()
    for area in AREAS:
        mutants = [(file, mutant) for file in area.files for mutant in mutants_of(file)]
        for number, (file, mutant) in enumerate(drawn(mutants, Random(f"{seed}/{area.name}")), 1):
            path = PATCHES / f"{area.name}-{number:02}.patch"
            said = said_of(file, mutant)
            head = f"{said}\ntests: {' '.join(area.files[file])}\n{excused.get(said, '')}"
            path.write_text(head + difference(file, mutant), encoding="utf-8")
            print(path.name, said)


def mutants_of(file: str) -> list[Mutant]:
    """All mutants of a file."""
    return list(broken((SOURCE / file).read_text(encoding="utf-8"), conditions, values))


def drawn(mutants: Sequence[tuple[str, Mutant]], rng: Random) -> list[tuple[str, Mutant]]:
    """So many of an area, of a line of a file one."""
    chosen: dict[tuple[str, int], tuple[str, Mutant]] = {}
    for file, mutant in rng.sample(mutants, len(mutants)):
        chosen.setdefault((file, mutant.lines.start), (file, mutant))
    return list(chosen.values())[:OF_EACH]


def said_of(file: str, mutant: Mutant) -> str:
    """What a mutant breaks, in one line."""
    place = f"{file}, {mutant.function}" if mutant.function else file
    return f"{place}: {' '.join(mutant.change.split())}"


def difference(file: str, mutant: Mutant) -> str:
    """The mutant as a unified diff; with little around it, so that it fits as long as its own lines stay."""
    path, whole = f"src/stumper/{file}", (SOURCE / file).read_text(encoding="utf-8")
    before, after = (text.splitlines(keepends=True) for text in (whole, mutant.text))
    return "".join(difflib.unified_diff(before, after, f"a/{path}", f"b/{path}", n=1))


if __name__ == "__main__":
    sys.exit(main())
