"""From runs on claims to their part of a report."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import nan

import numpy as np

from stumper.scores.adversarial import Attacked, tournament
from stumper.scores.before_after import before_after
from stumper.scores.by_original import Scored, drawn_means, observed
from stumper.scores.intervals import confidence_how
from stumper.scores.signature import signature
from stumper.sections.exhibits import GUESSES, Exhibit, Response, exhibit
from stumper.sections.judged import Judges, correct_and_judged, judges
from stumper.sections.ran import SHOWN, Ran
from stumper.sections.section import RunFigures, Section
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.evidence import counted_sentences, has_label
from stumper.tasks.verification.fever_score import ClaimScore
from stumper.tasks.verification.section import parts
from stumper.tasks.verification.section.claims import AskedClaim, AskedRun, asked_run
from stumper.tasks.verification.section.figures import (
    FEVER_SCORE,
    LABEL_ACCURACY,
    ClaimRun,
    JudgedAttack,
    KindShift,
    RuleRow,
    Standings,
    Verification,
)
from stumper.tasks.verification.section.sentences import notes, sentences, shown_note
from stumper.tasks.verification.shift import shift
from stumper.text import word_diff
from stumper.types import Attempt, Gold, Judgement, Query, Verdict

Judged = Mapping[str, Sequence[Judgement]]  # by a claim's key
MEASURES: Mapping[str, Callable[[ClaimScore], float]] = {
    FEVER_SCORE: lambda score: score.fever_score,
    LABEL_ACCURACY: lambda score: score.accuracy,
}


INTERVALS = (
    "of claims over originals, each with all that was made of it, together with draws of the correct rates from their "
    "beta posteriors"
)
SIGNED = {FEVER_SCORE: "fever_score", LABEL_ACCURACY: "accuracy"}


def section(runs: Sequence[Ran], with_examples: bool = True) -> Section:
    """What is said of these runs, data set by data set; without examples much faster, and all that a table needs."""
    groups: dict[str, list[AskedRun]] = {}
    for run in runs:
        groups.setdefault(run.dataset, []).append(asked_run(run))
    several = len(groups) > 1
    found = [_verification(group, with_examples, several) for group in groups.values()]
    seeds = {run.id: run.seed for run in runs}
    return Section(
        name="verification",
        measures=("fever_score", "accuracy"),
        title="Fact verification",
        sentences=tuple(said for each in found for said in each.sentences),
        blocks=tuple(block for each in found for block in parts.blocks(each)),
        runs=tuple(
            RunFigures(run.run_id, run.names, run.scores.after.value, _signatures(run, seeds[run.run_id]))
            for each in found
            for run in each.runs
        ),
        short=tuple(block for each in found for block in parts.short(each)),
        figures={"verification": [asdict(each) for each in found]},
        intervals=(INTERVALS,),
        exhibits=tuple(_exhibit(run, one) for run in runs for one in run.shown()) if with_examples else (),
        shows="labels",
    )


def _verification(runs: Sequence[AskedRun], with_examples: bool, several: bool) -> Verification:
    judged, attacks, measures = _judged(runs), _attacks(runs), _measures(runs)
    standings = tuple(
        Standings(name, tournament([_attacked(attack, MEASURES[name], judged) for attack in attacks]))
        for name in measures
    )
    rows = tuple(_run(run, measures[0], judged) for run in runs)
    by = tuple(JudgedAttack(attack.name, _judges(attack.claims, judged)) for attack in attacks)
    shifts = tuple(row for run in runs for row in _shifts(run)) if with_examples else ()
    return Verification(
        dataset=runs[0].names.dataset,
        sentences=sentences(rows, standings, by, shifts, several),
        notes=(*notes(rows, standings, by), *(shown_note(rows, SHOWN) if with_examples else ())),
        runs=rows,
        standings=standings,
        judged=by,
        shifts=shifts,
        rules=_rules(attacks, MEASURES[measures[0]], judged) if with_examples else (),
    )


def _measures(runs: Sequence[AskedRun]) -> list[str]:
    """The FEVER score first where every system gives evidence, not at all where none does."""
    giving = {run.names.victim for run in runs if any(claim.gives_evidence for claim in run.claims)}
    if not giving:
        return [LABEL_ACCURACY]
    everybody = giving == {run.names.victim for run in runs if run.claims}
    return [FEVER_SCORE, LABEL_ACCURACY] if everybody else [LABEL_ACCURACY, FEVER_SCORE]


def _judged(runs: Sequence[AskedRun]) -> Judged:
    """One an annotator: the same claim may have been judged with and without evidence, under two ids."""
    keys = {id: claim.key for run in runs for claim in run.claims for id in claim.judged_as}
    found: dict[str, dict[str, Judgement]] = {}
    for judgement in runs[0].ran.judgements(keys):
        key = keys[judgement.perturbation_id]
        found.setdefault(key, {})[judgement.annotator] = replace(judgement, perturbation_id=key)
    return {key: tuple(said.values()) for key, said in found.items()}


def _correct_and_judged(keys: Iterable[str], judged: Judged) -> tuple[int, int]:
    return correct_and_judged(_said(keys, judged))


def _judges(keys: Iterable[str], judged: Judged) -> tuple[Judges, ...]:
    return judges(_said(keys, judged))


def _said(keys: Iterable[str], judged: Judged) -> Iterator[Judgement]:
    return (said for key in dict.fromkeys(keys) for said in judged.get(key, ()))


@dataclass(frozen=True, slots=True)
class _Attack:
    """What one attack made, each claim once, with what each system that met it made of it."""

    name: str
    is_baseline: bool
    claims: Mapping[str, AskedClaim]
    by_victim: Mapping[str, Mapping[str, AskedClaim]]


def _attacks(runs: Sequence[AskedRun]) -> list[_Attack]:
    by_name: dict[str, list[AskedRun]] = {}
    for run in runs:
        if run.claims or not run.trained_on:  # what a system has all seen says nothing of it
            by_name.setdefault(run.names.attack, []).append(run)
    found = []
    for name, alike in by_name.items():
        by_victim = {run.names.victim: {claim.key: claim for claim in run.claims} for run in alike}
        claims = {key: claim for run in alike for key, claim in by_victim[run.names.victim].items()}
        found.append(_Attack(name, alike[0].is_baseline, claims, by_victim))
    return found


def _attacked(attack: _Attack, measure: Callable[[ClaimScore], float], judged: Judged) -> Attacked:
    originals = tuple(claim.perturbation.example_id for claim in attack.claims.values())
    scores = {
        victim: tuple(measure(found[key].shifted.after) if key in found else nan for key in attack.claims)
        for victim, found in attack.by_victim.items()
    }
    return Attacked(attack.name, originals, scores, *_correct_and_judged(attack.claims, judged), attack.is_baseline)


def _run(run: AskedRun, measure: str, judged: Judged) -> ClaimRun:
    shifted, scored = [claim.shifted for claim in run.claims], MEASURES[measure]
    values = ([scored(claim.before) for claim in shifted], [scored(claim.after) for claim in shifted])
    correct, seen = _correct_and_judged((claim.key for claim in run.claims), judged)
    return ClaimRun(
        run_id=run.ran.id,
        names=run.names,
        goal=run.ran.goal,
        measure=measure,
        scores=before_after([claim.original for claim in shifted], *values),
        perturbations=len(run.claims) + run.errored,
        errored=run.errored,
        judged=seen,
        correct=correct,
        judges=_judges((claim.key for claim in run.claims), judged),
        is_baseline=run.is_baseline,
        complete=run.ran.complete,
        asked_for=int(asked) if (asked := run.ran.options.get("balanced", "")).isdecimal() else None,
        trained_on=run.trained_on,
        stopped=run.ran.stopped,
    )


def _shifts(run: AskedRun) -> list[KindShift]:
    """A row for all of a run, and one a kind where there are several."""
    if run.is_baseline or not run.claims:
        return []
    by_kind: dict[str, list[AskedClaim]] = {}
    for claim in run.claims:
        by_kind.setdefault(claim.kind, []).append(claim)
    groups = [("", list(run.claims))] + (sorted(by_kind.items()) if len(by_kind) > 1 else [])
    return [
        KindShift(run.ran.id, run.names, kind, len(claims), shift([claim.shifted for claim in claims]))
        for kind, claims in groups
    ]


def _rules(attacks: Sequence[_Attack], measure: Callable[[ClaimScore], float], judged: Judged) -> tuple[RuleRow, ...]:
    """The rules of each attack, by kind, the most frequent of a kind first."""
    rows: list[RuleRow] = []
    for attack in attacks:
        groups: dict[tuple[str, str], list[str]] = {}
        for key, claim in attack.claims.items():
            groups.setdefault((claim.kind, claim.rule), []).append(key)
        ordered = sorted(groups.items(), key=lambda group: (group[0][0], -len(group[1]), group[0][1]))
        rows += [_rule(attack, *name, keys, measure, judged) for name, keys in ordered if any(name)]
    return tuple(rows)


def _rule(
    attack: _Attack, kind: str, rule: str, keys: Sequence[str], measure: Callable[[ClaimScore], float], judged: Judged
) -> RuleRow:
    lost = [[1 - measure(found[key].shifted.after) for found in attack.by_victim.values() if key in found]
            for key in keys]  # fmt: skip
    originals = [attack.claims[key].perturbation.example_id for key in keys]
    column = Scored(originals, [sum(values) / len(values) for values in lost])
    correct, seen = _correct_and_judged(keys, judged)
    shown = attack.claims[max(keys, key=lambda key: _fooled(attack, key))]
    return RuleRow(
        attack=attack.name,
        kind=kind,
        rule=rule,
        perturbations=len(keys),
        labels=tuple(Counter(sorted(attack.claims[key].perturbation.gold.answers[0].text for key in keys)).items()),
        raw_potency=observed(drawn_means([column], np.random.default_rng(0))[0], len(keys)),
        judged=seen,
        correct=correct,
        example_id=shown.perturbation.example_id,
        example=tuple(word_diff(shown.example.query.text, shown.perturbation.query.text)),
        label_before=shown.example.gold.answers[0].text,
        label_after=shown.perturbation.gold.answers[0].text,
    )


def _fooled(attack: _Attack, key: str) -> int:
    """How many systems the claim turns from right to wrong."""
    met = [found[key].shifted for found in attack.by_victim.values() if key in found]
    return sum(claim.before.accuracy > claim.after.accuracy for claim in met)


def _exhibit(run: Ran, attempt: Attempt) -> Exhibit:
    found = exhibit(run, attempt, "verification", lambda query: query.text, _evidence, _response)
    sets = run.examples[attempt.example_id].gold.evidence_sets
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
    drawn = {"goal": run.goal, "seed": str(seed), "ci": f"{confidence_how()}-by-original"}
    scores = {"official": "fever", "agg": "mean", "errored": "left-out"} | seen | drawn
    name, n = SIGNED[run.measure], run.scores.after.n
    weighed = {"score": name.replace("_", "-"), "judged": str(run.judged), "correct": str(run.correct)} | seen
    weighed |= {"ci": f"{drawn['ci']}+beta-jeffreys"}
    return (signature(name, n, **scores), *(signature(each, n, **weighed) for each in ("potency", "resilience")))
