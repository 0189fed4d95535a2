"""What a store holds is checked where it is read: files are damaged, and people change them from outside."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager

from stumper.errors import BadStore
from stumper.reasons import reason_of

# What becomes of documents and bytes that are not what was written: they cannot be taken apart.
_DAMAGED = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError, struct.error)


@contextmanager
def undamaged(store: str = "") -> Iterator[None]:
    """Says BadStore, of the store of this name, where what is taken apart meanwhile was not written by Stumper."""
    try:
        yield
    except _DAMAGED as error:
        raise BadStore(written_elsewhere(reason_of(error), store)) from error


def written_elsewhere(reason: str, store: str = "") -> str:
    """The sentence of a store, of this name where one is given, that holds what Stumper did not write."""
    named = f"The store {store}" if store else "The store"
    return (
        f"{named} holds what Stumper did not write ({reason}): it was damaged, or changed from outside. Go on with a "
        "copy of it, or name another store with STUMPER_STORE."
    )
