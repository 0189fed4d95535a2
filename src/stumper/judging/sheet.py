"""The spreadsheet that people fill in: CSV that Excel opens as it is, and what Excel and its kin make of it."""

import csv
import io
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from stumper.datasets.csv_cells import csv_line, delimiter_of
from stumper.datasets.documents import read_text
from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadData, BadOption, BadOutput
from stumper.judgeable import Judgeable
from stumper.types import JudgeKind, Judgement

QUESTIONS = ("grammatical?", "label correct?", "on task?")
DRAWN_FROM = "drawn from"
COLUMNS = ("id", "asked", "original", "text", "evidence", *QUESTIONS, "note", "judge", DRAWN_FROM)
ANSWERS = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
JUDGES: Mapping[str, JudgeKind] = {"person": "person", "model": "model", "builder": "builder"}
BUNDLED = "bundled"  # who judged what ships
ID_SIGN = "p"  # before the id, which a spreadsheet could take for a number


@dataclass(frozen=True, slots=True)
class Filled:
    """The judgements of a sheet, in its order, and how many rows nothing was filled into.

    ``drawn`` are the ids of all rows that were drawn of the population that was asked about, judged or not. ``places``
    says of each judgement where it stands. ``refused`` holds a sentence for each row that cannot be taken:
    where it stands, what is wrong, and what to do.
    """

    judgements: tuple[Judgement, ...]
    empty: int
    places: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()


def write_sheet(path: Path, judgeables: Sequence[Judgeable], population: str = "") -> None:
    """The file is a sheet to fill in, which says of what ``population`` it is a sample; BadOutput where there is a file
    already, which may hold somebody's work."""
    if path.exists():
        raise BadOutput(
            f"{path} is there already, and may hold judgements. Read it with --read, or name another --out."
        )
    rows = [
        (ID_SIGN + one.perturbation_id, one.asked, one.original, one.text, one.evidence, "", "", "", "", "", population)
        for one in judgeables
    ]
    text = "".join(csv_line(row, end="\r\n") for row in (COLUMNS, *rows))
    write_bytes(path, text.encode("utf-8-sig", errors="replace"))


def read_sheet(
    path: Path, known: Sequence[Judgeable], annotator: str, judge: JudgeKind | None = None, population: str = ""
) -> Filled:
    """The judgements of a filled sheet, with what is wrong of each row that cannot be taken; BadData where the file is
    no sheet.

    A row without any answer is not judged yet. Of rows with the same id none is taken, as they may differ. ``judge`` is
    the kind of judge where a row names none.
    """
    rows = _rows(path)
    ids = {one.perturbation_id for one in known}
    first: dict[str, int] = {}
    times = Counter(_id(row) for _, row in rows)
    found: list[tuple[Judgement, str]] = []
    refused: list[str] = []
    empty = 0
    for number, row in rows:
        at = f"{path}: row {number}"
        earlier = first.setdefault(_id(row), number)
        try:
            judgement = _judgement(row, at, ids, annotator, judge)
            if judgement is not None and times[_id(row)] > 1:
                other = f"row {earlier} already" if earlier != number else "another row, too"
                raise BadData(f"{at}, column 'id': {row['id']!r} stands on {other}. Keep one of them.")
        except BadData as error:
            refused.append(str(error))
            continue
        if judgement is None:
            empty += 1
        else:
            found.append((judgement, at))
    drawn = {_id(row): None for _, row in rows if population and row.get(DRAWN_FROM, "").strip() == population}
    return Filled(
        tuple(one for one, _ in found),
        empty,
        tuple(at for _, at in found),
        tuple(refused),
        tuple(id for id in drawn if id in ids),
    )


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
    try:
        table = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text)))
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


def _id(row: Mapping[str, str]) -> str:
    return row["id"].strip().removeprefix(ID_SIGN)


def _judgement(
    row: Mapping[str, str], at: str, ids: Collection[str], annotator: str, judge: JudgeKind | None
) -> Judgement | None:
    """What a row says, None where nothing was filled in; BadData says what is wrong there."""
    if _id(row) not in ids:
        raise BadData(f"{at}, column 'id': {row['id']!r} is not an id of this file. Is the sheet of another one?")
    if (answers := _answers(row, at)) is None:
        return None
    kind = _kind(row.get("judge", ""), judge, at)
    return Judgement(_id(row), annotator, *answers, note=row.get("note", "").strip(), judge=kind)


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
