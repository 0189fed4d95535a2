"""Buzzes on pyramidal questions: when somebody or something answered, how right, and what that is worth."""

from collections.abc import Sequence
from dataclasses import dataclass

REGULAR, ADVERSARIAL = "regular", "adversarial"
PLAYED = "played"  # what questions are called of which a file of buzzes does not say more
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
    """One player's answer to one question after ``words`` of its ``of`` words; ``position`` is their share, of which
    alone a table may tell (``words`` and ``of`` are None then).

    Whoever has not answered as far as they were watched is ``censored`` there, and not correct: mostly at the end of
    the question. Where nobody knows who it was ``player`` is empty, and ``observation`` tells the row from all others.
    ``set`` is "regular", "adversarial" or a name of
    one's own, ``round`` the round in which the question was written or played, ``against`` the machine that it was
    written against, and ``original`` the question that it is a variant of; ``groups`` are what the question shares with
    others (its packet, its answer), by name, coarsest first. ``readings`` are those of a machine, in the order of the
    question; ``trained_on`` says that it was trained on the question, so that no figure counts its answer.
    ``answered_by`` is the hash of all that is known to answer for a machine, empty where nobody kept it. A buzz that is
    ``judged_by_source`` is right or wrong by a verdict that came with a machine's output, not by an answer line.
    """

    question_id: str
    set: str
    player: str
    is_machine: bool
    words: int | None
    of: int | None
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
    censored: bool = False
    observation: str = ""
    judged_by_source: bool = False

    @property
    def who(self) -> str:
        """Whose answer it is, as far as answers are told apart."""
        return self.player or self.observation


@dataclass(frozen=True, slots=True)
class Unheard:
    """A question that was read to a machine which failed on it, for this reason: nobody knows where it would buzz."""

    question_id: str
    set: str
    player: str
    reason: str
    answered_by: str = ""


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


def knows_at(buzzes: Sequence[Buzz], share: float) -> list[bool]:
    """Of each buzz of a machine that was asked all along whether it would say the answer once this share of the
    question was read, wherever it buzzed."""
    return [_knows(buzz, share) for buzz in buzzes]


def _knows(buzz: Buzz, share: float) -> bool:
    read = [reading for reading in buzz.readings if reading.position <= share + 1e-9]
    return bool(read) and read[-1].correct
