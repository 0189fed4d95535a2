"""The key sentence made two that stand apart."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.cuts import Cut, cuts
from stumper.adversaries.reading.edits.paragraph import Paragraph, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.parse import Parse
from stumper.language.rewording.clause import laid_out
from stumper.language.rewording.leaning import PERSONAL, PRONOUNS, leans, takes_as_known
from stumper.language.rewording.one_sentence import parsed
from stumper.language.rewording.pieces import Kept, Piece
from stumper.text import words
from stumper.types import Example, Perturbation

BESIDE = "side by side"


@dataclass(frozen=True, slots=True)
class Split:
    """Makes two sentences of the key sentence and puts them in different places (Rahurkar et al. 2020)."""

    tasks: ClassVar[Sequence[str]] = ("reading",)

    candidates: int = 6
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-split", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The cuts with their second sentences at the end or the front, then with both side by side."""
        given = paragraph(example)
        parse = None if given is None else parsed(given.key_sentence.text, self.pipeline)
        if given is None or parse is None:
            return []
        found = [
            (place, rewritten(example, pieces, "split", f"{cut.rule}, {place}"))
            for cut in cuts(parse)
            for place, pieces in _placed(given, parse, cut)
        ]
        apart_first = sorted(found, key=lambda row: row[0] == BESIDE)
        return first(self.candidates, (perturbation for _, perturbation in apart_first))

    attack = one_batch


def _placed(given: Paragraph, parse: Parse, cut: Cut) -> Iterator[tuple[str, list[Piece]]]:
    """The paragraph with the first sentence where both were and the second where it is understood."""
    at = given.key_sentence.start
    stays, goes = (laid_out(parse, at, parts, given.text) for parts in (cut.first, cut.second))
    if stays is None or goes is None or _is_orphaned(_text(given, stays), given.key_sentence.text):
        return
    last = len(given.sentences) - 1
    before: list[list[Piece]] = [[given.kept(0, given.key - 1)]] if given.key else []
    after: list[list[Piece]] = [[given.kept(given.key + 1, last)]] if given.key < last else []
    second = _text(given, goes)
    stands = cut.is_whole and not leans(second) and not _speaks_of_another(cut, second)
    if stands and not _is_needed_there(given, goes):
        if after:
            yield "second at the end", given.laid_out([*before, stays, *after, goes])
        is_first = not leans(given.sentences[0].text) and not _is_known(cut, second, given.key_sentence.text, parse)
        if before and is_first:
            yield "second at the front", given.laid_out([goes, *before, stays, *after])
    yield BESIDE, given.laid_out([*before, stays, goes, *after])


def _speaks_of_another(cut: Cut, second: str) -> bool:
    """Whether a pronoun for a person in the second sentence may not be its subject, which is no name."""
    if not any(word.text.lower() in PERSONAL for word in words(second)):
        return False
    subject = cut.second[0]
    return not isinstance(subject, str) or not all(
        word.text[0].isupper() and "'" not in word.text for word in words(subject)
    )


def _is_needed_there(given: Paragraph, goes: list[Piece]) -> bool:
    """Whether the next sentence leans on what may be a name in the one that goes."""
    if given.key + 1 == len(given.sentences) or not leans(given.sentences[given.key + 1].text):
        return False
    kept = " ".join(given.text[piece.start : piece.end] for piece in goes if isinstance(piece, Kept))
    return any(word[:1].isupper() for word in kept.split()[1:])


def _is_orphaned(first: str, both: str) -> bool:
    """Whether the first sentence leans on what was said, where both together do not, or opens with a new pronoun."""
    one, whole = words(first), words(both)
    if one and one[0].text.lower() in PRONOUNS:
        return not whole or whole[0].text.lower() != one[0].text.lower()
    return leans(first) and not leans(both)


def _is_known(cut: Cut, second: str, both: str, parse: Parse) -> bool:
    """Whether the second sentence speaks of something as known that the other part of both has brought up."""
    subject = cut.second[0]
    if not isinstance(subject, str):
        if takes_as_known(second):
            return True
    elif re.search(rf"\b[Aa]n? {re.escape(subject.removeprefix('The '))}", both):
        return True
    said = {word.text for part in cut.first if not isinstance(part, str) for word in words(parse.span(*part))}
    pairs = pairwise(word.text for word in words(second))
    return any(article == "the" and word in said for article, word in pairs)


def _text(given: Paragraph, pieces: list[Piece]) -> str:
    return "".join(piece if isinstance(piece, str) else given.text[piece.start : piece.end] for piece in pieces)
