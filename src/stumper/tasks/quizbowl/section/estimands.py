"""What is said of answers to tossups, each estimand by its own name: a value of each answer, whose mean it is.

A buzz is right, wrong, or has not come as far as its player was watched. What a machine knows is another thing: it
would say the answer there, wherever it buzzed.
"""

from collections.abc import Sequence

import numpy as np

from stumper.buzz import Buzz, expected_wins, first_right, knows_at
from stumper.statistics import Crossed
from stumper.statistics.incidence import CENSORED, Waits, incidence, shares_by
from stumper.tasks.quizbowl.section.by_question import answers_of

RIGHT, WRONG = 1, 2
FEWEST_WAITING = 10  # people, below which nothing is said of those who could still be right


def waits(buzzes: Sequence[Buzz]) -> Waits:
    """How long each player waited, and what ended that."""
    causes = [CENSORED if buzz.censored else RIGHT if buzz.correct else WRONG for buzz in buzzes]
    return Waits([buzz.position for buzz in buzzes], causes)


def right_by(buzzes: Sequence[Buzz], share: float = 1.0) -> Crossed:
    """Right buzzes by this share of the question, of all who heard it: the cumulative incidence, with which wrong
    buzzes compete."""
    return answers_of(buzzes, incidence(waits(buzzes), RIGHT, share))


def unhindered(buzzes: Sequence[Buzz], share: float = 1.0) -> Crossed:
    """Right buzzes of people by this share if whoever was wrong would later have done as well as others: one less the
    estimate of Kaplan and Meier, for which wrong buzzes are censored. Nothing where fewer than ``FEWEST_WAITING`` were
    still waiting; nothing of machines, as what they would have said later is known of them.
    """
    waiting = sum(buzz.position >= share - 1e-9 for buzz in buzzes)
    if waiting < FEWEST_WAITING or any(buzz.is_machine for buzz in buzzes):
        return answers_of((), ())
    return answers_of(buzzes, incidence(waits(buzzes).without(WRONG), RIGHT, share))


def right_of_buzzes(buzzes: Sequence[Buzz]) -> Crossed:
    """Right ones of the buzzes that came."""
    came = [buzz for buzz in buzzes if not buzz.censored]
    return answers_of(came, [buzz.correct for buzz in came])


def known_by(buzzes: Sequence[Buzz], share: float = 1.0) -> Crossed:
    """What machines that were asked all along would say right once this share was read."""
    asked = [buzz for buzz in buzzes if buzz.readings]
    return answers_of(asked, knows_at(asked, share))


def positions(buzzes: Sequence[Buzz]) -> Crossed:
    """The shares that were read before right buzzes."""
    right = [buzz for buzz in buzzes if buzz.correct]
    return answers_of(right, [buzz.position for buzz in right])


def firsts(buzzes: Sequence[Buzz]) -> Crossed:
    """Where machines that were asked all along are first right; never counts as the whole."""
    asked = [buzz for buzz in buzzes if buzz.readings]
    return answers_of(asked, [1.0 if (at := first_right(buzz.readings)) is None else at for buzz in asked])


def wins(buzzes: Sequence[Buzz]) -> Crossed:
    """Expected wins against people's play on Protobowl: what a right buzz is worth where it comes, over the cumulative
    incidence, so that they are never more than right buzzes are."""
    worth = [expected_wins(buzz.position, correct=True) for buzz in buzzes]
    return answers_of(buzzes, incidence(waits(buzzes), RIGHT, 1.0, worth))


def wins_against(buzzes: Sequence[Buzz], crowd: Sequence[Buzz]) -> Crossed:
    """Of right buzzes to questions that this crowd heard the share of it that had not been right by then; nothing of
    wrong ones."""
    heard = met_by(buzzes, crowd)
    if not heard:
        return answers_of((), ())
    missed = 1 - shares_by(waits(crowd), RIGHT, [buzz.position for buzz in heard])
    return answers_of(heard, incidence(waits(heard), RIGHT, 1.0, missed))


def met_by(buzzes: Sequence[Buzz], crowd: Sequence[Buzz]) -> list[Buzz]:
    """The buzzes to questions that this crowd heard, too."""
    heard = {buzz.question_id for buzz in crowd}
    return [buzz for buzz in buzzes if buzz.question_id in heard]


def squared_errors(buzzes: Sequence[Buzz]) -> Crossed:
    """Of each question that a machine was asked about all along with probabilities the mean square of probability less
    1 or 0 (Brier 1950, Monthly Weather Review 78:1), over all its first guesses."""
    told = [(buzz, errors) for buzz in buzzes if (errors := _errors(buzz))]
    return answers_of([buzz for buzz, _ in told], [float(np.mean(errors)) for _, errors in told])


def _errors(buzz: Buzz) -> list[float]:
    return [(one.probability - one.correct) ** 2 for one in buzz.readings if one.probability is not None]
