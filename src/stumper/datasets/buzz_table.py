"""Buzzes as a table: CSV with a row each, whose columns may be called in several ways."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path

from stumper.buzz import PLAYED, Buzz
from stumper.datasets.csv_cells import delimiter_of, each_row, places_of
from stumper.datasets.documents import read_text
from stumper.errors import BadData
from stumper.identity import content_id
from stumper.shown import shown

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "question": ("question", "qid", "question_id", "nano"),
    "position": ("position", "reveal_fraction"),
    "correct": ("correct",),
    "censored": ("censored",),
    "player": ("player", "player_id", "user_id"),
    "machine": ("machine",),
    "packet": ("packet",),
    "set": ("set",),
    "round": ("round",),
    "category": ("category",),
}
NEEDED = ("question", "position", "correct")
YES, NO = ("1", "true", "yes"), ("0", "false", "no", "")


def is_buzz_table(start: str) -> bool:
    """Whether a file that starts so is such a table."""
    first = start.lstrip("\ufeff").partition("\n")[0]
    return (
        not first.lstrip().startswith(("{", "["))
        and {"position", "correct"} <= places_of(_cells(first), COLUMNS).keys()
    )


def read_buzz_table(path: Path) -> Iterator[tuple[int, Buzz]]:
    """The buzzes by the numbers of their lines; BadData names the line that holds none.

    A row without a player is somebody's of whom nobody knows who it was: an observation of its own. Without a set it is
    of the "played" questions.
    """
    text = read_text(path).lstrip("\ufeff")
    delimiter = delimiter_of(text)
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    places = places_of(header := next(rows), COLUMNS)
    _check_once(header)
    if missing := [name for name in NEEDED if name not in places]:
        raise BadData(
            f"there is no column {missing[0]!r}, which may be called {' or '.join(COLUMNS[missing[0]])}. Add it."
        )
    file, number = content_id(text)[:8], 0
    for cells in each_row(rows):
        if cells:
            number = rows.line_num
            if len(cells) <= max(places.values()):
                raise BadData(f"line {number} has {len(cells)} cells, fewer than there are columns. Complete it.")
            row = {name: cells[at].strip() for name, at in places.items()}
            if delimiter == ";":  # of a country that writes commas in numbers
                row["position"] = row["position"].replace(",", ".")
            yield number, _buzz(number, row, file)
    if not number:
        raise BadData("there is no row under its columns. Write one for each answer.")


def _check_once(header: Sequence[str]) -> None:
    for name, known in COLUMNS.items():
        called = [one.strip() for one in header if one.strip().lower() in known]
        if len(called) > 1:
            alike = "the same" if len({*called}) == 1 else "both"
            raise BadData(f"the columns {shown(called[0])} and {shown(called[1])} say {alike}, {name}. Take one out.")


def _cells(line: str) -> list[str]:
    return next(csv.reader([line], delimiter=delimiter_of(line)), [])


def _buzz(number: int, row: Mapping[str, str], file: str) -> Buzz:
    correct, censored = (_is_so(number, row, name) for name in ("correct", "censored"))
    if correct and censored:
        raise BadData(f"line {number} is both right and censored, but whoever was right has answered. Correct one.")
    if not row["question"]:
        raise BadData(f"line {number} names no question. Write its id.")
    player = row.get("player", "")
    return Buzz(
        question_id=row["question"],
        set=row.get("set") or PLAYED,
        player=player,
        is_machine=_is_so(number, row, "machine"),
        words=None,
        of=None,
        position=_position(number, row["position"]),
        correct=correct,
        round=row.get("round", ""),
        category=row.get("category", ""),
        groups=(("packet", row["packet"]),) if row.get("packet") else (),
        censored=censored,
        observation="" if player else f"{file}:{number}",
    )


def _is_so(number: int, row: Mapping[str, str], name: str) -> bool:
    said = row.get(name, "").lower()
    if said not in (*YES, *NO) or (name == "correct" and not said):
        raise BadData(f"line {number}: {name!r} is {shown(said)}, not 1 or 0. Correct it.")
    return said in YES


def _position(number: int, said: str) -> float:
    try:
        found = float(said)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise BadData(f"line {number}: the position is {shown(said)}, not a share from 0 to 1. Correct it.")
    return found
