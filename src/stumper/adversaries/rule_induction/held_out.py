"""How many right answers rules turn wrong on texts that they were not learned from, beside what trivial edits turn.

A rule is chosen for the answers that it turns, so that some of these are luck; and a victim may stumble over any change
at all. The floor answers both: of the very texts that a rule rewrites, each gets one trivial edit drawn at random.
`halves` parts examples so that the two share no text and no group: what is learned from one is new to the other.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from random import Random

from stumper.adversaries.rule_induction.answers import Answers
from stumper.adversaries.rule_induction.index import index_of
from stumper.adversaries.rule_induction.learning import HeldOut, LearnedRule
from stumper.adversaries.rule_induction.lines import Line
from stumper.adversaries.rule_induction.rule import rewriting
from stumper.errors import BadOption
from stumper.registry import task_of
from stumper.statistics.groups import groups_of
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


def halves(examples: Sequence[Example], rng: Random) -> tuple[list[Example], list[Example]]:
    """Two halves drawn at random, each in the order of the examples, as even as their groups allow.

    Groups are the coarsest that set any apart: the articles of questions, the pages of claims. BadOption where all
    examples hang together.
    """
    groups = groups_of(examples, lambda example: task_of(example.query).groups(example))
    for level in range(len(groups.levels)) or (None,):
        labels = ["" if level is None else groups.of[example.id][level] for example in examples]
        parts = _together([example.query.text for example in examples], labels)
        if len(parts) > 1:
            return _shared_out(parts, examples, rng)
    raise BadOption(_nothing_apart(len(examples), groups.levels))


def _together(texts: Sequence[str], labels: Sequence[str]) -> list[list[int]]:
    """The places of what shares a text or a label, directly or through others; "" is no label."""
    above: dict[tuple[str, str], tuple[str, str]] = {}

    def top(node: tuple[str, str]) -> tuple[str, str]:
        while (upper := above.get(node, node)) != node:
            above[node] = above.get(upper, upper)
            node = upper
        return node

    for text, label in zip(texts, labels, strict=True):
        if label and top(("text", text)) != top(("group", label)):
            above[top(("text", text))] = top(("group", label))
    parts = defaultdict(list)
    for place, text in enumerate(texts):
        parts[top(("text", text))].append(place)
    return list(parts.values())


def _shared_out(
    parts: Sequence[Sequence[int]], examples: Sequence[Example], rng: Random
) -> tuple[list[Example], list[Example]]:
    """The parts in random order, each to the half that has fewer examples."""
    first: list[int] = []
    second: list[int] = []
    for part in rng.sample(parts, len(parts)):
        (second if len(second) < len(first) else first).extend(part)
    return [examples[place] for place in sorted(first)], [examples[place] for place in sorted(second)]


def _nothing_apart(examples: int, levels: Sequence[str]) -> str:
    shared = " or ".join(("text", *levels))
    found = f"the {examples:,} examples all hang together by {shared}" if examples > 1 else "there is one example alone"
    return (
        f"sears holds out half of the examples to count its rules on, but {found}, so that nothing can be held out. "
        "Name more examples, or say held_out=false to take the rules as they are."
    )
