"""A copy that is made while people write holds all that they were told is saved, and is a store of its own."""

import os
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import make_url

from clusters import database_on
from stumper.people.accounts.account import people
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Settings
from stumper.people.study.founding import make_project
from stumper.people.writing.drafts import draft
from stumper.store import Store
from stumper.testing import EXAMPLE
from visiting import Site, house_over, serving

SETTINGS = Settings("reading", "reading", ("scripted",), ("write",), practice=False)
WRITERS = 3
Copy = Callable[[str], str]


def written_on(site: Site, project_id: str, number: int, saved: dict[str, int], stop: threading.Event) -> None:
    """Somebody writes on without a pause; ``saved`` is the last revision that they were told of, by their place."""
    person = site.person()
    add_member(site.house.store, project_id, person.id, "author", 1.0)
    visit = site.visit(person)
    item = visit.get(f"/projects/{project_id}/write").text.partition("/write/")[2].partition('"')[0]
    opened = visit.call("POST", f"/api/v1/projects/{project_id}/items/{item}/open").json()
    place, csrf = opened["assignment"], visit.csrf()
    revision = 0
    while not stop.is_set():
        answer = visit.client.put(
            f"{site.home}/api/v1/projects/{project_id}/assignments/{place}/draft",
            json={"revision": revision, "text": f"Writer {number} is at {revision + 1}."},
            headers={"X-CSRF-Token": csrf},
        )
        assert answer.status_code == 200, answer.text
        revision = saved[place] = answer.json()["revision"]


def copied_while_people_write(url: str, copy: Copy) -> tuple[str, dict[str, int]]:
    """The copy's address, and what was said to be saved before it was begun."""
    saved: dict[str, int] = {}
    stop = threading.Event()
    with Store.open(url, outlasts_power=True) as store, serving(house_over(store)) as site:
        project = make_project(store, "Lamps", SETTINGS, [EXAMPLE], "f", 1.0)
        rest = (saved, stop)
        writers = [threading.Thread(target=written_on, args=(site, project.id, n, *rest)) for n in range(WRITERS)]
        for writer in writers:
            writer.start()
        try:
            while len(saved) < WRITERS or min(saved.values()) < 3:
                assert all(writer.is_alive() for writer in writers)
                stop.wait(0.01)
            before = dict(saved)
            made = copy(url)
        finally:
            stop.set()
            for writer in writers:
                writer.join()
    assert any(saved[place] > revision for place, revision in before.items()), "nobody wrote meanwhile"
    return made, before


def check(made: str, before: dict[str, int]) -> None:
    with Store.open(made) as copy, serving(house_over(copy)) as site:
        for place, revision in before.items():
            kept = draft(copy, place)
            assert kept is not None
            assert kept.revision >= revision
            assert kept.document.text.endswith(f"is at {kept.revision}.")
        assert len(people(copy)) == WRITERS
        assert site.visit().get("/ready").text == "yes\n"


def test_a_copy_of_sqlite_holds_all_that_was_saved(tmp_path: Path) -> None:
    def copy(url: str) -> str:
        with (
            closing(sqlite3.connect(tmp_path / "web.db")) as here,
            closing(sqlite3.connect(tmp_path / "copy.db")) as to,
        ):
            here.backup(to)  # as the command .backup of sqlite3 does
            assert to.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return f"sqlite:///{tmp_path / 'copy.db'}"

    check(*copied_while_people_write(f"sqlite:///{tmp_path / 'web.db'}", copy))


def test_a_copy_of_postgresql_holds_all_that_was_saved(postgres: str, tmp_path: Path) -> None:
    if shutil.which("pg_dump") is None or shutil.which("pg_restore") is None:
        pytest.skip("pg_dump and pg_restore are not here")
    with database_on(postgres) as url, database_on(postgres) as restored:

        def copy(from_url: str) -> str:
            file = tmp_path / "stumper.dump"
            dump = ["pg_dump", "--format=custom", "--no-owner", f"--file={file}", f"--dbname={plain(from_url)}"]
            back = ["pg_restore", "--no-owner", "--exit-on-error", f"--dbname={plain(restored)}", str(file)]
            for command in (dump, back):
                subprocess.run(command, check=True, env={**os.environ, "LC_ALL": "C"})
            return restored

        check(*copied_while_people_write(url, copy))


def plain(url: str) -> str:
    """The address as PostgreSQL's own programs read it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
