"""What a report says in words: sentences to quote, and what to know before believing them."""

from collections.abc import Sequence

from stumper.scores.intervals import Estimate
from stumper.sections.judged import judgements_by_kind
from stumper.sections.ran import is_control, victim_words
from stumper.sections.wording import (
    all_trained_on,
    count,
    holds_zero,
    listed,
    not_whole,
    over,
    percent,
    plural,
    seen_notes,
    stopped_at,
    stopped_notes,
    under_attack,
    with_interval,
)
from stumper.tasks.reading.section.figures import Row


def summary(rows: Sequence[Row]) -> tuple[str, ...]:
    """One sentence a victim and data set for its strongest attack, and one for what the control costs."""
    several = len({row.names.dataset for row in rows}) > 1
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.names.dataset, row.names.victim), []).append(row)
    controls = [row for row in rows if row.names.adversary == "add-benign" and row.f1.after.n]
    attacked = any(row.f1.after.n for row in rows if not is_control(row.names))
    return (
        *(_of_one_victim(group, several) for group in sorted(groups.values(), key=lambda rows: rows[0].names.is_past)),
        *([_control(controls, attacked)] if controls else []),
    )


def notes(rows: Sequence[Row]) -> tuple[str, ...]:
    """What limits the figures: runs that were stopped, examples seen in training, judgements, errors, refusals, no
    change, no distribution, mass left out."""
    every = (stopped_notes, seen_notes, _judged, _errors, _refused, _unchanged, _distribution, _mass)
    return tuple(note for said in every for note in said(rows))


def _of_one_victim(rows: Sequence[Row], several_datasets: bool) -> str:
    on = f" on {rows[0].names.dataset}" if several_datasets else ""
    victim = victim_words(rows[0].names.victim)
    scored = [row for row in rows if row.f1.after.n]
    if not scored:
        errored, seen = sum(row.outcomes.errored for row in rows), sum(row.trained_on for row in rows)
        if seen and not errored:
            return all_trained_on(seen, victim, on)
        if not errored and all(row.nothing_proposed for row in rows):
            silent = listed(dict.fromkeys(row.names.attack for row in rows))
            return f"{silent} proposed nothing for the questions{on}, so {victim} was not attacked."
        if not errored:
            return f"Nothing has been attempted on {victim}{on} yet."
        attempts = plural(errored, "attempt")
        without = f" but for {count(seen)} trained-on" if seen else ""
        return f"Every attempt on {victim}{on}{without} ended in an error ({attempts}): there is nothing to score."
    attacks = [row for row in scored if not is_control(row.names)]
    strongest = min(attacks, key=lambda row: row.f1.after.value, default=None)
    return _attack(strongest, victim, on) if strongest else _baseline(scored[0], victim, on)


def _attack(row: Row, victim: str, on: str) -> str:
    said = under_attack(row.names.attack, victim, "F1", (row.f1.before, row.f1.after), on, row.trained_on, row.stopped)
    if row.f1.after.n > 1 and holds_zero(row.f1.difference):
        said += ": indistinguishable from no attack"
    return f"{said}{not_whole(row.stopped)}."


def _baseline(row: Row, victim: str, on: str) -> str:
    before = row.f1.before
    n = over(before.n, row.trained_on, row.stopped)
    return f"Without an attack {victim} has {with_interval(before)} F1{on}, {n}{not_whole(row.stopped)}."


def _control(rows: Sequence[Row], attacked: bool) -> str:
    one = len(rows) == 1
    costs = ", ".join(f"{'it' if one else row.names.victim} {_cost(row)}" for row in rows)
    length = _common_length(rows)
    of_length = f" of about {plural(length, 'word')}" if length else ""
    said = f"An unrelated sentence{of_length} (add-benign{_stopped(rows)}) costs {costs}"
    if any(row.f1.difference.n < 2 for row in rows):
        return f"{said}."
    if all(holds_zero(row.f1.difference) for row in rows):
        ending = f"{'' if one else 'each '}indistinguishable from none"
        alone = "that many more words alone do" if length else "one more sentence alone does"
        return f"{said}: {ending}, so {alone} not explain the drop." if attacked else f"{said}: {ending}."
    return f"{said} F1: that much is the effect of a longer paragraph." if one else f"{said} F1."


def _stopped(rows: Sequence[Row]) -> str:
    """How far the runs came that were stopped."""
    return "".join(f", {stopped_at(row.stopped)}" for row in rows if row.stopped)


def _common_length(rows: Sequence[Row]) -> int | None:
    """How many words the controls add, where that is known and the same of all."""
    lengths = {None if row.added_words is None else round(row.added_words) for row in rows}
    return lengths.pop() if len(lengths) == 1 else None


def _cost(row: Row) -> str:
    difference = row.f1.difference
    return with_interval(Estimate(-difference.value, -difference.high, -difference.low, difference.n))


def _judged(rows: Sequence[Row]) -> list[str]:
    attacks = [row for row in rows if row.outcomes.succeeded and row.names.adversary != "identity"]
    if not attacks:
        return []
    judges = [found for row in attacks for found in row.judges]
    if not judges:
        return ["Not judged: nobody has checked that the changed examples are still correct. Unjudged is not correct."]
    return [f"Behind the changed examples stand {judgements_by_kind(judges)}: the table says for each attack how many "
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
        "asked: they count as kept."
    ]


def _unchanged(rows: Sequence[Row]) -> list[str]:
    found = [row for row in rows if row.unchanged and row.names.adversary != "identity"]
    several = len({row.names.victim for row in found}) > 1
    counts = ", ".join(
        f"{row.names.attack}{f' on {row.names.victim}' if several else ''} {count(row.unchanged)} of {row.success.n}"
        for row in found
    )
    return [f"Attempts for which there was no change to propose, which count as kept: {counts}."] if found else []


def _distribution(rows: Sequence[Row]) -> list[str]:
    silent = dict.fromkeys(row.names.victim for row in rows if row.uncovered is None and row.f1.before.n)
    if not silent:
        return []
    verb = "gives" if len(silent) == 1 else "give"
    return [f"{', '.join(silent)} {verb} no distribution over answers: the F1 of the best answer stands in."]


def _mass(rows: Sequence[Row]) -> list[str]:
    left_out = {row.names.victim: percent(row.uncovered) for row in rows if row.uncovered is not None}
    if not left_out:
        return []
    shares = ", ".join(f"{mass}% of the probability of {victim}" for victim, mass in left_out.items())
    return [f"The lists of guesses leave out {shares} on average; expected scores count that as 0."]
