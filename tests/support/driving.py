"""A generator that asks, and what it is told, until it returns."""

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

Asked, Returned = TypeVar("Asked"), TypeVar("Returned")


def driven(
    asking: Generator[Iterable[Asked], Any, Returned], reply: Callable[[list[Asked]], object]
) -> tuple[list[list[Asked]], Returned]:
    """All batches that it has asked for, each answered by ``reply``, and what it returned."""
    batches: list[list[Asked]] = []
    told: object = None  # which starts it
    while True:
        try:
            batch = asking.send(told)
        except StopIteration as end:
            return batches, end.value
        batches.append(list(batch))
        told = reply(batches[-1])
