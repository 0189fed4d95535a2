"""The features of Rajpurkar et al. (2016, section 5.1) of each candidate, as keys of weights."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from stumper.victims.logistic.asking import Question
from stumper.victims.logistic.hashing import NONE, Keys, Rarity, key, mixed
from stumper.victims.logistic.paragraph import Path, Told

ANCHORS = 6  # words of the question in a candidate's sentence whose paths to it are told: the rarest
BUCKETS = 8

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def features(question: Question, told: Told, rarity: Rarity) -> Keys:
    """[candidates, features]."""
    matched = _matched(question, told, rarity)
    kind, sort = key("kind", question.kind), key("sort", question.sort)
    values = [*_frequencies(question, told, rarity, matched), *_roots(question, told)]
    paths, tree = _paths(question, told, matched, kind)
    values += tree
    found = [*_formed(told, kind, sort), *_bucketed(values, kind), *paths, *_worded(question, told, kind, sort)]
    return np.concatenate([one if one.ndim == 2 else one[:, None] for one in found], axis=1)


def _matched(question: Question, told: Told, rarity: Rarity) -> Floats:
    """How rare each token is that is also the question's; 0 for others."""
    said = {word for word, *_ in question.words}
    return np.array([rarity.of(lemma) if lemma in said else 0.0 for lemma in told.lemmas])


def _frequencies(question: Question, told: Told, rarity: Rarity, matched: Floats) -> list[tuple[str, Floats]]:
    """Matching words and bigrams to the left, to the right, inside and in the sentence; lengths; the span's words."""
    first, last, head = told.first, told.last + 1, told.head
    begin, end = told.bounds[told.sentence[head]].T
    asked = sum(rarity.of(word) for word, *_ in question.words) + 1e-6
    summed = _sums(matched)
    pairs = {*zip(question.lemmas, question.lemmas[1:], strict=False)}
    bigrams = _sums(
        np.array([pair in pairs for pair in zip(told.lemmas, told.lemmas[1:], strict=False)] + [False], float)
    )
    own = _sums(np.array([rarity.of(lemma) if lemma else 0.0 for lemma in told.lemmas]))
    whole = (summed[end] - summed[begin]) / asked
    by_sentence = (summed[told.bounds[:, 1]] - summed[told.bounds[:, 0]]) / asked
    rank = np.argsort(np.argsort(-by_sentence, kind="stable"), kind="stable")
    near_left = summed[first] - summed[np.maximum(begin, first - 5)]
    near_right = summed[np.minimum(end, last + 5)] - summed[last]
    inside = summed[last] - summed[first]
    return [
        ("words left", (summed[first] - summed[begin]) / asked), ("words right", (summed[end] - summed[last]) / asked),
        ("words inside", inside / asked), ("words of the sentence", whole),
        ("words around", (near_left + near_right) / asked),
        ("rank", np.minimum(rank[told.sentence[head]], 4) / 4),
        ("behind the best", by_sentence.max(initial=0) - whole),
        ("inside share", inside / (own[last] - own[first] + 1e-6)),
        ("bigrams", np.minimum(bigrams[end - 1] - bigrams[begin], 4) / 4),
        ("bigrams left", np.minimum(bigrams[np.maximum(first - 1, begin)] - bigrams[begin], 4) / 4),
        ("bigrams right", np.minimum(bigrams[np.maximum(end - 1, last)] - bigrams[last], 4) / 4),
        ("length left", np.minimum(first - begin, 32) / 32), ("length right", np.minimum(end - last, 32) / 32),
        ("length", np.minimum(last - first, 16) / 16), ("length of the sentence", np.minimum(end - begin, 64) / 64),
        ("rarity", np.minimum((own[last] - own[first]) / 40, 1)),
        ("mean rarity", (own[last] - own[first]) / (last - first) / 10),
    ]  # fmt: skip


def _sums(values: Floats) -> Floats:
    """The sum of all before each place, one place more than there are values."""
    return np.concatenate([[0.0], np.cumsum(values)])


def _roots(question: Question, told: Told) -> list[tuple[str, Floats]]:
    """Whether the sentence's root is the question's, and whether either is found in the other."""
    same, holds, held = [], [], []
    for (begin, end), root in zip(told.bounds.tolist(), told.roots, strict=True):
        same.append(bool(root) and root == question.root)
        holds.append(question.root in told.lemmas[begin:end])
        held.append(root in question.lemmas)
    sentence = told.sentence[told.head]
    rows = {"root": same, "root there": holds, "root asked": held}
    return [(name, np.array(row, float)[sentence]) for name, row in rows.items()]


