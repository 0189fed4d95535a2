"""Words of the key sentence misspelt, and special characters around the answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from random import Random
from typing import ClassVar, Literal, get_args

from stumper.adversaries.reading.edits.paragraph import Paragraph, content_words, paragraph, substituted
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.rewording.leaning import FUNCTION_WORDS
from stumper.language.rewording.misspelling import SHORTEST, misspelt
from stumper.text import Stretch, words
from stumper.types import Example, Perturbation

Method = Literal["swap", "keyboard", "drop", "special"]
# Put around an answer; all are ASCII punctuation, which scores leave out, so no answer is wrong for their sake alone.
AROUND = (('"', '"'), ("(", ")"), ("*", "*"), ("[", "]"), ("_", "_"), ("<", ">"), ("~", "~"), ("{", "}"))


@dataclass(frozen=True, slots=True)
class Misspell:
    """Misspells words of the key sentence outside the answer, or sets it in special characters (Rahurkar et al. 2020).

    ``words`` are misspelt at a time, those of the question first; ``method`` is one of swap (two letters change
    places), keyboard (a neighbour's key), drop (a letter less), special (characters around the answer), or all.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

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
            (rewritten(example, substituted(given.text, new), "misspell", rule) for rule, new in in_turn),
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
        wrong = [(word, misspelt(word.text, method, taken, rng)) for word in found[at : at + most]]
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
