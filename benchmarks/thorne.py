"""Tables 3 to 6 of Thorne et al. (2019) for systems of its six kinds and the embedded one, by `benchmarks/thorne.toml`.

    python benchmarks/thorne.py

Claims and pages are those of verification.py: paper-dev-half, none that a system has seen, evidence at hand. Printed
are FEVER scores under each attack (table 4), resiliences (table 3), what the rules shift in the evidence found (table
5) and in FEVER score and label accuracy by kind of rule (table 6), and each of the paper's findings as seen, not seen
or not decidable. Nobody judged what the attacks make of these claims: resiliences are by the correct rates of the
paper's table 2, whose attacks those of `strength=published` are. SEARs, which look at a system's answers, are left out.
``mean of the six`` averages the scores of each variant over the systems of the paper's six kinds, as the paper averages
over its own. The runs stay in out/thorne: begun again, it goes on.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from findings import tell
from ladder import carry_out
from measuring import arguments, say, shown
from potency_tables import CORRECT_RATES
from stumper import api
from stumper.scores.adversarial import resilience
from stumper.statistics import CHANGE, SHARE, Groups, Scored, Statistic, groups_of, interval, means
from stumper.tasks.verification.fever_score import claim_score
from stumper.tasks.verification.grouping import groups
from stumper.types import Gold, Prediction
from verification import write

ROOT = Path(__file__).parents[1]
PLAN, OUT = ROOT / "benchmarks" / "thorne.toml", ROOT / "out" / "thorne"
RULES, PARAPHRASE = "claim-rules", "claim-paraphrase"
JUDGED = {RULES: CORRECT_RATES["rules"] / 100, PARAPHRASE: CORRECT_RATES["paraphrase"] / 100}
TWICE = (2 * CHANGE[0], 2 * CHANGE[1])  # the range of a difference of two changes
PRESERVING, NEGATIONS = "entailment-preserving", ("simple negation", "complex negation")
BY_ENTAILMENT = "transformer"  # the system whose retriever selects by entailment
NOT_THE_PAPERS, MEAN = "embedded", "mean of the six"
LOWERED = {"fever_score": "FEVER score", "accuracy": "label accuracy", "evidence_recall": "recall of evidence"}
MEASURES = (*LOWERED, "evidence_precision")


@dataclass(frozen=True)
class Unit:
    """A variant that a system met: its original, its kind, and by measure what was scored before and after; NaN where
    there is no evidence to find."""

    original: str
    kind: str
    scores: Mapping[str, tuple[float, float]]


Met = Mapping[tuple[str, str], Sequence[Unit]]  # by attack and system


def main() -> None:
    args = arguments(__doc__, workers=1)
    OUT.mkdir(parents=True, exist_ok=True)
    write(args.data / "verification", OUT)
    store = api.open_store(f"sqlite:///{OUT / 'stumper.db'}")
    os.chdir(OUT)
    jobs = api.prepare_plan(PLAN, store=store, settings=api.Settings(args.workers))
    carry_out(jobs)
    of = groups_of(api.load_dataset(str(OUT / "claims.jsonl")), groups)
    found: dict[tuple[str, str], list[Unit]] = {}  # the three kinds of rules are together one attack
    for job in jobs:
        found.setdefault((job.plan.adversary, job.plan.victim.partition(":")[0]), []).extend(units(job))
    met: Met = {**found, **means_of(found)}
    tables(met, of)
    findings(met, of)
    api.write_report(api.report([job.plan.id for job in jobs], store), OUT / "report")


def units(job: api.Job) -> Iterator[Unit]:
    """What a system met of an attack."""
    golds = {example.id: example.gold for example in job.material.examples}
    for attempt in job.attempts():
        if attempt.perturbation is None or attempt.after is None or attempt.trained_on:
            continue
        original = attempt.original_id or attempt.example_id
        before = scores(golds[original], attempt.before.prediction)
        after = scores(attempt.perturbation.gold, attempt.after.prediction)
        kind = attempt.perturbation.edits[0].kind if attempt.perturbation.edits else ""
        yield Unit(original, kind, {name: (before[name], after[name]) for name in MEASURES})


def scores(gold: Gold, prediction: Prediction | None) -> dict[str, float]:
    told = claim_score(gold, prediction)
    values = {name: getattr(told, name) for name in MEASURES}
    return {name: float("nan") if value is None else value for name, value in values.items()}


def means_of(found: Met) -> Met:
    """By attack, the variants with what the systems of the paper's kinds score on average."""
    mean: dict[tuple[str, str], Sequence[Unit]] = {}
    for attack in dict.fromkeys(attack for attack, _ in found):
        systems = [met for (of, system), met in found.items() if of == attack and system != NOT_THE_PAPERS]
        mean[attack, MEAN] = [averaged(same) for same in zip(*systems, strict=True)]
    return mean


