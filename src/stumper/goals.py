"""When an attempt has succeeded: the score of an answer, and the score at which a victim is fooled."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import attrgetter

from stumper.errors import BadOption
from stumper.protocols import Goal
from stumper.scores import AnswerScore, tokens_of
from stumper.scores.answer_matching import is_accepted
from stumper.scores.fever import finds_evidence, has_label
from stumper.scores.positions import sentence_views, share_read
from stumper.types import Gold, Query, Tossup

LEAST_DELAY = 0.05  # of a tossup, for a guesser to be right later: less comes of clues that have become longer
SCORE_DIGITS = 9  # of a sum of shares, so that what is equal by the words is equal


@dataclass(frozen=True, slots=True)
class ReadingGoal:
    """Reached when the best guess scores 0 by ``measure`` (F1 or exact match over the gold answers)."""

    name: str
    measure: Callable[[AnswerScore], float]

    def score(self, gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
        """The best score over the gold answers; an unanswerable question is right only with an empty answer."""
        return self.measure(tokens_of(gold).score(answer))

    def views(self, query: Query) -> Sequence[Query]:
        """The query alone."""
        return (query,)

    def combined(self, views: Sequence[Query], scores: Sequence[float]) -> float:
        """That of the query itself."""
        return scores[-1]

    def reached(self, score: float, before: float) -> bool:
        """Whether nothing of the answer is right."""
        return score == 0


@dataclass(frozen=True, slots=True)
class VerificationGoal:
    """Reached when the label is wrong, or, where evidence is asked for too, when no gold set of it was found."""

    name: str
    needs_evidence: bool

    def score(self, gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
        """1 or 0: label accuracy, or the FEVER score."""
        return float(has_label(gold, answer) and (not self.needs_evidence or finds_evidence(gold, evidence)))

    def views(self, query: Query) -> Sequence[Query]:
        """The query alone."""
        return (query,)

    def combined(self, views: Sequence[Query], scores: Sequence[float]) -> float:
        """That of the query itself."""
        return scores[-1]

    def reached(self, score: float, before: float) -> bool:
        """Whether the claim is judged wrongly."""
        return score == 0


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


GOALS: dict[str, Goal] = {
    "f1_zero": ReadingGoal("f1_zero", attrgetter("f1")),  # AddAny stops there (Jia & Liang 2017, section 3.3.2)
    "not_exact": ReadingGoal(
        "not_exact", attrgetter("exact_match")
    ),  # a person has fooled the model (Rahurkar et al. 2020)
    "label_wrong": VerificationGoal("label_wrong", needs_evidence=False),
    "fever_zero": VerificationGoal("fever_zero", needs_evidence=True),  # the score of Thorne et al. 2019
    "never_first": QuizbowlGoal("never_first", by_delay=False),
    "buzz_later": QuizbowlGoal("buzz_later", by_delay=True),  # what Wallace et al. 2019 show their writers
}


def goal_named(name: str) -> Goal:
    """The goal of that name, or BadOption."""
    if name not in GOALS:
        raise BadOption(f"There is no goal {name!r}; there are {', '.join(GOALS)}.")
    return GOALS[name]
