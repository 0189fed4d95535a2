"""The past questions and pages that a machine's guess goes back to, with what they have in common with the new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from stumper.language.rewording.word_set import word_set
from stumper.people.answer_search import folded
from stumper.protocols import Victim
from stumper.scores.answer_matching import match_answer
from stumper.text import Stretch, words
from stumper.types import Gold, Passage, Prediction

SHOWN = 4  # passages
LONGEST = 900  # characters of a passage that are shown
PLAIN = word_set("""
    a an the this that these those it its he she him his her hers they them their who whom whose which what when where
    in on at by for from to of with as into and or but not is are was were be been being has have had do does did one
    name points point ten 10 give identify title man woman person people work works called named also after before
    """)


@dataclass(frozen=True, slots=True)
class Source:
    """A passage that the guess goes back to; ``title`` is what it asks for or is about.

    ``shared`` are the characters of its text, ``in_question`` those of the question, that say the same.
    """

    id: str
    title: str
    text: str
    is_right: bool
    shared: tuple[tuple[int, int], ...]
    in_question: tuple[tuple[int, int], ...]


def sources(victim: Victim, prediction: Prediction, question: str, gold: Gold) -> tuple[Source, ...]:
    """The first passages that the prediction names, as far as the machine can show them."""
    find = getattr(victim, "passage", None)
    if find is None:
        return ()
    found = [passage for id in prediction.evidence[:SHOWN] if (passage := find(id)) is not None]
    return tuple(_source(passage, question, gold) for passage in found)


def shared_spans(one: str, other: str) -> tuple[tuple[int, int], ...]:
    """The characters of ``one`` where words in a row stand in ``other``, too, two or more of them no plain words."""
    mine = words(one)
    theirs = {pair for pair in _pairs(other, words(other)) if pair is not None}
    held = [pair is not None and pair in theirs for pair in _pairs(one, mine)]
    spans: list[tuple[int, int]] = []
    for at, is_held in enumerate(held):
        if not is_held:
            continue
        start, end = mine[at].start, mine[at + 1].end
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return tuple(span for span in spans if _says_something(one[slice(*span)]))


def _source(passage: Passage, question: str, gold: Gold) -> Source:
    text = _around(passage.text, shared_spans(passage.text, question))
    is_right = bool(passage.title) and match_answer(gold, passage.title) == "accept"
    shared = shared_spans(text, question)
    return Source(passage.id, passage.title, text, is_right, shared, shared_spans(question, text))


def _around(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The part of a long passage in which it begins to say the same."""
    if len(text) <= LONGEST:
        return text
    start = max(0, (spans[0][0] if spans else 0) - LONGEST // 4)
    start = text.rfind(" ", 0, start) + 1 if start else 0
    space = text.rfind(" ", start, start + LONGEST)
    end = space if space > start else start + LONGEST
    return f"{'… ' if start else ''}{text[start:end]}{' …' if end < len(text) else ''}"


def _pairs(text: str, found: Sequence[Stretch]) -> list[tuple[str, str] | None]:
    """Each word with the next; None where they stand in two sentences, or neither says anything by itself."""
    pairs: list[tuple[str, str] | None] = []
    for one, other in pairwise(found):
        pair = folded(one.text), folded(other.text)
        is_apart = any(sign in ".!?;:" for sign in text[one.end : other.start])
        pairs.append(None if is_apart or PLAIN.issuperset(pair) else pair)
    return pairs


def _says_something(text: str) -> bool:
    return sum(folded(word.text) not in PLAIN for word in words(text)) > 1
