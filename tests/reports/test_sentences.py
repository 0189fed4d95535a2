"""What a report says in words, from rows made by hand."""

from dataclasses import replace
from math import nan

import pytest

from stumper.judging import Judges
from stumper.scores.before_after import BeforeAfter as Comparison
from stumper.sections.ran import Names, Outcomes, Queries
from stumper.sections.section import within
from stumper.sections.wording import change, count, interval, percent, plural, signed, told
from stumper.standing import Stopped
from stumper.statistics import Estimate, share
from stumper.tasks.reading.section import sentences
from stumper.tasks.reading.section.figures import Figures, Row
from stumper.tasks.reading.section.parts import blocks
from stumper.text import several_of

CONTROLS = {"identity": "unchanged", "add-benign": "longer"}
NOTHING = Estimate(nan, nan, nan, 0)


def row(adversary, before, after, difference, victim="embedded", dataset="reading", **fields) -> Row:
    attack = {"add-any": "AddAny"}.get(adversary, adversary)
    f1 = Comparison(Estimate(*before, 300), Estimate(*after, 300), Estimate(*difference, 300))
    given = {"success": Estimate(0.6, 0.5, 0.7, 250), "outcomes": Outcomes(150, 100, 0, 50, 0), "judges": ()}
    given |= {"queries": Queries(100, 80, 25_000), "uncovered": 0.05, "exact_match": f1}
    names = Names(dataset, victim, adversary, attack, "a family", CONTROLS.get(adversary, ""))
    return Row(run_id=f"{victim}{attack}", names=names, f1=f1, **(given | fields))


ANY = row("add-any", (0.706, 0.66, 0.75), (0.214, 0.18, 0.249), (-0.492, -0.54, -0.44))
BENIGN = row("add-benign", (0.706, 0.66, 0.75), (0.697, 0.65, 0.74), (-0.009, -0.022, 0.004))


def test_a_stopped_run_is_no_figure_of_the_whole():
    stopped = replace(ANY, stopped=Stopped(14, 40))
    assert sentences.notes([stopped], {})[0] == (
        "AddAny on embedded was stopped at 14 of 40 attempts. Those that end first are no fair sample of them, so its "
        "figures are none of the whole; the same command goes on with it."
    )
    [control] = sentences.summary([replace(BENIGN, stopped=Stopped(14, 40)), ANY])
    assert control.startswith("An unrelated sentence (add-benign, stopped at 14 of 40) costs it")


def test_a_control_says_whether_its_length_explains_the_drop():
    within = row("add-benign", (0.706, 0.66, 0.75), (0.697, 0.65, 0.74), (-0.009, -0.019, 0.004))
    assert sentences.summary([within, ANY]) == (
        "An unrelated sentence (add-benign) costs it 0.9 [−0.4, 1.9] F1, n = 300: "
        "no effect, to within 2 points, so one more sentence alone does not explain the drop.",
    )


def test_a_control_whose_interval_reaches_further_than_the_margin_explains_nothing_away():
    assert sentences.summary([BENIGN, ANY]) == (
        "An unrelated sentence (add-benign) costs it 0.9 [−0.4, 2.2] F1, n = 300: not told apart from no effect.",
    )


def test_few_questions_of_which_none_changed_show_nothing():
    none = ((0.7, 0.6, 0.8), (0.7, 0.6, 0.8), (0.0, -0.12, 0.12))
    of_few = replace(row("add-benign", *none), f1=Comparison(*(Estimate(*figure, 24) for figure in none)))
    assert sentences.summary([of_few, ANY])[0].endswith(" F1, n = 24: not told apart from no effect.")


def test_a_control_says_how_many_words_it_adds_where_that_is_known():
    assert sentences.summary([replace(BENIGN, added_words=9.6), ANY])[0].startswith(
        "An unrelated sentence of about 10 words (add-benign) costs it 0.9"
    )


