"""Models that a project's administrators name: an address, a key that nobody sees again, and a test before any use."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
from sqlalchemy import Row, delete, func, insert, select, update

from stumper.errors import BadOption, NotThere, Refused, StumperError
from stumper.identity import content_id
from stumper.loading import what_answers
from stumper.material import check_evidence, drawn
from stumper.people.accounts.secrets import new_id
from stumper.people.projects.key_box import KeyBox
from stumper.people.projects.project import check_open, locked_project, project
from stumper.protocols import Victim
from stumper.shown import shortened
from stumper.store import Store
from stumper.store.connection import row_of, rows_of, value_of, writing
from stumper.store.people_schema import named_models as table
from stumper.store.values import from_text, to_text
from stumper.types import Example
from stumper.victims.allowed_hosts import AllowedHosts, place_of
from stumper.victims.guarded import Resolve, guarded_client, resolved
from stumper.victims.named_service import BODIES, NamedService, checked_key, checked_url, introduced, opened
from stumper.victims.retrying import Unanswered

PREFIX = "named:"  # of the name under which projects have a model that was named here
MOST_MODELS = 20  # of a project
LONGEST_MODEL = 200
SHOWN = 300  # characters of a question or an answer
_LABEL = re.compile(r"\w[\w .-]{0,39}")


@dataclass(frozen=True, slots=True)
class Reach:
    """What a server needs to ask such models: the hosts that it may ask, what seals keys, and how names resolve."""

    hosts: AllowedHosts = field(default_factory=AllowedHosts)
    keys: KeyBox = field(default_factory=KeyBox)
    resolve: Resolve = resolved


@dataclass(frozen=True, slots=True)
class Trial:
    """One item that the model was asked: what it answered, how sure and how quickly, or ``fault``, why not."""

    at: float
    asked: str = ""
    answer: str = ""
    confidence: float | None = None
    milliseconds: int = 0
    fault: str = ""


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A model of a project; ``name`` is what pages, runs and results call it."""

    id: str
    project_id: str
    made_by: str
    name: str
    service: NamedService
    has_key: bool
    created: float
    tested: float | None
    trial: Trial | None


def add_model(
    store: Store, reach: Reach, project_id: str, label: str, service: NamedService, key: str, person_id: str, now: float
) -> NamedModel:
    """The model is in the project, which cannot use it before it has been tested.

    BadOption where the label, the address or the key cannot be meant; Refused where its host is not allowed, or the
    project has too many.
    """
    if not _LABEL.fullmatch(label):
        raise BadOption("A model's name has 1 to 40 letters, digits, spaces, dots and hyphens.")
    if service.kind == "openai" and not (0 < len(service.model) <= LONGEST_MODEL and service.model.isprintable()):
        raise BadOption(f"Say which model the endpoint is asked for, in at most {LONGEST_MODEL} characters.")
    if service.kind not in ("http", "openai") or service.takes not in BODIES:
        raise BadOption("Choose how the model is asked.")
    url = httpx.URL(checked_url(service.url).asked)
    reach.hosts.check(url)
    check_open(project(store, project_id))
    id = new_id()
    name, document = f"{PREFIX}{label}@{place_of(url)}~{id[:8]}", to_text(service)
    sealed = reach.keys.seal(checked_key(key), _sealed_for(id, service)) if key else None
    with writing(store.engine) as connection:
        locked_project(connection, project_id)
        count = select(func.count()).select_from(table).where(table.c.project_id == project_id)
        if connection.execute(count).scalar_one() >= MOST_MODELS:
            raise Refused(f"A project has at most {MOST_MODELS} models of its own. Remove one first.")
        values = {"id": id, "project_id": project_id, "made_by": person_id, "name": name, "document": document}
        connection.execute(insert(table).values(**values, key=sealed, created=now))
    return named_model(store, project_id, id)


def named_models(store: Store, project_id: str) -> Sequence[NamedModel]:
    """Those of a project, the newest first."""
    query = select(table).where(table.c.project_id == project_id).order_by(table.c.created.desc(), table.c.id)
    return [_model(row) for row in rows_of(store.engine, query)]


