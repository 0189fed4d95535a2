"""The sheets that are read blind: how many variants one takes, and to which file what was said of it goes."""

import csv
from pathlib import Path
from random import Random

import pytest

from from_benchmarks import from_benchmarks
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Edit, Example, Gold, Perturbation

with from_benchmarks("measuring", "blind_sheets"):
    import blind_sheets


def drawn(folder: Path, size: int) -> list[str]:
    """The kinds of the rows of a sheet that is drawn of so many variants."""
    gold = Gold((Answer("SUPPORTS"),), evidence_text="Ada wrote notes on an engine.")
    claims = [Example(str(n), Claim(f"Ada wrote note {n} on the old engine."), gold) for n in range(size)]
    edit = Edit("claim", 0, 0, "", "kind", "rule")
    made = [Perturbation(one.id, one.query, gold, (edit,)) for one in claims]
    blind_sheets.draw_sheet("some-attack", claims, made, None, folder, Random(1))
    with (folder / "key.csv").open() as file:
        return [row["kind"].partition(":")[0] for row in csv.DictReader(file)]


def test_a_sheet_has_something_as_it_was_made_or_is_refused(tmp_path: Path) -> None:
    kinds = drawn(tmp_path, blind_sheets.LEAST)
    assert (kinds.count("some-attack"), kinds.count("broken-grammar")) == (1, blind_sheets.BROKEN)
    assert kinds.count("broken-label") == blind_sheets.WRONG
    with pytest.raises(SystemExit, match=r"some-attack made 37 variants: a sheet takes 38\."):
        drawn(tmp_path, blind_sheets.LEAST - 1)


NOTHING_DRAWN = "sheets\tkind\texample\n"


@pytest.mark.parametrize("column", ["label_of_original", None])
def test_what_is_left_of_a_sheet_without_an_attack_goes_and_nothing_that_goes_is_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str | None
) -> None:
    """Seen: the rows of an attack that was read anew went, and its examples could be drawn a third time."""
    monkeypatch.setattr(blind_sheets, "JUDGED", tmp_path)
    (tmp_path / blind_sheets.DRAWN).write_text(NOTHING_DRAWN)
    kept = "claim-sheets.tsv" if column else "answer-sheets.tsv"
    old = [("one, two", "one", "q2"), ("one, two", "two", "q3"), ("one, two", "original", "q4")]
    rows = [(sheet, example, kind, example, "", "model", "clean", "yes") for sheet, kind, example in old]
    (tmp_path / kept).write_text("".join("\t".join(row) + "\n" for row in (blind_sheets.KEPT, *rows)))
    more, value = (f",{column}", ",SUPPORTS") if column else ("", "")
    (tmp_path / "verdicts.tsv").write_text("id\tgrammar\tlabel\tnote\n1\tclean\tyes\t\n")
    for attack, left in (("one", 1), ("two", 0)):  # each is read anew, alone
        (tmp_path / "key.csv").write_text(f"id,kind,example,rule{more}\n1,{attack},q-{attack},typo{value}\n")
        blind_sheets.keep(tmp_path, "model")
        assert sum(row["example"] == "q4" for row in blind_sheets.rows(kept)) == left
    of = "claims" if column else "answers"
    assert blind_sheets.read_before(of) == {"q2", "q3", "q4", "q-one", "q-two"}
    assert blind_sheets.read_before(of, ["two"]) == {"q3", "q-two"}


@pytest.mark.parametrize(("column", "kept"), [("label_of_original", "claim-sheets.tsv"), (None, "answer-sheets.tsv")])
def test_verdicts_go_where_the_columns_of_the_key_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str | None, kept: str
) -> None:
    monkeypatch.setattr(blind_sheets, "JUDGED", tmp_path)
    (tmp_path / blind_sheets.DRAWN).write_text(NOTHING_DRAWN)
    for name in ("claim-sheets.tsv", "answer-sheets.tsv"):
        (tmp_path / name).write_text("\t".join(blind_sheets.KEPT) + "\n")
    more, value = (f",{column}", ",SUPPORTS") if column else ("", "")
    (tmp_path / "key.csv").write_text(f"id,kind,example,rule{more}\n1,question-typo,q1,typo{value}\n")
    (tmp_path / "verdicts.tsv").write_text("id\tgrammar\tlabel\tnote\n1\tclean\tyes\t\n")
    blind_sheets.keep(tmp_path, "model")
    assert [path.name for path in tmp_path.glob("*-sheets.tsv") if "question-typo" in path.read_text()] == [kept]
