"""An uploaded file while something is made of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from stumper.errors import BadData
from stumper.people.projects.uploads import upload_file, upload_name
from stumper.store import Store


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
