"""The key sentence, and others of its paragraph, said in another way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Paragraph, changed, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.edits.swaps import Swap, choices, distance, drawn, elsewhere
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.parse import Parse
from stumper.language.rewording.clause import laid_out
from stumper.language.rewording.one_sentence import parsed, parsed_each
from stumper.language.rewording.pieces import Kept, Piece
from stumper.language.rewording.restated import reworded
from stumper.language.rewording.well_formed import repeats
from stumper.types import Example, Perturbation

MOST_WORDS = 2  # that one paraphrase puts in other words: each more may go wrong
MOST_WORDS_ALONE = 4  # of all the paragraph, where no sentence of it is put otherwise
MOST_PLACES = 5  # that are tried
MOST_SENTENCES = 3  # that one paraphrase puts otherwise
DRAWS = 32  # of sentences and words; those that come twice count once
WITH_WORDS = 0.6  # the share of draws that have other words, too
OTHER_WORDS = "other words"


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """Says sentences in another voice, word order and words, through its parse (Rahurkar et al. 2020)."""

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    candidates: int = 16
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-paraphrase", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The key sentence by each transformation that fits it with other words in it, in the order of the table, then
        in its own words, then in its own order; then some drawn of what can be said otherwise in all sentences.
        """
        given = paragraph(example)
        if given is None:
            return []
        every = chain(_paraphrases(given, self.pipeline), _of_all(given, self.pipeline, rng))
        return first(self.candidates, every)

    attack = one_batch


def _paraphrases(given: Paragraph, pipeline: str) -> Iterator[Perturbation | None]:
    key = given.key_sentence
    parse = parsed(key.text, pipeline)
    if parse is None:
        return
    found = list(_ways(given, given.key, parse))
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


def _ways(given: Paragraph, index: int, parse: Parse) -> Iterator[tuple[str, list[Piece]]]:
    """The transformations that fit a sentence, and what they make of it."""
    sentence = given.sentences[index]
    for rule, parts in reworded(parse):
        pieces = laid_out(parse, sentence.start, parts, given.text)
        if pieces and not repeats(given.text_of(pieces), sentence.text):
            yield rule, pieces


def _of_all(given: Paragraph, pipeline: str, rng: Random) -> Iterator[Perturbation | None]:
    """One to three sentences of the paragraph by a transformation that fits each, with some other words in them all."""
    parses = parsed_each([sentence.text for sentence in given.sentences], pipeline)
    ways = {i: list(_ways(given, i, parse)) for i, parse in enumerate(parses) if parse is not None}
    ways = {i: plain for i, of in ways.items() if (plain := [way for way in of if "cleft" not in way[0]])}
    parse = parses[given.key]
    words = [*(choices(given, parse) if parse is not None else ()), *elsewhere(given, pipeline)]
    for _ in range(DRAWS if ways else 0):
        chosen = {
            i: rng.choice(ways[i]) for i in rng.sample(sorted(ways), min(len(ways), rng.randint(1, MOST_SENTENCES)))
        }
        parts = [chosen[i][1] if i in chosen else [given.kept(i, i)] for i in range(len(given.sentences))]
        swaps = drawn(given, words, MOST_WORDS, rng) if words and rng.random() < WITH_WORDS else []
        pieces = with_swaps(given.laid_out(parts), sorted(swaps, key=lambda swap: swap.change.start))
        rules = " + ".join(dict.fromkeys([*(chosen[i][0] for i in sorted(chosen)), *[OTHER_WORDS] * bool(swaps)]))
        yield rewritten(given.example, pieces, "paraphrase", rules)
    for _ in range(DRAWS if len(words) > MOST_WORDS else 0):
        changes = [swap.change for swap in drawn(given, words, MOST_WORDS_ALONE, rng, least=MOST_WORDS + 1)]
        yield changed(given, changes, "paraphrase", OTHER_WORDS)


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
