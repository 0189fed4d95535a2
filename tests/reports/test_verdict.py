"""What a report says first, from matrices made by hand."""

from dataclasses import replace
from math import isnan, nan

from stumper import registry
from stumper.scores.before_after import BeforeAfter
from stumper.sections.coverage import of_how_many
from stumper.sections.inference import telling, together
from stumper.sections.matrix import UNKNOWN, Matrix, Met, Shared, Unattacked
from stumper.sections.matrix_parts import described, differences_table, matrix_table
from stumper.sections.ran import Lacking
from stumper.sections.verdict import verdict
from stumper.sections.wording import RULES
from stumper.standing import Stopped
from stumper.statistics import NO_GROUPS, Estimate


def met(
    attack, before=(0.706, 0.66, 0.75), after=(0.214, 0.18, 0.249), lost=(-0.492, -0.54, -0.44), n=300, **fields
) -> Met:
    scores = BeforeAfter(Estimate(*before, n), Estimate(*after, n), Estimate(*lost, n))
    given = {"run_id": f"{fields.get('victim', 'embedded')}{attack}", "attack": attack, "victim": "embedded"}
    given |= {
        "scores": scores,
        "left": scores.after,
        "together": scores.difference,
        "beyond": UNKNOWN,
        "originals": n,
        "without": 0,
    }
    given |= {"unanswered": 0, "trained_on": 0, "stopped": None, "made_against": "", "is_control": False}
    return Met(**(given | {"has_no_effect": False} | fields))


def said(*every: Met, unattacked=(0.706, 0.66, 0.75), on="", variants_count=False, shared=()) -> list[str]:
    return verdict(matrix(*every, unattacked=unattacked, variants_count=variants_count, shared=shared), on)


def matrix(*every: Met, unattacked=(0.706, 0.66, 0.75), variants_count=False, shared=()) -> Matrix:
    systems = tuple(dict.fromkeys(one.victim for one in every))
    scores = {one.victim: one.scores.before if one.scores.after.n else Estimate(*unattacked, 300) for one in every}
    return Matrix(
        "reading", "reading", "F1", "question", "reader", variants_count, systems, tuple(one.attack for one in every),
        tuple(Unattacked(victim, score) for victim, score in scores.items()), every, (),
        shared,
    )  # fmt: skip


ANY = met("AddAny")
SAME = {"after": (0.7, 0.65, 0.75), "lost": (-0.006, -0.03, 0.02)}


def test_one_system_is_told_by_the_attack_that_takes_most_of_it():
    mild = met("AddCommon", after=(0.5, 0.4, 0.6), lost=(-0.206, -0.3, -0.1))
    assert said(mild, ANY) == [
        "Under AddAny, of 2 attacks the one that takes most, the embedded reader keeps 21.4 [18.0, 24.9] of its 70.6 "
        "F1 (−49.2 [−54.0, −44.0] points), n = 300."
    ]


def test_what_people_wrote_is_named_in_words():
    mild = met("AddCommon", after=(0.5, 0.4, 0.6), lost=(-0.206, -0.3, -0.1))
    [first] = said(mild, met("people"))
    assert first.startswith("Under what people wrote, of 2 attacks the one that takes most, the embedded reader keeps ")
    [alone] = said(met("people", **SAME))
    assert alone.startswith("What people wrote is not told apart from no effect on the embedded reader: it changes ")
    [two] = said(met("people", **SAME), met("AddSent", after=(0.704, 0.65, 0.75), lost=(-0.002, -0.03, 0.02)))
    assert "; what people wrote changes most, its 70.6 F1 by " in two


def test_of_so_few_that_there_is_no_interval_the_sentence_says_so():
    one = {"before": (1.0, nan, nan), "after": (1.0, nan, nan), "lost": (0.0, nan, nan), "n": 1}
    assert said(met("AddAny", **one)) == [
        "AddAny changes the embedded reader's 100.0 F1 by 0.0 points: too few to tell, n = 1."
    ]
    assert said(met("AddAny", **one), met("AddSent", **one))[0].startswith(
        "AddAny, of 2 attacks the one that takes most (AddSent as much), changes the embedded reader's 100.0 F1 by 0.0 "
        "points: too few"
    )
    alone = met("identity", **one, is_control=True)
    assert said(alone) == ["Without an attack the embedded reader has 100.0 F1, too few to tell, n = 1."]


