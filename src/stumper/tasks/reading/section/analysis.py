"""The error analysis of a run: its types of attack, which answers turned wrong, and what these have in common."""

import re
from collections.abc import Callable, Sequence
from statistics import fmean

from stumper.scores.before_after import BeforeAfter
from stumper.scores.edit_distance import edit_distance
from stumper.scores.failures import LONGEST_ANSWER, Case, Contrast, failures
from stumper.scores.intervals import Estimate, difference_interval, mean_interval, share_interval
from stumper.sections.exhibits import Exhibit
from stumper.sections.ran import MADE, is_control
from stumper.sections.wording import (
    change,
    count,
    decimals,
    interval,
    percent,
    plural,
    signed_decimals,
    signed_interval,
)
from stumper.tasks.reading.section.changed_words import changed_words
from stumper.tasks.reading.section.figures import Analysis, AttackType, ChangedWords
from stumper.text import Change, Stretch, words

ADDING = ("word sequences", "sentences", "from a file")  # families that add to a text and change nothing else
ADDING_EDITS = ("distract", "elongate", "garbage")  # kinds of edit that add words or sentences
FROM_THE_QUESTION = ("sentences", "from a file", "other attacks")  # families whose sentences are made of the question


def analysis(exhibits: Sequence[Exhibit]) -> Analysis | None:
    """The analysis of the attempts of one run; None of a control's, and where no right answer was attacked."""
    changed = [exhibit for exhibit in exhibits if exhibit.outcome in MADE and is_changed(exhibit)]
    cases = [_case(exhibit) for exhibit in changed if exhibit.before.exact_match == 1]
    if not cases or is_control(called := changed[0].names):
        return None
    by_category = _changed_words(changed) if called.family in FROM_THE_QUESTION else ()
    return Analysis(changed[0].run_id, called, failures(cases), by_category)


def _case(exhibit: Exhibit) -> Case:
    assert exhibit.after is not None, "only what was answered is a case"
    guess = exhibit.after.guesses[0] if exhibit.after.guesses else None
    return Case(
        question=_before(exhibit.question),
        paragraph=_before(exhibit.paragraph),
        right_answer=exhibit.before.guesses[0].answer if exhibit.before.guesses else "",
        answer=guess.answer if guess else "",
        start=guess.start if guess else None,
        added=_added(exhibit.paragraph) if _is_adding(exhibit) else (),
        turned_wrong=exhibit.after.exact_match != 1,
    )


def _changed_words(exhibits: Sequence[Exhibit]) -> tuple[ChangedWords, ...]:
    fooled: dict[str, list[bool]] = {}
    for exhibit in exhibits:
        sentence = " ".join(stretch.text for stretch in _added(exhibit.paragraph))
        for category in changed_words(_before(exhibit.question), sentence, exhibit.rule):
            fooled.setdefault(category, []).append(exhibit.outcome == "succeeded")
    ordered = sorted(fooled, key=lambda category: (-len(fooled[category]), category))
    return tuple(ChangedWords(category, share_interval(fooled[category])) for category in ordered)


def _before(changes: Sequence[Change]) -> str:
    return "".join(change.text for change in changes if change.kind != "added")


def _is_adding(exhibit: Exhibit) -> bool:
    """Whether the attack adds text; other words in the place of old ones are none."""
    return exhibit.names.family in ADDING or any(kind in ADDING_EDITS for kind in exhibit.kind.split(" + "))


def _added(changes: Sequence[Change]) -> tuple[Stretch, ...]:
    """What is new; several words that stood elsewhere in the text before have only moved."""
    before = _before(changes)
    added = [change for change in changes if change.kind == "added" and change.text.strip()]
    return tuple(
        Stretch(change.text, change.start, change.start + len(change.text))
        for change in added
        if change.text.strip() not in before or len(words(change.text)) < 2
    )


TOLD = 4  # words in a row: the length that the paper tells of in its text
STILL_RIGHT, TURNED_WRONG = "still right", "turned wrong"


def finding(analysis: Analysis) -> str:
    """How many right answers turned wrong, and where these lie."""
    turned, in_added = analysis.failures.turned_wrong, analysis.failures.in_added
    wrong = round(turned.value * turned.n)
    right = plural(turned.n, "right answer")
    if not wrong:
        return f"None of {right} turned wrong."
    said = f"{count(wrong)} of {right} turned wrong, {_percent(turned)}"
    if not in_added.n:
        return f"{said}."
    lying = f"of these {_percent(in_added)} lie" if in_added.value else "none of these lies"
    return f"{said}; {lying} in the added text."


def other_counts(is_typed: bool) -> str:
    """Why an attack's share here is not that of the other parts of the report."""
    typed = "“By type of attack” only those that stand by a change, and " if is_typed else ""
    return (
        f"An attack has another share here than elsewhere: “All figures” counts every attempt that was made, {typed}"
        "this part only changed ones that were answered exactly right before, and takes every answer that no longer "
        "is exactly right for a wrong one."
    )


def answer_lengths(analysis: Analysis) -> str:
    """How long the wrong answers are, beside the right ones to the same questions; empty without a wrong one."""
    found, long = analysis.failures, analysis.failures.long_answers
    if not long.n:
        return ""
    longer = f"{_percent(long)} of them are" if long.value else f"none of the {count(long.n)} is"
    return (
        f"The wrong answers have {decimals(found.answer_words)} words on average, the right ones to the same questions "
        f"{decimals(found.right_answer_words)}; {longer} longer than {LONGEST_ANSWER} words."
    )


def shared_words(analysis: Analysis) -> str:
    """Whether questions that share four words in a row with the paragraph fare better."""
    share = next(shared.share for shared in analysis.failures.shared if shared.n == TOLD)
    return _contrasted(
        share,
        f"{_percent(share.still_right)} of the questions still answered right have {TOLD} words in a row from the "
        f"paragraph, and {_percent(share.turned_wrong)} of the others",
        signed_interval,
    )


def question_lengths(analysis: Analysis) -> str:
    """Whether short questions fare better."""
    lengths = analysis.failures.question_words
    return _contrasted(
        lengths,
        f"Questions still answered right have {decimals(lengths.still_right)} words on average, "
        f"the others {decimals(lengths.turned_wrong)}",
        signed_decimals,
    )


def type_label(row: AttackType) -> tuple[str, str]:
    """What a type of attack is called in a table, and beside it the attack, where that does not say the same."""
    own = ("", row.names.adversary, row.names.adversary.removeprefix("edit-"))
    return (row.names.attack, "") if row.kind in own else (row.kind, row.names.attack)


def _percent(estimate: Estimate) -> str:
    return f"{percent(estimate.value)}% {interval(estimate)}".rstrip()


def _contrasted(contrast: Contrast, said: str, told: Callable[[Estimate], str]) -> str:
    if not contrast.turned_wrong.n:
        return "No right answer turned wrong: there is nothing to compare."
    if not contrast.still_right.n:
        return "Every right answer turned wrong: there is nothing to compare."
    word = change(contrast.difference)
    if word in ("indistinguishable", "too few to tell"):
        return f"{said}: {word}."
    return f"{said}: {told(contrast.difference)}."


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
