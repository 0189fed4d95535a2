"""Which spans of a parsed paragraph may answer: what a word governs, whole and without what it may do without."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stumper.language.parse import Parse

LONGEST_CANDIDATE = 25  # tokens
MOST_EDGES = 5  # on each side of a word: the nearest ones
OPEN = ("NN", "CD", "JJ", "RB", "FW", "$", "PRP", "UH", "SYM")  # words whose parts are tried in all combinations


@dataclass(frozen=True, slots=True)
class Candidate:
    """The tokens from ``first`` to ``last``, both included, with the one on which the rest hangs."""

    first: int
    last: int
    head: int


def candidates(parse: Parse) -> list[Candidate]:
    """Each span once, in order; of several heads the one that comes first in the text's order of spans."""
    left, right = edges(parse)
    found: dict[tuple[int, int], int] = {}
    for begin, end in parse.sentences:
        for head in range(begin, end + 1):
            for first, last in _around(parse, head, left, right):
                if (span := _trimmed(parse, max(first, begin), min(last, end))) and span not in found:
                    found[span] = head
    for entity in parse.entities:
        found.setdefault((entity.first, entity.last), entity.last)
    return [Candidate(first, last, head) for (first, last), head in sorted(found.items())]


def edges(parse: Parse) -> tuple[list[int], list[int]]:
    """The first and the last token below each token, or the token itself."""
    left, right = list(range(len(parse.tokens))), list(range(len(parse.tokens)))
    order = [i for i, token in enumerate(parse.tokens) if token.head == i]
    for token in order:  # it grows as it is walked
        order.extend(parse.children(token))
    for token in reversed(order):
        head = parse.tokens[token].head
        left[head], right[head] = min(left[head], left[token]), max(right[head], right[token])
    return left, right


def _around(parse: Parse, head: int, left: Sequence[int], right: Sequence[int]) -> Iterator[tuple[int, int]]:
    below = parse.children(head)
    starts = sorted({head, *(left[child] for child in below if child < head)}, reverse=True)
    ends = sorted({head, *(right[child] for child in below if child > head)})
    if not parse.tokens[head].tag.startswith(OPEN):
        starts = [head, starts[-1]]
    elif len(starts) > MOST_EDGES:
        starts = [*starts[: MOST_EDGES - 1], starts[-1]]
    if len(ends) > MOST_EDGES:
        ends = [*ends[: MOST_EDGES - 1], ends[-1]]
    return ((first, last) for first in starts for last in ends if last - first < LONGEST_CANDIDATE)


def _trimmed(parse: Parse, first: int, last: int) -> tuple[int, int] | None:
    """Without marks at its ends; None where nothing is left."""
    while first <= last and not _is_word(parse, first):
        first += 1
    while last >= first and not _is_word(parse, last):
        last -= 1
    return (first, last) if first <= last else None


def _is_word(parse: Parse, index: int) -> bool:
    text = parse.tokens[index].text
    return text in "$£€%#" or any(letter.isalnum() for letter in text)
