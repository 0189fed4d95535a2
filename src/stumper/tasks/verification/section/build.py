"""From runs on claims to their part of a report."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import nan

from stumper.scores.adversarial import Attacked, tournament
from stumper.scores.before_after import before_after
from stumper.scores.joint_potency import Instances
from stumper.scores.score import made_by
from stumper.scores.signature import signature
from stumper.scores.variants import Counted, at_worst
from stumper.sections.exhibits import GUESSES, Exhibit, Response, exhibit, shown_note
from stumper.sections.inference import together
from stumper.sections.judged import (
    Originals,
    Sampled,
    as_people_made,
    by_perturbation,
    checked,
    correct_by_id,
    judges,
    sampled,
)
from stumper.sections.ran import Ran, unanswered
from stumper.sections.section import Measured, RunFigures, Section
from stumper.sections.tournament import JudgedAttack, Standings, judged_attack
from stumper.statistics import Estimate, Groups, mean, merged
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.evidence import counted_sentences, has_label
from stumper.tasks.verification.fever_score import ClaimScore
from stumper.tasks.verification.section import parts
from stumper.tasks.verification.section.claims import AskedClaim, AskedRun, asked_run, texts_of
from stumper.tasks.verification.section.figures import (
    ALL_KNOWN,
    FEVER_SCORE,
    LABEL_ACCURACY,
    ClaimRun,
    KindShift,
    RuleRow,
    Verification,
    WorstUnknown,
)
from stumper.tasks.verification.section.sentences import closed_world_notes, notes, sentences, unmatched_notes
from stumper.tasks.verification.shift import NOT_ENOUGH_INFO, Shifted, shift
from stumper.text import word_diff
from stumper.types import CLOSED_WORLD, Attempt, Example, Gold, Judgement, Perturbation, Query, Verdict

Judged = Mapping[str, Sequence[Judgement]]  # by a claim's key
MEASURES: Mapping[str, Callable[[ClaimScore], float]] = {
    FEVER_SCORE: lambda score: score.fever_score,
    LABEL_ACCURACY: lambda score: score.accuracy,
}


INTERVALS = "those of potency and resilience also draw the correct rates from their beta posteriors"
SIGNED = {FEVER_SCORE: "fever_score", LABEL_ACCURACY: "accuracy"}


def section(runs: Sequence[Ran], with_examples: bool = True) -> Section:
    """What is said of these runs, data set by data set; without examples much faster, and all that a table needs."""
    groups: dict[str, list[AskedRun]] = {}
    for run in runs:
        groups.setdefault(run.names.dataset, []).append(asked_run(run))
    several = len(groups) > 1
    found = [_verification(group, with_examples, several) for group in groups.values()]
    seeds = {run.id: run.seed for run in runs}
    return Section(
        name="verification",
        tells_contests=True,
        measures=("fever_score", "accuracy"),
        measured=tuple(_measured(each) for each in found),
        title="Fact verification",
        sentences=tuple(said for each in found for said in each.sentences),
        blocks=tuple(block for each in found for block in parts.blocks(each)),
        runs=tuple(
            RunFigures(run.run_id, run.names, SIGNED[run.measure], run.scores, _signatures(run, seeds[run.run_id]))
            for each in found
            for run in each.runs
        ),
        short=tuple(block for each in found for block in parts.short(each)),
        figures={"verification": [asdict(each) for each in found]},
        intervals=(INTERVALS,),
        exhibits=tuple(_exhibit(run, *one) for run in runs for one in run.shown()) if with_examples else (),
        shows="labels",
    )


def _measured(found: Verification) -> Measured:
    main = found.standings[0].measure
    return Measured(found.dataset, SIGNED[main], main)


def _verification(runs: Sequence[AskedRun], with_examples: bool, several: bool) -> Verification:
    judged, attacks, measures = _judged(runs), _attacks(runs), _measures(runs)
    groups = merged(run.ran.variants.groups for run in runs)
    standings = tuple(
        Standings(name, tournament([_attacked(attack, MEASURES[name], judged) for attack in attacks], groups))
        for name in measures
    )
    rows = tuple(_run(run, measures[0], judged) for run in runs)
    by = tuple(_judged_attack(attack, judged) for attack in attacks)
    shifted = _shifts(runs) if with_examples else ()
    return Verification(
        dataset=runs[0].names.dataset,
        sentences=sentences(rows, standings, by, _given_up(runs), several),
        notes=(
            *notes(rows, standings, by),
            *unmatched_notes(runs[0].names.dataset, *_unmatched(runs)),
            *(note for attack in attacks for note in _assuming(attack, judged)),
            *(shown_note([row.perturbations + row.trained_on for row in rows], "claims") if with_examples else ()),
        ),
        runs=rows,
        standings=standings,
        judged=by,
        shifts=shifted,
        rules=_rules(attacks, MEASURES[measures[0]], judged) if with_examples else (),
    )


def _measures(runs: Sequence[AskedRun]) -> list[str]:
    """The FEVER score first where every system gives evidence, not at all where none does."""
    giving = {run.names.victim for run in runs if any(claim.gives_evidence for claim in run.claims)}
    if not giving:
        return [LABEL_ACCURACY]
    everybody = giving == {run.names.victim for run in runs if run.claims}
    return [FEVER_SCORE, LABEL_ACCURACY] if everybody else [LABEL_ACCURACY, FEVER_SCORE]


def _unmatched(runs: Sequence[AskedRun]) -> tuple[Sequence[str], bool]:
    """The systems that cite evidence of which none can be held against the data set's, and whether that has none."""
    victims = dict.fromkeys(run.names.victim for run in runs)
    claims = {victim: [claim for run in runs if run.names.victim == victim for claim in run.claims]
              for victim in victims}  # fmt: skip
    has_none = any(of_one and all(claim.has_none for claim in of_one) for of_one in claims.values())
    return [
        victim for victim, of_one in claims.items()
        if any(claim.cites for claim in of_one) and not any(claim.gives_evidence for claim in of_one)
    ], has_none  # fmt: skip


