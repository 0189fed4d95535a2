"""Whether a sentence that was made reads as one."""

import pytest

from stumper.language.rewording.one_sentence import parsed
from stumper.language.rewording.well_formed import is_well_formed, repeats


@pytest.mark.parametrize("text", ["The mill burned in 1871.", "It was Anna who sold the mill."])
def test_a_clause_with_its_verb_is_well_formed(text: str) -> None:
    parse = parsed(text, "embedded")
    assert parse is not None
    assert is_well_formed(parse)


@pytest.mark.parametrize("text", ["The old mill of the town.", "Sold to nuns in 1902.", "Anna sold the."])
def test_what_has_no_verb_or_ends_loosely_is_not(text: str) -> None:
    parse = parsed(text, "embedded")
    assert parse is None or not is_well_formed(parse)


def test_a_word_or_a_long_phrase_that_is_said_again_is_found() -> None:
    assert repeats("The the mill burned.")
    assert repeats("Anna sold the old mill, and Bo sold the old mill.")
    assert not repeats("Anna sold the old mill, and Bo sold the new one.")


def test_what_was_said_twice_before_may_stay() -> None:
    before = "The old mill of Orrin fell, and the old mill of Hull stood."
    assert not repeats("The old mill of Hull stood, and the old mill of Orrin fell.", before)
