"""An attempt, judged by hand: what the victim says is written out, and so is what the adversary proposes."""

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import ClassVar

import pytest

from driving import driven
from stumper.constraints import broken
from stumper.errors import BrokenAdversary, UnknownComponent
from stumper.goals import goal_named
from stumper.identity import query_id
from stumper.loading import load_adversary
from stumper.registry import searches
from stumper.runs import Judge, Memory, Oracle, Reply, Rules, attempt, verdicts
from stumper.runs.referee import PATIENCE, Lane
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.testing import ScriptedVictim
from stumper.types import (
    Answer,
    Attempt,
    Edit,
    Example,
    Gold,
    Guess,
    Nothing,
    Passage,
    Perturbation,
    Prediction,
    Query,
    Verdict,
)

PARAGRAPH = "Ada Thorn lit it in 1874."
EXAMPLE = Example("e", Question("Who lit it?", Passage("p", PARAGRAPH)), Gold((Answer("Ada Thorn", 0),)))
RIGHT, PARTLY, WRONG = "Ada Thorn", "Ada", "1874"

Proposals = Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]


def adding(text: str) -> Perturbation:
    context = Passage("p", f"{PARAGRAPH} {text}")
    return Perturbation("e", Question("Who lit it?", context), EXAMPLE.gold, ())


def says(*rules: tuple[str, str], otherwise: str = RIGHT) -> Callable[[Query], Prediction]:
    """Answers by the last of the rules whose word stands in the paragraph."""

    def rule(query: Query) -> Prediction:
        assert isinstance(query, Question)
        answer = otherwise
        for word, told in rules:
            if word in query.context.text:
                answer = told
        return Prediction((Guess(answer, None),), None)

    return rule


@dataclass
class Scripted:
    """Proposes the batches and returns the last word; keeps what it was told."""

    batches: Sequence[Sequence[Perturbation]]
    stands_by: Perturbation | Nothing | None = None
    told: list[list[Verdict]] = field(default_factory=list)

    def attack(self, example: Example, original: Verdict, rng: Random) -> Proposals:
        for batch in self.batches:
            self.told.append(list((yield batch)))
        return self.stands_by


def carried_out(
    adversary: object,
    victim: ScriptedVictim,
    budget: int | None = None,
    goal: str = "f1_zero",
    example: Example = EXAMPLE,
    only_right: bool = False,
) -> Attempt:
    rules = Rules(goal_named(goal), READING, budget, only_right)
    oracle = Oracle("v", victim, "v", Memory())
    lane: Lane = attempt("run", ("a", "v"), rules, adversary, example, Random(1))  # type: ignore[arg-type]
    return driven(lane, oracle.ask)[1]


def test_budget_of_one_still_answers_the_original() -> None:
    victim = ScriptedVictim(says())
    made = carried_out(Scripted([[adding("x")]]), victim, budget=1)
    assert made.outcome == "exhausted"
    assert made.before.score == 1.0
    assert (made.after, made.perturbation) == (None, None)
    assert made.queries == victim.queries == 1


def test_a_budget_counts_distinct_queries() -> None:
    adversary = Scripted([[adding("x"), adding("x"), adding("y")], [adding("x"), adding("y"), adding("z")]])
    made = carried_out(adversary, ScriptedVictim(says()), budget=3)
    assert made.queries == 3
    assert [[verdict.fault for verdict in told] for told in adversary.told] == [[None] * 3, [None, None, "budget"]]
    assert made.outcome == "exhausted"


def test_the_original_proposed_again_costs_nothing() -> None:
    same = Perturbation("e", EXAMPLE.query, EXAMPLE.gold, ())
    adversary = Scripted([[same]])
    made = carried_out(adversary, ScriptedVictim(says()), budget=1)
    assert (made.outcome, made.queries) == ("failed", 1)
    assert adversary.told[0][0].score == 1.0


