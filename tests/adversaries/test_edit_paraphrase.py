"""The key sentence in another voice or word order."""

from random import Random

import pytest

from stumper.adversaries.reading.edits.paraphrase import Paraphrase
from stumper.errors import BadOption
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Edit, Example, Gold, Passage


def paraphrases(text: str, answer: str) -> dict[str, str]:
    query = Question("What happened?", Passage("p", text))
    example = Example("q", query, Gold((Answer(answer, text.index(answer)),)))
    found: dict[str, str] = {}
    for perturbation in Paraphrase(candidates=30).proposals(example, Random(0)):
        assert isinstance(perturbation.query, Question)
        assert {edit.kind for edit in perturbation.edits} == {"paraphrase"}
        if "other words" not in perturbation.edits[0].rule:
            found.setdefault(perturbation.edits[0].rule, perturbation.query.context.text)
    return found


@pytest.mark.parametrize(
    ("rule", "before", "answer", "after"),
    [
        ("passive", "Anna Brandt built the mill in 1871.", "Anna Brandt", "The mill was built by Anna Brandt in 1871."),
        ("passive", "The storm has destroyed the bridges.", "storm", "The bridges have been destroyed by the storm."),
        ("passive", "The council will pay the workers.", "pay", None),
        (
            "passive",
            "In 1871, the storm destroyed two ships.",
            "two ships",
            "In 1871, two ships were destroyed by the storm.",
        ),
        ("active", "The mill was built by Anna Brandt in 1871.", "Anna Brandt", "Anna Brandt built the mill in 1871."),
        ("active", "The workers were not paid by the council.", "workers", "The council did not pay the workers."),
        ("fronted", "Anna Brandt built the mill in 1871.", "Anna Brandt", "In 1871, Anna Brandt built the mill."),
        ("put back", "In 1871, Anna Brandt built the mill.", "Anna Brandt", "Anna Brandt built the mill in 1871."),
        ("cleft", "Anna Brandt built the mill in 1871.", "1871", "It was Anna Brandt who built the mill in 1871."),
        (
            "adverbial cleft",
            "In 1871, Anna Brandt built the mill.",
            "1871",
            "It was in 1871 that Anna Brandt built the mill.",
        ),
        (
            "clause first",
            "Anna Brandt sold the mill when the war began.",
            "Anna Brandt",
            "When the war began, Anna Brandt sold the mill.",
        ),
        (
            "clause last",
            "When the war began, Anna Brandt sold the mill.",
            "Anna Brandt",
            "Anna Brandt sold the mill when the war began.",
        ),
        (
            "reduced relative",
            "Anna Brandt sold the mill that was built by the council.",
            "Anna Brandt",
            "Anna Brandt sold the mill built by the council.",
        ),
        (
            "reduced relative",
            "Many churches were built, including the Hale House which was built by Ada and remained the best in Hull.",
            "Hull",
            None,
        ),
        ("full relative", "The nuns seen by Anna Brandt were lost.", "Anna Brandt", None),
        ("passive", "The logic permits simultaneous use over fewer than nine goats.", "goats", None),
        ("passive", "Anna Brandt built the mill, as well as a house, in Hull.", "Hull", None),
        (
            "full relative",
            "The letters written by Anna Brandt were lost.",
            "Anna Brandt",
            "The letters that were written by Anna Brandt were lost.",
        ),
    ],
)
def test_a_sentence_is_said_in_another_way(rule: str, before: str, answer: str, after: str | None) -> None:
    assert paraphrases(before, answer).get(rule) == after


def test_only_the_key_sentence_changes() -> None:
    text = "Rain fell. Anna Brandt built the mill. The dog slept."
    assert paraphrases(text, "Anna Brandt")["passive"] == "Rain fell. The mill was built by Anna Brandt. The dog slept."


