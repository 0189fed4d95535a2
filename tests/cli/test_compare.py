"""`stumper compare` and `--against`: what is paired, what is said, and how a gate ends."""

import csv
import json
import re
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
SAID = "Ada Thorn"


@pytest.fixture
def lamps(folder: Path) -> Callable[..., str]:
    """Writes a data set of so many questions on so many lamps, and how a system answers it."""

    def written(name: str, number: int, first: int = 0) -> str:
        paragraphs = [
            {
                "context": f"Ada Thorn lit lamp {n} in 1874.",
                "qas": [
                    {"id": f"q{n}", "question": f"Who lit lamp {n}?", "answers": [{"text": SAID, "answer_start": 0}]}
                ],
            }
            for n in range(first, first + number)
        ]
        articles = [{"title": f"Lamps {n % 20}", "paragraphs": paragraphs[n % 20 :: 20]} for n in range(20)]
        (folder / name).write_text(json.dumps({"version": "1.1", "data": articles}))
        return name

    return written


@pytest.fixture
def answers(folder: Path) -> Callable[..., str]:
    """Writes predictions for so many questions, wrong on some."""

    def written(
        name: str,
        number: int,
        wrong: Collection[int] = (),
        without: Collection[int] = (),
        abstains: Collection[int] = (),
    ) -> str:
        said = {
            f"q{n}": "1874" if n in wrong else "" if n in abstains else SAID for n in range(number) if n not in without
        }
        (folder / name).write_text(json.dumps(said))
        return name

    return written


def test_two_files_of_predictions_are_compared_question_by_question(stumper: Command, lamps, answers) -> None:
    of = lamps("set.json", 40)
    a, b = answers("a.json", 40, wrong=[1, 2]), answers("b.json", 40, wrong=[2, 3, 4, 5])
    ended = stumper("compare", a, b, "--dataset", of)
    assert ended.code == 0, ended.said
    assert "F1 on set, without attack: file:a.json has 95.0, file:b.json 90.0: −5.0 [" in ended.out
    assert "fell: 3 of 3\n" in ended.out
    assert "Who lit lamp 3?\n  A: Ada Thorn (100.0)\n  B: 1874 (0.0)\n" in ended.out
    assert "improved: 1 of 1\n" in ended.out
    table = ended.out.partition("\nattack")[2].partition("\n\n")[0]
    assert max(map(len, table.splitlines())) <= 100


def test_too_few_questions_and_too_few_groups_are_said_in_a_sentence(stumper: Command, lamps, answers) -> None:
    one = stumper("score", lamps("one.json", 1), answers("p.json", 1))
    assert one.said == "1 question: too few to tell of others, so there is no interval.\n"
    many = stumper("score", lamps("many.json", 40), answers("q.json", 40))
    assert many.said == ""
    compared = stumper("compare", "q.json", "q.json", "--dataset", "many.json")
    assert "q.json 100.0: 0.0 [" in compared.out.replace("\n", " ")
    assert "points, indistinguishable, n = 40." in compared.out.replace("\n", " ")  # nothing has changed


def test_the_pairs_are_written(stumper: Command, lamps, answers, folder: Path) -> None:
    of = lamps("set.json", 9)
    ended = stumper("compare", answers("a.json", 9), answers("b.json", 9, wrong=[7]), "--dataset", of, "--out", "p.csv")
    assert ended.said == "wrote 9 pairs to p.csv\n"
    with (folder / "p.csv").open(newline="") as file:
        rows = {row["original"]: row for row in csv.DictReader(file)}
    assert [rows["q7"][name] for name in ("article", "score", "a", "b", "difference", "answer_a", "answer_b")] == [
        "Lamps 7", "f1", "1.0", "0.0", "-1.0", SAID, "1874",
    ]  # fmt: skip


def test_json_has_all_scores_with_their_intervals_and_what_they_are_of(stumper: Command, lamps, answers) -> None:
    of = lamps("set.json", 40)
    ended = stumper("compare", answers("a.json", 40), answers("b.json", 40, wrong=[1, 2, 3]), "--dataset", of,
                    "--json", "--fail-if", "worse")  # fmt: skip
    told = json.loads(ended.out)
    [cell] = told["cells"]
    assert [score["name"] for score in cell["scores"]] == ["f1", "exact_match", "answer_contained"]
    score = cell["scores"][0]
    assert (score["n"], score["improved"], score["fell"], score["stayed"]) == (40, 0, 3, 37)
    assert score["difference"]["low"] < round(score["difference"]["value"], 6) == -0.075 < score["difference"]["high"]
    signature = "|difference:file:b.json - file:a.json|on:set|attack:none|paired:original|ci:t-by-article|"
    assert signature in score["signature"]
    assert told["gate"]["passed"] is (ended.code == 0)
    assert len(told["fell"]) == 3


