"""A report by capability and by slice of the data."""

from dataclasses import replace

import pytest

from report_figures import figures
from stumper.reports import build_report
from stumper.reports.markdown import markdown
from stumper.reports.of_runs import report_of
from stumper.types import Gold

FACTS = " ".join(f"Lamp {number} was lit by Ada in 18{number:02}." for number in range(60))


@pytest.fixture
def report(store, record, make):
    """Two edits of vocabulary and one of syntax; 60 questions, of which synonyms turn the first 30 wrong."""
    examples = [
        make.question(f"q{number:02}", f"When was lamp {number} lit by Ada?", FACTS, f"18{number:02}")
        for number in range(60)
    ]

    def made(kind: str, wrong: int, missing: int = 0):
        def attempted(run_id, example):
            number = int(example.id[1:])
            before = make.verdict(example, example.gold.answers[0].text)
            if number >= 60 - missing:
                return make.attempt(run_id, example, "failed", before)
            changed = replace(make.appended(example, f"So it is {kind}."), edits=make.edits(kind, ""))
            said = "nobody" if number < wrong else example.gold.answers[0].text
            after = make.verdict(type(example)(example.id, changed.query, changed.gold), said)
            return make.attempt(run_id, example, "succeeded" if number < wrong else "failed", before, after, changed, 2)

        return attempted

    runs = [
        record(examples, made("synonym", 30), "edit-synonym"),
        record(examples, made("question paraphrase", 6), "question-paraphrase"),
        record(examples, made("split", 0, missing=20), "edit-split"),
        record(examples, made("split + synonym", 0), "edit-combined"),
        record(examples, made("", 60), "add-benign"),
    ]
    return build_report(store, runs)


def test_a_question_counts_at_the_worst_of_the_variants_of_a_capability(report) -> None:
    rows = {row.capability: row for row in figures(report).capabilities}
    assert set(rows) == {"vocabulary", "syntax", "several at once"}
    assert rows["vocabulary"].attacks == ("edit-synonym", "question-paraphrase")
    assert [row.f1.after.n for row in rows.values()] == [60, 40, 60]
    assert (rows["vocabulary"].f1.before.value, rows["vocabulary"].f1.difference.value) == (1.0, -0.5)
    assert rows["syntax"].f1.difference.value == 0
    assert {row.test for row in rows.values()} == {"invariance"}


def test_intervals_hold_for_all_rows_so_they_are_wider_than_that_of_one(report) -> None:
    [synonym] = [row for row in figures(report).attack_types if row.kind == "synonym" and not row.rule]
    [vocabulary] = [row for row in figures(report).capabilities if row.capability == "vocabulary"]
    assert vocabulary.f1.difference.value == synonym.f1.difference.value
    assert vocabulary.f1.difference.low < synonym.f1.difference.low


def test_thirds_are_of_the_questions_and_words_have_a_part_each(report) -> None:
    rows = [row for row in figures(report).slices if row.names.attack == "edit-synonym"]
    assert [(row.part, row.questions) for row in rows if row.slice == "answer_type"] == [("date", 60)]
    assert [row.questions for row in rows if row.slice == "paragraph_words"] == [60]  # all alike: no thirds
    places = [row for row in rows if row.slice == "answer_position"]
    assert [row.part.partition(",")[0] for row in places] == ["lowest third", "middle third", "highest third"]
    assert [row.questions for row in places] == [20, 20, 20]
    assert [row.f1.difference.value for row in places] == [-1.0, -0.5, 0.0]


def test_a_report_without_examples_has_slices_and_one_without_slices_says_so(store, report) -> None:
    runs = [run.run_id for run in report.provenance]
    assert figures(build_report(store, runs, with_examples=False)).slices == figures(report).slices
    assert figures(build_report(store, runs, with_examples=False, is_sliced=False)).slices is None
    assert report_of(store, runs, with_examples=False).section("reading").figures["slices"] is None


def test_what_was_made_of_nothing_stands_in_for_itself_in_its_slice(report) -> None:
    [last] = [
        row
        for row in figures(report).slices
        if row.names.attack == "edit-split" and row.slice == "answer_position" and row.part.startswith("highest")
    ]
    assert (last.questions, last.f1.after.value) == (20, 1.0)


def test_controls_are_no_rows_and_both_tables_are_shown(report) -> None:
    assert "add-benign" not in {row.names.attack for row in figures(report).slices}
    shown = markdown(report)
    assert "| vocabulary | invariance | edit-synonym, question-paraphrase | 60 |" in shown
    assert "By words of the question in the key sentence" in shown


