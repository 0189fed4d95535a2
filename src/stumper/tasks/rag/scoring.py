"""How answers to open questions count: F1, exact match and containment, each question by itself."""

from dataclasses import replace

from stumper.answers import CONTAINMENT, contained
from stumper.plain_scoring import plain_scoring
from stumper.scoring import Measure
from stumper.tasks.rag.goals import abstains, exact_match, f1, untargeted
from stumper.tasks.rag.grouping import groups

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
SCORING = replace(_MEANS, apart=("target_given", "answered_anyway"))
