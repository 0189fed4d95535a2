"""From runs on claims to the figures of a report."""

from dataclasses import replace
from math import isnan

import pytest

from report_figures import figures
from stumper.identity import perturbation_id
from stumper.reports import build_report, html, markdown, to_json
from stumper.reports.report import Report
from stumper.store import Store
from stumper.store.values import from_text, to_text
from stumper.tasks.verification.claim import LABELS, Claim
from stumper.types import Judgement, Passage, Prediction
from texts_of_values import as_text

SUPPORTS, REFUTES, UNKNOWN = LABELS


@pytest.fixture
def four(make):
    """Four supported claims, each negated by one rule."""
    examples = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(4)]
    return [
        make.changed(one, one.query.text.replace("wrote", "never wrote"), "simple negation", "never", swaps=True)
        for one in examples
    ]


def right(one):
    """Right before and after, with the gold evidence."""
    return prediction(one.example.gold, one), prediction(one.perturbation.gold, one)


def prediction(gold, one):
    return Prediction(right_guess(gold), 1.0, (f"Page_{one.example.id}:0",))


def right_guess(gold):
    from stumper.types import Guess

    return (Guess(gold.answers[0].text, 1.0),)


def fooled_on(*ids: str):
    """Right before; after, the original's label is repeated for these originals."""

    def answers(one):
        before, after = right(one)
        return before, before if one.example.id in ids else after

    return answers


def test_scores_potencies_and_resiliences_are_over_all_that_was_asked(store, recorder, four):
    ids = [
        recorder.run("claim-rules", "a", four, fooled_on("0", "1")),
        recorder.run("claim-rules", "b", four, fooled_on("0", "1", "2", "3")),
    ]
    recorder.judge(four, correct=3)
    [part] = figures(build_report(store, ids)).verification
    [found, _] = part.standings
    assert found.measure == "FEVER score"
    [row] = found.tournament.potencies
    assert (row.raw.value, row.correct_rate.value, row.potency.value) == (0.75, 0.75, 0.5625)
    assert [(one.victim, one.resilience.value) for one in found.tournament.resiliences] == [("a", 0.5), ("b", 0.0)]
    assert [(run.scores.before.value, run.scores.after.value) for run in part.runs] == [(1.0, 0.5), (1.0, 0.0)]
    assert [(run.judged, run.correct) for run in part.runs] == [(4, 3), (4, 3)]


def test_a_claim_whose_original_was_wrong_counts_with_what_it_scores(store, recorder, make, four):
    def lucky(one):
        return make.said(UNKNOWN), make.said(REFUTES)

    [part] = figures(build_report(store, [recorder.run("claim-rules", "a", four, lucky)])).verification
    assert (part.runs[0].scores.before.value, part.runs[0].scores.after.value) == (0.0, 1.0)


@pytest.mark.parametrize("says", LABELS)
def test_a_system_that_always_says_one_label_shows_an_excess_that_holds_0(store, recorder, make, says):
    """Negations that turn supported claims alone leave fewer of them, and take nothing from who reads none."""
    labels = [SUPPORTS] * 12 + [REFUTES] * 6 + [UNKNOWN] * 6
    examples = [make.claim(str(n), f"Ada wrote play {n}.", label) for n, label in enumerate(labels)]
    made = [
        make.changed(one, f"It is play {one.id} that Ada wrote.", "simple negation", "turned", swaps=int(one.id) < 8)
        for one in examples
    ]
    run = recorder.run("claim-rules", "a", made, lambda one: (make.said(says), make.said(says)))
    report = build_report(store, [run])
    [part] = figures(report).verification
    for standings in part.standings:
        [row] = standings.tournament.potencies
        assert row.gain.value == pytest.approx(0)
        assert row.gain.low < 0 < row.gain.high
    assert "both ways of turning a label alike, so that always saying the same has none" in html(report)
    for text in (html(report), markdown(report)):
        assert "claim-rules turns 8 from SUPPORTS to REFUTES and none back: its excess leaves these out." in text


