"""Bonuses: asked part by part, scored by part and by bonus, and what cannot be done to them refused."""

import json
from dataclasses import replace
from math import nan
from pathlib import Path

import pytest

import stumper
from made_packets import written
from stumper import api, playing
from stumper.errors import BadData, BadOption
from stumper.identity import query_id
from stumper.loading import check_suits, load_adversary, load_dataset, load_victim
from stumper.registry import task_named, task_of
from stumper.reports import build_report
from stumper.runs import Memory
from stumper.scoring import Answering
from stumper.sections.score_notes import little_known
from stumper.store.documents import example_document, example_of
from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.tasks.quizbowl.heard import heard
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Answer, Example, Gold, Guess, Prediction
from stumper.victims.calling import calling
from stumper.victims.exchange import read_queries, to_json
from stumper.victims.prompts import Prompts

PART = BonusPart("Name its lake. [image]", "Name canals:", ("Name this one. ANSWER: Panama Canal",))
ANSWERS = ("Suez", "Panama", "Kiel", "Corinth", "Erie", "Göta")
BONUSES = [
    {"leadin": "Name canals:", "parts": ["Of Egypt?", "Of Panama?", "Of Germany?"], "answers": ANSWERS[:3]},
    {"leadin": "Name more:", "parts": ["Of Greece?", "Of New York?", "Of Sweden?"], "answers": ANSWERS[3:]},
]


def packet(folder: Path, bonuses: object = BONUSES) -> Path:
    return written(folder / "canals.json", {"tossups": [], "bonuses": bonuses})


def guessed(path: Path, folder: Path, answers: tuple[str, ...], sure: float | None = None) -> Path:
    rows = [
        {"id": example.id, "guesses": [{"answer": answer} if sure is None else {"answer": answer, "score": sure}]}
        for example, answer in zip(load_dataset(str(path)), answers, strict=True)
    ]
    said = folder / "said.jsonl"
    said.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return said


def scores(path: Path, said: Path) -> dict[str, tuple[float, int]]:
    return {one.name: (one.value, one.n) for one in api.score(str(path), said)}


def test_points_are_of_bonuses_and_accuracy_of_parts(tmp_path: Path) -> None:
    """All three parts of the first bonus are right, one of the second: 30 and 10 points of 30."""
    path = packet(tmp_path)
    said = guessed(path, tmp_path, ("Suez", "Panama", "Kiel", "Corinth", "x", "y"))
    assert scores(path, said) == {
        "part_accuracy": (pytest.approx(4 / 6), 6),
        "bonus_points": (pytest.approx((30 + 10) / 60), 2),
        "whole_bonus": (0.5, 2),
    }


def test_few_bonuses_are_not_called_parts(tmp_path: Path) -> None:
    """Seen: "bonus_points, whole_bonus and brier are over 2 bonus parts", of which the first two are over 2 bonuses."""
    path = packet(tmp_path, BONUSES[:1])
    rows = api.score(str(path), guessed(path, tmp_path, ANSWERS[:3], 0.8))
    [said] = little_known([replace(one, low=nan) for one in rows], "bonus part")
    assert said.startswith(
        "part_accuracy and brier are over 3 bonus parts; bonus_points and whole_bonus are over 1 bonus:"
    )


def test_confidence_is_scored_by_brier(tmp_path: Path) -> None:
    """Four parts right and two wrong, each with 0.8: (4 x 0.04 + 2 x 0.64) / 6."""
    path = packet(tmp_path)
    said = guessed(path, tmp_path, ("Suez", "Panama", "Kiel", "Corinth", "x", "y"), 0.8)
    assert scores(path, said)["brier"] == (pytest.approx(1.44 / 6), 6)


def test_points_are_of_bonuses_all_of_whose_parts_are_asked(tmp_path: Path) -> None:
    short = [BONUSES[0], {**BONUSES[1], "answers": ["Corinth", "", "Göta"]}]
    path = packet(tmp_path, short)
    said = guessed(path, tmp_path, ("Suez", "x", "Kiel", "Corinth", "y"))
    found = scores(path, said)
    assert (found["part_accuracy"], found["bonus_points"]) == ((pytest.approx(0.6), 5), (pytest.approx(2 / 3), 1))


def test_a_guess_before_the_end_of_a_part_is_refused(tmp_path: Path) -> None:
    path = packet(tmp_path)
    [first, *_] = load_dataset(str(path))
    said = tmp_path / "said.jsonl"
    said.write_text(json.dumps({"id": first.id, "position": 0.5, "guesses": ["Suez"]}))
    with pytest.raises(BadData, match="a part of a bonus is read whole before it is answered"):
        api.score(str(path), said)


def test_a_part_comes_back_from_stores_and_requests() -> None:
    gold = Gold((Answer("Gatun Lake"), Answer("Gatun")), prompts=("lake",))
    example = Example("b1-2", PART, gold, (("bonus", "b1"),))
    assert example_of("b1-2", example_document(example)) == example
    assert [query_id(query) for query in read_queries(to_json([PART]))] == [query_id(PART)]
    assert to_json([PART])["queries"] == [{"task": "bonus", "text": PART.text, "leadin": PART.leadin,
                                           "earlier": list(PART.earlier)}]  # fmt: skip
    assert query_id(PART) != query_id(BonusPart(PART.text, PART.leadin))


