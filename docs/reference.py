"""Write docs/cli.md, the command-line reference, from what the commands declare, and the fields of a task into
docs/howto-task.md, from the classes that have them: `make docs`."""

import ast
import re
from inspect import cleandoc, getsource
from pathlib import Path
from typing import Any

from typer.main import get_command

from stumper.cli.app import app
from stumper.formats import Column, Format, PredictionsFormat, Rows
from stumper.scoring import Measure, Scoring
from stumper.task import Task
from stumper.types import Answer, Edit, Example, Gold, Guess, Instance, Perturbation, Prediction
from stumper.wire import Wire
from stumper.writing_desk import Composing, DeskWords, Shown, WritingDesk

PAGE = Path(__file__).with_name("cli.md")
TASK_PAGE = Path(__file__).with_name("howto-task.md")
WRITTEN = "<!-- Written by docs/reference.py, from here to the end: run `make docs` after a change. -->\n"
PARTS: tuple[type, ...] = (
    Task, Wire, Scoring, Measure, Format, PredictionsFormat, Rows, Column, WritingDesk, Shown, DeskWords, Composing,
    Example, Gold, Answer, Perturbation, Edit, Instance, Prediction, Guess,
)  # fmt: skip

INTRODUCTION = """\
# The command line

<!-- Written by docs/reference.py: run `make docs` after a change. -->

`stumper COMMAND --help` says the same on a terminal. A command that is interrupted keeps what it has done: started
again, it goes on from there. Only `predict` keeps no answers of a system without a fingerprint. Every file
that one writes is there whole or as it was before; `buzz` writes its file anew as each guesser comes to its end.

**Data sets.** `DATASET` is a file (SQuAD's JSON or FEVER's JSON lines, also as `.gz`; the format is recognised from the
content) or a name that `stumper list datasets` shows.

**Victims.** `embedded` is the reader in the package, `embedded:FOLDER` one that was trained as it was; asked about claims,
it is the verifier with its retrieval. `transformer`, `nsmn`, `hexaf`, `enhanced-esim`, `tfidf-esim` and `tfidf-da` are others
([what each is](howto-verification.md#the-systems-that-ship)).
`file:PREDICTIONS` looks answers up in a file. `python:module:Name` is Python code, found in the current folder too. `hf:FOLDER` or `hf:OWNER/NAME` is a transformers model
(`pip install 'stumper[hf]'`).

**Output.** Results go to standard output, progress and remarks to standard error. With `--json`, standard output holds
one JSON document and nothing else.

**Proof of work.** A command that asks a system ends with a line on standard error that says how many queries it put, and
of these how many were answered, taken from the cache, lost to errors; how many it found recorded, asked again, and got
another answer to. `attack` and `evaluate` have the same in `--json`, as `queries`. Without anything answered, now or
earlier, no command that asks ends with 0 and no gate passes. The commands that may load code of others (`attack`,
`buzz`, `compare`, `evaluate`, `judge`, `predict`, `run`, `score`) do so in a process of their own, which must say how it ended and
what it measured: if that code ends the process, the command ends with 3. On Windows they run in one process, where
code that ends it (`os._exit`) also decides its exit code.

| command | `--json` prints |
|---|---|
| `score`, `evaluate` | `{"scores": [{"name", "on", "victim", "adversary", "value", "low", "high", "n", "signature"}, …]}`; `evaluate` also `"queries"`, of all its files and victims together |
| `attack` | `{"adversary", "victim", "examples", "outcomes", "queries": {"asked", "unique", "cached", "again", "changed", "recorded", "lost", "twice", "otherwise"}, "seconds": {"wall", "victim"}, "scores": {"name", "before", "after", "difference"}, "out", "trained_on", "nothing_proposed"}`, each score as `{"value", "low", "high", "n"}`, and `"usage"` where an endpoint was asked |
| `compare` | `{"a", "b", "cells": [{"task", "dataset", "attack", "made_against", "systems", "unit", "paired", "left_out", "scores": [{"name", "n", "a": {"value", "low", "high"}, "b", "difference", "improved", "fell", "stayed", "p_worse", "floor", "finds", "signature"}, …]}, …], "fell", "improved", "notes", "unfinished"}`, and with `--fail-if` `"gate": {"fail_if", "margin", "passed", "sentence", "tested"}`; `score`, `evaluate` and `attack` with `--against` have it as `"comparison"` |
| `match` | `{"matches": [{"log", "name", "mode", "questions", "is_over", "scores": [{"side", "shown", "logged", "rescored"}, …], "changed", "open", "plays": [{"number", "id", "answer", "turns", …}, …]}, …]}` |
| `judge` | `{"perturbations", "judged", "open", "correct", "grammatical", "label_correct", "on_task", "annotators", "judges", "drawn", "others", "agreements"}`, the shares as `{"value", "low", "high", "n"}` |
| `report` | the whole report: sentences, notes, rows, attack_types, curves, analyses, capabilities, slices, verification, examples, provenance, versions, quizbowl |

| exit code | meaning |
|---|---|
| 0 | done |
| 1 | an adversarial score is below `--fail-under`, or `--fail-if` found it worse, or not shown equal |
| 2 | you must mend something: the sentence on standard error says what |
| 3 | no verdict: the victim failed on too many examples, answers otherwise than before, or ended the process; nothing was measured; a comparison has too few pairs, or a run that did not end |
| 130 | you interrupted it, or `--max-requests` or `--max-cost` did; the same command goes on. A second Ctrl-C, a second later, ends at once what will not stop |

If several attacks, systems or guessers of one command do not come to their end, it ends with 2 if you must mend one of
them, and says what; else with 3.

| environment variable | meaning |
|---|---|
| `STUMPER_STORE` | the store: a file, or a URL such as `postgresql+psycopg://user@host/name`; without it, `stumper.db` in the current folder |
| `STUMPER_THREADS` | threads of the embedded reader; without it, one a core |
| `NO_COLOR` | set to anything: no colours |
"""  # noqa: E501  # a row of a table is one line


