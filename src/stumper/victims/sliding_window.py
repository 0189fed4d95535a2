"""A reader that only matches words: what a system must be better than before it can be said to read."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from stumper.errors import BadOption
from stumper.retrieval.terms import STOP_WORDS, folded
from stumper.tasks.reading.question import Question
from stumper.text import Stretch, sentences, words
from stumper.types import Example, Guess, Prediction, Query

MOST_GUESSES = 20  # guesses
LONGEST_ANSWER = 6  # words of an answer
FITTING = 1.0  # what a question's word is worth that names the kind of answer
DISTANCE = 0.05  # what each word costs between an answer and the next word of the question
NAMED = re.compile(r"\b(?:who|whom|whose|where|which)\b", re.I)
COUNTED = re.compile(r"\b(?:when|how (?:many|much|old|long|far)|what (?:year|date|day|number|percent\w*))\b", re.I)


def load(argument: str, examples: Sequence[Example]) -> "SlidingWindow":
    """The reader; BadOption where anything is asked of it."""
    if argument:
        raise BadOption(f"The victim 'sliding-window' takes nothing after a colon, not {argument!r}.")
    return SlidingWindow()


@dataclass(frozen=True, slots=True)
class SlidingWindow:
    """Answers with what stands among most of the question's words, rare ones counting more.

    After the sliding-window baseline with distances of Richardson et al. (2013, section 4): a word weighs
    ``log(1 + 1 / its count in the paragraph)``. Instead of given choices, candidates are runs of up to
    ``LONGEST_ANSWER`` words that are neither function words nor the question's. It has no distribution.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)

    @property
    def fingerprint(self) -> str:
        """Of a rule without weights: its code is all there is."""
        return "sliding-window"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question, best guess first."""
        return [_answered(query) for query in queries]


def _answered(query: Query) -> Prediction:
    assert isinstance(query, Question), "it says that it reads questions alone"
    asked = {folded(word.text) for word in words(query.text)} - STOP_WORDS
    text = query.context.text
    counts = Counter(folded(word.text) for word in words(text))
    ranked: list[tuple[float, int, Stretch]] = []
    for sentence in sentences(text):
        found = words(sentence.text)
        keys = [folded(word.text) for word in found]
        matched = [place for place, key in enumerate(keys) if key in asked]
        window = math.fsum(math.log1p(1 / counts[key]) for key in {keys[place] for place in matched})  # in any order
        for first, last in _candidates(keys, asked):
            said = sentence.text[found[first].start : found[last].end]
            far = min((min(abs(first - at), abs(last - at)) for at in matched), default=len(keys))
            score = window + FITTING * _fits(query.text, said) - DISTANCE * far
            start = sentence.start + found[first].start
            ranked.append((-score, start, Stretch(said, start, start + len(said))))
    best = dict.fromkeys(stretch for *_, stretch in sorted(ranked, key=lambda one: one[:2]))
    return Prediction(tuple(Guess(stretch.text, None, stretch.start) for stretch in list(best)[:MOST_GUESSES]), None)


def _candidates(keys: Sequence[str], asked: set[str]) -> Iterator[tuple[int, int]]:
    """The longest runs of words that neither are function words nor stand in the question, by their first and last."""
    first: int | None = None
    for place, key in enumerate([*keys, ""]):
        is_answer = bool(key) and key not in STOP_WORDS and key not in asked
        if first is not None and (not is_answer or place - first == LONGEST_ANSWER):
            yield first, place - 1
            first = None
        if is_answer and first is None:
            first = place


def _fits(question: str, answer: str) -> bool:
    """Whether an answer looks like what the question's word asks for: a number, or a name."""
    if COUNTED.search(question):
        return any(letter.isdigit() for letter in answer)
    return bool(NAMED.search(question)) and answer[:1].isupper()
