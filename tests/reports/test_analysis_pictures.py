"""Where the dots and bars of the error analysis stand."""

import pytest

from stumper.scores import Case, failures
from stumper.sections.ran import Names
from stumper.tasks.reading.section.analysis_pictures import (
    BAR_HEIGHT,
    HEIGHT,
    LABEL_GAP,
    LEAST_BAR,
    length_plot,
    shared_plot,
)
from stumper.tasks.reading.section.figures import Analysis

NAMES = Names("reading", "embedded", "add-sent", "AddSent", "sentences")


def analysed(still_right, turned_wrong, paragraph="one two three") -> Analysis:
    """Of questions of these numbers of words, none of which stands in the paragraph."""
    groups = ((still_right, False), (turned_wrong, True))
    cases = [Case(" ".join(["who"] * n), paragraph, "one", "two", 0, (), wrong) for row, wrong in groups for n in row]
    return Analysis("r", NAMES, failures(cases), ())


def test_bars_stand_over_their_lengths_and_the_fullest_is_the_tallest():
    plot = length_plot(analysed([4, 5, 8], [10]))
    right, wrong = plot.histograms
    assert [(bar.x, bar.width, bar.label, bar.number) for bar in right.bars] == [
        (0, 25, "4–5 words", 2),
        (50, 25, "8–9 words", 1),
    ]
    assert [(bar.x, bar.height) for bar in wrong.bars] == [(75, BAR_HEIGHT)]
    assert [bar.height for bar in right.bars] == pytest.approx([BAR_HEIGHT * 2 / 3, BAR_HEIGHT / 3])
    assert right.mean == pytest.approx(100 * ((4 + 5 + 8) / 3 + 0.5 - 4) / 8)


def test_very_long_questions_share_the_last_bar_even_where_all_are():
    plot = length_plot(analysed([40], [90, 31]))
    assert [[bar.label for bar in row.bars] for row in plot.histograms] == [["30+ words"], ["30+ words"]]
    assert all(0 <= row.mean <= 100 for row in plot.histograms)


def test_one_question_among_thousands_is_seen():
    plot = length_plot(analysed([6] * 3000 + [20], [6]))
    assert plot.histograms[0].bars[-1].height == LEAST_BAR


def test_a_group_without_questions_is_not_drawn():
    found = analysed([], [6])
    assert [row.label for row in length_plot(found).histograms] == ["turned wrong"]
    assert [row.label for row in shared_plot(found).series] == ["turned wrong"]


def test_shares_stand_between_the_top_and_the_axis_and_labels_never_touch():
    plot = shared_plot(analysed([3, 4], [5, 6], paragraph="who who who"))
    right, wrong = plot.series
    assert [spot.y for spot in right.spots] == [0, 0, 0] + [HEIGHT] * 4
    assert abs(right.label_height - wrong.label_height) >= LABEL_GAP
    assert max(right.label_height, wrong.label_height) <= HEIGHT


def test_one_question_has_no_interval():
    [series] = shared_plot(analysed([], [6])).series
    assert all(spot.high == spot.low == spot.y for spot in series.spots)


def contrasted(still_right, turned_wrong) -> Analysis:
    """Of questions with so many words in a row from the paragraph."""
    numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
    cases = [
        Case(" ".join(["who", *numbers[:n]]), " ".join(numbers), "one", "two", 0, (), wrong)
        for row, wrong in ((still_right, False), (turned_wrong, True))
        for n in row
    ]
    return Analysis("r", NAMES, failures(cases), ())


def test_the_label_of_the_line_that_ends_higher_stands_higher_wherever_the_middles_are():
    right, wrong = shared_plot(contrasted([0] * 19 + [7], [3] * 20)).series
    assert right.spots[-1].y < wrong.spots[-1].y
    assert right.spots[2].y > wrong.spots[2].y
    assert right.label_height < wrong.label_height
    right, wrong = shared_plot(contrasted([3] * 20, [0] * 19 + [7])).series
    assert right.label_height > wrong.label_height


def test_of_lines_that_end_together_the_one_that_was_higher_in_the_middle_has_its_label_on_top():
    right, wrong = shared_plot(contrasted([0] * 20, [3] * 20)).series
    assert right.spots[-1].y == wrong.spots[-1].y
    assert wrong.label_height < right.label_height
