import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Literal, Optional

import pytest

from stumper import registry
from stumper.adversaries.reading.add_any import AddAny
from stumper.cli.listing import listing
from stumper.errors import BadOption, MissingExtra, UnknownComponent

VICTIMS = (
    "bidaf, dan, embedded, enhanced-esim, ensemble, file, hexaf, hf, http, inspect, ir, logistic, match-lstm, "
    "minilm-l3, nsmn, openai, python, rag, rag-rerank, rnn, sliding-window, tfidf-da, tfidf-esim, transformer"
)


@dataclass(frozen=True)
class Every:
    """An option of every kind."""

    count: int = 1
    share: float = 0.5
    name: str = "x"
    is_on: bool = False
    file: Path | None = None
    old: Optional[int] = None  # noqa: UP045  (what third parties still write)
    mode: Literal["slow", "fast"] = "slow"
    level: Literal[1, 2] = 1


def text_annotations(count: "int" = 1) -> int:
    return count


def bare(word="x"):  # type: ignore[no-untyped-def]  # third parties need not annotate
    return word


def needy(file: Path, count: int = 1) -> Path:
    return file


@pytest.fixture(autouse=True)
def here() -> Iterator[None]:
    """This module under a name that can be looked up."""
    module = ModuleType("plugged")
    module.__dict__.update(Every=Every, text_annotations=text_annotations, bare=bare, needy=needy)
    sys.modules["plugged"] = module
    yield
    del sys.modules["plugged"]


def built(**options: str) -> Every:
    every: Every = registry.build("adversary", "plugged:Every", options)
    return every


def test_the_registered_names_are_sorted() -> None:
    names = registry.names("adversary")
    assert names == sorted(names)
    assert {"add-any", "add-sent", "edit-combined", "from-file", "identity"} < set(names)
    assert registry.names("victim") == VICTIMS.split(", ")
    assert registry.names("dataset") == ["hf", "open", "oracle", "quizbowl", "rag", "reading", "verification"]


def test_every_registered_component_can_be_found() -> None:
    for name in registry.names("adversary"):
        assert callable(registry.find("adversary", name))
    assert registry.find("adversary", "add-any") is AddAny


@pytest.mark.parametrize(
    ("kind", "name", "says"),
    [
        ("adversary", "ad-any", "No adversary is called 'ad-any'. Did you mean 'add-any'?"),
        ("victim", "embeded", "No victim is called 'embeded'. Did you mean 'embedded'?"),
        ("dataset", "raeding", "No dataset is called 'raeding'. Did you mean 'reading'?"),
        ("victim", "zzz", f"No victim is called 'zzz'. There are: {VICTIMS}."),
        ("victim", "", f"No victim is called ''. There are: {VICTIMS}."),
        (
            "adversary",
            "plugged:Evry",
            "The module 'plugged' has no 'Evry' that could be the adversary. Did you mean 'Every'?",
        ),
        ("adversary", "nowhere:X", "No adversary at nowhere:X: No module named 'nowhere'. Is it on PYTHONPATH?"),
        ("adversary", "add-any:X", "No adversary is called 'add-any:X'. Did you mean 'add-any'?"),
        ("dataset", "hff:squad", "No dataset at hff:squad: No module named 'hff'. Did you mean 'hf'?"),
        ("adversary", ".plugged:X", "The module '.plugged' cannot be imported: TypeError"),
    ],
)
def test_an_unknown_name_says_what_is_close(kind: registry.Kind, name: str, says: str) -> None:
    with pytest.raises(UnknownComponent) as caught:
        registry.find(kind, name)
    assert str(caught.value).startswith(says)


@pytest.mark.parametrize("module", ["", ".", "..a"])
def test_a_module_that_is_nowhere_is_said_to_be_none(module: str) -> None:
    with pytest.raises(UnknownComponent, match=r"cannot be imported|No victim at"):
        registry.at("victim", module, "x")


