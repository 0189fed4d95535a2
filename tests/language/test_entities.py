"""Numbers and dates are found by rule beside the names that a pipeline finds."""

import pytest

from stumper.language.entities import entities
from stumper.language.parse import Token


def found(said: str, *named: tuple[str, int, int]) -> list[tuple[str, str]]:
    """Words are `word/TAG`, or bare where the tag does not matter; kinds with the words that they cover."""
    pairs = [word.rpartition("/")[::2] if "/" in word else (word, "NN") for word in said.split()]
    tokens = [Token(word, 0, 0, word, tag, "dep", 0) for word, tag in pairs]
    return [(e.kind, " ".join(word for word, _ in pairs[e.first : e.last + 1])) for e in entities(tokens, named)]


@pytest.mark.parametrize(
    ("said", "kind", "covered"),
    [
        ("in/IN 1953/CD", "DATE", "1953"),
        ("on/IN Monday/NNP ,/, 4/CD July/NNP 1776/CD", "DATE", "Monday , 4 July 1776"),
        ("July/NNP 4th/JJ ,/, 1776/CD", "DATE", "July 4th , 1776"),
        ("the/DT fourth/JJ of/IN July/NNP", "DATE", "fourth of July"),
        ("in/IN the/DT 19th/JJ century", "DATE", "19th century"),
        ("the/DT 1920s/NNS", "DATE", "1920s"),
        ("44/CD BC/NNP", "DATE", "44 BC"),
        ("five/CD years/NNS", "DATE", "five years"),
        ("6/CD hours/NNS", "TIME", "6 hours"),
        ("10:30/CD p.m./NN", "TIME", "10:30 p.m."),
        ("twenty/CD percent", "PERCENT", "twenty percent"),
        ("3.5/CD %", "PERCENT", "3.5 %"),
        ("10/CD per/IN cent", "PERCENT", "10 per cent"),
        ("$/$ 3.5/CD million/CD", "MONEY", "$ 3.5 million"),
        ("200/CD francs/NNS", "MONEY", "200 francs"),
        ("1,200/CD km/NNS", "QUANTITY", "1,200 km"),
        ("two/CD hundred/CD miles/NNS", "QUANTITY", "two hundred miles"),
        ("the/DT third/JJ", "ORDINAL", "third"),
        ("the/DT 21st/JJ", "ORDINAL", "21st"),
        ("twenty/CD -/HYPH five/CD", "CARDINAL", "twenty - five"),
        ("1500/CD soldiers/NNS", "CARDINAL", "1500"),
        ("12/CD", "CARDINAL", "12"),
    ],
)
def test_a_number_has_its_kind(said: str, kind: str, covered: str) -> None:
    assert found(said) == [(kind, covered)]


def test_what_pipelines_call_a_name_is_one_of_our_kinds() -> None:
    assert found("Ann/NNP saw/VBD Bonn/NNP", ("PER", 0, 0), ("GPE", 2, 2)) == [("PERSON", "Ann"), ("PLACE", "Bonn")]
    assert found("Hamlet/NNP", ("WORK_OF_ART", 0, 0)) == [("OTHER", "Hamlet")]


def test_a_name_is_not_searched_for_numbers() -> None:
    assert found("Studio/NNP 54/CD opened/VBD", ("ORG", 0, 1)) == [("ORG", "Studio 54")]


def test_a_proper_noun_that_nobody_named_is_a_name_of_another_kind() -> None:
    assert found("the/DT Battle/NNP of/IN Hastings/NNP") == [("OTHER", "Battle of Hastings")]


def test_a_title_beside_a_name_is_no_name() -> None:
    assert found("President/NNP Ito/NNP", ("PERSON", 1, 1)) == [("PERSON", "Ito")]


def test_words_that_only_sometimes_count_are_left_alone() -> None:
    assert found("it/PRP may/MD march/VB a/DT second and/CC fall/VB") == []
