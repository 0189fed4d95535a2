"""Synonyms and negated antonyms for words that question and key sentence share."""

from importlib.resources import files
from random import Random

import pytest

from stumper.adversaries.reading.edits.swaps import LITOTES, OPPOSITES
from stumper.adversaries.reading.edits.synonym import Synonym
from stumper.errors import BadOption
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage


def swapped(text: str, asked: str, answer: str, edit: Synonym | None = None) -> list[str]:
    example = Example("q", Question(asked, Passage("p", text)), Gold((Answer(answer, text.index(answer)),)))
    found = (edit or Synonym(candidates=30)).proposals(example, Random(0))
    return [p.query.context.text for p in found if isinstance(p.query, Question)]


def test_a_shared_word_gets_a_synonym_in_its_form() -> None:
    found = swapped("Anna Brandt purchased the mill in 1871.", "When did Anna Brandt purchase the mill?", "1871")
    assert found[0] == "Anna Brandt bought the mill in 1871."


def test_a_word_that_the_question_does_not_have_may_stay() -> None:
    text = "Anna Brandt purchased the mill in 1871."
    assert swapped(text, "Who was there in 1871?", "1871", Synonym(shared=True)) == []
    found = swapped(text, "Who was there in 1871?", "1871")
    assert "Anna Brandt bought the mill in 1871." in found


def test_all_words_are_replaced_together_then_each_alone() -> None:
    found = swapped("The ruler purchased the mill.", "What did the ruler purchase?", "the mill")
    alone = ["The sovereign purchased the mill.", "The ruler bought the mill."]
    assert found[:3] == ["The sovereign bought the mill.", *alone]


def test_the_article_follows_the_new_word() -> None:
    found = swapped("Bees were a problem for a doctor in 1871.", "When were bees a problem for a doctor?", "1871")
    assert "Bees were a problem for a physician in 1871." in found
    found = swapped("Anna Brandt paid an attorney in 1871.", "When did Anna Brandt pay an attorney?", "1871")
    assert "Anna Brandt paid a lawyer in 1871." in found


def test_a_word_is_put_as_not_its_opposite() -> None:
    found = swapped("The mill was large in 1871.", "When was the mill large?", "1871")
    assert "The mill was not small in 1871." in found


def test_a_negation_by_prefix_is_put_as_a_negation() -> None:
    found = swapped("The lock was invisible in May.", "When was the lock invisible?", "May")
    assert found == ["The lock was not visible in May."]


@pytest.mark.parametrize(
    "text",
    [
        "The Purchased Mill was new in 1871.",
        'A book called "how they purchased mills" came out in 1871.',
        "A pre-purchased mill burned in 1871.",
    ],
)
def test_names_quotations_and_parts_of_words_stay(text: str) -> None:
    assert not any("bought" in found for found in swapped(text, "When was it purchased?", "1871"))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("The law knew one punishment in 1871.", "When did the law know a punishment?"),
        ("The law knew a penalty in 1871.", "When did the law know a penalty?"),
    ],
)
def test_punishment_and_a_penalty_are_not_interchanged(text: str, asked: str) -> None:
    found = swapped(text, asked, "1871")
    assert not any("penalt" in new.lower() and "punish" in text for new in found)
    assert not any("punish" in new.lower() and "penalty" in text for new in found)


def test_an_answer_keeps_its_words() -> None:
    found = swapped("The ruler purchased the mill.", "Who purchased the mill?", "The ruler")
    assert found
    assert all(text.startswith("The ruler ") for text in found)


def test_the_table_has_no_row_twice_and_replaces_no_word_by_itself() -> None:
    lines = (files("stumper.language.rewording") / "interchangeable.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" ", 2) for line in lines if not line.startswith("#")]
    assert len({(part, word) for part, word, _ in rows}) == len(rows) > 400
    assert {part for part, _, _ in rows} == {"noun", "verb", "verb+obj", "verb-obj", "verb+to", "adj", "adv"}
    assert all(word not in others.split(", ") for _, word, others in rows)
    assert set(LITOTES) < set(OPPOSITES)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The festival took place in May 1871.", "The festival occurred in May 1871."),
        ("Bees were able to swim in May 1871.", "Bees managed to swim in May 1871."),
        ("The war tore the Soviet Union in May 1871.", "The war tore the USSR in May 1871."),
        ("Rain fell on three mills in May 1871.", "Rain fell on 3 mills in May 1871."),
        ("Rain fell in the 18th century, in May 1871.", "Rain fell in the eighteenth century, in May 1871."),
        ("Rain hit a mill called Orrin in May 1871.", "Rain hit a mill known as Orrin in May 1871."),
    ],
)
def test_a_set_phrase_a_name_or_a_number_is_put_otherwise(before: str, after: str) -> None:
    assert after in swapped(before, before.replace(".", "?"), "May 1871")


