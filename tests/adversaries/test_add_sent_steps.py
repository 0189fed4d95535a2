"""The steps of AddSent: numbers, fake answers, changed questions, candidates."""

import re

import pytest

from stumper.adversaries.reading.addsent.alteration import altered, changes
from stumper.adversaries.reading.addsent.answer_types import ANSWER_TYPES, answer_type, fake_answers
from stumper.adversaries.reading.addsent.asked_answers import asked_for
from stumper.adversaries.reading.addsent.candidates import RawSentence, Wanted, repeats, sentences
from stumper.adversaries.reading.addsent.change import Change
from stumper.adversaries.reading.addsent.names import same_stem
from stumper.adversaries.reading.addsent.numbers import FAR, next_number, other_numbers
from stumper.language.inflection import lemma
from stumper.language.neighbours import Neighbours, load_neighbours, name_class
from stumper.language.parse import Entity, EntityKind, Parse, Token
from stumper.language.questions import clause
from stumper.language.same_things import is_sensitive, names_same
from stumper.language.whole_names import of_kind
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage

WORDS = ("Oslo", "Osloer", "nordic", "Bergen", "Turku", "Josef", "Anton")
NEAR = Neighbours(
    WORDS,
    ("NNP", "NNP", "JJ", "NNP", "NNP", "NNP", "NNP"),
    lambda place: {0: (1, 2, 3, 4), 5: (6,)}.get(place, ()),
    {word: place for place, word in enumerate(WORDS)},
)


def tagged(text: str, *entities: tuple[EntityKind, int, int]) -> Parse:
    """A parse of words written as word/TAG; a word that begins with + follows without a space."""
    made: list[Token] = []
    written = ""
    for piece in text.split():
        word, _, tag = piece.lstrip("+").rpartition("/")
        written += "" if piece.startswith("+") or not written else " "
        made.append(Token(word, len(written), len(written) + len(word), lemma(word, tag), tag, "dep", 0))
        written += word
    return Parse(written, tuple(made), tuple(Entity(*entity) for entity in entities), ((0, len(made) - 1),))


QUESTION = tagged("Where/WRB was/VBD the/DT first/JJ ship/NN of/IN Oslo/NNP built/VBN in/IN 1902/CD +?/.")


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("1953", "1928"), ("February 7, 2016", "August 18, 1991"), ("twenty percent", "fifty percent"), ("45", "95"),
        ("3,837", "8,837"), ("4.7", "9.7"), ("the 1890s", "the 1860s"), ("9th century", "4th century"),
        ("two", "five"), ("a third", "a sixth"), ("one-fifth", "four-eighths"),
        ("at 4:51", "at 9:41"), ("0:11", "5:01"), ("30%–50%", "10%–80%"),
        ("$40 million", "$90 billion"), ("no number", "no number"),
    ],
)  # fmt: skip
def test_an_answer_has_another_number(text: str, other: str) -> None:
    assert other_numbers(text, FAR[0]) == other


@pytest.mark.parametrize(
    ("word", "following"),
    [("1902", "1903"), ("50", "40"), ("7", "8"), ("1940s", "1930s"), ("XX", "XXI"), ("12th", "13th"),
     ("seven", "eight"), ("ship", None), ("one", None)],
)  # fmt: skip
def test_a_question_has_the_next_number(word: str, following: str | None) -> None:
    assert next_number(word) == following


def asked(answer: str, question: str = "What/WP did/VBD Ada/NNP see/VB +?/.", *entities: tuple[EntityKind, int, int]):  # type: ignore[no-untyped-def]
    return asked_for(tagged(answer, *entities), clause(tagged(question)))


