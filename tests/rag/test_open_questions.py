"""Open questions: on the wire, in files, under constraints; and what of their passages was retrieved."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import stumper
from lands import QUESTIONS, ByWords
from stumper.cli.tables import scores_table
from stumper.constraints import broken
from stumper.errors import BadData, BadOption
from stumper.loading import load_dataset
from stumper.registry import task_named
from stumper.scoring import Score
from stumper.store.codec import decode, encode
from stumper.store.documents import example_document, example_of, perturbation_document, perturbation_of
from stumper.tasks.rag import files
from stumper.tasks.rag.constraints import CONSTRAINTS
from stumper.tasks.rag.goals import GOALS, untargeted
from stumper.tasks.rag.grouping import groups
from stumper.tasks.rag.judging import judgeable
from stumper.tasks.rag.open_question import OpenQuestion, gold_passages, regiven
from stumper.tasks.rag.retrieved import has_gold, is_among, retrieved
from stumper.tasks.rag.wire import WIRE
from stumper.types import Answer, Edit, Example, Gold, Guess, Instance, Passage, Perturbation, Prediction, Query
from stumper.wire import Reply

TOWER = Passage("tower", "The tower on the hill was built by Ada Thorn in 1890.", "Hill Tower")
BRIDGE = Passage("bridge", "The bridge over the Oll was opened by a king in 1902.", "Oll Bridge")
GOLD = Gold((Answer("Ada Thorn"), Answer("Thorn")), evidence_sets=(frozenset({"tower"}),), passages=(TOWER,))
OWN = Example("q1", OpenQuestion("Who built the tower?"), GOLD)
GIVEN = Example("q1", OpenQuestion("Who built the tower?", (BRIDGE, TOWER)), GOLD)
NOTED = OpenQuestion("Who built the tower?", None, (Passage("new", "A new tower."),), ("tower",))


@pytest.mark.parametrize("query", [OWN.query, GIVEN.query, NOTED, OpenQuestion("Who?", ())])
def test_a_query_comes_back_from_the_store_and_from_the_wire(query: OpenQuestion) -> None:
    assert WIRE.from_json(WIRE.to_json(query)) == query
    example = Example("q1", query, GOLD)
    assert example_of("q1", example_document(example)) == example
    made = Perturbation("q1", query, GOLD, (Edit("passages", 0, 0, "A new tower."),))
    ids = json.dumps([passage.id for passage in query.passages or ()])
    edits = json.dumps([["passages", 0, 0, "A new tower.", "", "", False]])
    assert perturbation_of("q1", perturbation_document(made), edits, ids) == made


def test_an_index_of_its_own_is_no_empty_list_of_passages() -> None:
    own, none = WIRE.parts(OpenQuestion("Who?")), WIRE.parts(OpenQuestion("Who?", ()))
    assert own != none


def test_what_was_retrieved_is_kept_with_a_prediction() -> None:
    said = Prediction((Guess("Ada Thorn", 0.5),), 0.5, ("tower",), ("tower", "bridge"))
    assert decode(encode(said, OWN.query), OWN.query) == said


def test_a_prediction_that_retrieves_nothing_is_kept_as_before() -> None:
    assert encode(Prediction((Guess("Ada", None),), None), OWN.query) == b'\x02[[["Ada",null,null]],null,[]]'


def test_a_language_model_says_that_there_is_no_answer() -> None:
    left_open, said = WIRE.reply(GIVEN.query, Reply("No answer.")), WIRE.reply(GIVEN.query, Reply("Ada Thorn."))
    assert left_open is not None
    assert said is not None
    assert (left_open.guesses[0].answer, said.guesses[0].answer) == ("", "Ada Thorn")


def test_a_file_reads_back_with_its_variants(tmp_path: Path) -> None:
    changed = Perturbation("q1", NOTED, replace(GOLD, rejects=("Bob",)), ())
    given = Perturbation("q1", GIVEN.query, Gold((), False, GOLD.evidence_sets, passages=GOLD.passages), ())
    made = [Instance("q1-a", OWN, changed), Instance("q1-b", OWN, given)]
    whole = files.OpenQuestions("set", "f", (OWN,))
    files.write_adversarial(tmp_path / "set.jsonl", whole, made)
    read = files.read(tmp_path / "set.jsonl")
    assert [one.query for one in read] == [OWN.query, NOTED, GIVEN.query]
    assert [one.gold for one in read] == [GOLD, changed.gold, given.gold]
    assert list(read.instances) == made


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"id": "a", "question": "Who?", "answers": "Ada", "gold_passages": []}, "line 1: 'answers' is a text"),
        ({"id": "a", "question": "Who?", "answers": [], "gold_passages": [{"id": "p"}]}, "a passage has an 'id' and a"),
        (
            {"id": "a", "question": "Who?", "answers": ["x"], "gold_passages": [], "gold": [["p"]]},
            "'gold' names 'p', which is none of its 'gold_passages'",
        ),
        (
            {"id": "a", "question": "Who?", "answers": ["x"], "gold_passages": [], "original_id": "b"},
            "its original 'b' is not in the file",
        ),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: dict[str, object], said: str) -> None:
    (tmp_path / "set.jsonl").write_text(json.dumps(line))
    with pytest.raises(BadData, match=r"set\.jsonl: line 1") as told:
        files.read(tmp_path / "set.jsonl")
    assert said in str(told.value)


def test_an_id_that_stands_twice_is_named(tmp_path: Path) -> None:
    line = json.dumps({"id": "a", "question": "Who?", "answers": ["x"], "gold_passages": []})
    (tmp_path / "set.jsonl").write_text(f"{line}\n{line}\n")
    with pytest.raises(BadData, match=r"line 2: the id 'a' stands on line 1 already"):
        files.read(tmp_path / "set.jsonl")


def test_answers_read_back_with_what_was_retrieved(tmp_path: Path) -> None:
    said = {"q1": Prediction((Guess("Ada", 0.5),), 0.5, ("tower",), ("tower", "bridge"))}
    files.write_answers(tmp_path / "said.jsonl", said)
    assert files.read_answers(tmp_path / "said.jsonl", [OWN]) == said


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"id": "q1", "answer": None, "retrieved": []}], "line 1: 'answer' is null, not a text"),
        ([{"id": "q1", "answer": "Ada", "retrieved": "tower"}], "line 1: 'retrieved' is a text, not a list"),
        (
            [{"id": "q1", "answer": "Ada"}, {"id": "q1", "answer": "Bob"}],
            "line 2: the id 'q1' stands on line 1 already",
        ),
    ],
)
def test_a_wrong_line_of_answers_is_named(tmp_path: Path, rows: list[dict[str, object]], said: str) -> None:
    (tmp_path / "said.jsonl").write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(BadData) as told:
        files.read_answers(tmp_path / "said.jsonl", [OWN])
    assert f"said.jsonl: {said}" in str(told.value)


@pytest.mark.parametrize(
    ("query", "gold", "fault"),
    [
        (NOTED, GOLD, None),
        (replace(NOTED, text="Who made it?"), GOLD, "the question and its passages must not change together"),
        (replace(GIVEN.query, removed=("tower",)), GOLD, "passages are given, so that none can be added"),
        (NOTED, replace(GOLD, answers=(Answer("Bob"),)), "the right answers must stay as they are"),
        (NOTED, replace(GOLD, rejects=("Bob",)), None),
        (replace(NOTED, added=()), replace(GOLD, answers=(), answerable=False), None),
        (replace(NOTED, removed=()), replace(GOLD, answers=(), answerable=False), "passages that say the answer still"),
        (OpenQuestion("Who built the bridge?"), replace(GOLD, answers=(), answerable=False), None),
        (replace(NOTED, added=(Passage("a", " "),)), GOLD, "the passage 'a' is empty"),
        (replace(NOTED, added=(Passage("a", "x"), Passage("a", "y"))), GOLD, "two passages have one id"),
        (replace(NOTED, added=(Passage("a", "x" * 20_001),)), GOLD, "is longer than 20,000 characters"),
    ],
)
def test_a_change_keeps_to_the_constraints(query: OpenQuestion, gold: Gold, fault: str | None) -> None:
    made = Perturbation("q1", query, gold, ())
    said = [one for check in CONSTRAINTS if (one := check(OWN, made)) is not None]
    assert (said == []) if fault is None else (fault in said[0])


def test_given_passages_that_say_the_answer_may_not_stay_where_it_is_taken_away() -> None:
    none = replace(GOLD, answers=(), answerable=False)
    [kept, gone] = [Perturbation("q1", replace(GIVEN.query, passages=passages), none, ())
                    for passages in ((TOWER,), (BRIDGE,))]  # fmt: skip
    said = [[one for check in CONSTRAINTS if (one := check(GIVEN, made))] for made in (kept, gone)]
    assert [bool(one) for one in said] == [True, False]


def test_a_passage_is_named_by_its_id_or_by_its_words() -> None:
    assert is_among(TOWER, ["x", "tower"])
    assert is_among(TOWER, [f"Hill Tower. {TOWER.text} More of it."])
    assert is_among(TOWER, ["The tower on the hill was built by Ada Thorn"])
    assert not is_among(TOWER, ["on the hill was built"])  # less than half of it
    assert not is_among(TOWER, ["bridge"])


def test_two_passages_that_are_needed_together_are_retrieved_together() -> None:
    both = Gold((Answer("x"),), evidence_sets=(frozenset({"tower", "bridge"}),), passages=(TOWER, BRIDGE))
    assert [has_gold(both, named) for named in (["tower"], ["bridge", "x", "tower"])] == [False, True]
    either = replace(both, evidence_sets=(frozenset({"tower"}), frozenset({"bridge"})))
    assert has_gold(either, ["bridge"])
    assert gold_passages(either) == (TOWER,)


def test_what_was_given_was_retrieved() -> None:
    said = Prediction((), None, (), ("x",))
    assert retrieved(GIVEN.query, said) == ("bridge", "tower")
    assert retrieved(OWN.query, said) == ("x",)


@pytest.mark.parametrize(
    ("answer", "score"), [("Bob Reed", 0.0), ("It was Bob Reed.", 0.0), ("Ada Thorn, not Bob Reed", 1.0), ("", 1.0)]
)
def test_a_target_is_given_where_no_right_answer_stands_beside_it(answer: str, score: float) -> None:
    assert untargeted(replace(GOLD, rejects=("Bob Reed",)), answer) == score
    assert GOALS["target_given"].reached(score, 1.0) == (score == 0)


def test_questions_share_their_article_and_passage() -> None:
    assert groups(OWN)["article"] == "Hill Tower"
    assert groups(OWN)["passage"] == groups(GIVEN)["passage"]
    assert groups(Example("q", OpenQuestion("Who?"), Gold((), False))) == {}


def test_judges_see_what_was_put_in_before_the_gold_passages_that_stay() -> None:
    added = replace(OWN.query, added=(Passage("new", "Bob built the barn.", "Barn"),))
    seen = judgeable("j", OWN, Perturbation("q1", added, GOLD, ()), "")
    assert seen.text == f"Barn: Bob built the barn.\n\nHill Tower: {TOWER.text}"
    assert seen.asked == "“Who built the tower?” Is the right answer still “Ada Thorn” or “Thorn”?"
    assert judgeable("j", OWN, Perturbation("q1", NOTED, GOLD, ()), "").text == "A new tower."


def test_judges_of_what_was_taken_out_of_an_index_see_what_that_was() -> None:
    none = replace(GOLD, answers=(), answerable=False)
    seen = judgeable("j", OWN, Perturbation("q1", replace(OWN.query, removed=("tower",)), none, ()), "")
    assert seen.text == f"Hill Tower: {TOWER.text}"
    assert seen.asked.endswith("This was taken away. Does it say that the answer is “Ada Thorn” or “Thorn”?")


def test_the_goal_of_containment_is_told_by_containment() -> None:
    scoring = task_named("rag").scoring
    assert scoring.by_goal["answer_not_contained"] == "rag_contained"
    assert set(scoring.apart) == {"target_given", "answered_anyway"}


def test_a_set_of_no_passages_and_one_id_for_two_are_no_data(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    one = {"id": "q1", "question": "Who?", "answers": ["Ada"], "gold_passages": [{"id": "p", "text": "Ada."}]}
    path.write_text(json.dumps({**one, "gold": [[]]}))
    with pytest.raises(BadData, match="'gold' has an empty set of passages"):
        files.read(path)
    path.write_text(json.dumps({**one, "passages": [{"id": "p", "text": "Ada."}, {"id": "p", "text": "Bob."}]}))
    with pytest.raises(BadData, match="'passages' has two passages of the id 'p'"):
        files.read(path)


@pytest.mark.parametrize("key", ["gold_passages", "passages", "added"])
def test_a_passage_that_is_too_long_is_told_with_its_line_its_id_and_its_length(tmp_path: Path, key: str) -> None:
    path = tmp_path / "x.jsonl"
    one = {"id": "q1", "question": "Who?", "answers": ["Ada"], "gold_passages": [{"id": "p", "text": "a" * 20_000}]}
    two = {**one, "id": "q2", key: [{"id": "long", "text": "Ada. " * 1_800_000}]}
    path.write_text(f"{json.dumps(one)}\n{json.dumps(two)}")
    with pytest.raises(BadData) as told:
        files.read(path)
    assert str(told.value) == (
        f"{path}: line 2: in {key!r} the passage 'long' is longer than 20,000 characters (it has 9,000,000). Part it."
    )


@pytest.mark.parametrize(
    ("query", "passages"),
    [
        (replace(OWN.query, removed=("bridge",)), GOLD.passages),
        (replace(OWN.query, removed=("bridge",)), ()),
        (replace(OWN.query, removed=("tower",), added=(replace(TOWER, id="new"),)), GOLD.passages),
        (OpenQuestion(OWN.query.text, (replace(TOWER, id="new"),)), GOLD.passages),
    ],
)
def test_what_still_stands_was_not_taken_away(query: OpenQuestion, passages: tuple[Passage, ...]) -> None:
    example = replace(OWN, gold=replace(GOLD, passages=passages))
    made = Perturbation("q1", query, replace(example.gold, answers=(), answerable=False), ())
    assert "still stand" in str(broken(CONSTRAINTS, example, made))


def test_passages_that_are_given_in_an_order_stay_so_where_the_gold_ones_are_given() -> None:
    given = replace(OWN.query, passages=(TOWER,))
    ordered = OpenQuestion(OWN.query.text, (BRIDGE, TOWER))
    assert regiven(ordered, OWN.query, given) == ordered
    more = OpenQuestion(OWN.query.text, (BRIDGE, Passage("x", "A barn."), TOWER))
    before = OpenQuestion(OWN.query.text, (BRIDGE,))
    assert regiven(more, before, given).passages == (TOWER, Passage("x", "A barn."))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("q.jsonl", '{"question": "Who?", "answers": ["Ada"]}\n{"question": "When?", "answers": ["1903"]}\n'),
        ("q.json", '[{"question": "Who?", "answers": ["Ada"], "gold_passages": ["a"]}]'),
        ("q.csv", "question,answer\nWho built it?,Ada\nWhen did it open?,1903\n"),
    ],
)
def test_questions_without_passages_are_told_how_open_questions_are_written(
    name: str, content: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(BadData) as caught:
        load_dataset(str(tmp_path / name))
    assert (
        'Open questions, without a context, are read as JSON lines with "question" and "gold_passages" alone.'
        in str(caught.value)
    )


def test_a_line_that_is_cut_off_is_named_with_its_column(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text('{"question": "Who?", "answers": ["Ada"]\n')
    with pytest.raises(BadData, match=r"q\.jsonl: line 1 is not JSON \(column 40: Expecting ',' delimiter\)"):
        load_dataset(str(tmp_path / "q.jsonl"))


def test_an_attack_that_needs_words_says_so_of_passages_that_are_named_by_their_ids(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text('{"id": "q", "question": "Who built the mill?", "answers": ["Ada"], "gold_passages": ["mill"]}\n')
    with pytest.raises(BadOption, match="the data names its gold passages by their ids alone"):
        stumper.attack(file, victim=ByWords(), adversaries=["passage-conflict"], store=tmp_path / "s.db")


def test_an_evaluation_tells_recall_and_no_target_that_nobody_wants(tmp_path: Path) -> None:
    lands = files.OpenQuestions("lands", "lands-1", QUESTIONS)
    scores = {one.name: one for one in stumper.evaluate(lands, victim=ByWords(), store=tmp_path / "s.db").scores}
    assert (scores["rag_gold_retrieved"].value, scores["rag_gold_retrieved"].n) == (0.9, 40)
    assert "target_withheld" not in scores
    given = [replace(one, query=replace(one.query, passages=one.gold.passages)) for one in QUESTIONS]  # type: ignore[arg-type]
    told = stumper.evaluate(files.OpenQuestions("given", "g", tuple(given)), victim=ByWords(), store=tmp_path / "s.db")
    assert "rag_gold_retrieved" not in {one.name for one in told.scores}


def test_an_evaluation_tells_apart_who_abstains_rightly_and_who_wrongly(tmp_path: Path) -> None:
    none = Gold((), False)
    half = [replace(one, gold=none) if place % 2 else one for place, one in enumerate(QUESTIONS)]
    for name, some, told in (
        ("both", half, {"rag_abstains_answerable": (0.0, 20), "rag_abstains_unanswerable": (1.0, 20)}),
        ("with", QUESTIONS, {"rag_abstains": (0.5, 40)}),
        ("without", half[1::2], {"rag_abstains_unanswerable": (1.0, 20)}),
    ):
        lands = files.OpenQuestions(name, name, tuple(some))
        scores = stumper.evaluate(lands, victim=OfEven(), store=tmp_path / f"{name}.db").scores
        assert {one.name: (one.value, one.n) for one in scores if "abstains" in one.name} == told
        assert all(one.signature.startswith(one.name) for one in scores)


class OfEven:
    """Answers questions about even lands alone, in a word."""

    fingerprint = "of-even-1"
    tasks = ("rag",)

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        lands = [int(query.text.strip("?").split()[-1]) for query in queries if isinstance(query, OpenQuestion)]
        return [Prediction((Guess("" if land % 2 else "town", None),), None) for land in lands]


def test_scores_of_several_files_say_which_each_is_of() -> None:
    one = Score("rag_f1", "original", "by words", None, 1.0, 0.9, 1.0, 8, "")
    assert scores_table([one, one], ["q.jsonl", "oracle:q.jsonl"]).columns[0].header == "data set"
    assert scores_table([one, one], ["q.jsonl", "q.jsonl"]).columns[0].header == "victim"
