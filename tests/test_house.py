"""The house rules that a program can check (STYLE.md has them all)."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import grimp
import pytest

import stumper

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "stumper"
MODULES = sorted(SOURCE.rglob("*.py"))
# Sought in text: to parse all modules takes a while, in each worker.
EXPORTS = re.compile("^__all__", re.MULTILINE)
CLASS = re.compile(r"^ *class (\w+)(?:\((.*?)\))?:", re.MULTILINE | re.DOTALL)
PACKAGES = [path for path in MODULES if path.name == "__init__.py"]
HEAVY = {
    "numpy",
    "scipy",
    "tantivy",
    "onnxruntime",
    "tokenizers",
    "sqlalchemy",
    "jinja2",
    "spacy",
    "lemminflect",
    "torch",
    "transformers",
    "datasets",
    "onnx",
    "httpx",
    "fastapi",
    "starlette",
    "uvicorn",
    "pydantic",
    "argon2",
    "pyarrow",
    "narwhals",
}
MOST_BYTES = 80_000_000  # of all that the package holds: the budget of CONTRIBUTING.md
PICTURES = (
    "docs/report.png",
    *(f"docs/people/{name}.png" for name in ("claims", "judge", "match", "progress", "results", "tossup", "write")),
)
MOST_OF_PICTURES = 1_500_000


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def exported(tree: ast.Module) -> list[str] | None:
    """The names in ``__all__``; None where there is none."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names: list[str] = ast.literal_eval(node.value)
            return names
    return None


@pytest.mark.parametrize("path", PACKAGES, ids=named)
def test_init_holds_nothing_but_a_docstring_and_exports(path: Path) -> None:
    for node in parsed(path).body:
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_all = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        assert is_docstring or is_all or isinstance(node, ast.ImportFrom), ast.unparse(node)


@pytest.mark.parametrize("path", PACKAGES, ids=named)
def test_init_exports_all_that_it_imports(path: Path) -> None:
    tree = parsed(path)
    imported = {
        name.asname or name.name for node in tree.body if isinstance(node, ast.ImportFrom) for name in node.names
    }
    assert set(exported(tree) or ()) == {name for name in imported if not re.match(r"_[^_]", name)}


@pytest.mark.parametrize("path", [path for path in MODULES if EXPORTS.search(path.read_text("utf-8"))], ids=named)
def test_exports_are_sorted_and_complete(path: Path) -> None:
    tree = parsed(path)
    names = exported(tree)
    assert names is not None
    assert names == sorted(set(names), key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    module = import_module(module_of(path))
    assert [name for name in names if not hasattr(module, name)] == []
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assert {name for name in defined if not name.startswith("_")} <= set(names)


def test_no_module_is_named_after_nothing() -> None:
    assert {path.stem for path in MODULES} & {"utils", "util", "helpers", "helper", "common", "base", "misc"} == set()


def test_no_noun_inherits_from_ours() -> None:
    """Rule 2, for dataclasses: what several have in common is a field of theirs."""
    headers = {path: CLASS.findall(path.read_text(encoding="utf-8")) for path in MODULES}
    ours = {name for classes in headers.values() for name, _ in classes}
    assert len(ours) > 900
    inheriting = [
        path
        for path, classes in headers.items()
        if any(ours & set(re.split(r",\s*", bases.strip(" \n,"))) for _, bases in classes)
    ]
    found = [
        f"{named(path)}: {node.name}({base.id})"
        for path in inheriting
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(one) for one in node.decorator_list)
        for base in node.bases
        if isinstance(base, ast.Name) and base.id in ours
    ]
    assert found == []


NETWORK = re.compile(r"\b(?:models|networks)\.(\w+)\.(\w+)``")


def test_the_networks_that_training_names_are_there() -> None:
    training = ROOT / "training"
    found = {
        (module, name)
        for path in sorted(training.rglob("*.py"))
        for module, name in NETWORK.findall(path.read_text(encoding="utf-8"))
    }
    assert len(found) >= 8
    for module, name in sorted(found):
        file = training / "networks" / f"{module}.py"
        assert file.is_file(), f"{module}.{name}"
        assert name in {node.name for node in parsed(file).body if isinstance(node, ast.ClassDef | ast.FunctionDef)}


SOUGHT_IN_TEXT = re.compile(r"\.c\.\w+\.(?:like|ilike|contains|startswith|endswith|regexp_match)\(|\bLIKE [':]")


