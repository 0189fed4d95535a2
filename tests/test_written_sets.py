"""A written set is the same for every system: all originals and all candidates are in it, and who made them."""

import json
import sys
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import ClassVar

import pytest

from lamps import Facts, Lamps, added
from stumper import api
from stumper.datasets import open_dataset
from stumper.datasets.originals import originals, variants_by_original
from stumper.store import Store
from stumper.testing import Finds, Says, ScriptedVictim
from stumper.types import (
    Example,
    Guess,
    Making,
    Nothing,
    Perturbation,
    Prediction,
    Query,
    Verdict,
)

RIGHT, SILENT, CLAIMS = (f"python:scripted_for_sets:{name}" for name in ("right", "silent", "labels"))


@dataclass(frozen=True)
class AddsTwo:
    """Adds one of two sentences; of the lamp 2 it can say nothing."""

    searches: ClassVar[bool] = False

    order: int = 1

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        if example.id == "q2":
            return Nothing("it is the last lamp")
        yield [added(example, text) for text in ("Jo did not.", "Al did not.")[:: self.order]]
        return None


@dataclass(frozen=True)
class Searches(AddsTwo):
    """The same, and stands by one."""

    searches: ClassVar[bool] = True


@dataclass(frozen=True)
class SaysSo:
    """Of the first claim two variants."""

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation]:
        texts = ("There is light in the lamp.", "The lamp, it is lit.")
        return [
            Perturbation(example.id, replace(example.query, text=text), example.gold, ())  # type: ignore[type-var]
            for example in examples[:1]
            for text in texts
        ]


@pytest.fixture(autouse=True)
def scripted() -> Iterator[ModuleType]:
    module = ModuleType("scripted_for_sets")
    module.__dict__.update(
        Lamps=lambda: Lamps(3),
        Facts=Facts,
        AddsTwo=AddsTwo,
        Searches=Searches,
        SaysSo=SaysSo,
        right=ScriptedVictim(Finds(("Ada Thorn",), (0.8,)), fingerprint="right"),
        silent=ScriptedVictim(silence, fingerprint="silent"),
        labels=ScriptedVictim(Says({"The lamp is lit.": "SUPPORTS"}), fingerprint="labels"),
    )
    sys.modules["scripted_for_sets"] = module
    yield module
    del sys.modules["scripted_for_sets"]


def silence(query: Query) -> Prediction:
    return Prediction((Guess("nobody", None),), None)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open("sqlite://") as opened:
        yield opened


ADVERSARY = "scripted_for_sets:AddsTwo"
QUESTIONS, FACTS = "scripted_for_sets:Lamps", "scripted_for_sets:Facts"


@pytest.mark.parametrize("victim", [RIGHT, SILENT])
def test_all_originals_and_all_candidates_are_in_a_set_whatever_its_victim_knew(
    store: Store, tmp_path: Path, victim: str
) -> None:
    api.attack(QUESTIONS, ADVERSARY, victim, store=store).write(tmp_path / "set.json")
    found = open_dataset(tmp_path / "set.json")
    assert [example.id for example in originals(found)] == ["q0", "q1", "q2"]
    ids = {id: [variant.id for variant in made] for id, made in variants_by_original(found).items()}
    assert ids == {id: [f"{id}-{ADVERSARY}-{number}" for number in (1, 2)] for id in ("q0", "q1")}
    assert found.made == Making(ADVERSARY, (), "", {"q2": "it is the last lamp"})  # type: ignore[attr-defined]


