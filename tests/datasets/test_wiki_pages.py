import gzip
import json
from pathlib import Path

import pytest

from stumper.datasets.wiki_pages import (
    Page,
    PageStore,
    Sentence,
    bundled_pages,
    load_store,
    parted,
    read_pages,
    readable,
    readable_title,
    sentence_id,
)
from stumper.errors import BadData

LIGHTHOUSE = {
    "id": "Skerry_-LRB-lighthouse-RRB-",
    "text": "Skerry is a lighthouse . It has a red lamp .",
    "lines": "0\tSkerry -LRB- the rock -RRB- is a lighthouse .\tlighthouse\tLighthouse\trock\tSkerry_-LRB-rock-RRB-\n"
    "1\t\n2\tIt has a red lamp .",
}


def written(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def error_of(path: Path) -> str:
    with pytest.raises(BadData) as caught:
        list(read_pages(path))
    return str(caught.value)


def test_page_has_its_sentences_by_their_numbers_without_empty_lines(tmp_path: Path) -> None:
    [page] = read_pages(written(tmp_path / "pages.jsonl", LIGHTHOUSE))
    assert [(sentence.line, sentence.text) for sentence in page.sentences] == [
        (0, "Skerry ( the rock ) is a lighthouse ."),
        (2, "It has a red lamp ."),
    ]
    assert page.sentences[0].links == ("Lighthouse", "Skerry_-LRB-rock-RRB-")
    assert page.text == "Skerry ( the rock ) is a lighthouse . It has a red lamp ."


def test_id_stays_as_the_dump_spells_it_and_the_title_is_readable(tmp_path: Path) -> None:
    [page] = read_pages(written(tmp_path / "pages.jsonl", LIGHTHOUSE))
    assert page.id == "Skerry_-LRB-lighthouse-RRB-"
    assert page.title == "Skerry (lighthouse)"
    assert page.sentences[1].id == "Skerry_-LRB-lighthouse-RRB-:2"


def test_tokens_for_brackets_colons_and_quotes_are_decoded() -> None:
    assert readable("-LRB- a -RRB- -LSB- b -RSB- -LCB- c -RCB- x -COLON- `` d ''") == '( a ) [ b ] { c } x : " d "'
    assert readable_title("Tides-COLON-_Part_2_-LRB-song-RRB-") == "Tides: Part 2 (song)"


def test_sentence_as_a_passage_has_its_id_and_its_page() -> None:
    passage = Sentence("Red_Lamp", 4, "It is red .").passage
    assert (passage.id, passage.text, passage.title) == ("Red_Lamp:4", "It is red .", "Red_Lamp")


def test_sentence_id_is_parted_at_its_last_colon() -> None:
    assert parted(sentence_id("Tides:_Part_2", 13)) == ("Tides:_Part_2", 13)


@pytest.mark.parametrize("id", ["", "Skerry", "Skerry:", ":3", "Skerry:x", "Skerry:-1"])
def test_what_is_no_sentence_id_is_said(id: str) -> None:
    with pytest.raises(BadData, match="is no sentence id"):
        parted(id)


def test_folder_is_read_in_the_order_of_its_names(tmp_path: Path) -> None:
    record = {"id": "B", "text": "", "lines": "0\tb"}
    (tmp_path / "wiki-002.jsonl.gz").write_bytes(gzip.compress((json.dumps(record) + "\n").encode()))
    written(tmp_path / "wiki-001.jsonl", {"id": "A", "text": "", "lines": "0\ta"})
    (tmp_path / "notes.txt").write_text("no page", encoding="utf-8")
    assert [page.id for page in read_pages(tmp_path)] == ["A", "B"]


def test_empty_record_of_the_dump_is_no_page(tmp_path: Path) -> None:
    path = written(tmp_path / "pages.jsonl", {"id": "", "text": "", "lines": ""}, LIGHTHOUSE)
    assert len(list(read_pages(path))) == 1


def test_page_without_sentences_is_a_page(tmp_path: Path) -> None:
    [page] = read_pages(written(tmp_path / "pages.jsonl", {"id": "Blank", "text": "", "lines": ""}))
    assert page == Page("Blank", ())


def test_line_break_within_a_sentence_does_not_end_it(tmp_path: Path) -> None:
    record = {"id": "Verse", "text": "", "lines": "0\tRoses are\nred .\n1\tThat is all ."}
    [page] = read_pages(written(tmp_path / "pages.jsonl", record))
    assert [sentence.text for sentence in page.sentences] == ["Roses are red .", "That is all ."]


def test_number_behind_a_line_break_within_a_sentence_is_no_new_line(tmp_path: Path) -> None:
    record = {"id": "Year", "text": "", "lines": "0\tIt began in\n1990\tYear\tYear\n1\tThat is all .\n4\tNo , this ."}
    [page] = read_pages(written(tmp_path / "pages.jsonl", record))
    assert [(sentence.line, sentence.text) for sentence in page.sentences] == [
        (0, "It began in 1990"),
        (1, "That is all ."),
        (4, "No , this ."),
    ]


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ([1], "a JSON list, not an object"),
        ({"text": "", "lines": ""}, "'id' is missing"),
        ({"id": 7, "lines": ""}, "'id' is no text"),
        ({"id": "A", "text": "a"}, "'lines' is missing"),
        ({"id": "", "lines": "0\ta"}, "the id is empty"),
        ({"id": "A", "lines": "a sentence"}, "not with a number and a tab"),
        ({"id": "A", "lines": "1\ta\n1\tb"}, "line 1 of 'A' comes after line 1"),
    ],
)
def test_broken_record_is_named_with_file_and_line(tmp_path: Path, record: object, problem: str) -> None:
    path = written(tmp_path / "pages.jsonl", LIGHTHOUSE, record)
    said = error_of(path)
    assert said.startswith(f"{path}, line 2: ")
    assert problem in said