@pytest.mark.parametrize(
    ("wrong", "how", "code", "says"),
    [
        (
            range(0, 60, 4),
            ["--fail-if", "worse"],
            1,
            "b.json is worse than a.json: F1 on set, without attack went from ",
        ),
        ((), ["--fail-if", "worse", "--margin", "2"], 0, "b.json is not shown to be worse than a.json"),
        ((), ["--fail-if", "not-shown-equal"], 1, "b.json is not shown to be as good as a.json within 2 points"),
        ((), ["--fail-if", "not-shown-equal", "--margin", "10"], 0, "b.json is as good as a.json within 10 points"),
    ],
)
def test_a_gate_says_what_it_tested_and_what_that_finds(
    stumper: Command, lamps, answers, wrong: Collection[int], how: list[str], code: int, says: str
) -> None:
    of = lamps("set.json", 60)
    ended = stumper("compare", answers("a.json", 60), answers("b.json", 60, wrong), "--dataset", of, *how)
    assert ended.code == code, ended.said
    assert ended.said.startswith(says)
    assert "80% of the time" in ended.said


def test_score_is_held_against_a_baseline(stumper: Command, lamps, answers) -> None:
    of, old = lamps("set.json", 60), answers("old.json", 60, wrong=[5])
    worse = answers("new.json", 60, wrong=range(0, 60, 4))
    ended = stumper("score", of, worse, "--against", old, "--fail-if", "worse")
    assert ended.code == 1, ended.said
    assert "new.json is worse than old.json" in ended.said
    told = json.loads(stumper("score", of, old, "--against", old, "--fail-if", "worse", "--json").out)
    assert told["comparison"]["gate"]["passed"] is True
    assert told["scores"][0]["n"] == 60


RIGHT, WRONG = "python:cli_victims:right", "python:cli_victims:wrong"


def test_runs_systems_stores_reports_and_tables_are_one_thing_to_compare(stumper: Command, folder: Path) -> None:
    for victim in (RIGHT, WRONG):
        attack = ("attack", "lamps.json", "-a", "edit-misspell", "-v", victim, "--out", "out.json")
        assert stumper(*attack).code == 0
    assert stumper("table", "--out", "table.jsonl").code == 0
    assert stumper("report").code == 0
    rows = [json.loads(line) for line in (folder / "table.jsonl").read_text().splitlines()]
    run = next(row["run"] for row in rows if row["victim"] == RIGHT)
    for a in (RIGHT, run[:8]):
        for b in (WRONG, "table.jsonl", "stumper.db", "out/report.json"):
            told = json.loads(stumper("compare", a, b, "--json").out)
            found = [(cell["attack"], cell["systems"], cell["scores"][0]["fell"]) for cell in told["cells"]]
            assert found == [(attack, [RIGHT, WRONG], 8) for attack in ("", "edit-misspell")], (a, b)


def test_a_fixed_set_is_a_gate_against_the_system_that_it_was_made_with(stumper: Command, folder: Path) -> None:
    assert stumper("attack", "lamps.json", "-a", "edit-misspell", "-v", RIGHT, "--out", "out.json").code == 0
    ended = stumper("evaluate", "out.json", "-v", WRONG, "--against", RIGHT, "--fail-if", "worse")
    assert ended.code == 1, ended.said
    assert "corrected for 2 comparisons by Holm's method" in ended.said
    again = stumper("evaluate", "out.json", "-v", RIGHT, "--against", WRONG, "--fail-if", "worse", "--json")
    assert again.code == 0, again.said
    assert [cell["attack"] for cell in json.loads(again.out)["comparison"]["cells"]] == ["", "edit-misspell"]


