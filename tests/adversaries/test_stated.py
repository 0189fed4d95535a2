"""What the first sentence of a page states, and what is left alone where one cannot tell."""

import pytest

from stumper.adversaries.verification.stated import Day, stated_on
from stumper.datasets.wiki_pages import Page, Sentence


def page(id: str, *lines: str) -> Page:
    return Page(id, tuple(Sentence(id, number, text) for number, text in enumerate(lines)))


@pytest.mark.parametrize(
    ("lead", "what", "born", "died"),
    [
        ("Anna Berg ( born 3 May 1961 ) is a Norwegian singer .", "Norwegian singer", Day(1961, 5, 3), None),
        ("Anna Berg ( born Anna Lund ; May 3 , 1961 ) is a singer and actress , known for it .", None, None, None),
        ("Anna Maria Berg ( May 3 , 1891 -- June 10 , 1950 ) was a Norwegian film director who made it .",
         "Norwegian film director", Day(1891, 5, 3), Day(1950, 6, 10)),
        ("Anna Berg ( -LSB- ˈanna -RSB- ; May 3 , 1961 ) is a Norwegian actress .", "Norwegian actress",
         Day(1961, 5, 3), None),
        ("Anna Berg ( 1891 -- 10 June 1950 ) was a Norwegian singer .", None, None, None),  # 1950 is no birth
        ("The Berg War ( 3 May 1961 -- 10 June 1962 ) was a Norwegian battle .", None, None, None),
        ("Anna Berg is a Norwegian singer .", None, None, None),
    ],
)  # fmt: skip
def test_a_person_is_told_by_their_dates_and_what_they_are(
    lead: str, what: str | None, born: Day | None, died: Day | None
) -> None:
    stated = stated_on(page("Anna_Berg", lead))
    assert ((stated.what, stated.born, stated.died) if stated else (None, None, None)) == (what, born, died)


@pytest.mark.parametrize(
    ("lead", "released", "director"),
    [
        ("The Quarry is a 1998 Danish crime film directed by Ines Vale .", 1998, "Ines Vale"),
        ("The Quarry is a 1998 film written and directed by Ines Vale and starring Bo Lund .", 1998, "Ines Vale"),
        ("The Quarry is a 1998 film directed by Ines Vale and Bo Lund .", 1998, ""),  # there are two
        ("The Quarry is a 1998 film starring Bo Lund .", 1998, ""),
        ("The Quarry is a 1998 album by Bo Lund .", None, ""),
        ("The Quarry is a Danish film directed by Ines Vale .", None, ""),
    ],
)
def test_a_film_is_told_by_its_year_and_by_its_one_director(lead: str, released: int | None, director: str) -> None:
    stated = stated_on(page("The_Quarry_-LRB-film-RRB-", lead))
    assert ((stated.released, stated.director) if stated else (None, "")) == (released, director)
    assert stated is None or stated.name == "the film The Quarry"


def test_each_sentence_of_the_page_that_states_it_is_evidence() -> None:
    stated = stated_on(page("The_Quarry", "The Quarry is a 1998 film directed by Ines Vale .", "It won prizes .",
                            "It was released on 3 May 1998 ."))  # fmt: skip
    assert stated is not None
    assert stated.sets("released") == (frozenset({"The_Quarry:0"}), frozenset({"The_Quarry:2"}))
    assert stated.sets("director") == (frozenset({"The_Quarry:0"}),)


@pytest.mark.parametrize("fact", ["director", "born", "relesed"])
def test_what_a_page_does_not_state_has_no_evidence(fact: str) -> None:
    stated = stated_on(page("The_Quarry", "The Quarry is a 1998 film starring Bo Lund ."))
    assert stated is not None
    with pytest.raises(KeyError):
        stated.sets(fact)


@pytest.mark.parametrize(
    "sentence",
    [
        "She studied there until 1950 .",
        "Her stubborn agent of 1891 left .",
        "His sister was born in 1891 .",
        "Her mother died in 1950 .",
        "She was born in Bergen and went to Oslo in 1891 .",
        "She died before 1950 .",
        "She was born in 18911 .",
    ],
)
def test_a_sentence_that_says_something_else_is_no_evidence(sentence: str) -> None:
    lead = "Anna Berg ( May 3 , 1891 -- June 10 , 1950 ) was a Norwegian singer ."
    stated = stated_on(page("Anna_Berg", lead, sentence))
    assert stated is not None
    assert stated.sets("born") == stated.sets("died") == (frozenset({"Anna_Berg:0"}),)


@pytest.mark.parametrize("sentence", ["She was born in 1891 .", "Berg was born in Bergen on 3 May 1891 .",
                                      "Anna Berg was born in May 1891 , her parents' first ."])  # fmt: skip
def test_a_sentence_of_the_subject_by_a_name_or_a_pronoun_is_evidence(sentence: str) -> None:
    lead = "Anna Berg ( May 3 , 1891 -- June 10 , 1950 ) was a Norwegian singer ."
    stated = stated_on(page("Anna_Berg", lead, sentence))
    assert stated is not None
    assert stated.sets("born") == (frozenset({"Anna_Berg:0"}), frozenset({"Anna_Berg:1"}))
    assert ("Anna_Berg:1" in {id for ids in stated.sets("born on") for id in ids}) == ("3 May" in sentence)


