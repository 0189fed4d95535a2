"""What makes all figures doubtful is said first."""

import json
from dataclasses import replace

import pytest

from stumper.reports import build_report, markdown
from stumper.runs.counts import Counts
from stumper.types import Answer, Gold, Prediction, Verdict

GERMAN = (
    "Ada war die Königin der Insel und regierte sie mit ihrem Mann vierzig Jahre lang, bis sie im Winter starb. "
    "Ihre Tochter folgte ihr nach, obwohl viele im Land lieber den Sohn ihres Bruders gesehen hätten. Straßen, Brücken "
    "und ein Hafen wurden gebaut, durch welchen Getreide aus fernen Ländern kam."
)


def kept(make, example):
    seen = make.verdict(example, "Ada")
    return lambda run, _: make.attempt(run, example, "failed", seen, seen, make.appended(example, "Zed."), 2)


def test_texts_in_another_language_come_before_every_figure(store, record, make):
    example = make.question("q", "Wer war die Königin?", GERMAN, "Ada")
    first, *_ = build_report(store, [record([example], kept(make, example))]).sentences
    assert first.startswith("The texts of reading are not in English, the one language that Stumper's attacks")


def test_questions_without_answers_come_before_every_figure(store, record, make):
    example = make.question("q", "Who was it?", "Ada met Bo.", "Ada")
    example = replace(example, gold=replace(example.gold, answers=(), answerable=False))
    first, *_ = build_report(store, [record([example], kept(make, example))]).sentences
    assert first.startswith("1 of 1 question of reading has no answer in what is given with them")
    assert first.endswith("a system that says that there is none is right there, and is fooled once it gives one.")


def test_answers_that_stand_nowhere_come_before_every_figure(store, record, make):
    example = make.question("q", "Who was it?", "Ada met Bo.", "Ada")
    lost = replace(example, gold=Gold((Answer("1871.0", None),)))
    first, *_ = build_report(store, [record([lost], kept(make, lost))]).sentences
    assert first.startswith("The right answers to 1 of 1 question of reading do not stand in what is given with them")


def test_what_is_asked_several_times_is_counted_among_the_notes(store, record, make):
    right = ["Ada", "Ada", "Bo", "the ada."]
    examples = [
        make.question(f"q{at}", "Who was it?" if at else "Who?", "Ada met Bo.", gold) for at, gold in enumerate(right)
    ]
    variant = replace(make.question("v", "Who?", "Ada met Bo.", "Ada"))

    def met(run, example):
        made = kept(make, example)(run, example)
        return replace(made, original_id="q0") if example is variant else made

    page = markdown(build_report(store, [record([*examples, variant], met)]))
    assert (
        "3 of 4 questions of reading are asked in the same words as another of them: each counts by itself, and" in page
    )
    assert "; 3 of these have nothing right in common, so that no system is right on all." in page


@pytest.mark.parametrize(
    ("failed", "right", "points"),
    [(1, 9, ("100.0", "10.0", "0.0")), (7, 2, ("66.7", "46.7", "23.3")), (6, 0, ("0.0", "0.0", "60.0"))],
)
def test_what_a_system_failed_on_may_be_lost_or_kept(store, record, make, failed, right, points):
    """Seen: that 15.5 points "may be lower by up to 69"."""
    examples = [make.question(f"q{at}", "Who was it?", "Ada met Bo.", "Ada") for at in range(10)]

    def met(run, example):
        number = int(example.id[1:])
        if number < failed:
            return make.attempt(run, example, "errored", Verdict(None, None, None, fault="too long"), reason="too long")
        seen = make.verdict(example, "Ada" if number < failed + right else "Zed")
        return make.attempt(run, example, "failed", seen, seen, make.appended(example, "Zed."), 2)

    has, lower, higher = points
    [said] = [one for one in build_report(store, [record(examples, met)]).sentences if "failed on" in one]
    assert said == (
        f"The embedded reader failed on {failed} of 10 questions under AddAny, and no figure counts these: what it "
        f"keeps there, {has} F1, would be {lower} points lower had it been wrong on all of them, and {higher} points "
        "higher had it been right."
    )


