"""The benchmark of the matcher says in one sentence why the checker's cases are not to be had."""

import shutil
from pathlib import Path

import pytest

from from_benchmarks import from_benchmarks
from stumper.errors import StumperError

with from_benchmarks("matcher", "measuring"):
    import matcher


def test_without_npm_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(StumperError, match=r"npm.*is not installed"):
        matcher.checker_cases(tmp_path)


def test_another_package_is_refused(tmp_path: Path) -> None:
    (tmp_path / "qb-answer-checker-1.1.9.tgz").write_bytes(b"something else")
    with pytest.raises(StumperError, match="as it was published"):
        matcher.checker_cases(tmp_path)


def test_cases_of_one_line_are_in_one_half() -> None:
    assert matcher.half_of("Paris") == matcher.half_of("Paris")
    assert {matcher.half_of(str(number)) for number in range(20)} == {"even", "odd"}


def test_a_source_that_wants_the_whole_line_differs_where_it_has_alternatives() -> None:
    assert matcher._kind("rope, cord", "rope", "reject") == "ours: of a line with alternatives"
    assert matcher._kind("Spain", "Italica (Spain)", "accept") == "theirs: behind another answer"
    assert matcher._kind("faults", "earthquake faults", "accept") == "theirs: among other words"
    assert matcher._kind("1984", "Nineteen Eighty-Four", "reject") == "ours: written in another way"
