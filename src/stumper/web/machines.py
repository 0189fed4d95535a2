"""The systems that pages ask: those with which the server was started, guessers that were fitted on it, and models that
projects have named."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from threading import RLock

from stumper.errors import StumperError
from stumper.loading import load_victim, what_answers
from stumper.people.projects.fittings import KIND, PREFIX, guesser_data, guesser_place
from stumper.people.projects.named_models import PREFIX as NAMED
from stumper.people.projects.named_models import NamedModel, Reach, code_of, model_called, open_model
from stumper.protocols import Victim
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.web.arriving import Arrivals
from stumper.web.errors import NotLoaded


@dataclass(frozen=True, slots=True)
class Machines:
    """Desks by the name that pages show. One of the server's ``own`` is waited for while it loads; a fitted guesser is
    opened when it is first asked for, and stays open; a model that a project has named, until it is
    removed or changes."""

    store: Store
    own: Arrivals = field(default_factory=Arrivals)
    reach: Reach = field(default_factory=Reach)
    _fitted: dict[str, Desk] = field(default_factory=dict)
    _named: dict[str, tuple[NamedModel, Desk]] = field(default_factory=dict)
    _lock: RLock = field(default_factory=RLock)

    def desk(self, name: str) -> Desk | None:
        """The desk of this name; None where the server has none, and nothing of this name was fitted.

        StillLoading or NotLoaded where it is not there yet, or will not be.
        """
        if (own := self.own.named(name)) is not None:
            return self.own.desk(own)
        if name.startswith(NAMED):
            return self._named_desk(name)
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
        yield from (desk for _, desk in self._named.values())

    def _named_desk(self, name: str) -> Desk | None:
        """The desk of a model as it stands in the store now."""
        found = model_called(self.store, name)
        with self._lock:
            known = self._named.get(name)
            is_old = known is not None and (found is None or known[0].service != found.service)
            old = self._named.pop(name)[1] if is_old else None
            if found is not None and (known is None or is_old):
                known = self._named[name] = found, _named_desk(self.store, self.reach, found)
        if old is not None:
            old.close()  # which waits for what it is at work on
        return None if found is None or known is None else known[1]


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


def _named_desk(store: Store, reach: Reach, found: NamedModel) -> Desk:
    """NotLoaded where its host is no longer listed, or its key cannot be opened."""
    try:
        victim = open_model(store, reach, found)
    except StumperError as error:
        logging.getLogger("stumper.web").warning("%s cannot be asked: %s", found.name, error)
        raise NotLoaded(found.name) from error
    return Desk(found.name, victim, store.cache(), code_of(found, victim))


def _opened(store: Store, name: str) -> Desk | None:
    """The desk of a guesser, whose folder is kept in the cache of this machine."""
    if guesser_data(store, name) is None:
        return None
    if (place := guesser_place(store, name)) is None:
        logging.getLogger("stumper.web").warning("%s cannot be opened: there is no folder to keep it in", name)
        return None
    spec = f"{KIND}:{place}"
    victim = load_victim(spec)
    return Desk(name, victim, store.cache(), what_answers(spec, victim))
