"""What tasks say of how they are scored, and a gate by it."""

import pytest

from stumper.added_scores import examples_scored, instances_scored
from stumper.errors import BadData
from stumper.kept import kept_in
from stumper.plain_scoring import plain_scoring
from stumper.registry import task_named, tasks
from stumper.scoring import Answering, Measure, Said, Scoring, whole
from stumper.task import Task
from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Example, Gold, Guess, Instance, Passage, Perturbation, Prediction, Query

QUERIES: dict[str, tuple[Query, Query]] = {
    "reading": (Question("Who?", Passage("p", "Ada.")), Question("Who?", Passage("p", "Ada. Jo."))),
    "verification": (Claim("Ada lit it."), Claim("Jo lit it.")),
    "quizbowl": (Tossup("She lit it."), Tossup("Who lit it?")),
    "bonus": (BonusPart("Who lit it?"), BonusPart("Who was it?")),
    "rag": (OpenQuestion("Who?"), OpenQuestion("Who was it?")),
}
GOLDS = {"reading": "Ada", "verification": "SUPPORTS", "quizbowl": "Ada", "bonus": "Ada", "rag": "Ada"}
by_task = pytest.mark.parametrize("task", tasks(), ids=lambda task: task.name)


def says(answer: str) -> tuple[Prediction]:
    return (Prediction((Guess(answer, None),), None),)


def made(task: str, *ids: str) -> list[Instance]:
    """Instances of one example, which is called ``q``."""
    before, after = QUERIES[task]
    gold = Gold((Answer(GOLDS[task]),))
    return [Instance(id, Example("q", before, gold), Perturbation("q", after, gold, ())) for id in ids]


@by_task
def test_what_a_gate_is_about_is_a_measure_for_every_goal(task: Task) -> None:
    scoring = task.scoring
    assert {scoring.headline, *scoring.by_goal.values()} <= scoring.measures.keys()
    assert scoring.by_goal.keys() <= task.goals.keys()


@by_task
def test_without_a_guess_nothing_is_right(task: Task) -> None:
    gold = Gold((Answer("NOT ENOUGH INFO"),))
    for measure in task.scoring.measures.values():
        assert [measure.score(gold, said) for said in (None, Prediction((), None))] == [0, 0]


@by_task
def test_every_task_scores_instances_and_examples_by_its_measures(task: Task) -> None:
    """Of a question the worst variant counts, of the others each."""
    instances = made(task.name, "q-a", "q-b")
    before, after = {"q": says(GOLDS[task.name])}, {"q-a": says("Jo"), "q-b": says(GOLDS[task.name])}
    answering = Answering("v", "set")
    scores = instances_scored(task, before, after, instances, answering)
    found = {(score.name, score.on): score.value for score in scores}
    headline = task.scoring.headline
    assert found[headline, "original"] == 1.0
    assert found[headline, "adversarial"] == (0.5 if task.counts_variants else 0.0)
    always = task.scoring.measures.keys() - {"target_withheld"}  # told where an attack wants something said
    assert {score.name for score in scores} >= always
    plain = examples_scored(task, before, [instances[0].example], answering)
    assert {score.name for score in plain} >= always
    assert {score.adversary for score in scores} == {None, "set"}


@by_task
def test_what_is_left_out_stands_in_every_row(task: Task) -> None:
    answering = Answering("v", "set", errored=2, trained_on=3)
    example = made(task.name, "q-a")[0].example
    for score in task.scoring.examples({"q": says("Jo")}, [example], answering):
        assert "errored:2|trained-on:3" in score.signature
        assert score.trained_on == 3


@by_task
def test_a_gate_reads_the_headline_under_attack(task: Task) -> None:
    before, after = {"q": says(GOLDS[task.name])}, {"q-a": says("Jo")}
    scores = task.scoring.instances(before, after, made(task.name, "q-a"), Answering("v", "set"))
    kept = kept_in(scores, task.scoring)
    labels = {"reading": "F1", "verification": "label accuracy", "quizbowl": "accuracy", "bonus": "part accuracy",
              "rag": "F1"}  # fmt: skip
    assert (kept.measure, kept.value, kept.is_adversarial) == (labels[task.name], 0.0, True)


def test_of_a_file_only_what_it_can_know_is_scored() -> None:
    """One of tossups holds the end alone."""
    answering = Answering("said.jsonl", "set", were_asked=False)
    for name in ("verification", "quizbowl"):
        said: Said = {"q": says(GOLDS[name]), "q-a": says("Jo")}
        scores = task_named(name).scoring.instances(said, said, made(name, "q-a"), answering)
        assert {score.on for score in scores} == {"original", "adversarial"}
        assert "buzz_position" not in {score.name for score in scores}


def test_the_whole_is_what_is_said_last() -> None:
    assert whole({"q": (*says("a"), *says("b")), "r": (*says("a"), None)}) == {"q": says("b")[0]}


def test_views_are_those_of_the_tossup_alone() -> None:
    views: dict[str, Scoring] = {task.name: task.scoring for task in tasks()}
    assert [name for name, scoring in views.items() if scoring.views is not None] == ["quizbowl"]


def test_plain_scoring_is_the_mean_of_each_measure_and_what_is_not_answered_is_wrong() -> None:
    scoring = plain_scoring({"right": Measure("rightness", lambda gold, answer, _: float(answer == "Ada"))})
    assert scoring.headline == "right"
    three = [Example(id, Tossup("She lit it."), Gold((Answer("Ada"),))) for id in "abc"]
    answering = Answering("v", "set", errored=1)
    [score] = scoring.examples({"a": says("Ada"), "b": says("Jo"), "c": (None,)}, three, answering)
    assert (score.value, score.n) == (pytest.approx(1 / 3), 3)
    assert score.signature.startswith("right|agg:mean|unanswered:1|errored:1|ci:none|n:3|")
    instances = [Instance(f"{id}-x", three[0], Perturbation("a", three[0].query, three[0].gold, ())) for id in "ab"]
    rows = scoring.instances({"a": says("Ada")}, {"a-x": says("Ada")}, instances, answering)
    assert [(row.name, row.on, row.value) for row in rows] == [
        ("right", "original", 1.0),
        ("right", "adversarial", 0.5),
        ("right_difference", "adversarial", -0.5),
    ]


def test_plain_scoring_of_nothing_is_refused_unless_all_was_left_out() -> None:
    scoring = plain_scoring({"right": Measure("rightness", lambda *_: 1.0)})
    for nothing in (lambda how: scoring.examples({}, [], how), lambda how: scoring.instances({}, {}, [], how)):
        with pytest.raises(BadData, match=r"no \w+ to score\. Name a data set"):
            nothing(Answering("v", "set"))
        assert {row.n for row in nothing(Answering("v", "set", errored=1))} == {0}
