"""Ids are content, the same everywhere."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from stumper.identity import content_id, file_fingerprint, perturbation_id, prediction_key, query_id
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Edit, Gold, Passage, Perturbation

QUESTION = Question("Who?", Passage("p1", "The fox.", "Fox"))
GOLD = Gold((Answer("fox", 4),), evidence_sets=(frozenset({"b", "a", "c"}),))
PERTURBATION = Perturbation("q1", QUESTION, GOLD, (Edit("context", 0, 0, "x"),))

PRINT_IDS = """
from stumper.identity import *
from stumper.tasks.reading.question import Question
from stumper.types import *
question = Question("Who?", Passage("p1", "The fox.", "Fox"))
gold = Gold((Answer("fox", 4),), evidence_sets=(frozenset({"b", "a", "c"}),))
print(query_id(question), perturbation_id(Perturbation("q1", question, gold, ())), content_id({"a": 1, "b": 2}))
"""


def test_ids_are_the_same_in_a_process_with_another_hash_seed() -> None:
    here = [query_id(QUESTION), perturbation_id(PERTURBATION), content_id({"b": 2, "a": 1})]
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        printed = subprocess.run(
            [sys.executable, "-c", PRINT_IDS], env=environment, capture_output=True, text=True, check=True
        )
        assert printed.stdout.split() == here


def test_ids_stay_what_they_were() -> None:
    assert query_id(QUESTION) == "ca496b2fef69e81bb7d0451b119e8563"
    assert perturbation_id(PERTURBATION) == "bca7f8a693c66402b851b450ad7d0eab"


def test_a_passage_counts_by_title_and_text_but_not_by_id() -> None:
    passage = QUESTION.context
    assert query_id(replace(QUESTION, context=replace(passage, id="p2"))) == query_id(QUESTION)
    assert query_id(replace(QUESTION, context=replace(passage, text="The dog."))) != query_id(QUESTION)
    assert query_id(replace(QUESTION, context=replace(passage, title="Dog"))) != query_id(QUESTION)


def test_queries_of_different_tasks_differ() -> None:
    claim = Claim("Who?", (QUESTION.context,))
    assert len({query_id(query) for query in (QUESTION, claim, Claim("Who?"), Tossup("Who?"))}) == 4


def test_a_perturbation_is_its_example_query_and_gold_alone() -> None:
    assert perturbation_id(replace(PERTURBATION, edits=())) == perturbation_id(PERTURBATION)
    others = [
        replace(PERTURBATION, example_id="q2"),
        replace(PERTURBATION, query=Tossup("Who?")),
        replace(PERTURBATION, gold=replace(GOLD, answers=(Answer("fox", None),))),
        replace(PERTURBATION, gold=replace(GOLD, answerable=True)),
        replace(PERTURBATION, gold=replace(GOLD, evidence_sets=())),
        replace(PERTURBATION, gold=replace(GOLD, prompts=("x",))),
        replace(PERTURBATION, gold=replace(GOLD, rejects=("x",))),
    ]
    assert len({perturbation_id(perturbation) for perturbation in [*others, PERTURBATION]}) == 8


def test_a_prediction_is_kept_by_victim_and_query() -> None:
    assert prediction_key("v1", QUESTION) != prediction_key("v2", QUESTION)
    assert prediction_key("v1", QUESTION) != prediction_key("v1", Tossup("Who?"))


@given(st.lists(st.text(), max_size=3), st.lists(st.text(), max_size=3))
def test_content_has_equal_ids_where_it_is_equal_alone(left: list[str], right: list[str]) -> None:
    assert (content_id(*left) == content_id(*right)) == (left == right)


@given(st.text(), st.text(), st.text(), st.text())
def test_questions_have_equal_ids_where_they_are_equal_alone(a: str, b: str, c: str, d: str) -> None:
    left, right = Question(a, Passage("", b)), Question(c, Passage("", d))
    assert (query_id(left) == query_id(right)) == (left == right)


def test_a_file_is_its_bytes(tmp_path: Path) -> None:
    for name, data in (("a", b"x"), ("b", b"x"), ("c", b"y")):
        (tmp_path / name).write_bytes(data)
    assert file_fingerprint(tmp_path / "a") == file_fingerprint(tmp_path / "b") != file_fingerprint(tmp_path / "c")