@pytest.mark.parametrize(
    ("answer", "question", "kind"),
    [
        ("May/NNP 3/CD", "When/WRB did/VBD it/PRP end/VB +?/.", "date"),
        ("1902/CD", "When/WRB did/VBD it/PRP end/VB +?/.", "year"),
        ("the/DT 1890s/NNS", "When/WRB did/VBD it/PRP end/VB +?/.", "period"),
        ("20/CD +%/NN", "What/WP share/NN is/VBZ it/PRP +?/.", "percentage"),
        ("$/$ +40/CD", "What/WP was/VBD paid/VBN +?/.", "money"),
        ("12/CD miles/NNS", "How/WRB far/RB is/VBZ it/PRP +?/.", "quantity"),
        ("4th/JJ", "What/WP rank/NN was/VBD it/PRP +?/.", "ordinal"),
        ("seven/CD", "How/WRB many/JJ ships/NNS sank/VBD +?/.", "number"),
        ("BBC/NNP", "What/WP aired/VBD it/PRP +?/.", "abbreviation"),
        ("Josef/NNP Brandt/NNP", "Who/WP saw/VBD it/PRP +?/.", "person"),
        ("Ada/NNP Vale/NNP", "What/WDT Queen/NN opened/VBD it/PRP +?/.", "person"),
        ("Ada/NNP Vale/NNP", "Which/WDT Gulls/NNPS running/VBG back/RB left/VBD +?/.", "person"),
        ("Turku/NNP", "What/WDT city/NN burned/VBD +?/.", "place"),
        ("Harrow/NNP College/NNP", "What/WP burned/VBD +?/.", "organisation"),
        ("Winter/NNP Song/NNP", "What/WP did/VBD Ada/NNP sing/VB +?/.", "name"),
        ("wash/VB dishes/NNS", "What/WP did/VBD Ada/NNP do/VB +?/.", "action"),
        ("heavy/JJ rain/NN", "Why/WRB did/VBD it/PRP end/VB +?/.", "why"),
        ("a/DT sailor/NN", "Who/WP saw/VBD it/PRP +?/.", "who"),
        ("behind/IN the/DT hill/NN", "Where/WRB was/VBD it/PRP +?/.", "where"),
        ("at/IN dawn/NN", "When/WRB did/VBD it/PRP end/VB +?/.", "when"),
        ("twice/RB a/DT day/NN", "How/WRB often/RB do/VBP they/PRP leave/VB +?/.", "frequency"),
        ("by/IN boat/NN", "How/WRB did/VBD they/PRP leave/VB +?/.", "how"),
        ("red/JJ", "What/WDT color/NN was/VBD it/PRP +?/.", "adjective"),
        ("apples/NNS", "What/WP did/VBD they/PRP eat/VB +?/.", "plural"),
        ("bread/NN", "What/WP did/VBD they/PRP eat/VB +?/.", "noun"),
        ("of/IN the/DT", "What/WP did/VBD they/PRP eat/VB +?/.", "anything"),
    ],
)
def test_an_answer_has_a_type(answer: str, question: str, kind: str) -> None:
    assert answer_type(asked(answer, question)).name == kind


def test_there_are_26_types_each_with_two_fake_answers_of_both_tables() -> None:
    assert len({row.name for row in ANSWER_TYPES}) == len(ANSWER_TYPES) == 26
    for row in ANSWER_TYPES:
        assert bool(row.fakes) == bool(row.others)
        assert not set(row.fakes) & set(row.others), row.name
        assert len(row.fakes) != 1
        assert len(row.others) != 1


def test_fake_answers_share_no_word_with_what_they_avoid() -> None:
    person = asked("Josef/NNP", "Who/WP saw/VBD it/PRP +?/.")
    first, second = fake_answers(person, [])
    assert fake_answers(person, [f"It was {first}."])[0] == second
    assert not set(fake_answers(person, [], modified=True)) & {first, second}


def test_a_computed_answer_is_never_a_gold_one() -> None:
    year = asked("1953/CD", "When/WRB did/VBD it/PRP end/VB +?/.")
    assert fake_answers(year, ["1953", "1928"]) == ["1913"]


