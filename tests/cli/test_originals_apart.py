"""Variants in one file, what they were made of in another, as papers release them; or nowhere."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

V = ("-v", "python:cli_victims:lit")
Row = dict[str, Any]


def lines(path: str, *rows: Row) -> None:
    Path(path).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def claim(id: int, text: str, label: str = "NOT ENOUGH INFO", **more: Any) -> Row:
    return {"id": id, "claim": text, "label": label, "evidence": [], **more}


@pytest.fixture
def claims(folder: Path) -> Path:
    """Originals 1 to 3, and of 1 and 2 a variant each, with the ids 7 and 3: the second is an original's, too."""
    lines("originals.jsonl", *(claim(n, f"Lamp {n} was lit.") for n in (1, 2, 3)))
    made = {"transformation": "label_preserving", "rule": "there.is"}
    lines(
        "variants.jsonl",
        claim(7, "There is a lamp 1 that was lit.", original_id=1, **made),
        claim(3, "There is a lamp 2 that was lit.", original_id=2, **made),
    )
    said = {7: "NOT ENOUGH INFO", 3: "SUPPORTS", 1: "NOT ENOUGH INFO", 2: "NOT ENOUGH INFO"}
    lines("said.jsonl", *({"id": id, "predicted_label": label} for id, label in said.items()))
    return folder


def by_score(out: str) -> dict[tuple[str, str], Any]:
    return {(one["on"], one["name"]): (one["value"], one["n"]) for one in json.loads(out)["scores"]}


def refused(ended: Any, says: str) -> None:
    assert (ended.code, ended.out) == (2, "")
    assert says in ended.said.splitlines()[-1]


def test_variants_of_claims_are_paired_with_their_originals_by_id(stumper: Callable[..., Any], claims: Path) -> None:
    apart = ("--originals", "originals.jsonl", "--json")
    evaluated = by_score(stumper("evaluate", "variants.jsonl", "-v", "file:said.jsonl", *apart).out)
    assert evaluated["original", "accuracy"] == (1.0, 2)
    assert evaluated["adversarial", "accuracy"] == (0.5, 2)
    told = stumper("score", "variants.jsonl", "said.jsonl", *apart, "--strict")
    assert by_score(told.out) == evaluated
    assert "not in the data set" not in told.said
    attacked = ("attack", "originals.jsonl", "-a", "from-file", "--set", "file=variants.jsonl", "-v", "file:said.jsonl")
    assert stumper(*attacked, "--out", "o.jsonl").code == 0
    written = [json.loads(line) for line in Path("o.jsonl").read_text().splitlines()]
    assert [row["id"] for row in written] == [1, 7, 2, "2-3", 3]
    assert [row.get("rule") for row in written if "original_id" in row] == ["there.is"] * 2


def test_a_file_is_scored_on_a_set_with_its_originals_as_it_is_evaluated(
    stumper: Callable[..., Any], folder: Path
) -> None:
    """Seen: neither the originals nor the difference, though the file answered them."""
    rows = [claim(n, f"Lamp {n} was lit.") for n in (1, 2, 3)]
    rows += [claim(10 * n, f"There is a lamp {n} that was lit.", original_id=n) for n in (1, 2)]
    lines("set.jsonl", *rows)
    told = {1: "NOT ENOUGH INFO", 2: "NOT ENOUGH INFO", 3: "SUPPORTS", 10: "SUPPORTS", 20: "NOT ENOUGH INFO"}
    lines("said.jsonl", *({"id": id, "predicted_label": label} for id, label in told.items()))
    evaluated = by_score(stumper("evaluate", "set.jsonl", "-v", "file:said.jsonl", "--json").out)
    scored = stumper("score", "set.jsonl", "said.jsonl", "--strict", "--json")
    assert by_score(scored.out) == evaluated
    assert evaluated["adversarial", "accuracy_difference"] == (-0.5, 2)
    lines("alone.jsonl", {"id": 10, "predicted_label": "SUPPORTS"}, {"id": 20, "predicted_label": "SUPPORTS"})
    alone = by_score(stumper("score", "set.jsonl", "alone.jsonl", "--json").out)
    assert {on for on, _ in alone} == {"adversarial"}


