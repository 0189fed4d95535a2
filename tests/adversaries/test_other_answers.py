"""Changes after which another answer is right, or none: directional tests."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from stumper import api
from stumper.adversaries.reading.edits.fixed_numbers import keeps_place
from stumper.adversaries.reading.edits.other_answer import OtherAnswer
from stumper.adversaries.reading.edits.withhold import Withhold
from stumper.constraints import broken
from stumper.datasets import open_dataset
from stumper.store import Store
from stumper.table import of_runs
from stumper.tasks.reading.constraints import CONSTRAINTS
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Squad, write
from stumper.text import Stretch
from stumper.types import Answer, Edit, Example, Gold, Nothing, Passage, Perturbation, Verdict

PARAGRAPH = (
    "The mill stands in Lowmere. Anna Turner built it in 1861. The people of the town thanked Turner for 15 years."
)
BUILT, WHEN = "Who built the mill?", "In what year was the mill built?"


def example(asked: str, *answers: str, paragraph: str = PARAGRAPH, answerable: bool | None = None) -> Example:
    golds = tuple(Answer(text, paragraph.index(text)) for text in answers)
    return Example("q", Question(asked, Passage("p", paragraph)), Gold(golds, answerable))


def proposed(given: Example) -> list[Perturbation]:
    found = OtherAnswer().proposals(given, Random(0))
    assert found == OtherAnswer().proposals(given, Random(9))
    assert all(broken(CONSTRAINTS, given, each) is None for each in found)
    return found


def text_of(perturbation: Perturbation) -> str:
    assert isinstance(perturbation.query, Question)
    return perturbation.query.context.text


def test_a_person_has_another_name_wherever_the_paragraph_names_her_and_each_answer_says_it() -> None:
    found = proposed(example(BUILT, "Anna Turner", "Turner"))
    assert found
    for each in found:
        surname = each.gold.answers[1].text
        assert surname != "Turner"
        assert each.gold.answers[0].text == f"Anna {surname}"
        assert text_of(each) == PARAGRAPH.replace("Turner", surname)
        assert [edit.rule for edit in each.edits] == ["person", "person"]


def test_a_year_is_another_year_and_nothing_else_changes() -> None:
    for each in proposed(example(WHEN, "1861", "in 1861")):
        year = each.gold.answers[0].text
        assert year.isdigit()
        assert each.gold.answers[1].text == f"in {year}"
        assert text_of(each) == PARAGRAPH.replace("1861", year)


@pytest.mark.parametrize(
    "given",
    [
        example(BUILT, "Anna Turner", "The people of the town"),  # which of them is right would be another question
        example("For how long did they thank her?", "15 years", paragraph=f"{PARAGRAPH} It had 15 rooms."),
        example("Who is Turner, who built the mill?", "Anna Turner", "Turner"),
        example("Which French town is it?", "France", paragraph="It stands in France. The French built it."),
        example("How many mills are there?", "one", paragraph="There is one mill."),
        example("Who was the coach?", "Fox", "John Fox", paragraph="John Fox was the coach."),
        replace(example(BUILT, "Anna Turner"), gold=Gold((Answer("Anna Turner"),))),
    ],
)
def test_what_would_leave_the_paragraph_at_odds_with_itself_is_left_alone(given: Example) -> None:
    assert OtherAnswer().proposals(given, Random(0)) == []


def test_sentences_with_the_answer_go_and_no_answer_is_right() -> None:
    given = example(BUILT, "Anna Turner", paragraph=PARAGRAPH, answerable=True)
    [found] = Withhold().proposals(given, Random(0))
    assert text_of(found) == "The mill stands in Lowmere."
    assert found.gold == Gold((), answerable=False)
    assert broken(CONSTRAINTS, given, found) is None


@pytest.mark.parametrize(
    "given",
    [
        example(BUILT, "Anna Turner"),  # SQuAD 1.1 does not say that who abstains may be right
        example("Who?", "Ada", paragraph="Ada lit it. Ada left.", answerable=True),  # nothing would be left
    ],
)
def test_an_answer_is_withheld_only_where_who_abstains_is_right_and_something_is_left(given: Example) -> None:
    assert Withhold().proposals(given, Random(0)) == []


@pytest.mark.parametrize("form", ["rows", "squad"])
def test_questions_without_a_mark_are_told_how_to_mark_them(form: str, tmp_path: Path) -> None:
    """Gold stays as the file has it, also beside questions that are marked: stores and variants know it so."""
    text = "The mill stands north of Lowmere. Anna Brandt built it in 1861. Goats are kept in Lowmere."
    asked = [
        {
            "id": "a",
            "question": "When was the mill built?",
            "answers": [{"text": "1861", "answer_start": text.index("1861")}],
        },
        {"id": "b", "question": "Who keeps the goats?", "answers": [], "is_impossible": True},
    ]
    asked.append({**asked[0], "id": "c", "is_impossible": False})
    path = tmp_path / f"mill.{'jsonl' if form == 'rows' else 'json'}"
    if form == "rows":
        path.write_text("".join(f"{json.dumps({**one, 'context': text})}\n" for one in asked))
    else:
        paragraphs = [{"context": text, "qas": asked}]
        path.write_text(json.dumps({"version": "v2.0", "data": [{"title": "Mill", "paragraphs": paragraphs}]}))
    first, second, third = open_dataset(path)
    assert [one.gold.answerable for one in (first, second, third)] == [None, False, True]
    with pytest.raises(StopIteration) as end:
        next(Withhold().attack(first, Verdict(None, 1.0, 1.0), Random(0)))
    assert end.value.value == Nothing(
        "the data does not mark the question as answerable; mark it with is_impossible: false, as SQuAD 2.0 does"
    )
    assert [one.gold.answerable for one in Withhold().proposals(third, Random(0))] == [False]


@pytest.mark.parametrize(
    ("asked", "answer", "paragraph"),
    [
        ("How long is it?", "5 miles", "The road runs for 5 miles (8 km) to Lowmere."),  # a conversion beside it
        ("How long is it?", "8 km", "The road runs for 5 miles (8 km) to Lowmere."),
        ("How large is it?", "500 acres", "The park of Lowmere covers 500 acres or 202 hectares."),
        ("How many mills are there?", "three", "There are three mills. They are Oak Mill, Elm Mill and Ash Mill."),
        ("How many were built?", "three", "Two mills burned and one stood. Ada built three mills in all."),
        ("How many people came?", "900", "From the town came 400 people. The villages sent 500. The fair drew 900."),
        ("How much is water?", "30%", "Of Lowmere 70% is land. About 30% is water."),
        ("How old was she?", "28", "Ada Brandt was born in 1820. She was 28 when she built the mill in 1848."),
        ("How old is he?", "28", "Bo is 28. He is 11 years younger than Ada, who is 39."),
        ("When did she come?", "1861", "Ada came to Lowmere in 1861. Two years later she left."),
        ("When was it built?", "1861", "Ada was born in 1820. She built the mill in 1861, at the age of 41."),
        ("Which war was it?", "1908", "She saw the 1908 Olympics. She was born in Lowmere."),
        ("When did she come?", "1861", "However, Ada came in 1861. She was born in Lowmere."),  # goes on from nothing
        ("When did she come?", "1861", "Ada came in 1861. She was born in Lowmere and was the"),  # is torn
        ("Who was she?", "Ada Turner", "The mill was built by Ada Turner. Her brother Paul Turner left."),
        ("Who ordered it?", "William Pitt", "He rode to Fort William Henry. It was ordered by William Pitt."),
    ],
)
def test_a_number_that_the_paragraph_fixes_and_a_name_that_another_has_are_left_alone(
    asked: str, answer: str, paragraph: str
) -> None:
    assert OtherAnswer().proposals(example(asked, answer, paragraph=paragraph), Random(0)) == []


@pytest.mark.parametrize(
    ("new", "keeps"), [("thirty-second", True), ("seventeenth", True), ("third", False), ("32", False)]
)
def test_a_rank_of_two_words_keeps_its_place_among_ranks(new: str, keeps: bool) -> None:
    text = "Anna Turner came twenty-first of 40, and Ben Hale fourth."
    place = Stretch("twenty-first", text.index("twenty"), text.index(" of 40"))
    assert keeps_place(text, place, new) is keeps


@pytest.mark.parametrize(
    ("answer", "paragraph", "least", "most"),
    [
        ("1526", "Ada used the press in 1525. It was described in 1526. It was sold in 1530.", 1526, 1529),
        ("1969", "Ada wrote it in 1969. It was sung in the late 1980s.", 1000, 1984),
        ("1720", "The town grew in the 17th century. Ada built a wall in 1720. It fell in the 1730s.", 1701, 1729),
        ("40%", "Of them 35% were farmers. About 40% were sailors. Of the others 55% left the town.", 36, 54),
    ],
)
def test_another_number_keeps_its_place_among_those_of_the_paragraph(
    answer: str, paragraph: str, least: int, most: int
) -> None:
    found = proposed(example("Which?", answer, paragraph=paragraph))
    assert found
    assert all(least <= int(each.gold.answers[0].text.strip("%")) <= most for each in found)


def test_a_name_goes_with_the_article_before_it() -> None:
    found = proposed(example("Who wrote it?", "Alex Turner", paragraph="Lowmere read an Alex Turner novel."))
    assert found
    assert all(each.gold.answers[0].text[0] in "AEIOU" for each in found)


def left(asked: str, answer: str, paragraph: str) -> str | None:
    """The paragraph from which the answer is withheld."""
    found = Withhold().proposals(example(asked, answer, paragraph=paragraph, answerable=True), Random(0))
    return text_of(found[0]) if found else None


TOPIC = "Lowmere is a town in the north of the country."


@pytest.mark.parametrize(
    "leaning",
    [
        "The show drew crowds from far away.",  # what it is stood in the sentence that goes
        "Critics praised the characters.",
        "This projection was wrong.",
        "The other category was for children.",
        "Many others came from the coast.",
        "However, people liked the sea.",
        "It became a school.",
        "Farmers gave him bread after his decision.",
        "Brandt bought a mill.",
        "Something that had never been seen.",
        "Farmers then sold a barn.",
    ],
)
def test_what_leans_on_a_sentence_that_goes_goes_with_it(leaning: str) -> None:
    stays = "Goats graze on its hills."
    text = f"{TOPIC} {stays} Ada Brandt put a show with characters on its stage in 1861. {leaning}"
    assert left("When was it put on?", "1861", text) == f"{TOPIC} {stays}"


def test_what_speaks_of_things_that_stay_stays() -> None:
    text = f"{TOPIC} A mill stands beside a lake. Ada Brandt came in 1861. Visitors come to the mill from Lowmere."
    assert left("When did she come?", "1861", text) == text.replace(" Ada Brandt came in 1861.", "")


@pytest.mark.parametrize(
    ("asked", "answer", "paragraph"),
    [
        ("When was it built?", "1861", "The mill of Lowmere was built in 1861. Goats were kept on the hills."),
        ("When was it built?", "1861", f"However, {TOPIC} Ada built a mill in 1861."),
        ("When was it built?", "1861", "The show ran for years. Ada built a mill in 1861."),
        ("When was it built?", "1861", f"{TOPIC} Goats graze here, as he wrote: Ada built a mill in 1861. He said:"),
        ("When was it built?", "1861", f'{TOPIC} Ada said: "It is old. It was built in 1861."'),
        ("What does it show?", "mills", f"{TOPIC} The following table tells of it. It shows mills."),
        ("Which is the only year without a fair?", "1863", f"{TOPIC} Fairs were held in 1861 and 1862. None in 1863."),
        ("When was it built?", "1861", f"{TOPIC} Ada came in 1841 and built 20 years after. It was built in 1861."),
    ],
)
def test_nothing_is_withheld_where_the_rest_would_not_read_as_a_text_or_still_tells(
    asked: str, answer: str, paragraph: str
) -> None:
    assert left(asked, answer, paragraph) is None


def test_a_sentence_with_a_form_of_the_answer_or_its_initials_goes() -> None:
    text = f"{TOPIC} Horizontally laid beams hold it. Ada made a horizontal roof. Goats graze here."
    assert left("Which roof?", "horizontal", text) == f"{TOPIC} Goats graze here."
    text = f"{TOPIC} The LHS met here. The Lowmere Historical Society owns a mill. Goats graze here."
    assert left("Who owns it?", "Lowmere Historical Society", text) is None  # the first sentence has a word of it


def changed(given: Example, gold: Gold, *edits: Edit, paragraph: str) -> Perturbation:
    return Perturbation("q", Question(given.query.text, Passage("p", paragraph)), gold, edits)


BO = PARAGRAPH.replace("Anna Turner", "Bo Linden")
AT = PARAGRAPH.index("Anna")
RENAMED = Edit("context", AT, AT + len("Anna Turner"), "Bo Linden")


@pytest.mark.parametrize(
    ("gold", "edits", "paragraph", "fault"),
    [
        (Gold((Answer("Bo Linden", AT),)), (RENAMED,), BO, None),
        (Gold((Answer("Bo", AT),)), (RENAMED,), BO, "must stay as they are, or all become"),
        (Gold((Answer("Bo Linden", AT),)), (), BO, "must stay as they are, or all become"),
        (Gold((Answer("Bo Linden", AT), Answer("Anna Turner", AT))), (RENAMED,), BO, "must stay as they are"),
        (Gold((), answerable=False), (), PARAGRAPH, "must stay as answerable"),
    ],
)
def test_another_answer_is_right_only_where_the_edits_put_it(
    gold: Gold, edits: tuple[Edit, ...], paragraph: str, fault: str | None
) -> None:
    given = example(BUILT, "Anna Turner")
    said = broken(CONSTRAINTS, given, changed(given, gold, *edits, paragraph=paragraph))
    assert said is None if fault is None else said is not None and fault in said


def test_a_question_has_an_answer_as_long_as_the_paragraph_has_it() -> None:
    given = example(BUILT, "Anna Turner", answerable=True)
    said = broken(CONSTRAINTS, given, changed(given, Gold((), answerable=False), paragraph=f"{PARAGRAPH} Go."))
    assert said == "the answer 'Anna Turner' is still in the paragraph, so that the question has one"


READERS = """
import re