def test_names_numbers_and_opposites_are_changed() -> None:
    found = changes(clause(QUESTION), [], NEAR)
    assert found == (
        Change("antonym", ((3, "last"),)), Change("entity", ((6, "Bergen"),)), Change("number", ((9, "1903"),)),
    )  # fmt: skip
    assert altered(QUESTION, found).text == "Where was the last ship of Bergen built in 1903?"
    assert altered(QUESTION, found[1:2]).text == "Where was the first ship of Bergen built in 1902?"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who/WP led/VBD Oslo/NNP in/IN the/DT 1960/CD +'s/POS +?/.", "Who led Bergen in the 1950's?"),
        ("Who/WP was/VBD 39/CD years/NNS old/JJ in/IN Oslo/NNP +?/.", "Who was 40 years old in Bergen?"),
        ("Who/WP left/VBD Oslo/NNP on/IN March/NNP 31st/CD +?/.", "Who left Bergen on March 21st?"),
        ("Who/WP left/VBD Oslo/NNP on/IN 31/CD March/NNP +?/.", "Who left Bergen on 21 March?"),
        ("Who/WP left/VBD Oslo/NNP as/RB soon/RB as/IN possible/JJ +?/.", "Who left Bergen as soon as possible?"),
        ("Who/WP came/VBD fourth/JJ in/IN Oslo/NNP +?/.", "Who came fourth in Bergen?"),
    ],
)
def test_what_would_read_as_nonsense_stays_or_is_moved_as_a_whole(question: str, said: str) -> None:
    parse = tagged(question)
    assert altered(parse, changes(clause(parse), (), NEAR)).text == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        # A name of no known kind stays where something else is changed, and so does a title
        ("Who/WP wrote/VBD the/DT Better/JJR Bergen/NNP Scheme/NNP in/IN 1902/CD +?/.",
         "Who wrote the Better Bergen Scheme in 1903?"),
        ("Who/WP led/VBD the/DT Ministry/NNP of/IN Sound/NNP in/IN 1902/CD +?/.",
         "Who led the Ministry of Sound in 1903?"),
        # The number tells which one it is
        ("Who/WP won/VBD World/NNP War/NNP 1/CD +?/.", "Who won World War 2?"),
        ("Who/WP lost/VBD civil/JJ Stage/NN 1/CD +?/.", "Who lost civil Stage 2?"),
        ("Who/WP won/VBD a/DT Children/NNP +'s/POS Serial/NNP in/IN 1902/CD +?/.",
         "Who won a Children's Serial in 1903?"),
        ("Who/WP scored/VBD 6/CD TDs/NNPS +?/.", "Who scored 7 TDs?"),
        ("Who/WP is/VBZ NOT/NNP allowed/VBN 6/CD +?/.", "Who is NOT allowed 7?"),
        # The noun that is asked for stays, though it has a capital
        ("Which/WDT Super/NNP Bowl/NNP ended/VBD in/IN 1902/CD +?/.", "Which Super Bowl ended in 1903?"),
        ("Which/WDT Branch/NNP left/VBD in/IN 1902/CD +?/.", "Which Branch left in 1903?"),
    ],
)  # fmt: skip
def test_a_name_with_one_other_word_would_name_nothing(question: str, said: str) -> None:
    parse = tagged(question)
    assert altered(parse, changes(clause(parse), (), load_neighbours(None))).text == said


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who/WP led/VBD the/DT Harrow/NNP University/NNP +?/.", "university"),
        ("Who/WP saw/VBD the/DT Anglo/NNP +-/HYPH +Zulu/NNP War/NNP +?/.", "war"),
        ("Who/WP saw/VBD the/DT French/JJ and/CC Indian/JJ War/NNP +?/.", "war"),
        ("Who/WP met/VBD the/DT Carolina/NNP Panthers/NNPS +?/.", "team"),
        ("Who/WP met/VBD Queen/NNP Elizabeth/NNP II/NNP +?/.", "queen"),
        ("Who/WP met/VBD Henry/NNP VIII/NNP +?/.", "ruler"),
        ("Who/WP saw/VBD World/NNP War/NNP II/NNP +?/.", "war"),
        ("Who/WP bought/VBD General/NNP Electric/NNP +?/.", "organisation"),
        ("Who/WP met/VBD Salt/NNP Lake/NNP City/NNP +?/.", "city"),
    ],
)
def test_a_name_of_several_words_becomes_another_of_its_kind(question: str, kind: str) -> None:
    parse = tagged(question)
    said = altered(parse, changes(clause(parse), (), load_neighbours(None))).text
    assert any(name in said for name in of_kind(kind))
    assert said not in parse.text


@pytest.mark.parametrize(
    ("question", "said"),
    [("Who/WP died/VBD in/IN World/NNP War/NNP II/NNP +?/.", r"in the [\w-]+(?: [\w-]+)* War\?"),
     ("Who/WP led/VBD World/NNP War/NNP II/NNP pilots/NNS +?/.", r"led (?!the )[\w-]+(?: [\w-]+)* War pilots\?")],
)  # fmt: skip
def test_a_war_has_an_article_unless_a_numeral_tells_which_it_is(question: str, said: str) -> None:
    parse = tagged(question)
    assert re.search(said, altered(parse, changes(clause(parse), (), load_neighbours(None))).text)


def test_a_title_before_an_everyday_word_is_none() -> None:
    parse = tagged("Who/WP won/VBD the/DT General/NNP Election/NNP in/IN 1902/CD +?/.")
    said = altered(parse, changes(clause(parse), (), load_neighbours(None))).text
    assert not any(name in said for name in of_kind("general"))


def test_one_of_several_things_is_several() -> None:
    parse = "Rain/NN is/VBZ one/CD of/IN the/DT town/NN +'s/POS what/WP +?/."
    assert fake_answers(asked("problem/NN", parse), [])[0] == "hamsters"


def test_no_word_of_a_title_has_another_where_little_can_be_changed() -> None:
    parse = tagged("Who/WP taught/VBD about/IN Social/JJ Theories/NNS of/IN boats/NNS +?/.")
    assert {change.words[0][0] for change in changes(clause(parse), [], load_neighbours(None))} <= {6}


@pytest.mark.parametrize("said", ["non/JJ unlikely/JJ", "non/JJ +-/HYPH unlikely/JJ"])
def test_what_is_denied_has_no_opposite(said: str) -> None:
    assert "likely" not in changed(tagged(f"Who/WP saw/VBD {said} boats/NNS in/IN 1902/CD +?/."), NEAR).split()


def test_on_average_and_more_recent_have_no_opposite() -> None:
    said = changed(
        tagged("Who/WP lost/VBD on/IN average/JJ in/IN more/RBR recent/JJ times/NNS in/IN 1902/CD +?/."), NEAR
    )
    assert said == "Who lost on average in more recent times in 1903?"


def test_how_something_is_asks_for_an_adjective() -> None:
    assert fake_answers(asked("cold/JJ", "How/WRB is/VBZ the/DT sea/NN +?/."), [])[0] == "deep"


