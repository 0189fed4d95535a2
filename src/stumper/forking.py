"""Ends copies of this process that code of others makes (``os.fork``) and lets go on."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def in_one_process() -> Iterator[None]:
    """Runs code of others in this process alone: a copy of it that the code has made ends at the end of the block.

    A copy would otherwise go on with the command beside its original: it would write to the same store and the same
    files, and what waits for the copy would wait for ever. What the code starts in other ways is not touched.
    """
    process = os.getpid()
    try:
        yield
    finally:
        if os.getpid() != process:
            os._exit(0)
