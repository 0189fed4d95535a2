"""What the embedded systems say of their words at once, beside leave-one-out and differences of their scores."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from stumper.errors import BadOption
from stumper.models.pairs import pair
from stumper.models.windows import WINDOW
from stumper.protocols import Explainer
from stumper.saliency import explain, leave_one_out
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.text import words
from stumper.types import Passage, Query, Weight
from stumper.victims import embedded, gradients
from stumper.victims.graphs import session_with_gradient, shipped
from stumper.victims.spans import equal_spans, legal_spans
from stumper.victims.verifying import read

VICTIM = embedded.load("", ())
BRIDGE = Passage("p", "The old bridge was designed by Ottilie Brandt in 1904, well-known since.")
QUESTION = Question("Who designed the bridge?", BRIDGE)
SHOWN = (Passage("Brandt:0", "Ottilie Brandt was born in Lisbon.", "Ottilie_Brandt"),)
CLAIM = Claim("Ottilie Brandt was not born in Lisbon.", SHOWN)
PIECES = ("[CLS]", "[SEP]", "[MASK]", "not")
FILLER = "The committee met again and discussed the budget of the following season. "


def values(query: Query, answer: str) -> np.ndarray:
    return np.array([weight.value for weight in VICTIM.saliency(query, answer)])


def places(weights: list[Weight]) -> list[tuple[str, int, int]]:
    return [(weight.field, weight.start, weight.end) for weight in weights]


def weighing(query: Question, weights: list[Weight]) -> list[str]:
    """The words of the paragraph that weigh anything."""
    return [query.context.text[w.start : w.end] for w in weights if w.field == "context" and w.value != 0]


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        (QUESTION, "Ottilie Brandt"),
        (Question("Où? It's 1,000.5 — so", Passage("p", "U.S. well-known:\tcafé_x 3rd… 日本語 e\u0301t\u0301")), "3rd"),
        (Question("", Passage("p", "Ada Thorn.")), "Ada Thorn"),
        (CLAIM, "REFUTES"),
        (Claim("Marie Tharp wasn't a well-known geologist."), "SUPPORTS"),
    ],
)  # fmt: skip
def test_words_are_those_of_leave_one_out_in_the_same_order(query: Query, answer: str) -> None:
    found = VICTIM.saliency(query, answer)
    assert places(found) == places(leave_one_out(VICTIM, query, answer))
    assert np.isfinite([weight.value for weight in found]).all()


def test_a_victim_is_explained_by_its_own_gradient() -> None:
    explainer: Explainer = VICTIM
    assert explain(VICTIM, QUESTION, "Ottilie Brandt") == explainer.saliency(QUESTION, "Ottilie Brandt")
    assert np.any(values(QUESTION, "Ottilie Brandt"))
    assert np.any(values(CLAIM, "REFUTES"))


def test_equal_answers_have_equal_weights() -> None:
    expected = VICTIM.saliency(QUESTION, "Ottilie Brandt")
    assert VICTIM.saliency(QUESTION, "the ottilie  BRANDT.") == expected


def test_the_value_is_the_slope_towards_the_word_from_where_half_of_all_is_known() -> None:
    verifier = read(shipped(), "transformer")
    weight = next(w for w in VICTIM.saliency(CLAIM, "REFUTES") if CLAIM.text[w.start : w.end] == "not")
    tokens = pair(verifier.coder.words.tokenizer, CLAIM)
    [cls, sep, mask, place] = (verifier.coder.words.tokenizer.token_to_id(piece) for piece in PIECES)
    unknown = [piece if piece in (cls, sep) else mask for piece in tokens.ids]
    feed = verifier.coder.feed([(tokens.ids[: tokens.first], tokens.ids[tokens.first :])] * 2, (len(tokens.ids),))
    known = verifier.coder.words.embedded(np.array([unknown, tokens.ids]))
    towards = np.where((np.array(tokens.ids) == place)[:, None], known[1] - known[0], 0)

    def log_share(step: float) -> float:
        moved = known.mean(axis=0) + np.float32(step) * towards
        scores = verifier.session.run(["scores"], {**feed, "embedded": np.stack([moved, moved])})[0][0].astype(float)
        return float(scores[LABELS.index("REFUTES")] - np.log(np.exp(scores).sum()))

    assert tokens.ids.count(place) == 1
    near, far = (log_share(step) - log_share(-step) for step in (0.05, 0.1))
    assert weight.value == pytest.approx((8 * near - far) / 0.6, rel=0.01)


@pytest.mark.parametrize("answer", ["Ada Thorn", "Ottilie designed", "bridges"])
def test_every_word_weighs_nothing_for_an_answer_that_is_not_there(answer: str) -> None:
    weights = VICTIM.saliency(QUESTION, answer)
    assert places(weights) == places(leave_one_out(VICTIM, QUESTION, answer))
    assert {weight.value for weight in weights} == {0.0}


def test_every_word_weighs_nothing_in_an_empty_paragraph() -> None:
    assert VICTIM.saliency(Question("Who?", Passage("p", " ")), "Ada") == [Weight("question", 0, 3, 0.0)]


def test_every_word_of_a_claim_weighs_nothing_for_what_is_no_label_and_where_nothing_is_found() -> None:
    assert not values(CLAIM, "perhaps").any()
    assert not values(Claim("Xqzt zzyq wvvk."), "NOT ENOUGH INFO").any()


def test_of_several_windows_only_that_of_the_answer_weighs() -> None:
    text = FILLER * 60 + BRIDGE.text
    query = Question(QUESTION.text, Passage("p", text))
    weights = VICTIM.saliency(query, "Ottilie Brandt")
    assert places(weights) == [("question", w.start, w.end) for w in words(query.text)] + [
        ("context", w.start, w.end) for w in words(text)
    ]
    heavy = weighing(query, weights)
    assert WINDOW / 2 < len(heavy) < WINDOW
    assert heavy[-1] == "since"
    assert all(weight.value != 0 for weight in weights if weight.field == "question")


def test_of_windows_with_the_answer_the_one_where_it_scores_best_weighs() -> None:
    text = f"Ottilie Brandt was there. {FILLER * 60}{BRIDGE.text}"
    query = Question(QUESTION.text, Passage("p", text))
    assert weighing(query, VICTIM.saliency(query, "Ottilie Brandt"))[-1] == "since"
    turned = Question(QUESTION.text, Passage("p", f"{BRIDGE.text} {FILLER * 60}Ottilie Brandt was there."))
    assert weighing(turned, VICTIM.saliency(turned, "Ottilie Brandt"))[0] == "The"


def test_a_claim_without_evidence_is_explained_by_the_sentence_that_decides() -> None:
    claim = Claim("Marie Tharp was a geologist.")
    decided = VICTIM.verifying.decided_by(claim)
    assert decided is not None
    [passage] = decided.reading.evidence
    assert passage.id.partition(":")[0] == "Marie_Tharp"
    alone = values(decided.reading, "SUPPORTS")
    assert np.corrcoef(values(claim, "SUPPORTS"), alone)[0, 1] > 0.9


def test_saliency_does_not_depend_on_what_was_asked_before_nor_on_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    queries = [(QUESTION, "Ottilie Brandt"), (CLAIM, "REFUTES"), (QUESTION, "1904")]
    before = [VICTIM.saliency(*query) for query in queries]
    assert [VICTIM.saliency(*query) for query in reversed(queries)] == before[::-1]
    monkeypatch.setenv("STUMPER_THREADS", "1")
    fresh = embedded.load("", ())
    for query, weights in zip(queries, before, strict=True):
        expected = np.array([weight.value for weight in weights])
        found = np.array([weight.value for weight in fresh.saliency(*query)])
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-3 * np.abs(expected).max())


def test_threads_that_explain_share_one_session() -> None:
    graph, backward = shipped() / "reader.onnx", shipped() / gradients.BACKWARD["reader.onnx"]
    with ThreadPoolExecutor(4) as pool:
        sessions = list(pool.map(lambda _: session_with_gradient(graph, backward), range(8)))
        weights = list(pool.map(lambda _: VICTIM.saliency(QUESTION, "1904"), range(8)))
    assert len(set(map(id, sessions))) == 1
    assert all(found == weights[0] for found in weights)


def test_a_wrong_number_of_threads_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUMPER_THREADS", "many")
    with pytest.raises(BadOption):
        VICTIM.saliency(QUESTION, "1904")


def test_weights_in_a_folder_are_explained_with_the_backward_pass_that_ships(tmp_path: Path) -> None:
    for name in ("reader.onnx", "words.npz", "tokenizer.json"):
        (tmp_path / name).symlink_to(shipped() / name)
    assert embedded.load(str(tmp_path), ()).saliency(QUESTION, "1904") == VICTIM.saliency(QUESTION, "1904")


def test_legal_spans_are_those_that_are_ranked() -> None:
    legal = legal_spans([(0, 3), (4, 4), (5, 9)], longest=2)
    assert legal.tolist() == [[True, True, False], [False, False, True], [False, False, True]]
    assert legal_spans([]).shape == (0, 0)


def test_equal_spans_may_begin_with_an_article_or_a_mark() -> None:
    text = "By the “Thorn”."
    offsets = [(0, 2), (3, 6), (7, 8), (8, 13), (13, 14), (14, 15)]
    equal = equal_spans(offsets, text, "“Thorn”")
    assert [tuple(place) for place in np.argwhere(equal)] == [(1, 4), (1, 5), (2, 4), (2, 5)]
    assert equal_spans(offsets, text, "Thorn").sum() == 1
    assert not equal_spans(offsets, text, "Thorns").any()
