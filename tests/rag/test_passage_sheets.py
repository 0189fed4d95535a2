"""The sheet on which passages that attacks put in are read blind: what is drawn, and what is kept of the verdicts."""

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from from_benchmarks import from_benchmarks
from stumper.adversaries.rag.putting import given_instead, taken_away
from stumper.retrieval.passages import PassageIndex
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Answer, Edit, Example, Gold, Passage, Perturbation

with from_benchmarks("measuring", "blind_sheets"):
    import passage_sheets
    from passage_sheets import ATTACKS, OF_EACH, OPEN, Line


def mill(n: int) -> Passage:
    return Passage(f"mill {n}", f"The mill on field {n} was built in the year {1000 + n} by Anna Brandt.", "Lowmere")


def asked(n: int, who: bool = False) -> Example:
    question, answer = ("Who built it?", "Anna Brandt") if who else ("When was it built?", f"{1000 + n}")
    gold = Gold((Answer(answer),), True, (frozenset({mill(n).id}),), passages=(mill(n),))
    return Example(f"{'who' if who else 'when'} {n}", OpenQuestion(question), gold)


def variant(attack: str, n: int) -> Line:
    new = Passage("", f"In an earlier edition one could read: “It was built in {2000 + n}.” That was wrong.", "Errata")
    return Line(asked(n), "When was it built?", (new,), (mill(n),), f"{1000 + n}", attack, "superseded")


@pytest.fixture(scope="module")
def sheet() -> list[Line]:
    """What is drawn of mills 0 to 39 with variants, 40 to 79 with questions and 80 to 119 to be put in."""
    made = {attack: [variant(attack, n) for n in range(40)] for attack in ATTACKS}
    every = [asked(n, who) for n in range(120) for who in (False, True)]
    plain = [asked(n) for n in range(40, 80)]
    return passage_sheets.sheet(made, plain, [mill(n) for n in range(80, 120)], every, Random(1))


def test_a_sheet_has_twenty_of_each_attack_and_fifty_controls(sheet: list[Line]) -> None:
    kinds = Counter(line.kind for line in sheet)
    assert kinds == {**dict.fromkeys(ATTACKS, OF_EACH), "original": 25, "broken-grammar": 13, "broken-label": 12}


def test_originals_are_untouched_and_what_is_held_is_right(sheet: list[Line]) -> None:
    for line in (line for line in sheet if line.kind == "original"):
        passages = (*line.put_in, *line.stays)
        assert all(one == mill(int(one.id.split()[1])) for one in passages)
        year = line.example.gold.answers[0].text
        is_said = any(year in one.text for one in passages)
        assert line.answer == (year if is_said else OPEN)


def test_broken_rows_hold_what_the_passages_do_not_say(sheet: list[Line]) -> None:
    ways = {}
    for line in (line for line in sheet if line.kind == "broken-label"):
        ways[line.rule] = line
        year, texts = line.example.gold.answers[0].text, " ".join(one.text for one in (*line.put_in, *line.stays))
        assert year in texts
        assert line.answer != year or " It was built in 20" in texts
        assert "earlier edition" not in texts, "no cue says that it does not hold"
    assert ways["answers another question"].answer == "Anna Brandt"
    assert ways["held open"].answer == OPEN


def test_a_garbled_row_has_another_text_in_what_was_put_in_or_else_in_its_question() -> None:
    before = variant("passage-sent", 1)
    after = passage_sheets.garbled(before, Random(2))
    assert after.put_in[0].text != before.put_in[0].text
    assert (after.question, after.stays, after.kind) == (before.question, before.stays, "broken-grammar")
    bare = passage_sheets.held_open(asked(1))
    question = passage_sheets.garbled(bare, Random(2)).question
    assert question != bare.question
    assert question.endswith("?")


def test_a_variant_in_the_place_of_its_passage_leaves_none_that_stays() -> None:
    example, new = asked(1), Passage("mill 1*edited", "The mill was raised in 1001.", "Lowmere")
    query = OpenQuestion(example.query.text, None, (new,), ("mill 1",))
    made = Perturbation(example.id, query, example.gold, (Edit("passages", 0, 0, "raised", "in passage", "synonym"),))
    line = passage_sheets.line_of(example, made, "in-passage")
    assert (line.put_in, line.stays, line.answer, line.rule) == ((new,), (), "1001", "synonym")


