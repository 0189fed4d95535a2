"""Claims in other words, by tables and by a translator, with their names, numbers and labels kept."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest

from stumper.adversaries.verification.claim_paraphrase import ClaimParaphrase
from stumper.adversaries.verification.claim_synonym import ClaimSynonym
from stumper.constraints import broken
from stumper.errors import BadOption
from stumper.language.pipeline import load_pipeline
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.constraints import CONSTRAINTS as VERIFICATION
from stumper.translating.offline import reworded
from stumper.translating.resemblance import log_resemblances
from stumper.translating.sentences import sentence, survive, tidied
from stumper.translating.substitution import substituted
from stumper.types import Answer, Example, Gold, Perturbation


def claim(number: int, text: str, label: str = "SUPPORTS") -> Example:
    return Example(str(number), Claim(text), Gold((Answer(label),)))


def rewordings(text: str) -> dict[str, str]:
    [parse] = load_pipeline().parse([text])
    return {paraphrase.rule: paraphrase.text for paraphrase in reworded(sentence(parse))}


def synonyms(text: str, senses: str = "likely") -> dict[str, str]:
    [parse] = load_pipeline().parse([text])
    return {each.rule: each.text for each in substituted(parse, senses)}


def texts(examples: Sequence[Example], **options: object) -> list[str]:
    found = ClaimParaphrase(quartiles=False, **options).instances(examples, Random(1))  # type: ignore[arg-type]
    return [perturbation.query.text for perturbation in found]


@pytest.mark.parametrize(
    ("text", "rule", "said"),
    [
        ("Anna Berg is not a mayor.", "contraction", "Anna Berg isn't a mayor."),
        ("Anna Berg wasn't a mayor.", "full form", "Anna Berg was not a mayor."),
        ("Lowmere has no harbour.", "determiner: no", "Lowmere does not have any harbour."),
        ("Anna Berg was born in 1961.", "determiner: the year", "Anna Berg was born in the year 1961."),
        ("Anna Berg was born in 1961.", "date first", "In 1961, Anna Berg was born."),
        ("In 1961, Anna Berg was born.", "date last", "Anna Berg was born in 1961."),
        ("Chinatown was directed by Anna Berg.", "active", "Anna Berg directed Chinatown."),
        ("Anna Berg wrote Chinatown.", "passive", "Chinatown was written by Anna Berg."),
        ("Anna Berg's father was a mayor.", "of-genitive", "The father of Anna Berg was a mayor."),
        ("Anna Berg is an actress.", "is a > works as a", "Anna Berg works as an actress."),
        ("Anna Berg was born in Madrid.", "born in > birthplace", "Madrid is the birthplace of Anna Berg."),
        ("Anna Berg died in May 1999.", "died > passed away", "Anna Berg passed away in May 1999."),
        ("Anna Berg is incapable of singing.", "incapable > not capable", "Anna Berg is not capable of singing."),
    ],
)
def test_a_claim_is_reworded_by_the_rows_of_the_table(text: str, rule: str, said: str) -> None:
    assert rewordings(text)[rule] == said


def test_a_year_is_not_put_first_where_it_belongs_to_a_noun() -> None:
    assert "date first" not in rewordings("Anna Berg is an actress known since 1961.")


def test_a_synonym_has_the_number_of_the_word_and_the_article_that_it_needs() -> None:
    assert synonyms("Anna Berg made two movies.")["movie>film"] == "Anna Berg made two films."
    assert synonyms("Anna Berg owns a car.")["car>automobile"] == "Anna Berg owns an automobile."


def test_no_word_of_a_name_a_quotation_a_compound_or_a_term_is_exchanged() -> None:
    assert synonyms('The Film Company made "a movie of the country".') == {}
    assert synonyms("Anna Berg directs film.") == {}
    assert "disease>illness" not in synonyms("Coeliac disease is treated by diet.")


def test_all_senses_bring_lemmas_of_every_synset() -> None:
    assert "film>plastic film" not in synonyms("Anna Berg was in a film.")
    assert "film>plastic film" in synonyms("Anna Berg was in a film.", "all")


def test_as_published_a_word_is_exchanged_for_lemmas_of_every_synset_also_within_a_term() -> None:
    ghost = claim(1, "Anna Berg lives in a ghost town.")
    assert list(ClaimSynonym().instances([ghost], Random(1))) == []
    made = ClaimSynonym(strength="published", most=1000).instances([ghost], Random(1))
    rules = [one.edits[0].rule for one in made if isinstance(one, Perturbation)]
    assert {"ghost>wraith", "town>townsfolk"} <= set(rules)
    assert not any(rule.startswith(("anna", "berg")) for rule in rules)


@pytest.mark.parametrize("attack", [ClaimSynonym, ClaimParaphrase])
def test_as_published_up_to_three_of_a_claim_are_proposed(attack: type[ClaimSynonym] | type[ClaimParaphrase]) -> None:
    claims = [claim(1, "Anna Berg lives in a ghost town."), claim(2, "Lowmere is a country with an island.")]
    counts = [len(attack(strength="published", most=most).instances(claims, Random(1))) for most in (None, 1, 2)]
    assert counts == [6, 2, 4]
    assert len(attack().instances(claims[1:], Random(1))) == 1


def test_a_paraphrase_that_loses_a_name_a_number_or_a_negation_does_not_survive() -> None:
    [parse] = load_pipeline().parse(["Anna Berg did not win 2 prizes in Madrid."])
    assert survive(parse, "In Madrid, Anna Berg didn't win 2 prizes.")
    assert not survive(parse, "Anna Berg did not win prizes in Madrid.")
    assert not survive(parse, "Anna Berg did not win 2 prizes there.")
    assert not survive(parse, "Anna Berg won 2 prizes in Madrid.")
    assert not survive(parse, "Anna Berg did not win 2 prizes in Madrid, Spain.")


def test_a_text_gets_its_capital_its_full_stop_and_its_articles() -> None:
    assert tidied("a  owner bought an big house") == "An owner bought a big house."
    assert tidied("Anna Berg is a a mayor.") == "Anna Berg is a a mayor."


def test_a_near_text_resembles_more_than_a_far_one() -> None:
    text = "Anna Berg was in a movie."
    same, near, far = log_resemblances([text] * 3, [text, "Anna Berg was in a film.", "Anna Berg was in a quarry."])
    assert same == 0
    assert same > near > far


CLAIMS = [
    claim(1, "Anna Berg was born in Madrid in 1961."),
    claim(2, "Chinatown was not directed by Anna Berg.", "REFUTES"),
    claim(3, "Lowmere is a country with one famous movie.", "NOT ENOUGH INFO"),
    claim(4, "Anna Berg is a singer"),
    claim(5, "Lowmere."),
]


@pytest.mark.parametrize("adversary", [ClaimParaphrase(quartiles=False, most=9), ClaimSynonym(most=9)], ids=["p", "s"])
def test_labels_and_evidence_stay_and_no_claim_comes_twice(adversary: ClaimParaphrase | ClaimSynonym) -> None:
    found = adversary.instances(CLAIMS, Random(1))
    of = {example.id: example for example in CLAIMS}
    assert [each.example_id for each in found] == sorted(each.example_id for each in found)
    assert len({(each.example_id, each.query.text) for each in found}) == len(found) > 3
    for perturbation in found:
        example = of[perturbation.example_id]
        [edit] = perturbation.edits
        assert perturbation.gold == example.gold
        assert not edit.swaps_label
        assert edit.rule
        assert perturbation.query.text[0].isupper()
        assert perturbation.query.text.endswith(".")
        assert broken(VERIFICATION, example, perturbation) is None


def test_the_same_seed_gives_the_same_whatever_else_is_in_the_batch() -> None:
    together = texts(CLAIMS)
    assert together == texts(CLAIMS)
    assert together == [text for example in CLAIMS for text in texts([example])]


def test_the_quartiles_of_all_candidates_are_dropped() -> None:
    every = ClaimParaphrase(quartiles=False, most=99).instances(CLAIMS, Random(1))
    middle = ClaimParaphrase(most=99).instances(CLAIMS, Random(1))
    scores = sorted(log_resemblances([each.edits[0].text for each in every], [each.query.text for each in every]))
    assert 0 < len(middle) < len(every) == len(scores)


def test_a_balanced_draw_has_the_labels_as_evenly_as_can_be() -> None:
    drawn = ClaimParaphrase(quartiles=False, balanced=3).instances(CLAIMS, Random(1))
    labels = [each.gold.answers[0].text for each in drawn if isinstance(each, Perturbation)]
    assert sorted(labels) == ["NOT ENOUGH INFO", "REFUTES", "SUPPORTS"]


def test_options_that_cannot_be_meant_are_refused() -> None:
    with pytest.raises(BadOption, match="'most'"):
        ClaimParaphrase(most=0)
    with pytest.raises(BadOption, match="'senses'"):
        ClaimSynonym(senses="some")
    with pytest.raises(BadOption, match="no translator 'babel'"):
        ClaimParaphrase(translator="babel").instances(CLAIMS, Random(1))


@pytest.mark.parametrize("attack", [ClaimSynonym, ClaimParaphrase])
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"strength": "x"}, r"The option 'strength' of claim-\w+ is one of guarded, published, not 'x'\."),
        ({"senses": "x"}, r"The option 'senses' of claim-\w+ is likely or all, not 'x'\."),
        ({"senses": "likely", "strength": "published"}, r"'senses' of claim-\w+ is for strength=guarded: .* Leave one"),
        ({"senses": "all", "strength": "published"}, r"'senses' of claim-\w+ is for strength=guarded: .* Leave one"),
        ({"most": 0}, r"The option 'most' of claim-\w+ is a number of 1 or more, not 0\."),
    ],
)
def test_options_that_are_unknown_or_do_not_go_together_are_refused(
    attack: Callable[..., object], options: Mapping[str, object], said: str
) -> None:
    with pytest.raises(BadOption, match=said):
        attack(**options)
