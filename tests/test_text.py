"""Normalisation, words, sentences and differences."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.text import as_seen, normalise_answer, sentences, tokens, word_diff, words


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("The  Denver\tBroncos!", "denver broncos"),
        ("a cat, an owl and the dog", "cat owl and dog"),
        ("Theatre", "theatre"),
        ("t-h-e end", "end"),
        ("24–10", "24–10"),
        ("the–cat", "–cat"),
        ("U.S.", "us"),
        ("A", ""),
        ("", ""),
    ],
)
def test_normalise_drops_case_punctuation_articles_and_spaces(text: str, normal: str) -> None:
    assert normalise_answer(text) == normal


@given(st.text())
def test_normalising_twice_is_normalising_once(text: str) -> None:
    once = normalise_answer(text)
    assert normalise_answer(once) == once


@given(st.text(alphabet="aAntheTHE .,'-\n–é"))
def test_normalised_text_holds_no_article_and_no_double_space(text: str) -> None:
    normal = normalise_answer(text)
    assert not {"a", "an", "the"} & set(normal.split())
    assert "  " not in normal
    assert normal == normal.strip()


def test_tokens_are_those_of_the_normalised_answer() -> None:
    assert tokens("The owl, the owl.") == ["owl", "owl"]


def test_words_stand_without_punctuation_and_keep_inner_marks() -> None:
    found = words("It's a well-known U.S. cat, (1,000.5 kg)!")
    assert [word.text for word in found] == ["It's", "a", "well-known", "U.S", "cat", "1,000.5", "kg"]


@given(st.text(alphabet="ab1É_ .,'-!?\n(\"U"))
def test_words_stand_where_they_say(text: str) -> None:
    found = words(text)
    assert all(text[word.start : word.end] == word.text for word in found)
    assert all(left.end <= right.start for left, right in pairwise(found))


@pytest.mark.parametrize(
    "parts",
    [
        ["It rained.", "Nobody came!", "Why?", "Who knows."],
        ["Dr. Smith met Mrs. Jones on Mt. Everest.", "They talked."],
        ["The U.S. Army landed.", "It stayed."],
        ["She moved to the U.S.", "The next year she left."],
        ["George W. Bush and J. A. Smith met.", "They ate."],
        ["It cost 3.5 million.", "That was cheap."],
        ["Martin Luther King, Jr. spoke.", "He was heard."],
        ["He said: “Go!”", "She went."],
        ["(It was cold.)", "Then came spring."],
        ["Elements such as iron, zinc, etc. Are common."],
        ["See Fig. 3 and No. 5 of vol. 2.", "Then stop…", "Go on."],
        ["In 1999 it opened.", "42 people came."],
        ["A heading", "A paragraph."],
        ["It closed at 5 p.m. Eastern time.", "We left."],
    ],
)
def test_sentences_split_at_ends_alone(parts: list[str]) -> None:
    text = "\n\n".join(parts) if parts[0] == "A heading" else " ".join(parts)
    assert [sentence.text for sentence in sentences(text)] == parts


@given(st.text(alphabet='abU. !?…"”)\n\t3Dr'))
def test_sentences_cover_all_but_white_space(text: str) -> None:
    found = sentences(text)
    assert all(text[sentence.start : sentence.end] == sentence.text for sentence in found)
    assert all(sentence.text.strip() == sentence.text != "" for sentence in found)
    assert "".join("".join(sentence.text.split()) for sentence in found) == "".join(text.split())


def test_a_text_without_sentences_has_none() -> None:
    assert sentences(" \n ") == []


def test_diff_shows_a_sentence_that_was_added() -> None:
    changes = word_diff("It rained.", "It rained. Nobody came.")
    assert [(change.kind, change.text, change.start) for change in changes] == [
        ("kept", "It rained.", 0),
        ("added", " Nobody came.", 10),
    ]


def test_diff_shows_a_word_that_was_exchanged() -> None:
    changes = word_diff("the red fox ran", "the blue fox ran")
    assert [(change.kind, change.text, change.start) for change in changes] == [
        ("kept", "the ", 0),
        ("removed", "red", 4),
        ("added", "blue", 4),
        ("kept", " fox ran", 8),
    ]


@given(st.text(alphabet="ab .\n"), st.text(alphabet="ab .\n"))
def test_diff_joins_to_both_texts(before: str, after: str) -> None:
    changes = word_diff(before, after)
    assert "".join(change.text for change in changes if change.kind != "added") == before
    assert "".join(change.text for change in changes if change.kind != "removed") == after
    for change in changes:
        whole = before if change.kind == "removed" else after
        assert whole.startswith(change.text, change.start)


@pytest.mark.parametrize(
    "text",
    ["The caf\u00e9 shut.", " The caf\u00e9  shut.\n", "The cafe\u0301 shut.", "The\u00a0caf\u00e9\u2003shut.",
     "The ca\u200bf\u00e9\ufeff shut.\u2060",
     "\u202aThe\u202c ca\u00adf\u00e9 shut\ufe0f.", "The \u200b caf\u00e9 shut.",
     "The cafe\u200b\u0301 shut.", "The caf\u00e9 shut.\x07", "\x00The caf\u00e9 s\x1chut.",
     "The\u2800caf\u00e9 shut. \u2800",
     "The caf\u00e9 shut.\U000e01f0", "The caf\u00e9\u2065 shut\ufff0.", "The caf\u00e9\x85shut.\U000e0fff",
     "The caf\u00e9 shut.\u202e", "The \u202ec\u202caf\u00e9 \u202dshut.", "The \u202e\u00e9fac\u202c shut."],
)  # fmt: skip
def test_texts_that_look_the_same_to_their_readers_are_seen_as_one(text: str) -> None:
    assert as_seen(text) == "The caf\u00e9 shut."


@pytest.mark.parametrize(
    "text",
    ["the caf\u00e9 shut.", "The cafe shut.", "The caf\u00e9 shut", "Thecaf\u00e9 shut.", "The \u202ecaf\u00e9 shut.",
     "The caf\u00e9 shut\ufffc.", "The caf\u00e9 shut\u0600."],
)  # fmt: skip
def test_what_a_reader_can_tell_apart_is_seen_as_another_text(text: str) -> None:
    assert as_seen(text) != "The caf\u00e9 shut."


def test_an_override_is_seen_where_it_turns_letters_round() -> None:
    assert as_seen("Call \u202e(21) eno\u202c now") == "Call one (12) now"
    hebrew = "\u05d0\u05d1"
    assert as_seen(f"\u202e{hebrew}\u202c") == hebrew
    assert as_seen(f"\u202d{hebrew}\u202c") == hebrew[::-1]
    assert as_seen("one\u202e\ntwo") == "one two"  # an override ends with its paragraph
