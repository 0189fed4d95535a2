"""Exact match and F1 of answers, as the official SQuAD 1.1 and 2.0 scripts compute them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from stumper.text import normalise_answer
from stumper.types import Gold


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """How right one answer is, in [0, 1]."""

    exact_match: float
    f1: float


UNANSWERED = AnswerScore(0.0, 0.0)


CONTAINMENT = {"match": "gold-words-in-answer", "norm": "squad"}  # how, for the signature of ``contained``


def contained(gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
    """1.0 where a gold answer stands in the answer, word by word once both are normalised, else 0.0; without golds 1.0
    for an empty answer.

    It is fair to answers in sentences, which EM and F1 are not, and counts whoever names several things as right.
    """
    golds = {normalise_answer(one.text) for one in gold.answers} - {""}
    said = normalise_answer(answer)
    return float(any(f" {one} " in f" {said} " for one in golds) if golds else not said)


@dataclass(frozen=True, slots=True)
class GoldTokens:
    """The gold answers of one question, tokenised once; without any, only an empty answer is right (SQuAD 2.0)."""

    texts: frozenset[str]
    counts: tuple[dict[str, int], ...]
    lengths: tuple[int, ...]
    vocabulary: frozenset[str]

    def score(self, answer: str) -> AnswerScore:
        """The best match of the answer with a gold one."""
        text = normalise_answer(answer)
        if not self.texts:
            return AnswerScore(float(not text), float(not text))
        return AnswerScore(float(text in self.texts), self._overlap(text.split()))

    def f1(self, answer: str) -> float:
        """The F1 of ``score`` alone."""
        text = normalise_answer(answer)
        return self._overlap(text.split()) if self.texts else float(not text)

    def _overlap(self, tokens: list[str]) -> float:
        if self.vocabulary.isdisjoint(tokens):
            return 0.0
        return max(_f1(tokens, count, length) for count, length in zip(self.counts, self.lengths, strict=True))


def exact_match(answer: str, golds: Sequence[str]) -> float:
    """1.0 where the normalised answer equals a normalised gold answer (or is empty where there are none), else 0.0."""
    return gold_tokens(golds).score(answer).exact_match


def f1(answer: str, golds: Sequence[str]) -> float:
    """The highest F1 of the answer's tokens with a gold answer's (without golds: 1.0 for an empty answer, else 0.0)."""
    return gold_tokens(golds).f1(answer)


def gold_tokens(golds: Sequence[str]) -> GoldTokens:
    """The golds prepared for many answers."""
    texts = dict.fromkeys(normalise_answer(gold) for gold in golds)
    counts = tuple(dict(Counter(text.split())) for text in texts)
    lengths = tuple(sum(count.values()) for count in counts)
    return GoldTokens(frozenset(texts), counts, lengths, frozenset().union(*counts))


def tokens_of(gold: Gold) -> GoldTokens:
    """The tokens of a question's gold answers; SQuAD 2.0 leaves out those that normalise to nothing."""
    texts = [answer.text for answer in gold.answers]
    return gold_tokens(texts if gold.answerable is None else [text for text in texts if normalise_answer(text)])


def answer_score(gold: Gold, answer: str | None) -> AnswerScore:
    """How right an answer is; nothing, where the question was left unanswered."""
    return UNANSWERED if answer is None else tokens_of(gold).score(answer)


def _f1(tokens: list[str], count: dict[str, int], length: int) -> float:
    left = count.copy()
    shared = 0
    for token in tokens:
        if left.get(token):
            left[token] -= 1
            shared += 1
    if not shared:
        return 0.0
    precision, recall = shared / len(tokens), shared / length
    return 2 * precision * recall / (precision + recall)
