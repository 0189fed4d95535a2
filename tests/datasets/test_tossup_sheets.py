"""The sheet on which bundled tossups are read blind: what is drawn, and what is kept of the verdicts."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from from_benchmarks import from_benchmarks
from stumper.tasks.quizbowl import files as quizbowl

with from_benchmarks("measuring", "blind_sheets"):
    import tossup_sheets
    from tossup_sheets import FIRST, VERDICTS, Line

DATASET = quizbowl.bundled("all")


@pytest.fixture(scope="module")
def sheet() -> list[Line]:
    return tossup_sheets.sheet(DATASET, Random(1))


def test_a_sheet_has_sixty_later_ones_fifteen_earlier_and_fifteen_broken_in_three_ways(sheet: list[Line]) -> None:
    kinds = Counter(line.kind for line in sheet)
    assert kinds == {"later": 60, "earlier": 15, "broken-false": 5, "broken-other": 5, "broken-said": 5}
    assert len({line.example.id for line in sheet}) == 90
    assert all((int(line.example.id) <= FIRST) == (line.kind == "earlier") for line in sheet)


def test_what_is_not_broken_is_shown_as_it_is_and_what_is_broken_is_not(sheet: list[Line]) -> None:
    for line in sheet:
        assert (line.text == line.example.query.text) == (line.kind in ("later", "earlier"))


def test_a_broken_one_is_wrong_in_one_place_before_its_end(sheet: list[Line]) -> None:
    for line in (line for line in sheet if line.kind.startswith("broken-")):
        whole, answer = line.example.query.text, line.example.gold.answers[0].text
        assert line.text.endswith(whole[whole.index("For 10 points,") :])
        assert (answer in line.text) == (line.kind == "broken-said")


def test_verdicts_are_kept_without_notes_and_take_the_place_of_what_the_judge_said_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tossup_sheets, "WRITTEN", tmp_path / "tossup-sheet.tsv")
    (tmp_path / "reader").mkdir()
    tossup_sheets.write(tmp_path / "key.tsv", ("id", "kind", "example"), [("1", "later", "200"), ("2", "later", "300")])
    verdicts = tmp_path / "reader" / "verdicts.tsv"
    names = ("id", *VERDICTS, "note")
    tossup_sheets.write(verdicts, names, [("1", "yes", "yes", "yes", "yes", "slip", "a comma")])
    with pytest.raises(SystemExit, match=r"says nothing of 2\. Have them read\."):
        tossup_sheets.keep(tmp_path, "model")
    for said in ("maybe", "no", "unsure"):
        second = ("2", said, "yes", "yes", "yes", "clean", "")
        tossup_sheets.write(verdicts, names, [("1", "yes", "yes", "yes", "yes", "slip", "a comma"), second])
        if said == "maybe":
            with pytest.raises(SystemExit, match=r"says 'maybe' of row 2 under true\."):
                tossup_sheets.keep(tmp_path, "model")
        else:
            tossup_sheets.keep(tmp_path, "model")
    kept = tossup_sheets.kept(tmp_path / "tossup-sheet.tsv")
    assert [(row["example"], row["true"], row["grammar"]) for row in kept] == [
        ("200", "yes", "slip"),
        ("300", "unsure", "clean"),
    ]
    assert set(kept[0]) == {"judge", "id", "kind", "example", *VERDICTS}


def test_sound_is_what_is_true_fits_and_is_unsaid_and_a_broken_one_is_found_by_what_is_broken() -> None:
    sound = {"true": "yes", "fits": "yes", "unsaid": "yes", "order": "yes", "grammar": "clean", "id": "1"}
    rows = [
        {**sound, "kind": "later"},
        {**sound, "kind": "later", "true": "unsure"},
        {**sound, "kind": "earlier"},
        {**sound, "kind": "broken-false", "fits": "no"},
        {**sound, "kind": "broken-other", "unsaid": "no"},
        {**sound, "kind": "broken-said", "unsaid": "no"},
    ]
    later, earlier, reader = (figures for _, figures in tossup_sheets.figures_of(rows, "written", ("later", "earlier")))
    assert later["sound"]["value"] == 0.5  # type: ignore[index]
    assert earlier["sound"]["value"] == 1  # type: ignore[index]
    assert (reader["n"], round(reader["sensitivity"]["value"], 2)) == (3, 0.67)  # type: ignore[index]


def test_sheets_of_attacks_are_kept_beside_each_other_and_say_how_many_variants_are_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("WRITTEN", "ATTACKED"):
        monkeypatch.setattr(tossup_sheets, name, tmp_path / f"{name}.tsv")
    for attack in ("tossup-reorder", "tossup-synonym", "tossup-reorder"):
        folder = tmp_path / attack
        (folder / "reader").mkdir(parents=True, exist_ok=True)
        kinds = (attack, attack, "untouched", "broken-said")
        tossup_sheets.write(
            folder / "key.tsv", ("id", "kind", "example"), [(at, kind, 200 + at) for at, kind in enumerate(kinds)]
        )
        said = [(at, "yes", "yes", "no" if at % 3 == 0 else "yes", "yes", "slip", "") for at in range(4)]
        tossup_sheets.write(folder / "reader" / "verdicts.tsv", ("id", *VERDICTS, "note"), said)
        tossup_sheets.keep(folder, "model")
    assert [row["sheet"] for row in tossup_sheets.kept(tmp_path / "ATTACKED.tsv")] == [
        *["tossup-synonym"] * 4,
        *["tossup-reorder"] * 4,
    ]
    assert not (tmp_path / "WRITTEN.tsv").exists()
    tossup_sheets.tell()
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one.get("attack"), one["n"], one.get("sound", one.get("sensitivity"))["value"]) for one in told] == [
        ("tossup-synonym", 2, 0.5),
        ("untouched beside tossup-synonym", 1, 1.0),
        ("tossup-synonym untouched", 1, 1.0),
        ("tossup-reorder", 2, 0.5),
        ("untouched beside tossup-reorder", 1, 1.0),
        ("tossup-reorder untouched", 1, 1.0),
    ]
