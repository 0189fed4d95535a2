"""What is said first of retrieval-augmented systems: what they retrieve, where they fail, what they are made to say."""

from collections.abc import Iterator, Sequence, Set

from stumper.sections.ran import is_control
from stumper.sections.wording import (
    absent_notes,
    attack_name,
    attack_words,
    capital,
    count,
    holds_zero,
    listed,
    plural,
    with_interval,
)
from stumper.statistics import Estimate
from stumper.tasks.rag.scoring import APART
from stumper.tasks.rag.section.blame import Fate
from stumper.tasks.rag.section.figures import Ids, RagRun, Retrieval

SAID: dict[Fate, str] = {
    "retrieval failure": "fail as these are no longer retrieved",
    "reading failure": "fail in reading",
    "misled": "are answered with what the attack put in",
    "target given": "are answered as the attack wanted",
    "wrongly abstained": "are left open",
    "wrongly answered": "are answered though nothing says the answer",
}


FIRST = 3  # attacks that are told of at the beginning; of more it is told under a heading


def summary(runs: Sequence[RagRun]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What each system retrieves unattacked, or why that cannot be told; then of each attack what it is made to say, or
    where it fails most: where there are many, to be said further on."""
    attacks = tuple(said for run in runs if not is_control(run.names) for said in _of_attack(run))
    recalled = [run for run in runs if run.retrieval and run.retrieval.unattacked.n]
    absent = absent_notes(((run.names, run.absent_gold) for run in recalled), "question")
    first = (*_untold(runs), *absent, *_listed(runs), *_unmatched(runs), *_retrieved(runs))
    return ((*first, *attacks), ()) if len(attacks) <= FIRST else (first, attacks)


def _untold(runs: Sequence[RagRun]) -> Iterator[str]:
    """A sentence on the systems that answer and do not say what they retrieve."""
    tell = {run.names.victim for run in runs if run.blame}
    answer = dict.fromkeys(run.names.victim for run in runs if not run.uncounted)
    if silent := [victim for victim in answer if victim not in tell]:
        says = "does not say what it retrieves" if len(silent) == 1 else "do not say what they retrieve"
        yield (f"{capital(listed(silent))} {says}, so that nobody can tell whose fault a wrong answer is: let its "
               "answer name that as 'retrieved'.")  # fmt: skip


def _listed(runs: Sequence[RagRun]) -> Iterator[str]:
    """For each system and data set: to how many questions it returned no passages, or no list of them; and how many of
    the ids that it returned are of no passage that can be known of."""
    tell = {run.names.victim for run in runs if run.blame}
    every = {(run.names.victim, run.names.dataset): run for run in runs if run.listed}
    for (victim, _), run in every.items():
        listed = run.listed
        assert listed is not None, "it is one of those that have it"
        if listed.empty:
            yield (f"{capital(victim)} returned an empty list of retrieved passages for {count(listed.empty)} of "
                   f"{count(listed.asked)} questions as they are: it found nothing there, and recall counts what it "
                   "should have found as not retrieved. Where it should find something, see what it searches."
                   )  # fmt: skip
        if listed.unlisted and victim in tell:
            yield (f"{capital(victim)} returned no list of what it retrieved for {count(listed.unlisted)} of "
                   f"{count(listed.asked)} questions as they are, and lists for others: recall and blame count these "
                   "as not retrieved. Let every answer have 'retrieved'.")  # fmt: skip
        if listed.given.unknown:
            yield (f"{_of_ids(victim, listed.given)} it was given, the first {listed.given.first[:60]!r}: recall and "
                   "blame leave these out, and go by what it was given.")  # fmt: skip
        if listed.is_unknown:
            right = _right(run.retrieval) if run.retrieval else ""
            yield (f"{_of_ids(victim, listed.own)} the data names (such as {listed.named[:60]!r}) or an attack added, "
                   f"the first {listed.own.first[:60]!r}: it invents them, its index has other names for the passages, "
                   f"or it finds none of these{right}. Neither recall nor blame is to be trusted: let 'retrieved' have "
                   "the ids of the data, or the passages' texts.")  # fmt: skip


def _right(found: Retrieval) -> str:
    """That answers are right all the same, where half of them are."""
    if found.unmatched is None:
        return ""
    return (
        f" (and yet answers {count(found.unmatched.right)} of {count(found.unattacked.n)} questions with an F1 above 0)"
    )


def _of_ids(victim: str, ids: Ids) -> str:
    verb = "is of no passage that" if ids.unknown == 1 else "are of no passage that"
    return f"{count(ids.unknown)} of {plural(ids.returned, 'id')} that {victim} returned as retrieved {verb}"


def _unmatched(runs: Sequence[RagRun]) -> Iterator[str]:
    """A sentence a system and data set whose passages seem to have other names than the data's."""
    unknown = _unknown(runs)
    for (victim, dataset), found in _by_system(runs).items():
        if (one := found.unmatched) and (victim, dataset) not in unknown:
            n = found.unattacked.n
            yield (f"None of the gold passages was ever retrieved, though {victim} answers {count(one.right)} of "
                   f"{count(n)} questions with an F1 above 0: do the names match? It retrieves {one.named[:60]!r}, the "
                   f"data names {one.gold[:60]!r}. Neither recall nor blame can be told so.")  # fmt: skip


def _retrieved(runs: Sequence[RagRun]) -> Iterator[str]:
    """A sentence on all systems and data sets of which it can be told."""
    unknown = _unknown(runs)
    told = {
        key: found
        for key, found in _by_system(runs).items()
        if found.unattacked.n and not found.unmatched and key not in unknown
    }
    several = len({dataset for _, dataset in told}) > 1
    parts = [
        f"{victim} has the gold passages of {with_interval(found.unattacked)}% of the questions with an answer"
        f"{f' of {dataset}' if several else ''} that it was asked, {_n(found)}"
        for (victim, dataset), found in told.items()
    ]
    if parts:
        yield f"Unattacked, {'; '.join(parts)}. Blame counts these, and questions that nothing answers."


def _n(found: Retrieval) -> str:
    n = found.unattacked.n
    if found.drawn <= n:
        return f"n = {count(n)}, {deep(found)}"
    return f"n = {count(n)} of {count(found.drawn)} (of the others the attacks made nothing), {deep(found)}"


def deep(found: Retrieval) -> str:
    """To which depth in how much a system retrieves: without either a share that is retrieved says little."""
    fewest, most = found.depth
    k = f"k = {count(most)}" if fewest == most else f"k = {count(fewest)} to {count(most)}"
    return f"{k} of {found.searched}" if found.searched else f"{k} of a number of passages that is not known"


def _by_system(runs: Sequence[RagRun]) -> dict[tuple[str, str], Retrieval]:
    return {(run.names.victim, run.names.dataset): run.retrieval for run in runs if run.retrieval}


def _unknown(runs: Sequence[RagRun]) -> set[tuple[str, str]]:
    """The systems and data sets of which no id that the system returned is known."""
    return {(run.names.victim, run.names.dataset) for run in runs if run.listed and run.listed.is_unknown}


def _of_attack(run: RagRun) -> Iterator[str]:
    attack, victim = attack_words(attack_name(run.names)), run.names.victim
    if run.uncounted and run.goal in APART:  # of others the verdict says it
        yield run.uncounted
        return
    if run.target:
        yield (f"{capital(attack)} makes {victim} say what it wants in {with_interval(run.target.after)}% of cases, "
               f"against {with_interval(run.target.before)}% without it{_told_apart(run.target.difference)}, "
               f"n = {count(run.target.after.n)}.")  # fmt: skip
        yield from _turned(run, frozenset(("target given",)))
        return
    if run.goal == "answered_anyway" and (said := run.abstaining.unanswerable).after.n:
        yield (f"Under {attack}, which leaves questions without an answer, {victim} says, rightly, that there is none "
               f"in {with_interval(said.after)}% of cases; of the same questions while they have one it says so, "
               f"wrongly, in {with_interval(said.before)}%, n = {count(said.after.n)}.{_taken(run)}")  # fmt: skip
        return
    yield from _turned(run)


def _taken(run: RagRun) -> str:
    """A sentence more where the answer that an attack took away is said all the same."""
    taken = run.abstaining.taken
    if not (taken.n and taken.value):
        return ""
    return (f" In {with_interval(taken)}% of {plural(taken.n, 'case')} it gives the very answer that was taken away, "
            "so it knows that by itself, or another passage says it: passage-withhold takes those away, too, of which "
            "it knows, as of a folder that --set corpus=PATH names.")  # fmt: skip


def _turned(run: RagRun, told: Set[Fate] = frozenset()) -> Iterator[str]:
    """A sentence on what became of the questions that were right, but for what has been told."""
    attack, victim = attack_words(attack_name(run.names)), run.names.victim
    every = run.blame.turned if run.blame else {}
    turned = [(fate, share) for fate, share in every.items() if fate in SAID and fate not in told]
    if shares := [f"{with_interval(share)}% {SAID[fate]}" for fate, share in turned if share.n and share.value]:
        yield (f"Under {attack}, of the questions that {victim} answers with an F1 above 0 from their gold "
               f"passages, {listed(shares)}, n = {count(turned[0][1].n)}.")  # fmt: skip


def _told_apart(difference: Estimate) -> str:
    return ", which is not told apart from none" if not difference.is_known or holds_zero(difference) else ""
