"""From buzzes to how people and machines play."""

import re
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from report_figures import figures, played
from stumper.buzz import Reading
from stumper.errors import BadData
from stumper.listening import Composed
from stumper.reports import html, markdown, nothing
from stumper.reports.terminal import terminal
from stumper.scores.fisher import exact_test
from stumper.scores.t_test import welch_test
from stumper.sections.ladder import PEOPLE
from stumper.sections.section import within
from stumper.sections.wording import signed_interval
from stumper.tasks.quizbowl.section.build import with_play
from stumper.tasks.quizbowl.section.play import in_order, play
from stumper.tasks.quizbowl.section.sentences import of_play
from texts_of_values import as_text


def test_people_stand_together_and_machines_each_for_itself(season):
    found = play(season)
    assert [(row.player, row.label) for row in found.played] == [
        (PEOPLE, "regular"), ("ir", "regular"), ("rnn", "regular"),
        (PEOPLE, "adversarial"), ("ir", "adversarial"), ("rnn", "adversarial"),
    ]  # fmt: skip
    assert [(row.player, row.label) for row in found.people[:2]] == [("p-ada", "regular"), ("p-ada", "adversarial")]


def test_accuracies_count_every_answer(season):
    found = play(season).played
    people, ir = found[0], found[1]
    assert (people.questions, people.accuracy.n, people.accuracy.value) == (12, 24, 0.75)
    assert (ir.accuracy.n, ir.accuracy.value) == (12, 0.75)


def test_rows_of_persons_are_over_what_each_person_did_and_all_else_over_what_sides_did(buzz):
    """In a match a side is silent as one; each of the persons on it has heard the question, too."""
    answered = [
        buzz("p-ada", 5, True, id="q1"),
        buzz("p-bo", 7, True, id="q2"),
        buzz("ir", 5, True, "q1", "regular", True),
    ]
    of_sides = [*answered, replace(buzz("people", 10, False, id="q3"), censored=True)]
    silences = [replace(buzz(who, 10, False, id="q3"), censored=True) for who in ("p-ada", "p-bo")]
    plain, found = play(of_sides), play(of_sides, of_persons=[*answered[:2], *silences])
    assert [(row.player, row.questions) for row in plain.people] == [("p-ada", 1), ("p-bo", 1), ("people", 1)]
    assert [(row.player, row.questions, row.silent) for row in found.people] == [("p-ada", 2, 1), ("p-bo", 2, 1)]
    assert as_text(replace(found, people=())) == as_text(replace(plain, people=()))


def test_the_tests_are_those_of_the_groups(season):
    found = {row.player: row for row in play(season).compared}
    regular = [buzz for buzz in season if buzz.player == "ir" and buzz.set == "regular"]
    other = [buzz for buzz in season if buzz.player == "ir" and buzz.set == "adversarial"]
    assert found["ir"].exact == exact_test([b.correct for b in regular], [b.correct for b in other])
    people = [[b.position for b in season if not b.is_machine and b.correct and b.set == one]
              for one in ("regular", "adversarial")]  # fmt: skip
    assert found[PEOPLE].welch == welch_test(*people)


def test_answers_of_many_players_to_the_same_questions_are_not_independent(buzz):
    """Ten players answer ten questions, of which each is known to all of them or to none."""
    alike = [buzz(f"p{who}", 5, number < 5, id=f"q{number}") for who in range(10) for number in range(10)]
    [row] = play(alike).played
    assert (row.accuracy.n, row.accuracy.value) == (100, 0.5)
    assert row.accuracy.high - row.accuracy.low > 0.55  # of a hundred that are independent: 0.19
    told = next(line for line in play(alike).signatures if line.startswith("accuracy|"))
    assert "|ci:t-by-player+question|players:10|questions:10|design-effect:12.22|" in told