def test_a_spent_budget_ends_an_adversary_that_goes_on() -> None:
    adversary = Scripted([[adding(str(number))] for number in range(9)])
    made = carried_out(adversary, ScriptedVictim(says()), budget=3)
    assert len(adversary.told) == 3
    assert (made.outcome, made.queries) == ("exhausted", 3)


def test_success_within_the_batch_that_breaks_the_budget_counts() -> None:
    made = carried_out(Scripted([[adding("trap"), adding("y")]]), ScriptedVictim(says(("trap", WRONG))), budget=2)
    assert made.outcome == "succeeded"


def test_a_wrong_original_is_attacked_like_any_other_as_its_variants_count_for_every_system() -> None:
    adversary, victim = (
        Scripted([[adding("x"), adding("half")]]),
        ScriptedVictim(says(("half", PARTLY), otherwise=WRONG)),
    )
    made = carried_out(adversary, victim)
    assert (made.outcome, made.perturbation, made.queries, made.trace) == ("skipped", adding("x"), 3, ((1, 0.0),))
    assert made.after is not None
    assert (made.after.score, len(adversary.told)) == (0.0, 1)


def test_a_search_from_a_wrong_original_keeps_what_it_stands_by_whatever_that_scores() -> None:
    adversary = Scripted([[adding("x"), adding("half")]], stands_by=adding("half"))
    made = carried_out(adversary, ScriptedVictim(says(("half", PARTLY), otherwise=WRONG)))
    assert (made.outcome, made.perturbation) == ("skipped", adding("half"))
    assert made.trace == ((1, 0.0), (3, pytest.approx(2 / 3)))


def test_only_right_leaves_a_wrong_original_alone() -> None:
    adversary, victim = Scripted([[adding("x")]]), ScriptedVictim(says(otherwise=WRONG))
    made = carried_out(adversary, victim, only_right=True)
    assert (made.outcome, made.reason) == ("skipped", "wrong already (--only-right)")
    assert (made.after, made.perturbation, made.queries, made.trace) == (None, None, 1, ((1, 0.0),))
    assert adversary.told == []


def test_a_victim_that_fails_on_a_variant_of_a_wrong_original_ends_the_attempt_as_errored() -> None:
    victim = ScriptedVictim(says(otherwise=WRONG), fault="raises", where="bad")
    made = carried_out(Scripted([[adding("bad")]]), victim)
    assert (made.outcome, made.reason) == ("errored", "RuntimeError: scripted to fail on 'Who lit it?'")


@dataclass
class Fixed(Scripted):
    """Proposes the batches whatever is said."""

    searches: ClassVar[bool] = False


def test_all_that_is_proposed_at_once_is_kept_in_its_order_with_its_verdicts() -> None:
    gone = Perturbation("e", Question("Who lit it?", Passage("p", "Nobody did.")), EXAMPLE.gold, ())
    adversary = Fixed([[adding("a"), gone, adding("half"), adding("a")], [adding("b")]])
    made = carried_out(adversary, ScriptedVictim(says(("half", PARTLY))), budget=3)
    assert [candidate.perturbation for candidate in made.candidates] == [adding("a"), adding("half"), adding("b")]
    told = [(candidate.verdict.score, candidate.verdict.fault) for candidate in made.candidates]
    assert told == [(1.0, None), (pytest.approx(2 / 3), None), (None, "budget")]
    assert (made.outcome, made.perturbation, made.queries) == ("exhausted", adding("half"), 3)


def test_what_a_search_tried_is_not_kept() -> None:
    assert carried_out(Scripted([[adding("a"), adding("b")]]), ScriptedVictim(says())).candidates == ()


def test_what_proposes_all_at_once_is_heard_to_its_end_though_the_victim_fails() -> None:
    adversary = Fixed([[adding("bad")], [adding("fine")]])
    made = carried_out(adversary, ScriptedVictim(says(), fault="raises", where="bad"))
    assert made.outcome == "errored"
    assert [candidate.verdict.fault is None for candidate in made.candidates] == [False, True]


