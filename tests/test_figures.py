"""What pages say was measured is what is stored, and what is stored says how it was measured."""

import json
import re
import runpy
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from stumper.victims import answering, reranking
from stumper.victims.reranking import CUES
from stumper.victims.systems import DECIDES

ROOT = Path(__file__).parents[1]
TOOL = runpy.run_path(str(ROOT / "docs" / "figures.py"))
STORED: dict[str, dict[str, Any]] = TOOL["stored"]()
PAGE = ROOT / "docs" / "figures.md"
HEX = re.compile(r"[0-9a-f]{7,40}")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", TOOL["pages"](), ids=named)
def test_page_shows_the_figures_that_are_stored(page: Path) -> None:
    written = page.read_text(encoding="utf-8")
    assert TOOL["filled"](written, STORED) == written, "run: make docs"


@pytest.mark.parametrize("name", STORED)
def test_stored_figures_say_how_they_were_measured(name: str) -> None:
    result = STORED[name]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", result["date"])
    assert HEX.match(result["commit"])
    assert result["machine"]
    assert {"data", "seed"} <= result.keys()
    assert result["figures"]
    if not result.get("carried"):  # figures that the command has stored itself know the bytes that it read
        assert all(HEX.fullmatch(hash) for hash in result["data"].values())


@pytest.mark.parametrize("name", STORED)
def test_stored_figures_come_from_a_script_that_exists(name: str) -> None:
    python, script, *_ = STORED[name]["command"].split()
    assert python == "python"
    assert (ROOT / script).is_file()


def test_every_stored_run_is_shown() -> None:
    shown = {
        match["name"]
        for page in TOOL["pages"]()
        for pattern in (TOOL["LINK"], TOOL["TABLE"])
        for match in pattern.finditer(page.read_text(encoding="utf-8"))
    }
    assert set(STORED) == shown


def test_every_number_in_a_table_of_figures_has_a_source() -> None:
    assert list(sourceless(PAGE.read_text(encoding="utf-8"))) == []


def test_number_without_a_source_is_found() -> None:
    table = "| a | b |\n|---|---|\n| x | 74.3 |\n\n"
    assert list(sourceless(table)) == ["x: 74.3"]
    assert list(sourceless(f"<!-- figures: mill | {{}}/f1 :.1% -->\n{table}")) == []
    assert list(sourceless(f"<!-- figures: mill |  -->\n{table}")) == ["x: 74.3"]
    assert list(sourceless(table.replace("74.3", '[74.3](figures/mill.json "x/f1 :.1%")'))) == []


def sourceless(page: str) -> Iterator[str]:
    """The cells with a number that is neither of a column with a source nor a link to one. A target needs none."""
    columns: list[str] = []
    head: list[str] = []
    for line in page.splitlines():
        if line.startswith("<!-- figures: "):
            columns = [column.strip() for column in line.removesuffix(" -->").split("|")[1:]]
        elif not line.startswith("|"):
            columns, head = [], []
        elif not head:
            head = cells_of(line)
        else:
            for at, (title, cell) in enumerate(zip(head[1:], cells_of(line)[1:], strict=True)):
                rest = re.sub(r"`[^`]*`", "", TOOL["LINK"].sub("", cell))
                if (
                    re.search(r"(?<!\w)\d", rest)
                    and title not in ("target", "script")
                    and not any(columns[at : at + 1])
                ):
                    yield f"{cells_of(line)[0]}: {cell}"


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


MILL = {"mill": {"figures": {"all/f1": {"value": 0.7434, "low": 0.733, "high": 0.754, "n": 5397}, "all/lost": -0.0004}}}


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("all/f1 :.1%", "74.3 [73.3, 75.4]"),
        ("all/f1.value :.1%", "74.3"),
        ("all/f1.interval :.0%", "[73, 75]"),
        ("all/f1.n :,", "5,397"),
        ("all/lost :.2%", "−0.04"),
        ("all/lost :+.1%", "0.0"),
    ],
)
def test_figure_stands_where_a_link_names_it(key: str, shown: str) -> None:
    page = f'It has [nothing](figures/mill.json "{key}") at all.'
    assert TOOL["filled"](page, MILL) == f'It has [{shown}](figures/mill.json "{key}") at all.'


