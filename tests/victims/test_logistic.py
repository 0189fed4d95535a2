"""The logistic reader: its candidates, its features, and what it says with weights that are given."""

from pathlib import Path

import numpy as np
import pytest

from stumper.errors import BadData, BadOption
from stumper.language.pipeline import load_pipeline
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import bundled
from stumper.testing import check_victim
from stumper.types import Passage
from stumper.victims.logistic import asking
from stumper.victims.logistic.features import features
from stumper.victims.logistic.hashing import ALL, BITS, SIZE, Rarity, key, keys, mixed, places, places_of
from stumper.victims.logistic.paragraph import candidates, told
from stumper.victims.logistic.reader import FILE, Logistic, load

TEXT = "Ada Thorn lit the old lamp of the harbour in 1874. Ben Hale, a sailor, brought oil by boat."
PLAIN = Rarity(np.full(SIZE, 64, np.uint8))


def spans(text: str) -> set[str]:
    [parse] = load_pipeline().parse([text])
    return {parse.span(one.first, one.last) for one in candidates(parse)}


def with_weights(folder: Path, weights: np.ndarray) -> Logistic:
    np.savez(folder / FILE, weights=weights, scale=np.float32(1), rarity=PLAIN.table)
    return load(str(folder), ())


def nothing() -> np.ndarray:
    return np.zeros(1 << BITS, np.int8)


def test_what_a_word_governs_may_answer_whole_and_without_its_ends() -> None:
    found = spans(TEXT)
    assert {"Ada Thorn", "1874", "the old lamp of the harbour", "the old lamp", "old lamp", "lamp", "boat"} <= found
    assert not [span for span in found if span[0] in ",." or span[-1] in ",."]


def test_a_paragraph_without_a_word_has_no_candidate_and_is_left_unanswered(tmp_path: Path) -> None:
    assert spans("...") == set()
    [found] = with_weights(tmp_path, nothing()).predict([Question("Who?", Passage("p", "..."))])
    assert (found.guesses, found.mass) == ((), 0.0)


def test_a_pair_of_keys_depends_on_its_order_and_nothing_has_the_first_place() -> None:
    a, b = key("a"), key("b")
    assert mixed(a, b) != mixed(b, a)
    assert mixed(a, 0) == 0
    assert places(keys(["", "a"])).tolist()[0] == 0
    assert places(keys(["", "a"])).tolist()[1] > 0


def test_a_salt_draws_a_half_of_all_keys_and_gives_them_places_of_its_own() -> None:
    found = keys([str(number) for number in range(10_000)])
    assert np.array_equal(places_of(found, ALL), places(found))
    first, second = (places_of(found, salt) for salt in (1, 2))
    assert (first > 0).mean() == pytest.approx(0.5, abs=0.02)
    assert ((first > 0) & (second > 0)).mean() == pytest.approx(0.25, abs=0.02)
    assert np.array_equal(first, second) is False
    assert places_of(keys([""]), 1).tolist() == [0]


def test_what_is_asked_for_is_the_word_that_asks_and_the_noun_with_it() -> None:
    [parse] = load_pipeline().parse(["In what year did Ada Thorn light the lamp of the harbour?"])
    found = asking.question(parse)
    assert (found.kind, found.sort, found.root) == ("what", "what year", "light")
    assert [word for word, *_ in found.words] == ["year", "ada", "thorn", "light", "lamp", "harbour"]


def test_features_are_of_candidates_and_of_the_question() -> None:
    paragraph, first, second = load_pipeline().parse([TEXT, "Who lit the lamp?", "Who brought the oil?"])
    known = told(paragraph)
    rows = [features(asking.question(parse), known, PLAIN) for parse in (first, second)]
    assert all(len(one) == len(known.first) for one in rows)
    assert {tuple(sorted(row)) for row in rows[0].tolist()} != {tuple(sorted(row)) for row in rows[1].tolist()}


def test_the_candidate_whose_features_weigh_most_is_the_answer(tmp_path: Path) -> None:
    parse, asked = load_pipeline().parse([TEXT, "Who lit the lamp?"])
    known = told(parse)
    rows = places(features(asking.question(asked), known, PLAIN))
    wanted = next(i for i in range(len(rows)) if parse.span(int(known.first[i]), int(known.last[i])) == "Ada Thorn")
    weights = np.zeros(1 << BITS)
    while (best := int(weights[rows].sum(axis=1).argmax())) != wanted:  # a perceptron's steps
        np.add.at(weights, rows[wanted], 1)
        np.subtract.at(weights, rows[best], 1)
        weights[0] = 0
    [found] = with_weights(tmp_path, weights.astype(np.int8)).predict(
        [Question("Who lit the lamp?", Passage("p", TEXT))]
    )
    assert (found.guesses[0].answer, found.guesses[0].start) == ("Ada Thorn", 0)


def test_it_keeps_the_contract_of_victims(tmp_path: Path) -> None:
    weights = np.random.default_rng(1).integers(-9, 9, 1 << BITS, np.int8)
    weights[0] = 0
    check_victim(with_weights(tmp_path, weights), [example.query for example in bundled()][:6])


def test_a_folder_without_weights_or_with_others_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=f"There is no .*{FILE}"):
        load(str(tmp_path), ())
    with pytest.raises(BadData, match="not as long as they should be"):
        with_weights(tmp_path, np.zeros(5, np.int8)).predict([Question("Who?", Passage("p", TEXT))])
