"""The verification set that ships with the package: its claims and pages fit together, and its labels are even."""

import json
import re
from collections import Counter
from importlib.resources import files
from typing import Any, cast

import pytest

from stumper.datasets.wiki_pages import bundled_pages
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import bundled as bundled_reading
from stumper.tasks.verification.claim import LABELS
from stumper.tasks.verification.fever import bundled

Record = dict[str, Any]

SHAPES = {
    "born": r" born (?:in|on) ",
    "died": r" (?:died|die) (?:in|on) ",
    "directed": r" directed by ",
    "starred": r" (?:starred|stars) (?:as .+ )?in ",
    "American": r"^[^,]+ (?:is|was)(?: not)? an American ",
    "located": r" located (?:in|near) ",
    "released": r" released (?:in|before) ",
    "is a": r"^.+? (?:is|was)(?: also| once)? (?:an?|both an?|the|one of the) ",
}
NEGATION = r"\b(?:not|never|no)\b"


def records(name: str) -> list[Record]:
    text = (files("stumper.datasets") / "bundled" / name).read_text(encoding="utf-8")
    return [cast(Record, json.loads(line)) for line in text.splitlines()]


CLAIMS = records("verification.jsonl")
PAGES = {page["id"]: page for page in records("verification-pages.jsonl")}


def shape(claim: str) -> str:
    return next((name for name, pattern in SHAPES.items() if re.search(pattern, claim)), "other")


def having(pattern: str) -> Counter[str]:
    return Counter(record["label"] for record in CLAIMS if re.search(pattern, record["claim"], re.IGNORECASE))


def test_the_labels_are_even_and_no_claim_occurs_twice() -> None:
    assert Counter(record["label"] for record in CLAIMS) == dict.fromkeys(LABELS, 90)
    assert [record["id"] for record in CLAIMS] == list(range(1, 271))
    assert len({record["claim"].casefold() for record in CLAIMS}) == len(CLAIMS)


def test_a_claim_is_one_short_sentence_with_evidence_as_its_label_says() -> None:
    for record in CLAIMS:
        assert set(record) == {"id", "verifiable", "label", "claim", "evidence"}, record["id"]
        assert record["claim"][0].isupper(), record["id"]
        assert record["claim"].endswith("."), record["id"]
        assert record["claim"] == " ".join(record["claim"].split()), record["id"]
        assert 5 <= len(record["claim"].split()) <= 14, record["id"]
        places = [(page, line) for group in record["evidence"] for _, _, page, line in group]
        if record["label"] == "NOT ENOUGH INFO":
            assert record["verifiable"] == "NOT VERIFIABLE", record["id"]
            assert places == [(None, None)], record["id"]
        else:
            assert record["verifiable"] == "VERIFIABLE", record["id"]
            for page, line in places:
                assert PAGES[page]["lines"].split("\n")[line].startswith(f"{line}\t"), record["id"]
            groups = [frozenset((page, line) for _, _, page, line in group) for group in record["evidence"]]
            pairs = [(one, other) for i, one in enumerate(groups) for j, other in enumerate(groups) if i != j]
            assert not any(one <= other for one, other in pairs), record["id"]


def test_annotation_and_evidence_ids_are_unique() -> None:
    groups = [group for record in CLAIMS for group in record["evidence"]]
    annotations = [{annotation for annotation, *_ in group} for group in groups]
    assert all(len(ids) == 1 for ids in annotations)
    assert len(frozenset[int]().union(*annotations)) == len(groups)
    evidence = {next(iter(group))[1] for group in groups if next(iter(group))[1] is not None}
    assert len(evidence) == sum(next(iter(group))[1] is not None for group in groups)


def test_pages_number_all_their_sentences_from_zero() -> None:
    assert len(PAGES) == len(records("verification-pages.jsonl")) >= 47
    for id, page in PAGES.items():
        assert set(page) == {"id", "text", "lines"}
        assert not re.search(r"[ ()]", id)
        parts = [line.split("\t") for line in page["lines"].split("\n")]
        assert [int(number) for number, _ in parts] == list(range(len(parts)))
        assert len(parts) >= 3
        assert all(text == text.strip() != "" for _, text in parts)
        assert page["text"] == " ".join(text for _, text in parts)


def test_every_article_of_the_reading_set_is_a_page_word_for_word() -> None:
    articles: dict[str, list[str]] = {}
    for example in bundled_reading():
        assert isinstance(example.query, Question)
        context = example.query.context
        paragraphs = articles.setdefault(context.title, [])
        if context.text not in paragraphs:
            paragraphs.append(context.text)
    assert len(articles) == 17
    for title, paragraphs in articles.items():
        id = title.replace(" ", "_").replace("(", "-LRB-").replace(")", "-RRB-")
        assert PAGES[id]["text"] == " ".join(paragraphs)


def test_every_page_decides_some_claim() -> None:
    deciding = {page for record in CLAIMS for group in record["evidence"] for _, _, page, _ in group}
    assert deciding - {None} == set(PAGES)


@pytest.mark.parametrize("name", [*SHAPES, "other"])
def test_every_shape_of_claim_has_every_label(name: str) -> None:
    counts = Counter(record["label"] for record in CLAIMS if shape(record["claim"]) == name)
    assert set(counts) == set(LABELS)
    assert min(counts.values()) >= 7
    assert max(counts.values()) - min(counts.values()) <= 1


def test_negation_occurs_under_every_label() -> None:
    counts = having(NEGATION)
    assert min(counts[label] for label in LABELS) >= 5
    assert counts["REFUTES"] <= 0.45 * counts.total()


def test_some_claims_need_two_sentences() -> None:
    groups = [record["evidence"] for record in CLAIMS if record["label"] != "NOT ENOUGH INFO"]
    assert sum(all(len(group) > 1 for group in evidence) for evidence in groups) >= 12
    assert sum(len(evidence) > 1 for evidence in groups) >= 20


def test_the_readers_find_every_sentence_of_evidence() -> None:
    dataset, pages = bundled(), bundled_pages()
    assert len(dataset) == len(CLAIMS)
    for example in dataset:
        assert all(sentence in pages for group in example.gold.evidence_sets for sentence in group), example.id
