"""Rows of a table: what each says of an attempt, and what becomes of those without a variant."""

from dataclasses import replace

import numpy as np
import pytest

from stumper.errors import BadOption
from stumper.identity import perturbation_id
from stumper.table import STATUSES, of_runs
from stumper.types import Judgement, Nothing, Perturbation

PARAGRAPH = "The lighthouse was lit in 1874 by Ada Thorn."
LIT, WHEN = "Who lit the lighthouse?", "When was it lit?"
SAYS = {LIT: "Ada Thorn", WHEN: "1874", "Who lighted it?": "in 1874", "By whom was it lit?": "Ada"}


@pytest.fixture
def lit(make):
    return make.question("q1", LIT, PARAGRAPH, "Ada Thorn")


def test_a_row_says_what_was_made_of_what_and_what_the_victim_said(store, record, make, lit) -> None:
    made = make.variant(lit, "Who lighted it?", ("synonym", "noun"), ("synonym", "verb"))
    run_id = record([make.met(lit, made, SAYS)], [lit], "edit-synonym", options=(("words", "2"),), budget=9)
    [row] = of_runs(store, [run_id]).rows()
    paragraph = row.pop("paragraph")
    assert paragraph.startswith("Lowmere/")
    assert row == {
        "run": run_id,
        "task": "reading",
        "dataset": "harbour",
        "original": "q1",
        "original_key": perturbation_id(Perturbation("q1", lit.query, lit.gold, ())),
        "article": "Lowmere",
        "slice_overlap": None,  # nobody says where the answer stands
        "slice_paragraph_words": 9.0,
        "slice_answer_position": None,
        "slice_answer_type": "person",
        "adversary": "edit-synonym",
        "attack": "edit-synonym",
        "options": '{"words": "2"}',
        "settings": '{"budget": "9", "goal": "f1_zero", "only_right": "no"}',
        "variant": perturbation_id(made),
        "made_against": None,
        "victim": "scripted",
        "goal": "f1_zero",
        "before_exact_match": 1.0,
        "before_f1": 1.0,
        "after_exact_match": 0.0,
        "after_f1": 0.0,
        "before_answer_contained": 1.0,
        "after_answer_contained": 0.0,
        "goal_before": 1.0,
        "goal_after": 0.0,
        "answer_before": "Ada Thorn",
        "answer_after": "in 1874",
        "outcome": "succeeded",
        "rule": "noun + verb",
        "kind": "synonym",
        "capability": "vocabulary",
        "test": "invariance",
        "queries": 2,
        "error": None,
        "judged": 0,
        "correct": None,
        "status": "asked",
        "chosen": True,
    }


def test_each_status(store, record, make, lit) -> None:
    when = make.question("q2", WHEN, PARAGRAPH, "1874")
    made = make.variant(lit, "By whom was it lit?")
    asked = make.met(lit, made, SAYS)
    silent = make.met(lit, made, SAYS, fault="raises", where="By whom")
    other = make.met(when, make.variant(when, "When?"), SAYS)
    rows = [
        (asked, "asked", None),
        (make.unmade(asked, "failed", "changes the answer"), "nothing-proposed", "changes the answer"),
        (make.unmade(asked, "exhausted"), "not-asked", None),
        (replace(asked, trained_on=True), "trained-on", None),
        (make.unmade(asked, "skipped"), "legacy-skipped", None),
        (silent, "errored", "RuntimeError: scripted to fail on 'By whom was it lit?'"),
    ]
    for number, (attempt, status, error) in enumerate(rows):
        referee = 1 if status == "legacy-skipped" else 2
        run_id = record([attempt, other], [lit, when], seed=number, referee=referee)
        first, second = of_runs(store, [run_id]).rows()
        assert (first["status"], first["error"], second["status"]) == (status, error, "asked")
        assert (first["after_f1"] is not None) == (status == "asked")
        assert first["before_f1"] == 1.0
        assert first["chosen"]
    assert {status for _, status, _ in rows} == set(STATUSES)