def test_an_opposite_that_nobody_uses_is_none() -> None:
    said = changed(tagged("Who/WP saw/VBD crucial/JJ parts/NNS in/IN 1902/CD +?/."), load_neighbours())
    assert said == "Who saw crucial parts in 1903?"


def test_where_several_places_are_asked_for_two_are_named() -> None:
    several = asked("Oslo/NNP", "Which/WDT towns/NNS burned/VBD +?/.")
    assert fake_answers(several, [])[0] == "Chicago and Lisbon"


def test_how_many_is_never_the_seventh() -> None:
    assert fake_answers(asked("Seventh/CD", "How/WRB many/JJ teams/NNS won/VBD +?/."), [])[0] == "seventeen"


def test_an_order_asks_for_no_adverb() -> None:
    assert answer_type(asked("overtime/RB", "Name/VB one/CD rule/NN +?/.")).name != "adverb"


def test_a_number_of_people_keeps_them() -> None:
    count = asked("1/CD million/CD", "How/WRB many/JJ people/NNS came/VBD +?/.")
    assert fake_answers(count, [])[0] == "6 billion"


def test_no_new_name_is_one_that_the_paragraph_says() -> None:
    parse = tagged("Who/WP saw/VBD the/DT Boer/NNP War/NNP +?/.")
    [first] = changes(clause(parse), (), load_neighbours(None))
    said = first.words[-1][1]
    [second] = changes(clause(parse), (), load_neighbours(None), named=said.split())
    assert second.words[-1][1] in of_kind("war")
    assert not set(second.words[-1][1].split()) & (set(said.split()) - {"War"})


def test_an_article_that_goes_takes_its_space_along() -> None:
    parse = tagged("Who/WP saw/VBD \"/`` +The/DT Oslo/NNP +\"/'' +?/.")
    assert altered(parse, [Change("entity", ((4, "Lyon"),))]).text == 'Who saw "Lyon"?'


def test_an_answer_that_was_cut_off_in_brackets_ends_before_them() -> None:
    assert asked("7,000/CD acres/NNS (/-LRB- 2,800/CD").text == "7,000 acres"


def test_buildings_are_things_and_one_building_is_a_place() -> None:
    assert answer_type(asked("theatres/NNS")).name == "plural"
    assert answer_type(asked("a/DT theatre/NN")).name == "where"


def test_no_new_word_is_forbidden_or_the_questions() -> None:
    [_, entity, _] = changes(clause(QUESTION), ["bergen"], NEAR)
    assert entity.words == ((6, "Turku"),)


def test_the_article_follows_the_new_word() -> None:
    parse = tagged("Who/WP sold/VBD an/DT unusual/JJ boat/NN in/IN a/DT likely/JJ place/NN +?/.")
    assert altered(parse, changes(clause(parse), [], NEAR)).text == "Who sold a usual boat in an unlikely place?"


def test_a_name_gets_one_new_name_wherever_it_stands() -> None:
    parse = tagged("Did/VBD Josef/NNP see/VB the/DT brother/NN of/IN Josef/NNP +?/.")
    assert [change.words[0][1] for change in changes(clause(parse), [], NEAR) if change.category == "entity"] == [
        "Anton", "Anton",
    ]  # fmt: skip


def test_what_a_name_is_a_name_of_stays() -> None:
    parse = tagged("Who/WP crossed/VBD the/DT Oslo/NNP River/NNP +?/.")
    said = altered(parse, changes(clause(parse), [], NEAR)).text
    assert re.fullmatch(r"Who crossed the (\w+) River\?", said)
    assert said.removeprefix("Who crossed the ").removesuffix("?") in of_kind("river")


@pytest.mark.parametrize(("one", "other", "same"), [("Norway", "Norwegian", True), ("Oslo", "Bergen", False)])
def test_words_of_one_stem_are_told(one: str, other: str, same: bool) -> None:
    assert same_stem(one, other) is same


def example(question: Parse, *answers: str, context: str = "A paragraph.") -> Example:
    return Example("q", Question(question.text, Passage("p", context)), Gold(tuple(Answer(text) for text in answers)))


def made(question: Parse, answer: Parse, wanted: Wanted, *golds: str) -> list[str]:
    found = sentences(example(question, *(golds or (answer.text,))), question, answer, NEAR, wanted)
    return [raw.text for raw in found]


def test_candidates_are_all_changes_together_then_each_with_two_fake_answers() -> None:
    found = made(QUESTION, tagged("Lowmere/NNP", ("PLACE", 0, 0)), Wanted("both"))
    assert found == [
        "The last ship of Bergen was built in 1903 in Chicago.",
        "The last ship of Bergen was built in 1903 in Lisbon.",
        "The last ship of Oslo was built in 1902 in Chicago.",
        "The last ship of Oslo was built in 1902 in Lisbon.",
        "The first ship of Bergen was built in 1902 in Chicago.",
        "The first ship of Bergen was built in 1902 in Lisbon.",
        "The first ship of Oslo was built in 1903 in Chicago.",
        "The first ship of Oslo was built in 1903 in Lisbon.",
    ]