def reads(question, context):
    return re.search(r"([A-Z][a-z]+ [A-Z][a-z]+) built", context).group(1) if "Who" in question else "1861"


def remembers(question, context):
    return "Anna Turner" if "Who" in question else "1861"
"""


def test_who_remembers_is_fooled_and_who_reads_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "two_readers.py").write_text(READERS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    write(Path("mill.json"), Squad("mill", "", "1.1", (example(BUILT, "Anna Turner"),)))
    store = Store.open("stumper.db")
    outcomes = {}
    for name in ("reads", "remembers"):
        job = api.attack("mill.json", "edit-answer", f"python:two_readers:{name}", store=store)
        rows = list(of_runs(store, [job.plan.id]).rows())
        assert {(row["capability"], row["test"]) for row in rows} == {("faithfulness", "directional")}
        outcomes[name] = {row["outcome"] for row in rows}, {row["after_f1"] for row in rows}
        job.write(tmp_path / f"{name}.json")
    assert outcomes == {"reads": ({"failed"}, {1.0}), "remembers": ({"succeeded"}, {0.0})}
    assert '"capability":"faithfulness","test":"directional"' in (tmp_path / "reads.json").read_text().replace(" ", "")
    assert {one.gold.answers[0].text for one in open_dataset(tmp_path / "reads.json")} > {"Anna Turner"}
    store.close()
