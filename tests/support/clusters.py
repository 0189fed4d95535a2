"""A PostgreSQL server of one's own for a while, and databases on a server."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

NUMBERS = count()


@contextmanager
def cluster() -> Iterator[str | None]:
    """The URL of a new server, which is gone afterwards; None where its programs are not there, or refuse to run."""
    programs = _programs()
    if programs is None or _as_nobody_special() is None:
        yield None
        return
    # Not the folder of a test: its path is too long for a socket and closed to other users.
    folder = Path(tempfile.mkdtemp(prefix="stumper-", dir="/tmp"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    try:
        yield from _running(programs, folder)
    finally:
        shutil.rmtree(folder)


@contextmanager
def database_on(server: str) -> Iterator[str]:
    """The URL of a new, empty database, which is gone afterwards."""
    name = f"stumper_test_{os.getpid()}_{next(NUMBERS)}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


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


def _running(programs: Path, folder: Path) -> Iterator[str]:
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
