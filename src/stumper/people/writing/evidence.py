"""The past questions and pages that a machine's guess goes back to, with what they have in common with the new one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stumper.language.rewording.words import word_set
from stumper.people.writing.answer_search import folded
from stumper.protocols import Victim
from stumper.text import words
from stumper.types import Passage, Prediction

SHOWN = 4  # passages
LONGEST_PASSAGE = 900  # characters of a passage that are shown
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


def sources(
    victim: Victim, prediction: Prediction, question: str, is_right: Callable[[str], bool]
) -> tuple[Source, ...]:
    """The first passages that the prediction names, as far as the machine can show them."""
    find = getattr(victim, "passage", None)
    if find is None:
        return ()
    found = [passage for id in prediction.evidence[:SHOWN] if (passage := find(id)) is not None]
    return tuple(_source(passage, question, is_right) for passage in found)


def shared_spans(one: str, other: str) -> tuple[tuple[int, int], ...]:
    """The characters of ``one`` where words in a row stand in ``other``, too, two or more of them no plain words.

    Of rows that overlap it is the longest; none goes beyond its sentence.
    """
    mine = _spoken(one)
    telling = [run for run in _runs(mine, _spoken(other)) if _says_something(mine[slice(*run)])]
    taken: list[tuple[int, int]] = []
    for first, after in sorted(telling, key=lambda run: (run[0] - run[1], run[0])):
        if all(after <= start or end <= first for start, end in taken):
            taken.append((first, after))
    return tuple((mine[first].start, mine[after - 1].end) for first, after in sorted(taken))


def _source(passage: Passage, question: str, is_right: Callable[[str], bool]) -> Source:
    text = _around(passage.text, shared_spans(passage.text, question))
    shared = shared_spans(text, question)
    is_named = bool(passage.title) and is_right(passage.title)
    return Source(passage.id, passage.title, text, is_named, shared, shared_spans(question, text))


def _around(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The part of a long passage in which it begins to say the same."""
    if len(text) <= LONGEST_PASSAGE:
        return text
    start = max(0, (spans[0][0] if spans else 0) - LONGEST_PASSAGE // 4)
    start = text.rfind(" ", 0, start) + 1 if start else 0
    space = text.rfind(" ", start, start + LONGEST_PASSAGE)
    end = space if space > start else start + LONGEST_PASSAGE
    return f"{'… ' if start else ''}{text[start:end]}{' …' if end < len(text) else ''}"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word as it is compared, its characters, and whether a sentence or a part of one ends before it."""

    plain: str
    start: int
    end: int
    is_first: bool


def _spoken(text: str) -> list[Spoken]:
    found, before = [], 0
    for word in words(text):
        is_first = any(sign in ".!?;:" for sign in text[before : word.start])
        found.append(Spoken(folded(word.text), word.start, word.end, is_first))
        before = word.end
    return found


def _runs(mine: Sequence[Spoken], theirs: Sequence[Spoken]) -> set[tuple[int, int]]:
    """The longest rows [first, after) of these words that stand among the others, too."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(theirs):
        places.setdefault(word.plain, []).append(place)
    runs: set[tuple[int, int]] = set()
    lengths: dict[int, int] = {}
    for at, word in enumerate(mine):
        going = {} if word.is_first else lengths
        lengths = {
            place: 1 + (0 if theirs[place].is_first else going.get(place - 1, 0))
            for place in places.get(word.plain, ())
        }
        runs.update((at + 1 - length, at + 1) for length in lengths.values() if length > 1)
    return {run for run in runs if (run[0], run[1] + 1) not in runs}


def _says_something(said: Sequence[Spoken]) -> bool:
    return sum(word.plain not in PLAIN for word in said) > 1
