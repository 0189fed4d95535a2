"""What runs are called in a report: short, and never two runs alike."""

from collections.abc import Mapping
from fnmatch import fnmatch

from stumper.protocols import Control
from stumper.runs.plan import Plan
from stumper.sections.families import OTHERS
from stumper.sections.ran import Names
from stumper.table.naming import attacks, made_against, made_by, short_dataset, victims

BEFORE: tuple[tuple[str, str, Control], ...] = (  # what plans of Stumper's own adversaries did not say in 0.1
    ("identity", "controls", "unchanged"),
    ("add-benign", "controls", "longer"),
    ("unmodified", "", "unchanged"),
    ("add-any", "word sequences", ""),
    ("add-common", "word sequences", ""),
    ("add-sent", "sentences", ""),
    ("add-one-sent", "sentences", ""),
    ("add-sent-mod", "sentences", ""),
    ("edit-*", "context edits", ""),
    ("question-*", "question edits", ""),
    ("tossup-*", "question edits", ""),
    ("from-file", "from a file", ""),
)


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
    attack |= {run_id: f"{attack[other]}, again ({run_id[:8]})" for run_id, other in twice.items()}
    declared = _declared(plans)
    return {
        run_id: Names(
            dataset=on[run_id],
            victim=victim[run_id][0],
            adversary=made_by(plan),
            attack=attack[run_id],
            family=declared[made_by(plan)][0] or OTHERS,
            control=declared[made_by(plan)][1],
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


def _declared(plans: Mapping[str, Plan]) -> dict[str, tuple[str, Control]]:
    """The family and the control that adversaries have declared, by name; of Stumper's own also where none has."""
    found = {plan.adversary: (plan.family, plan.control) for plan in plans.values() if plan.family or plan.control}
    for name in {made_by(plan) for plan in plans.values()} - found.keys():
        of_before = ((family, control) for ours, family, control in BEFORE if fnmatch(name, ours))
        found[name] = next(of_before, ("", ""))
    return found
