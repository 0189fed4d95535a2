"""What a report says of bonuses: points, parts, and how well confidence fits; then what attacks leave."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from stumper.predictions import best_answer
from stumper.registry import task_named
from stumper.scores.signature import signature
from stumper.sections import plain
from stumper.sections.ran import Ran
from stumper.sections.section import Column, Section, Table
from stumper.sections.showing import columns, lead, line, mean, part, shown, text
from stumper.standing import Met
from stumper.statistics import Estimate, Groups, groups_of
from stumper.statistics import mean as mean_of
from stumper.tasks.quizbowl.bonuses.read import PARTS, WORTH
from stumper.tasks.quizbowl.bonuses.scoring import accepted, bonus_of, confidence
from stumper.types import Example

WHOLE = WORTH * PARTS
LEAD = (
    f"Each part counts {WORTH} points, asked with its lead-in, the parts before it and their answers; without an "
    "attack. Confidence is what the system says of its best guess, and Brier's score the mean of its squared distance "
    "from right (1) or wrong (0): 0 at best, 0.25 for whoever always says 50%."
)


@dataclass(frozen=True, slots=True)
class Answered:
    """A part, and what a system answered before any attack; ``sure`` is how sure it said that it is, None where it does
    not say."""

    part: Example
    is_right: bool
    sure: float | None


@dataclass(frozen=True, slots=True)
class Calibration:
    """Over ``n`` parts that came with a confidence: its mean, how many of them are right, and Brier's score."""

    n: int
    said: Estimate
    right: Estimate
    brier: Estimate


@dataclass(frozen=True, slots=True)
class BonusRun:
    """A system on a data set: the ``points`` of a whole bonus, over those all of whose parts were asked, how many of
    these have 30, 20, 10 and no points, the accuracy on all parts and on each, and how well confidence fits."""

    victim: str
    dataset: str
    points: Estimate | None
    with_points: Mapping[str, int]
    right: Estimate
    by_part: Mapping[str, Estimate]
    calibration: Calibration | None


def noting() -> Callable[[Met], Sequence[Answered]]:
    """What notes of an attempt how the system answered the part before any attack."""
    return lambda met: list(_noted(met))


def _noted(met: Met) -> Iterator[Answered]:
    said = met.before.prediction
    if met.trained_on or said is None:  # of an attempt that lost a variant, too
        return
    best = best_answer(said)
    yield Answered(met.original, best is not None and accepted(met.original.gold, best) > 0, confidence(said))


def section(runs: Sequence[Ran], with_examples: bool = True) -> Section:
    """The bonuses of each system first; then what is said of the runs of any task."""
    task = task_named("bonus")
    found = plain.section(task, runs, with_examples)
    told = _told(runs)
    if not told:
        return found
    blocks = (part("Bonuses", lead(LEAD), shown(_table(told)), shown(_calibrations(told))), *found.blocks)
    signed = {(one.victim, one.dataset): one for one in told}
    return replace(
        found,
        title="Bonuses",
        sentences=tuple(_sentence(one) for one in told),
        blocks=blocks,
        runs=tuple(
            replace(run, signatures=(*run.signatures, *_signatures(signed.get((run.names.victim, run.names.dataset)))))
            for run in found.runs
        ),
        figures={"bonus": [asdict(one) for one in told]},
    )


def _told(runs: Sequence[Ran]) -> list[BonusRun]:
    """Each system on each data set, over all parts that it was asked in any run, each once; the best first."""
    asked: dict[tuple[str, str], dict[str, Answered]] = {}
    for run in runs:
        known = asked.setdefault((run.names.victim, run.names.dataset), {})
        known.update({one.part.id: one for one in run.noted})
    found = [_run(*names, list(parts.values())) for names, parts in asked.items() if parts]
    return sorted(found, key=lambda one: -one.right.value)


