"""The databases that a store is kept in: SQLite always, PostgreSQL where STUMPER_TEST_POSTGRES or its programs are."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, NullPool, create_engine, inspect, select, text
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

from clusters import cluster, database_on
from stumper.store import Store, schema


@pytest.fixture(scope="session", autouse=True)
def _statements_are_compiled_once() -> Iterator[None]:
    """Stores share what SQLAlchemy has compiled, which it keeps by engine, and nearly each test has one of its own: to
    compile the same statements again took a tenth of the default run."""
    compiled: LRUCache[object, object] = LRUCache(1000)
    begin = Engine.__init__

    def begun(engine: Engine, *given: Any, **named: Any) -> None:
        begin(engine, *given, **named)
        engine._compiled_cache = compiled  # type: ignore[assignment]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Engine, "__init__", begun)
        for dialect in (SQLiteDialect_pysqlite, PGDialect_psycopg):  # a part of the key
            patch.setattr(dialect, "__eq__", lambda one, other: type(one) is type(other))
            patch.setattr(dialect, "__hash__", lambda one: hash(type(one)))
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database; for tests that ask for a ``store``, of one that has its tables already."""
    has_tables = "store" in request.fixturenames
    if request.param == "sqlite":
        path = tmp_path / "stumper.db"
        if has_tables:
            shutil.copyfile(request.getfixturevalue("new_store_file"), path)
        yield f"sqlite:///{path}"
        return
    if has_tables:
        with request.getfixturevalue("reused").lent() as url:
            yield url
        return
    with database_on(request.getfixturevalue("postgres")) as url:
        yield url


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with Store.open(database) as opened:
        yield opened


@pytest.fixture
def new_store(tmp_path: Path, new_store_file: Path) -> Iterator[Store]:
    """An empty store in SQLite, of a test alone."""
    with Store.open(str(shutil.copyfile(new_store_file, tmp_path / "stumper.db"))) as opened:
        yield opened


@pytest.fixture(scope="session")
def new_store_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new store in SQLite, to be copied: making the tables takes longer."""
    path = tmp_path_factory.mktemp("new") / "stumper.db"
    Store.open(str(path)).close()
    return path


@pytest.fixture(scope="session")
def reused(postgres: str) -> Iterator["Reused"]:
    """A store in PostgreSQL, to be had anew by each test: making another database takes longer."""
    with ExitStack() as stack:
        yield Reused(postgres, stack)


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


@dataclass
class Reused:
    """A database that is lent to one test after another; what one has written, or changed, the next does not find."""

    server: str
    stack: ExitStack
    url: str = ""
    shape: tuple[object, ...] = ()
    tables: Sequence[str] = ()

    @contextmanager
    def lent(self) -> Iterator[str]:
        """The URL of a store that is as it was made."""
        if not self.url:
            self.url = self.stack.enter_context(database_on(self.server))
            Store.open(self.url).close()
            with self._alone() as connection:
                self.shape, self.tables = _shape(connection), inspect(connection).get_table_names()
        yield self.url
        with self._alone() as connection:
            if _shape(connection) != self.shape:
                self.url = ""  # the next one gets another
            elif written := _written(connection, self.tables):
                connection.execute(text(f"TRUNCATE {', '.join(written)} RESTART IDENTITY CASCADE"))

    @contextmanager
    def _alone(self) -> Iterator[Connection]:
        """A connection to the database, when whoever else was connected no longer is."""
        engine = create_engine(self.url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with engine.connect() as connection:
            connection.execute(text(OTHERS_GO))
            yield connection


OTHERS_GO = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()"""
COLUMNS = """SELECT t.relname, c.attname, c.atttypid FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid
             WHERE t.relnamespace = 'public'::regnamespace ORDER BY 1, c.attnum"""


def _shape(connection: Connection) -> tuple[object, ...]:
    """The tables and indexes with their columns, and of which version they are."""
    columns = tuple(connection.execute(text(COLUMNS)))
    has_version = any(column.relname == schema.version.name for column in columns)
    return (*columns, *(connection.execute(select(schema.version)) if has_version else ()))


def _written(connection: Connection, tables: Sequence[str]) -> list[str]:
    """The tables with rows, but for the one that says of which version they are."""
    asked = (f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in tables if name != schema.version.name)
    return list(connection.scalars(text(" UNION ALL ".join(asked))))
