"""Results that take long to compute, kept with the state of all that they were computed from."""

import platform
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Engine, select

from stumper.identity import content_id, file_fingerprint
from stumper.sources import installed_version
from stumper.store.connection import insert_or_replace, shown, writing
from stumper.store.damage import undamaged
from stumper.store.schema import memos as table
from stumper.store.values import from_text, to_text

Value = TypeVar("Value")
CODE = (".py", ".j2", ".css", ".js")
PACKAGES = ("stumper", "numpy", "jinja2", "onnxruntime", "tokenizers")  # that a report is made with, or names


@dataclass(frozen=True, slots=True)
class Memos:
    """What was computed, by a key; computed in another state (see ``Store.state``), it is as if it were not there."""

    engine: Engine

    def get(self, key: str, state: str) -> str | None:
        """The document that was put there in the same state."""
        query = select(table.c.document).where(table.c.key == key, table.c.state == state)
        with self.engine.connect() as connection:
            document: str | None = connection.scalar(query)
            return document

    def put(self, key: str, state: str, document: str) -> None:
        """It is there; ``state`` was asked for before anything was read that the document was computed from."""
        statement = insert_or_replace(table, self.engine.dialect.name, key=("key",))
        with writing(self.engine) as connection:
            connection.execute(statement, {"key": key, "state": state, "document": document})

    def computed(self, key: str, state: str, kind: type[Value], compute: Callable[[], Value]) -> Value:
        """The value that ``compute`` returned in this state, now or earlier."""
        if (document := self.get(key, state)) is not None:
            with undamaged(shown(self.engine.url)):
                return from_text(kind, document)
        value = compute()
        self.put(key, state, to_text(value))
        return value


@cache
def code_fingerprint(root: Path = Path(__file__).parents[1]) -> str:
    """The hash of Stumper's own code and of the versions of what it computes with."""
    files = sorted(path for path in root.rglob("*") if path.suffix in CODE)
    code = [(path.relative_to(root).as_posix(), file_fingerprint(path)) for path in files]
    return content_id(code, [installed_version(package) for package in PACKAGES], platform.python_version())