def _run(victim: str, dataset: str, parts: Sequence[Answered]) -> BonusRun:
    groups = groups_of([one.part for one in parts], lambda example: {})
    bonuses: dict[str, list[Answered]] = {}
    for one in parts:
        bonuses.setdefault(bonus_of(one.part), []).append(one)
    whole = [every for every in bonuses.values() if len(every) == PARTS]
    points = [WORTH * sum(one.is_right for one in every) for every in whole]
    numbers = sorted({_number(one.part) for one in parts})
    return BonusRun(
        victim,
        dataset,
        mean_of(points, [every[0].part.id for every in whole], groups, (0, WHOLE)) if whole else None,
        {str(worth): points.count(worth) for worth in range(WHOLE, -1, -WORTH)},
        _share(parts, groups),
        {number: _share([one for one in parts if _number(one.part) == number], groups) for number in numbers},
        _calibration([one for one in parts if one.sure is not None], groups),
    )


def _number(example: Example) -> str:
    """Which part of its bonus it is, by the end of its id."""
    return example.id.rpartition("-")[2]


def _share(parts: Sequence[Answered], groups: Groups) -> Estimate:
    return mean_of([float(one.is_right) for one in parts], [one.part.id for one in parts], groups)


def _calibration(parts: Sequence[Answered], groups: Groups) -> Calibration | None:
    if not parts:
        return None
    ids, sure = [one.part.id for one in parts], [one.sure or 0.0 for one in parts]
    missed = [(share - one.is_right) ** 2 for share, one in zip(sure, parts, strict=True)]
    return Calibration(len(parts), mean_of(sure, ids, groups), _share(parts, groups), mean_of(missed, ids, groups))


def _sentence(one: BonusRun) -> str:
    from stumper.sections.wording import decimals, percent, plural

    parts = f"{percent(one.right.value)}% of {plural(one.right.n, 'bonus part')}"
    if one.points is None:
        return f"{one.victim} answers {parts} of {one.dataset} right."
    number = f"{one.points.n:,} {'bonus' if one.points.n == 1 else 'bonuses'}"
    return (f"{one.victim} has {decimals(one.points)} of {WHOLE} points a bonus on {number} of {one.dataset}, and "
            f"answers {parts} right.")  # fmt: skip


def _table(told: Sequence[BonusRun]) -> Table:
    numbers = list(dict.fromkeys(number for one in told for number in one.by_part))
    worths = [str(worth) for worth in range(WHOLE, -1, -WORTH)]
    header = (
        *columns("system", "data set", "bonuses"),
        Column("points", f"of {WHOLE}", "the mean of whole bonuses", is_main=True),
        *(Column(worth, "bonuses with") for worth in worths),
        Column("parts"),
        Column("all, %", "parts right"),
        *(Column(f"{number}, %", "parts right") for number in numbers),
    )
    rows = [
        line(
            one.victim,
            one.dataset,
            one.points.n if one.points else 0,
            mean(one.points) if one.points else text("–"),
            *(one.with_points[worth] for worth in worths),
            one.right.n,
            one.right,
            *(one.by_part.get(number, "–") for number in numbers),
        )
        for one in told
    ]
    return Table(header, tuple(rows), names=2, is_wide=True)


def _calibrations(told: Sequence[BonusRun]) -> Table:
    header = (
        *columns("system", "data set", "parts"),
        Column("confidence, %", meaning="the mean of what is said of the best guess"),
        Column("right, %", meaning="of the same parts"),
        Column("Brier", meaning="0 at best"),
    )
    rows = []
    for one in told:
        if (found := one.calibration) is None:
            rows.append(line(one.victim, one.dataset, 0, "says none", "–", "–"))
        else:
            brier = text(f"{found.brier.value:.3f}", f"[{found.brier.low:.3f}, {found.brier.high:.3f}]")
            rows.append(line(one.victim, one.dataset, found.n, found.said, found.right, brier))
    return Table(header, tuple(rows), names=2, title="How well confidence fits")


def _signatures(one: BonusRun | None) -> tuple[str, ...]:
    if one is None:
        return ()
    how = {"right": "accepted", "agg": "mean", "asked": "unattacked"}
    found = [signature("part_accuracy", one.right.n, **how)]
    if one.points is not None:
        found.append(signature("bonus_points", one.points.n, **how, of="whole-bonuses", worth="10-a-part"))
    if one.calibration is not None:
        found.append(signature("brier", one.calibration.n, **how, of="best-guesses"))
    return tuple(found)
