"""Answers from several passages, found or given: which passage is believed, and when there is said to be no answer."""

import json
from dataclasses import replace
from math import exp
from pathlib import Path

import numpy as np
import pytest

from stumper.errors import BadData, BadOption
from stumper.loading import load_dataset, load_victim
from stumper.models.vocabulary import read_words
from stumper.models.word_pairs import piece_vectors
from stumper.retrieval.passages import PassageIndex
from stumper.tasks.rag import files
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.reading.question import Question
from stumper.testing import check_victim
from stumper.types import Answer, Example, Gold, Guess, Passage, Prediction
from stumper.victims import ledger
from stumper.victims.answering import Read, Weights, answered
from stumper.victims.graphs import shipped
from stumper.victims.passage_reader import PassageReader, Reading
from stumper.victims.rag import Rag
from stumper.victims.reader import read
from stumper.victims.reranking import CUES, Reranker, cues, likenesses
from stumper.victims.spans import strength

PLAIN = Weights(1.0, 0.0, 0.0)
TOWNS = (
    Passage("Velm", "Velm is a town in the north of Norway. Its mayor is Ada Holt.", "Velm"),
    Passage("Tarn", "Tarn is a town in the south of Sweden. Its mayor is Karl Lund.", "Tarn"),
    Passage("Millers", "Millers grind corn, and bakers bake bread of it.", "Millers"),
)
MAYOR = "Who is the mayor of Velm?"


def passage_read(id: str, strength: float, *guesses: tuple[str, float], likeness: float = 0.0) -> Read:
    spans = tuple(Guess(text, probability, 0) for text, probability in guesses)
    return Read(Passage(id, "Text."), Reading.of(Prediction(spans, 1.0), strength), likeness)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "towns.jsonl"
    rows = ({"id": one.id, "text": one.text, "title": one.title} for one in TOWNS)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture(scope="module")
def rag(corpus: Path) -> Rag:
    return load_victim(f"rag:{corpus}")  # type: ignore[return-value]


@pytest.fixture(scope="module")
def reranking(corpus: Path) -> Rag:
    return load_victim(f"rag-rerank:{corpus}#k=1&candidates=3")  # type: ignore[return-value]


def answer(victim: Rag, query: OpenQuestion) -> Prediction:
    [found] = victim.predict([query])
    return found


def test_passages_share_what_having_no_answer_leaves_by_their_strengths() -> None:
    found = answered([passage_read("a", 0.0, ("Oslo", 0.5)), passage_read("b", np.log(2), ("Bergen", 0.75))], PLAIN)
    assert [guess.answer for guess in found.guesses] == ["Bergen", "", "Oslo"]
    assert [guess.probability for guess in found.guesses] == pytest.approx([0.375, 0.25, 0.125])
    assert found.mass == pytest.approx(0.75)
    assert (found.evidence, found.retrieved) == (("b",), ("a", "b"))


def test_passages_that_say_the_same_add_up_and_the_surer_one_is_cited() -> None:
    found = answered(
        [passage_read("a", 0.0, ("Oslo", 0.6)), passage_read("b", 0.0, ("oslo.", 0.9)), passage_read("c", 0.0)], PLAIN
    )
    assert found.guesses[0].answer == "oslo."
    assert found.guesses[0].probability == pytest.approx(1.5 / 4)
    assert found.evidence == ("b",)


def test_where_having_no_answer_is_likelier_nothing_is_cited() -> None:
    found = answered([passage_read("a", -1.0, ("Oslo", 1.0))], PLAIN)
    assert [guess.answer for guess in found.guesses] == ["", "Oslo"]
    assert found.guesses[0].probability == pytest.approx(1 / (1 + exp(-1)))
    assert (found.evidence, found.retrieved) == ((), ("a",))


def test_an_answer_as_likely_as_none_stands_before_it() -> None:
    assert answered([passage_read("a", 0.0, ("Oslo", 1.0))], PLAIN).guesses[0].answer == "Oslo"


def test_a_passage_more_like_the_question_counts_more() -> None:
    alike = passage_read("a", 0.0, ("Oslo", 1.0), likeness=0.5), passage_read("b", 0.0, ("Bergen", 1.0))
    assert answered(alike, Weights(1.0, 2.0, 0.0)).guesses[0].probability == pytest.approx(exp(1) / (exp(1) + 2))


