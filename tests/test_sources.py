"""What code is behind a name: every file that an answer may come from, and no other."""

import importlib
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from stumper.sources import attack_fingerprint, installed_fingerprint, source_fingerprint

FILES = {
    "alone.py": "import beside\nX = 1\n",
    "beside.py": "from further import Y\n",
    "further.py": "Y = 1\n",
    "stranger.py": "Z = 1\n",
    "whole/__init__.py": "",
    "whole/one.py": "from .deep import two\n",
    "whole/deep/__init__.py": "",
    "whole/deep/two.py": "W = 1\n",
    "whole/unimported.py": "V = 1\n",
    "whole/beyond.py": "import os; import alone\n",
    "bare/model.py": "from . import inner\nimport beside as b, further\n",
    "bare/inner.py": "U = 1\n",
    "bare/unimported.py": "T = 1\n",
    "user.py": "if True: import bare.inner; import no_such_module\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield tmp_path
    for name in ("whole", "whole.deep", "bare"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("module", "changed", "matters"),
    [
        ("alone", "alone.py", True),
        ("alone", "beside.py", True),
        ("alone", "further.py", True),
        ("alone", "stranger.py", False),
        ("alone", "whole/one.py", False),
        ("whole.one", "whole/one.py", True),
        ("whole.one", "whole/deep/two.py", True),
        ("whole.one", "whole/unimported.py", True),
        ("whole.one", "alone.py", True),
        ("whole.one", "further.py", True),
        ("whole.one", "stranger.py", False),
        ("bare.model", "bare/model.py", True),
        ("bare.model", "bare/inner.py", True),
        ("bare.model", "further.py", True),
        ("bare.model", "bare/unimported.py", False),
        ("user", "bare/inner.py", True),
        ("user", "bare/unimported.py", False),
    ],
)
@pytest.mark.parametrize("fingerprint", [source_fingerprint, attack_fingerprint])
def test_the_source_of_a_module_of_its_package_and_of_its_neighbours_counts(
    folder: Path, fingerprint: Callable[[str], str], module: str, changed: str, matters: bool
) -> None:
    before = fingerprint(module)
    (folder / changed).write_text(FILES[changed] + "# changed\n")
    assert (fingerprint(module) != before) is matters


def test_what_has_no_source_has_no_fingerprint() -> None:
    assert source_fingerprint("no_such_module") == ""
    assert source_fingerprint("itertools") == ""


def test_compiled_code_counts_by_its_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    compiled = tmp_path / f"compiled{EXTENSION_SUFFIXES[0]}"
    compiled.write_bytes(b"\x7fELF one")
    importlib.invalidate_caches()
    before = source_fingerprint("compiled")
    compiled.write_bytes(b"\x7fELF two")
    assert "" != source_fingerprint("compiled") != before


def test_an_attack_of_ours_counts_with_the_data_that_it_reads_and_no_more() -> None:
    from stumper import sources

    modules = {name for name, _ in sources._sources("stumper.adversaries.reading.add_sent")}
    assert {"stumper.language.pipeline", "stumper.adversaries.reading.addsent.names"} <= modules
    assert not any(name.startswith(("stumper.web", "stumper.reports", "stumper.store")) for name in modules)
    folders = {path.parent for name, path in sources._sources("stumper.adversaries.reading.add_sent")}
    assert "weights.bin" in {file.name for folder in folders for file in sources._data(folder)}


def test_a_parser_in_a_folder_is_known_by_its_bytes_wherever_it_stands(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "meta.json").write_text("{}")
    assert installed_fingerprint(str(tmp_path / "one")) == installed_fingerprint(str(tmp_path / "two")) != ""
    (tmp_path / "two" / "meta.json").write_text("[]")
    assert installed_fingerprint(str(tmp_path / "one")) != installed_fingerprint(str(tmp_path / "two"))
    assert installed_fingerprint("no_such_pipeline") == ""
