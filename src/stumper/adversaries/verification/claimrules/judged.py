"""Which rules judges passed: by the judgements that ship, or by those of a table of results."""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from stumper.datasets.cells import NOTHING, plain, text_of
from stumper.datasets.row_files import FileRows, layout_of, read_file
from stumper.errors import BadData

SHIPPED = Path(__file__).parent / "judged.csv"
LEAST_JUDGED, LEAST_CORRECT = 3, 0.9
_YES, _NO = ("1", "1.0", "yes", "true"), ("0", "0.0", "no", "false")
_SAID: Mapping[str, bool] = dict.fromkeys(_YES, True) | dict.fromkeys(_NO, False)

Key = tuple[str, str]  # kind and name of a rule


def passed(path: Path | None) -> frozenset[Key]:
    """The rules of which at least three variants were judged and nine in ten are correct; None is what ships.

    A file has the columns of a table of results: kind, rule, correct and, where a variant has several rows, variant.
    BadData where a column is absent, a cell of it is neither yes nor no, or no rule passes.
    """
    said = _said(path or SHIPPED)
    found = frozenset(
        key
        for key, answers in said.items()
        if len(answers) >= LEAST_JUDGED and sum(answers.values()) >= LEAST_CORRECT * len(answers)
    )
    if not found:
        raise BadData(
            f"{path}: no rule has {LEAST_JUDGED} judged variants of which nine in ten are correct, so that nothing is "
            "left to apply. Judge more of them, or leave the option judgements out."
        )
    return found


def _said(path: Path) -> Mapping[Key, Mapping[str, bool]]:
    """Of each rule, whether each of its judged variants is correct."""
    found: defaultdict[Key, dict[str, bool]] = defaultdict(dict)
    table = _rows(path)
    for number, row in zip(table.numbers, table.rows, strict=True):
        if missing := [name for name in ("kind", "rule", "correct") if name not in row]:
            raise BadData(f"{path}: there is no column {missing[0]!r}. Name a table of results, or one like it.")
        said = str(plain(row["correct"])).strip().lower()
        if said in ("", *NOTHING):
            continue
        if (correct := _SAID.get(said)) is None:
            raise BadData(f"{path}: {table.unit} {number}, column 'correct': {said!r} is neither 1 nor 0. Correct it.")
        key = text_of(row["kind"]) or "", text_of(row["rule"]) or ""
        found[key][text_of(row.get("variant")) or str(number)] = correct
    return found


def _rows(path: Path) -> FileRows:
    if (layout := layout_of(path)) is None:
        raise BadData(f"{path}: this is no table. Name a table of results, as CSV, Parquet or JSON lines.")
    return read_file(path, layout)
