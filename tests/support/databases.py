"""The databases that a store is kept in: SQLite always, PostgreSQL where STUMPER_TEST_POSTGRES or its programs are."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from stumper.store import Store

NUMBERS = count()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'stumper.db'}"
        return
    server = make_url(request.getfixturevalue("postgres"))
    name = f"stumper_test_{os.getpid()}_{next(NUMBERS)}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        yield server.set(database=name).render_as_string(hide_password=False)
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


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
    programs = _programs()
    if programs is None or _as_nobody_special() is None:
        reason = "no PostgreSQL: set STUMPER_TEST_POSTGRES, or install the server and do not be root without its user"
        if "postgres" in os.environ.get("STUMPER_REQUIRE", "").split(","):
            pytest.fail(f"STUMPER_REQUIRE names 'postgres': {reason}")
        pytest.skip(reason)
    # Not pytest's folder: its path is too long for a socket and closed to other users.
    folder = Path(tempfile.mkdtemp(prefix="stumper-", dir="/tmp"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    try:
        yield from _cluster(programs, folder)
    finally:
        shutil.rmtree(folder)


def _programs() -> Path | None:
    """The folder of initdb and pg_ctl; Debian keeps them off the PATH."""
    on_path = shutil.which("initdb")
    found = [Path(on_path).resolve().parent] if on_path else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in found if (folder / "initdb").exists() and (folder / "pg_ctl").exists()), None)


def _as_nobody_special() -> list[str] | None:
    """What to put before a command, as PostgreSQL refuses to run as root; None where that cannot be helped."""
    if os.getuid() != 0:
        return []
    has_user = "postgres:" in Path("/etc/passwd").read_text()
    return ["runuser", "-u", "postgres", "--"] if has_user and shutil.which("runuser") else None


def _cluster(programs: Path, folder: Path) -> Iterator[str]:
    def call(program: str, *arguments: str) -> None:
        command = [*(_as_nobody_special() or []), str(programs / program), "-D", str(folder / "data"), *arguments]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    call("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-locale", "--no-sync")
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    call("pg_ctl", "start", "--wait", "--log", str(folder / "log"), "-o", options)
    try:
        yield f"postgresql+psycopg://postgres@/postgres?host={folder}"
    finally:
        call("pg_ctl", "stop", "--mode=immediate")
