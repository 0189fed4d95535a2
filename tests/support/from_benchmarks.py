"""Modules of benchmarks/ in a test."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BENCHMARKS = str(Path(__file__).parents[2] / "benchmarks")


@contextmanager
def from_benchmarks(*others: str) -> Iterator[None]:
    """Meanwhile modules of benchmarks/ can be imported; these others, which what is wanted imports and of whose names
    there may be more elsewhere, are forgotten at the end."""
    sys.path.insert(0, BENCHMARKS)
    try:
        yield
    finally:
        sys.path.remove(BENCHMARKS)
        for name in others:
            sys.modules.pop(name, None)