def test_a_fresh_attack_is_held_against_a_run(stumper: Command, folder: Path) -> None:
    attack = ("attack", "lamps.json", "-a", "edit-misspell", "--out", "out.json")
    assert stumper(*attack, "-v", RIGHT).code == 0
    ended = stumper(*attack, "-v", WRONG, "--against", RIGHT, "--fail-if", "worse")
    assert ended.code == 1, ended.said
    unknown = stumper(*attack, "-v", WRONG, "--against", "nobody", "--fail-if", "worse")
    assert (unknown.code, unknown.out) == (2, "")
    alone = stumper(*attack, "-v", WRONG, "--fail-if", "worse")
    assert "--fail-if worse compares with a baseline: name it with --against." in alone.said


def test_a_system_without_an_earlier_run_has_no_baseline_of_its_own(stumper: Command, folder: Path) -> None:
    attack = ("attack", "lamps.json", "-a", "identity", "-v", RIGHT, "--out", "out.json")
    for _ in range(2):
        assert stumper(*attack, "--against", RIGHT, "--fail-if", "worse").code in (2, 3)


def test_what_only_one_has_is_said_and_left_out(stumper: Command, lamps, answers) -> None:
    of = lamps("set.json", 30)
    answers("b.json", 30)
    assert stumper("evaluate", of, "-v", "file:b.json", "--limit", "20").code == 0
    ended = stumper("compare", answers("a.json", 30), "file:b.json", "--dataset", of, "--limit", "25")
    assert ended.code == 0, ended.said
    own = stumper("compare", "a.json", "stumper.db", "--dataset", of, "--fail-if", "worse")
    assert own.code == 0, own.said
    assert "compared on the 20 questions that both answered; 10 of a.json are not in stumper.db." in own.out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["a.json", "b.json", "--dataset", "one.json", "--fail-if", "worse"], 3, "There is only 1 question to pair"),
        (["a.json", "t.jsonl", "--dataset", "set.json"], 2, "share no example on set that both have a score of"),
        (["a.json", "t.jsonl", "--dataset", "other.json"], 2, "they have no data set in common"),
        (["a.json", "b.json", "--dataset", "set.json", "--by", "topic"], 2, "There is no column 'topic' to group by"),
        (["a.json", "b.json", "--dataset", "set.json", "--score", "bleu"], 2, "There is no score 'bleu' of reading"),
        (["a.json", "b.json"], 2, "say with --dataset which data set they are of"),
        (["python:cli_victims:righd", "t.jsonl"], 2, "Did you mean 'python:cli_victims:right'?"),
        (["nobody", "t.jsonl", "--store", "none.db"], 2, "There is no file 'nobody', and no store"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(
    stumper: Command, lamps, answers, folder: Path, arguments: list[str], code: int, says: str
) -> None:
    lamps("set.json", 5, first=100)
    assert stumper("evaluate", "set.json", "-v", RIGHT).code == 0
    assert stumper("table", "--out", "t.jsonl").code == 0
    lamps("set.json", 5)
    lamps("one.json", 1)
    lamps("other.json", 3)
    answers("a.json", 5)
    answers("b.json", 5)
    ended = stumper("compare", *arguments)
    assert ended.code == code, ended.said
    assert says in ended.said.splitlines()[-1]


def test_a_run_that_did_not_end_gives_no_verdict(stumper: Command, folder: Path) -> None:
    identity = ("attack", "lamps.json", "-a", "identity", "--out", "out.json")
    assert stumper(*identity, "-v", RIGHT).code == 0
    assert stumper(*identity, "-v", "python:cli_victims:fails_on_3").code == 3
    compare = ("compare", RIGHT, "python:cli_victims:fails_on_3")
    ended = stumper(*compare, "--fail-if", "worse")
    assert ended.code == 3, ended.said
    assert "has not come to its end" in ended.said
    assert stumper(*compare).code == 3  # nothing of it can be paired yet


def _altered(folder: Path, name: str, ids: Collection[str]) -> str:
    """A copy of set.json in which other answers are right to these questions."""
    document = json.loads((folder / "set.json").read_text())
    asked = [one for article in document["data"] for paragraph in article["paragraphs"] for one in paragraph["qas"]]
    for one in asked:
        if one["id"] in ids:
            one["answers"] = [{"text": "Ada", "answer_start": 0}]
    (folder / name).write_text(json.dumps(document))
    return name


def test_questions_of_one_id_that_have_other_right_answers_are_no_pairs(
    stumper: Command, lamps, answers, folder: Path
) -> None:
    said = answers("a.json", 40)
    stumper("evaluate", lamps("set.json", 40), "--victim", f"file:{said}", "--store", "sqlite:///a.db")
    for name, ids in (("some.json", ["q3", "q5"]), ("every.json", [f"q{n}" for n in range(40)])):
        stumper("evaluate", _altered(folder, name, ids), "--victim", f"file:{said}", "--store", f"sqlite:///{name}.db")
    compared = stumper("compare", "a.db", "some.json.db")
    assert compared.code == 0, compared.said
    assert "100.0: 0.0 [" in compared.out.replace("\n", " ")
    assert "indistinguishable, n = 38." in compared.out.replace("\n", " ")
    assert ("2 questions of the same id, such as 'q3', have other texts or other right answers on the other side, and "
            "are left out.") in compared.out.replace("\n", " ")  # fmt: skip
    refused = stumper("compare", "a.db", "every.json.db")
    assert refused.code == 2
    assert "40 questions of the same id, such as 'q0', have other texts or other right answers" in refused.said
    stumper("table", "--store", "sqlite:///a.db", "--out", "a.csv")
    assert "2 questions of the same id" in stumper("compare", "a.csv", "some.json.db").out.replace("\n", " ")


def test_a_table_of_an_earlier_version_tells_no_originals_apart(stumper: Command, lamps, answers, folder: Path) -> None:
    stumper("evaluate", lamps("set.json", 20), "--victim", f"file:{answers('a.json', 20)}")
    stumper("table", "--out", "new.jsonl")
    rows = [json.loads(line) for line in (folder / "new.jsonl").read_text().splitlines()]
    for row in rows:
        del row["original_key"]
    (folder / "old.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    compared = stumper("compare", "old.jsonl", "new.jsonl")
    assert compared.code == 0, compared.said
    assert "n = 20." in compared.out.replace("\n", " ")


def test_claims_are_paired_by_variant(stumper: Command, folder: Path) -> None:
    rows = [
        {"id": n, "label": "SUPPORTS", "claim": f"Lamp {n} was lit by Ada Thorn.", "original_id": f"o{n // 2}",
         "original_claim": f"Lamp {n // 2} was lit.", "original_label": "SUPPORTS"}
        for n in range(12)
    ]  # fmt: skip
    (folder / "variants.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for name, wrong in (("a.jsonl", ()), ("b.jsonl", (0, 1, 2))):
        said = [{"id": n, "predicted_label": "REFUTES" if n in wrong else "SUPPORTS"} for n in range(12)]
        lines = (json.dumps({**one, "predicted_evidence": []}) + "\n" for one in said)
        (folder / name).write_text("".join(lines))
    told = json.loads(stumper("compare", "a.jsonl", "b.jsonl", "--dataset", "variants.jsonl", "--json").out)
    found = {
        cell["attack"]: (cell["paired"], cell["scores"][0]["n"], cell["scores"][0]["fell"]) for cell in told["cells"]
    }
    assert found == {"variants": ("variant", 12, 3)}
    assert [(flip["original"], flip["question"]) for flip in told["fell"]] == [
        ("o0", "Lamp 0 was lit by Ada Thorn."),
        ("o1", "Lamp 2 was lit by Ada Thorn."),
    ]
    assert told["cells"][0]["scores"][0]["signature"].endswith(
        "|ci:t-by-original|originals:6|few:corrected|n:12|stumper:0.1.0"
    )


def test_a_table_is_grouped_by_a_column_that_its_user_has_added(stumper: Command, lamps, folder: Path) -> None:
    of = lamps("set.json", 40)
    for victim in (RIGHT, WRONG):
        assert stumper("evaluate", of, "-v", victim).code == 0
    assert stumper("table", "--out", "t.csv").code == 0
    with (folder / "t.csv").open(newline="") as file:
        rows = [{**row, "topic": f"topic {int(row['original'][1:]) % 10}"} for row in csv.DictReader(file)]
    with (folder / "t.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(row for row in rows if row["victim"] == RIGHT)
    told = json.loads(stumper("compare", "t.csv", WRONG, "--by", "topic", "--json").out)
    assert "|ci:t-by-topic|topics:10|" in told["cells"][0]["scores"][0]["signature"]


def test_the_headline_is_of_no_control_and_of_the_worst_attack_by_an_interval_for_all(
    stumper: Command, folder: Path
) -> None:
    """The control comes first by its name."""
    attacks = ("-a", "add-benign", "-a", "edit-misspell", "-a", "edit-garbage")
    assert stumper("attack", "lamps.json", *attacks, "-v", RIGHT, "-v", WRONG, "--out", "out").code == 0
    ended = stumper("compare", RIGHT, WRONG)
    first = ended.out.partition("\n\n")[0].replace("\n", " ")
    assert first.startswith("F1 on lamps, without attack: ")
    assert "add-benign" in ended.out
    assert "add-benign" not in first
    assert first.endswith("the worst of 2 attacks by an interval that holds for all of them.")
    assert ended.out.count("Intervals (95%) are by") <= 1


def test_claims_are_compared_by_the_fever_score_where_both_systems_give_evidence(
    stumper: Command, folder: Path
) -> None:
    rows = [
        {"id": n, "label": "SUPPORTS", "claim": f"Lamp {n} was lit.", "evidence": [[[1, 1, f"Lamp_{n}", 0]]]}
        for n in range(12)
    ]  # fmt: skip
    (folder / "claims.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    one, other, none = (f"python:cli_victims:cites{name}" for name in ("", "_at_times", "_nothing"))
    attack = ("attack", "claims.jsonl", "-a", "unmodified", "-v", one, "-v", other, "-v", none, "--out", "out")
    assert stumper(*attack).code == 0
    told = stumper("compare", one, other).out.replace("\n", " ")
    assert told.startswith(f"FEVER score on claims, without attack: {one} has 100.0, {other} 8.3: −91.7 ["), told
    assert stumper("compare", one, none).out.startswith("label accuracy on claims")
    assert stumper("compare", one, other, "--score", "accuracy").out.startswith("label accuracy on claims")


def test_a_system_that_fails_where_it_may_be_wrong_does_not_pass(stumper: Command, lamps) -> None:
    """It is right wherever it answers, and fails on 11 of 120 questions: nobody knows whether these are lost."""
    of = lamps("set.json", 120)
    for victim in (RIGHT, "python:cli_victims:right_or_fails"):
        assert stumper("evaluate", of, "-v", victim).code == 0
    ended = stumper("compare", RIGHT, "python:cli_victims:right_or_fails", "--fail-if", "worse")
    assert ended.code == 3
    assert "failed on 11 of 120 questions on set, without attack, and would not pass if these are lost" in ended.said
    [cell] = json.loads(stumper("compare", RIGHT, "python:cli_victims:right_or_fails", "--json").out)["cells"]
    assert cell["failed"] == {"a": 0, "b": 11}
    first, *_ = ended.out.split("\n\n")
    assert first.replace("\n", " ").endswith(
        "n = 109, without 11 more on which python:cli_victims:right_or_fails failed."
    )


def _model(folder: Path, right: str) -> None:
    """A system without a name of its own, that answers rightly where the paragraph's lamp has one of these digits."""
    (folder / "gated_model.py").write_text(
        f"def answer(question, context):\n    return 'Ada Thorn' if question.split()[-1][0] in {right!r} else '1874'\n"
    )
    sys.modules.pop("gated_model", None)


GATED = "python:gated_model:answer"
GATE = ("evaluate", "lamps.json", "-v", GATED, "--against", GATED, "--fail-if", "worse")


def test_a_red_gate_stays_red_when_its_command_is_run_again(stumper: Command, folder: Path) -> None:
    _model(folder, "01234567")
    assert stumper("evaluate", "lamps.json", "-v", GATED).code == 0
    _model(folder, "0")
    for _ in range(3):
        ended = stumper(*GATE)
        assert ended.code == 1, ended.said
        assert f"{GATED} is worse than {GATED} (before it changed, " in ended.said
    compared = stumper("compare", GATED, GATED, "--fail-if", "worse")
    assert compared.code == 1, compared.said
    whole = stumper("evaluate", "lamps.json", "-v", GATED, "--against", "stumper.db", "--fail-if", "worse")
    assert whole.code == 1, whole.said
    named = stumper("evaluate", "lamps.json", "-v", GATED, "--name", "new", "--against", GATED, "--fail-if", "worse")
    assert named.code == 1, named.said


def test_what_has_not_changed_is_no_baseline_of_its_own(stumper: Command, folder: Path) -> None:
    _model(folder, "0123")
    assert stumper("evaluate", "lamps.json", "-v", GATED).code == 0
    for command in (GATE, ("compare", GATED, GATED)):
        ended = stumper(*command)
        assert (ended.code, ended.out) == (2, ""), ended.said
        assert "is by the code that is tested" in ended.said
        assert "stumper table --out base.csv" in ended.said


def test_of_several_earlier_versions_one_is_to_be_named(stumper: Command, folder: Path) -> None:
    for right in ("01234567", "0123"):
        _model(folder, right)
        assert stumper("evaluate", "lamps.json", "-v", GATED).code == 0
    _model(folder, "01")
    refused = stumper(*GATE)
    assert (refused.code, refused.out) == (2, ""), refused.said
    runs = re.findall(r"before it changed, \w{8}\): run (\w{8})", refused.said)
    assert len(runs) == 2, refused.said
    ended = stumper("evaluate", "lamps.json", "-v", GATED, "--against", runs[0], "--fail-if", "worse")
    assert ended.code == 1, ended.said


def _any(stumper: Command, *how: str) -> Any:
    any = ("attack", "lamps.json", "-a", "add-any", "--set", "search=fast", "-v", RIGHT, "--out", "o.json")
    return stumper(*any, *how)


def test_a_fixed_set_of_a_search_is_a_pair_of_that_search(stumper: Command, folder: Path) -> None:
    assert _any(stumper, "--budget", "20").code == 0
    ended = stumper("evaluate", "o.json", "-v", WRONG, "--against", RIGHT, "--fail-if", "worse", "--json")
    assert ended.code == 1, ended.said
    assert [cell["attack"] for cell in json.loads(ended.out)["comparison"]["cells"]] == ["", "AddAny"]


def test_an_attack_with_other_options_is_no_pair(stumper: Command, folder: Path) -> None:
    misspell = ("attack", "lamps.json", "-a", "edit-misspell", "--out", "o.json")
    assert stumper(*misspell, "-v", RIGHT, "--goal", "not_exact").code == 0
    ended = stumper(*misspell, "-v", WRONG, "--against", RIGHT)
    assert ended.code == 0, ended.said
    assert "edit-misspell on lamps is left out, as its settings differ: goal not_exact in" in ended.out.replace(
        "\n", " "
    )


def test_an_attack_with_another_budget_is_no_pair(stumper: Command, folder: Path) -> None:
    assert _any(stumper, "--budget", "40").code == 0
    assert stumper("table", "--out", "base.csv").code == 0
    with (folder / "base.csv").open(newline="") as file:
        run = next(csv.DictReader(file))["run"]
    for baseline in ("base.csv", run):
        ended = _any(stumper, "--budget", "3", "--against", baseline, "--fail-if", "worse")
        assert ended.code == 3, ended.said
        assert f"budget 40 in {baseline}, 3 in {RIGHT}" in ended.said


def test_a_system_that_is_tested_beside_others_is_what_these_are_compared_with(stumper: Command, folder: Path) -> None:
    _model(folder, "01234567")
    assert stumper("evaluate", "lamps.json", "-v", GATED).code == 0
    for systems in (("-v", GATED, "-v", WRONG), ("-v", WRONG, "-v", GATED)):
        ended = stumper("evaluate", "lamps.json", *systems, "--against", GATED, "--fail-if", "worse")
        assert ended.code == 1, ended.said


def test_what_one_side_did_not_answer_is_said_wherever_its_score_is(stumper: Command, lamps, answers) -> None:
    """Seen: half of a file compared with the whole, and nowhere that it answers but half of the questions."""
    of, whole = lamps("set.json", 40), answers("whole.json", 40, wrong=[0])
    part = answers("part.json", 40, without=range(20, 40))
    ended = stumper("compare", whole, part, "--dataset", of)
    said = " ".join(ended.out.split())
    assert "n = 40, 20 of them unanswered by file:part.json. A is whole.json" in said
    assert "file:part.json has no answer to 20 of 40 questions on set, without attack, which count as wrong." in said
    for side, name in ((whole, "w.csv"), (part, "p.csv")):
        assert stumper("evaluate", of, "-v", f"file:{side}", "--store", f"{name}.db").code == 0
        assert stumper("table", "--store", f"{name}.db", "--out", name).code == 0
    for a, b in ((whole, part), ("w.csv", "p.csv"), ("w.csv.db", "p.csv.db")):
        told = json.loads(stumper("compare", a, b, "--dataset", of, "--json").out)
        assert told["cells"][0]["unanswered"] == {"a": 0, "b": 20}
        assert "|unanswered-b:20|" in told["cells"][0]["scores"][0]["signature"]
    both = " ".join(stumper("compare", part, answers("less.json", 40, without=[1]), "--dataset", of).out.split())
    assert "n = 40, 20 of them unanswered by file:part.json and 1 by file:less.json. A is" in both


def test_unanswered_variants_are_counted_beside_what_was_compared(stumper: Command, folder: Path) -> None:
    assert stumper("attack", "lamps.json", "-a", "edit-misspell", "-v", RIGHT, "--out", "set.json").code == 0
    document = json.loads((folder / "set.json").read_text())
    asked = [
        one["id"] for article in document["data"] for paragraph in article["paragraphs"] for one in paragraph["qas"]
    ]
    one_of_each = {id.partition("-")[0]: id for id in asked if "-" in id}
    left = list(one_of_each.values())[:3]
    (folder / "a.json").write_text(json.dumps(dict.fromkeys(asked, SAID)))
    (folder / "b.json").write_text(json.dumps({id: SAID for id in asked if id not in left}))
    ended = stumper("compare", "a.json", "b.json", "--dataset", "set.json", "--json")
    found = {cell["attack"]: cell["unanswered"] for cell in json.loads(ended.out)["cells"]}
    assert found == {"": {"a": 0, "b": 0}, "edit-misspell": {"a": 0, "b": 3}}


def test_an_abstention_is_told_apart_from_no_answer(stumper: Command, lamps, answers) -> None:
    of, whole = lamps("set.json", 30), answers("whole.json", 30)
    part = answers("part.json", 30, without=[3], abstains=[5])
    said = stumper("compare", whole, part, "--dataset", of).out
    assert "Who lit lamp 3?\n  A: Ada Thorn (100.0)\n  B: left unanswered (0.0)\n" in said
    assert "Who lit lamp 5?\n  A: Ada Thorn (100.0)\n  B: says that there is no answer (0.0)\n" in said


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        ({}, {"without": range(60, 120)}, "file:b.json has no answer to 60 of 120 questions on set, without attack: "),
        ({"without": range(60, 120)}, {"wrong": [3]}, "file:a.json has no answer to 60 of 120 questions on set"),
        ({}, {"without": range(10)}, "It fails if these count as wrong, and passes without them: "),
        ({"without": range(10)}, {"wrong": range(10, 18)}, "It passes if these count as wrong, and fails without them"),
    ],
)
def test_a_verdict_that_hangs_on_what_is_unanswered_is_none(
    stumper: Command, lamps, answers, a: dict[str, Any], b: dict[str, Any], says: str
) -> None:
    of = lamps("set.json", 120)
    ended = stumper("compare", answers("a.json", 120, **a), answers("b.json", 120, **b), "--dataset", of,
                    "--fail-if", "worse")  # fmt: skip
    assert ended.code == 3, ended.said
    assert says in ended.said
    assert "this is no verdict" in ended.said


def test_what_is_unanswered_elsewhere_is_named_where_the_correction_hangs_on_it(
    stumper: Command, folder, lamps
) -> None:
    """Seen: a fall of 4 of 120 that none had left unanswered fails by Holm's method only beside another, which does."""
    assert (
        stumper("attack", lamps("whole.json", 120), "-a", "edit-misspell", "-v", RIGHT, "--out", "set.json").code == 0
    )
    document = json.loads((folder / "set.json").read_text())
    asked = [
        one["id"] for article in document["data"] for paragraph in article["paragraphs"] for one in paragraph["qas"]
    ]
    originals = [id for id in asked if "-" not in id]
    left = {id for id in asked if "-" in id and id.partition("-")[0] in originals[::12]}
    said = {id: "Oslo" if id in originals[5::30] else SAID for id in asked if id not in left}
    (folder / "a.json").write_text(json.dumps(dict.fromkeys(asked, SAID)))
    (folder / "b.json").write_text(json.dumps(said))
    ended = stumper("compare", "a.json", "b.json", "--dataset", "set.json", "--fail-if", "worse")
    assert ended.code == 3, ended.said
    told = " ".join(ended.said.split())
    assert "left unanswered: file:b.json has no answer to 10 of 120 questions" in told


def test_a_fall_that_shows_with_and_without_what_is_unanswered_fails(stumper: Command, lamps, answers) -> None:
    of, whole = lamps("set.json", 120), answers("a.json", 120)
    part = answers("b.json", 120, wrong=range(0, 60, 2), without=range(60, 120))
    ended = stumper("compare", whole, part, "--dataset", of, "--fail-if", "worse")
    assert ended.code == 1, ended.said
    assert "b.json is worse than a.json: F1 on set, without attack went from 100.0 to 25.0" in ended.said
    assert "n = 120, 60 of them unanswered by file:b.json (p = " in ended.said


def test_few_unanswered_questions_that_change_no_verdict_leave_it(stumper: Command, lamps, answers) -> None:
    of, whole = lamps("set.json", 120), answers("a.json", 120)
    part = answers("b.json", 120, without=[7])
    for how in (["worse"], ["not-shown-equal", "--margin", "10"]):
        ended = stumper("compare", whole, part, "--dataset", of, "--fail-if", *how)
        assert ended.code == 0, ended.said
        assert "n = 120, 1 of them unanswered by file:b.json" in ended.said


def test_a_table_whose_empty_answers_were_lost_tells_no_abstention_for_an_unanswered_question(
    stumper: Command, folder: Path
) -> None:
    """Programs that write CSV anew put nothing where a text without characters stood."""
    asked = [
        {"id": f"q{n}", "question": f"Who lit lamp {n}?", "is_impossible": bool(n % 2),
         "answers": [] if n % 2 else [{"text": SAID, "answer_start": 0}]}
        for n in range(40)
    ]  # fmt: skip
    paragraphs = [{"context": f"Ada Thorn lit lamp {n} in 1874.", "qas": [one]} for n, one in enumerate(asked)]
    document = {"version": "2.0", "data": [{"title": "Lamps", "paragraphs": paragraphs}]}
    (folder / "set.json").write_text(json.dumps(document))
    (folder / "a.json").write_text(json.dumps({f"q{n}": "" if n % 3 else SAID for n in range(40)}))
    assert stumper("evaluate", "set.json", "-v", "file:a.json").code == 0
    assert stumper("table", "--out", "t.csv").code == 0
    with (folder / "t.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    with (folder / "t.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    told = json.loads(stumper("compare", "t.csv", "a.json", "--dataset", "set.json", "--json").out)
    assert told["cells"][0]["unanswered"] == {"a": 0, "b": 0}


def _cells(stumper: Command, a: str, b: str) -> list[str]:
    return [cell["attack"] for cell in json.loads(stumper("compare", a, b, "--json").out)["cells"]]


def test_variants_that_were_met_again_from_their_file_are_one_comparison(stumper: Command, folder: Path) -> None:
    """Seen: "the worst of 3 attacks", one of which was the file that another had written."""
    attacks, both = ("-a", "edit-misspell", "-a", "edit-garbage"), ("-v", RIGHT, "-v", WRONG)
    assert stumper("attack", "lamps.json", *attacks, *both, "--out", "out").code == 0
    before = _cells(stumper, RIGHT, WRONG)
    fell = json.loads(stumper("compare", RIGHT, WRONG, "--json").out)
    assert stumper("evaluate", "out/edit-misspell.json", *both).code == 0
    assert _cells(stumper, RIGHT, WRONG) == before == ["", "edit-misspell", "edit-garbage"]
    ended = stumper("compare", RIGHT, WRONG, "--fail-if", "worse")
    assert "the worst of 2 attacks by an interval" in " ".join(ended.out.split())
    assert "corrected for 3 comparisons by Holm's method" in ended.said
    assert f"fell: 3 of {sum(cell['scores'][0]['fell'] for cell in fell['cells'])}\n" in ended.out
    said = " ".join(ended.out.split())
    assert "edit-misspell from edit-misspell on lamps has the variants of edit-misspell again: told once." in said
    assert stumper("table", "--out", "t.csv").code == 0
    assert _cells(stumper, "t.csv", WRONG) == ["", "edit-misspell", "edit-garbage"]


def test_a_side_that_met_an_attack_twice_is_paired_once_with_one_that_met_its_file(
    stumper: Command, folder: Path
) -> None:
    attack = ("attack", "lamps.json", "-a", "edit-misspell", "--out", "out/set.json")
    assert stumper(*attack, "-v", RIGHT).code == 0
    assert stumper("evaluate", "out/set.json", "-v", RIGHT, "-v", WRONG).code == 0
    for a, b in ((RIGHT, WRONG), (WRONG, RIGHT)):
        told = json.loads(stumper("compare", a, b, "--json").out)
        assert len(told["cells"]) == 2
        assert not [note for note in told["notes"] if note.startswith("Only")]
