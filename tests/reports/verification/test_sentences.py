"""What the report says of fact verification."""

import json
import re
from dataclasses import replace

import pytest

from report_figures import figures
from stumper.reports import build_report, doubts_of, html, markdown
from stumper.runs import Counts
from stumper.sections.section import within
from stumper.sections.tournament import most_resilient
from stumper.tasks.verification.claim import LABELS
from stumper.types import CLOSED_WORLD, Guess, Prediction

SUPPORTS, REFUTES, UNKNOWN = LABELS
JUDGED = {"unmodified": (39, 1), "claim-rules": (30, 10), "sears": (10, 30)}


def told(report) -> list[str]:
    """What a report says in sentences, first or among its notes."""
    further = [text for block in within(report.sections[0].blocks) if block.kind == "notes" for text in block.texts]
    return [*report.sentences, *further]


def test_the_most_resilient_system_and_the_most_potent_attack_are_told_where_something_was_judged(claims_report):
    report = claims_report(judged=JUDGED)
    [second] = [text for text in told(report) if "most resilient" in text]
    [first] = [text for text in told(report) if "shown to be above its originals" in text]
    assert first.startswith("claim-rules is the only one of 2 attacks shown to be above its originals: potency ")
    assert re.search(
        r"\] \(systems miss 13\.3 \[\d.*\] points more of its variants than of their originals, both ways of turning "
        r"a label alike, n = 93\), as",
        first,
    )
    assert first.endswith("as 75.0% [47.6, 90.6] of the 40 that 1 person judged are correct.")
    assert second.startswith("tfidf-da is the most resilient of 3 systems: ")
    assert re.search(r"\] FEVER score under 2 attacks, each by its correct rate, n = \d+, ind", second)
    assert second.endswith(", indistinguishable from the embedded verifier and tfidf-esim.")


def test_an_excess_is_told_of_the_variants_and_the_systems_that_it_is_over(store, recorder, make):
    """Seen: "systems miss" of one system, with the n of the potency, where 40 of 60 turn a label one way alone."""
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(60)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r", swaps=int(one.id) >= 20) for one in claims]

    def missing(one):
        return make.said(SUPPORTS), make.said(REFUTES if int(one.example.id) % 5 < 3 else SUPPORTS)

    runs = [
        recorder.run("claim-rules", "embedded", made, missing),
        recorder.run("unmodified", "b", made[:5], missing),
    ]
    recorder.judge(made, 60)
    [said] = [one for one in told(build_report(store, runs)) if "has a potency" in one]
    assert re.search(
        r" \(the embedded verifier misses 60\.0 \[\d.*\] points more of its variants than of their originals, "
        r"n = 20 of 60\), as",
        said,
    )


def test_unjudged_attacks_are_called_neither_potent_nor_resisted(claims_report):
    report = claims_report()
    said = r"([123] of 3 systems loses?|None of 3 systems is shown to lose) FEVER score to the attacks"
    assert re.match(said, report.sentences[0])
    assert not re.search("potent|resilien", " ".join(report.sentences))


def test_partly_judged_attacks_are_named(claims_report):
    [part] = figures(claims_report(judged={"claim-rules": (9, 1)})).verification
    assert "Not judged, hence without a potency and left out of every resilience: sears." in part.notes


def test_of_one_system_it_is_said_what_it_keeps(claims_report):
    said = claims_report(victims=("embedded",), adversaries=("claim-rules",), judged=JUDGED).sentences
    assert said[0].startswith("Under claim-rules the embedded verifier keeps ")
    assert "] of its 65.6 FEVER score on their originals (" in said[0]
    assert said[1] == (
        "The embedded verifier failed on 1 of 94 variants under claim-rules, and no figure counts these: what it keeps "
        "there, 47.3 FEVER score, would be 0.5 points lower had it been wrong on all of them, and 0.6 points higher "
        "had it been right."
    )
    assert said[2].startswith("claim-rules has a potency of ")
    assert " (the embedded verifier misses " in said[2]
    assert said[3].startswith("The embedded verifier has a resilience of ")
    assert " FEVER score under 1 attack, n = " in said[3]


def test_a_resilience_names_the_claims_before_the_attacks(claims_report):
    [part] = figures(claims_report(victims=("embedded",), adversaries=("claim-rules",), judged=JUDGED)).verification
    [said] = most_resilient(part.contest, " on claims")
    assert re.search(r"has a resilience of \d.*\] FEVER score on claims under 1 attack, n = \d+\.$", said)


