"""One line that says how a score was computed, so that two figures can be compared or told apart."""

from stumper.types import AbsentGold
from stumper.version import __version__


def signature(metric: str, n: int, **how: str) -> str:
    """``f1|official:squad-1.1|agg:mean|n:507|stumper:0.1.0``: the metric, how in the given order, n, the version."""
    parts = how | {"n": str(n), "stumper": __version__}
    return "|".join([metric, *(f"{key.replace('_', '-')}:{value}" for key, value in parts.items())])


def answers_taken(line: str, how: str) -> str:
    """The signature with how answers were taken out of what a system said; as it is where nothing is told of that."""
    return _told(line, "answers", how)


def searched_in(line: str, how_much: str) -> str:
    """The signature of a recall with how much was searched, or that nobody says so."""
    return _told(line, "searched", how_much or UNKNOWN)


def without_gold(line: str, absent: AbsentGold | None) -> str:
    """The signature of a recall with how many queries have no gold evidence in what was searched, where any has not."""
    return _told(line, "absent-gold", f"{absent.lost}-of-{absent.of}") if absent and absent.lost else line


def with_lost_answers(line: str, lost: int, of: int) -> str:
    """The signature of the score of a goal that is told apart, with how many variants it is over whose originals were
    answered rightly, and how many of these withstand the attack without a right answer."""
    return _told(line, LOST_ANSWERS, f"{lost}-of-{of}")


def lost_answers(line: str) -> tuple[int, int] | None:
    """These two numbers as a signature has them; None where it has none."""
    lost, _, of = (said_by(line, LOST_ANSWERS) or "").partition("-of-")
    return (int(lost), int(of)) if of else None


UNKNOWN = "unknown"
LOST_ANSWERS = "lost-answers"


def _told(line: str, key: str, said: str) -> str:
    """The signature with one part more of how; as it is where there is nothing to say, or it says so already."""
    if not said or said_by(line, key) is not None:
        return line
    before, n, behind = line.partition("|n:")
    return f"{before}|{key}:{said.replace('|', '¦').replace(' ', '-')}{n}{behind}"


def said_by(signature: str, key: str) -> str | None:
    """What a signature says of one part of how; None where it says nothing of it."""
    parts = (part.partition(":") for part in signature.split("|"))
    return next((value for name, _, value in parts if name == key.replace("_", "-")), None)
