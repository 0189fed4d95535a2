"""How strong the claim rules are asked to be: guarded, as published, or as judges passed; and what is said of each."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stumper import registry
from stumper.adversaries.verification.claim_rules import RULES, STRENGTHS, ClaimRules, passed
from stumper.adversaries.verification.claimrules.published import EXPRESSIONS, PUBLISHED
from stumper.errors import BadData, BadOption
from stumper.tasks.verification.claim import Claim
from stumper.types import CLOSED_WORLD, Answer, Example, Gold, Perturbation

S, R, N = "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"
WORDINGS: dict[str, tuple[str, ...]] = {
    "Mara Lindqvist is an actor.": (
        "There exists an actor called Mara Lindqvist.", "There is an actor called Mara Lindqvist.",
        "There is an actor, they are called Mara Lindqvist.",
        "There exists an actor that goes by the name of Mara Lindqvist.",
        "There exists an actor, it goes by the name of Mara Lindqvist.", "Mara Lindqvist is not an actor.",
        "Mara Lindqvist is definitely not an actor.", "Mara Lindqvist is certainly not an actor.",
        "There does not exist an actor called Mara Lindqvist.", "There exists no actor called Mara Lindqvist.",
        "There is not an actor called Mara Lindqvist.",
        "There is not an actor that goes by the name of Mara Lindqvist.",
        "There does not exist an actor that goes by the name of Mara Lindqvist.",
    ),
    "Chinatown's producer was a Gemini.": (
        "There existed a Gemini called Chinatown's producer.",
        "There existed a Gemini, it was called Chinatown's producer.",
        "There was a Gemini called Chinatown's producer.", "There was a Gemini, it was called Chinatown's producer.",
        "There existed a Gemini that went by the name of Chinatown's producer.",
        "There existed a Gemini, it went by the name of Chinatown's producer.",
        "Chinatown's producer was not a Gemini.", "Chinatown's producer wasn't a Gemini.",
        "Chinatown's producer definitely was not a Gemini.", "Chinatown's producer certainly was not a Gemini.",
        "There did not exist a Gemini called Chinatown's producer.",
        "There existed no Gemini called Chinatown's producer.", "There was not a Gemini called Chinatown's producer.",
        "There was not a Gemini that went by the name of Chinatown's producer.",
        "There did not exist a Gemini that went by the name of Chinatown's producer.",
    ),
    "Orrin was directed by two cats.": (
        "There is a movie called Orrin which is directed by two cats.",
        "There is a director, two cats, who was involved in the production of Orrin.",
        "There is a person involved in the movie industry, two cats, who was the director of Orrin.",
        "Two cats is the director of Orrin.", "Orrin is not directed by two cats.", "Orrin isn't directed by two cats.",
        "Orrin is definitely not directed by two cats.", "Orrin is certainly not directed by two cats.",
        "There is a movie called Orrin which isn't directed by two cats.",
        "There is a movie called Orrin, two cats has no involvement in its production.",
        "There is a director, two cats, who was not involved in the production of Orrin.",
        "There is a person involved in the movie industry, two cats, who was not the director of Orrin.",
    ),
    "Orrin stars an American actor.": (
        "Orrin stars actor that originated from the United States.", "Orrin stars an Canadian actor.",
        "Orrin stars actor that originated from outside the United States.",
    ),
    "Mara Lindqvist was born on May 4, 1951.": (
        "May 4, 1951 is the approximate time at which the person Mara Lindqvist was born.",
        "May 4, 1951 is the approximate time at which the person Mara Lindqvist started living.",
        "Mara Lindqvist was not born on May 4, 1951.",
        "May 4, 1951 is not the approximate time at which the person Mara Lindqvist was born.",
        "May 4, 1951 is not the approximate time at which the person Mara Lindqvist started living.",
        "Mara Lindqvist was born at some other time than May 4, 1951.",
        "May 4, 1951 is some other time than when Mara Lindqvist was born.",
    ),
    "Mara Lindqvist was born in Oslo and lives there.": (
        "Oslo and lives there is the place where the person Mara Lindqvist was born.",
        "Mara Lindqvist was not born in Oslo and lives there.",
        "Oslo and lives there is not the place where the person Mara Lindqvist was born.",
        "Mara Lindqvist was born at some other place than Oslo and lives there.",
        "Oslo and lives there is some place other than where the person Mara Lindqvist was born.",
    ),
    "Mara Lindqvist died in 1999.": (
        "1999 is the approximate time at which the person Mara Lindqvist became deceased.",
        "1999 is the approximate time at which the person Mara Lindqvist died.", "Mara Lindqvist did not die in 1999.",
        "1999 is not the when the person Mara Lindqvist died.",
        "1999 is not the approximate time at which the person Mara Lindqvist became deceased.",
    ),
    "Mara Lindqvist died in Oslo.": (
        "Oslo is the place where the person Mara Lindqvist died.", "Mara Lindqvist did not die in Oslo.",
        "Oslo is not the where the person Mara Lindqvist died.",
    ),
}  # fmt: skip


def example(text: str, label: str = S, id: str = "e") -> Example:
    return Example(id, Claim(text), Gold((Answer(label),)))


def made(text: str, label: str = S, **options: Any) -> list[Perturbation]:
    found = ClaimRules(**options).instances([example(text, label)], Random(1))
    return [one for one in found if isinstance(one, Perturbation)]


def texts(found: Sequence[Perturbation]) -> list[str]:
    return [one.query.text for one in found]


@pytest.mark.parametrize("claim", WORDINGS)
def test_as_published_a_claim_is_written_so_whatever_it_says(claim: str) -> None:
    assert texts(made(claim, strength="published")) == list(WORDINGS[claim])


def test_every_published_row_has_a_worked_example() -> None:
    shown = {one.edits[0].rule for claim in WORDINGS for one in made(claim, strength="published")}
    assert shown == {rule.name for rule in PUBLISHED}


def test_there_are_as_many_published_rows_as_the_paper_has_rules_and_none_is_called_as_one_of_ours() -> None:
    assert len(PUBLISHED) == 61
    assert not {(rule.kind, rule.name) for rule in PUBLISHED} & {(rule.kind, rule.name) for rule in RULES}
    assert {rule.pattern for rule in PUBLISHED} == set(EXPRESSIONS)


def test_a_thing_is_called_it_as_published() -> None:
    assert "There is a film, it is called Chinatown." in texts(made("Chinatown is a film.", strength="published"))


def test_as_published_a_negation_swaps_the_label_of_refuted_claims_and_leaves_open_ones_alone() -> None:
    labels = Counter(one.gold.answers[0].text for one in made("Orrin is a dog.", R, strength="published"))
    assert labels == {R: 5, S: 8}
    assert {one.gold.answers[0].text for one in made("Orrin is a dog.", N, strength="published")} == {N}


def test_the_kinds_are_those_asked_for_as_published_too() -> None:
    assert len(made("Orrin is a dog.", strength="published", kinds="simple negation")) == 3


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("You Only Live Twice was directed by Lewis Gilbert.",
         "There is a movie called You Only Live Twice which was directed by Lewis Gilbert."),
        ("There Will Be Rain is a film.", "There is a film called There Will Be Rain."),
        ("Ted Cruz is a politician and attorney.", "There is a politician and attorney called Ted Cruz."),
        ("Ted Cruz is a politician and attorney.", "Ted Cruz is not a politician and attorney."),
        ("James Brolin is an Episcopalian.", "There is an Episcopalian called James Brolin."),
        ("The Wire is a television series.", "There is a television series called The Wire."),
    ],
)  # fmt: skip
def test_guards_let_through_titles_two_sorts_and_series_with_a_name(claim: str, text: str) -> None:
    assert text in texts(made(claim))


@pytest.mark.parametrize(
    ("claim", "label"),
    [
        ("Mara Lindqvist is a singer from Oslo and a painter.", S),  # which of the two is from Oslo?
        ("Mara Lindqvist is a singer, painter and sailor.", S),
        ("You are a film.", S),
        ("She Lindqvist was an actor.", S),
    ],
)
def test_guards_stay_where_a_list_has_more_than_two_bare_sorts_and_a_pronoun_opens_no_title(
    claim: str, label: str
) -> None:
    assert not any("called" in text for text in texts(made(claim, label)))


def test_of_two_sorts_that_are_refuted_one_may_be_right_so_that_neither_is_denied() -> None:
    assert not any(one.edits[0].swaps_label for one in made("Ted Cruz is a politician and painter.", R))


def test_a_series_of_something_is_called_nothing() -> None:
    assert not any("called" in text for text in texts(made("The Wire is a series of events.")))


def test_only_a_verb_is_put_into_another_form() -> None:
    assert "did not: did" not in {one.edits[0].rule for one in made("Mara Lindqvist does not publicly hide it.")}


def test_existential_rewrites_of_refuted_claims_say_that_they_assume_a_closed_world() -> None:
    for strength in ("guarded", "published"):
        found = made("Orrin is a dog.", R, strength=strength)
        assuming = {one.query.text for one in found if one.edits[0].assumes == CLOSED_WORLD}
        assert {"There is a dog called Orrin.", "There exists no dog called Orrin."} <= assuming
        assert not any(one.edits[0].assumes for one in found if one.query.text not in assuming)
        assert "Orrin is not a dog." not in assuming
    assert not any(one.edits[0].assumes for one in made("Orrin is a dog.", S))


def test_who_directed_a_film_is_no_matter_of_who_else_has_a_name() -> None:
    found = {one.edits[0].rule: one.edits[0].assumes for one in made("Orrin was directed by Ole Lund.", R)}
    assert found["directed by: a movie"] == CLOSED_WORLD
    assert found["directed by: a person in the industry"] == ""


def test_judges_passed_some_rules_of_both_tables() -> None:
    known = passed(None)
    assert {one.edits[0].rule for one in made("Orrin is a dog.", strength="judged")} <= {name for _, name in known}
    kept = texts(made("Mara Lindqvist was an actor.", strength="judged"))
    assert "There existed an actor, it was called Mara Lindqvist." not in kept
    assert "Mara Lindqvist certainly was not an actor." in kept


def test_the_judgements_that_ship_are_of_rules_that_there_are() -> None:
    assert passed(None) <= {(rule.kind, rule.name) for rule in STRENGTHS["judged"]}


def test_a_table_of_results_says_which_rules_passed(tmp_path: Path) -> None:
    table = tmp_path / "results.csv"
    kind, other = "simple negation", "entailment-preserving"
    rows = [f"v{n},{kind},is a: is not,{1.0 if n else 0.0}" for n in range(10)]  # nine in ten
    rows += [f"w,{other},is a: there is,1"] * 5  # one variant, which five systems met
    rows += [f"x{n},{other},is a: there exists,{n % 2}" for n in range(4)]
    rows += [f"y,{kind},is a: isn't,"] * 4
    table.write_text("\n".join(["variant,kind,rule,correct", *rows]), encoding="utf-8")
    assert passed(table) == {(kind, "is a: is not")}
    built = registry.build("adversary", "claim-rules", {"strength": "judged", "judgements": str(table)})
    assert texts(built.instances([example("Orrin is a dog.")], Random(1))) == ["Orrin is not a dog."]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("kind,rule\na,b\n", "no column 'correct'"),
        ("kind,rule,correct\na,b,maybe\n", "line 2, column 'correct': 'maybe' is neither 1 nor 0"),
        ("kind,rule,correct\na,b,1\na,b,1\n", "no rule has 3 judged variants"),
    ],
)
def test_a_table_that_passes_no_rule_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    table = tmp_path / "results.csv"
    table.write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=sentence) as caught:
        made("Orrin is a dog.", strength="judged", judgements=table)
    assert str(table) in str(caught.value)


def test_a_file_that_is_no_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results.md").write_text("# Results", encoding="utf-8")
    with pytest.raises(BadData, match="this is no table"):
        made("Orrin is a dog.", strength="judged", judgements=tmp_path / "results.md")


def test_options_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="for strength=judged"):
        ClaimRules(judgements=tmp_path / "results.csv")
    with pytest.raises(BadOption, match="one of guarded, published, judged, not 'strong'"):
        registry.build("adversary", "claim-rules", {"strength": "strong"})


def test_a_drawn_set_is_of_as_many_originals_and_families_as_can_be() -> None:
    claims = [example(f"Person{n} is an actor.", S, f"a{n}") for n in range(30)]
    claims += [example(f"Town{n} is in Norway.", S, f"n{n}") for n in range(4)]
    claims += [example("Orrin was directed by Ole Lund.", S, "d")]
    found = [one for one in ClaimRules(balanced=12).instances(claims, Random(3)) if isinstance(one, Perturbation)]
    assert len({one.example_id for one in found}) == 12
    assert Counter(one.edits[0].rule.partition(":")[0] for one in found)["is a"] < 12
    assert Counter(one.gold.answers[0].text for one in found) == {S: 6, R: 6}


def test_an_original_is_drawn_again_once_all_have_been() -> None:
    claims = [example("Orrin is a dog.", S, "a"), example("Hallow is a dog.", S, "b")]
    found = ClaimRules(balanced=8).instances(claims, Random(3))
    assert Counter(one.example_id for one in found) == {"a": 4, "b": 4}
    rules = Counter(one.edits[0].rule for one in found if isinstance(one, Perturbation))
    assert set(rules.values()) == {1}
    every = ClaimRules(balanced=1000).instances(claims, Random(3))
    assert list(every) == list(ClaimRules().instances(claims, Random(3)))
