"""Real answer lines from public packets, short ones: each reading was checked by eye, and mended where it was wrong."""

import json
from pathlib import Path
from time import process_time

import pytest

from stumper.errors import BadData
from stumper.tasks.quizbowl.answers.lines import read_answer_line, write_answer_line
from stumper.tasks.quizbowl.answers.matching import match_answer
from stumper.types import Answer, Gold

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "answer_lines.json").read_text())


@pytest.mark.parametrize("row", GOLDEN, ids=[row["line"][:40] for row in GOLDEN])
def test_a_line_reads_as_it_was_checked(row: dict[str, object]) -> None:
    gold = read_answer_line(str(row["line"]))
    main, *others = [answer.text for answer in gold.answers]
    assert [main, others, list(gold.prompts), list(gold.rejects)] == [
        row["main"],
        row["accept"],
        row["prompt"],
        row["reject"],
    ]


def test_what_is_underlined_is_enough() -> None:
    gold = read_answer_line("Gabriel <b><u>García Márquez</u></b> [accept <b><u>Gabo</u></b>]")
    assert [answer.text for answer in gold.answers] == ["Gabriel García Márquez", "García Márquez", "Gabo"]


def test_either_underlined_part_is_enough() -> None:
    gold = read_answer_line("<u>Siddhartha</u> the <u>Buddha</u> [accept either underlined portion]")
    assert [answer.text for answer in gold.answers] == ["Siddhartha the Buddha", "Siddhartha", "Buddha"]


def test_an_answer_that_is_accepted_is_neither_prompted_on_nor_rejected() -> None:
    gold = read_answer_line("Paris [or the City of Light; prompt on paris; reject Paris]")
    assert (gold.prompts, gold.rejects) == ((), ())


@pytest.mark.parametrize("line", ["", "   ", "[accept Paris]", "<AH>", "()", "?!"])
def test_a_line_without_a_main_answer_is_refused_with_the_line(line: str) -> None:
    with pytest.raises(BadData, match="no main answer"):
        read_answer_line(line)


def test_of_two_that_are_required_each_is_prompted_on() -> None:
    gold = read_answer_line("bread and wine (both parts required, accept in either order)")
    assert (len(gold.answers), gold.prompts) == (1, ("bread", "wine"))


def test_a_city_or_its_team_is_enough() -> None:
    gold = read_answer_line("Portland Trail Blazers (accept either city or team name)")
    assert {"Portland", "Trail Blazers", "Blazers"} <= {answer.text for answer in gold.answers}


def test_what_is_written_reads_back() -> None:
    gold = Gold((Answer("Suleiman I"), Answer("Süleyman")), prompts=("Suleiman",), rejects=("Suleiman II",))
    assert read_answer_line(write_answer_line(gold)) == gold


@pytest.mark.parametrize(
    "line", ["a/b/c/d/e/f/g/h/i/j/k " * 7, "minus " * 5000, "any of " * 2000 + "[prompt on " * 500]
)
def test_no_line_takes_long_to_read(line: str) -> None:
    start = process_time()
    gold = read_answer_line(line)
    assert match_answer(gold, gold.answers[0].text) == "accept"
    assert process_time() - start < 5


def test_an_unclosed_bracket_ends_with_the_line() -> None:
    assert read_answer_line("Cnut [or Canute; prompt on Knut").prompts == ("Knut",)
