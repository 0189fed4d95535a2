"""Guesses at tossups as JSON lines: ``{"id", "guesses": [{"answer", "score"}], "position"}``, best guess first."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from stumper.datasets.documents import called
from stumper.datasets.json_lines import Line, plain_id, read_lines, write_lines
from stumper.datasets.kinds import check_kind
from stumper.errors import BadData
from stumper.listening import Guessed
from stumper.tasks.quizbowl.kinds import GUESSES
from stumper.text import word_ends
from stumper.types import Guess, Prediction


def read_guessed(path: Path) -> list[Guessed]:
    """All guesses of the file in order, those before the end of a tossup too; BadData where it holds none."""
    check_kind(path, GUESSES)
    lines = read_lines(path)
    try:
        guessed = [_guessed(line) for line in lines]
        _check(lines, guessed)
    except BadData as error:
        raise BadData(f"{path}: {error}") from None
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


def _guessed(line: Line) -> Guessed:
    position = line.values.get("position", 1.0)
    if type(position) not in (int, float) or not 0 <= position <= 1:  # type: ignore[operator]
        raise line.bad(f"'position' is {position!r}, not a share of the question from 0 to 1. Correct it")
    rows = line.value("guesses", list)
    guesses = tuple([_guess(line, row) for row in rows])
    scores = [guess.probability for guess in guesses if guess.probability is not None]
    if len(scores) < len(guesses) or not guesses:
        prediction = Prediction(tuple(Guess(guess.answer, None) for guess in guesses), None)
    else:
        ranked = tuple(sorted(guesses, key=lambda guess: -(guess.probability or 0.0)))
        is_distribution = min(scores) >= 0 and sum(scores) <= 1 + 1e-6
        prediction = (
            Prediction(ranked, min(1.0, sum(scores)))
            if is_distribution
            else Prediction(tuple(Guess(guess.answer, None) for guess in ranked), None)
        )
    return Guessed(line.id(), float(position), prediction)  # type: ignore[arg-type]


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