def test_what_somebody_called_a_thing_stays_called() -> None:
    found = swapped("They called Orrin a ruin in 1871.", "What did they call Orrin in 1871?", "1871")
    assert not any("known as" in text for text in found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The mill continued in 1871.", "The mill went on in 1871."),
        ("Ada finished the war in 1871.", "Ada completed the war in 1871."),
        ("Ada began to sing in 1871.", "Ada started to sing in 1871."),
    ],
)
def test_a_verb_is_replaced_by_one_that_takes_the_same(before: str, after: str) -> None:
    assert after in swapped(before, before.replace(".", "?"), "1871")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The plague killed two kings in 1871.", "slain"),
        ("The first two games in the last year were lost in 1871.", "final"),
        ("Leonardo built on the work of Ada in 1871.", "constructed on"),
        ("The surname or family name was put first in 1871.", "family name or family name"),
        ("It was the most commonly used lamp in 1871.", "most usually"),
        ("Regarding ranks, the units differed in 1871.", "viewing"),
        ("The island was independent of the crown in 1871.", "not dependent"),
        ("The battle took place in 1871.", "was held"),
        ("The rock is composed in large part of salts of iron in 1871.", "sizeable"),
        ("King Leo was used to nuns in 1871.", "utilized"),
        ("King Leo was used to old nuns in 1871.", "employed"),
        ("The forest shrank to a mostly inland formation in 1871.", "for the most part"),
        ("The plans were hotly debated by experts in 1871.", "authorities"),
        ("The heat warms towns above surrounding farms in 1871.", "encircling"),
        ("Metals had a thin film of salt in 1871.", "movie"),
    ],
)
def test_a_word_stays_where_its_synonym_would_say_something_else(text: str, wrong: str) -> None:
    assert not any(wrong in found.lower() for found in swapped(text, text.replace(".", "?"), "1871"))


def test_options_are_checked() -> None:
    with pytest.raises(BadOption, match="'candidates' of edit-synonym is a number of 1 or more, not 0"):
        Synonym(candidates=0)
    with pytest.raises(BadOption, match=r"'least_share' of edit-synonym is a share of 0 to 1, not 1\.5"):
        Synonym(least_share=1.5)


def test_words_of_other_sentences_are_replaced_too_those_first_that_say_a_word_of_the_question() -> None:
    text = "Anna Brandt lived in May. A tailor assisted the physician. A merchant purchased the mill."
    found = swapped(text, "Who bought it when Anna Brandt lived?", "May")
    assert "bought the mill." in found[0]
    assert any("aided" in each or "helped" in each for each in found)
    assert swapped(text, "Who bought it when Anna Brandt lived?", "May", Synonym(shared=True)) == []


def test_at_most_four_words_are_replaced_at_once() -> None:
    text = "A ruler purchased a large wall in 1871. A doctor assisted a ruler. Two kinds of movie ended. A film began."
    example = Example("q", Question("When?", Passage("p", text)), Gold((Answer("1871", text.index("1871")),)))
    assert max(len(made.edits) for made in Synonym(candidates=60).proposals(example, Random(0))) == 4


def test_a_word_in_square_brackets_stays() -> None:
    assert swapped("The mill stood in May.[citation needed]", "When did it stand?", "May") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Anna Brandt failed to sell it in 1871.", "Anna Brandt did not manage to sell it in 1871."),
        ("They left Lowmere because the mill burned in 1871.", "They left Lowmere since the mill burned in 1871."),
        ("The mill lies near the river since 1871.", None),
        ("They left in 1871 only because the mill burned.", None),
        ("He had returned to Lowmere in 1871.", None),
    ],
)
def test_set_phrases_stand_for_one_another_where_they_fit(before: str, after: str | None) -> None:
    found = swapped(before, "When?", "1871")
    assert after in found if after else not [each for each in found if "since the" in each or "went back" in each]


