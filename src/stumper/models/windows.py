"""From a question and a paragraph to the token windows that a reader reads, and back to characters."""

from collections.abc import Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer

LONGEST_QUESTION = 64  # tokens; what is longer is cut
WINDOW = 384  # tokens of one window, question and the three special tokens included
STRIDE = 128  # tokens that neighbouring windows of a long paragraph share


@dataclass(frozen=True, slots=True)
class Window:
    """``ids`` of [CLS] question [SEP] paragraph [SEP]; ``offsets``: the characters of each paragraph token."""

    ids: tuple[int, ...]
    first: int  # index of the first paragraph token
    offsets: tuple[tuple[int, int], ...]


def windows(tokenizer: Tokenizer, question: str, paragraph: str, longest: int = WINDOW) -> list[Window]:
    """Overlapping windows that together cover the paragraph; none when it holds no token."""
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    assert cls is not None
    assert sep is not None
    asked = tokenizer.encode(question, add_special_tokens=False).ids[:LONGEST_QUESTION]
    encoding = tokenizer.encode(paragraph, add_special_tokens=False)
    room = longest - len(asked) - 3
    return [
        Window((cls, *asked, sep, *encoding.ids[begin : begin + room], sep), len(asked) + 2,
               tuple(encoding.offsets[begin : begin + room]))
        for begin in _begins(len(encoding.ids), room)
    ]  # fmt: skip


def _begins(length: int, room: int) -> Sequence[int]:
    if length <= room:
        return [0] if length else []
    step = max(1, room - STRIDE)
    return [*range(0, length - room, step), length - room]
