"""The report as Markdown, for a pull request or a paper's appendix."""

import re
from collections.abc import Iterator, Sequence

from stumper.reports.page_data import telling
from stumper.reports.report import Provenance, Report
from stumper.sections.exhibits import Exhibit, Response
from stumper.sections.frontier import frontier_table
from stumper.sections.section import Block, Column, Section, Table
from stumper.sections.wording import NONE_RIGHT, NONE_SAID, OUTCOME_WORDS, listed, percent, plural, told
from stumper.shown import in_a_line
from stumper.text import Change
from stumper.types import Answer

EXAMPLES = 3
AROUND = 80  # characters of a text that are shown on either side of a change
LONGEST_TEXT = 600  # characters of a text or an answer
JOINED = "What people wrote with Stumper 0.1 against the same model is joined with it, from the run"


def markdown(report: Report) -> str:
    """Sentences, the tables and notes of each section, and how it was computed."""
    made = f"Stumper report, {report.made}" if report.made else "Stumper report"
    parts = [f"# {made}: {_escaped(report.title)}", *map(_escaped, report.about)]
    parts += [f"- {_escaped(sentence)}" for sentence in report.sentences] if report.sections else report.sentences
    several = len(report.sections) > 1
    for section in report.sections:
        parts += [f"## {_escaped(section.title)}"] if several else []
        parts += _section(section, several)
    parts += _examples(report)
    if report.sections:
        computed = (part for section in report.sections for block in section.computed for part in _shown(block, 3))
        parts += ["## How it was computed", *computed, *(_computed(run) for run in report.provenance)]
        parts += ["Computed with " + ", ".join(f"{name} {number}" for name, number in report.versions) + "."]
    return "\n\n".join(parts) + "\n"


def _section(section: Section, several: bool) -> Iterator[str]:
    """Its blocks without the pictures; where a line stands above a part, that heads it."""
    level = 3 if several or any(block.kind == "part" and block.aside for block in section.blocks) else 2
    for block in section.blocks:
        if block.aside:
            yield f"{'#' * (level - 1)} {_escaped(block.aside)}"
        yield from _shown(block, level)


def _shown(block: Block, level: int) -> Iterator[str]:
    heading = f"{'#' * level} {_escaped(block.title)}"
    match block.kind:
        case "part" | "figures" | "figure" | "details":
            is_headed = block.kind == "part" or (block.kind == "details" and bool(block.aside))
            asides = [block.aside] if block.kind == "details" and block.aside else []
            inside = [*map(_escaped, asides), *map(_escaped, block.texts)]
            inside += _table(frontier_table(block.frontier), level) if block.frontier else []
            inside += [part for each in block.blocks for part in _shown(each, level + is_headed)]
            yield from [heading, *inside] if is_headed and inside else inside
        case "said":
            yield from map(_escaped, block.texts)
        case "notes":
            yield "\n".join(f"- {_escaped(note)}" for note in block.texts)
        case "code":
            yield _fenced("", block.texts)
        case "table" if block.table and not block.table.is_aside:
            yield from _table(block.table, level)


def _examples(report: Report) -> Iterator[str]:
    """A few examples, those that the page opens with. What the data and the systems say stands in code blocks, where
    none of it is taken for a mark, a link or a mention."""
    shown = telling(report, EXAMPLES)
    if not shown:
        return
    yield "## Examples"
    of = f"{plural(len(shown), 'example')} of the {plural(len(report.examples), 'attempt')} that report.html shows"
    yield f"{of}, the most telling: what was taken away stands in [-…-], what was added in {{+…+}}."
    for one in shown:
        outcome = "nothing proposed" if one.unproposed else OUTCOME_WORDS[one.outcome]
        yield f"### {_escaped(one.names.attack)} on {_escaped(one.names.victim)}: {outcome}"
        yield _fenced("", list(_shown_example(one)))


def _shown_example(one: Exhibit) -> Iterator[str]:
    right, after = _right(one.golds), _right(one.golds_after)
    lines = {
        "id": one.example_id,
        "asked": _changed(one.question),
        "given": _changed(one.paragraph),
        "right": right,
        "right after": after if after != right else "",
        "before": _answered(one.before, one.says_none),
        "after": _answered(one.after, one.says_none) if one.after else one.reason or "",
    }
    yield from (f"{name}: {in_a_line(text, LONGEST_TEXT)}" for name, text in lines.items() if text)


