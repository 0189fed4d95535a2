"""What runs are called in a report: short, and never two runs alike."""

from collections.abc import Mapping

from stumper.runs.plan import Plan
from stumper.sections.families import OTHERS
from stumper.sections.ran import Names
from stumper.table.naming import BEFORE, attacks, declared, made_against, made_by, short_dataset, victims


def names(
    plans: Mapping[str, Plan], datasets: Mapping[str, str], again: Mapping[str, str] | None = None
) -> dict[str, Names]:
    """The names of each run, as the table of results has them.

    ``datasets`` says which data set the originals of a run belong to; a run without any is on the set of its plan.
    ``again`` says by run which other met the same already: it is named after that one.
    """
    twice = again or {}
    on = {run_id: datasets.get(run_id, short_dataset(plan.dataset)) for run_id, plan in plans.items()}
    once = {run_id: plan for run_id, plan in plans.items() if run_id not in twice}
    attack, victim, against = attacks(once, on), victims(plans), made_against(plans)
    for run_id, other in twice.items():
        limit = plans[run_id].limit
        smaller = f" with limit={limit}" if limit not in (None, plans[other].limit) else ""
        attack[run_id] = f"{attack[other]}, again{smaller} ({run_id[:8]})"
    found = declared(plans)
    return {
        run_id: Names(
            dataset=on[run_id],
            victim=victim[run_id][0],
            adversary=made_by(plan),
            attack=attack[run_id],
            family=found[made_by(plan)][0] or OTHERS,
            control=found[made_by(plan)][1],
            is_past=victim[run_id][1],
            made_against=against[run_id],
            is_alone=plan.is_alone,
            is_again=run_id in twice,
        )
        for run_id, plan in plans.items()
    }


def controls(plans: Mapping[str, Plan]) -> frozenset[str]:
    """The adversaries that measure what no attack does: Stumper's own, and what these plans say of others."""
    ours = {name for name, _, control in BEFORE if control}
    return frozenset(ours | {plan.adversary for plan in plans.values() if plan.control})