def test_parts_stand_in_the_order_of_the_data_though_the_first_system_lacks_one(store, record, make) -> None:
    """The first system failed on the one question about a date: its rows have no such part, those of the second do."""
    examples = [
        make.question("q1", "When was it lit?", FACTS, "1801"),
        make.question("q2", "Who lit it?", FACTS, "Ada"),
    ]

    def made(failed):
        def attempted(run_id, example):
            changed = replace(make.appended(example, "So."), edits=make.edits("split", ""))
            verdict = make.verdict(example, example.gold.answers[0].text)
            if example.id == failed:
                return replace(make.attempt(run_id, example, "errored", verdict), after=None)
            return make.attempt(run_id, example, "failed", verdict, verdict, changed, 2)

        return attempted

    runs = [record(examples, made(failed), "edit-split", victim=victim) for victim, failed in (("a", "q1"), ("b", ""))]
    [shown] = [part for part in markdown(build_report(store, runs)).split("By ") if part.startswith("type of answer")]
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in shown.splitlines() if "edit-split" in line]
    assert rows == [["a", "person"], ["b", "date"], ["b", "person"]]


def test_a_question_that_was_lost_under_one_attack_has_no_worst_variant_unless_it_is_wrong(store, record, make) -> None:
    """Of four questions the system fails on two under one of two attacks: on one of these it is wrong under the other,
    and none is worse; of the other nobody knows, so that it is left out."""
    examples = [make.question(f"q{number}", f"When was lamp {number} lit?", FACTS, "1801") for number in range(4)]

    def made(kind, failed, wrong):
        def attempted(run_id, example):
            before = make.verdict(example, "1801")
            if example.id in failed:
                return replace(make.attempt(run_id, example, "errored", before), after=None)
            changed = replace(make.appended(example, f"So it is {kind}."), edits=make.edits(kind, ""))
            is_wrong = example.id in wrong
            after = make.verdict(example, "nobody" if is_wrong else "1801")
            return make.attempt(run_id, example, "succeeded" if is_wrong else "failed", before, after, changed, 2)

        return attempted

    runs = [
        record(examples, made("synonym", {"q0", "q1"}, {}), "edit-synonym"),
        record(examples, made("question paraphrase", {}, {"q1"}), "question-paraphrase"),
    ]
    report = build_report(store, runs)
    [row] = figures(report).capabilities
    assert (row.f1.after.n, row.f1.after.value, row.lost) == (3, pytest.approx(2 / 3), 1)
    assert "and the question is left out: vocabulary (invariance) 1." in markdown(report)
    others = [make.question(f"r{number}", f"When was lamp {number} sold?", FACTS, "1801") for number in range(4)]
    elsewhere = record(others, made("synonym", {"r3"}, {}), "edit-synonym", fingerprint="e" * 32, dataset="lamps")
    said = markdown(build_report(store, [*runs, elsewhere]))
    lost = [line.split(" failed on questions under these attacks. ") for line in said.splitlines()]
    told = [(line[0], line[1].split(": ")[-1]) for line in lost if line[1:]]
    assert told == [
        ("- embedded on reading", "vocabulary (invariance) 1."),
        ("- embedded on lamps", "vocabulary (invariance) 1."),
    ]


def test_a_part_of_few_questions_has_no_figure(store, record, make) -> None:
    examples = [make.question(f"q{number}", "When was it lit?", FACTS, "1801") for number in range(19)]
    examples.append(make.question("q19", "Who lit it?", FACTS, "Ada"))

    def made(run_id, example):
        changed = replace(make.appended(example, "So."), edits=make.edits("split", ""))
        verdict = make.verdict(example, example.gold.answers[0].text)
        return make.attempt(run_id, example, "failed", verdict, verdict, changed, 2)

    report = build_report(store, [record(examples, made, "edit-split")])
    found = {row.part: row for row in figures(report).slices if row.slice == "answer_type"}
    assert {part: row.questions for part, row in found.items()} == {"date": 19, "person": 1}
    assert all(row.f1.after.n == 0 for row in found.values())
    assert "| date | edit-split | 19 | too few | too few | too few |" in markdown(report)


def test_what_is_right_after_a_change_decides_whether_the_test_is_directional(store, record, make) -> None:
    example = make.question("q1", "Who lit it?", FACTS, "Ada")

    def made(run_id, example):
        changed = make.appended(example, "Bo did.")
        other = Gold((type(example.gold.answers[0])("Bo", changed.query.context.text.index("Bo")),))
        changed = replace(changed, gold=other, edits=make.edits("answer", "person"))
        after = make.verdict(type(example)("q1", changed.query, other), "Ada")
        return make.attempt(run_id, example, "succeeded", make.verdict(example, "Ada"), after, changed, 2)

    report = build_report(store, [record([example], made, "edit-answer")])
    [row] = figures(report).capabilities
    assert (row.capability, row.test, row.f1.difference.value) == ("faithfulness", "directional", -1.0)
    [exhibit] = report.examples
    assert (exhibit.capability, exhibit.test) == ("faithfulness", "directional")
