"""Claims beyond FEVER: labels of their own, evidence by what it is; small files of our own making."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from stumper.datasets import open_dataset, opened_dataset, task_of_file
from stumper.datasets.rows import read_rows
from stumper.datasets.wiki_pages import load_store
from stumper.describing import described
from stumper.errors import BadData
from stumper.identity import query_id
from stumper.protocols import Collection
from stumper.retrieval import Index
from stumper.store.documents import example_document, example_of
from stumper.tasks.verification import fever
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.tasks.verification.constraints import opposite
from stumper.tasks.verification.evidence import (
    address,
    can_match,
    evidence_precision,
    finds_evidence,
    has_label,
)
from stumper.tasks.verification.fever_score import score_claims
from stumper.tasks.verification.wire import WIRE
from stumper.types import Answer, Gold, Guess, Prediction
from stumper.victims.evidence import check_gold
from stumper.wire import Reply

AVERITEC = {
    "claim": "The pier was built in 1874.", "label": "Conflicting Evidence/Cherrypicking", "speaker": "A. Thorn",
    "questions": [{"question": "When?", "answers": [
        {"answer": "In 1874.", "answer_type": "Extractive", "source_url": "https://www.example.org/pier/"},
        {"answer": "In 1880.", "answer_type": "Extractive", "source_url": "https://example.net/b?utm_source=x&id=7"},
    ]}],
}  # fmt: skip
SCIFACT = {
    "id": 3, "claim": "Salt preserves piers.", "cited_doc_ids": [99],
    "evidence": {"99": [{"sentences": [2, 4], "label": "CONTRADICT"}, {"sentences": [7], "label": "CONTRADICT"}]},
}  # fmt: skip
VITAMINC = {
    "unique_id": "v_1", "case_id": "v", "claim": "The pier has 9 lamps.", "evidence": "The pier has 12 lamps.",
    "label": "REFUTES", "page": "Pier", "revision_type": "real",
}  # fmt: skip
HOVER = {
    "uid": "h-1", "claim": "The builder of the pier was born in Trab.", "label": "NOT_SUPPORTED", "num_hops": 2,
    "supporting_facts": [["Pier", 0], ["Ada Thorn", 3]], "hpqa_id": "x",
}  # fmt: skip
CLIMATE = {
    "claim_id": "0", "claim": "Piers cool the sea.", "claim_label": "DISPUTED", "evidences": [
        {"evidence_id": "Pier:7", "evidence_label": "SUPPORTS", "article": "Pier", "evidence": "They do.", "votes": []},
        {"evidence_id": "Sea:1", "evidence_label": "NOT_ENOUGH_INFO", "article": "Sea", "evidence": "It is.",
         "votes": []},
    ],
}  # fmt: skip
FOOL = {
    "id": "f1", "text": "Ada Thorn built a pier.", "label": "SUPPORTS", "wikipedia_page": "Ada Thorn",
    "gold_evidence": [{"text": "The pier was built by Ada Thorn.", "section_header": "Life"}],
}  # fmt: skip


def file(folder: Path, *rows: Mapping[str, Any], is_list: bool = False) -> Path:
    path = folder / f"claims.{'json' if is_list else 'jsonl'}"
    path.write_text(json.dumps(rows) if is_list else "".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(
    ("name", "row", "label", "labels", "sets", "by"),
    [
        ("AVeriTeC", AVERITEC, "CONFLICTING EVIDENCE/CHERRYPICKING", 4,
         [{"https://www.example.org/pier/"}, {"https://example.net/b?utm_source=x&id=7"}], "url"),
        ("SciFact", SCIFACT, "REFUTES", 3, [{"99:2", "99:4"}, {"99:7"}], "id"),
        ("VitaminC", VITAMINC, "REFUTES", 3, [], "none"),
        ("HoVer", HOVER, "NOT SUPPORTED", 2, [{"Pier:0", "Ada Thorn:3"}], "id"),
        ("Climate-FEVER", CLIMATE, "DISPUTED", 4, [{"Pier:7"}], "id"),
        ("FoolMeTwice", FOOL, "SUPPORTS", 2, [{"The pier was built by Ada Thorn."}], "text"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_list", [True, False])
def test_published_sets_are_read_as_they_are(
    tmp_path: Path, name: str, row: Mapping[str, Any], label: str, labels: int, sets: Sequence[set[str]], by: str,
    is_list: bool,
) -> None:  # fmt: skip
    path = file(tmp_path, row, is_list=is_list)
    opened = opened_dataset(path)
    [example] = opened.dataset
    assert opened.form is not None
    assert (opened.form.name, task_of_file(path).name) == (name, "verification")  # type: ignore[union-attr]
    assert example.gold.answers == (Answer(label),)
    assert isinstance(example.query, Claim)
    assert (len(example.query.labels), label in example.query.labels) == (labels, True)
    assert list(map(set, example.gold.evidence_sets)) == sets
    assert example.gold.matched_by == by
    assert described(str(path)).format == name


def test_what_scifact_finds_no_evidence_for_has_not_enough_and_what_has_no_label_is_left_out(tmp_path: Path) -> None:
    split = {"99": [{"sentences": [1], "label": "SUPPORT"}], "98": [{"sentences": [1], "label": "CONTRADICT"}]}
    rows = [{**SCIFACT, "id": 1, "evidence": {}}, {**SCIFACT, "id": 2, "evidence": split}, SCIFACT]
    found = opened_dataset(file(tmp_path, *rows))
    assert [example.gold.answers[0].text for example in found.dataset] == ["NOT ENOUGH INFO", "REFUTES"]
    assert found.understood is not None
    assert [(one.reason, one.first) for one in found.understood.left_out] == [("there is no label", 2)]


def test_the_evidence_of_vitaminc_is_given_with_the_claim(tmp_path: Path) -> None:
    [example] = open_dataset(file(tmp_path, VITAMINC))
    assert [passage.text for passage in example.query.evidence] == ["The pier has 12 lamps."]  # type: ignore[attr-defined]
    assert example.groups == (("page", "Pier"),)


def test_fever_is_still_fever(tmp_path: Path) -> None:
    row = {"id": 1, "claim": "It is.", "label": "SUPPORTS", "evidence": [[[1, 1, "Pier", 0]]]}
    found = opened_dataset(file(tmp_path, row))
    assert found.form is not None
    assert found.form.name == "FEVER"


def test_claims_with_evidence_in_words_are_rows(tmp_path: Path) -> None:
    """Seen: they were refused as FEVER's, whose evidence is a list of lists."""
    [example] = open_dataset(file(tmp_path, {"claim": "It is.", "label": "true", "evidence": "It is, they say."}))
    assert example.gold == Gold((Answer("SUPPORTS"),), matched_by="none")