def test_who_answers_the_same_otherwise_under_another_attack_is_told_of_before_all_else(store, record, make):
    """Seen: random answers that an attack was said to take, as the worst of several variants was chance."""
    examples = [make.question(f"q{at}", "Who was it?", "Ada met Bo.", "Ada") for at in range(10)]

    def saying(right):
        def met(run, example):
            seen = make.verdict(example, "Ada" if int(example.id[1:]) < right else "Zed")
            return make.attempt(run, example, "failed", seen, seen, make.appended(example, "Zed."), 2)

        return met

    def runs(victim, **code):
        return [
            record(examples, saying(9), "add-any", victim, **code),
            record(examples[:8], saying(5), "add-benign", victim, **code),
        ]

    between = runs("python:mine:answer")
    first, *others = build_report(store, between).sentences
    assert first == (
        "python:mine:answer answered 3 of 8 questions otherwise in another run: it answers at random, or was changed "
        "in between; what an attack takes from it at the worst of several variants is in part due to that."
    )
    assert not any("otherwise" in one for one in others)
    store.put_counts(between[0], "a", json.dumps(Counts(again=20, twice=20, otherwise=4).document))
    first, *others = build_report(store, between).sentences
    assert first == (
        "python:mine:answer answered 4 of 20 questions otherwise when asked again: what an attack takes from it at the "
        "worst of several variants is in part chance, and its figures come out otherwise each time."
    )
    assert not any("otherwise" in one for one in others)
    other = record(examples, saying(5), "add-benign", "python:mine:other", victim_code="2")
    changed = [runs("python:mine:other")[0], other]
    named = runs("embedded")
    for ids in (changed, named, changed[:1]):
        assert not any("otherwise" in one for one in build_report(store, ids).sentences)


def test_what_is_asked_again_of_two_data_sets_of_one_name_is_added_up(store, record, make):
    examples = [make.question("q", "Who was it?", "Ada met Bo.", "Ada")]
    ids = [record(examples, kept(make, examples[0]), fingerprint=mark * 32) for mark in "ab"]
    for id in ids:
        store.put_counts(id, "a", json.dumps(Counts(again=20, twice=20, otherwise=4).document))
    first, *_ = build_report(store, ids).sentences
    assert first.startswith("The embedded reader answered 8 of 40 questions otherwise when asked again: ")


def test_who_abstains_at_random_answers_otherwise(store, record, make):
    """Seen: what was not answered was left out, so that this was not seen."""
    examples = [make.question(f"q{at}", "Who was it?", "Ada met Bo.", "Ada") for at in range(4)]

    def met(says):
        def made(run, example):
            if (example.id, says) == ("q3", 3):  # failed on: nobody knows what it would have answered
                fault = Verdict(None, None, None, fault="too long")
                return make.attempt(run, example, "errored", fault, reason="too long")
            answers = int(example.id[1:]) < says
            seen = make.verdict(example, "Ada") if answers else Verdict(Prediction((), None), 0.0, 0.0, True)
            return make.attempt(run, example, "failed", seen, seen, make.appended(example, "Zed."), 2)

        return made

    ids = [
        record(examples, met(says), adversary, "python:mine:shy")
        for says, adversary in ((1, "add-any"), (3, "add-benign"))
    ]
    first, *_ = build_report(store, ids).sentences
    assert first.startswith("python:mine:shy answered 2 of 3 questions otherwise in another run: ")


