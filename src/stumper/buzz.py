"""Buzzes on pyramidal questions: when somebody or something answered, how right, and what that is worth."""

from collections.abc import Sequence
from dataclasses import dataclass

REGULAR, ADVERSARIAL = "regular", "adversarial"
EXPECTED_WINS = (1.0, 0.0775, -1.278, 0.588)  # of the powers of the share read, from the lowest


@dataclass(frozen=True, slots=True)
class Reading:
    """What a machine would say after the first ``words`` words, whether or not it buzzes there."""

    words: int
    position: float
    answer: str
    probability: float | None
    correct: bool


@dataclass(frozen=True, slots=True)
class Buzz:
    """One player's answer to one question after ``words`` of its ``of`` words; ``position`` is their share.

    Who never answers stands at the end of the question, not correct. ``set`` is "regular", "adversarial" or a name of
    one's own, ``round`` the round in which the question was written or played, ``against`` the machine that it was
    written against, and ``original`` the question that it is a variant of; ``groups`` are what the question shares with
    others (its packet, its answer), by name, coarsest first. ``readings`` are those of a machine, in the order of the
    question; ``trained_on`` says that it was trained on the question, so that no figure counts its answer.
    ``answered_by`` is the hash of all that is known to answer for a machine, empty where nobody kept it.
    """

    question_id: str
    set: str
    player: str
    is_machine: bool
    words: int
    of: int
    position: float
    correct: bool
    points: int | None = None
    round: str = ""
    category: str = ""
    against: str = ""
    original: str = ""
    readings: tuple[Reading, ...] = ()
    trained_on: bool = False
    answered_by: str = ""
    groups: tuple[tuple[str, str], ...] = ()


def expected_wins(position: float, correct: bool) -> float:
    """The share of people's buzzes that an answer at this share of the question comes before; 0 for a wrong one.

    A cubic polynomial of people's play on Protobowl, from 1 before the first word to 0.39 after the last (Rodriguez et
    al. 2019, "Quizbowl: The Case for Incremental Question Answering"): 1 - the right buzzes before it of all buzzes.
    The factors are quoted at second hand: compare systems by it, not with published figures.
    """
    if not correct:
        return 0.0
    return min(1.0, max(0.0, sum(factor * position**power for power, factor in enumerate(EXPECTED_WINS))))


def first_right(readings: Sequence[Reading]) -> float | None:
    """The share of the question after which the machine is first right; None where it never is."""
    return next((reading.position for reading in readings if reading.correct), None)


def accuracy_at(buzzes: Sequence[Buzz], share: float) -> list[bool]:
    """Of each buzz whether its player has the answer once this share of the question was read.

    A machine is asked what it would say, where it was asked at all; a person, or a machine of which only the buzz is
    known, has it from a correct buzz on.
    """
    return [_has_answer(buzz, share) for buzz in buzzes]


def _has_answer(buzz: Buzz, share: float) -> bool:
    if not buzz.readings:
        return buzz.correct and buzz.position <= share + 1e-9
    read = [reading for reading in buzz.readings if reading.position <= share + 1e-9]
    return bool(read) and read[-1].correct
