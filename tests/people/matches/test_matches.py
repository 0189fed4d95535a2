"""A match is the fold of its log: what is read when, who may buzz, what it is worth, what changes by a ruling."""

from dataclasses import replace

import pytest

from stumper.errors import BadOption, Refused
from stumper.people.matches.due import due
from stumper.people.matches.events import (
    Answered,
    Begun,
    Buzzed,
    Ended,
    Event,
    Finished,
    MachineFailed,
    MachineRead,
    Paused,
    Recorded,
    Resumed,
    Ruled,
    Seated,
    Supposed,
    event_document,
    event_of,
)
from stumper.people.matches.match import MACHINE, Asked, Match, Rules, first_words
from stumper.people.matches.moves import Move, decided
from stumper.people.matches.points import points, scores
from stumper.people.matches.state import LEAD, State, fold, step, words_at
from stumper.people.matches.views import Company, Earlier, changes, read_on, view
from stumper.types import Answer, Gold

TEXT = "He took Belgrade. He besieged Vienna. For 10 points, name this sultan who was called the Magnificent."
GOLD = Gold((Answer("Suleiman the Magnificent"), Answer("Suleiman I")), prompts=("Suleiman",))
ASKED = Asked("q1", "regular", TEXT, GOLD, power=TEXT.index(" He besieged"), category="History")
OTHER = Asked("q2", "adversarial", "Name this planet next to the Sun.", Gold((Answer("Mercury"),)))
RULES = Rules("teams", ("Reds", "Blues"), speed=2.0, answer=5.0, silence=4.0)
MATCH = Match("Final", RULES, (ASKED, OTHER))
WORDS = len(TEXT.split())
READ = LEAD + (WORDS - 1) / RULES.speed  # seconds from the beginning to the last word


def come_to(*events: tuple[float, Event], match: Match = MATCH) -> State:
    """After two teams, or all people as one side against the machine, have taken their seats, and these events."""
    sides = ("people",) * 3 if match.rules.mode == "machine" else ("a", "b", "a")
    seats = [(0.0, Seated(name, side)) for name, side in zip(("ada", "ben", "amy"), sides, strict=True)]
    return fold(match, [Recorded(number, *event) for number, event in enumerate([*seats, *events], 1)])


def total(*events: tuple[float, Event], match: Match = MATCH) -> dict[str, int]:
    return dict(scores(match, come_to(*events, match=match)))


BEGUN = (10.0, Begun(0))


def buzz(person: str, words: int, now: float = 12.0) -> tuple[float, Event]:
    return (now, Buzzed(person, 0, words))


def says(person: str, heard: str, now: float = 13.0) -> tuple[float, Event]:
    return (now, Answered(person, "something", heard))  # type: ignore[arg-type]


def test_words_come_at_the_speed_after_a_moment_and_stop_at_the_last() -> None:
    state = come_to(BEGUN)
    seen = [words_at(MATCH, state, 10.0 + LEAD + seconds) for seconds in (-0.1, 0.0, 0.4, 0.5, 1.0, 1000.0)]
    assert seen == [0, 1, 1, 2, 3, WORDS]


def test_buzz_stops_the_reading_for_everybody() -> None:
    state = come_to(BEGUN, buzz("ada", 3))
    assert state.phase == "answering"
    assert words_at(MATCH, state, 1000.0) == 3


@pytest.mark.parametrize(
    ("words", "heard", "worth"),
    [(3, "accept", 15), (4, "accept", 10), (WORDS, "accept", 10), (3, "reject", -5), (WORDS, "reject", 0)],
)
def test_points_are_15_in_power_10_behind_it_and_minus_5_for_a_wrong_interruption(words, heard, worth) -> None:
    assert total(BEGUN, buzz("ada", words), says("ada", heard)) == {"a": worth, "b": 0}


def test_power_can_be_switched_off() -> None:
    plain = replace(MATCH, rules=replace(RULES, power=False))
    assert total(BEGUN, buzz("ada", 3), says("ada", "accept"), match=plain) == {"a": 10, "b": 0}