def test_questions_of_a_packet_and_their_variants_hang_together(buzz):
    """One player has all of four packets of three questions each, and nothing of four others."""
    told = [(number, (("packet", f"packet {number // 3}"),)) for number in range(24)]
    alone = [buzz("ada", 5, number % 6 < 3, id=f"q{number}") for number, _ in told]
    grouped = [replace(one, groups=groups) for one, (_, groups) in zip(alone, told, strict=True)]
    [plain], [packets] = play(alone).played, play(grouped).played
    assert (packets.accuracy.by.level, packets.accuracy.by.groups) == ("packet", 8)
    assert packets.accuracy.high - packets.accuracy.low > 1.5 * (plain.accuracy.high - plain.accuracy.low)
    composed = [Composed(f"q{number}", "He lit it.", "Bo", "regular", groups=groups) for number, groups in told]
    assert play(alone, composed).played == play(grouped).played  # where the log does not say it, the questions do


def test_what_questions_share_is_what_all_tell_of_them_in_whatever_order(buzz):
    """Sixty questions in ten packets: a machine's log names the packets, a match the answers, a writer the author."""
    answers = [("answer_line", f"answer {number}") for number in range(60)]
    packets = [("packet", f"packet {number // 6}") for number in range(60)]
    machine = [buzz("rnn", 5, number % 12 < 6, id=f"q{number}", is_machine=True,
                    groups=(packets[number], answers[number])) for number in range(60)]  # fmt: skip
    people = [buzz(f"p{who}", 5, number % 12 < 6, id=f"q{number}", groups=(answers[number],))
              for who in range(3) for number in range(60)]  # fmt: skip
    composed = [Composed(f"q{number}", "He lit it.", "Bo", "regular", groups=(("author", f"a{number % 2}"),))
                for number in range(60)]  # fmt: skip
    for played_first, then in ((machine, people), (people, machine)):
        for written in (composed, composed[::-1], ()):
            found = {row.player: row.accuracy for row in play([*played_first, *then], written).played}
            assert (found["people"].by.level, found["people"].by.groups) == ("packet", 10)
            assert (found["rnn"].by.level, found["rnn"].by.groups) == ("packet", 10)
            assert found["rnn"].high - found["rnn"].low > 0.5


