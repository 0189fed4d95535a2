"""What the words of a question have added to an answer's score."""

from collections.abc import Sequence
from itertools import pairwise

from stumper.retrieval import fulltext
from stumper.retrieval.clues import PAIR_WEIGHT, Clues, Found
from stumper.retrieval.fulltext import Term
from stumper.text import Stretch, sentences, words
from stumper.types import Weight


def clue_weights(clues: Clues, text: str, found: Sequence[Found | None]) -> list[Weight]:
    """A weight for each word of the text, in order, by what was found for each of its sentences.

    A clue's worth is shared out among the words that it has in common with the sentence, by how rare they are: BM25's
    own shares where no word of the clue occurs twice. The weights sum to the answer's score.
    """
    weights = {(word.start, word.end): 0.0 for word in words(text)}
    for sentence, one in zip(sentences(text), found, strict=True):
        for number, worth in (one.clues if one else {}).items():
            for (start, _), value in _shared_out(clues, sentence, clues.clue(number), worth).items():
                place = next((place for place in weights if place[0] <= start < place[1]), None)
                if place is not None:
                    weights[place] += value
    return [Weight("tossup", start, end, value) for (start, end), value in weights.items()]


def _shared_out(clues: Clues, sentence: Stretch, clue: str, worth: float) -> dict[tuple[int, int], float]:
    """By the characters of a word, its share of the clue's worth."""
    has = fulltext.analyzer().analyze(clue)
    pairs = {f"{a} {b}" for a, b in pairwise(has)}
    wanted = {(term.field, term.text) for term in clues.terms(sentence.text)}
    tokens = fulltext.analyzer().pre_tokenize(sentence.text).tokens
    places = [(sentence.start + token.char_offset_from, sentence.start + token.char_offset_to) for token in tokens]
    stems = [token.text for token in tokens]
    rarity: dict[tuple[int, int], float] = dict.fromkeys(places, 0.0)
    for place, stem in zip(places, stems, strict=True):
        if ("text", stem) in wanted and stem in has:
            rarity[place] += clues.rarity(Term("text", stem)) / stems.count(stem)
    for (first, second), (a, b) in zip(pairwise(places), pairwise(stems), strict=True):
        if ("name", pair := f"{a} {b}") in wanted and pair in pairs:
            for place in (first, second):
                rarity[place] += PAIR_WEIGHT / 2 * clues.rarity(Term("name", pair))
    whole = sum(rarity.values())
    return {place: worth * value / whole for place, value in rarity.items()} if whole else {}
