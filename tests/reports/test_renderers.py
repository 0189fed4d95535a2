"""A report as Markdown, on a terminal, as JSON."""

import io
import json
import re
from dataclasses import replace

import pytest
from rich.console import Console

from report_figures import figures
from stumper.registry import tasks
from stumper.reports import build_report, markdown, to_json
from stumper.reports.page_data import page_data
from stumper.reports.terminal import terminal
from stumper.types import Answer, Gold


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
        "alone": [],
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


def test_markdown_shows_the_examples_that_the_page_opens_with(lifelike):
    report = lifelike(adversaries=("add-any",))
    data = json.loads(page_data(report))
    first = data["items"][data["first"][0]]["id"]
    text = markdown(report)
    shown = text.partition("## Examples\n")[2].partition("## How it was computed")[0]
    assert shown.count("### AddAny on embedded: fooled") == 3
    assert re.search(r"^id: (.*)$", shown, re.MULTILINE)[1] == first
    assert "{+" in shown


def test_nothing_that_an_example_says_is_markdown(store, record, make):
    hostile = "Who? ```\n\n# Title\n<script>alert(1)</script> @all | #12 [x](http://x.example) ````"
    example = make.question("q|`<b>", hostile, "Ada met Bo.", "Ada")

    def met(run, one):
        before, after = make.verdict(one, "Ada"), make.verdict(one, "```\n# Zed")
        return make.attempt(run, one, "succeeded", before, after, make.appended(one, "Zed."), 2)

    shown = markdown(build_report(store, [record([example], met)])).partition("## Examples\n")[2]
    block = re.search(r"^(`{3,})\n(.*?)\n\1$", shown, re.DOTALL | re.MULTILINE)
    assert len(block[1]) == 5, "longer than what stands in it"
    lines = block[2].splitlines()
    assert [line.partition(":")[0] for line in lines] == ["id", "asked", "given", "right", "before", "after"]
    assert lines[1].startswith("asked: Who? ``` # Title <script>")
    assert lines[2] == "given: Ada met Bo.{+ Zed.+}"
    outside = shown.replace(block[0], "").partition("## How it was computed")[0]
    assert not re.search("<b>|<script>|@all", outside)


@pytest.mark.parametrize(
    ("gold", "told"),
    [
        (None, []),  # the answer has moved, and is the same
        (Gold((Answer("Bo", 18),)), ["right after: Bo"]),
        (Gold((), answerable=False), ["right after: to say that there is none"]),
    ],
)
def test_markdown_says_what_is_right_after_the_attack_where_that_is_something_else(store, record, make, gold, told):
    example = make.question("q0", "Who was it?", "Ada met Bo.", "Ada")

    def met(run, one):
        made = make.appended(one, "Zed slept.", prepended=True)
        made = made if gold is None else replace(made, gold=gold)
        return make.attempt(run, one, "succeeded", make.verdict(one, "Ada"), make.verdict(one, "Zed"), made, 2)

    shown = markdown(build_report(store, [record([example], met)])).partition("## Examples\n")[2]
    assert re.findall("^right.*$", shown, re.MULTILINE) == ["right: Ada", *told]


@pytest.mark.parametrize(("knows", "told"), [(True, "says that there is none"), (False, "no answer")])
def test_only_where_a_question_may_have_no_answer_an_empty_one_says_so(store, record, make, knows, told):
    """Seen: a machine that had said nothing to a tossup, which always has an answer, "says that there is none"."""
    example = make.question("q0", "Who was it?", "Ada met Bo.", "Ada")

    def met(run, one):
        return make.attempt(run, one, "succeeded", make.verdict(one, "Ada"), make.verdict(one, ""),
                            make.appended(one, "Zed."), 2)  # fmt: skip

    report = build_report(store, [record([example], met)])
    [section] = report.sections
    exhibits = tuple(replace(one, says_none=knows) for one in section.exhibits)
    report = replace(report, sections=(replace(section, exhibits=exhibits),))
    assert re.search(rf"^after: {told}( \(|$)", markdown(report), re.MULTILINE)
    [item] = json.loads(page_data(report))["items"]
    assert item.get("empty") == (told if knows else None)


def test_questions_without_an_answer_are_known_to_two_tasks():
    assert {one.name for one in tasks() if one.knows_unanswerable} == {"rag", "reading"}


def test_where_nobody_was_fooled_markdown_shows_the_first_examples(store, record, make):
    examples = [make.question(f"q{at}", "Who was it?", f"{'Far off. ' * 60}Ada met Bo.", "Ada") for at in range(5)]

    def met(run, one):
        seen = make.verdict(one, "Ada")
        return make.attempt(run, one, "failed", seen, seen, make.appended(one, "Zed."), 2)

    shown = markdown(build_report(store, [record(examples, met)])).partition("## Examples\n")[2]
    assert re.findall("^id: (.*)$", shown, re.MULTILINE) == ["q0", "q1", "q2"]
    assert "3 examples of the 5 attempts that report.html shows" in shown
    assert re.search(r"^given: … .{80}\{\+ Zed\.\+\}$", shown, re.MULTILINE)
