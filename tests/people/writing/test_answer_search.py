"""The answer that is meant comes first, however it is typed."""

import pytest

from stumper.people.writing.answer_search import AnswerIndex, folded, index_of, search_answers

TIMES = {
    "Suleiman the Magnificent": 5,
    "Süleyman Mosque": 1,
    "Magna Carta": 9,
    "Robert Magnus": 2,
    "Łódź": 1,
    "The Magic Flute": 9,
    "The Magic Mountain": 3,
    "O'Connor": 1,
    "—": 3,
}


@pytest.fixture(scope="module")
def index() -> AnswerIndex:
    return index_of(TIMES)


def found(index: AnswerIndex, typed: str) -> list[str]:
    return [one.answer for one in search_answers(index, typed)]


def test_what_begins_so_comes_before_what_has_such_a_word_and_the_most_asked_first(index: AnswerIndex) -> None:
    assert found(index, "mag") == [
        "Magna Carta",
        "The Magic Flute",
        "Suleiman the Magnificent",
        "The Magic Mountain",
        "Robert Magnus",
    ]
    assert found(index, "the magic") == ["The Magic Flute", "The Magic Mountain"]


def test_accents_capitals_and_signs_make_no_difference(index: AnswerIndex) -> None:
    assert found(index, "SULEYMAN") == ["Süleyman Mosque"]
    assert found(index, "lodz") == ["Łódź"]
    assert found(index, "oconnor") == ["O'Connor"]
    assert folded("  Crème—brûlée ") == "creme brulee"


def test_another_name_finds_the_answer_that_it_means() -> None:
    index = index_of({"Suleiman the Magnificent": 2, "Magna Carta": 1}, {"Suleiman the Magnificent": ["Süleyman I"]})
    assert found(index, "süley") == ["Suleiman the Magnificent"]
    assert "Süleyman I" not in index


def test_words_may_come_in_another_order(index: AnswerIndex) -> None:
    assert found(index, "magnificent sul") == ["Suleiman the Magnificent"]


def test_the_exact_answer_is_first_though_it_is_asked_less() -> None:
    assert found(index_of({"Rome": 1, "Romeo and Juliet": 99}), "rome") == ["Rome", "Romeo and Juliet"]


@pytest.mark.parametrize("typed", ["", "  ", "—", "?"])
def test_nothing_typed_finds_nothing(index: AnswerIndex, typed: str) -> None:
    assert found(index, typed) == []


def test_an_answer_is_known_by_its_words(index: AnswerIndex) -> None:
    assert "magna carta" in index
    assert "Magna" not in index
    assert "Carta" not in index
    assert "zzz" not in index


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("c++", "C++"), ("C+", "C++"), ("c#", "C#"), ("c♯", "C#"), ("rem", "R.E.M."), ("r.e.m.", "R.E.M."),
        ("j r r tolk", "J. R. R. Tolkien"), ("jrr", "J. R. R. Tolkien"), ("tolkien", "J. R. R. Tolkien"),
        ("µ", "μ-recursive function"), ("99 luft", "99 Luftballons"), ("2001", "2001: A Space Odyssey"),
        ("“heroes”", "“Heroes”"), ("三国", "三国演义"), ("演义", "三国演义"), ("演义 三", "三国演义"),
        ("はま", "いろはまる"), ("丸", "いろは丸"), ("길동", "홍길동"), ("東", "東京 Tower"), ("京 to", "東京 Tower"),
        ("spiderman", "Spider-Man"), ("spider-m", "Spider-Man"),
        ("spider man", "Spider-Man"), ("malcolm x", "Malcolm X"), ("ATT", "AT&T"),
    ],
)  # fmt: skip
def test_odd_names_are_found_as_they_are_typed(typed: str, first: str) -> None:
    odd = ("C", "C++", "C#", "R.E.M.", "J. R. R. Tolkien", "μ-recursive function", "99 Luftballons",
           "2001: A Space Odyssey", "“Heroes”", "三国演义", "いろはまる", "いろは丸", "홍길동", "東京 Tower",
           "Spider-Man", "Malcolm X", "AT&T", "Rembrandt")  # fmt: skip
    assert found(index_of(dict.fromkeys(odd, 1)), typed)[0] == first


def test_a_letter_finds_many_and_far_too_much_finds_nothing(index: AnswerIndex) -> None:
    assert found(index, "m") == found(index, "M")
    assert found(index, "x" * 300) == []
    assert found(index, "the magic " * 30) == ["The Magic Flute", "The Magic Mountain"]