def test_the_controls_of_several_systems_share_a_sentence():
    calm = row("add-benign", (0.8, 0.7, 0.9), (0.8, 0.7, 0.9), (0.0, -0.01, 0.01), victim="hf:tiny")
    assert sentences.summary([ANY, BENIGN, calm]) == (
        "An unrelated sentence (add-benign) costs embedded 0.9 [−0.4, 2.2], hf:tiny 0.0 [−1.0, 1.0] F1, n = 300: "
        "each not told apart from no effect.",
    )
    other = replace(
        calm, f1=Comparison(*(replace(one, n=24) for one in (calm.f1.before, calm.f1.after, calm.f1.difference)))
    )
    assert (
        "costs embedded 0.9 [−0.4, 2.2] (n = 300), hf:tiny 0.0 [−1.0, 1.0] (n = 24) F1: each"
        in sentences.summary([BENIGN, other])[0]
    )


def test_the_controls_of_several_data_sets_name_these() -> None:
    other = row("add-benign", (0.8, 0.7, 0.9), (0.8, 0.7, 0.9), (0.0, -0.01, 0.01), dataset="lamps")
    assert (
        "costs embedded on reading 0.9 [−0.4, 2.2], embedded on lamps 0.0 [−1.0, 1.0] F1, n = 300: each"
        in sentences.summary([ANY, BENIGN, other])[0]
    )
    elsewhere = row("add-any", (0.7, 0.6, 0.8), (0.2, 0.1, 0.3), (-0.5, -0.6, -0.4), dataset="lamps")
    assert "costs embedded on reading 0.9 [−0.4, 2.2] F1" in sentences.summary([ANY, BENIGN, elsewhere])[0]


def test_a_control_that_another_run_has_as_well_is_said_once() -> None:
    again = replace(BENIGN, names=replace(BENIGN.names, is_again=True))
    assert sentences.summary([again, BENIGN, ANY]) == sentences.summary([BENIGN, ANY])


def test_controls_of_several_lengths_are_named_without_one():
    rows = [replace(BENIGN, added_words=10.0), replace(BENIGN, added_words=20.0), ANY]
    assert sentences.summary(rows)[0].startswith("An unrelated sentence (add-benign) costs embedded 0.9")


def test_a_control_that_costs_something_is_not_explained_away():
    harmful = row("add-benign", (0.7, 0.6, 0.8), (0.6, 0.5, 0.7), (-0.1, -0.13, -0.07))
    assert sentences.summary([harmful, ANY])[0].endswith(
        "costs it 10.0 [7.0, 13.0] F1, n = 300: that much is the effect of a longer paragraph."
    )


def test_unjudged_is_not_correct():
    assert sentences.notes([ANY], {})[0].startswith("Not judged:")


def test_errors_are_counted_in_words():
    broken = row("add-any", (0.7, 0.6, 0.8), (0.4, 0.3, 0.5), (-0.3, -0.4, -0.2), outcomes=Outcomes(0, 9, 0, 0, 1))
    assert sentences.notes([broken], {})[0].startswith("1 attempt of 10 ended in an error")


def test_a_sum_in_another_order_is_told_as_the_same_difference() -> None:
    """Seen: -22.7 in the sentence and -22.8 in the row below it."""
    forwards, exact = (0.1 + 0.2 + 0.3) / 6 + 0.1275, 0.2275
    several = {signed(-value) for value in (exact, forwards, exact - 1e-15, exact + 1e-15)}
    assert several == {"\N{MINUS SIGN}22.8"}
    assert (percent(exact - 1e-15), percent(0.22749)) == ("22.8", "22.7")


def test_numbers_have_one_decimal_and_a_true_minus_sign():
    assert (percent(0.2137), percent(1.0), percent(-0.004), percent(nan)) == ("21.4", "100.0", "−0.4", "–")
    assert (signed(-0.492), signed(0.009), signed(-0.0001), signed(nan)) == ("−49.2", "+0.9", "0.0", "–")
    assert (count(12_345), count(917.25), count(2.0), count(nan)) == ("12\u202f345", "917.2", "2", "–")
    assert (plural(1, "query", "queries"), plural(2, "query", "queries")) == ("1 query", "2 queries")