def test_an_attack_that_was_not_picked_is_not_called_the_hardest():
    assert said(ANY)[0].startswith("Under AddAny the embedded reader keeps 21.4 [18.0, 24.9] of its 70.6 F1 (")


def test_an_interval_that_holds_no_effect_is_not_called_none():
    assert said(met("AddAny", **SAME)) == [
        "AddAny is not told apart from no effect on the embedded reader: it changes its 70.6 F1 by −0.6 [−3.0, +2.0] "
        "points, n = 300."
    ]
    less = {"after": (0.704, 0.65, 0.75), "lost": (-0.002, -0.03, 0.02)}
    assert said(met("AddAny", **SAME), met("AddSent", **less)) == [
        "No attack of 2 is told apart from no effect on the embedded reader; AddAny changes most, its 70.6 "
        "F1 by −0.6 [−3.0, +2.0] points, n = 300."
    ]


def test_no_attack_changes_most_where_others_change_as_much_or_more():
    """The last bit of a mean may differ. What adds more than another takes has changed more."""
    same = {"after": SAME["after"], "lost": (-0.006 + 1e-17, -0.03, 0.02)}
    [two] = said(met("AddAny", **SAME), met("AddSent", **same), met("x", after=(0.71, 0.6, 0.8), lost=(0.004, -1, 1)))
    assert "; AddAny changes most (AddSent as much), its 70.6 F1 by −0.6 [−3.0, +2.0] points, n = 300." in two
    [many] = said(*(met(name, **SAME) for name in ("AddAny", "AddSent", "b", "c", "d")))
    assert "; AddAny changes most (4 others as much), its 70.6 F1 by" in many
    [gained] = said(met("AddAny", **SAME), met("AddSent", after=(0.756, 0.6, 0.8), lost=(0.05, -0.01, 0.1)))
    assert "; AddAny leaves least, its 70.6 F1 changed by −0.6 [−3.0, +2.0] points, n = 300." in gained
    [lost] = said(ANY, met("AddSent"))
    assert lost.startswith("Under AddAny, of 2 attacks the one that takes most (AddSent as much), the embedded reader")


def test_who_was_wrong_already_is_told_of_where_few_could_be_fooled():
    seen = {"before": (0.48, 0.2, 0.77), "after": (0.38, 0.14, 0.7), "lost": (-0.1, -0.41, 0.25), "n": 10}
    [told] = said(met("AddAny", **seen, made=5, fooled=1, wrong_already=5, telling=50))
    assert " It fooled 1 of 5 (5 others were wrong already and cannot be fooled), which is too few to tell: " in told
    [one] = said(met("AddAny", **seen, made=9, fooled=1, wrong_already=1, telling=50))
    assert " It fooled 1 of 9 (1 other was wrong already and cannot be fooled), which is too few to tell: " in one


def test_of_a_loss_that_is_seen_in_few_it_is_said_how_many_would_show_it():
    seen = {"before": (0.75, 0.3, 1.0), "after": (0.0, 0.0, 0.5), "lost": (-0.75, -1.0, -0.064), "n": 8}
    told = met("AddAny", **seen, together=Estimate(-0.75, -1.0, 0.03, 8), made=8, fooled=6, telling=242, goal="f1_zero")
    assert said(told, met("AddSent", **SAME)) == [
        "No attack of 2 is told apart from no effect on the embedded reader; AddAny changes most, its 75.0 F1 by −75.0 "
        "[−100.0, +3.0] points, an interval that holds for all attacks on all systems at once, n = 8. It fooled 6 of "
        "8 (no word of a right answer left), which is too few to tell: with about 250 "
        "questions a loss of 20 points would be told apart, four times in five."
    ]


def test_how_many_would_show_a_loss_is_said_where_it_is_known_and_more_than_there_are():
    seen = {"before": (0.75, 0.5, 1.0), "after": (0.6, 0.4, 0.8), "lost": (-0.12, -0.42, 0.18), "n": 20, "made": 20}
    for needed in (nan, 20):
        assert "would be told apart" not in said(met("AddAny", fooled=5, telling=needed, **seen))[0]


