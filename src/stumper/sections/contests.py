"""From the runs of a task to its contests: all attacks against all systems, data set by data set."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan
from operator import attrgetter

from stumper.scores.adversarial import Attacked, tournament
from stumper.scores.correctness import OPEN
from stumper.scores.joint_potency import Instances
from stumper.scores.transfer import Crossing, at_chosen, crossing, transferred
from stumper.scores.variants import Counted, at_worst, counted
from stumper.sections.judged import Originals, checked, correct_by_id, population_of, sample_of
from stumper.sections.ran import Ran, is_control, written_against
from stumper.sections.section import Measured
from stumper.sections.tournament import Contest, Standings, Worst, judged_attack
from stumper.sections.transfer import Transfer
from stumper.statistics import merged
from stumper.statistics.statistic import Floats
from stumper.types import Judgement


@dataclass(frozen=True, slots=True)
class Counting:
    """How a task counts: by the measure of this name, which people call ``label``, each variant of a ``unit`` by itself
    or each original at its worst; a system of ours is ``called`` so. Where ``people_must_fool`` a model, what they
    wrote was submitted because it does."""

    measure: str
    label: str
    counts_variants: bool
    unit: str
    called: str
    people_must_fool: bool = True


def contests(runs: Sequence[Ran], how: Counting) -> list[Contest]:
    """A contest for each data set on which there was an attack.

    What a search made against another system is none of a system's own attacks, and stands in no contest; nor does a
    system that has changed since, a run that was stopped, as what ends first is no sample of the whole, or one that
    another run of the system holds.
    """
    return [
        _contest(dataset, alike, how)
        for dataset, alike in _by_dataset([run for run in runs if not (run.names.is_past or run.stopped)]).items()
        if any(not is_control(run.names) for run in alike)
    ]


def transfers(runs: Sequence[Ran], how: Counting, measured: Sequence[Measured] = ()) -> list[Transfer]:
    """What the variants made against one system do to others: of attacks that several systems met; by the measure that
    the contest on the data set is ``measured`` by, where that is another."""
    found = []
    others = {one.dataset: replace(how, measure=one.name, label=one.label) for one in measured}
    for dataset, alike in _by_dataset(runs, is_transferred=True).items():
        by = others.get(dataset, how)
        for attack, of_attack in _by_attack([run for run in alike if not is_control(run.names)]).items():
            crossings = _crossings(of_attack, by)
            if any(one.made_against != one.victim for one in crossings):
                is_searched = any(run.names.made_against for run in of_attack)
                found.append(Transfer(dataset, attack, by.label, tuple(transferred(crossings)), is_searched))
    return found


def _by_dataset(runs: Sequence[Ran], is_transferred: bool = False) -> dict[str, list[Ran]]:
    found: dict[str, list[Ran]] = {}
    for run in runs:
        if run.names.is_again:
            continue
        if is_transferred or run.names.is_met_alike or not run.names.is_transferred:
            found.setdefault(run.names.dataset, []).append(run)
    return found


def _by_attack(runs: Sequence[Ran]) -> dict[str, list[Ran]]:
    found: dict[str, list[Ran]] = {}
    for run in runs:
        found.setdefault(run.names.attack, []).append(run)
    return found


def _contest(dataset: str, runs: Sequence[Ran], how: Counting) -> Contest:
    alike = _by_attack(runs)
    said = {attack: sample_of(of_attack) for attack, of_attack in alike.items()}
    attacked = [_attacked(attack, of_attack, how, said[attack].judgements) for attack, of_attack in alike.items()]
    groups = merged(run.variants.groups for run in runs)
    return Contest(
        dataset=dataset,
        unit=how.unit,
        called=how.called,
        victims=tuple(dict.fromkeys(run.names.victim for run in runs)),
        standings=(Standings(how.label, tournament(attacked, groups)),),
        judged=tuple(
            judged_attack(
                attack,
                found,
                _made_of(alike[attack]),
                groups,
                _worst(alike[attack], how, correct_by_id(found.judgements)),
            )
            for attack, found in said.items()
        ),
        written_against=written_against(run.names for run in runs) if how.people_must_fool else "",
        unmade=tuple((run.names.attack, run.names.victim) for run in runs if run.is_unmade),
    )


def _worst(runs: Sequence[Ran], how: Counting, correct: Mapping[str, float]) -> Worst | None:
    """Which of the variants that an attack made count for a system, and what is known of these; None where all that
    were answered do."""
    answered = {
        id
        for run in runs
        for id, score in zip(run.variants.ids, run.variants.after[how.measure].tolist(), strict=True)
        if id and not isnan(score)
    }
    ids = {id for run in runs for id in counted(run.variants, how.measure, how.counts_variants).ids if id}
    if ids == answered:
        return None
    judged = [correct[id] for id in ids if id in correct]
    open = judged.count(OPEN)
    return Worst(len(population_of(runs)), len(ids), len(judged) - open, judged.count(1.0), open)


def _made_of(runs: Iterable[Ran]) -> Originals:
    """By the ids of their variants the ids of what these runs made them of."""
    return {id: original for run in runs for id, original in run.made_of.items()}


def _attacked(attack: str, runs: Sequence[Ran], how: Counting, said: Sequence[Judgement]) -> Attacked:
    """What systems scored, unit by unit: NaN where one of them did not meet a unit, or the attack made nothing of any
    for it, so that its originals stand in for what was never made."""
    met = {run.names.victim: (run, counted(run.variants, how.measure, how.counts_variants)) for run in runs}
    units: dict[str, str] = {}
    for run, found in met.values():
        units.update(zip(_units(run, found), found.originals, strict=True))
    after, before = (
        {
            victim: (nan,) * len(units) if run.has_nothing else _aligned(units, run, found, side(found)[how.measure])
            for victim, (run, found) in met.items()
        }
        for side in (attrgetter("after"), attrgetter("before"))
    )
    is_baseline = all(is_control(run.names) for run in runs)
    of_attack = checked(said, _made_of(runs))
    instances = {victim: _instances(found, how, correct_by_id(said)) for victim, (_, found) in met.items()}
    return Attacked(attack, tuple(units.values()), after, of_attack, is_baseline, before, instances)


def _instances(found: Counted, how: Counting, correct: Mapping[str, float]) -> Instances:
    """What counts of one run and was made, not what stands in for itself."""
    made = [place for place, id in enumerate(found.ids) if id]
    scores = found.after[how.measure]
    return Instances(
        [found.originals[place] for place in made],
        [float(scores[place]) for place in made],
        [correct.get(found.ids[place], nan) for place in made],
    )


def _units(run: Ran, found: Counted) -> Sequence[str]:
    """What pairs systems: variants, where all systems meet the same ones and each counts; else originals."""
    return found.units if run.names.is_met_alike else found.originals


def _aligned(units: Mapping[str, str], run: Ran, found: Counted, values: Floats) -> tuple[float, ...]:
    scores = dict(zip(_units(run, found), values.tolist(), strict=True))
    return tuple(scores.get(unit, nan) for unit in units)


def _crossings(runs: Sequence[Ran], how: Counting) -> list[Crossing]:
    """Of what looks at answers, what its runs say. Of what all systems met alike, and of which the worst counts, each
    system's worst, put to all."""
    if any(run.names.made_against for run in runs):
        met = [(run.names, counted(run.variants, how.measure, how.counts_variants)) for run in runs]
        return [crossing(names.made_against, names.victim, found, how.measure) for names, found in met]
    if how.counts_variants or not any(len(run.variants.ids) > len(set(run.variants.originals)) for run in runs):
        return []
    chosen = {run.names.victim: at_worst(run.variants, how.measure) for run in runs}
    return [
        crossing(against, run.names.victim, at_chosen(run.variants, worst, how.measure), how.measure)
        for against, worst in chosen.items()
        for run in runs
    ]
