"""Commands on tossups, as a user meets them."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
KNOWS = ("-v", "python:cli_guessers:knows")
CLUES = (
    "A famous mayor of this town {n} bought stones.",
    "Ada Thorn mended its wall.",
    "For 10 points, name this town.",
)
WHOLE = " ".join(CLUES[1:])


@pytest.fixture
def towns(folder: Path) -> Path:
    """Six tossups, the answer of number n being "Lowmere n", which `knows` has by the number in the first sentence."""
    questions = [
        {"qanta_id": n, "text": " ".join(CLUES).format(n=n), "answer": f"Lowmere {n}", "page": f"Lowmere_{n}"}
        for n in range(6)
    ]
    path = folder / "towns.json"
    path.write_text(json.dumps({"questions": questions}))
    return path


@pytest.fixture
def variants(stumper: Command, towns: Path) -> Path:
    """What reordering made of them: the sentence with the number is no longer the first."""
    attack = ("attack", "towns.json", "-a", "tossup-reorder", *KNOWS, "--goal", "buzz_later", "--out", "variants.json")
    ended = stumper(*attack, "--json")
    assert ended.code == 0, ended.said
    assert json.loads(ended.out)["outcomes"] == {"succeeded": 6}
    return towns.with_name("variants.json")


def scores(ended: Any) -> dict[tuple[str, str], float]:
    assert ended.code == 0, ended.said
    return {(score["on"], score["name"]): score["value"] for score in json.loads(ended.out)["scores"]}


def test_an_attack_shows_its_table(stumper: Command, towns: Path) -> None:
    ended = stumper("attack", "towns.json", "-a", "tossup-synonym", *KNOWS, "--out", "out.json")
    assert ended.code == 0, ended.said
    assert "tossup-synonym" in ended.out
    assert "renowned mayor" in Path("out.json").read_text()


def test_variants_are_evaluated_beside_their_originals(stumper: Command, variants: Path) -> None:
    found = scores(stumper("evaluate", "variants.json", *KNOWS, "--json"))
    assert found["original", "accuracy"] == found["adversarial", "accuracy"] == 1.0
    assert found["original", "first_sentence_accuracy"] == 1.0
    assert found["adversarial", "first_sentence_accuracy"] == 0.0
    assert found["original", "buzz_position"] == pytest.approx(9 / 20)
    assert found["adversarial", "buzz_position"] == pytest.approx(15 / 21)  # "its wall" is "this town's wall" now
    assert found["adversarial", "expected_wins_difference"] < 0


def test_guesses_are_written_and_scored(stumper: Command, variants: Path) -> None:
    assert stumper("predict", "towns.json", *KNOWS, "--out", "guesses.jsonl").code == 0
    assert scores(stumper("score", "towns.json", "guesses.jsonl", "--json")) == {("original", "accuracy"): 1.0}
    assert stumper("predict", "variants.json", *KNOWS, "--out", "more.jsonl").code == 0
    found = scores(stumper("score", "variants.json", "more.jsonl", "--json"))
    assert found["adversarial", "accuracy_difference"] == 0.0


def test_what_is_odd_about_a_file_of_guesses_is_said_once(stumper: Command, towns: Path) -> None:
    """Seen twice: as the system was prepared, and as it was asked."""
    assert stumper("predict", "towns.json", *KNOWS, "--positions", "20", "--out", "guesses.jsonl").code == 0
    rows = [json.loads(line) for line in Path("guesses.jsonl").read_text().splitlines()]
    for row in rows:
        row["guesses"] = [{"answer": "Ada", "score": 0.1}, {"answer": "Bo", "score": 0.2}]
    Path("guesses.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    ended = stumper("evaluate", "towns.json", "-v", "file:guesses.jsonl")
    assert ended.code == 0, ended.said
    assert ended.said.count("in another order than that of their scores") == 1


def test_progress_of_guessing_ends_with_all_that_was_asked(stumper: Command, towns: Path) -> None:
    said = stumper("predict", "towns.json", *KNOWS, "--out", "guesses.jsonl").said
    assert said.startswith("predict  6/6")


def test_what_a_guesser_keeps_at_the_end_passes_the_gate(stumper: Command, variants: Path) -> None:
    assert stumper("evaluate", "variants.json", *KNOWS, "--fail-under", "1").code == 0


@pytest.mark.parametrize("goal", ["never_first", "buzz_later"])
def test_a_guesser_that_is_never_right_fails_the_gate(stumper: Command, towns: Path, goal: str) -> None:
    attack = ("attack", "towns.json", "-a", "identity", "-v", "python:cli_guessers:guess", "--out", "o.json")
    ended = stumper(*attack, "--goal", goal, "--fail-under", "0.1")
    assert ended.code == 1
    assert "adversarial accuracy 0.0% is below --fail-under 0.1" in ended.said


def test_a_plan_attacks_tossups_and_writes_the_report(stumper: Command, towns: Path) -> None:
    Path("plan.toml").write_text(
        'datasets = ["towns.json"]\nadversaries = ["tossup-reorder", "identity"]\n'
        'victims = ["python:cli_guessers:knows"]\n'
    )
    ended = stumper("run", "plan.toml", "--out", "out")
    assert ended.code == 0, ended.said
    assert (Path("out") / "report.html").is_file()
    assert [path.suffix for path in sorted(Path("out").glob("tossup-reorder-*"))] == [".json"]


def test_adversaries_of_other_tasks_are_refused(stumper: Command, towns: Path) -> None:
    ended = stumper("attack", "towns.json", "-a", "edit-reorder", *KNOWS, "--out", "o.json")
    assert ended.code == 2
    assert "'edit-reorder' attacks questions, but towns.json holds tossups" in ended.said
    ended = stumper("attack", "lamps.json", "-a", "tossup-reorder", "--out", "o.json")
    assert "'tossup-reorder' attacks tossups, but lamps.json holds questions" in ended.said


def test_tossups_without_variants_are_no_candidates(stumper: Command, towns: Path) -> None:
    ended = stumper("attack", "towns.json", "-a", "from-file", "--set", "file=towns.json", *KNOWS, "--out", "o.json")
    assert (ended.code, ended.out) == (2, "")
    assert "towns.json holds no variant: nothing in it has an 'original_id'" in ended.said
    assert "attack these tossups" in ended.said


def test_tossups_without_variants_are_evaluated_as_they_are(stumper: Command, towns: Path) -> None:
    found = scores(stumper("evaluate", "towns.json", *KNOWS, "--json"))
    assert {on for on, _ in found} == {"original"}
    assert found["original", "first_sentence_accuracy"] == found["original", "accuracy"] == 1.0
    assert found["original", "buzz_position"] == pytest.approx(9 / 20)


def test_the_bundled_tossups_are_evaluated_by_name(stumper: Command, folder: Path) -> None:
    found = scores(stumper("evaluate", "quizbowl", "-v", "python:cli_guessers:guess", "--limit", "3", "--json"))
    assert found["original", "accuracy"] == 0.0
    ended = stumper("evaluate", "quizbowl", "-v", "python:cli_victims:fails", "--limit", "2", "--max-errors", "1")
    assert ended.code == 3
    assert "failed on every tossup of quizbowl" in ended.said


def test_one_variant_of_a_tossup_cannot_be_picked(stumper: Command, variants: Path) -> None:
    attack = ("attack", "towns.json", "-a", "from-file", "--set", "file=variants.json", "--set", "pick=one")
    ended = stumper(*attack, *KNOWS, "--out", "o.json")
    assert ended.code == 2
    assert "of tossups every variant in variants.json counts" in ended.said


def test_variants_are_judged_by_their_answer(stumper: Command, variants: Path) -> None:
    ended = stumper("judge", "variants.json", "--sample", "3", "--out", "sheet.csv")
    assert ended.code == 0, ended.said
    sheet = Path("sheet.csv").read_text(encoding="utf-8")
    assert "still its answer, and the only one?" in sheet
    assert "reorder" not in sheet


def test_a_data_set_of_ones_own_may_hold_tossups(stumper: Command, folder: Path) -> None:
    ended = stumper("attack", "cli_guessers:Towns", "-a", "tossup-synonym", *KNOWS, "--out", "mine.json", "--json")
    assert ended.code == 0, ended.said
    assert [question["qanta_id"] for question in json.loads(Path("mine.json").read_text())["questions"]][:2]


def test_questions_that_cannot_be_used_are_said_once(stumper: Command, folder: Path) -> None:
    rows = [{"question": WHOLE, "answer": "Lowmere 1"}, {"question": "", "answer": "Lowmere 2"}]
    Path("packet.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    ended = stumper("predict", "packet.jsonl", *KNOWS, "--out", "guesses.jsonl")
    assert ended.code == 0, ended.said
    assert (
        ended.said.count("packet.jsonl: 1 of its 2 questions cannot be used and are left out, the first on line 2") == 1
    )
    assert stumper("predict", "packet.jsonl", *KNOWS, "--out", "guesses.jsonl").said.count("cannot be used") == 1


@pytest.mark.parametrize("arguments", [("buzz",), ("predict",), ("predict", "--positions", "3"), ("evaluate",),
                                       ("attack", "-a", "tossup-reorder"), ("score",)])  # fmt: skip
def test_every_command_says_which_questions_are_left_out_and_why(stumper: Command, folder: Path, arguments) -> None:
    rows = [{"question": WHOLE, "answer": "Lowmere 1"}, {"question": CLUES[2], "answer": ""}]
    Path("packet.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    Path("none.jsonl").write_text('{"id": "nobody", "guesses": ["x"]}\n')
    how = {"evaluate": KNOWS, "score": ("none.jsonl",)}.get(arguments[0], (*KNOWS, "--out", "o.json"))
    ended = stumper(arguments[0], "packet.jsonl", *how, *arguments[1:])
    assert ended.said.count("packet.jsonl: 1 of its 2 questions") == 1
    assert "left out, the first on line 2: the answer line '' has no main answer." in ended.said


def test_a_budget_that_the_originals_use_up_is_said(stumper: Command, towns: Path) -> None:
    attack = ("attack", "towns.json", "-a", "tossup-reorder", *KNOWS, "--out", "o.json", "--budget", "2")
    assert "6 attempts spent the budget before any change was tried" in stumper(*attack).out


def test_guesses_along_the_questions_are_evaluated_and_buzzed_as_their_guesser_is(
    stumper: Command, variants: Path
) -> None:
    assert stumper("predict", "variants.json", *KNOWS, "--positions", "7", "--out", "along.jsonl").code == 0
    found = scores(stumper("evaluate", "variants.json", "-v", "file:along.jsonl", "--json"))
    assert found == scores(stumper("evaluate", "variants.json", *KNOWS, "--json"))
    for victim, out in ((KNOWS[1], "one.jsonl"), ("file:along.jsonl", "two.jsonl")):
        ended = stumper("buzz", "variants.json", "-v", victim, "--positions", "7", "--out", out)
        assert ended.code == 0, ended.said
    one, two = (
        [json.loads(line) for line in Path(name).read_text().splitlines()] for name in ("one.jsonl", "two.jsonl")
    )
    assert [row["readings"] for row in one] == [row["readings"] for row in two]
    short = stumper("buzz", "variants.json", "-v", "file:along.jsonl", "--positions", "9", "--out", "three.jsonl")
    assert short.code == 2
    assert "along.jsonl has no guess after 'A famous mayor of this'" in short.said


def test_the_command_that_comes_next_asks_only_for_what_was_written(stumper: Command, towns: Path) -> None:
    drawn = ("--limit", "2", "--seed", "3")
    said = stumper("predict", "towns.json", *KNOWS, "--positions", "4", "--out", "along.jsonl", *drawn).said
    following = said.partition("next: stumper ")[2].partition("\n")[0]
    assert following == "evaluate towns.json --victim file:along.jsonl --limit 2 --seed 3"
    assert scores(stumper(*following.split(), "--json"))["original", "accuracy"] == 1.0


def test_a_guesser_that_is_never_right_is_said_to_leave_nothing_to_attack(stumper: Command, towns: Path) -> None:
    ended = stumper("attack", "towns.json", "-a", "tossup-reorder", "-v", "ir", "--out", "o.json")
    assert ended.code == 0, ended.said
    assert "ir is right at no sentence's end of 6 questions of towns, so that there was nothing to attack" in ended.out
    assert "ir:FILE" in ended.out


def test_of_a_language_model_nobody_says_that_it_knows_too_few_answers(stumper: Command, towns: Path) -> None:
    attack = ("attack", "towns.json", "-a", "tossup-reorder", "-v", "python:cli_guessers:guess", "--out", "o.json")
    ended = stumper(*attack)
    assert "so that there was nothing to attack. What it does say is written by stumper predict." in ended.out
    assert "ir:FILE" not in ended.out


def test_part_of_a_set_is_scored_with_the_limit_that_drew_it(stumper: Command, variants: Path) -> None:
    drawn = ("--limit", "2", "--seed", "3")
    said = stumper("predict", "towns.json", *KNOWS, *drawn, "--out", "two.jsonl").said
    assert "next: stumper score towns.json two.jsonl --limit 2 --seed 3" in said
    assert scores(stumper("score", "towns.json", "two.jsonl", *drawn, "--json")) == {("original", "accuracy"): 1.0}
    ended = stumper("score", "towns.json", "two.jsonl")
    assert "4 of 6 tossups have no answer in the file and count as wrong" in ended.said
    assert stumper("predict", "variants.json", *KNOWS, "--limit", "10", "--out", "ten.jsonl").code == 0
    ended = stumper("score", "variants.json", "ten.jsonl", "--limit", "10", "--json")
    assert {score["n"] for score in json.loads(ended.out)["scores"]} == {6}
    assert scores(ended)["adversarial", "accuracy"] == 1.0
    ended = stumper("score", "variants.json", "ten.jsonl", "--limit", "1", "--json")
    assert {score["n"] for score in json.loads(ended.out)["scores"]} == {1}


def test_guesses_at_whole_tossups_are_compared_by_accuracy(stumper: Command, variants: Path) -> None:
    """Seen: a gate and compare asked such a file for the beginnings, which neither predict writes nor score takes."""
    assert stumper("predict", "variants.json", *KNOWS, "--out", "a.jsonl").code == 0
    lines = Path("a.jsonl").read_text().splitlines(keepends=True)
    wrong = [json.dumps({**json.loads(line), "guesses": [{"answer": "Paris"}]}) + "\n" for line in lines]
    Path("same.jsonl").write_text("".join(lines))
    Path("wrong.jsonl").write_text("".join(wrong))
    gate = ("--against", "a.jsonl", "--fail-if", "worse")
    same = stumper("score", "variants.json", "same.jsonl", *gate)
    assert same.code == 0, same.said
    assert "same.jsonl is not shown to be worse than a.jsonl: " in same.said
    fallen = stumper("score", "variants.json", "wrong.jsonl", *gate)
    assert fallen.code == 1, fallen.said
    assert "wrong.jsonl is worse than a.jsonl: " in fallen.said
    for of, under in (("towns.json", "without attack"), ("variants.json", "tossup-reorder")):
        ended = stumper("compare", "a.jsonl", "wrong.jsonl", "--dataset", of)
        assert ended.code == 0, ended.said
        assert "file:a.jsonl has 100.0, file:wrong.jsonl 0.0: " in ended.out
        assert under in ended.out
    positions = ("predict", "variants.json", *KNOWS, "--positions", "20", "--out", "along.jsonl")
    assert stumper(*positions).code == 0
    assert stumper("compare", "a.jsonl", "along.jsonl", "--dataset", "variants.json").code == 0
    asked = stumper("evaluate", "variants.json", *KNOWS, "--against", "a.jsonl", "--fail-if", "worse")
    assert asked.code == 0, asked.said


def test_a_tossup_that_a_file_of_guesses_leaves_out_is_left_unanswered(stumper: Command, towns: Path) -> None:
    """Seen: whoever left out lines of the end scored 0 there, and who left out all lines of a tossup got no score."""
    assert stumper("predict", "towns.json", *KNOWS, "--positions", "20", "--out", "all.jsonl").code == 0
    lines = Path("all.jsonl").read_text().splitlines(keepends=True)
    Path("part.jsonl").write_text("".join(line for line in lines if str(json.loads(line)["id"]) not in "45"))
    ended = stumper("evaluate", "towns.json", "-v", "file:part.jsonl")
    assert ended.code == 0, ended.said
    assert "towns.json: 2 of 6 tossups have no answer of file:part.jsonl and count as wrong." in ended.said
    found = scores(stumper("evaluate", "towns.json", "-v", "file:part.jsonl", "--json"))
    assert found["original", "accuracy"] == pytest.approx(4 / 6)
    Path("ends.jsonl").write_text("".join(line for line in lines if "position" not in json.loads(line)))
    refused = stumper("evaluate", "towns.json", "-v", "file:ends.jsonl")
    assert refused.code == 2
    assert re.search(r"ends\.jsonl has no guess after 'A famous mayor .*' \(the beginning of '\d'\)", refused.said)


def test_originals_without_a_guess_are_told_apart_from_variants_and_the_difference_counts_both(
    stumper: Command, variants: Path
) -> None:
    """Seen: a gain of 28 points as a third of the originals had no guess, and the same sentence for either side."""
    assert stumper("predict", "variants.json", *KNOWS, "--out", "all.jsonl").code == 0
    lines = Path("all.jsonl").read_text().splitlines(keepends=True)
    by_id = {str(json.loads(line)["id"]): line for line in lines}
    made = [id for id in by_id if id not in map(str, range(6))]

    def told(*without: str) -> tuple[Any, dict[str, str]]:
        Path("part.jsonl").write_text("".join(line for id, line in by_id.items() if id not in without))
        rows = json.loads(stumper(*score, "--json").out)["scores"]
        return stumper(*score), {one["name"]: one["signature"] for one in rows}

    score = ("score", "variants.json", "part.jsonl")
    ended, signatures = told("0", "1")
    assert (
        "The original of 2 of 6 variants has no answer in the file and counts as wrong. The difference " in ended.said
    )
    assert "counts that, too: it is no effect of the attack alone." in ended.said
    assert "|unanswered-originals:2|" in signatures["accuracy_difference"]
    ended, signatures = told("0", made[0], made[1])
    assert "The original of 1 of 6 variants and 2 variants have no answer in the file and count as wrong." in ended.said
    assert "|unanswered:2|" in signatures["accuracy_difference"]
    ended, signatures = told(made[0])
    assert "1 of 6 variants has no answer in the file and counts as wrong." in ended.said
    assert "no effect of the attack" not in ended.said
    assert "unanswered-originals" not in signatures["accuracy_difference"]


def test_part_of_the_answers_and_of_the_claims_is_scored_too(stumper: Command, folder: Path) -> None:
    for dataset, victim, name in (("reading", "embedded", "exact_match"), ("verification", "tfidf-da", "accuracy")):
        drawn = ("--limit", "3")
        assert stumper("predict", dataset, "-v", victim, *drawn, "--out", "some").code == 0
        ended = stumper("score", dataset, "some", *drawn, "--json")
        assert {score["n"] for score in json.loads(ended.out)["scores"] if score["name"] == name} == {3}
        assert "unanswered:0" in ended.out
