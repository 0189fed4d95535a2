"""Machines' answers whose verdicts came with them, judged by answer lines, as moderators judge people's."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from stumper.buzz import Buzz
from stumper.listening import Composed
from stumper.sections.play import Rejudged
from stumper.tasks.quizbowl.answers.matching import match_answer
from stumper.types import Gold


def rejudged(buzzes: Sequence[Buzz], composed: Sequence[Composed]) -> tuple[list[Buzz], Rejudged | None]:
    """The buzzes, those judged by their source anew wherever the answer line is known; and how far both agree."""
    lines = {one.id: one.gold for one in composed if one.gold is not None}
    found = [_judged(buzz, lines) for buzz in buzzes]
    both = [(before, after) for before, after in zip(buzzes, found, strict=True) if before.judged_by_source]
    if not both:
        return found, None
    anew = [(before, after) for before, after in both if not after.judged_by_source]
    left = [after for _, after in both if after.judged_by_source]
    return found, Rejudged(
        answers=len(anew),
        right=sum(after.correct for _, after in anew),
        right_by_source=sum(before.correct for before, _ in anew),
        left=len(left),
        questions=len({buzz.question_id for buzz in left}),
    )


def _judged(buzz: Buzz, lines: Mapping[str, Gold]) -> Buzz:
    gold = lines.get(buzz.question_id)
    if gold is None or not buzz.judged_by_source:
        return buzz
    readings = tuple(replace(one, correct=match_answer(gold, one.answer) == "accept") for one in buzz.readings)
    right = {one.words for one in readings if one.correct}
    is_right = not buzz.censored and buzz.words in right
    return replace(buzz, correct=is_right, readings=readings, judged_by_source=False)