def reference() -> str:
    """The whole page."""
    commands: dict[str, Any] = get_command(app).commands  # type: ignore[attr-defined]  # typer's group has them
    return "\n".join([INTRODUCTION, *(_section(name, command) for name, command in commands.items())])


def task_page() -> str:
    """The page on tasks, with the fields of each part of one."""
    before, _, _ = TASK_PAGE.read_text(encoding="utf-8").partition(WRITTEN)
    return "\n".join([before + WRITTEN, *map(_fields, PARTS)])


def _fields(part: type) -> str:
    """What a part says of its fields, and which of them may be left out."""
    [made] = ast.parse(getsource(part)).body
    assert isinstance(made, ast.ClassDef)
    rows = [_field(one) for one in made.body if isinstance(one, ast.AnnAssign)]
    told = cleandoc(part.__doc__ or "").replace("``", "`")
    heading = f"### {part.__module__}.{part.__name__}"
    return "\n".join([heading, "", told, "", "| field | type | if left out |", "|---|---|---|", *rows, ""])


def _field(declared: ast.AnnAssign) -> str:
    default = declared.value
    if isinstance(default, ast.Call):  # field(default_factory=dict)
        default = default.keywords[0].value
        kept = f"an empty `{ast.unparse(default)}`" if isinstance(default, ast.Name) else f"`{ast.unparse(default)}`"
    else:
        kept = "(it is needed)" if default is None else f"`{ast.unparse(default)}`"
    cells = (f"`{ast.unparse(declared.target)}`", f"`{ast.unparse(declared.annotation)}`", kept)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _section(name: str, command: Any) -> str:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name == "option"]
    usage = ["stumper", name, *map(_metavar, arguments), *(_spelt(p, _long(p)) for p in options if p.required)]
    usage += ["[OPTIONS]"] if any(not p.required for p in options) else []
    rows = [_row(_metavar(p), p) for p in arguments]
    rows += [_row(", ".join(_spelt(p, flag) for flag in p.opts), p) for p in options]
    told = " ".join((command.help or "").split())
    return "\n".join([f"## {name}", "", told, "", f"    {' '.join(usage)}", "", *HEADER, *rows, ""])


HEADER = ("| | default | meaning |", "|---|---|---|")
SAID_DEFAULT = re.compile(r"\s*\[default: (.*)\]$")


def _row(shown: str, parameter: Any) -> str:
    told = " ".join((parameter.help or "").split())
    default = "" if parameter.default in (None, False, ()) else f"`{parameter.default}`"
    if said := SAID_DEFAULT.search(told):
        told, default = told[: said.start()], said.group(1)
    cells = (f"`{shown}`", "required" if parameter.required else default, told)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _metavar(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _spelt(option: Any, flag: str) -> str:
    return flag if option.is_flag else f"{flag} {option.metavar or _long(option)[2:].upper()}"


def _long(option: Any) -> str:
    return str(max(option.opts, key=len))


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
    TASK_PAGE.write_text(task_page(), encoding="utf-8")