@pytest.mark.parametrize(
    ("evidence", "by", "sets"),
    [
        ("https://example.org/a", "url", [{"https://example.org/a"}]),
        (["https://example.org/a", "https://example.org/b"], "url", [{"https://example.org/a"}, {"https://example.org/b"}]),
        ("Pier:3", "id", [{"Pier:3"}]),
        ([["Pier:3", "Sea:1"]], "id", [{"Pier:3", "Sea:1"}]),
    ],
)  # fmt: skip
def test_evidence_of_rows_is_matched_by_what_it_is(evidence: object, by: str, sets: Sequence[set[str]]) -> None:
    [example] = read_rows([{"claim": "It is.", "label": "true", "evidence": evidence}]).dataset
    assert (example.gold.matched_by, list(map(set, example.gold.evidence_sets))) == (by, sets)


def test_a_rule_is_named() -> None:
    row = {"claim": "It is.", "label": "true", "evidence": "It is, they say.", "evidence_matched_by": "text"}
    [example] = read_rows([row]).dataset
    assert example.gold.matched_by == "text"
    with pytest.raises(BadData, match="evidence is matched by id, url, text, none: 'magic'"):
        read_rows([{**row, "evidence_matched_by": "magic"}])


def gold(*wanted: str, by: Any) -> Gold:
    return Gold((Answer("SUPPORTS"),), evidence_sets=(frozenset(wanted),), matched_by=by)


@pytest.mark.parametrize(
    ("right", "cited", "finds", "matches"),
    [
        (gold("https://www.example.org/pier/", by="url"), ["http://example.org/pier#top"], True, True),
        (gold("https://example.org/pier", by="url"), ["https://example.org/other"], False, True),
        (gold("https://example.org/pier", by="url"), ["Pier:3"], False, False),
        (gold("Pier:3", by="id"), ["https://example.org/pier:80"], False, False),
        (gold("Pier:3", by="id"), ["Pier:3"], True, True),
        (gold("The pier was built by Ada.", by="text"), ["They say the pier was built by Ada, in 1874."], True, True),
        (gold("The pier was built by Ada.", by="text"), ["Ada"], False, True),
        (gold("The pier was built by Ada.", by="text"), ["Pier:3", "https://example.org/pier"], False, False),
        (Gold((Answer("SUPPORTS"),), matched_by="none"), ["https://example.org"], True, False),
    ],
)
def test_evidence_is_matched_by_its_rule(right: Gold, cited: Sequence[str], finds: bool, matches: bool) -> None:
    assert (finds_evidence(right, cited), can_match(right, cited)) == (finds, matches)


def test_an_address_is_what_leads_to_one_page() -> None:
    every = ["https://www.Example.org/a/?utm_source=x&b=2", "http://example.org/a?b=2#top",
             "https://web.archive.org/web/2020/https://example.org/a?b=2"]  # fmt: skip
    assert len({address(one) for one in every}) == 1


def named(*scores: Any) -> set[str]:
    return {score.name for score in scores}


def test_whoever_cites_addresses_where_sentences_are_named_is_scored_by_its_labels() -> None:
    """Seen: a system that cites addresses got a FEVER score of 0, and every attack on it a raw potency of 100."""
    [example] = read_rows([{"claim": "It is.", "label": "true", "evidence": "Pier:3"}]).dataset
    right = (Guess("SUPPORTS", None),)
    scores = score_claims({example.id: Prediction(right, None, ("https://example.org/pier",))}, [example])
    assert named(*scores) == {"accuracy"}
    assert [(score.value, "evidence:unmatched" in score.signature) for score in scores] == [(1.0, True)]
    matched = score_claims({example.id: Prediction(right, None, ("Pier:3",))}, [example])
    assert {"fever_score", "evidence_f1"} <= named(*matched)


