"""What uploaded files are called."""

from collections.abc import Collection

from sqlalchemy import Engine, select

from stumper.store.connection import chunks, rows_of
from stumper.store.people_schema import upload_owners as owners

PREFIX = "upload:"  # of a data set that was uploaded, before the file's id


def upload_names(engine: Engine, ids: Collection[str]) -> dict[tuple[str, str], str]:
    """What these files are called, by the id of each and that of the owner who calls it so."""
    columns = (owners.c.upload_id, owners.c.owner_id, owners.c.name)
    return {
        (id, owner): name
        for chunk in chunks(sorted(ids))
        for id, owner, name in rows_of(engine, select(*columns).where(owners.c.upload_id.in_(chunk)))
    }