def test_variants_without_any_originals_are_evaluated_alone(stumper: Callable[..., Any], claims: Path) -> None:
    alone = (
        "variants.jsonl: what its variants were made of is not in it, so they are evaluated alone, against no "
        "original; name the set that holds the originals with --originals."
    )
    for command in (("evaluate", "variants.jsonl", "-v", "file:said.jsonl"), ("score", "variants.jsonl", "said.jsonl")):
        ended = stumper(*command, "--json")
        assert alone in ended.said.splitlines()
        found = by_score(ended.out)
        assert found["adversarial", "accuracy"] == (0.5, 2)
        assert {on for on, _ in found} == {"adversarial"}
        assert stumper(*command, "--fail-under", "0.6").code == 1
    attack = ("attack", "variants.jsonl", "-a", "from-file", "--set", "file=variants.jsonl", "--out", "o.jsonl")
    refused(stumper(*attack, *V), "2 variants, '7' the first, were made of what is not in it (such as '1')")


def test_an_original_that_is_in_neither_file_is_named(stumper: Callable[..., Any], claims: Path) -> None:
    lines("two.jsonl", claim(1, "Lamp 1 was lit."))
    ended = stumper("evaluate", "variants.jsonl", "--originals", "two.jsonl", *V)
    refused(ended, "variants.jsonl: '3' was made of what is not in it, nor in two.jsonl (such as '2'). Name a set that")


def test_a_file_with_some_originals_is_not_taken_for_one_without(stumper: Callable[..., Any], claims: Path) -> None:
    rows = [json.loads(line) for line in Path("variants.jsonl").read_text().splitlines()]
    lines("mixed.jsonl", claim(1, "Lamp 1 was lit."), *rows)
    refused(stumper("evaluate", "mixed.jsonl", *V), "mixed.jsonl: '3' was made of what is not in it (such as '2')")
    assert stumper("evaluate", "mixed.jsonl", "--originals", "originals.jsonl", *V).code == 0


def test_two_sets_with_another_claim_under_one_id_are_refused(stumper: Callable[..., Any], claims: Path) -> None:
    rows = [json.loads(line) for line in Path("variants.jsonl").read_text().splitlines()]
    lines("mixed.jsonl", claim(1, "Lamp 1 was broken."), *rows)
    refused(
        stumper("evaluate", "mixed.jsonl", "--originals", "originals.jsonl", *V), "'7' was made of 'Lamp 1 was broken.'"
    )


def test_an_original_and_a_variant_of_one_id_cannot_be_told_apart_and_are_refused(
    stumper: Callable[..., Any], claims: Path
) -> None:
    """Seen: score took what was said of the variant for none of the original, and showed a difference of it."""
    rows = [json.loads(line) for line in Path("variants.jsonl").read_text().splitlines()]
    lines("variants.jsonl", *rows, claim(9, "There is a lamp 3.", original_id=3))
    apart = ("--originals", "originals.jsonl")
    says = "The id '3' is that of two claims, 'Lamp 3 was lit.' and 'There is a lamp 2 that was lit.'"
    refused(stumper("evaluate", "variants.jsonl", *apart, "-v", "file:said.jsonl"), says)
    refused(stumper("score", "variants.jsonl", "said.jsonl", *apart), says)


def split(adversarial: Path) -> None:
    """The set of `adversarial` as two files, of which `apart.json` holds the variants alone."""
    document = json.loads(adversarial.read_text())
    paragraphs = document["data"][0]["paragraphs"]
    for name, is_variant in (("apart.json", True), ("plain.json", False)):
        kept = [one for one in paragraphs if ("-" in one["qas"][0]["id"]) is is_variant]
        Path(name).write_text(json.dumps({"version": "1.1", "data": [{"title": "Lamps", "paragraphs": kept}]}))


