"""The scores of a task that its section does not tell of, such as those that packages add: what each attack leaves."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from stumper.scores.by_original import Scored, drawn_means, observed
from stumper.scores.intervals import Estimate
from stumper.scores.signature import signature
from stumper.scoring import Measure
from stumper.sections.ran import Names, Ran
from stumper.sections.section import RunFigures, Section, Table
from stumper.sections.showing import columns, line, part, points, shown
from stumper.types import Attempt

HEADER = ("system", "attack", "score", "n", "before, %", "after, %", "difference")


@dataclass(frozen=True, slots=True)
class Further:
    """A score of a run over the ``n`` attempts that ended without an error, on examples that the victim was not trained
    on; intervals draw originals."""

    run_id: str
    names: Names
    score: str
    label: str
    n: int
    before: Estimate
    after: Estimate
    difference: Estimate


def with_further(section: Section, measures: Mapping[str, Measure], runs: Sequence[Ran]) -> Section:
    """The section with a table of all measures that it does not tell of itself."""
    lacking = {name: measure for name, measure in measures.items() if name not in section.measures}
    if not lacking:
        return section
    found = [_scored(run, name, measure) for run in runs for name, measure in lacking.items()]
    rows = [
        line(one.names.victim, one.names.attack, one.label, one.n, one.before, one.after, points(one.difference))
        for one in found
    ]
    block = part("Further scores", shown(Table(columns(*HEADER), tuple(rows), names=3)))
    figures = None if section.figures is None else {**section.figures, "further": [asdict(one) for one in found]}
    return replace(
        section,
        blocks=(*section.blocks, block),
        short=(*section.short, block) if section.short else (),
        runs=tuple(_signed(run, [one for one in found if one.run_id == run.run_id], runs) for run in section.runs),
        figures=figures,
    )


def _scored(run: Ran, name: str, measure: Measure) -> Further:
    ended = [attempt for attempt in run.unseen if attempt.outcome != "errored"]
    before = [measure.score(run.examples[one.example_id].gold, one.before.prediction) for one in ended]
    after = [_after(measure, one, own) for one, own in zip(ended, before, strict=True)]
    of = [one.example_id if one.perturbation is None else one.perturbation.example_id for one in ended]
    first, last = drawn_means([Scored(of, before), Scored(of, after)], np.random.default_rng(run.seed))
    n = len(ended)
    estimates = observed(first, n), observed(last, n), observed(last - first, n)
    return Further(run.id, run.names, name, measure.label, n, *estimates)


def _after(measure: Measure, attempt: Attempt, before: float) -> float:
    """What the attack stands by; the original, where it stands by nothing."""
    if attempt.perturbation is None or attempt.after is None or attempt.after.prediction is None:
        return before
    return measure.score(attempt.perturbation.gold, attempt.after.prediction)


def _signed(run: RunFigures, found: Sequence[Further], runs: Sequence[Ran]) -> RunFigures:
    [ran] = [one for one in runs if one.id == run.run_id]
    how = {"goal": ran.goal, "errored": "left-out", "seed": str(ran.seed), "ci": "95%-by-original"}
    return replace(run, signatures=(*run.signatures, *(signature(one.score, one.n, **how) for one in found)))
