"""Commands on claims, as a user meets them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]


def test_an_adversarial_set_can_be_evaluated_with_its_evidence_given(stumper: Command, folder: Path) -> None:
    """`given` believes what it has evidence for; of the two variants one is refuted, and so is its original."""
    rows = [
        {
            "id": f"{n}-rules-1", "label": label, "claim": f"There is a lamp called Lamp {n}.",
            "evidence": [[[1, 1, f"Lamp_{n}", 0]]], "evidence_text": f"Lamp {n} is a lamp.", "original_id": n,
            "original_claim": f"Lamp {n} is a lamp.", "original_label": label,
        }
        for n, label in enumerate(["SUPPORTS", "REFUTES"])
    ]  # fmt: skip
    (folder / "rules.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    evaluate = ("-v", "python:cli_victims:given", "--json")
    found = {}
    for file in ("rules.jsonl", "oracle:rules.jsonl"):
        ended = stumper("evaluate", file, *evaluate)
        assert ended.code == 0, ended.said
        scores = json.loads(ended.out)["scores"]
        found[file] = [score["value"] for score in scores if score["name"] == "fever_score"]
    assert found == {"rules.jsonl": [0.0, 0.0], "oracle:rules.jsonl": [0.5, 0.5]}


def test_two_originals_are_too_few_for_an_interval(stumper: Command, folder: Path) -> None:
    write_claims(folder / "variants.jsonl", *(variant("SUPPORTS", lamp(n), id=f"v-{n}") for n in (1, 2)))
    ended = stumper("evaluate", "variants.jsonl", "-v", "python:cli_victims:lit")
    assert ended.code == 0, ended.said
    assert "[nan" not in ended.out


def test_claims_without_variants_are_evaluated_as_they_are(stumper: Command, folder: Path) -> None:
    rows = [lamp(n, "SUPPORTS" if n % 2 else "REFUTES", evidence_text=f"Lamp {n} is a lamp.") for n in range(6)]
    write_claims(folder / "claims.jsonl", *rows)
    table = "".join(f"{row['id']},{row['claim']},{row['label']}\n" for row in rows)
    (folder / "claims.csv").write_text("id,claim,label\n" + table)
    found = {}
    for file in ("claims.jsonl", "claims.csv", "oracle:claims.jsonl"):
        ended = stumper("evaluate", file, "-v", "python:cli_victims:given", "--json")
        assert ended.code == 0, ended.said
        scores = json.loads(ended.out)["scores"]
        found[file] = [(one["on"], one["value"], one["n"]) for one in scores if one["name"] == "accuracy"]
    assert found["claims.jsonl"] == found["claims.csv"] == [("original", 0.0, 6)]
    assert found["oracle:claims.jsonl"] == [("original", 0.5, 6)]


def test_an_evaluation_says_first_that_a_system_answers_all_claims_alike(stumper: Command, folder: Path) -> None:
    write_claims(folder / "claims.jsonl", *(lamp(n, "SUPPORTS" if n % 2 else "REFUTES") for n in range(6)))
    ended = stumper("evaluate", "claims.jsonl", "-v", "python:cli_victims:lit", "--fail-under", "0.4")
    assert 'gave the same answer, "SUPPORTS", to all 6 claims of claims that it was asked' in ended.said


def test_an_evaluation_says_that_answers_are_none_of_the_labels(stumper: Command, folder: Path) -> None:
    (folder / "wahr.csv").write_text("claim,label\nLamp 1 is a lamp.,wahr\nLamp 2 is no lamp.,falsch\n")
    ended = stumper("evaluate", "wahr.csv", "-v", "python:cli_victims:lit")
    assert ended.code == 0, ended.said
    assert (
        "None of the 2 answers of python:cli_victims:lit is one of the labels of wahr.csv (wahr, falsch): it said "
        "SUPPORTS. Map them before any figure is trusted."
    ) in ended.said


def test_an_evaluation_and_an_attack_announce_a_label_that_may_be_mistyped(stumper: Command, folder: Path) -> None:
    labels = ["SUPPROTS", *["SUPPORTS"] * 3]
    rows = "".join(f"Lamp {n} is a lamp.,{label}\n" for n, label in enumerate(labels))
    (folder / "typo.csv").write_text(f"claim,label\n{rows}")
    told = (
        "1 of 4 claims of typo.csv is labelled SUPPROTS, which no system said of any, so it counts as wrong: "
        "did you mean SUPPORTS?"
    )
    for command in (("evaluate",), ("attack", "-a", "unmodified", "--out", "out.jsonl")):
        ended = stumper(command[0], "typo.csv", "-v", "python:cli_victims:lit", *command[1:])
        assert ended.code == 0, ended.said
        assert told in " ".join((ended.out + ended.said).split())


def write_claims(path: Path, *rows: dict[str, object]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def lamp(number: int = 1, label: str = "SUPPORTS", page: str = "Lamp", **more: object) -> dict[str, object]:
    claim = f"Lamp {number} is a lamp."
    return {"id": number, "label": label, "claim": claim, "evidence": [[[1, 1, page, 0]]]} | more


@pytest.mark.parametrize("command", ["attack", "predict"])
@pytest.mark.parametrize(
    ("victim", "page", "says"),
    [
        ("embedded", "Lamp", "names the page 'Lamp', which the pages of embedded (bundled) do not have"),
        ("tfidf-da", "Lamp", "names the page 'Lamp', which the pages of tfidf-da (bundled) do not have"),
        (
            "embedded:p.jsonl",
            "Owl",
            "names the page 'Owl', which the pages of embedded (p.jsonl) do not have",
        ),
    ],
)
def test_evidence_that_names_a_page_that_the_system_lacks_is_refused(
    stumper: Command, folder: Path, command: str, victim: str, page: str, says: str
) -> None:
    write_claims(folder / "claims.jsonl", lamp(1, "NOT ENOUGH INFO"), lamp(2, page=page))
    write_claims(folder / "p.jsonl", {"id": "Lamp", "text": "It is lit.", "lines": "0\tIt is lit."})
    how = ("-a", "unmodified") if command == "attack" else ()
    ended = stumper(command, "claims.jsonl", *how, "-v", victim, "--out", "out.jsonl")
    assert (ended.code, ended.out) == (2, "")
    assert f"claims.jsonl: the evidence of claim '2' {says}" in " ".join(ended.said.split())
    assert not (folder / "out.jsonl").exists()
    assert command == "predict" or not (folder / "stumper.db").exists()


def test_claims_on_pages_that_the_system_was_given_are_attacked(stumper: Command, folder: Path) -> None:
    write_claims(folder / "claims.jsonl", lamp())
    write_claims(folder / "p.jsonl", {"id": "Lamp", "text": "It is lit.", "lines": "0\tIt is lit."})
    ended = stumper("attack", "claims.jsonl", "-a", "unmodified", "-v", "tfidf-da:p.jsonl", "--out", "out.jsonl")
    assert ended.code == 0, ended.said


def variant(label: str, original: dict[str, object], **more: object) -> dict[str, object]:
    of = {"original_id": original["id"], "original_claim": original["claim"], "original_label": original["label"]}
    return original | of | {"id": "v-1", "claim": "It is a lamp.", "label": label} | more


NOT_ENOUGH = "NOT ENOUGH INFO"
FROM_FILE = ("attack", "claims.jsonl", "-a", "from-file", "--set", "file=variants.jsonl", "--out", "out.jsonl", "-v")


def test_a_variant_of_another_claim_of_the_same_id_is_refused(stumper: Command, folder: Path) -> None:
    write_claims(folder / "claims.jsonl", lamp(1))
    write_claims(folder / "variants.jsonl", variant("SUPPORTS", lamp(1), original_claim="Lamp 2 is out."))
    ended = stumper(*FROM_FILE, "python:cli_victims:lit")
    said = " ".join(ended.said.split())
    assert (ended.code, ended.out) == (2, "")
    assert "variants.jsonl: 'v-1' was made of 'Lamp 2 is out.', but the claim '1' is 'Lamp 1 is a lamp.'" in said
    assert not (folder / "out.jsonl").exists()


@pytest.mark.parametrize("command", ["attack", "evaluate"])
@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (NOT_ENOUGH, "REFUTES", "a claim with the label NOT ENOUGH INFO must not be negated"),
        ("SUPPORTS", NOT_ENOUGH, "the label must be REFUTES"),
        ("SUPPORTS", "REFUTES", None),
        ("REFUTES", "SUPPORTS", None),
        (NOT_ENOUGH, NOT_ENOUGH, None),
    ],
)
def test_a_variant_whose_label_cannot_follow_from_its_original_is_refused(
    stumper: Command, folder: Path, command: str, before: str, after: str, says: str | None
) -> None:
    write_claims(folder / "claims.jsonl", lamp(1, before))
    write_claims(folder / "variants.jsonl", variant(after, lamp(1, before)))
    asked = FROM_FILE if command == "attack" else ("evaluate", "variants.jsonl", "-v")
    ended = stumper(*asked, "python:cli_victims:lit")
    if says is None:
        assert ended.code == 0, ended.said
    else:
        said = " ".join(ended.said.split())
        assert (ended.code, ended.out) == (2, "")
        assert f"variants.jsonl: 'v-1', {after}, cannot be made of '1', {before}: {says}" in said
        assert not (folder / "stumper.db").exists()


def test_of_claims_every_line_of_a_file_counts_and_none_is_picked(stumper: Command, folder: Path) -> None:
    write_claims(folder / "claims.jsonl", lamp(1))
    write_claims(folder / "variants.jsonl", variant("SUPPORTS", lamp(1)))
    ended = stumper(*FROM_FILE, "python:cli_victims:lit", "--set", "pick=one")
    assert (ended.code, ended.out) == (2, "")
    assert "of claims every variant in variants.jsonl counts" in " ".join(ended.said.split())


def test_a_system_that_cites_addresses_is_scored_by_its_labels_and_the_report_says_why(
    stumper: Command, folder: Path
) -> None:
    """Seen: "0.0, raw potency 100 [100, 100]" of a system whose labels were right."""
    rows = [
        {
            "id": f"{n}-v", "label": "SUPPORTS", "claim": f"There is a lamp {n}.", "evidence": [[[1, 1, "Lamp", n]]],
            "original_id": n, "original_claim": f"Lamp {n} is a lamp.", "original_label": "SUPPORTS",
        }
        for n in range(9)
    ]  # fmt: skip
    (folder / "set.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    ended = stumper("evaluate", "set.jsonl", "-v", "python:cli_victims:cites_addresses", "--json", "--verbose")
    assert ended.code == 0, ended.said
    assert "set.jsonl: The evidence that was cited cannot be matched with the data set's" in ended.said
    found = {(one["name"], one["value"]) for one in json.loads(ended.out)["scores"] if one["on"] == "adversarial"}
    assert found == {("accuracy", 1.0), ("accuracy_difference", 0.0)}
    assert stumper("report", "--out", "r").code == 0
    [told] = json.loads((folder / "r" / "report.json").read_text())["verification"]
    assert [standings["measure"] for standings in told["standings"]] == ["label accuracy"]
    assert any("evidence of another kind than set names" in note for note in told["notes"])


def test_no_evidence_is_said_to_be_cited_where_there_is_none_to_match(stumper: Command, folder: Path) -> None:
    """Seen: "The evidence that was cited cannot be matched" of a function that returns a label alone."""
    rows = [f"There is a lamp {n}.,SUPPORTS,Lamp {n} is a lamp." for n in range(9)]
    (folder / "set.csv").write_text("\n".join(["claim,label,evidence", *rows]))
    ended = stumper("evaluate", "set.csv", "-v", "python:cli_victims:cites_nothing", "--json")
    assert ended.code == 0, ended.said
    assert [one["name"] for one in json.loads(ended.out)["scores"]] == ["accuracy"]
    assert "was cited" not in ended.said
    why = "The data set has no evidence that what is cited could be matched with, so label accuracy is the score."
    assert f"set.csv: {why}\n" in ended.said


@pytest.mark.parametrize("name", ["reading", "verification", "quizbowl"])
def test_what_ships_is_evaluated_by_its_name(stumper: Command, name: str) -> None:
    ended = stumper("evaluate", name, "-v", "embedded", "--limit", "6", "--json")
    assert ended.code == 0, ended.said
    assert {(one["on"], one["n"]) for one in json.loads(ended.out)["scores"]} >= {("original", 6)}


def test_a_label_that_there_is_not_is_refused_with_the_id_of_its_claim(stumper: Command, folder: Path) -> None:
    """Seen: the claim alone was quoted, which a large file has to be searched for."""
    (folder / "unsure.py").write_text("def check(claim):\n    return 'dont know' if '7' in claim else 'supports'\n")
    rows = ({"id": f"c{n}", "claim": f"Lamp {n} was lit.", "label": "SUPPORTS"} for n in range(9))
    (folder / "claims.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    ended = stumper("evaluate", "claims.jsonl", "-v", "python:unsure:check")
    assert ended.code == 2, ended.said
    assert "asked 'Lamp 7 was lit.', answered 'dont know' to a claim: the labels are" in ended.said
    assert ended.said.endswith("Its id in claims.jsonl is 'c7'.\n")
