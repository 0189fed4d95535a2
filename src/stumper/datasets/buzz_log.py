"""Buzz logs: JSON lines, a buzz each, as matches export them and ``stumper buzz`` writes them."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from stumper.buzz import REGULAR, Buzz, Reading
from stumper.datasets.documents import called
from stumper.datasets.grouped import read_groups, written_groups
from stumper.datasets.json_lines import Line, read_lines, write_lines
from stumper.datasets.kinds import check_kind
from stumper.errors import BadData
from stumper.listening import BUZZ_LOG
from stumper.shown import shown


def read_buzzes(path: Path) -> list[Buzz]:
    """The buzzes of a log, in its order; BadData names the file and the line that holds none."""
    check_kind(path, BUZZ_LOG)
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
    told = {"points": buzz.points, "round": buzz.round, "category": buzz.category, "against": buzz.against,
            "original": buzz.original, "answered_by": buzz.answered_by}  # fmt: skip
    row |= {key: value for key, value in told.items() if value not in (None, "")}
    row |= written_groups(buzz)
    readings = [
        {"words": one.words, "answer": one.answer, "probability": one.probability, "correct": one.correct}
        for one in buzz.readings
    ]
    row |= {"trained_on": True} if buzz.trained_on else {}
    return row | ({"readings": readings} if readings else {})


def _buzz(line: Line) -> Buzz:
    words, of = line.value("words", int), line.value("of", int)
    if not 1 <= of <= MOST_WORDS:
        raise line.bad(f"'of' is {shown(of)}, but a question has 1 to {MOST_WORDS:,} words. Correct it")
    if not 0 <= words <= of:
        raise line.bad(f"'words' is {shown(words)}, which is not between 0 and the question's {of}. Correct it")
    return Buzz(
        question_id=_name(line, "question", line.id("question")),
        set=line.text("set") or REGULAR,
        player=_name(line, "player", line.value("player", str)),
        is_machine=line.value("machine", bool),
        words=words,
        of=of,
        position=words / of,
        correct=line.value("correct", bool),
        points=_points(line),
        round=line.text("round") or "",
        category=line.text("category") or "",
        against=line.text("against") or "",
        original="" if line.values.get("original") is None else line.id("original"),
        readings=tuple(sorted((_reading(line, row, of) for row in _rows(line)), key=lambda one: one.words)),
        answered_by=line.text("answered_by") or "",
        trained_on="trained_on" in line.values and line.value("trained_on", bool),
        groups=_groups(line),
    )


MOST_WORDS, MOST_POINTS = 100_000, 1_000_000


def _name(line: Line, key: str, value: str) -> str:
    if not value.strip():
        raise line.bad(f"{key!r} is empty. Write one")
    return value


def _groups(line: Line) -> tuple[tuple[str, str], ...]:
    try:
        return read_groups(line.values)
    except BadData as error:
        raise line.bad(str(error)) from error


def _points(line: Line) -> int | None:
    if line.values.get("points") is None:
        return None
    points = line.value("points", int)
    if abs(points) > MOST_POINTS:
        raise line.bad(f"'points' is {shown(points)}, which nobody can have of one question. Correct it")
    return points


def _rows(line: Line) -> list[object]:
    return [] if line.values.get("readings") is None else line.value("readings", list)


def _reading(line: Line, row: object, of: int) -> Reading:
    if not isinstance(row, Mapping):
        raise line.bad(f"'readings' holds {called(row)}, not an object. Correct it")
    values = Line(line.number, row)
    words, probability = values.value("words", int), row.get("probability")
    if not 0 <= words <= of:
        raise line.bad(f"a reading's 'words' is {shown(words)}, which is not between 0 and {of}. Correct it")
    if probability is not None and (isinstance(probability, bool) or not isinstance(probability, int | float)):
        raise line.bad(f"a reading's 'probability' is {called(probability)}, not a number. Correct it")
    if probability is not None and not 0 <= probability <= 1:
        raise line.bad(f"a reading's 'probability' is {str(probability)[:30]}, not a number from 0 to 1. Correct it")
    return Reading(
        words=words,
        position=words / of,
        answer=values.value("answer", str),
        probability=None if probability is None else float(probability),
        correct=values.value("correct", bool),
    )
