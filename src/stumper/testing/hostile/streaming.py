"""Ways to hand predictions over one by one, as ``predict_each`` does, and get it wrong."""

from collections.abc import Iterator
from itertools import repeat
from time import sleep

from stumper.testing.hostile.town import concerns_trap, honest
from stumper.testing.hostile.ways import LONG, RELEASED, Act, Call, Ends, Streaming, Way
from stumper.types import Guess, Prediction

Pairs = Iterator[tuple[int, Prediction]]


def _pairs(call: Call) -> Pairs:
    yield from enumerate(call.honest())


def _silent(call: Call) -> Pairs:
    yield from (pair for pair in _pairs(call) if not call.is_trap)


def _gaps(call: Call) -> Pairs:
    yield from (pair for pair in _pairs(call) if not concerns_trap(call.queries[pair[0]]))


def _backwards(call: Call) -> Pairs:
    yield from reversed(list(_pairs(call)))


def _again(call: Call) -> Pairs:
    for pair in _pairs(call):
        yield from repeat(pair, 2 if concerns_trap(call.queries[pair[0]]) else 1)


def _otherwise_again(call: Call) -> Pairs:
    yield from _pairs(call)
    if call.is_trap:
        yield 0, Prediction((Guess("wall", 0.9),), 0.9)


def _endless(call: Call) -> Pairs:
    yield from _pairs(call)
    while call.is_trap and not RELEASED.is_set():
        yield 0, honest(call.queries[0])


def _outside(call: Call) -> Pairs:
    for index, said in _pairs(call):
        yield (index + 1_000 if call.is_trap else index), said


def _negative(call: Call) -> Pairs:
    for index, said in _pairs(call):
        yield (index - len(call.queries) if call.is_trap else index), said


def _textual(call: Call) -> Iterator[tuple[object, Prediction]]:
    for index, said in _pairs(call):
        yield (str(index) if call.is_trap else index), said


def _bare(call: Call) -> Iterator[object]:
    for index, said in _pairs(call):
        yield said if call.is_trap else (index, said)


def _breaking(call: Call) -> Pairs:
    for index, said in _pairs(call):
        if concerns_trap(call.queries[index]):
            raise RuntimeError("the connection is gone")
        yield index, said


def _exiting(call: Call) -> Pairs:
    for index, said in _pairs(call):
        if concerns_trap(call.queries[index]):
            raise SystemExit(0)
        yield index, said


def _hanging(call: Call) -> Pairs:
    for index, said in _pairs(call):
        if concerns_trap(call.queries[index]):
            RELEASED.wait(LONG)
        yield index, said


def _dripping(call: Call) -> Pairs:
    for pair in _pairs(call):
        sleep(0.1)
        yield pair


def _wrong(call: Call) -> Pairs:
    yield from enumerate(call.but(Prediction((Guess("Sam Pike", float("nan"), 0),), None)))


_ROWS: tuple[tuple[str, str, Ends, Act], ...] = (
    ("streams-backwards", "hands its predictions over in another order", "measured", _backwards),
    ("streams-slowly", "hands its predictions over with pauses", "measured", _dripping),
    ("streams-nothing", "hands nothing over", "errored", _silent),
    ("streams-gaps", "leaves a query out", "errored", _gaps),
    ("streams-and-raises", "raises in the middle", "errored", _breaking),
    ("streams-and-exits", "raises SystemExit(0) in the middle", "errored", _exiting),
    ("streams-and-hangs", "hangs in the middle", "errored", _hanging),
    ("streams-twice", "hands a prediction over twice", "refused", _again),
    ("streams-otherwise", "hands another prediction for the same query over", "refused", _otherwise_again),
    ("streams-endlessly", "never ends", "refused", _endless),
    ("streams-outside", "names queries that it was not asked", "refused", _outside),
    ("streams-negative", "names queries by numbers below 0", "refused", _negative),
    ("streams-textual", "names queries by text", "refused", _textual),
    ("streams-bare", "hands predictions over without their numbers", "refused", _bare),
    ("streams-wrong", "hands over what breaks the contract", "refused", _wrong),
    ("streams-none", "returns None for a stream", "refused", lambda call: None if call.is_trap else _pairs(call)),
)


def _row(name: str, does: str, ends: Ends, act: Act) -> Way:
    return Way(name, does, ends, lambda: Streaming(act, name))


STREAMING: tuple[Way, ...] = tuple(_row(*row) for row in _ROWS)
