"""Open packets as JSON lines: a question and its answer line, with the names of qbreader's own exports or shorter."""

import re
from collections.abc import Mapping
from pathlib import Path

from stumper.datasets.json_lines import Line, read_lines
from stumper.errors import BadData
from stumper.formats import Skipped
from stumper.identity import content_id
from stumper.listening import Details
from stumper.tasks.quizbowl.answers.lines import read_answer_line
from stumper.tasks.quizbowl.details import Read, ReadTossup
from stumper.tasks.quizbowl.grouping import packet_of
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.tossup_text import read_tossup_text
from stumper.types import Example

MARKS = re.compile(r'\s*\{(?=[^\n]*?"question(?:_sanitized)?"\s*:)(?=[^\n]*?"answer(?:_raw|_sanitized)?"\s*:)')


def read(path: Path) -> Read:
    """The questions in order, without those that cannot be used; BadData where a line is no question at all."""
    first: dict[str, int] = {}
    tossups: list[ReadTossup] = []
    skipped: list[Skipped] = []
    for line in read_lines(path):
        try:
            tossup = _tossup(line)
        except _Unusable as unusable:
            skipped.append(Skipped(line.number, str(unusable)))
            continue
        id = tossup.example.id
        if (before := first.setdefault(id, line.number)) == line.number:
            tossups.append(tossup)
        elif _own_id(line) is not None:
            raise BadData(f"the id {id!r} stands on lines {before} and {line.number}. Make ids unique.")
        else:
            skipped.append(Skipped(line.number, f"the same question and answer stand on line {before}"))
    return Read(tossups, tuple(skipped))


def tossup_of(id: str | None, question: str, answer: str, values: Mapping[str, object]) -> ReadTossup:
    """The tossup of a question and its answer line, with what ``values`` tell beside; its content is its id where it
    has none. BadData where it cannot be used."""
    found = read_tossup_text(question)
    gold = read_answer_line(answer)
    set_, year = set_and_year(values)
    details = Details(
        answer_line=answer,
        category=text_under(values, "category"),
        subcategory=text_under(values, "subcategory"),
        tournament=_YEAR.sub("", set_).strip(" -_"),
        year=year,
        power=found.power,
        sentences=found.sentences,
        fold=text_under(values, "fold"),
        set=set_,
        packet=packet_named(values),
        difficulty=str(values.get("difficulty") or ""),
    )
    own = id or content_id("tossup", found.text, answer)[:16]
    return ReadTossup(Example(own, Tossup(found.text), gold, packet_of(details)), details)


class _Unusable(Exception):
    """Says what is wrong with one question of many."""


def _tossup(line: Line) -> ReadTossup:
    question, answer = _first_text(line, "question", _QUESTIONS), _first_text(line, "answer", _ANSWERS)
    for key in ("category", "subcategory", "fold"):
        line.text(key)
    try:
        return tossup_of(_own_id(line), question, answer, line.values)
    except BadData as error:
        raise _Unusable(str(error)) from None


_QUESTIONS = ("question", "question_sanitized")
_ANSWERS = ("answer_raw", "answer", "answer_sanitized")
_YEAR = re.compile(r"(?:19|20)\d\d")


def _first_text(line: Line, called: str, keys: tuple[str, ...]) -> str:
    """The first that is not empty; BadData where the line has none of them."""
    found = [text for key in keys if (text := line.text(key)) is not None]
    return next(filter(None, found), "") if found else line.value(called, str)


def _own_id(line: Line) -> str | None:
    return next(
        (line.id(key) for key in ("id", "qanta_id", "_id") if isinstance(line.values.get(key), str | int)), None
    )


def text_under(values: Mapping[str, object], key: str) -> str:
    """The text under a key; "" where there is none."""
    value = values.get(key)
    return value if isinstance(value, str) else ""


def set_and_year(values: Mapping[str, object]) -> tuple[str, int | None]:
    """The tournament that questions are of, with its year where that is told."""
    match values.get("set"):
        case {"name": str(name), "year": int(year)}:
            return name, year
        case {"name": str(name)} | str(name):
            found = _YEAR.search(name)
            return name, int(found.group()) if found else None
        case _:
            return "", None


def packet_named(values: Mapping[str, object]) -> str:
    """The packet that a question stands in; "" where none is named."""
    match values.get("packet"):
        case {"name": str(name)}:
            return name
        case {"number": int(number)} | int(number):
            return str(number)
        case str(name):
            return name
        case _:
            return ""
