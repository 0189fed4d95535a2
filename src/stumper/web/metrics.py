"""What the server measures of itself, in the text format of Prometheus."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from threading import Lock

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
Labels = tuple[str, ...]


@dataclass(slots=True)
class Counted:
    """How often something took how long: a count for each bound, one for what took longer, and the sum."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    seconds: float = 0.0


@dataclass(slots=True)
class Durations:
    """A histogram of seconds by labels; any thread may add to it."""

    name: str
    about: str
    labels: Labels
    _found: dict[Labels, Counted] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def add(self, values: Labels, seconds: float) -> None:
        """One more that took so long."""
        assert len(values) == len(self.labels)
        with self._lock:
            counted = self._found.setdefault(values, Counted())
            counted.counts[bisect_left(BOUNDS, seconds)] += 1
            counted.seconds += seconds

    def lines(self) -> Iterator[str]:
        """As Prometheus reads it."""
        yield from _head(self.name, self.about, "histogram")
        with self._lock:
            found = {values: (list(one.counts), one.seconds) for values, one in sorted(self._found.items())}
        for values, (counts, seconds) in found.items():
            given = dict(zip(self.labels, values, strict=True))
            for bound, total in zip((*BOUNDS, "+Inf"), accumulate(counts), strict=True):
                yield f"{self.name}_bucket{_labelled({**given, 'le': str(bound)})} {total}"
            yield f"{self.name}_sum{_labelled(given)} {seconds!r}"
            yield f"{self.name}_count{_labelled(given)} {sum(counts)}"


@dataclass(slots=True)
class Metrics:
    """What is counted as requests are answered; the rest is looked up when it is asked for."""

    requests: Durations = field(
        default_factory=lambda: Durations(
            "stumper_request_duration_seconds", "Requests by route.", ("method", "route", "status")
        )
    )
    statements: Durations = field(
        default_factory=lambda: Durations("stumper_store_duration_seconds", "Statements that the store has done.", ())
    )
    drafts: int = 0
    sockets: int = 0


def values_of(name: str, about: str, kind: str, found: Iterable[tuple[Mapping[str, str], float]]) -> Iterator[str]:
    """A counter or a gauge with a value for each set of labels."""
    yield from _head(name, about, kind)
    for labels, value in found:
        yield f"{name}{_labelled(labels)} {value:g}"


def _head(name: str, about: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def _labelled(labels: Mapping[str, str]) -> str:
    inside = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{inside}}}" if inside else ""


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
