"""What verifiers are trained on says what it should of its evidence."""

import gzip
import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from stumper.errors import BadOption
from stumper.tasks.verification.claim import LABELS
from stumper.types import Passage
from stumper.victims import ledger
from stumper.victims.graphs import shipped

SCRIPTS = Path(__file__).parents[2] / "training"
TEXT = "Ottilie Brandt designed the Harrow bridge in 1904. It was painted green. The mill is older than both."


@pytest.fixture(scope="module")
def scripts() -> Iterator[dict[str, ModuleType]]:
    names = ("claims", "verifying_data", "deciding", "measuring")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SCRIPTS)
        yield {name: import_module(name) for name in names}
        for name in names:
            del sys.modules[name]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    asked = [
        ("Who designed the Harrow bridge?", "Ottilie Brandt"),
        ("When was the Harrow bridge designed?", "1904"),
        ("What color was the Harrow bridge painted?", "green"),
    ]
    qas = [
        {"id": str(i), "question": question, "answers": [{"text": answer, "answer_start": TEXT.index(answer)}]}
        for i, (question, answer) in enumerate(asked)
    ]
    file = tmp_path / "squadshifts-mill.json.gz"
    with gzip.open(file, "wt", encoding="utf-8") as out:
        json.dump({"data": [{"title": "", "paragraphs": [{"context": TEXT, "qas": qas}]}]}, out)
    return file


def test_claim_with_the_answer_is_true_of_its_sentence(scripts: dict[str, ModuleType], questions: Path) -> None:
    askings = list(scripts["claims"].read_askings(questions))
    made = [one for seed in range(4) for one in scripts["claims"].claims(askings, Random(seed))]
    first = TEXT.partition(". ")[0] + "."
    supported = [one for one in made if one.label == "SUPPORTS" and " not " not in one.claim]
    assert ("Ottilie Brandt designed the Harrow bridge.", first) in [(one.claim, one.evidence) for one in supported]
    assert all("1904" in one.evidence or "green" in one.evidence for one in supported)


def test_claim_of_another_sentence_is_left_open_and_a_computed_year_is_false(
    scripts: dict[str, ModuleType], questions: Path
) -> None:
    askings = list(scripts["claims"].read_askings(questions))
    made = [one for seed in range(8) for one in scripts["claims"].claims(askings, Random(seed))]
    for one in made:
        holds_answer = any(answer in one.evidence for answer in ("1904", "green"))
        if one.label == "NOT ENOUGH INFO" and "designed" in one.claim:
            assert "designed" not in one.evidence
        if one.label == "REFUTES" and " not " not in one.claim:
            assert holds_answer
    assert {"1879", "1864", "1934", "1844"} & {word.strip(".") for one in made for word in one.claim.split()}


def test_epoch_shows_each_claim_once_with_gold_or_retrieved_evidence(scripts: dict[str, ModuleType]) -> None:
    data = scripts["verifying_data"]
    gold = Passage("Velm:0", "The Velm is a river.", "Velm")
    found = tuple(Passage(f"Harrow:{line}", f"Sentence {line}.", "Harrow") for line in range(5))
    known = [data.Known("The Velm is a river.", 0, gold, found), data.Known("The Velm is deep.", 2, None, found)]
    epochs = [data.drawn(known, Random(seed), 0.5) for seed in range(60)]
    assert {tuple(LABELS[one.label] for one in epoch) for epoch in epochs} == {("SUPPORTS", "NOT ENOUGH INFO")}
    supported = [epoch[0].claim.evidence for epoch in epochs]
    assert all(any(passage.text == gold.text for passage in shown) for shown in supported)
    assert {len(shown) for shown in supported} == {1, 2, 3, 5}
    assert {shown[0].title for shown in supported if len(shown) == 1} == {"Velm", ""}
    assert {len(epoch[1].claim.evidence) for epoch in epochs} >= {1, 2, 3, 5}


