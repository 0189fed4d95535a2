from stumper.people.accounts.person import Person
from stumper.people.study.results import leaderboard
from stumper.people.writing.tries import Press
from stumper.types import Judgement


def person(name: str, listed: bool = True) -> Person:
    return Person(name.lower(), name, False, listed, 0.0)


def press(who: str, text: str, submitted: bool = True, fooled: bool = True) -> Press:
    return Press("q1", who, text, fooled, submitted, 10.0, 2)


def judged(text: str, correct: bool, by: str = "cleo") -> Judgement:
    return Judgement(text, by, correct, True, True, judge="person")


PEOPLE = {one.id: one for one in (person("Ada"), person("Ben"), person("Dora"))}


def test_correct_submissions_count_before_many_and_the_unjudged_are_not_correct_yet() -> None:
    presses = [press("ada", "a"), press("ben", "b"), press("ben", "c")]
    first, second = leaderboard(presses, [judged("a", True)], PEOPLE)
    assert (first.name, first.rank, first.submissions, first.judged, first.correct) == ("Ada", 1, 1, 1, 1)
    assert (second.name, second.rank, second.submissions, second.judged, second.correct) == ("Ben", 2, 2, 0, 0)


def test_equal_numbers_share_a_rank_and_the_next_is_behind_both() -> None:
    presses = [press("dora", "d"), press("ada", "a"), press("ben", "b"), press("ben", "c")]
    assert [(place.name, place.rank) for place in leaderboard(presses, [], PEOPLE)] == [
        ("Ben", 1),
        ("Ada", 2),
        ("Dora", 2),
    ]


def test_whoever_does_not_want_to_be_listed_is_not() -> None:
    hidden = {**PEOPLE, "ada": person("Ada", listed=False)}
    assert [place.name for place in leaderboard([press("ada", "a"), press("ben", "b")], [], hidden)] == ["Ben"]


def test_the_same_text_twice_and_what_was_not_submitted_count_for_nothing() -> None:
    presses = [
        press("ada", "a"),
        press("ada", "a"),
        press("ada", "x", submitted=False),
        press("ben", "b", fooled=False),
    ]
    [place] = leaderboard(presses, [], PEOPLE)
    assert (place.name, place.submissions) == ("Ada", 1)


def test_of_several_judgements_the_majority_counts() -> None:
    said = [judged("a", True), judged("a", False, "dan"), judged("a", False, "eve")]
    [place] = leaderboard([press("ada", "a")], said, PEOPLE)
    assert (place.judged, place.correct) == (1, 0)
