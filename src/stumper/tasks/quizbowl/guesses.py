"""Guesses at tossups as JSON lines: ``{"id", "guesses": [{"answer", "score"}], "position"}``, best guess first."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from stumper.datasets.documents import called
from stumper.datasets.json_lines import Line, plain_id, read_lines, write_lines
from stumper.datasets.kinds import check_kind
from stumper.errors import BadData
from stumper.listening import Guessed
from stumper.tasks.quizbowl.kinds import GUESSES
from stumper.text import word_ends
from stumper.types import Guess, Prediction

LOG = logging.getLogger(__name__)


def read_guessed(path: Path) -> list[Guessed]:
    """All guesses of the file in order, those before the end of a tossup too; BadData where it holds none."""
    check_kind(path, GUESSES)
    lines = read_lines(path)
    try:
        listed = [_listed(line) for line in lines]
        have_probabilities = all(one.has_probabilities for one in listed)
        guessed = [one.guessed(have_probabilities) for one in listed]
        _check(lines, guessed)
    except BadData as error:
        raise BadData(f"{path}: {error}") from None
    _note_scores(path, listed)
    return guessed


def write_guesses(path: Path, predictions: Mapping[str, Prediction]) -> str:
    """The file holds the guesses at whole tossups by example id; its fingerprint."""
    return write_guessed(path, [Guessed(id, 1.0, prediction) for id, prediction in predictions.items()])


def write_guessed(path: Path, guessed: Sequence[Guessed]) -> str:
    """The file holds these guesses, at the end of a tossup and before; its fingerprint."""
    return write_lines(path, [_row(guess) for guess in guessed])


def content(predictions: Mapping[str, Prediction]) -> list[object]:
    """What makes the fingerprint of a file of these guesses."""
    said = {key: [[guess.answer, guess.probability] for guess in found.guesses] for key, found in predictions.items()}
    return ["guesses", said]


def read_up_to(text: str, position: float) -> str:
    """The beginning of a text that was read at a position: at least a word, and no part of one."""
    ends = word_ends(text)
    words = round(len(ends) * position, 6)
    whole = int(words) + (words > int(words))
    return text if whole >= len(ends) else text[: ends[max(0, whole - 1)]]


@dataclass(frozen=True, slots=True)
class _Listed:
    """The guesses of a line, in the order in which they stand there."""

    line: Line
    position: float
    guesses: tuple[Guess, ...]

    @property
    def scores(self) -> list[float]:
        """Those of all guesses; none where one has none."""
        found = [guess.probability for guess in self.guesses if guess.probability is not None]
        return found if len(found) == len(self.guesses) else []

    @property
    def has_probabilities(self) -> bool:
        """Whether its scores could be probabilities."""
        return min(self.scores, default=0.0) >= 0 and sum(self.scores) <= 1 + 1e-6

    def guessed(self, has_probabilities: bool) -> Guessed:
        """The best guess by its score first; in the order of the line where one has no score."""
        scores = self.scores
        ranked = tuple(sorted(self.guesses, key=lambda one: -(one.probability or 0.0))) if scores else self.guesses
        if scores and has_probabilities:
            prediction = Prediction(ranked, min(1.0, sum(scores)))
        else:
            prediction = Prediction(tuple(Guess(guess.answer, None) for guess in ranked), None)
        return Guessed(self.line.id(), self.position, prediction)


def _listed(line: Line) -> _Listed:
    position = line.values.get("position", 1.0)
    if type(position) not in (int, float) or not 0 <= position <= 1:  # type: ignore[operator]
        raise line.bad(f"'position' is {position!r}, not a share of the question from 0 to 1. Correct it")
    guesses = tuple([_guess(line, row) for row in line.value("guesses", list)])
    return _Listed(line, float(position), guesses)  # type: ignore[arg-type]


def _note_scores(path: Path, listed: Sequence[_Listed]) -> None:
    """It is logged where some lines alone have scores that could be probabilities, as none of the file then counts as
    one, and where guesses are listed in another order than that of their scores, as the highest counts as the best."""
    no_probabilities = sum(not one.has_probabilities for one in listed)
    if 0 < no_probabilities < sum(bool(one.scores) for one in listed):
        LOG.warning("%s: %s scores below 0 or that add up to more than 1, so none is taken for a probability: they "
                    "order the guesses alone.", path, _lines(no_probabilities, listed, "has", "have"))  # fmt: skip
    disordered = [one for one in listed if any(later > before for before, later in pairwise(one.scores))]
    if disordered:
        LOG.warning("%s: %s guesses in another order than that of their scores, the first on line %s: the highest "
                    "score counts as the best guess. Where less is better, leave the scores out.", path,
                    _lines(len(disordered), listed, "lists its", "list their"), disordered[0].line.number)  # fmt: skip


def _lines(number: int, listed: Sequence[_Listed], one: str, several: str) -> str:
    every = "line" if len(listed) == 1 else "lines"
    return f"{number:,} of its {len(listed):,} {every} {one if number == 1 else several}"


def _guess(line: Line, row: object) -> Guess:
    match row:
        case {"answer": str(answer), "score": int(score) | float(score)} if not isinstance(score, bool):
            if not abs(score) <= LARGEST_SCORE:  # nor is one that is no number
                raise line.bad(f"a guess's 'score' is {str(score)[:30]}, not a finite number. Correct it")
            return Guess(answer, float(score))
        case {"answer": str(answer), "score": None} | str(answer):
            return Guess(answer, None)
        case {"answer": str(answer), **rest} if "score" not in rest:
            return Guess(answer, None)
        case _:
            shown = repr(row) if type(row) is dict else called(row)
            raise line.bad(f"a guess is {shown}, not an object of 'answer' (a text) and 'score' (a number). Correct it")


LARGEST_SCORE = 1e300  # of a score


def _check(lines: Sequence[Line], guessed: Sequence[Guessed]) -> None:
    first: dict[tuple[str, float], int] = {}
    for line, guess in zip(lines, guessed, strict=True):
        if (before := first.setdefault((guess.id, guess.position), line.number)) != line.number:
            raise BadData(f"the guesses at {guess.id!r} at one position stand on lines {before} and {line.number}. "
                          "Keep one of them.")  # fmt: skip


def _row(guess: Guessed) -> dict[str, object]:
    rows: Iterator[dict[str, object]] = (
        {"answer": said.answer} if said.probability is None else {"answer": said.answer, "score": said.probability}
        for said in guess.prediction.guesses
    )
    row: dict[str, object] = {"id": plain_id(guess.id), "guesses": list(rows)}
    return row if guess.position == 1.0 else row | {"position": guess.position}
