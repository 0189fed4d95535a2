"""Data sets in another setting: what a question is asked without, and what is then right."""

import json

import pytest

from stumper.adversaries.from_file import from_file
from stumper.errors import BadData, BadOption
from stumper.loading import load_dataset, with_map
from stumper.material import Material
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


def test_columns_of_what_is_asked_openly_can_be_said(tmp_path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(f"wer,wo,was\nWho built it?,{PIER},Ada Thorn\n")
    [asked] = load_dataset(with_map(f"open:{path}", ["question=wer,context=wo", "answer=was"]))
    assert (asked.query.text, [one.text for one in asked.gold.passages]) == ("Who built it?", [PIER])


def test_the_reading_set_can_be_asked_openly_by_name() -> None:
    data = load_dataset("open:reading")
    assert (data.name, len(data)) == ("open:reading", 204)
    assert all(len(example.gold.passages) == 1 for example in data)


@pytest.mark.parametrize("name", ["verification", "quizbowl"])
def test_what_has_no_passages_cannot_be_asked_without_them(name) -> None:
    with pytest.raises(BadData, match=rf"^{name} holds .* without passages that answer them.*open:reading"):
        load_dataset(f"open:{name}")


def test_what_is_asked_without_passages_as_it_is_needs_no_open() -> None:
    with pytest.raises(BadData, match=r"^rag holds open questions, which are asked without passages.*Leave out open:"):
        load_dataset("open:rag")


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


@pytest.fixture
def asked(tmp_path):
    """A file of three questions, the last without an answer and without what it is about, and of two variants."""
    pier, lamp = {"id": "p", "title": "Pier", "text": PIER}, {"id": "l", "title": "Lamp", "text": LAMP}
    rows = [
        {"id": "1", "question": "Who built the pier?", "answers": ["Ada Thorn"], "gold_passages": [pier]},
        {"id": "2", "question": "Whose lamp?", "answers": ["Bo Lind"], "gold_passages": [pier, lamp]},
        {"id": "3", "question": "Which lamp broke?", "answers": [], "gold_passages": []},
    ]
    changed = {"added": [{"id": "new", "text": "Cy Moor built it."}], "removed": ["p"], "original_id": "1"}
    rows += [rows[0] | {"id": "v1"} | changed, rows[2] | {"id": "v3", "question": "What broke?", "original_id": "3"}]
    path = tmp_path / "asked.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def read_ids(query):
    return None if query.passages is None else [passage.id for passage in query.passages]


def test_the_oracle_gives_each_question_its_gold_passages_and_one_without_an_answer_the_nearest(asked) -> None:
    data = load_dataset(f"oracle:{asked}")
    assert (data.name, len(data)) == ("oracle:asked", 5)
    assert {example.id: read_ids(example.query) for example in data} == {
        "1": ["p"],
        "2": ["p", "l"],
        "3": ["l"],
        "v1": ["new"],
        "v3": ["l"],
    }
    assert [one.gold for one in data] == [one.gold for one in load_dataset(str(asked))]


def test_in_the_oracle_setting_variants_are_given_what_they_put_in_and_not_what_they_do_without(asked) -> None:
    data = load_dataset(f"oracle:{asked}")
    first, third = data.instances
    assert (read_ids(first.example.query), read_ids(first.perturbation.query)) == (["p"], ["new"])
    assert (first.perturbation.query.added, first.perturbation.query.removed) == ((), ())
    assert (read_ids(third.perturbation.query), third.perturbation.query.text) == (["l"], "What broke?")


def test_a_set_of_variants_is_evaluated_with_gold_passages_given(asked) -> None:
    adversary = from_file(asked)
    material = Material(f"oracle:{asked}", adversary)
    found = adversary.of(material.attacked.examples)
    assert [(one.id, read_ids(one.perturbation.query)) for one in found] == [("v1", ["new"]), ("v3", ["l"])]
    plain = adversary.of(Material(str(asked), adversary).attacked.examples)
    assert [(read_ids(one.perturbation.query), one.perturbation.query.removed) for one in plain] == [
        (None, ("p",)),
        (None, ()),
    ]


def test_a_passage_that_was_edited_in_its_place_is_given_as_it_is_now(tmp_path) -> None:
    lamp = {"id": "l", "text": LAMP}
    row = {"id": "1", "question": "Whose lamp?", "answers": ["Bo Lind"], "gold_passages": [lamp], "passages": [lamp]}
    edited = {"id": "v", "original_id": "1", "passages": [{"id": "l", "text": "Bo Lind lit it, and Cy not."}]}
    path = tmp_path / "asked.jsonl"
    path.write_text(json.dumps(row | {"passages": [{"id": "x", "text": PIER}, lamp]}) + "\n" + json.dumps(row | edited))
    [instance] = load_dataset(f"oracle:{path}").instances
    assert [one.text for one in instance.example.query.passages] == [LAMP]
    assert [one.text for one in instance.perturbation.query.passages] == ["Bo Lind lit it, and Cy not."]


def test_questions_asked_openly_are_given_their_own_paragraphs_again(squad) -> None:
    data = load_dataset(f"oracle:open:{squad}")
    assert data.name == "oracle:open:squad"
    assert [read_ids(example.query) for example in data] == [["Pier/0"], ["Pier/1"]]


def test_the_bundled_questions_are_given_their_pages_and_those_without_an_answer_a_page_about_the_same() -> None:
    given = {example.id: read_ids(example.query) for example in load_dataset("oracle:rag")}
    assert given["bridge-01"] == ["Titanic_-LRB-1997_film-RRB-", "James_Cameron"]
    assert given["none-07"] == ["Brooklyn_Bridge"]


def test_what_nobody_has_the_words_of_cannot_be_given(tmp_path) -> None:
    path = tmp_path / "asked.jsonl"
    path.write_text(json.dumps({"id": "1", "question": "Who?", "answers": ["Ada"], "gold_passages": ["p"]}))
    with pytest.raises(BadData, match=r"asked.jsonl: the question '1' has no passages to give. Write them with their"):
        load_dataset(f"oracle:{path}")


def test_what_seeks_no_evidence_is_given_none() -> None:
    with pytest.raises(BadData, match=r"^reading holds questions, for which no evidence.*claims or open questions"):
        load_dataset("oracle:reading")