def test_a_strategy_and_a_number_of_fake_answers_may_be_chosen() -> None:
    answer = tagged("Lowmere/NNP", ("PLACE", 0, 0))
    assert len(made(QUESTION, answer, Wanted("together", fakes=1))) == 1
    assert len(made(QUESTION, answer, Wanted("separately", fakes=1))) == 3
    assert len(made(QUESTION, answer, Wanted("both", fakes=2))) == 8


def test_where_nothing_can_be_changed_there_is_no_sentence() -> None:
    parse = tagged("Who/WP did/VBD it/PRP +?/.")
    assert made(parse, tagged("Ada/NNP"), Wanted()) == []


def test_a_sentence_that_repeats_a_gold_answer_is_left_out() -> None:
    parse = tagged("Who/WP saw/VBD Oslo/NNP +?/.")
    assert made(parse, tagged("Ada/NNP"), Wanted(fakes=1)) == ["Jeff Dean saw Bergen."]
    raw = RawSentence("Jeff Dean saw Bergen.", "who-subject", ("entity",), "Jeff Dean", "person")
    assert repeats(raw, ["the Bergen"])
    assert not repeats(raw, ["Berg", "Hale Marcus"])


def test_what_the_question_sets_aside_is_not_changed_alone() -> None:
    parse = tagged("Besides/IN Oslo/NNP +,/, what/WP burned/VBD in/IN 1902/CD +?/.")
    answer = tagged("Lowmere/NNP", ("PLACE", 0, 0))
    assert made(parse, answer, Wanted("separately", fakes=1)) == ["Besides Oslo, Chicago burned in 1903."]
    assert (
        made(parse, answer, Wanted("separately", fakes=1, safe=False))[0] == "Besides Bergen, Chicago burned in 1902."
    )


def test_a_country_with_an_article_becomes_another_one_with_an_article() -> None:
    parse = tagged("Who/WP left/VBD the/DT United/NNP States/NNPS in/IN May/NNP 1902/CD +?/.")
    said = altered(parse, changes(clause(parse), [], NEAR)).text
    assert " ".join(said.split()) == "Who left the United Kingdom in June 1903?"


def test_a_parser_that_takes_a_player_for_a_firm_is_not_believed() -> None:
    firm: tuple[EntityKind, int, int] = ("ORG", 0, 1)
    said = answer_type(asked("Ada/NNP Vale/NNP", "Which/WDT captain/NN won/VBD +?/.", firm))
    assert said.name == "person"
    assert answer_type(asked("Vale/NNP Brothers/NNPS", "Which/WDT owner/NN won/VBD +?/.", firm)).name != "person"


def test_where_only_nouns_can_be_changed_two_are_and_no_quoted_one() -> None:
    parse = tagged("Who/WP saw/VBD the/DT teacher/NN in/IN the/DT kitchen/NN say/VB \"/`` +my/PRP$ boat/NN +\"/'' +?/.")
    found = changes(clause(parse), [], load_neighbours(None))
    assert [change.category for change in found] == ["neighbour", "neighbour"]
    assert [change.words[0][0] for change in found] == [3, 6]


def test_a_count_that_a_clause_tells_is_a_count_again() -> None:
    told = asked("He/PRP led/VBD 500/CD men/NNS to/TO Oslo/NNP in/IN May/NNP", "How/WRB many/JJ men/NNS came/VBD +?/.")
    assert answer_type(told).name == "number"
    assert fake_answers(told, []) == ["100", "800"]


def renamed_in(name: str) -> str:
    """What a name becomes by the embedded neighbours."""
    word, _, tag = name.partition("/")
    parse = tagged(f"Who/WP helped/VBD the/DT {word}/{tag} in/IN winter/NN +?/.")
    return dict(next(c for c in changes(clause(parse), [], load_neighbours()) if c.category == "entity").words)[3]


@pytest.mark.parametrize(
    "name", ["Jews/NNPS", "Hebrews/NNPS", "Britain/NNP", "England/NNP", "English/JJ", "Scotland/NNP", "Soviet/JJ",
             "Russian/JJ", "Roman/JJ", "Nordic/JJ", "Tsar/NNP", "Christian/JJ", "Bible/NNP", "Ottoman/JJ", "EEC/NNP"],
)  # fmt: skip
def test_a_name_never_becomes_another_name_of_the_same_thing(name: str) -> None:
    assert not names_same(name.partition("/")[0], renamed_in(name))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("Jews", "Israelites", True), ("Britain", "England", True), ("England", "British", True),
     ("Gay", "Homosexual", True), ("Soviet", "Russian", True), ("Roman", "Byzantine", True),
     ("United States", "American", True), ("Holland", "Dutch", True), ("Persians", "Iranians", True),
     ("Tsar", "Czar", True), ("Judge", "Justice", True),
     ("England", "France", False), ("Catholic", "Protestant", False), ("Oslo", "Bergen", False)],
)  # fmt: skip
def test_names_of_the_same_thing_are_told(one: str, other: str, same: bool) -> None:
    assert names_same(one, other) is names_same(other, one) is same


