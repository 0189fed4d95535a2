"""Files that people uploaded, kept in the store so that every server on it has them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from sqlalchemy import delete, select, update

from stumper.datasets.whole_files import write_bytes
from stumper.errors import NotThere
from stumper.identity import bytes_fingerprint
from stumper.store import Store
from stumper.store.connection import insert_once, writing
from stumper.store.people_schema import uploads

PREFIX = "upload:"  # of a project's data set that was uploaded
ENDINGS = (".json", ".jsonl", ".json.gz", ".jsonl.gz")


def put_upload(store: Store, name: str, data: bytes, now: float) -> str:
    """The file is in the store, once, under the id that its content has; it keeps the name that it came with first."""
    id = bytes_fingerprint(data)
    base = PurePosixPath(name.replace("\\", "/")).name or "file"
    values = {"id": id, "name": base, "data": data, "created": now}
    with writing(store.engine) as connection:
        connection.execute(insert_once(uploads, connection.dialect.name).values(values))
        # Whoever put it there before, and takes it back, takes it from nobody who came later.
        connection.execute(update(uploads).where(uploads.c.id == id).values(created=now))
    return id


@contextmanager
def upload_to_use(store: Store, name: str, data: bytes, now: float) -> Iterator[str]:
    """The same while something is made of it; where that fails the file is gone again, unless it was there before."""
    there = select(uploads.c.id).where(uploads.c.id == bytes_fingerprint(data))
    with store.engine.connect() as connection:
        is_new = connection.scalar(there) is None
    id = put_upload(store, name, data, now)
    try:
        yield id
    except BaseException:
        if is_new:
            with writing(store.engine) as connection:
                connection.execute(delete(uploads).where(uploads.c.id == id, uploads.c.created == now))
        raise


def upload_file(store: Store, id: str, folder: Path) -> Path:
    """The file in this folder, whole, whoever else puts it there at the same time; NotThere."""
    path = folder / f"{id}{ending(upload_name(store, id))}"
    if not path.exists():
        with store.engine.connect() as connection:
            data = connection.scalar(select(uploads.c.data).where(uploads.c.id == id))
        if data is None:
            raise _not_there()
        folder.mkdir(parents=True, exist_ok=True)
        write_bytes(path, data)
    return path


def upload_name(store: Store, id: str) -> str:
    """The name that the file came with; NotThere."""
    with store.engine.connect() as connection:
        name = connection.scalar(select(uploads.c.name).where(uploads.c.id == id))
    if name is None:
        raise _not_there()
    return str(name)


def ending(name: str) -> str:
    """The ending that says how the file is to be read; none of a stranger's making reaches the file system."""
    lower = name.lower()
    return max((ending for ending in ENDINGS if lower.endswith(ending)), key=len, default="")


def _not_there() -> NotThere:
    return NotThere("There is no such uploaded file.")
