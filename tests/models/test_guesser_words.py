"""How a neural guesser hears a text."""

from pathlib import Path

import numpy as np
import pytest

from stumper.models.guesser_words import GuesserWords, plain_words, read_words, run_together, save_words


def vocabulary(counts: dict[str, int]) -> GuesserWords:
    """These words, each with a vector of its own and a weight of 1."""
    vectors = np.eye(len(counts), 8, dtype=np.float32)
    weights = np.ones(len(counts), np.float32)
    return GuesserWords(tuple(counts), np.array([*counts.values()]), vectors, weights)


def said(known: GuesserWords, text: str) -> list[tuple[str, int]]:
    """What is heard of the text, and in which of its words."""
    return [(known.known[heard.row], heard.place) for heard in known.heard(text)]


@pytest.mark.parametrize(
    ("word", "plain"),
    [
        ("Süleyman", ("suleyman",)),
        ("Ørsted's", ("orsted",)),
        ("well-known", ("well", "known")),
        ("O'Neill", ("oneill",)),
        ("1,129", ("1", "129")),
        ("1920s", ("1920", "s")),
        ("«…»", ()),
    ],
)
def test_words_are_small_letters_or_numbers_alone(word: str, plain: tuple[str, ...]) -> None:
    assert plain_words(word) == plain


def test_a_word_that_is_not_known_is_passed_over() -> None:
    known = vocabulary({"river": 3, "city": 3})
    assert said(known, "This river passes a City.") == [("river", 1), ("city", 4)]


def test_two_common_words_run_together_are_heard_as_two_in_one_place() -> None:
    known = vocabulary({"author": 40, "that": 900, "novel": 3})
    assert said(known, "a novel thatauthor wrote") == [("novel", 1), ("that", 2), ("author", 2)]


def test_a_known_word_is_no_two_words() -> None:
    assert said(vocabulary({"therein": 1, "there": 900, "in": 900}), "therein") == [("therein", 0)]


def test_only_rare_words_of_common_parts_were_run_together() -> None:
    words = vocabulary({"the": 5000, "author": 400, "theauthor": 1, "forest": 30, "for": 3000, "est": 1, "rest": 40})
    assert run_together(words) == {"theauthor": ("the", "author")}


def test_the_weights_of_a_text_have_length_one() -> None:
    known = vocabulary({"river": 3, "city": 3})
    vectors, weights = known.embedded(known.heard("river city river"))
    assert vectors.argmax(axis=1).tolist() == [0, 1, 0]
    assert np.isclose((weights**2).sum(), 1)


def test_words_read_back_as_they_were_saved_but_for_rounding(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    known = GuesserWords(("a", "über"), np.array([4, 1]), rng.normal(size=(2, 8)).astype(np.float32),
                         np.array([0.5, 2.0], np.float32))  # fmt: skip
    save_words(tmp_path / "words.npz", known)
    read = read_words(tmp_path / "words.npz")
    assert read.known == known.known
    assert read.counts.tolist() == [4, 1]
    np.testing.assert_array_equal(read.weights, known.weights)
    np.testing.assert_allclose(read.vectors, known.vectors, atol=np.abs(known.vectors).max() / 200)
