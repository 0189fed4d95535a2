"""Each estimand by its own name: buzzes, what machines know, what sets have alike, and one scale for all."""

import re
from dataclasses import replace

import pytest

from report_figures import figures, played
from stumper.buzz import Buzz, Reading, expected_wins
from stumper.datasets.each_once import Asked, each_once, end_of, names_of, one_name_a_question
from stumper.errors import BadData
from stumper.listening import Composed
from stumper.reports import html, markdown, nothing
from stumper.sections.section import within
from stumper.tasks.quizbowl.answers.lines import read_answer_line
from stumper.tasks.quizbowl.section.build import with_play
from stumper.tasks.quizbowl.section.play import play


def told(play_of):
    return figures(played(nothing(), play_of)).quizbowl


def nobody(question: str, number: int, position: float, right: bool, censored: bool = False) -> Buzz:
    """A row of a table in which nobody is named."""
    return Buzz(question, "played", "", False, None, None, position, right, censored=censored, observation=str(number))


def crowd(questions: int, each: int = 5) -> list[Buzz]:
    """Three of five are right in the middle, one is wrong earlier, and one silent."""
    how = ((0.5, True, False), (0.5, True, False), (0.6, True, False), (0.2, False, False), (1.0, False, True))
    return [nobody(f"q{q}", 10 * q + n, *how[(n + q) % 5]) for q in range(questions) for n in range(each)]


def knower(number: int, right: bool, **more: object) -> Buzz:
    """A machine that buzzes wrong at half, and would say the answer at the end."""
    readings = (Reading(5, 0.5, "Rome", 0.75, False), Reading(10, 1.0, "Troy", 0.5, True))
    buzz = Buzz(f"q{number}", "played", "ir", True, 10 if right else 5, 10, 1.0 if right else 0.5, right)
    return replace(buzz, readings=readings, **more)


def test_rows_without_names_are_counted_one_by_one():
    [row] = play(crowd(10)).played
    assert (row.questions, row.accuracy.n, row.wrong, row.silent) == (10, 50, 10, 10)
    assert row.accuracy.value == pytest.approx(0.6)
    assert row.right_of_buzzes.value == pytest.approx(0.75)
    assert row.unhindered.value == pytest.approx(0.75)  # the wrong are out before anybody is right: 30 of 40
    assert play(crowd(10)).people == ()
    line = next(line for line in play(crowd(10)).signatures if line.startswith("accuracy|"))
    assert "|by:buzz|wrong:competes|estimator:aalen-johansen|" in line
    assert "question+observation|questions:10|observations:50|" in line


def test_what_nobody_knows_of_rows_is_said():
    assert any(note.startswith("Of 50 answers of people nobody knows") for note in told(play(crowd(10))).notes)


def test_what_a_machine_knows_is_no_buzz_of_it():
    found = play([knower(number, number < 4) for number in range(10)])
    [row] = found.played
    assert (row.accuracy.value, row.known.value) == (0.4, 1.0)
    assert row.brier.value == pytest.approx((0.75**2 + 0.5**2) / 2)
    assert {curve.of for curve in found.curves} == {"known", "buzzed"}


def test_people_stand_in_no_table_or_picture_of_what_machines_know():
    made = play([*crowd(10), *(knower(number, number < 4) for number in range(10))])
    [part] = [block for block in with_play(None, made).blocks if block.title == "What machines know"]
    blocks = [*within([part])]
    named = [row.name for block in blocks if block.dumbbells for row in block.dumbbells.rows]
    named += [row.cells[0].text for block in blocks if block.table for row in block.table.rows]
    named += [curve.label for block in blocks for plot in block.plots for curve in plot.curves]
    assert len(named) >= 4
    assert {*named} == {"ir"}
    people = next(row for row in made.played if not row.is_machine)
    assert (people.known.n, people.first_right.n, people.brier.n, people.wins_here.n) == (0, 0, 0, 0)


def test_wins_against_these_people_are_what_they_had_not_answered_by_then():
    made = play([*crowd(10), *(knower(number, number < 4) for number in range(10))])
    machine = next(row for row in made.played if row.is_machine)
    assert machine.wins_here.value == pytest.approx(0.4 * 0.4)  # at the end, when 3 of 5 people had
    [line] = [line for line in made.signatures if line.startswith("wins_against_people|")]
    assert "|crowd:people-of-these-logs|" in line
    assert "|buzzer:as-logged|" in line


