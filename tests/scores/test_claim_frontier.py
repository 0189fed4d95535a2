"""The frontier of attacks on claims: a correct rate is of the rules that its excess is of."""

import sys
from pathlib import Path

import pytest

from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Edit, Example, Gold, Perturbation

BENCHMARKS = str(Path(__file__).parents[2] / "benchmarks")
sys.path.insert(0, BENCHMARKS)
try:
    import claim_frontier
    from claim_frontier import Unit, Verdict
finally:  # others have modules of the same names
    sys.path.remove(BENCHMARKS)
    for name in ("measuring", "blind_sheets", "sears", "verification"):
        sys.modules.pop(name, None)


def units(rule: str, times: int, before: str = "SUPPORTS", after: str = "SUPPORTS") -> list[Unit]:
    made = []
    for number in range(times):
        example = Example(f"{rule}{before}{number}", Claim("Ada wrote."), Gold((Answer(before),)))
        edit = Edit("claim", 0, 0, "", "kind", rule)
        made.append(Unit(example, Perturbation(example.id, Claim("So."), Gold((Answer(after),)), (edit,)), 1.0, 0.0))
    return made


FIVE_EACH = [Verdict("builder", str(n), rule, rule == "good") for rule in ("good", "bad") for n in range(5)]


def test_verdicts_count_by_the_share_that_their_rule_has_of_the_instances():
    found = claim_frontier.correct(FIVE_EACH, units("good", 30) + units("bad", 10), set())
    assert (found["correct"]["value"], found["as_read"]["value"], found["of"]) == (0.75, 0.5, ["others, by rule"])


def test_where_most_are_by_rules_that_nobody_read_no_weights_help():
    found = claim_frontier.correct(FIVE_EACH, units("good", 10) + units("unread", 30), set())
    assert (found["correct"]["value"], found["covered"], found["of"]) == (0.5, 0.25, ["others"])


def test_verdicts_on_the_very_claims_are_taken_as_they_are():
    found = claim_frontier.correct(FIVE_EACH, units("good", 30) + units("bad", 10), {str(n) for n in range(5)})
    assert (found["correct"]["value"], found["of"]) == (0.5, ["these"])


def test_a_rule_counts_as_the_excess_counts_what_it_turns():
    kept, there = units("kept", 4), units("there", 6, "SUPPORTS", "REFUTES")
    back, alone = units("back", 2, "REFUTES", "SUPPORTS"), units("alone", 9, "REFUTES", "NOT ENOUGH INFO")
    found = claim_frontier.rules_of([*kept, *there, *back, *alone])
    assert found == pytest.approx({"kept": 4, "there": 4, "back": 4, "alone": 0})
