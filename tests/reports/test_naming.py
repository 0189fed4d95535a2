"""Systems that are not one have not one name."""

from dataclasses import replace

from stumper.reports import build_report
from stumper.reports.naming import names
from stumper.runs.plan import Plan
from stumper.table.naming import short_victims


def plan(victim: str, code: str, adversary: str = "add-any") -> Plan:
    return Plan("reading", "f" * 32, victim, code, adversary, victim_code=code)


def test_two_files_of_one_name_are_two_systems() -> None:
    found = names(
        {"a": plan("file:a/g.json", "1"), "b": plan("file:b/g.json", "2"), "c": plan("file:c/h.json", "3")}, {}
    )
    assert [one.victim for one in found.values()] == ["file:a/g.json", "file:b/g.json", "file:h.json"]
    assert {one.attack for one in found.values()} == {"AddAny"}


def test_what_has_changed_since_says_so() -> None:
    found = names({"a": plan("python:m:f", "1" * 32), "b": plan("python:m:f", "2" * 32)}, {})
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
    first, second, *unmade = build_report(store, run_ids).sentences
    assert first.startswith("Without an attack python:m:f has 100.0 F1")
    assert second.startswith("Without an attack python:m:f (before it changed, 11111111) has 100.0 F1")
    assert all("made nothing that could be asked of the one question that it was given" in one for one in unmade)


def test_a_service_is_called_by_host_and_path_and_two_at_one_address_are_told_apart() -> None:
    asked = '#request={"q":"{question}"}&response='
    models = ["openai:toy@https://h.example/v1#logprobs=0", "openai:toy@http://g/v1/"]
    specs = [f"http:http://localhost:81/ask{asked}a", *models]
    plans = [Plan("reading", "f", spec, None, "add-any") for spec in specs]
    assert list(short_victims(plans).values()) == ["localhost:81/ask", "toy@h.example/v1", "toy@g/v1"]
    both = [plans[0], replace(plans[0], victim=f"http:http://localhost:81/ask{asked}b")]
    first, second = short_victims(both).values()
    assert first != second
    assert first.startswith("localhost:81/ask (")
    named = replace(plans[0], victim="mine", victim_spec=plans[0].victim)
    assert short_victims([named, plans[0]]) == {"mine": "mine", plans[0].victim: "localhost:81/ask"}
