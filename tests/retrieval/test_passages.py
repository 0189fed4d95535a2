"""Passages are found as BM25 ranks them, and what a question adds or takes away counts as if the index were so."""

from math import log
from pathlib import Path

import pytest

from stumper.errors import BadData, BadOutput
from stumper.retrieval.bm25 import LENGTHS, kept_length, weight
from stumper.retrieval.fulltext import Term
from stumper.retrieval.passages import PassageIndex, score
from stumper.types import Passage

RIVERS = (
    Passage("Velm/0", "The Velm is a river in the north of Harrow.", "Velm"),
    Passage("Velm/1", "It rises near Tarn and ends in a lake.", "Velm"),
    Passage("Oslo/0", "Oslo has a harbour. No river of note runs through it.", "Oslo"),
    Passage("Tarn/0", "Tarn is a town of millers.", "Tarn"),
)


@pytest.fixture(scope="module")
def index() -> PassageIndex:
    return PassageIndex.build(RIVERS)


def ids(index: PassageIndex, question: str, k: int = 5, added=(), removed=()) -> list[str]:
    return [one.passage.id for one in index.search(question, k, added, removed)]


def test_passages_are_found_by_their_words_and_titles(index) -> None:
    assert ids(index, "Which river is the Velm?") == ["Velm/0", "Velm/1", "Oslo/0"]
    assert ids(index, "Which river is the Velm?", k=1) == ["Velm/0"]


def test_nothing_is_found_for_words_that_no_passage_has(index) -> None:
    assert ids(index, "zebras?") == []
    assert ids(index, "?!") == []
    assert ids(index, "") == []


def test_a_score_is_what_bm25_says() -> None:
    index = PassageIndex.build([Passage("a", "cat dog"), Passage("b", "dog dog bird fish")])
    [a, b] = sorted(index.search("the dog", 5), key=lambda one: one.passage.id)
    idf = log(1 + 0.5 / 2.5)  # two passages, and both have it; three terms on average
    assert a.score == pytest.approx(2.2 * idf / (1 + 1.2 * (0.25 + 0.75 * 2 / 3)), abs=1e-4)
    assert b.score == pytest.approx(2.2 * idf * 2 / (2 + 1.2 * (0.25 + 0.75 * 4 / 3)), abs=1e-4)
    assert weight(2, 2) == pytest.approx(2.2 * idf)


def test_long_passages_count_as_long_as_tantivy_keeps_their_lengths() -> None:
    assert [kept_length(length) for length in (0, 23, 39, 41, 56, 59, 60, 127, 128)] == [
        0, 23, 39, 40, 56, 56, 60, 120, 128
    ]  # fmt: skip
    assert len(LENGTHS) == 256
    lengths = [*range(1, 330, 7), *range(330, 5000, 397)]
    index = PassageIndex.build(Passage(str(n), " ".join(["velm", *["x"] * (n - 1)])) for n in lengths)
    weighing = index.weighing("velm")
    for value, address in index.words.searcher.search(index.words.query([Term("text", "velm")]), 999).hits:
        [number] = index.words.searcher.fast_field_values("number", [address])
        assert weighing.score(index.texts[int(number)]) == pytest.approx(value, rel=1e-5)


def test_the_overlay_scores_a_passage_of_the_index_as_tantivy_does(index) -> None:
    for question in ("Which river is the Velm?", "a town near a lake", "harbour river river Oslo"):
        weighing = index.weighing(question)
        query = index.words.query([Term("text", term) for term in weighing.weights])
        hits = index.words.searcher.search(query, 9).hits
        assert hits
        for value, address in hits:
            [number] = index.words.searcher.fast_field_values("number", [address])
            assert score(weighing, RIVERS[int(number)]) == pytest.approx(value, abs=1e-4)


def test_an_added_passage_ranks_where_its_twin_does(index) -> None:
    [best, *_] = index.search("Which river is the Velm?", 1)
    twin = Passage("A twin", RIVERS[0].text, RIVERS[0].title)
    found = index.search("Which river is the Velm?", 2, [twin])
    assert [(one.passage.id, one.score) for one in found] == [("A twin", best.score), ("Velm/0", best.score)]


def test_an_added_passage_that_shares_no_word_is_not_found(index) -> None:
    assert ids(index, "Tarn?", added=[Passage("new", "Zebras graze.")]) == ["Tarn/0", "Velm/1"]


