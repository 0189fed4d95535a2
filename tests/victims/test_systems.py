"""Retrieval and verifier together: what is retrieved, what is given, what is cached."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from stumper.datasets.wiki_pages import read_pages
from stumper.errors import BadData
from stumper.identity import content_id
from stumper.retrieval import Index
from stumper.saliency import explain
from stumper.tasks.verification import fever
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.types import AbsentGold, Answer, Example, Gold, Matching, Passage
from stumper.victims import ledger, systems
from stumper.victims.contract import checked
from stumper.victims.evidence import open_evidence, pages_fingerprint
from stumper.victims.graphs import shipped
from stumper.victims.systems import (
    DESIGNS,
    System,
    enhanced_esim,
    hexaf,
    nsmn,
    system,
    tfidf_da,
    tfidf_esim,
    transformer,
)
from stumper.victims.verifying import GRAPHS, fingerprint, read

RIVER = "The Velm is a river in Orland."
PAGES = {
    "Velm": [RIVER, "It rises in the Harrow hills.", "The town of Brandt lies on it."],
    "Harrow": ["Harrow is a town with a mill."],
}
MAKERS = {"embedded": lambda pages: system("embedded", pages),
          "tfidf-da": lambda pages: tfidf_da(pages, ()),
          "tfidf-esim": lambda pages: tfidf_esim(pages, ()),
          "transformer": lambda pages: transformer(pages, ()),
          "nsmn": lambda pages: nsmn(pages, ()),
          "hexaf": lambda pages: hexaf(pages, ()),
          "enhanced-esim": lambda pages: enhanced_esim(pages, ())}  # fmt: skip


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    file = tmp_path / "pages.jsonl"
    rows = [
        {"id": id, "text": " ".join(lines), "lines": "\n".join(f"{n}\t{line}" for n, line in enumerate(lines))}
        for id, lines in PAGES.items()
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


@pytest.fixture(params=list(MAKERS))
def victim(request: pytest.FixtureRequest) -> System:
    found: System = MAKERS[request.param]("")
    return found


def test_predictions_keep_the_contract_and_rank_all_labels(victim: System) -> None:
    queries = [example.query for example in fever.bundled().examples[:20]]
    predictions = checked("system", queries, victim.predict(queries))
    for prediction in predictions:
        assert sorted(guess.answer for guess in prediction.guesses) == sorted(LABELS)
        assert prediction.mass == 1.0
        assert len(prediction.evidence) <= 5
        assert prediction.evidence or victim.design.ranking == "linked"  # a claim may name no page


@pytest.mark.parametrize(("name", "right"), [("nsmn", 55), ("hexaf", 58), ("enhanced-esim", 42)])
def test_of_90_bundled_claims_so_many_at_least_are_labelled_right(name: str, right: int) -> None:
    claims = fever.bundled().examples[::3]
    found = system(name, "").predict([one.query for one in claims])
    assert sum(p.guesses[0].answer == one.gold.answers[0].text for one, p in zip(claims, found, strict=True)) >= right


def test_prediction_is_the_same_alone_and_in_a_batch(victim: System) -> None:
    queries = [example.query for example in fever.bundled().examples[20:36]]
    assert [victim.predict([query])[0] for query in queries] == victim.predict(queries)


def test_given_evidence_is_read_in_place_of_what_would_be_retrieved(victim: System) -> None:
    given = Claim("Marie Tharp was born in Warsaw.", (Passage("Velm:0", RIVER, "Velm"),))
    [oracle], [retrieved] = victim.predict([given]), victim.predict([Claim(given.text)])
    assert oracle.evidence == ("Velm:0",)
    assert any(sentence.startswith("Marie_Tharp:") for sentence in retrieved.evidence)
    if victim.design.gives_labels:
        said = read(victim.weights, victim.design.model).probabilities([given])[0]
        assert {guess.answer: guess.probability for guess in oracle.guesses} == dict(
            zip(LABELS, said.tolist(), strict=True)
        )


def test_where_nothing_is_found_there_is_not_enough(victim: System) -> None:
    for text in ("Zzyzx qwxv.", "", " . "):
        [prediction] = victim.predict([Claim(text)])
        best = prediction.guesses[0]
        assert (best.answer, best.probability) == ("NOT ENOUGH INFO", 1.0)
        assert prediction.evidence == ()


def test_pages_come_from_a_file_a_folder_or_an_index(pages: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dump"
    folder.mkdir()
    (folder / "wiki-001.jsonl").write_bytes(pages.read_bytes())
    Index.build(read_pages(pages), tmp_path / "index")
    claim = Claim("The Velm is a river.")
    victims = [system("embedded", str(place)) for place in (pages, folder, tmp_path / "index")]
    predictions = [victim.predict([claim])[0] for victim in victims]
    assert predictions[0] == predictions[1] == predictions[2]
    assert predictions[0].evidence[0] == "Velm:0"


def test_index_built_anew_of_the_same_pages_is_the_same_victim(pages: Path, tmp_path: Path) -> None:
    for name in ("index", "again"):
        Index.build(read_pages(pages), tmp_path / name)
    assert len({system("embedded", str(tmp_path / name)).fingerprint for name in ("index", "again")}) == 1
    found = [open_evidence(str(place), 5).fingerprint for place in (pages, tmp_path / "index", tmp_path / "again")]
    assert found[0] == found[1] == found[2] == [Index.open(tmp_path / "index").fingerprint, "", 5, "bm25"]
    pages.write_text(pages.read_text(encoding="utf-8").replace("mill", "abbey"), encoding="utf-8")
    Index.build(read_pages(pages), tmp_path / "other")
    assert open_evidence(str(tmp_path / "other"), 5).fingerprint != found[0]


def test_fingerprint_is_of_model_ranking_and_pages(pages: Path) -> None:
    made = [
        tfidf_da("", ()),
        tfidf_esim("", ()),
        tfidf_da(str(pages), ()),
        *(system(name, "") for name in ("embedded", "transformer")),
    ]
    before = [victim.fingerprint for victim in made]
    assert len(set(before)) == len(before)
    assert tfidf_da("", ()).fingerprint == before[0]
    pages.write_text(pages.read_text(encoding="utf-8").replace("mill", "abbey"), encoding="utf-8")
    assert tfidf_da(str(pages), ()).fingerprint != before[2]


def test_every_system_has_a_fingerprint_of_its_own_that_what_it_reads_decides(tmp_path: Path) -> None:
    assert len({system(name, "").fingerprint for name in DESIGNS}) == len(DESIGNS)
    for file in shipped().iterdir():
        if file.is_file():
            (tmp_path / file.name).symlink_to(file)
    before = system("hexaf", "", tmp_path).fingerprint
    assert before == system("hexaf", "").fingerprint
    (tmp_path / "hexaf.npz").unlink()
    (tmp_path / "hexaf.npz").write_bytes((shipped() / "hexaf.npz").read_bytes() + b"\0")
    assert system("hexaf", "", tmp_path).fingerprint != before


@pytest.mark.parametrize("name", ["embedded", "tfidf-esim", "tfidf-da"])
def test_what_the_first_systems_said_stays_cached(name: str) -> None:
    design = DESIGNS[name]
    graph = shipped() / GRAPHS[design.model]
    parts = fingerprint(shipped(), design.model), ledger.fingerprint(graph), pages_fingerprint("bundled")
    assert system(name, "").fingerprint == content_id(4, design.ranking, 5, *parts)


@pytest.mark.parametrize("name", ["transformer", "nsmn", "hexaf", "enhanced-esim"])
def test_what_decides_a_claim_is_in_the_fingerprint(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, design = system(name, "").fingerprint, DESIGNS[name]
    others = [replace(design, combine="most decided"), replace(design, singly=not design.singly)]
    found = {before}
    for other in others:
        monkeypatch.setattr(systems, "DESIGNS", {**DESIGNS, name: other})
        found.add(system(name, "").fingerprint)
    monkeypatch.undo()
    monkeypatch.setattr(systems, "LEAST_RELEVANCE", 0.4)
    found.add(system(name, "").fingerprint)
    assert len(found) == 3 + (design.select is not None)


@pytest.mark.parametrize("name", ["transformer", "hexaf", "tfidf-da"])
def test_of_a_system_to_which_no_one_reading_speaks_for_all_none_is_named(name: str) -> None:
    with pytest.raises(AssertionError, match=f"no one reading speaks for all to {name}"):
        system(name, "").decided_by(Claim("Marie Tharp was a geologist."))


def test_a_system_that_links_names_reads_the_page_that_is_named_and_no_other(pages: Path) -> None:
    linking, searching = enhanced_esim(str(pages), ()), hexaf(str(pages), ())
    said = "Harrow has a mill on the river."
    assert [passage.title for passage in linking.found(said)] == ["Harrow"]
    assert {passage.title for passage in searching.found(said)} == {"Harrow", "Velm"}
    assert linking.found("A river has a mill.") == ()


def test_a_system_that_chooses_by_relevance_reads_one_sentence_at_least_and_leaves_out_what_is_not_relevant() -> None:
    victim = nsmn("", ())
    found = [len(victim.found(example.query.text)) for example in fever.bundled().examples[:20]]
    assert min(found) >= 1
    assert min(found) < max(found) <= 5


def test_nothing_is_read_before_a_claim_is_asked() -> None:
    victim = tfidf_esim("", ())
    assert not set(vars(victim)) & {"_verifier", "_evidence"}


def claim(*sentences: str, given: tuple[Passage, ...] = ()) -> Example:
    return Example(
        "7", Claim("The Velm is a river.", given), Gold((Answer("SUPPORTS"),), evidence_sets=(frozenset(sentences),))
    )


@pytest.mark.parametrize("kind", ["a file", "a folder", "an index"])
def test_gold_evidence_that_the_pages_lack_is_refused_before_anything_is_asked(
    pages: Path, tmp_path: Path, kind: str
) -> None:
    place = {"a file": pages, "a folder": tmp_path / "dump", "an index": tmp_path / "index"}[kind]
    (tmp_path / "dump").mkdir()
    (tmp_path / "dump" / "wiki-001.jsonl").write_bytes(pages.read_bytes())
    Index.build(read_pages(pages), tmp_path / "index")
    victim = tfidf_esim(str(place), ())
    victim.check_evidence([claim("Velm:0", "Velm:2"), claim("Harrow:0"), claim("Oslo:0", given=(Passage("", RIVER),))])
    with pytest.raises(
        BadData, match=f"claim '7' names the page 'Oslo', which the pages of tfidf-esim .{place}. do not"
    ):
        victim.check_evidence([claim("Velm:0"), claim("Oslo:0", "Velm:1")])
    with pytest.raises(BadData, match=r"claim '7' names line 3 of the page 'Velm', .* Say tfidf-esim:PAGES"):
        victim.check_evidence([claim("Velm:3")])
    assert "_verifier" not in vars(victim)


def test_gold_sentences_that_an_index_lacks_are_counted_where_a_system_is_asked_all_the_same(pages: Path) -> None:
    """Seen: a verifier of Hugging Face's lost recall to stale ids without a sign."""
    evidence = open_evidence(str(pages), 5)
    given = claim("Oslo:1", given=(Passage("", RIVER),))
    asked = [claim("Velm:0", "Velm:2"), claim("Oslo:0"), given, claim("Velm:3")]
    found = evidence.absent_gold([replace(one, id=str(number)) for number, one in enumerate(asked)])
    assert found == AbsentGold(2, 4, "Oslo:0")
    assert found.said == "2 of 4 ids of gold evidence (the first is 'Oslo:0') are"
    assert open_evidence("", 5).absent_gold([claim("Oslo:0")]).said == ""


