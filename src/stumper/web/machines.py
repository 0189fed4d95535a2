"""The systems that pages ask: those with which the server was started, and guessers that were fitted on it."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from threading import RLock

from stumper.loading import load_victim, what_answers
from stumper.people.projects.fittings import PREFIX, guesser_data, unpack
from stumper.protocols import Victim
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.victims.guessing.kept import kept
from stumper.web.arriving import Arrivals

KIND = "ir"  # of what is fitted


@dataclass(frozen=True, slots=True)
class Machines:
    """Desks by the name that pages show. One of the server's ``own`` is waited for while it loads; a fitted guesser is
    opened when it is first asked for, and stays open."""

    store: Store
    own: Arrivals = field(default_factory=Arrivals)
    _fitted: dict[str, Desk] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)

    def desk(self, name: str) -> Desk | None:
        """The desk of this name; None where the server has none, and nothing of this name was fitted.

        StillLoading or NotLoaded where it is not there yet, or will not be.
        """
        if (own := self.own.named(name)) is not None:
            return self.own.desk(own)
        if not name.startswith(PREFIX):
            return None
        with self._lock:
            if name not in self._fitted and (opened := _opened(self.store, name)) is not None:
                self._fitted[name] = opened
            return self._fitted.get(name)

    def open(self) -> Iterator[Desk]:
        """All that is open now."""
        yield from (one.made for one in self.own.models if one.made is not None)
        yield from self._fitted.values()


class Desks(Mapping[str, Desk]):
    """The desks of the server's machines as a mapping, which names those alone with which it was started."""

    def __init__(self, machines: Machines) -> None:
        self.machines = machines

    def __getitem__(self, name: str) -> Desk:
        """The desk; KeyError."""
        found = self.machines.desk(name)
        if found is None:
            raise KeyError(name)
        return found

    def __contains__(self, name: object) -> bool:
        """Whether the server has it, loaded or not."""
        return isinstance(name, str) and (self.machines.own.named(name) is not None or super().__contains__(name))

    def __iter__(self) -> Iterator[str]:
        return (one.name for one in self.machines.own.models)

    def __len__(self) -> int:
        return len(self.machines.own.models)


class Victims(Mapping[str, Victim]):
    """What answers at each of these desks."""

    def __init__(self, desks: Desks) -> None:
        self.desks = desks

    def __getitem__(self, name: str) -> Victim:
        """The victim; KeyError."""
        return self.desks[name].victim

    def __contains__(self, name: object) -> bool:
        """Whether the server has it, loaded or not."""
        return name in self.desks

    def __iter__(self) -> Iterator[str]:
        return iter(self.desks)

    def __len__(self) -> int:
        return len(self.desks)


def _opened(store: Store, name: str) -> Desk | None:
    """The desk of a guesser, whose folder is kept in the cache of this machine."""
    if (data := guesser_data(store, name)) is None:
        return None
    place = kept(f"guesser-{name.removeprefix(PREFIX)}", lambda folder: unpack(data, folder), lambda folder: folder)
    if place is None:
        logging.getLogger("stumper.web").warning("%s cannot be opened: there is no folder to keep it in", name)
        return None
    spec = f"{KIND}:{place}"
    victim = load_victim(spec)
    return Desk(name, victim, store.cache(), what_answers(spec, victim))