def test_dates_of_a_life_are_read_from_sentences_of_their_own_too() -> None:
    stated = stated_on(page("Anna_Berg", "Anna Berg was a Norwegian singer.", "She was born in Bergen on 3 May 1891.",
                            "In 1920 she went to Oslo.", "She died there on 10 June 1950, in the war."))  # fmt: skip
    assert stated is not None
    assert (stated.what, stated.born, stated.died) == ("Norwegian singer", Day(1891, 5, 3), Day(1950, 6, 10))
    assert stated.sets("born") == stated.sets("born on") == (frozenset({"Anna_Berg:1"}),)
    assert stated.sets("died") == stated.sets("died on") == (frozenset({"Anna_Berg:3"}),)


@pytest.mark.parametrize(
    ("lead", "sentence"),
    [
        ("Eva Lund was a Norwegian singer.", "She was born on 3 May 1891."),  # the page is called otherwise
        ("Anna Berg was a Norwegian singer.", "She was born in May 1891."),
        ("Anna Berg was a Norwegian singer.", "She was born on 3 May 1891, it is said."),
        ("Anna Berg was a Norwegian ship.", "She was born on 3 May 1891."),
        ("Anna Berg was a Norwegian singer.", "She was born after 3 May 1891."),
    ],
)
def test_a_life_without_a_whole_day_of_birth_is_not_told(lead: str, sentence: str) -> None:
    contradicted = (sentence, "She was born on 4 May 1891.") if "it is said" in sentence else (sentence,)
    assert stated_on(page("Anna_Berg", lead, *contradicted)) is None


def test_after_a_sentence_about_kin_a_pronoun_may_be_of_them() -> None:
    lead = "Anna Berg ( May 3 , 1891 -- June 10 , 1950 ) was a Norwegian singer ."
    stated = stated_on(page("Anna_Berg", lead, "Her sister Eva sang , too .", "She died in 1950 ."))
    assert stated is not None
    assert stated.sets("died") == (frozenset({"Anna_Berg:0"}),)


@pytest.mark.parametrize(
    ("before", "death", "is_hers"),
    [
        ("She lived with her brother, Tom.", "He died on 4 July 1990.", False),
        ("Sisters of hers sang.", "She died on 4 July 1990.", False),
        ("She sang with her sister's friend.", "She died on 4 July 1990.", False),
        ("She lived with her sisters.", "She died on 4 July 1990.", False),
        ("She married Tom Bello.", "He died on 4 July 1990.", False),
        ("She painted until 1989.", "He died on 4 July 1990.", False),  # she was "she" before
        ("She painted with Eva Lund.", "She died on 4 July 1990.", False),
        ("Lund taught her.", "She died on 4 July 1990.", False),
        ("She painted with Zzyrk Qorvin.", "She died on 4 July 1990.", False),  # names that no table has
        ("She married Tom Bello.", "She died on 4 July 1990.", True),  # nobody called Tom
        ("She married Tom Bello.", "Okafor died on 4 July 1990.", True),
        ("In March 1989 the Royal Academy made her a member.", "She died on 4 July 1990.", True),
        ("Okafor moved to Lagos.", "She died on 4 July 1990.", True),
    ],
)
def test_a_pronoun_that_may_be_of_another_is_not_the_subject(before: str, death: str, is_hers: bool) -> None:
    lead, birth = "Ada Okafor was a Nigerian painter.", "She was born on 3 May 1950 in Lagos."
    stated = stated_on(page("Ada_Okafor", lead, birth, before, death))
    assert stated is not None
    assert (stated.born, stated.died) == (Day(1950, 5, 3), Day(1990, 7, 4) if is_hers else None)


def test_after_a_sentence_about_kin_a_name_is_of_the_subject() -> None:
    lead = "Anna Berg ( May 3 , 1891 -- June 10 , 1950 ) was a Norwegian singer ."
    stated = stated_on(page("Anna_Berg", lead, "Her sister Eva sang , too .", "Berg died in 1950 ."))
    assert stated is not None
    assert frozenset({"Anna_Berg:2"}) in stated.sets("died")


def test_a_film_may_be_spoken_of_after_another_clause() -> None:
    lines = "The Quarry is a 1998 film .", "Filming began in 1997 , and the film was released on 3 May 1998 ."
    stated = stated_on(page("The_Quarry", *lines))
    assert stated is not None
    assert frozenset({"The_Quarry:1"}) in stated.sets("released")


def test_years_between_days_are_whole() -> None:
    assert Day(1891, 5, 3).years_until(Day(1950, 6, 10)) == 59
    assert Day(1891, 5, 3).years_until(Day(1950, 5, 2)) == 58
    assert str(Day(1891, 5, 3)) == "May 3, 1891"


def test_a_page_without_its_first_sentence_states_nothing() -> None:
    assert (
        stated_on(Page("Anna_Berg", (Sentence("Anna_Berg", 4, "Anna Berg ( born 3 May 1961 ) is a singer ."),))) is None
    )
