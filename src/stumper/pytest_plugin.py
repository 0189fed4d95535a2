"""For tests of a system: the fixture ``stumper`` attacks it, and fails where an interval says so.

pytest finds it where Stumper is installed; nothing heavy is imported before a test asks for it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import pytest

from stumper.from_python import attack, evaluate
from stumper.results import Difference, Results

if TYPE_CHECKING:
    from pathlib import Path

    from stumper.kept import Kept as Left
    from stumper.python_objects import Attacks, Rows, Systems
    from stumper.store import Store


@dataclass(frozen=True, slots=True)
class Kept:
    """What a system has left of a score, with its interval: ``who`` says of which system, on what.

    It would be by ``lost`` lower if all that the system ``failed`` on, which is of so many so many, were lost; and by
    ``without_answers`` lower without the variants that withstand an attack with no right answer, where it has one to
    the originals. Where such an attack ``has_nothing_to_cost``, the system has no right answer to any original.
    """

    who: str
    value: float
    low: float
    high: float
    n: int
    lost: float = 0.0
    failed: str = ""
    without_answers: float = 0.0
    has_nothing_to_cost: bool = False

    @property
    def is_known(self) -> bool:
        """Whether there is an interval."""
        return self.low == self.low and self.high == self.high  # NaN is not equal to itself

    def __str__(self) -> str:
        sure = f"[{100 * self.low:.1f}, {100 * self.high:.1f}]" if self.is_known else "(too few for an interval)"
        lost = f", and {100 * (self.value - self.lost):.1f} if the {self.failed} that it failed on are lost"
        left = 100 * (self.value - self.without_answers)
        bare = f", and {left:.1f} if what withstands without the right answer that it had is lost"
        none = ", and no original is answered rightly" if self.has_nothing_to_cost else ""
        return (f"{self.who}: {100 * self.value:.1f} {sure}, n = {self.n:,}{lost if self.lost else ''}"
                f"{bare if self.without_answers else none}")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Checked:
    """The ``results`` of an attack or an evaluation, of which a test asserts something. Bounds are shares of 1."""

    results: Results

    @property
    def kept(self) -> list[Kept]:
        """What each system has left of the score that leads: after each attack, or in an evaluation."""
        from stumper.kept import kept_in, kept_under

        if not self.results.scores:
            left = {job.plan.id: kept_under(job) for job in self.results.jobs}
            return [
                Kept(f"{run.names.victim} under {run.names.attack}, {run.measure}", run.scores.after.value,
                     run.scores.after.low, run.scores.after.high, run.scores.after.n, *_lost(left.get(run.run_id)))
                for run in self.results.runs
            ]  # fmt: skip
        scoring = self.results.jobs[0].material.task.scoring
        leading = {job.material.task.scoring.headline for job in self.results.jobs}
        apart = {scoring.by_goal[goal] for goal in scoring.apart}  # which alone such variants are scored by
        named = [[score for score in self.results.scores if score.name in names] for names in (leading, apart)]
        scores = named[0] or named[1]
        attacked = [score for score in scores if score.on == "adversarial"] or scores
        return [Kept(f"{score.victim} on {score.on}, {score.name}", score.value, score.low, score.high, score.n,
                     *_lost(kept_in([score], scoring))) for score in attacked]  # fmt: skip

    def assert_at_least(self, bound: float) -> None:
        """Fails unless every score is shown to be at least so much: its whole 95% interval is, also if all that the
        system failed on were lost, and all that withstood an attack without the right answer that it had before. With
        few examples that is shown of nothing, nor where it has no right answer that such an attack could cost."""
        self._all(
            bound, "is not shown to be at least", lambda kept: kept.low - kept.lost - kept.without_answers >= bound
        )

    def assert_not_below(self, bound: float) -> None:
        """Fails where a score is shown to be below this: its whole 95% interval is, or would be if what withstood an
        attack without the right answer that it had before were lost. What too few examples leave open passes, unless
        there is no interval at all, or no right answer that such an attack could cost."""
        self._all(bound, "is below", lambda kept: kept.high - kept.without_answers >= bound)

    def assert_not_worse(self, than: "Checked | Results | str", margin: float | None = None) -> None:
        """Fails where the systems are shown to be worse than others, question by question (5%, one-sided); with a
        ``margin`` in percentage points, unless they are shown to be as good within it. Without a verdict it fails."""
        from stumper.comparing.verdict import gate_sentence

        other = than.results if isinstance(than, Checked) else than
        found: Difference = other.compare(self.results) if isinstance(other, Results) else _before(self.results, other)
        judged = found.verdict("worse") if margin is None else found.verdict("not-shown-equal", margin)
        if not judged.passed:
            pytest.fail(gate_sentence(judged), pytrace=False)

    def _all(self, bound: float, fault: str, holds: Callable[[Kept], bool]) -> None:
        if broken := [one for one in self.kept if not one.is_known or one.has_nothing_to_cost or not holds(one)]:
            _fail(broken, f"{fault} {100 * bound:g}", self.results)
        if not self.kept:
            pytest.fail("Nothing was scored, so nothing can be asserted.", pytrace=False)


def _lost(kept: "Left | None") -> tuple[float, str, float, bool]:
    """By how much a score would be lower if all that the system failed on were lost, and on how many it failed; by how
    much more if so were what withstands an attack without a right answer; and whether no original has one."""
    if kept is None or not kept.value >= kept.at_least:  # NaN where nothing could be scored
        return 0.0, "", 0.0, False
    return kept.value - kept.at_least, kept.failed_on, kept.at_least - kept.answered, kept.has_no_answers


def _before(results: Results, baseline: str) -> Difference:
    from stumper.from_python import compare

    return compare(baseline, results)


def _fail(broken: list[Kept], fault: str, results: Results) -> NoReturn:
    """Fails with each score, and with the first examples that fooled the system."""
    lines = [f"{one.who} {fault}: {str(one).removeprefix(f'{one.who}: ')}" for one in broken]
    fooled = [] if results.scores else results.examples("fooled")
    shown = [f"  {one.answer!r} became {one.answer_after!r}: {one.question_after}" for one in fooled[:3]]
    more = [f"{len(fooled):,} were fooled, such as"] if shown else []
    pytest.fail("\n".join([*lines, *more, *shown]), pytrace=False)


@dataclass(frozen=True, slots=True)
class Stumper:
    """What the fixture ``stumper`` is: ``attack`` and ``evaluate`` as in the package, with results that assert.

    All results of a test session stand in one store: ``--stumper-store``, else one that is forgotten.
    """

    store: "str | Path"

    def attack(
        self,
        rows: "Rows",
        *,
        victim: "Systems" = "embedded",
        adversaries: "Attacks",
        name: str = "",
        limit: int | None = None,
        budget: int | None = None,
        seed: int = 1,
        columns: Mapping[str, str] | None = None,
        store: "str | Path | Store | None" = None,
    ) -> Checked:
        """Attacks one system or several, as ``stumper.attack`` does."""
        found = attack(rows, victim=victim, adversaries=adversaries, name=name, limit=limit, budget=budget, seed=seed,
                       columns=columns, store=store or self.store)  # fmt: skip
        return Checked(found)

    def evaluate(
        self,
        rows: "Rows",
        *,
        victim: "Systems" = "embedded",
        name: str = "",
        limit: int | None = None,
        seed: int = 1,
        columns: Mapping[str, str] | None = None,
        store: "str | Path | Store | None" = None,
    ) -> Checked:
        """Scores systems on a data set, as ``stumper.evaluate`` does."""
        found = evaluate(rows, victim=victim, name=name, limit=limit, seed=seed, columns=columns,
                         store=store or self.store)  # fmt: skip
        return Checked(found)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option for the store."""
    parser.getgroup("stumper").addoption(
        "--stumper-store", metavar="FILE", help="Keep the results of the fixture stumper in this store."
    )


@pytest.fixture(scope="session")
def stumper(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stumper:
    """Attacks and evaluates systems, and asserts on the intervals of what they keep."""
    named = request.config.getoption("--stumper-store")
    return Stumper(named or tmp_path_factory.mktemp("stumper") / "stumper.db")