@pytest.mark.parametrize(("wanted", "by"), [("https://example.org/pier", "url"), ("The pier is old.", "text")])
def test_gold_evidence_by_address_or_in_words_is_on_no_page_and_asked_for_on_none(
    pages: Path, wanted: str, by: Matching
) -> None:
    """Seen: no system with pages could be attacked with AVeriTeC's or FoolMeTwice's claims."""
    asked = claim(wanted)
    tfidf_esim(str(pages), ()).check_evidence([replace(asked, gold=replace(asked.gold, matched_by=by))])


def test_the_bundled_claims_are_all_on_the_pages_that_ship(victim: System) -> None:
    victim.check_evidence(fever.bundled().examples)
    with pytest.raises(BadData, match=r"the pages of [a-z-]+ .bundled. do not have"):
        victim.check_evidence([claim("Velm:0")])


def test_pages_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadData, match="There is no file or folder nowhere"):
        tfidf_da("nowhere", ())


def test_each_word_of_a_claim_has_its_weight_in_the_verdict() -> None:
    shown = (Passage("Brandt:0", "Ottilie Brandt was born in Lisbon.", "Ottilie_Brandt"),)
    claim = Claim("Ottilie Brandt was not born in Lisbon.", shown)
    victim = system("embedded", "", shipped())
    weights = explain(victim, claim, "REFUTES")
    by_word = {claim.text[weight.start : weight.end]: weight.value for weight in weights}
    assert {weight.field for weight in weights} == {"claim"}
    assert list(by_word) == ["Ottilie", "Brandt", "was", "not", "born", "in", "Lisbon"]
    assert max(by_word, key=lambda word: by_word[word]) == "not"
