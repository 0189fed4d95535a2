"""Buzzes as a table, and as events of systems publish them: read as they are."""

import json
from pathlib import Path

import pytest

from stumper.datasets.buzz_log import read_buzzes, write_buzzes
from stumper.errors import BadData

HEAD = "packet,nano,reveal_fraction,correct,censored\n"


@pytest.fixture
def table(tmp_path: Path):
    def written(text: str) -> Path:
        path = tmp_path / "buzzes.csv"
        path.write_text(text)
        return path

    return written


def test_each_row_is_an_observation_of_its_own_where_nobody_knows_who_it_was(table):
    rows = "1,q1,0.4,1,0\n1,q1,1.0,0,1\n1,q1,1.0,0,1\n\n1,q2,0.25,0,0\n"
    found = read_buzzes(table(HEAD + rows))
    assert [(one.question_id, one.position, one.correct, one.censored) for one in found] == [
        ("q1", 0.4, True, False), ("q1", 1.0, False, True), ("q1", 1.0, False, True), ("q2", 0.25, False, False),
    ]  # fmt: skip
    assert len({one.observation for one in found}) == 4
    assert {(one.player, one.set, one.words, one.groups) for one in found} == {("", "played", None, (("packet", "1"),))}


def test_columns_may_be_called_in_several_ways_and_name_players(table):
    rows = "question_id,player,position,correct,set,machine\nq1,ada,0.5,true,mine,no\nq1,ir,0.5,false,mine,yes\n"
    ada, ir = read_buzzes(table(rows))
    assert (ada.player, ada.observation, ada.set, ada.is_machine, ir.is_machine) == ("ada", "", "mine", False, True)


def test_a_table_with_semicolons_and_commas_in_its_numbers_is_read_as_spreadsheets_of_some_countries_write_it(table):
    [first, last] = read_buzzes(table("nano;reveal_fraction;correct;censored\nq1;0,4;1;0\nq1;1;0;1\n"))
    assert (first.position, first.correct, last.position, last.censored) == (0.4, True, 1.0, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + "1,q1,0.4,1,1\n", "line 2 is both right and censored"),
        (HEAD + "1,q1,1.4,1,0\n", "line 2: the position is '1.4'"),
        (HEAD + "1,q1,nan,1,0\n", "line 2: the position is 'nan'"),
        (HEAD + "1,q1,0.4,maybe,0\n", "line 2: 'correct' is 'maybe'"),
        (HEAD + "1,q1,0.4,,0\n", "line 2: 'correct' is ''"),
        (HEAD + "1,,0.4,1,0\n", "line 2 names no question"),
        (HEAD + "1,q1,0.4\n", "line 2 has 3 cells"),
        ("position,correct\n0.5,1\n", "no column 'question', which may be called question or qid"),
        (HEAD, "there is no row under its columns"),
        (
            "qid,position,position,correct\nq,0.4,0.5,1\n",
            "columns 'position' and 'position' say the same, position",
        ),
        ("qid,position,reveal_fraction,correct\nq,0.4,0.5,1\n", "'position' and 'reveal_fraction' say both, position"),
        ("Packet;Frage;Anteil;richtig\n1;q;0.4;1\n", "no log of buzzes: it begins with 'Packet;Frage;Anteil;richtig'"),
        ("player,nano,position,correct\nada,q,0.4,1\nada,q,0.5,1\n", "line 3: 'ada' answers 'q' as on line 2 already"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(table, text, said):
    with pytest.raises(BadData, match=r"buzzes\.csv") as raised:
        read_buzzes(table(text))
    assert said in str(raised.value)


def output(tokens: int, right: bool, buzz: bool = False, **more: object) -> dict[str, object]:
    return {"guess": "Troy", "confidence": 0.5, "buzz": buzz, "correct": int(right), "token_position": tokens} | more


def runs(tmp_path: Path, *rows: dict[str, object]) -> Path:
    path = tmp_path / "runs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_system_has_answered_where_it_first_buzzes_or_never(tmp_path):
    one = {"system": "tossup__20260430_060257__ann__first", "packet": "P", "qid": "q1",
           "run_outputs": [output(4, False), output(6, True, True), output(8, False, True)]}  # fmt: skip
    other = one | {"system": "tossup__20260430_060258__bob__second", "run_outputs": [output(10, True)]}
    first, second = read_buzzes(runs(tmp_path, one, other))
    assert (first.player, first.position, first.correct, first.censored) == ("ann/first", 0.6, True, False)
    assert [reading.position for reading in first.readings] == [0.4, 0.6, 0.8]
    assert (first.judged_by_source, second.judged_by_source) == (True, True)
    write_buzzes(tmp_path / "log.jsonl", [first])
    assert read_buzzes(tmp_path / "log.jsonl") == [first]
    assert (second.player, second.position, second.correct, second.censored) == ("bob/second", 1.0, False, True)


def test_systems_whose_short_names_are_one_keep_their_long_ones(tmp_path):
    rows = [{"system": f"tossup__20260430_06025{n}__ann__same", "qid": "q", "run_outputs": [output(4, True)]}
            for n in range(2)]  # fmt: skip
    assert [one.player for one in read_buzzes(runs(tmp_path, *rows))] == [row["system"] for row in rows]


@pytest.mark.parametrize(
    ("outputs", "said"),
    [
        ([], "'run_outputs' is empty"),
        ([3], "'run_outputs' holds a whole number"),
        ([output(4, True, confidence=2)], "a 'confidence' is 2"),
        ([output(4, True, confidence="x")], "a 'confidence' is a text"),
        ([output(4, True, correct=3)], "a 'correct' is 3, not 0 or 1"),
        ([output(-4, True)], "a 'token_position' is -4"),
    ],
)
def test_what_is_wrong_with_a_run_is_said(tmp_path, outputs, said):
    with pytest.raises(BadData, match="line 1") as raised:
        read_buzzes(runs(tmp_path, {"system": "s", "qid": "q", "run_outputs": outputs}))
    assert said in str(raised.value)
