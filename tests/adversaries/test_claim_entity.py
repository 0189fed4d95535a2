"""Names and dates exchanged for others of their type: only where the evidence says which it is."""

import json
from pathlib import Path
from random import Random

import pytest

from stumper.adversaries.verification.claim_entity import CAPITALS, ClaimEntity
from stumper.tasks.verification.claim import Claim
from stumper.testing import check_enumerator
from stumper.types import Answer, Example, Gold, Perturbation

LINES = {
    "Anna_Berg": "0\tAnna Berg ( born 3 May 1961 ) is a Norwegian singer .\n1\tBerg was born in Bergen , Norway .",
    "The_Quarry_-LRB-film-RRB-": "0\tThe Quarry is a 1998 film directed by Ines Vale .\n1\tEva Holm praised it .",
    "Marrow": "0\tMarrow is a 2003 film directed by Josef Brandt .",
    "Salt": "0\tSalt is a 2004 film directed by Eva Holm .",
}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    file = tmp_path / "pages.jsonl"
    rows = [{"id": id, "text": "", "lines": lines} for id, lines in LINES.items()]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


def claim(text: str, label: str, *evidence: str) -> Example:
    return Example("1", Claim(text), Gold((Answer(label),), evidence_sets=tuple(frozenset({id}) for id in evidence)))


def made(example: Example, pages: Path, seed: int = 1) -> list[Perturbation]:
    found = ClaimEntity(pages=pages).instances((example,), Random(seed))
    return [one for one in found if isinstance(one, Perturbation)]


@pytest.mark.parametrize("text", ["Anna Berg was born in 1961.", "Anna Berg was born on May 3, 1961."])
def test_another_year_makes_a_supported_claim_false(text: str, pages: Path) -> None:
    [one] = made(claim(text, "SUPPORTS", "Anna_Berg:0"), pages)
    before, _, year = one.query.text.removesuffix(".").rpartition(" ")
    assert text.startswith(before)
    assert 2 <= abs(int(year) - 1961) <= 9
    assert one.gold.answers == (Answer("REFUTES"),)
    assert one.gold.evidence_sets == (frozenset({"Anna_Berg:0"}),)


def test_the_year_that_is_stated_makes_a_refuted_claim_true(pages: Path) -> None:
    [one] = made(claim("Anna Berg was born in 1970.", "REFUTES", "Anna_Berg:0"), pages)
    assert (one.query.text, one.gold.answers) == ("Anna Berg was born in 1961.", (Answer("SUPPORTS"),))


def test_another_director_is_one_of_whom_the_pages_of_the_film_say_nothing(pages: Path) -> None:
    example = claim("The Quarry was directed by Ines Vale.", "SUPPORTS", "The_Quarry_-LRB-film-RRB-:0")
    texts = {one.query.text for seed in range(20) for one in made(example, pages, seed)}
    assert texts == {"The Quarry was directed by Josef Brandt."}


def test_the_director_that_is_stated_makes_a_refuted_claim_true(pages: Path) -> None:
    [one] = made(claim("The Quarry was directed by Bo Lund.", "REFUTES", "The_Quarry_-LRB-film-RRB-:0"), pages)
    assert one.query.text == "The Quarry was directed by Ines Vale."


def test_another_birthplace_lies_in_a_country_that_the_evidence_does_not_name(pages: Path) -> None:
    example = claim("Anna Berg was born in Bergen.", "SUPPORTS", "Anna_Berg:1")
    cities = {one.query.text.split()[-1].strip(".") for seed in range(60) for one in made(example, pages, seed)}
    assert cities <= {*CAPITALS} - {"Oslo"}
    assert cities


@pytest.mark.parametrize(
    ("text", "label", "evidence"),
    [
        ("Anna Berg was born in 1961.", "SUPPORTS", "Anna_Berg:1"),  # the evidence does not say when
        ("Anna Berg was born on May 3, 1970.", "REFUTES", "Anna_Berg:0"),  # the day may be wrong as well
        ("Anna Berg was not born in 1961.", "REFUTES", "Anna_Berg:0"),
        ("The Quarry stars an actor who was born in 1961.", "SUPPORTS", "Anna_Berg:0"),  # there may be another
        ("Eva Holm was directed by Ines Vale.", "SUPPORTS", "The_Quarry_-LRB-film-RRB-:0"),  # no film that is known
        ("Anna Berg has a brother.", "SUPPORTS", "Anna_Berg:0"),
        ("Anna Berg was born in 1961.", "NOT ENOUGH INFO", "Anna_Berg:0"),
    ],
)
def test_where_the_evidence_does_not_say_that_it_is_another_nothing_is_proposed(
    text: str, label: str, evidence: str, pages: Path
) -> None:
    assert not made(claim(text, label, evidence), pages)


def test_it_keeps_to_what_is_demanded_of_adversaries(pages: Path) -> None:
    check_enumerator(ClaimEntity())
    check_enumerator(ClaimEntity(pages=pages), (claim("Anna Berg was born in 1961.", "SUPPORTS", "Anna_Berg:0"),))
