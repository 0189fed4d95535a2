"""What sets the questions apart whose answers turn wrong under attack (Jia & Liang 2017, section 4.4)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from stumper.scores.intervals import Estimate, contrast_interval, mean_interval, share_contrast, share_interval
from stumper.text import Stretch, words

NGRAMS = range(1, 8)
LONGEST_ANSWER = 29  # words: the longest gold answer of SQuAD's development set


@dataclass(frozen=True, slots=True)
class Case:
    """A question that was answered exactly right, and the ``answer`` after its paragraph was changed.

    ``start`` is the answer's place in the changed paragraph, where the victim says it; ``added`` is what is new there.
    """

    question: str
    paragraph: str
    right_answer: str
    answer: str
    start: int | None
    added: tuple[Stretch, ...]
    turned_wrong: bool


@dataclass(frozen=True, slots=True)
class Contrast:
    """A mean over the questions still answered right, over the others, and the latter minus the former (unpaired)."""

    still_right: Estimate
    turned_wrong: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True)
class SharedWords:
    """The share of questions that have at least one run of ``n`` words in common with the original paragraph."""

    n: int
    share: Contrast


@dataclass(frozen=True, slots=True)
class QuestionLength:
    """How many questions have so many words."""

    words: int
    still_right: int
    turned_wrong: int


@dataclass(frozen=True, slots=True)
class Failures:
    """What became of answers that were exactly right, and how the questions differ; lengths are in words.

    ``turned_wrong`` is the share of those answers that no longer match exactly. Of these, ``in_added`` is the share
    that lies in the added text, counted where some was added; ``long_answers`` the share of more than 29 words;
    ``answer_words`` their mean length, ``right_answer_words`` that of the right answers to the same questions.
    """

    turned_wrong: Estimate
    in_added: Estimate
    long_answers: Estimate
    answer_words: Estimate
    right_answer_words: Estimate
    shared: tuple[SharedWords, ...]
    question_words: Contrast
    lengths: tuple[QuestionLength, ...]


def failures(cases: Sequence[Case], seed: int = 0) -> Failures:
    """The figures over these cases."""
    wrong = [case for case in cases if case.turned_wrong]
    right = [case for case in cases if not case.turned_wrong]
    asked = [[float(len(words(case.question))) for case in group] for group in (right, wrong)]
    said = [float(len(words(case.answer))) for case in wrong]
    return Failures(
        turned_wrong=share_interval([case.turned_wrong for case in cases]),
        in_added=share_interval([lies_in_added(case) for case in wrong if case.added]),
        long_answers=share_interval([length > LONGEST_ANSWER for length in said]),
        answer_words=mean_interval(said, seed),
        right_answer_words=mean_interval([float(len(words(case.right_answer))) for case in wrong], seed),
        shared=_shared(right, wrong),
        question_words=Contrast(
            mean_interval(asked[0], seed), mean_interval(asked[1], seed), contrast_interval(asked[0], asked[1], seed)
        ),
        lengths=_lengths(asked[0], asked[1]),
    )


def lies_in_added(case: Case) -> bool:
    """Whether any of the answer stands in added text; an answer without a place, whether its text is found there."""
    if not case.answer:
        return False
    if case.start is None:
        return any(case.answer in stretch.text for stretch in case.added)
    end = case.start + len(case.answer)
    return any(case.start < stretch.end and stretch.start < end for stretch in case.added)


def longest_shared(question: str, paragraph: str) -> int:
    """How many words of the question the longest run has that stands in the paragraph word by word, in any case."""
    asked, read = _lower(question), _lower(paragraph)
    longest = 0
    while longest < len(asked) and _runs(asked, longest + 1) & _runs(read, longest + 1):
        longest += 1
    return longest


def _shared(right: Sequence[Case], wrong: Sequence[Case]) -> tuple[SharedWords, ...]:
    runs = [[longest_shared(case.question, case.paragraph) for case in group] for group in (right, wrong)]
    return tuple(SharedWords(n, _contrast(*([run >= n for run in group] for group in runs))) for n in NGRAMS)


def _contrast(still_right: Sequence[bool], turned_wrong: Sequence[bool]) -> Contrast:
    return Contrast(
        share_interval(still_right), share_interval(turned_wrong), share_contrast(still_right, turned_wrong)
    )


def _lengths(still_right: Iterable[float], turned_wrong: Iterable[float]) -> tuple[QuestionLength, ...]:
    right, wrong = Counter(still_right), Counter(turned_wrong)
    return tuple(QuestionLength(int(length), right[length], wrong[length]) for length in sorted({*right, *wrong}))


@lru_cache(maxsize=256)  # questions on one paragraph stand together
def _lower(text: str) -> tuple[str, ...]:
    return tuple(word.text.lower() for word in words(text))


@lru_cache(maxsize=1024)
def _runs(row: tuple[str, ...], length: int) -> frozenset[tuple[str, ...]]:
    return frozenset(row[place : place + length] for place in range(len(row) - length + 1))
