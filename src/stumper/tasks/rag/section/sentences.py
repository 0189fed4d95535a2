"""What is said first of retrieval-augmented systems: what they retrieve, where they fail, what they are made to say."""

from collections.abc import Iterator, Sequence

from stumper.sections.ran import is_control
from stumper.sections.wording import attack_name, capital, count, listed, with_interval
from stumper.tasks.rag.section.blame import Fate
from stumper.tasks.rag.section.figures import RagRun

SAID: dict[Fate, str] = {
    "retrieval failure": "fail as these are no longer retrieved",
    "reading failure": "fail in reading",
    "misled": "are answered with what the attack put in",
    "target given": "are answered as the attack wanted",
    "wrongly abstained": "are left open",
    "wrongly answered": "are answered though nothing says the answer",
}


def summary(runs: Sequence[RagRun]) -> tuple[str, ...]:
    """What each system retrieves unattacked, then of each attack what it is made to say, or where it fails most."""
    return (*_retrieved(runs), *(said for run in runs if not is_control(run.names) for said in _of_attack(run)))


def _retrieved(runs: Sequence[RagRun]) -> Iterator[str]:
    """A sentence a system and data set."""
    told = {(run.names.victim, run.names.dataset): run.retrieval.unattacked for run in runs if run.retrieval}
    several = len({dataset for _, dataset in told}) > 1
    for (victim, dataset), found in told.items():
        if found.n:
            yield (f"Unattacked, {victim} has the gold passages of {with_interval(found)}% of the questions with an "
                   f"answer{f' of {dataset}' if several else ''} that it was asked, n = {count(found.n)}; blame counts "
                   "these, and questions that nothing answers.")  # fmt: skip


def _of_attack(run: RagRun) -> Iterator[str]:
    attack, victim = attack_name(run.names), run.names.victim
    if run.target:
        yield (f"{capital(attack)} makes {victim} say what it wants in {with_interval(run.target.after)}% of cases, "
               f"against {with_interval(run.target.before)}% without it, n = {count(run.target.after.n)}.")  # fmt: skip
        return
    if run.goal == "answered_anyway" and (said := run.abstaining.unanswerable).after.n:
        yield (f"Under {attack}, which leaves questions without an answer, {victim} says that there is none in "
               f"{with_interval(said.after)}% of cases, and says so in {with_interval(said.before)}% while there is "
               f"one, n = {count(said.after.n)}.")  # fmt: skip
        return
    turned = [(fate, share) for fate, share in (run.blame.turned if run.blame else {}).items() if fate in SAID]
    if shares := [f"{with_interval(share)}% {SAID[fate]}" for fate, share in turned if share.n and share.value]:
        yield (f"Under {attack}, of the questions that {victim} answers rightly from their gold passages, "
               f"{listed(shares)}, n = {count(turned[0][1].n)}.")  # fmt: skip
