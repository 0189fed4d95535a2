"""What to know of the labels of a data set before any figure of it is believed."""

from collections.abc import Mapping, Sequence

from stumper.sections.wording import count, percent, plural
from stumper.task import Task

HEAVY = 0.9  # a share of one label, from which always saying it is nearly as good as knowing
ENOUGH = 20  # originals, of which fewer say little of how labels are mixed
SHOWN = 6  # labels that are named


def label_doubts(times: Mapping[str, int], dataset: str, task: Task) -> list[str]:
    """At most a sentence on labels of which nobody knows what they mean, and one on a label that all or nearly all
    have; ``times`` counts the originals by their label."""
    return [*_unknown_labels(times, dataset, task), *_uneven(times, dataset, task)]


def _unknown_labels(times: Mapping[str, int], dataset: str, task: Task) -> list[str]:
    """A sentence where some are labelled with what is none of the labels that the task's attacks know, and with no
    wording of one."""
    known = task.wire.known_labels
    strange = {label: number for label, number in times.items() if label not in known}
    if not known or not strange:
        return []
    *first, last = task.desk.choices if task.desk else known
    number, own = sum(strange.values()), f"{', '.join(first)} or {last}"
    named = [f"{label} {count(times)}" for label, times in list(strange.items())[:SHOWN]]
    named += ["…"] if len(strange) > SHOWN else []
    return [
        f"{count(number)} of {plural(sum(times.values()), task.unit)} of {dataset} {'has' if number == 1 else 'have'} "
        f"a label of which no attack knows whether it means {own} ({', '.join(named)}): attacks that turn a label, or "
        f"make another {task.unit} with one, make nothing of these. Write the one that is meant in the column of "
        "labels, or true and false."
    ]


def absent_labels(times: Mapping[str, int], dataset: str, own: Sequence[str], task: Task) -> list[str]:
    """A sentence where a label that the data set may have is that of none."""
    lacking = [label for label in own if label not in times]
    if not (times and lacking and task.wire.known_labels):
        return []
    these = f"No {task.unit} of {dataset} has the label {' or '.join(lacking)}"
    return [f"{these}: no figure says how well a system knows when to say so."]


def _uneven(times: Mapping[str, int], dataset: str, task: Task) -> list[str]:
    every, most = sum(times.values()), max(times.values(), default=0)
    if not task.wire.known_labels or every < ENOUGH or most < HEAVY * every:
        return []
    label = next(label for label, number in times.items() if number == most)
    these = f"All {plural(every, task.unit)}" if most == every else f"{count(most)} of {plural(every, task.unit)}"
    return [
        f"{these} of {dataset} have the label {label}: a system that always says so is right on {percent(most / every)}"
        "% of them, so accuracy alone does not show that a system reads anything."
    ]
