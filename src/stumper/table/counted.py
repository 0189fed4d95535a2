"""From the rows of a table to what means are over."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stumper.registry import task_named
from stumper.scores.variants import Failed, Variants
from stumper.sections.ran import Answered, AskedAgain
from stumper.statistics import Groups
from stumper.table.columns import AFTER, BEFORE, SLICE, Mask, cells, taken
from stumper.table.table import Table
from stumper.types import NOT_DRAWN

LEFT_OUT = ("trained-on", "errored")  # no mean counts such rows


def variants(rows: Table, measures: Sequence[str]) -> Variants:
    """What the rows of one victim under one attack say by these measures.

    Rows that the victim failed on are told apart, and where an original counts at its worst variant all rows of an
    attempt that lost one, as nobody knows which is the worst. Left out are those on what the victim was trained on,
    those whose original nobody knows, and those of originals that the user's own sample left out. Whatever was not
    asked has no score after.
    """
    kept, failed = rows.where(_counts(rows)), _failed(rows)
    if not len(kept):
        before, after = ({name: np.empty(0) for name in measures} for _ in range(2))
        return Variants([], [], before, after, failed=failed)
    status = kept.texts("status").equal("asked")
    ids = [id or "" for id in kept.texts("variant")]
    return Variants(
        originals=[id or "" for id in kept.texts("original")],
        ids=[id if is_asked else "" for id, is_asked in zip(ids, status.tolist(), strict=True)],
        before={name: kept.numbers(BEFORE + name) for name in measures},
        after={name: np.where(status, kept.numbers(AFTER + name), np.nan) for name in measures},
        groups=_groups(kept),
        capabilities=list(kept.texts("capability")),
        tests=list(kept.texts("test")),
        slices=_slices(kept),
        failed=failed,
    )


def failures(rows: Table) -> Table:
    """The rows that would count, had the victim not failed on them."""
    return rows.where(_is_eligible(rows) & _lost(rows))


def as_they_are(rows: Table, measure: str) -> Table:
    """The rows that have a score of their original, whatever became of the variants."""
    return rows.where(_is_eligible(rows) & ~np.isnan(rows.numbers(BEFORE + measure)))


def answered(rows: Table, measure: str) -> Answered:
    """What one victim answered to the originals of these rows, each once, and how right its most frequent answer is by
    a measure."""
    kept = rows.where(_counts(rows))
    if not len(kept):
        return Answered()
    # Of an original of which an attack made nothing there may be a row without an answer before others that have one.
    kept = kept.where((kept.texts("answer_before").codes >= 0) & ~np.isnan(kept.numbers(BEFORE + measure)))
    if not len(kept):
        return Answered()
    first = np.sort(np.unique(kept.texts("original").codes, return_index=True)[1])
    answers, scores = kept.texts("answer_before").at(first), kept.numbers(BEFORE + measure)[first]
    codes = answers.codes
    counts = np.bincount(codes)
    ordered = [code for code in np.argsort(-counts, kind="stable").tolist() if counts[code]]
    times = {answers.known[code]: int(counts[code]) for code in ordered}
    return Answered(times, float(scores[codes == ordered[0]].mean()))


def asked_again(rows: Table) -> AskedAgain:
    """How many originals one victim was asked in several of the runs of these rows, and how many got another answer;
    that it gave none is one. Where there is no score before nothing was asked, or the victim failed."""
    columns = [rows.texts(name).codes for name in ("original", "run", "answer_before")]
    scores = [rows.numbers(name) for name in rows.columns if name.startswith(BEFORE)]
    has_score = np.logical_or.reduce([np.zeros(len(rows), dtype=bool), *(~np.isnan(one) for one in scores)])
    originals, runs, answers = np.stack(columns)[:, has_score & (columns[0] >= 0)]
    has_several = [_several(originals, values) for values in (runs, answers)]
    return AskedAgain(int(has_several[0].sum()), int(np.logical_and(*has_several).sum()), in_another_run=True)


def _several(keys: NDArray[Any], values: NDArray[Any]) -> Mask:
    """By key, whether there are several values beside it."""
    found: Mask = np.bincount(np.unique(np.stack([keys, values]), axis=1)[0]) > 1
    return found


def _slices(rows: Table) -> dict[str, dict[str, object]]:
    """What is told of each original among these rows, by the name of the slice, where anything is."""
    originals, firsts = rows.texts("original"), _firsts(rows)
    ids = [id or "" for id in originals.at(firsts)]
    return {
        name: {
            id: value
            for id, value in zip(ids, cells(taken(rows.columns[SLICE + name], firsts)), strict=True)
            if value is not None
        }
        for name in rows.slices
    }


def _firsts(rows: Table) -> NDArray[np.intp]:
    """Where each original stands first."""
    return np.sort(np.unique(rows.texts("original").codes, return_index=True)[1])


def _groups(rows: Table) -> Groups:
    """The groups of the originals among these rows."""
    originals, firsts = rows.texts("original"), _firsts(rows)
    labels = [[label or "" for label in rows.texts(name).at(firsts)] for name in rows.groups]
    ids = [id or "" for id in originals.at(firsts)]
    return Groups(rows.groups, dict(zip(ids, zip(*labels, strict=True), strict=True)) if labels else {})


def _failed(rows: Table) -> Failed:
    """What the victim failed on. Where a search lost a query and stands by nothing, it is a variant without an id."""
    lost = failures(rows)
    ids, originals = ([id or "" for id in lost.texts(name)] for name in ("variant", "original"))
    scores = [lost.numbers(name) for name in lost.columns if name.startswith(BEFORE)]
    answered = np.logical_or.reduce([np.zeros(len(lost), dtype=bool), *(~np.isnan(one) for one in scores)]).tolist()
    every = list(zip(originals, ids, answered, strict=True))
    return Failed(
        [(original, id) for original, id, was_asked in every if id or was_asked],
        [original for original, id, was_asked in every if not (id or was_asked)],
    )


def _counts(rows: Table) -> Mask:
    found: Mask = _is_eligible(rows) & ~_lost(rows) & ~_is_beside_lost(rows)
    return found


def _lost(rows: Table) -> Mask:
    return rows.texts("status").equal("errored")


def _is_beside_lost(rows: Table) -> Mask:
    """Rows of an attempt that ended in an error which say nothing by themselves: what was not asked, and of originals
    that count at their worst variant all."""
    is_answered = rows.texts("status").equal("asked") & ~_counts_at_worst(rows)
    found: Mask = rows.texts("outcome").equal("errored") & ~is_answered
    return found


def _counts_at_worst(rows: Table) -> Mask:
    """Whether a row is of a task where an original counts at its worst variant."""
    tasks = rows.texts("task")
    at_worst = [not task_named(name).counts_variants for name in tasks.known]
    found: Mask = np.array([*at_worst, False], dtype=bool)[tasks.codes]
    return found


def _is_eligible(rows: Table) -> Mask:
    """Rows of originals that are known and in the sample, and that the victim was not trained on."""
    gone = rows.texts("status").equal("trained-on")
    reasons = rows.texts("error")
    undrawn = np.array([*(reason.startswith(NOT_DRAWN) for reason in reasons.known), False], dtype=bool)
    found: Mask = ~gone & ~rows.texts("original").equal(None) & ~undrawn[reasons.codes]
    return found
