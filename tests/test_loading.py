import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from stumper.errors import BadData, BadOption, MissingExtra, UnknownComponent
from stumper.given import System
from stumper.loading import adversary_code, load_adversary, load_dataset, load_victim, looks_up, options_fingerprint
from stumper.registry import task_named
from stumper.tasks.reading.squad import bundled
from stumper.types import Example, OutputFile

BUNDLED = Path(__file__).parents[1] / "src" / "stumper" / "datasets" / "bundled" / "reading.json"


@dataclass(frozen=True)
class Own:
    """Somebody else's data set."""

    name: str = "own"
    fingerprint: str = "own"

    def __iter__(self) -> Iterator[Example]:
        return iter(bundled().examples[:2])


@dataclass(frozen=True)
class Writer:
    """An adversary that can write what it proposes."""

    raw: OutputFile | None = None
    length: int = 1


def wants_torch(argument: str, examples: object) -> None:
    raise ModuleNotFoundError("No module named 'torch'", name="torch")


@pytest.fixture(autouse=True)
def plugged() -> Iterator[None]:
    module = ModuleType("plugged_data")
    module.__dict__.update(Own=Own, Writer=Writer)
    sys.modules["plugged_data"] = module
    yield
    del sys.modules["plugged_data"]


def test_a_data_set_is_a_name_a_path_or_a_place_in_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_dataset("reading").name == "reading"
    assert list(load_dataset(str(BUNDLED))) == list(bundled())
    assert load_dataset("plugged_data:Own") == Own()
    monkeypatch.chdir(tmp_path)
    Path("mine").write_bytes(BUNDLED.read_bytes())
    assert load_dataset("mine").name == "mine"


@pytest.mark.parametrize("spec", ["nope.json", "nope.json.gz", "no/such", "nope.jsonl"])
def test_what_looks_like_a_file_and_is_none_is_missed(spec: str) -> None:
    with pytest.raises(BadData, match=f"There is no file {spec}"):
        load_dataset(spec)


def test_what_looks_like_a_name_is_looked_up() -> None:
    with pytest.raises(UnknownComponent, match="Did you mean 'reading'"):
        load_dataset("readin")
    with pytest.raises(BadOption, match="'reading' takes nothing after a colon, not 'dev'"):
        load_dataset("reading:dev")


class FirstOnly(Sequence[Example]):
    """Examples of which a victim may look at the first one alone."""

    def __getitem__(self, index: Any) -> Any:
        assert isinstance(index, slice)
        assert index == slice(None, 1)
        return bundled().examples[:1]

    def __len__(self) -> int:
        raise AssertionError("all of them are looked at")


@pytest.mark.parametrize(
    "spec", ["embedded", "sliding-window", "openai:m@http://localhost:1/v1", "python:math:gcd", "ir", "rag"]
)
def test_a_victim_that_looks_nothing_up_is_made_with_the_first_example_alone(spec: str) -> None:
    assert not looks_up(spec)
    load_victim(spec, FirstOnly())
    assert System(spec).needed(bundled().examples) == bundled().examples[:1]


def test_a_file_of_predictions_needs_all_examples_wherever_it_is_made() -> None:
    assert System("file:answers.json").needed(bundled().examples) == bundled().examples


def test_a_victim_takes_what_follows_the_colon() -> None:
    with pytest.raises(BadOption, match=r"There is no 'large'\. After 'embedded:' comes a folder of weights"):
        load_victim("embedded:large")
    with pytest.raises(UnknownComponent, match="Did you mean 'python'"):
        load_victim("pyton:a:b")


def test_an_extra_that_is_missed_only_when_the_victim_is_made_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stumper.registry.find", lambda kind, name: wants_torch)
    with pytest.raises(MissingExtra, match=r"stumper\[hf\]"):
        load_victim("hf:x")


def test_options_that_name_a_file_count_by_its_content(tmp_path: Path) -> None:
    one, copy, other = (tmp_path / name for name in ("one.json", "copy.json", "other.json"))
    one.write_text("1")
    copy.write_text("1")
    other.write_text("2")
    of = [options_fingerprint("from-file", {"file": str(path), "pick": "one"}) for path in (one, copy, other)]
    assert of[0] == of[1] != of[2]
    assert options_fingerprint("from-file", {"file": str(one), "pick": "worst"}) != of[0]
    assert options_fingerprint("add-any", {"length": "3"}) == ""
    assert options_fingerprint("add-benign", {"source": str(one)}) != ""


@pytest.mark.parametrize("attack", ["passage-distract", "passage-order"])
def test_a_corpus_may_be_a_folder_and_counts_by_what_it_holds(tmp_path: Path, attack: str) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "mill.md").write_text("The mill burned down in 1830.")
    first = options_fingerprint(attack, {"corpus": str(notes)})
    (notes / "mill.md").write_text("The mill burned down in 1922.")
    assert options_fingerprint(attack, {"corpus": str(notes)}) != first
    (notes / "mill.md").unlink()
    with pytest.raises(BadData, match=r"holds no text.*--set corpus"):
        options_fingerprint(attack, {"corpus": str(notes)})


@pytest.mark.parametrize("name", ["nope.json", "."])
def test_a_file_that_an_option_names_must_be_there(name: str) -> None:
    with pytest.raises(BadData, match=r"(There is no file|is a folder).*--set source"):
        options_fingerprint("add-benign", {"source": name})


def test_an_adversary_has_its_options() -> None:
    assert load_adversary("add-any", {"search": "fast"}) != load_adversary("add-any")


FOREIGN = """
class Shuffled:
    def attack(self, example, original, rng):
        return iter(())

def fails():
    raise RuntimeError("no such sun")

def seven():
    return 7

PI = 3.14
"""


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a module that stands in the current folder alone."""
    path = tmp_path / "foreign_parts.py"
    path.write_text(FOREIGN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield path
    sys.modules.pop("foreign_parts", None)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("fails", "cannot be made: RuntimeError: no such sun"),
        ("seven", "it makes 7, which has no"),
        ("PI", "is neither a class nor a function that makes one"),
    ],
)
def test_what_is_no_component_is_said_to_be_none(foreign: Path, name: str, says: str) -> None:
    for load in (load_adversary, load_dataset):
        with pytest.raises(UnknownComponent, match=says):
            load(f"foreign_parts:{name}")


def test_what_has_no_signature_is_no_component() -> None:
    with pytest.raises(UnknownComponent, match="neither a class nor a function"):
        load_adversary("builtins:dict")


def test_an_adversary_may_stand_in_the_current_folder(foreign: Path) -> None:
    assert hasattr(load_adversary("foreign_parts:Shuffled"), "attack")


def test_the_code_of_an_adversary_decides_what_run_it_is(foreign: Path) -> None:
    """Else the same command would show the attempts of yesterday's code."""
    before = adversary_code("foreign_parts:Shuffled", task_named("reading"))
    assert before == adversary_code("foreign_parts:Shuffled", task_named("reading"))
    foreign.write_text(FOREIGN.replace("iter(())", "iter([])"))
    assert adversary_code("foreign_parts:Shuffled", task_named("reading")) != before
    assert options_fingerprint("add-any", {"length": "5"}) == ""


def test_a_file_to_write_decides_nothing_about_a_run() -> None:
    of = [options_fingerprint("plugged_data:Writer", {"raw": name, "length": "3"}) for name in ("a.json", "b.json")]
    assert of[0] == of[1] != options_fingerprint("plugged_data:Writer", {"raw": "a.json", "length": "4"})
