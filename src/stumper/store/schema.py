"""The tables as they are now; ``migrations`` creates them, with their keys and indices."""

import re

from sqlalchemy import BigInteger, Boolean, Column, Dialect, Double, Integer, LargeBinary, MetaData, Table, Text
from sqlalchemy.types import TypeDecorator

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


plans = Table(
    "plans",
    metadata,
    position(),
    Column("run_id", ExactText, nullable=False),
    Column("fingerprint", ExactText, nullable=False),  # of the data set whose examples are attacked
    Column("document", ExactText, nullable=False),
    Column("concluded", Boolean, nullable=False),  # false at first, by the column's own default
    Column("examples", Integer),  # how many are attacked; NULL of people's, and where version 2 concluded it
    Column("revision", Integer, nullable=False),  # grows whenever attempts are recorded or forgotten
)

examples = Table(
    "examples",
    metadata,
    position(),
    Column("fingerprint", ExactText, nullable=False),
    Column("id", ExactText, nullable=False),
    Column("document", Text, nullable=False),
)

perturbations = Table(
    "perturbations",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("example_id", ExactText, nullable=False),
    Column("document", Text, nullable=False),
)

predictions = Table(
    "predictions", metadata, Column("key", Text, primary_key=True), Column("data", LargeBinary, nullable=False)
)

# Two perturbations of one id can differ in their edits and in the names of their passages: these are the attempt's.
attempts = Table(
    "attempts",
    metadata,
    position(),
    Column("run_id", ExactText, nullable=False),
    Column("example_id", ExactText, nullable=False),
    Column("adversary", ExactText, nullable=False),
    Column("victim", ExactText, nullable=False),
    Column("outcome", ExactText, nullable=False),
    Column("before_prediction", LargeBinary),
    Column("before_score", Double),
    Column("before_expected", Double),
    Column("before_succeeded", Boolean, nullable=False),
    Column("before_fault", ExactText),
    Column("after_prediction", LargeBinary),
    Column("after_score", Double),
    Column("after_expected", Double),
    Column("after_succeeded", Boolean),  # NULL: there is no verdict after
    Column("after_fault", ExactText),
    Column("perturbation_id", ExactText),
    Column("edits", Text),
    Column("passages", Text),
    Column("queries", Integer, nullable=False),
    Column("trace", Text, nullable=False),
    Column("reason", ExactText),
    Column("trained_on", Boolean, nullable=False),
    Column("original_id", ExactText),  # NULL: an earlier version recorded it, and it cannot be told
)

# The attempts on what was taken back: no figure and no file has them.
attempts_aside = attempts.to_metadata(metadata, name="attempts_aside")

# What an adversary that proposes all at once has proposed for an attempt, in its order.
candidates = Table(
    "candidates",
    metadata,
    Column("run_id", ExactText, primary_key=True),
    Column("example_id", ExactText, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("perturbation_id", ExactText, nullable=False),
    Column("edits", Text, nullable=False),
    Column("passages", Text, nullable=False),
    Column("stood_by", Boolean, nullable=False),  # the adversary itself returned it
    Column("prediction", LargeBinary),
    Column("score", Double),
    Column("expected", Double),
    Column("succeeded", Boolean, nullable=False),
    Column("fault", ExactText),
)

# Originals of which an attack that proposes for a whole data set has made nothing, where there is no attempt on them.
unmade = Table(
    "unmade",
    metadata,
    Column("run_id", ExactText, primary_key=True),
    Column("example_id", ExactText, primary_key=True),
    Column("reason", ExactText, nullable=False),
)

# What each command that worked on a run has asked of its victim; ``command`` is an id of its own.
work = Table(
    "work",
    metadata,
    Column("run_id", ExactText, primary_key=True),
    Column("command", Text, primary_key=True),
    Column("document", ExactText, nullable=False),
)

# Pieces of a run that a process is at work on; ``beat`` grows while the process lives.
claims = Table(
    "claims",
    metadata,
    Column("run_id", ExactText, primary_key=True),
    Column("example_id", ExactText, primary_key=True),
    Column("owner", ExactText, nullable=False),
    Column("beat", BigInteger, nullable=False),
)

judgements = Table(
    "judgements",
    metadata,
    position(),
    Column("perturbation_id", ExactText, nullable=False),
    Column("annotator", ExactText, nullable=False),
    Column("grammatical", Boolean, nullable=False),
    Column("label_correct", Boolean, nullable=False),
    Column("on_task", Boolean, nullable=False),
    Column("note", ExactText, nullable=False),
    Column("judge", Text, nullable=False),
)

# Of which perturbations samples were drawn to be judged; ``members`` are their ids, a line each, compressed.
populations = Table(
    "populations", metadata, Column("id", Text, primary_key=True), Column("members", LargeBinary, nullable=False)
)

# What was drawn of each; no reference, as for judgements.
draws = Table(
    "draws",
    metadata,
    Column("population_id", Text, primary_key=True),
    Column("perturbation_id", ExactText, primary_key=True),
)

memos = Table(
    "memos",
    metadata,
    Column("key", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("document", ExactText, nullable=False),
)

version = Table(
    "schema_version",
    metadata,
    Column("id", Integer, primary_key=True),  # always 1: the table has one row
    Column("number", Integer, nullable=False),
)
