"""What the report says of fact verification in words: sentences to quote, and what to know before believing them."""

from collections.abc import Mapping, Sequence
from math import isnan

from stumper.scores.adversarial import Tournament
from stumper.sections import ran
from stumper.sections.judged import kinds
from stumper.sections.tournament import (
    Contest,
    JudgedAttack,
    Standings,
    drawing_notes,
    joint_notes,
    most_potent,
    most_resilient,
    unjudged_notes,
    unmet,
)
from stumper.sections.wording import (
    absent_notes,
    attack_words,
    capital,
    count,
    lacking_notes,
    listed,
    plural,
    seen_notes,
    stopped_notes,
    with_interval,
)
from stumper.statistics import Estimate
from stumper.statistics.statistic import FEWEST
from stumper.tasks.verification.section.figures import LABEL_ACCURACY, ClaimRun

VERIFIER = "verifier"  # what the embedded system is called
FALLING_BACK_TOLD = 2  # systems that fall back on NOT ENOUGH INFO, the worst first


def sentences(
    runs: Sequence[ClaimRun],
    standings: Sequence[Standings],
    judged: Sequence[JudgedAttack],
    given_up: Mapping[str, Estimate],
    several_datasets: bool,
) -> tuple[str, ...]:
    """The most potent attack and the most resilient system, and systems that fall back on NOT ENOUGH INFO, of which
    ``given_up`` tells run by run how much more often they say so."""
    on = f" on {runs[0].names.dataset}" if several_datasets else ""
    found = standings[0].tournament
    attacks = [row for row in found.potencies if not row.is_baseline and row.raw.n]
    if not attacks:
        return ()
    asked = [run for run in runs if run.perturbations or not run.trained_on]
    victims = list(dict.fromkeys(run.names.victim for run in asked))
    against = ran.written_against(run.names for run in asked)
    contest = Contest(runs[0].names.dataset, "claim", VERIFIER, victims, standings, judged, against, has_labels=True)
    known = any(row.correct_rate.n or row.open for row in attacks)
    ranked = [most_potent(contest, on), *most_resilient(contest, on)] if known else []
    return (*ranked, *_falling_back(runs, given_up, on))


def notes(runs: Sequence[ClaimRun], standings: Sequence[Standings], judged: Sequence[JudgedAttack]) -> tuple[str, ...]:
    """What limits the figures: claims seen in training, who judged what, few perturbations or originals, errors,
    systems that did not meet an attack, systems without evidence."""
    found = standings[0].tournament
    contest = Contest(
        runs[0].names.dataset,
        "claim",
        VERIFIER,
        list(dict.fromkeys(run.names.victim for run in runs)),
        standings,
        judged,
    )
    few = (*_fewer(runs), *_too_few_originals(found))
    return (
        *stopped_notes(runs),
        *absent_notes(((run.names, run.absent_gold) for run in runs), "claim"),
        *_trained_on(runs),
        *_judged(contest),
        *_without_people(judged),
        *few,
        *_errors(runs),
        *lacking_notes(runs, "claim"),
        *unmet(contest),
        *joint_notes(contest),
        *drawing_notes(judged, "claim"),
        *_measure(standings),
    )


def unmatched_notes(dataset: str, victims: Sequence[str], has_none: bool) -> tuple[str, ...]:
    """Why label accuracy is the score of systems whose evidence cannot be matched."""
    if has_none:
        return (f"{dataset} has no evidence that what a system cites could be matched with: label accuracy is the "
                "score.",)  # fmt: skip
    if not victims:
        return ()
    verb = "cites" if len(victims) == 1 else "cite"
    who = listed([victim_words(victim) for victim in victims])
    return (
        f"{who} {verb} evidence of another kind than {dataset} names (an address for a sentence, say), so that nobody "
        "can tell whether it is right: label accuracy is the score.",
    )


