"""`stumper buzz` and the report of play from files alone."""

import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from stumper.datasets.buzz_log import read_buzzes, read_unheard
from stumper.playing import gather, play_of

BUZZ = ("buzz", "tossups.json", "-v", "python:cli_victims:guesser", "--buzzer", "0.5")


@pytest.fixture
def tossups(folder: Path) -> Path:
    """Two questions of QANTA's format in `tossups.json`, the second with a variant."""
    path = folder / "tossups.json"
    path.write_text(json.dumps({"questions": [question("1"), question("2"), question("2-far", original="2")]}))
    return path


def question(id: str, original: str | None = None) -> dict[str, object]:
    words = "He lit a lamp in Troy . A fox of his met Ada . Hector is near here ; name this keeper ."
    if original:
        words = words.replace("Hector is near", "Hector was far").replace("a lamp", "an old lamp")
    question = {"qanta_id": id, "text": words, "page": "Hector", "answer": "Hector", "category": "History"}
    return question | ({"original_id": original} if original else {})


def test_a_line_a_question_and_guesser_says_what_was_said_where(stumper, tossups):
    ended = stumper(*BUZZ, "--out", "b.jsonl", "--positions", "5")
    assert (ended.code, ended.out) == (0, "")
    assert "wrote 3 buzzes to b.jsonl; next: stumper report --buzzes b.jsonl" in ended.said
    first, second, variant = read_buzzes(Path("b.jsonl"))
    assert [reading.answer for reading in first.readings] == ["Paris", "Paris", "Paris", "Hector", "Hector"]
    assert (first.words, first.correct, first.category, first.is_machine) == (
        first.readings[3].words,
        True,
        "History",
        True,
    )
    assert (second.set, variant.set) == ("regular", "adversarial")
    assert second.groups == variant.groups == (("answer_line", "Hector"),)
    assert not any(reading.correct for reading in variant.readings)


def test_runs_are_judged_by_the_answer_lines_of_several_packets(folder):
    ids = [f"ZTZCur1sGVOjE4PMM{n}" for n in range(3)]
    for n, packet in enumerate(("one.json", "two.json")):
        Path(packet).write_text(json.dumps({"questions": [question(f"event-t-{ids[n]}")]}))
    output = {"guess": "hector", "confidence": 0.5, "buzz": True, "correct": 0, "token_position": 4}
    runs = [{"system": "s", "qid": f"event-packet1-t-{id}", "run_outputs": [output]} for id in ids]
    Path("runs.jsonl").write_text("".join(json.dumps(run) + "\n" for run in runs))
    made = play_of(gather([Path("runs.jsonl")], ["one.json", "two.json"]))
    found = made.rejudged
    assert found is not None
    assert (found.answers, found.right, found.right_by_source, found.left, found.questions) == (2, 2, 0, 1, 1)
    assert (made.joined, made.sets, made.played[0].accuracy.value) == (2, ("played",), pytest.approx(2 / 3))


def test_guessers_of_one_short_name_are_two_players(stumper, tossups):
    for folder, guesser in (("a", "guesser"), ("b", "sure_of_paris")):
        Path(folder).mkdir()
        along = ("--out", f"{folder}/g.jsonl", "--positions", "5", "-v", f"python:cli_victims:{guesser}")
        assert stumper("predict", str(tossups), *along).code == 0
    files = ("-v", "file:a/g.jsonl", "-v", "file:b/g.jsonl")
    ended = stumper("buzz", str(tossups), *files, "--positions", "5", "--out", "b.jsonl")
    assert ended.code == 0, ended.said
    players = {row.player for row in play_of(gather([Path("b.jsonl")])).played}
    assert len(players) == 2
    assert all(player.startswith("file:g.jsonl ") for player in players)


NAMED = ("--set", "hard", "--round", "final", "--against", "ir", "--positions", "4")


def test_names_of_set_round_and_machine_stand_on_every_line(stumper, tossups):
    tossups.write_text(json.dumps({"questions": [question("1"), question("2")]}))
    stumper(*BUZZ, "--out", "b.jsonl", *NAMED)
    for buzz in read_buzzes(Path("b.jsonl")):
        assert (buzz.set, buzz.round, buzz.against, len(buzz.readings)) == ("hard", "final", "ir", 4)


def test_names_are_of_the_variants_where_originals_stand_beside_them(stumper, tossups):
    stumper(*BUZZ, "--out", "b.jsonl", *NAMED)
    said = {buzz.question_id: (buzz.set, buzz.round, buzz.against) for buzz in read_buzzes(Path("b.jsonl"))}
    assert said == {"1": ("regular", "", ""), "2": ("regular", "", ""), "2-far": ("hard", "final", "ir")}


