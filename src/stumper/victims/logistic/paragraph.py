"""All of a paragraph that does not depend on the question: which spans may answer, and how words hang together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stumper.language.parse import Parse
from stumper.victims.logistic.hashing import NONE, Keys, keys

WITHIN, NEAR = 4, 6  # words of a span, and around it in the tree, that are told
BESIDE = 12  # of what hangs on a word, as many are looked at
STEPS = 5  # of the longest path that is told
LONGEST_SENTENCE = 200  # tokens; in longer ones no path is told

Path = tuple[str, ...]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A parsed paragraph; arrays of its tokens, then of its candidates.

    ``paths[begins[s] + (i - first) * width + (j - first)]`` is the number in ``known`` of the path from token i to
    token j of sentence s, whose first token is ``first``; 0 where there is none of at most ``STEPS`` steps.
    """

    parse: Parse
    lemmas: tuple[str, ...]  # "" of what is no word
    sentence: Integers
    bounds: Integers  # [sentences, 2], the first token and the one after the last
    roots: tuple[str, ...]  # the lemma of each sentence's root
    first: Integers
    last: Integers
    head: Integers
    forms: tuple[Keys, ...]  # what a candidate looks like, whatever is asked: [candidates] each
    words: Keys  # [candidates, WITHIN], lemmas in the span
    near: Keys  # [candidates, NEAR], lemmas around it in the tree
    begins: Integers
    paths: npt.NDArray[np.int32]
    known: tuple[Path, ...]
    path_keys: Keys


def told(parse: Parse) -> Told:
    """The paragraph; without a candidate where it has no word."""
    lemmas = tuple(lemma_of(parse, i) for i in range(len(parse.tokens)))
    found = candidates(parse)
    bounds = np.array([(first, last + 1) for first, last in parse.sentences], np.int64).reshape(-1, 2)
    sentence = np.repeat(np.arange(len(bounds)), bounds[:, 1] - bounds[:, 0])
    begins, paths, known = _paths(parse)
    first = np.array([one.first for one in found], np.int64)
    last = np.array([one.last for one in found], np.int64)
    head = np.array([one.head for one in found], np.int64)
    columns = [first, last, head]
    roots = tuple(_root(parse, lemmas, one) for one in parse.sentences)
    return Told(
        parse, lemmas, sentence, bounds, roots,
        first, last, head, _forms(parse, columns), _within(lemmas, columns), _near(parse, lemmas, columns),
        begins, paths, known, keys(["/".join(path) for path in known]),
    )  # fmt: skip


def lemma_of(parse: Parse, index: int) -> str:
    """The token's lemma in lower case; "" of what is no word."""
    token = parse.tokens[index]
    return token.lemma.lower() if any(letter.isalnum() for letter in token.text) else ""


def _root(parse: Parse, lemmas: Sequence[str], bounds: tuple[int, int]) -> str:
    return next((lemmas[i] for i in range(bounds[0], bounds[1] + 1) if parse.tokens[i].head == i), "")


def _forms(parse: Parse, columns: Sequence[Integers]) -> tuple[Keys, ...]:
    """Tags, relation, kind of name, length, case and shape of each candidate."""
    kinds = {(entity.first, entity.last): entity.kind for entity in parse.entities}
    within = {i: entity.kind for entity in parse.entities for i in range(entity.first, entity.last + 1)}
    rows = []
    for first, last, head in zip(*(column.tolist() for column in columns), strict=True):
        tokens = parse.tokens[first : last + 1]
        tags = [token.tag for token in tokens]
        top = parse.tokens[head]
        kind = kinds.get((first, last)) or within.get(head, "none").lower()
        above = parse.tokens[top.head]
        before = parse.tokens[first - 1].text.lower() if first else "^"
        after = parse.tokens[last + 1].text.lower() if last + 1 < len(parse.tokens) else "$"
        size = str(min(last - first + 1, 6)) if last - first < 8 else "more"
        rows.append((
            f"kind {kind}", f"kind {kind} {size}", f"head {top.tag} {top.relation}", f"size {size}",
            "tags " + " ".join(tags if len(tags) < 6 else [*tags[:3], "-", *tags[-2:]]),
            f"ends {tags[0]} {tags[-1]} {top.relation}", f"shape {_shape(tokens[0].text)} {_shape(tokens[-1].text)}",
            f"before {before}", f"after {after}", f"above {above.tag} {top.relation} {above.lemma.lower()}",
            f"edges {tags[0]} {parse.tokens[first - 1].tag if first else '^'} {top.tag}",
        ))  # fmt: skip
    if not rows:
        return ()
    return tuple(keys(list(column)) for column in zip(*rows, strict=True))


