"""How guesses at tossups count: right at the end, and how early; a file of guesses knows the end alone."""

from collections.abc import Sequence

from stumper.errors import VictimFailed
from stumper.predictions import best_answer
from stumper.scoring import Answering, Measure, Said, Score, Scoring
from stumper.tasks.quizbowl.goals import GOALS
from stumper.types import Example, Instance


def _examples(said: Said, examples: Sequence[Example], answering: Answering) -> list[Score]:
    from stumper.tasks.quizbowl.tossup_score import AT_THE_END, METRICS, score_tossups

    if answering.errored and not (examples or answering.trained_on):
        raise VictimFailed(f"The victim {answering.victim!r} failed on every tossup of {answering.dataset}: there is "
                           "nothing to score. Mend it and run the same command with --retry-errors.")  # fmt: skip
    metrics = METRICS if answering.were_asked else AT_THE_END
    return score_tossups(_heard(said), examples, answering.victim, metrics, **answering.left_out)


def _instances(before: Said, after: Said, instances: Sequence[Instance], answering: Answering) -> list[Score]:
    from stumper.tasks.quizbowl.tossup_score import AT_THE_END, METRICS, score_tossup_instances

    metrics = METRICS if answering.were_asked else AT_THE_END
    names = answering.victim, answering.dataset
    return score_tossup_instances(_heard(before), _heard(after), instances, *names, metrics, **answering.left_out)


def _heard(said: Said) -> dict[str, list[str | None]]:
    return {id: [None if one is None else best_answer(one) for one in found] for id, found in said.items()}


SCORING = Scoring(
    examples=_examples,
    instances=_instances,
    measures={"accuracy": Measure("accuracy", GOALS["never_first"].score)},
    headline="accuracy",
    views=GOALS["never_first"].views,  # the tossup up to the end of each of its sentences
)
