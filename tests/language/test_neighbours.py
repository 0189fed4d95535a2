"""The nearest words of a word, from the embedded table and from vectors in a file."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.errors import BadData
from stumper.language.lexicon import classes, synonyms
from stumper.language.neighbours import Neighbour, load_neighbours, name_class
from stumper.language.unseemly import is_unseemly

GLOVE = "cat 1 0 0\ndog 0.9 0.1 0\nseven 0 1 0\nparis 0 0 1\nrome 0 0.2 0.9\n"


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("Denver", {"city"}), ("Harvard", {"university"}), ("ABC", {"broadcaster"}), ("France", {"country"}),
        ("William", {"given-m"}), ("Mary", {"given-f"}), ("Einstein", {"surname"}), ("Tuesday", {"weekday"}),
        ("Broncos", {"team"}), ("German", {"nationality"}), ("Texas", {"us-state"}), ("Nile", {"river"}),
    ],
)  # fmt: skip
def test_the_first_neighbours_of_a_name_are_names_of_its_class(word: str, kind: set[str]) -> None:
    assert {name_class(near.word) for near in load_neighbours().nearest(word)[:3]} == kind


@pytest.mark.parametrize(("word", "near"), [("1880", "1882"), ("twenty", "thirty"), ("1st", "2nd"), ("50%", "70%")])
def test_numbers_have_numbers_of_their_kind(word: str, near: str) -> None:
    assert load_neighbours().nearest(word)[0].word == near


@pytest.mark.parametrize("word", ["Denver", "river", "teacher", "Germans", "won", "larger"])
def test_neighbours_have_the_tag_of_the_word(word: str) -> None:
    near = load_neighbours().nearest(word)
    back = {other.tag for first in near[:5] for other in load_neighbours().nearest(first.word)}
    assert len({other.tag for other in near} | back) == 1


def test_neighbours_have_the_capitals_of_the_word() -> None:
    assert load_neighbours().nearest("DENVER")[0].word.isupper()
    assert load_neighbours().nearest("Teacher")[0].word.istitle()


@pytest.mark.parametrize("word", ["U.S.", "Britain", "Istanbul", "river", "John"])
def test_no_neighbour_is_another_name_for_the_same(word: str) -> None:
    same = {"U.S.": {"US", "America", "USA"}, "Britain": {"UK"}, "Istanbul": {"Constantinople"}, "river": {"rivers"}}
    near = {other.word for other in load_neighbours().nearest(word)}
    assert near
    assert near & (same.get(word, set()) | {word}) == set()


def test_an_unknown_word_has_no_neighbours() -> None:
    assert load_neighbours().nearest("blorfington") == ()


@given(st.text(max_size=8))
def test_any_text_may_be_asked_for(text: str) -> None:
    assert all(near.word != text for near in load_neighbours().nearest(text))
    assert isinstance(classes(text), tuple)


def test_a_file_of_vectors_gives_the_nearest_by_cosine(tmp_path: Path) -> None:
    (tmp_path / "glove.txt").write_text(GLOVE, encoding="utf-8")
    near = load_neighbours(tmp_path / "glove.txt")
    assert near.nearest("cat")[0] == Neighbour("dog", "NN")
    assert near.nearest("Paris")[0] == Neighbour("Rome", "NNP")
    assert len(near.nearest("cat")) == 4
    assert near.nearest("1880")[0].word == "1882"
    assert near.nearest("lion") == ()


def test_a_gzipped_file_with_the_header_of_word2vec_is_read(tmp_path: Path) -> None:
    (tmp_path / "vectors.gz").write_bytes(gzip.compress(f"5 3\n{GLOVE}".encode()))
    assert load_neighbours(tmp_path / "vectors.gz").nearest("rome")[0].word == "paris"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("", "holds no vectors"), ("cat 1 0\ndog 1\n", "line 2: 'dog' has 1"), ("cat 1 x\n", "line 1: "),
        ("cat 1 0\ncat 0 1\n", "line 2: the word 'cat'"), ("cat 1 nan\n", "line 1: a number is not finite"),
        ("cat\n", "line 1: 'cat' has no vector"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_glove_is_refused_with_its_line(tmp_path: Path, content: str, line: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadData, match=line):
        load_neighbours(path)


def test_a_file_that_is_missing_or_cut_off_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"There is no file .*nowhere\.txt"):
        load_neighbours(tmp_path / "nowhere.txt")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(GLOVE.encode() * 50)[:40])
    with pytest.raises(BadData, match=r"cut\.gz: the compressed file is cut off"):
        load_neighbours(tmp_path / "cut.gz")


def test_no_neighbour_and_no_synonym_is_vulgar() -> None:
    near = {
        one.word.lower() for word in ("Theses", "donkey", "bosom", "idiot") for one in load_neighbours().nearest(word)
    }
    found = near | {one for word in ("donkey", "nonsense", "breast") for one in synonyms(word, "noun")}
    assert found
    assert not [word for word in found if is_unseemly(word)]
    assert is_unseemly("Shits")
