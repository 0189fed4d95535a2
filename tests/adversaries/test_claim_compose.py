"""Two claims as one: by which rules, with which label, and by what evidence."""

import json
from pathlib import Path
from random import Random

import pytest

from stumper.adversaries.verification.claim_compose import ClaimCompose
from stumper.errors import BadOption
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.testing import check_enumerator
from stumper.types import Answer, Example, Gold, Nothing, Passage, Perturbation


def claim(id: str, text: str, label: str, *sets: set[str], labels: tuple[str, ...] = LABELS, by: str = "id") -> Example:
    gold = Gold((Answer(label),), evidence_sets=tuple(map(frozenset, sets)), matched_by=by)  # type: ignore[arg-type]
    return Example(id, Claim(text, labels=labels), gold)


BERG = claim("1", "Anna Berg was born in Oslo.", "SUPPORTS", {"Anna_Berg:0"}, {"Anna_Berg:4"})
FILM = claim("2", "The Quarry was directed by Ines Vale.", "SUPPORTS", {"The_Quarry:1"})
SINGER = claim("3", "Anna Berg is a singer.", "REFUTES", {"Anna_Berg:1"})
ED_HOLM = "Ed_Holm_-LRB-film-RRB-:0"
SHIP = claim("4", "Ole Lund built a ship.", "NOT ENOUGH INFO")
WROTE = claim("5", "The Quarry was written by Anna Berg.", "NOT ENOUGH INFO")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    leads = {
        "Anna_Berg": "Anna Berg ( born 3 May 1961 ) is a Norwegian singer .",
        "Ed_Holm_-LRB-film-RRB-": "Ed Holm is a 1998 film directed by Ines Vale .",
    }
    file = tmp_path_factory.mktemp("pages") / "pages.jsonl"
    rows = [{"id": id, "text": "", "lines": f"0\t{lead}"} for id, lead in leads.items()]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


def made(*examples: Example, **options: object) -> list[Perturbation]:
    found = ClaimCompose(**{"claims": "any", **options}).instances(examples, Random(1))  # type: ignore[arg-type]
    return [one for one in found if isinstance(one, Perturbation)]


def said(*examples: Example, **options: object) -> dict[str, str]:
    """The label of each claim that was made, by its text."""
    return {one.query.text: one.gold.answers[0].text for one in made(*examples, **options)}


@pytest.mark.parametrize(
    ("first", "second", "label"),
    [
        ("SUPPORTS", "SUPPORTS", "SUPPORTS"),
        ("SUPPORTS", "REFUTES", "REFUTES"),
        ("REFUTES", "NOT ENOUGH INFO", "REFUTES"),
        ("REFUTES", "REFUTES", "REFUTES"),
        ("SUPPORTS", "NOT ENOUGH INFO", "NOT ENOUGH INFO"),
        ("NOT ENOUGH INFO", "NOT ENOUGH INFO", "NOT ENOUGH INFO"),
    ],
)
def test_the_label_is_that_of_the_conjunction(first: str, second: str, label: str) -> None:
    berg = claim("1", "Anna Berg was born in Oslo.", first, {"Anna_Berg:0"})
    film = claim("2", "The Quarry was directed by Ines Vale.", second, {"The_Quarry:1"})
    found = said(berg, film, rules="and", partners="any")
    assert found == {
        "Anna Berg was born in Oslo, and The Quarry was directed by Ines Vale.": label,
        "The Quarry was directed by Ines Vale, and Anna Berg was born in Oslo.": label,
    }


@pytest.mark.parametrize(
    ("labels", "first", "second", "label"),
    [
        (("SUPPORTS", "NOT SUPPORTED"), "SUPPORTS", "NOT SUPPORTED", "NOT SUPPORTED"),
        ((*LABELS, "DISPUTED"), "SUPPORTS", "DISPUTED", None),
    ],
)
def test_labels_of_another_data_set_follow_too_or_the_claims_are_left_apart(
    labels: tuple[str, ...], first: str, second: str, label: str | None
) -> None:
    berg = claim("1", "Anna Berg was born in Oslo.", first, {"Anna_Berg:0"}, labels=labels)
    film = claim("2", "The Quarry was directed by Ines Vale.", second, {"The_Quarry:1"}, labels=labels)
    assert set(said(berg, film, partners="any", rules="and").values()) == ({label} if label else set())


def test_what_supports_both_is_each_set_of_one_with_each_of_the_other() -> None:
    [one, _] = made(BERG, FILM, rules="and")
    assert set(one.gold.evidence_sets) == {
        frozenset({"Anna_Berg:0", "The_Quarry:1"}),
        frozenset({"Anna_Berg:4", "The_Quarry:1"}),
    }