def test_who_was_watched_only_part_of_the_way_counts_in_expected_wins_as_in_right_by_a_buzz():
    """Twenty of sixty are right at half, thirty were watched to 60%, and ten to the end."""
    how = [*[(10, True, False)] * 20, *[(12, False, True)] * 30, *[(20, False, True)] * 10]
    rows = [
        Buzz(f"q{n}", "regular", f"p{n % 10}", False, words, 20, words / 20, right, censored=censored)
        for n, (words, right, censored) in enumerate(how)
    ]
    made = play(rows)
    [row] = made.played
    assert (row.accuracy.value, row.wins.n) == (pytest.approx(1 / 3), 60)
    assert row.wins.value == pytest.approx(expected_wins(0.5, True) / 3)
    assert row.wins.low < row.wins.value < row.wins.high < row.accuracy.high
    assert all(person.wins.n == 6 and person.wins.value <= person.accuracy.value for person in made.people)
    [line] = [line for line in made.signatures if line.startswith("expected_wins|")]
    assert "|estimator:aalen-johansen|over:all-who-heard|" in line


def test_a_machine_that_was_watched_part_of_the_way_counts_in_its_wins_against_people():
    machines = [knower(n, n < 4, censored=n >= 4, position=1.0 if n < 4 else 0.5) for n in range(10)]
    machine = next(row for row in play([*crowd(10), *machines]).played if row.is_machine)
    assert machine.wins_here.n == 10
    assert machine.wins_here.value == pytest.approx(machine.beside.value * 0.4)  # at the end, when 3 of 5 people had


def sets(buzz, regular: dict[str, tuple[int, int]], other: dict[str, tuple[int, int]]) -> list[Buzz]:
    """Of each set by category how many of how many questions a player has."""
    return [
        buzz("ada", 5, n < right, id=f"{name}{category}{n}", set=name, category=category)
        for name, counts in (("regular", regular), ("adversarial", other))
        for category, (right, of) in counts.items()
        for n in range(of)
    ]


def test_sets_that_differ_in_category_are_not_compared_without_saying_so(buzz):
    """Half of Science and nearly all of History are known in both sets, of which the second is mostly Science."""
    made = play(sets(buzz, {"History": (36, 40), "Science": (5, 10)}, {"History": (9, 10), "Science": (20, 40)}))
    [row] = made.compared
    assert row.accuracy.value == pytest.approx(-0.24)
    assert row.p < 0.05
    assert row.alike.unlike == ("category",)
    assert row.alike.difference.value == pytest.approx(0.0)
    assert row.alike.p > 0.9
    [said] = told(made).sentences
    assert "points (n = 50 and 50), but the sets differ in category, so that this is no effect of the set alone" in said
    assert "among questions alike in category it is 0.0 [" in said
    assert "p < 0.001" not in markdown(played(nothing(), made))


def test_sets_without_a_category_in_common_are_not_compared_at_all(buzz):
    made = play(sets(buzz, {"History": (9, 10)}, {"Science": (2, 10)}))
    [row] = made.compared
    assert (row.alike.unlike, row.alike.difference.n) == (("category",), 0)
    [said] = told(made).sentences
    assert said.endswith("and they have no questions alike in that to compare.")
    assert "p =" not in said


def test_sets_that_are_alike_are_compared_as_they_are(buzz):
    [row] = play(sets(buzz, {"History": (9, 10)}, {"History": (2, 10)})).compared
    assert row.alike.unlike == ()


def test_machines_are_compared_among_answers_that_they_may_know_alike(buzz):
    """Six of ten regular answers have a training question, two of ten others."""
    buzzes = [buzz("ir", 5, n < known, id=f"{name}{n}", set=name, category="History", is_machine=True)
              for name, known in (("regular", 6), ("adversarial", 2)) for n in range(10)]  # fmt: skip
    composed = [Composed(one.question_id, "He lit it.", f"{one.question_id} {one.correct}", one.set) for one in buzzes]
    training = [(one.answer, "He fell.") for one in composed if one.answer.endswith("True")]
    [row] = play(buzzes, composed, training).compared
    assert row.alike.unlike == ("answers known",)
    assert row.alike.difference.value == pytest.approx(0.0)


def test_where_categories_are_not_known_that_is_said(buzz):
    made = play(
        [buzz("ada", 5, n < 6, id=f"{name}{n}", set=name) for name in ("regular", "adversarial") for n in range(9)]
    )
    assert any(note.startswith("Not all questions have a category") for note in told(made).notes)


