"""What a report says in words: sentences to quote, and what to know before believing them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean

from stumper.sections.inference import MARGIN, is_within
from stumper.sections.judged import judgements_by_kind
from stumper.sections.ran import is_control
from stumper.sections.wording import (
    attack_words,
    count,
    holds_zero,
    listed,
    percent,
    plural,
    seen_notes,
    stopped_at,
    stopped_notes,
    with_interval,
)
from stumper.statistics import Estimate
from stumper.tasks.reading.section.figures import Row
from stumper.types import Judgement


def summary(rows: Sequence[Row]) -> tuple[str, ...]:
    """What the control costs, which every attack on a longer paragraph costs as well."""
    counted = [row for row in rows if not row.names.is_again]  # another run has all of it
    controls = [row for row in counted if row.names.control == "longer" and row.f1.after.n]
    return (_control(controls, rows),) if controls else ()


def notes(rows: Sequence[Row], judgements: Mapping[str, Sequence[Judgement]]) -> tuple[str, ...]:
    """What limits the figures: runs that were stopped, examples seen in training, judgements (by run), errors,
    refusals, no change, no distribution, mass left out."""
    further = (_errors, _refused, _without, _distribution, _mass)
    return (
        *stopped_notes(rows),
        *seen_notes(rows),
        *_judged(rows, judgements),
        *(note for said in further for note in said(rows)),
    )


def _control(rows: Sequence[Row], every: Sequence[Row]) -> str:
    """What these controls cost, among all rows of the report."""
    one, ns = len(rows) == 1, {row.f1.difference.n for row in rows}
    n = f"n = {count(ns.pop())}" if len(ns) == 1 else ""
    costs = ", ".join(f"{_whom(row, every, one)} {_cost(row, not n)}" for row in rows)
    length = _common_length(rows)
    of_length = f" of about {plural(length, 'word')}" if length else ""
    names = listed(dict.fromkeys(row.names.adversary for row in rows))
    behind = f", {n}" if n else ""
    said = f"An unrelated sentence{of_length} ({names}{_stopped(rows)}) costs {costs} F1{behind}"
    if not all(row.f1.difference.is_known for row in rows):
        return f"{said}."
    each = "" if one else "each "
    attacked = any(row.f1.after.n for row in every if not is_control(row.names))
    if all(is_within(row.f1.difference) for row in rows):
        return f"{said}: {each}no effect, to within {100 * MARGIN:g} points" + _alone(length, attacked)
    if all(holds_zero(row.f1.difference) for row in rows):
        return f"{said}: {each}not told apart from no effect."
    return f"{said}: that much is the effect of a longer paragraph." if one else f"{said}."


def _whom(row: Row, every: Sequence[Row], is_alone: bool) -> str:
    """The system of a row, with the data set where the report has several; "it" where there is nothing else."""
    datasets, victims = {one.names.dataset for one in every}, {one.names.victim for one in every}
    if is_alone and len(datasets) == len(victims) == 1:
        return "it"
    return f"{row.names.victim} on {row.names.dataset}" if len(datasets) > 1 else row.names.victim


def _alone(length: int | None, attacked: bool) -> str:
    alone = "that many more words alone do" if length else "one more sentence alone does"
    return f", so {alone} not explain the drop." if attacked else "."


def _stopped(rows: Sequence[Row]) -> str:
    """How far the runs came that were stopped."""
    return "".join(f", {stopped_at(row.stopped)}" for row in rows if row.stopped)


def _common_length(rows: Sequence[Row]) -> int | None:
    """How many words the controls add, where that is known and the same of all."""
    lengths = {None if row.added_words is None else round(row.added_words) for row in rows}
    return lengths.pop() if len(lengths) == 1 else None


def _cost(row: Row, with_n: bool) -> str:
    lost = row.f1.difference
    n = f" (n = {count(lost.n)})" if with_n else ""
    return f"{with_interval(Estimate(-lost.value, -lost.high, -lost.low, lost.n))}{n}"


def _judged(rows: Sequence[Row], judgements: Mapping[str, Sequence[Judgement]]) -> list[str]:
    attacks = [row for row in rows if row.outcomes.succeeded and row.names.control != "unchanged"]
    if not attacks:
        return []
    given = [one for row in attacks for one in judgements.get(row.run_id, ())]
    if not given:
        return ["Not judged: nobody has checked that the changed examples are still correct. Unjudged is not correct."]
    return [f"Behind the changed examples stand {judgements_by_kind(given)}: the table says for each attack how many "
            "of those that were judged are correct."]  # fmt: skip


def _errors(rows: Sequence[Row]) -> list[str]:
    errored, attempts = sum(row.outcomes.errored for row in rows), sum(row.outcomes.total for row in rows)
    if not errored:
        return []
    return [
        f"{plural(errored, 'attempt')} of {count(attempts)} ended in an error of the victim: "
        "neither fooled nor kept, and left out of every mean."
    ]


def _refused(rows: Sequence[Row]) -> list[str]:
    refused, attempts = sum(row.refused for row in rows), sum(row.outcomes.total for row in rows)
    if not refused:
        return []
    return [
        f"In {plural(refused, 'attempt')} of {count(attempts)} all that was proposed broke a constraint and was not "
        "asked: the victim has withstood nothing there."
    ]


def _without(rows: Sequence[Row]) -> list[str]:
    """By attack, system by system where their counts differ; of one that made nothing at all no score is told."""
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        if row.without and not row.has_nothing:
            share = f"{count(row.without)} of {count(row.f1.after.n)} ({percent(row.without / row.f1.after.n)}%)"
            found.setdefault(row.names.attack, {})[row.names.victim] = share
    met = {attack: sum(row.names.attack == attack for row in rows) for attack in found}
    counts = []
    for attack, by_system in found.items():
        alike = set(by_system.values())
        if len(alike) == 1 and len(by_system) == met[attack]:
            counts.append(f"{attack_words(attack)} {alike.pop()}")
        else:
            counts += [f"{attack_words(attack)} on {victim} {share}" for victim, share in by_system.items()]
    which = "Questions for which nothing was made or asked, which count as they are"
    return [f"{which}: {', '.join(counts)}."] if found else []


def _distribution(rows: Sequence[Row]) -> list[str]:
    silent = dict.fromkeys(row.names.victim for row in rows if row.uncovered is None and row.f1.before.n)
    if not silent:
        return []
    verb = "gives" if len(silent) == 1 else "give"
    return [f"{', '.join(silent)} {verb} no distribution over answers: the F1 of the best answer stands in."]


def _mass(rows: Sequence[Row]) -> list[str]:
    left_out: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if row.uncovered is not None:
            left_out[row.names.victim].append(row.uncovered)
    if not left_out:
        return []
    shares = ", ".join(f"{percent(fmean(masses))}% of the probability of {who}" for who, masses in left_out.items())
    return [
        f"The lists of guesses leave out {shares} on average over its runs; a search by expected F1 counts that as 0."
    ]
