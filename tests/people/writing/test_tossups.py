"""A tossup is begun, listened to, logged, submitted once, tagged by others and taken away."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Barrier, Event
from time import sleep

import pytest

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.annotating.tagging import Tags, agreed_tags, tag, tagged
from stumper.people.examples.acts import Actor, take_back
from stumper.people.examples.catalogue import catch_up
from stumper.people.personal_data import erase, personal_data
from stumper.people.queues.item import Work
from stumper.people.queues.queue import items_for, lease, work
from stumper.people.study.tossup_exports import tag_rows, tossup_rows, tossup_rows_with_logs, write_tossups
from stumper.people.study.tossup_results import tossup_results
from stumper.people.writing.asking import Heard, Listener
from stumper.people.writing.beginning import Beginning, Choice, begin_tossup, gold_of, own_tossups, payload_of
from stumper.people.writing.drafts import draft
from stumper.people.writing.evidence import shared_spans
from stumper.people.writing.hearing_out import heard_in_time, heard_soon, in_time
from stumper.people.writing.known_answers import KnownAnswers
from stumper.people.writing.readings import readings_of, record_reading, replace_reading
from stumper.people.writing.revising import discard_tossup, judge_anew, revise_tossup
from stumper.people.writing.steps import steps, touched_edits
from stumper.people.writing.submissions import submitted_tossups
from stumper.people.writing.submitted_texts import SubmittedTexts
from stumper.people.writing.submitting_composed import Outcome, Sent, passages_to_resemble, submit_tossup
from stumper.people.writing.tossup import Reading, Revision
from stumper.runs.desk import Superseded, Urgency
from stumper.store import Store
from stumper.tasks.quizbowl.desk import DESK
from stumper.tasks.quizbowl.files import read
from stumper.text import word_ends
from tossups import QUESTION, TOSSUPS, Newsroom, newsroom


@dataclass(frozen=True, slots=True)
class Waiting(Listener):
    """One that hears only once another does."""

    together: Barrier = field(default_factory=lambda: Barrier(1))

    def hear(self, text: str, urgency: Urgency = "typing") -> Heard:
        self.together.wait(60)
        return Listener.hear(self, text, urgency)


assert DESK.composing is not None
COMPOSING = DESK.composing


@pytest.fixture
def room(store: Store) -> Iterator[Newsroom]:
    made = newsroom(store)
    yield made
    made.close()


def listener(room: Newsroom, held: Work) -> Listener:
    payload = payload_of(held.item)
    return Listener(
        room.desks["scripted"],
        DESK,
        gold_of(COMPOSING, payload),
        held.assignment.person_id,
        revisions=len(payload.revisions),
    )


def submitted(room: Newsroom, held: Work, text: str = QUESTION, key: str = "s1", reason: str = "") -> Outcome:
    past = KnownAnswers().past(room.store, room.project)
    return submit_tossup(room.store, room.project, held, Sent(key, text, reason), (past,), 200.0)


def logged(room: Newsroom, held: Work, text: str, at: float, highlighted: tuple[tuple[int, int], ...] = ()) -> Reading:
    """What the machine says of the text, as the page has it logged."""
    heard, place = listener(room, held).hear(text), listener(room, held).place(text)
    reading = Reading(
        "scripted", text, 1, at, heard.guesses, heard.rank, place.words, place.buzz, highlighted, heard.fault
    )  # fmt: skip
    record_reading(room.store, held.assignment.id, reading, at)
    return reading


def test_a_tossup_is_its_authors_alone(room: Newsroom) -> None:
    held = room.begin()
    assert [item.id for item, _, _ in own_tossups(room.store, room.project, room.people[0].id)] == [held.item.id]
    assert own_tossups(room.store, room.project, room.people[1].id) == []


def test_begun_again_with_the_same_key_it_is_the_same(room: Newsroom) -> None:
    assert room.begin().item.id == room.begin().item.id
    assert room.begin(key="k2").item.id != room.begin().item.id
    assert room.begin(author=1).item.id != room.begin().item.id


@pytest.mark.parametrize(
    "wrong",
    [
        {"answer": " "},
        {"category": "Sport"},
        {"answer_line": "[or nobody]"},
        {"answer": "Bhutan", "answer_line": "Myanmar [or Union of Myanmar]"},
        {"answer": "Chandlers", "answer_line": "Candle makers [reject Chandlers]"},
        {"answer": "Fuck"},
    ],
)
def test_what_cannot_be_asked_for_is_said(room: Newsroom, wrong: dict[str, str]) -> None:
    chosen = replace(Beginning("k", "Ada Thorn", "", "History"), **wrong)
    with pytest.raises(BadOption):
        begin_tossup(room.store, room.project, room.people[0].id, chosen, 100.0)


def test_one_starts_from_a_past_question_or_from_ones_own(room: Newsroom) -> None:
    past = room.begin(started_from="past-2")
    assert payload_of(past.item).text == TOSSUPS[1].query.text
    own = room.begin(key="own")
    room.write(own, "A draft.")
    assert payload_of(room.begin(key="from own", started_from=own.item.id).item).text == "A draft."
    with pytest.raises(NotThere):
        room.begin(author=1, key="anothers", started_from=own.item.id)


def test_the_place_is_exact_to_the_word_though_the_machine_goes_wrong_again(room: Newsroom) -> None:
    found = listener(room, room.begin()).place("In no other sea of Salt, beside the pier, did she row.")
    assert found.buzz == 6
    assert found.words == 12
    assert (
        not listener(room, room.begin())
        .hear("In no other sea of Salt, beside the pier, did she row.")
        .guesses[0]
        .is_right
    )


def test_an_edit_at_the_end_asks_only_about_the_new_words(room: Newsroom) -> None:
    at, asked = listener(room, room.begin()), room.victims["scripted"].says
    at.place("One two three four five")
    before = asked.queries
    assert at.place("One two three four five six seven").buzz is None
    assert asked.queries - before == 2


def test_the_sentence_is_known_before_the_word(room: Newsroom) -> None:
    heard = listener(room, room.begin()).hear(QUESTION)
    assert heard.by is not None
    assert QUESTION[: heard.by].endswith("Salt.")
    assert heard.rank == 1
    assert [guess.is_right for guess in heard.guesses] == [True, False]


def test_what_gave_it_away_is_shown_with_what_both_say(room: Newsroom) -> None:
    [source] = listener(room, room.begin()).hear(QUESTION).sources
    said = [source.text[start:end] for start, end in source.shared]
    assert "She wrote the poem Forty Years of Salt" in said
    assert QUESTION[slice(*source.in_question[0])] == "She wrote the poem Forty Years of Salt"
    assert source.is_right


def test_one_word_is_heard_and_nothing_is(room: Newsroom) -> None:
    at = listener(room, room.begin())
    assert at.place("Salt").buzz == 1
    assert at.hear("   ").guesses == ()
    assert at.place("").buzz is None
    assert word_ends("") == ()


def test_a_machine_that_fails_is_said_to_and_the_log_has_it(room: Newsroom) -> None:
    object.__setattr__(room.victims["scripted"].says, "fault", "raises")
    reading = logged(room, room.begin(), "Nobody knows it.", 120.0)
    assert reading.fault is not None
    assert reading.guesses == ()


def test_the_log_has_each_text_once_and_replays_in_order(room: Newsroom) -> None:
    held = room.begin()
    first = "She wrote the poem Forty Years of Salt. Name this keeper."
    logged(room, held, first, 120.0)
    logged(room, held, first, 121.0, ((32, 36),))
    logged(room, held, "She wrote a poem of forty years. Name this keeper.", 130.0)
    log = readings_of(room.store, held.assignment.id)
    assert [reading.text == first for reading in log] == [True, False]
    found = steps(log, "scripted")
    assert [step.reading.buzz for step in found] == [8, None]
    assert [step.touched for step in found] == [None, True]
    assert touched_edits(found).rate == 1.0
    assert found[1].note.startswith("+")


def test_what_a_tossup_asks_for_is_changed_and_all_that_was_said_is_judged_anew(room: Newsroom) -> None:
    held = room.begin()
    room.write(held, QUESTION)
    logged(room, held, QUESTION, 110.0)
    pier = "He built this. Then the pier, at last, of Port Ilse."
    logged(room, held, pier, 120.0)
    ada = room.people[0].id
    made = revise_tossup(
        room.store, room.project, held.item.id, ada, Choice("Tom Thorn", "Tom Thorn [or Thorn]", "Science"), 130.0
    )
    assert made.revisions == (Revision(130.0, "Ada Thorn", "Ada Thorn", "History"),)
    again = work(room.store, held.assignment.id, ada)
    assert draft(room.store, held.assignment.id) is not None
    assert [one.buzz for one in readings_of(room.store, held.assignment.id)] == [26, None]
    judge_anew(room.store, held.assignment.id, {"scripted": listener(room, again)}, 1)
    assert [(one.buzz, one.revisions) for one in readings_of(room.store, held.assignment.id)] == [(None, 1), (6, 1)]
    revise_tossup(
        room.store, room.project, held.item.id, ada, Choice("Tom Thorn", "Tom Thorn [or Thorn]", "Science"), 140.0
    )
    assert payload_of(work(room.store, held.assignment.id, ada).item) == made
    with pytest.raises(NotThere):
        revise_tossup(room.store, room.project, held.item.id, room.people[1].id, Choice("X", "", "Science"), 140.0)


def test_what_was_judged_by_an_answer_before_never_takes_the_place_of_what_is_judged_by_a_later_one(
    room: Newsroom,
) -> None:
    held = room.begin()
    logged(room, held, QUESTION, 110.0)
    [before] = readings_of(room.store, held.assignment.id)
    after = replace(before, buzz=None, revisions=2)
    record_reading(room.store, held.assignment.id, after, 120.0)
    record_reading(room.store, held.assignment.id, before, 130.0)  # which was asked before the answer was changed
    replace_reading(room.store, held.assignment.id, 1, replace(before, revisions=1))
    assert readings_of(room.store, held.assignment.id) == [after]


@pytest.mark.parametrize("is_erased", [False, True])
def test_what_comes_in_when_the_tossup_was_discarded_or_its_author_erased_is_dropped(
    room: Newsroom, is_erased: bool
) -> None:
    held = room.begin()
    logged(room, held, QUESTION, 110.0)
    [said] = readings_of(room.store, held.assignment.id)
    if is_erased:
        erase(room.store, room.people[0].id, 115.0)
    else:
        discard_tossup(room.store, room.project, held.item.id, room.people[0].id)
    record_reading(room.store, held.assignment.id, said, 120.0)
    assert readings_of(room.store, held.assignment.id) == []


def test_what_was_judged_by_another_answer_is_not_submitted(room: Newsroom) -> None:
    held = room.begin()
    logged(room, held, QUESTION, 110.0)
    ada = room.people[0].id
    revise_tossup(room.store, room.project, held.item.id, ada, Choice("Tom Thorn", "", "Science"), 130.0)
    with pytest.raises(Refused, match="changed meanwhile"):
        submitted(room, held)
    again, sent = work(room.store, held.assignment.id, ada), Sent("s1", QUESTION, revisions=0)  # from an older page
    with pytest.raises(Refused, match="changed meanwhile"):
        submit_tossup(room.store, room.project, again, sent, (), 200.0)
    assert submitted(room, again).id is not None
    [made] = submitted_tossups(room.store, room.project)
    assert (made.written.answer, made.written.category, made.written.readings) == ("Tom Thorn", "Science", ())
    [row] = tossup_rows_with_logs(room.store, room.project)
    assert [one["answer"] for one in row["revisions"]] == ["Ada Thorn"]
    with pytest.raises(Refused, match="submitted"):
        revise_tossup(room.store, room.project, held.item.id, ada, Choice("Ada Thorn", "", "Science"), 300.0)


def test_a_tossup_that_stumps_nothing_is_taken_once(room: Newsroom) -> None:
    held = room.begin()
    room.write(held, QUESTION)
    logged(room, held, QUESTION, 150.0)
    first, again = submitted(room, held), submitted(room, held)
    assert first.id is not None
    assert first == again
    [made] = submitted_tossups(room.store, room.project)
    assert (made.written.text, made.written.readings[0].buzz, made.written.changes) == (QUESTION, 26, 1)
    with pytest.raises(Refused, match="already"):
        submitted(room, held, f"{QUESTION} And more.", key="s2")
    with pytest.raises(Refused, match="already"):  # another text is told nothing of the one that its key stands for
        submitted(room, held, f"{QUESTION} And more.")


def test_only_what_a_machine_said_of_the_very_text_is_submitted_with_it(room: Newsroom) -> None:
    held = room.begin()
    logged(room, held, "Nonsense that nobody gets.", 150.0)
    assert submitted(room, held).id is not None
    [made] = submitted_tossups(room.store, room.project)
    assert made.written.readings == ()
    assert tossup_rows(room.store, room.project)[0]["machines"] == ["scripted: not heard"]
    assert tossup_results(room.store, room.project).machines[0].read == 0


def test_a_machine_that_has_not_read_the_text_is_asked_when_it_is_submitted(room: Newsroom) -> None:
    held = room.begin()
    logged(room, held, "Nonsense that nobody gets.", 150.0)
    listeners = {"scripted": listener(room, held)}
    assert submit_tossup(room.store, room.project, held, Sent("s1", f" {QUESTION}\n"), (), 200.0, listeners).id
    [made] = submitted_tossups(room.store, room.project)
    assert [(one.machine, one.text, one.buzz) for one in made.written.readings] == [("scripted", QUESTION, 26)]
    assert readings_of(room.store, held.assignment.id)[-1].text == QUESTION


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("The mother of the world is Isis.", "Who is mother of the world?", ["mother of the world"]),
        ("It tells of The Lord of the Rings.", "He read The Lord of the Rings twice", ["The Lord of the Rings"]),
        ("a green apple tree house", "green apple. b apple tree. c tree house", ["green apple", "tree house"]),
        ("It is of the. It is of the.", "it is of the", []),
        ("Forty years. Salt stays.", "forty years salt stays", ["Forty years", "Salt stays"]),
        (
            "Robin Hill showed that part of this process goes on in isolated organelles.",
            "In 1939 Robin Hill showed that part of this process goes on in isolated organelles",
            ["Robin Hill showed that part of this process goes on in isolated organelles"],
        ),
    ],
)
def test_what_two_texts_share_are_whole_runs_of_words(one: str, other: str, shared: list[str]) -> None:
    assert [one[start:end] for start, end in shared_spans(one, other)] == shared


def test_a_machine_that_hangs_is_not_gone_back_to(room: Newsroom) -> None:
    held, going_on = room.begin(), Event()
    room.victims["scripted"].waits.append(going_on)
    assert heard_soon(listener(room, held), QUESTION, patience=0.05) is None
    going_on.set()


def test_whoever_types_on_is_told_of_a_machine_that_hangs_all_the_same(room: Newsroom) -> None:
    asks, going_on = listener(room, room.begin()), Event()
    room.victims["scripted"].waits.append(going_on)
    told: list[Heard] = []

    def ask(text: str) -> None:
        with suppress(Superseded):
            told.append(heard_in_time(asks, text, 0.3))

    with ThreadPoolExecutor(64) as threads:
        typed = 0
        while not told and typed < 60:  # a key every 50 milliseconds, each of which supersedes what was asked before
            typed += 1
            threads.submit(ask, QUESTION[:typed])
            sleep(0.05)
        known = list(told)
        going_on.set()
    assert {one.fault is not None for one in known} == {True}


def test_a_failure_that_goes_on_is_in_the_log_once(room: Newsroom) -> None:
    held = room.begin()
    for typed in ("She", "She rowed"):
        failed = Reading("scripted", typed, 1, 110.0, (), None, 2, None, (), "It gave no answer.")
        record_reading(room.store, held.assignment.id, failed, 110.0)
    assert [one.text for one in readings_of(room.store, held.assignment.id)] == ["She rowed"]


def test_a_machine_that_is_too_slow_is_not_waited_for(room: Newsroom) -> None:
    held, going_on = room.begin(), Event()
    room.victims["scripted"].waits.append(going_on)
    said: list[Heard] = []
    in_time({"scripted": listener(room, held)}, [lambda _, at: said.append(at.hear(QUESTION))], patience=0.05)
    assert said == []
    going_on.set()


def test_what_resembles_a_past_question_needs_a_reason(room: Newsroom) -> None:
    text = f"{TOSSUPS[0].query.text} It is so. It was so."
    refused = submitted(room, room.begin(), text)
    assert [complaint.kind for complaint in refused.complaints] == ["resembles"]
    assert refused.complaints[0].can_override
    assert submitted(room, room.begin(), text, reason="a new clue follows").id is not None
    second = submitted(room, room.begin(author=1), text, reason="")
    assert "past-1" in second.complaints[0].said


def test_what_others_submitted_counts_as_past(room: Newsroom) -> None:
    assert submitted(room, room.begin()).id is not None
    assert [one.kind for one in submitted(room, room.begin(author=1)).complaints] == ["resembles"]


def test_what_another_server_took_meanwhile_counts_as_past_though_texts_are_kept_in_memory(room: Newsroom) -> None:
    kept = SubmittedTexts(room.project.id)
    other = "A keel was laid in a town of ropes. A gale took the mast. He rowed home. For 10 points, name this builder."
    first = submit_tossup(room.store, room.project, room.begin(), Sent("a", other), (), 200.0, earlier=kept)
    assert first.id is not None
    assert submitted(room, room.begin(key="k2")).id is not None
    for author, text in ((0, other), (1, QUESTION)):
        held = room.begin(author, key=f"again {author}")
        said = submit_tossup(room.store, room.project, held, Sent("b", text), (), 200.0, earlier=kept)
        assert [one.kind for one in said.complaints] == ["resembles"]
        assert "was submitted here already" in said.complaints[0].said


def test_a_question_may_resemble_the_one_it_was_started_from(room: Newsroom) -> None:
    text = f"{TOSSUPS[0].query.text} It is so. It was so."
    assert submitted(room, room.begin(started_from="past-1"), text).id is not None


def test_a_past_question_is_not_submitted_word_for_word_though_one_started_from_it(room: Newsroom) -> None:
    held = room.begin(started_from="past-1")
    said = submitted(room, held, TOSSUPS[0].query.text)
    assert [(one.kind, one.can_override) for one in said.complaints] == [("resembles", True)]
    assert submitted(room, held, TOSSUPS[0].query.text, reason="It is the baseline.").id is not None


def test_others_tag_it_and_its_author_does_not(room: Newsroom) -> None:
    assert submitted(room, room.begin()).id is not None
    writer, annotator = room.people[0].id, room.people[2].id
    assert lease(room.store, room.project.id, "tag", writer, 210.0) is None
    held = lease(room.store, room.project.id, "tag", annotator, 210.0)
    assert held is not None
    with pytest.raises(BadOption):
        tag(room.store, held.assignment.id, annotator, Tags(("hard",)), 220.0)  # type: ignore[arg-type]
    assert tag(room.store, held.assignment.id, annotator, Tags(("novel", "logic")), 220.0)
    assert not tag(room.store, held.assignment.id, annotator, Tags(("novel",)), 221.0)
    [said] = tagged(room.store, room.project)
    assert said.tags.phenomena == ("logic", "novel")
    assert agreed_tags([said]) == {said.tossup_id: ("logic", "novel")}
    found = tossup_results(room.store, room.project)
    assert {share.name: share.count for share in found.phenomena if share.count} == {"logic": 1, "novel": 1}
    assert [(share.name, share.count) for share in found.categories] == [("History", 1)]
    assert tag_rows(room.store, room.project)[0]["phenomena"] == ["logic", "novel"]


def test_an_answer_with_its_line_is_taken_apart(room: Newsroom) -> None:
    payload = payload_of(room.begin(answer="Myanmar [or Burma]").item)
    assert (payload.answer, payload.answer_line) == ("Myanmar", "Myanmar [or Burma]")


def test_of_two_alike_that_are_submitted_at_once_one_is_taken(room: Newsroom) -> None:
    helds = [room.begin(), room.begin(author=1)]
    together = Barrier(2)

    def press(held: Work) -> Outcome:
        at = Waiting(
            room.desks["scripted"],
            DESK,
            gold_of(COMPOSING, payload_of(held.item)),
            held.assignment.person_id,
            None,
            0,
            together,
        )
        return submit_tossup(room.store, room.project, held, Sent("s", QUESTION), (), 200.0, {"scripted": at})

    with ThreadPoolExecutor(2) as threads:
        outcomes = list(threads.map(press, helds))
    assert sorted(outcome.id is not None for outcome in outcomes) == [False, True]
    [refused] = [outcome for outcome in outcomes if outcome.id is None]
    assert [one.kind for one in refused.complaints] == ["resembles"]


def test_what_is_submitted_is_done_at_once(room: Newsroom) -> None:
    held = room.begin()
    assert submitted(room, held).id is not None
    assert work(room.store, held.assignment.id, held.assignment.person_id).assignment.state == "done"


def test_a_vulgar_reason_is_none(room: Newsroom) -> None:
    outcome = submitted(room, room.begin(), reason="because fuck you")
    assert [one.kind for one in outcome.complaints] == ["language"]


def test_one_may_resemble_all_that_it_goes_back_to(room: Newsroom) -> None:
    text = f"{TOSSUPS[0].query.text} It is so. It was so."
    first = room.begin(started_from="past-1")
    room.write(first, text)
    second = room.begin(key="k2", started_from=first.item.id)
    assert submitted(room, second, text).id is not None
    assert submitted(room, first, text).id is None


def test_a_text_is_submitted_once_whatever_its_answer_line_and_the_blanks_in_it(room: Newsroom) -> None:
    first = room.begin()
    room.write(first, QUESTION)
    again = room.begin(key="k2", answer="Mary Bell", started_from=first.item.id)
    assert submitted(room, first).id is not None
    for text in (QUESTION, f" {QUESTION}\u200b "):
        said = submitted(room, again, text, reason="Another answer is right, too.")
        assert [(one.kind, one.can_override) for one in said.complaints] == [("resembles", False)]
    catch_up(room.store, room.project)
    [one] = submitted_tossups(room.store, room.project)
    take_back(room.store, room.project, one.id, Actor(one.person_id, 220.0, moderates=False), "")
    assert submitted(room, again, reason="Another answer is right, too.").id is not None


def test_an_original_is_one_that_can_be_found(room: Newsroom) -> None:
    left = room.begin(started_from="past-1")
    made = room.begin(key="k2", started_from=left.item.id)
    new = room.begin(key="k3", answer="Mary Bell")
    again = room.begin(key="k4", answer="Mary Bell", started_from=new.item.id)
    bell = "She rang the bell of a chapel in the north. Nobody heard it for years. A storm broke it. Name this ringer."
    assert submitted(room, made).id is not None
    first = submitted(room, new, bell).id
    assert submitted(room, again, f"{bell} She left.").id is not None
    rows = tossup_rows(room.store, room.project)
    assert [row["original_id"] for row in rows] == ["past-1", None, first]


def test_the_answers_of_what_was_never_submitted_are_erased(room: Newsroom) -> None:
    done, left = room.begin(), room.begin(key="k2", answer="A secret answer", answer_line="A secret answer [or X]")
    assert submitted(room, done).id is not None
    erase(room.store, room.people[0].id, 300.0)
    payloads = [payload_of(item) for item, _ in items_for(room.store, room.project.id, room.people[0].id)]
    assert {(one.answer, one.answer_line) for one in payloads} == {("Ada Thorn", "Ada Thorn"), ("", "")}
    assert left.item.id != done.item.id


def test_what_was_begun_by_mistake_is_discarded_with_all_of_it(room: Newsroom) -> None:
    held, done = room.begin(), room.begin(key="k2")
    room.write(held, "A thought.")
    logged(room, held, "A thought.", 120.0)
    assert submitted(room, done).id is not None
    discard_tossup(room.store, room.project, held.item.id, room.people[0].id)
    assert [item.id for item, _, _ in own_tossups(room.store, room.project, room.people[0].id)] == [done.item.id]
    assert readings_of(room.store, held.assignment.id) == []
    with pytest.raises(Refused, match="submitted"):
        discard_tossup(room.store, room.project, done.item.id, room.people[0].id)
    with pytest.raises(NotThere):
        discard_tossup(room.store, room.project, done.item.id, room.people[1].id)


def test_the_export_reads_back_as_a_data_set(room: Newsroom, tmp_path: Path) -> None:
    new, changed = (
        room.begin(answer_line="Ada Thorn [or Thorn; reject Tom Thorn]"),
        room.begin(1, started_from="past-1"),
    )
    other = (
        "She kept the lamp of a port. Its light went out never. Her verse is salty. Name this keeper, for 10 points."
    )
    assert submitted(room, new).id is not None
    assert submitted(room, changed, other).id is not None
    path = tmp_path / "tossups.json"
    write_tossups(room.store, room.project, path)
    back = read(path)
    assert {example.query.text for example in back} == {QUESTION, other, TOSSUPS[0].query.text}
    [instance] = back.instances
    assert (instance.example.id, instance.perturbation.query.text) == ("past-1", other)
    written = [back.details[example.id] for example in back if example.id != "past-1"]
    assert {(details.fold, details.category) for details in written} == {("adversarial", "History")}
    row = next(row for row in tossup_rows_with_logs(room.store, room.project) if row["original_id"] is None)
    json.dumps(row)
    assert [len(rows) for rows in (tossup_rows(room.store, room.project), back.instances)] == [2, 1]


def test_the_author_takes_it_away_and_what_was_not_submitted_goes_with_them(room: Newsroom) -> None:
    done, left = room.begin(), room.begin(key="k2")
    room.write(done, QUESTION)
    logged(room, done, QUESTION, 150.0)
    logged(room, left, "A secret thought.", 150.0)
    assert submitted(room, done).id is not None
    told = json.dumps(personal_data(room.store, room.people[0].id))
    assert QUESTION[:40] in told
    assert "A secret thought." in told
    erase(room.store, room.people[0].id, 300.0)
    assert readings_of(room.store, left.assignment.id) == []
    assert [made.written.text for made in submitted_tossups(room.store, room.project)] == [QUESTION]


def test_what_a_machine_goes_back_to_counts_as_past_unless_one_began_from_it(room: Newsroom) -> None:
    found = listener(room, room.begin()).hear(QUESTION).sources
    assert passages_to_resemble(found, "").ids == ("past-1",)
    assert passages_to_resemble(found, TOSSUPS[0].query.text).ids == ()


def test_a_word_of_its_own_answer_needs_a_reason(room: Newsroom) -> None:
    text = QUESTION.replace("This woman", "Of the Thorns this woman")
    told = submitted(room, room.begin(), text)
    assert [one.kind for one in told.complaints] == ["answer"]
    assert "“Thorns”" in told.complaints[0].said
    assert submitted(room, room.begin(), text, reason="it is the name of her family, too").id is not None
