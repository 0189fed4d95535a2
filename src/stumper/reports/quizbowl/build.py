"""From runs on tossups to what a report says of them."""

from collections.abc import Callable, Sequence
from statistics import fmean, median

from stumper.identity import perturbation_id
from stumper.judging import correct_and_judged, judges
from stumper.reports.quizbowl.asked import AskedRun, AskedTossup, Stand
from stumper.reports.quizbowl.sentences import notes, sentences
from stumper.reports.quizbowl.values import (
    SHARES,
    AttackCurve,
    Ended,
    Play,
    Quizbowl,
    SharePoint,
    Spent,
    TossupRun,
)
from stumper.scores.before_after import BeforeAfter, before_after
from stumper.scores.intervals import mean_interval, share_interval
from stumper.store import Store
from stumper.types import Attempt


def quizbowl(store: Store, runs: Sequence[AskedRun]) -> Quizbowl | None:
    """All that is said of these runs; None without any."""
    if not runs:
        return None
    rows = tuple(_row(store, run) for run in runs)
    return Quizbowl(sentences(rows, None), notes(rows, None), rows, tuple(_curve(run) for run in runs))


def with_play(found: Quizbowl | None, play: Play) -> Quizbowl:
    """What is said of the runs, and of play."""
    runs, curves = (found.runs, found.curves) if found else ((), ())
    return Quizbowl(sentences(runs, play), notes(runs, play), runs, curves, play)


def _row(store: Store, run: AskedRun) -> TossupRun:
    attempts = run.unseen
    made = [one for one in attempts if one.outcome in ("succeeded", "failed", "exhausted")]
    spent = [attempt.queries for attempt in made]
    ended = [attempt.outcome for attempt in attempts]
    judged = store.judgements(perturbation_id(a.perturbation) for a in attempts if a.perturbation is not None)
    correct, seen = correct_and_judged(judged)
    return TossupRun(
        run_id=run.id,
        names=run.names,
        goal=run.plan.goal,
        accuracy=_shares_compared(run.asked, lambda one: one.is_right),
        first_sentence=_shares_compared(run.asked, lambda one: one.is_right_at_once),
        position=_compared(run.asked, lambda one: one.read),
        wins=_compared(run.asked, lambda one: one.wins),
        nevers=(
            sum(one.before.position is None for one in run.asked),
            sum(one.after.position is None for one in run.asked),
        ),
        success=mean_interval([float(attempt.outcome == "succeeded") for attempt in made]),
        ended=Ended(*(ended.count(name) for name in ("succeeded", "failed", "exhausted", "skipped", "errored"))),
        queries=Spent(
            fmean(spent) if spent else float("nan"),
            float(median(spent)) if spent else float("nan"),
            sum(attempt.queries for attempt in run.attempts),
        ),
        correct=share_interval([True] * correct + [False] * (seen - correct)),
        judges=judges(judged),
        complete=run.standing.complete,
        refused=sum(map(_is_refused, attempts)),
        untried=sum(attempt.outcome == "exhausted" and attempt.after is None for attempt in attempts),
        trained_on=len(run.attempts) - len(attempts),
        stopped=run.standing.stopped,
    )


def _is_refused(attempt: Attempt) -> bool:
    return attempt.outcome != "errored" and attempt.reason is not None


def _compared(asked: Sequence[AskedTossup], figure: Callable[[Stand], float]) -> BeforeAfter:
    originals = [one.original for one in asked]
    return before_after(originals, [figure(one.before) for one in asked], [figure(one.after) for one in asked])


def _shares_compared(asked: Sequence[AskedTossup], holds: Callable[[Stand], bool]) -> BeforeAfter:
    """Shares have score intervals, which few questions do not make too narrow, unless some were changed repeatedly."""
    found = _compared(asked, lambda one: float(holds(one)))
    if len({one.original for one in asked}) < len(asked):
        return found
    before, after = [holds(one.before) for one in asked], [holds(one.after) for one in asked]
    return BeforeAfter(share_interval(before), share_interval(after), found.difference)


def _curve(run: AskedRun) -> AttackCurve:
    stands = ([one.before for one in run.asked], [one.after for one in run.asked])
    before, after = (_points(found) for found in stands)
    return AttackCurve(run.id, run.names, before, after)


def _points(stands: Sequence[Stand]) -> tuple[SharePoint, ...]:
    return tuple(
        SharePoint(share, share_interval([one.position is not None and one.position <= share + 1e-9 for one in stands]))
        for share in SHARES
    )
