"""Antonyms, synonyms by sense, kinds of things, from Open English WordNet."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.language.lexicon import (
    PartOfSpeech,
    antonyms,
    classes,
    kinds,
    narrower,
    safe_synonyms,
    senses,
    sisters,
    synonyms,
)

POS: list[PartOfSpeech] = ["noun", "verb", "adj", "adv"]


@pytest.mark.parametrize(
    ("word", "pos", "opposite"),
    [("hot", "adj", "cold"), ("victory", "noun", "defeat"), ("Large", "adj", "small"), ("win", "verb", "lose")],
)
def test_an_antonym_of_the_first_sense_comes_first(word: str, pos: PartOfSpeech, opposite: str) -> None:
    assert antonyms(word, pos)[0] == opposite


def test_an_adjective_has_the_opposites_of_its_general_term_as_well() -> None:
    assert antonyms("huge", "adj", direct=True) == ()
    assert antonyms("huge", "adj")[0] in {"small", "little"}


def test_direct_antonyms_come_before_weaker_ones() -> None:
    direct = antonyms("big", "adj", direct=True)
    assert antonyms("big", "adj")[: len(direct)] == direct
    assert len(antonyms("big", "adj")) > len(direct)


def test_synonyms_come_sense_by_sense() -> None:
    first, second = senses("begin", "verb")[:2]
    assert "commence" in first.synonyms
    assert first.share > second.share
    assert set(first.close) <= set(first.synonyms)
    assert synonyms("begin", "verb")[: len(first.close)] == first.close


def test_a_safe_synonym_is_of_a_dominant_first_sense() -> None:
    assert "renowned" in safe_synonyms("famous", "adj")
    assert safe_synonyms("run", "verb") == ()


def test_classes_go_from_narrow_to_wide() -> None:
    assert classes("January")[:2] == ("month", "time")
    assert "person" in classes("doctor")
    assert "language" in classes("Latin")
    assert classes("Xyzzyx") == ()


def test_a_name_of_the_table_has_its_class() -> None:
    assert classes("Denver")[:2] == ("city", "place")
    assert classes("France")[0] == "country"
    assert classes("Harvard")[0] == "organization"


def test_kinds_sisters_and_narrower_terms() -> None:
    assert kinds("river")[0] == "stream"
    assert "ocean" in sisters("lake")
    assert "brother" in sisters("sister") or "brother" in kinds("sister") or "half sister" in narrower("sister")
    assert "lake" not in sisters("lake")


def test_an_unknown_word_has_nothing() -> None:
    assert antonyms("blorf", "noun") == synonyms("blorf", "noun") == sisters("blorf") == ()


@given(st.text(max_size=10) | st.sampled_from(["set", "run", "good", "well", "Paris", "May"]), st.sampled_from(POS))
def test_no_word_is_its_own_synonym_or_antonym(word: str, pos: PartOfSpeech) -> None:
    for found in (synonyms(word, pos), antonyms(word, pos), safe_synonyms(word, pos)):
        assert word.lower() not in {other.lower() for other in found}
        assert len(set(found)) == len(found)
    shares = [sense.share for sense in senses(word, pos)]
    assert all(a > b for a, b in pairwise(shares))
    assert not shares or abs(sum(shares) - 1) < 1e-9
