"""Predictions for a part of what is asked: each way to a figure says how many have none."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path


def lines(path: str, rows: Iterable[dict[str, object]]) -> None:
    Path(path).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def first_sentence(stumper: Callable[..., object]) -> str:
    assert stumper("report", "--out", "out").code == 0  # type: ignore[attr-defined]
    return json.loads(Path("out/report.json").read_text(encoding="utf-8"))["sentences"][0]


def test_questions_without_an_answer_are_counted_wherever_there_is_a_figure(stumper, folder: Path) -> None:
    Path("said.json").write_text('{"q0": "Ada Thorn", "q1": "Ada Thorn"}')
    scored = stumper("score", "lamps.json", "said.json")
    assert "6 of 8 questions have no answer in the file and count as wrong." in scored.said
    evaluated = stumper("evaluate", "lamps.json", "-v", "file:said.json")
    assert "lamps.json: 6 of 8 questions have no answer of file:said.json and count as wrong." in evaluated.said
    assert first_sentence(stumper).startswith("file:said.json left 6 of 8 questions without an answer: these count as")
    [row] = json.loads(Path("out/report.json").read_text(encoding="utf-8"))["rows"]
    assert row["unanswered"] == 6


def test_variants_without_an_answer_are_counted_too(stumper, adversarial: Path) -> None:
    """Whoever predicts for the originals alone would else seem to lose all under the attack."""
    Path("said.json").write_text(json.dumps(dict.fromkeys(("q0", "q0-kind", "q1", "q2", "q3"), "Ada Thorn")))
    evaluated = stumper("evaluate", "adversarial.json", "-v", "file:said.json")
    assert "adversarial.json: 2 variants have no answer of file:said.json and count as wrong." in evaluated.said
    assert "n = 4, 2 unanswered" in first_sentence(stumper)


def test_a_score_beside_a_comparison_says_that_this_counts_silence_as_wrong(stumper, adversarial: Path) -> None:
    """Seen: two F1 under one attack, 23.3 in the table and 22.1 in the comparison below it, and no word of why."""
    ids = [qa["id"] for one in json.loads(adversarial.read_text())["data"] for part in one["paragraphs"]
           for qa in part["qas"]]  # fmt: skip
    Path("all.json").write_text(json.dumps(dict.fromkeys(ids, "Ada Thorn")))
    Path("part.json").write_text(json.dumps(dict.fromkeys((id for id in ids if "-" not in id), "Ada Thorn")))
    counts = "In the comparison below they count as wrong on both sides"
    assert counts in stumper("score", "adversarial.json", "part.json", "--against", "file:all.json").said
    assert counts not in stumper("score", "adversarial.json", "part.json").said


def test_a_system_that_answers_everything_has_no_such_sentence(stumper, folder: Path) -> None:
    evaluated = stumper("evaluate", "lamps.json", "-v", "python:cli_victims:wrong")
    assert "no answer" not in evaluated.said
    assert "unanswered" not in first_sentence(stumper)


def test_claims_without_a_label_are_counted_wherever_there_is_a_figure(stumper, folder: Path) -> None:
    claims = [
        {"id": n, "claim": f"Lamp {n} was lit.", "label": "NOT ENOUGH INFO", "evidence": []}
        | ({"original_id": n - 4} if n > 3 else {})
        for n in range(8)
    ]
    lines("claims.jsonl", claims)
    lines("said.jsonl", [{"id": n, "predicted_label": "NOT ENOUGH INFO"} for n in (0, 1, 2, 4, 5)])
    scored = stumper("score", "claims.jsonl", "said.jsonl")
    silent = "he original of 1 of 4 variants and 2 variants have no answer {} and count as wrong."
    assert f"T{silent.format('in the file')} The difference counts that, too" in scored.said
    evaluated = stumper("evaluate", "claims.jsonl", "-v", "file:said.jsonl")
    assert f"claims.jsonl: T{silent.format('of file:said.jsonl')}" in evaluated.said
    assert "n = 4, 2 unanswered" in first_sentence(stumper)
    assert stumper("evaluate", "claims.jsonl", "-v", "tfidf-da").code == 0
    assert first_sentence(stumper).startswith(
        "None of 2 systems is shown to lose label accuracy to the attacks, or to lose none (n = 4"
    )


def test_tossups_without_a_guess_are_counted_wherever_there_is_a_figure(stumper, folder: Path) -> None:
    lines(
        "towns.jsonl",
        [{"id": str(n), "question": f"It burned. Name town {n}.", "answer": f"Town {n}"} for n in range(3)],
    )
    guesses = [{"id": "0", "guesses": ["Town 0"], "position": at} for at in (0.4, 1.0)]
    empty = [{"id": str(n), "guesses": [], "position": at} for n in (1, 2) for at in (0.4, 1.0)]
    lines("said.jsonl", [*guesses, *empty])
    scored = stumper("score", "towns.jsonl", "said.jsonl")
    assert "2 of 3 tossups have no answer in the file and count as wrong." in scored.said
    evaluated = stumper("evaluate", "towns.jsonl", "-v", "file:said.jsonl")
    assert "towns.jsonl: 2 of 3 tossups have no answer of file:said.jsonl and count as wrong." in evaluated.said
    said = "file:said.jsonl left 2 of 3 tossups without an answer: these count as wrong"
    assert first_sentence(stumper).startswith(said)


def test_what_is_unanswered_is_told_of_all_open_questions_not_of_a_part(stumper, folder: Path) -> None:
    """Seen: nothing, as the last scores are over the questions without an answer, which were all answered."""
    questions = [
        {
            "id": f"q{n}",
            "question": f"Who lit lamp {n}?",
            "answers": ["Ada Thorn"] if n < 5 else [],
            "gold_passages": [],
        }
        | ({} if n < 5 else {"answerable": False})
        for n in range(8)
    ]
    made = [
        {**one, "id": f"{one['id']}-v", "question": "So, who did it?", "original_id": one["id"]} for one in questions
    ]
    lines("open.jsonl", [*questions, *made])
    said = {one["id"]: "".join(one["answers"]) for one in (*questions, *made)}  # type: ignore[arg-type]
    lines("said.jsonl", [{"id": id, "answer": said[id]} for id in said if id not in ("q0", "q1", "q2-v")])
    told = "The original of 2 of 8 variants and 1 variant have no answer in the file and count as wrong."
    assert told in stumper("score", "open.jsonl", "said.jsonl").said