def test_what_an_attack_made_is_counted_of_all_claims_where_some_were_trained_on(store, recorder, make):
    """Seen: "nothing of 86 of 108 claims": of those of which nothing was made nobody knows what was trained on."""
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(24)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    others = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(24, 120)]
    store.put_examples("c" * 32, [*(replace(one.example, id=one.id) for one in made), *others])
    seen = {str(n) for n in range(12)}
    run_id = recorder.run("claim-rules", "a", made, lambda one: (make.said(SUPPORTS), make.said(REFUTES)), seen=seen)
    store.put_unmade(run_id, {one.id: "no line" for one in others[:86]})
    store.put_unmade(run_id, {one.id: "not drawn: balanced=24" for one in others[86:]})
    report = build_report(store, [run_id])
    drawn = "it made nothing of 86 of 120 claims, which is most of them, and of the 34 others 24 were drawn"
    assert drawn in " ".join(report.sentences)
    assert "which count nowhere: claim-rules 86 of 120 (71.7%)." in " ".join(told(report))


def test_a_system_that_falls_back_is_named(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(12)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]

    def giving_up(one):
        return Prediction((Guess(SUPPORTS, 1.0),), 1.0), Prediction((Guess(UNKNOWN, 1.0),), 1.0)

    said = build_report(store, [recorder.run("claim-rules", "tfidf-da", made, giving_up)]).sentences
    assert said[-1] == (
        "Under claim-rules tfidf-da falls back on NOT ENOUGH INFO: 100.0 [50.3, 100.0] points more often than on the "
        "originals, n = 12."
    )


def test_a_loss_of_one_of_several_systems_holds_for_all_of_them(store, recorder, make):
    """Whoever counts the systems that lose picks among them."""
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(40)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]

    def losing(rest):
        return lambda one: (make.said(SUPPORTS), make.said(UNKNOWN if int(one.example.id) % 5 == rest else SUPPORTS))

    runs = [recorder.run("claim-rules", name, made, losing(rest)) for rest, name in enumerate("abc")]
    alone, several = (build_report(store, ids).matrices[0].met[0].together for ids in (runs[:1], runs))
    assert alone.value == several.value == -0.2
    assert several.low < alone.low - 0.01
    assert several.high > alone.high + 0.01


def test_the_baseline_alone_tells_what_each_system_has(claims_report):
    said = claims_report(adversaries=("unmodified",)).sentences
    assert said[0].startswith("Without an attack the embedded verifier has ")
    assert len(said) == 3


def test_a_run_of_nothing_but_errors_says_so(store, recorder, make):
    made = [make.changed(make.claim("1", "Ada sang.", SUPPORTS), "Ada never sang.", "k", "r", swaps=True)]
    run_id = recorder.run("claim-rules", "a", made, lambda one: (None, None))
    said = build_report(store, [run_id]).sentences
    assert said == ("Every attempt on a ended in an error (1 attempt): there is nothing to score.",)


def test_a_system_that_was_wrong_throughout_is_not_praised_for_coming_right(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(9)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]

    def coming_right(one):
        return make.said(UNKNOWN), make.said(SUPPORTS)

    said = build_report(store, [recorder.run("claim-rules", "embedded", made, coming_right)]).sentences
    assert said[0].startswith('The embedded verifier gave the same answer, "NOT ENOUGH INFO", to all 9 claims')
    assert said[1] == (
        "The embedded verifier has 0.0 [0.0, 42.3] label accuracy without an attack, n = 9: it is right so rarely that "
        "attacks have next to nothing to take, and their figures say little."
    )