def _assuming(attack: "_Attack", judged: Judged) -> tuple[str, ...]:
    """How many of an attack's claims hold in a closed world alone, and how many of these are correct."""
    keys = {key for key, claim in attack.claims.items() if claim.assumes == CLOSED_WORLD}
    found = checked(one for key in keys for one in judged.get(key, ()))
    return closed_world_notes(attack.name, len(keys), len(attack.claims), found.right, found.judged - found.open)


def _judged(runs: Sequence[AskedRun]) -> Judged:
    """One an annotator: the same claim may have been judged with and without evidence, under two ids."""
    keys = {id: claim.key for run in runs for claim in run.claims for id in claim.judged_as}
    found: dict[str, dict[str, Judgement]] = {}
    for judgement in runs[0].ran.judgements(keys):
        key = keys[judgement.perturbation_id]
        found.setdefault(key, {})[judgement.annotator] = replace(judgement, perturbation_id=key)
    return {key: tuple(said.values()) for key, said in found.items()}


def _made_of(claims: Iterable[AskedClaim]) -> Originals:
    """By the keys of claims what they were made of."""
    return {claim.key: claim.original for claim in claims}


def _judged_attack(attack: "_Attack", judged: Judged) -> JudgedAttack:
    made_of = _made_of(attack.claims.values())
    return judged_attack(attack.name, _sampled(made_of, judged, attack.runs), made_of, attack.groups)


def _sampled(made_of: Originals, judged: Judged, runs: Sequence[AskedRun]) -> Sampled:
    """What was judged of these claims that a correct rate can be made of."""
    said = [one for key in made_of for one in judged.get(key, ())]
    drawn = runs[0].ran.drawn_for([one.perturbation_id for one in said], made_of.keys())
    return as_people_made(sampled(said, made_of.keys(), drawn), [run.ran for run in runs])


@dataclass(frozen=True, slots=True)
class _Attack:
    """What one attack made in its ``runs``, each claim once, with what each system that met it made of it; ``groups``
    say what the originals of any of its runs share."""

    name: str
    runs: Sequence[AskedRun]
    is_baseline: bool
    is_alone: bool
    claims: Mapping[str, AskedClaim]
    by_victim: Mapping[str, Mapping[str, AskedClaim]]
    groups: Groups


def _attacks(runs: Sequence[AskedRun]) -> list[_Attack]:
    by_name: dict[str, list[AskedRun]] = {}
    for run in runs:
        if run.names.is_again:
            continue
        if run.claims or not run.trained_on:  # what a system has all seen says nothing of it
            by_name.setdefault(run.names.attack, []).append(run)
    found = []
    for name, alike in by_name.items():
        by_victim = {run.names.victim: {claim.key: claim for claim in run.claims} for run in alike}
        claims = {key: claim for run in alike for key, claim in by_victim[run.names.victim].items()}
        is_alone = any(run.names.is_alone for run in alike)
        groups = merged(run.ran.variants.groups for run in alike)
        found.append(_Attack(name, alike, alike[0].is_baseline, is_alone, claims, by_victim, groups))
    return found


