"""Which runs are on one data set, and what attacks are called beside each other."""

import pytest

from stumper.runs.plan import Plan
from stumper.table import of_runs
from stumper.table.naming import attacks, made_against
from stumper.table.of_runs import datasets

SAYS = {"Who lit it?": "Ada Thorn"}


def plan(dataset: str, adversary: str = "add-any", victim: str = "v", **fields) -> Plan:
    fingerprint = fields.pop("fingerprint", dataset)
    return Plan(dataset, fingerprint, victim, victim, adversary, **{"options": (), **fields})


def test_runs_on_files_join_the_data_set_whose_originals_they_hold(store, record, make) -> None:
    lit = make.question("q1", "Who lit it?", "Ada Thorn lit it.", "Ada Thorn")
    runs = [
        record([make.met(lit, make.variant(lit, text), SAYS)], [lit], adversary, dataset=dataset)
        for text, adversary, dataset in (
            ("By whom was it lit?", "from-file", "others/AddSent.json"),
            ("Who?", "add-any", "dev.json"),
            ("Who was it?", "from-file", "mine.json"),
        )
    ]
    table = of_runs(store, runs)
    assert table.texts("dataset").found() == ["dev"]
    assert table.texts("paragraph").found() == table.texts("paragraph").found()[:1]
    apart = of_runs(store, [runs[0], runs[2]])
    assert apart.texts("dataset").found() == ["AddSent"]


@pytest.mark.parametrize(
    ("sets", "called"),
    [
        ({"a": {"1": "x"}, "b": {"2": "y"}}, ["a", "b"]),
        ({"a": {"1": "x", "2": "y"}, "b": {"2": "y", "3": "z"}}, ["a", "b"]),  # neither holds the other
        ({"a": {"1": "x", "2": "y"}, "b": {"2": "y"}, "c": {"1": "x", "2": "y"}}, ["a", "a", "a"]),
        ({"a": {"1": "x", "2": "y"}, "b": {"2": "other", "1": "x"}}, ["a", "b"]),  # two sets claim the id 2
        ({"a": {"1": "x"}, "b": {"2": "y"}, "c": {"1": "x", "2": "y"}}, ["c", "c", "c"]),
        ({"a": {"1": "x"}, "b": {"1": "x", "2": "y"}}, ["b", "b"]),
        ({"a": {}, "b": {}}, ["a", "b"]),
    ],
)
def test_a_set_belongs_to_the_largest_that_holds_all_its_originals(sets, called) -> None:
    plans = {name: plan(name) for name in sets}
    assert list(datasets(plans, sets).values()) == called


def test_two_sets_of_one_name_are_told_apart() -> None:
    plans = {"a": plan("x/dev.json", fingerprint="1" * 32), "b": plan("y/dev.json", fingerprint="2" * 32)}
    assert list(datasets(plans, {}).values()) == ["dev (11111111)", "dev (22222222)"]


def test_attacks_are_told_apart_by_options_whoever_was_attacked() -> None:
    words = [(("words", "2"),), (("words", "3"),), (("words", "2"),), ()]
    plans = {str(n): plan("d", options=options, victim=f"v{n}") for n, options in enumerate(words)}
    assert list(attacks(plans, dict.fromkeys(plans, "d")).values()) == [
        "AddAny words=2",
        "AddAny words=3",
        "AddAny words=2",
        "AddAny words=default",
    ]


def test_a_file_among_the_options_is_told_by_its_name_without_its_folders() -> None:
    paths = [(("raw", "/tmp/tmp7/raw.jsonl"),), ()]
    plans = {str(n): plan("d", options=options) for n, options in enumerate(paths)}
    assert list(attacks(plans, dict.fromkeys(plans, "d")).values()) == ["AddAny raw=raw.jsonl", "AddAny raw=default"]


def test_files_of_one_name_in_two_folders_are_told_apart_all_the_same() -> None:
    paths = [(("raw", "/tmp/a/raw.jsonl"),), (("raw", "/tmp/b/raw.jsonl"),)]
    plans = {str(n): plan("d", options=options, victim="v") for n, options in enumerate(paths)}
    assert len(set(attacks(plans, dict.fromkeys(plans, "d")).values())) == 2


def test_attacks_on_other_data_sets_need_not_be_told_apart() -> None:
    plans = {str(n): plan("d", options=(("words", str(n)),)) for n in (1, 2)}
    assert set(attacks(plans, {"1": "d", "2": "e"}).values()) == {"AddAny"}


