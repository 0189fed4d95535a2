"""The open questions that ship with the package: they stand alone, and the pages that ship with it answer them or not,
as each says."""

import json
from collections import Counter
from importlib.resources import files
from typing import Any

from stumper.datasets.wiki_pages import bundled_pages
from stumper.tasks.rag.files import bundled, read, write_adversarial
from stumper.tasks.rag.open_question import OpenQuestion, gold_passages
from stumper.types import Example

FILE = files("stumper.datasets") / "bundled" / "rag.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
KINDS = {"single": 50, "bridge": 20, "comparison": 20, "none": 30}
LEANS = ("he", "she", "it", "they", "him", "them", "this paragraph", "the paragraph", "the passage", "the text")


def kind(id: str) -> str:
    return id.partition("-")[0]


def example(id: str) -> Example:
    return next(one for one in bundled() if one.id == id)


def test_so_many_questions_need_one_passage_two_or_have_no_answer() -> None:
    assert Counter(kind(one.id) for one in bundled()) == KINDS
    for one in bundled():
        assert len(gold_passages(one.gold)) == {"single": 1, "bridge": 2, "comparison": 2, "none": 0}[kind(one.id)]


def test_no_question_and_no_id_occurs_twice() -> None:
    assert len({row["id"] for row in ROWS}) == len({row["question"].casefold() for row in ROWS}) == 120


def test_a_question_stands_alone() -> None:
    for row in ROWS:
        question = row["question"]
        assert question == " ".join(question.split()), row["id"]
        assert question[0].isupper(), row["id"]
        assert question.endswith("?"), row["id"]
        words = f" {question[:-1].lower()} "
        assert [one for one in LEANS if f" {one} " in words] == [], row["id"]


def test_its_passages_are_pages_and_say_the_answers() -> None:
    texts = {page.id: page.text for page in bundled_pages().pages}
    for row in ROWS:
        gold = {one.id: one.text for one in example(row["id"]).gold.passages}
        assert gold == {id: texts[id] for id in row["gold_passages"]}, row["id"]
        assert len(set(row["answers"])) == len(row["answers"]) <= 3, row["id"]
        if kind(row["id"]) == "comparison":
            asked = row["question"].lower()
            assert row["answers"] in (["yes"], ["no"]) or row["answers"][0].lower() in asked, row["id"]
            continue
        assert bool(row["answers"]) == (kind(row["id"]) != "none"), row["id"]
        last = texts[row["gold_passages"][-1]]
        assert [answer for answer in row["answers"] if answer not in last] == [], row["id"]


def test_no_first_passage_of_two_gives_the_answer_away() -> None:
    texts = {page.id: page.text for page in bundled_pages().pages}
    told = [
        row["id"]
        for row in ROWS
        if kind(row["id"]) == "bridge" and any(answer in texts[row["gold_passages"][0]] for answer in row["answers"])
    ]
    assert told == []


def test_what_has_no_answer_says_which_page_it_is_about_and_that_it_does_not_suffice() -> None:
    gold = example("none-07").gold
    assert (gold.answers, gold.answerable, gold.evidence_sets) == ((), False, ())
    assert [one.title for one in gold.passages] == ["Brooklyn Bridge"]


def test_the_system_finds_the_passages_of_all_of_them() -> None:
    assert all(isinstance(one.query, OpenQuestion) and one.query.passages is None for one in bundled())


def test_the_set_is_small_as_it_repeats_no_page() -> None:
    assert len(FILE.read_bytes()) < 25_000


def test_it_reads_back_with_the_words_of_its_passages(tmp_path) -> None:
    write_adversarial(tmp_path / "rag.jsonl", bundled(), [])
    assert read(tmp_path / "rag.jsonl").examples == bundled().examples