def test_sentence_that_a_joined_text_gives_away_is_found(scripts: dict[str, ModuleType], tmp_path: Path) -> None:
    known = {"page": "Velm", "line": 0, "text": "The Velm is a river ."}
    claim = {"id": 1, "label": "SUPPORTS", "claim": "The Velm is wide.",
             "evidence": [[[1, 1, "Velm", 0], [1, 1, "Harrow", 3]]],
             "evidence_text": "Harrow lies on it . The Velm is a river ."}  # fmt: skip
    for name, rows in (("evidence-sentences", [known]), ("fever-mill", [claim])):
        with gzip.open(tmp_path / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    found = {s.id: s.text for page in scripts["verifying_data"].pages(tmp_path, "mill") for s in page.sentences}
    assert found == {"Velm:0": "The Velm is a river .", "Harrow:3": "Harrow lies on it ."}


def test_sentences_that_were_found_are_kept_for_these_data_and_this_search_alone(
    scripts: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, kept = scripts["verifying_data"], tmp_path / "kept"
    kept.mkdir()

    def found(said: str) -> list[str]:
        claim = {"id": 1, "label": "SUPPORTS", "claim": said, "evidence": [[[1, 1, "Velm", 0]]],
                 "evidence_text": "The Velm is a river ."}  # fmt: skip
        known = [
            {"page": "Velm", "line": n, "text": text} for n, text in enumerate(("The Velm is a river .", "Wide ."))
        ]
        for name, rows in (("evidence-sentences", known), ("fever-paper-test", [claim])):
            # The time of a file would be in its bytes.
            with gzip.GzipFile(tmp_path / f"{name}.jsonl.gz", "w", mtime=0) as file:
                file.writelines((json.dumps(row) + "\n").encode() for row in rows)
        return [one.text for one in data.read_sighted(tmp_path, kept)]

    assert found("The Velm is a river.") == ["The Velm is a river."]
    assert found("The Velm is wide.") == ["The Velm is wide."]
    assert found("The Velm is a river.") == ["The Velm is a river."]
    assert len(list(kept.iterdir())) == 2
    monkeypatch.setattr(data, "SEARCH", (0, 0))
    assert found("The Velm is a river.") == ["The Velm is a river."]
    assert len(list(kept.iterdir())) == 3


def write_split(folder: Path, texts: dict[str, str], claims: list[tuple[int, str, str, str | None]]) -> None:
    """The folder has the pages, paper test with the claims by id, label, text and page, and a variant of claim 1."""
    rows = [
        {"id": id, "label": label, "claim": said, "evidence": [[[1, 1, page, 0 if page else None]]]}
        | ({"evidence_text": texts[page]} if page else {})
        for id, label, said, page in claims
    ]
    known = [{"page": page, "line": 0, "text": text} for page, text in texts.items()]
    variants = [{"id": 9, "original_id": 1}]
    for name, written in (("evidence-sentences", known), ("fever-paper-test", rows), ("variants", variants)):
        with gzip.open(folder / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in written)


TEXTS = {"Velm": "The Velm is a river .", "Harrow": "Harrow is a town ."}


def test_what_is_left_out_takes_along_all_that_tells_of_its_pages(
    scripts: dict[str, ModuleType], tmp_path: Path
) -> None:
    data, folder = scripts["verifying_data"], tmp_path / "verification"
    folder.mkdir()
    told: list[tuple[int, str, str, str | None]] = [
        (1, "SUPPORTS", "The Velm is a river.", "Velm"),
        (2, "REFUTES", "The Velm is a lake.", "Velm"),
        (3, "NOT ENOUGH INFO", "The Velm is a deep river.", None),
        (4, "SUPPORTS", "Harrow is a town.", "Harrow"),
        (5, "NOT ENOUGH INFO", "Harrow is a rich town.", None),
    ]
    write_split(folder, TEXTS, told)
    away = data.apart(folder, folder / "variants.jsonl.gz")
    assert (away.claims, away.pages) == ({"1", "2", "3"}, {"Velm"})
    every, rest = data.read_sighted(folder, tmp_path), data.read_sighted(folder, tmp_path, away)
    assert ([one.id for one in every], [one.id for one in rest]) == (["1", "2", "3", "4", "5"], ["4", "5"])
    assert {passage.title for one in rest for passage in (*one.gold, *one.others)} == {"Harrow"}
    assert [one.text for one in data.read_known(folder, "paper-test", away)] == [said for _, _, said, _ in told[3:]]


def test_what_begins_with_the_title_of_a_page_tells_of_it_whatever_its_evidence(
    scripts: dict[str, ModuleType], tmp_path: Path
) -> None:
    data, gotham = scripts["verifying_data"], "The_Gotham_-LRB-film-RRB-"
    told: list[tuple[int, str, str, str | None]] = [
        (1, "NOT ENOUGH INFO", "Gotham (2014) is a river.", None),
        (2, "NOT ENOUGH INFO", "A Gotham's town is rich.", None),
        (3, "NOT ENOUGH INFO", "This town is near Gotham.", None),
        (4, "SUPPORTS", "The Velm is a river.", "Velm"),
        (5, "SUPPORTS", "Harrow is a town.", "Harrow"),
    ]
    write_split(tmp_path, TEXTS | {gotham: "It is old ."}, told)
    away = data.apart(tmp_path, tmp_path / "variants.jsonl.gz")
    assert (away.claims, away.pages) == ({"1", "2", "4"}, {"Velm", gotham})
    assert data.told_pages(tmp_path)["3"] == {"Harrow"}


def test_a_beginning_that_has_learned_what_is_left_out_is_refused(
    scripts: dict[str, ModuleType], tmp_path: Path
) -> None:
    data, begin = scripts["verifying_data"], tmp_path / "esim.onnx"
    write_split(tmp_path, TEXTS, [(1, "SUPPORTS", "The Velm is a river.", "Velm"),
                                  (2, "SUPPORTS", "Harrow is a town.", "Harrow")])  # fmt: skip
    away = data.apart(tmp_path, tmp_path / "variants.jsonl.gz")
    with pytest.raises(BadOption, match="is no ledger"):
        data.check_beginning(begin, tmp_path, away)
    left_out, kept = data.read_claims(tmp_path, "paper-test")
    ledger.write(begin, ledger.ledger({"fever": [kept]}))
    data.check_beginning(begin, tmp_path, away)
    ledger.write(begin, ledger.ledger({}, [left_out.query]))
    with pytest.raises(BadOption, match="has learned claim 1, which --without leaves out"):
        data.check_beginning(begin, tmp_path, away)


def test_the_esim_that_ships_has_learned_the_papers_own_claims(scripts: dict[str, ModuleType], shared: Path) -> None:
    data, folder = scripts["verifying_data"], shared / "verification"
    with gzip.open(folder / "published-rules-half.jsonl.gz", "rt", encoding="utf-8") as file:
        originals = frozenset(str(json.loads(line)["original_id"]) for line in file)
    with pytest.raises(BadOption, match="has learned claim"):
        data.check_beginning(shipped() / "esim.onnx", folder, data.Apart(originals))


def test_claims_that_were_made_are_read_back_alone_or_among_others(
    scripts: dict[str, ModuleType], tmp_path: Path
) -> None:
    data, file = scripts["verifying_data"], tmp_path / "made.jsonl"
    around = ["The mill of Harrow is old.", "A mill stands in Harrow.", "It has two wheels."]
    rows = [{"claim": f"It is {n}.", "evidence": "It is 1.", "around": around, "label": LABELS[n]} for n in range(3)]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    found = data.read_made(file, 2)
    assert [(one.text, one.label) for one in found] == [("It is 0.", 0), ("It is 1.", 1)]
    assert [passage.text for passage in data.alone(found[0]).claim.evidence] == ["It is 1."]
    shown = [data.among_others(found[0], Random(seed)).claim.evidence for seed in range(40)]
    assert {len(passages) for passages in shown} == {2, 3, 4}
    assert all("It is 1." in [passage.text for passage in passages] for passages in shown)
    assert {passages[0].title for passages in shown} == {"Harrow", ""}
    assert all(len({passage.title for passage in passages}) == 1 for passages in shown)


def test_threshold_is_chosen_on_as_many_claims_of_each_label_and_open_ones_have_no_evidence(
    scripts: dict[str, ModuleType], tmp_path: Path
) -> None:
    texts = [TEXT.replace("Harrow", name) for name in ("Harrow", "Velm", "Orne", "Tarn", "Wick", "Lorn")]
    paragraphs = [
        {"context": text, "qas": [{"id": f"q{n}", "question": "When was the bridge designed?",
                                   "answers": [{"text": "1904", "answer_start": text.index("1904")}]}]}
        for n, text in enumerate(texts)
    ]  # fmt: skip
    file = tmp_path / "squadshifts-mill.json.gz"
    with gzip.open(file, "wt", encoding="utf-8") as out:
        json.dump({"data": [{"title": "", "paragraphs": paragraphs}]}, out)
    found = scripts["deciding"].open_claims(scripts["claims"].read_askings(file), "mill")
    assert sorted(one.label for one in found) == sorted(LABELS * 2)
    for one in found:
        assert any("1904" in sentence for sentence in one.page) == (one.label != "NOT ENOUGH INFO")
    assert len({one.page for one in found if one.label != "NOT ENOUGH INFO"}) == 4


def test_chosen_threshold_is_the_smaller_of_two_that_are_alike(scripts: dict[str, ModuleType]) -> None:
    assert scripts["deciding"].chosen({0.0: 0.5, 2.0: 0.7, 1.5: 0.7, 3.0: 0.6}) == 1.5


def test_page_of_a_claim_is_read_by_its_best_sentences(scripts: dict[str, ModuleType]) -> None:
    page = tuple(f"The mill of Harrow has {number} wheels." for number in range(9))
    claims = [scripts["deciding"].Open("The mill of Harrow has 7 wheels.", "SUPPORTS", page),
              scripts["deciding"].Open("Nothing alike.", "REFUTES", ("It is green.", "It is old."))]  # fmt: skip
    [found, other] = scripts["deciding"].retrieved(claims, "bm25")
    assert len(found) == 5
    assert found[0].text == page[7]
    assert {passage.title for passage in found} == {""}
    assert [passage.text for passage in other] == ["It is green.", "It is old."]