def test_of_three_claims_nothing_is_said_that_needs_an_interval(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(3)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    runs = [recorder.run("claim-rules", who, made, lambda _: (make.said(SUPPORTS), make.said(UNKNOWN))) for who in "ab"]
    found = build_report(store, runs)
    told = " ".join(found.sentences)
    assert not re.search("falls back|indistinguishable|lower|higher", told)
    for text in (html(found), markdown(found)):
        assert not re.search(r"\bnan\b", text, re.IGNORECASE)


def test_an_attack_that_had_nothing_to_propose_is_named(store, recorder):
    run_id = recorder.run("sears", "a", [], None)
    assert build_report(store, [run_id]).sentences == ("Nothing has been attempted on a yet.",)
    store.conclude(run_id, 0)
    assert build_report(store, [run_id]).sentences == (
        "sears made nothing that could be asked of any of the claims that it was given, so a was not attacked by it.",
    )


def test_an_attack_that_had_nothing_to_propose_is_named_beside_others(store, recorder, make):
    made = [make.changed(make.claim("1", "Ada sang.", SUPPORTS), "So Ada sang.", "k", "r")]
    ids = [recorder.run(name, "a", of, lambda one: (make.said(SUPPORTS),) * 2)
           for name, of in (("claim-rules", made), ("sears", []))]  # fmt: skip
    store.conclude(ids[1], 0)
    said = build_report(store, ids)
    assert "sears made nothing that could be asked of any of the claims" in " ".join(said.sentences)
    assert said.title == "a under 1 attack"


def test_fewer_perturbations_than_were_asked_for_are_told(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(13)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    ids = [
        recorder.run("claim-rules", victim, made, lambda one: (make.said(SUPPORTS),) * 2, options=(("balanced", "30"),))
        for victim in ("a", "b")
    ]
    said = "claim-rules was asked for 30 claims and could make 13."
    [part] = figures(build_report(store, ids)).verification
    assert said not in part.notes, "what has not ended may make more"
    store.conclude(ids[0], 13)
    store.conclude(ids[1], 13)
    [part] = figures(build_report(store, ids)).verification
    assert part.notes.count(said) == 1


def test_claims_that_hold_in_a_closed_world_alone_are_counted_with_what_judges_said(store, recorder, make):
    claims = [make.claim(str(n), f"Play {n} is a dog.", REFUTES) for n in range(3)]
    made = [make.changed(one, f"There is a dog called {one.query.text}", "k", "r") for one in claims]
    assuming = [
        replace(one, perturbation=replace(one.perturbation, edits=(replace(edit, assumes=CLOSED_WORLD),)))
        for one in made[:2]
        for edit in one.perturbation.edits
    ]
    ids = [recorder.run("claim-rules", "a", [*assuming, made[2]], lambda one: (make.said(REFUTES),) * 2)]
    said = (
        "2 of claim-rules's 3 claims say of something refuted that there is, or is not, such a thing by its name: "
        "their labels hold in a closed world, where nothing else has that name."
    )
    [part] = figures(build_report(store, ids)).verification
    assert said in part.notes


def test_a_figure_over_too_few_originals_has_no_interval(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(2)]
    made = [make.changed(one, f"So {one.query.text} {n}", "k", "r", number=n) for one in claims for n in range(6)]
    report = build_report(
        store, [recorder.run("sears", "embedded", made, lambda one: (make.said(SUPPORTS), make.said(UNKNOWN)))]
    )
    [part] = figures(report).verification
    kept = (
        "Under sears the embedded verifier keeps 0.0 of its 100.0 label accuracy on their originals (too few to tell), "
        "n = 12 variants of 2 claims."
    )
    assert report.sentences[0] == kept
    assert any(note.endswith("those over fewer than 5 originals (sears).") for note in part.notes)


def test_no_figure_that_a_builder_judged_is_called_peoples(claims_report):
    report = claims_report(judged=JUDGED, judge="builder")
    assert any(text.endswith("of the 40 that 1 builder judged are correct.") for text in told(report))
    [part] = figures(report).verification
    assert "Judged by builders, and by no person: unmodified, claim-rules and sears." in part.notes
    page, text = html(report), markdown(report)
    assert "of 40 by 1 builder" in text
    assert "of 40 by 1 builder" in page
    assert "people judged" not in page.lower() + text.lower()


def test_no_attack_is_called_potent_that_is_not_above_its_own_originals(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(12)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]

    def missed(_):
        return make.said(UNKNOWN), make.said(UNKNOWN)

    report = build_report(store, [recorder.run("sears", "embedded", made, missed)])
    assert not any("potent" in text for text in report.sentences)
    [row] = figures(report).verification[0].standings[0].tournament.potencies
    assert (row.raw.value, row.gain.value) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["SUPPORTS"] * 12 + ["REFUTES"] * 8, "None of the 20 answers of a is one of the labels of claims "
         "(wahr, falsch): it said SUPPORTS, REFUTES. Map them before any figure is trusted."),
        (["wahr"] * 9 + ["falsch"] * 8 + ["REFUTES"] * 3, "3 of the 20 answers of a are none of the labels"),
        (["wahr"] * 10 + ["falsch"] * 8 + ["REFUTES"] * 2, ""),  # a tenth may be slips
        (["wahr"] * 10 + ["falsch"] * 10, ""),
    ],
)  # fmt: skip
def test_answers_that_are_no_label_of_the_data_are_told_of_first(store, recorder, make, said, told):
    own = ("wahr", "falsch")
    claims = [make.claim(str(n), f"Ada wrote play {n}.", own[n % 2]) for n in range(20)]
    claims = [replace(one, query=replace(one.query, labels=own)) for one in claims]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    run_id = recorder.run("claim-rules", "a", made, lambda one: (make.said(said[int(one.example.id)]),) * 2)
    first, *_ = build_report(store, [run_id]).sentences
    assert (told in first) if told else ("of the labels" not in first)


