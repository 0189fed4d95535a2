"""What answers and questions hang together by."""

from collections.abc import Iterable, Sequence

from stumper.buzz import Buzz
from stumper.listening import Composed
from stumper.statistics import Crossed, Groups, groups_told
from stumper.statistics.intervals import Values
from stumper.tasks.quizbowl.grouping import LEVELS

BY = ("player", "question", "answer")  # what answers hang together by, and what one of them is called
OBSERVATION = "observation"  # what an answer is of which nobody knows whose it is


def answers_of(buzzes: Sequence[Buzz], values: Values) -> Crossed:
    """A value of each buzz: those of one player hang together, and those to one question, its variants, and others of
    its groups."""
    player, question, unit = BY
    by = {player: [buzz.who for buzz in buzzes], question: list(map(question_of, buzzes))}
    if buzzes and not any(buzz.player for buzz in buzzes):  # who they are hang together by nobody knows
        by = {question: by[question], OBSERVATION: by[player]}
    return Crossed([float(value) for value in values], by, unit, {question: groups_of_questions(buzzes)})


def groups_of_questions(buzzes: Iterable[Buzz]) -> Groups:
    """What the questions that were answered share with others."""
    return groups_told(((question_of(buzz), dict(buzz.groups)) for buzz in buzzes), LEVELS)


def question_of(one: Buzz | Composed) -> str:
    """The question that was answered or composed, or that it is a variant of."""
    return one.original or (one.question_id if isinstance(one, Buzz) else one.id)
