"""From an answer in a system's own words to the words of the paragraph that it means."""

import unicodedata
from collections import Counter
from collections.abc import Sequence

from stumper.replying import PASSED_OVER
from stumper.tasks.reading.question import Question
from stumper.text import Stretch, normalise_answer, words
from stumper.types import Guess

ENOUGH = 0.5  # F1 of the words that a span shares with the answer, below which they are not the same
SPARE = 2  # words that a span may have more than the answer
LONGEST_ANSWER = 60  # words of an answer that is looked for


def quoted(question: Question, said: str, probability: float | None) -> Guess:
    """The guess that an answer means: its words where they stand, else a span of equal words, else the span that
    shares most words with it, at least half; else as it was said.

    Words are equal without case, accents and punctuation; articles and words such as "of" are passed over.
    """
    start = place(question, said)
    if start is not None:
        return Guess(said, probability, start)
    paragraph = question.context.text
    found = _nearest(_named(paragraph), [word.text for word in _named(said)])
    if found is None:
        return Guess(said, probability)
    return Guess(paragraph[found.start : found.end], probability, found.start)


def place(question: Question, answer: str) -> int | None:
    """Where an answer first stands in the paragraph as whole words, else where it stands at all; None: nowhere."""
    if not answer:
        return None
    paragraph = question.context.text
    first = start = paragraph.find(answer)
    while start >= 0:
        end = start + len(answer)
        if not (paragraph[max(0, start - 1) : start].isalnum() or paragraph[end : end + 1].isalnum()):
            return start
        start = paragraph.find(answer, start + 1)
    return first if first >= 0 else None


def _named(text: str) -> list[Stretch]:
    """The words that count, each as it is compared, where it stands."""
    compared = [(normalise_answer(_plain(word.text)), word) for word in words(text)]
    return [Stretch(bare, word.start, word.end) for bare, word in compared if bare and bare not in PASSED_OVER]


def _plain(text: str) -> str:
    straight = text.replace("’", "'")
    return "".join(c for c in unicodedata.normalize("NFKD", straight) if not unicodedata.combining(c))


def _nearest(paragraph: Sequence[Stretch], said: Sequence[str]) -> Stretch | None:
    """The span of equal words, the first one; else that of the highest F1, the shortest and then the first."""
    if not said or len(said) > LONGEST_ANSWER:
        return None
    here = [word.text for word in paragraph]
    for begin in range(len(here) - len(said) + 1):
        if here[begin : begin + len(said)] == list(said):
            return _span(paragraph, begin, len(said))
    wanted = Counter(said)
    best, highest = None, (0.0, 0)
    for length in range(1, min(len(said) + SPARE, len(here)) + 1):
        for begin in range(len(here) - length + 1):
            if here[begin] in wanted and here[begin + length - 1] in wanted:
                shared = (Counter(here[begin : begin + length]) & wanted).total()
                span = _span(paragraph, begin, length)
                rank = (2 * shared / (length + len(said)), span.start - span.end)
                if rank > highest:
                    best, highest = span, rank
    return best if highest[0] >= ENOUGH else None


def _span(paragraph: Sequence[Stretch], begin: int, length: int) -> Stretch:
    covered = paragraph[begin : begin + length]
    return Stretch(" ".join(word.text for word in covered), covered[0].start, covered[-1].end)