@pytest.mark.parametrize(
    ("gold", "said", "told"),
    [
        (
            [*["SUPPROTS"] * 3, *[SUPPORTS] * 3, *[REFUTES] * 4],
            [SUPPORTS] * 10,
            ["3 of 10 claims of claims are labelled SUPPROTS, which no system said of any, so each of them counts as "
             "wrong: did you mean SUPPORTS? Correct the label in the data, unless it is one that a system can say."],
        ),
        (
            ["MIXED", *[SUPPORTS] * 5, *[REFUTES] * 4],
            [SUPPORTS] * 6 + [REFUTES] * 4,
            ["1 of 10 claims of claims is labelled MIXED, which no system said of any, so it counts as "
             "wrong: correct the label in the data, unless it is one that a system can say."],
        ),
        (
            ["fasle", *["false"] * 5, *["half"] * 4],
            ["fasle", *["false"] * 5, *["half"] * 4],
            ["1 of 10 claims of claims is labelled fasle, so whoever says false there counts as wrong: did you mean "
             "false? Correct the label in the data, unless it is one that a system can say."],
        ),
        ([SUPPORTS] * 5 + ["UNSUPPORTS"] * 5, [SUPPORTS] * 5 + ["UNSUPPORTS"] * 5, []),  # denied, and not mistyped
        ([SUPPORTS] * 8 + [REFUTES] * 2, [SUPPORTS] * 10, []),  # a system may well be wrong on all of one label
    ],
)  # fmt: skip
def test_a_label_that_may_be_mistyped_is_told_of(store, recorder, make, gold, said, told):
    own = tuple(dict.fromkeys([*gold, REFUTES]))
    claims = [make.claim(str(n), f"Ada wrote play {n}.", label) for n, label in enumerate(gold)]
    claims = [replace(one, query=replace(one.query, labels=own)) for one in claims]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    run_id = recorder.run("claim-rules", "a", made, lambda one: (make.said(said[int(one.example.id)]),) * 2)
    assert [one for one in doubts_of(store, [run_id]) if "labelled" in one] == told
    assert set(told) <= set(build_report(store, [run_id]).sentences)


def test_a_system_that_never_says_a_label_of_the_data_which_another_says_is_told_of(store, recorder, make):
    own = (SUPPORTS, REFUTES, "HALF TRUE")
    claims = [make.claim(str(n), f"Ada wrote play {n}.", own[n % 3]) for n in range(15)]
    claims = [replace(one, query=replace(one.query, labels=own)) for one in claims]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    runs = [
        recorder.run("claim-rules", name, made, lambda one, of=of: (make.said(own[int(one.example.id) % of]),) * 2)
        for name, of in (("a", 3), ("b", 2))
    ]
    assert [one for one in doubts_of(store, runs) if "of none of the" in one or "labelled" in one] == [
        "b said HALF TRUE of none of the 5 claims of claims that have this label and that it answered, nor of any "
        "other: all 5 count as wrong, and it may not know the label."
    ]
    assert not [one for one in doubts_of(store, runs[:1]) if "of none of the" in one]


