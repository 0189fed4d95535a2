"""Attempts by the type of attack that they stand by."""

import pytest

from report_figures import figures
from stumper.reports import build_report
from stumper.tasks.reading.section.analysis import table_row

CONTEXT = "One two three four five six seven eight nine ten."


@pytest.fixture
def report(store, record, make):
    """Four attempts: two that split (one fooled), one that reorders, one of no known type; and one that was skipped."""
    examples = [make.question(f"q{place}", "Which number is last?", CONTEXT, "ten") for place in range(5)]
    typed = {"q0": ("split", "at and: x"), "q1": ("split", "at semicolon"), "q2": ("reorder", ""), "q3": ("", "")}

    def made(run_id, example):
        if example.id == "q4":
            return make.attempt(run_id, example, "skipped", make.verdict(example, "one"))
        changed = make.appended(example, "So it is." if example.id == "q0" else "So.")
        changed = type(changed)(changed.example_id, changed.query, changed.gold, make.edits(*typed[example.id]))
        fooled = example.id == "q0"
        longer = type(example)(example.id, changed.query, changed.gold)
        after = make.verdict(longer, "So" if fooled else "ten")
        return make.attempt(
            run_id, example, "succeeded" if fooled else "failed", make.verdict(example, "ten"), after, changed, 4
        )

    return build_report(store, [record(examples, made, "edit-combined")])


def rows(report):
    return {(row.kind, row.rule): row for row in figures(report).attack_types}


def test_each_kind_has_a_row_and_its_rules_stand_behind_it(report):
    assert list(rows(report)) == [
        ("split", ""),
        ("split", "at and"),
        ("split", "at semicolon"),
        ("", ""),
        ("reorder", ""),
    ]


def test_the_share_that_fooled_is_of_the_attempts_of_the_type(report):
    assert {key: (row.success.value, row.success.n) for key, row in rows(report).items()} == {
        ("split", ""): (0.5, 2),
        ("split", "at and"): (1.0, 1),
        ("split", "at semicolon"): (0.0, 1),
        ("reorder", ""): (0.0, 1),
        ("", ""): (0.0, 1),
    }


def test_scores_distance_and_queries_are_means_over_them(report):
    split = rows(report)["split", ""]
    assert (split.f1.before.value, split.f1.after.value, split.f1.difference.value) == (1, 0.5, -0.5)
    assert split.edit_distance.value == pytest.approx((3 / 10 + 1 / 10) / 2)
    assert split.queries == 4


def test_no_share_of_words_is_below_0(store, record, make):
    def made(run_id, example):
        more = "So." if example.id != "q0" else " ".join(["so"] * 40)
        changed = make.appended(example, more)
        changed = type(changed)(changed.example_id, changed.query, changed.gold, make.edits("split", ""))
        after = make.verdict(type(example)(example.id, changed.query, changed.gold), "ten")
        return make.attempt(run_id, example, "failed", make.verdict(example, "ten"), after, changed)

    examples = [make.question(f"q{place}", "Which number is last?", CONTEXT, "ten") for place in range(12)]
    [row] = figures(build_report(store, [record(examples, made, "edit-combined")])).attack_types
    assert (row.edit_distance.low, row.edit_distance.value) == (0.0, pytest.approx((4.0 + 11 * 0.1) / 12))


@pytest.mark.parametrize(
    ("rule", "row"),
    [
        ("special ()", "special"),
        ('special ""', "special"),
        ("special __", "special"),
        ("what (who)", "what (who)"),
        ("at and: x", "at and"),
        ("swap", "swap"),
        ("", ""),
    ],
)
def test_rules_that_differ_only_in_signs_are_one_row(rule, row):
    assert table_row(rule) == row


def test_an_attempt_that_changed_nothing_has_no_type(store, record, make):
    example = make.question("q", "Which number is last?", CONTEXT, "ten")
    before = make.verdict(example, "ten")
    run_id = record([example], lambda run, _: make.attempt(run, example, "failed", before), "edit-merge")
    assert figures(build_report(store, [run_id])).attack_types == ()


def test_an_exhibit_tells_its_type_and_its_rule(report):
    assert [(shown.kind, shown.rule) for shown in report.examples[:2]] == [
        ("split", "at and: x"),
        ("split", "at semicolon"),
    ]
