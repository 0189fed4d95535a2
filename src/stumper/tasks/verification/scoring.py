"""How verdicts on claims count: label accuracy, and the FEVER score with the evidence that was found."""

from collections.abc import Sequence

from stumper.scoring import Answering, Fuller, Measure, Said, Score, Scoring, whole
from stumper.tasks.verification.goals import GOALS
from stumper.types import Example, Instance


def _examples(said: Said, examples: Sequence[Example], answering: Answering) -> list[Score]:
    from stumper.tasks.verification.fever_score import score_claims

    return score_claims(whole(said), examples, answering.victim, **answering.left_out)


def _instances(before: Said, after: Said, instances: Sequence[Instance], answering: Answering) -> list[Score]:
    """A file of predictions may hold what was said of the instances alone: then nothing is told of the originals."""
    from stumper.tasks.verification.fever_score import score_instances

    known = whole(before)
    originals = known if answering.were_asked or any(one.example.id in known for one in instances) else None
    return score_instances(
        originals, whole(after), instances, answering.victim, answering.dataset, **answering.left_out
    )


SCORING = Scoring(
    examples=_examples,
    instances=_instances,
    measures={
        "fever_score": Measure("FEVER score", GOALS["fever_zero"].score),
        "accuracy": Measure("label accuracy", GOALS["label_wrong"].score),
    },
    headline="accuracy",
    by_goal={"fever_zero": "fever_score"},
    own=("fever_score", "accuracy"),  # without evidence to match there is no FEVER score
    fuller=Fuller("fever_score", "page"),
    recalls=("evidence_recall",),
)