@pytest.mark.parametrize(
    ("said", "is_written_out"),
    [
        ("1 sq km to 2 sq km in May", False),
        ("between 30 km/h and 40 km/h in May", False),
        ("from 3 km2 (a lot) to 5 km2 in May", False),
        ("3 km²–5 km² in May", False),
        ("1 km to 2 km away in May", False),
        ("a river 30 km up to 40 km long in May", False),
        ("40 km, down to about 30 km, in May", False),
        ("5 km — 6 km in May", False),
        ("5 km to 6 km in May", False),
        ("30 up to 40 km in May", True),
        ("1 to 2 km away in May", True),
        ("1 m to 2 km away in May", True),
        ("5 sq km in May", True),
    ],
)
def test_of_a_range_with_one_unit_twice_not_one_alone_is_written_out(said: str, is_written_out: bool) -> None:
    """Seen: *1 sq km to 2 square kilometers*."""
    found = swapped(f"Ada saw {said}.", "When did she see it?", "May")
    assert any("kilometer" in one for one in found) == is_written_out
    assert is_written_out or not any("five" in one or "six" in one for one in found), "nor the number at one end"


@pytest.mark.parametrize(
    "said",
    [
        "60,000 up to 70,000 men",
        "60,000 — 70,000 men",
        "60,000 – perhaps 70,000 men",
        "60,000 men to 70,000 men",
        "60,000 men or even 70,000 men",
        "5 million up to 10 million men",
        "5 million men up to 10 million men",
        "5 — 10 million men",
        "$5 million to $10 million",
    ],
)
def test_of_a_range_of_numbers_not_one_alone_is_written_in_words(said: str) -> None:
    """Seen: *sixty thousand up to 70,000 men*, *5 million dollars to $10 million*."""
    found = swapped(f"Ada saw {said} in May.", "When did she see them?", "May")
    assert not any(new in one for one in found for new in ("sixty", "seventy", "five", "ten", "dollars"))


