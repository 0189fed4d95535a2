"""dan and rnn as they ship, asked as victims are."""

import json
import shutil
from pathlib import Path
from random import Random

import numpy as np
import pytest

from stumper.errors import BadOption
from stumper.loading import load_victim
from stumper.positions import shares
from stumper.saliency import explain, leave_one_out
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.answers.matching import match_answer
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Example
from stumper.victims.contract import checked
from stumper.victims.graphs import shipped
from stumper.victims.guessing.neural import MOST_GUESSES, Dan, Rnn, dan, opened, rnn

KINDS = {"dan": dan, "rnn": rnn}


@pytest.fixture(scope="module", params=KINDS)
def guesser(request: pytest.FixtureRequest) -> Dan | Rnn:
    return KINDS[request.param]("", [])


@pytest.fixture(scope="module")
def unheard() -> tuple[Example, ...]:
    """Tossups that neither has learned from."""
    return quizbowl.bundled("guessdev").examples


def right(guesser: Dan | Rnn, examples: tuple[Example, ...], share: float = 1.0) -> float:
    """The share of the questions whose first guess is right when so much of them has been read."""
    heard = [Tossup(example.query.text[: round(share * len(example.query.text))]) for example in examples]
    predictions = guesser.predict(heard)
    return float(np.mean([
        match_answer(example.gold, prediction.guesses[0].answer) == "accept"
        for example, prediction in zip(examples, predictions, strict=True)
    ]))  # fmt: skip


def test_most_whole_questions_are_answered_and_fewer_beginnings(
    guesser: Dan | Rnn, unheard: tuple[Example, ...]
) -> None:
    assert right(guesser, unheard) > 0.8
    assert right(guesser, unheard, share=0.2) < right(guesser, unheard) - 0.2


def test_ten_guesses_come_with_probabilities_best_first(guesser: Dan | Rnn, unheard: tuple[Example, ...]) -> None:
    queries = [example.query for example in unheard[:5]]
    for prediction in checked("guesser", queries, guesser.predict(queries)):
        likely = [guess.probability or 0 for guess in prediction.guesses]
        assert len(likely) == MOST_GUESSES
        assert likely == sorted(likely, reverse=True)
        assert prediction.mass == pytest.approx(sum(likely))
        assert {guess.answer for guess in prediction.guesses} <= set(guesser.answers)


def test_a_prediction_does_not_depend_on_its_batch(guesser: Dan | Rnn, unheard: tuple[Example, ...]) -> None:
    queries = [Tossup(view) for example in unheard[:6] for view in shares(example.query.text, 7)]
    together = guesser.predict(queries)
    mixed = Random(1).sample(range(len(queries)), len(queries))
    assert [guesser.predict([query])[0] for query in queries[:12]] == together[:12]
    assert guesser.predict([queries[place] for place in mixed]) == [together[place] for place in mixed]


@pytest.mark.parametrize("text", ["", "…", "Zyzzyva", "Ωμέγα κόσμος"])
def test_of_words_that_it_never_met_it_is_not_sure_of_anything(guesser: Dan | Rnn, text: str) -> None:
    [prediction] = checked("guesser", [Tossup(text)], guesser.predict([Tossup(text)]))
    assert len(prediction.guesses) == MOST_GUESSES
    assert (prediction.guesses[0].probability or 0) < 0.2
    assert all(weight.value == 0 for weight in explain(guesser, Tossup(text), "DNA"))


def test_no_question_is_asked_of_an_empty_batch(guesser: Dan | Rnn) -> None:
    assert guesser.predict([]) == []


def test_the_gradient_of_dan_orders_words_as_leaving_them_out_does(unheard: tuple[Example, ...]) -> None:
    guesser = dan("", [])
    agreements = []
    for example in unheard[:20]:
        [guess, *_] = guesser.predict([example.query])[0].guesses
        slopes = explain(guesser, example.query, guess.answer)
        drops = leave_one_out(guesser, example.query, guess.answer)
        assert [(weight.start, weight.end) for weight in slopes] == [(weight.start, weight.end) for weight in drops]
        agreements.append(rank_correlation([w.value for w in slopes], [w.value for w in drops]))
    assert np.mean(agreements) > 0.9


def test_every_word_weighs_nothing_for_an_answer_that_it_cannot_give(unheard: tuple[Example, ...]) -> None:
    weights = dan("", []).saliency(unheard[0].query, "the answer of nobody")
    assert weights
    assert not any(weight.value for weight in weights)


def test_fingerprints_are_of_the_files(tmp_path: Path) -> None:
    shutil.copytree(shipped() / "dan", tmp_path / "dan")
    copied = opened("dan", str(tmp_path / "dan")).fingerprint
    assert copied == opened("dan", "").fingerprint
    said = json.loads((tmp_path / "dan" / "guesser.json").read_text(encoding="utf-8"))
    (tmp_path / "dan" / "guesser.json").write_text(json.dumps(said | {"choice": [3, 0, 0, 0]}), encoding="utf-8")
    assert opened("dan", str(tmp_path / "dan")).fingerprint != copied


def test_a_folder_without_a_guesser_is_an_error_that_says_what_to_name(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"is no folder of a dan: it has no guesser.onnx. Name one that"):
        load_victim(f"dan:{tmp_path}", [])


def test_a_folder_of_the_other_kind_is_an_error_that_says_which_it_is() -> None:
    with pytest.raises(BadOption, match=r"is a guesser of kind 'rnn'. Say 'rnn:"):
        dan(str(shipped() / "rnn"), [])


def test_a_description_that_cannot_be_read_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    shutil.copytree(shipped() / "dan", tmp_path / "dan")
    (tmp_path / "dan" / "guesser.json").write_text("{", encoding="utf-8")
    with pytest.raises(BadOption, match=r"guesser.json describes no guesser"):
        dan(str(tmp_path / "dan"), [])


def rank_correlation(one: list[float], other: list[float]) -> float:
    ranks = [np.argsort(np.argsort(values)) for values in (one, other)]
    return float(np.corrcoef(*ranks)[0, 1])