def test_an_adversary_says_why_it_has_nothing_to_propose() -> None:
    made = carried_out(Scripted([], Nothing("no word can go")), ScriptedVictim(says()))
    assert (made.outcome, made.perturbation) == ("failed", None)
    assert made.reason == "nothing proposed: no word can go"
    wrong = carried_out(Scripted([], Nothing("no word can go")), ScriptedVictim(says(otherwise=WRONG)))
    assert (wrong.outcome, wrong.reason) == ("skipped", "nothing proposed: no word can go")


def test_an_attempt_names_its_original() -> None:
    assert carried_out(Scripted([[adding("x")]]), ScriptedVictim(says())).original_id == "e"


@pytest.mark.parametrize(
    ("adversary", "found"),
    [
        (Scripted([]), True),
        (Fixed([]), False),
        (load_adversary("add-any"), True),
        (load_adversary("add-sent"), False),
        (load_adversary("edit-combined"), False),
        (load_adversary("tossup-reorder"), True),
        (load_adversary("claim-rules"), False),
        (load_adversary("sears"), True),
        (load_adversary("sears", {"rules": "learned.toml"}), False),
    ],
)
def test_who_does_not_say_otherwise_searches(adversary: object, found: bool) -> None:
    assert searches(adversary) is found


def test_a_partly_right_original_is_attacked() -> None:
    made = carried_out(Scripted([[adding("trap")]]), ScriptedVictim(says(("trap", WRONG), otherwise=PARTLY)))
    assert made.outcome == "succeeded"
    assert made.before.score == pytest.approx(2 / 3)
    assert made.before.succeeded is False


def test_not_exact_skips_what_is_only_partly_right() -> None:
    made = carried_out(Scripted([[adding("x")]]), ScriptedVictim(says(otherwise=PARTLY)), goal="not_exact")
    assert made.outcome == "skipped"


def test_not_exact_is_reached_by_an_answer_that_is_partly_right() -> None:
    made = carried_out(Scripted([[adding("trap")]]), ScriptedVictim(says(("trap", PARTLY))), goal="not_exact")
    assert made.outcome == "succeeded"


def test_an_original_on_which_the_victim_fails_is_errored() -> None:
    made = carried_out(Scripted([[adding("x")]]), ScriptedVictim(says(), fault="raises"))
    assert made.outcome == "errored"
    assert made.reason == "RuntimeError: scripted to fail on 'Who lit it?'"
    assert (made.before.score, made.queries, made.trace) == (None, 1, ())


def test_a_victim_that_fails_on_a_variant_ends_the_attempt_as_errored() -> None:
    adversary = Scripted([[adding("fine"), adding("bad")], [adding("never asked")]])
    victim = ScriptedVictim(says(), fault="raises", where="bad")
    made = carried_out(adversary, victim)
    assert made.outcome == "errored"
    assert made.reason == "RuntimeError: scripted to fail on 'Who lit it?'"
    assert made.perturbation == adding("fine")
    assert not any("never" in query.context.text for batch in victim.batches for query in batch)  # type: ignore[union-attr]


def test_a_success_beside_a_failure_of_the_victim_is_a_success() -> None:
    adversary = Scripted([[adding("trap"), adding("bad")]])
    made = carried_out(adversary, ScriptedVictim(says(("trap", WRONG)), fault="raises", where="bad"))
    assert (made.outcome, made.reason) == ("succeeded", None)


def test_the_lowest_score_counts_and_then_the_first() -> None:
    adversary = Scripted([[adding("right"), adding("half one")], [adding("half two")]])
    made = carried_out(adversary, ScriptedVictim(says(("half", PARTLY))))
    assert made.outcome == "failed"
    assert made.perturbation == adding("half one")
    assert made.after is not None
    assert made.after.score == pytest.approx(2 / 3)


def test_of_equal_scores_the_lower_expectation_counts() -> None:
    def rule(query: Query) -> Prediction:
        assert isinstance(query, Question)
        probability = 0.4 if "unsure" in query.context.text else 0.9
        return Prediction((Guess(RIGHT, probability),), probability)

    made = carried_out(Scripted([[adding("sure"), adding("unsure")]]), ScriptedVictim(rule))
    assert made.perturbation == adding("unsure")
    assert made.after is not None
    assert (made.after.score, made.after.expected) == (1.0, 0.4)