def test_each_candidate_has_a_row_and_one_of_them_is_chosen(store, record, make, lit) -> None:
    when = make.question("q2", WHEN, PARAGRAPH, "1874")
    texts = ("By whom was it lit?", "Who lighted it?", "Who ever?")
    attempts = [
        make.attempted(lit, [make.variant(lit, text) for text in texts], SAYS),
        make.attempted(when, [make.variant(when, text) for text in texts], SAYS, budget=2),
    ]
    run_id = record(attempts, [lit, when], "edit-synonym")
    table = of_runs(store, [run_id])
    told = [(row["original"], row["answer_after"], row["status"], row["error"], row["chosen"]) for row in table.rows()]
    assert told == [
        ("q1", "Ada", "asked", None, False),
        ("q1", "in 1874", "asked", None, True),
        ("q1", None, "asked", None, False),
        ("q2", "Ada", "asked", None, True),
        ("q2", None, "not-asked", "budget", False),
        ("q2", None, "not-asked", "budget", False),
    ]
    chosen = table.numbers("chosen")
    assert table.numbers("queries")[chosen].tolist() == [4, 2]
    assert table.texts("variant").known == tuple(
        perturbation_id(make.variant(one, text)) for one in (lit, when) for text in texts
    )


def test_a_candidate_counts_whatever_became_of_the_others(store, record, make, lit) -> None:
    made = [make.variant(lit, text) for text in ("Who lit it so?", "By whom was it lit?")]
    run_id = record([make.attempted(lit, made, SAYS, fault="raises", where="so")], [lit], "edit-synonym")
    rows = list(of_runs(store, [run_id]).rows())
    assert [(row["outcome"], row["status"]) for row in rows] == [("errored", "errored"), ("errored", "asked")]
    assert rows[1]["after_f1"] == pytest.approx(2 / 3)


def test_what_a_victim_gets_wrong_already_is_asked_all_the_same(store, record, make, lit) -> None:
    made = make.variant(lit, "Who lighted it?")
    run_id = record([make.attempted(lit, [made], {**SAYS, LIT: "in 1874"})], [lit], "edit-synonym")
    [row] = of_runs(store, [run_id]).rows()
    assert (row["outcome"], row["status"], row["before_f1"], row["after_f1"]) == ("skipped", "asked", 0.0, 0.0)


def test_why_there_is_no_variant(store, record, make, lit) -> None:
    wrong = {**SAYS, LIT: "in 1874"}
    attempts = {
        "there is no noun": make.attempted(lit, Nothing("there is no noun"), SAYS),
        "there is no verb": make.attempted(lit, Nothing("there is no verb"), wrong),
        "wrong already (--only-right)": make.attempted(lit, [], wrong, only_right=True),
    }
    for seed, (reason, attempt) in enumerate(attempts.items()):
        [row] = of_runs(store, [record([attempt], [lit], "edit-synonym", seed=seed)]).rows()
        assert row["error"] == reason
        assert row["status"] == ("not-asked" if "already" in reason else "nothing-proposed")
        assert (row["variant"], row["after_f1"], row["chosen"]) == (None, None, True)


def test_an_original_that_an_old_store_does_not_tell_is_empty(store, record, make, lit) -> None:
    run_id = record([replace(make.unmade(make.met(lit, make.variant(lit, "?"), SAYS), "skipped"), original_id=None)],
                    [lit], referee=1)  # fmt: skip
    [row] = of_runs(store, [run_id]).rows()
    assert (row["original"], row.get("paragraph"), row["before_f1"]) == (None, None, 1.0)


def test_what_the_victim_failed_on_before_is_errored(store, record, make, lit) -> None:
    made = make.variant(lit, "By whom was it lit?")
    run_id = record([make.met(lit, made, SAYS, fault="raises", where="Who lit")], [lit])
    [row] = of_runs(store, [run_id]).rows()
    assert (row["status"], row["before_f1"], row["after_f1"]) == ("errored", None, None)
    assert row["error"].startswith("RuntimeError: scripted")


def test_rows_stand_in_the_order_of_the_data_set(store, record, make, lit) -> None:
    others = [make.question(f"q{n}", LIT, PARAGRAPH, "Ada Thorn") for n in (2, 3)]
    examples = [lit, *others]
    attempts = [make.met(one, make.variant(one, "Who lighted it?"), SAYS) for one in examples]
    run_ids = [record(attempts[::step], examples, seed=step) for step in (1, -1)]
    assert list(of_runs(store, run_ids[::-1]).texts("original")) == ["q1", "q2", "q3"] * 2


