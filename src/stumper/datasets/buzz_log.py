"""Buzz logs: JSON lines, a buzz each, as matches export them and ``stumper buzz`` writes them."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from stumper.datasets.json_lines import Line, called, read_lines, write_lines
from stumper.errors import BadData
from stumper.scores.buzz import REGULAR, Buzz, Reading


def read_buzzes(path: Path) -> list[Buzz]:
    """The buzzes of a log, in its order; BadData names the file and the line that holds none."""
    try:
        return [_buzz(line) for line in read_lines(path)]
    except BadData as error:
        said = str(error)
        raise error if said.startswith(str(path)) else BadData(f"{path}: {said}") from error


def write_buzzes(path: Path, buzzes: Iterable[Buzz]) -> str:
    """The file holds the buzzes, the same bytes for the same buzzes; their fingerprint."""
    return write_lines(path, map(buzz_row, buzzes))


def buzz_row(buzz: Buzz) -> dict[str, object]:
    """A buzz as a line has it; what is not known is left out."""
    row: dict[str, object] = {
        "question": buzz.question_id,
        "set": buzz.set,
        "player": buzz.player,
        "machine": buzz.is_machine,
        "words": buzz.words,
        "of": buzz.of,
        "correct": buzz.correct,
    }
    told = {"points": buzz.points, "round": buzz.round, "category": buzz.category, "against": buzz.against}
    row |= {key: value for key, value in told.items() if value not in (None, "")}
    readings = [
        {"words": one.words, "answer": one.answer, "probability": one.probability, "correct": one.correct}
        for one in buzz.readings
    ]
    return row | ({"readings": readings} if readings else {})


def _buzz(line: Line) -> Buzz:
    words, of = line.value("words", int), line.value("of", int)
    if of < 1:
        raise line.bad(f"'of' is {of}, but a question has a word at least. Correct it")
    if not 0 <= words <= of:
        raise line.bad(f"'words' is {words}, which is not between 0 and the question's {of}. Correct it")
    return Buzz(
        question_id=line.id("question"),
        set=line.text("set") or REGULAR,
        player=line.value("player", str),
        is_machine=line.value("machine", bool),
        words=words,
        of=of,
        position=words / of,
        correct=line.value("correct", bool),
        points=None if line.values.get("points") is None else line.value("points", int),
        round=line.text("round") or "",
        category=line.text("category") or "",
        against=line.text("against") or "",
        readings=tuple(_reading(line, row, of) for row in _rows(line)),
    )


def _rows(line: Line) -> list[object]:
    return [] if line.values.get("readings") is None else line.value("readings", list)


def _reading(line: Line, row: object, of: int) -> Reading:
    if not isinstance(row, Mapping):
        raise line.bad(f"'readings' holds {called(row)}, not an object. Correct it")
    values = Line(line.number, row)
    words, probability = values.value("words", int), row.get("probability")
    if not 0 <= words <= of:
        raise line.bad(f"a reading's 'words' is {words}, which is not between 0 and {of}. Correct it")
    if probability is not None and (isinstance(probability, bool) or not isinstance(probability, int | float)):
        raise line.bad(f"a reading's 'probability' is {called(probability)}, not a number. Correct it")
    return Reading(
        words=words,
        position=words / of,
        answer=values.value("answer", str),
        probability=None if probability is None else float(probability),
        correct=values.value("correct", bool),
    )