def test_nothing_is_asked_of_the_text_of_a_column() -> None:
    """What is asked for has a column; a migration alone reads it from where it stood before."""
    found = {named(path): SOUGHT_IN_TEXT.findall(path.read_text(encoding="utf-8")) for path in MODULES}
    assert [path for path, sought in found.items() if sought and not path.endswith("/migrations.py")] == []


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys; sys.argv = ['stumper', '--help']\n"
        "from stumper.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "attack" in ran.stdout
    assert HEAVY & set(ran.stderr.split()) == set()


def test_process_that_parses_an_uploaded_file_imports_no_database() -> None:
    program = "import stumper.people.projects.parsing_process, sys; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_scipy_is_imported_inside_functions_alone() -> None:
    """It takes a second to load, which nobody should wait for who needs no test (docs/decisions/0038)."""
    using = [path for path in MODULES if "scipy" in path.read_text(encoding="utf-8")]
    at_top = [
        (path, node) for path in using for node in parsed(path).body if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert using != []
    assert [f"{named(path)}:{node.lineno}" for path, node in at_top if "scipy" in ast.unparse(node)] == []


def test_imports_point_down() -> None:
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_no_module_imports_what_imports_it_not_even_in_a_function_or_for_types() -> None:
    graph = grimp.build_graph("stumper", cache_dir=None)
    assert graph.modules == {module_of(path) for path in MODULES}
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


def test_every_embedded_artefact_has_a_card() -> None:
    cards = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "training").glob("CARD-*.md"))
    code = {".py", ".typed", ".j2", ".css", ".js", ".svg"}
    artefacts = [path for path in tracked() if SOURCE in path.parents and path.suffix not in code]
    assert artefacts != []
    assert [named(path) for path in artefacts if path.name not in cards] == []


def test_binary_files_stand_in_the_package_alone_and_are_small() -> None:
    binary = [path for path in tracked() if b"\0" in path.read_bytes()[:8192]]
    outside = [path for path in binary if SOURCE not in path.parents]
    assert {named(path) for path in outside} <= set(PICTURES)
    assert sum(path.stat().st_size for path in outside) < MOST_OF_PICTURES
    assert sum(path.stat().st_size for path in tracked() if SOURCE in path.parents) < MOST_BYTES


def test_relative_links_of_pages_lead_somewhere() -> None:
    pages = [path for path in tracked() if path.suffix == ".md"]
    broken = [
        f"{named(page)}: {link}"
        for page in pages
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
        if "://" not in link and not (page.parent / link).exists()
    ]
    assert broken == []


def test_files_that_the_design_names_are_there() -> None:
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    names = re.findall(r"`((?:[\w<>-]+/)+[\w<>.-]+\.(?:py|js|txt))`", text)
    places = [(name, re.sub("<[a-z]+>", "*", name)) for name in names]
    assert len(places) > 50
    assert [name for name, place in places if not (any(SOURCE.glob(place)) or any(ROOT.glob(place)))] == []


def tracked() -> list[Path]:
    """The files that belong to the repository, those not committed yet among them."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    paths = [ROOT / os.fsdecode(name) for name in listed if name]
    return [path for path in paths if path.is_file()]


TASKS = ("reading", "verification", "quizbowl", "bonus", "rag")
OF_PLAY = ("matches", "halls.py")  # where "reading" is what goes on in a match


@pytest.mark.parametrize("folder", ["people", "web"])
def test_peoples_work_and_its_pages_name_no_task(folder: str) -> None:
    """What differs is asked of the task's desk: an import-linter contract holds the same of imports."""
    files = [path for kind in ("py", "js", "j2") for path in (SOURCE / folder).rglob(f"*.{kind}")]
    sought = re.compile(rf"""(["'`])({"|".join(TASKS)})\1""")
    found = [
        named(path)
        for path in files
        for _, task in sought.findall(path.read_text(encoding="utf-8"))
        if not (task == "reading" and set(OF_PLAY) & set(path.parts))
    ]
    assert found == []


def test_a_bound_says_of_what_it_is() -> None:
    """``LONGEST`` alone stood for sixteen things, and ``MOST`` for thirty-five."""
    bare = re.compile(r"^(?:_?[A-Z_]+, )*_?(?:LONGEST|MOST)\b", re.M)
    assert [str(path) for path in MODULES if bare.search(path.read_text(encoding="utf-8"))] == []


def test_the_version_stands_in_two_places_alike() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert stumper.__version__ == project["version"]


def test_readme_is_one_page() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 600


def test_lock_of_the_scripts_names_no_registry() -> None:
    """`npm run lock` writes it without; whoever installs asks the registry that they trust."""
    assert "resolved" not in (ROOT / "package-lock.json").read_text(encoding="utf-8")
