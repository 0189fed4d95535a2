"""Data sets in another setting: what a question is asked without, and what is then right."""

import json

import pytest

from stumper.errors import BadData, BadOption
from stumper.loading import load_dataset
from stumper.tasks.rag.files import read, write_adversarial
from stumper.tasks.rag.grouping import groups
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Answer, Passage

PIER = "Ada Thorn built the pier in 1874."
LAMP = "Bo Lind lit the lamp every night."


def question(id, text, *answers, impossible=None):
    known = {} if impossible is None else {"is_impossible": impossible}
    listed = [{"text": answer, "answer_start": start} for answer, start in answers]
    return {"id": id, "question": text, "answers": listed, **known}


@pytest.fixture
def squad(tmp_path):
    paragraphs = [
        {
            "context": PIER,
            "qas": [
                question("q1", "Who built it?", ("Ada Thorn", 0), ("Ada Thorn", 0), ("Thorn", 4), impossible=False)
            ],
        },
        {"context": LAMP, "qas": [question("q2", "Who built the lamp?", impossible=True)]},
    ]
    data = [{"title": "Pier", "paragraphs": paragraphs}]
    path = tmp_path / "squad.json"
    path.write_text(json.dumps({"version": "v2.0", "data": data}))
    return path


def test_a_question_is_asked_without_its_paragraph_which_is_its_gold_passage(squad) -> None:
    data = load_dataset(f"open:{squad}")
    first, _ = data
    assert data.name == "open:squad"
    assert first.id == "q1"
    assert first.query == OpenQuestion("Who built it?")
    assert first.gold.answers == (Answer("Ada Thorn"), Answer("Thorn"))
    assert first.gold.answerable is True
    assert first.gold.evidence_sets == (frozenset({"Pier/0"}),)
    assert first.gold.passages == (Passage("Pier/0", PIER, "Pier"),)


def test_the_paragraph_of_a_question_without_an_answer_is_kept_and_suffices_for_none(squad) -> None:
    _, second = load_dataset(f"open:{squad}")
    assert (second.gold.answers, second.gold.answerable, second.gold.evidence_sets) == ((), False, ())
    assert second.gold.passages == (Passage("Pier/1", LAMP, "Pier"),)


def test_articles_and_paragraphs_are_groups_as_before_also_without_an_answer(squad) -> None:
    found = [groups(example) for example in load_dataset(f"open:{squad}")]
    assert [one["article"] for one in found] == ["Pier", "Pier"]
    assert len({one["passage"] for one in found}) == 2


def test_questions_asked_openly_read_back_from_a_file(squad, tmp_path) -> None:
    data = load_dataset(f"open:{squad}")
    write_adversarial(tmp_path / "open.jsonl", data, [])
    assert read(tmp_path / "open.jsonl").examples == data.examples


def test_the_set_asked_openly_is_another_than_the_set_and_changes_with_it(squad) -> None:
    before = load_dataset(f"open:{squad}").fingerprint
    assert before != load_dataset(str(squad)).fingerprint
    squad.write_text(squad.read_text().replace("1874", "1875"))
    assert load_dataset(f"open:{squad}").fingerprint != before


def test_given_passages_of_open_questions_are_taken_away(tmp_path) -> None:
    path = tmp_path / "given.jsonl"
    pier = {"id": "p", "title": "Pier", "text": PIER}
    row = {"id": "1", "question": "Who built the pier?", "answers": ["Ada Thorn"], "gold_passages": [pier]}
    path.write_text(json.dumps(row | {"passages": [pier, {"id": "l", "text": LAMP}]}))
    [given], [asked] = load_dataset(str(path)), load_dataset(f"open:{path}")
    assert (asked.query, asked.gold) == (OpenQuestion("Who built the pier?"), given.gold)


def test_the_reading_set_can_be_asked_openly_by_name() -> None:
    data = load_dataset("open:reading")
    assert (data.name, len(data)) == ("open:reading", 204)
    assert all(len(example.gold.passages) == 1 for example in data)


@pytest.mark.parametrize("name", ["verification", "quizbowl", "rag"])
def test_what_has_no_passages_cannot_be_asked_without_them(name) -> None:
    with pytest.raises(BadData, match=rf"^{name} holds .* without passages that answer them.*open:reading"):
        load_dataset(f"open:{name}")


def test_open_of_nothing_says_what_it_takes() -> None:
    with pytest.raises(BadOption, match="open:reading, or open:FILE"):
        load_dataset("open:")


def test_variants_are_not_asked_without_the_paragraphs_that_they_were_made_of(squad) -> None:
    document = json.loads(squad.read_text())
    document["data"][0]["paragraphs"].append(
        {"context": PIER + " " + LAMP, "qas": [question("q1-more", "Who built it?", ("Ada Thorn", 0))]}
    )
    squad.write_text(json.dumps(document))
    with pytest.raises(BadData, match=r"holds a variant of its questions.*name the set that they were made of"):
        load_dataset(f"open:{squad}")