def test_people_and_machines_stand_on_one_ladder_where_they_met():
    made = play([*crowd(12), *(knower(number, number < 4) for number in range(12))])
    assert made.ladder is not None
    assert {row.who for row in made.ladder.rows} == {"people", "ir"}
    assert made.ladder.crowd.n == 60
    assert len(made.ladder.gaps) == 12
    found = played(nothing(), made)
    assert found.sentences[-1].startswith("On one scale of ability people together give a right buzz to ")
    assert found.sentences[-1].endswith("(n = 60 answers of people and 12 of machines, with 12 questions in common).")
    assert re.search("; ir (?:stands (?:above|below)|cannot be told from) them ", found.sentences[-1])
    assert "One scale of ability" in html(found)


def from_file(number: int, right: bool) -> Buzz:
    """A machine that says the family name at the end, of which its file says that it is wrong."""
    readings = (Reading(5, 0.5, "Paris", 0.5, False), Reading(10, 1.0, "Brontë", 0.5, False))
    words = 10 if right else 5
    return Buzz(f"q{number}", "played", "ir", True, words, 10, words / 10, False,
                readings=readings, judged_by_source=True)  # fmt: skip


def lines(questions: int) -> list[Composed]:
    gold = read_answer_line("Charlotte <u>Brontë</u>")
    return [Composed(f"q{n}", "She wrote.", "Charlotte Brontë", "played", gold=gold) for n in range(questions)]


def test_machines_are_judged_by_answer_lines_where_these_are_known():
    made = play([*crowd(12), *(from_file(n, n % 2 == 0) for n in range(14))], lines(12))
    machine = next(row for row in made.played if row.is_machine)
    assert (machine.beside.value, machine.met, machine.questions) == (0.5, 12, 14)
    assert machine.known.value == pytest.approx(12 / 14)
    assert made.ladder is not None
    assert {row.who: row.replies for row in made.ladder.rows} == {"people": 60, "ir": 12}
    notes = told(made).notes
    assert any(
        note.startswith(
            "Of 12 answers of machines that came with verdicts 50.0% are right by our reading of the answer"
        )
        and note.endswith("and 0.0% by the file's own verdicts.")
        for note in notes
    )
    assert any(
        note.startswith("2 answers of machines to 2 questions whose answer lines are not known") for note in notes
    )


def test_machines_that_are_judged_by_their_file_stand_on_no_scale_beside_people():
    made = play([*crowd(12), *(from_file(n, n % 2 == 0) for n in range(12))])
    machine = next(row for row in made.played if row.is_machine)
    assert (made.ladder, machine.wins_here.n) == (None, 0)
    said = told(made)
    assert said.sentences[1].startswith("Machines are judged by the file's own verdicts, which are stricter than moder")
    assert any("There is no scale of ability, as machines are judged by the file's own" in note for note in said.notes)
    alone = told(play([from_file(n, True) for n in range(12)]))
    assert not any(sentence.startswith("Machines are judged") for sentence in alone.sentences)


def test_machines_stand_beside_people_over_what_people_heard_and_the_best_are_quoted():
    others = [replace(knower(n, n < known), player=f"m{known}") for known in range(6) for n in range(12)]
    unheard = [replace(one, question_id=f"{one.question_id}x", correct=True) for one in others]
    made = play([*crowd(12), *others, *unheard])
    best = next(row for row in made.played if row.player == "m5")
    assert (best.accuracy.value, best.beside.value, best.met) == (pytest.approx(17 / 24), pytest.approx(5 / 12), 12)
    assert best.wins_here.value == pytest.approx(5 / 12 * 0.4)
    people, first, second, third, _ = told(made).sentences
    assert people.startswith("People are right by a buzz in 60.0%")
    assert first.startswith("Of the played questions that people heard, too, m5 answers 41.7%")
    assert [said.split("too, ")[1][:2] for said in (second, third)] == ["m4", "m3"]
    assert "12 of 24" in markdown(played(nothing(), made))


def test_of_people_alone_it_is_said_what_they_had_been_unhindered():
    made = play([*crowd(12), *(knower(number, number < 4) for number in range(12))])
    people, machine = made.played
    assert (people.unhindered.n, machine.unhindered.n) == (60, 0)
    assert {curve.player for curve in made.curves if curve.of == "unhindered"} == {"people"}


def test_the_curve_of_the_unhindered_ends_where_few_still_wait():
    rows = [nobody(f"q{n}", n, 0.5 if n < 20 else 0.9, True) for n in range(29)]
    [row] = play(rows).played
    [curve] = [curve for curve in play(rows).curves if curve.of == "unhindered"]
    assert row.unhindered.n == 0
    assert curve.points[-1].share == 0.5


