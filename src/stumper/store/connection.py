"""From a URL to an engine, with errors that a user understands."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sqlalchemy import URL, Connection, Engine, Executable, Insert, Row, Table, create_engine, event, make_url
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry, Pool

from stumper.errors import BadStore, MissingExtra
from stumper.store import sqlite_file

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

DRIVERS = {
    "sqlite": "sqlite+pysqlite",
    "sqlite+pysqlite": "sqlite+pysqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
CHUNK = 500  # older SQLites take no more than 999 values in one statement


def connect(url: str, outlasts_power: bool = False) -> Engine:
    """The engine of a SQLAlchemy URL or of a path; BadStore, or MissingExtra without PostgreSQL's driver.

    ``outlasts_power`` is of SQLite: whether what is committed is on the disk; PostgreSQL's own settings decide that.
    """
    parsed = _parsed(url)
    if (file := _file(parsed)) is not None:
        sqlite_file.prepare(file)
        parsed = parsed.set(database=str(file.absolute()))  # a victim may change the current folder
    try:
        engine = create_engine(parsed)
    except ModuleNotFoundError as error:
        raise MissingExtra(f"The store {shown(parsed)} needs {error.name}: pip install 'stumper[postgres]'.") from error
    event.listen(engine, "handle_error", _explain)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", partial(sqlite_file.configure, outlasts_power))
        event.listen(engine, "begin", sqlite_file.begin)
    return engine


def rows_of(engine: Engine, query: Executable) -> "Sequence[Row[*tuple[Any, ...]]]":
    """All rows of a query that is asked by itself."""
    with engine.connect() as connection:
        return connection.execute(query).all()


def row_of(engine: Engine, query: Executable) -> "Row[*tuple[Any, ...]] | None":
    """The only row of a query that is asked by itself; None where there is none."""
    with engine.connect() as connection:
        return connection.execute(query).one_or_none()


def values_of(engine: Engine, query: Executable) -> Sequence[Any]:
    """The first value of each row of a query that is asked by itself."""
    with engine.connect() as connection:
        return connection.scalars(query).all()


def value_of(engine: Engine, query: Executable) -> Any:
    """The first value of the first row of a query that is asked by itself; None where there is none."""
    with engine.connect() as connection:
        return connection.scalar(query)


def disconnect(engine: Engine) -> None:
    """Every connection of the engine is closed: the idle ones now, one that a thread still works with at its end.

    SQLAlchemy's ``dispose`` alone leaves the latter open until the garbage collector finds it.
    """
    event.listen(engine.pool, "checkin", _close)  # what follows the pool after ``dispose`` does the same
    engine.dispose()


def _close(connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
    record.close()


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that may write from its first statement on.

    Of one process' threads each waits its turn for a SQLite file, and takes a connection only then: SQLite itself has
    no line, but makes whoever comes too early sleep and try again.
    """
    with _turn(engine), engine.execution_options(**{sqlite_file.WRITES: True}).begin() as connection:
        yield connection


def insert_once(table: Table, dialect: str) -> Insert:
    """An insert that leaves a row alone whose key is there already."""
    return _insert(table, dialect).on_conflict_do_nothing()


def insert_or_replace(table: Table, dialect: str, key: Sequence[str]) -> Insert:
    """An insert that gives a row whose key is there already its new values."""
    statement = _insert(table, dialect)
    changed = {column.name: statement.excluded[column.name] for column in table.c if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=key, set_=changed)


def inserted(connection: Connection, table: Table, values: Mapping[str, object]) -> bool:
    """The row is there; True where it was not before, whoever else inserts it at the same time."""
    statement = insert_once(table, connection.dialect.name).values(**values)
    return connection.execute(statement, execution_options={"preserve_rowcount": True}).rowcount == 1


def absolute_url(url: str) -> str:
    """The store's URL or path, which means the same whatever becomes of the current folder."""
    parsed = _parsed(url)
    if (file := _file(parsed)) is None:
        return url
    place = str(file.absolute())
    return parsed.set(database=place).render_as_string(hide_password=False) if parsed.query else place


def shown(url: URL) -> str:
    """A store's name in a message: the file, or the server without its password."""
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    hidden = {name: "***" for name in url.query if "password" in name}
    return url.update_query_dict(hidden).render_as_string()


def without_password(url: str) -> str:
    """A store's URL or path as it was written, but of a server without its password."""
    parsed = _parsed(url)
    return url if parsed.get_backend_name() == "sqlite" else shown(parsed)


def store_file(url: str) -> Path | None:
    """The file of a store, whether it is there or not; None for a server, or in memory."""
    return _file(_parsed(url))


def chunks(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    """The keys, so many at a time as one statement takes."""
    return (keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK))


def _turn(engine: Engine) -> AbstractContextManager[object]:
    if engine.dialect.name != "sqlite":
        return nullcontext()
    with _LINES_LOCK:
        return _LINES.setdefault(engine.pool, RLock())


_LINES: WeakKeyDictionary[Pool, AbstractContextManager[object]] = WeakKeyDictionary()
_LINES_LOCK = Lock()


def _insert(table: Table, dialect: str) -> "sqlite.Insert | postgresql.Insert":
    if dialect == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # a twentieth of all that a command imports

    return postgresql.insert(table)


def _file(url: URL) -> Path | None:
    kept = url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:"
    return Path(str(url.database)) if kept else None


def _parsed(url: str) -> URL:
    if "://" not in url:
        return URL.create("sqlite+pysqlite", database=url)
    said = re.sub(r"://[^/\s]*@", "://***@", url).partition("?")[0]  # around the place may stand passwords
    refusal = f"{said!r} names no store. Write a path, sqlite:///PATH or postgresql+psycopg://USER@HOST/DATABASE."
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise BadStore(refusal) from error
    except ValueError as error:  # a port that is not a number
        raise BadStore(refusal) from error
    if parsed.drivername not in DRIVERS:
        raise BadStore(refusal)
    return parsed.set(drivername=DRIVERS[parsed.drivername])


def _explain(context: ExceptionContext) -> None:
    """A broken database is the user's to mend; a broken constraint is a bug of ours and stays what it is."""
    if type(context.sqlalchemy_exception) in (OperationalError, DatabaseError):
        name = f"The store {shown(context.engine.url)}" if context.engine else "The store"
        reason = str(context.original_exception).strip().partition("\n")[0].rstrip(".")
        raise BadStore(
            f"{name} cannot be used: {reason}. Mend that and start again, or name another store with STUMPER_STORE."
        ) from context.original_exception
