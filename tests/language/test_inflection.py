"""Lemmas, inflections, capitals and articles."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.language.inflection import article, cased, inflected, lemma, like

TAGS = [
    "NN",
    "NNS",
    "NNP",
    "NNPS",
    "VB",
    "VBD",
    "VBG",
    "VBN",
    "VBP",
    "VBZ",
    "MD",
    "JJ",
    "JJR",
    "JJS",
    "RB",
    "RBR",
    "IN",
]
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("found", "VBD", "find"), ("Wolves", "NNS", "wolf"), ("leaves", "NNS", "leaf"), ("is", "VBZ", "be"),
        ("happiest", "JJS", "happy"), ("Denver", "NNP", "Denver"), ("Wars", "NNPS", "War"), ("n't", "RB", "not"),
        ("'ve", "VBP", "have"), ("wo", "MD", "will"), ("blorfed", "VBD", "blorf"), ("Of", "IN", "of"),
    ],
)  # fmt: skip
def test_a_lemma_is_the_dictionary_form(word: str, tag: str, expected: str) -> None:
    assert lemma(word, tag) == expected


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("lose", "VBD", "lost"), ("be", "VBP", "are"), ("get", "VBN", "got"), ("city", "NNS", "cities"),
        ("small", "JJR", "smaller"), ("beautiful", "JJR", "more beautiful"), ("quickly", "RBS", "most quickly"),
        ("good", "JJS", "best"), ("give up", "VBG", "giving up"), ("mother-in-law", "NNS", "mothers-in-law"),
        ("city state", "NNS", "city states"), ("blorf", "VBD", "blorfed"), ("Denver", "NNP", "Denver"),
        ("light", "VBN", "lit"),
    ],
)  # fmt: skip
def test_an_inflection_is_what_the_tag_asks_for(word: str, tag: str, expected: str) -> None:
    assert inflected(word, tag) == expected


@pytest.mark.parametrize(
    ("replacement", "word", "tag", "expected"),
    [
        ("woman", "men", "NNS", "women"), ("lose", "Won", "VBD", "Lost"), ("small", "LARGER", "JJR", "SMALLER"),
        ("American", "big", "JJ", "American"), ("private", "Public", "JJ", "Private"), ("be", "were", "VBD", "were"),
        ("low", "McDonald", "JJ", "Low"),
    ],
)  # fmt: skip
def test_a_replacement_has_the_form_and_the_capitals_of_its_word(
    replacement: str, word: str, tag: str, expected: str
) -> None:
    assert like(replacement, word, tag) == expected


@pytest.mark.parametrize("word", ["apple", "hour", "8", "18", "11,000", "1880", "FBI", "X", "AIDS", "urban", '"egg"'])
def test_an_stands_before_the_sound_of_a_vowel(word: str) -> None:
    assert article(word) == "an"


@pytest.mark.parametrize("word", ["pear", "university", "one", "180", "1,100", "NASA", "UN", "European", "", "?"])
def test_a_stands_before_all_else(word: str) -> None:
    assert article(word) == "a"


@given(WORDS, st.sampled_from(TAGS))
def test_any_text_has_a_lemma_and_an_inflection(word: str, tag: str) -> None:
    assert isinstance(lemma(word, tag), str)
    assert bool(inflected(word, tag)) == bool(word)


@given(st.text(st.characters(codec="ascii", categories=["Ll"]), min_size=1, max_size=12))
def test_capitals_are_taken_over(text: str) -> None:
    assert cased(text, "WORD") == text.upper()
    assert cased(text, "Word")[0] == text[0].upper()
    assert cased(text, "word") == text


def test_tables_are_read_once_by_however_many_at_once() -> None:
    code = """
from concurrent.futures import ThreadPoolExecutor
from lemminflect.core import Lemmatizer
from stumper.language.inflection import lemma

codec, loads = Lemmatizer.LemmaLUCodec, []
class Counted:
    @staticmethod
    def load(path):
        loads.append(path)
        return codec.load(path)
Lemmatizer.LemmaLUCodec = Counted
with ThreadPoolExecutor(8) as pool:
    assert set(pool.map(lambda n: lemma("harbours", "NNS"), range(8))) == {"harbour"}
assert len(loads) == 1, len(loads)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
