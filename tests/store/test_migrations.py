import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect, select, text, update
from sqlalchemy.exc import ProgrammingError

from stumper.errors import BadStore
from stumper.store import Standing, Store, people_schema
from stumper.store.connection import connect, writing
from stumper.store.migrations import MIGRATIONS, Migration, migrate
from stumper.store.schema import metadata, version

NEXT = Migration(
    len(MIGRATIONS) + 1, ("CREATE TABLE later (data {bytes})", "CREATE TABLE later_still (position {position})")
)
BROKEN = Migration(len(MIGRATIONS) + 1, ("CREATE TABLE later (data {bytes})", "CREATE TABLE of nonsense"))


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    engine = connect(database)
    yield engine
    engine.dispose()


def found(engine: Engine) -> int:
    with engine.connect() as connection:
        return int(connection.execute(select(version.c.number)).scalar_one())


def test_migrations_are_numbered_without_a_gap() -> None:
    assert [migration.number for migration in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


def test_migrations_lead_to_the_tables_of_the_schema(engine: Engine) -> None:
    migrate(engine)
    inspector = inspect(engine)
    made = {
        # SQLite says of its integer keys, which are never NULL, that they may be.
        table: [(column["name"], column["nullable"] and column["name"] != "position") for column in columns]
        for (_, table), columns in inspector.get_multi_columns().items()
    }
    tables = {**metadata.tables, **people_schema.metadata.tables}
    assert made == {name: [(c.name, c.nullable) for c in table.columns] for name, table in tables.items()}


def test_an_older_store_is_brought_up_to_date_and_keeps_what_it_holds(engine: Engine) -> None:
    migrate(engine)
    Store(engine).put_plan("run", "{}", "data")
    migrate(engine, (*MIGRATIONS, NEXT))
    assert found(engine) == NEXT.number
    assert Store(engine).plans() == {"run": "{}"}
    assert "later_still" in inspect(engine).get_table_names()


def test_runs_of_a_store_of_version_1_count_as_concluded_and_new_ones_do_not(engine: Engine) -> None:
    migrate(engine, MIGRATIONS[:1])
    with writing(engine) as connection:
        connection.execute(text("INSERT INTO plans (run_id, fingerprint, document) VALUES ('old', 'data', '{}')"))
    migrate(engine)
    store = Store(engine)
    store.put_plan("new", "{}", "data")
    assert store.plans() == {"old": "{}", "new": "{}"}
    assert (store.standing("old"), store.standing("new")) == (Standing(0, None, True), Standing(0, None, False))


def test_a_migration_that_breaks_leaves_the_store_as_it_was(engine: Engine) -> None:
    migrate(engine)
    with pytest.raises((BadStore, ProgrammingError)):
        migrate(engine, (*MIGRATIONS, BROKEN))
    assert found(engine) == len(MIGRATIONS)
    assert "later" not in inspect(engine).get_table_names()


def test_a_store_of_a_newer_version_is_refused(engine: Engine, database: str) -> None:
    migrate(engine)
    with writing(engine) as connection:
        connection.execute(update(version).values(number=99))
    with pytest.raises(BadStore, match=rf"stumper.*is of version 99.*up to {len(MIGRATIONS)}.*Upgrade Stumper"):
        Store.open(database)


def test_a_database_with_tables_of_the_same_names_is_left_alone(engine: Engine, database: str) -> None:
    with writing(engine) as connection:
        connection.exec_driver_sql("CREATE TABLE plans (price INTEGER)")
    with pytest.raises(BadStore, match="no store of Stumper's, yet it has a table 'plans'"):
        Store.open(database)
    assert inspect(engine).get_table_names() == ["plans"]


def test_many_threads_open_a_new_store_at_once(database: str) -> None:
    def record(number: int) -> None:
        with Store.open(database) as store:
            store.put_plan(str(number), "{}", "data")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(record, range(8)))
    with Store.open(database) as store:
        assert set(store.plans()) == {str(number) for number in range(8)}


OPEN_AND_RECORD = """
import sys, time
from pathlib import Path
from stumper.store import Store
database, go, name = sys.argv[1:]
print("ready", flush=True)
while not Path(go).exists():
    time.sleep(0.001)
with Store.open(database) as store:
    store.put_plan(name, "{}", "data")
"""


def test_two_processes_open_a_new_store_at_once(database: str, tmp_path: Path) -> None:
    go = tmp_path / "go"
    processes = [
        subprocess.Popen([sys.executable, "-c", OPEN_AND_RECORD, database, str(go), name], stdout=subprocess.PIPE)
        for name in ("one", "two")
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    time.sleep(0.01)
    go.touch()
    for process in processes:
        process.communicate(timeout=120)
    assert [process.returncode for process in processes] == [0, 0]
    with Store.open(database) as store:
        assert set(store.plans()) == {"one", "two"}
