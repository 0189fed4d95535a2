"""The treebank of our own is made of trees, the same for the same seed; names are read from treebanks as names."""

import csv
import gzip
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

TRAINING = Path(__file__).parents[2] / "training"


@pytest.fixture(scope="module")
def questions() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TRAINING)
        return import_module("questions")


@pytest.fixture(scope="module")
def treebanks() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TRAINING)
        return import_module("treebanks")


def is_tree(heads: list[int]) -> bool:
    """Whether every path upwards ends at one root."""
    ends = []
    for at in range(len(heads)):
        for _ in heads:
            at = heads[at]
        ends.append(at)
    return len({end for end in ends if heads[end] == end}) == 1 and all(heads[end] == end for end in ends)


def test_every_question_is_a_tree_and_its_words_have_tags(questions: ModuleType) -> None:
    grown = questions.sentences(len(questions.QUESTIONS), seed=3)
    assert all(is_tree([node.head for node in sentence]) for sentence in grown)
    assert all(node.form and node.tag.isascii() and node.relation for sentence in grown for node in sentence)


def test_the_same_seed_grows_the_same_questions(questions: ModuleType) -> None:
    assert questions.sentences(20, seed=1) == questions.sentences(20, seed=1)
    assert questions.sentences(20, seed=1) != questions.sentences(20, seed=2)


def test_questions_are_many_patterns_and_those_kept_apart_are_trees(questions: ModuleType) -> None:
    assert len(set(questions.QUESTIONS)) > 250
    rows = (TRAINING / "questions-test.txt").read_text(encoding="utf-8").splitlines()
    apart = [questions.written(row) for row in rows]
    assert len(apart) >= 60
    assert all(is_tree([node.head for node in sentence]) for sentence in apart)


def test_a_question_comes_back_from_its_ten_columns(questions: ModuleType, treebanks: ModuleType) -> None:
    row = "Who/WP/nsubj>2 saw/VBD Ann/NNP/obj>2 ?/./punct>2"
    [sentence] = treebanks.conllu(iter(questions.conllu(questions.written(row)).splitlines(True)))
    assert sentence.words == ("Who", "saw", "Ann", "?")
    assert sentence.heads == (1, 1, 1, 1)
    assert sentence.relations == ("nsubj", "root", "obj", "punct")
    assert sentence.names == ()


def test_mentions_are_cut_to_the_names_in_them(treebanks: ModuleType, tmp_path: Path) -> None:
    words = [
        ("The", "DT", 2, "det", "Entity=(1-place-new"), ("City", "NNP", 6, "nsubj", "_"), ("of", "IN", 4, "case", "_"),
        ("Bath", "NNP", 2, "nmod", "Entity=(2-place-new)1)"), ("never", "RB", 6, "advmod", "_"),
        ("slept", "VBD", 0, "root", "_"), ("a", "DT", 8, "det", "Entity=(3-person-new"),
        ("king", "NN", 6, "obj", "Entity=3)"),
    ]  # fmt: skip
    rows = [f"{i}\t{w}\t_\t_\t{t}\t_\t{h}\t{r}\t_\t{e}\n" for i, (w, t, h, r, e) in enumerate(words, start=1)]
    with gzip.open(tmp_path / "gum-dev.conllu.gz", "wt", encoding="utf-8") as file:
        file.write("# newdoc id = one\n" + "".join(rows) + "\n")
    [sentence] = treebanks.gum(tmp_path, "dev", table=table(tmp_path, one="yes"))
    assert sentence.names == ((1, 3, "PLACE"),)


def table(folder: Path, **permitted: str) -> Path:
    """A table of documents and whether they may be learned from."""
    path = folder / "gum-documents.tsv"
    path.write_text("document\tpermitted\n" + "".join(f"{name}\t{said}\n" for name, said in permitted.items()))
    return path


def two_documents(folder: Path) -> None:
    with gzip.open(folder / "gum-train.conllu.gz", "wt", encoding="utf-8") as file:
        for name in ("open", "closed"):
            file.write(f"# newdoc id = {name}\n1\t{name}\t_\t_\tJJ\t_\t0\troot\t_\t_\n\n")


def test_a_document_that_may_not_be_learned_from_is_given_for_evaluation_only(
    treebanks: ModuleType, tmp_path: Path
) -> None:
    two_documents(tmp_path)
    terms = table(tmp_path, open="yes", closed="no")
    assert [s.words for s in treebanks.gum(tmp_path, "train", table=terms)] == [("open",)]
    every = treebanks.gum(tmp_path, "train", every=True, table=terms)
    assert [s.words for s in every] == [("open",), ("closed",)]


def test_a_document_whose_terms_nobody_looked_up_is_refused(treebanks: ModuleType, tmp_path: Path) -> None:
    two_documents(tmp_path)
    for every in (False, True):
        with pytest.raises(ValueError, match=r"closed has no row in gum-documents\.tsv"):
            treebanks.gum(tmp_path, "train", every=every, table=table(tmp_path, open="yes"))


def test_no_document_under_terms_against_commerce_or_derived_works_is_permitted() -> None:
    with (TRAINING / "gum-documents.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    assert len({row["document"] for row in rows}) == len(rows) == 138
    free = {"CC BY 2.5", "CC BY 3.0", "CC BY 4.0", "CC BY-SA 3.0", "public domain"}
    assert {row["licence"] for row in rows if row["permitted"] == "yes"} == free
    refused = [row for row in rows if row["permitted"] != "yes"]
    assert {row["permitted"] for row in refused} == {"no"}
    assert all(row["reason"] for row in refused)
    assert all(row["stated"] and row["source"] for row in rows)


def test_the_table_tells_of_every_document_of_the_treebank(treebanks: ModuleType, shared: Path) -> None:
    language = shared / "language"
    found = {part: treebanks.gum(language, part, every=True) for part in ("train", "dev", "test")}
    named = {s.document.partition("=")[2].strip() for sentences in found.values() for s in sentences}
    assert named == set(treebanks.gum_permitted())
    learned = {part: treebanks.gum(language, part) for part in ("train", "dev")}
    assert {part: len(sentences) for part, sentences in learned.items()} == {"train": 3491, "dev": 402}
    assert not any("GUM_court_" in s.document for sentences in learned.values() for s in sentences)
