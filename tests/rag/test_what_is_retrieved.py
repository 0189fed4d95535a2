"""What is told of systems that name passages which nobody has, return an empty list of them, or none at all."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import stumper
from lands import QUESTIONS, ByWords, Sea
from stumper import api
from stumper.reports import build_report
from stumper.sections.score_notes import notes_on
from stumper.store.codec import decode, encode
from stumper.tasks.rag.files import OpenQuestions, read_answers, write_adversarial, write_answers
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import Example, Guess, Passage, Prediction, Query
from stumper.victims import rag, systems
from stumper.victims.exchange import answers_to_json, read_predictions
from stumper.victims.python_callable import victim_of

WHO = OpenQuestion("Who?")
GIVEN = tuple(replace(one, query=replace(one.query, passages=one.gold.passages)) for one in QUESTIONS)  # type: ignore[type-var]


class Naming(ByWords):
    """Names as retrieved what it is made to; answers as ``ByWords`` does, or otherwise always the same."""

    def __init__(self, *names: tuple[str, ...] | None, answer: str = "") -> None:
        self.names, self.answer, self.fingerprint = names, answer, f"naming {names} {answer}"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        found = [self._named(one) for one in super().predict(queries)]
        lands = [int(query.text.strip("?").split()[-1]) for query in queries]
        return [
            replace(one, retrieved=self.names[land % len(self.names)]) for land, one in zip(lands, found, strict=True)
        ]

    def _named(self, found: Prediction) -> Prediction:
        return replace(found, guesses=(Guess(self.answer, 0.9),) if self.answer else found.guesses, evidence=())


def told(tmp_path: Path, system: object, examples: Sequence[Example] = QUESTIONS) -> Sequence[str]:
    """The sentences of a report on a system called ``it``."""
    lands = OpenQuestions("lands", "lands-1", tuple(examples))
    found = stumper.attack(lands, victim={"it": system}, adversaries=[Sea()], store=tmp_path / "s.db", max_errors=1.0)  # type: ignore[dict-item]
    return build_report(found.store, found.run_ids).sentences


EMPTY = "it returned an empty list of retrieved passages for 40 of 40 questions as they are"
NO_LIST = "it does not say what it retrieves"


def test_an_empty_list_is_told_apart_from_no_list(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    empty, silent = told(tmp_path / "a", Naming(())), told(tmp_path / "b", Naming(None))
    assert (
        f"{EMPTY}: it found nothing there, and recall counts what it should have found as not retrieved. Where it "
        "should find something, see what it searches."
    ) in empty
    assert not any(NO_LIST in one for one in empty)
    assert any(one.startswith(NO_LIST) for one in silent)
    assert not any("empty list" in one for one in silent)


def test_of_some_questions_without_passages_it_is_told_of_how_many(tmp_path: Path) -> None:
    said = told(tmp_path, Naming(("p1",), (), None, ("p3",)))
    assert any(one.startswith("it returned an empty list of retrieved passages for 10 of 40 questions") for one in said)
    assert (
        "it returned no list of what it retrieved for 10 of 40 questions as they are, and lists for others: recall and "
        "blame count these as not retrieved. Let every answer have 'retrieved'."
    ) in said


def test_who_finds_passages_for_all_questions_is_told_none_of_this(tmp_path: Path) -> None:
    said = told(tmp_path, ByWords())
    assert not any(some in one for one in said for some in ("empty list", "no list", "are of no passage"))


def test_an_empty_list_outlasts_the_store_a_service_and_a_file(tmp_path: Path) -> None:
    for names in ((), None, ("p",)):
        one = Prediction((Guess("Ada", None),), None, (), names)
        assert decode(encode(one, WHO), WHO) == one
        sent = json.loads(json.dumps(answers_to_json([one])))
        assert read_predictions(sent, [WHO], "it") == [one]
        write_answers(tmp_path / "a.jsonl", {"q": one})
        assert read_answers(tmp_path / "a.jsonl", [])["q"].retrieved == names
        said = {"answer": "Ada"} | ({} if names is None else {"retrieved": list(names)})
        assert victim_of(lambda question, said=said: said, "it").predict([WHO])[0].retrieved == names  # type: ignore[misc]


@pytest.mark.parametrize("answer", ["", "Oslo"])
def test_ids_of_no_passage_are_counted_whether_answers_are_right_or_not(tmp_path: Path, answer: str) -> None:
    said = told(tmp_path, Naming(("ghost-1", "ghost-2"), answer=answer))
    [one] = [one for one in said if "are of no passage" in one]
    assert one == (
        "80 of 80 ids that it returned as retrieved are of no passage that the data names (such as 'p0') or an attack "
        "added, the first 'ghost-1': it invents them, its index has other names for the passages, or it finds none of "
        f"these{'' if answer else ' (and yet answers 40 of 40 questions with an F1 above 0)'}. Neither recall nor "
        "blame is to be trusted: let 'retrieved' have the ids of the data, or the passages' texts."
    )
    assert not any(one.startswith(("Unattacked", "None of the gold passages")) for one in said)


def test_gold_passages_that_are_never_retrieved_while_answers_are_right_are_told_of(tmp_path: Path) -> None:
    said = told(tmp_path, Naming(("p1",), ("p0",)))
    assert (
        "None of the gold passages was ever retrieved, though it answers 40 of 40 questions with an F1 above 0: do the "
        "names match? It retrieves 'p1', the data names 'p0'. Neither recall nor blame can be told so."
    ) in said
    assert not any("are of no passage" in one for one in said)


def test_of_passages_that_are_given_every_id_that_is_of_none_is_counted(tmp_path: Path) -> None:
    said = told(tmp_path, Naming(("ghost",), None, None, None), GIVEN)
    assert (
        "10 of 10 ids that it returned as retrieved are of no passage that it was given, the first 'ghost': recall and "
        "blame leave these out, and go by what it was given."
    ) in said


def test_a_passage_of_the_index_that_answers_no_question_is_not_taken_for_an_invented_one(tmp_path: Path) -> None:
    said = told(tmp_path, Naming(("p1", "another of its index")))
    assert not any("are of no passage" in one for one in said)


def test_texts_are_no_ids(tmp_path: Path) -> None:
    said = told(tmp_path, Naming(("Some passage with more than three words.",)))
    assert not any("are of no passage" in one for one in said)


def test_passages_of_a_system_that_names_texts_may_be_parts(tmp_path: Path) -> None:
    given = [
        replace(one, query=OpenQuestion(one.query.text, (Passage("p", "The mill was built by Ada."),)))
        for one in QUESTIONS
    ]
    said = told(tmp_path, Naming(("the mill was built by ada",)), given)
    assert not any("are of no passage" in one for one in said)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((("ghost",),), "none of the 40 ids that it returned as retrieved is of a passage that the questions name"),
        (
            ((), ("p1",)),
            "it returned an empty list of retrieved passages for 20 of 40 questions: it found nothing there.",
        ),
        (((),), "it returned an empty list of retrieved passages for 40 of 40 questions: it found nothing there."),
        ((("p1", "ghost"),), ""),
    ],
)
def test_an_evaluation_tells_of_empty_lists_and_of_ids_of_no_passage(
    tmp_path: Path, names: tuple[tuple[str, ...]], said: str
) -> None:
    lands = OpenQuestions("lands", "lands-1", QUESTIONS)
    scores = stumper.evaluate(lands, victim={"it": Naming(*names)}, store=tmp_path / "s.db").scores
    assert "rag_gold_retrieved" in {one.name for one in scores}
    notes = notes_on("lands", scores, "question", {})
    depth = f"lands: rag_gold_retrieved of it on originals is over k = {_depth(names)} of a number that is not known."
    assert depth in notes
    assert any(said in one for one in notes) if said else notes == [depth]


def test_an_evaluation_tells_of_answers_that_do_not_say_what_was_retrieved(tmp_path: Path) -> None:
    lands = OpenQuestions("lands", "lands-1", QUESTIONS)
    scores = stumper.evaluate(lands, victim={"it": Naming(("p1",), None)}, store=tmp_path / "s.db").scores
    assert (
        "lands: it returned no list of what it retrieved for 20 of 40 questions, and lists for others: "
        "rag_gold_retrieved counts these as not retrieved. Let every answer have 'retrieved'."
    ) in notes_on("lands", scores, "question", {})


def test_a_file_of_answers_has_one_recall_however_it_is_scored(tmp_path: Path) -> None:
    """Seen: 100.00 of 81 questions by score, which left missing ones out, and 90.00 of 90 by evaluate."""
    write_adversarial(tmp_path / "lands.jsonl", OpenQuestions("lands", "lands-1", QUESTIONS), [])
    said = ByWords().predict([one.query for one in QUESTIONS[:30]])
    write_answers(tmp_path / "a.jsonl", {one.id: found for one, found in zip(QUESTIONS, said, strict=False)})
    lands, victim = tmp_path / "lands.jsonl", f"file:{tmp_path / 'a.jsonl'}"
    for scores in (
        api.score(str(lands), tmp_path / "a.jsonl"),
        stumper.evaluate(lands, victim=victim, store=tmp_path / "s.db").scores,
    ):
        [recall] = [(one.value, one.n) for one in scores if one.name == "rag_gold_retrieved"]
        assert recall == (0.75, 40)


def _depth(names: Sequence[tuple[str, ...]]) -> str:
    return "-".join(str(number) for number in sorted({len(one) for one in names}))


def test_a_system_of_ours_says_how_much_it_searches_once_it_has() -> None:
    found = rag.load("#k=3", ())
    assert found.manner == {}, "nothing is read for that alone"
    assert found.passage("none of them") is None
    assert found.manner == {"searched": "80 passages", "k": "3"}
    claims = systems.tfidf_da("", ())
    assert claims.manner == {}
    assert claims.found("Ada Thorn built a pier.") is not None
    assert claims.manner["k"] == "5"
    assert re.fullmatch(r"[\d,]+ sentences on [\d,]+ pages", claims.manner["searched"])


def test_a_system_in_python_says_how_much_it_searches(tmp_path: Path) -> None:
    class Searching(Naming):
        manner = {"searched": "1,200 passages"}  # noqa: RUF012

    class Plain:
        manner = {"searched": "7 passages"}  # noqa: RUF012

        def answer(self, question: str) -> str:
            return question

    lands = OpenQuestions("lands", "lands-1", QUESTIONS)
    found = stumper.attack(lands, victim={"it": Searching(("p1",))}, adversaries=[Sea()], store=tmp_path / "s.db")
    told = " ".join(build_report(found.store, found.run_ids).sentences)
    assert "k = 1 of 1\u202f200 passages." in told
    scores = stumper.evaluate(lands, victim={"it": Searching(("p1",))}, store=tmp_path / "s.db").scores
    assert any("is over k = 1 of 1,200 passages." in one for one in notes_on("lands", scores, "question", {}))
    assert victim_of(Plain(), "plain").manner["searched"] == "7 passages"  # type: ignore[attr-defined]
