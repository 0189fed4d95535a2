"""The key sentence said in another way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Paragraph, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.edits.swaps import Swap, choices, distance
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.parse import Parse
from stumper.language.rewording.clause import laid_out
from stumper.language.rewording.one_sentence import parsed
from stumper.language.rewording.pieces import Kept, Piece
from stumper.language.rewording.restated import reworded
from stumper.language.rewording.well_formed import repeats
from stumper.types import Example, Perturbation

MOST_WORDS = 2  # that one paraphrase puts in other words: each more may go wrong
MOST_PLACES = 5  # that are tried
OTHER_WORDS = "other words"


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """Says the key sentence in another voice, word order and words, through its parse (Rahurkar et al. 2020)."""

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    candidates: int = 16
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-paraphrase", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The key sentence by each transformation that fits it with other words in it, in the order of the table, then
        in its own words, then in its own order.
        """
        given = paragraph(example)
        return [] if given is None else first(self.candidates, _paraphrases(given, self.pipeline))

    attack = one_batch


def _paraphrases(given: Paragraph, pipeline: str) -> Iterator[Perturbation | None]:
    key = given.key_sentence
    parse = parsed(key.text, pipeline)
    if parse is None:
        return
    found = [
        (rule, pieces)
        for rule, parts in reworded(parse)
        if (pieces := laid_out(parse, key.start, parts, given.text)) and not repeats(given.text_of(pieces), key.text)
    ]
    sets = _other_words(given, parse)
    plain: list[Piece] = [Kept(key.start, key.end)]
    tries = [(f"{rule} + {OTHER_WORDS}", with_swaps(pieces, sets[0])) for rule, pieces in found if sets]
    tries += [row for row in found if "cleft" not in row[0]]
    tries += [(OTHER_WORDS, with_swaps(plain, swaps)) for swaps in sets[:4] if len(swaps) > 1]
    tries += [row for row in found if "cleft" in row[0]]
    tries += [(f"{rule} + {OTHER_WORDS}", with_swaps(pieces, swaps)) for swaps in sets[1:4] for rule, pieces in found]
    tries += [(OTHER_WORDS, with_swaps(plain, swaps)) for swaps in sets[4:] if len(swaps) > 1]
    for rule, pieces in tries:
        if OTHER_WORDS in rule and any(pieces == row[1] for row in found):
            continue  # no word of it could be replaced
        yield rewritten(given.example, given.replaced(key.start, key.end, pieces), "paraphrase", rule)


def _other_words(given: Paragraph, parse: Parse) -> list[list[Swap]]:
    """Words by twos, those first that the question has and that stand next to an answer: by their first choices, then
    by their second ones.
    """
    found = choices(given, parse)
    found.sort(key=lambda choice: (not choice[0].is_asked, distance(given, choice[0])))
    some = found[:MOST_PLACES]
    if len(some) == 1:
        return [[swap] for swap in some[0]]
    pairs = list(combinations(some, MOST_WORDS))
    firsts = [[choice[0] for choice in pair] for pair in pairs]
    seconds = [[choice[min(1, len(choice) - 1)] for choice in pair] for pair in pairs]
    return [sorted(swaps, key=lambda swap: swap.change.start) for swaps in (*firsts, *seconds)]


def with_swaps(pieces: Sequence[Piece], swaps: Sequence[Swap]) -> list[Piece]:
    """The pieces with what is swapped in the place of their words; what opens or closes a piece stays."""
    made: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str):
            made.append(piece)
            continue
        done = piece.start
        for change in (swap.change for swap in swaps):
            if max(done, piece.start + 1) < change.start and change.end <= piece.end:
                made += [Kept(done, change.start), change.text]
                done = change.end
        made.append(Kept(done, piece.end))
    return made
