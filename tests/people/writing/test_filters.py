"""What stands against a tossup: its length, its language, that it is not new; and what does not."""

from dataclasses import replace

import pytest

from stumper.people.writing.filters import Limits, complaints, is_nothing_but_vulgar, length, vulgar_words
from stumper.retrieval.near_duplicates import past_questions, resembling

SENTENCE = "A clue that only few people know stands here. "
TOO_LONG = SENTENCE * 3 + "It was " + 250 * "very " + "long."
LIMITS = Limits(1000, (4, 8), "tossup")
NOTHING = past_questions(())
LONG = "This man crossed the Alps with elephants and lost most of them. He swore an oath as a boy."


def kinds(text: str) -> list[str]:
    return [complaint.kind for complaint in complaints(text, LIMITS)]


def test_a_tossup_within_its_limits_has_nothing_against_it() -> None:
    assert kinds(SENTENCE * 4) == []
    assert kinds(SENTENCE * 8) == []


@pytest.mark.parametrize("text", [SENTENCE * 3, SENTENCE * 9, TOO_LONG, "", "Salt"])
def test_too_short_and_too_long_are_said_once(text: str) -> None:
    assert kinds(text) == ["length"]


def test_one_word_is_said_to_be_one() -> None:
    [complaint] = complaints("Salt", LIMITS)
    assert complaint.said.startswith("A tossup of 1 word ")
    [complaint] = complaints("Salt", replace(LIMITS, unit="riddle"))
    assert complaint.said.startswith("A riddle of 1 word ")


def test_length_counts_characters_words_and_sentences() -> None:
    assert (length("Æ is one. So is 🎻.").characters, length(SENTENCE).words, length(SENTENCE * 2).sentences) == (
        18,
        9,
        2,
    )


@pytest.mark.parametrize(
    "text",
    [
        "Pope's The Rape of the Lock mocks it.",
        "The rape of Lucretia ended the monarchy.",
        "In the play 'Tis Pity She's a Whore, Annabella dies.",
        "The Whore of Babylon rides a beast.",
        "He recorded Bitches Brew in 1969.",
        "The “nigger of the Narcissus” falls ill.",
        "E*TRADE and M1 and C*-algebras are no words.",
        "She sang “fuck tha police” in court.",
        "Scunthorpe, Shitake and Cockermouth are no such words.",
        "Moby-Dick and Dick Cheney.",
    ],
)
def test_titles_names_and_parts_of_words_are_not_vulgar(text: str) -> None:
    assert vulgar_words(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "He was a fucking genius.",
        "SHIT happens.",
        "What a load of bullshit.",
        "Shit. This thing is odd.",
        "Whores. Rome had many.",
        "Fuck You Mister Smith.",
        "He met that Fucking Hemingway in Paris.",
        "It was a *fucking* dull book.",
        'It was a "fucking" dull book.',
        "He was a kike to them.",
        "What a f*cking book.",
        "This sh1t is old.",
    ],
)
def test_vulgar_words_are(text: str) -> None:
    assert len(vulgar_words(text)) == 1
    assert "language" in kinds(f"{text} {SENTENCE * 4}")


def test_an_answer_that_is_nothing_but_vulgar_is_told_from_a_title() -> None:
    assert is_nothing_but_vulgar("Fuck")
    assert not is_nothing_but_vulgar("Fuck tha Police")
    assert not is_nothing_but_vulgar("")


def test_a_past_question_in_slightly_other_words_is_found() -> None:
    past = past_questions([("q1", LONG), ("q2", "Something else entirely was asked about a river in the south.")])
    found = resembling(past, LONG.replace("as a boy", "when young"))
    assert found is not None
    assert found.id == "q1"
    assert resembling(past, LONG, but=("q1",)) is None


def test_a_question_of_its_own_resembles_nothing() -> None:
    past = past_questions([("q1", LONG)])
    assert (
        resembling(past, "He was born in Carthage. For 10 points, name this general who lost at Zama to Scipio.")
        is None
    )
    assert resembling(past, "Salt") is None
    assert resembling(NOTHING, LONG) is None