def test_team_that_was_wrong_is_locked_out_and_the_other_hears_the_rest() -> None:
    state = come_to(BEGUN, buzz("ada", 3), says("ada", "reject", 13.0))
    assert state.phase == "reading"
    assert words_at(MATCH, state, 13.0 + LEAD - 0.1) == 3
    assert words_at(MATCH, state, 13.0 + LEAD) == 4
    with pytest.raises(Refused, match="answered this question already"):
        decided(MATCH, state, Move("buzz", "k", tossup=0), "amy", None, 15.0)
    assert isinstance(decided(MATCH, state, Move("buzz", "k", tossup=0), "ben", None, 15.0), Buzzed)


def test_question_is_over_once_both_teams_were_wrong() -> None:
    both = (BEGUN, buzz("ada", 3), says("ada", "reject"), buzz("ben", 9, 18.0), says("ben", "reject", 19.0))
    assert come_to(*both).phase == "over"


def test_only_the_first_wrong_interruption_of_a_question_costs_points() -> None:
    both = (BEGUN, buzz("ada", 3), says("ada", "reject"), buzz("ben", 9, 18.0), says("ben", "reject", 19.0))
    assert total(*both) == {"a": -5, "b": 0}
    first, second = 5, 7
    assert total(*both, (20.0, Ruled(first, True))) == {"a": 15, "b": 0}
    right = (BEGUN, buzz("ada", 3), says("ada", "accept"), (14.0, Ruled(first, False)))
    assert total(*right) == {"a": -5, "b": 0}
    assert total(*both, (20.0, Ruled(second, True)), (21.0, Ruled(second, False))) == {"a": -5, "b": 0}


def test_one_may_be_more_specific_once() -> None:
    prompted = come_to(BEGUN, buzz("ada", 3), says("ada", "prompt", 13.0))
    assert prompted.phase == "answering"
    assert due(MATCH, prompted).at > 13.0 + RULES.answer  # with all of the time again
    again = decided(MATCH, prompted, Move("answer", "k", text="Suleiman"), "ada", None, 14.0)
    assert again == Answered("ada", "Suleiman", "reject", key="k")
    better = decided(MATCH, prompted, Move("answer", "k", text="Suleiman I"), "ada", None, 14.0)
    assert better == Answered("ada", "Suleiman I", "accept", key="k")


def test_who_says_nothing_in_time_is_wrong() -> None:
    state = come_to(BEGUN, buzz("ada", 3))
    late = due(MATCH, state)
    assert late.event == Answered("ada", "", "reject", late=True)
    with pytest.raises(Refused, match="time to answer was up"):
        decided(MATCH, state, Move("answer", "k", text="Suleiman I"), "ada", None, late.at + 0.01)


def test_question_that_nobody_answers_ends_some_seconds_after_its_last_word() -> None:
    found = due(MATCH, come_to(BEGUN))
    assert found.event == Ended(0)
    assert found.at == pytest.approx(10.0 + READ + RULES.silence)


