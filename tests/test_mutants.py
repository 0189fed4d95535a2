"""Broken source is told from whole: what breaks it, and what says whether tests notice."""

import ast
import difflib
import importlib
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
LAMPS = """
def lit(oil, wick):
    # both are needed
    return oil > 0 and wick


def cost(lamps):
    return lamps * 3
"""
TESTS = """
from lamps import lit

def test_lit():
    assert lit(1, True)
    assert not lit(1, False)
    assert not lit(0, True)
"""


@pytest.fixture
def mutants(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module("mutants")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a function that its tests speak of, and one that they do not."""
    for path, text in (("src/lamps.py", LAMPS), ("tests/test_lamps.py", TESTS)):
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def patch(mutants: ModuleType, name: str, before: str, after: str, note: str = "") -> object:
    lines = [text.splitlines(keepends=True) for text in (LAMPS, LAMPS.replace(before, after))]
    diff = "".join(difflib.unified_diff(*lines, "a/src/lamps.py", "b/src/lamps.py"))
    return mutants.Patch(name, f"lamps.py: {before} is {after}\ntests: tests/test_lamps.py\n{note}{diff}")


def test_a_killed_patch_is_told_from_one_that_survives(
    mutants: ModuleType, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    patches = [
        patch(mutants, "one", "and wick", "or wick"),
        patch(mutants, "two", "lamps * 3", "lamps / 3", "equivalent: nobody buys lamps\n"),
    ]
    assert mutants.ask(patches, root, jobs=1) == ["killed", "survived"]
    assert capsys.readouterr().err.splitlines() == ["killed: one", "survived: two"]
    assert [one.excuse for one in patches] == ["", "equivalent: nobody buys lamps"]
    assert (root / "src" / "lamps.py").read_text(encoding="utf-8") == LAMPS


@pytest.mark.parametrize("now", [LAMPS.replace("and wick", "and bool(wick)"), None])
def test_a_patch_that_does_not_fit_says_to_draw_anew(mutants: ModuleType, root: Path, now: str | None) -> None:
    one = patch(mutants, "one", "and wick", "or wick")
    if now is None:
        (root / "src" / "lamps.py").unlink()
    else:
        (root / "src" / "lamps.py").write_text(now, encoding="utf-8")
    with pytest.raises(mutants.Misfit, match=r"'one'.* src/lamps.py.*: draw the patches anew: python benchmarks/mut"):
        mutants.ask([one], root, jobs=1)


def test_tests_that_fail_by_themselves_kill_nothing(mutants: ModuleType, root: Path) -> None:
    (root / "tests" / "test_lamps.py").write_text("def test_lit():\n    assert False\n", encoding="utf-8")
    with pytest.raises(mutants.Misfit, match=r"The tests fail without a patch"):
        mutants.ask([patch(mutants, "one", "and wick", "or wick")], root, jobs=1)


def test_sixty_patches_are_kept_in_equal_shares_and_name_tests_that_are_there(mutants: ModuleType) -> None:
    kept = mutants.kept()
    assert [one.name for one in mutants.kept("goals-1")] == ["goals-10"]
    shares = {area.name: sum(one.name.startswith(f"{area.name}-") for one in kept) for area in mutants.AREAS}
    assert shares == dict.fromkeys(("scores", "goals", "constraints", "permissions", "leases", "statistics"), 10)
    assert all((mutants.ROOT / test).exists() for one in kept for test in one.tests)


def test_each_mutant_is_source_that_differs_in_one_place_and_keeps_its_comments(mutants: ModuleType) -> None:
    broken = list(mutants.broken(LAMPS, mutants.conditions, mutants.values))
    assert [(one.function, one.change) for one in broken] == [
        ("lit", "oil > 0 and wick is oil > 0 or wick"),
        ("cost", "lamps * 3 is lamps / 3"),
        ("lit", "oil > 0 is oil <= 0"),
        ("lit", "oil > 0 is oil >= 0"),
        ("cost", "3 is 4"),
        ("lit", "0 is 1"),
    ]
    for one in broken:
        assert ast.dump(ast.parse(one.text)) != ast.dump(ast.parse(LAMPS))
        assert "# both are needed" in one.text
        [line] = [line for line in one.text.splitlines() if line not in LAMPS.splitlines()]
        assert one.text.splitlines().index(line) + 1 in one.lines


def test_same_seed_draws_the_same_of_different_lines(mutants: ModuleType) -> None:
    found = [("positions.py", one) for one in mutants.mutants_of("scores/t_test.py")]
    first, again, other = (mutants.drawn(found, mutants.Random(seed)) for seed in ("1", "1", "2"))
    assert first == again != other
    assert len({one.lines.start for _, one in first}) == mutants.OF_EACH


def test_every_patch_that_is_kept_fits_the_source_as_it_is() -> None:
    """One that does not is found here, rather than as mutants are next asked for."""
    kept = sorted((BENCHMARKS / "mutants").glob("*.patch"))
    checked = {
        patch.stem: subprocess.run(["git", "apply", "--check", patch], cwd=BENCHMARKS.parent, check=False).returncode
        for patch in kept
    }
    assert len(checked) == 60
    assert [name for name, code in checked.items() if code] == []
