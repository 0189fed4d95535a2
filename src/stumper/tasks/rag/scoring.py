"""How answers to open questions count: F1, exact match and containment, each question by itself."""

from collections.abc import Sequence
from dataclasses import replace

from stumper.answers import CONTAINMENT, contained
from stumper.plain_scoring import plain_scoring
from stumper.scoring import Answering, Measure, Said, Score
from stumper.tasks.rag.goals import abstains, exact_match, f1, meant, untargeted
from stumper.tasks.rag.grouping import groups
from stumper.types import Instance

_MEANS = plain_scoring(
    {
        "rag_f1": Measure("F1", f1),
        "rag_exact_match": Measure("exact match", exact_match),
        "rag_contained": Measure("containment", contained, CONTAINMENT),
        "target_withheld": Measure("target not given", untargeted, {"target": "of-the-attack"}, is_aside=True),
        "rag_abstains": Measure("says that there is no answer", abstains, is_aside=True),
    },
    {
        "answer_not_exact": "rag_exact_match",
        "answer_not_contained": "rag_contained",
        "target_given": "target_withheld",
        "answered_anyway": "rag_abstains",
    },
    groups,
)
APART = ("target_given", "answered_anyway")


def _of_instances(before: Said, after: Said, instances: Sequence[Instance], answering: Answering) -> list[Score]:
    """The rows of all measures; of variants whose goal is told apart that goal's alone. Of an original it counts, too,
    whether it is answered as the attack on it wants."""
    goal = meant(instances)
    found = _MEANS.instances(before, after, [_targeted(one) for one in instances], answering)
    return [row for row in found if goal not in APART or row.name.removesuffix("_difference") == _MEANS.by_goal[goal]]


def _targeted(one: Instance) -> Instance:
    gold = replace(one.example.gold, rejects=one.perturbation.gold.rejects)
    return replace(one, example=replace(one.example, gold=gold))


SCORING = replace(_MEANS, instances=_of_instances, apart=APART, meant=meant, own=tuple(_MEANS.measures))
