"""What the claim rules leave alone, what they take care of in what they rewrite, and what holds of any claim."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stumper.adversaries.verification.claim_rules import RULES, ClaimRules
from stumper.adversaries.verification.claimrules.rule import KEEPS, KINDS
from stumper.errors import BadOption
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.types import Answer, Example, Gold, Passage, Perturbation


def example(text: str, label: str = "SUPPORTS", name: str = "e") -> Example:
    evidence = (Passage("Lowmere:3", "The mill burned."),)
    return Example(name, Claim(text, evidence), Gold((Answer(label),), evidence_sets=(frozenset({"Lowmere:3"}),)))


def rewritten(text: str, label: str = "SUPPORTS", adversary: ClaimRules | None = None) -> list[str]:
    found = (adversary or ClaimRules()).instances([example(text, label)], Random(1))
    return [perturbation.query.text for perturbation in found if isinstance(perturbation.query, Claim)]


def by_rule(text: str, label: str = "SUPPORTS") -> dict[str, str]:
    found = ClaimRules().instances([example(text, label)], Random(1))
    return {p.edits[0].rule: p.query.text for p in found if isinstance(p.query, Claim)}


def test_a_person_is_not_called_it() -> None:
    texts = rewritten("Mara Lindqvist is a singer.")
    assert "There is a singer, and they are called Mara Lindqvist." in texts
    assert not any("it is" in text for text in texts)


def test_a_thing_is_called_it_in_the_tense_of_the_claim() -> None:
    assert "There was a film, and it was called Chinatown." in rewritten("Chinatown was a film.")


def test_neither_is_said_of_a_name_of_which_one_cannot_tell() -> None:
    texts = rewritten("Mara Lindqvist is a cat.")
    assert "There is a cat called Mara Lindqvist." in texts
    assert not any("they are" in text or "it is" in text for text in texts)


def test_the_article_follows_the_word_behind_it() -> None:
    assert by_rule("The Glass Harbour is an American film.")["American: from"] == (
        "The Glass Harbour is a film from the United States."
    )
    assert by_rule("Mara Lindqvist is a English actor.")["is a: is not"] == "Mara Lindqvist is not an English actor."


def test_the_tense_is_kept() -> None:
    found = by_rule("Mara Lindqvist was an actor.")
    assert found["is a: there exists, by name"] == "There existed an actor that went by the name of Mara Lindqvist."
    assert found["is a: isn't"] == "Mara Lindqvist wasn't an actor."
    assert found["is a: there does not exist"] == "There did not exist an actor called Mara Lindqvist."


@pytest.mark.parametrize(
    ("claim", "rule", "text"),
    [
        ("Mara Lindqvist was born in St. Louis.", "born: place where",
         "St. Louis is the place where Mara Lindqvist was born."),
        ("The Glass Harbour was directed by Robert Lund Jr.", "directed by: is the director",
         "Robert Lund Jr. was the director of The Glass Harbour."),
        ("Robert Lund Jr. is an actor.", "is a: there is", "There is an actor called Robert Lund Jr."),
        ("The Glass Harbour was written by J. R. R. Lund.", "made by: active",
         "J. R. R. Lund wrote The Glass Harbour."),
        ("Mara Lindqvist was born in Washington, D.C.", "born: birthplace",
         "The birthplace of Mara Lindqvist is Washington, D.C."),
    ],
)  # fmt: skip
def test_the_full_stop_of_an_abbreviation_is_kept(claim: str, rule: str, text: str) -> None:
    assert by_rule(claim)[rule] == text


@pytest.mark.parametrize("claim", ["Chinatown's producer is a Gemini.", "The first season of Orrin is a comedy."])
def test_a_description_is_no_name(claim: str) -> None:
    texts = rewritten(claim)
    assert texts != []
    assert not any("called" in text or "by the name" in text for text in texts)


def test_a_title_that_looks_like_a_clause_is_a_subject() -> None:
    assert "There is a sitcom called This Is Us." in rewritten("This Is Us is a sitcom.")
    assert "There is a novel called A Good Day to Sail." in rewritten("A Good Day to Sail is a novel.")


@pytest.mark.parametrize(
    "claim",
    [
        "Mara Lindqvist is never a singer.",
        "Mara Lindqvist is a singer and sailed to Norway.",
        "Mara Lindqvist is a singer, but she never sang.",
        "In 1951, Mara Lindqvist was born.",
        "She is a singer.",
        "There is a singer called Mara Lindqvist.",
        "Is Mara Lindqvist a singer?",
        'Mara Lindqvist is a "singer".',
        "Mara Lindqvist",
        "",
    ],
)
def test_a_claim_of_another_shape_is_left_alone(claim: str) -> None:
    assert rewritten(claim) == []


def test_what_is_denied_already_is_not_denied_once_more() -> None:
    assert not any(rule.startswith("is a") for rule in by_rule("Mara Lindqvist is not a singer."))
    assert not any(rule.startswith("is a") for rule in by_rule("Mara Lindqvist is only a singer."))


def test_a_refusal_is_taken_back_of_persons_alone() -> None:
    assert "refused to: did not refuse to" in by_rule("Mara Lindqvist refused to play the queen.", "REFUTES")
    assert "refused to: did not refuse to" not in by_rule("The Glass Harbour refused to end the war.", "REFUTES")


def test_several_subjects_are_not_called_one_thing() -> None:
    assert set(by_rule("Anna Brandt and Mara Lindqvist are singers.")) == {"are: are not"}


def test_place_and_time_are_told_apart_and_what_is_neither_is_left_alone() -> None:
    assert "born: birthplace" not in by_rule("Anna Brandt was born in May 1951.")
    assert "born: it was then" not in by_rule("Anna Brandt was born in Boston, Massachusetts.")
    assert rewritten("Anna Brandt was born in poverty.") == []
    assert "born: birthplace" not in by_rule("Anna Brandt was born in Boston in 1951.")


def test_a_swap_is_left_out_where_it_would_not_be_sound() -> None:
    assert "died: is still alive" in by_rule("Anna Brandt died in 1999.", "SUPPORTS")
    assert "died: is still alive" not in by_rule("Anna Brandt died in 1999.", "REFUTES")
    assert "American: outside" not in by_rule("Chinatown is an American film.", "REFUTES")


@pytest.mark.parametrize(
    "claim", ["A singer won the prize.", "Several prizes were won by Anna Brandt.", "Two towns burned the hay."]
)
def test_a_negation_that_could_deny_the_subject_alone_is_left_out(claim: str) -> None:
    assert all(perturbation.gold.answers[0].text == "SUPPORTS"
               for perturbation in ClaimRules().instances([example(claim)], Random(1)))  # fmt: skip


def test_the_opening_capital_goes_where_the_subject_moves_inside() -> None:
    assert by_rule("The old keeper wrote Lowmere Days.")["made: passive"] == (
        "Lowmere Days was written by the old keeper."
    )


def test_the_active_voice_has_the_verb_in_the_past() -> None:
    assert by_rule("Syco was founded by Robert Lund.")["made by: active"] == "Robert Lund founded Syco."
    assert by_rule("Robert Lund wrote Syco Days.")["made: passive"] == "Syco Days was written by Robert Lund."


def test_a_title_keeps_the_capital_of_its_article() -> None:
    texts = by_rule("The Good German starred Mara Lindqvist.")
    assert texts["starred: none of the roles"].endswith("roles in The Good German.")


def test_the_kinds_are_those_asked_for() -> None:
    claim = "Mara Lindqvist is an actor."
    assert len(rewritten(claim, adversary=ClaimRules(kinds="simple negation"))) == 4
    assert len(rewritten(claim, adversary=ClaimRules(kinds="simple negation, complex negation"))) == 11
    with pytest.raises(BadOption, match="'negation'"):
        ClaimRules(kinds="negation")


def test_without_the_further_rules_the_paper_families_remain() -> None:
    claim = "Mara Lindqvist is from Boston."
    assert rewritten(claim) != []
    assert rewritten(claim, adversary=ClaimRules(further=False)) == []


def test_a_balanced_set_has_as_many_of_one_label_as_of_another() -> None:
    examples = [example("Mara Lindqvist is an actor.", "SUPPORTS", "a"), example("Oslo is a town.", "SUPPORTS", "b")]
    found = ClaimRules(balanced=8).instances(examples, Random(1))
    labels = [perturbation.gold.answers[0].text for perturbation in found]
    assert (labels.count("SUPPORTS"), labels.count("REFUTES")) == (4, 4)


def test_questions_are_left_alone() -> None:
    question = Example("q", Question("Who?", Passage("p", "Mara.")), Gold((Answer("Mara", 0),)))
    assert list(ClaimRules().instances([question], Random(1))) == []


def test_what_is_drawn_for_a_claim_does_not_depend_on_the_claims_beside_it() -> None:
    claims = [example(f"{name} is an American film.", "SUPPORTS", name) for name in ("Orrin", "Lowmere", "Hallow")]
    together = [p for p in ClaimRules().instances(claims, Random(1)) if p.example_id == "Hallow"]
    assert together == list(ClaimRules().instances(claims[2:], Random(1)))


NAMES = (
    "Mara Lindqvist",
    "Chinatown",
    "The Glass Harbour",
    "St. Agnes",
    "Anna and Ole",
    "the old mill",
    "It",
    "J. R. Lund",
)
PREDICATES = (
    "is an actor", "was a film", "was born in Oslo", "was directed by Ole Lund", "stars in Orrin", "won a prize",
    "is an American band", "has been to Norway", "is not a singer", "was released in 1987", "died on May 4, 1951",
    "are sisters", "is only a town", "did not win a prize", "has yet to sing", "is the capital of Norway", "can swim",
    "wrote Orrin",
)  # fmt: skip
claims = st.builds(
    lambda name, predicate, stop: f"{name} {predicate}{stop}",
    st.sampled_from(NAMES) | st.text(max_size=8),
    st.sampled_from(PREDICATES) | st.text(max_size=12),
    st.sampled_from((".", ".", "", "..", " .")),
)


def hold(given_claims: Sequence[Example], found: Sequence[Perturbation]) -> None:
    """The label logic, and what never changes."""
    of = {each.id: each for each in given_claims}
    for perturbation in found:
        before = of[perturbation.example_id]
        [edit] = perturbation.edits
        assert isinstance(before.query, Claim)
        assert isinstance(perturbation.query, Claim)
        assert perturbation.query.evidence == before.query.evidence
        assert perturbation.gold.evidence_sets == before.gold.evidence_sets
        assert perturbation.query.text not in ("", before.query.text)
        assert perturbation.query.text.endswith(".")
        assert not perturbation.query.text.endswith("..")
        assert edit.text == perturbation.query.text
        assert (edit.start, edit.end) == (0, len(before.query.text))
        assert edit.kind in KINDS
        assert edit.swaps_label == (edit.kind != KEEPS)
        old, new = before.gold.answers[0].text, perturbation.gold.answers[0].text
        assert {old, new} == {"SUPPORTS", "REFUTES"} if edit.swaps_label else old == new


@settings(max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(texts=st.lists(st.tuples(claims, st.sampled_from(LABELS)), min_size=1, max_size=4))
def test_whatever_the_claims_labels_and_evidence_are_sound(texts: list[tuple[str, str]]) -> None:
    examples = [example(text, label, str(place)) for place, (text, label) in enumerate(texts)]
    found = ClaimRules().instances(examples, Random(5))
    hold(examples, found)
    assert list(found) == list(ClaimRules().instances(examples, Random(5)))
    for each in examples:
        own = [p.query for p in found if p.example_id == each.id]
        assert len(own) == len(set(own))


def test_the_table_has_at_least_twenty_further_rules() -> None:
    assert len(RULES) >= 65 + 20
