"""A copy of the process that code of others makes, and lets go on, ends where that code returns."""

import os
from collections.abc import Callable, Iterator, Sequence

import pytest

from stumper.errors import UnknownComponent
from stumper.forking import in_one_process
from stumper.registry import made
from stumper.runs.streams import Streams
from stumper.tasks.reading.question import Question
from stumper.types import Passage, Prediction, Query

SAID = Prediction((), None)


def forked() -> int:
    """How the copy of this process ended; in the copy 0, so that it goes on."""
    child = os.fork()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if child else 0


def copies(block: Callable[[], object]) -> list[str]:
    """Runs the block in a process of its own; an x for each process that came by behind it."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        try:
            block()
            os.write(writing, b"x")
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    with os.fdopen(reading) as file:
        return list(file.read())


def test_a_copy_ends_where_the_code_returns() -> None:
    def block() -> None:
        with in_one_process():
            forked()

    assert copies(block) == ["x"]
    assert copies(forked) == ["x", "x"]  # without it both would go on


def test_a_copy_ends_where_the_code_raises() -> None:
    def raises() -> None:
        forked()
        raise ValueError("no weights")

    def block() -> None:
        with pytest.raises(UnknownComponent):
            made("victim", "forks", raises)

    assert copies(block) == ["x"]


def test_a_copy_of_a_stream_tells_nothing_and_holds_nobody_up() -> None:
    class Forking:
        def predict(self, queries: Sequence[Query]) -> list[Prediction]:
            return [SAID for _ in queries]

        def predict_each(self, queries: Sequence[Query]) -> Iterator[tuple[int, Prediction]]:
            assert forked() == 0
            yield 0, SAID

    streams = Streams()
    streams.begin("forking", Forking(), {"a": Question("Who came?", Passage("p", "Ann came."))})
    assert streams.told(20) == [("a", SAID)]
    assert streams.stop() == []