def test_table_is_filled_by_the_names_of_its_rows() -> None:
    page = "<!-- figures: mill | {}/f1 :.1% | | {}/em? :.1% -->\n| on | F1 | by | EM |\n|---|---|---|---|\n"
    rows = "| every one <!-- all --> | 0 | us | 1 |\n| `all` | 0 | | |\n"
    full = "| every one <!-- all --> | 74.3 [73.3, 75.4] | us | |\n| `all` | 74.3 [73.3, 75.4] | | |\n"
    assert TOOL["filled"](page + rows, MILL) == page + full


def test_figure_that_is_not_stored_is_no_blank() -> None:
    with pytest.raises(KeyError):
        TOOL["filled"]('[1](figures/mill.json "all/em :.1%")', MILL)


def test_figures_of_a_run_are_kept_by_what_they_are_of() -> None:
    said = [
        {"benchmark": "mill", "on": "all", "f1": {"value": 0.5, "low": 0.4, "high": 0.6, "n": 3}, "machine": "m"},
        {"benchmark": "mill", "on": "all", "attack": "x", "by": {"a": 1}, "value": 0.1, "low": 0.0, "high": 1.0},
        {"benchmark": "wheel", "curve": [0.25, 0.123456789], "none": None, "machine": "m"},
    ]
    assert dict(TOOL["_figures"]("mill-two", said)) == {
        "all/f1": {"value": 0.5, "low": 0.4, "high": 0.6, "n": 3},
        "all/x": {"value": 0.1, "low": 0.0, "high": 1.0},
        "all/x/by/a": 1,
        "wheel/curve/0": 0.25,
        "wheel/curve/1": 0.1234568,
    }
    with pytest.raises(AssertionError, match="two figures that are called 'all/f1'"):
        dict(TOOL["_figures"]("mill", said[:1] * 2))


def test_benchmark_says_what_it_read(tmp_path: Path) -> None:
    (tmp_path / "lamps.json").write_text("{}", encoding="utf-8")
    script = ROOT / "benchmarks" / "measuring.py"
    code = (
        f"import sys; sys.path.insert(0, {str(script.parent)!r}); sys.argv = ['x', '--data', {str(tmp_path)!r}]\n"
        "from measuring import arguments, say\n"
        "args = arguments('', seed=7)\n"
        "(args.data / 'lamps.json').read_text(); open(__file__).read()\n"
        "say('lamps', lit=1)\n"
    )
    (tmp_path.parent / "lamps.py").write_text(code, encoding="utf-8")
    import subprocess
    import sys

    ran = subprocess.run(
        [sys.executable, str(tmp_path.parent / "lamps.py")], capture_output=True, text=True, check=True
    )
    said = [json.loads(line) for line in ran.stdout.splitlines()]
    assert said[0]["lit"] == 1
    assert said[1] == {"data": {"lamps.json": "44136fa355b3678a"}, "seed": 7}


def test_what_only_imports_a_benchmark_is_not_watched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Else all tests would be, at each file that they open."""
    watching: list[object] = []
    monkeypatch.setattr("sys.addaudithook", watching.append)
    measuring = runpy.run_path(str(ROOT / "benchmarks" / "measuring.py"))
    assert not watching
    measuring["measures"](Namespace(data=tmp_path))
    assert len(watching) == 1


def test_passages_are_ranked_and_believed_as_was_chosen_on_questions_that_are_no_evaluation_data() -> None:
    result = STORED["rag-training"]
    figures = result["figures"]
    assert [figures[f"rag_order/weights/{cue}"] for cue in CUES] == reranking.WEIGHTS.tolist()
    assert {name: figures[f"rag_weights/{name}"] for name in asdict(answering.WEIGHTS)} == asdict(answering.WEIGHTS)
    assert all("squadshifts" in name for name in result["data"])


def test_verifiers_decide_as_was_chosen_on_claims_that_are_no_evaluation_data() -> None:
    figures = STORED["deciding"]["figures"]
    assert {model: figures[f"{model}/chosen"] for model in DECIDES} == dict(DECIDES)
    assert not [name for name in STORED["deciding"]["data"] if name.startswith("verification/")]
