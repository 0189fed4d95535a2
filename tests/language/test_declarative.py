"""Questions become statements, whatever the parse is worth."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.language.declarative import declarative
from stumper.language.declarative_rules import RULES
from stumper.language.inflection import lemma
from stumper.language.parse import Parse, Token


def tagged(text: str, root: int = 0) -> Parse:
    """A parse of words written as word/TAG, all hanging on one; a word that begins with + follows without a space."""
    tokens: list[Token] = []
    written = ""
    for place, piece in enumerate(text.split()):
        word, _, tag = piece.lstrip("+").rpartition("/")
        written += "" if piece.startswith("+") or not written else " "
        relation = "root" if place == root else "dep"
        tokens.append(Token(word, len(written), len(written) + len(word), lemma(word, tag), tag, relation, root))
        written += word
    return Parse(written, tuple(tokens), (), ((0, len(tokens) - 1),) if tokens else ())


@pytest.mark.parametrize(
    ("question", "answer", "statement", "rule"),
    [
        ("Who/WP painted/VBD the/DT ceiling/NN +?/.", "Ada Thorn", "Ada Thorn painted the ceiling.", "who-subject"),
        ("Who/WP is/VBZ the/DT mayor/NN of/IN Lowmere/NNP +?/.", "Ada Thorn", "Ada Thorn is the mayor of Lowmere.",
         "who-copula"),
        ("Who/WP did/VBD the/DT crew/NN elect/VB in/IN 1902/CD +?/.", "Ada Thorn",
         "The crew elected Ada Thorn in 1902.",
         "who-inverted"),
        ("Who/WP did/VBD Josef/NNP work/VB for/IN in/IN Lowmere/NNP +?/.", "Ada Thorn",
         "Josef worked for Ada Thorn in Lowmere.", "who-stranded"),
        ("Whose/WP$ ship/NN sank/VBD first/RB +?/.", "Josef", "Josef's ship sank first.", "whose-subject"),
        ("What/WP did/VBD the/DT baker/NN sell/VB +?/.", "bread", "The baker sold bread.", "what-inverted"),
        ("What/WP does/VBZ the/DT baker/NN sell/VB on/IN Sundays/NNPS +?/.", "bread",
         "The baker sells bread on Sundays.", "what-inverted"),
        ("What/WP does/VBZ it/PRP depend/VB on/IN +?/.", "the wind", "It depends on the wind.", "what-stranded"),
        ("What/WP was/VBD the/DT boat/NN called/VBN +?/.", "Gull", "The boat was called Gull.", "what-called"),
        ("What/WP is/VBZ the/DT name/NN of/IN the/DT boat/NN +?/.", "Gull", "The name of the boat is Gull.",
         "what-copula"),
        ("What/WP fell/VBD +?/.", "a tree", "A tree fell.", "what-subject"),
        ("What/WP did/VBD Ada/NNP do/VB after/IN lunch/NN +?/.", "to paint fences", "Ada painted fences after lunch.",
         "what-done"),
        ("What/WP city/NN hosted/VBD the/DT fair/NN +?/.", "Oslo", "The city of Oslo hosted the fair.",
         "what-noun-subject"),
        ("Which/WDT band/NN did/VBD Ada/NNP join/VB +?/.", "Blue Gate", "Ada joined the band of Blue Gate.",
         "what-noun-inverted"),
        ("What/WDT team/NN did/VBD he/PRP play/VB for/IN in/IN 1902/CD +?/.", "Blue Gate",
         "He played for the team of Blue Gate in 1902.", "what-noun-stranded"),
        ("What/WDT year/NN was/VBD the/DT harbour/NN built/VBN +?/.", "1874", "The harbour was built in 1874.",
         "what-year-inverted"),
        ("In/IN what/WDT year/NN did/VBD Josef/NNP die/VB +?/.", "1874", "Josef died in 1874.", "in-year-inverted"),
        ("On/IN what/WDT date/NN did/VBD Josef/NNP die/VB +?/.", "May 3, 1874", "Josef died on May 3, 1874.",
         "in-year-inverted"),
        ("In/IN what/WDT city/NN was/VBD Josef/NNP born/VBN +?/.", "Oslo", "Josef was born in the city of Oslo.",
         "by-which-passive"),
        ("By/IN whom/WP was/VBD it/PRP built/VBN +?/.", "Josef", "It was built by Josef.", "by-which-passive"),
        ("When/WRB did/VBD the/DT wall/NN fall/VB +?/.", "1874", "The wall fell in 1874.", "when-inverted"),
        ("When/WRB was/VBD the/DT wall/NN built/VBN +?/.", "May 3, 1874", "The wall was built on May 3, 1874.",
         "when-inverted"),
        ("When/WRB was/VBD the/DT last/JJ storm/NN +?/.", "1874", "The last storm was in 1874.", "when-copula"),
        ("Where/WRB did/VBD the/DT fair/NN take/VB place/NN +?/.", "Oslo", "The fair took place in Oslo.",
         "where-inverted"),
        ("Where/WRB was/VBD it/PRP held/VBN +?/.", "Harrow Park", "It was held at Harrow Park.", "where-inverted"),
        ("Where/WRB is/VBZ the/DT lighthouse/NN +?/.", "Oslo", "The lighthouse is in Oslo.", "where-copula"),
        ("How/WRB many/JJ yards/NNS did/VBD he/PRP throw/VB for/IN in/IN 1902/CD +?/.", "14",
         "He threw for 14 yards in 1902.", "how-many-inverted"),
        ("How/WRB many/JJ people/NNS live/VBP here/RB +?/.", "400", "400 people live here.", "how-many-subject"),
        ("How/WRB many/JJ of/IN the/DT boats/NNS sank/VBD +?/.", "Three", "Three of the boats sank.",
         "how-many-subject"),
        ("How/WRB many/JJ islands/NNS are/VBP there/EX in/IN the/DT bay/NN +?/.", "nine",
         "There are nine islands in the bay.", "how-many-there"),
        ("How/WRB much/JJ money/NN did/VBD they/PRP raise/VB +?/.", "$40", "They raised $40.", "how-much-inverted"),
        ("How/WRB long/RB did/VBD the/DT war/NN last/VB +?/.", "six years", "The war lasted for six years.",
         "how-long-inverted"),
        ("How/WRB tall/JJ is/VBZ the/DT tower/NN +?/.", "90 feet", "The tower is 90 feet tall.",
         "how-adjective-copula"),
        ("How/WRB often/RB do/VBP trains/NNS leave/VB +?/.", "twice a day", "Trains leave twice a day.", "how-often"),
        ("How/WRB was/VBD the/DT door/NN opened/VBN +?/.", "a wire", "The door was opened by a wire.", "how-inverted"),
        ("Why/WRB did/VBD the/DT fair/NN end/VB +?/.", "bad weather", "The fair ended because of bad weather.",
         "why-inverted"),
        ("Before/IN the/DT storm/NN +,/, what/WP did/VBD they/PRP load/VB +?/.", "salt",
         "Before the storm, they loaded salt.", "what-inverted"),
        ("When/WRB Josef/NNP left/VBD +,/, who/WP replaced/VBD him/PRP +?/.", "Ada",
         "When Josef left, Ada replaced him.",
         "who-subject"),
        ("Josef/NNP died/VBD in/IN what/WDT year/NN +?/.", "1874", "Josef died in 1874.", "in-place-year"),
        ("Lowmere/NNP is/VBZ located/VBN in/IN which/WDT county/NN +?/.", "Ashford",
         "Lowmere is located in the county of Ashford.", "in-place-noun"),
        ("The/DT walls/NNS were/VBD made/VBN of/IN what/WP +?/.", "oak", "The walls were made of oak.", "in-place"),
        ("Name/VB the/DT captain/NN of/IN the/DT ship/NN +./.", "Ada Thorn", "Ada Thorn is the captain of the ship.",
         "order"),
        ("The/DT sum/NN of/IN the/DT parts/NNS is/VBZ called/VBN +?/.", "the whole",
         "The sum of the parts is called the whole.", "unfinished"),
        ("What/WDT family/NN is/VBZ the/DT oboe/NN a/DT member/NN of/IN +?/.", "reeds",
         "The oboe is a member of the family of reeds.", "what-noun-predicate"),
        ("What/WDT war/NN was/VBD the/DT fight/NN at/IN the/DT ford/NN part/NN of/IN +?/.", "Salts",
         "The fight at the ford was part of the war of Salts.", "what-noun-predicate"),
        ("Who/WP did/VBD the/DT Gulls/NNPS beat/VB to/TO become/VB the/DT town/NN champions/NNS +?/.", "Ada Thorn",
         "The Gulls beat Ada Thorn to become the town champions.", "who-inverted"),
        ("What/WP did/VBD the/DT crew/NN want/VB to/TO give/VB the/DT boy/NN +?/.", "a lamp",
         "The crew wanted to give the boy a lamp.", "what-inverted"),
        ("When/WRB was/VBD Josef/NNP the/DT first/JJ choice/NN in/IN the/DT vote/NN +?/.", "1902",
         "Josef was the first choice in the vote in 1902.", "when-copula"),
        ("Where/WRB was/VBD it/PRP a/DT custom/NN +?/.", "Oslo", "It was a custom in Oslo.", "where-copula"),
        ("When/WRB was/VBD Josef/NNP the/DT Bold/NNP a/DT captain/NN +?/.", "1902",
         "Josef the Bold was a captain in 1902.", "when-copula"),
        ("How/WRB tall/JJ was/VBD the/DT tower/NN on/IN the/DT hill/NN +?/.", "9 feet",
         "The tower on the hill was 9 feet tall.", "how-adjective-copula"),
        ("When/WRB and/CC where/WRB was/VBD Josef/NNP born/VBN +?/.", "1902 in Oslo", "Josef was born in 1902 in Oslo.",
         "when-inverted"),
        ("When/WRB and/CC where/WRB was/VBD Josef/NNP born/VBN +?/.", "Oslo", "Josef was born in Oslo.",
         "when-inverted"),
        ("Is/VBZ Lowmere/NNP in/IN Norway/NNP +?/.", "yes", "Lowmere is in Norway.", "yes-no-copula"),
        ("Is/VBZ Josef/NNP a/DT painter/NN +?/.", "yes", "Josef is a painter.", "yes-no-copula"),
        ("Was/VBD the/DT boat/NN repaired/VBN +?/.", "yes", "The boat was repaired.", "yes-no"),
        ("Ships/NNS sail/VBP ___/NN the/DT wind/NN +./.", "with", "Ships sail with the wind.", "gap"),
    ],
)  # fmt: skip
def test_a_question_becomes_a_statement(question: str, answer: str, statement: str, rule: str) -> None:
    made = declarative(tagged(question), answer)
    assert (made.text, made.rule) == (statement, rule)


def test_a_statement_is_denied() -> None:
    did = tagged("Where/WRB did/VBD the/DT fair/NN take/VB place/NN +?/.")
    assert declarative(did, "Oslo", negated=True).text == "The fair did not take place in Oslo."
    won = tagged("Who/WP wins/VBZ the/DT race/NN +?/.")
    assert declarative(won, "Ada", negated=True).text.startswith("Ada does not win")
    is_ = tagged("Who/WP is/VBZ the/DT mayor/NN +?/.")
    assert declarative(is_, "Ada", negated=True).text == "Ada is not the mayor."


@pytest.mark.parametrize(
    ("answer", "said"),
    [("Josef and Ada", "Josef and Ada are the owners."), ("Ada", "Ada is the owners."),
     ("the sailors", "The sailors are the owners.")],
)  # fmt: skip
def test_the_verb_agrees_with_the_answer(answer: str, said: str) -> None:
    assert declarative(tagged("Who/WP are/VBP the/DT owners/NNS +?/."), answer).text == said


@pytest.mark.parametrize(
    ("answer", "said"),
    [("1874", "in 1874"), ("May 3", "on May 3"), ("Monday", "on Monday"), ("May 1874", "in May 1874"),
     ("the 1930s", "in the 1930s"), ("9th century", "in the 9th century"), ("after the war", "after the war"),
     ("5 p.m.", "at 5 p.m."), ("three years ago", "three years ago"), ("the winter", "in the winter")],
)  # fmt: skip
def test_a_time_gets_its_preposition(answer: str, said: str) -> None:
    question = tagged("When/WRB did/VBD it/PRP end/VB +?/.")
    assert declarative(question, answer).text == f"It ended {said}{'' if said.endswith('.') else '.'}"


@pytest.mark.parametrize(
    ("answer", "said"),
    [("62", "62 years old"), ("sixty-two", "sixty-two years old"), ("62 years", "62 years old"), ("very", "very")],
)
def test_an_age_has_its_years_and_stands_before_what_tells_when(answer: str, said: str) -> None:
    parse = tagged("How/WRB old/JJ was/VBD Josef/NNP when/WRB he/PRP died/VBD +?/.")
    tokens = tuple(replace(token, relation="advmod") if token.text == "when" else token for token in parse.tokens)
    assert declarative(replace(parse, tokens=tokens), answer).text == f"Josef was {said} when he died."


def test_a_name_keeps_its_capitals_and_a_question_loses_its_own() -> None:
    question = tagged("For/IN what/WP is/VBZ iMap/NNP used/VBN +?/.")
    assert declarative(question, "hiking").text == "iMap is used for hiking."


def test_only_the_last_sentence_asks() -> None:
    question = tagged("The/DT wall/NN fell/VBD +./. Who/WP saw/VBD it/PRP +?/.")
    assert declarative(question, "Ada").text == "Ada saw it."


@pytest.mark.parametrize("text", ["", "?", "Who", "What?", "¿Qué es?", "你好吗", "🙂🙂?", "שלום עולם?", "of of of"])
def test_any_text_makes_a_sentence(text: str) -> None:
    words = " ".join(f"{word}/NN" for word in text.replace("?", " ?").split())
    made = declarative(tagged(words), "an answer")
    assert made.text.endswith(".")
    assert "n answer" in made.text


WORDS = "Who what When where how many is was did do the a dog Oslo run ran in of to , . ? ' \" 1874 not that"
TAGS = "NN NNP VB VBD VBN VBZ IN TO DT WP WRB JJ RB CD POS , . MD PRP"


@given(
    st.lists(st.tuples(st.sampled_from(WORDS.split()), st.sampled_from(TAGS.split())), max_size=12), st.integers(0, 11)
)
def test_no_parse_is_too_wrong(pairs: list[tuple[str, str]], root: int) -> None:
    parse = tagged(" ".join(f"{word}/{tag}" for word, tag in pairs), min(root, max(0, len(pairs) - 1)))
    made = declarative(parse, "Nora Hale")
    assert made.text
    assert made == declarative(parse, "Nora Hale")


def test_the_table_has_its_rows() -> None:
    names = [rule.name for rule in RULES]
    assert len(names) == len(set(names)) >= 50
    assert RULES[-1].when == ""
