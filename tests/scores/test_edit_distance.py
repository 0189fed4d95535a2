"""The share of a text's words that an edit changes."""

import pytest

from stumper.scores import edit_distance
from stumper.text import word_diff


@pytest.mark.parametrize(
    ("before", "after", "distance"),
    [
        ("One two three four.", "One two three four.", 0),
        ("One two three four.", "One two three four. Five!", 1 / 4),
        ("One two three four.", "One three four.", 1 / 4),
        ("One two three four.", "One tow three four.", 2 / 4),
        ("One two. Three four.", "Three four. One two.", 4 / 4),
        ("One.", "One two three four.", 3),
        ("", "One two.", 2),
    ],
)
def test_words_added_and_removed_count_as_a_share_of_the_words_before(before, after, distance):
    assert edit_distance(word_diff(before, after)) == distance