def _right(answers: Sequence[Answer]) -> str:
    """The right answers, each once, wherever they stand."""
    return listed(dict.fromkeys(answer.text for answer in answers)) if answers else NONE_RIGHT


def _changed(changes: Sequence[Change]) -> str:
    """A text with what was done to it; far from any change it is left out."""
    if all(change.kind == "kept" for change in changes):
        return "".join(change.text for change in changes)
    marks = {"removed": "[-{}-]", "added": "{{+{}+}}"}
    last = len(changes) - 1
    return "".join(
        _near(change.text, place == 0, place == last)
        if change.kind == "kept"
        else marks[change.kind].format(change.text)
        for place, change in enumerate(changes)
    )


def _near(text: str, is_first: bool, is_last: bool) -> str:
    """What of a kept text stands near a change."""
    if len(text) <= 2 * AROUND:
        return text
    before, behind = text[:AROUND], text[-AROUND:]
    return f"… {behind}" if is_first else f"{before} …" if is_last else f"{before} … {behind}"


def _answered(said: Response, says_none: bool) -> str:
    """The best answer, with its probability where it has one; whether an empty one ``says_none`` is the task's."""
    if not said.guesses:
        return "no answer"
    best = said.guesses[0]
    sure = "" if best.probability is None else f" ({percent(best.probability)}%)"
    return f"{best.answer or (NONE_SAID if says_none else 'no answer')}{sure}"


def _table(table: Table, level: int) -> Iterator[str]:
    if table.title:
        yield f"{'#' * level} {_escaped(table.title)}"
    if table.aside:
        yield f"{table.aside[:1].upper()}{table.aside[1:]}."
    header = list(map(_called, (*table.under, *table.columns)))
    names = len(table.under) + table.names
    ruler = ["---" if place < names else "---:" for place in range(len(header))]
    rows = ([*row.under, *map(told, row.cells)] for row in table.rows)
    yield "\n".join("| " + " | ".join(map(_escaped, cells)) + " |" for cells in (header, ruler, *rows))


def _called(column: Column) -> str:
    return f"{column.over} {column.name}" if column.over else column.name


def _escaped(text: str) -> str:
    """A text within one line or cell, and nothing in it taken for a tag."""
    return text.replace("\n", " ").replace("|", "\\|").replace("<", "&lt;")


def _computed(run: Provenance) -> str:
    limits = [f"{key} {value}" for key, value in (("budget", run.budget), ("limit", run.limit)) if value is not None]
    weights = run.victim_fingerprint or "none: cached for its run only"
    settings = [f"goal {run.goal}", f"seed {run.seed}", *limits, *(f"{key}={value}" for key, value in run.options)]
    lines = [
        f"### {_escaped(run.names.attack)} on {_escaped(run.names.victim)}",
        f"Data set {_escaped(run.names.dataset)} `{run.dataset_fingerprint}`, victim `{weights}`, "
        f"run `{run.run_id}`: {_escaped(', '.join(settings))}.",
        *([f"{run.queries}."] if run.queries else []),
        *([f"Service, over all commands of this run: {_escaped(run.usage)}."] if run.usage else []),
        *([_fenced("", [f"{name}: {said}" for name, said in run.manner])] if run.manner else []),
        *([f"{JOINED} `{run.joined}`."] if run.joined else []),
        *(
            [f"Of these the first {run.continued:,} attempts were made by an earlier version of Stumper."]
            if run.continued
            else []
        ),
        _fenced("sh", [run.command]) if run.command else NO_COMMAND,
        _fenced("", run.signatures),
    ]
    return "\n\n".join(lines)


NO_COMMAND = "People wrote it: no command makes it again."


def _fenced(language: str, lines: Sequence[str]) -> str:
    """The lines as they are, between marks that none of them has."""
    runs = [len(run) for line in lines for run in re.findall("`+", line)]
    mark = "`" * max(3, 1 + max(runs, default=0))
    return "\n".join([f"{mark}{language}", *lines, mark])
