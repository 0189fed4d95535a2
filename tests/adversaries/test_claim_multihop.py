"""Names replaced by what a page says of whom they name."""

import json
from pathlib import Path
from random import Random

import pytest

from stumper.adversaries.verification.claim_multihop import ClaimMultihop
from stumper.errors import BadOption
from stumper.tasks.verification.claim import Claim
from stumper.testing import check_enumerator
from stumper.types import Answer, Example, Gold, Perturbation

LEADS = {
    "Anna_Berg": "Anna Berg ( born 3 May 1961 ) is a Norwegian singer .",
    "Bo_Lund": "Bo Lund ( born 4 June 1970 ) is a Danish actor .",
    "Ole_Lund": "Ole Lund ( born 4 June 1970 ) is a Danish actor .",
    "Ines_Vale": "Ines Vale is a Danish film director .",
    "The_Quarry_-LRB-film-RRB-": "The Quarry is a 1998 Danish film directed by Ines Vale .",
}


EVERY_PAGE = {f"{id}:1" for id in ("Anna_Berg", "Bo_Lund", "Ines_Vale", "The_Quarry_-LRB-film-RRB-")}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    file = tmp_path / "pages.jsonl"
    rows = [{"id": id, "text": "", "lines": f"0\t{lead}"} for id, lead in LEADS.items()]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


def claim(text: str, label: str = "SUPPORTS", *sets: set[str]) -> Example:
    return Example("1", Claim(text), Gold((Answer(label),), evidence_sets=tuple(map(frozenset, sets))))


def made(example: Example, pages: Path, claims: str = "any") -> list[Perturbation]:
    found = ClaimMultihop(pages=pages, claims=claims).instances((example,), Random(1))
    return [one for one in found if isinstance(one, Perturbation)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Anna Berg has a brother.", "The Norwegian singer born on May 3, 1961 has a brother."),
        ("The mill was sold by Anna Berg.", "The mill was sold by the Norwegian singer born on May 3, 1961."),
        ("The Quarry (film) stars Eva Holm.", "The 1998 film directed by Ines Vale stars Eva Holm."),
        ("The Quarry stars Eva Holm.", "The 1998 film directed by Ines Vale stars Eva Holm."),
        ("Ines Vale met Eva Holm.", "The director of the film The Quarry met Eva Holm."),
    ],
)
def test_a_name_is_described(pages: Path, before: str, after: str) -> None:
    assert [one.query.text for one in made(claim(before, "REFUTES", EVERY_PAGE), pages)] == [after]


@pytest.mark.parametrize(
    ("text", "label", "sets"),
    [
        ("The Quarry was a British ship.", "SUPPORTS", ({"The_Quarry_-LRB-ship-RRB-:0"},)),
        ("The Quarry was a British ship.", "NOT ENOUGH INFO", ()),  # perhaps a ship
        ("The Quarry (ship) was British.", "SUPPORTS", ({"The_Quarry_-LRB-film-RRB-:0"},)),
        ("Anna Berg has a brother.", "SUPPORTS", ({"Anna_Berg_-LRB-singer-RRB-:0"},)),
        ("Bo Holm met Eva Holm.", "SUPPORTS", ({"Bo_Holm:0"},)),  # an actor, who directed no film
        ("The mill was sold by Anna Berg.", "SUPPORTS", ({"Mill:1"},)),
    ],
)
def test_a_name_that_may_mean_another_is_left_alone(
    text: str, label: str, sets: tuple[set[str], ...], tmp_path: Path
) -> None:
    file = tmp_path / "pages.jsonl"
    leads = LEADS | {"Bo_Holm": "Bo Holm is a Danish actor .", "Fog": "Fog is a 1999 film directed by Bo Holm ."}
    rows = [{"id": id, "text": "", "lines": f"0\t{lead}"} for id, lead in leads.items()]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert not made(claim(text, label, *sets), file)


def test_of_a_claim_without_evidence_a_name_means_the_page_that_is_called_just_that(pages: Path) -> None:
    [one] = made(claim("The Quarry (film) won prizes.", "NOT ENOUGH INFO"), pages)
    assert one.query.text == "The 1998 film directed by Ines Vale won prizes."


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg is a singer.",  # the description says so
        "Anna Berg was born in 1970.",  # it would contradict the description
        "The Quarry was released in 2001.",
        "The Anna Berg Prize is a prize.",  # another name
        "Eva Holm worked in The Quarry.",  # perhaps no film
        "Bo Lund has a brother.",  # two are described alike
        "Anna Berg's brother sold the mill.",
    ],
)
def test_what_would_repeat_contradict_or_mean_another_is_left_alone(pages: Path, text: str) -> None:
    assert not made(claim(text, "SUPPORTS", EVERY_PAGE), pages)


def test_the_sentence_that_describes_is_evidence_with_each_set(pages: Path) -> None:
    [one] = made(claim("Anna Berg has a brother.", "SUPPORTS", {"Anna_Berg:3"}, {"Anna_Berg:0"}), pages)
    assert one.gold.evidence_sets == (frozenset({"Anna_Berg:0", "Anna_Berg:3"}), frozenset({"Anna_Berg:0"}))
    assert one.gold.answers == (Answer("SUPPORTS"),)


def test_what_two_sentences_describe_needs_both(tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    lines = "0\tAnna Berg was a Norwegian singer.\n1\tShe was born in Bergen on 3 May 1961."
    file.write_text(json.dumps({"id": "Anna_Berg", "text": "", "lines": lines}), encoding="utf-8")
    [one] = made(claim("Anna Berg has a brother.", "SUPPORTS", {"Anna_Berg:3"}), file)
    assert one.query.text == "The Norwegian singer born on May 3, 1961 has a brother."  # type: ignore[attr-defined]
    assert one.gold.evidence_sets == (frozenset({"Anna_Berg:0", "Anna_Berg:1", "Anna_Berg:3"}),)


def test_where_nothing_decides_the_claim_there_is_no_evidence(pages: Path) -> None:
    [one] = made(claim("Anna Berg has a brother.", "NOT ENOUGH INFO"), pages)
    assert (one.gold.evidence_sets, one.gold.answers) == ((), (Answer("NOT ENOUGH INFO"),))


def test_it_keeps_to_what_is_demanded_of_adversaries(pages: Path) -> None:
    check_enumerator(ClaimMultihop())
    check_enumerator(ClaimMultihop(pages=pages), (claim("Anna Berg has a brother.", "REFUTES", {"Anna_Berg:3"}),))


def test_a_claim_whose_label_its_evidence_does_not_show_is_described_only_where_any_is_asked_for(pages: Path) -> None:
    example = claim("Anna Berg has a brother.", "SUPPORTS", {"Anna_Berg:0"})
    assert not made(example, pages, claims="shown")
    assert made(example, pages)


def test_other_claims_than_these_are_refused() -> None:
    with pytest.raises(BadOption, match="shown or any, not 'all'"):
        ClaimMultihop(claims="all")


def test_a_claim_that_ends_with_an_abbreviation_gets_no_second_full_stop(pages: Path) -> None:
    [one] = made(claim("Anna Berg fought in World War I.", "REFUTES", {"Anna_Berg:9"}), pages)
    assert one.query.text == "The Norwegian singer born on May 3, 1961 fought in World War I."