def test_what_is_written_against_a_machine_is_adversarial_without_being_named_so(stumper, tossups):
    tossups.write_text(json.dumps({"questions": [question("1"), question("2")]}))
    stumper(*BUZZ, "--out", "b.jsonl", "--against", "ir")
    assert {(buzz.set, buzz.against) for buzz in read_buzzes(Path("b.jsonl"))} == {("adversarial", "ir")}


def test_what_a_file_calls_adversarial_is_none_of_the_originals(stumper, tossups):
    written = question("3") | {"fold": "adversarial", "phenomena": ["paraphrase"]}
    tossups.write_text(json.dumps({"questions": [question("1"), written, question("moved", original="1")]}))
    stumper(*BUZZ, "--out", "b.jsonl", "--against", "ir")
    said = {buzz.question_id: (buzz.set, buzz.against, buzz.original) for buzz in read_buzzes(Path("b.jsonl"))}
    assert said == {
        "1": ("regular", "", ""), "3": ("adversarial", "ir", ""), "moved": ("adversarial", "ir", "1"),
    }  # fmt: skip
    found = json.loads(stumper("report", "--tossups", "tossups.json", "--json").out)["quizbowl"]["play"]["phenomena"]
    assert [(row["name"], row["set"], row["questions"]) for row in found] == [("paraphrase", "adversarial", 1)]


def test_phenomena_are_texts(stumper, tossups):
    tossups.write_text(json.dumps({"questions": [question("1") | {"phenomena": [1]}]}))
    said = stumper("report", "--tossups", "tossups.json").said
    assert "question '1' (questions[0]): 'phenomena' is not a list of texts" in said


def test_the_same_command_again_asks_for_a_few_answers_once_more_and_writes_the_same(stumper, tossups):
    stumper(*BUZZ, "--out", "one.jsonl")
    queries = cli_victims().guesser.queries
    stumper(*BUZZ, "--out", "two.jsonl")
    assert Path("one.jsonl").read_bytes() == Path("two.jsonl").read_bytes()
    assert queries > 5
    assert cli_victims().guesser.queries == queries + 5


def cli_victims() -> ModuleType:
    return import_module("cli_victims")


