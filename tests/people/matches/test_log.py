"""The log of a match in the store: races, repetitions, restarts, and the log as a file; on every database."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import func, select

from knowing import Knowing
from stumper.datasets.buzz_log import read_buzzes, write_buzzes
from stumper.errors import NotThere, Refused, StumperError
from stumper.people.accounts.account import register
from stumper.people.accounts.person import Person, code
from stumper.people.matches.buzzes import buzzes, told_of
from stumper.people.matches.events import Answered, Begun, Buzzed, MachineFailed, Paused, Recorded
from stumper.people.matches.log import Log, log_of
from stumper.people.matches.log_file import log_lines, read_log
from stumper.people.matches.machine import ReadAhead, unread
from stumper.people.matches.match import Asked, Room, Rules
from stumper.people.matches.moves import Move
from stumper.people.matches.packets import Packet
from stumper.people.matches.points import scores
from stumper.people.matches.rooms import any_room, heading_of, headings, keep_alive, open_room, room, rooms
from stumper.people.matches.state import LEAD, fold
from stumper.people.personal_data import erase, personal_data
from stumper.people.projects.project import Project, Settings
from stumper.people.study.founding import make_project
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.store.people_schema import match_events
from stumper.testing import EXAMPLE, ScriptedVictim
from stumper.types import Answer, Gold, Guess, Prediction, Query
from stumper.victims.guessing.buzzer import Buzzer, write_buzzer

TEXT = "He took Belgrade. He besieged Vienna. For 10 points, name this sultan who was called the Magnificent."
GOLD = Gold((Answer("Suleiman the Magnificent"), Answer("Suleiman I")))
PACKET = (
    Asked("q1", "regular", TEXT, GOLD, power=TEXT.index(" He besieged"), category="History"),
    Asked("q2", "adversarial", "Name this planet next to the Sun.", Gold((Answer("Mercury"),)), category="Science"),
)
RULES = Rules("teams", ("Reds", "Blues"), speed=2.0)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def later(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def project(store: Store) -> Project:
    settings = Settings("quizbowl", "quizbowl", ("scripted",), ("judge",))
    return make_project(store, "Quiz", settings, [EXAMPLE], "quiz", 1.0)


@pytest.fixture
def people(store: Store) -> dict[str, Person]:
    return {name: register(store, name, None, 1.0) for name in ("Ada", "Ben", "Cleo")}


@pytest.fixture
def opened(store: Store, project: Project, people: dict[str, Person]) -> Room:
    return open_room(store, project, "Final", RULES, Packet(PACKET), people["Cleo"].id, 1000.0)


@pytest.fixture
def seated(store: Store, opened: Room, people: dict[str, Person], clock: Clock) -> Log:
    log = Log(store, opened)
    log.play(Move("sit", "1", side="a"), people["Ada"].id, None, clock)
    log.play(Move("sit", "1", side="b"), people["Ben"].id, None, clock)
    log.play(Move("begin", "1"), people["Cleo"].id, None, clock)
    clock.later(LEAD + 1.2)
    return log


def other_server(log: Log) -> Iterator[Log]:
    """Another server on the same store, with connections of its own."""
    with Store.open(log.store.url) as store:
        found = Log(store, any_room(store, log.room.id))
        found.catch_up()
        yield found


@pytest.fixture
def elsewhere(seated: Log) -> Iterator[Log]:
    yield from other_server(seated)


def events_of(log: Log) -> int:
    with log.store.engine.connect() as connection:
        query = select(func.count()).select_from(match_events).where(match_events.c.room_id == log.room.id)
        return connection.execute(query).scalar_one()


def test_match_is_what_its_log_says_whoever_reads_it(seated: Log, elsewhere: Log, people, clock: Clock) -> None:
    seated.play(Move("buzz", "2", tossup=0), people["Ada"].id, 0.02, clock)
    seated.play(Move("answer", "3", text="suleiman i"), people["Ada"].id, 0.02, clock)
    assert elsewhere.catch_up() == seated.state
    assert scores(seated.room.match, elsewhere.state) == {"a": 15, "b": 0}
    [play] = elsewhere.state.plays
    assert (play.turns[0].words, play.turns[0].delay) == (3, 0.02)


def test_of_many_buzzes_at_once_one_is_taken_on_whichever_server(seated: Log, elsewhere: Log, people, clock) -> None:
    barrier = Barrier(8)

    def buzz(n: int) -> str:
        log, name = ((seated, "Ada"), (elsewhere, "Ben"))[n % 2]
        barrier.wait()
        try:
            log.play(Move("buzz", f"at-once-{n}", tossup=0), people[name].id, None, clock)
        except Refused as error:
            return str(error)
        return "taken"

    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(buzz, range(8)))
    assert said.count("taken") == 1
    assert {*said} == {"taken", "Somebody was faster."}
    taken = [one for one in log_of(seated.store, seated.room.project_id, seated.room.id).events
             if isinstance(one.event, Buzzed)]  # fmt: skip
    assert len(taken) == 1


def test_move_that_is_sent_again_counts_once(seated: Log, elsewhere: Log, people, clock: Clock) -> None:
    before = events_of(seated)
    for log in (seated, elsewhere, seated):
        state = log.play(Move("buzz", "again", tossup=0), people["Ada"].id, None, clock)
        assert state.phase == "answering"
    assert events_of(seated) == before + 1


def test_key_of_one_person_says_nothing_about_anothers(seated: Log, people, clock: Clock) -> None:
    seated.play(Move("buzz", "same", tossup=0), people["Ada"].id, None, clock)
    with pytest.raises(Refused, match="faster"):
        seated.play(Move("buzz", "same", tossup=0), people["Ben"].id, None, clock)


def test_what_happens_by_itself_happens_once_on_two_servers(seated: Log, elsewhere: Log, clock: Clock) -> None:
    clock.later(60.0)
    before = events_of(seated)
    assert seated.go_on(clock).phase == "over"
    assert elsewhere.go_on(clock).phase == "over"
    assert events_of(seated) == before + 1


def test_restart_in_the_middle_pauses_where_the_server_was_last_alive(seated: Log, elsewhere: Log, clock) -> None:
    keep_alive(seated.store, seated.room.id, clock.now)  # 1.2 s after the first word
    clock.later(40.0)
    state = elsewhere.wake(clock.now)
    assert (state.phase, state.why) == ("paused", "server")
    assert state.plays[0].words == 3
    assert [type(one.event) for one in elsewhere.events[-1:]] == [Paused]
    clock.later(10.0)
    assert elsewhere.go_on(clock).phase == "reading"
    assert seated.catch_up() == elsewhere.state


def test_nothing_goes_on_while_nobody_is_there_who_plays_or_moderates(seated: Log, elsewhere: Log, clock) -> None:
    keep_alive(seated.store, seated.room.id, clock.now)
    clock.later(8.0)
    elsewhere.wake(clock.now)
    assert elsewhere.go_on(clock).phase == "paused"
    clock.later(60.0)
    assert elsewhere.go_on(clock, attended=False).phase == "paused"
    assert elsewhere.go_on(clock).phase == "reading"


def test_server_that_wakes_beside_a_living_one_pauses_nothing(seated: Log, elsewhere: Log, clock: Clock) -> None:
    clock.later(2.0)
    keep_alive(seated.store, seated.room.id, clock.now - 0.2)
    assert elsewhere.wake(clock.now).phase == "reading"


def test_log_as_a_file_says_all_without_a_name_and_scores_the_same(
    seated: Log, people, clock: Clock, tmp_path: Path
) -> None:
    ada, ben = people["Ada"].id, people["Ben"].id
    seated.play(Move("buzz", "2", tossup=0), ada, None, clock)
    seated.play(Move("answer", "3", text="Mehmed"), ada, None, clock)
    clock.later(3.0)
    seated.play(Move("buzz", "2", tossup=0), ben, None, clock)
    seated.play(Move("answer", "3", text="Suleiman I"), ben, None, clock)
    first = seated.state.plays[0].turns[0].number
    seated.play(Move("rule", "9", buzz=first, right=True), people["Cleo"].id, None, clock)
    text = "".join(log_lines(seated.room.match, seated.events))
    assert not [word for word in (ada, ben, "Ada", "Ben", "Cleo") if word in text]
    path = tmp_path / "log.jsonl"
    path.write_text(text)
    logged = read_log(path)
    assert logged.shown == {"a": 15, "b": 0} == scores(seated.room.match, seated.state)
    assert scores(logged.match, logged.state) == logged.shown
    assert logged.state.plays[0].words == seated.state.plays[0].words
    path.write_text("".join(line for line in text.splitlines(True) if '"ruled"' not in line))
    without = read_log(path)
    assert scores(without.match, without.state) == {"a": -5, "b": 10}


def test_buzzes_are_there_for_the_analyses(seated: Log, people, clock: Clock, tmp_path: Path) -> None:
    seated.play(Move("buzz", "2", tossup=0), people["Ada"].id, None, clock)
    seated.play(Move("answer", "3", text="Suleiman I"), people["Ada"].id, None, clock)
    seated.play(Move("begin", "4"), people["Cleo"].id, None, clock)
    clock.later(60.0)
    seated.go_on(clock)
    right, *silent = buzzes(seated.room.match, seated.events, seated.state)
    assert (right.question_id, right.set, right.correct, right.points, right.round) == (
        "q1",
        "regular",
        True,
        15,
        "Final",
    )
    assert (right.words, right.of, right.position) == (3, 17, 3 / 17)
    assert [(one.question_id, one.player, one.correct, one.position) for one in silent] == [
        ("q2", "Reds", False, 1.0), ("q2", "Blues", False, 1.0),
    ]  # fmt: skip
    write_buzzes(tmp_path / "buzzes.jsonl", [right, *silent])
    assert read_buzzes(tmp_path / "buzzes.jsonl") == [right, *silent]


def test_a_person_counts_what_they_heard_to_its_end_in_silence(seated: Log, people, clock: Clock) -> None:
    """Seen: a person who was right once and silent once was "100.0% of the questions that they heard to the end"."""
    seated.play(Move("buzz", "2", tossup=0), people["Ada"].id, None, clock)
    seated.play(Move("answer", "3", text="Suleiman I"), people["Ada"].id, None, clock)
    seated.play(Move("begin", "4"), people["Cleo"].id, None, clock)
    clock.later(60.0)
    seated.go_on(clock)
    told = told_of(seated.room.match, seated.events, seated.state)
    assert told.of_sides == buzzes(seated.room.match, seated.events, seated.state)
    found = told.of_persons
    silent = {(one.question_id, one.player) for one in found if one.censored}
    assert [(one.question_id, one.player) for one in found if one.correct] == [("q1", code(people["Ada"].id))]
    assert silent == {("q2", code(person)) for person in seated.state.seats}
    assert code(people["Ada"].id) in {player for _, player in silent}


def test_question_that_was_given_up_before_its_end_says_nothing_of_who_was_silent(seated: Log, people, clock) -> None:
    seated.play(Move("skip", "2"), people["Cleo"].id, None, clock)
    seated.play(Move("finish", "3"), people["Cleo"].id, None, clock)
    assert buzzes(seated.room.match, seated.events, seated.state) == []


def test_team_for_which_nobody_plays_is_not_silent(opened: Room, store: Store, people, clock: Clock) -> None:
    log = Log(store, opened)
    log.play(Move("sit", "1", side="a"), people["Ada"].id, None, clock)
    log.play(Move("begin", "1"), people["Cleo"].id, None, clock)
    clock.later(60.0)
    log.go_on(clock)
    assert [one.player for one in buzzes(log.room.match, log.events, log.state)] == ["Reds"]


def test_who_comes_later_or_leaves_said_nothing_only_to_what_they_heard(opened: Room, store: Store, people) -> None:
    log, clock = Log(store, replace(opened, match=replace(opened.match, rules=replace(RULES, mode="alone")))), Clock()
    moves = (("sit", "Ada"), ("begin", "Cleo"), ("sit", "Ben"), ("leave", "Ada"), ("begin", "Cleo"), ("leave", "Ben"))
    for key, (kind, name) in enumerate(moves):
        log.play(Move(kind, str(key)), people[name].id, None, clock)
        clock.later(60.0 if kind == "begin" else 0.0)
        log.go_on(clock)
    said = [(one.question_id, one.player) for one in buzzes(log.room.match, log.events, log.state)]
    assert said == [("q1", code(people["Ada"].id)), ("q2", code(people["Ben"].id))]


def test_rooms_are_found_in_their_project_alone(store: Store, opened: Room, project: Project) -> None:
    assert rooms(store, project.id) == [opened] == [room(store, project.id, opened.id)]
    assert headings(store, project.id) == [heading_of(opened)] == headings(store, project.id, is_open=True)
    with pytest.raises(NotThere):
        room(store, "another", opened.id)


@pytest.mark.parametrize(
    "changed", [{"speed": 0.0}, {"speed": float("nan")}, {"answer": 0.5}, {"mode": "all"}, {"teams": ("", "B")}]
)
def test_rules_that_cannot_be_played_by_are_refused(store: Store, project: Project, people, changed) -> None:
    with pytest.raises(StumperError):
        open_room(store, project, "Final", replace(RULES, **changed), Packet(PACKET), people["Ada"].id, 1.0)


def test_machine_reads_what_is_played_and_what_is_next(store: Store, opened: Room) -> None:
    match = replace(opened.match, rules=replace(RULES, mode="machine", victim="scripted"))

    def says(query: Query) -> Prediction:
        share = 0.9 if "Vienna" in query.text else 0.01
        return Prediction((Guess("Suleiman I", share),), share)

    desk = Desk("scripted", ScriptedVictim(says), store.cache())
    read = ReadAhead(desk, opened.id).read(match, 0)
    desk.close()
    assert read.buzz == 6  # He took Belgrade. He besieged Vienna.
    assert [one.words for one in read.supposed] == list(range(1, 18))
    assert unread(match, fold(match, [])) == 0


def test_what_a_machine_does_at_a_question_that_it_was_trained_on_is_in_no_figure(store: Store, opened: Room) -> None:
    match = replace(opened.match, rules=replace(RULES, mode="machine", victim="scripted"))
    sure = ScriptedVictim(lambda query: Prediction((Guess("Suleiman I", 0.9),), 0.9))
    desk = Desk("scripted", Knowing(sure, frozenset({"q2"})), store.cache())
    read = [ReadAhead(desk, opened.id).read(match, tossup) for tossup in (0, 1)]
    desk.close()
    log = [Recorded(1, 1.0, Begun(0)), Recorded(2, 1.1, read[0]), Recorded(3, 5.0, Buzzed("machine", 0, 1)),
           Recorded(4, 5.1, Answered("machine", "Suleiman I", "accept")), Recorded(5, 9.0, Begun(1)),
           Recorded(6, 9.1, read[1]), Recorded(7, 12.0, Buzzed("machine", 1, 1)),
           Recorded(8, 12.1, Answered("machine", "Suleiman I", "accept"))]  # fmt: skip
    said = [(one.question_id, one.trained_on) for one in buzzes(match, log, fold(match, log))]
    assert said == [("q1", False), ("q2", True)]


def test_machine_of_a_folder_buzzes_by_the_buzzer_that_was_fitted_with_it(store: Store, opened: Room, tmp_path) -> None:
    match = replace(opened.match, rules=replace(RULES, mode="machine", victim=f"ir:{tmp_path}"))
    desk = Desk("scripted", ScriptedVictim(lambda query: Prediction((Guess("Suleiman I", 0.3),), 0.3)), store.cache())
    read = ReadAhead(desk, opened.id)
    assert read.read(match, 0).buzz is None
    write_buzzer(tmp_path / "buzzer.json", Buzzer(0.2))
    assert read.read(match, 0).buzz == 1
    (tmp_path / "buzzer.json").write_text("{")
    failed = read.read(match, 0)
    desk.close()
    assert isinstance(failed, MachineFailed)
    assert "buzzer.json" in failed.fault


@pytest.mark.parametrize("fault", ["raises", "count", "nan"])
def test_fault_of_the_machine_is_said_and_nothing_else_happens(store: Store, opened: Room, fault) -> None:
    victim = ScriptedVictim(lambda query: Prediction((), None), fault=fault)
    desk = Desk("scripted", victim, store.cache())
    read = ReadAhead(desk, opened.id).read(opened.match, 0)
    desk.close()
    assert isinstance(read, MachineFailed)
    assert read.fault


def test_machine_that_thinks_for_too_long_is_not_waited_for(store: Store, opened: Room, release: Callable) -> None:
    desk = Desk("scripted", ScriptedVictim(release), store.cache())
    read = ReadAhead(desk, opened.id, patience=0.05).read(opened.match, 0)
    assert isinstance(read, MachineFailed)
    assert "0.05 seconds" in read.fault
    release.event.set()
    desk.close()


@pytest.fixture
def release() -> Callable:
    """A rule that waits until it is let go."""
    from threading import Event

    def says(query: Query) -> Prediction:
        says.event.wait(60)
        return Prediction((), None)

    says.event = Event()
    return says


def test_what_somebody_did_in_matches_is_told_them_and_stays_without_their_name(seated: Log, people, clock) -> None:
    ada = people["Ada"].id
    seated.play(Move("buzz", "2", tossup=0), ada, None, clock)
    register(seated.store, "Zoe", None, 1.0, True)
    [match] = personal_data(seated.store, ada)["matches"]
    assert match["match"] == "Final"
    assert [event["kind"] for event in match["events"]] == ["seated", "buzzed"]
    erase(seated.store, ada, clock.now)
    assert fold(seated.room.match, log_of(seated.store, seated.room.project_id, seated.room.id).events) == seated.state