def test_the_edits_say_what_was_put_in_the_place_of_what() -> None:
    text = "Anna Brandt sold the mill that was built by the council."
    query = Question("What did Anna Brandt sell?", Passage("p", text))
    example = Example("q", query, Gold((Answer("the mill", text.index("the mill")),)))
    found = {p.edits[0].rule: p for p in Paraphrase(candidates=30).proposals(example, Random(0))}
    assert [(edit.start, edit.text) for edit in found["reduced relative"].edits] == [(25, "")]
    assert all(isinstance(edit, Edit) and edit.field == "context" for edit in found["reduced relative"].edits)


@pytest.mark.parametrize(
    "text",
    [
        "Anna Brandt became the mayor.",
        "She herself lost her way home.",
        "Who built the mill?",
        "The mill cost three crowns.",
        "There was a mill.",
    ],
)
def test_a_sentence_that_has_no_passive_keeps_its_voice(text: str) -> None:
    assert not {"passive", "active"} & set(paraphrases(text, text.split()[1]))


@pytest.mark.parametrize(
    "text",
    [
        "Only Tom Hale opposed the plan in 1880.",
        "In 1880 only Tom Hale opposed the plan.",
        "Even Tom Hale opposed the plan in 1880.",
        "Not only Tom Hale opposed the plan in 1880.",
        "Not all members opposed the plan.",
        "Only the mill was built by Tom Hale in 1880.",
        "In 1880, only the mill was built by Tom Hale.",
        "The mill was built only by Tom Hale.",
        "The mill was built in 1880 only by Tom Hale.",
    ],
)
def test_a_word_such_as_only_stays_with_its_phrase(text: str) -> None:
    assert paraphrases(text, text.split()[-1].strip(".")) == {}


def test_only_stays_at_the_end_that_it_speaks_of() -> None:
    assert set(paraphrases("Tom Hale opposed the plan only in 1880.", "plan")) == {"cleft"}
    assert "clause last" not in paraphrases("When the war began, only Tom Hale sold the mill.", "mill")


def test_the_only_one_of_a_kind_is_no_hindrance() -> None:
    found = paraphrases("Anna Brandt built the only mill in 1871.", "1871")
    assert found["passive"] == "The only mill was built by Anna Brandt in 1871."


@pytest.mark.parametrize(
    "text",
    [
        "All members did not read the paper.",
        "Every member has not read the paper.",
        "The members did not read all papers.",
        "Tom Hale had never read a book.",
        "Tom Hale did not sell two mills.",
        "The letters were not read by all members.",
    ],
)
def test_what_is_denied_of_all_keeps_its_voice(text: str) -> None:
    assert not {"passive", "active"} & set(paraphrases(text, text.split()[-1].strip(".")))


def test_a_reason_stays_behind_a_denial() -> None:
    text = "Anna Brandt {} the mill because the war began."
    assert "clause first" in paraphrases(text.format("sold"), "mill")
    assert "clause first" not in paraphrases(text.format("did not sell"), "mill")


@pytest.mark.parametrize(
    "text",
    [
        "Supposedly, Tom Hale opposed the plan and the town rejected it.",
        "Ada Lind hired the guard and the mill stopped.",
        "Ada Lind hired the guard but the mill stopped in 1880.",
        "Lowmere is the oldest port and the town grew.",
    ],
)
def test_a_clause_joined_without_a_comma_is_not_torn(text: str) -> None:
    assert paraphrases(text, text.split()[-1].strip(".")) == {}


def test_a_subject_of_two_nouns_does_not_hinder_a_clause_that_goes_last() -> None:
    found = paraphrases("When rain and snow fell, Anna Brandt sold the mill.", "mill")
    assert found["clause last"] == "Anna Brandt sold the mill when rain and snow fell."


def test_two_things_or_two_deeds_of_one_are_no_clause() -> None:
    found = paraphrases("Ada Lind hired the guard and the cook in 1880.", "1880")
    assert found["passive"] == "The guard and the cook were hired by Ada Lind in 1880."
    found = paraphrases("Anna Brandt sold bread and bought salt.", "salt")
    assert found["cleft"] == "It was Anna Brandt who sold bread and bought salt."


