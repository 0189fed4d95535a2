"""Choices, types of answers, and a whole guesser fitted to a few questions."""

import json
import sys
from dataclasses import replace
from importlib import resources
from pathlib import Path
from random import Random

import numpy as np
import pytest

from stumper.errors import BadData
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Guess, Prediction
from stumper.victims.guessing.answer_types import learned_types, read_types, types_of_answers, write_types
from stumper.victims.guessing.buzzer import Buzzer
from stumper.victims.guessing.choosing import Case, fitted, shares
from stumper.victims.guessing.fitting import fit, worth
from stumper.victims.guessing.guesser import USED
from stumper.victims.guessing.making import FOLDS, folds, held_out, kin_of, make_guesser
from stumper.victims.guessing.opening import guesser, past_questions

sys.path.insert(0, str(Path(__file__).parents[3] / "training"))

QUESTIONS = [
    ("This novelist wrote of a glazier. Name this German novelist.", "Otto Velm"),
    ("This author of The Slate Barge also wrote plays.", "Otto Velm"),
    ("This river carries slate.", "Velm"),
    ("Reeds grow where this river ends.", "Velm"),
]


def test_shares_sum_to_one_and_follow_the_worth() -> None:
    found = shares(np.array([1.0]), np.array([[0.0], [1.0], [700.0]]))
    assert found.sum() == pytest.approx(1)
    assert found[2] == pytest.approx(1)


def test_fitted_shares_are_as_often_right_as_they_say() -> None:
    rng = Random(1)
    true, cases = np.array([1.5, -0.5]), []
    for _ in range(2000):
        rows = np.array([[rng.random() * 3, rng.random() * 3] for _ in range(3)])
        cases.append(Case(rows, rng.choices(range(3), shares(true, rows).tolist())[0]))
    assert fitted(cases, np.zeros(2)) == pytest.approx(true, abs=0.2)


def test_type_is_as_what_questions_ask_for_the_answer() -> None:
    assert types_of_answers([*QUESTIONS, ("It is asked for in no word.", "x")]) == {
        "Otto Velm": "writer", "Velm": "water", "x": ""}  # fmt: skip


def test_types_are_predicted_from_the_words_read() -> None:
    types = learned_types(QUESTIONS * 10, Random(1))
    assert types.names[int(types.likely("This author").argmax())] == "writer"
    assert types.names[int(types.likely("Slate on this").argmax())] == "water"
    assert np.exp(types.likely("")).sum() == pytest.approx(1)
    assert types.names[types.of("never heard of")] == ""


def test_types_of_a_file_are_those_written(tmp_path: Path) -> None:
    types = learned_types(QUESTIONS * 10, Random(1))
    write_types(tmp_path / "types.npz", types)
    opened = read_types(tmp_path / "types.npz")
    assert (opened.names, opened.of_answer, opened.words) == (types.names, types.of_answer, types.words)
    assert opened.likely("This author") == pytest.approx(types.likely("This author"), abs=1e-2)


@pytest.mark.parametrize(
    ("buzzer", "least", "most"),
    [(Buzzer(0.5), 0.8, 1), (Buzzer(0.1), -0.5, -0.5), (Buzzer(1.1), 0, 0)],
)
def test_wrong_buzz_costs_and_silence_does_not(buzzer: Buzzer, least: float, most: float) -> None:
    predictions = [Prediction((Guess("Velm", chance),), 1.0) for chance in (0.2, 0.6, 0.9, 0.9, 0.9)]
    assert least <= worth(buzzer, [(predictions, [False, True, True, True, True])]) <= most


def test_folder_that_was_fitted_is_opened_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import guessing

    file, folder = tmp_path / "tossups.json", tmp_path / "guesser"
    every = quizbowl.bundled("guesstrain")
    quizbowl.write(file, replace(every, examples=every.examples[:80]))
    monkeypatch.setattr(sys, "argv", ["guessing.py", "--data", str(file), "--out", str(folder)])
    guessing.main()
    query = quizbowl.bundled().examples[0].query
    assert isinstance(query, Tossup)
    for kind in ("ir", "ensemble"):
        fitted_to = guesser(kind, str(folder))
        assert len(fitted_to.parts.weights) == USED[kind]
        assert not fitted_to.parts.weights[5:8].any()  # so few questions do without what needs many
        assert (
            fitted_to.predict([query])[0].guesses[0].answer == guesser(kind, "").predict([query])[0].guesses[0].answer
        )


