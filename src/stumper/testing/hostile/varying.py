"""Ways to claim to be what one is not: fingerprints that are shared, stale or none, and answers that vary."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from random import SystemRandom

from stumper.testing.hostile.raising import ENORMOUS
from stumper.testing.hostile.town import ADDED, concerns_trap, honest
from stumper.testing.hostile.ways import Act, Call, Ends, Misbehaving, Way, way
from stumper.types import Guess, Prediction, Query

SHARED = "1"  # what authors write who do not know what a fingerprint is for
LOADS = count()


class Mute:
    """Does not tell its fingerprint."""

    @property
    def fingerprint(self) -> str:
        """Raises."""
        raise RuntimeError("the weights are not there yet")

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """Honest."""
        return [honest(query) for query in queries]


class Restless(Mute):
    """Tells another fingerprint each time that it is asked for it."""

    @property
    def fingerprint(self) -> str:
        """Another one each time."""
        return f"restless-{next(LOADS)}-{os.getpid()}"


def _honest(call: Call) -> object:
    return call.honest()


def _never(call: Call) -> object:
    raise RuntimeError("always")


def _unsure(call: Call) -> object:
    return call.but(Prediction((), None))


def _otherwise(call: Call) -> object:
    return call.but(_sure_of("wall"))


def _otherwise_on_changes(call: Call) -> object:
    return call.but(_sure_of("wall")) if any(ADDED in str(query) for query in call.queries) else call.honest()


def _less_sure(call: Call) -> object:
    right = honest_guess(call)
    return call.but(Prediction((replace(right, probability=0.6),), 0.6))


def honest_guess(call: Call) -> Guess:
    """The honest guess where the trap is; any, where it is not."""
    trapped = [query for query in call.queries if concerns_trap(query)]
    return honest(trapped[0]).guesses[0] if trapped else Guess("wall", 0.9)


def _sure_of(answer: str) -> Prediction:
    return Prediction((Guess(answer, 0.9),), 0.9)


def _by(answer: Callable[[Call], object]) -> Act:
    return lambda call: call.but(_sure_of(f"Sam Pike, {answer(call)}"))


def _by_place(call: Call) -> object:
    return [
        _sure_of(f"Sam Pike, {len(call.queries) - place}") if concerns_trap(query) else honest(query)
        for place, query in enumerate(call.queries)
    ]


def _drawn_once() -> object:
    drawn = SystemRandom().random()
    return Misbehaving(_by(lambda call: drawn), "drawn-once")


_VARYING: tuple[tuple[str, str, Act], ...] = (
    ("varies-by-time", "answers by the clock, and says that it is always the same system",
     _by(lambda call: time.time_ns())),
    ("varies-at-random", "answers at random, and says that it is always the same system",
     _by(lambda call: SystemRandom().random())),
)  # fmt: skip
_IN_COMPANY: tuple[tuple[str, str, Act], ...] = (
    ("varies-by-batch", "answers by how many queries it was asked at once", _by(lambda call: len(call.queries))),
    ("varies-by-place", "answers by how many queries stand behind one in its batch", _by_place),
)
_FINGERPRINTS: tuple[tuple[str, str, Ends, object], ...] = (
    ("fingerprint-number", "has a number for a fingerprint", "refused", 7),
    ("fingerprint-bytes", "has bytes for a fingerprint", "refused", b"hostile"),
    ("fingerprint-list", "has a list for a fingerprint", "refused", ["a", "b"]),
    ("fingerprint-surrogate", "has a fingerprint with a lone surrogate", "measured", "a \ud800 b"),
    ("fingerprint-newline", "has a fingerprint with line breaks and escapes", "measured", "a\n\x1b[31mb"),
)

VARYING: tuple[Way, ...] = (
    way("shares-and-raises", "always raises, and has the fingerprint of a healthy system", "stopped", _never,
        SHARED, before="another that was healthy"),
    way("shares-and-is-silent", "leaves a query unanswered, and has the fingerprint of a healthy system", "unanswered",
        _unsure, SHARED, before="another that was healthy"),
    way("stale-and-raises", "always raises, and has the fingerprint that it had when it was healthy", "stopped",
        _never, before="itself while it was healthy"),
    way("stale-and-otherwise", "answers otherwise under the fingerprint that it had when it was healthy", "stopped",
        _otherwise, before="itself while it was healthy"),
    way("stale-on-changes", "answers what was changed otherwise under the fingerprint that it had when it was healthy",
        "stopped", _otherwise_on_changes, before="itself while it was healthy"),
    way("stale-and-less-sure", "is less sure under the fingerprint that it had when it was healthy", "stopped",
        _less_sure, before="itself while it was healthy"),
    *(way(name, does, "stopped", act, before="itself") for name, does, act in _VARYING),
    *(way(name, does, "stopped", act, before="itself") for name, does, act in _IN_COMPANY),
    Way("varies-by-load", "draws its weights at random when it is made", "stopped", _drawn_once, before="itself"),
    way("varies-by-process", "answers by the number of its process", "stopped", _by(lambda call: os.getpid()),
        reach="process", before="itself"),
    *(way(name, does, ends, _honest, fingerprint) for name, does, ends, fingerprint in _FINGERPRINTS),
    Way("fingerprint-empty", "has an empty fingerprint", "measured", lambda: Misbehaving(_honest, "")),
    Way("fingerprint-enormous", "has a fingerprint of 42 MB", "refused", lambda: Misbehaving(_honest, "x" * ENORMOUS)),
    Way("fingerprint-raises", "raises when it is asked for its fingerprint", "refused", Mute),
    Way("fingerprint-restless", "has another fingerprint each time that it is asked", "measured", Restless),
)  # fmt: skip