def named_model(store: Store, project_id: str, id: str) -> NamedModel:
    """The model of this project; NotThere."""
    for one in named_models(store, project_id):
        if one.id == id:
            return one
    raise NotThere("There is no such model in this project.")


def usable_models(store: Store, project_id: str) -> tuple[str, ...]:
    """What the project may use of its own, by name, the newest first."""
    return tuple(one.name for one in named_models(store, project_id) if one.tested is not None)


def try_model(
    store: Store, reach: Reach, project_id: str, id: str, now: float, ticks: Callable[[], float] = time.monotonic
) -> NamedModel:
    """The model has been asked one of the project's items, and what came of it is kept.

    Once it has answered, the project may use it; a later test that fails is told, and takes nothing away.
    """
    found = named_model(store, project_id, id)
    example = _one_item(store, project_id)
    service, trial = found.service, Trial(now, asked=shortened(example.query.text, SHOWN))
    try:
        service, trial = _asked(store, reach, found, example, trial, ticks)
    except (StumperError, Unanswered) as error:
        trial = replace(trial, fault=str(error))
    values: dict[str, Any] = {"trial": to_text(trial), "document": to_text(service)}
    if found.tested is None and not trial.fault:
        values["tested"] = now
    with writing(store.engine) as connection:
        connection.execute(update(table).where(table.c.id == id).values(**values))
    return named_model(store, project_id, id)


def remove_model(store: Store, project_id: str, id: str) -> None:
    """The model is gone, and its key; Refused where the project still uses it."""
    found = named_model(store, project_id, id)
    with writing(store.engine) as connection:
        if found.name in locked_project(connection, project_id).settings.victims:
            raise Refused("The project uses this model. Take it out of its settings first.")
        connection.execute(delete(table).where(table.c.id == id))


def open_model(store: Store, reach: Reach, found: NamedModel) -> Victim:
    """The system behind it, of which nothing is asked yet; Refused where its host is no longer allowed."""
    reach.hosts.check(httpx.URL(found.service.url))
    sealed = value_of(store.engine, select(table.c.key).where(table.c.id == found.id))
    key = reach.keys.opened(sealed, _sealed_for(found.id, found.service)) if sealed is not None else ""
    return opened(found.service, key, guarded_client(reach.hosts, reach.resolve))


def code_of(found: NamedModel, victim: Victim) -> str:
    """What its predictions are kept by: for it alone, as another project's at one address may have another key."""
    return content_id(PREFIX, found.id, what_answers(f"{found.service.kind}:", victim))


def model_called(store: Store, name: str) -> NamedModel | None:
    """The tested model of this name; None where there is none."""
    row = row_of(store.engine, select(table).where(table.c.name == name, table.c.tested.is_not(None)))
    return None if row is None else _model(row)


def _asked(
    store: Store, reach: Reach, found: NamedModel, example: Example, trial: Trial, ticks: Callable[[], float]
) -> tuple[NamedService, Trial]:
    """What the system says of itself, and of one item; whatever it raises."""
    victim = open_model(store, reach, found)
    check_evidence(victim, "the project's data set", [example])
    service = introduced(found.service, victim)
    victim = open_model(store, reach, replace(found, service=service))
    began = ticks()
    [prediction] = victim.predict([example.query])
    milliseconds = round(1000 * (ticks() - began))
    best = prediction.guesses[0] if prediction.guesses else None
    answer = "" if best is None else shortened(best.answer, SHOWN)
    confidence = None if best is None else best.probability
    return service, replace(trial, answer=answer, confidence=confidence, milliseconds=milliseconds)


def _one_item(store: Store, project_id: str) -> Example:
    found = project(store, project_id)
    [example] = drawn(list(store.examples(found.fingerprint).values()), 1, found.settings.seed)
    return example


def _sealed_for(id: str, service: NamedService) -> str:
    """What a key is good for: this row, at this address."""
    return content_id(id, service.kind, service.url)


def _model(row: Row[Any]) -> NamedModel:
    trial = None if row.trial is None else from_text(Trial, row.trial)
    return NamedModel(
        row.id, row.project_id, row.made_by, row.name, from_text(NamedService, row.document), row.key is not None,
        row.created, row.tested, trial,
    )  # fmt: skip