def test_without_passages_there_is_no_answer() -> None:
    assert answered([]) == Prediction((Guess("", 1.0),), 1.0, retrieved=())


def test_strength_is_the_best_sum_of_a_first_and_a_last_token() -> None:
    starts, ends = [np.array([1.0, 5.0, 0.0])], [np.array([4.0, 2.0, 3.0])]
    offsets = [[(0, 2), (3, 5), (6, 8)]]
    assert strength(starts, ends, offsets) == 8.0  # from the second to the third; 5 + 4 would go backwards
    assert strength([], [], []) == -np.inf


def test_it_finds_and_cites_the_passage_that_says_the_answer(rag: Rag) -> None:
    found = answer(rag, OpenQuestion(MAYOR))
    assert found.guesses[0].answer == "Ada Holt"
    assert (found.evidence, found.retrieved) == (("Velm",), ("Velm", "Tarn"))


def test_passages_that_are_given_are_read_and_no_others(rag: Rag) -> None:
    given = Passage("new", "The mayor of Velm is Ivar Moe.")
    found = answer(rag, OpenQuestion(MAYOR, (TOWNS[2], given)))
    assert (found.guesses[0].answer, found.evidence, found.retrieved) == ("Ivar Moe", ("new",), ("Millers", "new"))
    assert answer(rag, OpenQuestion(MAYOR, ())).guesses == (Guess("", 1.0),)


def test_an_edited_passage_is_read_in_the_place_of_its_original(rag: Rag) -> None:
    edited = Passage("Velm-edited", TOWNS[0].text.replace("Ada Holt", "Ivar Moe"), "Velm")
    found = answer(rag, OpenQuestion(MAYOR, None, (edited,), ("Velm",)))
    assert (found.guesses[0].answer, found.evidence) == ("Ivar Moe", ("Velm-edited",))
    assert "Velm" not in found.retrieved
    assert answer(rag, OpenQuestion(MAYOR)).guesses[0].answer == "Ada Holt"  # nothing is left behind


def test_a_question_of_which_nothing_is_found_has_no_answer(rag: Rag) -> None:
    assert answer(rag, OpenQuestion("Zebras?")) == Prediction((Guess("", 1.0),), 1.0, retrieved=())


def test_without_the_passage_that_says_it_there_is_no_answer(rag: Rag) -> None:
    found = answer(rag, OpenQuestion(MAYOR, None, (), ("Velm", "Tarn")))
    assert found.guesses[0].answer == ""


def test_it_keeps_the_contract_of_victims_whatever_is_asked_beside(rag: Rag, reranking: Rag) -> None:
    edited = OpenQuestion(MAYOR, None, (Passage("n", "No mayor."),), ("Tarn",))
    queries = [*map(OpenQuestion, (MAYOR, "What do bakers bake?", "?")), OpenQuestion(MAYOR, TOWNS), edited]
    for victim in (rag, reranking):
        check_victim(victim, queries)


def test_ranking_anew_reads_the_best_of_more_candidates(reranking: Rag) -> None:
    found = answer(reranking, OpenQuestion("Which mayor does Tarn have?"))
    assert (found.guesses[0].answer, found.retrieved) == ("Karl Lund", ("Tarn",))
    assert answer(reranking, OpenQuestion("Zebras?")).retrieved == ()
    given = answer(reranking, OpenQuestion(MAYOR, (TOWNS[2], TOWNS[0])))
    assert given.retrieved == ("Millers", "Velm")  # as they were given


def test_cues_are_shares_of_what_the_question_says() -> None:
    index = PassageIndex.build([
        Passage("a", "The red river runs. It is long.", "Velm"), Passage("b", "Red paint. A river.", "Tarn")
    ])  # fmt: skip
    vectors = piece_vectors(read_words(shipped()))
    question = "red river"
    found = index.search(question, 2)
    rows = {one.passage.id: dict(zip(CUES, row, strict=True)) for one, row in zip(
        found, cues(question, found, index.weighing(question), vectors).tolist(), strict=True
    )}  # fmt: skip
    assert rows["a"]["covered"] == rows["b"]["covered"] == 1.0
    assert (rows["a"]["best sentence"], rows["b"]["best sentence"]) == (1.0, 0.5)  # both words weigh the same
    assert (rows["a"]["pairs"], rows["b"]["pairs"]) == (1.0, 0.0)
    assert rows["a"]["near"] == pytest.approx(1.0, abs=1e-3)
    assert rows["a"]["title"] == 0.0
    assert max(row["beside the best"] for row in rows.values()) == 1.0


