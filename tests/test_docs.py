"""What the pages and the examples show is true: their code runs, and their commands exist."""

import importlib
import os
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from stumper import registry
from stumper.cli.app import app
from without_network import WITHOUT_NETWORK

ROOT = Path(__file__).parents[1]
INSTALLED = (  # whose code test_fourth_task runs, where the package is installed
    ROOT / "examples" / "plugin" / "README.md",
    ROOT / "docs" / "howto-task.md",
)
PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "training").glob("*.md"),
    *(ROOT / "examples").rglob("*.md"),
]
COMMANDS: dict[str, Any] = get_command(app).commands  # type: ignore[attr-defined]  # typer's group has them
FENCE = re.compile(r"^```(?P<info>.*)\n(?P<text>(?:.*\n)*?)```$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A block of code: ``info`` is what stands behind its language."""

    language: str
    info: str
    text: str

    @property
    def is_run(self) -> bool:
        """Whether its commands are carried out."""
        return self.info.split(" ")[0] == "run"

    @property
    def commands_of_others(self) -> list[list[str]]:
        """The commands in it that are not Stumper's."""
        lines = self.text.replace("\\\n", " ").splitlines()
        return [shlex.split(line, comments=True) for line in lines if line and not line.startswith(("stumper ", "#"))]

    @property
    def commands(self) -> list[list[str]]:
        """The arguments of each of its stumper commands."""
        lines = self.text.replace("\\\n", " ").splitlines()
        return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("stumper ")]


def blocks(page: Path) -> list[Block]:
    found = FENCE.finditer(page.read_text(encoding="utf-8"))
    return [Block(*[*match["info"].split(" ", 1), "", ""][:2], match["text"]) for match in found]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def lacking(block: Block) -> list[str]:
    """The packages that a block marked ``needs=`` cannot do without and that are not installed."""
    found = re.search(r"\bneeds=(\S+)", block.info)
    named = found[1].split(",") if found else []
    return [name for name in named if find_spec(name) is None]


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty current folder whose modules are forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("STUMPER_STORE", raising=False)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for name, value in WITHOUT_NETWORK.items():
        monkeypatch.setenv(name, value)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith((str(tmp_path), str(ROOT / "examples"))):
            del sys.modules[name]


def run_block(block: Block, page: Path, workplace: Path, names: dict[str, Any]) -> None:
    if block.info.startswith("file="):
        (workplace / block.info.removeprefix("file=")).write_text(block.text, encoding="utf-8")
        importlib.invalidate_caches()
    elif block.language == "python" and not lacking(block):
        exec(compile(block.text, str(page), "exec"), names)
    elif block.is_run and not lacking(block):
        for arguments in block.commands:
            ran = CliRunner().invoke(app, arguments, catch_exceptions=False)
            assert ran.exit_code == 0, f"stumper {shlex.join(arguments)}\n{ran.output}"
        for command in block.commands_of_others:
            subprocess.run([Path(sys.executable).with_name(command[0]), *command[1:]], check=True)


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page not in INSTALLED and any(b.language == "python" for b in blocks(page))],
    ids=named,
)
def test_code_on_a_page_runs(page: Path, workplace: Path) -> None:
    """From top to bottom: files are written, Python is executed, and commands marked ``run`` are."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        with warnings.catch_warnings():
            if "needs=" in block.info:
                warnings.simplefilter("ignore")  # of other people's code
            run_block(block, page, workplace, names)
    if missing := {name for block in blocks(page) for name in lacking(block)}:
        assert "kin" not in os.environ.get("STUMPER_REQUIRE", "").split(","), f"{missing} of test-kin are not installed"
        pytest.skip(f"all but the blocks that need {' and '.join(sorted(missing))} ran, which is not installed")


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_commands_on_a_page_exist(page: Path) -> None:
    for block in blocks(page):
        for name, *arguments in block.commands:
            assert name in COMMANDS
            COMMANDS[name].make_context(name, arguments)  # raises where an option is unknown or missing


def test_make_targets_on_a_page_exist() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    said = {
        target
        for page in PAGES
        for target in re.findall(r"(?:^|`)make ([\w-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert said
    assert said <= targets


def test_command_line_reference_is_up_to_date() -> None:
    written = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert written == runpy.run_path(str(ROOT / "docs" / "reference.py"))["reference"](), "run: make docs"


def test_fields_of_a_task_on_its_page_are_up_to_date_and_told() -> None:
    page = (ROOT / "docs" / "howto-task.md").read_text(encoding="utf-8")
    assert page == runpy.run_path(str(ROOT / "docs" / "reference.py"))["task_page"](), "run: make docs"
    for part in re.split("^### ", page, flags=re.M)[1:]:
        told, _, table = part.partition("| field |")
        fields = re.findall(r"^\| `(\w+)` \|", table, re.M)
        assert fields
        assert [name for name in fields if f"`{name}`" not in told] == [], part.splitlines()[0]


def test_what_the_pages_on_tasks_import_is_promised() -> None:
    stable = (ROOT / "docs" / "stable.md").read_text(encoding="utf-8")
    plugin = ROOT / "examples" / "plugin" / "src" / "stumper_choice"
    code = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "howto-task.md", *plugin.glob("*.py"))
    )
    used = {(name, what) for name, what in re.findall(r"^from (stumper\.[\w.]+) import \(?([^)\n]*)", code, re.M)}
    assert used
    assert {name for name, _ in used if f"`{name}`" not in stable} == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_command_line_reference_has_the_options_of_help(name: str) -> None:
    shown = CliRunner().invoke(app, [name, "--help"], terminal_width=200).output
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    flags = re.compile(r"--[a-z][a-z-]*")
    assert set(flags.findall(shown)) - {"--help"} == set(flags.findall(section))


@pytest.mark.parametrize("script", sorted((ROOT / "examples").glob("attack_*.py")), ids=named)
def test_attack_example_says_what_the_victim_keeps(
    script: Path, workplace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runpy.run_path(str(script), run_name="__main__")
    assert re.search(r" keeps [\d.]+ \[.*\] of its [\d.]+ F1 \(", capsys.readouterr().out)


def test_example_of_predictions_prints_all_scores(workplace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "score_predictions.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9
    assert lines[0].startswith("exact_match on original: 1.0000 [0.9741, 1.0000], n = 204")
    assert lines[5].startswith("f1_difference on adversarial: -0.0")


def test_plugin_is_found_by_its_entry_point(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = ROOT / "examples" / "plugin"
    monkeypatch.syspath_prepend(plugin / "src")
    rows = tomllib.loads((plugin / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    name, place = "echo", rows["stumper.adversaries"]["echo"]
    installed = workplace / "stumper_echo-0.1.0.dist-info"  # what an installation would leave
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: stumper-echo\nVersion: 0.1.0\n", encoding="utf-8")
    (installed / "entry_points.txt").write_text(f"[stumper.adversaries]\n{name} = {place}\n", encoding="utf-8")
    assert "echo" in registry.names("adversary")
    assert registry.build("adversary", "echo", {"times": "2"}).times == 2


def test_every_term_is_explained_once_in_alphabetical_order() -> None:
    terms = re.findall(r"^\| ([^|]+) \|", (ROOT / "docs" / "names.md").read_text(encoding="utf-8"), re.MULTILINE)[1:]
    assert terms == sorted(set(terms), key=str.lower)
