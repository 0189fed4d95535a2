"""FEVER's files: read, refused with a clear sentence, written, read back."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stumper.datasets.originals import originals, originals_of
from stumper.datasets.wiki_pages import bundled_pages
from stumper.errors import BadData, BadOption, BadOutput, StumperError
from stumper.evidence_settings import oracle
from stumper.identity import file_fingerprint
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.tasks.verification.evidence import is_verifiable, sentence_ids
from stumper.tasks.verification.fever import (
    Fever,
    bundled,
    read,
    read_predictions,
    write,
    write_adversarial,
    write_predictions,
)
from stumper.types import (
    CLOSED_WORLD,
    Answer,
    Edit,
    Example,
    Gold,
    Guess,
    Instance,
    Making,
    Passage,
    Perturbation,
    Prediction,
)

Row = dict[str, Any]


def row(**values: Any) -> Row:
    """A line with what is given changed, and without what is given as ``...``."""
    line = {
        "id": 7,
        "verifiable": "VERIFIABLE",
        "label": "SUPPORTS",
        "claim": "The fox has a den.",
        "evidence": [[[1, 2, "Fox_-LRB-animal-RRB-", 4]]],
    }
    return {key: value for key, value in (line | values).items() if value is not ...}


def saved(path: Path, *rows: Row | str) -> Path:
    lines = [value if isinstance(value, str) else json.dumps(value) for value in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def gold(label: str, *evidence_sets: frozenset[str]) -> Gold:
    return Gold((Answer(label),), evidence_sets=evidence_sets)


FOX = Example("7", Claim("The fox has a den."), gold("SUPPORTS", frozenset({"Fox_-LRB-animal-RRB-:4"})))
OWL = Example("o-1", Claim("The owl flies at noon."), gold("REFUTES", frozenset({"Owl:2", "Noon:0"})))
CAT = Example("9", Claim("The cat has a hat."), gold("NOT ENOUGH INFO"))


def test_a_claim_is_read_with_its_label_and_evidence(tmp_path: Path) -> None:
    path = saved(tmp_path / "claims.jsonl", row())
    fever = read(path)
    assert fever.examples == tuple(fever) == (FOX,)
    assert (fever.name, fever.fingerprint, len(fever)) == ("claims", file_fingerprint(path), 1)
    assert fever.instances == ()


def test_sets_that_differ_by_annotator_alone_are_one(tmp_path: Path) -> None:
    sets = [[[1, 2, "A", 0], [1, 2, "B:b", 1]], [[3, 4, "B:b", 1], [3, 4, "A", 0]], [[5, 6, "A", 0]]]
    [example] = read(saved(tmp_path / "c.jsonl", row(evidence=sets)))
    assert example.gold.evidence_sets == (frozenset({"A:0", "B:b:1"}), frozenset({"A:0"}))


@pytest.mark.parametrize("text", ["not enough info", "NOT_ENOUGH_INFO", " Not  Enough Info ", "not-enough-info"])
def test_labels_are_read_in_any_case(tmp_path: Path, text: str) -> None:
    [example] = read(saved(tmp_path / "c.jsonl", row(label=text)))
    assert example.gold == gold("NOT ENOUGH INFO")


@pytest.mark.parametrize("evidence", [..., None, [], [[]], [[[1, None, None, None]]]])
def test_evidence_may_be_absent(tmp_path: Path, evidence: object) -> None:
    assert read(saved(tmp_path / "c.jsonl", row(evidence=evidence))).examples[0].gold == gold("SUPPORTS")


def test_ids_may_be_texts(tmp_path: Path) -> None:
    assert [e.id for e in read(saved(tmp_path / "c.jsonl", row(id="x-1"), row(id=0)))] == ["x-1", "0"]


def test_compressed_files_blank_lines_and_other_line_breaks_are_read(tmp_path: Path) -> None:
    broken = json.dumps(row(claim="A\u2028b."), ensure_ascii=False)
    text = f"\ufeff{broken}\r\n\n  \n{json.dumps(row(id=8))}"
    (tmp_path / "claims.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    fever = read(tmp_path / "claims.jsonl.gz")
    assert ([example.query.text for example in fever], fever.name) == (["A\u2028b.", FOX.query.text], "claims")


WRONG: list[tuple[tuple[Row | str, ...], str]] = [
    ((row(), '{"id": 8, "claim": '), "line 2 is not JSON .column 20"),
    ((row(), "", "nonsense"), "line 3 is not JSON"),
    (("[1]",), "line 1 is a list, not an object"),
    (("[" * 100_000,), "line 1 holds JSON that is no data"),
    (('{"id": ' + "9" * 5000 + "}",), "line 1 holds JSON that is no data"),
    ((row(), row(id=8, label="MAYBE")), "line 2: there is no label 'MAYBE'; there are SUPPORTS, REFUTES, NOT ENOUGH"),
    ((row(label="HALF TRUE"),), r'"labels": \["HALF TRUE", \.\.\.\]\.$'),
    ((row(label="HALF TRUE", evidence=...),), r"Or have it read as rows.*--map claim=claim,label=label\)?\.$"),
    ((row(label="supported"),), "there is no label 'supported'.*Correct 'label': write SUPPORTS.$"),
    ((row(label=False),), "there is no label 'false'.*Correct 'label': write REFUTES.$"),
    ((row(label=...),), "line 1 has no 'label'"),
    ((row(label=None),), "line 1: 'label' is null, not a text"),
    ((row(claim=""),), "line 1: the claim has no text"),
    ((row(claim=" \n"),), "line 1: the claim has no text"),
    ((row(claim=...),), "line 1 has no 'claim'"),
    ((row(claim=["x"]),), "'claim' is a list, not a text"),
    ((row(claim="\ud800"),), "line 1: an escape"),
    ((row(id=...),), "line 1 has no 'id'"),
    ((row(id=1.5),), "'id' is a number, not a text"),
    ((row(id=True),), "'id' is true or false"),
    ((row(), row(id=8), row(id="7")), "the id '7' stands on lines 1 and 3"),
    ((row(evidence="x"),), "'evidence' is a text, not a list"),
    ((row(evidence=["x"]),), "line 1: an evidence set is a text, not a list"),
    ((row(evidence=[[1, 2, "A", 0]]),), "line 1: the evidence 1 is no sentence"),
    ((row(evidence=[[[1, 2, "A"]]]),), "the evidence .1, 2, 'A'. is no sentence"),
    ((row(evidence=[[[1, 2, "A", "0"]]]),), "is no sentence"),
    ((row(evidence=[[[1, 2, "A", True]]]),), "is no sentence"),
    ((row(evidence=[[[1, 2, "A", -1]]]),), "is no sentence"),
    ((row(evidence=[[[1, 2, "", 0]]]),), "is no sentence"),
    ((row(evidence_text=3),), "'evidence_text' is a whole number"),
    ((row(original_id=1, original_claim="x"),), "line 1 has no 'original_label'"),
    ((row(original_id=1, original_claim=" ", original_label="REFUTES"),), "line 1: 'original_claim' has no text"),
    ((row(original_id=1, original_claim="x", original_label="no"),), "there is no label 'no'.*'original_label'"),
    ((row(original_id=1, original_claim="x", original_label="REFUTES", rule=3),), "'rule' is a whole number"),
    (
        (
            row(original_id=1, original_claim="x", original_label="REFUTES"),
            row(id=8, original_id="1", original_claim="y", original_label="REFUTES"),
        ),
        "line 2: the original '1' is another claim here",
    ),
    (("", " "), "the file is empty"),
]


@pytest.mark.parametrize(("rows", "sentence"), WRONG, ids=range(len(WRONG)))
def test_bad_lines_are_refused_with_their_number_and_the_file(
    tmp_path: Path, rows: tuple[Row | str, ...], sentence: str
) -> None:
    path = saved(tmp_path / "bad.jsonl", *rows)
    with pytest.raises(BadData, match=sentence) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


VARIANT = row(
    id="7-x-1",
    original_id=7,
    original_claim="The fox has dens.",
    original_label="SUPPORTS",
    transformation="x",
    rule="y",
    evidence_text="Its den.",
)


def complaint(path: Path) -> str:
    """What is said of a file that cannot be read; its path, where it can."""
    try:
        read(path)
    except BadData as error:
        return str(error)
    return str(path)


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(st.data())
def test_mangled_files_raise_nothing_but_bad_data(tmp_path: Path, data: st.DataObject) -> None:
    raw = "\n".join([json.dumps(row()), json.dumps(VARIANT)]).encode()
    raw = gzip.compress(raw, mtime=0) if data.draw(st.booleans()) else raw
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, len(raw)))
    (tmp_path / "mangled.jsonl").write_bytes(raw[:start] + data.draw(st.binary(max_size=4)) + raw[end:])
    assert "mangled.jsonl" in complaint(tmp_path / "mangled.jsonl")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(st.data(), JSON)
def test_lines_of_another_shape_raise_nothing_but_bad_data(tmp_path: Path, data: st.DataObject, other: object) -> None:
    line: Any = json.loads(json.dumps(VARIANT))
    node = line
    while True:
        key = data.draw(st.sampled_from(list(node) if isinstance(node, dict) else list(range(len(node)))))
        if not isinstance(node[key], dict | list) or not node[key] or data.draw(st.booleans()):
            node[key] = other
            break
        node = node[key]
    assert "shape.jsonl" in complaint(saved(tmp_path / "shape.jsonl", row(), line))


def test_written_claims_read_back_equal(tmp_path: Path) -> None:
    fever = Fever("claims", "", (FOX, OWL, CAT), {"7": "Its den ."})
    write(tmp_path / "claims.jsonl", fever)
    again = read(tmp_path / "claims.jsonl")
    assert (again.examples, again.evidence_texts) == (fever.examples, fever.evidence_texts)


def test_a_written_line_has_the_official_fields(tmp_path: Path) -> None:
    write(tmp_path / "c.jsonl", Fever("c", "", (FOX, OWL, CAT)))
    fox, owl, cat = [json.loads(line) for line in (tmp_path / "c.jsonl").read_text().splitlines()]
    assert fox == row(evidence=[[[None, None, "Fox_-LRB-animal-RRB-", 4]]])
    assert owl["evidence"] == [[[None, None, "Noon", 0], [None, None, "Owl", 2]]]
    assert (owl["id"], owl["label"]) == ("o-1", "REFUTES")
    assert (cat["verifiable"], cat["evidence"]) == ("NOT VERIFIABLE", [[[None, None, None, None]]])


pages = st.text(min_size=1, max_size=8).filter(lambda text: "\t" not in text)
sentences = st.builds("{}:{}".format, pages, st.integers(0, 99))
verifiable = st.builds(
    lambda label, sets: gold(label, *dict.fromkeys(sets)),
    st.sampled_from(["SUPPORTS", "REFUTES"]),
    st.lists(st.frozensets(sentences, min_size=1, max_size=3), max_size=3),
)
claims = st.builds(Claim, st.text(min_size=1).filter(str.strip))
ids = st.one_of(st.text(max_size=5), st.integers().map(str))
examples = st.lists(
    st.builds(Example, ids, claims, verifiable | st.just(gold("NOT ENOUGH INFO"))),
    min_size=1,
    max_size=4,
    unique_by=lambda example: example.id,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(examples)
def test_any_claims_survive_writing_and_reading(tmp_path: Path, found: list[Example]) -> None:
    write(tmp_path / "c.jsonl.gz", Fever("c", "", tuple(found)))
    assert read(tmp_path / "c.jsonl.gz").examples == tuple(found)


def edited(original: Example, text: str, label: str, rule: str) -> Perturbation:
    edit = Edit("claim", 0, len(original.query.text), text, "simple negation", rule, label != answer(original))
    return Perturbation(original.id, Claim(text), gold(label, *original.gold.evidence_sets), (edit,))


def answer(example: Example) -> str:
    return example.gold.answers[0].text


INSTANCES = (
    Instance("7-rules-1", FOX, edited(FOX, "The fox has no den.", "REFUTES", "has no")),
    Instance("7-rules-2", FOX, edited(FOX, "There is a fox with a den.", "SUPPORTS", "there is")),
    Instance("9-rules-1", CAT, edited(CAT, "There is a cat with a hat.", "NOT ENOUGH INFO", "there is")),
)


def test_an_adversarial_set_reads_back_with_all_its_originals_so_that_it_evaluates_alone(tmp_path: Path) -> None:
    path = tmp_path / "adversarial.jsonl"
    fingerprint = write_adversarial(path, Fever("claims", "", (FOX, OWL, CAT)), INSTANCES)
    again = read(path)
    assert fingerprint == again.fingerprint == file_fingerprint(path)
    assert again.instances == INSTANCES
    assert [example.id for example in again] == ["7", "7-rules-1", "7-rules-2", "o-1", "9", "9-rules-1"]
    assert originals_of(again.instances) == (FOX, CAT)
    assert originals(again) == (FOX, OWL, CAT)
    assert again.made is None


def test_what_a_variant_assumes_is_written_and_read_where_it_assumes_anything(tmp_path: Path) -> None:
    [first, *_] = INSTANCES
    [edit] = first.perturbation.edits
    assuming = replace(first, perturbation=replace(first.perturbation, edits=(replace(edit, assumes=CLOSED_WORLD),)))
    write_adversarial(tmp_path / "a.jsonl", Fever("claims", "", (FOX,)), [assuming, INSTANCES[1]])
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert [line.get("assumes") for line in lines] == [None, "closed world", None]
    assert read(tmp_path / "a.jsonl").instances == (assuming, INSTANCES[1])


def test_an_adversarial_set_says_who_made_it_and_of_what_there_is_no_variant(tmp_path: Path) -> None:
    made = Making("sears", (("k", "2"),), "tfidf-da", {"o-1": "no rule matches"})
    write_adversarial(tmp_path / "a.jsonl", Fever("claims", "", (FOX, OWL, CAT), made=made), INSTANCES)
    assert read(tmp_path / "a.jsonl").made == made
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert [(line.get("adversary"), line.get("made_against"), line.get("nothing")) for line in lines] == [
        (None, None, None),
        ("sears", "tfidf-da", None),
        ("sears", "tfidf-da", None),
        (None, None, "no rule matches"),
        (None, None, None),
        ("sears", "tfidf-da", None),
    ]


def test_of_a_file_whose_lines_name_several_makers_nobody_knows_one(tmp_path: Path) -> None:
    one = row(id=8, claim="The fox lacks a den.", original_id="7", adversary="sears")
    other = row(id=9, claim="A den has the fox.", original_id="7", adversary="claim-rules")
    assert read(saved(tmp_path / "c.jsonl", row(), one, other)).made is None
    assert read(saved(tmp_path / "d.jsonl", row(), one)).made == Making("sears")


def test_a_variants_line_says_what_was_done_to_what(tmp_path: Path) -> None:
    write_adversarial(tmp_path / "a.jsonl", Fever("claims", "", (FOX,)), INSTANCES[:1])
    line = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[1])
    assert line["id"] == "7-rules-1"
    assert (line["claim"], line["label"]) == ("The fox has no den.", "REFUTES")
    assert (line["original_id"], line["original_claim"], line["original_label"]) == (7, FOX.query.text, "SUPPORTS")
    assert (line["transformation"], line["rule"]) == ("simple negation", "has no")
    assert line["evidence"] == [[[None, None, "Fox_-LRB-animal-RRB-", 4]]]


def test_what_was_not_changed_reads_back_without_edits(tmp_path: Path) -> None:
    instances = (Instance("7-unmodified-1", FOX, Perturbation("7", FOX.query, FOX.gold, ())),)
    write_adversarial(tmp_path / "a.jsonl", Fever("claims", "", (FOX,)), instances)
    assert read(tmp_path / "a.jsonl").instances == instances


def test_several_edits_name_each_kind_and_rule_once(tmp_path: Path) -> None:
    edits = (Edit("claim", 0, 3, "A", "synonym", "a"), Edit("text", 4, 7, "vixen", "synonym", "b"))
    changed = Perturbation("7", Claim("A vixen has a den."), FOX.gold, edits)
    write_adversarial(tmp_path / "a.jsonl", Fever("claims", "", (FOX,)), [Instance("7-s-1", FOX, changed)])
    line = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[1])
    assert (line["transformation"], line["rule"]) == ("synonym", "a + b")


def test_an_original_may_stand_on_a_line_of_its_own(tmp_path: Path) -> None:
    variant = row(id=8, claim="The fox lacks a den.", label="REFUTES", original_id="7")
    fever = read(saved(tmp_path / "mixed.jsonl", variant, row()))
    assert [instance.example for instance in fever.instances] == [FOX]
    assert [example.id for example in fever] == ["8", "7"]
    [edit] = fever.instances[0].perturbation.edits
    assert edit.swaps_label


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_writing_twice_gives_the_same_bytes(tmp_path: Path, name: str) -> None:
    fever = Fever("claims", "", (FOX, OWL, CAT))
    first = write_adversarial(tmp_path / name, fever, INSTANCES)
    assert write_adversarial(tmp_path / f"again-{name}", fever, INSTANCES) == first


def test_what_stood_there_stays_where_writing_fails(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.jsonl", row())
    with pytest.raises(BadOutput, match="no folder"):
        write_predictions(tmp_path / "none" / "p.jsonl", {"6": said("REFUTES")})
    assert read(path).examples == (FOX,)
    with pytest.raises(BadOutput, match="no folder"):
        write(tmp_path / "none" / "a.jsonl", Fever("c", "", (FOX,)))


def test_an_address_is_written_and_read_as_it_was_cited(tmp_path: Path) -> None:
    predictions = {"6": said("REFUTES", "https://example.org/fox"), "7": said("SUPPORTS", "Fox:0")}
    write_predictions(tmp_path / "p.jsonl", predictions)
    assert read_predictions(tmp_path / "p.jsonl", [FOX]) == predictions


def test_the_bundled_claims_are_of_every_label_and_their_evidence_is_bundled_too() -> None:
    fever = bundled()
    counts = {label: sum(answer(example) == label for example in fever) for label in LABELS}
    assert fever.name == "verification"
    assert all(count >= 80 for count in counts.values())
    for example in fever:
        assert is_verifiable(example.gold) == bool(example.gold.evidence_sets)
        assert all(sentence in bundled_pages() for found in example.gold.evidence_sets for sentence in found)


def test_the_oracle_gives_the_evidence_that_the_file_has_in_words(tmp_path: Path) -> None:
    sets = [[[1, 2, "Fox_-LRB-animal-RRB-", 11], [1, 2, "Fox_-LRB-animal-RRB-", 4]]]
    path = saved(tmp_path / "c.jsonl", row(evidence=sets, evidence_text="A den -LRB- its own -RRB- ."))
    [fox] = oracle(str(path))
    assert isinstance(fox.query, Claim)
    [passage] = fox.query.evidence
    assert sentence_ids(passage.id) == ["Fox_-LRB-animal-RRB-:4", "Fox_-LRB-animal-RRB-:11"]
    assert (passage.title, passage.text) == ("Fox_-LRB-animal-RRB-", "A den ( its own ) .")
    assert oracle(str(path)).name == "oracle:c"
    assert oracle(str(path)).fingerprint not in ("", read(path).fingerprint)


def test_the_oracle_of_the_bundled_claims_takes_the_bundled_pages() -> None:
    for example in oracle("verification"):
        assert isinstance(example.query, Claim)
        [passage] = example.query.evidence
        ids = sentence_ids(passage.id)
        assert passage.text == " ".join(bundled_pages().sentence(id).text for id in ids)
        assert not is_verifiable(example.gold) or frozenset(ids) == example.gold.evidence_sets[0]


def evidenced(id: int, claim: str, text: str, *sets: list[tuple[str, int]], **values: Any) -> Row:
    """A claim whose gold sets are of these sentences, with the words of some of them."""
    listed = [[[1, 2, page, line] for page, line in one] for one in sets]
    return row(id=id, claim=claim, evidence=listed, evidence_text=text, **values)


def read_for(path: Path) -> dict[str, tuple[Passage, ...]]:
    """The evidence that the oracle setting gives each claim of the file."""
    return {example.id: example.query.evidence for example in oracle(str(path)) if isinstance(example.query, Claim)}


FOX_0, FOX_4, OWL_1 = ("Fox", 0), ("Fox", 4), ("Owl", 1)


def test_a_text_has_the_ids_of_the_set_that_its_words_are_of(tmp_path: Path) -> None:
    path = saved(
        tmp_path / "c.jsonl",
        evidenced(1, "A", "It is red .", [FOX_0]),
        evidenced(2, "B", "It digs a den .", [FOX_0], [FOX_4]),
        evidenced(3, "C", "It digs a den .  It flies .", [FOX_4, OWL_1]),
        evidenced(4, "D", "It flies .", [FOX_4], [OWL_1]),
    )
    assert {id: list(sentence_ids(given[0].id)) for id, given in read_for(path).items()} == {
        "1": ["Fox:0"], "2": ["Fox:4"], "3": ["Fox:4", "Owl:1"], "4": ["Owl:1"]
    }  # fmt: skip


def test_texts_that_are_of_all_sets_together_say_so_for_a_text_that_does_not_tell(tmp_path: Path) -> None:
    told = [evidenced(1, "A", "It is red .", [FOX_0]), evidenced(2, "B", "It is red . It digs .", [FOX_0], [FOX_4])]
    untold = evidenced(3, "C", "It flies . It sleeps .", [OWL_1], [("Owl", 2)])
    assert read_for(saved(tmp_path / "all.jsonl", *told, untold))["3"][0].id == "Owl:1\tOwl:2"
    assert read_for(saved(tmp_path / "alone.jsonl", untold))["3"] == (Passage("", "It flies . It sleeps .", "Owl"),)


def test_a_text_of_one_of_two_pages_stands_under_neither_where_nothing_tells(tmp_path: Path) -> None:
    path = saved(tmp_path / "c.jsonl", evidenced(3, "C", "It flies .", [OWL_1], [FOX_0]))
    assert read_for(path) == {"3": (Passage("", "It flies .", ""),)}


def test_a_text_that_lacks_a_sentence_tells_nothing_of_it(tmp_path: Path) -> None:
    is_red = evidenced(0, "O", "It is red .", [FOX_0])
    lacking = evidenced(1, "A", "It is red .", [FOX_0, FOX_4])
    either = evidenced(2, "B", "It is red .", [FOX_0], [FOX_4])
    untold = evidenced(3, "C", "It flies .", [OWL_1], [("Owl", 2)])
    for place, rows in enumerate(([is_red, lacking, either, untold], [lacking, either, untold, is_red])):
        given = read_for(saved(tmp_path / f"{place}.jsonl", *rows))
        assert {id: given[id][0].id for id in given} == {"0": "Fox:0", "1": "", "2": "Fox:0", "3": ""}


def test_titles_before_sentences_are_no_words_of_theirs(tmp_path: Path) -> None:
    plain, titled = (evidenced(id, "A", text, [FOX_0]) for id, text in ((1, "It is red ."), (2, "Fox: It is red .")))
    both = evidenced(3, "C", "Fox: It is red . Owl: It flies .", [FOX_0, OWL_1])
    given = read_for(saved(tmp_path / "c.jsonl", plain, titled, both))
    assert [list(sentence_ids(given[id][0].id)) for id in "123"] == [["Fox:0"], ["Fox:0"], ["Fox:0", "Owl:1"]]


def test_a_claim_with_not_enough_info_is_given_the_nearest_evidence_of_another(tmp_path: Path) -> None:
    nothing = row(id=9, claim="The fox has a hat.", label="NOT ENOUGH INFO", evidence=[[[1, None, None, None]]])
    path = saved(
        tmp_path / "c.jsonl",
        evidenced(1, "Owls fly.", "It has a hat on its wing .", [OWL_1]),
        evidenced(2, "Foxes dig.", "The fox has a den .", [FOX_0]),
        nothing,
        row(id=10, claim="Zzz!", label="NOT ENOUGH INFO", evidence=[]),
        row(id=11, claim="The fox has a hat.", label="NOT ENOUGH INFO", evidence=[], evidence_text="It is its own ."),
    )
    found = read_for(path)
    assert found["9"] == found["2"] == (Passage("Fox:0", "The fox has a den .", "Fox"),)
    assert found["10"] == ()  # it shares no word with any
    assert found["11"] == (Passage("", "It is its own ."),)


def test_a_variant_of_a_claim_with_not_enough_info_reads_what_its_original_does(tmp_path: Path) -> None:
    variant = row(id="9-1", claim="An owl has a hat.", label="NOT ENOUGH INFO", evidence=[], original_id=9,
                  original_claim="The fox has a hat.", original_label="NOT ENOUGH INFO")  # fmt: skip
    owl = evidenced(1, "Owls fly.", "An owl is a bird .", [OWL_1])
    path = saved(tmp_path / "c.jsonl", owl, evidenced(2, "Foxes dig.", "The fox has a den .", [FOX_0]), variant)
    [instance] = oracle(str(path)).instances
    given = (Passage("Fox:0", "The fox has a den .", "Fox"),)
    assert (instance.example.query, instance.perturbation.query) == (
        Claim("The fox has a hat.", given),
        Claim("An owl has a hat.", given),
    )


def test_an_adversarial_set_keeps_the_words_of_its_evidence(tmp_path: Path) -> None:
    fever = Fever("claims", "", (FOX, CAT), {"7": "Its den ."})
    write_adversarial(tmp_path / "a.jsonl", fever, INSTANCES)
    given = oracle(str(tmp_path / "a.jsonl"))
    passage = Passage("Fox_-LRB-animal-RRB-:4", "Its den .", "Fox_-LRB-animal-RRB-")
    assert [example.query for example in given.examples[:2]] == [
        Claim(FOX.query.text, (passage,)),
        Claim("The fox has no den.", (passage,)),
    ]
    first, _, cat = given.instances
    assert (first.example.query, first.perturbation.query) == (
        Claim(FOX.query.text, (passage,)),
        given.examples[1].query,
    )
    assert (cat.example, cat.perturbation.query) == (CAT, INSTANCES[2].perturbation.query)  # it shares no word


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [((row(),), "the claim '7' has no evidence to give"), ((row(evidence=[], evidence_text="x"),), "no evidence to")],
)
def test_the_oracle_says_what_it_lacks(tmp_path: Path, rows: tuple[Row, ...], sentence: str) -> None:
    with pytest.raises(BadData, match=sentence):
        oracle(str(saved(tmp_path / "c.jsonl", *rows)))


def test_the_oracle_needs_to_know_of_what() -> None:
    with pytest.raises(BadOption, match="oracle:verification"):
        oracle()


def said(label: str, *evidence: str) -> Prediction:
    return Prediction((Guess(label, None),), None, evidence)


def predicted(label: str = "SUPPORTS", **values: Any) -> Row:
    return {"predicted_label": label, "predicted_evidence": [["Fox", 4]]} | values


def test_predictions_without_ids_are_matched_by_place(tmp_path: Path) -> None:
    path = saved(tmp_path / "p.jsonl", predicted(), predicted("refutes", predicted_evidence=[]))
    assert read_predictions(path, [FOX, OWL]) == {"7": said("SUPPORTS", "Fox:4"), "o-1": said("REFUTES")}


def test_predictions_with_ids_are_matched_by_them_in_any_order(tmp_path: Path) -> None:
    path = saved(tmp_path / "p.jsonl", predicted("REFUTES", id="9"), predicted(id="o-1"), predicted(id=7))
    found = read_predictions(path, [FOX, OWL, CAT])
    assert [(id, prediction.guesses[0].answer) for id, prediction in found.items()] == [
        ("9", "REFUTES"),
        ("o-1", "SUPPORTS"),
        ("7", "SUPPORTS"),
    ]


def test_predictions_may_have_no_evidence(tmp_path: Path) -> None:
    path = saved(tmp_path / "p.jsonl", {"predicted_label": "SUPPORTS"}, predicted(predicted_evidence=None))
    assert {prediction.evidence for prediction in read_predictions(path, [FOX, OWL]).values()} == {()}


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ((predicted(),), "it has 1 prediction without ids, fewer than the 2 claims"),
        ((predicted(), predicted(), predicted()), "it has 3 predictions without ids, more than the 2 claims"),
        ((predicted(id=7), predicted()), "line 2 has no 'id'"),
        ((predicted(id=7), predicted(id="7")), "the id '7' stands on lines 1 and 2"),
        ((predicted("FALSE"), predicted()), "line 1: there is no label 'FALSE'.*'predicted_label'"),
        ((predicted(), {"predicted_evidence": []}), "line 2 has no 'predicted_label'"),
        (
            (predicted(), predicted(predicted_evidence=[["Fox", 4, 0.5]])),
            "line 2: the predicted evidence .* Write .page",
        ),
        ((predicted(predicted_evidence=[["Fox", "4"]]), predicted()), "is no sentence"),
        ((predicted(predicted_evidence="Fox"), predicted()), "'predicted_evidence' is a text, not a list"),
        ((predicted(), "{"), "line 2 is not JSON"),
        (("",), "empty"),
    ],
)
def test_predictions_of_another_set_or_shape_are_refused(
    tmp_path: Path, rows: tuple[Row | str, ...], sentence: str
) -> None:
    path = saved(tmp_path / "p.jsonl", *rows)
    with pytest.raises(StumperError, match=sentence) as caught:
        read_predictions(path, [FOX, OWL])
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("name", ["p.jsonl", "p.jsonl.gz"])
def test_written_predictions_read_back_equal(tmp_path: Path, name: str) -> None:
    found = {"7": said("SUPPORTS", "Fox_-LRB-animal-RRB-:4", "Den: A story:0"), "o-1": said("REFUTES")}
    write_predictions(tmp_path / name, found)
    assert read_predictions(tmp_path / name, [FOX, OWL]) == found


def test_written_predictions_have_the_shared_tasks_fields(tmp_path: Path) -> None:
    prediction = Prediction((Guess("REFUTES", 0.9), Guess("SUPPORTS", 0.1)), 1.0, ("Fox:4\tDen:0", "Owl:1"))
    write_predictions(tmp_path / "p.jsonl", {"7": prediction, "9": Prediction((), None)})
    [line] = [json.loads(text) for text in (tmp_path / "p.jsonl").read_text().splitlines()]
    assert line == {"id": 7, "predicted_label": "REFUTES", "predicted_evidence": [["Fox", 4], ["Den", 0], ["Owl", 1]]}
