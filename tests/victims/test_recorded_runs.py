"""Recorded runs of systems as guessers: which system is meant, what it guessed by when, and its own buzzes."""

import json
from pathlib import Path

import pytest

from made_packets import tossup, written
from stumper.errors import BadData, BadOption
from stumper.playing import listen
from stumper.runs import Memory
from stumper.table.naming import short_victim
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.tossup_score import tossup_score
from stumper.types import Answer, Example, Gold
from stumper.victims.predictions_file import PredictionsFile, load, whole_answers

WORDS = "One two three. Four five six."
EXAMPLE = Example("ev-t-x1", Tossup(WORDS), Gold((Answer("Paris"),)))


def output(guess: str, position: int, confidence: float | None = 0.5, buzz: bool = False) -> dict[str, object]:
    return {"guess": guess, "confidence": confidence, "buzz": buzz, "token_position": position, "correct": 0}


def run(system: str = "a__first", qid: str = "ev-packet1-t-x1", *outputs: dict[str, object]) -> dict[str, object]:
    made = outputs or (output("Rome", 2), output("Paris", 5, 0.75, buzz=True))
    return {"system": system, "packet": "1", "qid": qid, "run_outputs": list(made)}


def runs(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def asked(victim: PredictionsFile, text: str) -> tuple[str, float | None] | None:
    [prediction] = victim.predict([Tossup(text)])
    return (prediction.guesses[0].answer, prediction.guesses[0].probability) if prediction.guesses else None


def test_a_guess_stands_until_the_next(tmp_path: Path) -> None:
    victim = load(str(runs(tmp_path / "r.jsonl", run())), [EXAMPLE])
    assert asked(victim, "One") is None
    assert [asked(victim, text) for text in ("One two", "One two three.", "One two three. Four")] == [("Rome", 0.5)] * 3
    assert asked(victim, "One two three. Four five") == asked(victim, WORDS) == ("Paris", 0.75)


def test_one_of_several_systems_is_named_whole_or_by_its_end(tmp_path: Path) -> None:
    second = run("b__second", "ev-packet1-t-x1", output("Oslo", 1))
    path = runs(tmp_path / "r.jsonl", run(), second)
    for name in ("b__second", "second"):
        assert asked(load(f"{path}#system={name}", [EXAMPLE]), WORDS) == ("Oslo", 0.5)
    names = load(f"{path}#system=second", [EXAMPLE]), load(f"{path}#system=first", [EXAMPLE])
    assert names[0].system_fingerprint != names[1].system_fingerprint
    assert short_victim(f"file:{path}#system=second") == "second"


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ("", r"holds the runs of 2 systems. Say which: .*#system=NAME, of a__first, b__first"),
        ("#system=third", "holds no system called 'third'. There are: a__first, b__first"),
        ("#system=first", "holds 2 systems called 'first'"),
        ("#packet=1", "a system can be chosen, and no 'packet'"),
    ],
)
def test_a_system_that_is_not_told_is_refused(tmp_path: Path, chosen: str, said: str) -> None:
    path = runs(tmp_path / "r.jsonl", run(), run("b__first"))
    with pytest.raises(BadOption, match=said):
        load(f"{path}{chosen}", [EXAMPLE])


def test_a_system_is_not_chosen_of_other_guesses(tmp_path: Path) -> None:
    path = runs(tmp_path / "g.jsonl", {"id": "ev-t-x1", "guesses": [{"answer": "Paris"}]})
    with pytest.raises(BadOption, match="holds no runs of several systems, so that none could be chosen by system=a"):
        load(f"{path}#system=a", [EXAMPLE])


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (run("s", "ev-t-x1", output("Rome", 9)), "line 1 has a guess after 9 tokens of 'ev-t-x1', which has 6 words"),
        (run("s", "ev-t-x1", output("Rome", 2), output("Oslo", 2)), "'token_position' is 2 behind 2"),
        (run("s", "ev-t-x1", output("Rome", 0)), "it counts the tokens that were read, from 1, and rises"),
        (run("s", "ev-t-x1", output("Rome", 2, 1.5)), "'confidence' is 1.5, not a number from 0 to 1"),
        (run("s", "ev-t-x1", {"guess": "Rome"}), "line 1 has no 'token_position'"),
        (run("s", "ev-t-x1", "Rome"), "'run_outputs' holds a text, not an object"),
        (run("s", "ev-t-x1", {**output("Rome", 2), "buzz": "yes"}), "'buzz' is 'yes', not true or false"),
    ],
)
def test_a_broken_run_is_said(tmp_path: Path, row: dict[str, object], said: str) -> None:
    with pytest.raises(BadData, match=said):
        load(str(runs(tmp_path / "r.jsonl", row)), [EXAMPLE])


def test_a_system_has_one_run_a_tossup(tmp_path: Path) -> None:
    path = runs(tmp_path / "r.jsonl", run(), run(qid="ev-t-x1"))
    with pytest.raises(BadData, match="the runs of one system on 'ev-t-x1' stand on lines 1 and 2"):
        load(str(path), [EXAMPLE])


def test_a_run_without_confidence_has_no_probability(tmp_path: Path) -> None:
    path = runs(tmp_path / "r.jsonl", run("s", "ev-t-x1", output("Rome", 2, None)))
    assert asked(load(str(path), [EXAMPLE]), WORDS) == ("Rome", None)


def test_it_buzzes_where_the_run_did_and_is_heard_where_it_guessed(tmp_path: Path) -> None:
    packet = written(tmp_path / "p.json", [tossup()])
    made = (output("Thames", 4), output("Seine", 7, 0.6, buzz=True), output("Rhine", 15, 0.9, buzz=True))
    path = runs(tmp_path / "r.jsonl", run("s", "ev-packet9-t-1", *made))
    *_, last = listen(str(packet), f"file:{path}", 20, Memory())
    [buzz] = last.buzzes
    assert (buzz.words, buzz.of, buzz.correct) == (7, 16, True)
    assert [(one.words, one.answer) for one in buzz.readings] == [(4, "Thames"), (7, "Seine"), (15, "Rhine")]


def test_the_systems_of_the_event_are_scored_as_their_files_say(shared: Path) -> None:
    """Of every system the last guess on every tossup: what the source's strict check accepts, a moderator does too."""
    from stumper.datasets.files import open_dataset
    from stumper.datasets.json_lines import read_lines

    folder = shared / "quizbowl/qanta2025"
    path = folder / "submitted-tossup-runs.jsonl.gz"
    examples = [one for n in range(1, 6) for one in open_dataset(folder / f"packet{n}-tossup.json.gz")]
    lines = read_lines(path)
    systems = list(dict.fromkeys(str(line.values["system"]) for line in lines))
    assert len(systems) == 16
    right = {}
    for system in systems[:3]:
        found, further = whole_answers(Path(f"{path}#system={system}"), examples, examples)
        heard = {id: prediction.guesses[0].answer for id, prediction in found.items()}
        right[system] = sum(tossup_score(one.gold, one.query.text, [heard[one.id]]).accuracy for one in examples)
        strict = sum(line.values["run_outputs"][-1]["correct"] for line in lines  # type: ignore[index]
                     if line.values["system"] == system and "packet6" not in str(line.values["qid"]))  # fmt: skip
        assert (len(found), further is not None) == (100, True)
        assert right[system] >= strict
