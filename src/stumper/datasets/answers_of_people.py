"""What people answered, as a table: CSV with a row each, whose columns may be called in several ways."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from stumper.datasets.csv_cells import delimiter_of, each_row, places_of, unguarded
from stumper.datasets.documents import read_text
from stumper.errors import BadData
from stumper.shown import shown

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "example_id": ("example_id", "id", "question", "qid", "original"),
    "variant": ("variant", "perturbation_id"),
    "annotator": ("annotator", "person", "player", "who"),
    "answer": ("answer", "selected", "label", "verdict"),
    "correct": ("correct", "right"),
}
YES, NO = ("1", "1.0", "true", "yes"), ("0", "0.0", "false", "no")


@dataclass(frozen=True, slots=True)
class AnswerOfPerson:
    """What ``annotator`` (nobody knows who where that is "") said of an example, or of a variant of it by its id.

    ``correct`` is None where the right answers of the example tell; "" is an answer: that there is none. ``place`` says
    where it stands. ``asked`` is what was read, "" where nobody says: ids such as 1, 2, 3 are of many data sets.
    """

    example_id: str
    variant: str
    annotator: str
    answer: str
    correct: bool | None
    place: str
    asked: str = ""


def read_answers(paths: Iterable[Path]) -> list[AnswerOfPerson]:
    """The answers of these files; BadData names the file and the line that holds none, or a second one of somebody to
    one text."""
    found: list[AnswerOfPerson] = []
    first: dict[tuple[str, str, str], str] = {}
    for path in paths:
        before = len(found)
        for one in _read(path):
            known = first.setdefault((one.annotator, one.example_id, one.variant), one.place)
            if one.annotator and known != one.place:
                raise BadData(
                    f"{one.place}: {shown(one.annotator)} answers {shown(one.example_id)} as in {known} already. Keep "
                    "one of them; where nobody knows who it was, leave the name out."
                )
            found.append(one)
        if len(found) == before:
            raise BadData(f"{path}: there is no answer in it. Write a row for each.")
    return found


def each_once(answers: Iterable[AnswerOfPerson]) -> list[AnswerOfPerson]:
    """The answers, but of each person the first to each text: a project's answers may be in a file, too. Of those
    without a name nobody knows whose they are: all stand."""
    found: list[AnswerOfPerson] = []
    met: dict[tuple[str, str, str], list[str]] = {}
    for one in answers:
        asked = met.setdefault((one.annotator, one.example_id, one.variant), [])
        if one.annotator and any("" in (one.asked, other) or one.asked == other for other in asked):
            continue
        asked.append(one.asked)
        found.append(one)
    return found


def _read(path: Path) -> Iterator[AnswerOfPerson]:
    text = read_text(path).lstrip("\ufeff")
    if text.lstrip().startswith(("{", "[")):
        raise BadData(f"{path}: this is JSON, and people's answers are CSV with a line of names. Save it as CSV.")
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter_of(text), strict=True)
    every = each_row(rows, f"{path}: ")
    places = _places(path, next(every, []))
    for cells in every:
        if not any(cell.strip() for cell in cells):
            continue
        at = f"{path}, line {rows.line_num}"
        if len(cells) <= max(places.values()):
            raise BadData(f"{at} has {len(cells)} cells, fewer than there are columns. Complete it.")
        yield _answer(at, {name: unguarded(cells[place].strip()) for name, place in places.items()})


def _places(path: Path, header: Sequence[str]) -> dict[str, int]:
    places = places_of(header, COLUMNS)
    missing = "example_id" if "example_id" not in places else "" if {"answer", "correct"} & places.keys() else "answer"
    if missing:
        others = f", nor {' or '.join(COLUMNS['correct'])}" if missing == "answer" else ""
        raise BadData(
            f"{path}: there is no column {missing!r}, which may be called {' or '.join(COLUMNS[missing])}{others}. "
            "Write it in the first line."
        )
    return places


def _answer(at: str, row: Mapping[str, str]) -> AnswerOfPerson:
    if not row["example_id"]:
        raise BadData(f"{at} names no example. Write its id.")
    said = row.get("correct", "").lower()
    if said not in (*YES, *NO, ""):
        raise BadData(f"{at}: 'correct' is {shown(said)}, not 1 or 0. Correct it.")
    if not said and "answer" not in row:
        raise BadData(f"{at} says neither what was answered nor whether it is right. Fill in 1 or 0.")
    correct = said in YES if said else None
    return AnswerOfPerson(
        row["example_id"], row.get("variant", ""), row.get("annotator", ""), row.get("answer", ""), correct, at
    )
