"""What is particular to SQLite: a file that must be fit for use, settings a connection, and two kinds of BEGIN."""

import logging
import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path
from time import sleep

from sqlalchemy import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from stumper.errors import BadStore

WRITES = "stumper_writes"  # the execution option of a transaction that writes
LEAST = 512  # bytes of an SQLite file that is not empty
PATIENCE = 60.0  # seconds that a writer waits for another
PAUSE = 0.02
ELSEWHERE = "or name another store with STUMPER_STORE"
OWN = stat.S_IRUSR | stat.S_IWUSR  # 0600: the store holds what people wrote, and hashes of their passwords
BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite adds to the name, with the file's own permissions if it is new
_NO_STORE = f"{{path}} is no store: it is not an SQLite file. Move it away, {ELSEWHERE}."
log = logging.getLogger(__name__)


def prepare(path: Path) -> None:
    """The file is there, for its owner alone, and journals ahead of its writes, so that many can read while one writes;
    else BadStore.
    """
    if not os.path.isdir(path.parent):
        raise BadStore(f"The store {path} cannot be made: there is no folder {path.parent}. Make it, {ELSEWHERE}.")
    if os.path.isdir(path):
        raise BadStore(f"The store {path} is a folder, not a file. Name a file in it, {ELSEWHERE}.")
    _check_kind(path)
    _close_to_others(path)
    try:
        _journal_ahead(path)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # the latter of its own damaged schema
        raise BadStore(
            f"The store {path} cannot be opened: {error}. Make it and its folder yours to write, {ELSEWHERE}."
        ) from error


def configure(outlasts_power: bool, connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    """References are checked, and BEGIN is left to us.

    A commit always outlasts the process; the machine's power it outlasts where that is asked for, as it then waits for
    the disk. macOS must be told besides that the disk's own memory is not enough; elsewhere that changes nothing.
    """
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {int(PATIENCE * 1000)}")
    connection.execute(f"PRAGMA synchronous = {'FULL' if outlasts_power else 'NORMAL'}")
    connection.execute(f"PRAGMA fullfsync = {'ON' if outlasts_power else 'OFF'}")
    connection.execute("PRAGMA foreign_keys = ON")


def begin(connection: Connection) -> None:
    """A writer takes its turn at once: one that has read first could no longer wait for another's commit."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _check_kind(path: Path) -> None:
    """BadStore where SQLite would refuse the file, or, if it is very short, write over it.

    SQLite is asked, and the file not opened for it: to close it again would take away what SQLite has locked in it for
    this process, so that another one could remove the journal that is still written to (see its page "How To Corrupt An
    SQLite Database File").
    """
    try:
        found = path.stat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadStore(f"The store {path} cannot be read: {error.strerror}. Make it yours, {ELSEWHERE}.") from error
    if not stat.S_ISREG(found.st_mode):
        raise BadStore(f"The store {path} is no file but a pipe, a device or the like. Name a file, {ELSEWHERE}.")
    if 0 < found.st_size < LEAST or (found.st_size and _is_refused(path)):
        raise BadStore(_NO_STORE.format(path=path))


def _is_refused(path: Path) -> bool:
    """Whether SQLite says that a file is none of its own; of whatever else keeps it from reading it is told later."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute("PRAGMA schema_version")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB
    return False


def _close_to_others(path: Path) -> None:
    """Nobody but the owner can read or write the file and what SQLite keeps beside it; a warning where that is not ours
    to decide. On Windows folders decide it.
    """
    if os.name != "posix":
        return
    with suppress(OSError):  # it is there, or SQLite says in a moment why it cannot be
        new = os.open(os.path.realpath(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, OWN)  # SQLite would ask the umask
        os.close(new)
    for beside in BESIDE:
        _narrow(Path(f"{path}{beside}"))


def _narrow(file: Path) -> None:
    try:
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & ~stat.S_IRWXU:
            file.chmod(mode & stat.S_IRWXU)
    except FileNotFoundError:
        return
    except OSError as error:
        log.warning(
            "Others on this machine can open the store's file %s (mode %o), and it could not be closed to them: %s. "
            "Have its owner run: chmod 600 %s", file, mode, error.strerror, file,
        )  # fmt: skip


def _journal_ahead(path: Path) -> None:
    """Changing the journal does not wait for a lock, so we do: another process may be opening the same new file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for _ in range(int(PATIENCE / PAUSE)):
            try:
                connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
                sleep(PAUSE)
            else:
                return