def test_equals_stay_in_their_order_when_they_are_ranked_anew() -> None:
    index = PassageIndex.build([Passage(id, "A red river.") for id in "cab"])
    reranker = Reranker(np.ones(len(CUES)), piece_vectors(read_words(shipped())))
    found = index.search("red river", 3)
    assert [one.id for one in reranker.ranked("red river", found, index.weighing("red river"))] == ["a", "b", "c"]


def test_a_pair_of_question_and_passage_is_read_once() -> None:
    reader = PassageReader(read(shipped()))
    pair = (MAYOR, TOWNS[0].text)
    first, second = reader.read([pair, pair])
    assert first is second is reader.read([pair])[0]


def test_gold_passages_that_the_corpus_lacks_are_told_before_anything_is_asked(rag: Rag, corpus: Path) -> None:
    velm = Example("1", OpenQuestion(MAYOR), Gold((Answer("Ada Holt"),), evidence_sets=(frozenset({"Velm"}),)))
    lacking = replace(velm, id="2", gold=replace(velm.gold, evidence_sets=(frozenset({"Oslo", "Velm"}),)))
    either = replace(lacking, gold=replace(velm.gold, evidence_sets=(frozenset({"Oslo"}), frozenset({"Velm"}))))
    added = replace(lacking, query=OpenQuestion(MAYOR, None, (Passage("Oslo", "Oslo."),)))
    given = replace(lacking, query=OpenQuestion(MAYOR, TOWNS))
    unanswerable = replace(lacking, gold=Gold((), False))
    rag.check_evidence([velm, either, added, given, unanswerable])
    with pytest.raises(BadData) as raised:
        rag.check_evidence([velm, lacking])
    assert str(raised.value) == (
        f"the question '2' is answered by the passage 'Oslo', which the corpus of rag ({corpus}) does not have. Say "
        "rag:CORPUS with one that has it, or correct its 'gold_passages'."
    )


def test_a_gold_passage_that_the_corpus_has_under_another_id_is_told_with_that(rag: Rag, corpus: Path) -> None:
    gold = Gold((Answer("Ada Holt"),), evidence_sets=(frozenset({"/0"}),), passages=(Passage("/0", TOWNS[0].text),))
    with pytest.raises(BadData) as raised:
        rag.check_evidence([Example("1", OpenQuestion(MAYOR), gold)])
    assert str(raised.value) == (
        f"the question '1' is answered by the passage '/0', which the corpus of rag ({corpus}) does not have under "
        f"that id: it has its words as {TOWNS[0].id!r}. Let 'gold_passages' name that."
    )


def test_an_id_that_another_passage_of_the_corpus_has_is_told_before_anything_is_asked(rag: Rag, corpus: Path) -> None:
    velm = Passage("Velm", TOWNS[0].text.replace("Holt", "Hold"))
    gold = Gold((Answer("Ada Holt"),), evidence_sets=(frozenset({"Velm"}),), passages=(velm,))
    rag.check_evidence([Example("1", OpenQuestion(MAYOR), gold)])
    other = replace(gold, passages=(replace(velm, text="Nothing like that was ever written here, by anybody."),))
    with pytest.raises(BadData) as raised:
        rag.check_evidence([Example("1", OpenQuestion(MAYOR), other)])
    assert str(raised.value) == (
        f"the question '1' is answered by the passage 'Velm', and the corpus of rag ({corpus}) has other words under "
        "that id. Correct its 'gold_passages'."
    )
    rag.check_evidence([Example("1", OpenQuestion(MAYOR, removed=("Velm",)), other)])


def test_the_bundled_questions_are_of_the_bundled_corpus() -> None:
    load_victim("rag").check_evidence(files.bundled().examples)  # type: ignore[attr-defined]


