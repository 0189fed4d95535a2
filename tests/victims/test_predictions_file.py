"""Answers from a file, found by what is asked and not by ids."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from stumper.errors import BadData
from stumper.positions import shares
from stumper.tasks.quizbowl.guesses import (
    Guessed,
    read_guessed,
    read_up_to,
    write_guessed,
    write_guesses,
)
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import EXAMPLE, QUESTIONS, check_victim
from stumper.types import Answer, Example, Gold, Guess, Prediction
from stumper.victims.predictions_file import PredictionsFile, load, whole_answers

EXAMPLES = (EXAMPLE, Example("lighthouse-2", QUESTIONS[1], Gold(())))


def loaded(folder: Path, answers: dict[str, str], examples: tuple[Example, ...] = EXAMPLES) -> PredictionsFile:
    path = folder / "predictions.json"
    path.write_text(json.dumps(answers))
    return load(str(path), examples)


def test_answers_by_the_content_of_the_query_with_its_place(tmp_path: Path) -> None:
    victim = loaded(tmp_path, {"lighthouse-2": "forty years", "lighthouse-1": "Ada Thorn"})
    assert victim.predict([QUESTIONS[1], QUESTIONS[0]]) == [
        Prediction((Guess("forty years", None, 61),), None),
        Prediction((Guess("Ada Thorn", None, 34),), None),
    ]


def test_keeps_the_contract_of_victims(tmp_path: Path) -> None:
    check_victim(loaded(tmp_path, {"lighthouse-1": "Ada Thorn"}), QUESTIONS[:2])


def test_an_answer_from_elsewhere_has_no_place_and_an_empty_one_is_an_answer(tmp_path: Path) -> None:
    victim = loaded(tmp_path, {"lighthouse-1": "Josef Brandt", "lighthouse-2": ""})
    assert [p.guesses for p in victim.predict(QUESTIONS[:2])] == [(Guess("Josef Brandt", None),), (Guess("", None),)]


def test_an_example_that_the_file_leaves_out_is_left_unanswered(tmp_path: Path) -> None:
    assert loaded(tmp_path, {"lighthouse-1": "Ada"}).predict([QUESTIONS[1]]) == [Prediction((), None)]


def test_a_new_question_cannot_be_answered(tmp_path: Path) -> None:
    victim = loaded(tmp_path, {"lighthouse-1": "Ada Thorn"})
    with pytest.raises(BadData, match="answers only what it was made for"):
        victim.predict([replace(QUESTIONS[0], text="Who put it out?")])


@pytest.mark.parametrize("answered", ["lighthouse-1", "variant"])
def test_of_equal_queries_the_first_that_is_answered_speaks_for_both(tmp_path: Path, answered: str) -> None:
    variant = replace(EXAMPLE, id="variant")
    victim = loaded(tmp_path, {answered: "Ada Thorn"}, (EXAMPLE, variant))
    [prediction] = victim.predict([variant.query])
    assert [guess.answer for guess in prediction.guesses] == ["Ada Thorn"]
    first = loaded(tmp_path, {"lighthouse-1": "Ada", "variant": "Thorn"}, (EXAMPLE, variant))
    assert first.predict([variant.query])[0].guesses[0].answer == "Ada"


def test_the_fingerprint_changes_with_the_file(tmp_path: Path) -> None:
    one = loaded(tmp_path, {"lighthouse-1": "Ada"}).fingerprint
    assert one == loaded(tmp_path, {"lighthouse-1": "Ada"}).fingerprint
    assert one != loaded(tmp_path, {"lighthouse-1": "Thorn"}).fingerprint


def test_a_missing_file_and_an_unknown_id_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"There is no file .*nowhere\.json"):
        load(str(tmp_path / "nowhere.json"), EXAMPLES)
    with pytest.raises(BadData, match="'stranger'"):
        loaded(tmp_path, {"stranger": "Ada"})


def test_what_the_file_holds_beside_is_left_out_and_counted(tmp_path: Path) -> None:
    victim = loaded(tmp_path, {"stranger": "Ada", "lighthouse-1": "Ada Thorn", "another": ""})
    assert victim.predict([QUESTIONS[0]])[0].guesses[0].answer == "Ada Thorn"
    assert victim.fingerprint == loaded(tmp_path, {"lighthouse-1": "Ada Thorn"}).fingerprint
    assert victim.further is not None
    said = f"{victim.path}: 2 of its 3 ids are not in the data set"
    assert victim.further.note == f"{said} and are left out."
    assert victim.further.refusal == f"{said} ('stranger', 'another'). Do the predictions belong to another one?"
    assert loaded(tmp_path, {"lighthouse-1": "Ada Thorn"}).further is None


def test_titles_count_but_ids_of_passages_do_not(tmp_path: Path) -> None:
    victim = loaded(tmp_path, {"lighthouse-1": "Ada Thorn"})
    question = QUESTIONS[0]
    assert victim.predict([Question(question.text, replace(question.context, id="elsewhere"))])[0].guesses


def test_the_fingerprint_changes_where_an_id_is_another_query(tmp_path: Path) -> None:
    """Else the cache would give one data set's answers to another's questions."""
    swapped = (replace(EXAMPLES[0], id="lighthouse-2"), replace(EXAMPLES[1], id="lighthouse-1"))
    answers = {"lighthouse-1": "Ada Thorn"}
    assert loaded(tmp_path, answers).fingerprint != loaded(tmp_path, answers, swapped).fingerprint


CLAIMS = (
    Example("1", Claim("The pier is old."), Gold((Answer("SUPPORTS"),), evidence_sets=(frozenset({"Pier:0"}),))),
    Example("2", Claim("The pier is new."), Gold((Answer("REFUTES"),), evidence_sets=(frozenset({"Pier:0"}),))),
)


def claims_file(folder: Path, *labels: str, evidence: int = 0) -> str:
    path = folder / "predictions.jsonl"
    rows = [
        {"id": i, "predicted_label": label, "predicted_evidence": [["Pier", evidence], ["Sea", 7]]}
        for i, label in enumerate(labels, start=1)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_predictions_of_claims_are_read_with_their_evidence(tmp_path: Path) -> None:
    victim = load(claims_file(tmp_path, "SUPPORTS", "not enough info"), CLAIMS)
    assert victim.predict([CLAIMS[1].query, CLAIMS[0].query]) == [
        Prediction((Guess("NOT ENOUGH INFO", None),), None, ("Pier:0", "Sea:7")),
        Prediction((Guess("SUPPORTS", None),), None, ("Pier:0", "Sea:7")),
    ]
    with pytest.raises(BadData, match="answers only what it was made for"):
        victim.predict([Claim("The pier is very old.")])


def test_claims_and_tossups_that_are_not_asked_are_left_out_too(tmp_path: Path) -> None:
    claims = load(claims_file(tmp_path, "SUPPORTS", "REFUTES", "REFUTES"), CLAIMS)
    assert claims.further is not None
    assert claims.further.ids == ["3"]
    row = {"id": "7", "guesses": ["Joyce"]}
    tossups = guesser(tmp_path, row, row | {"id": "a"}, row | {"id": "a", "position": 0.5}, row | {"id": "b"})
    assert tossups.further is not None
    assert (tossups.further.ids, tossups.further.of) == (["a", "b"], 3)


def test_a_claim_that_the_file_leaves_out_is_left_unanswered(tmp_path: Path) -> None:
    victim = load(claims_file(tmp_path, "SUPPORTS"), CLAIMS)
    assert victim.predict([CLAIMS[1].query]) == [Prediction((), None)]


def test_the_fingerprint_of_predictions_changes_with_a_label_and_with_evidence(tmp_path: Path) -> None:
    first = load(claims_file(tmp_path, "SUPPORTS", "REFUTES"), CLAIMS).fingerprint
    assert load(claims_file(tmp_path, "SUPPORTS", "SUPPORTS"), CLAIMS).fingerprint != first
    assert load(claims_file(tmp_path, "SUPPORTS", "REFUTES", evidence=1), CLAIMS).fingerprint != first
    assert load(claims_file(tmp_path, "SUPPORTS", "REFUTES"), CLAIMS).fingerprint == first


def test_a_label_that_does_not_exist_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"line 2: there is no label 'MAYBE'"):
        load(claims_file(tmp_path, "SUPPORTS", "MAYBE"), CLAIMS)


TOSSUPS = (
    Example("7", Tossup("This author left Dublin. Name this author."), Gold((Answer("James Joyce"),))),
    Example("8", Tossup("This city burned. Name this city."), Gold((Answer("Chicago"),))),
)


def guesser(folder: Path, *rows: object, examples: tuple[Example, ...] = TOSSUPS) -> PredictionsFile:
    path = folder / "guesses.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return load(str(path), examples)


def test_guesses_at_tossups_come_best_first_with_their_mass(tmp_path: Path) -> None:
    row = {"id": 7, "guesses": [{"answer": "Yeats", "score": 0.25}, {"answer": "Joyce", "score": 0.5}]}
    victim = guesser(tmp_path, row)
    first, second = victim.predict([example.query for example in TOSSUPS])
    assert first == Prediction((Guess("Joyce", 0.5), Guess("Yeats", 0.25)), 0.75)
    assert second == Prediction((), None)


def test_a_beginning_that_a_tossup_lacks_is_told_of_though_one_that_is_left_out_begins_so_too(tmp_path: Path) -> None:
    """Seen: its first sentence counted as unanswered, because a variant that the file leaves out had the same one."""
    variant = replace(TOSSUPS[0], id="7-1", query=Tossup("This author left Dublin. Name this novelist."))
    row = {"id": "7", "guesses": [{"answer": "Joyce", "score": 0.5}]}
    victim = guesser(tmp_path, row, examples=(TOSSUPS[0], variant))
    assert victim.predict([variant.query]) == [Prediction((), None)]
    with pytest.raises(BadData, match=r"no guess after 'This author left Dublin\.' \(the beginning of '7"):
        victim.predict([Tossup("This author left Dublin.")])


def test_scores_that_are_no_probabilities_only_order_the_guesses(tmp_path: Path) -> None:
    row = {"id": "7", "guesses": [{"answer": "Yeats", "score": 3}, {"answer": "Joyce", "score": 11.5}]}
    [found] = guesser(tmp_path, row).predict([TOSSUPS[0].query])
    assert found == Prediction((Guess("Joyce", None), Guess("Yeats", None)), None)


def test_whether_scores_are_probabilities_is_told_of_a_whole_file(tmp_path: Path, caplog) -> None:
    """Seen: of scores in percent the low ones, 0.8 and 0.5, taken for probabilities, and a Brier score of these."""
    rows = [{"id": id, "guesses": [{"answer": "Joyce", "score": score}]} for id, score in (("7", 0.8), ("8", 95))]
    [found] = guesser(tmp_path, *rows).predict([TOSSUPS[0].query])
    assert found == Prediction((Guess("Joyce", None),), None)
    assert "1 of its 2 lines has scores below 0 or that add up to more than 1, so none is taken for a " in caplog.text
    caplog.clear()
    guesser(tmp_path, *(row | {"guesses": [{"answer": "Joyce", "score": 9}]} for row in rows))
    assert "add up" not in caplog.text


def test_guesses_that_are_not_listed_by_their_scores_are_told_of(tmp_path: Path, caplog) -> None:
    """Seen: distances, of which less is better, turned an accuracy of 90 into one of 2.5, without a word."""
    rows = [
        {"id": "7", "guesses": [{"answer": "Joyce", "score": 0.1}, {"answer": "Yeats", "score": 3}]},
        {"id": "8", "guesses": [{"answer": "Joyce", "score": 3}, {"answer": "Yeats", "score": 3}]},
    ]
    [found] = guesser(tmp_path, *rows).predict([TOSSUPS[0].query])
    assert [guess.answer for guess in found.guesses] == ["Yeats", "Joyce"]
    assert (
        "1 of its 2 lines lists its guesses in another order than that of their scores, the first on line 1: the "
        in (caplog.text)
    )
    caplog.clear()
    guesser(tmp_path, rows[1])
    assert "another order" not in caplog.text
    guesser(tmp_path, rows[0])
    assert "1 of its 1 line lists its guesses" in caplog.text


def test_guesses_before_the_end_answer_the_beginnings_of_a_tossup(tmp_path: Path) -> None:
    early = {"id": "7", "position": 4 / 7, "guesses": [{"answer": "Yeats"}]}
    late = {"id": "7", "guesses": ["Joyce"]}
    victim = guesser(tmp_path, early, late)
    found = victim.predict([Tossup("This author left Dublin."), TOSSUPS[0].query])
    assert [prediction.guesses[0].answer for prediction in found] == ["Yeats", "Joyce"]
    lacks = r"has no guess after 'This author' \(the beginning of '7'\): .* stumper predict --positions 20"
    with pytest.raises(BadData, match=lacks):
        victim.predict([Tossup("This author")])


FILES = {
    "guesses at tossups": '{"id": "7", "guesses": ["Joyce"]}\n{"id": "8", "guesses": []}\n',
    "labels of claims": '{"id": 7, "predicted_label": "SUPPORTS", "predicted_evidence": []}\n',
    "answers to questions": '{"7": "Ada Thorn"}',
}


@pytest.mark.parametrize("held", FILES)
def test_a_file_for_another_task_is_named(tmp_path: Path, held: str) -> None:
    path = tmp_path / "said.jsonl"
    path.write_text(FILES[held])
    asked = {"tossups": TOSSUPS[0].query, "claims": Claim("Joyce wrote."), "questions": QUESTIONS[0]}
    for unit, query in asked.items():
        if not held.endswith(unit):
            with pytest.raises(BadData, match=f"said.jsonl holds {held}, but it is asked {unit}. Name"):
                load(str(path), [Example("7", query, Gold((Answer("Joyce"),)))])


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"id": "99", "guesses": []}, r"None of its 1 ids is in the data set \('99'\)"),
        ({"id": "7"}, "line 1 has no 'guesses'"),
        ({"id": "7", "guesses": [{"score": 1}]}, "a guess is {'score': 1}, not an object of 'answer'"),
        ({"id": "7", "guesses": [4]}, "a guess is a whole number"),
        ({"id": "7", "guesses": [], "position": 2}, "'position' is 2, not a share of the question"),
    ],
)
def test_what_is_wrong_with_guesses_is_said_with_file_and_place(tmp_path: Path, row: object, problem: str) -> None:
    with pytest.raises(BadData, match=rf"guesses\.jsonl: .*{problem}"):
        guesser(tmp_path, row)


def test_two_lines_on_one_position_of_a_tossup_are_an_error(tmp_path: Path) -> None:
    row = {"id": "7", "guesses": ["Joyce"]}
    with pytest.raises(BadData, match="the guesses at '7' at one position stand on lines 1 and 2"):
        guesser(tmp_path, row, row)


def test_written_guesses_read_back(tmp_path: Path) -> None:
    guessed = [
        Guessed("7", 0.25, Prediction((Guess("Yeats", 0.5),), 0.5)),
        Guessed("7", 1.0, Prediction((Guess("Joyce", None),), None)),
    ]
    write_guessed(tmp_path / "g.jsonl.gz", guessed)
    assert read_guessed(tmp_path / "g.jsonl.gz") == guessed
    assert whole_answers(tmp_path / "g.jsonl.gz", TOSSUPS, ()) == ({"7": guessed[1].prediction}, None)
    write_guesses(tmp_path / "h.jsonl", {"7": guessed[1].prediction})
    assert read_guessed(tmp_path / "h.jsonl") == guessed[1:]


def test_the_same_share_of_a_text_is_read_as_by_even_shares() -> None:
    text = "One two three four five six seven."
    assert [read_up_to(text, n / 20) for n in range(1, 21)] == list(shares(text, 20))


def test_the_fingerprint_of_guesses_changes_with_their_scores(tmp_path: Path) -> None:
    one = guesser(tmp_path, {"id": "7", "guesses": [{"answer": "Joyce", "score": 0.5}]}).fingerprint
    two = guesser(tmp_path, {"id": "7", "guesses": [{"answer": "Joyce", "score": 0.6}]}).fingerprint
    assert one != two
