"""Files that people uploaded, kept in the store so that every server on it has them, each for its owners alone.

An owner is a person, by whom a file was sent, or a project, for which it was. Two who send the same bytes own the same
file, each under the name that they gave it; whoever does not own a file cannot tell whether it is there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, delete, exists, select, update

from stumper.datasets.mapped import unmapped
from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadData, NotThere
from stumper.identity import bytes_fingerprint
from stumper.store import Store
from stumper.store.connection import insert_once, inserted, rows_of, value_of, writing
from stumper.store.people_schema import upload_owners as owners
from stumper.store.people_schema import uploads
from stumper.store.uploads import PREFIX

KINDS = (".json", ".jsonl", ".csv", ".tsv", ".tab", ".parquet")
ENDINGS = (*KINDS, *(f"{kind}.gz" for kind in KINDS))


def put_upload(store: Store, name: str, data: bytes, now: float, *owned_by: str) -> str:
    """The file is in the store, once, under the id that its content has, and these people and projects own it.

    An owner keeps the name under which they had it first.
    """
    with writing(store.engine) as connection:
        return _put(connection, name, data, now, owned_by)[0]


@contextmanager
def upload_to_use(store: Store, name: str, data: bytes, now: float, *owned_by: str) -> Iterator[str]:
    """Puts the file as ``put_upload`` while something is made of it; where that fails, those who did not own it before
    do not, and a file that is nobody's is gone."""
    with writing(store.engine) as connection:
        id, new_to = _put(connection, name, data, now, owned_by)
    try:
        yield id
    except BaseException:
        with writing(store.engine) as connection:
            for owner in new_to:
                disown(connection, owner, id)
        raise


def own_upload(store: Store, id: str, name: str, owner_id: str, now: float) -> None:
    """One owner more, who has the file under this name, unless they have it already."""
    with writing(store.engine) as connection:
        inserted(connection, owners, {"upload_id": id, "owner_id": owner_id, "name": name, "created": now})


def upload_of(spec: str) -> str:
    """The id of the file of ``upload:ID``, behind which may stand what its columns are."""
    return unmapped(spec).removeprefix(PREFIX)


def map_of(spec: str) -> str:
    """What is said of the columns of ``upload:ID``, as it stands behind it; "" where nothing is."""
    return spec.removeprefix(unmapped(spec))


def disown(connection: Connection, owner_id: str, id: str | None = None) -> None:
    """Takes from an owner one file or all; a file that nobody owns any longer is gone."""
    theirs = owners.c.owner_id == owner_id
    if id is not None:
        theirs &= owners.c.upload_id == id
    given_up = list(connection.scalars(select(owners.c.upload_id).where(theirs)))
    # Whoever puts one of them there at the same time is waited for, or waits.
    connection.execute(update(uploads).where(uploads.c.id.in_(given_up)).values(created=uploads.c.created))
    connection.execute(delete(owners).where(theirs))
    is_owned = exists().where(owners.c.upload_id == uploads.c.id)
    connection.execute(delete(uploads).where(uploads.c.id.in_(given_up), ~is_owned))


def upload_file(store: Store, id: str, folder: Path, *askers: str) -> Path:
    """The file in this folder, whole, whoever else puts it there at the same time; NotThere where no asker owns it."""
    path = folder / f"{id}{ending(upload_name(store, id, *askers))}"
    if not path.exists():
        data = value_of(store.engine, select(uploads.c.data).where(uploads.c.id == id))
        if data is None:
            raise _not_there()
        folder.mkdir(parents=True, exist_ok=True)
        write_bytes(path, data)
    return path


def upload_name(store: Store, id: str, *askers: str) -> str:
    """The name under which the first of the askers has the file who owns it; NotThere where none does."""
    query = select(owners.c.owner_id, owners.c.name).where(owners.c.upload_id == id, owners.c.owner_id.in_(askers))
    names: dict[str, str] = dict(rows_of(store.engine, query))
    for asker in askers:
        if asker in names:
            return names[asker]
    raise _not_there()


def ending(name: str) -> str:
    """The ending that says how the file is to be read; none of a stranger's making reaches the file system."""
    lower = name.lower()
    return max((ending for ending in ENDINGS if lower.endswith(ending)), key=len, default="")


@contextmanager
def uploaded(store: Store, upload_id: str, *askers: str) -> Iterator[Path]:
    """The file on disk; what is wrong in it is said of the name that it was uploaded under. NotThere where none of the
    askers owns it."""
    name = upload_name(store, upload_id, *askers)
    with TemporaryDirectory() as folder:
        path = upload_file(store, upload_id, Path(folder), *askers)
        try:
            yield path
        except BadData as error:
            raise BadData(str(error).replace(str(path), name)) from error


def _put(
    connection: Connection, name: str, data: bytes, now: float, owned_by: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """The id of the file, and those to whom it is new."""
    assert owned_by, "a file that nobody owns could be used by nobody"
    id = bytes_fingerprint(data)
    base = PurePosixPath(name.replace("\\", "/")).name or "file"
    values = {"id": id, "name": base, "data": data, "created": now}
    put = insert_once(uploads, connection.dialect.name).values(values)
    connection.execute(put)
    # Waits for whoever takes the file back at the same time, and may have to put it there again.
    if not connection.execute(update(uploads).where(uploads.c.id == id).values(created=now)).rowcount:
        connection.execute(put)
    mine = {"upload_id": id, "name": base, "created": now}
    return id, tuple(one for one in owned_by if inserted(connection, owners, mine | {"owner_id": one}))


def _not_there() -> NotThere:
    return NotThere("There is no such uploaded file.")
