"""The tables as they are now; ``migrations`` creates them, with their keys and indices."""

import re
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Dialect, Double, Integer, LargeBinary, MetaData, Select, Table, Text
from sqlalchemy.types import TypeDecorator, TypeEngine

from stumper.errors import BadStore
from stumper.store.damage import written_elsewhere

metadata = MetaData()


class ExactText(TypeDecorator[str]):
    """Any text comes back as it was: neither database takes lone surrogates, and PostgreSQL takes no NUL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Writes the characters that a database cannot keep in another way."""
        if value is None or UNSAFE.search(value) is None:
            return value
        return UNSAFE.sub(lambda found: f"{SUBSTITUTE}{ord(found[0]):04x}", value)

    def process_result_value(self, value: object, dialect: Dialect) -> str | None:
        """Gives the text as it was; BadStore where the column holds no text."""
        if value is None:
            return value
        if not isinstance(value, str):  # SQLite keeps any value in any column
            raise BadStore(written_elsewhere(f"{type(value).__name__} in the place of a text"))
        if SUBSTITUTE not in value:
            return value
        return ESCAPED.sub(lambda found: chr(int(found[1], 16)), value)


SUBSTITUTE = "\x1a"  # stands before the code, in hex digits, of a character that cannot be stored
UNSAFE = re.compile(f"[{SUBSTITUTE}\0\ud800-\udfff]")
ESCAPED = re.compile(f"{SUBSTITUTE}([0-9a-f]{{4}})")


def position() -> Column[int]:
    """The order of recording."""
    return Column("position", BigInteger().with_variant(Integer, "sqlite"), primary_key=True)


def keys(kind: type[TypeEngine[Any]], *names: str) -> list[Column[Any]]:
    """Columns of a table's primary key."""
    return [Column(name, kind, primary_key=True) for name in names]


def given(kind: type[TypeEngine[Any]], *names: str) -> list[Column[Any]]:
    """Columns in which every row has a value."""
    return [Column(name, kind, nullable=False) for name in names]


def perhaps(kind: type[TypeEngine[Any]], *names: str) -> list[Column[Any]]:
    """Columns in which a row may have none."""
    return [Column(name, kind) for name in names]


plans = Table(
    "plans",
    metadata,
    position(),
    *given(ExactText, "run_id"),
    *given(ExactText, "fingerprint"),  # of the data set whose examples are attacked
    *given(ExactText, "document"),
    *given(Boolean, "concluded"),  # false at first, by the column's own default
    *perhaps(Integer, "examples"),  # how many are attacked; NULL of people's, and where version 2 concluded it
    *given(Integer, "revision"),  # grows whenever attempts are recorded or forgotten
)

examples = Table("examples", metadata, position(), *given(ExactText, "fingerprint", "id"), *given(Text, "document"))

perturbations = Table(
    "perturbations",
    metadata,
    *keys(ExactText, "id"),
    *given(ExactText, "example_id"),
    *given(Text, "document"),
)

predictions = Table("predictions", metadata, *keys(Text, "key"), *given(LargeBinary, "data"))

# Two perturbations of one id can differ in their edits and in the names of their passages: these are the attempt's.
attempts = Table(
    "attempts",
    metadata,
    position(),
    *given(ExactText, "run_id", "example_id", "adversary", "victim", "outcome"),
    *perhaps(LargeBinary, "before_prediction"),
    *perhaps(Double, "before_score", "before_expected"),
    *given(Boolean, "before_succeeded"),
    *perhaps(ExactText, "before_fault"),
    *perhaps(LargeBinary, "after_prediction"),
    *perhaps(Double, "after_score", "after_expected"),
    *perhaps(Boolean, "after_succeeded"),  # NULL: there is no verdict after
    *perhaps(ExactText, "after_fault", "perturbation_id"),
    *perhaps(Text, "edits", "passages"),
    *given(Integer, "queries"),
    *given(Text, "trace"),
    *perhaps(ExactText, "reason"),
    *given(Boolean, "trained_on"),
    *perhaps(ExactText, "original_id"),  # NULL: an earlier version recorded it, and it cannot be told
)

# The attempts on what was taken back: no figure and no file has them.
attempts_aside = attempts.to_metadata(metadata, name="attempts_aside")

# What an adversary that proposes all at once has proposed for an attempt, in its order.
candidates = Table(
    "candidates",
    metadata,
    *keys(ExactText, "run_id", "example_id"),
    *keys(Integer, "number"),
    *given(ExactText, "perturbation_id"),
    *given(Text, "edits", "passages"),
    *given(Boolean, "stood_by"),  # the adversary itself returned it
    *perhaps(LargeBinary, "prediction"),
    *perhaps(Double, "score", "expected"),
    *given(Boolean, "succeeded"),
    *perhaps(ExactText, "fault"),
)

# Originals of which an attack that proposes for a whole data set has made nothing, where there is no attempt on them.
unmade = Table("unmade", metadata, *keys(ExactText, "run_id", "example_id"), *given(ExactText, "reason"))

# What each command that worked on a run has asked of its victim; ``command`` is an id of its own.
work = Table("work", metadata, *keys(ExactText, "run_id"), *keys(Text, "command"), *given(ExactText, "document"))

# Pieces of a run that a process is at work on; ``beat`` grows while the process lives.
claims = Table(
    "claims",
    metadata,
    *keys(ExactText, "run_id", "example_id"),
    *given(ExactText, "owner"),
    *given(BigInteger, "beat"),
)

judgements = Table(
    "judgements",
    metadata,
    position(),
    *given(ExactText, "perturbation_id", "annotator"),
    *given(Boolean, "grammatical", "label_correct", "on_task"),
    *given(ExactText, "note"),
    *given(Text, "judge"),
)

# Of which perturbations samples were drawn to be judged; ``members`` are their ids, a line each, compressed.
populations = Table("populations", metadata, *keys(Text, "id"), *given(LargeBinary, "members"))

# What was drawn of each; no reference, as for judgements.
draws = Table("draws", metadata, *keys(Text, "population_id"), *keys(ExactText, "perturbation_id"))

memos = Table("memos", metadata, *keys(Text, "key"), *given(Text, "state"), *given(ExactText, "document"))

version = Table(
    "schema_version",
    metadata,
    *keys(Integer, "id"),  # always 1: the table has one row
    *given(Integer, "number"),
)


def with_examples(query: Select[Any], table: Table, run_id: str) -> Select[Any]:
    """The query of a table's rows of a run, each joined with the example of the run's data set that it is of."""
    found = (examples.c.fingerprint == plans.c.fingerprint) & (examples.c.id == table.c.example_id)
    return query.join(plans, plans.c.run_id == table.c.run_id).join(examples, found).where(table.c.run_id == run_id)
