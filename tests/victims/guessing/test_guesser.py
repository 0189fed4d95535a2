"""The guessers that ship, and those of files and folders."""

import json
from pathlib import Path
from random import Random

import pytest

from stumper.datasets.wiki_pages import read_pages
from stumper.errors import BadData, BadOption
from stumper.positions import shares
from stumper.retrieval import Index
from stumper.saliency import explain
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.answers.matching import match_answer
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.text import words
from stumper.victims import embedded
from stumper.victims.contract import checked
from stumper.victims.guessing.guesser import GUESSES, Guesser
from stumper.victims.guessing.opening import ensemble, ir

LOADS = {"ir": ir, "ensemble": ensemble}
EXAMPLES = quizbowl.bundled().examples
QUESTION = EXAMPLES[0].query


@pytest.fixture(scope="module", params=list(LOADS))
def guesser(request: pytest.FixtureRequest) -> Guesser:
    found: Guesser = LOADS[request.param]("", ())
    return found


@pytest.fixture
def tossups(tmp_path: Path) -> Path:
    rows = [
        ("1", "This river rises in the Harrow hills. Barges carry slate down it to Brandt.", "Velm"),
        ("2", "Slate barges are drawn up this river by mules. Its mouth is a marsh.", "Velm River [or Velm]"),
        ("3", "This town has a mill and a church on whose roof herons nest.", "Harrow"),
    ]
    file = tmp_path / "tossups.json"
    questions = [{"qanta_id": id, "text": text, "answer": answer} for id, text, answer in rows]
    file.write_text(json.dumps({"questions": questions}), encoding="utf-8")
    return file


def test_predictions_keep_the_contract_and_name_past_questions(guesser: Guesser) -> None:
    queries = [example.query for example in EXAMPLES[:20]]
    for prediction in checked("guesser", queries, guesser.predict(queries)):
        assert len(prediction.guesses) == GUESSES
        assert prediction.mass == pytest.approx(sum(guess.probability or 0 for guess in prediction.guesses))
        passages = [guesser.passage(id) for id in prediction.evidence]
        assert {passage.title for passage in passages if passage} == {prediction.guesses[0].answer}


def test_most_bundled_questions_are_right_at_their_end(guesser: Guesser) -> None:
    predictions = guesser.predict([example.query for example in EXAMPLES])
    rights = [match_answer(e.gold, p.guesses[0].answer) for e, p in zip(EXAMPLES, predictions, strict=True)]
    assert rights.count("accept") / len(rights) > 0.75


def test_prediction_is_the_same_alone_and_among_others(guesser: Guesser) -> None:
    views = [Tossup(view) for example in EXAMPLES[:4] for view in shares(example.query.text, 8)]
    shuffled = Random(1).sample(views, len(views))
    alone = {view: LOADS["ir" if guesser.parts.types is None else "ensemble"]("", ()).predict([view]) for view in views}
    assert guesser.predict(shuffled) == [alone[view][0] for view in shuffled]


@pytest.mark.parametrize("text", ["This", "", "?", "For 10 points, name this.", "zyxwv " * 400])
def test_text_that_says_nothing_is_guessed_at_with_little_confidence(guesser: Guesser, text: str) -> None:
    [prediction] = guesser.predict([Tossup(text)])
    assert len(prediction.guesses) == GUESSES
    assert prediction.guesses[0].probability is not None
    assert prediction.guesses[0].probability < 0.5


def test_confidence_grows_as_more_is_read(guesser: Guesser) -> None:
    firsts = [guesser.predict([Tossup(view)])[0].guesses[0].probability or 0 for view in shares(QUESTION.text, 10)]
    assert firsts[-1] > firsts[0]


def test_saliency_weighs_every_word_and_sums_to_the_score(guesser: Guesser) -> None:
    answer = guesser.predict([QUESTION])[0].guesses[0].answer
    weights = explain(guesser, QUESTION, answer)
    assert [(weight.start, weight.end) for weight in weights] == [(w.start, w.end) for w in words(QUESTION.text)]
    found = guesser.candidates(QUESTION.text)
    score = found.rows[found.answers.index(answer), 0]
    assert sum(weight.value for weight in weights) == pytest.approx(score)


def test_answer_that_it_cannot_give_has_no_weights(guesser: Guesser) -> None:
    assert {weight.value for weight in guesser.saliency(QUESTION, "The Velm")} == {0.0}


def test_passage_of_an_unknown_id_is_none(guesser: Guesser) -> None:
    assert guesser.passage("no such") is None


def test_embedded_guesses_as_the_ensemble_does() -> None:
    shipped, both = embedded.load("", ()), ensemble("", ())
    assert shipped.predict([QUESTION]) == both.predict([QUESTION])
    assert shipped.answers == both.answers
    [id, *_] = shipped.predict([QUESTION])[0].evidence
    assert shipped.passage(id) == both.passage(id)
    assert shipped.saliency(QUESTION, "Hamlet") == both.saliency(QUESTION, "Hamlet")


@pytest.mark.parametrize("kind", list(LOADS))
def test_file_of_tossups_is_learned_from(kind: str, tossups: Path) -> None:
    guesser = LOADS[kind](str(tossups), ())
    assert len(guesser.answers) == 2
    [prediction] = guesser.predict([Tossup("Mules drew barges of slate here.")])
    assert prediction.guesses[0].answer.startswith("Velm")
    assert prediction.evidence[0] == "2"


@pytest.mark.parametrize("form", ["a file", "an index"])
def test_pages_are_read_beside_the_questions(tossups: Path, tmp_path: Path, form: str) -> None:
    pages = tmp_path / "pages.jsonl"
    row = {"id": "Harrow", "text": "Ottokar was born there.", "lines": "0\tOttokar the glazier was born there."}
    pages.write_text(json.dumps(row) + "\n", encoding="utf-8")
    if form == "an index":
        Index.build(read_pages(pages), tmp_path / "index")
        pages = tmp_path / "index"
    with_pages = ir(f"{tossups}#pages={pages}", ())
    [prediction] = with_pages.predict([Tossup("Ottokar was a glazier here.")])
    assert prediction.guesses[0].answer == "Harrow"
    assert prediction.evidence == ("page:Harrow",)
    assert with_pages.fingerprint != ir(str(tossups), ()).fingerprint


def test_fingerprint_is_of_the_content(tossups: Path, tmp_path: Path) -> None:
    before = ir(str(tossups), ()).fingerprint
    copied = tmp_path / "copied.json"
    copied.write_bytes(tossups.read_bytes())
    assert ir(str(copied), ()).fingerprint == before
    copied.write_text(copied.read_text(encoding="utf-8").replace("mules", "oxen"), encoding="utf-8")
    assert ir(str(copied), ()).fingerprint != before
    assert ensemble(str(tossups), ()).fingerprint != before


@pytest.mark.parametrize(
    ("argument", "said"),
    [("nowhere", "There is no 'nowhere'"), ("#page=x", "no option 'page'"), ("{folder}", "holds no guesser")],
)
def test_argument_that_names_nothing_is_an_error(argument: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=said):
        ir(argument.format(folder=tmp_path), ())


def test_pages_that_are_not_there_are_an_error() -> None:
    with pytest.raises(BadData, match="no file or folder nowhere"):
        ir("#pages=nowhere", ())


def test_only_so_many_sentences_are_remembered() -> None:
    guesser = ir("", ())
    guesser.predict([QUESTION])
    assert guesser._remembered.cache_info().maxsize <= 1_000  # at up to 50 KB each