def test_variants_of_questions_are_paired_with_their_originals_by_id(
    stumper: Callable[..., Any], adversarial: Path
) -> None:
    split(adversarial)
    near = ("-v", "python:cli_victims:near", "--json")
    together = by_score(stumper("evaluate", "adversarial.json", *near).out)
    assert by_score(stumper("evaluate", "apart.json", "--originals", "plain.json", *near).out) == together


def test_two_sets_with_another_question_under_one_id_are_refused(
    stumper: Callable[..., Any], adversarial: Path
) -> None:
    split(adversarial)
    Path("plain.json").write_text(Path("plain.json").read_text().replace("in 1874.", "in 1875."))
    ended = stumper("evaluate", "adversarial.json", "--originals", "plain.json", "-v", "python:cli_victims:near")
    refused(
        ended, "'q0' is another question in adversarial.json than in plain.json. Name the set that the file was made of"
    )
    ended = stumper("evaluate", "apart.json", "--originals", "lamps-of-others.json", "-v", "python:cli_victims:near")
    refused(ended, "There is no file lamps-of-others.json")


def test_a_report_says_of_variants_alone_that_what_there_was_before_is_not_known(
    stumper: Callable[..., Any], claims: Path
) -> None:
    assert stumper("evaluate", "variants.jsonl", "-v", "file:said.jsonl").code == 0
    ended = stumper("report", "--out", "report")
    assert "under variants, n = 2; what it has without it is not known, as the originals were not asked" in ended.out
    assert "Without an attack" not in ended.out
    [part] = json.loads(Path("report/report.json").read_text())["verification"]
    [run] = part["runs"]
    assert (run["scores"]["after"]["value"], run["scores"]["before"]["value"]) == (0.5, None)
    assert stumper("table", "--out", "t.jsonl").code == 0
    rows = [json.loads(line) for line in Path("t.jsonl").read_text().splitlines()]
    assert {row["before_accuracy"] for row in rows} == {None}


def test_originals_that_are_described_and_not_answered_are_left_out_by_score_and_evaluate_alike(
    stumper: Callable[..., Any], claims: Path
) -> None:
    """Seen: evaluate refused the predictions as they do not answer the originals, and score took them."""
    made = {"original_claim": "Lamp 1 was lit.", "original_label": "NOT ENOUGH INFO"}
    lines("inline.jsonl", claim(7, "There is a lamp 1 that was lit.", original_id=1, **made))
    lines("seven.jsonl", {"id": 7, "predicted_label": "NOT ENOUGH INFO"})
    scored = stumper("score", "inline.jsonl", "seven.jsonl", "--json")
    evaluated = stumper("evaluate", "inline.jsonl", "-v", "file:seven.jsonl", "--json")
    assert by_score(evaluated.out) == by_score(scored.out) != {}
    assert "they are evaluated alone, against no original" in evaluated.said
    asked = stumper("evaluate", "inline.jsonl", *V, "--json")
    assert asked.code == 0, asked.said
    assert ("original", "accuracy") in by_score(asked.out)


def tossup(id: int, text: str, **more: Any) -> Row:
    return {"qanta_id": id, "text": text, "answer": "Ada Thorn", "page": "", **more}


def test_released_tossups_without_their_originals_are_evaluated_alone(
    stumper: Callable[..., Any], folder: Path
) -> None:
    """Seen: a set of rewritten tossups was refused, as their originals are not in the file."""
    rows = [tossup(n, f"She lit lamp {n}. Name this keeper of lamps.", original_id=90 + n) for n in (1, 2)]
    (folder / "released.json").write_text(json.dumps({"questions": rows}))
    said = [{"id": str(n), "guesses": [{"answer": name, "score": 0.5}]} for n, name in ((1, "Ada Thorn"), (2, "Bo"))]
    lines("guesses.jsonl", *said)
    scored = by_score(stumper("score", "released.json", "guesses.jsonl", "--json").out)
    assert scored["adversarial", "accuracy"] == (0.5, 2)
    ended = stumper("evaluate", "released.json", "-v", "python:cli_guessers:guess", "--json")
    assert ended.code == 0, ended.said
    assert {on for on, _ in by_score(ended.out)} == {"adversarial"}