def test_an_excess_that_is_another_than_the_scores_differ_by_says_why_beside_it(store, recorder, make):
    labels = [SUPPORTS] * 12 + [REFUTES] * 4
    examples = [make.claim(str(n), f"Ada wrote play {n}.", label) for n, label in enumerate(labels)]
    made = [make.changed(one, f"It is play {one.id} that Ada wrote.", "negation", "turned", swaps=True)
            for one in examples]  # fmt: skip
    said = lambda one: (make.said(SUPPORTS), make.said(SUPPORTS))  # noqa: E731
    report = build_report(store, [recorder.run("claim-rules", "a", made, said)])
    why = (
        "claim-rules turns labels, 12 from SUPPORTS to REFUTES and 4 back (one way of only 4 claims): both ways count "
        "alike in its excess of 0.0 points. Over all changes as they are, as in the scores before and after, it is "
        "+50.0."
    )
    assert why in html(report)
    assert why in markdown(report)
    assert "Excess: raw potency less that of its originals, in pairs" in markdown(report)


def test_errors_are_counted_and_left_out(store, recorder, four):
    def failing(one):
        before, after = right(one)
        return before, None if one.example.id == "0" else after

    [part] = figures(build_report(store, [recorder.run("claim-rules", "a", four, failing)])).verification
    assert (part.runs[0].perturbations, part.runs[0].errored, part.runs[0].scores.after.n) == (4, 1, 3)
    assert "1 variant of 4 of claims ended in an error of the system: left out of every mean." in part.notes


def test_nothing_judged_has_neither_potency_nor_resilience_and_says_so(store, recorder, four):
    [part] = figures(build_report(store, [recorder.run("claim-rules", "a", four, right)])).verification
    found = part.standings[0].tournament
    assert isnan(found.potencies[0].potency.value)
    assert isnan(found.resiliences[0].resilience.value)
    assert any("Unjudged is not correct" in note for note in part.notes)


def test_the_baseline_is_told_from_attacks(store, recorder, make, four):
    unchanged = [make.changed(one.example, one.example.query.text) for one in four]
    ids = [recorder.run("unmodified", "a", unchanged, right), recorder.run("claim-rules", "a", four, fooled_on("0"))]
    recorder.judge(unchanged, correct=4)
    recorder.judge(four, correct=4)
    [part] = figures(build_report(store, ids)).verification
    found = part.standings[0].tournament
    assert {row.adversary: row.is_baseline for row in found.potencies} == {"claim-rules": False, "unmodified": True}
    assert found.resiliences[0].adversaries == ("claim-rules",)
    assert {row.names.attack for row in part.shifts} == {"claim-rules"}


def test_judgements_hold_whether_or_not_evidence_was_given(store, recorder, four):
    passage = Passage("Page:0", "Ada wrote a play.", "Page")
    given = [
        replace(
            one,
            example=replace(one.example, query=Claim(one.example.query.text, (passage,))),
            perturbation=replace(one.perturbation, query=Claim(one.perturbation.query.text, (passage,))),
        )
        for one in four
    ]
    recorder.judge(four, correct=4)
    [part] = figures(build_report(store, [recorder.run("claim-rules", "a", given, right)])).verification
    assert (part.runs[0].judged, part.runs[0].correct) == (4, 4)


def test_who_judges_a_claim_with_and_without_evidence_has_one_voice(store, recorder, four):
    passage = Passage("Page:0", "Ada wrote a play.", "Page")
    bare = four[0].perturbation
    given = replace(bare, query=Claim(bare.query.text, (passage,)))
    store.put_judgements(
        [
            Judgement(perturbation_id(given), "ann", True, False, True, judge="person"),
            Judgement(perturbation_id(bare), "ann", True, False, True, judge="person"),
            Judgement(perturbation_id(bare), "bob", True, True, True, judge="person"),
        ]
    )
    one = replace(four[0], perturbation=given)
    [part] = figures(build_report(store, [recorder.run("claim-rules", "a", [one], right)])).verification
    assert (part.runs[0].judged, part.runs[0].correct) == (1, 0)  # one against one is in doubt


def test_shifts_are_told_by_kind_with_the_labels(store, recorder, make, four):
    kept = [
        make.changed(one.example, f"It is so that {one.example.query.text}", "entailment-preserving", "so", number=2)
        for one in four
    ]

    def giving_up(one):
        before, after = right(one)
        return before, make.said(UNKNOWN) if one.perturbation.edits[0].rule == "never" else after

    [part] = figures(build_report(store, [recorder.run("claim-rules", "a", [*four, *kept], giving_up)])).verification
    assert [(row.kind, row.claims) for row in part.shifts] == [
        ("", 8),
        ("entailment-preserving", 4),
        ("simple negation", 4),
    ]
    negated = part.shifts[2].shift
    assert negated.label_accuracy.difference.value == -1.0
    assert isnan(negated.not_enough_info.difference.low), "four originals are too few to tell"
    assert [(turn.before, turn.after, turn.claims) for turn in negated.turns] == [(SUPPORTS, UNKNOWN, 4)]