def test_what_the_adversary_stands_by_counts_even_where_another_was_better() -> None:
    adversary = Scripted([[adding("trap"), adding("plain")]], stands_by=adding("plain"))
    made = carried_out(adversary, ScriptedVictim(says(("trap", WRONG))))
    assert made.outcome == "failed"
    assert made.perturbation == adding("plain")


def test_what_was_not_asked_for_the_budget_cannot_be_stood_by() -> None:
    adversary = Scripted([[adding("half"), adding("unheard of")]], stands_by=adding("unheard of"))
    made = carried_out(adversary, ScriptedVictim(says(("half", PARTLY))), budget=2)
    assert made.perturbation == adding("half")


@dataclass
class Odd:
    """Gives what no adversary may."""

    given: object
    is_returned: bool = False
    is_generator: bool = True

    def attack(self, example: Example, original: Verdict, rng: Random) -> object:
        return self.search() if self.is_generator else self.given

    def search(self) -> Generator[object, object, object]:
        if self.is_returned:
            return self.given
        yield self.given
        return None


@pytest.mark.parametrize(
    ("adversary", "sentence"),
    [
        (Odd([adding("x")], is_generator=False), "returns a list from attack: yield lists of Perturbation"),
        (Odd(None, is_generator=False), "returns None from attack: yield lists"),
        (Odd(adding("x")), "yields a Perturbation: yield a list of Perturbation"),
        (Odd("One."), "yields a str: yield a list of Perturbation"),
        (Odd(["One."]), "yields a list with a str in it: yield a list of Perturbation"),
        (Odd("One.", is_returned=True), "returns a str: return the Perturbation that it stands by, Nothing with a"),
        (Odd(adding("x"), is_returned=True), "returns a perturbation of 'e' that it never proposed: yield it first"),
    ],
)
def test_what_no_adversary_may_give_is_refused_with_its_name_and_place(adversary: object, sentence: str) -> None:
    where = "The adversary 'a' (tests.runs.test_referee:Odd) "
    with pytest.raises(BrokenAdversary, match=re.escape(where + sentence)) as found:
        carried_out(adversary, ScriptedVictim(says()))
    assert str(found.value).endswith(". Mend it there.")


@pytest.mark.parametrize(
    "odd",
    [
        adding("half \ud800 lit"),
        replace(adding("x"), edits=(Edit("context", 0, 0, "\udfff"),)),
    ],
)
def test_what_no_file_can_hold_is_sent_back_and_never_asked(odd: Perturbation) -> None:
    victim, adversary = ScriptedVictim(says()), Scripted([[odd, adding("l’été 𝄞")]])
    made = carried_out(adversary, victim)
    [first, second] = adversary.told[0]
    assert "half a character at" in (first.fault or "")
    assert (second.fault, victim.queries) == (None, 2)
    assert made.candidates == ()


def test_a_constraint_that_says_no_sentence_is_named_with_its_place() -> None:
    def says_false(example: Example, perturbation: Perturbation) -> str | None:
        return False  # type: ignore[return-value]

    with pytest.raises(
        UnknownComponent, match=r"test_referee:.*says_false says False of a perturbation of 'e'\. Return"
    ):
        broken((says_false,), EXAMPLE, adding("x"))


def test_an_adversary_that_proposes_nothing_fails_without_a_perturbation() -> None:
    made = carried_out(Scripted([]), ScriptedVictim(says()))
    assert (made.outcome, made.after, made.perturbation, made.queries) == ("failed", None, None, 1)