def test_makeups_are_by_what_buzzes_tell_of_a_question_too(buzz):
    """Forty questions, of which the file has the author of each, and a log the packet."""
    composed = [Composed(f"q{number}", "word " * (5 + number // 5), "Bo", "mine", groups=(("author", "Ada"),))
                for number in range(40)]  # fmt: skip
    buzzes = [buzz("ada", 5, True, id=f"q{number}", groups=(("packet", f"packet {number // 5}"),))
              for number in range(40)]  # fmt: skip
    [row] = play(buzzes, composed).makeups
    assert (row.words.by.level, row.words.by.groups) == ("packet", 8)


def test_of_two_authors_that_files_name_for_a_question_the_first_by_alphabet_counts_in_whatever_order_they_are():
    """Forty questions: one file has them by eight authors, the other by ten, whose names are later in the alphabet."""
    first, second = (
        [Composed(f"q{at}", "word " * (5 + at // 5), "Bo", "mine", groups=(("author", f"{name}{at // by}"),))
         for at in range(40)]
        for name, by in (("Ann", 5), ("Zed", 4))
    )  # fmt: skip
    for several in ([*first, *second], [*second, *first]):
        [row] = play([], several).makeups
        assert (row.questions, row.words.by.level, row.words.by.groups) == (40, "author", 8)


@pytest.mark.parametrize("name", ["player", "question", "answer", "original"])
def test_no_group_of_tossups_is_called_as_answers_are_grouped_anyway(buzz, name):
    with pytest.raises(BadData, match=f"is called '{name}'.* Rename it"):
        play([buzz("ada", 5, True, id=f"q{number}", groups=((name, "one"),)) for number in range(8)])


def test_a_test_of_one_player_counts_that_questions_share_an_answer(buzz):
    def answered(name, right, share):
        groups = [(("answer_line", f"{name} {place // 3}" if share else f"{name} {place}"),) for place in range(24)]
        return [
            buzz("ada", 5, place < right, id=f"{name}{place}", set=name, groups=groups[place]) for place in range(24)
        ]

    [alone] = play([*answered("regular", 18, False), *answered("adversarial", 9, False)]).compared
    assert alone.p == alone.exact.p
    [row] = play([*answered("regular", 18, True), *answered("adversarial", 9, True)]).compared
    assert row.exact.p == alone.exact.p < 0.05 < row.p


def test_a_test_of_one_player_does_not_take_questions_of_few_packets_for_independent(buzz):
    """Seven packets of ten questions each, of which a set is known for the most part and the other by half."""

    def answered(name, right):
        return [buzz("ada", 5, place < right, id=f"{name}{place}", set=name,
                     groups=(("packet", f"packet {place % 7}"),)) for place in range(70)]  # fmt: skip

    [row] = play([*answered("regular", 55), *answered("adversarial", 35)]).compared
    assert row.p != row.exact.p
    assert row.later_p != row.welch.p


def test_a_question_that_stands_in_two_files_counts_once(buzz):
    """Of ten questions the file of five of history is named twice, once with their packets."""
    composed = [Composed(f"q{number}", "He lit it.", "Bo", "mine", "History" if number < 5 else "Science")
                for number in range(10)]  # fmt: skip
    again = [replace(one, groups=(("packet", "1"),)) for one in composed[:5]]
    found, once = play([], [*composed, *again]), play([], composed)
    assert [(row.name, row.questions, row.share.value, row.share.n) for row in found.categories] == [
        ("History", 5, 0.5, 10), ("Science", 5, 0.5, 10)
    ]  # fmt: skip
    assert found.makeups[0].questions == once.makeups[0].questions == 10


def test_makeups_and_categories_are_by_original_and_packet():
    """Eight questions, five variants of each, of which a variant is as long as its original."""
    composed = [
        Composed(f"q{number}-{place}", "word " * (5 + number % 2), "Bo", "mine", "History" if number < 4 else "Science",
                 original=f"q{number}")
        for number in range(8) for place in range(5)
    ]  # fmt: skip
    found, once = play([], composed), play([], composed[::5])
    assert (found.makeups[0].words.n, once.makeups[0].words.n) == (40, 8)
    for many, one in ((found.makeups[0].words, once.makeups[0].words),
                      (found.categories[0].share, once.categories[0].share)):  # fmt: skip
        assert (many.low, many.high) == pytest.approx((one.low, one.high))


def test_the_answers_of_few_players_speak_of_these_alone_and_the_signature_says_so(buzz):
    few = [buzz(f"p{who}", 5, (who + number) % 2 == 0, id=f"q{number}") for who in range(3) for number in range(10)]
    told = next(line for line in play(few).signatures if line.startswith("accuracy|"))
    assert "|ci:t-by-question|questions:10|" in told
    assert "|too-few:player-3|" in told


def test_a_test_of_answers_that_hang_together_counts_that_they_do(buzz):
    """Ten players know six of ten regular questions, all the same, and four of ten others; one knows all."""
    sets = {"regular": 6, "adversarial": 4}
    buzzes = [
        buzz(f"p{who}", 5, number < known or who == 0, id=f"{name}{number}", set=name)
        for name, known in sets.items()
        for who in range(10)
        for number in range(10)
    ]
    [row] = play(buzzes).compared
    assert row.exact.p < 0.02  # as if a hundred answers were independent
    assert row.p > 0.3
    assert row.accuracy.low < 0 < row.accuracy.high


def test_the_curve_of_people_counts_correct_buzzes_up_to_a_share(buzz):
    found = play([
        buzz("ada", words, right, id=f"{words}{n}") for words, right in ((3, True), (7, True), (2, False))
        for n in range(10)
    ])  # fmt: skip
    buzzed, unhindered = found.curves
    assert (buzzed.of, unhindered.of) == ("buzzed", "unhindered")
    values = {round(point.share, 2): point.estimate.value for point in buzzed.points}
    assert (values[0.25], values[0.3], values[0.7], values[1.0]) == pytest.approx((0, 1 / 3, 2 / 3, 2 / 3))
    values = {round(point.share, 2): point.estimate.value for point in unhindered.points}
    assert (values[0.25], values[0.3], values[0.7], max(values)) == pytest.approx((0, 1 / 2, 1, 0.7))


def test_curves_stand_by_set_by_round_and_by_machine_written_against(season):
    found = play(season).curves
    assert {(curve.by, curve.label) for curve in found} == {
        ("set", "regular"), ("set", "adversarial"), ("round", "round 1"), ("round", "round 2"),
        ("against", "ir"), ("against", "rnn"),
    }  # fmt: skip


def test_a_machine_may_know_what_it_has_not_buzzed_on(buzz, season):
    machine = next(one for one in season if one.is_machine and one.correct)
    known, buzzed = play([replace(machine, words=9, position=0.9)]).curves
    values = [{round(point.share, 2): point.estimate.value for point in curve.points} for curve in (known, buzzed)]
    assert (values[0][0.6], values[1][0.6], values[1][0.9]) == (1.0, 0.0, 1.0)


def test_what_machines_know_is_tested_by_where_they_are_first_right_and_not_by_where_they_buzz(buzz):
    """Seen: positions, Hedges' g, t and Welch's p of right buzzes, digit for digit, in the table of what is known."""
    rights = {"regular": (2, 3, 4, 5, None), "adversarial": (6, 7, 8, None, None)}
    buzzes = [
        replace(buzz("ir", 9, first is not None, id=f"{one}{n}", set=one, is_machine=True), readings=heard(first or 11))
        for one, firsts in rights.items() for n, first in enumerate(firsts)
    ]  # fmt: skip
    found = play(buzzes)
    buzzed, known = found.compared
    at = [[(first or 10) / 10 for first in rights[one]] for one in ("regular", "adversarial")]
    assert known.welch == welch_test(*at)
    assert (known.read_before.value, known.read_after.value) == (pytest.approx(0.48), pytest.approx(0.82))
    assert known.later.value == pytest.approx(0.34)
    assert buzzed.later.value == 0.0
    [part] = [block for block in with_play(None, found).blocks if block.title == "What machines know"]
    [tests] = [block.table for block in within([part]) if block.table and block.table.title == "Tests and effect sizes"]
    assert [column.over for column in tests.columns[7:10]] == ["first right, never as the whole"] * 3
    assert "+34.0" in tests.rows[0].cells[8].text
    tested = [line for line in found.signatures if line.startswith("t_test|")]
    assert [("|of:first-right|" in line, "|n:10|" in line) for line in tested] == [(False, False), (True, True)]


def test_how_much_later_machines_know_variants_is_counted_in_pairs_as_where_it_carries_over(buzz):
    regular = [
        replace(buzz("ir", 9, True, id=f"q{n}", is_machine=True), readings=heard(2 + n)) for n in range(4)
    ]  # fmt: skip
    variants = [
        replace(one, question_id=f"{one.question_id}-v", set="adversarial", original=one.question_id, against="ir",
                readings=heard(5 + n)) for n, one in enumerate(regular)
    ]  # fmt: skip
    found = play([*regular, *variants])
    _, known = found.compared
    [carried] = found.transfer
    assert (known.later.value, known.later.low) == (carried.later.value, carried.later.low)


def test_rounds_are_told_apart_only_where_there_are_several(season):
    assert {row.label for row in play(season).rounds} == {"round 1", "round 2"}
    assert play([replace(buzz, round="final") for buzz in season]).rounds == ()


def test_what_is_written_against_a_machine_is_put_to_all(season):
    found = play(season).transfer
    assert {(row.against, row.player) for row in found} == {
        (against, player) for against in ("ir", "rnn") for player in (PEOPLE, "ir", "rnn")
    }
    row = next(row for row in found if (row.against, row.player) == ("ir", "rnn"))
    assert (row.regular.n, row.accuracy.n, row.accuracy.value) == (12, 6, 0.0)
    assert row.difference.value == pytest.approx(-row.regular.value)


def test_variants_are_compared_with_their_own_originals(buzz):
    originals = [buzz("rnn", 10, number < 8, id=f"q{number}", is_machine=True) for number in range(20)]
    variants = [buzz("rnn", 10, number < 4, id=f"v{number}", original=f"q{number}", set="adversarial", is_machine=True,
                     against="ir") for number in range(8)]  # fmt: skip
    [row] = play([*originals, *variants]).transfer
    assert (row.regular.value, row.accuracy.value, row.difference.value) == (1.0, 0.5, -0.5)
    assert row.difference.n == 8


def test_a_loss_that_carries_over_is_told_with_its_interval(season):
    many = [replace(buzz, question_id=f"{buzz.question_id}.{again}") for buzz in season for again in range(4)]
    found = played(nothing(), play(many))
    [note] = [note for note in figures(found).quizbowl.notes if note.startswith("What was written against ir")]
    assert note.startswith("What was written against ir makes machines right later: ir by +")
    assert "points (n = 24). Not all of them are variants of the regular questions" in note


def test_a_loss_on_six_questions_cannot_be_told_from_nothing(season):
    notes = figures(played(nothing(), play(season))).quizbowl.notes
    [note] = [note for note in notes if note.startswith("What was written against ir")]
    assert "points (n = 6). For ir and rnn that is indistinguishable from nothing. Not all of them" in note


def test_what_cannot_be_told_from_nothing_is_said_to_be_so(buzz):
    originals = [buzz(who, 10, True, id=f"q{n}", is_machine=True) for n in range(8) for who in ("ir", "rnn")]
    variants = [buzz(who, 10, who == "rnn", id=f"v{n}", original=f"q{n}", set="adversarial", is_machine=True,
                     against="ir") for n in range(8) for who in ("ir", "rnn")]  # fmt: skip
    said = figures(played(nothing(), play([*originals, *variants]))).quizbowl.notes
    assert (
        "What was written against ir costs machines accuracy: ir by +100.0 [+28.9, +100.0] and rnn by 0.0 "
        "[−35.6, +35.6] points (n = 8). For rnn that is indistinguishable from nothing."
    ) in said


def test_questions_with_dashes_in_their_ids_are_no_variants_of_each_other(buzz):
    before = buzz("rnn", 10, True, id="round-1", is_machine=True)
    other = buzz("rnn", 10, True, id="round-1-2", set="adversarial", is_machine=True, against="ir")
    [row] = play([before, other]).transfer
    assert not row.are_paired


def test_how_much_later_machines_are_right_is_counted_in_pairs(buzz):
    originals = [buzz("rnn", 10, True, id=f"q{n}", is_machine=True, readings=heard(5)) for n in range(6)]
    variants = [buzz("rnn", 10, True, id=f"v{n}", original=f"q{n}", set="adversarial", is_machine=True, against="ir",
                     readings=heard(9)) for n in range(6)]  # fmt: skip
    [row] = play([*originals, *variants]).transfer
    assert (row.later.value, row.later.n, row.difference.value) == (pytest.approx(0.4), 6, 0.0)


def test_what_stumps_one_and_hurts_the_other_is_held_against_the_reverse(buzz):
    originals = [buzz(who, 10, True, id=f"q{n}", is_machine=True) for n in range(20) for who in ("ir", "rnn")]
    wrong = {("ir", "rnn"): range(12), ("rnn", "ir"): range(1), ("ir", "ir"): range(20), ("rnn", "rnn"): range(20)}
    variants = [buzz(who, 10, n not in wrong[against, who], id=f"{against}{n}", original=f"q{n}", set="adversarial",
                     is_machine=True, against=against) for n in range(20) for (against, who) in wrong]  # fmt: skip
    found = play([*originals, *variants])
    [row] = found.both_ways
    assert (row.first, row.second, row.by, row.there.n) == ("ir", "rnn", "accuracy", 20)
    assert row.difference.value == pytest.approx(0.55)
    assert row.difference.low > 0
    [note] = [note for note in figures(played(nothing(), found)).quizbowl.notes if note.startswith("What stumps")]
    assert note.startswith("What stumps ir costs rnn +60.0 points, the reverse +5.0: a difference of +55.0 [")
    assert note.endswith("(n = 20 and 20).")


def test_a_set_of_variants_is_compared_with_their_originals_alone(buzz):
    originals = [buzz("ir", 10, number < 4, id=f"q{number}", is_machine=True) for number in range(20)]
    variants = [buzz("ir", 10, number < 2, id=f"v{number}", original=f"q{number}", set="adversarial", is_machine=True)
                for number in range(4)]  # fmt: skip
    another = replace(variants[0], question_id="q0-more")
    [row] = play([*originals, *variants, another]).compared
    assert (row.before.value, row.before.n, row.after.value, row.after.n) == (1.0, 5, 0.6, 5)
    assert (row.read_before.n, row.read_after.n) == (5, 3)


def test_the_page_draws_what_its_differences_are_of(buzz):
    originals = [buzz("ir", 10, n < 4, id=f"q{n}", is_machine=True) for n in range(20)]
    variants = [buzz("ir", 10, True, id=f"v{n}", original=f"q{n}", set="adversarial", is_machine=True, against="ir")
                for n in range(4)]  # fmt: skip
    page = html(played(nothing(), play([*originals, *variants])))
    first = page[page.index("How people and machines play") : page.index("The same as a table")]
    assert "20.0" not in first


def test_what_carries_over_is_said_where_it_is_drawn(season):
    page = html(played(nothing(), play(season)))
    section, notes = page.split("What to know about these figures")
    assert page.count("What stumps") == 1
    assert "What carries over" in section
    assert "What stumps" in section[section.index("What carries over") :]
    assert "What stumps" not in notes


def heard(words: int) -> tuple[Reading, ...]:
    """What a machine says of a question of ten words that it knows after so many."""
    return tuple(Reading(n, n / 10, "Fox", 0.5, n >= words) for n in range(1, 11))


def test_sets_stand_in_their_order():
    assert in_order(["mine", "adversarial", "regular", "mine"]) == ["regular", "adversarial", "mine"]


def test_one_set_alone_is_told_without_a_comparison(season):
    found = played(nothing(), play([buzz for buzz in season if buzz.set == "regular"]))
    assert found.sentences[0].startswith("People are right by a buzz in 75.0% [")
    assert "of 24 answers to 12 regular questions, after" in found.sentences[0]
    assert figures(found).quizbowl.play.compared == ()
    assert "with tests" not in markdown(found)
    assert html(found)


def test_a_headline_says_of_how_many_answers_to_how_many_questions_a_share_is(buzz):
    """Seen: "People answer 50.0% of the adversarial questions (n = 2 and 1)", of two answers to one question."""
    regular = [buzz("ada", 5, True, id="q1")]
    other = [buzz(who, 5, who == "ada", id="q2", set="adversarial") for who in ("ada", "bo")]
    assert of_play(play([*regular, *other]))[0].startswith(
        "People are right by a buzz in 50.0% of 2 answers to 1 adversarial question and 100.0% of 1 answer to 1 regular"
    )
    assert of_play(play(other))[0].startswith(
        "People are right by a buzz in 50.0% of 2 answers to 1 adversarial question, after 50.0% of a question's words"
    )
    assert of_play(play(regular))[0].startswith("People answer 100.0% of the regular questions right by a buzz")


def test_a_headline_tells_of_originals_that_count_once_for_each_of_their_variants(buzz):
    """Seen: "60.0% of 10 answers to 5 regular questions", of five answers that ten variants are held against."""

    def said(variants, whos):
        first = [buzz(who, 5, n < 3, id=f"q{n}", is_machine=who == "ir") for n in range(5) for who in whos]
        then = [buzz(who, 5, n < 2, id=f"v{n}-{k}", original=f"q{n}", set="adversarial", is_machine=who == "ir")
                for n in range(5) for k in range(variants) for who in whos]  # fmt: skip
        sentence = of_play(play([*first, *then]))[0]
        return re.sub(r" \[[^]]*\]", "", sentence.split(":")[0])

    told = "ir answers 40.0% of the adversarial questions and 60.0% of their originals"
    assert said(1, ("ir",)) == f"{told} right by a buzz"
    assert said(2, ("ir",)) == f"{told} (one counts once for each of its variants) right by a buzz"
    assert said(2, ("ada", "bo")) == (
        "People are right by a buzz in 40.0% of 20 answers to 10 adversarial questions and 60.0% of the answers to "
        "their originals (one counts once for each of its variants)"
    )


def test_sentences_quote_both_sets_with_the_test(season):
    said = played(nothing(), play(season)).sentences
    share = "75.0% [52.2, 89.4] of 24 answers to 12"
    assert said[0].startswith(f"People are right by a buzz in {share} adversarial questions and {share} regular ")
    assert said[0].endswith("points, indistinguishable from none (n = 24 and 24).")
    assert said[1].startswith("ir answers 50.0% [")


def test_numbers_of_answers_stand_in_the_order_of_their_shares(season):
    buzzes = [buzz for buzz in season if buzz.player == "ir" and buzz.question_id not in ("q12", "q13")]
    [said] = played(nothing(), play(buzzes)).sentences
    assert "of the adversarial questions and" in said
    assert said.endswith("n = 10 and 12).")


def test_the_terminal_shows_tests_with_signs_intervals_and_numbers(season):
    console = Console(width=200, record=True, file=StringIO())
    console.print(terminal(played(nothing(), play(season))))
    row = next(
        line for line in console.export_text().splitlines() if "regular, adversarial" in line and line.startswith("ir")
    )
    compared, _ = [found for found in play(season).compared if found.player == "ir"]
    assert signed_interval(compared.accuracy) in row
    assert signed_interval(compared.later) in row
    assert "12, 12" in row


def test_lengths_and_what_is_shared_with_training_stand_by_set():
    composed = [
        Composed("a", "Ada Thorn lit lamps in Troy. For 10 points, name her.", "Ada Thorn", "regular", "Science"),
        Composed("b", "Nobody lit this. For 10 points, name him.", "Bo", "adversarial", "History", ("paraphrase",)),
        Composed(
            "c", "A fox met an owl. For 10 points, name it.", "Fox", "adversarial", "Science", ("paraphrase", "novel")
        ),
    ]
    training = [("ada thorn", "She lit lamps in Rome."), ("Fox", "A fox met an owl once."), ("Fox", "Nothing else.")]
    regular, adversarial = play([], composed, training).makeups
    assert (regular.words.value, regular.sentences.value, regular.examples.value) == (11, 2, 1)
    assert regular.unigrams.value == pytest.approx(3 / 11)
    assert regular.longest.value == 3
    assert (adversarial.questions, adversarial.known.value, adversarial.examples.value) == (2, 0.5, 1.0)
    assert adversarial.unigrams.n == 1


def test_a_training_question_that_is_the_question_itself_is_no_other():
    [row] = play([], [Composed("a", "He lit it.", "Bo", "mine")], [("Bo", "He lit it.")]).makeups
    assert (row.examples.value, row.unigrams.n) == (0, 0)


def test_answers_stand_apart_by_how_many_training_questions_they_have(buzz):
    composed = [Composed(id, id, answer, "regular") for id, answer in (("a", "Ada"), ("b", "Fox"), ("c", "Owl"))]
    buzzes = [replace(buzz("ir", 5, id != "c", id=id), is_machine=True) for id in "abc"]
    training = [
        ("Ada", "a"),
        *(("fox", f"A fox {n}.") for n in range(4)),
        *(("Owl", f"An owl {n}.") for n in range(25)),
    ]
    found = play(buzzes, composed, training)
    assert [(row.label, row.questions, row.accuracy.value) for row in found.training] == [
        ("none", 1, 1.0), ("2 to 4", 1, 1.0), ("20 or more", 1, 0.0),
    ]  # fmt: skip
    assert {curve.label for curve in found.curves if curve.by == "training"} == {"none", "2 to 4", "20 or more"}
    assert play(buzzes, composed).training == play(buzzes[:1], composed, training).training == ()


def test_a_question_may_show_several_phenomena():
    composed = [
        Composed("b", "One.", "Bo", "adversarial", "", ("paraphrase",)),
        Composed("c", "Two.", "Fox", "adversarial", "", ("paraphrase", "novel")),
        Composed("d", "Three.", "Owl", "adversarial"),
    ]
    found = play([], composed).phenomena
    assert [(row.name, row.questions, row.share.value) for row in found] == [("paraphrase", 2, 1.0), ("novel", 1, 0.5)]


def test_categories_say_who_answers_them(season):
    found = {(row.name, row.set): row for row in play(season).categories}
    science = found["Science", "regular"]
    assert (science.questions, science.share.value) == (6, 0.5)
    assert (science.people.n, science.machines.n) == (12, 12)


def test_who_is_never_right_is_not_said_to_be_so_somewhere(buzz):
    never = buzz("ir", 10, False, is_machine=True, readings=heard(11))
    found = figures(played(nothing(), play([never]))).quizbowl
    assert found.sentences[0].endswith("of the regular questions right by a buzz, and is right nowhere before, n = 1.")
    assert "Over few answers: ir on regular (1)." in found.notes


def test_few_answers_are_said_to_be_few(season):
    found = played(nothing(), play(season))
    assert any("Over few answers" in note and "ir on regular (12)" in note for note in figures(found).quizbowl.notes)


def test_markdown_has_a_table_for_every_plot(season):
    said = markdown(played(nothing(), play(season)))
    titles = (
        "How people and machines play",
        "Tests and effect sizes",
        "share of the question read",
        "Round by round",
        "What carries over",
        "Categories",
    )
    for title in titles:
        assert title in said


def test_play_and_runs_stand_in_one_report(report, season):
    found = played(report(("+++", "---"), ("+++", "+++")), play(season))
    assert found.sentences[0].startswith("People are right by a buzz in")
    assert found.sentences[-1].startswith("ir is first right after")
    assert len(set(found.sentences)) == len(found.sentences)
    page = html(found)
    assert "How people and machines play" in page
    assert "How early a guesser is right" in page


def test_what_a_machine_was_trained_on_is_in_no_figure_of_play(season):
    learned = [replace(one, trained_on=one.player == "ir" and one.question_id in ("q0", "q1", "q12")) for one in season]
    without = [one for one in learned if not one.trained_on]
    found, bare = play(learned), play(without)
    assert [(row.player, row.seen, row.answers) for row in found.trained_on] == [("ir", 3, 24)]
    assert as_text(replace(found, trained_on=(), signatures=())) == as_text(replace(bare, signatures=()))
    assert all("|trained-on:3-left-out|" in line for line in found.signatures)
    assert not any("trained-on" in line for line in bare.signatures)
    [told] = [note for note in figures(played(nothing(), found)).quizbowl.notes if "trained-on" in note]
    assert told.startswith("Of 24 answers of ir 3 are trained-on")


def test_where_machines_have_learned_all_there_is_no_figure_but_the_reason(season):
    learned = [replace(one, trained_on=True) for one in season if one.player == "ir"]
    said = with_play(None, play(learned))
    assert said.sentences == (
        "All 24 answers of ir are trained-on, to questions learned from before, so there is no figure to quote.",
    )


def test_a_difference_whose_interval_holds_0_is_indistinguishable_from_none_whatever_the_test_of_it_says(buzz):
    """The interval and the p are by different methods: of pairs they part at about 5%."""
    before = [buzz("ann", 5, at < 24, id=f"q{at}", is_machine=True) for at in range(60)]
    after = [
        buzz("ann", 5, 12 <= at < 24 or at >= 56, id=f"v{at}", set="adversarial", is_machine=True, original=f"q{at}")
        for at in range(60)
    ]
    made = play([*before, *after])
    [row] = [found for found in made.compared if found.of == "buzzed"]
    assert row.accuracy.low < 0 < row.accuracy.high
    assert row.p < 0.05
    [said, *_] = of_play(made)
    assert "points, indistinguishable from none (n = 60 and 60)." in said
    assert "p = " not in said


def test_where_a_machine_is_first_right_says_on_how_many_questions_it_never_is(buzz):
    def readings(at):
        return tuple(Reading(words, words / 10, "", None, words >= 5 and at % 4 > 0) for words in (2, 5, 10))

    buzzes = [buzz("ann", 10, at % 4 > 0, id=f"q{at}", is_machine=True, readings=readings(at)) for at in range(12)]
    made = play(buzzes)
    assert (made.played[0].never, made.played[0].first_right.value) == (3, pytest.approx(0.625))
    [said, *_] = of_play(made)
    assert "first right after 62.5% of their words on average (never on 3 of them, which count as the whole" in said
