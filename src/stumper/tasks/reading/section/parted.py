"""The scores of parts of a data set and of an attack's variants: by capability, and by slice. Whoever looks at many
parts finds some that differ by chance, so the intervals of a system hold for all of its parts at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isnan

import numpy as np

from stumper.scores.before_after import BeforeAfter
from stumper.scores.variants import Counted, Failed, Variants, at_worst
from stumper.sections.ran import Ran, is_control
from stumper.sections.wording import count, percent
from stumper.statistics import CHANGE, SHARE, Groups, Scored, means, merged, simultaneous
from stumper.task import Slice
from stumper.tasks.reading.section.figures import Sliced, Tested

MEASURE = "f1"
SEVERAL = "several at once"
FEW = 20  # questions: of fewer no figure is shown
THIRDS = ("lowest", "middle", "highest")

_Scores = Mapping[str, tuple[float, float]]  # by original, before and after


def by_capability(runs: Sequence[Ran]) -> tuple[Tested, ...]:
    """A row for each system, capability and kind of test: each original that has such variants, by whatever attack, at
    the worst of them, beside itself. Where the system failed on an original under one of these attacks, and no such
    variant scores 0, nobody knows which is the worst, and it is left out."""
    return tuple(row for alike in _by_system(runs) for row in _tested(alike))


def _tested(runs: Sequence[Ran]) -> Iterator[Tested]:
    met: dict[tuple[str, str], list[tuple[str, float, float]]] = {}
    by: dict[tuple[str, str], dict[str, Ran]] = {}
    for run in runs:
        for key, original, before, after in _asked(run):
            met.setdefault(key, []).append((original, before, after))
            by.setdefault(key, {})[run.id] = run
    keys = sorted(met)
    attacks = {key: dict.fromkeys(run.names.attack for run in by[key].values()) for key in keys}
    worst = [at_worst(_of_key(met[key], by[key].values()), MEASURE) for key in keys]
    figures = _together([_scores(found.sure) for found in worst], merged(run.variants.groups for run in runs))
    for (capability, test), f1, found in zip(keys, figures, worst, strict=True):
        yield Tested(runs[0].names, capability, test, tuple(attacks[capability, test]), f1, found.missing.total)


def _of_key(met: Sequence[tuple[str, float, float]], runs: Iterable[Ran]) -> Variants:
    """The variants of one capability and kind of test with all that the system failed on under these attacks."""
    originals, before, after = zip(*met, strict=True)
    lost = [run.variants.failed for run in runs]
    failed = Failed([one for each in lost for one in each.variants], [one for each in lost for one in each.originals])
    ids = [str(place) for place in range(len(met))]
    return Variants(originals, ids, {MEASURE: np.array(before)}, {MEASURE: np.array(after)}, failed=failed)


def _asked(run: Ran) -> Iterator[tuple[tuple[str, str], str, float, float]]:
    """What each variant tests that was asked, of which original, with both scores."""
    rows = run.variants
    columns = rows.capabilities, rows.tests, rows.originals, rows.before[MEASURE], rows.after[MEASURE]
    for capability, test, original, before, after in zip(*columns, strict=True):
        if capability and test and not isnan(after) and not isnan(before):
            yield (SEVERAL if ", " in capability else capability, test), original, float(before), float(after)


def by_slice(runs: Sequence[Ran], slices: Mapping[str, Slice]) -> tuple[Sliced, ...] | None:
    """A row for each system, slice, part of the slice and attack: the originals of the part, each at its worst
    variant; those of which nothing was made count as they are, but for an attack that made nothing of any, which has no
    row. None where nobody was asked to look for slices."""
    asked = [run for run in runs if run.variants.originals]
    if asked and not any(run.variants.slices for run in asked):
        return None
    parts = {dataset: _parts(of_dataset, slices) for dataset, of_dataset in _by_dataset(runs).items()}
    return tuple(row for alike in _by_system(runs) for row in _sliced(alike, parts[alike[0].names.dataset]))


_Parts = Mapping[tuple[str, str], frozenset[str]]  # by slice and part, the originals


def _sliced(runs: Sequence[Ran], parts: _Parts) -> Iterator[Sliced]:
    scored = [(run, _scores(at_worst(run.variants, MEASURE))) for run in runs if not run.has_nothing]
    rows: list[tuple[Ran, str, str, _Scores]] = []
    for (slice, part), originals in parts.items():
        for run, scores in scored:
            if of_part := {id: pair for id, pair in scores.items() if id in originals}:
                rows.append((run, slice, part, of_part))
    shown: list[_Scores] = [inside if len(inside) >= FEW else {} for *_, inside in rows]
    figures = _together(shown, merged(run.variants.groups for run in runs))
    for (run, slice, part, inside), f1 in zip(rows, figures, strict=True):
        yield Sliced(run.id, run.names, slice, part, len(inside), f1)


def _scores(found: Counted) -> _Scores:
    pairs = zip(found.before[MEASURE].tolist(), found.after[MEASURE].tolist(), strict=True)
    return dict(zip(found.originals, pairs, strict=True))


def _parts(runs: Sequence[Ran], slices: Mapping[str, Slice]) -> dict[tuple[str, str], frozenset[str]]:
    """The parts of each slice, in order: thirds of what is a number, else the words themselves."""
    found: dict[tuple[str, str], frozenset[str]] = {}
    for name, slice in slices.items():
        told = {id: value for run in runs for id, value in run.variants.slices.get(name, {}).items()}
        numbers = {id: value for id, value in told.items() if isinstance(value, float)}
        for part, originals in _thirds(numbers, slice.is_share) if numbers else _kinds(told):
            found[name, part] = originals
    return found


def _thirds(values: Mapping[str, float], is_share: bool) -> Iterator[tuple[str, frozenset[str]]]:
    """Thirds of the originals by a value, each called by what it reaches from and to; equal values stay together."""
    ends = np.quantile(list(values.values()), (1 / 3, 2 / 3), method="inverted_cdf").tolist()
    for place, name in enumerate(THIRDS):
        inside = {id: value for id, value in values.items() if sum(value > end for end in ends) == place}
        if inside:
            low, high = min(inside.values()), max(inside.values())
            shown = [percent(end) if is_share else count(end) for end in (low, high)]
            yield f"{name} third, {shown[0]} to {shown[1]}{'%' if is_share else ''}", frozenset(inside)


def _kinds(values: Mapping[str, object]) -> Iterator[tuple[str, frozenset[str]]]:
    for kind in sorted({str(value) for value in values.values()}):
        yield kind, frozenset(id for id, value in values.items() if value == kind)


def _together(parts: Sequence[_Scores], groups: Groups) -> list[BeforeAfter]:
    """The means of each part before and after and their difference, with intervals that hold for all parts at once."""
    columns = [Scored(list(part), [scores[side] for scores in part.values()]) for part in parts for side in (0, 1)]
    found = means(columns, groups) if columns else []
    before, after = found[::2], found[1::2]
    changes = [late - early for early, late in zip(before, after, strict=True)]
    sides = simultaneous(before, SHARE), simultaneous(after, SHARE), simultaneous(changes, CHANGE)
    return [BeforeAfter(*figures) for figures in zip(*sides, strict=True)]


def _by_system(runs: Sequence[Ran]) -> list[list[Ran]]:
    """The attacks that each system met as they were made for it or for all, by data set and system; no controls, and
    nothing twice."""
    found: dict[tuple[str, str], list[Ran]] = {}
    for run in runs:
        names = run.names
        is_met = names.is_met_alike or not names.is_transferred
        if is_met and not is_control(names) and not names.is_again and not names.is_past:
            found.setdefault((names.dataset, names.victim), []).append(run)
    return list(found.values())


def _by_dataset(runs: Sequence[Ran]) -> dict[str, list[Ran]]:
    found: dict[str, list[Ran]] = {}
    for run in runs:
        found.setdefault(run.names.dataset, []).append(run)
    return found
