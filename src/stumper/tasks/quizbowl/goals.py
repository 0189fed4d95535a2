"""When a guesser is fooled: how late in a tossup it is first right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from stumper.positions import sentence_views, share_read
from stumper.protocols import Goal
from stumper.tasks.quizbowl.answers.matching import is_accepted
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Gold, Query

LEAST_DELAY = 0.05  # of a tossup, for a guesser to be right later: less comes of clues that have become longer
SCORE_DIGITS = 9  # of a sum of shares, so that what is equal by the words is equal


@dataclass(frozen=True, slots=True)
class QuizbowlGoal:
    """Judges a tossup by the ends of its sentences: the later a guesser is first right, the lower it scores.

    Reached when it is never right, or, where ``by_delay`` is true, when it is right later than on the original, by a
    twentieth of the tossup at least.
    """

    name: str
    by_delay: bool

    def score(self, gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
        """1 where the answer would be accepted; 0 where it would be prompted on, or is wrong."""
        return float(is_accepted(gold, answer))

    def views(self, query: Query) -> Sequence[Query]:
        """The tossup up to the end of each of its sentences."""
        return tuple(Tossup(text) for text in sentence_views(query.text))

    def combined(self, views: Sequence[Query], scores: Sequence[float]) -> float:
        """1 - the share of the words that stand before the sentence after which the guesser is first right; 0 if never.

        Of scores between 0 and 1, the mean over all words of the best score up to the end of the word's sentence.
        """
        whole = views[-1].text
        read = [0.0, *(share_read(view.text, whole) for view in views)]
        gains = (
            (after - before) * best
            for (before, after), best in zip(pairwise(read), accumulate(scores, max), strict=True)
        )
        return round(sum(gains), SCORE_DIGITS)

    def reached(self, score: float, before: float) -> bool:
        """Whether it is never right; or later than before by more than a few words that were added to an early clue."""
        return score == 0 or (self.by_delay and score <= before - LEAST_DELAY)


GOALS: Mapping[str, Goal] = {
    "never_first": QuizbowlGoal("never_first", by_delay=False),
    "buzz_later": QuizbowlGoal("buzz_later", by_delay=True),  # what Wallace et al. 2019 show their writers
}
