"""Lets one thread at a time parse Python's syntax into a tree (the module ``ast``).

CPython before 3.11.8 and 3.12.2 notes the depth of such a tree in one place for all threads: where the garbage
collector lets another thread parse in the middle of it, the first fails with a SystemError about a recursion depth.
numpy parses the head of every array that it reads so.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

_lock = RLock()


@contextmanager
def parsing() -> Iterator[None]:
    """No other thread is in such a block."""
    with _lock:
        yield


def _renew() -> None:
    """A copy of the process has one thread alone: what another one held would be held for ever."""
    global _lock
    _lock = RLock()


os.register_at_fork(after_in_child=_renew)