def _paths(question: Question, told: Told, matched: Floats, kind: int) -> tuple[list[Keys], list[tuple[str, Floats]]]:
    """Paths from the question's words in the sentence to the candidate, beside those to the word that asks."""
    anchors = _anchors(told, matched)[told.sentence[told.head]]  # [candidates, ANCHORS], -1: none
    begin, end = told.bounds[told.sentence[told.head]].T[:, :, None]
    width = end - begin
    place = told.begins[told.sentence[told.head]][:, None] + (anchors - begin) * width + told.head[:, None] - begin
    outside = (anchors >= 0) & ((anchors < told.first[:, None]) | (anchors > told.last[:, None]))
    outside &= (width <= np.diff(told.begins)[told.sentence[told.head]][:, None]) if len(told.paths) else False
    number = told.paths[np.where(outside, place, 0)] if len(told.paths) else np.zeros(anchors.shape, np.int32)
    number = np.where(outside, number, np.int32(0))
    paths = np.where(number > 0, told.path_keys[number], np.uint64(NONE))
    by_lemma = {word: (key("asked", *path) if path else NONE, path, tag) for word, path, tag in question.words}
    none = (NONE, (), "")
    met = [by_lemma.get(lemma, none) for lemma in told.lemmas] + [none]
    asked = np.array([one[0] for one in met], np.uint64)[anchors]
    tags = np.array([key("tag", token.tag) for token in told.parse.tokens] + [NONE], np.uint64)[anchors]
    far = _apart(number, anchors, told.known, [one[1] for one in met])
    weight = np.where(number > 0, np.append(matched, 0.0)[anchors], 0.0)
    steps = np.array([len(path) for path in told.known])[number]
    total = matched.sum() + 1e-6
    close = (weight / (1 + steps)).sum(axis=1) / total * 2
    alike = (weight / (1 + far)).sum(axis=1) / total
    least = np.where(number > 0, far, 9).min(axis=1)
    kinds = mixed(key("path"), paths)
    found = [
        kinds,
        mixed(kinds, kind),
        mixed(kinds, tags),
        mixed(kinds, asked),
        mixed(mixed(np.where(number > 0, (far + 1).astype(np.uint64), np.uint64(NONE)), key("apart")), kind),
    ]
    return found, [("close", close), ("alike", alike), ("least apart", np.minimum(least, 8) / 8)]  # fmt: skip


def _anchors(told: Told, matched: Floats) -> Integers:
    """The rarest words of the question in each sentence, [sentences, ANCHORS]; -1: none."""
    found = np.full((len(told.bounds), ANCHORS), -1, np.int64)
    for row, (begin, end) in enumerate(told.bounds.tolist()):
        inside = begin + np.flatnonzero(matched[begin:end])
        best = inside[np.argsort(-matched[inside], kind="stable")][:ANCHORS]
        found[row, : len(best)] = best
    return found


def _apart(numbers: npt.NDArray[np.int32], anchors: Integers, known: Sequence[Path], asked: Sequence[Path]) -> Floats:
    """The edit distance between each path and that of the same word in the question; 5 where there is none."""
    size = len(asked)
    pairs, back = np.unique(numbers.astype(np.int64) * size + anchors % size, return_inverse=True)
    found = [
        _edits(known[pair // size], asked[pair % size]) if pair // size and asked[pair % size] else 5
        for pair in pairs.tolist()
    ]
    return np.array(found, float)[back].reshape(numbers.shape)


@lru_cache(200_000)
def _edits(first: Path, second: Path) -> int:
    """The question's path leads from what asks to the word, the other one from the word to the candidate."""
    second = tuple(step[:-1] if step.endswith(">") else f"{step}>" for step in reversed(second))
    row = list(range(len(second) + 1))
    for i, step in enumerate(first, start=1):
        before, row[0] = row[0], i
        for j, other in enumerate(second, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (step != other))
    return row[-1]


def _formed(told: Told, kind: int, sort: int) -> list[Keys]:
    """What the candidate looks like, with what is asked for."""
    return [mixed(asked, form) for form in told.forms for asked in (kind, sort)]


def _bucketed(values: Sequence[tuple[str, Floats]], kind: int) -> list[Keys]:
    """Each number's bucket, alone and with what is asked for."""
    found = []
    for name, row in values:
        buckets = np.clip(np.rint(row * BUCKETS), 0, BUCKETS).astype(np.uint64) + np.uint64(1)
        alone = mixed(key("value", name), buckets)
        found += [alone, mixed(alone, kind)]
    return found


def _worded(question: Question, told: Told, kind: int, sort: int) -> list[Keys]:
    """Words of the question with those of the span, and with those around it in the tree."""
    asked = np.array([key("word", word) for word, *_ in question.words] + [kind, sort], np.uint64)[:, None, None]
    inside = mixed(asked, told.words[None])
    around = mixed(mixed(asked, key("near")), told.near[None])
    return [one.transpose(1, 0, 2).reshape(len(told.first), -1) for one in (inside, around)]
