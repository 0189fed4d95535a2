import errno
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.dialects import postgresql

from stumper.errors import BadStore, MissingExtra
from stumper.store import Store, schema, sqlite_file, store_url
from stumper.store.connection import insert_once, insert_or_replace


def test_the_environment_names_the_store() -> None:
    assert store_url({"STUMPER_STORE": "postgresql+psycopg://db/stumper"}) == "postgresql+psycopg://db/stumper"


@pytest.mark.parametrize("environ", [{}, {"STUMPER_STORE": ""}])
def test_without_a_name_the_store_is_in_the_working_directory(
    environ: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Store.open(store_url(environ)).close()
    assert (tmp_path / "stumper.db").exists()


def test_a_path_is_a_store_in_sqlite(tmp_path: Path) -> None:
    path = tmp_path / "a b?c.db"
    with Store.open(str(path)) as store:
        store.put_plan("run", "{}", "data")
        url = store.url
    assert path.exists()
    with Store.open(url) as store:
        assert store.plans() == {"run": "{}"}


def test_a_store_in_memory_is_gone_when_closed() -> None:
    with Store.open("sqlite://") as store:
        store.put_plan("run", "{}", "data")
        assert store.plans() == {"run": "{}"}


def test_sqlite_journals_ahead_and_checks_references(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "stumper.db")) as store, store.engine.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1, "busy_timeout": 60_000}


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match=r"there is no folder .*missing. Make it, or name another"):
        Store.open(str(tmp_path / "missing" / "stumper.db"))


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="is a folder, not a file"):
        Store.open(str(tmp_path))


@pytest.mark.parametrize("content", [b"x", b"question,answer\n" * 1000])
def test_a_file_of_another_kind_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    with pytest.raises(BadStore, match=r"table.csv is no store: it is not an SQLite file"):
        Store.open(str(path))
    assert path.read_bytes() == content


def test_a_damaged_store_is_named(tmp_path: Path) -> None:
    path = tmp_path / "stumper.db"
    Store.open(str(path)).close()
    content = path.read_bytes()
    path.write_bytes(content[:100] + bytes(len(content) - 100))
    with pytest.raises(BadStore, match=r"stumper.db cannot be (opened|used)"):
        Store.open(str(path))


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="there is no /proc, where nobody can write")
def test_a_folder_that_cannot_be_written_is_named() -> None:
    with pytest.raises(BadStore, match=r"/proc/stumper.db cannot be opened"):
        Store.open("/proc/stumper.db")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "stumper.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (x)")
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        pytest.skip("root may write anywhere")
    with pytest.raises(BadStore, match=r"stumper.db cannot be opened.*yours to write"):
        Store.open(str(path))


@pytest.mark.parametrize(
    "url", ["mysql://localhost/db", "sqlite+none:///x.db", "no such://x", "postgresql://host:port/db"]
)
def test_a_url_that_names_no_store_is_refused(url: str) -> None:
    with pytest.raises(BadStore, match=r"names no store. Write a path"):
        Store.open(url)


def test_a_server_that_does_not_answer_is_named_without_its_password() -> None:
    with pytest.raises(BadStore, match=r"postgresql\+psycopg://me:\*\*\*@127.0.0.1:1/db cannot be used") as caught:
        Store.open("postgresql://me:secret@127.0.0.1:1/db")
    assert "secret" not in str(caught.value)


def test_a_store_is_named_by_its_file(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'stumper.db'}") as store:
        assert store.name == str(tmp_path / "stumper.db")


def test_a_missing_driver_is_an_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r"stumper\[postgres\]"):
        Store.open("postgresql://localhost/db")


def test_inserts_are_the_same_in_postgresql() -> None:
    once = insert_once(schema.predictions, "postgresql").compile(dialect=postgresql.dialect())
    assert str(once).endswith("ON CONFLICT DO NOTHING")
    replacing = insert_or_replace(schema.predictions, "postgresql", key=("key",)).compile(dialect=postgresql.dialect())
    assert str(replacing).endswith("ON CONFLICT (key) DO UPDATE SET data = excluded.data")


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.mark.usefixtures("open_umask")
def test_a_new_store_and_what_lies_beside_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "stumper.db")) as store:
        store.put_plan("run", "{}", "data")
        assert modes(tmp_path) == dict.fromkeys(["stumper.db", "stumper.db-wal", "stumper.db-shm"], 0o600)


@pytest.mark.usefixtures("open_umask")
def test_a_store_that_others_could_read_is_closed_to_them_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "stumper.db"
    with Store.open(str(path)) as earlier:
        earlier.put_plan("run", "{}", "data")
        for file in tmp_path.iterdir():
            file.chmod(0o664)
        with Store.open(str(path)) as store:
            assert list(store.plans()) == ["run"]
            assert set(modes(tmp_path).values()) == {0o600}


def test_a_journal_of_a_crash_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "stumper.db")) as connection:
        connection.execute("CREATE TABLE other (x)")
    (tmp_path / "stumper.db-journal").touch(mode=0o666)
    sqlite_file._close_to_others(tmp_path / "stumper.db")
    assert set(modes(tmp_path).values()) == {0o600}


def test_a_store_of_somebody_else_that_others_can_read_is_told_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "stumper.db"
    Store.open(str(path)).close()
    path.chmod(0o644)

    def refused(self: Path, mode: int) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(Path, "chmod", refused)
    Store.open(str(path)).close()
    [said] = caplog.messages
    assert said == (
        f"Others on this machine can open the store's file {path} (mode 644), and it could not be closed to them: "
        f"Operation not permitted. Have its owner run: chmod 600 {path}"
    )


def test_a_store_that_is_opened_twice_keeps_its_journal_when_another_process_ends(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    with Store.open(str(file)) as first, first.engine.connect() as held:
        held.exec_driver_sql("SELECT 1 FROM plans")
        Store.open(str(file)).close()
        program = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT 1 FROM plans'); c.close()"
        subprocess.run([sys.executable, "-c", program, str(file)], check=True)
        assert file.with_name("s.db-wal").exists()


def test_a_connection_in_use_while_the_store_closes_is_closed_when_it_comes_back(database: str) -> None:
    store = Store.open(database)
    with store.engine.connect() as connection:
        held = connection.connection.driver_connection
        assert held is not None
        store.close()
        assert connection.exec_driver_sql("SELECT 1").scalar() == 1
    with store.engine.connect() as connection:
        later = connection.connection.driver_connection
    for one in (held, later):
        assert one is not None
        with pytest.raises(Exception, match="closed"):
            one.execute("SELECT 1")
