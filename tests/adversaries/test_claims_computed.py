"""Claims computed from dates and names on pages: each rule true where the claim is supported, false where refuted."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from stumper.adversaries.verification.anew import OF_OWN_LABEL, ON_NO_PAGE, UNDECIDED
from stumper.adversaries.verification.claim_multihop import ClaimMultihop
from stumper.adversaries.verification.claim_numeric import ClaimNumeric
from stumper.adversaries.verification.claim_rules import ClaimRules
from stumper.adversaries.verification.claim_temporal import ClaimTemporal
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.tasks.verification.fever import bundled
from stumper.testing import check_enumerator
from stumper.types import Answer, Example, Gold, Nothing, Perturbation

LEADS = {
    "Anna_Berg": "Anna Berg ( 3 May 1891 -- 10 June 1950 ) was a Norwegian singer .",
    "The_Quarry_-LRB-film-RRB-": "The Quarry is a 1998 Danish film directed by Ines Vale .",
}
DEAD = {"Bo_Lund": "Bo Lund ( 1 June 1901 -- 9 July 1931 ) was a Danish actor ."}
SEEDS = range(40)  # draws of years and numbers


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    file = tmp_path / "pages.jsonl"
    rows = [{"id": id, "text": "", "lines": f"0\t{lead}"} for id, lead in LEADS.items()]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


def claim(label: str, text: str = "Anna Berg has a brother.", labels: tuple[str, ...] = LABELS) -> Example:
    sets = tuple(frozenset({f"{page}:3"}) for page in LEADS)
    return Example("1", Claim(text, labels=labels), Gold((Answer(label),), evidence_sets=sets))


def made(adversary: ClaimTemporal | ClaimNumeric, example: Example, seed: int = 1) -> dict[str, Perturbation]:
    """What was made, by its rule."""
    found = adversary.instances((example,), Random(seed))
    return {one.edits[0].rule: one for one in found if isinstance(one, Perturbation)}


BORN, DIED, RELEASED = 1891, 1950, 1998
YEARS = {"Anna Berg was born": BORN, "Anna Berg died": DIED, "the film The Quarry was released": RELEASED}


def is_true(text: str) -> bool:
    """Whether a claim of any of the rules is true, read from its words again."""
    text = text.removesuffix(".")
    if found := re.fullmatch(r"(.+) in the (\d+)s", text):
        return YEARS[found[1]] // 10 * 10 == int(found[2])
    if found := re.fullmatch(r"(.+) between (\d+) and (\d+)", text):
        return int(found[2]) < YEARS[found[1]] < int(found[3])
    if found := re.fullmatch(r"Anna Berg was alive in (\d+)", text):
        return BORN < int(found[1]) < DIED
    if found := re.fullmatch(r"Anna Berg died at the age of (\d+)", text):
        return int(found[1]) == 59
    if found := re.fullmatch(r"Anna Berg lived for more than (\d+) years", text):
        return int(found[1]) < 59
    if found := re.fullmatch(r"(.+) more than (\d+) years (before|after) (.+)", text):
        years = (YEARS[found[4]] - YEARS[found[1]]) * (1 if found[3] == "before" else -1)
        return years > int(found[2])
    found = re.fullmatch(r"(.+) (before|after) (.+)", text)
    assert found, text
    other = YEARS.get(found[3]) or int(found[3])
    return YEARS[found[1]] < other if found[2] == "before" else YEARS[found[1]] > other


@pytest.mark.parametrize(
    ("adversary", "rules"),
    [
        (ClaimTemporal, {"before", "after", "decade", "between", "before another", "alive"}),
        (ClaimNumeric, {"age", "lived", "years apart"}),
    ],
)
@pytest.mark.parametrize("label", ["SUPPORTS", "REFUTES"])
def test_every_rule_is_true_of_what_is_supported_and_false_of_what_is_refuted(
    adversary: type[ClaimTemporal] | type[ClaimNumeric], rules: set[str], label: str, pages: Path
) -> None:
    for seed in SEEDS:
        found = made(adversary(pages=pages), claim(label), seed)
        assert set(found) == rules
        for one in found.values():
            assert is_true(one.query.text) == (label == "SUPPORTS"), one.query.text
            assert one.gold.answers == (Answer(label),)


@pytest.mark.parametrize("label", ["SUPPORTS", "REFUTES"])
def test_how_far_two_of_a_kind_lie_apart(label: str, tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    leads = {"Anna_Berg": LEADS["Anna_Berg"], "Bo_Lund": "Bo Lund ( born 1 June 1901 ) is a Danish actor ."}
    rows = [{"id": id, "text": "", "lines": f"0\t{lead}"} for id, lead in leads.items()]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    for seed in SEEDS:
        one = made(ClaimNumeric(pages=file), claim(label), seed)["within"]
        found = re.fullmatch(r"Anna Berg and Bo Lund were born less than (\d+) years apart\.", one.query.text)
        assert found
        assert (int(found[1]) > 10) == (label == "SUPPORTS")


def written(file: Path, pages: dict[str, str]) -> Path:
    rows = [{"id": id, "text": "", "lines": f"0\t{lead}"} for id, lead in pages.items()]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


@pytest.mark.parametrize("label", ["SUPPORTS", "REFUTES"])
def test_two_lives_are_added_and_compared_by_their_whole_years(label: str, tmp_path: Path) -> None:
    file = written(tmp_path / "pages.jsonl", {"Anna_Berg": LEADS["Anna_Berg"], **DEAD})  # 59 and 30 years
    for seed in SEEDS:
        found = made(ClaimNumeric(pages=file), claim(label), seed)
        [number] = re.findall(r"The lives of Anna Berg and Bo Lund lasted more than (\d+) years in all\.",
                              found["lives"].query.text)  # fmt: skip
        assert (int(number) < 89) == (label == "SUPPORTS")
        [number] = re.findall(r"Anna Berg lived at least (\d+) years longer than Bo Lund\.", found["longer"].query.text)
        assert (int(number) <= 29) == (label == "SUPPORTS")
        for rule in ("lives", "longer"):
            assert found[rule].gold.evidence_sets == (frozenset({"Anna_Berg:0", "Bo_Lund:0"}),)


@pytest.mark.parametrize("label", ["SUPPORTS", "REFUTES"])
def test_how_old_somebody_was_is_said_of_events_in_their_life_alone(label: str, tmp_path: Path) -> None:
    file = written(tmp_path / "pages.jsonl", {**LEADS, **DEAD})
    said = r"Anna Berg was more than (\d+) years old when Bo Lund (was born|died)\."
    for seed in SEEDS:  # the film was released after her death, and she was ten when he was born
        one = made(ClaimNumeric(pages=file), claim(label), seed)["age at"]
        [(age, event)] = re.findall(said, one.query.text)
        assert event == "died"
        assert (int(age) < 39) == (label == "SUPPORTS")


@pytest.mark.parametrize(("verb", "is_made"), [("is", True), ("was", False)])
def test_of_whom_no_death_is_stated_an_age_is_said_only_where_they_are_something_still(
    verb: str, is_made: bool, tmp_path: Path
) -> None:
    lead = f"Anna Berg ( born 3 May 1961 ) {verb} a Norwegian singer ."
    file = written(tmp_path / "pages.jsonl", {**LEADS, "Anna_Berg": lead})
    assert ("age at" in made(ClaimNumeric(pages=file), claim("SUPPORTS"))) == is_made


SERIES = {
    "The_Mill_-LRB-TV_series-RRB-": "The Mill is a Danish sitcom that ran for nine seasons and 120 episodes .",
    "Harbour": "Harbour is a drama that ran for 30 seasons .",
}


@pytest.mark.parametrize("label", ["SUPPORTS", "REFUTES"])
def test_counts_of_two_pages_are_added_and_compared(label: str, tmp_path: Path) -> None:
    file = written(tmp_path / "pages.jsonl", SERIES)
    example = numbered("The Mill is a comedy.", label, "The_Mill_-LRB-TV_series-RRB-:0")
    for seed in SEEDS:
        found = made(ClaimNumeric(pages=file), example, seed)
        assert set(found) == {"in all", "more of"}
        [number] = re.findall(
            r"The Mill and Harbour ran for more than (\d+) seasons in all\.", found["in all"].query.text
        )
        assert (int(number) < 39) == (label == "SUPPORTS")
        [number] = re.findall(
            r"Harbour ran for at least (\d+) more seasons than The Mill\.", found["more of"].query.text
        )
        assert (int(number) <= 21) == (label == "SUPPORTS")
        for one in found.values():
            assert one.gold.evidence_sets == (frozenset({"The_Mill_-LRB-TV_series-RRB-:0", "Harbour:0"}),)


@pytest.mark.parametrize(
    "harbour",
    [
        "Harbour is a drama that ran for 30 seasons , like The Mill .",  # they may share some
        "Harbour is a drama whose first season was followed for 30 seasons .",
        "Harbour is a drama that ran for 30 seasons , of 35 seasons in all .",
        "Harbour is a drama that ran for about 30 seasons .",
        "Its rival ran for 30 seasons .",
        "Harbour is a drama that ran for two seasons .",
        "Harbour has a population of 30 .",
    ],
)
def test_what_may_overlap_or_is_not_of_the_whole_is_not_added(harbour: str, tmp_path: Path) -> None:
    file = written(tmp_path / "pages.jsonl", {**SERIES, "Harbour": harbour})
    example = numbered("The Mill is a comedy.", "SUPPORTS", "The_Mill_-LRB-TV_series-RRB-:0")
    assert not made(ClaimNumeric(pages=file), example)


def test_what_is_drawn_is_even_by_rule(tmp_path: Path) -> None:
    file = written(tmp_path / "pages.jsonl", {**LEADS, **DEAD})
    examples = tuple(replace(claim("SUPPORTS"), id=str(id)) for id in range(20))
    drawn = [one for one in ClaimNumeric(pages=file, balanced=14).instances(examples, Random(1))
             if isinstance(one, Perturbation)]  # fmt: skip
    times = Counter(one.edits[0].rule for one in drawn)
    assert len({one.example_id for one in drawn}) == 14
    assert max(times.values()) - min(times.values()) <= 1


def numbered(text: str, label: str, id: str = "Road:0") -> Example:
    return Example("1", Claim(text), Gold((Answer(label),), evidence_sets=(frozenset({id}),)))


ROAD = "The Road has 12 wide lanes and about 30 bridges , and the two bridges of Lowmere . It has 9 towers ."


@pytest.fixture
def road(tmp_path: Path) -> Path:
    file = tmp_path / "road.jsonl"
    file.write_text(json.dumps({"id": "Road", "text": "", "lines": f"0\t{ROAD}"}), encoding="utf-8")
    return file


def test_a_number_becomes_a_comparison_that_the_evidence_decides(road: Path) -> None:
    for seed in SEEDS:
        true = made(ClaimNumeric(pages=road), numbered("The Road has twelve lanes.", "SUPPORTS"), seed)["number"]
        found = re.fullmatch(r"The Road has (more|fewer) than (\d+) lanes\.", true.query.text)
        assert found
        assert int(found[2]) < 12 if found[1] == "more" else int(found[2]) > 12
        false = made(ClaimNumeric(pages=road), numbered("The Road has 20 lanes.", "REFUTES"), seed)["number"]
        found = re.fullmatch(r"The Road has more than (\d+) lanes\.", false.query.text)
        assert found
        assert int(found[1]) > 12


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("The Road has 30 bridges.", "SUPPORTS"),  # about 30, and two
        ("The Road has 12 lanes.", "REFUTES"),  # it is refuted for another reason
        ("The Road has only 12 lanes.", "SUPPORTS"),
        ("The Road has 20 cables.", "REFUTES"),  # the evidence counts none
        ("The Road has 12 lanes.", "NOT ENOUGH INFO"),
    ],
)
def test_a_number_that_the_evidence_does_not_give_once_is_left_alone(text: str, label: str, road: Path) -> None:
    assert "number" not in made(ClaimNumeric(pages=road), numbered(text, label))


@pytest.mark.parametrize(
    "evidence",
    [
        "The siege lasted twenty-five years .",
        "The siege lasted 14.5 years .",
        "The siege lasted twenty five years .",
        "The siege lasted seven and a half years .",
        "The siege lasted 7 1\\/2 years .",
        "The siege lasted 7 million years .",
        "The siege lasted a hundred and seven years .",
        "The siege lasted 5 to 7 years .",
        "The siege lasted 5 -- 7 years .",
        "The siege lasted 5-7 years .",
        "The siege lasted 5–7 years .",
        "The siege lasted about 40 years .",
        "The siege lasted 40 or so years .",
        "The siege lasted 1000 years .",
        "The siege lasted £7 years .",
        "The siege sold 7-Eleven years .",
        "The siege had 9 towers with long years .",
        "The siege had 9 towers and years .",
        "The siege lasted 25.5 years , the next one 7 years .",
    ],
)
def test_a_number_is_read_whole_or_not_at_all(evidence: str, tmp_path: Path) -> None:
    file = tmp_path / "siege.jsonl"
    file.write_text(json.dumps({"id": "Siege", "text": "", "lines": f"0\t{evidence}"}), encoding="utf-8")
    for text, label in (("The siege lasted 30 years.", "REFUTES"), ("The siege lasted 7 years.", "SUPPORTS")):
        assert "number" not in made(ClaimNumeric(pages=file), numbered(text, label, "Siege:0")), evidence


@pytest.mark.parametrize("text", ["The siege cost 7 million pounds.", "The siege lasted twenty-five years.",
                                  "The siege lasted 5 to 7 years.", "Siege 7 is the third.",
                                  "The siege had 7 year pounds."])  # fmt: skip
def test_a_number_of_a_claim_is_read_whole_or_not_at_all(text: str, tmp_path: Path) -> None:
    file = tmp_path / "siege.jsonl"
    lines = "0\tThe siege lasted 7 years and cost 7 pounds . It 7 is ."
    file.write_text(json.dumps({"id": "Siege", "text": "", "lines": lines}), encoding="utf-8")
    for label in ("SUPPORTS", "REFUTES"):
        assert "number" not in made(ClaimNumeric(pages=file), numbered(text, label, "Siege:0"))


def test_a_number_in_the_thousands_is_read(tmp_path: Path) -> None:
    file = tmp_path / "siege.jsonl"
    lines = "0\tThe walls had 1,200 wooden towers ."
    file.write_text(json.dumps({"id": "Siege", "text": "", "lines": lines}), encoding="utf-8")
    one = made(ClaimNumeric(pages=file), numbered("The walls had 500 towers.", "REFUTES", "Siege:0"))["number"]
    found = re.fullmatch(r"The walls had more than ([\d,]+) towers\.", one.query.text)
    assert found
    assert int(found[1].replace(",", "")) > 1200


def test_nothing_is_computed_of_what_has_the_name_of_the_subject_alone(pages: Path) -> None:
    example = numbered("The Quarry has two masts.", "SUPPORTS", "The_Quarry_-LRB-ship-RRB-:0")
    assert not made(ClaimTemporal(pages=pages), example)
    assert not made(ClaimNumeric(pages=pages), example)


def test_a_comparison_needs_a_sentence_of_each_page(pages: Path) -> None:
    one = made(ClaimTemporal(pages=pages), claim("SUPPORTS"))["before another"]
    assert one.gold.evidence_sets == (frozenset({"Anna_Berg:0", "The_Quarry_-LRB-film-RRB-:0"}),)
    assert made(ClaimTemporal(pages=pages), claim("SUPPORTS"))["alive"].gold.evidence_sets == (
        frozenset({"Anna_Berg:0"}),
    )


@pytest.mark.parametrize(
    ("adversary", "rule", "sets"),
    [
        (ClaimTemporal, "alive", ({0}, {1, 2})),
        (ClaimNumeric, "lived", ({0}, {1, 2})),
        (ClaimNumeric, "age", ({0},)),  # years alone leave two ages open
    ],
)
def test_a_life_needs_a_sentence_of_the_birth_beside_one_of_the_death(
    adversary: type[ClaimTemporal] | type[ClaimNumeric], rule: str, sets: tuple[set[int], ...], tmp_path: Path
) -> None:
    file = tmp_path / "pages.jsonl"
    lines = f"0\t{LEADS['Anna_Berg']}\n1\tShe was born in 1891 .\n2\tShe died in 1950 ."
    file.write_text(json.dumps({"id": "Anna_Berg", "text": "", "lines": lines}), encoding="utf-8")
    found = made(adversary(pages=file), claim("SUPPORTS"))[rule].gold.evidence_sets
    assert found == tuple(frozenset(f"Anna_Berg:{line}" for line in lines) for lines in sets)


@pytest.mark.parametrize("label", ["SUPPORTS", "REFUTES"])
def test_of_a_short_life_nothing_is_computed(label: str, tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    lines = "0\tAnna Berg ( 3 May 1990 -- 10 June 1993 ) was a Norwegian singer ."
    file.write_text(json.dumps({"id": "Anna_Berg", "text": "", "lines": lines}), encoding="utf-8")
    for seed in SEEDS:
        assert "alive" not in made(ClaimTemporal(pages=file), claim(label), seed)
        assert not {"age", "lived"} & {*made(ClaimNumeric(pages=file), claim(label), seed)}


@pytest.mark.parametrize("year", [1904, 1913, 1998, 2004, 2014])
def test_no_decade_is_named_that_could_be_a_century(year: int, tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    lines = f"0\tThe Quarry is a {year} Danish film directed by Ines Vale ."
    file.write_text(json.dumps({"id": "The_Quarry", "text": "", "lines": lines}), encoding="utf-8")
    for label in ("SUPPORTS", "REFUTES"):
        example = numbered("The Quarry stars Eva Holm.", label, "The_Quarry:0")
        for seed in SEEDS:
            one = made(ClaimTemporal(pages=file), example, seed).get("decade")
            assert one is None or "00s" not in one.query.text
            assert (one is None) == (label == "SUPPORTS" and year in (1904, 2004))


def test_what_is_about_a_film_says_so_and_begins_with_a_capital(pages: Path) -> None:
    found = made(ClaimTemporal(pages=pages), claim("REFUTES", "The Quarry (film) stars Eva Holm."))
    assert found["decade"].query.text.startswith("The film The Quarry was released in the ")


@pytest.mark.parametrize(
    "example",
    [
        claim("NOT ENOUGH INFO"),
        claim("DISPUTED", labels=(*LABELS, "DISPUTED")),
        claim("SUPPORTS", "Bo Lund has a brother."),
        claim("SUPPORTS", "The mill was sold by Anna Berg."),
    ],
)
def test_where_nothing_is_decided_or_stated_nothing_is_computed(example: Example, pages: Path) -> None:
    assert not made(ClaimTemporal(pages=pages), example)
    assert not made(ClaimNumeric(pages=pages), example)


def test_of_what_nothing_is_stated_it_is_said_why(pages: Path) -> None:
    [one] = ClaimTemporal(pages=pages).instances((claim("SUPPORTS", "Bo Lund has a brother."),), Random(1))
    assert one == Nothing(
        "the pages at hand state nothing of it that a rule reads; name others with the option pages", "1"
    )


def test_what_bars_a_claim_whatever_the_pages_state_is_said(pages: Path) -> None:
    own = claim("accurate", labels=("accurate", "inaccurate"))
    plain = claim("SUPPORTS")
    by_address = replace(
        plain, id="2", gold=replace(plain.gold, evidence_sets=(frozenset({"https://a.org"}),), matched_by="url")
    )
    found = ClaimNumeric(pages=pages).instances((own, by_address), Random(1))
    assert found == [Nothing(OF_OWN_LABEL, "1"), Nothing(ON_NO_PAGE, "2")]
    assert "SUPPORTS, REFUTES, NOT ENOUGH INFO, NOT SUPPORTED" in OF_OWN_LABEL
    assert "write the one that it means into the data" in OF_OWN_LABEL
    unknown = replace(claim("NOT ENOUGH INFO"), gold=Gold((Answer("NOT ENOUGH INFO"),)))
    assert ClaimNumeric(pages=pages).instances((unknown,), Random(1)) == [Nothing(UNDECIDED, unknown.id)]
    assert ClaimRules(kinds="simple negation").instances((own,), Random(1)) == [Nothing(OF_OWN_LABEL, "1")]


def test_what_is_not_supported_gives_way_to_what_is_false(pages: Path) -> None:
    found = made(ClaimTemporal(pages=pages), claim("NOT SUPPORTED", labels=("SUPPORTS", "NOT SUPPORTED")))
    assert found
    assert not any(is_true(one.query.text) for one in found.values())


@pytest.mark.parametrize("adversary", [ClaimTemporal, ClaimNumeric])
def test_they_keep_to_what_is_demanded_of_adversaries(
    adversary: type[ClaimTemporal] | type[ClaimNumeric], pages: Path
) -> None:
    check_enumerator(adversary())
    check_enumerator(adversary(pages=pages), (claim("SUPPORTS"), claim("REFUTES")))


@pytest.mark.parametrize(
    ("adversary", "least"),
    [(ClaimTemporal(), 50), (ClaimNumeric(), 50), (ClaimMultihop(), 10), (ClaimMultihop(claims="any"), 20)],
)
def test_of_the_claims_that_ship_something_is_made_by_the_pages_that_ship(
    adversary: ClaimTemporal | ClaimNumeric | ClaimMultihop, least: int
) -> None:
    found = adversary.instances(tuple(bundled()), Random(1))
    assert len({one.example_id for one in found if isinstance(one, Perturbation)}) >= least