def _attacked(attack: _Attack, measure: Callable[[ClaimScore], float], judged: Judged) -> Attacked:
    originals = tuple(claim.original for claim in attack.claims.values())
    after, before = (
        {
            victim: tuple(measure(getattr(found[key].shifted, side)) if key in found else nan for key in attack.claims)
            for victim, found in attack.by_victim.items()
        }
        for side in ("after", "before")
    )
    made_of = _made_of(attack.claims.values())
    said = _sampled(made_of, judged, attack.runs).judgements
    right = correct_by_id(said)
    known = {} if attack.is_alone else before
    instances = {
        victim: Instances(originals, scores, [right.get(key, nan) for key in attack.claims])
        for victim, scores in after.items()
    }
    labels = tuple((claim.label_before, claim.label) for claim in attack.claims.values())
    return Attacked(attack.name, originals, after, checked(said, made_of), attack.is_baseline, known, instances, labels)


def _run(run: AskedRun, measure: str, judged: Judged) -> ClaimRun:
    shifted, scored = [claim.shifted for claim in run.claims], MEASURES[measure]
    first = [nan if run.names.is_alone else scored(claim.before) for claim in shifted]
    values = first, [scored(claim.after) for claim in shifted]
    made_of = _made_of(run.claims)
    said = _sampled(made_of, judged, [run]).judgements
    found, by = checked(said, made_of), SIGNED[measure]
    worst = at_worst(run.ran.variants, by).made
    return ClaimRun(
        run_id=run.ran.id,
        names=run.names,
        goal=run.ran.goal,
        measure=measure,
        scores=before_after([claim.original for claim in shifted], *values, run.ran.variants.groups),
        perturbations=len(run.claims) + run.errored,
        errored=run.errored,
        judged=found.judged,
        correct=found.right,
        open=found.open,
        judges=judges(said, made_of, run.ran.variants.groups),
        is_baseline=run.is_baseline,
        complete=run.ran.complete,
        asked_for=int(asked) if (asked := run.ran.options.get("balanced", "")).isdecimal() else None,
        trained_on=run.trained_on,
        unanswered=unanswered(run.ran),
        stopped=run.ran.stopped,
        worst=mean(worst.sure.after[by].tolist(), worst.sure.originals, worst.groups),
        worst_unknown=_unknown(worst, by),
        lacking=run.ran.lacking,
        searched=run.ran.searched,
        absent_gold=run.ran.absent_gold,
        is_unmade=run.ran.is_unmade,
    )


def _unknown(worst: Counted, by: str) -> WorstUnknown:
    """Of how many originals the worst claim is not known, and what the mean over all of them may be."""
    lost = worst.missing.total
    return WorstUnknown(lost, len(worst.sure.units) + lost, *worst.bounds(by)) if lost else ALL_KNOWN


def _given_up(runs: Sequence[AskedRun]) -> dict[str, Estimate]:
    """By run how much more often its system says NOT ENOUGH INFO than of the originals, with intervals that hold for
    all runs on the data set at once."""
    met = [run for run in runs if run.claims and not (run.is_baseline or run.names.is_alone)]
    turned = [
        ([claim.original for claim in run.claims], [_gives_up(claim.shifted) for claim in run.claims]) for run in met
    ]
    groups = merged(run.ran.variants.groups for run in met)
    return dict(zip((run.ran.id for run in met), together(turned, groups), strict=True))


def _gives_up(claim: Shifted) -> float:
    return float(claim.label_after.upper() == NOT_ENOUGH_INFO) - float(claim.label_before.upper() == NOT_ENOUGH_INFO)


def _shifts(runs: Sequence[AskedRun]) -> tuple[KindShift, ...]:
    """A row for all of a run, and one a kind where there are several; run by run."""
    return tuple(
        KindShift(
            run.ran.id, run.names, kind, len(claims), shift([one.shifted for one in claims], run.ran.variants.groups)
        )
        for run in runs
        for kind, claims in _kinds(run)
    )


def _kinds(run: AskedRun) -> Iterator[tuple[str, Sequence[AskedClaim]]]:
    """All claims of a run that changed something, and those of each kind where there are several."""
    if run.is_baseline or run.names.is_alone or not run.claims:
        return
    by_kind: dict[str, list[AskedClaim]] = {}
    for claim in run.claims:
        by_kind.setdefault(claim.kind, []).append(claim)
    yield "", run.claims
    if len(by_kind) > 1:
        yield from sorted(by_kind.items())


