"""The attempts of a run by the type of attack that they stand by."""

import re
from collections.abc import Sequence
from statistics import fmean

from stumper.scores.before_after import BeforeAfter
from stumper.scores.edit_distance import edit_distance
from stumper.scores.intervals import difference_interval, mean_interval, share_interval
from stumper.sections.exhibits import Exhibit
from stumper.sections.ran import MADE
from stumper.tasks.reading.section.figures import AttackType

SIGNS_AT_END = re.compile(r"\s+[\W_]+$")  # the two of "special ()", of which a paragraph would have a row each


def attack_types(exhibits: Sequence[Exhibit]) -> list[AttackType]:
    """A row for each kind of edit of one run, each with those for its rules behind it, the most frequent first."""
    changed = [exhibit for exhibit in exhibits if exhibit.outcome in MADE and is_changed(exhibit)]
    rows = []
    for kind, alike in _grouped(changed, [exhibit.kind for exhibit in changed]):
        by_rule = _grouped(alike, [table_row(exhibit.rule) for exhibit in alike])
        rows += [_row(alike, kind, ""), *(_row(ruled, kind, rule) for rule, ruled in by_rule if rule)]
    return rows


def is_changed(exhibit: Exhibit) -> bool:
    """Whether the attempt stands by a query that is not the original, and the victim answered it."""
    changes = (*exhibit.question, *exhibit.paragraph)
    return exhibit.after is not None and any(change.kind != "kept" for change in changes)


def table_row(rule: str) -> str:
    """The row of a table that a rule names, without what stands behind its colon or the signs that end it."""
    return SIGNS_AT_END.sub("", rule.partition(":")[0].strip())


def _grouped(exhibits: Sequence[Exhibit], keys: Sequence[str]) -> list[tuple[str, list[Exhibit]]]:
    groups: dict[str, list[Exhibit]] = {}
    for exhibit, key in zip(exhibits, keys, strict=True):
        groups.setdefault(key, []).append(exhibit)
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


def _row(exhibits: Sequence[Exhibit], kind: str, rule: str) -> AttackType:
    before = [exhibit.before.f1 or 0.0 for exhibit in exhibits]
    after = [exhibit.after.f1 or 0.0 for exhibit in exhibits if exhibit.after]
    return AttackType(
        run_id=exhibits[0].run_id,
        names=exhibits[0].names,
        kind=kind,
        rule=rule,
        success=share_interval([exhibit.outcome == "succeeded" for exhibit in exhibits]),
        f1=BeforeAfter(mean_interval(before), mean_interval(after), difference_interval(before, after)),
        edit_distance=mean_interval([edit_distance(exhibit.paragraph) for exhibit in exhibits]),
        queries=fmean(exhibit.queries for exhibit in exhibits),
    )