def _shape(text: str) -> str:
    if text.isdigit():
        return f"digits {len(text)}"
    if any(letter.isdigit() for letter in text):
        return "with digits"
    return "capitals" if text.isupper() and len(text) > 1 else "capital" if text[:1].isupper() else "small"


def _within(lemmas: Sequence[str], columns: Sequence[Integers]) -> Keys:
    """The head's lemma, then the span's first words."""
    found = np.full((len(columns[0]), WITHIN), NONE, np.uint64)
    for row, (first, last, head) in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        inside = [head, *(i for i in range(first, last + 1) if i != head)]
        names = [lemmas[i] for i in inside if lemmas[i]][:WITHIN]
        found[row, : len(names)] = keys(names)
    return found


def _near(parse: Parse, lemmas: Sequence[str], columns: Sequence[Integers]) -> Keys:
    """Lemmas outside the span at most two arcs from its head, the nearest first."""
    found = np.full((len(columns[0]), NEAR), NONE, np.uint64)
    around = {}
    for row, (first, last, head) in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        if head not in around:
            one = _beside(parse, head)
            two = [far for near in one for far in _beside(parse, near) if far != head]
            around[head] = list(dict.fromkeys([*one, *two]))
        names = [lemmas[i] for i in around[head] if not first <= i <= last and lemmas[i]][:NEAR]
        found[row, : len(names)] = keys(names)
    return found


def _beside(parse: Parse, index: int) -> list[int]:
    head = parse.tokens[index].head
    return [*([head] if head != index else []), *parse.children(index)[:BESIDE]]


def _paths(parse: Parse) -> tuple[Integers, npt.NDArray[np.int32], tuple[Path, ...]]:
    """``begins``, ``paths`` and ``known`` of ``Told``."""
    sizes = [min(last - first + 1, LONGEST_SENTENCE + 1) for first, last in parse.sentences]
    blocks = [size**2 if size <= LONGEST_SENTENCE else 0 for size in sizes]
    begins = np.cumsum([0, *blocks])
    paths = np.zeros(begins[-1], np.int32)
    known: dict[Path, int] = {("",): 0}
    steps = steps_of(parse)
    for place, (first, last) in enumerate(parse.sentences):
        if not blocks[place]:
            continue
        width = last - first + 1
        ends: list[int] = []
        numbers: list[int] = []
        for start in range(first, last + 1):
            row = int(begins[place]) + (start - first) * width - first
            for end, path in _walked(steps, start).items():
                ends.append(row + end)
                numbers.append(known.setdefault(path, len(known)))
        paths[ends] = numbers
    return begins, paths, tuple(known)


def walked(parse: Parse, start: int) -> dict[int, Path]:
    """The path from a token to each other one that is not far: relations, with > where it goes down."""
    return _walked(steps_of(parse), start)


def steps_of(parse: Parse) -> list[list[tuple[int, str]]]:
    """Where one arc leads from each token, down before up."""
    found: list[list[tuple[int, str]]] = [[] for _ in parse.tokens]
    for index, token in enumerate(parse.tokens):
        if token.head != index:
            found[token.head].append((index, f"{token.relation}>"))
    for index, token in enumerate(parse.tokens):
        if token.head != index:
            found[index].append((token.head, token.relation))
    return found


def _walked(steps: Sequence[Sequence[tuple[int, str]]], start: int) -> dict[int, Path]:
    found: dict[int, Path] = {start: ("=",)}
    front: list[tuple[int, Path]] = [(start, ())]
    for _ in range(STEPS):
        further = []
        for index, path in front:
            for end, step in steps[index]:
                if end not in found:
                    found[end] = longer = (*path, step)
                    further.append((end, longer))
        front = further
    return found


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
