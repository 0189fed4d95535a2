"""A question's paragraph as the edits see it: its sentences, the key sentence, and what leans on what."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.rewording.leaning import FUNCTION_WORDS, goes_on, is_torn, leans, takes_as_known
from stumper.language.rewording.pieces import Kept, Piece
from stumper.tasks.reading.question import Question
from stumper.text import Stretch, sentences, words
from stumper.types import Edit, Example, Perturbation


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The paragraph of an example in which a gold answer stands.

    ``sentences`` are its sentences in order (a boundary inside a gold answer is none), ``answers`` the gold answers
    where they stand, each stretch once, ``key`` the index of the key sentence: the one that holds most of the gold
    answers, the first of equals. Other places where an answer's words stand do not count.
    """

    example: Example
    text: str
    question: str
    sentences: tuple[Stretch, ...]
    answers: tuple[Stretch, ...]
    key: int

    @property
    def key_sentence(self) -> Stretch:
        """The sentence that holds the gold answer."""
        return self.sentences[self.key]

    def touches_answer(self, start: int, end: int) -> bool:
        """Whether the characters [start, end) of the paragraph have one in common with a gold answer."""
        return any(answer.start < end and start < answer.end for answer in self.answers)

    def within_answer(self, at: int) -> bool:
        """Whether something put at this character would stand inside a gold answer."""
        return any(answer.start < at < answer.end for answer in self.answers)

    def kept(self, first: int, last: int) -> Kept:
        """The sentences from first to last, both included, with the white space between them."""
        return Kept(self.sentences[first].start, self.sentences[last].end)

    def text_of(self, pieces: Sequence[Piece]) -> str:
        """What the pieces say."""
        return "".join(piece if isinstance(piece, str) else self.text[piece.start : piece.end] for piece in pieces)

    def replaced(self, start: int, end: int, pieces: Sequence[Piece]) -> list[Piece]:
        """The whole paragraph with these pieces in the place of the characters [start, end)."""
        return [Kept(0, start), *pieces, Kept(end, len(self.text))]

    def laid_out(self, parts: Sequence[Sequence[Piece]]) -> list[Piece]:
        """The whole paragraph made of these sentences, each of pieces, in this order.

        Between two stands the white space that stood between them, where they were neighbours, else one space.
        """
        pieces: list[Piece] = [Kept(0, self.sentences[0].start)]
        last: Piece = ""
        for part in filter(None, parts):
            if last:
                pieces.append(self._gap(last, part[0]))
            pieces += part
            last = part[-1]
        return [*pieces, Kept(self.sentences[-1].end, len(self.text))]

    def blocks(self) -> list[range]:
        """The sentences in runs that must stay together: one that leans on what was said, or that stands within the
        same quotation or brackets, stays with the one before.
        """
        within = [0, *_open_after(self.sentences)]
        texts = [sentence.text for sentence in self.sentences]
        bound = [
            within[i] > 0 or leans(text) or takes_as_known(text, texts[i - 1] if i else "")
            for i, text in enumerate(texts)
        ]
        starts = [i for i, is_bound in enumerate(bound) if i == 0 or not is_bound]
        return [range(a, b) for a, b in zip(starts, [*starts[1:], len(self.sentences)], strict=True)]

    def reads_whole(self) -> bool:
        """Whether the paragraph begins as a text does, and no sentence of it is torn."""
        texts = [sentence.text for sentence in self.sentences]
        return not (goes_on(texts[0]) or any(map(is_torn, texts)))

    def end_of_quotation(self) -> int:
        """The index of the sentence with which a quotation or bracket that is open in the key sentence closes."""
        open_after = list(_open_after(self.sentences))
        return next((i for i in range(self.key, len(open_after)) if not open_after[i]), self.key)

    def _gap(self, last: Piece, following: Piece) -> Piece:
        if isinstance(last, Kept) and isinstance(following, Kept) and last.end < following.start:
            between = Kept(last.end, following.start)
            if self.text[between.start : between.end].isspace():
                return between
        return " "


def paragraph(example: Example) -> Paragraph | None:
    """The example's paragraph; None where no gold answer stands where the gold says."""
    assert isinstance(example.query, Question), "edits are made to a question's paragraph"
    text = example.query.context.text
    standing = [
        Stretch(answer.text, answer.start, answer.start + len(answer.text))
        for answer in example.gold.answers
        if answer.start is not None and answer.text.strip() and text.startswith(answer.text, answer.start)
    ]
    if not standing:
        return None
    found = tuple(_whole(text, sentences(text), standing))
    held = [sum(s.start <= answer.start and answer.end <= s.end for answer in standing) for s in found]
    distinct = sorted(set(standing), key=lambda answer: (answer.start, answer.end))
    return Paragraph(example, text, example.query.text, found, tuple(distinct), held.index(max(held)))


def content_words(text: str) -> list[Stretch]:
    """The words that carry the meaning: all but function words, question words and auxiliaries, each place."""
    return [word for word in words(text) if word.text.lower() not in FUNCTION_WORDS and word.text.strip("_")]


def _open_after(found: Sequence[Stretch]) -> Iterator[int]:
    """How many quotations and brackets are open at the end of each sentence."""
    straight = curved = brackets = 0
    for text in (sentence.text for sentence in found):
        straight = (straight + text.count('"')) % 2
        curved = max(0, curved + text.count("“") - text.count("”"))
        brackets = max(0, brackets + text.count("(") + text.count("[") - text.count(")") - text.count("]"))
        yield straight + curved + brackets


def _whole(text: str, found: Sequence[Stretch], answers: Sequence[Stretch]) -> Iterator[Stretch]:
    """The sentences, with those made one that a gold answer runs across."""
    start: int | None = None
    for sentence in found:
        start = sentence.start if start is None else start
        if any(answer.start < sentence.end < answer.end for answer in answers):
            continue
        yield Stretch(text[start : sentence.end], start, sentence.end)
        start = None
    if start is not None:
        yield Stretch(text[start : found[-1].end], start, found[-1].end)


@dataclass(frozen=True, slots=True)
class Change:
    """``text`` for the characters [start, end) of the paragraph."""

    start: int
    end: int
    text: str


def substituted(text: str, new: Iterable[Change | Edit | Stretch]) -> list[Piece]:
    """The whole text with each of these, which do not overlap, in the place of its characters."""
    pieces: list[Piece] = []
    done = 0
    for each in sorted(new, key=lambda each: (each.start, each.end)):
        pieces += [Kept(done, each.start), each.text]
        done = each.end
    return [*pieces, Kept(done, len(text))]


def changed(given: Paragraph, changes: Sequence[Change], kind: str, rule: str) -> Perturbation | None:
    """The paragraph with these changes, in whatever order they are given; None where an answer is lost.

    One that begins within an earlier one is left out.
    """
    apart: list[Change] = []
    for change in sorted(changes, key=lambda change: change.start):
        if not apart or change.start >= apart[-1].end:
            apart.append(change)
    return rewritten(given.example, substituted(given.text, apart), kind, rule)