@pytest.mark.parametrize(
    "name", ["Germans/NNPS", "Egyptians/NNPS", "Buddhists/NNPS", "Islamic/JJ", "Klan/NNP", "Lenin/NNP", "Africans/NNPS"]
)
def test_nothing_is_renamed_to_a_people_or_faith_that_is_hated_or_to_a_tyrant(name: str) -> None:
    assert not is_sensitive(renamed_in(name))


@pytest.mark.parametrize("name", ["Jews", "Jewish", "Israelites", "Muslim", "Gypsies", "Blacks", "Homosexual", "Negro"])
def test_sensitive_names_are_told(name: str) -> None:
    assert is_sensitive(name)
    assert not is_sensitive("Bergen")


@pytest.mark.parametrize(
    ("name", "classes"),
    [("Zyxwort/NNP", ("surname",)), ("Zyxworts/NNPS", ("demonym",)), ("ZYX/NNP", ("organization-short",))],
)
def test_a_name_that_no_table_knows_becomes_a_real_one_of_its_kind(name: str, classes: tuple[str, ...]) -> None:
    assert name_class(renamed_in(name)) in classes
    assert renamed_in(name) == renamed_in(name)


def changed(parse: Parse, neighbours: Neighbours, plain: tuple[str, ...] = ()) -> str:
    found = changes(clause(parse), [], neighbours, plain)
    return " ".join(altered(parse, found).text.split())


def test_a_first_word_that_the_paragraph_writes_small_is_no_name() -> None:
    parse = tagged("Zyxworts/NNP are/VBP made/VBN where/WRB in/IN 1902/CD +?/.")
    assert changed(parse, NEAR, ("zyxworts",)) == "Zyxworts are made where in 1903?"
    assert not changed(parse, NEAR).startswith("Zyxworts")


@pytest.mark.parametrize(("people", "endings"), [("British", ("sh", "ch", "se", "ss")), ("German", ("n", "k"))])
def test_a_people_becomes_one_whose_name_may_stand_alone_as_its_own_did(people: str, endings: tuple[str, ...]) -> None:
    said = changed(tagged(f"Who/WP fought/VBD the/DT {people}/JJ +?/."), load_neighbours())
    assert said.removesuffix("?").endswith(endings)


def test_a_name_has_the_article_that_it_needs() -> None:
    assert " the FBI " in changed(tagged("Who/WP led/VBD NASA/NNP in/IN 1902/CD +?/."), load_neighbours())
    union = changed(tagged("When/WRB did/VBD Soviet/NNP Union/NNP end/VB +?/."), load_neighbours())
    assert union == "When did the Netherlands end?"
    earth = changed(tagged("What/WP circles/VBZ the/DT Earth/NNP +?/."), load_neighbours())
    assert earth == "What circles Mars?"


def test_an_owner_that_becomes_a_plural_in_s_loses_its_s() -> None:
    parse = tagged("Who/WP runs/VBZ the/DT children/NNS +'s/POS mill/NN +?/.")
    assert altered(parse, [Change("neighbour", ((3, "teachers"),))]).text == "Who runs the teachers' mill?"


def test_a_verb_with_its_particle_has_no_opposite_of_its_own() -> None:
    assert changed(tagged("What/WP was/VBD it/PRP made/VBN up/RP of/IN +?/."), NEAR) == "What was it made up of?"


def test_an_owner_that_ended_in_s_gets_its_s_back() -> None:
    near = Neighbours(("Osles", "Bergen"), ("NNP", "NNP"), lambda place: (1 - place,), {"Osles": 0, "Bergen": 1})
    parse = tagged("Who/WP runs/VBZ Osles/NNP +'/POS mill/NN +?/.")
    assert changed(parse, near) == "Who runs Bergen's mill?"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who/WP accepted/VBD it/PRP +?/.", "Who rejected it?"),  # the verb's opposite
        (
            "What/WDT kind/NN of/IN ship/NN was/VBD it/PRP +?/.",
            "What kind of marble was it?",
        ),  # the noun that is asked for
    ],
)
def test_what_is_hardest_to_change_is_changed_last(question: str, said: str) -> None:
    assert changed(tagged(question), NEAR) == said


def test_an_act_of_another_year_is_still_that_act() -> None:
    parse = tagged("What/WDT law/NN opened/VBD Oslo/NNP +?/.")
    said = made(parse, tagged("Harbour/NNP Act/NNP 1902/CD"), Wanted(fakes=1), "Harbour Act 1902", "Harbour Act")
    assert said == ["The Central Park law opened Bergen."]


