"""Verdicts on what was said, against those of people by the same lines."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.tasks.quizbowl.answers.forms import forms
from stumper.tasks.quizbowl.answers.lines import read_answer_line
from stumper.tasks.quizbowl.answers.matching import Match, match_answer
from stumper.tasks.quizbowl.answers.near_spellings import distance, is_near
from stumper.types import Answer, Gold

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "answer_lines.json").read_text())
JUDGED = [
    (row["line"], said, verdict) for row in GOLDEN for verdict, answers in row["judged"].items() for said in answers
]


def test_people_judged_some_hundred_answers() -> None:
    assert len(JUDGED) >= 300


@pytest.mark.parametrize(("line", "said", "verdict"), JUDGED, ids=[f"{said}/{line[:20]}" for line, said, _ in JUDGED])
def test_an_answer_is_judged_as_people_judged_it(line: str, said: str, verdict: Match) -> None:
    assert match_answer(read_answer_line(line), said) == verdict


# Line, what was said for it; by verdict.
MORE = {
    "accept": """
        World War I < WWI | WW1 | WW I | World War One | the First World War
        World War II < WWII | WW2
        Franklin Delano Roosevelt < FDR | F.D.R. | Franklin Roosevelt | franklin roosevelt | Roosevelt
        Democratic Republic of the Congo < DRC
        United States of America < USA | US | U.S.A. | America | United States
        one hundred < 100 | hundred
        500 < five hundred
        1,000 < one thousand | 1000 | thousand
        One Thousand and One Nights < 1001 Nights
        Nineteen Eighty-Four < 1984
        one third < 1/3
        3.14 < three point one four
        -1 < minus one | negative 1
        Kurt Gödel < Goedel | Godel | Kurt Goedel
        Jean-Paul Sartre < Jean Paul Sarte | Sartre
        Muammar Gaddafi < Qaddafi
        Friedrich Nietzsche < Nietzche
        Mao Zedong < Mao | Mao Tse-tung
        The Picture of Dorian Gray < picture of dorian grey
        James A. Garfield < James Garfield | James Abram Garfield | Garfield
        Johann Sebastian Bach < J. S. Bach | JS Bach
        George H. W. Bush < George Herbert Walker Bush
        Dom Pedro II < Pedro II of Brazil
        Guatemala < Republic of Guatemala
        Paris < Paris, France
        García Márquez < Gabriel García Márquez
        Ganges < Ganges River
        tsunamis < Tsunami
        John Adams < Adams
        Lincoln < Lincon
        vasodilation < vasodilatation
        JFK [accept John F. Kennedy] < John Fitzgerald Kennedy
        NATO < North Atlantic Treaty Organization
        Marbury v. Madison [accept either part] < Marbury
        Portland Trail Blazers (accept either city or team name) < Portland | Trail Blazers | Blazers
    """,
    "prompt": """
        Henry IV, Part 1 < Henry IV
        Kill Bill: Volume 1 < Kill Bill
        Faust, Part One < Faust
        University of Oxford < Oxford
        New York City < New York
        Johann Strauss II < Johann Strauss
        Sartre < Jean-Paul Sartre
        bread and wine (both parts required, accept in either order) < bread | wine
        North Korea < Korea
        vitamin A < vitamin
    """,
    "reject": """
        exothermic < endothermic
        hypotension < hypertension
        hypoglycemia < hyperglycemia
        adsorption < absorption
        intramolecular forces < intermolecular forces
        macroeconomics < microeconomics
        microscope < macroscope
        interstate < intrastate
        silicon < silicone
        ellipse < eclipse
        photons < phonons
        sandstone < Sandstorm
        refraction < reflection
        string < spring
        plague < Prague
        German < Germany
        Blackbodies < Black Boy
        George W. Bush < George H. W. Bush | George Herbert Walker Bush
        George Herbert Walker Bush < George W. Bush
        John Adams < John Quincy Adams | Adam
        John Quincy Adams < John Adams
        James A. Garfield < James R. Garfield
        J. J. Thomson < J. A. Thomson
        Henry IV, Part 1 < Henry IV, Part 2
        Henry VI, Part 3 < Henry VI, Part 1
        Henry IV of France < Henry IV of England
        Paris, Texas < Paris, France
        Faust, Part One < Faust, Part Two
        Kill Bill: Volume 1 < Kill Bill: Volume 2
        Star Wars: Episode IV < Star Wars: Episode V
        Call of Duty: Black Ops < Call of Duty: Modern Warfare
        Cornelius Vanderbilt < Cornelius Vanderbilt II
        Washington < Washington, D.C.
        New Mexico < Mexico
        Democratic Republic of the Congo < Republic of the Congo
        Virginia Woolf < Virginia
        3.14 < 314
        2.5 < 25
        1/2 < 12
        -1 < 1
        diamonds < Jared Diamond
        rose < Pete Rose
        Adam < John Adams
        The Jacksons < Andrew Jackson
        Paris < Treaty of Paris
        Mexico < Gulf of Mexico | Mexico City
        Chad < Lake Chad
        Italy < Milan, Lombardy, Italy
        yellow < Yellow River
        Hillary Clinton [accept Clinton] < William Jefferson Clinton
        Persian < Persian Empire
        Romeo and Juliet [accept in either order] < in either order
        turtles [accept either/both] < either
    """,
}
DECIDED = [
    (line.strip(), said.strip(), verdict)
    for verdict, rows in MORE.items()
    for line, answers in (row.split("<") for row in rows.strip().splitlines())
    for said in answers.split(" | ")
]


@pytest.mark.parametrize(("line", "said", "verdict"), DECIDED, ids=[f"{said}/{line[:20]}" for line, said, _ in DECIDED])
def test_what_sounds_alike_or_is_shorter_is_told_from_what_is_another_thing(
    line: str, said: str, verdict: Match
) -> None:
    assert match_answer(read_answer_line(line), said) == verdict


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("VIII", "8"),
        ("Eighth Symphony", "8 symphony"),
        ("twenty-one", "21"),
        ("Søren", "Soren"),
        ("the Beatles", "Beatles"),
        ("theories", "theory"),
        ("colour", "color"),
        ("B&O", "B and O"),
        ("Moby-Dick", "Moby Dick"),
        ("one hundred and twenty-first", "121st"),
        ("five thousand two hundred", "5,200"),
        ("two million", "2000000"),
        ("nineteen hundred", "1900"),
        ("two thirds", "2/3"),
        ("three point one four", "3.14"),
        ("minus one", "-1"),
    ],
)
def test_one_thing_written_in_two_ways_has_one_form(one: str, other: str) -> None:
    assert forms(one).core == forms(other).core or forms(one).joined == forms(other).joined


@pytest.mark.parametrize(
    ("one", "other"),
    [("Iran", "Iraq"), ("Mali", "Malta"), ("ethane", "ethene"), ("Henry 4", "Henry 5"), ("Africa", "African")],
)
def test_short_words_numbers_and_other_things_are_no_misspellings(one: str, other: str) -> None:
    assert not is_near(forms(one).core, forms(other).core)


def test_silence_and_punctuation_are_rejected() -> None:
    gold = Gold((Answer("Paris"),))
    assert [match_answer(gold, said) for said in ("", "  ", "?!")] == ["reject"] * 3


def test_an_answer_in_another_script_is_matched_by_its_letters() -> None:
    assert match_answer(Gold((Answer("Άργος"),)), "άργος") == "accept"


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_answer_gets_a_verdict(answer: str, said: str) -> None:
    assert match_answer(Gold((Answer(answer),)), said) in ("accept", "prompt", "reject")


@given(st.text(alphabet="abc", max_size=6), st.text(alphabet="abc", max_size=6))
def test_distance_is_symmetric_and_zero_for_equal_words_alone(one: str, other: str) -> None:
    assert distance(one, other, 9) == distance(other, one, 9)
    assert (distance(one, other, 9) == 0) == (one == other)
