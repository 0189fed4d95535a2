"""How it is said what was judged correct and by whom, the same in every form of the report."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from stumper.judging import Judges
from stumper.reports.quizbowl.values import TossupRun
from stumper.reports.report import Row
from stumper.reports.wording import NOTHING, count, listed, plural, with_interval
from stumper.scores.intervals import Estimate
from stumper.types import JudgeKind

NOT_JUDGED = "not judged"
KINDS: Mapping[JudgeKind, tuple[str, str]] = {
    "person": ("person", "people"),
    "model": ("model", "models"),
    "builder": ("builder", "builders"),
    "unknown": ("unknown judge", "unknown judges"),
}


def judged(row: Row | TossupRun) -> str:
    """How much of what was judged is correct, of how many, and who judged; unjudged is not correct."""
    if row.correct.n:
        return correct_of(row.correct, row.judges)
    is_asked = isinstance(row, TossupRun) or (row.f1.after.n and row.names.adversary != "identity")
    return NOT_JUDGED if is_asked else NOTHING


def correct_of(correct: Estimate, judges: Sequence[Judges]) -> str:
    """A correct rate with how many were judged, and by whom: 83.3 [72.0, 90.7] of 60 by 1 builder."""
    return f"{with_interval(correct)} of {count(correct.n)} by {counted(judges)}"


def counted(judges: Sequence[Judges]) -> str:
    """Who judged: 2 people, 1 model and 1 builder."""
    return listed(plural(row.annotators, *KINDS[row.kind]) for row in judges)


def kinds(judges: Iterable[Judges]) -> str:
    """Which kinds of judge there were: people and builders."""
    found = {row.kind for row in judges}
    return listed(several for kind, (_, several) in KINDS.items() if kind in found)


def judgements_by_kind(judges: Iterable[Judges]) -> str:
    """How many judgements there are, and by whom: 60 judgements (40 by people and 20 by builders)."""
    given = Counter[JudgeKind]()
    for row in judges:
        given[row.kind] += row.judgements
    by = listed(f"{count(given[kind])} by {several}" for kind, (_, several) in KINDS.items() if given[kind])
    return f"{plural(given.total(), 'judgement')} ({by})"
