"""What a guesser hears of a query: its words alone."""

from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.tasks.quizbowl.media import without_marks
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Query


def heard(query: Query) -> str:
    """The words of a tossup, or of a bonus's lead-in and part, with blanks where pictures and pauses are."""
    assert isinstance(query, Tossup | BonusPart), "guessers hear tossups and bonuses"
    return without_marks(query.text if isinstance(query, Tossup) else query.asked)