def test_words_that_only_an_added_passage_has_find_it(index) -> None:
    assert ids(index, "zebras?", added=[Passage("new", "Zebras graze.")]) == ["new"]


def test_what_is_removed_gives_its_place_to_the_next(index) -> None:
    assert ids(index, "Which river is the Velm?", 2, removed=["Velm/0"]) == ["Velm/1", "Oslo/0"]
    assert ids(index, "Which river is the Velm?", 2, removed=["unknown"]) == ["Velm/0", "Velm/1"]


def test_removing_a_passage_changes_no_score_of_another(index) -> None:
    before = {one.passage.id: one.score for one in index.search("river Velm", 5)}
    after = {one.passage.id: one.score for one in index.search("river Velm", 5, removed=["Velm/0"])}
    assert after == {id: value for id, value in before.items() if id != "Velm/0"}


def test_an_added_passage_stands_in_the_place_of_one_of_its_id(index) -> None:
    edited = Passage("Velm/0", "The Velm is a river in the south of Harrow.", "Velm")
    [best, *_] = index.search("Which river is the Velm?", 5, [edited])
    assert best.passage == edited
    assert ids(index, "Which river is the Velm?", added=[edited]) == ["Velm/0", "Velm/1", "Oslo/0"]


def test_a_search_leaves_the_index_as_it_was(index) -> None:
    before = ids(index, "river"), len(index), index.fingerprint
    index.search("river", 5, [Passage("new", "A river, a river.")], ["Velm/0"])
    assert (ids(index, "river"), len(index), index.fingerprint) == before


def test_equals_are_in_the_order_of_their_ids_however_they_were_indexed() -> None:
    same = [Passage(id, "A river.") for id in "dbac"]
    for passages in (same, same[::-1]):
        assert ids(PassageIndex.build(passages), "river", 3) == ["a", "b", "c"]
    many = [Passage(f"{number:03}", "A river.") for number in range(60, 0, -1)]
    assert ids(PassageIndex.build(many), "river", 3) == ["001", "002", "003"]


def test_passages_are_given_back_by_id_and_in_order(index) -> None:
    assert index.passage("Oslo/0") == RIVERS[2]
    assert index.passage("Oslo/1") is None
    assert "Velm/1" in index
    assert "velm/1" not in index
    assert tuple(index) == RIVERS


def test_the_fingerprint_is_of_the_passages() -> None:
    fingerprints = {PassageIndex.build(each).fingerprint for each in (RIVERS, RIVERS[:3], RIVERS[::-1])}
    assert len(fingerprints) == 3
    assert PassageIndex.build(RIVERS).fingerprint in fingerprints


def test_an_index_in_a_folder_finds_what_one_in_memory_does(index, tmp_path: Path) -> None:
    PassageIndex.build(RIVERS, tmp_path / "index")
    opened = PassageIndex.open(tmp_path / "index")
    assert opened.search("Which river is the Velm?", 5) == index.search("Which river is the Velm?", 5)
    assert opened.fingerprint == index.fingerprint
    with pytest.raises(BadOutput, match="exists already"):
        PassageIndex.build(RIVERS, tmp_path / "index")


def test_a_damaged_folder_is_told(tmp_path: Path) -> None:
    PassageIndex.build(RIVERS, tmp_path / "index")
    file = tmp_path / "index" / "texts.bin"
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(BadData, match=r"index: the index is damaged \(texts.bin has \d+ bytes, not \d+\)\. Build it"):
        PassageIndex.open(tmp_path / "index")


def test_a_folder_of_another_version_is_told(tmp_path: Path) -> None:
    (tmp_path / "passages.json").write_text('{"format": "stumper passages", "version": 0}')
    with pytest.raises(BadData, match=r"holds no index of passages of version 1. Build it again."):
        PassageIndex.open(tmp_path)


@pytest.mark.parametrize(
    ("passages", "said"),
    [
        ([], "There are no passages to index. Give at least one."),
        ([RIVERS[0], RIVERS[1], RIVERS[0]], "Two passages have the id 'Velm/0'. Give each its own."),
    ],
)
def test_what_cannot_be_indexed_is_told(passages, said) -> None:
    with pytest.raises(BadData) as raised:
        PassageIndex.build(passages)
    assert str(raised.value) == said
