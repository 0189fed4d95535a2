"""The systems of a server, as a process beside it opens them: its own, fitted guessers, models that were named."""

import os
from dataclasses import dataclass

from stumper.errors import BadOption
from stumper.given import System
from stumper.loading import load_victim, what_answers
from stumper.people.projects import fittings, named_models
from stumper.people.projects.key_box import key_box
from stumper.people.projects.named_models import Reach
from stumper.runs.plan import OBJECT
from stumper.store import Store
from stumper.victims.address import without_password
from stumper.victims.allowed_hosts import AllowedHost, AllowedHosts


@dataclass(frozen=True, slots=True)
class Means:
    """What a process needs to know of the server: its ``store``, its own ``systems`` by the names that pages show, each
    as it was named, perhaps with a password, and the ``hosts`` of models that people may name."""

    store: str
    systems: tuple[tuple[str, str], ...] = ()
    hosts: tuple[AllowedHost, ...] = ()


def system_called(store: Store, means: Means, name: str) -> System:
    """The system that pages call so; BadOption where this server has none, or can no longer open it."""
    if (spec := dict(means.systems).get(name)) is not None:
        return System(spec, "" if without_password(spec) == name else name)
    if name.startswith(fittings.PREFIX) and (place := fittings.guesser_place(store, name)) is not None:
        spec = f"{fittings.KIND}:{place}"
        victim = load_victim(spec)
        return System(f"{OBJECT}{name}", name, victim, what_answers(spec, victim))
    if (found := named_models.model_called(store, name)) is not None:
        reach = Reach(AllowedHosts(means.hosts), key_box(store, os.environ))
        victim = named_models.open_model(store, reach, found)
        return System(f"{OBJECT}{name}", name, victim, named_models.code_of(found, victim))
    raise BadOption(f"This server has no model {name!r} any longer. Choose another.")
