"""The commands that repeat runs: each stands by itself, and writes to a file of its own."""

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import PurePath

from stumper.datasets.mapped import unmapped
from stumper.registry import tasks
from stumper.runs.plan import FROM_FILE, OBJECT, Plan


def commands(plans: Mapping[str, Plan], sources: Mapping[str, Plan]) -> dict[str, str]:
    """The shell command that repeats each run, by its id; "" of what people wrote, which none does.

    ``sources`` are the plans of the runs that others replay.
    """
    names = _file_names({id: plan for id, plan in plans.items() if not (_is_written(plan) or _is_evaluation(plan))})
    return {
        id: "" if _is_written(plan)
        else _called_from_python(plan) if plan.from_python
        else shlex.join(_parts(plan, sources.get(plan.replays), names.get(id, "")))
        for id, plan in plans.items()
    }  # fmt: skip


def _called_from_python(plan: Plan) -> str:
    """The call of a run that was given objects of Python, which are called there as in the call that made it."""
    given = plan.victim_spec.rpartition(".")[2] if plan.victim_spec.startswith(OBJECT) else repr(plan.victim_spec)
    victim = given if plan.victim_spec else repr(plan.victim)
    parts = [repr(plan.dataset) if PurePath(plan.dataset).suffix else plan.dataset, f"victim={victim}"]
    if plan.victim_spec and plan.victim != victim:
        parts.append(f"name={plan.victim!r}")
    made_by, options = plan.made_by or plan.adversary, dict(plan.made_with if plan.made_by else plan.options)
    is_evaluation = plan.adversary == "identity"
    if not is_evaluation:
        parts.append(f"adversaries=[{(made_by, options) if options else made_by!r}]")
    parts += [f"{key}={value!r}" for key in ("limit", "budget") if (value := getattr(plan, key)) is not None]
    goal = [] if _has_first_goal(plan) else [f"goal={plan.goal!r}"]
    call = "evaluate" if is_evaluation else "attack"
    behind = ".transfer()" if plan.replays else ""
    return f"stumper.{call}({', '.join([*parts, f'seed={plan.seed}', *goal])}){behind}"


def _is_written(plan: Plan) -> bool:
    return "project" in dict(plan.options) and not plan.adversary_code


def _is_evaluation(plan: Plan) -> bool:
    """Whether ``stumper evaluate`` makes this run: a file's variants, all of them, with nothing chosen but the draw."""
    is_plain = plan.budget is None and not plan.only_right and _has_first_goal(plan) and not plan.replays
    return is_plain and (plan.is_alone or (plan.adversary == FROM_FILE and dict(plan.options).keys() == {"file"}))


def _parts(plan: Plan, source: Plan | None, name: str) -> list[str]:
    if source is not None and plan.made_against:
        systems = [*_flags("--victim", [plan.made_against] if plan.made_against != plan.victim else []), *_system(plan)]
        return ["stumper", "transfer", plan.dataset, "--adversary", plan.adversary, *systems, *_how(source)]
    if _is_evaluation(plan):
        return ["stumper", "evaluate", *_evaluated(plan), *_system(plan), *_numbers(plan)]
    asked = plan if source is None else source
    system = ["--adversary", plan.adversary, *_system(plan)]
    left_out = ["--only-right"] if asked.only_right else []
    return ["stumper", "attack", plan.dataset, *system, *_how(asked), *left_out, "--out", f"out/{name}"]


def _system(plan: Plan) -> list[str]:
    """The system, under the name that its user gave it."""
    return ["--victim", plan.victim_spec, "--name", plan.victim] if plan.victim_spec else ["--victim", plan.victim]


def _evaluated(plan: Plan) -> list[str]:
    """The file that is evaluated, and where its originals are where it has none."""
    file = dict(plan.options).get("file", plan.dataset)
    return [plan.dataset] if plan.dataset.removeprefix("oracle:") == file else [file, "--originals", plan.dataset]


def _how(plan: Plan) -> list[str]:
    goal = [] if _has_first_goal(plan) else ["--goal", plan.goal]
    return [*_flags("--set", (f"{key}={value}" for key, value in plan.options)), *_numbers(plan), *goal]


def _numbers(plan: Plan) -> list[str]:
    numbers = (("--limit", plan.limit), ("--seed", plan.seed), ("--budget", plan.budget))
    return [part for flag, number in numbers if number is not None for part in (flag, str(number))]


def _flags(flag: str, values: Iterable[str]) -> list[str]:
    return [part for value in values for part in (flag, value)]


def _has_first_goal(plan: Plan) -> bool:
    return plan.goal in [next(iter(task.goals)) for task in tasks()]


def _file_names(plans: Mapping[str, Plan]) -> dict[str, str]:
    """A name of its own for what each run writes: its adversary's, with its data set and its victim where there are
    several, and the beginning of its id where that leaves two alike."""
    datasets, victims = {plan.dataset for plan in plans.values()}, {plan.victim for plan in plans.values()}
    stems = {
        id: "-".join(
            re.sub(r"[^\w.]+", "-", part).strip("-")
            for part in (
                *([called(plan.dataset)] if len(datasets) > 1 else []),
                plan.adversary,
                *([called(plan.victim)] if len(victims) > 1 else []),
            )
        )
        for id, plan in plans.items()
    }
    alike = Counter(stems.values())
    return {
        id: stems[id] + (f"-{id[:8]}" if alike[stems[id]] > 1 else "") + _suffix(plan) for id, plan in plans.items()
    }


def called(spec: str) -> str:
    """A data set's or a victim's name without the folders and the endings of its file."""
    name = PurePath(unmapped(spec).partition("://")[2] or unmapped(spec)).name
    return re.sub(r"(\.jsonl?|\.[ct]sv|\.parquet)?(\.gz)?$", "", name)


def _suffix(plan: Plan) -> str:
    return next(task.suffix for task in tasks() if plan.goal in task.goals)