def test_nothing_that_is_held_out_is_learned_from() -> None:
    dataset = quizbowl.bundled("guesstrain")
    made = folds([dataset], past_questions([dataset]))
    assert len(made) == FOLDS
    for fold in made:
        assert not {about.id for about in fold.texts} & {example.id for example in fold.held_out}
        assert len(fold.texts) + len(fold.held_out) == len(dataset)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six answers with four tossups each, as a file."""
    whole = json.loads((resources.files("stumper.datasets") / "bundled" / "quizbowl.json").read_text(encoding="utf-8"))
    answers = dict.fromkeys(one["page"] for one in whole["questions"])
    chosen = [one for one in whole["questions"] if one["page"] in list(answers)[:6]]
    path = tmp_path_factory.mktemp("few") / "few.json"
    path.write_text(json.dumps({"questions": chosen}), encoding="utf-8")
    return path


def test_guesser_is_made_of_a_file_and_says_how_good_it_is(few: Path, tmp_path: Path) -> None:
    told: list[float] = []
    standing = make_guesser(few, "few.json", tmp_path / "made", told.append)
    assert (standing.questions, standing.answers) == (24, 6)
    assert standing.tried == standing.known > 0
    assert 0 <= standing.at_half <= standing.tried
    assert standing.at_end <= standing.tried
    assert told == sorted(told)
    assert told[-1] == 1.0
    made = guesser("ir", str(tmp_path / "made"))
    assert len(made.answers) == 6
    asked = quizbowl.read(few).examples[0]
    assert made.has_seen(asked)
    assert made.named == f"ir:{tmp_path / 'made'}"


def test_each_question_that_was_held_out_is_tried_once_by_what_had_not_seen_it(few: Path) -> None:
    dataset = quizbowl.read(few)
    made = folds([dataset], past_questions([dataset]))
    tried = fit(made, Random(1)).tried
    assert len({one.id for one in tried}) == len(tried)
    assert {one.id for one in tried} == {example.id for fold in made for example in fold.held_out}
    for one in tried:
        assert one.id not in {about.id for about in made[one.fold].texts}


@pytest.mark.parametrize(
    ("tossups", "said"),
    [
        ([("Name this.", "Otto Velm")] * 3, "A guesser is fitted on 20 or more"),
        ([(f"Name number {n}.", f"Answer {chr(97 + n) * 5}") for n in range(25)], "ask for the same answer"),
    ],
)
def test_what_teaches_nothing_is_refused(tmp_path: Path, tossups: list[tuple[str, str]], said: str) -> None:
    file = tmp_path / "tossups.jsonl"
    file.write_text("\n".join(json.dumps({"question": text, "answer": answer}) for text, answer in tossups))
    with pytest.raises(BadData, match=said):
        make_guesser(file, "tossups.jsonl", tmp_path / "made")


def in_packets(path: Path, packets: int) -> Path:
    """Ten answers with four tossups each, dealt to so many packets."""
    whole = json.loads((resources.files("stumper.datasets") / "bundled" / "quizbowl.json").read_text(encoding="utf-8"))
    answers = list(dict.fromkeys(one["page"] for one in whole["questions"]))[:10]
    chosen = [one for one in whole["questions"] if one["page"] in answers]
    dealt = [one | {"tournament": "Open", "packet": f"{n % packets}"} for n, one in enumerate(chosen)]
    path.write_text(json.dumps({"questions": dealt}), encoding="utf-8")
    return path


@pytest.mark.parametrize("packets", [1, 2, 5])
def test_file_of_few_packets_is_fitted_by_single_questions(tmp_path: Path, packets: int) -> None:
    file = in_packets(tmp_path / "packets.json", packets)
    assert len({details.packet for details in quizbowl.read(file).details.values()}) == packets
    standing = make_guesser(file, "packets.json", tmp_path / "made")
    assert 0 < standing.tried <= standing.questions
    assert (standing.grouped, standing.known) == (0, standing.tried)


def reworded(few: Path, path: Path, is_named: bool) -> Path:
    """The questions of the file, and each once more with another ending, as its variant or without a word of it."""
    questions = json.loads(few.read_text(encoding="utf-8"))["questions"]
    more = [
        {key: value for key, value in one.items() if key != "tokenizations"}
        | {"qanta_id": 90_000 + n, "text": one["text"] + " Answer now."}
        | ({"original_id": one["qanta_id"], "text": " ".join(f"word{n}x{m}" for m in range(6))} if is_named else {})
        for n, one in enumerate(questions)
    ]  # fmt: skip
    path.write_text(json.dumps({"questions": questions + more}), encoding="utf-8")
    return path


@pytest.mark.parametrize("is_named", [True, False])
def test_variants_and_near_duplicates_are_held_out_with_each_other(few: Path, tmp_path: Path, is_named: bool) -> None:
    file = reworded(few, tmp_path / "twice.json", is_named)
    dataset = quizbowl.read(file)
    kin = kin_of([dataset])
    assert len(dataset) == 48
    assert len(set(kin.values())) == 24
    for fold in folds([dataset], past_questions([dataset])):
        assert fold.held_out
        assert not {kin[about.id] for about in fold.texts} & {kin[example.id] for example in fold.held_out}
    assert make_guesser(file, "twice.json", tmp_path / "made").grouped == 48


def test_variants_of_few_questions_teach_too_little(few: Path, tmp_path: Path) -> None:
    questions = json.loads(few.read_text(encoding="utf-8"))["questions"][:4]
    variants = [one | {"qanta_id": 90_000 + 10 * n + again} for n, one in enumerate(questions) for again in range(6)]
    file = tmp_path / "variants.json"
    file.write_text(json.dumps({"questions": variants}), encoding="utf-8")
    with pytest.raises(BadData, match=r"Of the 24 tossups of .* 4 are no variant or near-duplicate"):
        make_guesser(file, "variants.json", tmp_path / "made")


def test_packets_that_repeat_each_others_questions_hold_out_single_ones(few: Path, tmp_path: Path) -> None:
    questions = json.loads(few.read_text(encoding="utf-8"))["questions"]
    dealt = [
        one | {"qanta_id": 90_000 + 100 * packet + n, "tournament": "Open", "packet": str(packet)}
        for packet in range(20)
        for n, one in enumerate(questions)
    ]
    file = tmp_path / "repeated.json"
    file.write_text(json.dumps({"questions": dealt}), encoding="utf-8")
    dataset = quizbowl.read(file)
    assert len(held_out([dataset], 0.1, 1)) == 40  # two of 24 questions, each 20 times


def test_a_share_of_nothing_holds_nothing_out(few: Path) -> None:
    assert held_out([quizbowl.read(few)], 0.0, 1) == set()
