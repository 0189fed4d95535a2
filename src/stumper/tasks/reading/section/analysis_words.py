"""What an error analysis says in words."""

from collections.abc import Callable

from stumper.scores.failures import LONGEST_ANSWER, Contrast
from stumper.scores.intervals import Estimate
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
from stumper.tasks.reading.section.figures import Analysis, AttackType

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
