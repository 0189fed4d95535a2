"""How answers to open questions count: F1, exact match and containment, each question by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from stumper.answers import CONTAINMENT, contained
from stumper.plain_scoring import plain_scoring
from stumper.scoring import Answering, Measure, Said, Score, Scoring, whole
from stumper.tasks.rag.goals import abstains, exact_match, f1, meant, untargeted
from stumper.tasks.rag.grouping import groups
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.rag.retrieved import has_gold, is_id, named_by, retrieved, tells
from stumper.types import Example, Instance, Prediction

_MEANS = plain_scoring(
    {
        "rag_f1": Measure("F1", f1),
        "rag_exact_match": Measure("exact match", exact_match),
        "rag_contained": Measure("containment", contained, CONTAINMENT),
        "target_withheld": Measure(
            "target not given",
            untargeted,
            {"target": "of-the-attack"},
            is_aside=True,
            at_zero="says what the attack wants",
        ),
        "rag_abstains": Measure(
            "says that there is no answer", abstains, is_aside=True, at_zero="answers all the same"
        ),
    },
    {
        "answer_not_exact": "rag_exact_match",
        "answer_not_contained": "rag_contained",
        "target_given": "target_withheld",
        "answered_anyway": "rag_abstains",
    },
    groups,
)
ABSTAINS = _MEANS.by_goal["answered_anyway"]
GOLD_RETRIEVED = "rag_gold_retrieved"
SILENT = Prediction((), None)  # what a file says of a question that it leaves out
APART = ("target_given", "answered_anyway")


def _of_examples(said: Said, examples: Sequence[Example], answering: Answering) -> list[Score]:
    """The rows of all measures, but for those of an answer that is wanted where none is; and of how many questions with
    an answer the gold passages were retrieved, where a system finds its own and says what it has retrieved of any.

    Where some questions have no answer, to say so is right of these and wrong of the others: no row is of both."""
    found = _MEANS.examples(said, examples, answering)
    if not any(one.gold.rejects for one in examples):
        found = [row for row in found if row.name != "target_withheld"]
    if any(_is_unanswerable(one) for one in examples):
        found = [row for row in found if row.name != ABSTAINS]
        found += _abstaining(said, [one for one in examples if not _is_unanswerable(one)], answering, "answerable")
        found += _abstaining(said, [one for one in examples if _is_unanswerable(one)], answering, "unanswerable")
    return [*found, *_retrieved(said, examples, answering)]


def _abstaining(said: Said, examples: Sequence[Example], answering: Answering, kind: str) -> list[Score]:
    return _named_abstaining(kind).examples(said, examples, answering) if examples else []


def _named_abstaining(kind: str) -> Scoring:
    return plain_scoring({f"{ABSTAINS}_{kind}": _MEANS.measures[ABSTAINS]}, groups=groups)


def _is_unanswerable(example: Example) -> bool:
    return example.gold.answerable is False


def _retrieved(said: Said, examples: Sequence[Example], answering: Answering) -> list[Score]:
    from stumper.scores.paired import Figures, mean_rows
    from stumper.scores.score import left_out
    from stumper.statistics import groups_of

    answers = whole(said)
    asked = [(one, answers.get(one.id, SILENT)) for one in examples
             if _open(one).passages is None and one.gold.evidence_sets and not _is_unanswerable(one)]  # fmt: skip
    if not any(tells(_open(one), prediction) for one, prediction in asked):
        return []
    values = [float(has_gold(one.gold, named_by(_open(one), prediction))) for one, prediction in asked]
    ids, how = [one.id for one, _ in asked], {"agg": "mean", "match": "id-or-text", **_listed(asked, examples, values)}
    deep = [len(retrieved(_open(one), prediction)) for one, prediction in asked if tells(_open(one), prediction)]
    how["k"] = "-".join(map(str, dict.fromkeys((min(deep), max(deep)))))
    known = groups_of([one for one, _ in asked], groups)
    figures = Figures({GOLD_RETRIEVED: values}, how)
    return mean_rows(figures, ids, answering.victim, left_out(**answering.left_out), groups=known)


def _listed(
    asked: Sequence[tuple[Example, Prediction]], examples: Sequence[Example], values: Sequence[float]
) -> dict[str, str]:
    """To how many questions an empty list of passages was returned, to how many an answer without such a list, and how
    many ids where no passage of the data has any of them; nothing where that is not so."""
    ids = [id for _, prediction in asked for id in prediction.retrieved or () if is_id(id)]
    known = {passage.id for one in examples for passage in (*one.gold.passages, *_open(one).added)}
    known |= {id for one in examples for some in one.gold.evidence_sets for id in some}
    empty = sum(prediction.retrieved == () for _, prediction in asked)
    is_unknown = bool(ids) and not any(values) and known.isdisjoint(ids)
    untold = sum(bool(prediction.guesses) and prediction.retrieved is None for _, prediction in asked)
    found = {"nothing_retrieved": str(empty)} if empty else {}
    found |= {"retrieval_untold": str(untold)} if untold else {}
    return found | ({"unknown_ids": str(len(ids))} if is_unknown else {})


def _open(example: Example) -> OpenQuestion:
    assert isinstance(example.query, OpenQuestion), "an open question"
    return example.query


def _of_instances(before: Said, after: Said, instances: Sequence[Instance], answering: Answering) -> list[Score]:
    """The rows of all measures; of variants whose goal is told apart that goal's alone. Of an original it counts, too,
    whether it is answered as the attack on it wants. To abstain is counted apart of what has an answer and what has
    none, as of an evaluation; of a variant that has one where its original had none it is in neither."""
    from stumper.scores.signature import with_lost_answers

    goal = meant(instances)
    asked = [_targeted(one) for one in instances]
    found = _MEANS.instances(before, after, asked, answering)
    if goal in APART:
        told = [row for row in found if _measure(row) == _MEANS.by_goal[goal]]
        lost = _lost_answers(whole(before), whole(after), instances, _MEANS.measures[_MEANS.by_goal[goal]])
        return [replace(row, signature=with_lost_answers(row.signature, *lost)) if row.on == "adversarial" else row
                for row in told]  # fmt: skip
    if any(_is_unanswerable(one.example) or _has_none(one) for one in instances):
        found = [row for row in found if _measure(row) != ABSTAINS]
        for kind, is_without in (("answerable", False), ("unanswerable", True)):
            alike = [one for one in asked if {_is_unanswerable(one.example), _has_none(one)} == {is_without}]
            found += _named_abstaining(kind).instances(before, after, alike, answering) if alike else []
    return found


def _lost_answers(
    before: Mapping[str, Prediction], after: Mapping[str, Prediction], instances: Sequence[Instance], own: Measure
) -> tuple[int, int]:
    """How many variants withstand the attack by its ``own`` measure and have no right answer, of how many whose
    originals had one."""
    right = _MEANS.measures[_MEANS.headline].score
    had = [one for one in instances if right(one.example.gold, before.get(one.example.id)) > 0]
    pairs = [(one.perturbation.gold, after.get(one.id)) for one in had]
    return sum(own.score(*pair) > 0 and right(*pair) == 0 for pair in pairs), len(had)


def _measure(row: Score) -> str:
    return row.name.removesuffix("_difference")


def _has_none(one: Instance) -> bool:
    """Whether nothing answers the variant."""
    return one.perturbation.gold.answerable is False


def _targeted(one: Instance) -> Instance:
    gold = replace(one.example.gold, rejects=one.perturbation.gold.rejects)
    return replace(one, example=replace(one.example, gold=gold))


SCORING = replace(
    _MEANS,
    examples=_of_examples,
    instances=_of_instances,
    apart=APART,
    meant=meant,
    own=tuple(_MEANS.measures),
    recalls=(GOLD_RETRIEVED,),
    right="rag_exact_match",
)
