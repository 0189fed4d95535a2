"""Names called by a pronoun, by the former or the latter, by their kind, or by a surname."""

from random import Random

import pytest

from stumper.adversaries.reading.edits.coreference import Coreference
from stumper.errors import BadOption
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage


def renamed(text: str, answer: str, asked: str = "When did the merchant sell the house?") -> dict[str, str]:
    example = Example("q", Question(asked, Passage("p", text)), Gold((Answer(answer, text.index(answer)),)))
    found: dict[str, str] = {}
    for perturbation in Coreference(candidates=30).proposals(example, Random(0)):
        assert isinstance(perturbation.query, Question)
        assert {edit.kind for edit in perturbation.edits} == {"coreference"}
        found.setdefault(perturbation.edits[0].rule, perturbation.query.context.text)
    return found


def test_a_person_who_is_named_again_becomes_a_pronoun() -> None:
    text = "Thomas lived in London with his family. Thomas sold the house in 1902."
    assert renamed(text, "1902")["pronoun"] == "Thomas lived in London with his family. He sold the house in 1902."


def test_no_pronoun_where_the_gender_cannot_be_told() -> None:
    assert "pronoun" not in renamed("Thomas lived in London. Thomas sold the house in 1902.", "1902")
    both = "Thomas lived in London with his wife. Thomas sold her house in 1902."
    assert "pronoun" not in renamed(both, "1902")


def test_no_pronoun_where_it_could_mean_another_person() -> None:
    text = "Thomas met Robert in London with his family. Thomas sold the house in 1902."
    assert "pronoun" not in renamed(text, "1902")


def test_one_of_two_persons_becomes_the_former_or_the_latter() -> None:
    text = "Thomas met Robert in the rain. Robert sold the house in 1902."
    assert (
        renamed(text, "1902")["former or latter"] == "Thomas met Robert in the rain. The latter sold the house in 1902."
    )


def test_the_former_is_said_of_no_part_of_a_sentence() -> None:
    text = "Thomas met Robert in the rain. Somebody sold Thomas's house in 1902."
    assert "former or latter" not in renamed(text, "1902")


def test_no_pronoun_beside_somebody_who_is_called_by_a_noun() -> None:
    text = "Thomas lived in London with his family. A merchant came. Thomas sold the house in 1902."
    assert "pronoun" not in renamed(text, "1902")
    near = "Thomas met a merchant in London with his family. Thomas sold the house in 1902."
    assert "pronoun" not in renamed(near, "1902")


def test_a_paragraph_that_goes_on_from_something_is_left_alone() -> None:
    text = "However, Thomas lived in London with his family. Thomas sold the house in 1902."
    assert renamed(text, "1902") == {}


def test_no_former_among_three_names() -> None:
    text = "Thomas met Robert in London. Robert sold the house in 1902."
    assert "former or latter" not in renamed(text, "1902")


def test_a_name_is_called_by_the_noun_that_it_ends_with() -> None:
    text = "The fire began in the Halden Palace. The winter was cold. Many people left the Halden Palace in 1902."
    assert renamed(text, "1902")["its kind"] == (
        "The fire began in the Halden Palace. The winter was cold. Many people left the palace in 1902."
    )


def test_a_name_is_called_by_the_noun_that_the_paragraph_has_for_it() -> None:
    text = "Thomas was a glazier of the town. The winter was cold. Many people left Thomas in 1902."
    assert renamed(text, "1902")["its kind"].endswith("Many people left the glazier in 1902.")


@pytest.mark.parametrize("other", ["The Royal Palace", "A palace", "Another palace"])
def test_no_kind_where_another_thing_is_of_it(other: str) -> None:
    text = f"The fire began in the Halden Palace. {other} was cold. Many people left the Halden Palace in 1902."
    assert "its kind" not in renamed(text, "1902")


