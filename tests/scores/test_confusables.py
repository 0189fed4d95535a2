"""Answers that look like a line's and are another thing, against the verdicts of our own table of them."""

import csv
from pathlib import Path

import pytest

from stumper.tasks.quizbowl.answers.lines import read_answer_line
from stumper.tasks.quizbowl.answers.matching import match_answer

PATH = Path(__file__).parents[2] / "benchmarks" / "confusables.tsv"
with PATH.open(encoding="utf-8", newline="") as file:
    _, *ROWS = [(row[0], row[1], row[2]) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
# docs/answer-lines.md says why.
DIFFERING = {
    ("Pope Gregory VII [or Hildebrand of Sovana; prompt on Gregory]", "Hildebrand"): "reject",
    (
        "Sergei Rachmaninoff's Piano Concerto No. 2 in C minor [prompt on partial answers]",
        "a Rachmaninoff piano concerto",
    ): "reject",
    ("John Quincy Adams [or J. Q. Adams]", "Adams"): "accept",
    ("Gulf of Mexico", "Mexico"): "prompt",
    ("The <b><u>Metamorphosis</u></b> / Die <b><u>Verwandlung</u></b>", "Metamorphoses by Ovid"): "prompt",
    ("<b><u>potassium</u></b> permanganate", "potassium"): "accept",
    ("New <b><u>Mexico</u></b>", "Mexico"): "accept",
    ("Gustav II <b><u>Adolf</u></b> [or <b><u>Gustavus Adolphus</u></b>]", "Gustavus Adolphus of Sweden"): "reject",
    ("<b><u>volcano</u></b>es [accept specific types like <b><u>stratovolcano</u></b>es]", "shield volcano"): "reject",
    ("<b><u>gravity</u></b> [accept <b><u>gravitation</u></b> or word forms]", "gravitational force"): "reject",
    ("<b><u>osmosis</u></b>", "diffusion, specifically osmosis"): "reject",
    ("<b><u>Peru</u></b>", "It is the country of Peru"): "reject",
    ("<b><u>Peru</u></b>", "Not Chile but Peru"): "reject",
    ("<b><u>Søren Kierkegaard</u></b>", "Danish philosopher Søren Kierkegaard"): "reject",
    ("<b><u>The Birth of Venus</u></b>", 'Sandro Botticelli\'s painting "The Birth of Venus"'): "reject",
    ("<b><u>photons</u></b> [prompt on <u>light</u> or <u>electromagnetic radiation</u>]", "EM radiation"): "reject",
}


def test_the_table_has_each_pair_once_and_all_three_verdicts() -> None:
    assert len({(line, said) for line, said, _ in ROWS}) == len(ROWS) >= 60
    assert {verdict for _, _, verdict in ROWS} == {"accept", "prompt", "reject"}


@pytest.mark.parametrize(("line", "said", "verdict"), ROWS, ids=[f"{said}/{line[:20]}" for line, said, _ in ROWS])
def test_what_is_easily_confused_is_judged_as_a_moderator_judges_it(line: str, said: str, verdict: str) -> None:
    assert match_answer(read_answer_line(line), said) == DIFFERING.get((line, said), verdict)
