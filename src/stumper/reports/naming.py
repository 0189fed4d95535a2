"""What runs are called in a report: short, and never two runs alike."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath

from stumper.runs.plan import Plan
from stumper.sections.families import family
from stumper.sections.ran import Names

PAPER_NAMES = {  # Jia & Liang 2017
    "add-any": "AddAny",
    "add-common": "AddCommon",
    "add-sent": "AddSent",
    "add-one-sent": "AddOneSent",
    "add-sent-mod": "AddSentMod",
}
FILE_ENDINGS = (".json", ".json.gz", ".jsonl", ".jsonl.gz")


def names(plans: Mapping[str, Plan]) -> dict[str, Names]:
    """The names of each run; what sets two runs of one adversary apart is said beside it."""
    newest = {plan.victim: plan.victim_code for plan in plans.values()}
    short = Counter(short_victim(victim) for victim in newest)
    plain = {}
    for run_id, plan in plans.items():
        found = _names(plan)
        if short[found.victim] > 1:  # of two systems
            found = replace(found, victim=plan.victim)
        if plan.victim_code and plan.victim_code != newest[plan.victim]:
            found = replace(found, victim=f"{found.victim} (before it changed, {plan.victim_code[:8]})", is_past=True)
        plain[run_id] = found
    taken = Counter(plain.values())
    return {
        run_id: found if taken[found] == 1 else _told_apart(run_id, found, plans, plain)
        for run_id, found in plain.items()
    }


def _names(plan: Plan) -> Names:
    attack = PAPER_NAMES.get(plan.adversary, plan.adversary)
    if plan.adversary == "from-file":
        paths = [value for _, value in plan.options if value.endswith(FILE_ENDINGS)]
        attack = _short(paths[0]) if paths else attack
    return Names(_short(plan.dataset), short_victim(plan.victim), plan.adversary, attack, family(plan.adversary))


def _told_apart(run_id: str, found: Names, plans: Mapping[str, Plan], plain: Mapping[str, Names]) -> Names:
    alike = [_settings(plans[other]) for other, name in plain.items() if name == found]
    mine = _settings(plans[run_id])
    told = [f"{key}={mine[key]}" for key in mine if len({other.get(key) for other in alike}) > 1]
    missing = sorted({key for other in alike for key in other} - set(mine))
    told += [f"{key}=default" for key in missing]
    return replace(found, attack=" ".join([found.attack, *(told or [run_id[:8]])]))


def _settings(plan: Plan) -> dict[str, str]:
    own = {"goal": plan.goal, "seed": str(plan.seed), "budget": plan.budget, "limit": plan.limit}
    given = {key: str(value) for key, value in own.items() if value is not None}
    return {
        **dict(plan.options),
        **given,
        "data": plan.dataset_fingerprint[:8],
        "victim": plan.victim,
        "code": plan.adversary_code[:8],
    }


def _short(dataset: str) -> str:
    name = PurePath(dataset).name or dataset
    for ending in sorted(FILE_ENDINGS, key=len, reverse=True):
        name = name.removesuffix(ending)
    return name


def short_victim(victim: str) -> str:
    """A victim's name with the file or folder behind its colon, but without the folders above that."""
    kind, colon, where = victim.partition(":")
    is_path = kind == "file" or (kind != "hf" and "/" in where and "@" not in where and "://" not in where)
    return f"{kind}{colon}{PurePath(where).name}" if is_path else victim