def test_one_value_has_no_interval():
    assert interval(Estimate(0.5, nan, nan, 1)) == ""
    assert interval(NOTHING) == ""
    assert interval(Estimate(0.5, 0.4, 0.6, 9)) == "[40.0, 60.0]"


def test_a_difference_is_a_word():
    assert change(NOTHING) == "nothing to compare"
    assert change(Estimate(-0.5, nan, nan, 4)) == "too few to tell"
    assert change(Estimate(-0.1, -0.2, 0.0, 9)) == "indistinguishable"
    assert change(Estimate(-0.1, -0.2, -0.05, 9)) == "lower"
    assert change(Estimate(0.1, 0.05, 0.2, 9)) == "higher"


def test_what_is_not_known_is_said():
    same = ((0.7, 0.6, 0.8), (0.7, 0.6, 0.8), (0.0, 0.0, 0.0))
    said = share([True, True, False, True])
    by = (Judges("person", 2, 4, said), Judges("model", 1, 1, said))
    assert costs(row("add-any", *same)) == ["5.0", "not judged"]
    judged = "75.0 [28.9, 96.6] of 4 by 2 people and 1 model"
    assert costs(row("add-any", *same, correct=said, judges=by, uncovered=None)) == ["no distribution", judged]
    assert costs(row("identity", *same))[1] == "–"


def test_what_lists_of_guesses_leave_out_is_told_over_all_runs_of_a_system():
    same = ((0.7, 0.6, 0.8), (0.7, 0.6, 0.8), (0.0, 0.0, 0.0))
    rows = [row("add-any", *same, uncovered=0.02), row("add-sent", *same, uncovered=0.06)]
    [told] = [note for note in sentences.notes(rows, {}) if "leave out" in note]
    assert told.startswith("The lists of guesses leave out 4.0% of the probability of ")


def test_the_table_of_costs_says_when_a_victim_is_fooled():
    """Seen: "712 metres long" for "412 metres long" is kept, as two words are right."""
    one = replace(row("add-any", (0.7, 0.6, 0.8), (0.7, 0.6, 0.8), (0.0, 0.0, 0.0)), goal="f1_zero")
    [table] = [block.table for block in within(blocks(Figures((), (one,), (), (), ())))
               if block.table and block.table.title == "Outcomes and cost"]  # fmt: skip
    assert table.aside.endswith("queries an attempt; fooled is: no word of a right answer left")


def costs(one: Row) -> list[str]:
    """What the table of costs says at its end: the share that is left out, and what was judged."""
    every = within(blocks(Figures((), (one,), (), (), ())))
    [table] = [block.table for block in every if block.table and block.table.title == "Outcomes and cost"]
    return [told(cell) for cell in table.rows[0].cells[-2:]]


def test_the_table_of_costs_says_where_what_was_wrong_already_counts():
    same = ((0.7, 0.6, 0.8), (0.7, 0.6, 0.8), (0.0, 0.0, 0.0))
    for ended, is_told in ((Outcomes(1, 3, 0, 5, 0, 1), True), (Outcomes(1, 3, 0, 5, 0), False)):
        every = within(blocks(Figures((), (row("add-any", *same, outcomes=ended),), (), (), ())))
        [table] = [block.table for block in every if block.table and block.table.title == "Outcomes and cost"]
        assert ("; what was wrong already is skipped, also where nothing was proposed" in table.aside) == is_told


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("category", "categories"),
        ("play", "plays"),
        ("class", "classes"),
        ("claim", "claims"),
        ("key", "keys"),
        ("match", "matches"),
    ],
)
def test_nouns_have_the_plural_that_english_has(one, many):
    assert several_of(one) == many
