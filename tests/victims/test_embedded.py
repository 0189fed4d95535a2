import json
from pathlib import Path
from random import Random

import pytest

from stumper.answers import f1
from stumper.errors import BadData, BadOption
from stumper.material import check_victim
from stumper.registry import task_named
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import bundled
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.types import Answer, Example, Gold, Passage
from stumper.victims import embedded, reader
from stumper.victims.contract import checked

READER = embedded.load("", ())
EXAMPLES = Random(1).sample(bundled().examples, 48)
QUESTIONS = [example.query for example in EXAMPLES]


def test_prediction_is_the_same_alone_and_in_a_batch_of_sixteen() -> None:
    together = [p for begin in range(0, 48, 16) for p in READER.predict(QUESTIONS[begin : begin + 16])]
    assert [READER.predict([question])[0] for question in QUESTIONS] == together


def test_prediction_does_not_depend_on_padding(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = READER.predict(QUESTIONS[:16])
    monkeypatch.setattr(reader, "PAD_TO", 384)
    assert READER.predict(QUESTIONS[:16]) == plain


def test_prediction_does_not_depend_on_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUMPER_THREADS", "1")
    assert embedded.load("", ()).predict(QUESTIONS[:8]) == READER.predict(QUESTIONS[:8])


def test_predictions_keep_the_contract_and_cover_most_of_the_mass() -> None:
    predictions = checked("embedded", QUESTIONS, READER.predict(QUESTIONS))
    for prediction in predictions:
        assert prediction.mass is not None
        assert prediction.mass >= 0.95 or len(prediction.guesses) == 100


def test_reader_answers_most_of_the_bundled_questions() -> None:
    scores = [
        f1(prediction.guesses[0].answer, [answer.text for answer in example.gold.answers])
        for example, prediction in zip(EXAMPLES, READER.predict(QUESTIONS), strict=True)
    ]
    assert sum(scores) / len(scores) > 0.8


def test_answer_at_the_end_of_a_long_paragraph_is_found_with_its_place() -> None:
    filler = "The committee met again and discussed the budget of the following season. " * 60
    text = filler + "The bridge was designed by Ottilie Brandt in 1904."
    [prediction] = READER.predict([Question("Who designed the bridge?", Passage("p", text))])
    assert prediction.guesses[0].answer == "Ottilie Brandt"
    assert prediction.guesses[0].start == text.index("Ottilie")


def test_empty_paragraph_is_left_unanswered() -> None:
    [prediction] = READER.predict([Question("Who?", Passage("p", " "))])
    assert prediction.guesses == ()


def test_fingerprint_is_of_the_weights() -> None:
    assert READER.fingerprint == embedded.load("", ()).fingerprint


def test_weights_in_a_folder_are_read_in_place_of_those_that_ship() -> None:
    shipped = Path(embedded.__file__).parents[1] / "models" / "weights"
    assert embedded.load(str(shipped), ()).predict(QUESTIONS[:4]) == READER.predict(QUESTIONS[:4])


def test_folder_without_a_reader_is_refused(tmp_path: Path) -> None:
    (tmp_path / "reader.onnx").touch()
    with pytest.raises(BadOption, match="is no folder of a reader's weights: it has no words"):
        embedded.load(str(tmp_path), ())


def test_questions_and_claims_are_answered_in_their_order() -> None:
    first, verdict, second = READER.predict([QUESTIONS[0], Claim("Marie Tharp was a geologist."), QUESTIONS[1]])
    assert [first, second] == READER.predict(QUESTIONS[:2])
    assert {guess.answer for guess in verdict.guesses} == set(LABELS)


def test_weights_are_read_when_they_are_first_needed() -> None:
    fresh = embedded.load("", ())
    assert "reader" not in vars(fresh)
    assert not set(vars(fresh.verifying)) & {"_verifier", "_evidence"}


def test_pages_to_retrieve_from_may_stand_in_place_of_those_that_ship(tmp_path: Path) -> None:
    pages = tmp_path / "pages.jsonl"
    text = "The Velm is a river in Orland."
    pages.write_text(json.dumps({"id": "Velm", "text": text, "lines": f"0\t{text}"}) + "\n", encoding="utf-8")
    victim = embedded.load(str(pages), ())
    [prediction] = victim.predict([Claim("The Velm is a river.")])
    assert prediction.evidence == ("Velm:0",)
    assert victim.predict(QUESTIONS[:1]) == READER.predict(QUESTIONS[:1])
    assert victim.fingerprint != READER.fingerprint


def test_claims_on_pages_that_it_does_not_have_are_refused_and_questions_are_not() -> None:
    gold = Gold((Answer("SUPPORTS"),), evidence_sets=(frozenset({"Velm:0"}),))
    READER.check_evidence(EXAMPLES)
    with pytest.raises(BadData, match=r"claim 'v' names the page 'Velm', .* of embedded .* Say embedded:PAGES"):
        READER.check_evidence([*EXAMPLES, Example("v", Claim("The Velm is a river."), gold)])


@pytest.mark.parametrize("task", ["bonus", "rag"])
def test_what_it_does_not_answer_is_refused_before_it_is_asked(task: str) -> None:
    asked = task_named(task)
    with pytest.raises(BadOption, match=f"'embedded' answers questions, claims and tossups, but x holds {asked.unit}s"):
        check_victim(READER, "embedded", "x", asked)


def test_what_is_neither_weights_nor_pages_is_refused() -> None:
    with pytest.raises(BadOption, match=r"There is no 'pagez\.jsonl'\. After 'embedded:' comes a folder of weights"):
        embedded.load("pagez.jsonl", ())


@pytest.mark.parametrize("threads", ["two", "0", "-1"])
def test_a_number_of_threads_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, threads: str) -> None:
    monkeypatch.setenv("STUMPER_THREADS", threads)
    with pytest.raises(BadOption, match=f"STUMPER_THREADS is a whole number of 1 or more, not '{threads}'"):
        embedded.load("", ())
