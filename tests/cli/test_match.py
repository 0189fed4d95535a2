"""`stumper match`: a log from the page of a match, replayed and scored again without a server or a store."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from stumper.cli.replay_text import replay_text
from stumper.datasets.buzz_log import read_buzzes
from stumper.people.matches.log_file import read_log
from stumper.people.matches.replay import replay

Command = Callable[..., Any]
HEAD = {
    "kind": "match",
    "name": "Final",
    "rules": {"mode": "machine", "victim": "ir"},
    "packet": [
        {
            "id": "q1",
            "set": "adversarial",
            "category": "Science",
            "text": "It turns three times in two of its years. For 10 points, name this [planet].",
            "gold": {"answers": [{"text": "Mercury"}]},
            "power": 41,
        }
    ],
}
GUESSES = {"supposed": [{"words": 1, "guesses": [["Venus", 0.5], ["Mars", None]]}], "buzz": None}
EVENTS: tuple[dict[str, object], ...] = (
    {"kind": "seated", "person": "person-1", "side": "people"},
    {"kind": "machine-read", "tossup": 0, **GUESSES},
    {"kind": "begun", "tossup": 0},
    {"kind": "buzzed", "person": "person-1", "tossup": 0, "words": 5},
    {"kind": "answered", "person": "person-1", "text": "Merkury", "heard": "reject"},
    {"kind": "buzzed", "person": "machine", "tossup": 0, "words": 15},
    {"kind": "answered", "person": "machine", "text": "Venus", "heard": "reject"},
    {"kind": "ruled", "buzz": 6, "right": True, "person": "person-2"},
    {"kind": "finished"},
)


@pytest.fixture
def log(folder: Path) -> Path:
    """A match in which a misspelt answer was not taken, and the moderator took one that is wrong."""
    path = folder / "match.jsonl"
    events = [{"number": n, "at": 10.0 * n, **event} for n, event in enumerate(EVENTS, 1)]
    path.write_text("".join(json.dumps(one) + "\n" for one in (HEAD, *events)))
    return path


def test_a_person_reads_what_happened_and_what_would_count_today(stumper: Command, log: Path) -> None:
    ended = stumper("match", "match.jsonl")
    assert (ended.code, ended.said) == (0, "")
    lines = [line.rstrip() for line in ended.out.splitlines()]
    assert lines[:11] == [
        "Final: people against a machine, 1 of 1 question played",
        "",
        "1. Mercury (Science, adversarial)",
        "   It turns three times in",
        "   > person-1 for people after 5 words, in power: “Merkury”: wrong by the matcher; +15 (people 15, ir 0)",
        "   ! wrong in the log, right now",
        "   two of its years. For 10 points, name this [planet].",
        "   > ir after 15 words: “Venus”: right by the moderator person-2; the matcher finds it wrong today; 0 "
        "(people 15, ir 0)",
        "   the machine, never sure: Venus 50.0%; Mars",
        "",
        "side    by the log  scored again  difference",
    ]
    assert [line.split() for line in lines[11:13]] == [["people", "-5", "15", "+20"], ["ir", "10", "0", "-10"]]
    assert lines[13:] == [
        "Scored again, 1 of 2 answers counts otherwise than in the log (question 1): people 15 instead of -5 and ir 0 "
        "instead of 10."
    ]
    assert not (log.parent / "stumper.db").exists()


def test_decisions_of_moderators_can_be_left_out(stumper: Command, log: Path) -> None:
    told = json.loads(stumper("match", "match.jsonl", "--no-rulings", "--json").out)["matches"][0]
    assert told["changed"] == 2
    assert told["plays"][0]["turns"][1]["right"] is False


def test_json_says_all_and_nothing_else(stumper: Command, log: Path) -> None:
    ended = stumper("match", "match.jsonl", "match.jsonl", "--json")
    assert (ended.code, ended.said) == (0, "")
    first, second = json.loads(ended.out)["matches"]
    assert first == second
    assert first["scores"] == [
        {"side": "people", "shown": None, "logged": -5, "rescored": 15},
        {"side": "ir", "shown": None, "logged": 10, "rescored": 0},
    ]
    assert (first["log"], first["is_over"], first["changed"], first["open"]) == ("match.jsonl", True, 1, 0)
    [play] = first["plays"]
    assert play["guesses"] == [{"answer": "Venus", "probability": 0.5}, {"answer": "Mars", "probability": None}]
    turn = play["turns"][0]
    assert (turn["was_right"], turn["right"], turn["is_changed"], turn["today"]) == (False, True, True, "accept")
    assert turn["score"] == [{"side": "people", "points": 15}, {"side": "ir", "points": 0}]


def test_points_can_be_others(stumper: Command, log: Path) -> None:
    points = ("--power", "20", "--right", "1", "--interruption", "-1")
    told = json.loads(stumper("match", "match.jsonl", *points, "--json").out)["matches"][0]
    assert [score["rescored"] for score in told["scores"]] == [20, 0]


def test_buzzes_are_written_for_the_report(stumper: Command, log: Path) -> None:
    """The machine answered after an answer that is right by today's matcher: it was beaten to the question."""
    ended = stumper("match", "match.jsonl", "--out", "buzzes.jsonl")
    assert ended.said == "wrote 1 buzz to buzzes.jsonl; next: stumper report --buzzes buzzes.jsonl\n"
    buzzes = read_buzzes(Path("buzzes.jsonl"))
    assert [(one.player, one.is_machine, one.words, one.correct, one.points) for one in buzzes] == [
        ("person-1", False, 5, True, 15)
    ]
    assert stumper("report", "--buzzes", "buzzes.jsonl").code == 0