@pytest.mark.parametrize(
    ("question", "kind", "fake"),
    [
        ("Who/WP saw/VBD Oslo/NNP +?/.", "person", "Jeff Dean"),
        ("When/WRB did/VBD Oslo/NNP fall/VB +?/.", "when", "1956"),
        ("Where/WRB is/VBZ Oslo/NNP +?/.", "place", "Chicago"),
        ("Why/WRB did/VBD Oslo/NNP fall/VB +?/.", "why", "fog"),
        ("How/WRB many/JJ ships/NNS left/VBD Oslo/NNP +?/.", "number", "seventeen"),
        ("What/WDT percentage/NN left/VBD Oslo/NNP +?/.", "percentage", "45%"),
        ("What/WDT city/NN is/VBZ near/IN Oslo/NNP +?/.", "place", "Chicago"),
        ("What/WP fell/VBD in/IN Oslo/NNP +?/.", "noun", "a hamster"),
    ],
)
def test_an_unanswerable_question_gets_a_plausible_answer(question: str, kind: str, fake: str) -> None:
    parse = tagged(question)
    empty = Example("q", Question(parse.text, Passage("p", "A paragraph.")), Gold((), answerable=False))
    [first, *_] = sentences(empty, parse, Parse("", (), (), ()), NEAR, Wanted())
    assert (first.answer_type, first.fake_answer) == (kind, fake)
    assert "Bergen" in first.text
    assert fake.lower() in first.text.lower()


@pytest.mark.parametrize(
    ("answer", "question", "fakes"),
    [
        ("one/CD year/NN", "How/WRB long/RB did/VBD it/PRP last/VB +?/.", "four years"),  # not "four year"
        ("16th/JJ century/NN", "What/WDT century/NN was/VBD it/PRP +?/.", "11th century"),  # none to come
        ("little/JJ", "How/WRB much/JJ rain/NN fell/VBD +?/.", "half as much"),
        ("Ada/NNP and/CC Josef/NNP", "Which/WDT actors/NNS saw/VBD it/PRP +?/.", "Jeff Dean and Maria Garcia"),
        ("rain/NN falls/VBZ for/IN 3/CD days/NNS", "Why/WRB is/VBZ it/PRP wet/JJ +?/.", "fog"),
        ("shelter/NN", "Where/WRB was/VBD it/PRP +?/.", "Chicago"),
    ],
)  # fmt: skip
def test_a_fake_answer_reads_as_one(answer: str, question: str, fakes: str) -> None:
    assert fake_answers(asked(answer, question), [])[0] == fakes


def test_a_question_of_two_halves_makes_no_sentence() -> None:
    parse = tagged("Were/VBD the/DT ships/NNS of/IN Oslo/NNP sold/VBN or/CC did/VBD they/PRP sink/VB +?/.")
    example = Example("q", Question(parse.text, Passage("p", "A.")), Gold((Answer("sold"),)))
    assert sentences(example, parse, tagged("sold/VBN"), NEAR, Wanted()) == ()


def test_several_who_were_asked_for_are_several() -> None:
    who = asked("Ada/NNP and/CC Josef/NNP", "Who/WP were/VBD the/DT winners/NNS +?/.")
    assert fake_answers(who, ["Ada and Josef"])[0] == "Jeff Dean and Maria Garcia"


def test_an_adjective_gets_no_opposite_that_nobody_uses() -> None:
    near = Neighbours(
        ("cellular", "real", "unreal"), ("JJ",) * 3, lambda place: (), {"cellular": 0, "real": 1, "unreal": 2}
    )
    parse = tagged("Who/WP saw/VBD the/DT cellular/JJ and/CC real/JJ part/NN +?/.")
    assert altered(parse, changes(clause(parse), (), near)).text == "Who saw the cellular and unreal part?"


def test_a_plural_of_letters_becomes_another_one() -> None:
    [new] = [word for change in changes(clause(tagged("Who/WP counts/VBZ MSPs/NNPS +?/.")), (), load_neighbours(None))
             for _, word in change.words]  # fmt: skip
    assert re.fullmatch(r"[A-Z]+s", new)
    assert new != "MSPs"


def test_a_war_of_two_peoples_becomes_another_war() -> None:
    question = tagged("Who/WP won/VBD the/DT Russo/NNP +-/HYPH +Japanese/JJ War/NNP +?/.")
    said = altered(question, changes(clause(question), (), load_neighbours(None))).text
    assert said.removeprefix("Who won the ").removesuffix("?") in of_kind("war")