@pytest.mark.parametrize("reason", ["not asked", "failed", "trained on"])
def test_a_system_that_answered_no_claim_with_a_label_is_not_said_not_to_know_it(store, recorder, make, reason):
    """Seen: a system that met 20 of 60 claims, none of them HALF TRUE, "said of none" of 20."""
    own = (SUPPORTS, REFUTES, "HALF TRUE")
    claims = [make.claim(str(n), f"Ada wrote play {n}.", own[n % 3]) for n in range(18)]
    claims = [replace(one, query=replace(one.query, labels=own)) for one in claims]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    third = {str(n) for n in range(2, 18, 3)}

    def right(one):
        return (make.said(own[int(one.example.id) % 3]),) * 2

    def second(one):
        return (None, None) if reason == "failed" and one.example.id in third else right(one)

    known = [one for one in made if one.example.id not in third]
    met, seen = (known if reason == "not asked" else made), (third if reason == "trained on" else ())
    runs = [
        recorder.run("claim-rules", "a", made, right),
        recorder.run("claim-rules", "b", met, second, seen=seen),
    ]
    assert not [one for one in doubts_of(store, runs) if "of none of the" in one or "labelled" in one]


def test_what_a_label_covers_is_no_foreign_answer(store, recorder, make):
    own = (SUPPORTS, "NOT SUPPORTED")
    claims = [make.claim(str(n), f"Ada wrote play {n}.", own[n % 2]) for n in range(8)]
    claims = [replace(one, query=replace(one.query, labels=own)) for one in claims]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    answers = (SUPPORTS, "REFUTES", SUPPORTS, UNKNOWN)
    run_id = recorder.run("claim-rules", "a", made, lambda one: (make.said(answers[int(one.example.id) % 4]),) * 2)
    assert "labels" not in " ".join(doubts_of(store, [run_id]))


def test_answers_are_counted_over_all_originals_that_any_run_asked(store, recorder, make):
    """One attack makes something of seven claims, which alone are answered alike."""
    claims = [make.claim(str(n), f"Ada wrote play {n}.", "REFUTES" if n % 2 else SUPPORTS) for n in range(20)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]

    def saying(one):
        return (make.said("REFUTES" if int(one.example.id) > 15 else SUPPORTS),) * 2

    def constant(one):
        return (make.said(SUPPORTS),) * 2

    few, every = (recorder.run(name, "a", some, saying) for name, some in (("x", made[:7]), ("unmodified", made)))
    assert "to all 7 claims of claims that it was asked" in doubts_of(store, [few])[0]
    for ids in ([few, every], [every, few]):
        assert not doubts_of(store, ids)
        assert "same answer" not in " ".join(build_report(store, ids).sentences)
    alike = [recorder.run(name, "b", some, constant) for name, some in (("x", made[:7]), ("unmodified", made))]
    assert "to all 20 claims of claims that it was asked" in doubts_of(store, alike)[0]


def test_labels_that_no_attack_knows_come_first_with_what_to_do(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", "accurate" if n % 2 else "inaccurate") for n in range(4)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    said = build_report(store, [recorder.run("claim-rules", "a", made, lambda one: (make.said("accurate"),) * 2)])
    assert (
        "4 of 4 claims of claims have a label of which no attack knows whether it means SUPPORTS, REFUTES or NOT "
        "ENOUGH INFO (inaccurate 2, accurate 2): attacks that turn a label, or make another claim with one, make "
        "nothing of these. Write the one that is meant in the column of labels, or true and false."
    ) in said.sentences


def test_a_label_that_nearly_all_claims_have_is_told_of_first(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS if n else REFUTES) for n in range(20)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    said = build_report(store, [recorder.run("claim-rules", "a", made, lambda one: (make.said(SUPPORTS),) * 2)])
    assert said.sentences[0].startswith(
        "19 of 20 claims of claims have the label SUPPORTS: a system that always says so is right on 95.0% of them"
    )


def test_evidence_that_is_found_stands_with_how_much_was_searched(store, recorder, make):
    claims = [make.claim(str(n), f"Ada wrote play {n}.", SUPPORTS) for n in range(3)]
    made = [make.changed(one, f"So {one.query.text}", "k", "r") for one in claims]
    run_id = recorder.run("claim-rules", "embedded", made, lambda one: (make.said(SUPPORTS, "Ada:0"),) * 2)
    assert "(k = 5; embedded of a number that is not known)" in markdown(build_report(store, [run_id]))
    counts = Counts(manner={"searched": "2,914 sentences on 270 pages"})
    store.put_counts(run_id, "one", json.dumps(counts.document))
    assert "(k = 5; embedded of 2\u202f914 sentences on 270 pages)" in markdown(build_report(store, [run_id]))
