"""The spreadsheet that people fill in: CSV that Excel opens as it is, and what Excel and its kin make of it."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from stumper.datasets.csv_cells import csv_line
from stumper.datasets.documents import read_text
from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadData, BadOption, BadOutput
from stumper.judgeable import Judgeable
from stumper.types import JudgeKind, Judgement

QUESTIONS = ("grammatical?", "label correct?", "on task?")
COLUMNS = ("id", "asked", "original", "text", "evidence", *QUESTIONS, "note", "judge")
ANSWERS = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
JUDGES: Mapping[str, JudgeKind] = {"person": "person", "model": "model", "builder": "builder"}
BUNDLED = "bundled"  # who judged what ships
ID_SIGN = "p"  # before the id, which a spreadsheet could take for a number


@dataclass(frozen=True, slots=True)
class Filled:
    """The judgements of a sheet, in its order, and how many rows nothing was filled into."""

    judgements: tuple[Judgement, ...]
    empty: int


def write_sheet(path: Path, judgeables: Sequence[Judgeable]) -> None:
    """The file is a sheet to fill in; BadOutput where there is a file already, which may hold somebody's work."""
    if path.exists():
        raise BadOutput(
            f"{path} is there already, and may hold judgements. Read it with --read, or name another --out."
        )
    rows = [
        (ID_SIGN + one.perturbation_id, one.asked, one.original, one.text, one.evidence, "", "", "", "", "")
        for one in judgeables
    ]
    text = "".join(csv_line(row, end="\r\n") for row in (COLUMNS, *rows))
    write_bytes(path, text.encode("utf-8-sig", errors="replace"))


def read_sheet(path: Path, known: Sequence[Judgeable], annotator: str, judge: JudgeKind | None = None) -> Filled:
    """The judgements of a filled sheet; BadData names the row and the column that cannot be taken, and takes nothing.

    A row without any answer is not judged yet. ``judge`` is the kind of judge where a row names none.
    """
    rows = _rows(path)
    ids = {one.perturbation_id for one in known}
    first: dict[str, int] = {}
    found: list[Judgement] = []
    for number, row in rows:
        at = f"{path}: row {number}"
        id = row["id"].strip().removeprefix(ID_SIGN)
        if id not in ids:
            raise BadData(f"{at}, column 'id': {row['id']!r} is not an id of this file. Is the sheet of another one?")
        if first.setdefault(id, number) != number:
            raise BadData(f"{at}, column 'id': {row['id']!r} stands on row {first[id]} already. Keep one of them.")
        if (answers := _answers(row, at)) is not None:
            kind = _kind(row.get("judge", ""), judge, at)
            found.append(Judgement(id, annotator, *answers, note=row.get("note", "").strip(), judge=kind))
    return Filled(tuple(found), len(rows) - len(found))


def judge_kind(text: str) -> JudgeKind:
    """The kind of judge that a text names; BadOption where it names none."""
    if (found := JUDGES.get(text.strip().lower())) is None:
        raise BadOption(f"{text!r} is no kind of judge. Name one of {', '.join(JUDGES)}.")
    return found


def bundled_judgements() -> list[Judgement]:
    """The judgements that ship with the package (training/CARD-verification.md)."""
    file = files("stumper.datasets") / "bundled" / "verification-judgements.csv"
    rows = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    return [
        Judgement(
            row["perturbation_id"],
            BUNDLED,
            grammatical=row["grammatical"] == "yes",
            label_correct=row["label_correct"] == "yes",
            on_task=row["on_task"] == "yes",
            judge=judge_kind(row["judge"]),
        )
        for row in rows
    ]


def _rows(path: Path) -> list[tuple[int, Mapping[str, str]]]:
    """The rows under the header by the spreadsheet's own numbers, without blank ones."""
    text = read_text(path)
    first_line = text.partition("\n")[0]
    delimiter = max(",;\t", key=first_line.count)  # spreadsheets of some countries write semicolons
    try:
        table = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise BadData(f"{path}: this is no CSV file ({error}). Save the sheet as CSV.") from error
    header = [name.strip().lower() for name in table[0]]
    if missing := [name for name in ("id", *QUESTIONS) if name not in header]:
        raise BadData(f"{path}: there is no column {missing[0]!r} in row 1. Save the sheet with its header, as CSV.")
    padding = [""] * len(header)
    return [
        (number, dict(zip(header, [*cells, *padding], strict=False)))
        for number, cells in enumerate(table[1:], 2)
        if any(cell.strip() for cell in cells)
    ]


def _kind(cell: str, judge: JudgeKind | None, at: str) -> JudgeKind:
    if cell.strip():
        try:
            return judge_kind(cell)
        except BadOption as error:
            raise BadData(f"{at}, column 'judge': {error}") from error
    if judge is None:
        raise BadData(f"{at}, column 'judge' is empty. Say there or with --judge what judged: {', '.join(JUDGES)}.")
    return judge


def _answers(row: Mapping[str, str], at: str) -> tuple[bool, bool, bool] | None:
    said = [row[question].strip().lower() for question in QUESTIONS]
    if not any(said):
        return None
    for question, answer in zip(QUESTIONS, said, strict=True):
        if not answer:
            raise BadData(
                f"{at}, column {question!r} is empty, and the row is not. Fill in yes or no, or clear the row."
            )
        if answer not in ANSWERS:
            raise BadData(f"{at}, column {question!r}: {row[question]!r} is neither yes nor no. Correct it.")
    grammatical, label_correct, on_task = (ANSWERS[answer] for answer in said)
    return grammatical, label_correct, on_task