def test_a_module_that_breaks_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_plugin.py").write_text("def broken(:")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownComponent, match="'broken_plugin' cannot be imported: SyntaxError"):
        registry.find("adversary", "broken_plugin:Any")


def test_options_are_converted_to_what_is_declared() -> None:
    every = built(count="3", share="0.25", name="3", is_on="TRUE", file="a/b", old="7", mode="fast", level="2")
    assert every == Every(3, 0.25, "3", True, Path("a/b"), 7, "fast", 2)
    assert registry.build("adversary", "plugged:text_annotations", {"count": "3"}) == 3
    assert registry.build("adversary", "plugged:bare", {"word": "3"}) == "3"


@pytest.mark.parametrize(
    ("option", "text", "says"),
    [
        ("count", "many", "The option 'count' of 'plugged:Every' takes a whole number, not 'many'."),
        ("count", "1.5", "The option 'count' of 'plugged:Every' takes a whole number, not '1.5'."),
        ("share", "half", "The option 'share' of 'plugged:Every' takes a number, not 'half'."),
        ("is_on", "yes", "The option 'is_on' of 'plugged:Every' is true or false, not 'yes'."),
        ("mode", "quick", "The option 'mode' of 'plugged:Every' is one of slow, fast, not 'quick'."),
        ("level", "3", "The option 'level' of 'plugged:Every' is one of 1, 2, not '3'."),
        ("coun", "1", "The adversary 'plugged:Every' has no option 'coun'. Did you mean 'count'?"),
        ("zzz", "1", "The adversary 'plugged:Every' has no option 'zzz'. It takes: count, share, name, is_on, file"),
    ],
)
def test_what_cannot_be_converted_is_refused_in_a_sentence(option: str, text: str, says: str) -> None:
    with pytest.raises(BadOption) as caught:
        built(**{option: text})
    assert str(caught.value).startswith(says)


def test_an_option_that_must_be_given_is_asked_for() -> None:
    with pytest.raises(BadOption, match="needs the option 'file': add --set file=VALUE"):
        registry.build("adversary", "plugged:needy", {"count": "2"})


def test_a_component_without_options_takes_none() -> None:
    with pytest.raises(BadOption, match=r"'identity' has no option 'x'\. It takes: none\."):
        registry.build("adversary", "identity", {"x": "1"})


def test_a_missing_extra_is_named() -> None:
    def load() -> None:
        raise ModuleNotFoundError("No module named 'transformers'", name="transformers.models")

    with pytest.raises(MissingExtra, match=r"'hf' needs transformers\.models: pip install 'stumper\[hf\]'"):
        registry.with_extras("hf", load)


def test_a_module_that_belongs_to_no_extra_is_no_missing_extra() -> None:
    def load() -> None:
        raise ModuleNotFoundError("No module named 'mine'", name="mine")

    with pytest.raises(ModuleNotFoundError):
        registry.with_extras("hf", load)


@pytest.mark.parametrize(
    ("raised", "said"), [("SystemExit(4)", "SystemExit: 4"), ("GeneratorExit()", "GeneratorExit: ")]
)
def test_a_module_that_ends_the_process_is_said_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: str, said: str
) -> None:
    (tmp_path / "script_that_exits.py").write_text(f"raise {raised}")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownComponent, match=f"cannot be imported: {said}"):
        registry.at("victim", "script_that_exits", "x")


def test_a_plug_in_that_ends_the_process_is_said_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plug_in_that_exits.py").write_text("raise SystemExit(0)")
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("exiting", "plug_in_that_exits:Victim", "stumper.victims")
    monkeypatch.setattr(registry, "_entry_points", lambda kind: {"exiting": entry})
    with pytest.raises(UnknownComponent, match="'plug_in_that_exits' cannot be imported: SystemExit: 0"):
        registry.find("victim", "exiting")


def test_a_plug_in_without_what_its_entry_point_names_is_told_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plug_in_with_a_slip.py").write_text("class Echo: ...")
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("echo", "plug_in_with_a_slip:Ecoh", "stumper.adversaries")
    monkeypatch.setattr(registry, "_entry_points", lambda kind: {"echo": entry})
    told = "The adversary 'echo' is installed as plug_in_with_a_slip:Ecoh, and there is no 'Ecoh' there. Did you mean "
    with pytest.raises(UnknownComponent, match=re.escape(f"{told}'Echo'? Mend its package, or uninstall it.")):
        registry.find("adversary", "echo")


BROKEN = {kind: group for kind, group in registry.GROUPS.items() if kind not in ("task", "addition")}


@pytest.fixture
def broken_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package whose components, one of each kind, need a module that is nowhere."""
    monkeypatch.syspath_prepend(tmp_path)
    metadata = tmp_path / "stumper_broken-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stumper-broken\nVersion: 1.0\n")
    groups = [f"[{group}]\nbroken = stumper_broken:Broken\n" for group in BROKEN.values()]
    (metadata / "entry_points.txt").write_text("\n".join(groups))
    (tmp_path / "stumper_broken.py").write_text("import nowhere_at_all\n")
    return tmp_path


@pytest.mark.parametrize("kind", [*BROKEN])
def test_a_plug_in_that_needs_what_is_nowhere_is_named_with_its_package(
    broken_package: Path, kind: registry.Kind
) -> None:
    told = f"The {kind} 'broken' of the package stumper-broken cannot be imported: No module named 'nowhere_at_all'. "
    with pytest.raises(UnknownComponent, match=re.escape(f"{told}Mend the package, or uninstall it.")):
        registry.build(kind, "broken", {})


def test_lists_say_what_cannot_be_used_and_show_the_rest(
    broken_package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listing(None)
    told = capsys.readouterr().out
    assert told.count("(cannot be used: ") == 3
    assert all(name in told for name in ("add-sent", "embedded", "reading"))


def test_what_is_installed_while_a_process_runs_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    assert "fresh" not in registry.names("adversary")
    metadata = tmp_path / "fresh-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: fresh\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[stumper.adversaries]\nfresh = fresh:Fresh\n")
    assert "fresh" in registry.names("adversary")
    assert registry.module_of("adversary", "fresh") == "fresh"


def test_what_is_installed_is_read_once_though_a_file_is_written_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    registry.names("adversary")
    read = registry._installed.cache_info().misses
    (tmp_path / "o.json").write_text("{}")
    registry.names("adversary")
    registry.names("victim")
    assert registry._installed.cache_info().misses == read


def test_a_module_of_the_current_folder_is_proposed_for_one_that_is_misspelt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "myrag.py").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.raises(UnknownComponent, match=r"Did you mean 'myrag'\?"):
        registry.at("victim", "myrga", "System")
