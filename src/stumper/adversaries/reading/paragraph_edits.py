"""A paragraph made anew of stretches that are kept and words that are new, with the gold answers moved along."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stumper.language.rewording.pieces import Kept, Piece
from stumper.tasks.reading.constraints import bare, holds, stands
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Edit, Example, Gold, Passage, Perturbation


def rewritten(example: Example, pieces: Sequence[Piece], kind: str, rule: str = "") -> Perturbation | None:
    """The example with its paragraph made of these pieces, in this order; None where nothing changes, or a gold
    answer that stood in the paragraph does not lie within one kept stretch (neighbours that were neighbours count
    as one), nor a shorter gold answer that it held.
    """
    assert isinstance(example.query, Question), "only a question has a paragraph"
    context = example.query.context
    joined = list(_joined(pieces))
    text = "".join(piece if isinstance(piece, str) else context.text[piece.start : piece.end] for piece in joined)
    gold = _moved(example.gold, context.text, joined)
    if gold is None or text == context.text:
        return None
    query = Question(example.query.text, Passage(context.id, text, context.title))
    return Perturbation(example.id, query, gold, tuple(_edits(context.text, joined, kind, rule)))


def _joined(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces without empty ones, neighbours that were neighbours as one."""
    last: Kept | None = None
    for piece in pieces:
        if isinstance(piece, str):
            if piece:
                if last is not None:
                    yield last
                last = None
                yield piece
        elif piece.start < piece.end:
            if last is not None and last.end == piece.start:
                last = Kept(last.start, piece.end)
                continue
            if last is not None:
                yield last
            last = piece
    if last is not None:
        yield last


def _moved(gold: Gold, before: str, pieces: Sequence[Piece]) -> Gold | None:
    """The gold with every answer where it now stands; answers that stood nowhere keep their place, and one that is
    torn apart has none any more where a shorter one that it held is kept, or all of it but the marks around it.
    """
    starts = [_new_start(answer, pieces) if stands(answer, before) else answer.start for answer in gold.answers]
    kept = [one for one, start in zip(gold.answers, starts, strict=True) if start is not None and stands(one, before)]
    for answer, start in zip(gold.answers, starts, strict=True):
        torn = start is None and stands(answer, before)
        if torn and not any(holds(answer, shorter) for shorter in kept) and not _is_said(answer, pieces):
            return None
    return replace(gold, answers=tuple(map(Answer, (answer.text for answer in gold.answers), starts)))


def _is_said(answer: Answer, pieces: Sequence[Piece]) -> bool:
    """Whether a piece has the answer but for the marks around it."""
    assert answer.start is not None, "it stood somewhere"
    core = bare(answer.text)
    return _new_start(Answer(core, answer.start + answer.text.index(core)), pieces) is not None


def _new_start(answer: Answer, pieces: Sequence[Piece]) -> int | None:
    """Where an answer that stood in the paragraph stands in these pieces, if one of them has it whole."""
    assert answer.start is not None, "it stood somewhere"
    start, end = answer.start, answer.start + len(answer.text)
    at = 0
    for piece in pieces:
        if isinstance(piece, str):
            at += len(piece)
            continue
        if piece.start <= start and end <= piece.end:
            return at + start - piece.start
        at += piece.end - piece.start
    return None


def _edits(before: str, pieces: Sequence[Piece], kind: str, rule: str) -> Iterator[Edit]:
    """What was put in the place of what, in order; a stretch that moved forward was taken out and is new text."""
    done, new = 0, ""
    for piece in pieces:
        if isinstance(piece, str):
            new += piece
        elif piece.start < done:
            new += before[piece.start : piece.end]
        else:
            if new or piece.start > done:
                yield Edit("context", done, piece.start, new, kind, rule)
            done, new = piece.end, ""
    if new or done < len(before):
        yield Edit("context", done, len(before), new, kind, rule)