def _rules(attacks: Sequence[_Attack], measure: Callable[[ClaimScore], float], judged: Judged) -> tuple[RuleRow, ...]:
    """The rules of each attack, by kind, the most frequent of a kind first."""
    rows: list[RuleRow] = []
    for attack in attacks:
        groups: dict[tuple[str, str], list[str]] = {}
        for key, claim in attack.claims.items():
            groups.setdefault((claim.kind, claim.rule), []).append(key)
        ordered = sorted(groups.items(), key=lambda group: (group[0][0], -len(group[1]), group[0][1]))
        said = by_perturbation(_sampled(_made_of(attack.claims.values()), judged, attack.runs).judgements)
        rows += [_rule(attack, *name, keys, measure, said) for name, keys in ordered if any(name)]
    return tuple(rows)


def _rule(
    attack: _Attack, kind: str, rule: str, keys: Sequence[str], measure: Callable[[ClaimScore], float], judged: Judged
) -> RuleRow:
    lost = [[1 - measure(found[key].shifted.after) for found in attack.by_victim.values() if key in found]
            for key in keys]  # fmt: skip
    originals = [attack.claims[key].original for key in keys]
    found = checked(one for key in keys for one in judged.get(key, ()))
    example, made = _texts(attack, max(keys, key=lambda key: _fooled(attack, key)))
    return RuleRow(
        attack=attack.name,
        kind=kind,
        rule=rule,
        perturbations=len(keys),
        labels=tuple(Counter(sorted(attack.claims[key].label for key in keys)).items()),
        raw_potency=mean([sum(values) / len(values) for values in lost], originals, attack.groups),
        judged=found.judged,
        correct=found.right,
        open=found.open,
        example_id=made.example_id,
        example=tuple(word_diff(example.query.text, made.query.text)),
        label_before=example.gold.answers[0].text,
        label_after=made.gold.answers[0].text,
    )


def _texts(attack: _Attack, key: str) -> tuple[Example, Perturbation]:
    """A claim of an attack, as the last run that met it has it, with the example that it was made of."""
    met = next(run for run in reversed(attack.runs) if key in attack.by_victim[run.names.victim])
    return texts_of(met.ran, attack.claims[key])


def _fooled(attack: _Attack, key: str) -> int:
    """How many systems the claim turns from right to wrong."""
    met = [found[key].shifted for found in attack.by_victim.values() if key in found]
    return sum(claim.before.accuracy > claim.after.accuracy for claim in met)


def _exhibit(run: Ran, attempt: Attempt, example: Example) -> Exhibit:
    found = exhibit(run, attempt, example, "verification", lambda query: query.text, _evidence, _response)
    sets = (attempt.perturbation or example).gold.evidence_sets
    return replace(found, gold_evidence=tuple(sorted(frozenset[str]().union(*sets))))


def _evidence(query: Query) -> str:
    assert isinstance(query, Claim), "only runs on claims come here"
    return "\n\n".join(passage.text for passage in query.evidence)


def _response(verdict: Verdict, gold: Gold) -> Response:
    said = verdict.prediction
    if said is None:
        return Response((), None, None, None)
    is_right = float(bool(said.guesses) and has_label(gold, said.guesses[0].answer))
    return Response(said.guesses[:GUESSES], said.mass, is_right, is_right, tuple(counted_sentences(said.evidence)))


def _signatures(run: ClaimRun, seed: int) -> tuple[str, ...]:
    """What stands behind the scores of a run, and what they enter."""
    seen = {"trained_on": f"{run.trained_on}-left-out"} if run.trained_on else {}
    drawn = {"goal": run.goal, "seed": str(seed)}
    scores = {"official": "fever", "agg": "mean", "errored": "left-out"} | seen | drawn
    scores |= {"without": f"{run.lacking.without}-left-out"} if run.lacking.without else {}
    name, n = SIGNED[run.measure], run.scores.after.n
    opened = {"open": str(run.open)} if run.open else {}
    weighed = {"score": name.replace("_", "-"), "judged": str(run.judged), "correct": str(run.correct)} | opened | seen
    by = made_by(run.scores.after)
    weighed |= by | {"ci": f"{by['ci']}+beta-jeffreys"}
    joint = weighed | {"of": "these-claims", "ci": f"{by['ci']}+finite"}
    return (
        signature(name, n, **scores, **by),
        *(signature(each, n, **weighed) for each in ("potency", "resilience")),
        *([signature("joint_potency", run.judged - run.open, **joint)] if run.judged > run.open else []),
    )