@pytest.mark.parametrize(
    ("person", "move", "reason"),
    [
        ("eve", Move("buzz", "k", tossup=0), "only watch"),
        ("ada", Move("buzz", "k", tossup=1), "Nothing is being read"),
        ("ada", Move("answer", "k", text="x"), "not your turn"),
        ("ada", Move("begin", "k"), "still being played"),
        ("ada", Move("resume", "k"), "not paused"),
        ("eve", Move("sit", "k", side="a"), "being played"),
    ],
)
def test_what_cannot_be_done_now_is_refused(person: str, move: Move, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        decided(MATCH, come_to(BEGUN), move, person, None, 12.0)


def test_second_buzz_is_too_late() -> None:
    with pytest.raises(Refused, match="faster"):
        decided(MATCH, come_to(BEGUN, buzz("ada", 3)), Move("buzz", "k", tossup=0), "ben", None, 12.001)


def test_buzz_that_was_long_under_way_never_counts_for_another_question() -> None:
    """Seen: it was told that nothing is being read, or that somebody was faster, of the question before."""
    next_one = (BEGUN, (20.0, Ended(0)), (21.0, Begun(1)))
    for state in (come_to(*next_one), come_to(*next_one, (26.0, Buzzed("ben", 1, 2, None, "b")))):
        with pytest.raises(Refused, match="The question that you buzzed at is over"):
            decided(MATCH, state, Move("buzz", "k", tossup=0), "ada", None, 27.0)


def test_nobody_buzzes_before_the_first_word_or_sits_in_a_team_that_is_none() -> None:
    with pytest.raises(Refused, match="next word"):
        decided(MATCH, come_to(BEGUN), Move("buzz", "k", tossup=0), "ada", None, 10.0 + LEAD / 2)
    with pytest.raises(BadOption, match="no team 'c'"):
        decided(MATCH, come_to(), Move("sit", "k", side="c"), "eve", None, 1.0)


def test_ruling_scores_again_whenever_it_comes() -> None:
    played = (BEGUN, buzz("ada", 3), says("ada", "reject"), buzz("ben", 9, 18.0), says("ben", "accept", 19.0))
    assert total(*played) == {"a": -5, "b": 10}
    number = 5  # of the first buzz
    assert total(*played, (20.0, Begun(1)), (22.0, Ruled(number, True))) == {"a": 15, "b": 0}
    state = come_to(*played, (20.0, Begun(1)), (22.0, Ruled(number, True)))
    assert state.phase == "reading"  # the next question goes on meanwhile


def test_question_whose_answer_was_shown_stays_over_when_that_turns_out_wrong() -> None:
    shown = (BEGUN, buzz("ada", 3), says("ada", "accept"), (14.0, Ruled(5, False)))
    for state in (come_to(*shown), come_to(*shown, (15.0, Paused("moderator")), (20.0, Resumed(3.0)))):
        assert state.phase == "over"
        assert words_at(MATCH, state, 1000.0) == 3
        assert "Suleiman" in views(state, 30.0)[0]
        with pytest.raises(Refused, match="Nothing is being read"):
            decided(MATCH, state, Move("buzz", "k", tossup=0), "ben", None, 30.0)


def test_pause_after_the_answer_was_shown_hides_it_from_nobody() -> None:
    state = come_to(BEGUN, buzz("ada", 3), says("ada", "accept"), (14.0, Paused("moderator")))
    assert "Suleiman" in views(state, 15.0)[0]
    ruled = come_to(BEGUN, buzz("ada", 3), says("ada", "accept"), (14.0, Paused("moderator")), (15.0, Ruled(5, False)))
    assert (ruled.phase, "Suleiman" in views(ruled, 16.0)[0]) == ("paused", True)
    with pytest.raises(Refused, match="No question is being played"):
        decided(MATCH, state, Move("skip", "k", tossup=0), "eve", None, 15.0)
    assert isinstance(decided(MATCH, state, Move("sit", "k", side="b"), "eve", None, 15.0), Seated)
    resumed = come_to(BEGUN, buzz("ada", 3), says("ada", "accept"), (14.0, Paused("moderator")), (20.0, Resumed(3.0)))
    assert isinstance(decided(MATCH, resumed, Move("begin", "k", tossup=1), "eve", None, 21.0), Begun)


def test_what_was_read_before_a_pause_is_kept_and_nothing_is_read_in_it() -> None:
    state = come_to(BEGUN, (10.0 + LEAD + 1.0, Paused("server")))
    assert words_at(MATCH, state, 500.0) == 3
    assert due(MATCH, state).event == Resumed(3.0)
    later = come_to(BEGUN, (10.0 + LEAD + 1.0, Paused("server")), (100.0, Resumed(3.0)))
    assert [words_at(MATCH, later, now) for now in (102.9, 103.0, 103.5)] == [3, 4, 5]


def test_who_was_answering_has_all_of_the_time_again_after_a_pause() -> None:
    state = come_to(BEGUN, buzz("ada", 3, 12.0), (13.0, Paused("server")), (60.0, Resumed(3.0)))
    assert state.phase == "answering"
    assert due(MATCH, state).at > 63.0 + RULES.answer


def test_answer_line_that_could_not_be_read_is_for_the_moderator_to_decide() -> None:
    unread = replace(MATCH, packet=(replace(ASKED, gold=Gold(())), OTHER))
    state = come_to(BEGUN, buzz("ada", 3), match=unread)
    event = decided(unread, state, Move("answer", "k", text="Suleiman"), "ada", None, 12.5)
    assert isinstance(event, Answered)
    assert event.heard == "unsure"
    waiting = come_to(BEGUN, buzz("ada", 3), (12.5, event), match=unread)
    assert (waiting.phase, due(unread, waiting)) == ("ruling", None)
    assert come_to(BEGUN, buzz("ada", 3), (12.5, event), (30.0, Ruled(5, True)), match=unread).phase == "over"


def test_question_of_one_word_is_played_like_any_other() -> None:
    one = replace(MATCH, packet=(replace(ASKED, text="Sultan", power=None),))
    state = come_to(BEGUN, match=one)
    assert words_at(one, state, 10.0 + LEAD) == 1
    assert due(one, state).at == pytest.approx(10.0 + LEAD + RULES.silence)
    assert total(BEGUN, buzz("ada", 1), says("ada", "reject"), match=one) == {"a": 0, "b": 0}


def machine_match(**changed: object) -> Match:
    return Match("Final", replace(RULES, mode="machine", victim="ir", **changed), (ASKED, OTHER))  # type: ignore[arg-type]


READ_AHEAD = MachineRead(
    0, (Supposed(4, (("Mehmed II", 0.2),)), Supposed(8, (("Suleiman", 0.7), ("Suleiman I", 0.2)))), buzz=8
)


def test_machine_buzzes_when_it_is_sure_and_says_more_when_it_is_asked_to() -> None:
    match = machine_match()
    state = come_to(BEGUN, (10.1, READ_AHEAD), match=match)
    first = due(match, state)
    assert first.event == Buzzed(MACHINE, 0, 8)
    assert first.at == pytest.approx(10.0 + LEAD + 7 / RULES.speed)
    state = come_to(BEGUN, (10.1, READ_AHEAD), (first.at, first.event), match=match)
    said = due(match, state).event
    assert said == Answered(MACHINE, "Suleiman", "prompt")
    state = come_to(BEGUN, (10.1, READ_AHEAD), (first.at, first.event), (16.0, said), match=match)
    assert due(match, state).event == Answered(MACHINE, "Suleiman I", "accept")


def test_machine_that_reads_too_late_buzzes_where_the_reading_is_by_then() -> None:
    match = machine_match()
    late = 10.0 + LEAD + 6.0
    found = due(match, come_to(BEGUN, (late, READ_AHEAD), match=match))
    assert (found.at, found.event) == (late, Buzzed(MACHINE, 0, 13))


def test_machine_that_is_never_sure_says_what_it_has_at_the_very_end() -> None:
    match = machine_match()
    found = due(match, come_to(BEGUN, (10.1, replace(READ_AHEAD, buzz=None)), match=match))
    assert found.event == Buzzed(MACHINE, 0, WORDS)
    assert 10.0 + READ < found.at < 10.0 + READ + RULES.silence


def test_play_goes_on_without_a_machine_that_failed() -> None:
    match = machine_match()
    failed = (10.2, MachineFailed(0, "It timed out."))
    state = come_to(BEGUN, failed, match=match)
    assert due(match, state).event == Ended(0)
    assert come_to(BEGUN, failed, buzz("ada", 3), says("ada", "reject"), match=match).phase == "over"


def test_everybody_alone_counts_for_themselves() -> None:
    match = Match("Event", replace(RULES, mode="alone"), (ASKED,))
    log = [Recorded(1, 0.0, Seated("ada", "ada")), Recorded(2, 0.0, Seated("ben", "ben")), Recorded(3, 10.0, Begun(0)),
           Recorded(4, 12.0, Buzzed("ada", 0, 3)), Recorded(5, 13.0, Answered("ada", "x", "reject")),
           Recorded(6, 15.0, Buzzed("ben", 0, 5)), Recorded(7, 16.0, Answered("ben", "x", "accept"))]  # fmt: skip
    assert scores(match, fold(match, log)) == {"ada": -5, "ben": 10}


def test_match_ends_with_its_last_question() -> None:
    done = (BEGUN, (40.0, Ended(0)), (41.0, Begun(1)), (60.0, Ended(1)))
    assert decided(MATCH, come_to(*done), Move("begin", "k"), "eve", None, 61.0) == Finished("eve", "k")
    automatic = replace(MATCH, rules=replace(RULES, automatic=True))
    assert due(automatic, come_to(*done, match=automatic)).event == Finished()


@pytest.mark.parametrize(
    "event",
    [Seated("ada", "a", "k"), READ_AHEAD, Buzzed("ada", 0, 3, 0.02, "k"), Answered("ada", "Süleyman", "prompt", True)],
)
def test_event_comes_back_from_its_document(event: Event) -> None:
    assert event_of(event_document(event)) == event


def views(state: State, now: float, match: Match = MATCH) -> list[str]:
    here = Company({"ada": "Ada", "ben": "Ben", "amy": "Amy"}, {}, 3)
    return [repr(view(match, state, here, now, onlooker)) for onlooker in ("member", "moderator")]


def test_nobody_is_shown_words_that_were_not_read_or_an_answer_that_can_still_be_got() -> None:
    match = machine_match()
    supposed = (10.1, MachineRead(0, (Supposed(2, (("Suleiman I", 0.9),)),), buzz=None))
    failed = (10.1, MachineFailed(1, "failed on 'Name this planet next to the Sun.'"))
    stages = [
        (BEGUN, supposed, failed),
        (BEGUN, supposed, failed, buzz("ada", 5)),
        (BEGUN, supposed, failed, (12.0, Paused("moderator"))),
        (BEGUN, supposed, failed, buzz("ada", 5), says("ada", "reject", 12.5)),
    ]
    for stage in stages:
        shown = views(come_to(*stage, match=match), 12.6, match)
        assert "Belgrade" in shown[0]
        assert "Vienna" not in shown[0] + shown[1]
        assert "planet" not in shown[0] + shown[1]
        assert "Suleiman" not in shown[0]
    assert "Suleiman" in shown[1]  # the moderator, once somebody has said something, to rule on it
    over = views(come_to(*stages[0], (30.0, Ended(0)), match=match), 31.0, match)
    assert "Suleiman" in over[0]


def test_change_tells_the_words_again_only_where_one_was_told_that_is_taken_back() -> None:
    here = Company({"ada": "Ada"}, {}, 3)
    reading = view(MATCH, come_to(BEGUN), here, 12.0, "member")
    stopped = view(MATCH, come_to(BEGUN, buzz("ada", reading.words)), here, 12.5, "member")
    assert changes(reading, stopped).keys() >= {"number", "phase", "plays"}
    assert not changes(reading, stopped).keys() & {"words", "text", "name"}
    further = read_on(reading, reading.number, reading.words, reading.words + 1, first_words(TEXT, reading.words + 1))
    assert changes(further, stopped)["text"] == reading.text
    assert read_on(reading, reading.number, reading.words + 1, reading.words + 2, TEXT) == reading  # a gap
    assert read_on(reading, reading.number - 1, reading.words, reading.words + 1, TEXT) == reading  # of another view


def test_what_has_ended_is_taken_from_an_earlier_view_until_a_ruling_changes_it() -> None:
    here, over = Company({}, {}, 3), (BEGUN, buzz("ada", 3), says("ada", "accept"), (20.0, Begun(1)))
    state = come_to(*over)
    earlier = Earlier(state, view(MATCH, state, here, 21.0, "member"))
    later = view(MATCH, come_to(*over, (22.0, Paused("moderator"))), here, 23.0, "member", earlier)
    assert later == view(MATCH, come_to(*over, (22.0, Paused("moderator"))), here, 23.0, "member")
    paused = step(MATCH, state, Recorded(state.number + 1, 22.0, Paused("moderator")))
    assert view(MATCH, paused, here, 23.0, "member", earlier).plays[0] is earlier.view.plays[0]
    ruled = step(MATCH, state, Recorded(state.number + 1, 22.0, Ruled(5, False)))
    assert view(MATCH, ruled, here, 23.0, "member", earlier).plays[0].turns[0].right is False


def test_view_does_not_tell_how_long_the_question_is_while_it_is_read() -> None:
    short, long = (replace(MATCH, packet=(replace(ASKED, text=f"{TEXT} {more}"),)) for more in ("", "And more. " * 9))
    assert views(come_to(BEGUN, match=short), 12.0, short) == views(come_to(BEGUN, match=long), 12.0, long)


def test_points_of_turns_behind_a_right_one_are_nought() -> None:
    state = come_to(BEGUN, buzz("ada", 3), says("ada", "accept"), (13.5, Ruled(5, False)), (14.0, Resumed(0.0)),
                    buzz("ben", 9, 18.0), says("ben", "accept", 19.0), (20.0, Ruled(5, True)))  # fmt: skip
    assert points(MATCH, state.plays[0]) == (15, 0)


def test_second_enter_is_not_taken_for_the_answer_to_what_is_asked_next() -> None:
    asked = come_to(BEGUN, buzz("ada", 3), says("ada", "prompt", 13.0))
    with pytest.raises(Refused, match="answered already"):
        decided(MATCH, asked, Move("answer", "k", text="Suleiman", buzz=5, said=0), "ada", None, 13.1)
    assert decided(MATCH, asked, Move("answer", "k", text="Suleiman I", buzz=5, said=1), "ada", None, 13.1)


@pytest.mark.parametrize("kind", ["skip", "pause", "resume", "begin"])
def test_what_a_moderator_meant_for_one_question_never_happens_to_another(kind) -> None:
    later = come_to(BEGUN, (40.0, Ended(0)), (41.0, Begun(1)))
    stage = {"resume": (45.0, Paused("moderator")), "begin": (45.0, Ended(1))}.get(kind)
    if stage is not None:
        later = come_to(BEGUN, (40.0, Ended(0)), (41.0, Begun(1)), stage)
    with pytest.raises(Refused, match="another question"):
        decided(MATCH, later, Move(kind, "k", tossup=0), "eve", None, 46.0)


def test_words_that_everybody_has_read_stay_when_a_ruling_or_the_end_stops_the_reading() -> None:
    wrong = (BEGUN, buzz("ada", 3), says("ada", "reject", 13.0))
    assert words_at(MATCH, come_to(*wrong), 17.0) == 10
    assert come_to(*wrong, (17.0, Ruled(5, True))).plays[0].words == 10
    assert come_to(*wrong, (17.0, Finished())).plays[0].words == 10


def test_seat_that_one_has_is_no_event_and_seats_are_not_changed_for_ever() -> None:
    assert decided(MATCH, come_to(), Move("sit", "k", side="a"), "ada", None, 1.0) is None
    restless = come_to(*((1.0, Seated("ada", side)) for side in "bababababababababababa"))
    with pytest.raises(Refused, match="very often"):
        decided(MATCH, restless, Move("sit", "k", side="b"), "ada", None, 2.0)


def test_match_that_stood_still_goes_on_some_seconds_after_that_was_noticed() -> None:
    state = come_to(BEGUN, (13.0, Paused("server", noticed=60.0)))
    assert state.plays[0].words == words_at(MATCH, come_to(BEGUN), 13.0)
    assert due(MATCH, state).at == 63.0


def test_moderator_sees_the_whole_answer_line_once_they_may_see_the_answer() -> None:
    unread = replace(MATCH, packet=(replace(ASKED, gold=Gold(()), line="[accept nothing]"), OTHER))
    said = (BEGUN, buzz("ada", 3), says("ada", "unsure"))
    for match, word in ((unread, "[accept nothing]"), (MATCH, "Suleiman I")):
        before = views(come_to(BEGUN, buzz("ada", 3), match=match), 13.0, match)
        player, moderator = views(come_to(*said, match=match), 14.0, match)
        assert word not in before[0] + before[1] + player
        assert word in moderator


def test_wrong_answer_locks_the_whole_team_out_or_its_player_alone() -> None:
    alone = replace(MATCH, rules=replace(RULES, lockout="player"))
    wrong = (BEGUN, buzz("ada", 3), says("ada", "reject"))
    press = Move("buzz", "k", tossup=0)
    later = come_to(*wrong).read_at + 1.0
    with pytest.raises(Refused, match="Your side has answered"):
        decided(MATCH, come_to(*wrong), press, "amy", None, later)
    assert decided(alone, come_to(*wrong, match=alone), press, "amy", None, later) is not None
    with pytest.raises(Refused, match="You have answered"):
        decided(alone, come_to(*wrong, match=alone), press, "ada", None, later)


def test_question_is_over_once_everybody_has_been_wrong_where_each_is_locked_out_alone() -> None:
    alone = replace(MATCH, rules=replace(RULES, lockout="player"))
    by_two = (BEGUN, buzz("ada", 3), says("ada", "reject"), buzz("ben", 4, 20.0), says("ben", "reject", 21.0))
    assert come_to(*by_two).phase == "over"
    assert come_to(*by_two, match=alone).phase == "reading"
    by_all = (*by_two, buzz("amy", 5, 30.0), says("amy", "reject", 31.0))
    assert come_to(*by_all, match=alone).phase == "over"


def test_who_is_out_is_seen_at_each_seat() -> None:
    alone = replace(MATCH, rules=replace(RULES, lockout="player"))
    company = Company({}, {}, 0)
    wrong = (BEGUN, buzz("ada", 3), says("ada", "reject"))

    def out(match: Match) -> dict[str, bool]:
        seen = view(match, come_to(*wrong, match=match), company, 20.0, "member")
        return {seat.person: seat.out for side in seen.sides for seat in side.seats}

    assert out(MATCH) == {"ada": True, "amy": True, "ben": False}
    assert out(alone) == {"ada": True, "amy": False, "ben": False}


BY_ITSELF = replace(MATCH, rules=replace(RULES, automatic=True))
NOBODYS = (BEGUN, (12.0, Ended(0)))


def does(match: Match, state: State, kind: str, person: str = "ada", tossup: int = -1) -> Event | None:
    return decided(match, state, Move(kind, "k", tossup=tossup), person, None, 100.0)  # type: ignore[arg-type]


def test_whoever_plays_stops_the_countdown_and_it_begins_anew_when_somebody_is_ready() -> None:
    over = come_to(*NOBODYS, match=BY_ITSELF)
    assert due(BY_ITSELF, over).event == Begun(1)  # type: ignore[union-attr]
    assert does(BY_ITSELF, over, "hold", tossup=0) == Paused("player", "ada", "k")
    held = come_to(*NOBODYS, (13.0, Paused("player", "ada")), match=BY_ITSELF)
    assert due(BY_ITSELF, held) is None
    assert does(BY_ITSELF, held, "ready", "ben") == Resumed(0.0, "ben", "k")
    ready = come_to(*NOBODYS, (13.0, Paused("player", "ada")), (20.0, Resumed(0.0, "ben")), match=BY_ITSELF)
    assert due(BY_ITSELF, ready).at == 20.0 + BY_ITSELF.rules.rest  # type: ignore[union-attr]


def test_after_the_last_question_the_countdown_is_to_the_end_of_the_match() -> None:
    one = replace(BY_ITSELF, packet=BY_ITSELF.packet[:1])
    here = Company({}, {}, 0)
    clocks = [view(match, come_to(*NOBODYS, match=match), here, 12.5, "member").clock for match in (BY_ITSELF, one)]
    assert clocks == ["next", "ends"]


def test_only_whoever_plays_stops_it_and_only_a_countdown() -> None:
    over = come_to(*NOBODYS, match=BY_ITSELF)
    with pytest.raises(Refused, match="You only watch"):
        does(BY_ITSELF, over, "hold", "eve")
    with pytest.raises(Refused, match="No question is about to come"):
        does(MATCH, come_to(*NOBODYS), "hold")
    with pytest.raises(Refused, match="No question is about to come"):
        does(BY_ITSELF, come_to(BEGUN, match=BY_ITSELF), "hold")
    stopped = come_to(*NOBODYS, (13.0, Paused("moderator", "mo")), match=BY_ITSELF)
    with pytest.raises(Refused, match="Nobody who plays has stopped"):
        does(BY_ITSELF, stopped, "ready")


def test_match_without_a_host_begins_and_ends_by_whoever_plays() -> None:
    alone = replace(BY_ITSELF, rules=replace(BY_ITSELF.rules, hosted=False))
    assert due(alone, State()) is None
    assert due(alone, come_to(match=alone)).event == Begun(0)  # type: ignore[union-attr]
    assert due(MATCH, come_to()) is None
    assert does(alone, come_to(BEGUN, match=alone), "pass", tossup=0) == Ended(0, "ada", "k")
    assert does(alone, come_to(BEGUN, match=alone), "stop") == Finished("ada", "k")
    for kind in ("pass", "stop"):
        with pytest.raises(Refused, match="for the moderator"):
            does(MATCH, come_to(BEGUN), kind)
        with pytest.raises(Refused, match="You only watch"):
            does(alone, come_to(BEGUN, match=alone), kind, "eve")
