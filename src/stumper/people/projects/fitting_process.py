"""The process in which one guesser is fitted: ``ID``, with the address of the store on standard input.

It bounds itself, tells the store how far it is, and leaves the guesser or a fault there.
"""

import sys
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

from sqlalchemy import Connection, select, update

from stumper.datasets.documents import check_size
from stumper.people.projects.fittings import SIGN, Course, go_on_with_all, packed
from stumper.people.projects.parsing_process import bound
from stumper.people.projects.processes import fault_of
from stumper.people.projects.uploads import upload_name, uploaded
from stumper.store import Store
from stumper.store.connection import row_of, writing
from stumper.store.people_schema import fittings as table
from stumper.store.values import from_text, to_text
from stumper.victims.guessing.making import make_guesser

UNPACKED = 200_000_000  # bytes of the file
MEMORY = 6_000_000_000  # bytes of address space
CPU = 4 * 3600  # seconds of a processor


def main(id: str, store_url: str) -> None:
    """The fitting is done, or has failed and says why; one that is another process's by now is left alone."""
    with Store.open(store_url) as store:
        fit_in(store, id)
        go_on_with_all(store, time.time())


def fit_in(store: Store, id: str) -> None:
    """As ``main``, in this process."""
    row = row_of(store.engine, select(table).where(table.c.id == id))
    if row is None or row.state != "running":
        return
    course, began, ended = from_text(Course, row.document), time.monotonic(), Event()
    share = 0.0

    def told(done: float) -> None:
        nonlocal share
        share = done

    def keep_told() -> None:
        while not ended.wait(SIGN):
            _write(store, id, replace(course, share=share, seconds=time.monotonic() - began))

    telling = Thread(target=keep_told, daemon=True)
    telling.start()
    try:
        with uploaded(store, row.upload_id, row.project_id) as path, TemporaryDirectory() as folder:
            check_size(path, UNPACKED)
            name = upload_name(store, row.upload_id, row.project_id)
            standing = make_guesser(path, name, Path(folder), told)
            after, data = replace(course, share=1.0, standing=standing), packed(Path(folder))
    except Exception as error:
        after, data = replace(course, share=share, fault=fault_of(error, TOO_LARGE, BUG)), None
    finally:
        ended.set()
        telling.join()
    state = "failed" if data is None else "done"
    _write(store, id, replace(after, seconds=time.monotonic() - began), state=state, data=data)


BUG = "This is a fault of Stumper, not of your file: {fault}. Please report it, if you can with the file."
TOO_LARGE = "Fitting it takes more memory than is spared for it here. Send fewer tossups."


def _write(store: Store, id: str, course: Course, **values: object) -> None:
    """What is known of the fitting, unless another process has begun with it since."""

    def is_mine(connection: Connection) -> bool:
        found = connection.execute(select(table.c.state, table.c.document).where(table.c.id == id)).one_or_none()
        return (
            found is not None
            and found.state == "running"
            and (from_text(Course, found.document).beginnings == course.beginnings)
        )

    with writing(store.engine) as connection:
        if is_mine(connection):
            now = {"document": to_text(course), "alive": time.time(), **values}
            connection.execute(update(table).where(table.c.id == id).values(**now))


if __name__ == "__main__":
    address = sys.stdin.read()
    bound(MEMORY, CPU)
    main(sys.argv[1], address)