def test_rules_are_told_with_an_example_that_fooled(store, recorder, four):
    recorder.judge(four[:2], correct=1)
    [part] = figures(build_report(store, [recorder.run("claim-rules", "a", four, fooled_on("2"))])).verification
    [row] = part.rules
    assert (row.attack, row.kind, row.rule, row.perturbations) == ("claim-rules", "simple negation", "never", 4)
    assert (row.raw_potency.value, row.judged, row.correct) == (0.25, 2, 1)
    assert row.example_id == "2"
    assert [change.text for change in row.example if change.kind == "added"] == ["never "]
    assert (row.label_before, row.label_after) == (SUPPORTS, REFUTES)


def test_a_rule_that_few_originals_made_says_why_its_potency_has_no_interval(store, recorder, four):
    said = markdown(build_report(store, [recorder.run("claim-rules", "a", four, fooled_on("2"))]))
    assert "| 4 | 25.0 too few to tell | not judged |" in said
    assert "n counts claims, of which those of fewer than 5 originals are too few to tell." in said


def test_rules_are_counted_by_the_label_that_they_give(store, recorder, make, four):
    refuted = make.claim("9", "Ada wrote play 9.", REFUTES)
    mixed = [*four, make.changed(refuted, "Ada never wrote play 9.", "simple negation", "never", swaps=True)]
    [part] = figures(build_report(store, [recorder.run("claim-rules", "a", mixed, right)])).verification
    assert part.rules[0].labels == ((REFUTES, 4), (SUPPORTS, 1))


def test_without_evidence_from_any_system_only_labels_are_scored(claims_report):
    [part] = figures(claims_report(size=12, gives_evidence=False)).verification
    assert [standings.measure for standings in part.standings] == ["label accuracy"]
    assert any("No system gives evidence" in note for note in part.notes)


def test_where_one_system_gives_no_evidence_labels_come_first(store, recorder, make, four):
    def bare(one):
        return tuple(make.said(gold.answers[0].text) for gold in (one.example.gold, one.perturbation.gold))

    ids = [recorder.run("claim-rules", "a", four, right), recorder.run("claim-rules", "b", four, bare)]
    [part] = figures(build_report(store, ids)).verification
    assert [standings.measure for standings in part.standings] == ["label accuracy", "FEVER score"]


def test_a_system_that_missed_an_attack_is_named(store, recorder, four):
    ids = [
        recorder.run("claim-rules", "a", four, right),
        recorder.run("claim-rules", "b", four, right),
        recorder.run("sears", "a", four, right),
    ]
    [part] = figures(build_report(store, ids)).verification
    assert any(note.startswith("b has no figure under sears") for note in part.notes)


def test_an_attack_that_made_other_claims_for_each_system_joins_them(store, recorder, four):
    """As one does that learns from the system: each has its own perturbations, and its own mean."""
    ids = [
        recorder.run("sears", "a", four[:2], right),
        recorder.run("sears", "b", four[2:], fooled_on("2")),
    ]
    [part] = figures(build_report(store, ids)).verification
    cells = {cell.victim: cell.score for cell in part.standings[0].tournament.cells}
    assert (cells["a"].value, cells["a"].n, cells["b"].value, cells["b"].n) == (1.0, 2, 0.5, 2)


def test_data_sets_have_a_part_each(store, recorder, four, make):
    elsewhere = [make.changed(make.claim("9", "Jo keeps bees.", SUPPORTS), "Jo has bees.")]
    ids = [
        recorder.run("claim-rules", "a", four, right),
        recorder.run("claim-rules", "a", elsewhere, right, dataset="other.jsonl", dataset_fingerprint="d" * 32),
    ]
    report = build_report(store, ids)
    assert [part.dataset for part in figures(report).verification] == ["claims", "other"]
    assert [on in said for said, on in zip(report.sentences, (" on claims", " on other"), strict=True)] == [True, True]


