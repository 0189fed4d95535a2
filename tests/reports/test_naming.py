"""Systems that are not one have not one name."""

from stumper.reports import build_report
from stumper.reports.naming import names
from stumper.runs.plan import Plan


def plan(victim: str, code: str, adversary: str = "add-any") -> Plan:
    return Plan("reading", "f" * 32, victim, code, adversary, victim_code=code)


def test_two_files_of_one_name_are_two_systems() -> None:
    found = names({"a": plan("file:a/g.json", "1"), "b": plan("file:b/g.json", "2"), "c": plan("file:c/h.json", "3")})
    assert [one.victim for one in found.values()] == ["file:a/g.json", "file:b/g.json", "file:h.json"]
    assert {one.attack for one in found.values()} == {"AddAny"}


def test_what_has_changed_since_says_so() -> None:
    found = names({"a": plan("python:m:f", "1" * 32), "b": plan("python:m:f", "2" * 32)})
    assert [(one.victim, one.is_past) for one in found.values()] == [
        ("python:m:f (before it changed, 11111111)", True),
        ("python:m:f", False),
    ]


def test_the_newest_code_leads(store, record, make) -> None:
    def kept(run_id, example):
        before = make.verdict(example, "Ada", victim="python:m:f")
        return make.attempt(run_id, example, "failed", before, before)

    run_ids = [
        record(
            [make.question("q0", "Who?", "Ada lit it.", "Ada")],
            kept,
            victim="python:m:f",
            victim_code=code * 32,
            seed=seed,
        )
        for code, seed in (("1", 1), ("2", 2))
    ]
    first, second = build_report(store, run_ids).sentences
    assert "python:m:f keeps" in first
    assert "python:m:f (before it changed, 11111111) keeps" in second
