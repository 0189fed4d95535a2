"""Logs of buzzes: what is written reads back, and what is wrong is said with its line."""

import json
from pathlib import Path

import pytest

from stumper.buzz import Buzz, Reading, Unheard
from stumper.datasets.buzz_log import read_buzzes, read_unheard, write_buzzes
from stumper.errors import BadData

LINE = {"question": "q", "set": "regular", "player": "ada", "machine": False, "words": 3, "of": 9, "correct": True}
BUZZES = [
    Buzz("q", "regular", "ada", False, 3, 9, 3 / 9, True, 10, "round 1", "Science",
         groups=(("packet", "Spring 3"), ("answer_line", "Hector"))),
    Buzz("q", "adversarial", "ir", True, 9, 9, 1.0, False, against="ir",
         readings=(Reading(4, 4 / 9, "Troy", 0.25, False), Reading(9, 1.0, "", None, False))),
]  # fmt: skip


@pytest.fixture
def log(tmp_path: Path):
    def written(*lines: object) -> Path:
        path = tmp_path / "buzzes.jsonl"
        path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
        return path

    return written


@pytest.mark.parametrize("name", ["buzzes.jsonl", "buzzes.jsonl.gz"])
def test_what_is_written_reads_back(tmp_path, name):
    write_buzzes(tmp_path / name, BUZZES)
    assert read_buzzes(tmp_path / name) == BUZZES


def test_what_a_machine_was_not_heard_on_reads_back_and_is_no_buzz(tmp_path):
    unheard = Unheard("q2", "adversarial", "ir", "status 500", "a1")
    write_buzzes(tmp_path / "b.jsonl", BUZZES, [unheard])
    assert (read_buzzes(tmp_path / "b.jsonl"), read_unheard(tmp_path / "b.jsonl")) == (BUZZES, [unheard])


def test_a_line_that_says_why_nothing_was_heard_says_it_in_a_text(log):
    path = log({"question": "q", "player": "ir", "machine": True, "unheard": 500})
    with pytest.raises(BadData, match=r"buzzes.jsonl: line 1: 'unheard' is a whole number, not a text"):
        read_unheard(path)


def test_what_is_not_known_is_left_out(log):
    [buzz] = read_buzzes(log({**LINE, "set": None}))
    assert (buzz.set, buzz.points, buzz.round, buzz.readings) == ("regular", None, "", ())


def test_readings_are_in_the_order_of_the_question_whatever_that_of_the_file(log):
    rows = [{"words": words, "answer": str(words), "correct": False} for words in (4, 9, 2)]
    [buzz] = read_buzzes(log({**LINE, "readings": rows}))
    assert [one.words for one in buzz.readings] == [2, 4, 9]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2 is not JSON"),
        ({**LINE, "groups": {"original": "q1"}}, "line 2: 'groups' names a group 'original', as each example"),
        ({**LINE, "groups": "Spring 3"}, "line 2: 'groups' is 'Spring 3', not an object of texts"),
        ({key: value for key, value in LINE.items() if key != "player"}, "line 2 has no 'player'"),
        ({**LINE, "words": 12}, "'words' is 12, which is not between 0 and the question's 9"),
        ({**LINE, "of": 0}, "'of' is 0"),
        ({**LINE, "machine": "yes"}, "'machine' is a text, not true or false"),
        ({**LINE, "readings": [3]}, "'readings' holds a whole number"),
        (
            {**LINE, "readings": [{"words": 4, "answer": "a", "probability": "b", "correct": True}]},
            "'probability' is a text",
        ),
        ({**LINE, "of": 10**30}, "'of' is 1000"),
        ({**LINE, "points": 10**400}, "'points' is 1000"),
        ({**LINE, "points": -(10**9)}, "'points' is -1000"),
        ({**LINE, "player": " "}, "'player' is empty"),
        ({**LINE, "question": ""}, "'question' is empty"),
        (
            {**LINE, "readings": [{"words": 4, "answer": "a", "probability": float("nan"), "correct": True}]},
            "'probability' is nan, not a number from 0 to 1",
        ),
        (
            {**LINE, "readings": [{"words": 4, "answer": "a", "probability": 7, "correct": True}]},
            "'probability' is 7, not a number from 0 to 1",
        ),
        ({**LINE, "readings": [{"words": 44, "answer": "a", "correct": True}]}, "'words' is 44"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(log, line, said):
    path = log(LINE, line)
    with pytest.raises(BadData, match=r"buzzes\.jsonl") as raised:
        read_buzzes(path)
    assert said in str(raised.value)
    assert "line 2" in str(raised.value)


def test_an_empty_log_is_an_error(log):
    with pytest.raises(BadData, match=r"buzzes\.jsonl: the file is empty"):
        read_buzzes(log(" "))


def test_an_answer_to_a_question_that_was_learned_from_stays_so(tmp_path: Path) -> None:
    made = [Buzz(f"q{seen}", "regular", "ir", True, 5, 10, 0.5, True, trained_on=seen) for seen in (True, False)]
    write_buzzes(tmp_path / "buzzes.jsonl", made)
    assert read_buzzes(tmp_path / "buzzes.jsonl") == made
    assert '"trained_on": false' not in (tmp_path / "buzzes.jsonl").read_text()


def test_who_has_not_answered_and_who_is_not_known_stay_so(tmp_path: Path) -> None:
    made = [
        Buzz("q", "regular", "ada", False, 10, 10, 1.0, False, censored=True),
        Buzz("q", "regular", "", False, None, None, 0.4, True, observation="1"),
        Buzz("q", "regular", "", False, None, None, 0.4, True, observation="2"),
    ]
    write_buzzes(tmp_path / "buzzes.jsonl", made)
    assert read_buzzes(tmp_path / "buzzes.jsonl") == made


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({**LINE, "censored": True}, "'censored' and 'correct' are both true"),
        ({key: value for key, value in LINE.items() if key != "words"} | {"position": 1.5}, "'position' is 1.5"),
        (
            {key: value for key, value in LINE.items() if key != "words"} | {"position": 0.5, "readings": [{}]},
            "not after how many 'words'",
        ),
        (
            {key: value for key, value in LINE.items() if key != "player"} | {"observation": " "},
            "'observation' is empty",
        ),
        ({**LINE, "question": "p", "player": "bo", "of": LINE["of"] + 2}, "'p' has "),
        ({**LINE, "question": "p", "words": 4}, "'ada' answers 'p' as on line 1 already. Give each person a name"),
    ],
)
def test_what_cannot_be_of_one_answer_is_refused(log, line, said):
    with pytest.raises(BadData) as raised:
        read_buzzes(log({**LINE, "question": "p"}, line))
    assert said in str(raised.value)
    assert "line 2" in str(raised.value)


def test_a_machine_that_says_the_same_twice_has_said_it_once(log):
    line = {**LINE, "machine": True}
    assert len(read_buzzes(log(line, line))) == 1
    with pytest.raises(BadData, match="line 2: 'ada' answers 'q' as on line 1 already"):
        read_buzzes(log(line, line | {"words": 5}))
