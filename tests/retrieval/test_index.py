"""What an index finds, whether it lies in memory or in a folder, and what it refuses."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from stumper.datasets.wiki_pages import Page, Sentence, bundled_pages
from stumper.errors import BadData, BadOption, BadOutput
from stumper.retrieval import Index, Ranking, bundled_index, written
from stumper.types import Passage

BOTH = pytest.mark.parametrize("ranking", ["tfidf", "bm25"])
CLAIM = "Harbour Nights was directed by a woman called Ines Okafor."


def page(id: str, *texts: str) -> Page:
    return Page(id, tuple(Sentence(id, line, text) for line, text in enumerate(texts)))


FILM = page(
    "Harbour_Nights_-LRB-film-RRB-",
    "Harbour Nights is a 1998 drama film .",
    "Ines Okafor directed it in eleven days .",
    "It was well received .",
)
DIRECTOR = page("Ines_Okafor", "Ines Okafor is a director .", "She was born in Lagos .")
HARBOUR = page("Harbour", "A harbour is a place where ships are safe at night .")
OTHERS = [page(f"Hill_{i:02}", f"Hill number {i} is covered with grass .", "Sheep live there .") for i in range(30)]
PAGES = [FILM, DIRECTOR, HARBOUR, *OTHERS]


@pytest.fixture(scope="module")
def index() -> Index:
    return Index.build(PAGES)


def ids(index: Index, claim: str, ranking: Ranking, k: int = 5) -> list[str]:
    return [found.id for found in index.pages(claim, k, ranking)]


@BOTH
def test_page_that_the_claim_names_comes_first(index: Index, ranking: Ranking) -> None:
    assert ids(index, CLAIM, ranking)[:2] == [FILM.id, DIRECTOR.id]


@BOTH
def test_page_that_shares_no_word_with_the_claim_is_not_found(index: Index, ranking: Ranking) -> None:
    assert set(ids(index, CLAIM, ranking, k=50)) == {FILM.id, DIRECTOR.id, HARBOUR.id}
    assert index.pages("Quartz vibrates.", ranking=ranking) == ()
    assert index.sentences("Quartz vibrates.", ranking=ranking) == ()


def test_pages_are_linked_by_names_alone(index: Index) -> None:
    assert {found.page for found in index.linked_sentences("Ines Okafor drained a harbour.")} == {DIRECTOR.id}
    assert index.linked_sentences("The harbour was drained at nights.") == ()
    best = index.linked_sentences(CLAIM, k=9)
    assert list(dict.fromkeys(found.page for found in best)) == [FILM.id, DIRECTOR.id, HARBOUR.id]


def test_a_page_is_linked_by_a_part_of_its_name_after_those_that_are_named_whole(index: Index) -> None:
    assert {found.page for found in index.linked_sentences("Okafor is a director.")} == {DIRECTOR.id}


@BOTH
def test_sentence_that_says_it_comes_first_with_all_that_is_known_of_it(index: Index, ranking: Ranking) -> None:
    best, *rest = index.sentences(CLAIM, k=3, ranking=ranking)
    assert (best.page, best.line, best.id) == (FILM.id, 1, f"{FILM.id}:1")
    assert best.text == "Ines Okafor directed it in eleven days ."
    assert best.passage == Passage(f"{FILM.id}:1", best.text, FILM.id)
    assert len(rest) == 2
    assert best.score >= rest[0].score >= rest[1].score


@BOTH
def test_highlights_are_the_claims_words_in_the_sentence_inflected_or_not(index: Index, ranking: Ranking) -> None:
    found = index.sentences("Who directs Ínes Okafor's films in days?", ranking=ranking)
    [sentence] = [sentence for sentence in found if sentence.id == f"{FILM.id}:1"]
    assert [stretch.text for stretch in sentence.highlights] == ["Ines", "Okafor", "directed", "days"]
    for stretch in sentence.highlights:
        assert sentence.text[stretch.start : stretch.end] == stretch.text


def test_highlights_stand_at_characters_where_letters_are_several_bytes() -> None:
    [found] = Index.build([page("Ørsted", "Ørsted — à Ærø — sailed .")]).sentences("Did Ørsted sail?", k=1)
    assert [(stretch.text, stretch.start) for stretch in found.highlights] == [("Ørsted", 0), ("sailed", 17)]


@BOTH
def test_index_in_a_folder_finds_the_same_as_one_in_memory(index: Index, ranking: Ranking, tmp_path: Path) -> None:
    built = Index.build(iter(PAGES), tmp_path / "index")
    opened = Index.open(tmp_path / "index")
    for other in (built, opened):
        assert other.pages(CLAIM, ranking=ranking) == index.pages(CLAIM, ranking=ranking)
        assert other.sentences(CLAIM, ranking=ranking) == index.sentences(CLAIM, ranking=ranking)
        assert other.fingerprint == index.fingerprint
        assert len(other) == len(PAGES)


@BOTH
def test_order_of_the_pages_changes_no_result(index: Index, ranking: Ranking) -> None:
    turned = Index.build(reversed(PAGES))
    for claim in (CLAIM, "Hills have grass and sheep.", "Sheep live there."):
        assert turned.pages(claim, ranking=ranking) == index.pages(claim, ranking=ranking)
        assert turned.sentences(claim, ranking=ranking) == index.sentences(claim, ranking=ranking)


def test_fingerprint_tells_other_pages() -> None:
    one, other = page("A", "It is one ."), page("A", "It is two .")
    assert Index.build([one]).fingerprint != Index.build([other]).fingerprint


@BOTH
def test_equals_are_in_the_order_of_their_ids(ranking: Ranking) -> None:
    twins = [page(f"Twin_{letter}x", "The tower leans .") for letter in "hbfdagcezyxwvutsrqponmlkji"]
    found = Index.build([*twins, *OTHERS]).sentences("A tower leans.", k=3, ranking=ranking)
    assert [sentence.page for sentence in found] == ["Twin_ax", "Twin_bx", "Twin_cx"]
    assert len({sentence.score for sentence in found}) == 1


@BOTH
def test_sentences_are_those_of_as_many_pages_as_asked_for(index: Index, ranking: Ranking) -> None:
    assert {found.page for found in index.sentences(CLAIM, 10, ranking, pages=1)} == {FILM.id}
    assert len(index.sentences(CLAIM, 10, ranking, pages=2)) == 5


def test_sentences_anywhere_need_no_page_that_fits(index: Index) -> None:
    [best, *_] = index.sentences_anywhere("Someone was born in Lagos.")
    assert best.id == "Ines_Okafor:1"


@BOTH
@pytest.mark.parametrize("claim", ["?!", "...", "a", "the of", '"AND" OR (NOT', "title:x^2 ~ [a TO b]", "ﬃ ꙮ \ud800"])
def test_no_text_of_a_claim_breaks_the_search(index: Index, ranking: Ranking, claim: str) -> None:
    assert index.pages(claim, ranking=ranking) == index.pages(claim, ranking=ranking)
    assert isinstance(index.sentences(claim, ranking=ranking), tuple)


def test_claim_of_stop_words_still_finds_the_page_of_that_name() -> None:
    index = Index.build([page("The_Who_-LRB-band-RRB-", "They play loudly ."), *OTHERS])
    assert index.pages("The Who is here.")[0].id == "The_Who_-LRB-band-RRB-"


def test_text_of_a_sentence_is_found_by_its_id(index: Index) -> None:
    assert index.text("Ines_Okafor:1") == "She was born in Lagos ."
    with pytest.raises(BadData, match="no page 'Ines'"):
        index.text("Ines:0")
    with pytest.raises(BadData, match="no sentence 2"):
        index.text("Ines_Okafor:2")


def test_page_without_sentences_is_found_by_its_title() -> None:
    index = Index.build([page("Blank_Slate"), *OTHERS])
    assert index.pages("Blank Slate is a page.")[0].id == "Blank_Slate"
    assert index.sentences("Blank Slate is a page.", pages=1) == ()


def test_lone_surrogate_on_a_page_is_a_question_mark() -> None:
    index = Index.build([page("Lamp", "The lamp says \ud800 ."), *OTHERS])
    assert index.sentences("A lamp says it.", k=1)[0].text == "The lamp says ? ."


@pytest.mark.parametrize("claim", ["", " \n"])
def test_empty_claim_is_refused(index: Index, claim: str) -> None:
    with pytest.raises(BadData, match="The claim is empty"):
        index.sentences(claim)


def test_unknown_ranking_and_less_than_one_result_are_refused(index: Index) -> None:
    with pytest.raises(BadOption, match=re.escape("No ranking is called 'bm42'. Take one of tfidf, bm25.")):
        index.pages(CLAIM, ranking="bm42")  # type: ignore[arg-type]
    for k, pages in ((0, 5), (5, 0)):
        with pytest.raises(BadOption, match="at least 1 result, not 0"):
            index.sentences(CLAIM, k=k, pages=pages)


def test_no_pages_and_two_of_one_id_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="no pages to index"):
        Index.build([], tmp_path / "index")
    with pytest.raises(BadData, match="'Harbour' occurs twice"):
        Index.build([HARBOUR, FILM, HARBOUR], tmp_path / "index")
    assert list(tmp_path.iterdir()) == []


def test_folder_that_holds_something_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadOutput, match="exists already"):
        Index.build(PAGES, tmp_path)
    with pytest.raises(BadOutput, match="there is no folder"):
        Index.build(PAGES, tmp_path / "none" / "index")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_folder_without_an_index_is_said(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(BadData, match="holds no index"):
            Index.open(folder)


def test_index_of_another_version_is_said(tmp_path: Path) -> None:
    Index.build([HARBOUR], tmp_path / "index")
    about = json.loads((tmp_path / "index" / "index.json").read_text(encoding="utf-8"))
    (tmp_path / "index" / "index.json").write_text(json.dumps(about | {"version": 0}), encoding="utf-8")
    with pytest.raises(BadData, match=r"version 0, not \d+\. Build it again"):
        Index.open(tmp_path / "index")


@pytest.mark.parametrize("lost", ["text_grams.numbers.bin", "sentences.bin", "page_texts/meta.json"])
def test_damaged_index_is_said(tmp_path: Path, lost: str) -> None:
    Index.build(PAGES, tmp_path / "index")
    (tmp_path / "index" / lost).unlink()
    with pytest.raises(BadData, match=r"the index is damaged .* Build it again"):
        Index.open(tmp_path / "index")


@pytest.mark.parametrize("name", ["ids.bin", "ids.ends", "sentences.bin"])
def test_an_index_whose_texts_are_cut_off_is_said_to_be_damaged(tmp_path: Path, name: str) -> None:
    Index.build(PAGES, tmp_path / "index")
    file = tmp_path / "index" / name
    file.write_bytes(file.read_bytes()[: -8 if name.endswith("ends") else -1])
    with pytest.raises(BadData, match=r"the index is damaged .* Build it again"):
        Index.open(tmp_path / "index")


def changed(file: Path) -> None:
    """One byte of the file is another, and its time is a later one."""
    data = file.read_bytes()
    file.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    time = file.stat().st_mtime_ns + 1
    os.utime(file, ns=(time, time))


@pytest.mark.parametrize("name", ["sentences.bin", "text_grams.counts.bin", "page_texts/meta.json"])
def test_index_of_which_somebody_has_changed_a_byte_is_said_to_be_damaged(tmp_path: Path, name: str) -> None:
    Index.build(PAGES, tmp_path / "index")
    changed(tmp_path / "index" / name)
    with pytest.raises(BadData, match=rf"the index is damaged \({name} has other bytes than .* Build it again"):
        Index.open(tmp_path / "index")


def test_index_as_it_was_written_is_opened_without_reading_it_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Index.build(PAGES, tmp_path / "index")
    shutil.copytree(tmp_path / "index", tmp_path / "moved")  # which keeps times
    monkeypatch.setattr(written, "file_fingerprint", lambda file: pytest.fail(f"{file} is read"))
    for name in ("index", "moved"):
        assert len(Index.open(tmp_path / name)) == len(PAGES)


def test_index_that_was_copied_without_its_times_is_read_through_once_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Index.build(PAGES, tmp_path / "index")
    copy, read, plain = tmp_path / "copy", [], written.file_fingerprint
    shutil.copytree(tmp_path / "index", copy, copy_function=shutil.copyfile)
    monkeypatch.setattr(written, "file_fingerprint", lambda file: (read.append(file), plain(file))[1])
    for _ in range(2):
        assert Index.open(copy).fingerprint == Index.open(tmp_path / "index").fingerprint
    assert sorted(read) == sorted(set(read)) != []
    assert {file.parts[len(tmp_path.parts)] for file in read} == {"copy"}


def test_index_that_says_nothing_of_its_files_is_refused(tmp_path: Path) -> None:
    Index.build([HARBOUR], tmp_path / "index")
    about = json.loads((tmp_path / "index" / "index.json").read_text(encoding="utf-8"))
    del about["files"]
    (tmp_path / "index" / "index.json").write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(BadData, match=r"does not say what its files are\. Build it again"):
        Index.open(tmp_path / "index")


@BOTH
def test_bundled_index_finds_a_page_by_its_first_sentence(ranking: Ranking) -> None:
    pages = bundled_pages().pages
    found = sum(
        pages_[0].id == one.id
        for one in pages
        for pages_ in [bundled_index().pages(one.sentences[0].text, ranking=ranking)]
    )
    assert found >= 0.95 * len(pages)
