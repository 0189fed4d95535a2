"""What is said first of retrieval-augmented systems: what they retrieve, where they fail, what they are made to say."""

from collections.abc import Iterator, Sequence

from stumper.sections.ran import is_control
from stumper.sections.wording import attack_name, capital, count, with_interval
from stumper.tasks.rag.section.blame import FATES, Fate
from stumper.tasks.rag.section.figures import RagRun

SAID: dict[Fate, str] = {
    "retrieval failure": "fail as the gold passages are no longer retrieved",
    "reading failure": "fail in reading, with the gold passages retrieved",
    "misled": "are answered with what the attack put in",
    "target given": "are answered as the attack wanted",
    "wrongly abstained": "are left open, with the gold passages retrieved",
    "wrongly answered": "are answered though nothing says the answer",
}


def summary(runs: Sequence[RagRun]) -> tuple[str, ...]:
    """What each system retrieves unattacked, then of each attack what it is made to say, or where it fails most."""
    return (*_retrieved(runs), *(said for run in runs if not is_control(run.names) for said in _of_attack(run)))


def _retrieved(runs: Sequence[RagRun]) -> Iterator[str]:
    """A sentence a system and data set, by the run that asked the most questions."""
    best: dict[tuple[str, str], RagRun] = {}
    for run in runs:
        key = run.names.victim, run.names.dataset
        if run.retrieval and (key not in best or _asked(run) > _asked(best[key])):
            best[key] = run
    for run in best.values():
        if run.retrieval and (found := run.retrieval.unattacked).n:
            yield (f"Unattacked, {run.names.victim} has the gold passages of {with_interval(found)}% of the questions "
                   f"with an answer that it was asked, n = {count(found.n)}; blame counts these, and questions that "
                   "nothing answers.")  # fmt: skip


def _asked(run: RagRun) -> int:
    return run.retrieval.unattacked.n if run.retrieval else 0


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
    if not run.blame or not run.blame.n:
        return
    risen = {fate: run.blame.fates[fate] for fate in FATES if fate in SAID}
    fate, most = max(risen.items(), key=lambda one: one[1].difference.value)
    if most.difference.is_known and most.difference.low > 0:
        yield (f"Under {attack}, of the questions that blame counts for {victim} {with_interval(most.after)}% "
               f"{SAID[fate]}, against {with_interval(most.before)}% before, n = {count(run.blame.n)}.")  # fmt: skip