@pytest.mark.parametrize(
    ("right", "says", "is_said"),
    [
        (["Ada"] * 5 + ["Bo"] * 5, ["Ada"] * 10, 'The embedded reader gave the same answer, "Ada", to all 10'),
        (
            ["Ada"] * 5 + ["Bo"] * 5,
            ["Bo", *["Ada"] * 9],
            'gave the same answer, "Ada", to 9 of 10 questions of reading',
        ),
        (["Ada"] * 5 + ["Bo"] * 5, [""] * 10, "gave no answer to all 10 questions of reading"),
        (["Ada"] * 8 + ["Bo"] * 2, ["Ada"] * 10, ""),  # most of them have this answer
        (["Ada"] * 5 + ["Bo"] * 5, ["Ada"] * 8 + ["Bo"] * 2, ""),
        (["Ada", "Bo", "Bo"], ["Ada"] * 3, ""),  # too few to wonder
    ],
)
def test_who_says_the_same_to_nearly_all_is_told_of_first(store, record, make, right, says, is_said):
    examples = [make.question(f"q{at}", "Who was it?", "Ada met Bo.", gold) for at, gold in enumerate(right)]
    told = dict(zip([one.id for one in examples], says, strict=True))

    def met(run, example):
        seen = make.verdict(example, told[example.id])
        return make.attempt(run, example, "failed", seen, seen, make.appended(example, "Zed."), 2)

    first, *_ = build_report(store, [record(examples, met)]).sentences
    assert (is_said in first) if is_said else ("same answer" not in first)


def test_of_how_few_groups_figures_are_stands_in_the_sentence_to_quote(store, record, make):
    examples = [
        replace(make.question(f"q{at}", "Who was it?", "Ada met Bo.", "Ada"), groups=(("doc", f"d{at % 3}"),))
        for at in range(12)
    ]

    def met(run, example):
        seen = make.verdict(example, "Ada")
        return make.attempt(run, example, "failed", seen, seen, make.appended(example, "Zed."), 2)

    report = build_report(store, [record(examples, met)])
    assert report.sentences[0].endswith("n = 12; all from 3 docs, too few to speak of other docs.")
    assert "The questions of reading are of 3 docs: intervals say nothing of other docs, which takes 8." in report.notes


def _of_docs(make, number: int, docs: int):
    asked = [make.question(f"q{at}", "Who was it?", "Ada met Bo.", "Ada") for at in range(number)]
    return [replace(one, groups=(("doc", f"d{at % docs}"),)) for at, one in enumerate(asked)]


def _withstood(make):
    def met(run, example):
        seen = make.verdict(example, "Ada")
        return make.attempt(run, example, "failed", seen, seen, make.appended(example, "Zed."), 2)

    return met


def test_a_figure_is_not_said_to_be_of_the_few_groups_of_another_run(store, record, make):
    """Seen: of 40 questions of 10 articles, "all from 7 articles", as another run was of the first 15."""
    every, met = _of_docs(make, 24, 12), _withstood(make)
    ids = [record(every, met), record(every[:12], met, "add-common")]
    assert "too few" not in build_report(store, ids).sentences[0]  # 12 questions of 12 docs
    few = [one for one in every if dict(one.groups)["doc"] in ("d0", "d1", "d2", "d3", "d4")]
    report = build_report(store, [ids[0], record(few, met, "add-benign", limit=10)])
    assert "too few" not in report.sentences[0]
    note = "The questions of reading under add-benign are of 5 docs: intervals say nothing of other docs"
    assert any(one.startswith(note) for one in report.notes)


def test_a_smaller_sample_of_a_run_is_no_attack_beside_it(store, record, make):
    """Seen: "No attack of 2", and an interval that was wider for a rerun of 15 of the 40 questions."""
    every, met = _of_docs(make, 24, 12), _withstood(make)
    ids = [record(every, met), record(every[:10], met, limit=10)]
    alone, both = build_report(store, ids[:1]), build_report(store, ids)
    assert both.sentences == alone.sentences
    assert [len(one.met) for one in both.matrices] == [1]
    other_seed = build_report(store, [ids[0], record(every[:10], met, limit=10, seed=7)])
    assert [len(one.met) for one in other_seed.matrices] == [2]


