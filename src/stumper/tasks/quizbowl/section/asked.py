"""Attempts on tossups as they are scored: how a guesser stands before and after, sentence by sentence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from stumper.buzz import expected_wins
from stumper.positions import sentence_views, share_read
from stumper.predictions import best_answer
from stumper.sections.exhibits import Heard
from stumper.sections.ran import Ran, asked_of
from stumper.tasks.quizbowl.answers.matching import is_accepted
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Attempt, Example, Gold, Perturbation, Prediction, Query, Verdict


@dataclass(frozen=True, slots=True)
class Stand:
    """How a guesser stands with one text: right at its end, and the share of the words after which it is first right.

    ``position`` is None where it never is.
    """

    is_right: bool
    position: float | None
    is_right_at_once: bool

    @property
    def read(self) -> float:
        """The share that is read before it is right; never right is the whole."""
        return 1.0 if self.position is None else self.position

    @property
    def wins(self) -> float:
        """Expected wins against people, with an answer where it is first right."""
        return expected_wins(self.read, self.position is not None)


@dataclass(frozen=True, slots=True)
class AskedTossup:
    """A variant that was answered, by the id of its original."""

    original: str
    before: Stand
    after: Stand


def asked(ran: Ran) -> list[AskedTossup]:
    """All that was made and answered in a run, in the order of the examples, without tossups that the guesser was
    trained on, and without what a search stands by that lost a query to an error."""
    ended = [one.example_id for one in ran.unseen if one.outcome != "errored" or one.is_proposed]
    return [_asked(attempt, example, *one) for attempt, example in ran.read(ended, True) for one in asked_of(attempt)]


def stand(query: Query, gold: Gold, prediction: Prediction | None, score: float | None) -> Stand:
    """By the score of a goal of quizbowl: 1 - the share of the words before the sentence after which it is first right.

    That of a guesser that is wrong again afterwards holds all the same.
    """
    said = best_answer(prediction) if prediction else None
    is_right = is_accepted(gold, said)
    if not score:
        return Stand(is_right, None, False)
    ends = [share_read(view, query.text) for view in sentence_views(query.text)]
    begun, ended = min(pairwise([0.0, *ends]), key=lambda sentence: abs(sentence[0] - (1 - score)))
    return Stand(is_right, ended, begun == 0.0)


def heard(ran: Ran, pairs: Sequence[tuple[Query, Gold]]) -> list[tuple[Heard, ...]]:
    """What the victim said at the end of each sentence of each text, as far as it is kept."""
    views = [[Tossup(view) for view in sentence_views(query.text)] for query, _ in pairs]
    there = ran.said(list(dict.fromkeys(view for of_one in views for view in of_one)))
    return [
        tuple(_heard(query.text, gold, of_text, there)) for (query, gold), of_text in zip(pairs, views, strict=True)
    ]


def _heard(text: str, gold: Gold, views: Iterable[Tossup], there: Mapping[Query, Prediction]) -> Iterator[Heard]:
    for view in views:
        if view in there and (guesses := there[view].guesses):
            best = guesses[0]
            is_right = is_accepted(gold, best.answer)
            yield Heard(len(view.text), share_read(view.text, text), best.answer, best.probability, is_right)


def _asked(attempt: Attempt, example: Example, made: Perturbation, verdict: Verdict) -> AskedTossup:
    before, after = _stand(example.query, example.gold, attempt.before), _stand(made.query, made.gold, verdict)
    return AskedTossup(made.example_id, before, after)


def _stand(query: Query, gold: Gold, verdict: Verdict) -> Stand:
    return stand(query, gold, verdict.prediction, verdict.score)
