from importlib.resources import files
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from stumper.models.windows import STRIDE, WINDOW, windows

TOKENIZER = Tokenizer.from_file(str(files("stumper.models") / "weights" / "tokenizer.json"))


def test_short_paragraph_is_one_window_with_offsets_into_the_text() -> None:
    [window] = windows(TOKENIZER, "Who ruled?", "Suleiman ruled in 1520.")
    text = "Suleiman ruled in 1520."
    assert "".join(text[begin:end] for begin, end in window.offsets) == text.replace(" ", "")
    assert len(window.ids) == window.first + len(window.offsets) + 1


def test_long_paragraph_is_covered_by_windows_that_overlap() -> None:
    text = " ".join(f"word{i}" for i in range(900))
    cut = windows(TOKENIZER, "Which word?", text)
    assert len(cut) > 1
    assert all(len(window.ids) <= WINDOW for window in cut)
    covered = {offset for window in cut for offset in window.offsets}
    assert covered == set(TOKENIZER.encode(text, add_special_tokens=False).offsets)
    for left, right in pairwise(cut):
        assert len(set(left.offsets) & set(right.offsets)) >= STRIDE


def test_long_question_is_cut_and_leaves_room_for_the_paragraph() -> None:
    [window] = windows(TOKENIZER, "why " * 500, "Because it rains.")
    assert len(window.offsets) == 4


@pytest.mark.parametrize("empty", ["", "   "])
def test_paragraph_without_a_token_has_no_window(empty: str) -> None:
    assert windows(TOKENIZER, "Who?", empty) == []


@settings(max_examples=50)
@given(st.text(max_size=300))
def test_every_offset_lies_in_the_text(text: str) -> None:
    for window in windows(TOKENIZER, "Who?", text):
        assert all(0 <= begin <= end <= len(text) for begin, end in window.offsets)
