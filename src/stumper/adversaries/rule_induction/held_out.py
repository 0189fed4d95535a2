"""How many right answers rules turn wrong on texts that they were not learned from, beside what trivial edits turn.

A rule is chosen for the answers that it turns, so that some of these are luck; and a victim may stumble over any change
at all. The floor answers both: of the very texts that a rule rewrites, each gets one trivial edit drawn at random.
"""

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from random import Random

from stumper.adversaries.rule_induction.answers import Answers
from stumper.adversaries.rule_induction.index import index_of
from stumper.adversaries.rule_induction.learning import HeldOut, LearnedRule
from stumper.adversaries.rule_induction.lines import Line
from stumper.adversaries.rule_induction.rule import rewriting
from stumper.types import Example, Prediction, Query


def counted(
    rules: Sequence[LearnedRule], examples: Sequence[Example], lines: Sequence[Line], rng: Random
) -> Generator[Sequence[Query], Sequence[Prediction | None], list[LearnedRule]]:
    """The rules with what each turns of these examples, whose texts the lines are, beside the floor. One that turns no
    more than the floor is not accepted."""
    answers, index = Answers(examples), index_of(lines)
    yield from answers.ask([example.query for example in examples])
    trivial = [trivially_edited(line.text, rng) for line in lines]
    right = {number for number in range(len(lines)) if answers.is_right(number)}
    made = [
        {number: new.text
         for number, at in index.matches(learned.rule) if number in right
         if (new := rewriting(learned.rule, lines[number], at)) is not None}
        for learned in rules
    ]  # fmt: skip
    asked = [(number, text) for found in made for number, text in found.items()]
    asked += [(number, trivial[number]) for number in sorted(set[int]().union(*made))]
    yield from answers.ask([answers.query(*each) for each in asked])
    return [_with(learned, found, trivial, answers) for learned, found in zip(rules, made, strict=True)]


def _with(learned: LearnedRule, made: dict[int, str], trivial: Sequence[str], answers: Answers) -> LearnedRule:
    flips = sum(answers.is_turned(*each) for each in made.items())
    floor = sum(answers.is_turned(number, trivial[number]) for number in made)
    is_above = learned.accepted and flips > floor
    return replace(learned, accepted=is_above, held_out=HeldOut(len(made), flips, floor))


_MARK = re.compile(r"\s*[.?!]\s*$")
_LAST = re.compile(r"\s*([.?!]?)\s*$")


def _with_mark(text: str, made: str) -> str:
    """The text, at whose end the mark stands otherwise; a full stop where it had none."""
    return _LAST.sub(lambda match: made.format(match.group(1)), text, count=1) if _MARK.search(text) else f"{text}."


TRIVIAL: Mapping[str, Callable[[str], str]] = {
    "no mark at the end": lambda text: _with_mark(text, ""),
    "a space before the mark": lambda text: _with_mark(text, " {}"),
    "the mark twice": lambda text: _with_mark(text, "{0}{0}"),
    "a small first letter": lambda text: text[:1].lower() + text[1:],
    "a space twice": lambda text: text.replace(" ", "  ", 1),
}


def trivial_edits(text: str) -> list[str]:
    """The distinct texts that the edits make of a text, without itself; there is always one."""
    made = dict.fromkeys(edit(text) for edit in TRIVIAL.values())
    return [new for new in made if new != text]


def trivially_edited(text: str, rng: Random) -> str:
    """One of the texts that the edits make of a text, all equally likely; words and their order stay."""
    return rng.choice(trivial_edits(text))