def test_line_that_is_no_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text('\n{"id": "A"', encoding="utf-8")
    assert error_of(path).startswith(f"{path}, line 2: not valid JSON")


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_bytes(b'{"id": "\xff"}\n')
    assert error_of(path).startswith(f"{path}, line 1: not UTF-8")


def test_missing_file_empty_folder_and_damaged_archive_are_said(tmp_path: Path) -> None:
    assert "There is no file" in error_of(tmp_path / "none.jsonl")
    assert "holds no .jsonl" in error_of(tmp_path)
    damaged = tmp_path / "pages.jsonl.gz"
    damaged.write_bytes(gzip.compress(json.dumps(LIGHTHOUSE).encode())[:-12])
    assert "is cut off" in error_of(damaged)


def test_store_finds_pages_and_sentences(tmp_path: Path) -> None:
    store = load_store(written(tmp_path / "pages.jsonl", LIGHTHOUSE))
    assert store.page(str(LIGHTHOUSE["id"])).title == "Skerry (lighthouse)"
    assert store.sentence("Skerry_-LRB-lighthouse-RRB-:2").text == "It has a red lamp ."
    assert "Skerry_-LRB-lighthouse-RRB-:2" in store
    assert "Skerry_-LRB-lighthouse-RRB-:1" not in store


def test_store_says_what_it_does_not_have(tmp_path: Path) -> None:
    store = PageStore((Page("A", (Sentence("A", 0, "a"),)),))
    with pytest.raises(BadData, match="No page is called 'B'"):
        store.sentence("B:0")
    with pytest.raises(BadData, match="'A' has no sentence 3"):
        store.sentence("A:3")


def test_store_refuses_no_pages_and_two_of_one_id(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="holds no pages"):
        load_store(written(tmp_path / "empty.jsonl"))
    with pytest.raises(BadData, match="occurs twice"):
        load_store(written(tmp_path / "twice.jsonl", LIGHTHOUSE, LIGHTHOUSE))


def test_bundled_pages_are_many_and_have_sentences() -> None:
    pages = bundled_pages().pages
    assert len(pages) > 40
    assert all(page.sentences for page in pages)
