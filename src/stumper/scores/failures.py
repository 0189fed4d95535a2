"""What sets the questions apart whose answers turn wrong under attack (Jia & Liang 2017, section 4.4)."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from stumper.statistics import AMOUNT, NO_GROUPS, SHARE, Estimate, Groups, Scored, contrast, mean, share
from stumper.statistics.interval import Range
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
    """A mean over the questions still answered right, over the others, and the latter minus the former: unpaired, but
    both may hold variants of one question, and questions of one article."""

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


@dataclass(frozen=True, slots=True)
class Measured:
    """A case without its texts: lengths in words, the longest run of words that question and paragraph share, and
    whether the answer lies in added text, None where nothing was added. Those of answers count where one turned wrong,
    and are not taken else."""

    turned_wrong: bool
    in_added: bool | None
    answer_words: int
    right_answer_words: int
    question_words: int
    shared: int


def measured(case: Case) -> Measured:
    """What the figures are made of, of one case."""
    return Measured(
        turned_wrong=case.turned_wrong,
        in_added=lies_in_added(case) if case.turned_wrong and case.added else None,
        answer_words=len(words(case.answer)) if case.turned_wrong else 0,
        right_answer_words=len(words(case.right_answer)) if case.turned_wrong else 0,
        question_words=len(words(case.question)),
        shared=longest_shared(case.question, case.paragraph),
    )


def failures(cases: Iterable[Case]) -> Failures:
    """The figures over these cases."""
    return failures_of(list(map(measured, cases)))


def failures_of(
    cases: Sequence[Measured], originals: Sequence[str] | None = None, groups: Groups = NO_GROUPS
) -> Failures:
    """The figures over cases that were measured one by one, each of an original."""
    ids = [str(place) for place in range(len(cases))] if originals is None else originals
    wrong, right = (_Sample([], [], groups), _Sample([], [], groups))
    for case, id in zip(cases, ids, strict=True):
        (wrong if case.turned_wrong else right).add(case, id)
    every = _Sample(list(cases), list(ids), groups)
    lengths = [[float(case.question_words) for case in group.cases] for group in (right, wrong)]
    return Failures(
        turned_wrong=every.share(lambda case: case.turned_wrong),
        in_added=wrong.where(lambda case: case.in_added is not None).share(lambda case: bool(case.in_added)),
        long_answers=wrong.share(lambda case: case.answer_words > LONGEST_ANSWER),
        answer_words=wrong.mean(lambda case: case.answer_words),
        right_answer_words=wrong.mean(lambda case: case.right_answer_words),
        shared=tuple(SharedWords(n, _contrast(right, wrong, n)) for n in NGRAMS),
        question_words=_contrasted(right, wrong, lambda case: case.question_words, None),
        lengths=_lengths(*lengths),
    )


@dataclass(frozen=True, slots=True)
class _Sample:
    """Cases with the ids of their originals, which belong to groups."""

    cases: list[Measured]
    originals: list[str]
    groups: Groups

    def add(self, case: Measured, original: str) -> None:
        self.cases.append(case)
        self.originals.append(original)

    def where(self, holds: Callable[[Measured], bool]) -> "_Sample":
        kept = [(case, id) for case, id in zip(self.cases, self.originals, strict=True) if holds(case)]
        return _Sample([case for case, _ in kept], [id for _, id in kept], self.groups)

    def share(self, holds: Callable[[Measured], bool]) -> Estimate:
        return share([holds(case) for case in self.cases], self.originals, self.groups)

    def mean(self, figure: Callable[[Measured], float]) -> Estimate:
        return mean([float(figure(case)) for case in self.cases], self.originals, self.groups, within=AMOUNT)


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


def _contrast(right: _Sample, wrong: _Sample, n: int) -> Contrast:
    return _contrasted(right, wrong, lambda case: case.shared >= n, SHARE)


def _contrasted(right: _Sample, wrong: _Sample, figure: Callable[[Measured], float], within: Range | None) -> Contrast:
    still_right, turned_wrong = (
        Scored(one.originals, list(map(float, map(figure, one.cases)))) for one in (right, wrong)
    )
    before, after = (mean(one.values, one.originals, right.groups, within) for one in (still_right, turned_wrong))
    return Contrast(before, after, contrast(still_right, turned_wrong, right.groups, within))


def _lengths(still_right: Iterable[float], turned_wrong: Iterable[float]) -> tuple[QuestionLength, ...]:
    right, wrong = Counter(still_right), Counter(turned_wrong)
    return tuple(QuestionLength(int(length), right[length], wrong[length]) for length in sorted({*right, *wrong}))


@lru_cache(maxsize=256)  # questions on one paragraph stand together
def _lower(text: str) -> tuple[str, ...]:
    return tuple(word.text.lower() for word in words(text))


@lru_cache(maxsize=1024)
def _runs(row: tuple[str, ...], length: int) -> frozenset[tuple[str, ...]]:
    return frozenset(row[place : place + length] for place in range(len(row) - length + 1))
