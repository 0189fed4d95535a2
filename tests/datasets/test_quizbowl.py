"""QANTA's JSON: read, written, with the variants of an adversarial set; the bundled tossups by their folds."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from stumper.datasets import files
from stumper.datasets.originals import originals, variants_by_original
from stumper.errors import BadData, BadOption
from stumper.loading import load_dataset
from stumper.tasks.quizbowl import files as quizbowl
from stumper.tasks.quizbowl.answers.lines import read_answer_line
from stumper.tasks.quizbowl.answers.matching import match_answer
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Answer, Edit, Example, Gold, Instance, Making, Perturbation

TEXT = "This author left (*) Dublin. For 10 points, name this author of Ulysses."
NODE = {
    "qanta_id": 7,
    "text": TEXT,
    "answer": "James Joyce [or Joyce; do not accept Joyce Carol Oates]",
    "page": "James_Joyce",
    "category": "Literature",
    "subcategory": "",
    "tournament": "Dublin Open",
    "year": 2015,
    "fold": "guessdev",
    "tokenizations": [[0, 28], [29, 72]],
}


def written(path: Path, document: object) -> Path:
    path.write_text(json.dumps(document))
    return path


@pytest.mark.parametrize("document", [[NODE], {"version": "1.0", "questions": [NODE]}], ids=["list", "object"])
def test_a_file_is_recognised_and_read(tmp_path: Path, document: object) -> None:
    path = written(tmp_path / "dev.json", document)
    dataset = files.open_dataset(path)
    assert isinstance(dataset, Quizbowl)
    assert (files.task_of_file(path).name, dataset.name, len(dataset)) == ("quizbowl", "dev", 1)
    [example] = dataset
    assert example.id == "7"
    assert example.query.text == "This author left Dublin. For 10 points, name this author of Ulysses."
    assert example.gold == Gold((Answer("James Joyce"), Answer("Joyce")), rejects=("Joyce Carol Oates",))
    details = dataset.details["7"]
    assert (details.page, details.year, details.fold, details.power) == ("James Joyce", 2015, "guessdev", 16)


def test_the_page_is_the_canonical_answer_and_a_missing_one_is_none(tmp_path: Path) -> None:
    nodes = [NODE | {"page": "Joyce_(author)"}, NODE | {"qanta_id": 8, "page": "None"}]
    first, second = quizbowl.read(written(tmp_path / "a.json", nodes))
    assert first.gold.answers[0].text == "Joyce (author)"
    assert second.gold.answers[0].text == "James Joyce"


def test_the_files_own_sentences_are_kept(tmp_path: Path) -> None:
    text = "It is No. 5 in B. minor. Name it."
    node = NODE | {"text": text, "tokenizations": [[0, 24], [25, 33]]}
    dataset = quizbowl.read(written(tmp_path / "a.json", [node]))
    assert dataset.details["7"].sentences == ((0, 24), (25, 33))


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    dataset = quizbowl.read(written(tmp_path / "a.json", [NODE, NODE | {"qanta_id": 8}]))
    quizbowl.write(tmp_path / "b.json", dataset)
    again = quizbowl.read(tmp_path / "b.json")
    assert (again.examples, again.details) == (dataset.examples, dataset.details)


def test_tossups_made_by_hand_are_written_with_an_answer_line(tmp_path: Path) -> None:
    gold = Gold((Answer("Paris"), Answer("Lutetia")), prompts=("France",))
    dataset = Quizbowl("mine", "", (Example("x", Tossup("This city burned. Name it."), gold),))
    quizbowl.write(tmp_path / "b.json.gz", dataset)
    assert quizbowl.read(tmp_path / "b.json.gz").examples == dataset.examples


def test_an_adversarial_set_reads_back_with_its_instances(tmp_path: Path) -> None:
    dataset = quizbowl.read(written(tmp_path / "a.json", [NODE, NODE | {"qanta_id": 8}]))
    original = dataset.examples[0]
    edits = (Edit("tossup", 5, 11, "writer", "synonym", "author"),)
    changed = Tossup(original.query.text.replace("author", "writer", 1))
    instance = Instance("7-synonym", original, Perturbation("7", changed, original.gold, edits))
    made = Making("tossup-synonym", (), "ir", {"8": "no clue can be said otherwise so"})
    quizbowl.write_adversarial(tmp_path / "adversarial.json", replace(dataset, made=made), [instance])
    again = quizbowl.read(tmp_path / "adversarial.json")
    assert (again.instances, again.made) == ((instance,), made)
    assert originals(again) == dataset.examples
    assert [e.id for e in variants_by_original(again)["7"]] == ["7-synonym"]
    assert again.details["7-synonym"].power is None
    assert again.details["7"] == dataset.details["7"]


def test_a_variants_id_may_be_anything_where_it_names_its_original(tmp_path: Path) -> None:
    variant = NODE | {"qanta_id": 900, "text": "This writer left. Name him.", "original_id": 7, "tokenizations": None}
    dataset = quizbowl.read(written(tmp_path / "a.json", [NODE, variant]))
    [instance] = dataset.instances
    assert (instance.id, instance.example.id, instance.perturbation.edits[0].field) == ("900", "7", "tossup")
    assert [example.id for example in originals(dataset)] == ["7"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"text": ""}, r"question '7' \(questions\[0\]\): the question has no text"),
        ({"text": "Ulysses"}, "the question is a single word, 'Ulysses'"),
        ({"text": 5}, "has a whole number as 'text'. Write a text there"),
        ({"answer": "[accept Joyce]"}, "'\\[accept Joyce\\]' has no main answer"),
        ({"answer": "", "page": ""}, "neither an answer line"),
        ({"year": "2015"}, "has a text as 'year'. Write a whole number there"),
        ({"qanta_id": None}, r"questions\[0\] has no 'qanta_id'"),
        ({"text": "This has no mark. Name it.", "tokenizations": [[5, 2]]}, r"the tokenization \[5, 2\] is not"),
    ],
)
def test_what_is_wrong_is_said_with_the_question(tmp_path: Path, change: dict[str, object], problem: str) -> None:
    path = written(tmp_path / "a.json", [NODE | change])
    with pytest.raises(BadData, match=problem) as raised:
        quizbowl.read(path)
    assert str(raised.value).startswith(f"{path}: ")


def test_an_id_that_occurs_twice_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"the id '7' is that of questions\[0\] and questions\[1\]"):
        quizbowl.read(written(tmp_path / "a.json", [NODE, NODE]))


def test_a_file_without_questions_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="there are no questions in the file"):
        quizbowl.read(written(tmp_path / "a.json", {"questions": []}))


def test_a_tossup_needs_no_for_ten_points(tmp_path: Path) -> None:
    assert (
        len(quizbowl.read(written(tmp_path / "a.json", [NODE | {"text": "This city burned", "tokenizations": []}])))
        == 1
    )


def test_the_bundled_set_is_evaluated_on_the_fold_that_nothing_was_fitted_on() -> None:
    dataset = load_dataset("quizbowl")
    assert isinstance(dataset, Quizbowl)
    assert {dataset.details[example.id].fold for example in dataset} == {"guessdev"}
    train, everything = quizbowl.bundled("guesstrain"), quizbowl.bundled("all")
    assert {example.id for example in train}.isdisjoint(example.id for example in dataset)
    assert len(everything) == len(dataset) + len(train)
    assert len({dataset.fingerprint, train.fingerprint, everything.fingerprint}) == 3


def test_an_unknown_fold_is_said_with_those_that_there_are() -> None:
    with pytest.raises(BadOption, match=r"no fold 'dev'\. Name one of guesstrain, guessdev, all"):
        load_dataset("quizbowl:dev")


def test_every_bundled_page_is_accepted_by_its_own_line() -> None:
    dataset = quizbowl.bundled("all")
    golds = [(example.gold, dataset.details[example.id]) for example in dataset]
    assert [details.page for gold, details in golds if match_answer(gold, details.page) != "accept"] == []


def test_development_questions_read_whole(shared: Path) -> None:
    dataset = quizbowl.read(shared / "quizbowl" / "qanta-guessdev.json.gz")
    assert len(dataset) == 1_129
    assert sum(details.power is not None for details in dataset.details.values()) == 316


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (
            '{"id": "1", "guesses": ["Joyce"]}\n{"id": "2", "guesses": []}\n',
            "this is a file of guesses at tossups, not a data set",
        ),
        ('{"data": []}', "it holds no tossups. Name a file of QANTA|no questions"),
        ('{"questions": []}', "no questions|no tossup"),
        ('{"questions": [{"qanta_id": 1, "text": "a b"', "cut off"),
        (
            '{"questions": [{"qanta_id": 1, "text": "He wrote.", "answer": "Joyce", "power": 99999}]}',
            "'power' is 99999, ",
        ),
    ],
)
@pytest.mark.parametrize("reads", [quizbowl.read, files.open_dataset])
def test_what_is_wrong_with_a_file_is_said(
    tmp_path: Path, content: str, says: str, reads: Callable[[Path], object]
) -> None:
    path = tmp_path / "p.json"
    path.write_text(content)
    with pytest.raises(BadData, match=says):
        reads(path)


def test_an_answer_line_of_many_slashes_is_read_at_once() -> None:
    line = " ".join(["/".join("abcdefghijk")] * 7)
    assert len(read_answer_line(line).answers) < 5
