"""Fills the figures of all pages from docs/figures/*.json: `python docs/figures.py`. A test runs it, too.

    python docs/figures.py keep NAME            runs the command of docs/figures/NAME.json and stores what it prints
    python docs/figures.py keep NAME COMMAND    the same for a command that is new, such as `python benchmarks/x.py`

A page names its figures where it shows them (docs/decisions/0030): one as a link with the key and a format,
[74.3](figures/NAME.json "KEY :.1%"), or a table by a line before it, a cell a column,
<!-- figures: NAME | KEY WITH {} FOR THE ROW :.1% | ... -->. A row is called what stands in a comment in its first cell,
else what that cell says. DATA in a command is the folder that STUMPER_DATA names.
"""

import json
import math
import os
import platform
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
STORED = ROOT / "docs" / "figures"
MEASURED = ("src", "benchmarks", "training", "examples")  # what figures depend on
DATA = Path(os.environ.get("STUMPER_DATA", ROOT.parent / "shared" / "data"))

Figures = Mapping[str, Any]  # by key: a number, a text, or a value with its interval

LINK = re.compile(
    r"\[(?P<shown>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)?)\]"
    r'\((?P<path>[\w./-]*figures/(?P<name>[\w-]+)\.json) "(?P<key>[^"]+?) :(?P<format>[^"]*)"\)'
)
TABLE = re.compile(
    r"<!-- figures: (?P<name>[\w-]+) \|(?P<columns>.*) -->\n(?P<head>\|.*\n\|[-:| ]+\n)(?P<rows>(?:\|.*\n)+)"
)
CALLED = re.compile(r"<!-- (?P<key>.*?)(?: :(?P<format>\S+))? -->")