def test_a_report_is_the_same_in_whatever_order_attempts_were_recorded(store, recorder, four, tmp_path):
    run_id = recorder.run("claim-rules", "a", four, fooled_on("1"))
    with Store.open(str(tmp_path / "other.db")) as other:
        other.put_plan(run_id, store.plans()[run_id], "c" * 32)
        other.put_examples("c" * 32, store.examples("c" * 32).values())
        other.put_attempts(store.attempts(run_id)[::-1])
        assert to_json(build_report(other, [run_id])) == to_json(build_report(store, [run_id]))


def test_without_examples_there_are_the_same_standings_alone(store, recorder, four):
    run_id = recorder.run("claim-rules", "a", four, fooled_on("1"))
    whole, quick = (build_report(store, [run_id], with_examples=shown) for shown in (True, False))
    assert (figures(quick).verification[0].shifts, figures(quick).verification[0].rules, quick.examples) == ((), (), ())
    assert repr(figures(quick).verification[0].standings) == repr(figures(whole).verification[0].standings)


def test_a_report_on_claims_is_kept_as_text_and_read_back(store, recorder, four):
    report = build_report(store, [recorder.run("claim-rules", "a", four, right)])
    kept = from_text(Report, to_text(report))
    assert [form(kept) for form in (html, markdown, to_json)] == [form(report) for form in (html, markdown, to_json)]


def test_how_a_run_on_claims_was_computed_is_told(store, recorder, four):
    recorder.judge(four, correct=3)
    [told] = build_report(store, [recorder.run("claim-rules", "a", four, right)]).provenance
    assert told.command.endswith("--out out/claim-rules.jsonl")
    assert "--goal" not in told.command
    assert [line.partition("|")[0] for line in told.signatures] == [
        "fever_score",
        "potency",
        "resilience",
        "joint_potency",
    ]
    assert "|judged:4|correct:3|" in told.signatures[1]


def test_reading_and_claims_stand_in_one_report(store, recorder, four, lifelike):
    reading = lifelike(adversaries=("add-any",), limit=3)
    ids = [*(row.run_id for row in figures(reading).rows), recorder.run("claim-rules", "a", four, right)]
    report = build_report(store, ids)
    assert as_text(figures(report).rows) == as_text(figures(reading).rows)
    assert len(figures(report).verification) == 1
    assert report.sentences[: len(reading.sentences)] == reading.sentences
    assert report.opening == (reading.sentences[0], report.sections[1].sentences[0])
    assert [example.task for example in report.examples] == ["reading"] * 3 + ["verification"] * 4


def test_of_a_long_run_as_many_examples_are_shown_as_a_page_can_hold(store, recorder, make):
    made = [
        make.changed(make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS), f"So: play {n}.", "k", "r")
        for n in range(801)
    ]
    report = build_report(store, [recorder.run("claim-rules", "a", made, right)])
    shown = [int(example.example_id.partition("-")[0]) for example in report.examples]
    assert (len(shown), shown[:3], shown[-1]) == (400, [0, 2, 4], 798)
    assert any("the examples show 400, at even distances" in note for note in figures(report).verification[0].notes)
    assert figures(report).verification[0].runs[0].perturbations == 801


def test_claims_that_a_system_was_trained_on_are_in_none_of_its_figures(store, recorder, four):
    recorder.judge(four, 4)
    ids = [
        recorder.run("claim-rules", "tfidf-da", four, fooled_on("1", "2", "3"), seen=("2", "3")),
        recorder.run("claim-rules", "embedded", four, fooled_on("0", "1"), seen=("0",)),
    ]
    report = build_report(store, ids)
    [part] = figures(report).verification
    scores = {run.names.victim: run.scores.after for run in part.runs}
    assert {name: (score.value, score.n) for name, score in scores.items()} == {
        "tfidf-da": (0.5, 2), "embedded": (pytest.approx(2 / 3), 3),
    }  # fmt: skip
    assert [(run.trained_on, run.perturbations) for run in part.runs] == [(2, 2), (1, 3)]
    found = part.standings[0].tournament
    assert {cell.victim: (cell.score.value, cell.score.n) for cell in found.cells} == {
        "tfidf-da": (0.5, 2), "embedded": (pytest.approx(2 / 3), 3),
    }  # fmt: skip
    # Both have met claim 1 alone, where both are fooled.
    [lead] = found.leads
    assert (lead.difference.value, lead.difference.n) == (0.0, 1)
    assert "Of 4 attempts on tfidf-da 2 are trained-on" in part.notes[0]
    assert "Systems are compared on claims that neither has seen." in part.notes
    assert all("|trained-on:2-left-out|" in line for line in report.provenance[0].signatures)
    assert [exhibit.trained_on for exhibit in report.examples] == [False, False, True, True, True, False, False, False]
    told = markdown(report)
    assert "50.0, n = 2" in told
    assert "trained-on" in html(report)