def test_no_verb_stands_for_a_name() -> None:
    words = ("Wear", "Remove", "Flow")
    near = Neighbours(words, ("NNP", "VB", "NN"), lambda place: (1, 2), {"Wear": 0})
    parse = tagged("Who/WP crossed/VBD Wear/NNP +?/.")
    assert altered(parse, changes(clause(parse), (), near)).text == "Who crossed Flow?"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        # A bound, a count that is taken for granted and one adjective leave open what was asked
        ("Who/WP has/VBZ led/VBN the/DT teachers/NNS since/IN 1902/CD +?/.",
         r"Who has led the (?!teachers)\w+ since 1903\?"),
        ("Who/WP sold/VBD at/IN least/JJS 6/CD hammers/NNS +?/.", r"Who sold at least 7 (?!hammers)\w+\?"),
        ("Who/WP saw/VBD the/DT two/CD hammers/NNS +?/.", r"Who saw the three (?!hammers)\w+\?"),
        ("Who/WP saw/VBD the/DT likely/JJ teachers/NNS +?/.", r"Who saw the unlikely (?!teachers)\w+\?"),
        # A year that says when it was, a number that says which, and a word of two sorts do not
        ("Who/WP led/VBD the/DT teachers/NNS in/IN 1902/CD +?/.", r"Who led the teachers in 1903\?"),
        ("Who/WP saw/VBD the/DT first/JJ teachers/NNS +?/.", r"Who saw the last teachers\?"),
        # What examples follow is known by them
        ("Who/WP saw/VBD teachers/NNS such/JJ as/IN Ada/NNP with/IN the/DT hammers/NNS +?/.",
         r"Who saw teachers such as (?!Ada)\w+ with the (?!hammers)\w+\?"),
        # Nothing but persons and things, where there are any, and no word of a phrase
        ("Who/WP took/VBD place/NN in/IN the/DT opinion/NN of/IN the/DT teachers/NNS in/IN use/NN +?/.",
         r"Who took place in the \w+ of the (?!teachers)\w+ in use\?"),
    ],
)  # fmt: skip
def test_what_is_changed_makes_the_statement_one_about_something_else(question: str, said: str) -> None:
    assert re.fullmatch(said, changed(tagged(question), load_neighbours()))


def test_every_month_has_the_other_day() -> None:
    said = changed(tagged("Who/WP left/VBD on/IN January/NNP 30th/JJ +?/."), NEAR)
    assert said == "Who left on February 20th?"


def test_how_something_is_described_asks_for_an_adjective() -> None:
    how = asked("cold/JJ rain/NN", "How/WRB is/VBZ the/DT sea/NN described/VBN as/IN +?/.")
    assert fake_answers(how, [])[0] == "deep"


def test_an_opposite_of_an_opposite_is_none() -> None:
    said = changed(tagged("Who/WP saw/VBD insufficient/JJ activity/NN in/IN 1902/CD +?/."), load_neighbours())
    assert said == "Who saw sufficient activity in 1903?"


def test_a_candidate_that_changes_a_bound_alone_is_left_out() -> None:
    parse = tagged("Who/WP led/VBD Oslo/NNP since/IN 1902/CD +?/.")
    assert made(parse, tagged("Ada/NNP"), Wanted("both", fakes=1)) == [
        "Jeff Dean led Bergen since 1903.",
        "Jeff Dean led Bergen since 1902.",
    ]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        # An initial is a part of its name, and so is the Who of Doctor Who
        ("Who/WP met/VBD Kurt/NNP H./NNP Zyxwort/NNP +?/.", r"Who met (?!Kurt)[\w .]+(?<!Zyxwort)\?"),
        ("Who/WP met/VBD Doctor/NNP Who/WP +?/.", r"Who met (?:Moby Dick|Robinson Crusoe|[A-Z][\w ]+)\?"),
        # A firm, a lake and an office are whole names; the article goes where the new name has none
        ("Who/WP bought/VBD Zyxwort/NNP &/CC Qwoxton/NNP +?/.", r"Who bought \w+ & \w+\?"),
        ("Who/WP met/VBD the/DT Presiding/NNP Officer/NNP +?/.",
         r"Who met the (?:Prime Minister|\w+ Secretary|\w+ General|Lord Chancellor|Chief Justice|Poet Laureate)\?"),
        ("Who/WP sold/VBD the/DT Zyxwort/NNP Qwoxton/NNP +?/.", r"Who sold (?!the)[\w -]+\?"),
        ("Who/WP met/VBD Otto/NNP von/IN Zyxwort/NNP +?/.", r"Who met (?!Otto)[A-Z](?!.*Zyxwort)[\w -]+\?"),
        ("Who/WP proved/VBD the/DT Zyxwort/NNP hypothesis/NN +?/.",
         r"Who proved the (?:Gaia|Riemann|Sapir-Whorf) hypothesis\?"),
        # With one other word such a name would name nothing
        ("Who/WP led/VBD Apple/NNP Lisa/NNP in/IN 1902/CD +?/.", r"Who led Apple Lisa in 1903\?"),
        ("Who/WP led/VBD the/DT High/NNP School/NNP for/IN Math/NNP in/IN 1902/CD +?/.",
         r"Who led the High School for Math in 1903\?"),
        # Roman numerals and high schools have no opposites
        ("Who/WP wrote/VBD Roman/JJ numerals/NNS in/IN 1902/CD +?/.", r"Who wrote Roman numerals in 1903\?"),
        ("Who/WP left/VBD high/JJ school/NN in/IN 1902/CD +?/.", r"Who left high school in 1903\?"),
    ],
)  # fmt: skip
def test_no_new_name_is_made_up(question: str, said: str) -> None:
    assert re.fullmatch(said, changed(tagged(question), load_neighbours()))