def pages() -> list[Path]:
    """The pages that show figures."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "training").glob("*.md"))]


def stored() -> dict[str, dict[str, Any]]:
    """What is stored, by name: the figures, and how and when they were measured."""
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(STORED.glob("*.json"))}


def filled(page: str, results: Mapping[str, Mapping[str, Any]]) -> str:
    """The page with the figures that are stored now; KeyError where it names one that is not."""
    page = TABLE.sub(lambda found: _table(found, results[found["name"]]["figures"]), page)
    return LINK.sub(lambda found: _link(found, results[found["name"]]["figures"]), page)


def _table(found: re.Match[str], figures: Figures) -> str:
    columns = [column.strip() for column in found["columns"].split("|")]
    rows = [_row(row, columns, figures) for row in found["rows"].splitlines()]
    begin = found["head"]
    return f"<!-- figures: {found['name']} |{found['columns']} -->\n{begin}" + "".join(f"{row}\n" for row in rows)


def _row(row: str, columns: Sequence[str], figures: Figures) -> str:
    first, *cells = [cell.strip() for cell in row.strip("|").split("|")]
    called = CALLED.search(first)
    key = called["key"] if called else first.strip("`")
    for at, column in enumerate(columns):
        if column:
            pattern, _, form = column.rpartition(" :")
            cells[at] = shown(figures, pattern.replace("{}", key), called["format"] or form if called else form)
    return "|" + "|".join(f" {cell} " if cell else " " for cell in (first, *cells)) + "|"


def _link(found: re.Match[str], figures: Figures) -> str:
    now = shown(figures, found["key"], found["format"])
    return f'[{now}]({found["path"]} "{found["key"]} :{found["format"]}")'


def shown(figures: Figures, key: str, form: str) -> str:
    """The figure as a page has it. A key may end in ``.value``, ``.low``, ``.high``, ``.n`` or ``.interval``; where it
    ends in ``?`` and there is no such figure, nothing."""
    whole, _, part = key.rstrip("?").rpartition(".")
    if part not in ("value", "low", "high", "n", "interval"):
        whole, part = key.rstrip("?"), ""
    if key.endswith("?") and whole not in figures:
        return ""
    figure = figures[whole]
    if part:
        return _interval(figure, form) if part == "interval" else _number(figure[part], form)
    if not isinstance(figure, dict):
        return _number(figure, form)
    return _number(figure["value"], form) + (f" {_interval(figure, form)}" if "low" in figure else "")


def _interval(figure: Mapping[str, float], form: str) -> str:
    return f"[{_number(figure['low'], form.lstrip('+'))}, {_number(figure['high'], form.lstrip('+'))}]"


def _number(value: float | str, form: str) -> str:
    """In the form, as Python has them; of % the sign is left out, and what is of nothing is a dash."""
    if isinstance(value, str):
        return value
    if math.isnan(value):
        return "–"
    told = f"{100 * value:{form[:-1]}f}" if form.endswith("%") else f"{value:{form}}"
    return told.replace("-", "−") if any(digit in told for digit in "123456789") else told.lstrip("-+")


def keep(name: str, command: str) -> None:
    """Runs the command and stores what it says under the name; nothing is stored where it fails."""
    commit = _commit()
    began = time.perf_counter()
    words = [
        sys.executable if word == "python" else re.sub(r"^DATA(?=/|$)", str(DATA), word)
        for word in shlex.split(command)
    ]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [_echoed(line) for line in process.stdout]
    if process.returncode:
        sys.exit(f"{command} ended with {process.returncode}; nothing was stored.")
    said = [json.loads(line) for line in lines if line.startswith("{")]
    if not (figures := dict(_figures(name, [line for line in said if "benchmark" in line]))):
        sys.exit(f"{command} said no figure; nothing was stored.")
    result = {
        "command": command,
        "commit": commit,
        "date": datetime.now(UTC).date().isoformat(),
        "minutes": round((time.perf_counter() - began) / 60, 1),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "data": next((line["data"] for line in said if "data" in line), {}),
        "seed": next((line["seed"] for line in said if "seed" in line), None),
        "figures": figures,
    }
    text = json.dumps(result, indent=1, ensure_ascii=False)
    (STORED / f"{name}.json").write_text(_flat(text) + "\n", encoding="utf-8")


def _echoed(line: str) -> str:
    print(line, end="", flush=True)
    return line


def _commit() -> str:
    """The commit that is measured, with ``-dirty`` where the code differs from it."""
    head = _git("rev-parse", "--short=10", "HEAD")
    return f"{head}-dirty" if _git("status", "--porcelain", "--", *MEASURED) else head


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def _figures(name: str, said: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Each figure by its key: what benchmark, where that is not the name's, the texts of its line, and its own name."""
    known: set[str] = set()
    for line in said:
        rest = {key: value for key, value in line.items() if key not in ("benchmark", "machine")}
        benchmark = line["benchmark"].replace("-", "_")
        texts = [value for value in rest.values() if isinstance(value, str)]
        numbers = {key: value for key, value in rest.items() if not isinstance(value, str)}
        path = "/".join([*([] if name.startswith(benchmark) else [benchmark]), *texts])
        for key, figure in _parts(path, numbers):
            assert key not in known, f"{name} says two figures that are called {key!r}"
            known.add(key)
            yield key, figure


def _parts(path: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict) and "low" not in value:
        for key, part in value.items():
            yield from _parts(f"{path}/{key}" if path else str(key), part)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _parts(f"{path}/{number}", part)
    elif isinstance(value, dict):
        interval = {key: value[key] for key in ("value", "low", "high", "n") if key in value}
        yield path, {key: _short(part) for key, part in interval.items()}
        yield from _parts(path, {key: part for key, part in value.items() if key not in interval})
    elif value is not None:
        yield path, _short(value)


def _short(value: object) -> object:
    """A number to seven digits: more would differ from machine to machine."""
    return float(f"{value:.7g}") if isinstance(value, float) else value


def _flat(text: str) -> str:
    """The JSON with each interval on one line."""
    return re.sub(r'\{\s+("value"[^{}]*?)\s+\}', lambda found: "{" + re.sub(r"\s+", " ", found[1]) + "}", text)


def main() -> None:
    if sys.argv[1:2] == ["keep"]:
        name, *given = sys.argv[2:]
        keep(name, " ".join(given) or stored()[name]["command"])
    results = stored()
    for page in pages():
        before = page.read_text(encoding="utf-8")
        if (after := filled(before, results)) != before:
            page.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