@pytest.mark.parametrize(("kind", "several"), [("Abbey", "abbeys"), ("Church", "churches"), ("Valley", "valleys")])
def test_no_kind_where_several_are_of_it(kind: str, several: str) -> None:
    text = f"The Halden {kind} burned in May. {{}} came. Many people left the Halden {kind} in 1902."
    assert "its kind" in renamed(text.format("Nuns"), "1902")
    assert "its kind" not in renamed(text.format(f"Two {several}"), "1902")


def test_what_is_abbreviated_is_not_called_by_a_kind_of_which_there_are_several() -> None:
    text = "The Halden Labour Party (HLP) was rich. {} met. The council paid the HLP in 1902."
    assert renamed(text.format("Nuns"), "1902")["abbreviation"].endswith("paid the party in 1902.")
    assert renamed(text.format("Two parties"), "1902")["abbreviation"].endswith("paid the Halden Labour Party in 1902.")


@pytest.mark.parametrize("opening", ["The", "Then the", "This"])
def test_the_kind_of_a_name_is_no_other_thing_wherever_it_stands(opening: str) -> None:
    text = f"The Halden Palace burned. {opening} palace was empty. Many people left the Halden Palace in 1902."
    assert renamed(text, "1902")["its kind"].endswith("Many people left the palace in 1902.")


def test_a_person_who_is_named_again_keeps_the_surname() -> None:
    text = "Robert Halden met the nuns. The winter was cold. The council paid Robert Halden in 1902."
    assert renamed(text, "1902")["surname"].endswith("The council paid Halden in 1902.")
    assert "surname" not in renamed(text.replace("nuns", "nuns and Anna Halden"), "1902")


def test_what_is_abbreviated_is_called_by_its_short_name() -> None:
    text = "The Halden Rope Guild (HRG) was rich. Rain fell. The council paid the Halden Rope Guild in 1902."
    assert renamed(text, "1902")["abbreviation"].endswith("The council paid the HRG in 1902.")


def test_a_name_that_is_the_answer_keeps_its_name() -> None:
    text = "The fire began in London. The winter was cold. Many people left London in 1902."
    assert renamed(text, "London", "What did people leave in 1902?") == {}


@pytest.mark.parametrize(
    "text",
    [
        "The British took the fort in May. The British were glad. The British left in 1902.",
        "The French took the fort in May. It rained. The French left in 1902.",
        "The Halden took the fort in May. The Halden were glad. The Halden left in 1902.",
    ],
)
def test_a_people_is_not_called_by_a_noun_that_its_verb_does_not_fit(text: str) -> None:
    assert renamed(text, "1902", "What monument did they take?") == {}


def test_candidates_is_a_number_of_one_or_more() -> None:
    with pytest.raises(BadOption, match="'candidates' of edit-coreference is a number of 1 or more, not 0"):
        Coreference(candidates=0)


def test_pronouns_are_called_by_the_name_that_they_stand_for() -> None:
    text = "Thomas lived in London. He met a merchant. His goats were lost. The house was sold in 1902."
    after = "Thomas lived in London. Thomas met a merchant. Thomas's goats were lost. The house was sold in 1902."
    assert renamed(text, "1902")["name again"] == after


@pytest.mark.parametrize(
    "text",
    [
        "Thomas met Robert in London. He sold the house in 1902.",  # which of the two
        "Thomas lived in London with his wife. He sold her house in 1902.",  # she may be named elsewhere
        "Thomas lived in London. The merchant met a clerk. He sold the house in 1902.",  # the clerk did
    ],
)
def test_a_pronoun_that_may_mean_somebody_else_stays(text: str) -> None:
    assert "name again" not in renamed(text, "1902")


def test_it_and_they_are_called_by_what_the_sentence_before_is_about() -> None:
    text = "The mill burned in May. It was rebuilt in 1902. Settlers came by boat. They built houses."
    after = "The mill burned in May. It was rebuilt in 1902. Settlers came by boat. Settlers built houses."
    assert renamed(text, "1902")["subject again"] == after


