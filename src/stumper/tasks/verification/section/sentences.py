"""What the report says of fact verification in words: sentences to quote, and what to know before believing them."""

from collections.abc import Sequence

from stumper.scores.adversarial import Lead, Potency, Tournament
from stumper.scores.by_original import FEWEST
from stumper.sections import ran
from stumper.sections.judged import Judges, counted, kinds
from stumper.sections.wording import (
    all_trained_on,
    capital,
    count,
    holds_zero,
    interval,
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
from stumper.tasks.verification.section.figures import LABEL_ACCURACY, ClaimRun, JudgedAttack, KindShift, Standings

FALLING_BACK_TOLD = 2  # systems that fall back on NOT ENOUGH INFO, the worst first


def sentences(
    runs: Sequence[ClaimRun],
    standings: Sequence[Standings],
    judged: Sequence[JudgedAttack],
    shifts: Sequence[KindShift],
    several_datasets: bool,
) -> tuple[str, ...]:
    """The most potent attack, the most resilient system, and systems that fall back on NOT ENOUGH INFO."""
    on = f" on {runs[0].names.dataset}" if several_datasets else ""
    found = standings[0].tournament
    attacks = [row for row in found.potencies if not row.is_baseline and row.raw.n]
    if not attacks:
        return _without_attack(runs, standings[0], on)
    asked = [run for run in runs if run.perturbations or not run.trained_on]
    victims = list(dict.fromkeys(run.names.victim for run in asked))
    kept, resilient = _kept(runs, attacks[0], on), _most_resilient(found, len(victims), on)
    potent = _most_potent(attacks, judged, on)
    said = [kept, potent, *resilient] if len(victims) == 1 else [potent, *(resilient or [kept])]
    return (*_stopped(runs), *said, *_falling_back(shifts, on), *_all_seen(runs, victims, on))


def notes(runs: Sequence[ClaimRun], standings: Sequence[Standings], judged: Sequence[JudgedAttack]) -> tuple[str, ...]:
    """What limits the figures: claims seen in training, who judged what, few perturbations or originals, errors,
    systems that did not meet an attack, systems without evidence."""
    found = standings[0].tournament
    few = (*_fewer(runs), *_too_few_originals(found))
    return (
        *stopped_notes(runs),
        *_trained_on(runs),
        *_judged(found),
        *_without_people(judged),
        *few,
        *_errors(runs),
        *_unmet(runs),
        *_measure(standings),
    )


def shown_note(runs: Sequence[ClaimRun], most: int) -> tuple[str, ...]:
    """That the browser of examples does not show all, where it does not."""
    if all(run.perturbations + run.trained_on <= most for run in runs):
        return ()
    return (f"Of a run with more than {count(most)} claims the examples show {count(most)}, at even distances.",)


def victim_words(victim: str) -> str:
    """A system as it is named in a sentence."""
    return ran.victim_words(victim, "verifier")


def indistinguishable_from(found: Tournament, victim: str) -> tuple[str, ...]:
    """The systems whose resilience cannot be told from this one's: the interval of the paired difference holds 0."""
    leads = [lead for lead in found.leads if victim in (lead.victim, lead.other) and not is_certain(lead)]
    return tuple(lead.other if lead.victim == victim else lead.victim for lead in leads)


def judges_of(judged: Sequence[JudgedAttack], attack: str) -> tuple[Judges, ...]:
    """Who judged what the attack made."""
    return next((row.judges for row in judged if row.attack == attack), ())


def is_certain(lead: Lead) -> bool:
    """Whether the interval of the difference lies on one side of 0."""
    return not (holds_zero(lead.difference) or _is_unknown(lead.difference.low))


def _is_unknown(value: float) -> bool:
    return value != value


def _without_attack(runs: Sequence[ClaimRun], standings: Standings, on: str) -> tuple[str, ...]:
    scored = [cell for cell in standings.tournament.cells if cell.score.n]
    if not scored:
        errored, seen = sum(run.errored for run in runs), sum(run.trained_on for run in runs)
        if seen and not errored:
            systems = listed(dict.fromkeys(victim_words(run.names.victim) for run in runs))
            return (all_trained_on(seen, systems, on),)
        if not errored and all(map(_proposed_nothing, runs)):
            attacks = listed(dict.fromkeys(run.names.attack for run in runs))
            return (f"{attacks} proposed nothing for the claims{on}: there is nothing to score.",)
        if not errored:
            return (f"Nothing has been attempted{on} yet.",)
        return (f"Every attempt{on} ended in an error ({plural(errored, 'attempt')}): there is nothing to score.",)
    best = max(scored, key=lambda cell: cell.score.value)
    seen = sum(run.trained_on for run in runs if (run.names.attack, run.names.victim) == (best.adversary, best.victim))
    measured = f"{with_interval(best.score)} {standings.measure}{on}, {over(best.score.n, seen)}"
    return (*_stopped(runs), f"Without an attack {victim_words(best.victim)} has {measured}.")


def _stopped(runs: Sequence[ClaimRun]) -> list[str]:
    """Said first, as potencies and resiliences are made of several runs at once."""
    names = [
        f"{run.names.attack} on {victim_words(run.names.victim)} was {stopped_at(run.stopped)}"
        for run in runs
        if run.stopped
    ]
    return [f"{listed(names)}; what ends first counts, so no figure here is one of the whole."] if names else []


def _kept(runs: Sequence[ClaimRun], attack: Potency, on: str) -> str:
    """What that system keeps under the attack which keeps least."""
    met = [run for run in runs if run.names.attack == attack.adversary and run.scores.after.n]
    run = min(met, key=lambda run: run.scores.after.value)
    scores, victim = (run.scores.before, run.scores.after), victim_words(run.names.victim)
    said = under_attack(attack.adversary, victim, run.measure, scores, on, run.trained_on, run.stopped)
    if holds_zero(run.scores.difference):
        said += ": indistinguishable from no attack"
    return f"{said}{not_whole(run.stopped)}."


def _most_potent(attacks: Sequence[Potency], judges: Sequence[JudgedAttack], on: str) -> str:
    first, others = attacks[0], len(attacks) - 1
    if first.correct_rate.n:
        is_what = f"is the most potent of {plural(others + 1, 'attack')}{on}:" if others else f"has{on} a"
        correct = f"{percent(first.correct_rate.value)}% {interval(first.correct_rate)}".strip()
        potent = f"{'' if others else 'of '}{with_interval(first.potency)}"
        by = counted(judges_of(judges, first.adversary))
        judged = f"as {correct} of the {count(first.correct_rate.n)} that {by} judged are correct"
        return f"{first.adversary} {is_what} potency {potent}, {judged}."
    is_what = f"the highest raw potency of {plural(others + 1, 'attack')}" if others else "a raw potency"
    return (
        f"{first.adversary} has{on} {is_what}: {with_interval(first.raw)}, n = {count(first.raw.n)}. Nobody has judged "
        "what it made, so its potency is not known."
    )


def _most_resilient(found: Tournament, victims: int, on: str) -> list[str]:
    rows = [row for row in found.resiliences if row.adversaries and not _is_unknown(row.resilience.value)]
    if not rows:
        return []
    first = rows[0]
    if victims == 1:
        return [f"{capital(victim_words(first.victim))} has a resilience of {with_interval(first.resilience)}{on}."]
    said = f"{capital(victim_words(first.victim))} is the most resilient of {victims} systems{on}"
    alike = indistinguishable_from(found, first.victim)
    told = f", indistinguishable from {listed(map(victim_words, alike))}" if alike else ""
    return [f"{said}: {with_interval(first.resilience)}{told}."]


def _falling_back(shifts: Sequence[KindShift], on: str) -> list[str]:
    """Per system the attack under which it gives up most; the systems that do so most."""
    worst: dict[str, KindShift] = {}
    for row in (row for row in shifts if not row.kind and row.shift.falls_back):
        if row.names.victim not in worst or _risen(row) > _risen(worst[row.names.victim]):
            worst[row.names.victim] = row
    told = sorted(worst.values(), key=_risen, reverse=True)[:FALLING_BACK_TOLD]
    return [
        f"Under {row.names.attack} {victim_words(row.names.victim)} falls back on NOT ENOUGH INFO{on}: "
        f"{with_interval(row.shift.not_enough_info.difference)} points more often than on the originals."
        for row in told
    ]


def _risen(row: KindShift) -> float:
    return row.shift.not_enough_info.difference.value


def _trained_on(runs: Sequence[ClaimRun]) -> list[str]:
    several = len({run.names.victim for run in runs}) > 1 and any(run.trained_on for run in runs)
    return [*seen_notes(runs), *(["Systems are compared on claims that neither has seen."] if several else [])]


def _all_seen(runs: Sequence[ClaimRun], asked: Sequence[str], on: str) -> list[str]:
    """Of each system that has seen all that it was asked why there is no figure."""
    counts: dict[str, int] = {}
    for run in runs:
        if run.names.victim not in asked:
            counts[run.names.victim] = counts.get(run.names.victim, 0) + run.trained_on
    return [all_trained_on(count, victim_words(victim), on) for victim, count in counts.items()]


def _judged(found: Tournament) -> list[str]:
    attacks = [row for row in found.potencies if not row.is_baseline and row.raw.n]
    missing = [row.adversary for row in attacks if not row.correct_rate.n]
    if not missing:
        return []
    if len(missing) == len(attacks):
        return [
            "Not judged: nobody has checked that the changed claims are still correct. Unjudged is not correct: there "
            "is neither potency nor resilience before some have been judged (stumper judge FILE --sample 100)."
        ]
    return [f"Not judged, hence without a potency and left out of every resilience: {listed(missing)}."]


def _without_people(judged: Sequence[JudgedAttack]) -> list[str]:
    """Which attacks were judged by no person, and who judged them: no figure of theirs is people's."""
    by_kinds: dict[str, list[str]] = {}
    for row in judged:
        if row.judges and all(found.kind != "person" for found in row.judges):
            by_kinds.setdefault(kinds(row.judges), []).append(row.attack)
    return [f"Judged by {by}, and by no person: {listed(attacks)}." for by, attacks in by_kinds.items()]


def _fewer(runs: Sequence[ClaimRun]) -> list[str]:
    """Attacks that made nothing, or not as many perturbations as they were asked for."""
    said = [
        f"{run.names.attack} was asked for {plural(run.asked_for, 'claim')} and could make "
        f"{count(run.perturbations + run.trained_on)}."
        for run in runs
        if run.complete and run.asked_for is not None and run.perturbations + run.trained_on < run.asked_for
    ]
    nothing = [f"{run.names.attack} proposed nothing." for run in runs if _proposed_nothing(run) and not run.asked_for]
    return list(dict.fromkeys([*said, *nothing]))


def _proposed_nothing(run: ClaimRun) -> bool:
    return run.complete and not run.perturbations and not run.trained_on


def _too_few_originals(found: Tournament) -> list[str]:
    unsure = [cell.adversary for cell in found.cells if cell.score.n and _is_unknown(cell.score.low)]
    if not unsure:
        return []
    return [
        f"Too few to tell how sure a figure is, hence without an interval: those over fewer than {FEWEST} originals "
        f"({listed(dict.fromkeys(unsure))})."
    ]


def _errors(runs: Sequence[ClaimRun]) -> list[str]:
    errored, asked = sum(run.errored for run in runs), sum(run.perturbations for run in runs)
    if not errored:
        return []
    return [
        f"{plural(errored, 'attempt')} of {count(asked)} on claims ended in an error of the system: "
        "left out of every mean."
    ]


def _unmet(runs: Sequence[ClaimRun]) -> list[str]:
    attacks = dict.fromkeys(run.names.attack for run in runs if not run.is_baseline)
    met = {(run.names.attack, run.names.victim) for run in runs}
    victims = dict.fromkeys(run.names.victim for run in runs)
    missing = {victim: [attack for attack in attacks if (attack, victim) not in met] for victim in victims}
    return [
        f"{capital(victim_words(victim))} was not asked under {listed(names)}: its resilience is over fewer attacks, "
        "and systems are compared under those that both met."
        for victim, names in missing.items()
        if names
    ]


def _measure(standings: Sequence[Standings]) -> list[str]:
    if standings[0].measure != LABEL_ACCURACY:
        return []
    who = "No system gives" if len(standings) == 1 else "Not every system gives"
    return [f"{who} evidence, so label accuracy is told of; a FEVER score asks for evidence, too."]
