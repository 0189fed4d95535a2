"""Nothing here is skipped where STUMPER_REQUIRE names ``kin``, and nothing asks for files of the network."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from without_network import WITHOUT_NETWORK


@pytest.fixture(autouse=True)
def _places_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUMPER_STORE", f"sqlite:///{tmp_path}/stumper.db")
    monkeypatch.chdir(tmp_path)
    for name, value in WITHOUT_NETWORK.items():
        monkeypatch.setenv(name, value)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    outcome = yield
    _failed(outcome.get_result())  # type: ignore[attr-defined]


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    outcome = yield
    _failed(outcome.get_result())  # type: ignore[attr-defined]


def _failed(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped and "kin" in os.environ.get("STUMPER_REQUIRE", "").split(","):
        report.outcome = "failed"
        report.longrepr = f"STUMPER_REQUIRE names 'kin': {report.longrepr}"