def test_a_machine_that_never_buzzes_answers_at_the_end(stumper, tossups):
    stumper(*BUZZ[:-1], "1", "--out", "b.jsonl", "--limit", "1")
    [buzz] = read_buzzes(Path("b.jsonl"))
    assert (buzz.words, buzz.correct) == (buzz.of, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("buzz", "lamps.json", "-v", "python:cli_victims:right", "--out", "b.jsonl"), "'lamps.json' holds no tossups"),
        ((*BUZZ[:-1], "often", "--out", "b.jsonl"), "--buzzer takes a number from 0 to 1"),
        ((*BUZZ, "--out", "."), "is a folder"),
        (("report", "--buzzes", "none.jsonl"), "none.jsonl"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(stumper, tossups, arguments, said):
    ended = stumper(*arguments)
    assert ended.code == 2
    assert said in ended.said


def test_a_guesser_that_fails_ends_it(stumper, tossups):
    ended = stumper("buzz", "tossups.json", "-v", "python:cli_victims:fails", "--buzzer", "0.5", "--out", "b.jsonl")
    assert ended.code == 3
    assert "failed on 3 of 3 questions, more than 10% (--max-errors); the first: '1': RuntimeError" in ended.said
    assert not Path("b.jsonl").exists()


@pytest.fixture
def eleven(tossups: Path) -> Path:
    """Ten questions that differ, and a variant of the fourth."""
    every = [question(f"q{at}") | {"text": f"Lamp {at}{at} . {question('')['text']}"} for at in range(10)]
    every.append(question("v3", original="q3") | {"text": f"Lamp 1000 . {question('')['text']}"})
    tossups.write_text(json.dumps({"questions": every}))
    return tossups


BOTH = ("-v", "python:cli_victims:guesser", "-v", "python:cli_victims:unvouched", "--buzzer", "0.5", "--positions", "5")


def test_a_question_that_a_guesser_fails_on_is_left_out_of_its_rows_and_told(stumper, eleven, monkeypatch):
    """Seen: one view of one question failed, and the buzzes of all guessers were lost."""
    monkeypatch.setenv("FAILS", "Lamp 33")
    ended = stumper("buzz", "tossups.json", *BOTH, "--out", "b.jsonl")
    assert ended.code == 0
    assert (
        "python:cli_victims:unvouched failed on 1 of 11 questions, which are left out of its rows ('q3'; Runtime"
        in (ended.said)
    )
    assert "wrote 21 buzzes to b.jsonl" in ended.said
    [unheard] = read_unheard(Path("b.jsonl"))
    assert (unheard.question_id, unheard.set, unheard.player) == ("q3", "regular", "python:cli_victims:unvouched")
    made = play_of(gather([Path("b.jsonl")]))
    assert [(row.player, row.label, row.questions) for row in made.played] == [
        ("python:cli_victims:guesser", "regular", 10),
        ("python:cli_victims:unvouched", "regular", 9),
        ("python:cli_victims:guesser", "adversarial", 1),
    ], "of the variant of what it was not heard on nothing counts"
    assert [(row.questions, row.of, row.without) for row in made.unheard] == [(("q3",), 11, 1)]
    said = stumper("report", "--buzzes", "b.jsonl").out
    assert (
        "python:cli_victims:unvouched was not heard on 1 of its 11 questions, as it failed there ('q3'; Runtime" in said
    )


def test_what_is_heard_in_another_log_is_no_longer_unheard(stumper, eleven, monkeypatch):
    monkeypatch.setenv("FAILS", "Lamp 33")
    stumper("buzz", "tossups.json", *BOTH, "--out", "b.jsonl")
    monkeypatch.setenv("FAILS", "")
    stumper("buzz", "tossups.json", *BOTH, "--out", "c.jsonl", "--retry-errors")
    assert play_of(gather([Path("b.jsonl"), Path("c.jsonl")])).unheard == ()


def test_errors_are_retried_alone_and_what_was_written_of_a_system_that_nothing_vouches_for_begins_anew(
    stumper, eleven, monkeypatch
):
    asked = cli_victims().unvouched
    monkeypatch.setenv("FAILS", "Lamp 33")
    stumper("buzz", "tossups.json", *BOTH, "--out", "b.jsonl")
    monkeypatch.setenv("FAILS", "")
    before = asked.queries
    assert "wrote 22 buzzes" in stumper("buzz", "tossups.json", *BOTH, "--out", "b.jsonl", "--retry-errors").said
    retried, before = asked.queries - before, asked.queries
    assert retried == 5 + 5, "the views of one question, and what is asked again of what was kept"
    stumper("buzz", "tossups.json", *BOTH, "--out", "b.jsonl")
    assert asked.queries - before == 11 * 5


def test_a_guesser_that_fails_too_often_keeps_no_other_back_and_goes_on_where_it_was(stumper, eleven, monkeypatch):
    asked = cli_victims().unvouched
    monkeypatch.setenv("FAILS", "Lamp 33")
    before = asked.queries
    ended = stumper("buzz", "tossups.json", *BOTH[2:4], *BOTH, "--out", "b.jsonl", "--max-errors", "0")
    assert ended.code == 3
    assert "2 of 3 guessers did not come to their end; of the others it wrote 11 buzzes to b.jsonl. The first, " in (
        ended.said
    )
    assert {buzz.player for buzz in read_buzzes(Path("b.jsonl"))} == {"python:cli_victims:guesser"}
    monkeypatch.setenv("FAILS", "")
    before = asked.queries
    assert stumper("buzz", "tossups.json", *BOTH, "--out", "b.jsonl", "--max-errors", "0").code == 0
    assert asked.queries - before == 5 + 5
    assert len(read_buzzes(Path("b.jsonl"))) == 22


def test_a_guesser_to_be_mended_decides_how_a_command_ends_wherever_it_stands(stumper, eleven, monkeypatch):
    """Seen: 3 where the other guesser had failed first, 2 where it came second."""
    monkeypatch.setenv("FAILS", "Lamp 33")
    fails, unknown = ("-v", "python:cli_victims:unvouched"), ("-v", "python:cli_victims:none")
    for both in ((*fails, *unknown), (*unknown, *fails)):
        ended = stumper("buzz", "tossups.json", *both, *BOTH[4:], "--out", "b.jsonl", "--max-errors", "0")
        assert ended.code == 2
        assert "2 of 2 guessers did not come to their end. The first, python:cli_victims:none: " in ended.said


def test_a_log_of_all_guessers_is_not_written_over_by_one_of_some(stumper, eleven, monkeypatch):
    """Seen: a service was down in a second run, and its buzzes of the first, which had been paid for, were gone."""
    monkeypatch.setenv("FAILS", "")
    assert stumper("buzz", "tossups.json", *BOTH, "--out", "b.jsonl").code == 0
    whole = Path("b.jsonl").read_bytes()
    monkeypatch.setenv("FAILS", "Lamp")
    ended = stumper("buzz", "tossups.json", *BOTH, "--out", "b.jsonl")
    assert (ended.code, Path("b.jsonl").read_bytes() == whole) == (3, True)
    assert "b.jsonl is as it was, as it has buzzes of theirs" in ended.said
    monkeypatch.setenv("FAILS", "")
    assert stumper("buzz", "tossups.json", *BOTH[:2], *BOTH[4:], "--out", "b.jsonl").code == 0
    assert {buzz.player for buzz in read_buzzes(Path("b.jsonl"))} == {"python:cli_victims:guesser"}, "all that is asked"


def test_a_guesser_that_is_known_by_its_fingerprint_is_asked_for_no_more_than_it_failed_on(
    stumper, eleven, monkeypatch
):
    asked, call = cli_victims().vouched, ("buzz", "tossups.json", "-v", "python:cli_victims:vouched", *BOTH[4:])
    monkeypatch.setenv("FAILS", "Lamp 33")
    stumper(*call, "--out", "b.jsonl")
    monkeypatch.setenv("FAILS", "")
    before = asked.queries
    assert "wrote 11 buzzes" in stumper(*call, "--out", "b.jsonl").said
    assert asked.queries - before == 5 + 5


def test_a_report_is_made_of_files_alone(stumper, tossups):
    stumper(*BUZZ, "--out", "b.jsonl")
    Path("stumper.db").unlink()
    ended = stumper("report", "--buzzes", "b.jsonl", "--tossups", "tossups.json", "--training", "tossups.json")
    assert ended.code == 0
    assert "python:cli_victims:guesser answers 0.0%" in ended.out
    assert not Path("stumper.db").exists()
    report = json.loads(Path("out/report.json").read_text())["quizbowl"]["play"]
    assert [(row["set"], row["questions"]) for row in report["makeups"]] == [("regular", 2), ("adversarial", 1)]
    assert report["makeups"][1]["examples"]["value"] == 2
    assert "How people and machines play" in Path("out/report.html").read_text()


def test_a_store_that_is_not_there_yet_keeps_no_report_of_files_back(stumper, tossups):
    stumper(*BUZZ, "--out", "b.jsonl")
    ended = stumper("report", "--buzzes", "b.jsonl", "--store", "new.db")
    assert ended.code == 0
    assert "There is no store new.db yet: the report is of the named files alone." in ended.said
    assert not Path("new.db").exists()


def test_training_questions_count_under_whatever_name_their_line_has_for_the_answer(stumper, tossups):
    known = {"question": "He led Troy. For 10 points, name him.", "answer": "Hektor of Troy [or Hector]"}
    unknown = {"question": "He took Troy. For 10 points, name him.", "answer": "Ajax"}
    Path("packet.jsonl").write_text(
        "".join(json.dumps(one) + "\n" for one in (known, known | {"question": "He fell."}, unknown))
    )
    stumper(*BUZZ, "--out", "b.jsonl")
    stumper("report", "--buzzes", "b.jsonl", "--tossups", "tossups.json", "--training", "packet.jsonl")
    report = json.loads(Path("out/report.json").read_text())["quizbowl"]["play"]
    assert [row["examples"]["value"] for row in report["makeups"]] == [2, 2]


def test_a_log_that_is_named_twice_counts_once(stumper, tossups):
    stumper(*BUZZ, "--out", "b.jsonl")
    once = stumper("report", "--buzzes", "b.jsonl", "--json").out
    assert stumper("report", "--buzzes", "b.jsonl", "--buzzes", "b.jsonl", "--json").out == once
    stumper(*BUZZ, "-v", BUZZ[3], "--out", "c.jsonl")
    assert stumper("report", "--buzzes", "c.jsonl", "--json").out == once


def test_tossups_alone_are_told_of_too(stumper, tossups):
    ended = stumper("report", "--tossups", "mine=tossups.json")
    assert ended.code == 0
    assert "3 questions, and nobody has answered any of them yet." in ended.out


@pytest.mark.parametrize("option", [("--inspect", "logs"), ("--people", "people.csv")])
def test_what_is_about_a_store_is_refused_of_files_alone_before_anything_is_written(stumper, tossups, option):
    Path("people.csv").write_text("example_id,answer\nq1,Hector\n")
    ended = stumper("report", "--tossups", "tossups.json", *option)
    assert ended.code == 2
    assert "name the store, too." in ended.said.replace("\n", " ")
    assert not Path("out").exists()
