"""Whether what somebody said is right, by the matcher of answer lines."""

from stumper.people.matches.events import Heard
from stumper.tasks.quizbowl.answers.matching import match_answer
from stumper.types import Gold


def heard(gold: Gold, said: str) -> Heard:
    """Accept, prompt or reject; "unsure" where the answer line could not be read, so that the moderator decides.

    Nothing said is never right.
    """
    if not said:
        return "reject"
    return match_answer(gold, said) if gold.answers else "unsure"
