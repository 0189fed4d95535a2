"""Perturbations that count by themselves: their ids, what is demanded of them, and what becomes of each."""

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from stumper.errors import BrokenAdversary
from stumper.protocols import Enumerator, Victim
from stumper.runs import Memory, Oracle, Plan, Settings, learned, made_of, run
from stumper.store import Store
from stumper.tasks.verification.claim import Claim
from stumper.testing import Says, ScriptedVictim
from stumper.types import Answer, Edit, Example, Gold, Instance, Perturbation, Prediction, Query


def claim(id: str, text: str, label: str) -> Example:
    return Example(id, Claim(text), Gold((Answer(label),), evidence_sets=(frozenset({"Lamp:0"}),)))


def changed(example: Example, text: str, label: str, swaps: bool = False) -> Perturbation:
    edit = Edit("claim", 0, len(example.query.text), text, "kind", "row", swaps)
    return Perturbation(example.id, Claim(text), replace(example.gold, answers=(Answer(label),)), (edit,))


LAMP, SEA = claim("7", "The lamp is lit.", "SUPPORTS"), claim("8", "The sea is dry.", "REFUTES")
FOG = claim("9", "The fog was thick.", "NOT ENOUGH INFO")
EXAMPLES = (LAMP, SEA, FOG)
PROPOSED = (
    changed(LAMP, "There is light in the lamp.", "SUPPORTS"),
    changed(LAMP, "The lamp is not lit.", "REFUTES", swaps=True),
    changed(LAMP, "There is light in the lamp.", "SUPPORTS"),
    changed(SEA, "The sea is not dry.", "SUPPORTS", swaps=True),
    changed(FOG, "It was a thick fog.", "NOT ENOUGH INFO"),
)
PLAN = Plan("set", "set-fingerprint", "scripted", "scripted", "rules", goal="label_wrong")
SAYS = {
    "The lamp is lit.": "SUPPORTS",
    "There is light in the lamp.": "NOT ENOUGH INFO",
    "The lamp is not lit.": "REFUTES",
    "The sea is dry.": "SUPPORTS",
    "The sea is not dry.": "SUPPORTS",
    "The fog was thick.": "NOT ENOUGH INFO",
    "It was a thick fog.": "NOT ENOUGH INFO",
}


@dataclass(frozen=True)
class Given:
    """Proposes what it was made with."""

    proposed: tuple[Perturbation, ...] = PROPOSED

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation]:
        return self.proposed


@dataclass(frozen=True)
class Parts:
    where: str | None = None
    making: ClassVar[float] = 0.0

    def victim(self) -> Victim:
        return ScriptedVictim(Says(SAYS), fault="raises" if self.where else None, where=self.where or "")

    def adversary(self) -> object:
        return Given()


def instances() -> list[Instance]:
    return list(made_of("rules", Given(), EXAMPLES, Random(1)).instances)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (None, "returns None from instances: return a list of Perturbation, and of Nothing with a reason"),
        (["One."], "returns from instances a list with a str in it: return a list of Perturbation"),
    ],
)
def test_what_is_no_list_of_perturbations_is_refused_with_name_and_place(given: Any, sentence: str) -> None:
    with pytest.raises(BrokenAdversary, match=re.escape(f"'rules' ({Given.__module__}:Given) {sentence}")):
        made_of("rules", Given(given), EXAMPLES, Random(1))


def test_each_text_of_an_example_is_one_instance_under_its_own_id() -> None:
    found = [(instance.id, instance.perturbation.query.text) for instance in instances()]
    assert found == [
        ("7-rules-1", "There is light in the lamp."),
        ("7-rules-2", "The lamp is not lit."),
        ("8-rules-1", "The sea is not dry."),
        ("9-rules-1", "It was a thick fog."),
    ]


@pytest.mark.parametrize(
    ("perturbation", "said"),
    [
        (changed(FOG, "There was no fog.", "SUPPORTS", swaps=True), "NOT ENOUGH INFO must not be negated"),
        (changed(LAMP, "The lamp is dark.", "REFUTES"), "the label must be SUPPORTS .*, not REFUTES"),
        (changed(LAMP, "The lamp is dark.", "SUPPORTS", swaps=True), "the label must be REFUTES .*, not SUPPORTS"),
        (changed(LAMP, " ", "SUPPORTS"), "the claim must not be empty"),
        (replace(PROPOSED[0], gold=Gold((Answer("SUPPORTS"),))), "the evidence must stay as it is"),
        (replace(PROPOSED[0], example_id="12"), "perturbs '12', which it was not given"),
    ],
)
def test_what_breaks_the_logic_of_labels_or_touches_the_evidence_is_refused(perturbation: Perturbation, said: str
                                                                            ) -> None:  # fmt: skip
    with pytest.raises(BrokenAdversary, match=f"The adversary 'rules' .*{said}"):
        made_of("rules", Given((perturbation,)), EXAMPLES, Random(1))


