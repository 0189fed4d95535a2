"""Logs of matches as files: read back, refused where they are damaged, replayed and scored again."""

import json
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from match_rooms import PACKET, QUICK
from played_matches import PEOPLE, played, written
from stumper.datasets.buzz_log import read_buzzes, write_buzzes
from stumper.errors import BadData, StumperError
from stumper.people.matches.buzzes import buzzes, told_of
from stumper.people.matches.events import KINDS, Answered, Begun, Buzzed, Event, Finished, Recorded, Ruled, Seated
from stumper.people.matches.log_file import Logged, read_log
from stumper.people.matches.match import Match
from stumper.people.matches.points import Worth, scores
from stumper.people.matches.replay import Replay, replay
from stumper.people.matches.state import fold

MODES = ("teams", "alone", "machine")


@pytest.mark.parametrize("mode", MODES)
def test_whatever_happens_in_a_match_its_log_is_read_back_and_scores_the_same(tmp_path: Path, mode) -> None:
    turns = 0
    for seed in range(25):
        match, events = played(seed, mode)
        logged = read_log(written(tmp_path / "log.jsonl", match, events))
        text = (tmp_path / "log.jsonl").read_text()
        assert not [id for id in PEOPLE.values() if id in text]
        assert list(logged.shown.values()) == list(scores(match, fold(match, events)).values())
        assert scores(logged.match, logged.state) == logged.shown
        told = replay(logged)
        assert told.is_over
        assert all(not turn.is_changed for play in told.plays for turn in play.turns if turn.today != "prompt")
        assert [score.logged for score in told.scores] == list(logged.shown.values())
        assert [buzz.words for buzz in buzzes(match, events, fold(match, events))] == [
            buzz.words for buzz in buzzes(logged.match, logged.events, logged.state)
        ]
        turns += sum(len(play.turns) for play in told.plays)
    assert turns > 25  # it was played


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of all kinds of events, with questions that were got, missed and ruled on."""
    matches = (played(seed, "machine") for seed in range(100))
    match, events = next(pair for pair in matches if len({type(one.event) for one in pair[1]}) == len(KINDS))
    return written(tmp_path / "match.jsonl", match, events)


def changed(log: Path, change: Callable[[list[dict[str, Any]]], object]) -> Path:
    documents = [json.loads(line) for line in log.read_text().splitlines()]
    change(documents)
    log.write_text("".join(json.dumps(one) + "\n" for one in documents))
    return log


def first(documents: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(one for one in documents if one["kind"] == kind)


DAMAGES: dict[str, tuple[Callable[[list[dict[str, Any]]], object], str]] = {
    "its head is gone": (lambda d: d.pop(0), "line 1: this is no log of a match"),
    "no rules": (lambda d: d[0].pop("rules"), "line 1: there is no 'rules'. Download the log again"),
    "no text": (lambda d: d[0]["packet"][1].pop("text"), r"line 1: there is no 'packet\[1\]\.text'"),
    "no questions": (lambda d: d[0].update(packet=[]), "line 1: there is no question in its 'packet'"),
    "mode": (lambda d: d[0]["rules"].update(mode="x"), "'rules.mode' is 'x', not one of teams, alone, machine"),
    "speed": (lambda d: d[0]["rules"].update(speed=0), "'rules.speed' is 0, but words are read"),
    "task": (lambda d: d[0].update(task="reading"), "'task' is 'reading', of which nothing is read out"),
    "no task": (lambda d: d[0].update(task="lamps"), "No task is called 'lamps'"),
    "one team": (lambda d: d[0]["rules"].update(teams=["A"]), "'rules.teams' is a list, not a list of 2"),
    "newer": (lambda d: d[0].update(version=2), "line 1: the log is of version 2, and this Stumper reads up to 1. "),
    "version": (lambda d: d[0].update(version="new"), "line 1: 'version' is 'new', not a whole number"),
    "points": (lambda d: d[0].update(scores=[1]), "line 1: 'scores' are no points by side"),
    "unknown kind": (lambda d: d[2].update(kind="danced"), "line 3: there is no event of the kind 'danced'. Download"),
    "kind is a list": (lambda d: d[2].update(kind=[1]), r"line 3: there is no event of the kind \[1\]"),
    "no number": (lambda d: d[1].pop("number"), "line 2: there is no 'number'"),
    "no time": (lambda d: d[1].update(at=None), "line 2: 'at' is null, not a number"),
    "text for a number": (lambda d: first(d, "buzzed").update(words="5"), "'words' is '5', not a whole number"),
    "heard": (lambda d: first(d, "answered").update(heard="maybe"), "'heard' is 'maybe', not one of accept, prompt"),
    "an event is gone": (lambda d: d.pop(4), "line 5: event 4 is missing before event 5"),
    "two events are gone": (lambda d: (d.pop(4), d.pop(4)), "line 5: events 4 to 5 are missing before event 6"),
    "twice": (lambda d: d.insert(4, d[3]), "line 5: event 3 stands there again, or behind a later one"),
    "other order": (lambda d: d.insert(3, d.pop(5)), "line 4: events 3 to 4 are missing before event 5"),
    "time runs back": (lambda d: d[3].update(at=1.0), "line 4: event 3 happened before the one above it"),
    "no such question": (lambda d: first(d, "begun").update(tossup=7), "question 8 is begun, but it is the turn of"),
    "no such word": (lambda d: first(d, "buzzed").update(words=400), "a buzz comes after 400 words of a question of"),
    "no seat": (lambda d: [one.update(side="") for one in d if one["kind"] == "seated"], "has no seat, or a side that"),
    "no such side": (lambda d: first(d, "seated").update(side="a"), "there is no side 'a' in this match"),
    "another answers": (lambda d: first(d, "answered").update(person="x"), "'x' answers, but has not buzzed"),
    "no such buzz": (lambda d: first(d, "ruled").update(buzz=1), "a decision is about event 1, which is no buzz above"),
    "machine's words": (lambda d: first(d, "machine-read")["supposed"][0].update(words=99), "has read other words"),
    "machine's odds": (lambda d: first(d, "machine-read")["supposed"][1].update(guesses=[["x", 7]]), "is not betw"),
    "nothing to resume": (lambda d: first(d, "paused").update(kind="finished"), "the match was over before this event"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_said_with_its_line(log: Path, name: str) -> None:
    change, says = DAMAGES[name]
    with pytest.raises(BadData, match=says) as raised:
        read_log(changed(log, change))
    assert str(raised.value).startswith(f"{log}: line ")
    assert "\n" not in str(raised.value)
    assert str(raised.value).endswith(".")


FILES = {
    "empty": (b"", "the file is empty"),
    "no JSON": (b"<html>", "line 1 is not JSON"),
    "a list": (b"[1]\n", "line 1 is a list, not an object"),
    "not text": (b"\x89PNG\xff\xfe\x00\x01", "not text"),
    "an answer of the server": (b'{"detail": "not logged in"}', "line 1: this is no log of a match"),
    "buzzes": (b'{"question": "q1", "player": "x", "words": 3}', "this is a log of buzzes, not the log of a match"),
    "packets": (b'{"question": "Name it.", "answer": "it"}', "this is a data set, not the log of a match"),
}


@pytest.mark.parametrize("name", FILES)
def test_file_of_another_kind_is_said_to_be_none(tmp_path: Path, name: str) -> None:
    content, says = FILES[name]
    (tmp_path / "match.jsonl").write_bytes(content)
    with pytest.raises(BadData, match=says):
        read_log(tmp_path / "match.jsonl")


def test_log_that_was_cut_off_is_told_from_one_whose_end_is_missing(log: Path) -> None:
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(lines)[:-9])
    with pytest.raises(BadData, match=rf"line {len(lines)} is not JSON .*cut off there: write or download"):
        read_log(log)
    log.write_text("".join(lines[: next(n for n, line in enumerate(lines) if '"finished"' in line)]))
    assert not replay(read_log(log)).is_over


def test_log_is_read_whatever_its_line_ends_and_however_it_is_packed(log: Path) -> None:
    import gzip

    before, text = read_log(log), log.read_text()
    log.write_bytes(gzip.compress(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()))
    assert read_log(log) == before


def test_log_of_before_there_were_versions_is_read(log: Path) -> None:
    before = read_log(log)
    after = read_log(changed(log, lambda d: (d[0].pop("version"), d[0].pop("scores"))))
    assert (after.match, after.events, after.state, after.shown) == (before.match, before.events, before.state, None)


STRANGE: tuple[Any, ...] = (
    None, True, 0, -1, 3, 10**30, 1.5, float("nan"), float("inf"), "", "x", "machine", "a", [], [1], [["x", 0.5]], {},
    {"x": 1},
)  # fmt: skip


def test_whatever_is_dropped_or_altered_in_a_log_it_is_read_or_refused_in_a_sentence(log: Path) -> None:
    """No key of any line leads to anything but a replay or a StumperError."""
    whole = [json.loads(line) for line in log.read_text().splitlines()]
    rng, refused, tried = Random(1), 0, 0
    for _ in range(400):
        documents = deepcopy(whole)
        node = _node(rng, rng.choice((documents[0], rng.choice(documents))))
        key = rng.choice(list(node) if isinstance(node, dict) else range(len(node)))
        if rng.random() < 0.3:
            del node[key]
        else:
            node[key] = rng.choice(STRANGE)
        log.write_text("".join(json.dumps(one) + "\n" for one in documents))
        tried += 1
        try:
            logged = read_log(log)
            replay(logged)
            told = replay(logged, keeps_rulings=False)
            write_buzzes(log.with_name("b.jsonl"), buzzes(logged.match, logged.events, told.rescored))
            read_buzzes(log.with_name("b.jsonl"))
        except StumperError:
            refused += 1
    assert tried // 5 < refused < tried


def test_whatever_is_done_to_the_lines_of_a_log_it_is_read_or_refused_in_a_sentence(log: Path) -> None:
    text, rng = log.read_text(), Random(2)
    for _ in range(300):
        lines = text.splitlines(keepends=True)
        for _ in range(rng.randint(1, 3)):
            one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
            match rng.randrange(4):
                case 0:
                    lines[one], lines[two] = lines[two], lines[one]
                case 1:
                    lines[one] = lines[two]
                case 2:
                    lines[one] = lines[one][: rng.randrange(len(lines[one]))]
                case _:
                    lines[one] = "\n"
        log.write_text("".join(lines))
        with suppress(StumperError):
            replay(read_log(log))


def test_a_log_that_names_no_task_is_of_the_first_that_is_read_out(log: Path) -> None:
    assert read_log(changed(log, lambda documents: documents[0].pop("task"))).match.task == "quizbowl"


def _node(rng: Random, node: Any) -> Any:
    """A part of the document that holds something."""
    inner = [one for one in (node.values() if isinstance(node, dict) else node) if isinstance(one, dict | list) and one]
    return _node(rng, rng.choice(inner)) if inner and rng.random() < 0.7 else node


def logged_of(*events: Event) -> Logged:
    """Two teams at Suleiman and Mercury; an event a second, and the words that have been read by then."""
    match = Match("Final", QUICK, PACKET)
    log = (Seated("Ada", "a"), Seated("Ben", "b"), Begun(0), *events)
    recorded = tuple(Recorded(n, 1000.0 + 3 * n, event) for n, event in enumerate(log, 1))
    return Logged(match, recorded, fold(match, recorded), None)


def standing(told: Replay) -> dict[str, tuple[int, int]]:
    return {score.side: (score.logged, score.rescored) for score in told.scores}


def test_answer_that_was_taken_for_wrong_counts_by_todays_matcher() -> None:
    logged = logged_of(Buzzed("Ada", 0, 3), Answered("Ada", "Suleiman I", "reject"), Finished())
    told = replay(logged)
    assert standing(told) == {"Reds": (-5, 15), "Blues": (0, 0)}
    [(play, turn)] = told.changed
    assert (play.number, turn.was_right, turn.right, turn.by) == (1, False, True, "matcher")
    assert [buzz.correct for buzz in buzzes(logged.match, logged.events, told.rescored)] == [True]


def test_moderators_decision_stands_unless_it_is_left_out() -> None:
    logged = logged_of(Buzzed("Ada", 0, 3), Answered("Ada", "Mehmed", "reject"), Ruled(4, True, "Cleo"), Finished())
    assert standing(replay(logged)) == {"Reds": (15, 15), "Blues": (0, 0)}
    told = replay(logged, keeps_rulings=False)
    assert standing(told) == {"Reds": (15, -5), "Blues": (0, 0)}
    [(_, turn)] = told.changed
    assert (turn.by, turn.moderator, turn.today) == ("moderator", "Cleo", "reject")


def test_nothing_counts_after_an_answer_that_is_right_today() -> None:
    logged = logged_of(
        Buzzed("Ada", 0, 3), Answered("Ada", "Suleiman I", "reject"),
        Buzzed("Ben", 0, 9), Answered("Ben", "Suleiman I", "accept"), Finished(),
    )  # fmt: skip
    told = replay(logged)
    assert standing(told) == {"Reds": (-5, 15), "Blues": (10, 0)}
    assert [turn.points for turn in told.plays[0].turns] == [15, 0]
    assert told.plays[0].turns[-1].score == (("Reds", 15), ("Blues", 0))
    assert [buzz.words for buzz in buzzes(logged.match, logged.events, told.rescored)] == [3], "Ben was beaten to it"


def test_whoever_a_ruling_has_beaten_to_a_question_has_no_buzz() -> None:
    """Seen: their answer stayed right in the log of buzzes, with 0 points, so that two had one question right."""
    logged = logged_of(
        Buzzed("Ada", 0, 3), Answered("Ada", "Mehmed", "reject"),
        Buzzed("Ben", 0, 9), Answered("Ben", "Suleiman I", "accept"), Ruled(4, True, "Cleo"), Finished(),
    )  # fmt: skip
    told = told_of(logged.match, logged.events, logged.state)
    assert [(buzz.words, buzz.correct, buzz.points) for buzz in told.of_sides] == [(3, True, 15)]
    assert told.of_persons == told.of_sides


def test_answer_that_would_be_asked_about_today_stays_as_it_was_taken() -> None:
    told = replay(logged_of(Buzzed("Ada", 0, 3), Answered("Ada", "Suleiman", "accept"), Finished()))
    assert told.plays[0].turns[0].today == "prompt"
    assert standing(told) == {"Reds": (15, 15), "Blues": (0, 0)}


def test_second_answer_after_a_prompt_decides() -> None:
    said = (Answered("Ada", "Suleiman", "prompt"), Answered("Ada", "Suleiman", "reject"))
    told = replay(logged_of(Buzzed("Ada", 0, 3), *said, Finished()))
    assert told.plays[0].turns[0].today == "reject"
    assert told.plays[0].turns[0].said == ("Suleiman", "Suleiman")
    assert not told.changed


def test_points_can_be_others() -> None:
    told = replay(
        logged_of(Buzzed("Ada", 0, 3), Answered("Ada", "Suleiman I", "accept"), Finished()), worth=Worth(1, 3, 0)
    )
    assert standing(told)["Reds"] == (15, 3)


def test_question_is_told_as_far_as_it_was_read_and_no_further() -> None:
    told = replay(logged_of(Buzzed("Ada", 0, 3), Answered("Ada", "Mehmed", "reject"), Buzzed("Ben", 0, 6),
                            Answered("Ben", "Suleiman I", "accept"), Finished()))  # fmt: skip
    [play] = told.plays
    assert [turn.read for turn in play.turns] == ["He took Belgrade.", "He besieged Vienna."]
    assert (play.words, play.of, play.read) == (6, 17, "")
    assert len(told.plays) == 1


def test_points_that_the_match_showed_are_told_where_they_are_others(log: Path) -> None:
    logged = read_log(log)
    assert logged.shown is not None
    other = replace(logged, shown=dict.fromkeys(logged.shown, 99))
    assert [score.shown for score in replay(other).scores] == [99, 99]