def test_what_refutes_one_refutes_both_and_needs_no_more() -> None:
    [one] = made(SINGER, FILM, rules="and")
    assert one.gold.evidence_sets == (frozenset({"Anna_Berg:1"}),)
    [both, _] = made(SINGER, claim("6", "Ole Lund is a baker.", "REFUTES", {"Ole_Lund:2"}), rules="and", partners="any")
    assert both.gold.evidence_sets == (frozenset({"Anna_Berg:1"}), frozenset({"Ole_Lund:2"}))


def test_partners_are_supported_unless_any_are_asked_for_so_that_the_label_stays() -> None:
    found = made(BERG, SINGER, SHIP, FILM, rules="and")
    before = {"1": "SUPPORTS", "2": "SUPPORTS", "3": "REFUTES", "4": "NOT ENOUGH INFO"}
    assert {one.example_id: one.gold.answers[0].text for one in found} == before


def test_evidence_that_no_system_can_cite_whole_is_not_asked_for() -> None:
    long = claim("6", "Ole Lund is a baker.", "SUPPORTS", {f"Ole_Lund:{line}" for line in range(5)})
    assert not made(BERG, long, rules="and")


def test_more_sets_than_can_be_listed_are_not_asked_for() -> None:
    first = claim("1", "Anna Berg was born in Oslo.", "SUPPORTS", *({f"Anna_Berg:{line}"} for line in range(15)))
    second = claim("2", "Ole Lund is a baker.", "SUPPORTS", *({f"Ole_Lund:{line}"} for line in range(15)))
    assert not made(first, second, rules="and")


@pytest.mark.parametrize(
    ("first", "second", "rule", "text"),
    [
        (BERG, FILM, "and-behind", "The Quarry was directed by Ines Vale, and Anna Berg was born in Oslo."),
        (SHIP, claim("6", "The harbour is in Oslo.", "SUPPORTS", {"Oslo:1"}), "and",
         "Ole Lund built a ship, and the harbour is in Oslo."),
        (SINGER, BERG, "both", "Anna Berg was born in Oslo and is a singer."),
        (SINGER, BERG, "who", "Anna Berg, who was born in Oslo, is a singer."),
        (WROTE, BERG, "which", "The Quarry was written by Anna Berg, who was born in Oslo."),
        (claim("7", "Bo Lund was in Ed Holm.", "REFUTES", {ED_HOLM}), claim("8", "Ed Holm stars Ole Lund.",
         "SUPPORTS", {ED_HOLM}), "which", "Bo Lund was in Ed Holm, which stars Ole Lund."),
    ],
)  # fmt: skip
def test_each_rule_joins_in_its_way(first: Example, second: Example, rule: str, text: str, pages: Path) -> None:
    assert text in said(first, second, rules=rule, pages=pages)


def test_of_whom_no_page_says_what_they_are_it_says_neither_who_nor_which(pages: Path) -> None:
    assert not said(SINGER, BERG, rules="who,which")
    film = claim("8", "Ed Holm is about a baker.", "SUPPORTS", {ED_HOLM})
    assert not said(claim("7", "Ed Holm won a prize.", "REFUTES", {ED_HOLM}), film, rules="who", pages=pages)


@pytest.mark.parametrize(
    ("label", "sets"), [("SUPPORTS", ({"RMS_Holm:0"},)), ("SUPPORTS", ({"Ed_Holm:0"},)), ("NOT ENOUGH INFO", ())]
)
def test_two_that_have_a_name_in_common_are_not_taken_for_one(
    label: str, sets: tuple[set[str], ...], pages: Path
) -> None:
    ship = claim("7", "Ed Holm was a British ship.", label, *sets)
    film = claim("8", "Ed Holm stars Ole Lund.", "SUPPORTS", {ED_HOLM})
    assert not said(ship, film, rules="both,who", pages=pages)
    built = claim("9", "Ole Lund built Ed Holm.", "SUPPORTS", {"Ole_Lund:0"})
    assert not said(built, film, rules="which", pages=pages)


@pytest.mark.parametrize(
    "text",
    [
        "There is a film called The Quarry.",  # its subject is not first
        "Anna Berg is a singer or a baker.",  # "or" may reach over what is joined
    ],
)
def test_what_would_read_otherwise_beside_another_is_not_joined(text: str) -> None:
    assert not made(claim("6", text, "SUPPORTS", {"A:1"}), FILM, rules="and")