@pytest.mark.parametrize("workers", [1, 2])
def test_every_instance_is_asked_also_where_its_original_is_wrong(tmp_path: Path, workers: int) -> None:
    with Store.open(str(tmp_path / "s.db")) as store:
        steps = list(run(PLAN, Parts(), instances(), store, Settings(workers, batch_size=2)))  # type: ignore[arg-type]
        rows = sorted(store.attempts(PLAN.id), key=lambda attempt: attempt.example_id)
    assert (steps[-1].done, steps[-1].total) == (4, 4)
    assert [(row.example_id, row.outcome, row.before.score, row.after and row.after.score) for row in rows] == [
        ("7-rules-1", "succeeded", 1.0, 0.0),
        ("7-rules-2", "failed", 1.0, 1.0),
        ("8-rules-1", "skipped", 0.0, 1.0),
        ("9-rules-1", "failed", 1.0, 1.0),
    ]
    assert [row.perturbation and row.perturbation.example_id for row in rows] == ["7", "7", "8", "9"]
    assert rows[1].perturbation is not None
    assert rows[1].perturbation.edits[0].swaps_label


def test_an_instance_whose_victim_fails_is_an_error_with_its_reason() -> None:
    with Store.open("sqlite://") as store:
        settings = Settings(max_error_rate=0.5)
        list(run(PLAN, Parts(where="thick fog"), instances(), store, settings))  # type: ignore[arg-type]
        [row] = [row for row in store.attempts(PLAN.id) if row.outcome == "errored"]
    assert row.example_id == "9-rules-1"
    assert row.reason is not None
    assert "scripted to fail" in row.reason


def test_a_run_taken_up_again_asks_only_what_is_not_recorded() -> None:
    with Store.open("sqlite://") as store:
        list(run(PLAN, Parts(), instances()[:2], store, Settings()))  # type: ignore[arg-type]
        first, *_ = run(PLAN, Parts(), instances(), store, Settings())  # type: ignore[arg-type]
    assert (first.done, first.total) == (2, 4)


@dataclass(frozen=True)
class Learner:
    """Asks the claims, then each alone that was answered, and proposes by what it was told."""

    told: list[Prediction | None] = field(default_factory=list)

    def induce(
        self, examples: Sequence[Example], rng: Random
    ) -> Generator[Sequence[Query], Sequence[Prediction | None], Enumerator]:
        self.told.extend((yield [example.query for example in examples]))
        self.told.extend((yield [examples[0].query]))
        return Given()


def test_an_attack_learns_from_the_predictions_that_it_asks_for() -> None:
    learner, victim = Learner(), ScriptedVictim(Says(SAYS), fault="raises", where="sea")
    lesson = learned(learner, EXAMPLES, Random(1), Oracle("v", victim, "salt", Memory()))
    put = [next(lesson), next(lesson)]
    with pytest.raises(StopIteration) as ended:
        next(lesson)
    assert ended.value.value == Given()
    assert put == [3, 4]
    assert [told and told.guesses[0].answer for told in learner.told] == [
        "SUPPORTS", None, "NOT ENOUGH INFO", "SUPPORTS",
    ]  # fmt: skip


def test_an_attack_that_learns_nothing_usable_is_refused() -> None:
    class Idle:
        def induce(self, examples: Sequence[Example], rng: Random) -> Generator[Sequence[Query], object, object]:
            return None
            yield

    oracle = Oracle("v", ScriptedVictim(Says(SAYS)), "salt", Memory())
    with pytest.raises(BrokenAdversary, match="returns what has instances, not None"):
        next(learned(Idle(), EXAMPLES, Random(1), oracle))  # type: ignore[arg-type]


def test_only_right_asks_no_instance_of_a_wrong_original() -> None:
    plan = replace(PLAN, only_right=True)
    with Store.open("sqlite://") as store:
        list(run(plan, Parts(), instances(), store, Settings()))  # type: ignore[arg-type]
        rows = sorted(store.attempts(plan.id), key=lambda attempt: attempt.example_id)
    told = [(row.example_id, row.outcome, row.perturbation is None, row.queries, row.reason) for row in rows[1:3]]
    assert told == [
        ("7-rules-2", "failed", False, 2, None),
        ("8-rules-1", "skipped", True, 1, "wrong already (--only-right)"),
    ]
