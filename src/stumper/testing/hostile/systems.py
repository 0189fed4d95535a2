"""The hostile systems of code by name: ``python:stumper.testing.hostile.systems:raises-exception`` is a victim."""

from collections.abc import Callable

from stumper.testing.hostile.keeping import KEEPING
from stumper.testing.hostile.meddling import MEDDLING
from stumper.testing.hostile.raising import RAISING
from stumper.testing.hostile.returning import HONEST, RETURNING
from stumper.testing.hostile.streaming import STREAMING
from stumper.testing.hostile.varying import SHARED, VARYING
from stumper.testing.hostile.ways import Misbehaving, Way

CODE: tuple[Way, ...] = (HONEST, *RAISING, *RETURNING, *STREAMING, *VARYING, *MEDDLING, *KEEPING)
ANOTHER = "another"  # a healthy system that has the fingerprint of one that is not


def another() -> object:
    """Does what it should."""
    return Misbehaving(lambda call: call.honest(), SHARED)


def __getattr__(name: str) -> Callable[[], object]:
    for way in CODE:
        if way.name == name and way.system is not None:
            return way.system
    raise AttributeError(name)