def test_a_log_that_ends_too_early_is_replayed_and_said_to(stumper: Command, log: Path) -> None:
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:-1]))
    assert "The log ends before the match does: it was cut off" in stumper("match", "match.jsonl").out


def test_points_of_a_log_that_was_cut_off_are_not_taken_for_those_of_other_rules(stumper: Command, log: Path) -> None:
    head, *events = log.read_text().splitlines(keepends=True)
    whole = json.dumps({**json.loads(head), "scores": {"people": -5, "machine": 10}}) + "\n"
    log.write_text("".join([whole, *events[:4]]))
    out = stumper("match", "match.jsonl").out
    assert "it was cut off" in out
    assert "other rules" not in out


def test_lines_that_are_too_long_for_the_terminal_stay_under_their_question(log: Path) -> None:
    console = Console(width=45, file=StringIO())
    console.print(replay_text([replay(read_log(log))]))
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]
    assert max(map(len, lines)) <= 45
    assert lines[3:9] == [
        "1. Mercury (Science, adversarial)",
        "   It turns three times in",
        "   > person-1 for people after 5 words, in",
        "     power: “Merkury”: wrong by the matcher;",
        "     +15 (people 15, ir 0)",
        "   ! wrong in the log, right now",
    ]


def test_points_that_were_counted_by_other_rules_are_said(stumper: Command, log: Path) -> None:
    head, *events = log.read_text().splitlines(keepends=True)
    log.write_text(json.dumps({**json.loads(head), "scores": {"people": -10, "machine": 10}}) + "\n" + "".join(events))
    out = stumper("match", "match.jsonl").out
    assert "shown then" in out
    assert "What was shown then was counted by other rules than today's." in out


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text[:-5], r"match.jsonl: line 10 is not JSON"),
        (lambda text: text.replace('"number": 3', '"number": 4'), "match.jsonl: line 4: event 3 is missing before eve"),
        (lambda text: text.replace('"words": 5', '"words": 99'), "a buzz comes after 99 words of a question of 15"),
        (lambda text: text.replace('"kind": "finished"', '"kind": "over"'), "there is no event of the kind 'over'"),
        (lambda text: "", "match.jsonl: the file is empty"),
    ],
)
def test_a_damaged_log_is_refused_in_a_sentence(stumper: Command, log: Path, change, says: str) -> None:
    log.write_text(change(log.read_text()))
    ended = stumper("match", "match.jsonl", "--json", "--out", "buzzes.jsonl")
    assert (ended.code, ended.out) == (2, "")
    assert says in ended.said
    assert ended.said.count("\n") == 1
    assert not Path("buzzes.jsonl").exists()


def test_a_log_is_not_written_over(stumper: Command, log: Path) -> None:
    before = log.read_bytes()
    ended = stumper("match", "match.jsonl", "--out", "./match.jsonl")
    assert (ended.code, ended.out) == (2, "")
    assert "is a log that is replayed, and would be overwritten" in ended.said
    assert log.read_bytes() == before
