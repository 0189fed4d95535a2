"""What uploaded files are called."""

from collections.abc import Collection

from sqlalchemy import Engine, select

from stumper.store.connection import chunks, rows_of
from stumper.store.people_schema import upload_owners as owners

PREFIX = "upload:"  # of a data set that was uploaded, before the file's id


def upload_names(engine: Engine, ids: Collection[str]) -> dict[str, dict[str, str]]:
    """The names of these files by the ids of those who own them, who had the file first before others."""
    found: dict[str, dict[str, str]] = {}
    for chunk in chunks(sorted(ids)):
        query = select(owners.c.upload_id, owners.c.owner_id, owners.c.name).where(owners.c.upload_id.in_(chunk))
        for id, owner, name in rows_of(engine, query.order_by(owners.c.created, owners.c.owner_id)):
            found.setdefault(id, {})[owner] = name
    return found