def test_how_many_would_show_a_loss_is_by_the_intervals_of_so_many():
    """Losses that differ by a standard deviation of 0.35: of ten the margin is 41 points, which as a root would take
    20 points of 80 or so."""
    lost = [-0.4, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    ids = [f"q{n}" for n in range(10)]
    held = together([(ids, lost)] * 2, NO_GROUPS)
    [first, second] = telling([(ids, lost)] * 2, held, NO_GROUPS)
    assert 30 < first < 40
    assert isnan(telling([(ids, [0.0] * 10)], [Estimate(0.0, -0.2, 0.2, 10)], NO_GROUPS)[0])
    assert first == second


def test_where_variants_count_the_score_before_is_said_to_be_of_their_originals():
    assert said(met("rules", originals=120, without=20), variants_count=True) == [
        "Under rules the embedded reader keeps 21.4 [18.0, 24.9] of its 70.6 F1 on their originals "
        "(−49.2 [−54.0, −44.0] points), n = 300 variants of 100 questions; it made nothing of 20 of 120 questions."
    ]
    lost = said(replace(met("rules", originals=120, without=20), lost=13), variants_count=True)[0]
    assert lost.endswith("100 questions; it made nothing of 20 of 133 questions; 13 more were lost to errors."), lost
    one_each = said(met("rules", originals=320, without=20), variants_count=True)[0]
    assert one_each.startswith("Under rules the embedded reader keeps 21.4 [18.0, 24.9] of its 70.6 F1"), one_each


def test_no_effect_is_said_where_it_was_shown_of_every_attack():
    shown = met("AddAny", **SAME, has_no_effect=True)
    assert said(shown, met("AddSent", **SAME, has_no_effect=True)) == [
        "None of 2 attacks costs the embedded reader more than 2 points of its 70.6 F1, n = 300."
    ]
    assert "is told apart from no effect" in said(shown, met("AddSent", **SAME))[0]


def test_an_interval_for_one_attack_does_not_do_for_the_picked_one():
    picked = met("AddAny", lost=(-0.1, -0.19, -0.01), together=Estimate(-0.1, -0.22, 0.02, 300))
    assert said(picked, met("AddSent", **SAME))[0].startswith("No attack of 2 is told apart")


def test_where_two_intervals_of_one_figure_are_told_both_say_what_they_hold_for():
    """Seen: −54.5 to +32.1 in the sentence and −45.1 to +22.7 in the table, without a word in Markdown."""
    seen = {"before": (0.93, 0.5, 1.0), "after": (0.79, 0.4, 0.9), "lost": (-0.14, -0.45, 0.23)}
    two = met("AddSent", **seen, together=Estimate(-0.14, -0.55, 0.32, 300))
    jointly = "[−55.0, +32.0] points, an interval that holds for all attacks on all systems at once, n = 300."
    assert said(two)[0].endswith(jointly)
    assert said(two, met("AddAny", **SAME))[0].endswith(jointly)
    alone = met("AddSent", **seen)
    asides = [differences_table(matrix(one)).aside for one in (two, alone)]
    assert asides == [
        "each interval by itself; those of the first sentences hold for all attacks on all systems at once",
        "each interval by itself",
    ]


def test_what_is_left_by_the_picked_attack_has_an_interval_that_holds_for_all():
    picked = met("AddAny", left=Estimate(0.214, 0.15, 0.29, 300))
    assert "keeps 21.4 [15.0, 29.0] of its 70.6 F1 (" in said(picked, met("AddSent", **SAME))[0]


def test_a_score_that_rose_is_not_kept():
    odd = met("AddAny", (0.267, 0.2, 0.3), (0.3, 0.25, 0.35), (0.033, -0.02, 0.09))
    assert said(odd) == [
        "AddAny is not told apart from no effect on the embedded reader: it changes its 26.7 F1 by +3.3 [−2.0, +9.0] "
        "points, n = 300."
    ]


def test_a_system_that_is_hardly_ever_right_is_not_called_robust():
    weak = met("AddAny", (0.042, 0.01, 0.12), (0.042, 0.01, 0.12), (0.0, 0.0, 0.0), has_no_effect=True)
    assert said(weak) == [
        "The embedded reader has 4.2 [1.0, 12.0] F1 without an attack, n = 300: it is right so rarely that attacks "
        "have next to nothing to take, and their figures say little."
    ]


def test_an_attack_that_made_next_to_nothing_is_no_proof():
    [sentence] = said(met("AddAny", **SAME, without=280, has_no_effect=True))
    assert sentence == (
        "The embedded reader was hardly attacked: AddAny made nothing of most of the questions (280 of 300), so "
        "the figures say little."
    )
    two = met("AddAny", **SAME, without=280), met("AddSent", **SAME, without=200)
    assert said(*two)[0].startswith(
        "The embedded reader was hardly attacked: each of 2 attacks made nothing of most of the questions (200 to 280 "
        "of 300), so "
    )
    fewer = met("AddSent", **SAME, n=100, without=90)
    assert "questions (90 of 100 to 280 of 300), so" in said(two[0], fewer)[0]
    drawn = met("AddAny", **SAME, n=24, undrawn=300)  # of nothing was nothing made: the user asked for 24
    assert "hardly" not in said(drawn)[0]


def test_what_a_sample_leaves_out_was_made_all_the_same():
    """Seen: "made something of 24 of 110 claims" where 34 of 120 could be changed and 24 of these were asked for."""
    claims = met("claim-rules", **SAME, n=110, without=86, undrawn=10)
    assert (
        "it made nothing of 86 of 120 questions, which is most of them, and of the 34 others 24 were drawn"
        in said(replace(claims, together=Estimate(-0.1, -0.15, -0.05, 24)))[0]
    )
    first, *_ = said(claims, replace(claims, victim="hf:calm"))
    assert first.endswith("each attack made something of 34 of 120 questions (24 of them drawn)).")
    seen = replace(claims, undrawn=0, trained_on=12, without=110, seen=Lacking(0, 12))
    assert said(seen)[-1] == (
        "claim-rules made nothing that could be asked of 110 of the 122 questions that it was given; the 12 others are "
        "trained-on: the embedded reader was trained or tuned on them, so there is no figure to quote."
    )
    assert said(replace(seen, lost=3, errored=3))[-1] == (
        "claim-rules made nothing that could be asked of 110 of the 125 questions that it was given; of the others on "
        "3 the system failed, and 12 are trained-on: the embedded reader was trained or tuned on them, so there is no "
        "figure to quote."
    )
    assert not any("All 12 attempts" in one or "Every attempt" in one for one in said(seen))
    [_, nothing] = said(replace(seen, seen=Lacking(12, 12)))
    assert nothing.startswith("claim-rules made nothing that could be asked of any of the 122 questions that it was")


def test_what_an_attack_made_nothing_of_is_told_of_all_that_it_was_given():
    """Seen: "nothing … of any of the 110 claims (on 12 others the system failed)" where it was given 120, and tried
    several variants of some."""
    unmade = met("claim-rules", **SAME, n=110, without=110, errored=12, why=(("no number", 90), ("", 20)))
    unmade = replace(unmade, lost=10)
    told = "claim-rules made nothing that could be asked of 110 of the 120 questions that it was given (for 90 of them:"
    rest = "no number); on the 10 others the system failed, so the embedded reader was not attacked by it."
    assert said(unmade)[-1] == f"{told} {rest}"
    assert "; the 10 others were not drawn, so" in said(replace(unmade, lost=0, errored=0, undrawn=10))[-1]
    assert "of the others 1 was not drawn, and on 10 the system failed, so" in said(replace(unmade, undrawn=1))[-1]


def test_what_an_attack_asked_of_what_was_learned_alone_is_told_behind_what_it_made_nothing_of():
    """Seen: "nothing … of any of the 3 questions that it was given, so the embedded reader was not attacked", where it
    was given 4 and asked the one that the reader was trained on."""
    learned = met("AddSent", **SAME, n=3, without=3, trained_on=1, learned=Lacking(0, 1), why=(("no number", 3),))
    assert said(learned)[-1] == (
        "AddSent made nothing that could be asked of 3 of the 4 questions that it was given (no number); the other is "
        "trained-on: the embedded reader was trained or tuned on it, so there is no figure to quote."
    )
    assert said(replace(learned, learned=Lacking(1, 1)))[-1] == (
        "AddSent made nothing that could be asked of any of the 4 questions that it was given (for 3 of them: no "
        "number), so the embedded reader was not attacked by it."
    )
    [*_, both] = said(learned, replace(learned, victim="hf:calm"))
    assert both.endswith(
        ": the embedded reader and hf:calm were trained or tuned on it, so there is no figure to quote."
    )


def test_what_people_made_nothing_of_is_told_in_words():
    assert said(ANY, met("people", **SAME, without=300))[1].startswith("What people wrote made nothing that could be")


def test_what_was_drawn_of_what_a_system_was_trained_on_was_made_all_the_same():
    """Seen: "86 of 108 claims, and of the 22 others 12 were drawn": of 120, 34 could be changed and 24 were drawn."""
    claims = met("claim-rules", **SAME, n=98, without=86, undrawn=10, trained_on=12, seen=Lacking(0, 12))
    assert (
        "it made nothing of 86 of 120 questions, which is most of them, and of the 34 others 24 were drawn"
        in said(replace(claims, together=Estimate(-0.1, -0.15, -0.05, 12)))[0]
    )
    other = replace(claims, victim="hf:calm", seen=Lacking(2, 12))
    assert "34 of 120 (claim-rules on the embedded reader, 24 of them drawn)" in said(claims, other)[0]
    assert "32 of 120 (claim-rules on hf:calm, 22 of them drawn)" in said(claims, other)[0]
    assert {row.cells[-1].number for row in differences_table(matrix(claims, other)).rows} == {86, 88}


def test_what_an_attack_that_changes_few_is_shown_to_take_is_told_all_the_same():
    """Seen: "hardly attacked" of a system that lost 40 points to claims on numbers, which most claims have none of."""
    few = met("AddAny", without=280)
    assert said(few)[0].startswith("Under AddAny the embedded reader keeps ")
    assert said(few)[0].endswith("; it made nothing of 280 of 300 questions, which is most of them.")
    first, *_ = said(few, met("AddAny", **SAME, victim="hf:calm", without=280))
    assert first.startswith("1 of 2 systems loses F1 to the attacks; for 1 neither a loss nor its absence is shown (")


def test_a_system_that_leaves_most_unanswered_is_said_to():
    [sentence] = said(met("AddAny", **SAME, unanswered=200))
    assert sentence.startswith("The embedded reader left 200 of 300 questions without an answer: these count as wrong")


def test_several_systems_have_a_sentence_together_and_one_each_the_hardest_hit_first():
    calm = met("AddAny", **SAME, victim="hf:calm", has_no_effect=True)
    unclear = met("AddAny", **SAME, victim="hf:unclear")
    first, *each = said(unclear, calm, ANY)
    assert first == (
        "1 of 3 systems loses F1 to the attacks; 1 is shown to lose no more than 2 points to any attack; for 1 neither "
        "a loss nor its absence is shown (n = 300)."
    )
    assert ["embedded" in one or "hf:calm" in one for one in each] == [True, True, False]


def test_many_systems_are_told_by_those_that_lose_most_and_least():
    systems = [met("AddAny", victim=f"s{n}", lost=(-0.1 * n, -0.1 * n - 0.05, -0.1 * n + 0.05)) for n in range(1, 7)]
    first, most, least = said(*systems)
    assert first == "6 of 6 systems lose F1 to the attacks (n = 300)."
    assert most.startswith("Under AddAny s6 keeps")
    assert least.startswith("Under AddAny s1 keeps")


def test_a_stopped_run_is_no_figure_of_the_whole():
    [sentence] = said(met("AddAny", stopped=Stopped(14, 40)))
    assert sentence.endswith("n = 300, stopped at 14 of 40; what ends first counts, so this is no figure of the whole.")


def test_without_an_attack_there_is_the_baseline():
    assert said(met("identity", is_control=True)) == [
        "Without an attack the embedded reader has 70.6 [66.0, 75.0] F1, n = 300."
    ]


def test_a_run_that_was_stopped_before_it_asked_anything_has_not_made_nothing():
    """Seen: a file of predictions answers none of 774 variants, and the report said that nothing was made."""
    stopped = {"n": 0, "stopped": Stopped(0, 774)}
    nothing = {"before": (nan, nan, nan), "after": (nan, nan, nan), "lost": (nan, nan, nan)}
    alone = replace(met("claim-rules", **nothing, **stopped), originals=41, without=41)
    assert said(alone) == ["Nothing has been attempted on the embedded reader yet."]
    assert said(ANY, alone)[1] == "Nothing has been attempted of claim-rules on the embedded reader yet."
    begun = met("AddSent", **SAME, without=40, stopped=Stopped(14, 40))
    assert "(AddAny) and 260 of 300 (AddSent, so far) questions" in said(ANY, begun)[0]


def test_a_stopped_attack_that_has_made_nothing_so_far_is_none_of_those_that_were_met():
    """Its 20 originals stand in for themselves, or where variants count nothing is counted."""
    begun = replace(met("C", **SAME, n=20, has_no_effect=True), without=20, stopped=Stopped(20, 300))
    calm = met("AddAny", **SAME, has_no_effect=True)
    told = "Nothing that could be asked was made by C for the embedded reader so far, stopped at 20 of 300."
    first = "AddAny does not cost the embedded reader more than 2 points of its 70.6 F1, n = 300."
    assert said(calm, begun) == [first, told]
    two = said(calm, met("AddSent", **SAME, has_no_effect=True), begun)
    assert two[0].startswith("None of 2 attacks costs")
    assert "so far" not in two[0]
    found = matrix(calm, begun)
    assert found.real_attacks == ("AddAny",)
    assert [cell.text for cell in matrix_table(found).rows[0].cells][-1] == "–"
    nothing = {"before": (nan, nan, nan), "after": (nan, nan, nan), "lost": (nan, nan, nan), "n": 0}
    alone = replace(met("C", **nothing), originals=20, without=20, stopped=Stopped(22, 300))
    assert said(alone) == ["Nothing that could be asked was made for the embedded reader so far, stopped at 22 of 300."]
    failed = replace(alone, errored=2)
    assert said(ANY, failed)[1] == told.replace("20 of 300", "22 of 300; 2 attempts ended in an error")


def test_what_was_made_against_another_system_is_said_to_be():
    assert "Under AddAny (made against other) the embedded reader" in said(met("AddAny", made_against="other"))[0]


def test_variants_without_originals_have_no_score_before():
    alone = met("AddAny", before=(nan, nan, nan), lost=(nan, nan, nan))
    assert said(alone)[0].endswith("what it has without it is not known, as the originals were not asked.")


def test_nothing_but_errors_and_nothing_proposed_are_said():
    nothing = {"before": (nan, nan, nan), "after": (nan, nan, nan), "lost": (nan, nan, nan), "n": 0}
    assert said(met("AddAny", **nothing, errored=3))[0].startswith("Every attempt on the embedded reader ended in an")
    assert said(met("AddAny", **nothing, is_silent=True)) == [
        "AddAny made nothing that could be asked of any of the questions that it was given, so the embedded reader was "
        "not attacked by it."
    ]


def test_an_attack_that_made_nothing_of_any_is_named_with_why_and_is_none_of_those_that_were_stood():
    """Its originals stand in for what it should have made: no figure of it is one."""
    unmade = met(
        "Silent",
        after=(0.706, 0.66, 0.75),
        lost=(0.0, 0.0, 0.0),
        without=300,
        why=(("no line", 299), ("", 1)),
        is_unmade=True,
    )
    told = "(for 299 of them: no line), so the embedded reader was not attacked by it."
    stood, missing = said(met("AddAny", **SAME, has_no_effect=True), unmade)
    assert stood == "AddAny does not cost the embedded reader more than 2 points of its 70.6 F1, n = 300."
    assert missing == f"Silent made nothing that could be asked of any of the 300 questions that it was given {told}"
    found = matrix(ANY, unmade)
    assert found.real_attacks == ("AddAny",)
    assert described(found).endswith("It met 1 attack.")
    assert [cell.text for cell in matrix_table(found).rows[0].cells][-1] == "nothing made"
    assert [cell.text for cell in differences_table(found).rows[1].cells][3:6] == ["–"] * 3
    alone = said(unmade)
    assert alone[0].startswith("Without an attack the embedded reader has 70.6 [66.0, 75.0] F1")
    assert alone[1].endswith(told)


def test_an_attack_that_made_nothing_for_several_systems_is_named_once():
    nothing = {"before": (nan, nan, nan), "after": (nan, nan, nan), "lost": (nan, nan, nan), "n": 0, "is_silent": True}
    every = [met(attack, victim=victim, **(nothing if attack == "Silent" else {}))
             for victim in "ab" for attack in ("AddAny", "Silent")]  # fmt: skip
    assert said(*every)[-1].endswith("of any of the questions that it was given, so no system was attacked by it.")
    assert said(*every[:3], met("Silent", victim="b"))[-1].endswith("so a was not attacked by it.")


def test_an_attack_whose_every_attempt_failed_is_named_beside_others():
    failed = met("AddSent", before=(nan, nan, nan), after=(nan, nan, nan), lost=(nan, nan, nan), n=0, errored=3)
    assert said(ANY, failed)[1] == (
        "Every attempt of AddSent on the embedded reader ended in an error (3 attempts): there is nothing to score."
    )


def test_what_no_attack_does_is_said_of_how_many_each_made_something_of():
    """Of what an attack made nothing of, nobody knows whether it would have been stood."""
    two = met("AddAny", **SAME, has_no_effect=True, without=40), met("AddSent", **SAME, has_no_effect=True)
    assert said(*two)[0].endswith(
        "n = 300; the attacks made something of 260 of 300 (AddAny) and 300 of 300 (AddSent) questions."
    )
    unclear = said(met("AddAny", **SAME, without=40), met("AddSent", **SAME))[0]
    assert unclear.startswith("No attack of 2 is told apart from no effect")
    assert "; the attacks made something of 260 of 300 (AddAny) and 300 of 300 (AddSent) questions." in unclear
    many = [met(name, **SAME, without=without) for name, without in (("a", 0), ("b", 290), ("c", 1), ("d", 150))]
    assert "; the attacks made something of 10 of 300 (b) to 300 of 300 (a) questions." in said(*many)[0]


def test_what_is_taken_is_said_of_how_many_each_attack_made_something_of():
    """The one that takes most is held against its own originals, and so is each other."""
    mild = met("AddSent", after=(0.5, 0.4, 0.6), lost=(-0.206, -0.3, -0.1), without=260)
    assert said(ANY, mild)[0].endswith(
        "n = 300; the attacks made something of 300 of 300 (AddAny) and 40 of 300 (AddSent) questions."
    )
    there = Shared("embedded", 40, mild.run_id, Estimate(-0.21, -0.3, -0.12, 40))
    assert said(ANY, mild, shared=(there,))[0].endswith(
        "(AddSent) questions, and all of them of 40, where AddSent takes most (−21.0 [−30.0, −12.0] points)."
    )
    few = Shared("embedded", 3, ANY.run_id, Estimate(-0.5, nan, nan, 3))
    assert said(ANY, mild, shared=(few,))[0].endswith(
        ", and all of them of 3, too few to compare them on the same questions."
    )
    worst = Shared("embedded", 30, ANY.run_id, Estimate(-0.5, -0.6, -0.4, 30))
    assert "all of them of 30, where AddAny takes most, too (−50.0 [−60.0" in said(ANY, mild, shared=(worst,))[0]
    assert said(ANY, mild, shared=(replace(worst, difference=Estimate(0.1, 0.0, 0.2, 30)),))[0].endswith(
        ", where none takes anything (the lowest change is that by AddAny: +10.0 [0.0, +20.0] points)."
    )
    assert said(ANY, mild, shared=(Shared("embedded", 0, "", UNKNOWN),))[0].endswith(
        ", and all of them of none, so that they are not compared on the same questions."
    )


def test_an_attack_on_few_that_seems_to_take_more_hides_none_that_is_shown_to_take_something():
    few = {"before": (0.7, 0.4, 1.0), "after": (0.4, 0.1, 0.8), "lost": (-0.3, -0.7, 0.1), "n": 6}
    shown = met("AddSent", after=(0.6, 0.5, 0.7), lost=(-0.1, -0.12, -0.08))
    [told] = said(met("AddAny", **few), shown)
    assert told.startswith("Under AddSent, of 2 attacks the one that is shown to take most, the embedded reader keeps")
    assert "; AddAny (−30.0, n = 6) seems to take more, and is not told apart from no effect." in told
    assert said(met("AddAny", **few), shown, met("AddAny", **SAME, victim="b"))[0].startswith("1 of 2 systems loses F1")


def test_an_attack_that_raises_a_score_is_told_apart_from_no_effect():
    """Of a system that gives every claim one label an attack on labels makes a better one."""
    up = {"before": (0.3, 0.2, 0.4), "after": (0.7, 0.6, 0.8), "lost": (0.4, 0.3, 0.5)}
    assert said(met("claim-rules", **up)) == [
        "claim-rules raises the embedded reader's 30.0 F1 by +40.0 [+30.0, +50.0] points, n = 300."
    ]
    assert said(met("claim-rules", **up), met("sears", **SAME)) == [
        "No attack of 2 is shown to take from the embedded reader; claim-rules raises its 30.0 F1 by +40.0 "
        "[+30.0, +50.0] points, n = 300; sears changes its 70.6 F1 by −0.6 [−3.0, +2.0] points, n = 300, and is not "
        "told apart from no effect."
    ]
    calm = met("AddAny", **SAME, victim="b")
    assert "1 of 2 systems is shown to lose no more than 2 points to any attack" in said(met("x", **up), calm)[0]


def test_a_gain_hides_no_loss_that_is_seen_in_few():
    few = {"before": (0.75, 0.3, 1.0), "after": (0.0, 0.0, 0.5), "lost": (-0.75, -1.0, 0.03), "n": 8}
    seen = met("AddAny", **few, made=8, fooled=6, telling=242)
    up = met("Up", after=(0.736, 0.7, 0.8), lost=(0.03, 0.02, 0.04))
    [told] = said(seen, up)
    assert told.startswith("No attack of 2 is shown to take from the embedded reader; Up raises its 70.6 F1 by +3.0 ")
    assert "; AddAny changes its 75.0 F1 by −75.0 [−100.0, +3.0] points, n = 8, and is not told apart from" in told
    assert " It fooled 6 of 8, which is too few to tell: with about 250 questions" in told
    [more] = said(up, met("Up2", after=(0.716, 0.7, 0.8), lost=(0.01, -0.02, 0.04)))
    assert more.endswith("Up raises its 70.6 F1 by +3.0 [+2.0, +4.0] points, n = 300.")


def test_what_is_said_of_several_systems_says_over_how_many():
    every = met("AddAny", without=40), met("AddAny", **SAME, victim="b", n=90, without=60)
    assert said(*every)[0].endswith(
        " (n = 90 to 300 by attack and system; an attack made something of 30 of 90 (AddAny on b) to 260 of 300 "
        "(AddAny on the embedded reader) questions)."
    )
    alike = met("AddAny", without=40), met("AddAny", **SAME, victim="b", without=40)
    assert said(*alike)[0].endswith("(n = 300; each attack made something of 260 of 300 questions).")


def test_what_a_system_failed_on_was_given_to_the_attack_all_the_same():
    """Seen: of 150 claims an attack made something of 109; with errors on 39 of these it said "70 of 111"."""
    one, other = replace(met("AddAny", without=40), lost=39), met("AddSent", **SAME)
    assert (
        "made something of 260 of 339 (AddAny, 39 lost to errors) and 300 of 300 (AddSent) questions"
        in said(one, other)[0]
    )
    assert said(one)[0].endswith("it made nothing of 40 of 339 questions; 39 more were lost to errors.")


def test_of_how_many_an_attack_made_nothing_stands_beside_what_it_leaves():
    for found in (met("AddAny", without=40), met("AddAny", **SAME, without=40, has_no_effect=True)):
        [sentence] = said(found)
        assert sentence.endswith("n = 300; it made nothing of 40 of 300 questions.")


def test_when_a_victim_is_fooled_is_said_of_each_goal_of_ours():
    goals = {name for task in registry.tasks() for name in task.goals}
    assert goals <= set(RULES)


def test_the_table_of_differences_says_that_nothing_was_made_also_of_what_was_wrong_already():
    told = "each interval by itself; nothing made: of all questions, also those that the system had wrong already"
    assert differences_table(matrix(met("AddAny", without=4, wrong_already=5))).aside == told
    assert differences_table(matrix(met("AddAny", wrong_already=5))).aside == "each interval by itself"


def test_coverage_that_is_the_same_of_all_attacks_is_said_once():
    """Seen: "200 of 300 (A) to 200 of 300 (A) questions"; and of 5 of 10 and 50 of 100 the first alone."""
    four = [met(name, without=100) for name in ("AddAny", "AddCommon", "AddSent", "AddOneSent")]
    [told] = said(*four)
    assert "; each attack made something of 200 of 300 questions" in told
    assert " to 200 of 300" not in told
    unlike = matrix(met("AddAny", originals=10, without=5), met("AddSent", originals=100, without=50))
    assert of_how_many(unlike, ["embedded"]).endswith(
        "an attack made something of 5 of 10 (AddAny on the embedded reader) to 50 of 100 (AddSent on the embedded "
        "reader) questions"
    )


def test_what_was_lost_to_errors_is_told_of_several_systems_that_met_as_much():
    """Of 120 claims 48 had no variant, and 13 were lost: 59 are not all that something was made of."""
    few = [replace(met("rules", victim=victim, originals=107, without=48), lost=13) for victim in ("a", "b")]
    assert of_how_many(matrix(*few), ("a", "b")).endswith(
        "something of 59 of 120 questions; 13 of the others were lost to errors"
    )