def test_an_attack_that_one_victim_met_twice_is_told_apart_for_all_victims() -> None:
    plans = {
        "a": plan("d", seed=1, budget=50),
        "b": plan("d", seed=2, budget=50),
        "c": plan("d", seed=1, budget=50, victim="other"),
    }
    assert list(attacks(plans, dict.fromkeys(plans, "d")).values()) == [
        "AddAny seed=1",
        "AddAny seed=2",
        "AddAny seed=1",
    ]


def test_what_differs_in_nothing_is_told_apart_by_its_run() -> None:
    plans = {"a" * 32: plan("d"), "b" * 32: plan("d", repetition=1)}
    assert list(attacks(plans, dict.fromkeys(plans, "d")).values()) == ["AddAny aaaaaaaa", "AddAny bbbbbbbb"]


def test_one_file_under_two_paths_is_one_attack() -> None:
    plans = {
        name: plan("d", "from-file", options=(("file", f"{name}/x.json"),), options_fingerprint=content, victim=name)
        for name, content in (("a", "1" * 32), ("b", "1" * 32))
    }
    assert set(attacks(plans, dict.fromkeys(plans, "d")).values()) == {"x"}
    changed = {
        name: plan("d", "from-file", options=(("file", "x.json"),), options_fingerprint=content, victim=name)
        for name, content in (("a", "1" * 32), ("b", "2" * 32))
    }
    assert list(attacks(changed, dict.fromkeys(changed, "d")).values()) == [
        "x options=11111111",
        "x options=22222222",
    ]


def test_what_searched_was_made_against_its_victim_as_that_is_called() -> None:
    plans = {
        "a": plan("d", victim="file:x/v.json", made_against="file:x/v.json"),
        "b": plan("d", victim="file:y/v.json", adversary="from-file", made_by="add-any", made_against="file:x/v.json"),
        "c": plan("d", victim="w", adversary="from-file", made_by="add-any", made_against="python:elsewhere/m:f"),
        "d": plan("d", victim="w", adversary="add-sent"),
    }
    assert made_against(plans) == {"a": "file:x/v.json", "b": "file:x/v.json", "c": "python:m:f", "d": ""}
    assert attacks(plans, dict.fromkeys(plans, "d"))["a"] == "AddAny"


def test_runs_of_before_were_made_against_their_victim_where_the_adversary_searched() -> None:
    options = {"sears": (), "sears again": (("rules", "r.json"),)}
    names = ("add-any", "tossup-reorder", "mine:Own", "add-sent", "from-file", "sears", "sears again")
    plans = {name: plan("d", name.split()[0], options=options.get(name, ()), referee=1) for name in names}
    found = made_against(plans)
    assert [name for name in names if found[name]] == ["add-any", "tossup-reorder", "mine:Own", "sears"]


def test_variants_of_a_file_that_says_who_made_them_are_of_that_attack(store, record, make) -> None:
    lit = make.question("q1", "Who lit it?", "Ada Thorn lit it.", "Ada Thorn")
    made = make.met(lit, make.variant(lit, "By whom was it lit?"), SAYS)
    options = (("file", "out/adversarial.json"),)
    runs = [
        record([made], [lit], "add-sent", victim="v", dataset="dev.json", options=(("rules", "all"),)),
        record([made], [lit], "from-file", victim="w", options=options, dataset="out/adversarial.json",
               options_fingerprint="f" * 32, made_by="add-sent", made_with=(("rules", "all"),)),
    ]  # fmt: skip
    rows = list(of_runs(store, runs).rows())
    told = [(row["dataset"], row["adversary"], row["attack"], row["options"], row["victim"]) for row in rows]
    assert told == [
        ("dev", "add-sent", "AddSent", '{"rules": "all"}', "v"),
        ("dev", "add-sent", "AddSent", '{"rules": "all"}', "w"),
    ]


def test_an_attack_that_one_victim_met_as_made_and_from_a_file_is_told_apart_by_the_file() -> None:
    written = {
        "adversary": "from-file",
        "options": (("file", "out/set.json"), ("pick", "worst")),
        "made_by": "add-sent",
    }
    plans = {
        "a": plan("d", "add-sent"),
        "b": plan("out/set.json", **written, options_fingerprint="1" * 32),
        "c": plan("out/set.json", **written, options_fingerprint="1" * 32, victim="other"),
        "e": plan("d", "add-sent", victim="third"),
    }
    called = attacks(plans, dict.fromkeys(plans, "d"))
    assert called == {"a": "AddSent", "b": "AddSent from set", "c": "AddSent from set", "e": "AddSent"}
    del plans["b"]
    assert set(attacks(plans, dict.fromkeys(plans, "d")).values()) == {"AddSent"}