@pytest.mark.parametrize(
    ("text", "asked", "answer", "new"),
    [
        ("Ada ran the theater in Lowmere.", "Who ran the theater?", "Ada", "Ada ran the theatre in Lowmere."),
        ("Ada sold 60,000 goats.", "Who sold goats?", "Ada", "Ada sold sixty thousand goats."),
        ("The wall is 60 km long and old.", "What is old?", "The wall", "The wall is 60 kilometers long and old."),
        ("Ada left in 1871.", "In what year did she leave?", "Ada", "Ada left in the year 1871."),
        ("Ada paid $5 million in May.", "Who paid?", "Ada", "Ada paid 5 million dollars in May."),
        ("Between 1871 and 1880, Ada ruled.", "Who ruled?", "Ada", "From 1871 to 1880, Ada ruled."),
        ("Ada moved to NASA in May.", "When did she move?", "May",
         "Ada moved to the National Aeronautics and Space Administration in May."),
        ("The Bern Salt Company (BSC) was small. Ada sold the BSC in May.", "When did she sell it?", "May",
         "The Bern Salt Company (BSC) was small. Ada sold the Bern Salt Company in May."),
        ("Leonard Thorn was born in Bern. In May, Thorn left.", "When did he leave?", "May",
         "Leonard Thorn was born in Bern. In May, Leonard Thorn left."),
        ("Ada saw Norway's capital in May.", "When did she see it?", "May", "Ada saw the capital of Norway in May."),
        ("Ada saw the capital of Norway in May.", "When did she see it?", "May", "Ada saw Norway's capital in May."),
        ("Ada left the next year, in May.", "When did she leave?", "May", "Ada left the following year, in May."),
        ("Ada ran 1 km in May.", "When did she run?", "May", "Ada ran 1 kilometer in May."),
        ("The tower is 300 m (984 ft) tall.", "What is tall?", "The tower", "The tower is 300 meters (984 ft) tall."),
        ("The fence was 1 ft high in May.", "When was it high?", "May", "The fence was 1 foot high in May."),
        ("The Bern Salt Company, or BSC, was small. Ada sold the BSC in May.", "When did she sell it?", "May",
         "The Bern Salt Company, or BSC, was small. Ada sold the Bern Salt Company in May."),
        ("The war raged between 1871 and 1880, and Ada left in May.", "When did she leave?", "May",
         "The war raged from 1871 to 1880, and Ada left in May."),
    ],
)  # fmt: skip
def test_what_may_be_written_or_named_otherwise_is(text: str, asked: str, answer: str, new: str) -> None:
    assert new in swapped(text, asked, answer)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Bo led the Bern Theater in May 1871.", "Theatre"),
        ("The price was between $25 million and $30 million in May.", "million dollars"),
        ("Ada worked there in 1871, 1872 and in May.", "the year"),
        ("Ada met an NBC reporter and the ABC News anchor in May.", "Company"),
        ("Leonard Thorn met Anna Thorn. In May, Thorn left.", ", Leonard"),
        ("X is no more difficult than Y in May.", "more hard"),
        ("It was impossible to sustain a large herd in May.", "no small"),
        ("Many towns had old land claims that reached far to the west in May.", "asserts"),
        ("Anna lived in Bern and then in May.", "resided in May"),
        ("About 30,000 to 40,000 goats died in May.", "thousand"),
        ("It was seen in the Smith's Arms's capital and sold in May.", "of the"),
        ("Bo saw the invasion of Norway in May.", "Norway's"),
        ("Norway's defeat in May was sad.", "defeat of"),
        ("Norway's influence was great in May.", "influence of"),
        ("The church of Bern was founded between 1850 and 1860, in May.", "from 1850"),
        ("Leonard Thorn sold salt. Ada knew the Thorn brothers. In May, Thorn died.", ", Leonard"),
        ("The nuns seized control of the mill in May.", "captured"),
        ("Bo paid Rs 5 million in May.", "five"),
        ("Bo met Thorn's brother, Leonard Hale, in May.", "brother of Thorn"),
        ("The film was seen in 1200 theaters in May.", "the year"),
        ("In 1200 theaters, the film was seen in May.", "the year"),
        ("It was true in 1200 of the towns in May.", "the year"),
        ("Between 1850 and 1860, Ada was born in May.", "From 1850"),
        ("Marie and Leonard Thorn sold salt. In May, Thorn died.", ", Leonard"),
        ("Leonard Thorn sold salt. The Thorns were rich. In May, Thorn died.", ", Leonard"),
        ("Bo moved to ABC in May.", "Broadcasting"),
        ("Bo moved to the AFC in May.", "Conference"),
        ("The Bern Salt Council (NASA) is old. Bo moved to NASA in May.", "Aeronautics"),
        ("Nora runs the North Atlas Tennis Order. Bo moved to NATO in May.", "Treaty"),
        ("Bo paid $5 m in May.", "meters"),
        ("Bo had a 9 mm pistol in May.", "millimeters"),
        ("Bo jumped a 5 ft fence in May.", "feet"),
        ("Bo jumped a 5 ft high fence in May.", "feet"),
        ("Bo won the 1500 m title in May.", "meters"),
        ("Bo lost 1500 m in May.", "meters"),
        ("Bo signed a $5 million, three-year deal in May.", "dollars"),
        ("Bo signed for $5 million, three-year deals being rare in May.", "dollars"),
        ("Bo paid US$ 5 million in May.", "five"),
        ("About 5 million to 6 million goats died in May.", "five"),
        ("Bo left the Salt Party of the United Kingdom in May.", "Britain"),
        ("Leonard Thorn sold salt. In May, it was bought by Hale and Thorn.", "Hale and Leonard"),
        ("Bo wrote: “Salt is dear. Ada purchased the mill in May.”", "bought"),
        ("The labor was hard, and labor laws changed in May.", "labour"),
        ("Frost was the cause of the war in May.", "reason"),
        ("The need to sell salt was great in May.", "have to"),
        ("Consider the two mills in May.", "2"),
        ("Bo had a heart attack in May.", "assault"),
        ("It was about global warming in May.", "worldwide"),
        ("Its title was changed to another one in May.", "altered"),
        ("Nuns increasingly sold salt in May.", "more and more"),
        ("Salt was required by law in May.", "needed"),
        ("Bo located the wreck in May.", "situated"),
        ("Ada remained the owner in May.", "stayed"),
        ("Ada owed at least $54,000 in May.", "fewer"),
        ("Nuns saw no less than 118 fires in May.", "under"),
        ("The frost led to the creation of towns and to a war in May.", "brought about"),
        ("Bo stayed no more than 90 days in May.", "no over"),
        ("Bo put the figure around 150,000 in May.", "about"),
        ("It snows on a large scale in May.", "big"),
        ("Ada left not only because it rained, but also because the mill burned in May.", "also since"),
        ("Towns tried to prevent and end hunger in May.", "conclude"),
        ("Robert College is old. In May, it was named Robert College.", "named College"),
        ("The retreat was long, and so was the escape, in May.", "withdraw"),
        ("It had arbitrarily many goats in May.", "numerous"),
        ("Ada left on 15 July in 1972, and in May.", "year"),
        ("Ada left on July 15, 1972, and came on July 18, 1972, in May.", "15 July"),
        ("Ada left on 14–15 July 1972, in May.", "July 15"),
    ],
)
def test_what_is_part_of_a_name_or_a_range_is_not_written_otherwise(text: str, wrong: str) -> None:
    assert not any(wrong in found for found in swapped(text, "When was it?", "May"))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The frost dealt Orrin major blows in May.", "important"),
        ("There are barriers that nuns have to receiving salt in May.", "must"),
        ("The school is profitable in May.", "lucrative"),
        ("The error depends on what ruler is used to measure the wall with in May.", "sovereign"),
        ("The error depends on what pole is used to measure the wall with in May.", "serves to"),
        ("The drop increased in size in May.", "rose"),
        ("The magazine got off to a slow start in May.", "beginning"),
        ("The road goes to the Iranian border in May.", "boundary"),
        ("They are known as proof assistants in May.", "aides"),
        ("Forests have most of the primary productivity in May.", "main productivity"),
        ("It takes many goats to begin with in May.", "commence"),
        ("The claim can be shown using salt in May.", "employing"),
        ("The number divides the product in May.", "splits"),
        ("The logic has an arity of at least 2 in May.", "no fewer"),
        ("The feast provides nuns with salt in May.", "offers"),
        ("Any nontrivial result in a small system is long in May.", "lead to"),
        ("The method consists of testing goats in May.", "made up of"),
        ("The frost allowed for the survival of goats in May.", "permitted"),
        ("Orrin emerged initially in the first week of May.", "at first"),
        ("The word must have originated in the town in May.", "arose"),
        ("Rain had occurred in Lowmere in May.", "had took"),
        ("Bo had decided to leave in May.", "had chose"),
        ("They had gained their independence in May.", "had became"),
        ("The fair had ended in 1871, and it was May.", "had came"),
        ("He placed the law on faith in May.", "put"),
        ("Of nuns 57 percent of the old and 60 percent of the young left in May.", "%"),
        ("Some 40% of nuns and 30% of monks left in May.", "percent"),
        ("Ada sold 60,000 goats and 54,300 hens in May.", "sixty thousand"),
        ("Ada sold three goats and two hens in May.", "3"),
        ("The walls of the 14th century and those of the 15th century burned in May.", "fourteenth"),
        ("The medieval mill burned in May.", "mediaeval"),
        ("The labor of the organization was hard in May.", "organisation"),
        ("The deal was dated on May 3, 1902, and not to exceed $50 in May.", "surpass"),
        ("He was as strong as he had been in the beginning of his reign in May.", "in the outset"),
        ("Ada bought arms for expanding states in May.", "extending"),
        ("Such walls of terraced retaining stone were built in May.", "keeping"),
        ("It has grown since its beginnings in May.", "starts"),
        ("The guild sharply attacked the plan in May.", "assaulted"),
        ("Pliny refers to an island of May.", "denotes"),
        ("The saxophone is very similar to the flute of May.", "comparable"),
        ("Because of its initial status as the only club it won in May.", "first status"),
        ("The airport handles five million nuns in May.", "deals with"),
        ("Ice cores are up to several hundreds of years old in May.", "a number of hundreds"),
        ("Rain is often tied to old boundaries in May.", "borders"),
    ],
)
def test_a_word_or_number_stays_that_another_would_not_be_said_for(text: str, wrong: str) -> None:
    """Each is of a kind that was read wrong in a drawn candidate."""
    assert not any(wrong in found for found in swapped(text, "When was it?", "May"))


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("The frost was a major cause of hunger in May.", "an important cause"),
        ("Its primary purpose was trade in May.", "main purpose"),
        ("The land was divided into farms in May.", "split into"),
        ("By using salt, Ada won in May.", "employing"),
        ("The guild provides nuns in May.", "offers"),
        ("Ada lost at least 30 goats in May.", "no fewer than 30 goats"),
        ("Rain occurred in Lowmere in May.", "took place in Lowmere"),
        ("The word originated in the town in May.", "arose in"),
        ("Ada sold 40% of the goats in May.", "40 percent"),
        ("The organization was old in May.", "organisation"),
    ],
)
def test_a_word_or_number_is_still_put_otherwise_where_the_other_is_said(text: str, new: str) -> None:
    assert any(new in found for found in swapped(text, "When was it?", "May"))