def test_what_two_sentences_are_about_is_a_pronoun_in_the_second() -> None:
    text = "The mill burned in May. The mill was rebuilt in 1902."
    assert renamed(text, "1902")["subject again"] == "The mill burned in May. It was rebuilt in 1902."


@pytest.mark.parametrize(
    "text",
    [
        "The mill fed the village. It was rebuilt in 1902.",  # which of the two
        "The mill burned in May. It took years until 1902.",  # nothing
        "The mill burned in May. It was in 1902 that Ada left.",
        "The baker left in May. It was cold in 1902.",  # no thing
        "The mill was bought by the company. It was founded in 1902.",
        "The town lies on the river. It rises in the hills and was named in 1902.",
        "The film was directed by a studio. It closed in 1902.",
        "The settlers were attacked by the natives. They fled in 1902.",
        "The Philippines has won. The Philippines has lost since 1902.",  # they has, it has
        "The United States was founded. The United States was at war in 1902.",
        "The band were loud. The band were famous in 1902.",
        "The queen died. The queen was buried in 1902.",  # no animal
        "The court met in May. The court freed him in 1902.",
        "The mill burned. It was midnight in 1902.",
        "The mill burned. It was dark in 1902.",
        "The mill burned. It is time to leave 1902.",
        "The mill burned. It was the first time Ada had left since 1902.",
        "The mill burned. It was the mill which Ada had sold in 1902.",
        "The mill burned. It cost a lot to move in 1902.",
        "Settlers came by boat. They say Ada left in 1902.",
    ],
)
def test_it_stays_where_it_may_mean_something_else(text: str) -> None:
    assert "subject again" not in renamed(text, "1902")


def test_a_noun_that_one_name_bears_becomes_the_name() -> None:
    text = "The Halden Palace burned. The palace was rebuilt in 1902. Nobody left the palace."
    assert renamed(text, "1902")["kind by its name"].endswith("Nobody left the Halden Palace.")
    for other in ("A palace", "The new palace", "Royal palaces"):
        assert "kind by its name" not in renamed(f"{text} {other} was cold.", "1902")
    then = "The Halden Palace burned. Then the palace was empty. It was sold in 1902."
    assert "Then the Halden Palace was empty." in renamed(then, "1902")["kind by its name"]


@pytest.mark.parametrize(
    "text",
    [
        "The Vietnam War began. In 1902 the war in Laos ended.",
        "The Halden Plan failed. Ada wrote the plan to raise taxes in 1902.",
        "The Halden Museum opened. Ada saw the museum in Lowmere in 1902.",
        "Halden University opened. Bo went to Lowmere, where he joined the university. Ada left in 1902.",
        'The Halden Palace burned. Bo wrote "I saw the palace." Ada left in 1902.',
        # of Paris, before what is near the key sentence
        "Bo fled from Berlin. Salt was sold. Rain fell. Bo thought of Paris and went home to the city in May. Ada "
        "sang. Di sat. Cy ran. It was lit in 1902.",
    ],
)
def test_a_noun_that_may_be_of_another_stays(text: str) -> None:
    assert "kind by its name" not in renamed(text, "1902")


def test_what_answers_elsewhere_keeps_its_name() -> None:
    text = "The Oak Mill burned in May. The Oak Mill was rebuilt in 1902."
    assert "subject again" in renamed(text, "1902")
    assert "subject again" not in renamed(text, "The Oak Mill", "What was rebuilt in 1902?")


def test_all_first_moves_at_once_come_before_second_ones() -> None:
    text = (
        "Thomas Brandt lived in London with his family. Thomas Brandt sold salt. The mill burned in May. "
        "The mill was mended in 1902. The mill was sold."
    )
    of = Example("q", Question("When?", Passage("p", text)), Gold((Answer("1902", text.index("1902")),)))
    rules = [made.edits[0].rule for made in Coreference().proposals(of, Random(0))]
    assert rules == ["pronoun", "surname", "subject again", "pronoun + surname + subject again", "subject again"]
