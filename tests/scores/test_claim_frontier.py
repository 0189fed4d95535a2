"""The frontier of attacks on claims: a correct rate is of the rules that its excess is of."""

import json

import pytest

from from_benchmarks import from_benchmarks
from stumper.adversaries.rule_induction.sears import NothingAbove
from stumper.errors import BadOption
from stumper.statistics import groups_of
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.grouping import groups
from stumper.types import Answer, Edit, Example, Gold, Perturbation

with from_benchmarks("measuring", "blind_sheets", "sears", "verification"):
    import claim_frontier
    from claim_frontier import Unit, Verdict


def units(rule: str, times: int, before: str = "SUPPORTS", after: str = "SUPPORTS") -> list[Unit]:
    made = []
    for number in range(times):
        example = Example(f"{rule}{before}{number}", Claim("Ada wrote."), Gold((Answer(before),)))
        edit = Edit("claim", 0, 0, "", "kind", rule)
        made.append(Unit(example, Perturbation(example.id, Claim("So."), Gold((Answer(after),)), (edit,)), 1.0, 0.0))
    return made


FIVE_EACH = [Verdict("builder", str(n), rule, rule == "good") for rule in ("good", "bad") for n in range(5)]


def test_verdicts_count_by_the_share_that_their_rule_has_of_the_instances():
    found = claim_frontier.correct(FIVE_EACH, units("good", 30) + units("bad", 10))
    assert (found["correct"]["value"], found["as_read"]["value"], found["of"]) == (0.75, 0.5, ["others, by rule"])


def test_where_most_are_by_rules_that_nobody_read_no_weights_help():
    found = claim_frontier.correct(FIVE_EACH, units("good", 10) + units("unread", 30))
    assert (found["correct"]["value"], found["covered"], found["of"]) == (0.5, 0.25, ["others"])


def test_verdicts_on_the_very_instances_count_as_these_count_in_the_excess():
    kept, alone = units("kept", 6), units("alone", 6, "REFUTES", "NOT ENOUGH INFO")  # turned one way alone: left out
    read = [Verdict("model", unit.original.id, unit.rule, unit.rule == "kept") for unit in (*kept[:3], *alone[:3])]
    found = claim_frontier.correct(read, [*kept, *alone])
    assert (found["correct"]["value"], found["as_read"]["value"], found["of"]) == (1.0, 0.5, ["these"])


def test_a_sheet_of_other_rules_on_the_same_claims_is_not_of_these():
    made = units("good", 30)
    read = [Verdict("model", unit.original.id, "other", True) for unit in made[:5]]
    assert claim_frontier.correct(read, made)["of"] == ["others"]


@pytest.mark.parametrize("found", [{}, {"one": (), "two": ()}])
def test_an_attack_that_made_nothing_says_so(found, capsys):
    assert claim_frontier.tell("sears", found, groups_of([], groups)) == []
    assert '"nothing"' in capsys.readouterr().out
    assert claim_frontier.correct(FIVE_EACH, []) == {"of": ["nothing"]}


def test_a_system_that_nothing_is_learned_against_counts_with_an_excess_of_0(capsys):
    made = units("good", 10)  # right before and wrong after: all is lost
    of = groups_of([unit.original for unit in made], groups)
    claim_frontier.tell("sears", {"one": made, "two": ()}, of)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    excess = {line["system"]: line["excess"] for line in lines if "system" in line}
    assert (excess["one"]["value"], excess["two"], excess["all"]["value"]) == (1.0, 0.0, 0.5)
    assert [line["untouched"] for line in lines if "untouched" in line] == [["two"]]


def test_a_system_is_untouched_only_where_no_rule_stands_above_trivial_edits(tmp_path, monkeypatch):
    rows = [{"id": n, "claim": f"Ada wrote note {n}.", "label": "SUPPORTS", "evidence": []} for n in range(8)]
    (tmp_path / "claims.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    monkeypatch.setattr(claim_frontier.api, "load_victim", lambda name: None)  # nobody is asked
    with pytest.raises(BadOption, match="nothing can be held out"):
        claim_frontier.learned(["one"], tmp_path, 1, 99, 1, None)

    def raising(lesson, victim):
        raise NothingAbove("None turns more.")

    monkeypatch.setattr(claim_frontier, "asked", raising)
    assert claim_frontier.learned(["one"], tmp_path, 4, 99, 1, None) == {"one": ()}


def test_a_rule_counts_as_the_excess_counts_what_it_turns():
    kept, there = units("kept", 4), units("there", 6, "SUPPORTS", "REFUTES")
    back, alone = units("back", 2, "REFUTES", "SUPPORTS"), units("alone", 9, "REFUTES", "NOT ENOUGH INFO")
    found = claim_frontier.rules_of([*kept, *there, *back, *alone])
    assert found == pytest.approx({"kept": 4, "there": 4, "back": 4, "alone": 0})