def test_an_answer_across_subject_and_verb_forbids_what_would_part_them() -> None:
    found = paraphrases("Anna Brandt built the mill in 1871.", "Brandt built")
    assert "passive" not in found
    assert "cleft" not in found


def test_candidates_is_a_number_of_one_or_more() -> None:
    with pytest.raises(BadOption, match="'candidates' of edit-paraphrase is a number of 1 or more, not 0"):
        Paraphrase(candidates=0)


def test_what_happened_becomes_a_noun() -> None:
    found = paraphrases("Anna Brandt sold the mill in 1871.", "1871")
    assert found["noun for the verb"] == "The sale of the mill by Anna Brandt took place in 1871."


def test_a_moment_is_put_first() -> None:
    found = paraphrases("Anna Brandt sold the mill, the oldest of the town, after the flood of 1871.", "1871")
    assert found["moment first"] == "After the flood of 1871, Anna Brandt sold the mill, the oldest of the town."


def test_a_paraphrase_has_other_words_too() -> None:
    query = Question("When did the ruler purchase the large mill?", Passage("p", TEXT_OF_RULER))
    example = Example("q", query, Gold((Answer("1871", TEXT_OF_RULER.index("1871")),)))
    found = Paraphrase(candidates=30).proposals(example, Random(0))
    told = {p.edits[0].rule: p.query.context.text for p in reversed(found) if isinstance(p.query, Question)}
    assert told["passive + other words"] == "The big mill was purchased by the ruler in 1871."
    assert told["other words"] == "The ruler bought the big mill in 1871."


TEXT_OF_RULER = "The ruler purchased the large mill in 1871."


def test_other_sentences_are_put_otherwise_too() -> None:
    text = "Rain fell in 1902. Anna Brandt built the mill in 1871. The lamp was lit by Ada Thorn."
    example = Example("q", Question("When did rain fall?", Passage("p", text)), Gold((Answer("1902", 13),)))
    made = [p.query.context.text for p in Paraphrase().proposals(example, Random(0)) if isinstance(p.query, Question)]
    assert any("In 1871, Anna Brandt built the mill." in each or "built by Anna Brandt" in each for each in made)
    assert any("Ada Thorn lit the lamp." in each for each in made)
    assert all("1902" in each for each in made)


@pytest.mark.parametrize(
    ("rule", "text", "answer"),
    [
        ("passive", "However, no single scholar has won the prize in Hull.", "Hull"),
        ("passive", "Lowmere lost nine thousand people to it in Hull.", "Hull"),
        ("passive", "The river then separated opposing blocs: the nuns and the monks in Hull.", "Hull"),
        ("passive", "The Baltic then separated opposing military blocs: the Salt Guild and the Bern Pact.", "Baltic"),
        ("active", "The conflict is known by multiple names in Hull.", "Hull"),
        ("s-genitive", "The successor of Windows NT 4.0 was sold in Hull.", "Hull"),
        ("noun for the verb", "The entrenchment of power began in 1918 with a law in Hull.", "Hull"),
        ("full relative", "The hall was the first to have phone antennae installed in 1871.", "1871"),
        ("full relative", "The hall was the first one to have lamps installed in 1871.", "1871"),
        ("reduced relative", "Orrin fought a war against Hull that was ended in 1871.", "1871"),
        ("reduced relative", "Orrin lost the war that Hull had fought against Lowmere that was ended in 1871.", "1871"),
        ("passive", "In Hull they continued the tradition of singing.", "Hull"),
        ("fronted", "The people as a whole did not thrive in Hull until 1871.", "Hull"),
        (
            "full relative",
            "Bo saw that turning a vessel over a candle and covering the vessel's neck with water "
            "resulted in some water rising into the neck.",
            "a candle",
        ),
        ("passive", "The square is undergoing a full redevelopment.", "square"),
    ],
)
def test_a_sentence_is_not_said_in_a_way_that_is_read_twice(rule: str, text: str, answer: str) -> None:
    """Each is of a kind that was read wrong in a drawn candidate."""
    assert rule not in paraphrases(text, answer)
