"""Scores of guessers on tossups: right at the end, right after a sentence, how early, and worth how many wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from stumper.buzz import expected_wins
from stumper.positions import sentence_views, share_read
from stumper.scores.paired import Figures, mean_rows, paired_rows
from stumper.scores.score import check_any, left_out
from stumper.scoring import Score
from stumper.statistics import groups_of
from stumper.tasks.quizbowl.answers.matching import is_accepted
from stumper.tasks.quizbowl.grouping import groups
from stumper.types import Example, Gold, Instance

METRICS = ("accuracy", "first_sentence_accuracy", "buzz_position", "expected_wins")
AT_THE_END = METRICS[:1]  # what can be known of guesses at whole tossups
Heard = Sequence[str | None]  # the best guesses after each sentence of a tossup, or at its end alone


@dataclass(frozen=True, slots=True)
class TossupScore:
    """One tossup's scores: the first two 0 or 1; ``buzz_position`` is the share of words read when the guesser is first
    right at the end of a sentence, 1.0 where it never is, and ``expected_wins`` what an answer there is worth."""

    accuracy: float
    first_sentence_accuracy: float
    buzz_position: float
    expected_wins: float


def tossup_score(gold: Gold, text: str, heard: Heard) -> TossupScore:
    """The scores of the best guesses after each sentence; None is no guess."""
    right = [is_accepted(gold, said) for said in heard]
    views = sentence_views(text)
    assert len(right) in (1, len(views))
    asked = views[len(views) - len(right) :]
    first = next((share_read(view, text) for view, is_right in zip(asked, right, strict=True) if is_right), None)
    position = 1.0 if first is None else first
    return TossupScore(float(right[-1]), float(right[0]), position, expected_wins(position, first is not None))


def score_tossups(
    heard: Mapping[str, Heard],
    examples: Sequence[Example],
    victim: str | None = None,
    metrics: Sequence[str] = METRICS,
    errored: int = 0,
    trained_on: int = 0,
) -> list[Score]:
    """The scores of guesses by example id; a tossup without any is not answered.

    ``errored`` tossups and those that the victim was ``trained_on`` are not among the examples; where all were trained
    on, nothing is known. BadData without tossups.
    """
    if not trained_on:
        check_any(examples, "tossups")
    asked = [(example.gold, example.query.text, heard.get(example.id)) for example in examples]
    ids, without = [example.id for example in examples], left_out(errored, trained_on)
    return mean_rows(_figures(asked, metrics), ids, victim, without, _OF, groups_of(examples, groups))


def score_tossup_instances(
    before: Mapping[str, Heard],
    after: Mapping[str, Heard],
    instances: Sequence[Instance],
    victim: str | None = None,
    adversary: str | None = None,
    metrics: Sequence[str] = METRICS,
    errored: int = 0,
    trained_on: int = 0,
) -> list[Score]:
    """The scores of the originals of these instances (``before``, by example id), of the instances (``after``, by their
    own id), and the differences.

    ``errored`` instances and those that the victim was ``trained_on`` are not among them.

    An original counts as often as it was changed; where nobody has the text of any, the instances stand alone. BadData
    without instances.
    """
    if not (errored or trained_on):
        check_any(instances, "tossups")
    known = groups_of({i.example.id: i.example for i in instances}.values(), groups)
    if not any(i.example.query.text for i in instances):  # of what they were made of nobody has the text
        ids, without = [i.example.id for i in instances], left_out(errored, trained_on)
        alone = _figures(
            [(i.perturbation.gold, i.perturbation.query.text, after.get(i.id)) for i in instances], metrics
        )
        return [replace(row, on="adversarial", adversary=adversary)
                for row in mean_rows(alone, ids, victim, without, _OF, known)]  # fmt: skip
    originals = [(i.example.gold, i.example.query.text, before.get(i.example.id)) for i in instances]
    changed = [(i.perturbation.gold, i.perturbation.query.text, after.get(i.id)) for i in instances]
    first, last = (_figures(asked, metrics) for asked in (originals, changed))
    ids, without = [i.example.id for i in instances], left_out(errored, trained_on)
    return paired_rows(ids, first, last, victim, adversary, without, _OF, known)


def _figures(asked: Sequence[tuple[Gold, str, Heard | None]], metrics: Sequence[str]) -> Figures:
    scores = [tossup_score(gold, text, (None,) if heard is None else heard) for gold, text, heard in asked]
    unanswered = sum(heard is None or heard[-1] is None for _, _, heard in asked)
    values = {name: [getattr(score, name) for score in scores] for name in metrics}
    return Figures(values, {"right": "accepted", "agg": "mean", "unanswered": str(unanswered)})


# What a signature says of each figure beside what is common to all.
_OF = {
    "accuracy": {"after": "whole"},
    "first_sentence_accuracy": {"after": "sentence-1"},
    "buzz_position": {"after": "each-sentence", "buzzes": "first-right", "never": "1.0"},
    "expected_wins": {"after": "each-sentence", "buzzes": "first-right", "curve": "rodriguez-2019"},
}