def test_a_claim_stands_first_where_one_cannot_tell_whether_it_keeps_its_capital() -> None:
    singers = claim("6", "Singers are people.", "NOT ENOUGH INFO")
    assert set(said(singers, FILM)) == {"Singers are people, and The Quarry was directed by Ines Vale."}


def test_what_is_said_already_is_not_said_again_of_one_subject() -> None:
    assert not made(SINGER, claim("6", "Anna Berg is a great singer.", "SUPPORTS", {"A:1"}), rules="both")


def test_a_denial_is_not_put_where_it_would_deny_both() -> None:
    never = claim("6", "Anna Berg was not born in Bergen.", "SUPPORTS", {"Anna_Berg:0"})
    assert not made(SINGER, never, rules="both")


def test_most_partners_are_taken_by_each_rule() -> None:
    others = [claim(str(10 + at), f"{name} is a baker.", "SUPPORTS", {f"B:{at}"})
              for at, name in enumerate(("Ole Lund", "Ines Vale", "Josef Brandt"))]  # fmt: skip
    found = made(SHIP, *others, rules="and", most=2)
    assert sum(one.example_id == "4" for one in found) == 2


def test_what_comes_with_both_comes_with_the_claim_and_two_of_one_page_are_left_apart() -> None:
    def given(id: str, text: str, label: str, page: str) -> Example:
        query = Claim(text, (Passage(f"{id}/0", f"About {page}."),))
        return Example(id, query, Gold((Answer(label),), matched_by="none"), (("page", page),))

    berg, film = given("1", BERG.query.text, "SUPPORTS", "Anna Berg"), given("2", FILM.query.text, "REFUTES", "Quarry")
    [one] = made(film, berg, rules="and")
    assert [passage.text for passage in one.query.evidence] == ["About Quarry.", "About Anna Berg."]  # type: ignore[attr-defined]
    assert not made(film, given("1", BERG.query.text, "SUPPORTS", "Quarry"), rules="and")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rules": "and,or"}, "no rule 'or'. Choose among and, and-behind, both, who, which"),
        ({"partners": "true"}, "supported or any, not 'true'"),
        ({"claims": "all"}, "shown or any, not 'all'"),
        ({"most": 0}, "a number of 1 or more, not 0"),
    ],
)
def test_an_option_that_says_nothing_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        ClaimCompose(**options)  # type: ignore[arg-type]


def test_a_name_that_its_page_has_with_a_small_letter_loses_its_capital(tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    lines = "0\tUranium is a metal .\n1\tMost uranium is mined ."
    file.write_text(json.dumps({"id": "Uranium", "text": "", "lines": lines}), encoding="utf-8")
    metal = claim("6", "Uranium is a metal.", "SUPPORTS", {"Uranium:0"})
    assert "Ole Lund built a ship, and uranium is a metal." in said(SHIP, metal, rules="and", pages=file)


def test_a_claim_that_ends_with_an_abbreviation_gets_no_second_full_stop() -> None:
    war = claim("6", "Ole Lund worked for Apple Inc.", "SUPPORTS", {"Ole_Lund:0"})
    assert "The Quarry was directed by Ines Vale, and Ole Lund worked for Apple Inc." in said(FILM, war)


@pytest.mark.parametrize(
    "text", ["Ole Lund is an baker.", "Ole Lund sings in Oslo, Norway.", "Ole Lund (singer) sings."]
)
def test_a_claim_that_reads_badly_is_joined_only_where_any_is_asked_for(text: str) -> None:
    awkward = claim("6", text, "SUPPORTS", {"Ole_Lund:0"})
    assert not any("Lund" in one for one in said(BERG, FILM, awkward, claims="shown"))
    assert any("Lund" in one for one in said(BERG, FILM, awkward))


def test_a_claim_whose_label_its_evidence_does_not_show_is_joined_only_where_any_is_asked_for(pages: Path) -> None:
    painter = claim("6", "Anna Berg is a painter.", "SUPPORTS", {"Anna_Berg:0"})
    film = claim("7", "Ed Holm was directed by Ines Vale.", "SUPPORTS", {ED_HOLM})
    assert not said(painter, film, pages=pages, claims="shown")
    assert said(painter, film, pages=pages)


def test_it_keeps_to_what_is_demanded_of_adversaries() -> None:
    check_enumerator(ClaimCompose(partners="any"))
    check_enumerator(ClaimCompose(), (BERG, FILM, SINGER, SHIP, WROTE))


def test_of_what_is_joined_with_nothing_it_is_said_why() -> None:
    found = ClaimCompose().instances((SHIP,), Random(1))
    assert found == [Nothing("no claim of the set can be joined with it by these rules", SHIP.id)]