def test_it_has_seen_a_question_that_its_reader_has_with_one_of_its_gold_passages(rag: Rag, monkeypatch) -> None:
    seen = Example("q", Question(MAYOR, TOWNS[0]), Gold((Answer("Ada Holt"),)))
    monkeypatch.setattr(ledger, "beside", lambda weights: ledger.ledger({"set": [seen]}))
    gold = Gold((Answer("Ada Holt"),), passages=TOWNS[:2])
    assert rag.has_seen(Example("1", OpenQuestion(MAYOR), gold))
    assert rag.has_seen(Example("q", OpenQuestion(MAYOR), Gold(())))  # by its id
    assert not rag.has_seen(Example("1", OpenQuestion(MAYOR), replace(gold, passages=TOWNS[1:])))


def test_the_fingerprint_is_of_corpus_and_options(corpus: Path, tmp_path: Path) -> None:
    other = tmp_path / corpus.name
    other.write_bytes(corpus.read_bytes())
    again = load_victim(f"rag:{other}").fingerprint
    fingerprints = {load_victim(f"{spec}").fingerprint for spec in (
        f"rag:{corpus}", f"rag:{corpus}#k=4", "rag", f"rag-rerank:{corpus}", f"rag-rerank:{corpus}#candidates=30"
    )}  # fmt: skip
    assert len(fingerprints) == 5
    assert again in fingerprints


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("rag:#k=0", "The option 'k' of 'rag' is 1 or more, not 0."),
        ("rag:#k=many", "The option 'k' of 'rag' takes a whole number, not 'many'."),
        ("rag-rerank:#k=30", "'rag-rerank' reads k=30 passages of candidates=20. Ask for more candidates."),
    ],
)
def test_options_that_cannot_be_meant_are_told(spec: str, said: str) -> None:
    with pytest.raises(BadOption) as raised:
        load_victim(spec)
    assert str(raised.value) == said


def test_an_unknown_option_is_told() -> None:
    with pytest.raises(BadOption, match="has no option 'candidates'"):
        load_victim("rag:#candidates=30")


def test_a_corpus_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"There is no file or folder .*none"):
        load_victim(f"rag:{tmp_path / 'none'}")


def test_how_like_a_question_a_passage_is_does_not_depend_on_what_else_was_found() -> None:
    index = PassageIndex.build(TOWNS)
    vectors = piece_vectors(read_words(shipped()))
    together = likenesses(MAYOR, TOWNS, index.weighing(MAYOR), vectors)
    alone = [likenesses(MAYOR, [one], index.weighing(MAYOR), vectors)[0] for one in TOWNS]
    assert together == alone
    assert together[0] == max(together)
    assert likenesses(MAYOR, [], index.weighing(MAYOR), vectors) == []
    assert likenesses("?", TOWNS, index.weighing("?"), vectors) == [0.0] * 3  # no word weighs anything


def test_questions_that_it_was_tuned_on_are_seen(rag: Rag) -> None:
    tuned = load_dataset("open:reading").examples[0]
    assert rag.has_seen(tuned)
    assert not rag.has_seen(replace(tuned, id="new", query=OpenQuestion("Who said that it was not so?")))


def test_readings_that_are_asked_for_again_outlast_those_that_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stumper.victims.passage_reader.KEPT", 2)
    reader = PassageReader(read(shipped()))
    first, other, third = ((MAYOR, one.text) for one in TOWNS)
    [kept] = reader.read([first])
    reader.read([other])
    assert reader.read([first])[0] is kept
    reader.read([third])  # for which the other one goes
    assert reader.read([first])[0] is kept


def test_systems_over_one_corpus_share_its_index_until_the_corpus_changes(tmp_path: Path) -> None:
    path = tmp_path / "towns.jsonl"
    path.write_text(json.dumps({"id": "Velm", "text": TOWNS[0].text}) + "\n")
    first, second = load_victim(f"rag:{path}"), load_victim(f"rag-rerank:{path}")
    assert isinstance(first, Rag)
    assert isinstance(second, Rag)
    assert first._index is second._index
    path.write_text(json.dumps({"id": "Tarn", "text": TOWNS[1].text}) + "\n")
    changed = load_victim(f"rag:{path}")
    assert isinstance(changed, Rag)
    assert changed.passage("Velm") is None
    assert first.passage("Velm") is not None
