"""The databases that a store is kept in: SQLite always, PostgreSQL where STUMPER_TEST_POSTGRES or its programs are."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from clusters import cluster, database_on
from stumper.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'stumper.db'}"
        return
    with database_on(request.getfixturevalue("postgres")) as url:
        yield url


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with Store.open(database) as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server on which databases may be made."""
    if url := os.environ.get("STUMPER_TEST_POSTGRES"):
        yield url
        return
    with cluster() as url:
        if url is None:
            reason = (
                "no PostgreSQL: set STUMPER_TEST_POSTGRES, or install the server and do not be root without its user"
            )
            if "postgres" in os.environ.get("STUMPER_REQUIRE", "").split(","):
                pytest.fail(f"STUMPER_REQUIRE names 'postgres': {reason}")
            pytest.skip(reason)
        yield url
