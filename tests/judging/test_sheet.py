"""The sheet that people fill in, and what spreadsheets make of it."""

import csv
import io
import re
from pathlib import Path

import pytest

from stumper.errors import BadData, BadOutput
from stumper.judging import Judgeable, read_sheet, write_sheet
from stumper.types import Judgement

KNOWN = (
    Judgeable("1" * 32, "Is it?", "A claim, “so”.", "Said\n\nso.", "An original."),
    Judgeable("e" * 32, "Is it?", "=1+1 is a claim."),
)


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.csv"
    write_sheet(path, KNOWN)
    return path


def filled(path: Path, *answers: tuple[str, ...], delimiter: str = ",", encoding: str = "utf-8-sig") -> Path:
    """The sheet with these last cells of its rows, saved again."""
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    for row, said in zip(rows[1:], answers, strict=False):
        row[5 : 5 + len(said)] = said
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    path.write_bytes(text.getvalue().encode(encoding))
    return path


def test_excel_sees_that_a_sheet_is_utf_8_and_computes_nothing(sheet: Path) -> None:
    assert sheet.read_bytes().startswith(b"\xef\xbb\xbf")
    header, first, second = csv.reader(io.StringIO(sheet.read_text(encoding="utf-8-sig")))
    assert header == [
        "id", "asked", "original", "text", "evidence", "grammatical?", "label correct?", "on task?", "note",
        "judge", "drawn from",
    ]  # fmt: skip
    assert first == ["p" + "1" * 32, "Is it?", "An original.", "A claim, “so”.", "Said\n\nso.", "", "", "", "", "", ""]
    assert second[3] == "'=1+1 is a claim."


def test_what_was_filled_in_is_read_back(sheet: Path) -> None:
    filled(sheet, ("yes", "No", " y "), ("1", "TRUE", "0", "odd: “one”"))
    found = read_sheet(sheet, KNOWN, "ann", "person")
    assert found.judgements == (
        Judgement("1" * 32, "ann", True, False, True, judge="person"),
        Judgement("e" * 32, "ann", True, True, False, "odd: “one”", judge="person"),
    )
    assert found.empty == 0


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_other_countries_spreadsheets_are_read_too(sheet: Path, delimiter: str) -> None:
    filled(sheet, ("yes", "no", "yes"), delimiter=delimiter)
    assert len(read_sheet(sheet, KNOWN, "ann", "person").judgements) == 1


def test_a_row_without_answers_is_not_judged_yet(sheet: Path) -> None:
    found = read_sheet(filled(sheet, ("", "", "", "later")), KNOWN, "ann", "person")
    assert (found.judgements, found.empty) == ((), 2)


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        (("yes", "", "yes"), "row 2, column 'label correct\\?' is empty, and the row is not"),
        (("yes", "maybe", "yes"), "row 2, column 'label correct\\?': 'maybe' is neither yes nor no"),
    ],
)
def test_a_half_filled_or_unclear_row_is_refused_with_its_place_and_the_others_are_taken(
    sheet: Path, answers: tuple[str, ...], problem: str
) -> None:
    found = read_sheet(filled(sheet, answers, ("yes", "yes", "yes")), KNOWN, "ann", "person")
    [sentence] = found.refused
    assert re.search(problem, sentence)
    assert [one.perturbation_id for one in found.judgements] == ["e" * 32]


def test_a_row_of_another_file_is_refused(sheet: Path) -> None:
    found = read_sheet(filled(sheet, ("yes", "yes", "yes"), ("yes", "yes", "yes")), KNOWN[:1], "ann", "person")
    [sentence] = found.refused
    assert re.search(r"row 3, column 'id': 'peee.*' is not an id of this file", sentence)
    assert (len(found.judgements), found.places) == (1, (f"{sheet}: row 2",))


def test_of_rows_with_one_id_none_is_taken_as_they_may_differ(sheet: Path) -> None:
    filled(sheet, ("no", "yes", "yes"), ("yes", "yes", "yes"))
    with sheet.open("a", encoding="utf-8") as file:
        file.write(f"p{'1' * 32},,,,,yes,yes,yes,\n")
    found = read_sheet(sheet, KNOWN, "ann", "person")
    assert [one.perturbation_id for one in found.judgements] == ["e" * 32]
    first, second = found.refused
    assert "row 2, column 'id'" in first
    assert "stands on another row, too. Keep one of them" in first
    assert "row 4, column 'id'" in second
    assert "stands on row 2 already" in second


def test_a_sheet_without_its_columns_or_not_in_utf_8_is_refused(sheet: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("id,text\n1,so\n")
    with pytest.raises(BadData, match="no column 'grammatical\\?' in row 1"):
        read_sheet(other, KNOWN, "ann", "person")
    filled(sheet, ("yes", "yes", "yes", "größer"), encoding="cp1252")
    with pytest.raises(BadData, match="not UTF-8"):
        read_sheet(sheet, KNOWN, "ann", "person")


def test_a_sheet_that_is_there_is_never_written_over(sheet: Path) -> None:
    before = sheet.read_bytes()
    with pytest.raises(BadOutput, match="is there already"):
        write_sheet(sheet, KNOWN)
    assert sheet.read_bytes() == before


def test_a_row_says_what_judged_it_and_the_reader_of_the_sheet_the_rest(sheet: Path) -> None:
    filled(sheet, ("yes", "yes", "yes", "", " Model "), ("yes", "yes", "yes"))
    first, second = read_sheet(sheet, KNOWN, "ann", "builder").judgements
    assert (first.judge, second.judge) == ("model", "builder")


@pytest.mark.parametrize(
    ("cell", "problem"),
    [
        ("", "row 2, column 'judge' is empty. Say there or with --judge what judged: person, model, builder"),
        ("friend", "row 2, column 'judge': 'friend' is no kind of judge. Name one of person, model, builder"),
        ("unknown", "'unknown' is no kind of judge"),
    ],
)
def test_nothing_is_taken_in_of_which_it_is_not_said_what_judged(sheet: Path, cell: str, problem: str) -> None:
    filled(sheet, ("yes", "yes", "yes", "", cell))
    found = read_sheet(sheet, KNOWN, "ann")
    assert found.judgements == ()
    assert problem in found.refused[0]


def test_a_sheet_of_before_kinds_were_asked_for_is_read(sheet: Path) -> None:
    filled(sheet, ("yes", "yes", "yes", "", "model"))
    rows = list(csv.reader(io.StringIO(sheet.read_text(encoding="utf-8-sig"))))
    text = io.StringIO()
    csv.writer(text).writerows(row[:-2] for row in rows)
    sheet.write_text(text.getvalue(), encoding="utf-8-sig")
    [found] = read_sheet(sheet, KNOWN, "ann", "person").judgements
    assert found.judge == "person"
