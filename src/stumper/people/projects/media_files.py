"""Pictures and sounds that are a project's files: found by the names by which its questions name them."""

from collections.abc import Set
from dataclasses import dataclass
from pathlib import PurePosixPath

from sqlalchemy import select

from stumper.errors import NotThere
from stumper.media import media_kind
from stumper.store import Store
from stumper.store.connection import rows_of, value_of
from stumper.store.people_schema import upload_owners as owners
from stumper.store.people_schema import uploads


@dataclass(frozen=True, slots=True)
class Medium:
    """A picture or a sound with its media type."""

    kind: str
    data: bytes


def kept_media(store: Store, project_id: str, names: Set[str]) -> dict[str, str]:
    """Finds those of the project's files that have these names, the newest of each: their ids by their names."""
    if not names:
        return {}
    query = (
        select(owners.c.name, owners.c.upload_id)
        .where(owners.c.owner_id == project_id, owners.c.name.in_(names))
        .order_by(owners.c.created, owners.c.upload_id)
    )
    return dict(rows_of(store.engine, query))


def kept_medium(store: Store, project_id: str, upload_id: str) -> Medium:
    """Reads one of the project's pictures or sounds; NotThere where it has it no longer, or it is neither."""
    query = (
        select(uploads.c.data)
        .join(owners, owners.c.upload_id == uploads.c.id)
        .where(uploads.c.id == upload_id, owners.c.owner_id == project_id)
    )
    data = value_of(store.engine, query)
    if data is None or not (kind := media_kind(data)):
        raise no_medium()
    return Medium(kind, data)


def name_in(path: str) -> str:
    """The name of the file that a path ends with."""
    return PurePosixPath(path.replace("\\", "/")).name


def no_medium() -> NotThere:
    """Says that there is no such file."""
    return NotThere("There is no such picture or sound here.")