def test_a_system_that_has_seen_all_claims_stands_in_no_comparison(store, recorder, four):
    every = ("0", "1", "2", "3")
    ids = [
        recorder.run("claim-rules", "tfidf-da", four, fooled_on("1")),
        recorder.run("claim-rules", "embedded", four, fooled_on(), seen=every),
    ]
    report = build_report(store, ids)
    [part] = figures(report).verification
    assert [cell.victim for cell in part.standings[0].tournament.cells] == ["tfidf-da"]
    assert report.sentences[-1].startswith("All 4 attempts on the embedded verifier are trained-on: it was trained or")
    assert not any("was not asked" in note for note in part.notes)
    alone = build_report(store, ids[1:])
    assert alone.sentences == report.sentences[-1:]
    assert html(alone)


def test_each_original_at_its_worst_claim_is_a_second_figure(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(6)]
    made = [make.changed(one, f"So {one.query.text} {n}", number=n) for one in claims for n in range(2)]

    def half(instance):
        return make.said(SUPPORTS), make.said(UNKNOWN if instance.perturbation.query.text.endswith("1") else SUPPORTS)

    report = build_report(store, [recorder.run("claim-rules", "a", made, half)])
    [run] = figures(report).verification[0].runs
    assert (run.scores.after.value, run.scores.after.n) == (0.5, 12)
    assert (run.worst.value, run.worst.n) == (0.0, 6)
    assert "label accuracy of the worst claims" in markdown(report)


def test_an_original_whose_worst_claim_is_not_known_is_left_out_of_that_figure_and_told(store, recorder, make):
    """Seen: 100 % over 59 originals, of 35 of which the system that failed where it would be wrong lost a claim."""
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(24)]
    made = [make.changed(one, f"So {one.query.text} {n}", number=n) for one in claims for n in range(3)]

    def failing(instance):
        number, variant = int(instance.example.id), int(instance.perturbation.query.text[-1])
        if number < 6 and (variant == 0 or number < 2):
            return make.said(SUPPORTS), None  # all of two originals, one claim of four others
        return make.said(SUPPORTS), make.said(UNKNOWN if number in (5, 23) and variant == 1 else SUPPORTS)

    report = build_report(store, [recorder.run("claim-rules", "a", made, failing)])
    [run] = figures(report).verification[0].runs
    assert (run.worst.value, run.worst.n) == (pytest.approx(17 / 19), 19)  # of 5 it is known that none is worse
    unknown = run.worst_unknown
    assert (unknown.originals, unknown.of) == (5, 24)
    assert (unknown.least, unknown.most) == pytest.approx((17 / 24, 22 / 24))
    assert ("of 5 of 24 claims the worst variant is not known, as it failed on some or all, and none that it answered "
            "scores 0. They are left out of this table: with them the figure would be 70.8 had it been wrong on all "
            "that it failed on, and 91.7 had it been right.") in markdown(report)  # fmt: skip


def test_the_interval_of_a_rule_is_by_what_the_claims_of_all_runs_share(make, recorder, store):
    """Claims of twenty pages, each page fooled as a whole; the first run met those of two pages alone."""
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(80)]
    shared = [replace(one, gold=replace(one.gold, evidence_sets=(frozenset({f"Page_{int(one.id) // 4}:{one.id}"}),)))
              for one in claims]  # fmt: skip
    made = [make.changed(one, one.query.text.replace("wrote", "never wrote"), "simple negation", "never", swaps=True)
            for one in shared]  # fmt: skip
    fooled = fooled_on(*(one.id for one in shared if int(one.id) // 4 % 2))
    few = recorder.run("claim-rules", "a", made[:8], fooled)
    all_of_them = recorder.run("claim-rules", "b", made, fooled)
    [both], [alone] = (
        figures(build_report(store, ids)).verification[0].rules for ids in ([few, all_of_them], [all_of_them])
    )
    assert both.raw_potency == alone.raw_potency
