"""What adversaries have declared of themselves: their family of attacks, and what a control measures."""

from collections.abc import Mapping
from fnmatch import fnmatch

from stumper.protocols import Control
from stumper.runs.plan import Plan
from stumper.table.naming import made_by

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


def families_of(plans: Mapping[str, Plan]) -> dict[str, str]:
    """The family of attacks of what made the variants of each run; "" where none is declared."""
    found = declared(plans)
    return {run_id: found[made_by(plan)][0] for run_id, plan in plans.items()}


def declared(plans: Mapping[str, Plan]) -> dict[str, tuple[str, Control]]:
    """The family and the control that adversaries have declared, by name; of Stumper's own also where none has."""
    found = {plan.adversary: (plan.family, plan.control) for plan in plans.values() if plan.family or plan.control}
    for name in {made_by(plan) for plan in plans.values()} - found.keys():
        of_before = ((family, control) for ours, family, control in BEFORE if fnmatch(name, ours))
        found[name] = next(of_before, ("", ""))
    return found
