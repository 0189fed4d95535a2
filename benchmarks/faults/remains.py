"""What a command leaves behind: rows, predictions, files and figures; whether two such remains are the same."""

import json
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from sqlalchemy import create_engine, func, make_url, select, text
from sqlalchemy.pool import NullPool

from faults.counting import noted
from faults.scenes import Scene
from stumper.runs import counts_of
from stumper.store import Store, schema
from stumper.types import Attempt

OF_THE_WORK = {"queries", "seconds", "usage"}  # what --json says of the work itself, which a kill may add to
PROOF = re.compile(rb'[0-9,]+ queries put: [^"<\n]*')  # what a report says of the work
READ = {"lamps.json", "variants.json", "plan.toml", "stdout", "stderr"}  # files that are not what a command wrote
BRIEF = 5.0  # seconds in which a database may notice that its client is dead


@dataclass(frozen=True)
class Remains:
    """``rows`` are the attempts of each run in the order of their ids, ``asked`` how often each query was put.

    ``claimed`` is how many answers of the victim the store says that its runs stand on, ``held`` how many pieces of
    work are still marked as somebody's.
    """

    rows: Mapping[str, Sequence[Attempt]]
    is_concluded: Mapping[str, bool]
    predictions: Mapping[str, bytes]
    files: Mapping[str, bytes]
    figures: object
    asked: Counter[str]
    claimed: int
    held: int


def remains_of(scene: Scene) -> Remains:
    """All that a command which has ended left."""
    with Store.open(scene.store) as store:
        runs = sorted(store.plans())
        rows = {id: sorted(store.attempts(id), key=lambda attempt: attempt.example_id) for id in runs}
        concluded = {id: store.standing(id).complete for id in runs}
        counts = [counts_of(json.loads(document)) for id in runs for document in store.counts(id)]
        with store.engine.connect() as connection:
            held = connection.execute(select(func.count()).select_from(schema.claims)).scalar_one()
            predictions = dict(connection.execute(select(schema.predictions.c.key, schema.predictions.c.data)).all())
    said = (scene.folder / "stdout").read_text()
    claimed = sum(one.answered + one.again for one in counts)
    return Remains(rows, concluded, predictions, files_of(scene), _figures(said), noted(scene.log), claimed, held)


def files_of(scene: Scene) -> dict[str, bytes]:
    """What the command wrote, by path, drafts of files among them; without what it says of the work."""
    paths = [path for path in scene.folder.rglob("*") if path.is_file()]
    named = {str(path.relative_to(scene.folder)): path for path in paths}
    return {name: PROOF.sub(b"", path.read_bytes()) for name, path in named.items() if name not in READ}


def differences(found: Remains, whole: Remains) -> Iterator[str]:
    """In which of its parts this is not what an undisturbed command left; drafts of files left aside."""
    if found.rows != whole.rows:
        yield f"rows differ: {_sizes(found.rows)} for {_sizes(whole.rows)}"
    if not all(found.is_concluded.values()):
        yield "a run is not concluded"
    if found.predictions != whole.predictions:
        yield f"predictions differ: {len(found.predictions)} for {len(whole.predictions)}"
    if found.figures != whole.figures:
        yield "figures differ"
    if found.asked.keys() != whole.asked.keys():
        yield f"other queries were asked: {len(found.asked)} for {len(whole.asked)}"
    if found.held:
        yield f"{found.held} pieces of work are still claimed"
    if found.claimed > found.asked.total():
        yield f"{found.claimed} answers are claimed, and {found.asked.total()} queries were put"
    for name in sorted(whole.files):
        if found.files.get(name) != whole.files[name]:
            yield f"{name} differs"


def is_draft(name: str) -> bool:
    """Whether a file is one that a killed command was about to put in another's place."""
    return name.endswith(".partial")


def is_locked(store: str) -> bool:
    """Whether somebody who is dead keeps others from writing the store."""
    url = make_url(store)
    if url.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(str(url.database), timeout=BRIEF, isolation_level=None)) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return True
        return False
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    engine, until = create_engine(url, poolclass=NullPool), time.monotonic() + BRIEF
    with engine.connect() as connection:
        while is_held := connection.execute(others).scalar_one() > 0:
            connection.rollback()
            if time.monotonic() > until:
                break
            time.sleep(0.05)
    return bool(is_held)


def _figures(said: str) -> object:
    """What a command printed as its result; of JSON without what it says of the work."""
    if not said.startswith("{"):
        return said
    return {name: value for name, value in json.loads(said).items() if name not in OF_THE_WORK}


def _sizes(rows: Mapping[str, Sequence[Attempt]]) -> dict[str, int]:
    return {id[:8]: len(attempts) for id, attempts in rows.items()}