def test_what_breaks_a_constraint_is_sent_back_and_never_asked() -> None:
    other = Question("When?", Passage("p", PARAGRAPH))
    broken = Perturbation("e", other, EXAMPLE.gold, ())
    gone = Perturbation("e", Question("Who lit it?", Passage("p", "Nobody did.")), EXAMPLE.gold, ())
    adversary, victim = Scripted([[broken, adding("fine"), gone]]), ScriptedVictim(says())
    made = carried_out(adversary, victim)
    [told] = adversary.told
    assert [verdict.fault for verdict in told] == [
        "the question must stay as it is",
        None,
        "the answer 'Ada Thorn' must stay in the paragraph",
    ]
    assert told[0].prediction is told[0].score is told[0].expected is None
    assert (made.queries, victim.queries) == (2, 2)
    assert made.perturbation == adding("fine")


def test_what_breaks_a_constraint_costs_no_budget() -> None:
    broken = replace(adding("x"), example_id="other")
    made = carried_out(Scripted([[broken, broken, adding("x")]]), ScriptedVictim(says()), budget=2)
    assert (made.outcome, made.queries) == ("failed", 2)


def test_the_trace_holds_each_new_lowest_score_at_its_query() -> None:
    adversary = Scripted([[adding("a"), adding("half"), adding("b")], [adding("half too"), adding("trap")]])
    made = carried_out(adversary, ScriptedVictim(says(("half", PARTLY), ("trap", WRONG))))
    assert made.queries == 6
    assert made.trace == ((1, 1.0), (3, pytest.approx(2 / 3)), (6, 0.0))


def unsure(*rules: tuple[str, str, float]) -> Callable[[Query], Prediction]:
    """Right and certain, but for what the rules say: word in the paragraph, answer, probability."""

    def rule(query: Query) -> Prediction:
        assert isinstance(query, Question)
        found = [(answer, sure) for word, answer, sure in rules if word in query.context.text]
        answer, sure = found[-1] if found else (RIGHT, 1.0)
        return Prediction((Guess(answer, sure),), sure)

    return rule


def test_the_trace_ends_at_the_score_that_the_attempt_is_reported_with() -> None:
    """AddAny's search stands by the lowest expectation, whose best guess need not be the lowest that was seen."""
    victim = ScriptedVictim(unsure(("half", PARTLY, 0.9), ("low", RIGHT, 0.1)))
    adversary = Scripted([[adding("a"), adding("half"), adding("low"), adding("b")]], stands_by=adding("low"))
    made = carried_out(adversary, victim)
    assert made.after is not None
    assert (made.after.score, made.trace) == (1.0, ((1, 1.0),))


def test_the_trace_rises_to_a_score_above_the_original() -> None:
    adversary = Scripted([[adding("half"), adding("more"), adding("b")]], stands_by=adding("more"))
    made = carried_out(adversary, ScriptedVictim(says(("half", PARTLY), ("more", RIGHT), otherwise="Ada Thorn lit")))
    assert made.trace == ((1, pytest.approx(0.8)), (3, 1.0))


def test_the_trace_keeps_what_leads_down_to_the_score_reported() -> None:
    victim = ScriptedVictim(says(("half", PARTLY), ("trap", WRONG)))
    adversary = Scripted([[adding("half"), adding("trap"), adding("half too")]], stands_by=adding("half too"))
    made = carried_out(adversary, victim)
    assert (made.queries, made.trace) == (4, ((1, 1.0), (2, pytest.approx(2 / 3))))


class Endless:
    """Proposes the same for ever."""

    def __init__(self, *batch: Perturbation) -> None:
        self.batch, self.rounds = batch, 0

    def attack(self, example: Example, original: Verdict, rng: Random) -> Proposals:
        while True:
            self.rounds += 1
            yield self.batch


@pytest.mark.parametrize("batch", [(), (adding("x"),), (replace(adding("x"), example_id="other"),)])
def test_an_adversary_without_new_queries_is_ended(batch: tuple[Perturbation, ...]) -> None:
    adversary = Endless(*batch)
    made = carried_out(adversary, ScriptedVictim(says()))
    assert made.outcome == "failed"
    assert PATIENCE <= adversary.rounds <= PATIENCE + 2