def test_a_prompt_holds_all_that_was_read() -> None:
    [message] = Prompts().messages(PART)
    for said in (PART.text, PART.leadin, PART.earlier[0]):
        assert said in message["content"]


def test_a_function_is_asked_by_the_names_of_its_parameters() -> None:
    def answer(part: str, earlier: str) -> str:
        return part + earlier

    how = calling(answer, "answer")
    assert how is not None
    assert (how.tasks, how.is_guessed) == (("bonus",), False)
    assert how.arguments([PART])[1] == {"part": "Name canals: Name its lake. [image]", "earlier": PART.earlier[0]}


def test_guessers_of_the_package_answer_parts_with_confidence(tmp_path: Path) -> None:
    examples = tuple(load_dataset(str(packet(tmp_path))))
    for name in ("ir", "ensemble"):
        predictions = load_victim(name, examples).predict([example.query for example in examples])
        assert all(one.guesses and one.guesses[0].probability is not None for one in predictions)


def test_a_guesser_hears_no_marks_and_every_word_stays_where_it_was() -> None:
    assert heard(PART) == "Name canals: Name its lake.        "
    assert heard(Tossup("A [pause] b [sound].")) == "A         b        ."


def test_buzzes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="holds no tossups, so that there is nothing to buzz on"):
        list(playing.listen(str(packet(tmp_path)), "ir", 5, Memory()))


def test_attacks_by_positions_are_refused() -> None:
    with pytest.raises(BadOption, match=r"'tossup-reorder' attacks tossups, but canals\.json holds bonus parts"):
        check_suits(load_adversary("tossup-reorder", {}), "tossup-reorder", "canals.json", task_named("bonus"))


def test_nobody_is_confused_about_whose_part_it_is(tmp_path: Path) -> None:
    """Parts without a bonus that is named stand each alone."""
    examples = [Example(id, BonusPart(id), Gold((Answer("a"),))) for id in "xyz"]
    said = {id: (Prediction((Guess("a", None),), None),) for id in "xyz"}
    found = task_of(examples[0].query).scoring.examples(said, examples, Answering("v", "d"))
    assert [one.name for one in found] == ["part_accuracy"]


def test_variants_without_their_originals_stand_alone(tmp_path: Path) -> None:
    """Nobody was asked for the originals, so nothing is said of them."""
    path = tmp_path / "variants.jsonl"
    path.write_text('{"id": "v", "text": "Of Greece?", "leadin": "Name:", "answer": "Corinth", "original_id": "b-1"}\n')
    said = guessed(path, tmp_path, ("Corinth",))
    [score] = api.score(str(path), said)
    assert (score.name, score.on, score.value) == ("part_accuracy", "adversarial", 1.0)


def test_a_report_has_the_points_of_each_system(tmp_path: Path) -> None:
    path = packet(tmp_path)
    said = guessed(path, tmp_path, ("Suez", "Panama", "Kiel", "Corinth", "x", "y"), 0.8)
    found = stumper.evaluate(str(path), victim=f"file:{said}", store=tmp_path / "s.db")
    report = build_report(found.store, found.run_ids)
    [told] = report.section("bonus").figures["bonus"]
    assert (told["points"]["value"], told["points"]["n"], told["right"]["n"]) == (pytest.approx(20), 2, 6)
    assert told["with_points"] == {"30": 1, "20": 0, "10": 1, "0": 0}
    assert {number: one["value"] for number, one in told["by_part"].items()} == {"1": 1.0, "2": 0.5, "3": 0.5}
    assert told["calibration"]["said"]["value"] == pytest.approx(0.8)
    assert told["calibration"]["brier"]["value"] == pytest.approx(0.24)
    assert any("has 20.0 of 30 points a bonus on 2 bonuses" in one for one in report.sentences)


def test_a_report_counts_the_answer_to_a_part_one_of_whose_variants_was_lost(tmp_path: Path) -> None:
    """Seen: the part was missing from the points and the accuracy, though the system had answered it."""
    parts = [
        {"id": "b-1", "text": "Of Egypt?", "leadin": "Name:", "answer": "Suez"},
        {"id": "b-2", "text": "Of Greece?", "leadin": "Name:", "answer": "Corinth"},
        {"id": "v-1", "text": "Of the Egypt?", "leadin": "Name:", "answer": "Suez", "original_id": "b-1"},
        {"id": "v-2", "text": "Of Hellas?", "leadin": "Name:", "answer": "Corinth", "original_id": "b-2"},
    ]
    path = tmp_path / "variants.jsonl"
    path.write_text("".join(json.dumps(part) + "\n" for part in parts))

    def answer(part: str, earlier: str) -> str:
        if "Hellas" in part:
            raise TimeoutError("upstream")
        return "Suez" if "Egypt" in part else "Corinth"

    found = stumper.evaluate(str(path), victim=answer, store=tmp_path / "s.db", max_errors=1, ask_again=0)
    [told] = build_report(found.store, found.run_ids).section("bonus").figures["bonus"]
    assert (told["right"]["value"], told["right"]["n"]) == (1.0, 2)
