"""One file says which versions `make` installs, on every Python that Stumper is for."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PYTHONS = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if name.startswith("Programming Language")]
INSTALLED = ("web", "dev", "hf", "train", "docs")


def constraints(python: str) -> list[Requirement]:
    """Those that hold on Linux with this Python."""
    lines = [line.partition("#")[0].strip() for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()]
    given = [Requirement(line) for line in lines if line]
    here = {"python_version": python, "python_full_version": f"{python}.1", "sys_platform": "linux"}
    return [one for one in given if one.marker is None or one.marker.evaluate(here)]


def asked() -> list[Requirement]:
    extras = PROJECT["optional-dependencies"]
    lines = [*PROJECT["dependencies"], *(line for extra in INSTALLED for line in extras[extra])]
    return [one for one in map(Requirement, lines) if canonicalize_name(one.name) != "stumper"]


@pytest.mark.parametrize("python", PYTHONS)
def test_every_dependency_has_one_version_and_it_is_within_its_range(python: str) -> None:
    versions = {canonicalize_name(one.name): str(one.specifier) for one in constraints(python)}
    assert all(re.fullmatch(r"==[^*,]+", version) for version in versions.values())
    for one in asked():
        assert one.specifier.contains(versions[canonicalize_name(one.name)].removeprefix("==")), one.name


@pytest.mark.parametrize("python", PYTHONS)
def test_no_package_is_bound_twice(python: str) -> None:
    times = Counter(canonicalize_name(one.name) for one in constraints(python))
    assert [name for name, number in times.items() if number > 1] == []


def test_the_file_names_no_host_and_no_hash() -> None:
    assert re.findall(r"://|--|@|sha256", (ROOT / "constraints.txt").read_text("utf-8")) == []


def test_no_range_leaves_a_user_with_one_version_alone() -> None:
    every = [*PROJECT["dependencies"], *(line for lines in PROJECT["optional-dependencies"].values() for line in lines)]
    assert [line for line in every if "==" in line] == []


def test_make_installs_nothing_without_the_constraints() -> None:
    made = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"^VERSIONS := -c constraints.txt$", made, re.MULTILINE)
    installs = [
        line for line in made.splitlines() if line.startswith("\t") and (" -e " in line or "pip install" in line)
    ]
    assert len(installs) == 5
    [torch] = [one for one in constraints("3.11") if one.name == "torch"]
    assert f"TORCH := {torch}" in made
    assert re.search(r"^KIN_VERSIONS := -c constraints-kin.txt$", made, re.MULTILINE)  # of other people's packages
    assert all("$(INSTALL)" in line or "$(VERSIONS)" in line or "$(KIN_VERSIONS)" in line for line in installs)
    assert re.search(r"^INSTALL = .* \$\(VERSIONS\)$", made, re.MULTILINE)


def test_stumper_is_for_python_3_11_to_3_13() -> None:
    assert PYTHONS == ["3.11", "3.12", "3.13"]
