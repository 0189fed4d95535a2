"""What a report says of attacks on guessers, as values."""

from dataclasses import dataclass

from stumper.scores.before_after import BeforeAfter
from stumper.sections.judged import Judges
from stumper.sections.play import Play, SharePoint
from stumper.sections.ran import NO_LACK, Lacking, Names, Outcomes, Queries
from stumper.standing import Stopped
from stumper.statistics import Estimate

SHARES = tuple(step / 20 for step in range(1, 21))  # of a question, at which curves are drawn


@dataclass(frozen=True, slots=True)
class TossupRun:
    """One attack on one guesser, over the attempts that did not end in an error and are on tossups that it was not
    trained on; ``trained_on`` counts these, whatever their outcome, and ``queries.total`` is of all.

    ``accuracy`` is that at the end of the question, ``first_sentence`` that after its first sentence. ``position`` is
    the share of the words after which the guesser is first right, looked at where sentences end; never right counts as
    the whole, and ``nevers`` says how often that was, before and after. ``wins`` are expected wins against people.
    ``unanswered`` are those at whose end it had no guess, before or after. ``stopped`` says how far the run came, where
    it was to come further. ``lacking`` counts the tossups of which no variant was asked, which enter no mean, and
    ``errored`` the variants, and tossups before any was made of them, that it failed on. An attack that ``is_unmade``
    has made nothing of any tossup, in the end.
    """

    run_id: str
    names: Names
    goal: str
    accuracy: BeforeAfter
    first_sentence: BeforeAfter
    position: BeforeAfter
    wins: BeforeAfter
    nevers: tuple[int, int]
    success: Estimate
    ended: Outcomes
    queries: Queries
    correct: Estimate
    open: int
    judges: tuple[Judges, ...]
    complete: bool
    refused: int = 0
    untried: int = 0
    trained_on: int = 0
    unanswered: int = 0
    stopped: Stopped | None = None
    lacking: Lacking = NO_LACK
    errored: int = 0
    is_unmade: bool = False

    @property
    def outcomes(self) -> Outcomes:
        """How its attempts ended."""
        return self.ended

    @property
    def attempted(self) -> int:
        """All attempts."""
        return self.trained_on + self.ended.total


@dataclass(frozen=True, slots=True)
class AttackCurve:
    """The share of questions on which the guesser has been right once, against the share read; before and after."""

    run_id: str
    names: Names
    before: tuple[SharePoint, ...]
    after: tuple[SharePoint, ...]


@dataclass(frozen=True, slots=True)
class Quizbowl:
    """All that is said of pyramidal questions: of runs, and of play where there was any."""

    sentences: tuple[str, ...]
    notes: tuple[str, ...]
    runs: tuple[TossupRun, ...]
    curves: tuple[AttackCurve, ...]
    play: Play | None = None
