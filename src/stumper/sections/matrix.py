"""All systems of a data set under all attacks, by one measure, each attack paired with its own originals."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isnan, nan

from stumper.scores.before_after import BeforeAfter
from stumper.scores.variants import Counted, counted
from stumper.sections.inference import Differences, differences, is_no_effect, left_together, telling, together
from stumper.sections.ran import NO_LACK, Lacking, Ran, is_control, unanswered
from stumper.sections.section import RunFigures
from stumper.sections.wording import signed_interval
from stumper.standing import Stopped
from stumper.statistics import UNKNOWN, Estimate, Groups, mean, merged
from stumper.task import Task


@dataclass(frozen=True, slots=True)
class Met:
    """One attack on one system: its ``scores`` before and after, over the same originals.

    ``left`` is the score after and ``together`` the difference with intervals that hold for all attacks on all systems
    at once, as whoever picks one of them, or counts what falls, needs them; ``beyond`` by how much the attack changes
    the score more than the control that adds a sentence, over what both met (n is 0 without one). Of so many
    ``originals`` the attack made nothing of ``without``; of ``undrawn`` others it did, which are not in the sample that
    was asked for; ``unanswered`` have no answer, or variants without one.
    ``made_against`` is the other system whose answers the attack looked at, "" where it is none. ``has_no_effect``: the
    difference was shown to lie within the margin, of this system and all others at once. ``errored`` attempts are left
    out, and with them so many originals as are ``lost``, which have no others; one that ``is_silent`` has ended without
    an attempt, as it proposed nothing. ``why`` counts by reason, the most frequent first, what nothing was made or
    asked of. Of the ``made`` ones so many have ``fooled`` the system, by the rule of the ``goal``; on so many it was
    ``wrong_already``, so that nothing could be fooled. Where few show a loss, so many as ``telling`` would tell one of
    20 points. ``seen`` are the originals with attempts that the system was trained on, where others have no attempt, so
    that nobody knows which of those are unseen; ``learned`` are those where each has one, which count nowhere.
    An attack that ``is_unmade`` has made nothing of any original, in the end.
    """

    run_id: str
    attack: str
    victim: str
    scores: BeforeAfter
    left: Estimate
    together: Estimate
    beyond: Estimate
    originals: int
    without: int
    unanswered: int
    trained_on: int
    stopped: Stopped | None
    made_against: str
    is_control: bool
    has_no_effect: bool
    errored: int = 0
    is_silent: bool = False
    lost: int = 0
    undrawn: int = 0
    made: int = 0
    fooled: int = 0
    wrong_already: int = 0
    seen: Lacking = NO_LACK
    learned: Lacking = NO_LACK
    telling: float = nan
    goal: str = ""
    why: tuple[tuple[str, int], ...] = ()
    is_unmade: bool = False

    @property
    def given(self) -> int:
        """The originals that the attack was given, with those that a sample leaves out or the system failed on."""
        return self.originals + self.lost + self.undrawn + self.seen.of

    @property
    def unmade(self) -> int:
        """Of how many of these nothing was made or asked."""
        return self.without + self.seen.without

    @property
    def drawn(self) -> int:
        """Of how many of these something was asked."""
        return self.originals + self.seen.of - self.unmade

    @property
    def has_nothing(self) -> bool:
        """Whether nothing was made or asked of any original so far: the system was not put to the test, also where the
        originals stand in for what should have been made."""
        return self.is_silent or 0 < self.originals == self.without

    @property
    def asked_in_vain(self) -> int:
        """Of how many originals that the system was trained on something was asked, which makes no figure."""
        return self.seen.of - self.seen.without + self.learned.of - self.learned.without

    @property
    def is_unasked(self) -> bool:
        """Whether nothing was made or asked, in the end, of any original that counts; of a run that was stopped nobody
        knows it yet, as it has still something to ask."""
        return self.has_nothing and (self.is_silent or self.stopped is None)

    @property
    def is_wider_together(self) -> bool:
        """Whether the interval that holds for all at once is told otherwise than the one of the attack by itself."""
        return signed_interval(self.together) != signed_interval(self.scores.difference)


@dataclass(frozen=True, slots=True)
class Unattacked:
    """What a system scores without an attack, over each original that it was asked in any of its runs."""

    victim: str
    score: Estimate


@dataclass(frozen=True, slots=True)
class Shared:
    """What attacks on a system change of the same, where they made something of different originals: the run of the one
    that takes most over the ``originals`` that each of them changed, and what it changes there, with an interval that
    holds for all attacks on all systems at once. Without such an original there is no run, and n is 0."""

    victim: str
    originals: int
    run_id: str
    difference: Estimate


@dataclass(frozen=True, slots=True)
class Pair:
    """By how much the second system scores more than the first under an attack ("" without one), over what both met.
    ``is_own``: each met variants of the same originals that were made against itself."""

    attack: str
    first: str
    second: str
    difference: Estimate
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Matrix:
    """Systems and attacks in the order of their runs, controls first; an attack that changes nothing is none of them.

    ``unit`` is what an original is called, ``called`` what a system of ours is; ``variants_count`` says that each
    variant counts by itself. ``pairs`` compare any two of the systems, ``shared`` the attacks on one where these
    changed different originals.
    """

    task: str
    dataset: str
    measure: str
    unit: str
    called: str
    variants_count: bool
    systems: tuple[str, ...]
    attacks: tuple[str, ...]
    unattacked: tuple[Unattacked, ...]
    met: tuple[Met, ...]
    pairs: tuple[Pair, ...]
    shared: tuple[Shared, ...] = ()

    def of(self, attack: str, victim: str) -> Met | None:
        """The attack on the system, where they met."""
        return next((one for one in self.met if (one.attack, one.victim) == (attack, victim)), None)

    def score(self, victim: str) -> Estimate:
        """What the system scores without an attack."""
        return next((one.score for one in self.unattacked if one.victim == victim), UNKNOWN)

    def shared_by(self, victim: str) -> Shared | None:
        """What the attacks on a system change of the same originals, where they made something of different ones."""
        return next((one for one in self.shared if one.victim == victim), None)

    @property
    def real_attacks(self) -> tuple[str, ...]:
        """The attacks that are no controls, without those that made nothing for any system, so far or in the end."""
        attacks = {one.attack for one in self.met if not (one.is_control or one.has_nothing)}
        return tuple(attack for attack in self.attacks if attack in attacks)

    def met_by(self, victim: str) -> list[Met]:
        """All that a system met, in the order of the runs."""
        return [one for one in self.met if one.victim == victim]

    def attacks_on(self, victim: str) -> list[Met]:
        """Attacks on a system that are no controls and of which there is a figure, in the order of the runs. One that
        made nothing has none, also where the originals stand in for what it should have made, or it was stopped."""
        every = self.met_by(victim)
        return [one for one in every if not (one.is_control or one.has_nothing) and one.scores.after.n]


def matrices(runs: Sequence[Ran], told: Sequence[RunFigures], task: Task) -> list[Matrix]:
    """One for each data set and measure of a task, in the order of the runs."""
    figures = {run.run_id: run for run in told}
    found: dict[tuple[str, str], list[Ran]] = {}
    for run in runs:
        if run.id in figures and not run.names.is_again:
            found.setdefault((run.names.dataset, figures[run.id].measure), []).append(run)
    return [
        _matrix(dataset, measure, alike, {run.id: figures[run.id].scores for run in alike}, task)
        for (dataset, measure), alike in found.items()
    ]


def _matrix(dataset: str, measure: str, runs: Sequence[Ran], scores: Mapping[str, BeforeAfter], task: Task) -> Matrix:
    chosen = _one_a_cell(runs)
    found = {run.id: counted(run.variants, measure, task.counts_variants) for run in chosen}
    groups = merged(run.variants.groups for run in runs)
    systems = list(dict.fromkeys(run.names.victim for run in sorted(chosen, key=lambda run: run.names.is_past)))
    attacks = [run for run in chosen if not is_control(run.names) and any(found[run.id].ids)]
    lost = [_lost(found[run.id], measure) for run in attacks]
    held = together(lost, groups)
    left = left_together([(found[run.id].originals, found[run.id].after[measure].tolist()) for run in attacks], groups)
    needed = dict(zip((run.id for run in attacks), telling(lost, held, groups), strict=True))
    joint = {run.id: both for run, both in zip(attacks, zip(left, held, strict=True), strict=True)}
    several = len({run.names.victim for run in attacks})
    met = [
        one
        for victim in systems
        for one in _of_one(victim, chosen, found, measure, scores, task, groups, joint, needed, several)
    ]
    unchanged = {run.id for run in chosen if run.names.control == "unchanged"}
    told = {one.run_id for one in met if not one.has_nothing}
    plain = {one.attack for one in met if one.run_id in unchanged} - {one.attack for one in met if _has_moved(one)}
    columns = dict.fromkeys(
        one.attack for one in sorted(met, key=lambda one: not one.is_control) if one.attack not in plain
    )
    return Matrix(
        task=task.name,
        dataset=dataset,
        measure=task.scoring.measures[measure].label,
        unit=task.unit,
        called=task.called,
        variants_count=task.counts_variants,
        systems=tuple(systems),
        attacks=tuple(columns),
        unattacked=tuple(
            Unattacked(victim, _unattacked([run for run in chosen if run.names.victim == victim], measure, groups))
            for victim in systems
        ),
        met=tuple(met),
        pairs=tuple(_pairs(systems, chosen, found, measure, groups)),
        shared=tuple(_shared([run for run in attacks if run.id in told], found, measure, groups)),
    )


def _has_moved(met: Met) -> bool:
    """Whether the score has changed; where it has not, an attack that changes nothing is no column of its own."""
    return met.scores.after.n > 0 and met.scores.difference.value != 0.0


def _shared(runs: Sequence[Ran], found: Mapping[str, Counted], measure: str, groups: Groups) -> Iterator[Shared]:
    """One for each system whose attacks made something of different originals."""
    changed = {run.id: {id for id, variant in zip(found[run.id].originals, found[run.id].ids, strict=True) if variant}
               for run in runs}  # fmt: skip
    columns: list[tuple[Ran, int, Differences]] = []
    for victim in dict.fromkeys(run.names.victim for run in runs):
        of_victim = [run for run in runs if run.names.victim == victim]
        every = [changed[run.id] for run in of_victim]
        if all(ids == every[0] for ids in every):
            continue
        if not (common := set.intersection(*every)):
            yield Shared(victim, 0, "", UNKNOWN)
            continue
        columns += [(run, len(common), _among(_lost(found[run.id], measure), common)) for run in of_victim]
    estimates = together([lost for _, _, lost in columns], groups)
    told = [(run, number, one) for (run, number, _), one in zip(columns, estimates, strict=True)]
    for victim in dict.fromkeys(run.names.victim for run, _, _ in told):
        of_one = [one for one in told if one[0].names.victim == victim and not isnan(one[2].value)]
        if of_one:
            run, number, lost = min(of_one, key=lambda one: one[2].value)
            yield Shared(victim, number, run.id, lost)


def _among(lost: Differences, originals: Collection[str]) -> Differences:
    """The differences on these originals alone."""
    kept = [(id, value) for id, value in zip(*lost, strict=True) if id in originals]
    return [id for id, _ in kept], [value for _, value in kept]


def _pairs(
    systems: Sequence[str], runs: Sequence[Ran], found: Mapping[str, Counted], measure: str, groups: Groups
) -> Iterator[Pair]:
    """Every two systems without an attack and under each, originals or variants that both met in pairs."""
    asked = {victim: _originals([run for run in runs if run.names.victim == victim], measure) for victim in systems}
    yield from _of_two("", systems, {victim: {id: (id, score) for id, score in scores.items()}
                                     for victim, scores in asked.items()}, groups)  # fmt: skip
    for attack in dict.fromkeys(run.names.attack for run in runs):
        of_attack = [run for run in runs if run.names.attack == attack]
        alike = all(run.names.is_met_alike for run in of_attack)
        met = {run.names.victim: _by_unit(found[run.id], measure, alike) for run in of_attack}
        searched = {run.names.victim for run in of_attack if run.names.made_against == run.names.victim}
        yield from _of_two(attack, [victim for victim in systems if victim in met], met, groups, searched)


def _by_unit(found: Counted, measure: str, are_alike: bool) -> dict[str, tuple[str, float]]:
    """The original of each score, by what pairs systems: variants where all met the same ones, else originals."""
    units = found.units if are_alike else found.originals
    return dict(zip(units, zip(found.originals, found.after[measure].tolist(), strict=True), strict=True))


def _of_two(
    attack: str,
    systems: Sequence[str],
    met: Mapping[str, Mapping[str, tuple[str, float]]],
    groups: Groups,
    searched: Collection[str] = (),
) -> Iterator[Pair]:
    pairs = list(combinations(systems, 2))
    shared = [[unit for unit in met[first] if unit in met[second]] for first, second in pairs]
    columns = [
        ([met[first][unit][0] for unit in units], [met[second][unit][1] - met[first][unit][1] for unit in units])
        for (first, second), units in zip(pairs, shared, strict=True)
    ]
    known = [(pair, column) for pair, column in zip(pairs, columns, strict=True) if column[0]]
    estimates = differences([column for _, column in known], groups)
    for ((first, second), _), estimate in zip(known, estimates, strict=True):
        yield Pair(attack, first, second, estimate, first in searched and second in searched)


def _one_a_cell(runs: Sequence[Ran]) -> list[Ran]:
    """Of several runs of an attack on a system the one that was made against it, else the first."""
    found: dict[tuple[str, str], Ran] = {}
    for run in runs:
        key = run.names.attack, run.names.victim
        if key not in found or (_is_of_others(found[key]) and not _is_of_others(run)):
            found[key] = run
    return list(found.values())


def _is_of_others(run: Ran) -> bool:
    return run.names.is_transferred and not run.names.is_met_alike


def _of_one(
    victim: str,
    runs: Sequence[Ran],
    found: Mapping[str, Counted],
    measure: str,
    scores: Mapping[str, BeforeAfter],
    task: Task,
    groups: Groups,
    joint: Mapping[str, tuple[Estimate, Estimate]],
    needed: Mapping[str, float],
    several: int,
) -> Iterable[Met]:
    """What a system met, of so many that were attacked; ``joint`` are the scores and the differences
    that hold at once, by run."""
    of_victim = [run for run in runs if run.names.victim == victim]
    longer = next((found[run.id] for run in of_victim if run.names.control == "longer"), None)
    for run in of_victim:
        of_run = found[run.id]
        is_attack = run.id in joint
        left, held = joint.get(run.id, (scores[run.id].after, scores[run.id].difference))
        yield Met(
            run_id=run.id,
            attack=run.names.attack,
            victim=victim,
            scores=scores[run.id],
            left=left,
            together=held,
            beyond=_beyond(of_run, longer, measure, groups) if is_attack and longer else UNKNOWN,
            originals=len(set(run.variants.originals)),
            without=of_run.without,
            unanswered=unanswered(run, task.counts_variants),
            trained_on=len(run.attempts) - len(run.unseen),
            stopped=run.stopped,
            made_against=run.names.made_against if _is_of_others(run) else "",
            is_control=is_control(run.names),
            has_no_effect=is_no_effect(*_lost(of_run, measure), groups, max(1, several)),
            errored=run.outcomes.errored,
            lost=run.lost,
            undrawn=run.undrawn,
            seen=run.seen,
            learned=run.learned,
            is_silent=not run.attempts and run.complete,
            made=len(run.made),
            fooled=run.outcomes.succeeded,
            wrong_already=run.outcomes.skipped,
            goal=run.goal,
            why=tuple(run.reasons.most_common()),
            telling=needed.get(run.id, nan),
            is_unmade=run.is_unmade,
        )


def _lost(found: Counted, measure: str) -> Differences:
    """The originals of what counts, with what each changes in the score."""
    return found.originals, (found.after[measure] - found.before[measure]).tolist()


def _beyond(found: Counted, control: Counted, measure: str, groups: Groups) -> Estimate:
    """What an attack leaves less what the control leaves, original by original."""
    longer = dict(zip(control.originals, control.after[measure].tolist(), strict=True))
    pairs = [(id, score - longer[id]) for id, score in zip(found.originals, found.after[measure].tolist(), strict=True)
             if id in longer]  # fmt: skip
    return differences([([id for id, _ in pairs], [value for _, value in pairs])], groups)[0]


def _unattacked(runs: Sequence[Ran], measure: str, groups: Groups) -> Estimate:
    found = _originals(runs, measure)
    return mean(list(found.values()), list(found), groups)


def _originals(runs: Sequence[Ran], measure: str) -> dict[str, float]:
    """What a system scores on each original that it was asked."""
    return {
        id: score
        for run in runs
        for id, score in zip(run.variants.originals, run.variants.before[measure].tolist(), strict=True)
        if not isnan(score)
    }
