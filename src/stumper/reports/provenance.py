"""How a run was computed, and how to compute it again."""

import platform
import shlex
from collections.abc import Sequence

from stumper.registry import task_named, tasks
from stumper.reports.plain import PlainRun
from stumper.reports.quizbowl.values import TossupRun
from stumper.reports.report import Analysis, AttackType, Provenance, Row
from stumper.reports.verification.values import FEVER_SCORE, LABEL_ACCURACY, ClaimRun
from stumper.runs.plan import Plan
from stumper.scores.failures import LONGEST_ANSWER
from stumper.scores.intervals import confidence_how
from stumper.scores.signature import signature
from stumper.sources import installed_version

METRICS = {FEVER_SCORE: "fever_score", LABEL_ACCURACY: "accuracy"}
PACKAGES = ("stumper", "numpy", "onnxruntime", "tokenizers")


def provenance(
    plan: Plan, row: Row, official: str, types: Sequence[AttackType] = (), found: Analysis | None = None
) -> Provenance:
    """The plan of a row's run, signatures of its scores, its command; ``official`` names the scorer followed.

    ``types`` and ``found`` are the run's own.
    """
    of_types, of_analysis = _of_types(types, row), _of_analysis(found, row)
    return computed(plan, row, *_signatures(plan, row, official), *of_types, *of_analysis)


def claims_provenance(plan: Plan, run: ClaimRun) -> Provenance:
    """The plan of a run on claims, signatures of its scores and of what they enter, its command."""
    drawn = {"goal": plan.goal, "seed": str(plan.seed), "ci": f"{confidence_how()}-by-original"}
    scores = {"official": "fever", "agg": "mean", "errored": "left-out"} | _seen(run) | drawn
    weighed = {"score": METRICS[run.measure].replace("_", "-"), "judged": str(run.judged), "correct": str(run.correct)}
    weighed |= _seen(run) | {"ci": f"{drawn['ci']}+beta-jeffreys"}
    return computed(
        plan,
        run,
        signature(METRICS[run.measure], run.scores.after.n, **scores),
        *(signature(name, run.scores.after.n, **weighed) for name in ("potency", "resilience")),
    )


def tossups_provenance(plan: Plan, run: TossupRun) -> Provenance:
    """The plan of a run on tossups, signatures of its scores, its command."""
    drawn = {"goal": plan.goal, "seed": str(plan.seed), "ci": f"{confidence_how()}-by-original"}
    how = {"errored": "left-out"} | _seen(run) | drawn
    asked = {"asked": "sentence-ends"} | how
    n = run.accuracy.after.n
    return computed(
        plan,
        run,
        signature("accuracy", n, match="answer-line", at="end", **how),
        signature("first_right", n, unit="share-of-words", never="1", **asked),
        signature("expected_wins", n, curve="protobowl-cubic", buzz="first-right", **asked),
        signature("success_rate", run.success.n, agg="succeeded-of-made", **how),
    )


def command(plan: Plan) -> str:
    """The shell command that repeats a run."""
    parts = ["stumper", "attack", plan.dataset, "--adversary", plan.adversary, "--victim", plan.victim]
    for key, value in plan.options:
        parts += ["--set", f"{key}={value}"]
    for flag, number in (("--limit", plan.limit), ("--seed", plan.seed), ("--budget", plan.budget)):
        if number is not None:
            parts += [flag, str(number)]
    if plan.goal not in [next(iter(task.goals)) for task in tasks()]:
        parts += ["--goal", plan.goal]
    ending = "jsonl" if plan.goal in task_named("verification").goals else "json"
    return shlex.join([*parts, "--out", f"out/{plan.adversary}.{ending}"])


def versions() -> tuple[tuple[str, str], ...]:
    """The versions of what computed this report."""
    return (*((name, installed_version(name) or "absent") for name in PACKAGES), ("python", platform.python_version()))


def computed(plan: Plan, run: Row | ClaimRun | TossupRun | PlainRun, *signatures: str) -> Provenance:
    """The plan of a run, the signatures of its scores, its command."""
    return Provenance(
        run_id=run.run_id,
        names=run.names,
        dataset_fingerprint=plan.dataset_fingerprint,
        victim_fingerprint=plan.victim_fingerprint,
        goal=plan.goal,
        seed=plan.seed,
        budget=plan.budget,
        limit=plan.limit,
        options=plan.options,
        signatures=signatures,
        command=command(plan),
        joined=plan.joined,
        continued=plan.continued,
    )


def _signatures(plan: Plan, row: Row, official: str) -> tuple[str, ...]:
    drawn = {"goal": plan.goal, "seed": str(plan.seed), "ci": confidence_how()}
    answers = {"official": official, "agg": "mean", "errored": "left-out"} | _seen(row) | drawn
    return (
        signature("f1", row.f1.after.n, **answers),
        signature("exact_match", row.exact_match.after.n, **answers),
        signature("success_rate", row.success.n, agg="succeeded-of-made", **_seen(row), **drawn),
    )


def _seen(run: Row | ClaimRun | TossupRun) -> dict[str, str]:
    """That so many examples were left out, as the system had been trained on them."""
    return {"trained_on": f"{run.trained_on}-left-out"} if run.trained_on else {}


def _of_types(types: Sequence[AttackType], row: Row) -> tuple[str, ...]:
    changed = sum(row.edit_distance.n for row in types if not row.rule)
    how = {"unit": "words", "of": "paragraph", "agg": "mean", "over": "changed-of-made"} | _seen(row)
    how |= {"ci": confidence_how()}
    return (signature("edit_distance", changed, **how),) if changed else ()


def _of_analysis(found: Analysis | None, row: Row) -> tuple[str, ...]:
    if found is None:
        return ()
    over, failures = {"over": "changed-and-right-before"} | _seen(row), found.failures
    right, wrong, added = failures.turned_wrong.n, failures.long_answers.n, failures.in_added.n
    return (
        signature("turned_wrong", right, match="exact", **over, ci="wilson"),
        *([signature("in_added", added, over="turned-wrong", **_seen(row), ci="wilson")] if added else []),
        signature(
            "long_answers", wrong, longer_than=str(LONGEST_ANSWER), over="turned-wrong", **_seen(row), ci="wilson"
        ),
        signature("shared_words", right, words="lower-case", **over, ci="wilson", difference="newcombe"),
        signature("question_words", right, **over, ci=confidence_how(), difference="unpaired"),
    )