def _lost(make, of):
    """Attempts that were withstood, but for those of some questions, which the system failed on."""
    met, why = _withstood(make), "the victim raised TimeoutError: x"
    return lambda run, one: (
        make.attempt(run, one, "errored", make.verdict(one, "Ada"), reason=why) if of(one) else met(run, one)
    )


def _unmade(make, of):
    """Attempts that were withstood, but for those of some questions, of which nothing was made."""
    met = _withstood(make)
    return lambda run, one: (
        make.attempt(run, one, "failed", make.verdict(one, "Ada"), None, None, 1) if of(one) else met(run, one)
    )


def _is_first(one):
    return int(one.id[1:]) < 10


@pytest.mark.parametrize("is_swapped", [False, True])
@pytest.mark.parametrize("lost", [_is_first, lambda one: int(one.id[1:]) < 20])
def test_a_smaller_sample_is_part_of_a_run_that_lost_questions(store, record, make, lost, is_swapped):
    """Seen: "No attack of 2", of which the one with the smaller sample or the other, as the order of the runs was."""
    every = _of_docs(make, 24, 12)
    ids = [record(every, _lost(make, lost)), record(every[:10], _withstood(make), limit=10)]
    alone, both = build_report(store, ids[:1]), build_report(store, ids[::-1] if is_swapped else ids)
    assert both.sentences == alone.sentences
    assert [met.run_id for one in both.matrices for met in one.met] == ids[:1]


@pytest.mark.parametrize("unmade", [_is_first, lambda one: True])
def test_a_smaller_sample_of_which_nothing_was_made_is_part_of_the_run(store, record, make, unmade):
    """Seen: "made nothing of any of the 10 questions" beside the run that has these 10 and 14 others."""
    every, met = _of_docs(make, 24, 12), _unmade(make, unmade)
    ids = [record(every, met), record(every[:10], met, limit=10)]
    alone, both = build_report(store, ids[:1]), build_report(store, ids)
    assert both.sentences == alone.sentences
    assert [met.run_id for one in both.matrices for met in one.met] == ids[:1]


def test_a_sample_is_no_part_of_a_run_that_is_unfinished_nor_this_of_it(store, record, make):
    every, met = _of_docs(make, 24, 12), _withstood(make)
    sample = record(every[:10], met, limit=10)
    for number, limit in ((14, None), (6, 23)):
        begun = record(every[:number], met, limit=limit)
        store.begin(begun, 24)
        [found] = build_report(store, [sample, begun]).matrices
        assert [one.run_id for one in found.met] == [sample, begun]


def test_a_sample_by_another_goal_or_other_code_is_a_run_of_its_own(store, record, make):
    """A search by another goal may make something else of the same questions."""
    every, met = _of_docs(make, 24, 12), _withstood(make)
    whole = record(every, _lost(make, _is_first))
    for how in ({"goal": "not_exact"}, {"adversary_code": "b" * 32}):
        sample = record(every[:10], met, limit=10, **how)
        assert len([met for one in build_report(store, [whole, sample]).matrices for met in one.met]) == 2


def test_of_how_few_groups_is_not_told_of_an_attack_without_a_figure(store, record, make):
    """Seen: "The questions of reading under edit-split are of 1 paragraph", of an attack that made nothing."""
    every = _of_docs(make, 24, 12)
    few = [one for one in every if int(one.id[1:]) % 12 < 5]
    ids = [record(every, _withstood(make)), record(few, _unmade(make, lambda one: True), "edit-split", limit=10)]
    assert [one for one in build_report(store, ids).notes if "intervals say nothing" in one] == []
    of_few = record(few, _withstood(make), limit=10, seed=2)
    told = build_report(store, [of_few, ids[1]]).notes
    assert [one for one in told if "intervals say" in one and "edit-split" in one] == []
    assert any(one.startswith("The questions of reading are of 5 docs: ") for one in told), "under each with a figure"
