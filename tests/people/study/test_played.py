"""What was played and written in a store goes into its report."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from match_rooms import PACKET, QUICK
from report_figures import figures, played
from stumper.datasets.buzz_log import write_buzzes
from stumper.listening import Stored
from stumper.people.accounts.person import code
from stumper.people.matches.log import Log
from stumper.people.matches.moves import Move
from stumper.people.matches.packets import Packet
from stumper.people.matches.rooms import open_room
from stumper.people.matches.state import LEAD
from stumper.people.study.played import played_in, still_played
from stumper.people.writing.submitting_composed import Sent, submit_tossup
from stumper.playing import gather, play_of
from stumper.reports import nothing
from stumper.store import Store
from stumper.tasks.quizbowl.section.play import play
from tossups import QUESTION, Newsroom, newsroom


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def room(store: Store) -> Iterator[Newsroom]:
    made = newsroom(store)
    yield made
    made.close()


@pytest.fixture
def match(room: Newsroom) -> Log:
    """A match in which Suleiman is named after three words, and nothing else has been read."""
    clock, moderator, ada = Clock(), room.people[0].id, room.people[1].id
    opened = open_room(room.store, room.project, "Final", QUICK, Packet(PACKET), moderator, clock.now)
    log = Log(room.store, opened)
    log.play(Move("sit", "1", side="a"), ada, None, clock)
    log.play(Move("begin", "2"), moderator, None, clock)
    clock.now += LEAD + 0.25
    log.play(Move("buzz", "3", tossup=0), ada, 0.0, clock)
    log.play(Move("answer", "4", text="Suleiman I"), ada, 0.0, clock)
    return log


def test_an_empty_store_has_neither(store: Store) -> None:
    assert not played_in(store).is_any


def test_a_match_gives_its_buzzes_and_its_questions(room: Newsroom, match: Log) -> None:
    stored = played_in(room.store)
    [buzz], composed = stored.buzzes, stored.composed
    assert (buzz.question_id, buzz.set, buzz.correct, buzz.round, buzz.category) == (
        "q1",
        "regular",
        True,
        "Final",
        "History",
    )
    assert buzz.player != room.people[1].id
    assert [(one.id, one.set) for one in composed] == [("q1", "regular")]


@pytest.mark.parametrize("words", [0, 1])
def test_a_question_counts_once_a_word_of_it_was_read(room: Newsroom, match: Log, words: int) -> None:
    moderator, now = room.people[0].id, 2000.0
    match.play(Move("begin", "5"), moderator, None, lambda: now)
    match.play(Move("skip", "6"), moderator, None, lambda: now + (LEAD + 0.01 if words else 0.5))
    match.play(Move("finish", "7"), moderator, None, lambda: now + 3)
    assert match.state.plays[1].words == words
    stored = played_in(room.store)
    assert [one.id for one in stored.composed] == ["q1", "q2"][: 1 + words]
    assert [one.question_id for one in stored.buzzes] == ["q1"]


def test_who_answers_a_question_in_two_matches_of_one_name_has_answered_it_twice(room: Newsroom, match: Log) -> None:
    moderator, ada, now = room.people[0].id, room.people[1].id, 3000.0
    again = Log(room.store, open_room(room.store, room.project, "Final", QUICK, Packet(PACKET), moderator, now))
    again.play(Move("sit", "1", side="a"), ada, None, lambda: now)
    again.play(Move("begin", "2"), moderator, None, lambda: now)
    again.play(Move("buzz", "3", tossup=0), ada, 0.0, lambda: now + LEAD + 0.4)
    again.play(Move("answer", "4", text="Suleiman I"), ada, 0.0, lambda: now + LEAD + 0.5)
    stored = played_in(room.store)
    assert [one.round for one in stored.buzzes] == ["Final", "Final (2)"]
    assert play_of(gather([], stored=stored)).played[0].accuracy.n == 2


def test_a_report_counts_for_a_person_what_their_side_heard_in_silence(
    room: Newsroom, match: Log, tmp_path: Path
) -> None:
    """Seen: the row of a person was over the questions that they answered, and their side's silence stood beside it."""
    now, ada = 2000.0, code(room.people[1].id)
    match.play(Move("begin", "5"), room.people[0].id, None, lambda: now)
    match.go_on(lambda: now + 90.0)
    stored = played_in(room.store)
    elsewhere = replace(stored.buzzes[0], player="p-bo", round="elsewhere")
    write_buzzes(tmp_path / "match.jsonl", [*stored.buzzes, elsewhere])

    def told(kept: Stored) -> dict[tuple[str, str], tuple[int, int]]:
        made = play_of(gather([tmp_path / "match.jsonl"], stored=kept))
        return {(row.player, row.label): (row.questions, row.silent) for row in made.people}

    answered = {(ada, "regular"): (1, 0), ("p-bo", "regular"): (1, 0)}
    assert told(Stored()) == answered | {("Reds", "adversarial"): (1, 1)}, "a file tells of sides alone"
    assert told(stored) == answered | {(ada, "adversarial"): (1, 1)}


def test_matches_that_are_not_over_are_told_of(room: Newsroom, match: Log) -> None:
    def notes() -> list[str]:
        made = play_of(gather([], stored=played_in(room.store), still_played=still_played(room.store)))
        return [note for note in figures(played(nothing(), made)).quizbowl.notes if "not over" in note]

    open_room(room.store, room.project, "Next", QUICK, Packet(PACKET), room.people[0].id, 3000.0)  # nothing was read
    [told] = notes()
    assert told.startswith("1 match is not over: what was played so far counts")
    match.play(Move("finish", "7"), room.people[0].id, None, lambda: 3000.0)
    assert notes() == []


def test_what_was_written_is_counted(room: Newsroom) -> None:
    held = room.begin()
    room.write(held, QUESTION)
    submit_tossup(room.store, room.project, held, Sent("s1", QUESTION), (), 200.0)
    [composed] = played_in(room.store).composed
    assert (composed.set, composed.text, composed.answer) == ("adversarial", QUESTION, "Ada Thorn")
    assert [name for name, _ in composed.groups] == ["author", "answer_line"]
    assert composed.groups[1][1] == "Ada Thorn"


def test_the_report_speaks_of_the_match_first(room: Newsroom, match: Log) -> None:
    stored = played_in(room.store)
    found = played(nothing(), play(stored.buzzes, stored.composed))
    assert found.sentences[0].startswith(
        "People answer 100.0% of the regular questions right by a buzz, after 17.6% of"
    )
    assert [row.set for row in figures(found).quizbowl.play.makeups] == ["regular"]