def test_sets_against_two_victims_are_equal_where_the_attack_does_not_search(store: Store, tmp_path: Path) -> None:
    paths = [tmp_path / name / "set.json" for name in ("one", "two")]
    for path, victim in zip(paths, (RIGHT, SILENT), strict=True):
        path.parent.mkdir()
        api.attack(QUESTIONS, ADVERSARY, victim, store=store).write(path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_of_a_search_a_set_holds_what_it_stands_by_and_says_against_whom(store: Store, tmp_path: Path) -> None:
    adversary = "scripted_for_sets:Searches"
    job = api.attack(QUESTIONS, adversary, SILENT, store=store, options={"order": "-1"})
    job.write(tmp_path / "set.json")
    found = open_dataset(tmp_path / "set.json")
    ids = {id: [variant.id for variant in made] for id, made in variants_by_original(found).items()}
    assert ids == {"q0": [f"q0-{adversary}"], "q1": [f"q1-{adversary}"]}
    said = {"q2": "it is the last lamp"}
    assert found.made == Making(adversary, (("order", "-1"),), SILENT, said)  # type: ignore[attr-defined]


def test_only_right_writes_why_there_is_no_variant(store: Store, tmp_path: Path) -> None:
    api.attack(QUESTIONS, ADVERSARY, SILENT, store=store, only_right=True).write(tmp_path / "set.json")
    nothing = json.loads((tmp_path / "set.json").read_text())["stumper"]["nothing"]
    assert nothing == dict.fromkeys(("q0", "q1", "q2"), "wrong already (--only-right)")


def test_what_is_read_from_a_set_keeps_who_made_it(store: Store, tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    api.attack(QUESTIONS, "scripted_for_sets:Searches", RIGHT, store=store).write(first)
    job = api.attack(str(first), "from-file", SILENT, options={"file": str(first)}, store=store)
    assert (job.plan.made_by, job.plan.made_against) == ("scripted_for_sets:Searches", RIGHT)
    again = api.prepare(str(first), "from-file", SILENT, options={"file": str(first)}, store=store)
    assert again.plan == job.plan
    job.write(second)
    one, other = (open_dataset(path).made for path in (first, second))  # type: ignore[attr-defined]
    assert (one.adversary, one.made_against) == (other.adversary, other.made_against)
    assert other.nothing == one.nothing == {"q2": "it is the last lamp"}


def test_all_variants_that_a_file_holds_of_a_question_are_candidates(store: Store, tmp_path: Path) -> None:
    api.attack(QUESTIONS, ADVERSARY, RIGHT, store=store).write(tmp_path / "set.json")
    file = str(tmp_path / "set.json")
    job = api.attack(file, "from-file", SILENT, options={"file": file}, store=store)
    assert [len(attempt.candidates) for attempt in job.attempts()] == [2, 2, 0]
    assert {attempt.outcome for attempt in job.attempts()} == {"skipped"}


def test_a_set_of_claims_holds_its_originals_and_evaluates_alone(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    job = api.attack(FACTS, "scripted_for_sets:SaysSo", CLAIMS, store=store)
    job.write(path)
    found = open_dataset(path)
    assert [example.id for example in originals(found)] == ["7", "8"]
    nothing = {"8": "nothing that the attack makes matches it"}
    assert found.made == Making("scripted_for_sets:SaysSo", nothing=nothing)  # type: ignore[attr-defined]
    adversarial = [one.n for one in api.evaluate(str(path), CLAIMS, store=store) if one.on == "adversarial"]
    assert adversarial[0] == 2
    own = {(attempt.example_id, attempt.after) for attempt in job.attempts()}
    again = api.attack(str(path), "from-file", CLAIMS, options={"file": str(path)}, store=store)
    assert {(attempt.example_id, attempt.after) for attempt in again.attempts()} == own


def test_a_set_attacked_again_is_one_of_its_originals(store: Store, tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    api.attack(FACTS, "scripted_for_sets:SaysSo", CLAIMS, store=store).write(first)
    api.attack(str(first), "scripted_for_sets:SaysSo", CLAIMS, store=store).write(second)
    assert second.read_bytes() == first.read_bytes()
    third = tmp_path / "third.json"
    api.attack(QUESTIONS, ADVERSARY, RIGHT, store=store).write(tmp_path / "set.json")
    api.attack(str(tmp_path / "set.json"), ADVERSARY, RIGHT, store=store).write(third)
    ids = [example.id for example in open_dataset(third)]
    assert ids == [example.id for example in open_dataset(tmp_path / "set.json")]
