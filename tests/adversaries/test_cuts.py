"""Where a sentence is made two, on parses made by hand."""

import pytest

from stumper.adversaries.reading.edits.cuts import Cut, cuts
from stumper.language.parse import Parse, Token


def parse(rows: str) -> Parse:
    """A parse of rows `word/tag/relation/head`, heads counted from 1; the root's is 0."""
    text, tokens = "", []
    for i, row in enumerate(rows.split()):
        word, tag, relation, head = row.rsplit("/", 3)
        text += "" if not text or word in (",", ".", ";") else " "
        at = int(head) - 1 if head != "0" else i
        tokens.append(Token(word, len(text), len(text) + len(word), word.lower(), tag, relation, at))
        text += word
    return Parse(text, tuple(tokens), (), ((0, len(tokens) - 1),))


def sentences(of: Parse, cut: Cut) -> tuple[str, str]:
    """The two sentences as they are said, but for the capital."""
    first, second = (
        " ".join(part if isinstance(part, str) else of.span(*part) for part in parts).replace(" .", ".")
        for parts in (cut.first, cut.second)
    )
    return first, second


def found(rows: str) -> dict[str, tuple[str, str]]:
    of = parse(rows)
    return {cut.rule: sentences(of, cut) for cut in cuts(of)}


LAMP = (
    "The/DT/det/2 lamp/NN/nsubj/9 ,/,/punct/5 which/WDT/nsubj/5 {verb}/acl:relcl/2 by/IN/case/7 Ada/NNP/obl/5 "
    ",/,/punct/5"
)


def test_relative_clause_takes_the_noun_that_it_hangs_on() -> None:
    rows = f"{LAMP.format(verb='shone/VBD')} burned/VBD/root/0 in/IN/case/11 May/NNP/obl/9 ././punct/9"
    assert found(rows)["relative clause"] == ("The lamp burned in May.", "The lamp shone by Ada.")


@pytest.mark.parametrize("verb", ["shine/VB", "shining/VBG"])
def test_relative_clause_needs_a_finite_verb(verb: str) -> None:
    rows = f"{LAMP.format(verb=verb)} burned/VBD/root/0 in/IN/case/11 May/NNP/obl/9 ././punct/9"
    assert "relative clause" not in found(rows)


def test_relative_clause_after_two_nouns_is_left_alone() -> None:
    rows = (
        "Anna/NNP/nsubj/2 saw/VBD/root/0 the/DT/det/4 lamp/NN/obj/2 of/IN/case/7 the/DT/det/7 town/NN/nmod/4 "
        ",/,/punct/10 which/WDT/nsubj/10 burned/VBD/acl:relcl/7 ././punct/2"
    )
    assert found(rows) == {}


def test_apposition_becomes_a_sentence_in_the_tense_of_its_own() -> None:
    rows = (
        "Anna/NNP/nsubj/7 ,/,/punct/5 a/DT/det/5 good/JJ/amod/5 glazier/NN/appos/1 ,/,/punct/5 left/VBD/root/0 "
        "in/IN/case/9 May/NNP/obl/7 ././punct/7"
    )
    assert found(rows)["apposition"] == ("Anna left in May.", "Anna was a good glazier.")


def test_participle_of_what_was_done_once_is_told_in_the_past() -> None:
    rows = (
        "The/DT/det/2 mill/NN/nsubj/9 ,/,/punct/4 built/VBN/acl/2 in/IN/case/6 1871/CD/obl/4 ,/,/punct/4 "
        "still/RB/advmod/9 stands/VBZ/root/0 today/NN/obl/9 ././punct/9"
    )
    assert found(rows)["participle"] == ("The mill still stands today.", "The mill was built in 1871.")


def test_second_verb_gets_the_subject_and_the_auxiliary_of_the_first() -> None:
    rows = (
        "The/DT/det/2 mill/NN/nsubj:pass/4 was/VBD/aux:pass/4 built/VBN/root/0 in/IN/case/6 1871/CD/obl/4 "
        "and/CC/cc/8 sold/VBN/conj/4 to/IN/case/10 nuns/NNS/obl/8 ././punct/4"
    )
    assert found(rows)["coordinated verbs"] == ("The mill was built in 1871.", "The mill was sold to nuns.")


def test_third_of_three_verbs_is_cut_off_and_the_others_joined() -> None:
    rows = (
        "Anna/NNP/nsubj/2 sold/VBD/root/0 bread/NN/obj/2 ,/,/punct/5 bought/VBD/conj/2 salt/NN/obj/5 ,/,/punct/9 "
        "and/CC/cc/9 rang/VBD/conj/2 the/DT/det/11 bell/NN/obj/9 ././punct/2"
    )
    assert found(rows)["coordinated verbs"] == ("Anna sold bread and bought salt.", "Anna rang the bell.")


def test_time_before_the_subject_is_said_of_both_verbs() -> None:
    rows = (
        "In/IN/case/2 1871/CD/obl/5 ,/,/punct/5 Anna/NNP/nsubj/5 sold/VBD/root/0 bread/NN/obj/5 and/CC/cc/8 "
        "bought/VBD/conj/5 salt/NN/obj/8 ././punct/5"
    )
    assert found(rows)["coordinated verbs"] == ("In 1871, Anna sold bread.", "In 1871, Anna bought salt.")


def test_denial_that_may_hold_of_both_verbs_is_left_alone() -> None:
    rows = (
        "Anna/NNP/nsubj/4 did/VBD/aux/4 not/RB/advmod/4 sell/VB/root/0 bread/NN/obj/4 and/CC/cc/7 buy/VB/conj/4 "
        "salt/NN/obj/7 ././punct/4"
    )
    assert found(rows) == {}


def test_list_of_people_is_left_alone() -> None:
    rows = (
        "Anna/NNP/nsubj/10 ,/,/punct/4 a/DT/det/4 glazier/NN/appos/1 ,/,/punct/8 and/CC/cc/8 the/DT/det/8 "
        "miller/NN/conj/1 both/DT/advmod/10 left/VBD/root/0 ././punct/10"
    )
    assert found(rows) == {}


def test_what_both_opens_is_left_together() -> None:
    rows = (
        "Ada/NNP/nsubj/2 saw/VBD/root/0 both/CC/cc:preconj/5 the/DT/det/5 mill/NN/obj/2 and/CC/cc/9 the/DT/det/8 "
        "house/NN/nsubj/9 burned/VBD/conj/2 ././punct/2"
    )
    assert "coordinated clauses" not in found(rows)


def test_second_verb_of_another_number_is_left_alone() -> None:
    rows = (
        "The/DT/det/2 guard/NN/nsubj/3 kept/VBD/root/0 the/DT/det/5 mill/NN/obj/3 and/CC/cc/7 attack/VBP/conj/3 "
        "ships/NNS/obj/7 ././punct/3"
    )
    assert "coordinated verbs" not in found(rows)


def test_clause_of_contrast_stands_by_itself() -> None:
    rows = (
        "Anna/NNP/nsubj/2 sold/VBD/root/0 bread/NN/obj/2 ,/,/punct/7 while/IN/mark/7 Ole/NNP/nsubj/7 "
        "bought/VBD/advcl/2 salt/NN/obj/7 ././punct/2"
    )
    assert found(rows)["clause of contrast"] == ("Anna sold bread.", "Ole bought salt.")