def test_labels_of_a_set_are_its_choices_and_fevers_may_be_said() -> None:
    hover, plain = Claim("It is.", labels=("SUPPORTS", "NOT SUPPORTED")), Claim("It is.")
    assert WIRE.choices(hover) == ("SUPPORTS", "NOT SUPPORTED", "REFUTES", "NOT ENOUGH INFO")
    assert WIRE.choices(plain) == LABELS
    assert WIRE.named(plain, "not_supported") == "NOT SUPPORTED"
    own = Claim("It is.", labels=("RIGHT", "Half_wrong", "WRONG"))
    assert [WIRE.named(own, said) for said in ("right", "half wrong", "wrong")] == ["RIGHT", "Half_wrong", "WRONG"]
    assert WIRE.named(plain, "wrong") == "REFUTES"
    right = Gold((Answer("NOT SUPPORTED"),))
    assert [has_label(right, said) for said in ("NOT SUPPORTED", "REFUTES", "NOT ENOUGH INFO", "SUPPORTS")] == [
        True, True, True, False,
    ]  # fmt: skip


def test_a_query_with_labels_of_its_own_is_another_and_is_kept(tmp_path: Path) -> None:
    dataset = open_dataset(file(tmp_path, HOVER))
    [example] = dataset
    assert query_id(example.query) != query_id(Claim(example.query.text))
    assert example_of(example.id, example_document(example)) == example
    assert WIRE.from_json(json.loads(json.dumps(WIRE.to_json(example.query)))) == example.query


@pytest.mark.parametrize("row", [AVERITEC, HOVER, FOOL, CLIMATE, VITAMINC])
def test_a_set_that_is_written_reads_back(tmp_path: Path, row: Mapping[str, Any]) -> None:
    dataset: Collection = open_dataset(file(tmp_path, row))
    assert isinstance(dataset, fever.Fever)
    fever.write_adversarial(tmp_path / "set.jsonl", dataset, [])
    assert fever.read(tmp_path / "set.jsonl").examples == dataset.examples


def test_a_negation_has_the_label_of_the_set() -> None:
    two = read_rows([{"claim": "It is.", "label": "SUPPORTED"}, {"claim": "It was.", "label": "NOT_SUPPORTED"}]).dataset
    assert [opposite(example) for example in two] == ["NOT SUPPORTED", None]


@pytest.mark.parametrize(
    ("reply", "label"),
    [("Not supported.", "NOT SUPPORTED"), ("Supported", "SUPPORTS"), ("It is NOT_SUPPORTED by it.", "NOT SUPPORTED")],
)
def test_a_language_model_says_a_label_of_the_set(reply: str, label: str) -> None:
    claim = Claim("It is.", labels=("SUPPORTS", "NOT SUPPORTED"))
    said = WIRE.reply(claim, Reply(reply))
    assert said is not None
    assert said.guesses[0].answer == label
    assert "SUPPORTS, NOT SUPPORTED" in WIRE.templates[WIRE.template(claim)].replace(
        "{labels}", WIRE.texts(claim)["labels"]
    )


def test_pages_that_a_set_names_as_wikipedia_shows_them_are_found_in_the_dumps_spelling(tmp_path: Path) -> None:
    """HoVer's names have spaces and brackets, where FEVER's dump has signs of its own."""
    row = {**HOVER, "supporting_facts": [["Pier", 0], ["Ada Thorn (builder)", 3]]}
    [example] = open_dataset(file(tmp_path, row))
    pages = tmp_path / "pages.jsonl"
    lines = [{"id": "Pier", "text": "", "lines": "0\tThe pier was built by Ada Thorn."},
             {"id": "Ada_Thorn_-LRB-builder-RRB-", "text": "", "lines": "3\tShe was born in Trab."}]  # fmt: skip
    pages.write_text("\n".join(map(json.dumps, lines)))
    check_gold([example], str(pages), "tfidf-da")
    store = load_store(pages)
    assert store.sentence("Ada Thorn (builder):3").text == "She was born in Trab."
    assert "Ada Thorn (builder):3" in store
    assert "Ada Thorn (actor):3" not in store
    index = Index.build(store.pages)
    Index.build(store.pages, tmp_path / "index")
    check_gold([example], str(tmp_path / "index"), "tfidf-da")
    assert index.passage("Ada Thorn (builder):3") is not None
    cited = ("Pier:0", "Ada_Thorn_-LRB-builder-RRB-:3")
    assert finds_evidence(example.gold, cited)
    assert evidence_precision(example.gold, cited) == 1.0
    assert not finds_evidence(example.gold, ("Pier:0", "Ada_Thorn:3"))
    with pytest.raises(BadData, match="names the page 'Ada Thorn'"):
        check_gold([next(iter(open_dataset(file(tmp_path, HOVER))))], str(pages), "tfidf-da")