def test_an_adversary_that_ends_is_closed() -> None:
    closed: list[str] = []

    class Holding:
        def attack(self, example: Example, original: Verdict, rng: Random) -> Proposals:
            try:
                while True:
                    yield [adding("x"), adding("y")]
            finally:
                closed.append("closed")

    carried_out(Holding(), ScriptedVictim(says()), budget=2)
    assert closed == ["closed"]


def judged(prediction: Prediction, gold: Gold = EXAMPLE.gold) -> Verdict:
    return Judge(goal_named("f1_zero")).verdict(gold, [EXAMPLE.query], [Reply(prediction)])


def test_the_expectation_counts_the_mass_left_out_as_zero() -> None:
    # 0.5 x 1 for "Ada Thorn", 0.25 x 2/3 for "Ada", 0.125 x 0 for "1874"; the other 0.125 is worth nothing.
    guesses = (Guess("Ada Thorn", 0.5), Guess("Ada", 0.25), Guess("1874", 0.125))
    verdict = judged(Prediction(guesses, 0.875))
    assert verdict.score == 1.0
    assert verdict.expected == round(0.5 + 0.25 * 2 / 3, 6) == 0.666667


def test_without_a_distribution_the_expectation_is_the_score() -> None:
    verdict = judged(Prediction((Guess("Ada", None),), None))
    assert verdict.score == pytest.approx(2 / 3)
    assert verdict.expected == 0.666667


def test_expectations_are_rounded_to_a_millionth() -> None:
    assert judged(Prediction((Guess("Ada Thorn", 0.30000049),), 0.30000049)).expected == 0.3


def test_the_best_of_several_gold_answers_counts() -> None:
    gold = Gold((Answer("1874", 20), Answer("Ada Thorn", 0)))
    assert judged(Prediction((Guess("ada thorn!", None),), None), gold).score == 1.0


def test_an_answer_is_worth_what_it_is_for_this_gold_alone() -> None:
    judge, reply = Judge(goal_named("f1_zero")), Reply(Prediction((Guess("Ada", None),), None))
    assert judge.verdict(Gold((Answer("Ada", 0),)), [EXAMPLE.query], [reply]).score == 1.0
    assert judge.verdict(Gold((Answer("1874", 20),)), [EXAMPLE.query], [reply]).score == 0.0


def test_a_question_left_unanswered_scores_zero_and_one_without_answer_wants_to_be_told_so() -> None:
    silent, denying = Prediction((), None), Prediction((Guess("", None),), None)
    assert (judged(silent).score, judged(silent).succeeded) == (0.0, True)
    assert [judged(said, Gold((), answerable=False)).score for said in (silent, denying)] == [0.0, 1.0]
    assert judged(denying, Gold((Answer("Ada", 0),), answerable=True)).score == 0.0


def test_without_unanswerable_questions_silence_is_never_right() -> None:
    article = Gold((Answer("The", 0),))  # normalises to nothing
    assert Judge(goal_named("not_exact")).verdict(article, [EXAMPLE.query], [Reply(Prediction((), None))]).score == 0.0


def test_a_fault_has_no_score_and_is_no_success() -> None:
    verdict = Judge(goal_named("f1_zero")).verdict(EXAMPLE.gold, [EXAMPLE.query], [Reply(None, "RuntimeError: no")])
    assert verdict == Verdict(None, None, None, succeeded=False, fault="RuntimeError: no")


def test_people_are_told_what_machines_are_told() -> None:
    proposed = [adding("trap"), replace(adding("x"), example_id="other"), adding("fine")]
    adversary, victim = Scripted([proposed]), ScriptedVictim(says(("trap", WRONG)))
    carried_out(adversary, victim)
    rules, oracle = Rules(goal_named("f1_zero"), READING), Oracle("v", victim, "v", Memory())
    assert verdicts(rules, oracle, EXAMPLE, proposed) == adversary.told[0]
    assert query_id(proposed[1].query) not in {query_id(q) for batch in victim.batches for q in batch}