def test_questions_with_one_answer_are_told_apart_by_packet_or_id():
    machines = [knower(number, number < 4) for number in range(12)]
    packets = {"q0": "1", "q1": "2", "q2": "2", "q3": "2"}
    buzzes = [replace(one, groups=(("packet", packets.get(one.question_id, "3")),)) for one in (*crowd(12), *machines)]
    answers = {"q0": "Troy", "q1": "Troy", "q2": "Rome", "q3": "Rome"}
    composed = [Composed(f"q{n}", "It.", answers.get(f"q{n}", f"a{n}"), "played") for n in range(12)]
    named = {gap.difficulty.item: gap.answer for gap in play(buzzes, composed).ladder.gaps}
    assert [named[f"q{n}"] for n in range(5)] == ["Troy (1)", "Troy (2)", "Rome (q2)", "Rome (q3)", "a4"]


def test_why_there_is_no_ladder_is_said(buzz):
    made = play([*crowd(3), *(knower(number, number < 2) for number in range(3))])
    assert made.ladder is None
    assert (
        "There is no scale of ability, as people and machines have answered 3 questions in common, and it takes 8."
        in (told(made).notes)
    )
    assert play(crowd(12)).no_ladder == ""


def test_persons_have_an_ability_of_their_own_from_twenty_answers_on(buzz):
    people = [buzz(name, 5, n % 3 > 0, id=f"q{n}") for name, of in (("ada", 24), ("bo", 9)) for n in range(of)]
    made = play([*people, *(replace(knower(n, n % 2 == 0), set="regular") for n in range(24))])
    assert {row.who for row in made.ladder.rows} == {"ada", "other people", "ir"}
    assert "people together" in html(played(nothing(), made))


def test_what_several_logs_tell_counts_once_and_what_they_tell_otherwise_is_refused(buzz):
    one, other = buzz("ada", 5, True), buzz("ada", 6, True)
    assert each_once([("a", [one]), ("b", [replace(one, correct=False)])]) == [one]
    with pytest.raises(BadData, match="a and b tell of different answers of 'ada' to 'q'"):
        each_once([("a", [one]), ("b", [other])])
    assert len(each_once([("a", [one]), ("b", [replace(other, round="final")])])) == 2


def test_questions_of_one_event_have_one_name_by_the_end_of_their_ids(buzz):
    end = "5PMM62rTZCur1sGVOjE4"
    ids = [end, f"event-packet1-t-{end}", f"event-t-{end}"]
    names = names_of(Asked(file, id) for file, id in zip("abc", ids, strict=True))
    buzzes = [nobody(ids[0], 1, 0.5, True), buzz("ir", 5, True, id=ids[1], is_machine=True)]
    found, asked = one_name_a_question(buzzes, [Composed(ids[2], "It.", "Troy", "played")], names)
    assert {one.question_id for one in found} == {asked[0].id} == {end}
    assert (end_of("round-1"), end_of("round-2")) == ("round-1", "round-2")
    assert names_of([Asked("a", ids[1])]) == {}


def test_questions_of_one_file_are_never_one_however_their_ids_end():
    ends = [f"battle_of_gettysburg_{n}" for n in range(10)]
    own = [Asked("a", f"p{packet}-{end}") for packet in (1, 2) for end in ends]
    assert names_of(own) == {}
    assert names_of([*own, *(Asked("b", end) for end in ends)]) == {}


@pytest.mark.parametrize(
    ("one", "other", "are_one"),
    [("1", "Packet 1 - Jordan", True), ("01", "1", True), ("1", "2", False), ("Finals", "finals", True),
     ("Finals", "Semifinals", False), ("", "2", True)],
)  # fmt: skip
def test_questions_of_packets_that_differ_are_never_one(one, other, are_one):
    ids = "5PMM62rTZCur1sGVOjE4", "event-t-5PMM62rTZCur1sGVOjE4"
    names = names_of([Asked("a", ids[0], one), Asked("b", ids[1], other)])
    assert names == (dict.fromkeys(ids, ids[0]) if are_one else {})


def test_of_many_machines_those_that_buzz_best_have_colours_and_curves():
    buzzes = [replace(knower(n, n < known), player=f"m{known}") for known in range(9) for n in range(10)]
    [part] = [block for block in with_play(None, play(buzzes)).blocks if block.title == "How late they answer"]
    plot = next(plot for block in within([part]) for plot in block.plots)
    assert [(curve.label, curve.colour) for curve in plot.curves] == [
        ("m3", 0), ("m4", 5), ("m5", 4), ("m6", 3), ("m7", 2), ("m8", 1)
    ]  # fmt: skip
