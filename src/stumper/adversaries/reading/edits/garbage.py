"""Bracketed letters and codes that mean nothing, put between the phrases of the key sentence."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Literal

from stumper.adversaries.reading.edits.paragraph import Paragraph, paragraph, substituted
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.rewording.words import word_set
from stumper.text import Stretch
from stumper.types import Example, Perturbation

# A phrase begins before one of these words, where neither it nor the word before it has a capital, and ends at a comma
# or semicolon that white space follows.
OPENERS = word_set("""
    in on at by for from with without within into onto over under between among through during before after about
    against around across along behind beyond near as because although while when where which who that and but or
    """)
_OPENS = re.compile(rf"(?<=[a-z\d])(?= (?:{'|'.join(sorted(OPENERS))}) [^A-Z])|(?<=[,;])(?=\s\D)")
LETTERS = "bcdfghjklmnpqrstvwxz"  # without vowels no word comes of them
BRACKETS = (("[", "]"), ("(", ")"), ("{", "}"))


@dataclass(frozen=True, slots=True)
class Garbage:
    """Puts bracketed random letters or codes between the phrases of the key sentence (Rahurkar et al. 2020).

    ``pieces`` stand in it at a time; ``form`` is letters ([qxzvk]), codes ([K7-4302]), or both, in turn.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    form: Literal["both", "letters", "codes"] = "both"
    pieces: int = 2
    candidates: int = 6

    def __post_init__(self) -> None:
        at_least_one("edit-garbage", "pieces", self.pieces)
        at_least_one("edit-garbage", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """Garbage at the places nearest to the answer first."""
        given = paragraph(example)
        if given is None:
            return []
        forms: Sequence[str] = ("letters", "codes") if self.form == "both" else (self.form,)
        found = (
            rewritten(example, substituted(given.text, [_garbage(form, at, rng) for at in places]), "garbage", form)
            for places in _chosen(_places(given), self.pieces)
            for form in forms
        )
        return first(self.candidates, found)

    attack = one_batch


def _places(given: Paragraph) -> list[int]:
    """Between phrases of the key sentence, outside the answers, the nearest to an answer first."""
    key = given.key_sentence
    bounds = [match.start() for match in _OPENS.finditer(key.text)]
    # Where two such words stand together, one phrase begins.
    found = [key.start + at for at in bounds if key.text[key.text.rfind(" ", 0, at) + 1 : at] not in OPENERS]
    last = key.start + len(key.text.rstrip(".!?"))
    if key.text[-1:] == "." and last > key.start:
        found.append(last)
    free = [at for at in dict.fromkeys(found) if not given.within_answer(at)]
    return sorted(free, key=lambda at: (min(min(abs(at - a.start), abs(at - a.end)) for a in given.answers), at))


def _chosen(places: Sequence[int], most: int) -> Iterator[Sequence[int]]:
    """Runs of places, each a place further from the answer; all there are where there are no more."""
    for i in range(max(1, len(places) - most + 1)):
        yield places[i : i + most]


def _garbage(form: str, at: int, rng: Random) -> Stretch:
    left, right = rng.choice(BRACKETS)
    if form == "letters":
        made = "".join(rng.choices(LETTERS, k=rng.randint(4, 7)))
    else:
        made = f"{rng.choice(LETTERS).upper()}{rng.randint(1, 9)}-{rng.randint(1000, 9999)}"
    return Stretch(f" {left}{made}{right}", at, at)
