"""Words of the key sentence misspelt, and special characters around the answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from random import Random
from typing import ClassVar, Literal, get_args

from stumper.adversaries.reading.edits.paragraph import Paragraph, content_words, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.lexicon import PartOfSpeech, is_spelled
from stumper.language.rewording.leaning import FUNCTION_WORDS
from stumper.text import Stretch, words
from stumper.types import Example, Perturbation

Method = Literal["swap", "keyboard", "drop", "special"]
SHORTEST = 5  # letters of a word that is still known when one is wrong
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
# Put around an answer; all are ASCII punctuation, which scores leave out, so no answer is wrong for their sake alone.
AROUND = (('"', '"'), ("(", ")"), ("*", "*"), ("[", "]"), ("_", "_"), ("<", ">"), ("~", "~"), ("{", "}"))


@dataclass(frozen=True, slots=True)
class Misspell:
    """Misspells words of the key sentence outside the answer, or sets it in special characters (Rahurkar et al. 2020).

    ``words`` are misspelt at a time, those of the question first; ``method`` is one of swap (two letters change
    places), keyboard (a neighbour's key), drop (a letter less), special (characters around the answer), or all.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)

    method: Literal["all", "swap", "keyboard", "drop", "special"] = "all"
    words: int = 2
    candidates: int = 12

    def __post_init__(self) -> None:
        at_least_one("edit-misspell", "words", self.words)
        at_least_one("edit-misspell", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The methods in turn, the words that the question shares before the others."""
        given = paragraph(example)
        if given is None:
            return []
        methods: tuple[Method, ...] = get_args(Method) if self.method == "all" else (self.method,)
        found = [list(_changes(given, method, self.words, rng)) for method in methods]
        in_turn = (row for rows in zip_longest(*found) for row in rows if row is not None)
        return first(
            self.candidates,
            (rewritten(example, given.substituted(new), "misspell", rule) for rule, new in in_turn),
        )

    attack = one_batch


def _changes(given: Paragraph, method: Method, most: int, rng: Random) -> Iterator[tuple[str, Sequence[Stretch]]]:
    """Rules and what they put in the place of what."""
    if method == "special":
        for start, end in _answers_of_key(given):
            for left, right in AROUND:
                yield f"special {left}{right}", [Stretch(left, start, start), Stretch(right, end, end)]
        return
    found = _misspellable(given)
    taken = frozenset(word.text.lower() for word in words(f"{given.text} {given.question}")) | FUNCTION_WORDS
    for at in range(0, len(found), most):
        wrong = [(word, _misspelt(word.text, method, taken, rng)) for word in found[at : at + most]]
        if all(text for _, text in wrong):
            yield method, [Stretch(text, word.start, word.end) for word, text in wrong if text]


def _misspellable(given: Paragraph) -> list[Stretch]:
    """Content words of the key sentence outside the answers: those that the question shares, then the others."""
    key = given.key_sentence
    asked = {word.text.lower() for word in content_words(given.question)}
    placed = [Stretch(w.text, w.start + key.start, w.end + key.start) for w in content_words(key.text)]
    outside = [
        word
        for word in placed
        if len(word.text) >= SHORTEST
        and word.text.isascii()
        and word.text.isalpha()
        and not word.text.isupper()
        and not given.touches_answer(word.start, word.end)
    ]
    return sorted(outside, key=lambda word: word.text.lower() not in asked)


def _misspelt(word: str, method: Method, taken: frozenset[str], rng: Random) -> str | None:
    """The word with one inner letter wrong, its first and last as they were; None where that makes a known word."""
    spellings = [
        word[:i] + changed + word[i + 2 :]
        for i in range(1, len(word) - 2)
        for changed in _pairs(word[i], word[i + 1], method, rng)
    ]
    fresh = [spelling for spelling in spellings if spelling != word and not _is_a_word(spelling.lower(), taken)]
    return rng.choice(fresh) if fresh else None


def _is_a_word(spelling: str, taken: frozenset[str]) -> bool:
    """Whether a spelling is that of another word, known here or in the dictionary."""
    return spelling in taken or any(is_spelled(spelling, part) for part in get_args(PartOfSpeech))


def _pairs(letter: str, following: str, method: Method, rng: Random) -> list[str]:
    """What may stand for two letters."""
    match method:
        case "swap":
            return [following + letter]
        case "drop":
            return [following]
        case _:
            return [rng.choice(KEYS[letter.lower()]) + following] if letter.lower() in KEYS else []


def _answers_of_key(given: Paragraph) -> list[tuple[int, int]]:
    """The answers of the key sentence as pairs (start, end), those that overlap as one."""
    key = given.key_sentence
    joined: list[tuple[int, int]] = []
    for answer in given.answers:
        if joined and answer.start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], answer.end)
        elif key.start <= answer.start < key.end:
            joined.append((answer.start, answer.end))
    return joined


def _neighbours() -> Iterator[tuple[str, str]]:
    """Each key of a keyboard with those that touch it; a row is half a key to the right of the one above."""
    for row, keys in enumerate(ROWS):
        for at, key in enumerate(keys):
            near = [(row, at - 1), (row, at + 1), (row - 1, at), (row - 1, at + 1), (row + 1, at - 1), (row + 1, at)]
            yield key, "".join(ROWS[r][c] for r, c in near if 0 <= r < len(ROWS) and 0 <= c < len(ROWS[r]))


KEYS = dict(_neighbours())