def test_verdicts_are_kept_without_texts_in_the_place_of_the_same_judges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passage_sheets, "KEPT_IN", tmp_path / "kept.tsv")
    kinds = ("passage-sent", "original", "broken-grammar", "broken-label")
    said = ("yes\tyes", "slips\tyes", "broken\tno", "yes\tyes")
    (tmp_path / "reader").mkdir()
    key = "".join(f"{at},{kind},q{at},rule\n" for at, kind in enumerate(kinds, 1))
    (tmp_path / "key.csv").write_text(f"id,kind,example,rule\n{key}")
    verdicts = tmp_path / "reader" / "verdicts.tsv"
    lines = "".join(f'{at}\t{text}\tyes\tsays "mill\n' for at, text in enumerate(said, 1))
    verdicts.write_text(f"id\tgrammatical\tright\ton_task\tnote\n{lines}")
    for judge in ("model", "builder", "model"):
        passage_sheets.keep(tmp_path, judge)
    with (tmp_path / "kept.tsv").open() as file:
        kept = list(csv.DictReader(file, delimiter="\t"))
    assert [row["judge"] for row in kept] == ["builder"] * 4 + ["model"] * 4
    assert "mill" not in (tmp_path / "kept.tsv").read_text()
    figures = {of.get("attack", name): of for name, of in passage_sheets.figures_of(kept[:4])}
    assert figures["passage-sent"]["correct"]["value"] == 1
    assert figures["passages_reader"]["sensitivity"]["value"] == 0.5
    assert figures["passages_reader"]["specificity"]["value"] == 1
    verdicts.write_text(verdicts.read_text().replace("slips", "slip"))
    with pytest.raises(SystemExit, match=r"'slip' of row 2 under grammatical\. Write yes or slips or broken"):
        passage_sheets.keep(tmp_path, "model")


def test_passages_that_are_given_in_the_place_of_an_index_are_what_is_put_in_but_for_the_gold_one() -> None:
    example, other = asked(1), Passage("m", "Another mill.")
    gold = example.gold.passages[0]
    made = given_instead(example, [other, gold], ("passage order", "last of 2"))
    line = passage_sheets.line_of(example, made, "passage-order")
    assert (line.put_in, line.stays) == ((other,), (gold,))


def test_where_the_gold_passage_is_withheld_the_nearest_others_are_shown() -> None:
    example = asked(1)
    gold = example.gold.passages[0]
    made = taken_away(
        example, (gold.id,), replace(example.gold, answers=(), answerable=False), ("passage withhold", "")
    )
    line = passage_sheets.line_of(example, made, "passage-withhold")
    assert line.stays == ()
    near = Passage("near", gold.text.replace("1001", "long ago"))
    index = PassageIndex.build([gold, near, Passage("far", "Zebras.")])
    left = passage_sheets.with_what_is_left(line, made.query, index)
    assert (left.stays, left.answer) == ((near,), OPEN)


def test_a_sheet_of_one_attack_takes_the_place_of_what_was_said_of_that_attack_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passage_sheets, "KEPT_IN", tmp_path / "kept.tsv")

    def kept(sheet: str, *kinds: str) -> list[tuple[str, str]]:
        (tmp_path / sheet / "reader").mkdir(parents=True, exist_ok=True)
        key = "".join(f"{at},{kind},q{at},rule\n" for at, kind in enumerate(kinds))
        (tmp_path / sheet / "key.csv").write_text(f"id,kind,example,rule\n{key}")
        said = "".join(f"{at}\tyes\tyes\tyes\t\n" for at in range(len(kinds)))
        (tmp_path / sheet / "reader" / "verdicts.tsv").write_text(f"id\tgrammatical\tright\ton_task\tnote\n{said}")
        passage_sheets.keep(tmp_path / sheet, "model")
        with (tmp_path / "kept.tsv").open() as file:
            return [(row["sheet"], row["kind"]) for row in csv.DictReader(file, delimiter="\t")]

    kept("all", "passage-sent", "passage-poison", "original")
    found = kept("rag-sent", "passage-sent", "original")
    assert found == [
        ("all", "passage-poison"),
        ("all", "original"),
        ("rag-sent", "passage-sent"),
        ("rag-sent", "original"),
    ]
    assert kept("rag-sent", "passage-sent", "original") == found