def averaged(same: Sequence[Unit]) -> Unit:
    first = same[0]
    assert all((one.original, one.kind) == (first.original, first.kind) for one in same)
    both = {name: np.mean([one.scores[name] for one in same], axis=0).tolist() for name in MEASURES}
    return Unit(first.original, first.kind, {name: (before, after) for name, (before, after) in both.items()})


def tables(found: Met, of: Groups) -> None:
    """A line a cell."""
    left: dict[str, dict[str, float]] = {}
    for (attack, system), met in found.items():
        for kind in ("", *(dict.fromkeys(unit.kind for unit in met) if attack == RULES else ())):
            some = [unit for unit in met if kind in ("", unit.kind)]
            for measure in MEASURES:
                before, after = sides(some, measure, of)
                say("thorne", attack=attack, system=system, kind=kind or "all", measure=measure,
                    before=shown(interval(before, SHARE)), after=shown(interval(after, SHARE)),
                    change=shown(interval(after - before, CHANGE)))  # fmt: skip
        left.setdefault(system, {})[attack] = float(np.mean([unit.scores["fever_score"][1] for unit in met]))
    for system, by_attack in left.items():
        found_after = [by_attack[attack] for attack in JUDGED]
        say("thorne", system=system, resilience=resilience(found_after, list(JUDGED.values())))


def findings(found: Met, of: Groups) -> None:
    """What the paper says of its tables 3 to 6; a difference above 0 says so, too."""
    for (attack, system), met in found.items():
        if attack == RULES:
            for measure, called in LOWERED.items():
                tell("thorne", f"rules lower the {called}", system, interval(lost(met, measure, of), CHANGE))
            for called, kinds in {**{kind: (kind,) for kind in NEGATIONS}, "negation": NEGATIONS}.items():
                worse = apart([unit for unit in met if unit.kind in kinds],
                              [unit for unit in met if unit.kind == PRESERVING], "fever_score", of)  # fmt: skip
                tell("thorne", f"{called} lowers it more than preserving rules", system, interval(worse, TWICE))
            tell(
                "thorne",
                "rules have more potency than paraphrases",
                system,
                interval(more_potent(found, system, of), CHANGE),
            )
        if attack == PARAPHRASE:
            tell("thorne", "paraphrases lower the FEVER score", system, interval(lost(met, "fever_score", of), CHANGE))
        if attack == RULES and system not in (BY_ENTAILMENT, MEAN):
            worse = apart(found[RULES, BY_ENTAILMENT], met, "evidence_recall", of)
            tell("thorne", "selecting by entailment loses more recall", system, interval(worse, TWICE))
            best, other = means([scored(one, "fever_score")[1] for one in (found[RULES, BY_ENTAILMENT], met)], of)
            tell("thorne", "the transformer keeps a higher FEVER score under rules", system,
                 interval(best - other, CHANGE))  # fmt: skip
            tell(
                "thorne",
                "the transformer is more resilient",
                system,
                interval(more_resilient(found, system, of), CHANGE),
            )


def more_resilient(found: Met, system: str, of: Groups) -> Statistic:
    """How much more resilient the Transformer is than the system, the correct rates taken as known."""
    pairs = [(attack, one) for attack in JUDGED for one in (BY_ENTAILMENT, system)]
    after = means([scored(found[pair], "fever_score")[1] for pair in pairs], of)
    apart_by = [best - other for best, other in zip(after[::2], after[1::2], strict=True)]
    first, second = (
        one.scaled(rate / sum(JUDGED.values())) for one, rate in zip(apart_by, JUDGED.values(), strict=True)
    )
    return first + second


def more_potent(found: Met, system: str, of: Groups) -> Statistic:
    """How much more potency rules have over the system than paraphrases, the correct rates taken as known."""
    after = means([scored(found[attack, system], "fever_score")[1] for attack in JUDGED], of)
    rules, paraphrases = (one.scaled(-rate, rate) for one, rate in zip(after, JUDGED.values(), strict=True))
    return rules - paraphrases


def lost(met: Sequence[Unit], measure: str, of: Groups) -> Statistic:
    before, left = sides(met, measure, of)
    return before - left


def apart(harder: Sequence[Unit], milder: Sequence[Unit], measure: str, of: Groups) -> Statistic:
    """How much more is lost on the one side than on the other; all originals are in one frame."""
    columns = [column for met in (harder, milder) for column in scored(met, measure)]
    first, second, third, fourth = means(columns, of)
    return (first - second) - (third - fourth)


def sides(met: Sequence[Unit], measure: str, of: Groups) -> list[Statistic]:
    return means(scored(met, measure), of)


def scored(met: Sequence[Unit], measure: str) -> list[Scored]:
    originals = [unit.original for unit in met]
    return [Scored(originals, np.array([unit.scores[measure][place] for unit in met])) for place in (0, 1)]


if __name__ == "__main__":
    main()