def test_three_tasks_stand_in_one_table_with_nan_where_a_score_is_of_another(store, record, make, lit) -> None:
    claim = make.claim("c1", "Ada lit it.", "SUPPORTS", "Lighthouse:0", "Lighthouse:2")
    tossup = make.tossup("t1", "She lit it. For 10 points, name this keeper.", "Ada Thorn")
    runs = [
        record([make.met(lit, make.variant(lit, "Who lighted it?"), SAYS)], [lit]),
        record(
            [
                make.met(
                    claim, make.variant(claim, "Ada did."), {"Ada lit it.": "SUPPORTS"}, "label_wrong", "c1-rules-1"
                )
            ],
            [replace(claim, id="c1-rules-1")],
            "claim-rules",
            goal="label_wrong",
            dataset="claims.jsonl",
        ),
        record(
            [make.met(tossup, make.variant(tossup, "A keeper. Who?"), {tossup.query.text: "Ada Thorn"}, "never_first")],
            [tossup],
            goal="never_first",
            dataset="tossups.json",
        ),
    ]
    table = of_runs(store, runs)
    assert list(table.texts("task")) == ["reading", "verification", "quizbowl"]
    assert table.groups == ("article", "paragraph", "page", "answer_line")
    assert table.scores == ("exact_match", "f1", "answer_contained", "fever_score", "accuracy")
    assert list(table.texts("page")) == [None, "Lighthouse", None]
    assert list(table.texts("original")) == ["q1", "c1", "t1"]
    np.testing.assert_array_equal(table.numbers("before_f1"), [1, np.nan, np.nan])
    np.testing.assert_array_equal(table.numbers("before_accuracy"), [np.nan, 1, 1])
    assert table.of("quizbowl").numbers("goal_before").tolist() == [pytest.approx(1 - 3 / 9)]
    assert len(table.of("verification")) == 1


def test_judgements_stand_beside_what_was_judged(store, record, make, lit) -> None:
    made = make.variant(lit, "Who lighted it?")
    run_id = record([make.met(lit, made, SAYS)], [lit])
    said = [("a", True), ("b", True), ("c", False)]
    id = perturbation_id(made)
    store.put_judgements(Judgement(id, who, True, right, True, judge="person") for who, right in said)
    [row] = of_runs(store, [run_id]).rows()
    assert (row["judged"], row["correct"]) == (3, 1.0)


def test_the_right_answers_of_each_variant_tell_its_kind_of_test(store, record, make) -> None:
    claim = make.claim("c1", "The lighthouse was lit.", "SUPPORTS")
    kept = make.variant(claim, "The lighthouse was lighted.")
    negated = replace(make.variant(claim, "The lighthouse was not lit."), gold=make.claim("", "", "REFUTES").gold)
    says = {one.query.text: "SUPPORTS" for one in (claim, kept, negated)}
    attempts = [
        make.met(claim, made, says, "label_wrong", f"c1-{number}") for number, made in enumerate((kept, negated))
    ]
    examples = [replace(claim, id=attempt.example_id) for attempt in attempts]
    table = of_runs(store, [record(attempts, [claim, *examples], "mine:Own", goal="label_wrong")])
    assert list(table.texts("test")) == ["invariance", "directional"]
    assert list(table.texts("capability")) == [None, None]  # of claims no task tells


def test_where_there_is_no_variant_there_is_no_test(store, record, make, lit) -> None:
    made = make.unmade(make.met(lit, make.variant(lit, "Who lighted it?"), SAYS), "failed")
    [row] = of_runs(store, [record([made], [lit])]).rows()
    assert (row["capability"], row["test"], row["slice_answer_type"]) == (None, None, "person")


def test_a_table_without_slices_has_no_column_of_them(store, record, make, lit) -> None:
    run_id = record([make.met(lit, make.variant(lit, "Who lighted it?"), SAYS)], [lit])
    sliced, bare = of_runs(store, [run_id]), of_runs(store, [run_id], is_sliced=False)
    assert sliced.slices == ("overlap", "paragraph_words", "answer_position", "answer_type")
    assert bare.slices == ()
    assert sliced.groups == bare.groups == ("article", "paragraph")


def test_a_run_that_is_not_there_is_named(store) -> None:
    with pytest.raises(BadOption, match="holds no run 'abc'; it holds: none yet"):
        of_runs(store, ["abc"])


def test_no_runs_make_an_empty_table(store) -> None:
    table = of_runs(store, [])
    assert len(table) == 0
    assert list(table.rows()) == []


def test_groups_stand_coarsest_first_whichever_original_tells_of_them_first(store, record, make, lit) -> None:
    """One question is of a shelf within a room; the other, which comes first, names its shelf alone."""
    bare = replace(lit, id="q0", groups=(("shelf", "s1"),))
    full = replace(lit, groups=(("room", "r1"), ("shelf", "s1")))
    made = [make.met(one, make.variant(one, "Who lighted it?"), SAYS) for one in (bare, full)]
    table = of_runs(store, [record(made, [bare, full])])
    assert table.groups == ("room", "shelf", "article", "paragraph")
