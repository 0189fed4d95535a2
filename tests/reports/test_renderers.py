"""A report as Markdown, on a terminal, as JSON."""

import io
import json
import re

import pytest
from rich.console import Console

from report_figures import figures
from stumper.reports import build_report, markdown, terminal, to_json


@pytest.fixture
def empty(store):
    return build_report(store, [])


def printed(report, width=110, **options) -> str:
    console = Console(file=io.StringIO(), width=width, **options)
    console.print(terminal(report))
    return console.file.getvalue()


def test_markdown_has_one_line_a_run_and_table(lifelike):
    report = lifelike()
    text = markdown(report)
    assert text.count("| embedded | word sequences | AddAny |") == 2
    assert report.sentences[0] in text
    assert "--adversary add-any" in text


def test_markdown_tables_are_rectangular_whatever_names_hold(lifelike):
    text = markdown(lifelike(victims=("python:a|b:<C>",), limit=3))
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({line.replace("\\|", "").count("|") for line in block.splitlines()}) == 1
    assert "<C>" not in text.replace("--victim 'python:a|b:<C>'", "")


def test_the_share_fooled_says_of_how_many_on_a_terminal(lifelike):
    report = lifelike(adversaries=("add-any",))
    success = figures(report).rows[0].success
    assert f"{success.value * 100:.1f} of {success.n}" in printed(report)


def test_markdown_numbers_stand_with_their_intervals(lifelike):
    report = lifelike(adversaries=("add-any",))
    after = figures(report).rows[0].f1.after
    assert f"{after.value * 100:.1f} [{after.low * 100:.1f}, {after.high * 100:.1f}]" in markdown(report)


def test_markdown_has_types_rules_and_the_analysis(lifelike, nine):
    text = markdown(lifelike(adversaries=nine, limit=40))
    assert "| embedded | sentences | AddSent | what-np |" in text
    assert "| embedded | context edits | split + reorder (edit-combined) |  |" in text
    assert "### AddSent on embedded" in text
    assert "### identity" not in text.partition("## How it was computed")[0]


def test_a_narrow_terminal_leaves_columns_out_before_figures_are_cut(lifelike, nine):
    text = printed(lifelike(adversaries=nine, limit=40), width=80)
    assert "…" not in text
    assert "EM after" not in text
    assert "EM after" in printed(lifelike(adversaries=nine, limit=40), width=110)


def test_a_terminal_shows_an_aligned_table(lifelike):
    lines = printed(lifelike()).splitlines()
    table = [line for line in lines if line.startswith(("attack", "identity", "add-benign", "AddCommon", "AddAny"))]
    assert len(table) == 5
    assert len({len(line.rstrip()) for line in table}) == 1


def test_victims_head_their_rows_on_a_terminal(lifelike):
    lines = printed(lifelike(victims=("embedded", "hf:tiny"), limit=5)).splitlines()
    assert "embedded" in [line.strip() for line in lines]
    assert sum(line.startswith("  AddAny") for line in lines) == 2


def test_no_colour_reaches_what_is_no_terminal(lifelike):
    assert "\x1b" not in printed(lifelike(limit=5))


def test_json_holds_everything_unrounded(lifelike):
    report = lifelike(limit=8)
    read = json.loads(to_json(report))
    assert read["rows"][3]["f1"]["after"]["value"] == figures(report).rows[3].f1.after.value
    assert read["rows"][3]["f1"]["after"]["by"] == {
        "level": "original",
        "groups": 8,
        "design_effect": 1.0,
        "too_few": [["article", 1], ["paragraph", 2]],
        "crossing": [],
    }
    assert len(read["examples"]) == 32
    assert read["sentences"] == list(report.sentences)


def test_json_has_null_where_nothing_was_scored(store, record, make):
    example = make.question("q", "Who?", "Ada.", "Ada")
    unseen = make.verdict(example, "Ada")
    run_id = record([example], lambda run, _: make.attempt(run, example, "errored", unseen, reason="gone"))
    read = json.loads(to_json(build_report(store, [run_id])), parse_constant=lambda constant: pytest.fail(constant))
    assert read["rows"][0]["f1"]["after"] == {"value": None, "low": None, "high": None, "n": 0, "by": None}


@pytest.mark.parametrize("render", [markdown, printed, to_json])
def test_an_empty_report_says_how_to_begin(empty, render):
    text = render(empty)
    assert "Nothing has been attacked yet." in text
    assert "stumper demo" in text


def test_each_table_in_markdown_has_a_heading(lifelike, nine):
    """Between a heading and its table a line may stand."""
    blocks = markdown(lifelike(adversaries=nine, limit=40)).split("\n\n")
    bare = [two for *two, table in zip(blocks, blocks[1:], blocks[2:], strict=False)
            if table.startswith("| ") and not any(one.startswith("#") for one in two)]  # fmt: skip
    assert not bare
    assert "### By type of attack" in blocks