def closed_world_notes(attack: str, assuming: int, made: int, correct: int, judged: int) -> tuple[str, ...]:
    """Which of an attack's labels rest on more than the evidence, where any do."""
    if not assuming:
        return ()
    read = f" Of {count(judged)} of them that were judged, {count(correct)} are correct." if judged else ""
    return (
        f"{count(assuming)} of {attack}'s {plural(made, 'claim')} say of something refuted that there is, or is not, "
        f"such a thing by its name: their labels hold in a closed world, where nothing else has that name.{read}",
    )


def victim_words(victim: str) -> str:
    """A system as it is named in a sentence."""
    return ran.victim_words(victim, VERIFIER)


def _falling_back(runs: Sequence[ClaimRun], given_up: Mapping[str, Estimate], on: str) -> list[str]:
    """Per system the attack under which it gives up most; the systems that do so most."""
    names = {run.run_id: run.names for run in runs}
    worst: dict[str, tuple[str, Estimate]] = {}
    for run_id, risen in given_up.items():
        victim = names[run_id].victim
        if risen.low > 0 and (victim not in worst or risen.value > worst[victim][1].value):
            worst[victim] = run_id, risen
    told = sorted(worst.items(), key=lambda one: -one[1][1].value)[:FALLING_BACK_TOLD]
    return [
        f"Under {attack_words(names[run_id].attack)} {victim_words(victim)} falls back on NOT ENOUGH INFO{on}: "
        f"{with_interval(risen)} points more often than on the originals, n = {count(risen.n)}"
        f"{f', of {count(len(given_up))} runs' if len(given_up) > 1 else ''}."
        for victim, (run_id, risen) in told
    ]


def _trained_on(runs: Sequence[ClaimRun]) -> list[str]:
    several = len({run.names.victim for run in runs}) > 1 and any(run.trained_on for run in runs)
    return [*seen_notes(runs), *(["Systems are compared on claims that neither has seen."] if several else [])]


def _judged(contest: Contest) -> list[str]:
    attacks = [row for row in contest.main.tournament.potencies if not row.is_baseline and row.raw.n]
    if not attacks or any(row.correct_rate.n or row.open for row in attacks):
        return unjudged_notes(contest)
    return [
        "Not judged: nobody has checked that the changed claims are still correct. Unjudged is not correct: there "
        "is neither potency nor resilience before some have been judged (stumper judge FILE --sample 100)."
    ]


def _without_people(judged: Sequence[JudgedAttack]) -> list[str]:
    """Which attacks were judged by no person, and who judged them: no figure of theirs is people's."""
    by_kinds: dict[str, list[str]] = {}
    for row in judged:
        if row.judges and all(found.kind != "person" for found in row.judges):
            by_kinds.setdefault(kinds(row.judges), []).append(attack_words(row.attack))
    return [f"Judged by {by}, and by no person: {listed(attacks)}." for by, attacks in by_kinds.items()]


def _fewer(runs: Sequence[ClaimRun]) -> list[str]:
    """Attacks that made something, and not as many perturbations as they were asked for."""
    said = [
        f"{capital(attack_words(run.names.attack))} was asked for {plural(run.asked_for, 'claim')} and could make "
        f"{count(run.perturbations + run.trained_on)}."
        for run in runs
        if run.complete and run.asked_for is not None and 0 < run.perturbations + run.trained_on < run.asked_for
    ]
    return list(dict.fromkeys(said))


def _too_few_originals(found: Tournament) -> list[str]:
    unsure = [attack_words(cell.adversary) for cell in found.cells if cell.score.n and isnan(cell.score.low)]
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
        f"{plural(errored, 'variant')} of {count(asked)} of claims ended in an error of the system: "
        "left out of every mean."
    ]


def _measure(standings: Sequence[Standings]) -> list[str]:
    if standings[0].measure != LABEL_ACCURACY or not any(row.raw.n for row in standings[0].tournament.potencies):
        return []
    who = "No system gives" if len(standings) == 1 else "Not every system gives"
    return [f"{who} evidence that can be matched, so label accuracy is told of; a FEVER score asks for evidence, too."]
