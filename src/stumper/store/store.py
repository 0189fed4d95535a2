"""What Stumper remembers, in SQLite or PostgreSQL; doing anything twice adds nothing."""

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from types import TracebackType
from typing import Self, get_args

from sqlalchemy import Connection, Engine, delete, func, select, update

from stumper.errors import BadStore
from stumper.identity import content_id
from stumper.protocols import Cache
from stumper.store import schema
from stumper.store.attempts import attempt_of, attempt_values, perturbation_values, revise
from stumper.store.claims import Claims, release
from stumper.store.codec import PredictionCache
from stumper.store.connection import chunks, connect, insert_once, insert_or_replace, shown, store_file, writing
from stumper.store.damage import undamaged
from stumper.store.documents import example_document, example_of
from stumper.store.memos import Memos, code_fingerprint
from stumper.store.migrations import migrate
from stumper.store.standing import UNKNOWN, Standing
from stumper.types import Attempt, Example, JudgeKind, Judgement, Prediction, Query


@dataclass(frozen=True, slots=True)
class Store:
    """Plans, examples, attempts with their perturbations, judgements, and a cache of predictions."""

    engine: Engine

    @classmethod
    def open(cls, url: str, outlasts_power: bool = False) -> Self:
        """The store at a SQLAlchemy URL or a path, made or brought up to date where need be; else BadStore.

        Where it ``outlasts_power``, what has been written is still there after a power cut, and writing waits for the
        disk; without, a power cut may take the last seconds of a SQLite file back, and never tears it.
        """
        engine = connect(url, outlasts_power)
        try:
            migrate(engine)
        except BaseException:
            engine.dispose()
            raise
        return cls(engine)

    @property
    def name(self) -> str:
        """The store in a message: the file, or the server without its password."""
        return shown(self.engine.url)

    @property
    def url(self) -> str:
        """Where another process opens the same store; with the password, so not for showing."""
        return self.engine.url.render_as_string(hide_password=False)

    def put_plan(self, run_id: str, document: str, fingerprint: str) -> None:
        """The run is known; ``fingerprint`` is of the data set whose examples its attempts are on."""
        statement = insert_once(schema.plans, self.engine.dialect.name)
        with writing(self.engine) as connection:
            connection.execute(statement, {"run_id": run_id, "fingerprint": fingerprint, "document": document})

    def amend_plan(self, run_id: str, document: str) -> None:
        """The run is known by this document from now on, which says the same of all that makes its id."""
        known = update(schema.plans).where(schema.plans.c.run_id == run_id)
        with writing(self.engine) as connection:
            connection.execute(known.values(document=document))

    def plans(self) -> dict[str, str]:
        """Documents by run id, in the order of first recording."""
        query = select(schema.plans.c.run_id, schema.plans.c.document).order_by(schema.plans.c.position)
        with self.engine.connect() as connection:
            return dict(connection.execute(query).all())

    def begin(self, run_id: str, examples: int) -> None:
        """The run is to attempt so many; until it has been concluded, what it lacks of them is still to come."""
        table = schema.plans
        begun = update(table).where(table.c.run_id == run_id, table.c.concluded.is_(False)).values(examples=examples)
        with writing(self.engine) as connection:
            connection.execute(begun)

    def conclude(self, run_id: str, examples: int) -> None:
        """The command that attacked so many examples in this run has written everything that it was to write."""
        table = schema.plans
        concluded = update(table).where(table.c.run_id == run_id).values(concluded=True, examples=examples)
        with writing(self.engine) as connection:
            connection.execute(concluded)

    def standing(self, run_id: str) -> Standing:
        """How far a run has come; a run that is not known has not begun."""
        table = schema.plans
        query = select(table.c.concluded, table.c.examples).where(table.c.run_id == run_id)
        count = select(func.count()).select_from(schema.attempts).where(schema.attempts.c.run_id == run_id)
        with self.engine.connect() as connection:
            row = connection.execute(query).one_or_none()
            attempts = connection.execute(count).scalar_one() if row else 0
        with undamaged(self.name):
            if row is not None and not isinstance(row.examples, int | None):
                raise TypeError(f"a {type(row.examples).__name__} in the place of how many examples a run has")
        return Standing(attempts, row.examples, row.concluded) if row else UNKNOWN

    def attacked(self, fingerprint: str) -> bool:
        """Whether a run on this data set has been concluded."""
        table = schema.plans
        query = select(table.c.run_id).where(table.c.fingerprint == fingerprint, table.c.concluded).limit(1)
        with self.engine.connect() as connection:
            return connection.scalar(query) is not None

    def put_examples(self, fingerprint: str, examples: Iterable[Example]) -> None:
        """The examples are known, each once; BadStore where another one is known by an id already.

        The fingerprint vouches for the data set's own examples. The ids of what a file has made of them are the file's.
        """
        table = schema.examples
        with self.engine.connect() as connection:
            query = select(table.c.id, table.c.document).where(table.c.fingerprint == fingerprint)
            known: dict[str, str] = dict(connection.execute(query).all())
        values = []
        for example in examples:
            document = example_document(example)
            if example.id not in known:
                values.append({"fingerprint": fingerprint, "id": example.id, "document": document})
            elif known[example.id] != document and example_of(example.id, known[example.id]) != example:
                raise BadStore(
                    f"The store {shown(self.engine.url)} knows another example of this data set by the id "
                    f"{example.id!r}, of another file of adversarial examples. Give those of one file other ids, or "
                    "name another store with STUMPER_STORE."
                )
        if values:
            with writing(self.engine) as connection:
                connection.execute(insert_once(table, self.engine.dialect.name), values)

    def example(self, fingerprint: str, id: str) -> Example:
        """One example; KeyError where it is not known."""
        table = schema.examples
        query = select(table.c.document).where(table.c.fingerprint == fingerprint, table.c.id == id)
        with self.engine.connect() as connection:
            document = connection.scalar(query)
        if document is None:
            raise KeyError(id)
        with undamaged(self.name):
            return example_of(id, document)

    def examples(self, fingerprint: str) -> dict[str, Example]:
        """All known examples of a data set by id, in the order of first recording."""
        table = schema.examples
        query = select(table.c.id, table.c.document).where(table.c.fingerprint == fingerprint)
        with undamaged(self.name), self.engine.connect() as connection:
            rows = connection.execute(query.order_by(table.c.position))
            return {id: example_of(id, document) for id, document in rows}

    def examples_of(self, fingerprint: str, ids: Iterable[str]) -> dict[str, Example]:
        """Those of a data set with these ids, as far as they are known."""
        table = schema.examples
        query = select(table.c.id, table.c.document).where(table.c.fingerprint == fingerprint)
        with undamaged(self.name), self.engine.connect() as connection:
            return {
                id: example_of(id, document)
                for chunk in chunks(sorted(set(ids)))
                for id, document in connection.execute(query.where(table.c.id.in_(chunk)))
            }

    def put_attempts(self, attempts: Sequence[Attempt]) -> None:
        """All of them are recorded, or after an error none; their plans and examples must have been put before."""
        if not attempts:
            return
        with undamaged(self.name), self.engine.connect() as connection:
            examples = _attacked_examples(connection, attempts)
        rows = [attempt_values(attempt, examples[attempt.run_id, attempt.example_id]) for attempt in attempts]
        perturbed = [perturbation_values(found) for attempt in attempts if (found := attempt.perturbation)]
        # Two writers that add the same perturbations in the same order never wait for each other in a circle.
        perturbed.sort(key=lambda values: str(values["id"]))
        with writing(self.engine) as connection:
            revise(connection, sorted({attempt.run_id for attempt in attempts}))
            if perturbed:
                connection.execute(insert_once(schema.perturbations, self.engine.dialect.name), perturbed)
            connection.execute(insert_once(schema.attempts, self.engine.dialect.name), rows)
            for run_id in sorted({attempt.run_id for attempt in attempts}):
                release(connection, run_id, [attempt.example_id for attempt in attempts if attempt.run_id == run_id])

    def attempts(self, run_id: str) -> list[Attempt]:
        """The run's attempts, in the order of recording."""
        return [attempt for attempt, _ in self._attempted(run_id)]

    def _attempted(self, run_id: str, ids: Collection[str] | None = None) -> Iterator[tuple[Attempt, Example]]:
        """The run's attempts, or those on these examples, each with its example."""
        table, perturbed, examples = schema.attempts, schema.perturbations, schema.examples
        query = (
            select(
                table,
                perturbed.c.example_id.label("perturbed_id"),
                perturbed.c.document.label("perturbation"),
                examples.c.document.label("example"),
            )
            .join(schema.plans, schema.plans.c.run_id == table.c.run_id)
            .join(
                examples,
                (examples.c.fingerprint == schema.plans.c.fingerprint) & (examples.c.id == table.c.example_id),
            )
            .outerjoin(perturbed, perturbed.c.id == table.c.perturbation_id)
            .where(table.c.run_id == run_id)
            .order_by(table.c.position)
        )
        with undamaged(self.name), self.engine.connect() as connection:
            for row in connection.execute(query if ids is None else query.where(table.c.example_id.in_(ids))):
                example = example_of(row.example_id, row.example)
                yield attempt_of(row, example), example

    def finished(self, run_id: str) -> set[str]:
        """The ids of the examples that the run has an attempt on."""
        query = select(schema.attempts.c.example_id).where(schema.attempts.c.run_id == run_id)
        with self.engine.connect() as connection:
            return set(connection.scalars(query))

    def outcomes(self, run_id: str) -> dict[str, int]:
        """How many of the run's attempts ended how."""
        outcome = schema.attempts.c.outcome
        query = select(outcome, func.count()).where(schema.attempts.c.run_id == run_id).group_by(outcome)
        with self.engine.connect() as connection:
            return dict(connection.execute(query.order_by(outcome)).all())

    def trained_on(self, run_id: str) -> int:
        """How many of the run's attempts are on examples that the victim was trained on."""
        table = schema.attempts
        query = select(func.count()).where(table.c.run_id == run_id, table.c.trained_on.is_(True))
        with self.engine.connect() as connection:
            return connection.execute(query).scalar_one()

    def errors(self, run_id: str) -> dict[str, str]:
        """Why the run's errored attempts ended so, by example, in the order of recording."""
        table = schema.attempts
        query = select(table.c.example_id, table.c.reason).where(table.c.run_id == run_id, table.c.outcome == "errored")
        with self.engine.connect() as connection:
            return dict(connection.execute(query.order_by(table.c.position)).all())

    def forget_errored(self, run_id: str) -> int:
        """The run's errored attempts are gone, so that it makes them again; how many there were."""
        table = schema.attempts
        with writing(self.engine) as connection:
            query = delete(table).where(table.c.run_id == run_id, table.c.outcome == "errored")
            if forgotten := connection.execute(query).rowcount:
                revise(connection, [run_id])
            return forgotten

    def put_counts(self, run_id: str, command: str, document: str) -> None:
        """Records what one command has asked for a run so far; it takes the place of what that command recorded before.

        The plan must have been put before.
        """
        statement = insert_or_replace(schema.work, self.engine.dialect.name, key=("run_id", "command"))
        with writing(self.engine) as connection:
            connection.execute(statement, {"run_id": run_id, "command": command, "document": document})

    def counts(self, run_id: str) -> list[str]:
        """The documents that ``put_counts`` recorded, one a command; none of a run that version 5 made."""
        query = select(schema.work.c.document).where(schema.work.c.run_id == run_id).order_by(schema.work.c.command)
        with self.engine.connect() as connection:
            return list(connection.scalars(query))

    def recorded_queries(self, run_id: str) -> int:
        """The distinct queries of each of the run's attempts, added up; of those that the victim failed on, none."""
        table = schema.attempts
        answered = (table.c.run_id == run_id) & (table.c.outcome != "errored")
        query = select(func.coalesce(func.sum(table.c.queries), 0)).where(answered)
        with self.engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def recorded_answers(
        self,
        run_id: str,
        wanted: Callable[[int], int],
        rank: Callable[[str], str],
        among: Collection[str] | None = None,
    ) -> list[tuple[Query, Prediction]]:
        """Some of what the run's attempts, or those on ``among`` these examples, have kept of their victim's answers.

        ``wanted`` says how many of so many; those of the lowest ranks by the ids of their examples, answers to what was
        made and to originals by turns, so that neither goes without.
        """
        table = schema.attempts
        columns = [table.c[f"{when}_prediction"].is_not(None) for when in KEPT]
        with self.engine.connect() as connection:
            held = list(connection.execute(select(table.c.example_id, *columns).where(table.c.run_id == run_id)))
        held = held if among is None else [row for row in held if row.example_id in among]
        of_each = [[row.example_id for row in held if row[place]] for place in range(1, len(KEPT) + 1)]
        most = wanted(sum(map(len, of_each)))
        lowest = [
            [(id, when) for id in heapq.nsmallest(most, ids, key=rank)] for when, ids in zip(KEPT, of_each, strict=True)
        ]
        drawn = [one for turn in zip_longest(*lowest) for one in turn if one is not None]
        known = {one.example_id: (one, example) for one, example in self._attempted(run_id, {id for id, _ in drawn})}
        with undamaged(self.name):
            distinct = dict(_answer(*known[id], when) for id, when in drawn)  # two attempts can share an original
        return list(distinct.items())[:most]

    def put_judgements(self, judgements: Iterable[Judgement]) -> None:
        """Each is recorded; an annotator's later judgement of the same perturbation takes the place of the earlier."""
        with writing(self.engine) as connection:
            record_judgements(connection, judgements)

    def judgements(self, perturbation_ids: Iterable[str]) -> list[Judgement]:
        """The judgements of these perturbations, in the order of the ids given, then of first recording."""
        table = schema.judgements
        places = {id: place for place, id in enumerate(dict.fromkeys(perturbation_ids))}
        columns = [table.c[name] for name in Judgement.__slots__]
        found: list[Judgement] = []
        with undamaged(self.name), self.engine.connect() as connection:
            for chunk in chunks(list(places)):
                query = select(*columns).where(table.c.perturbation_id.in_(chunk)).order_by(table.c.position)
                found += [Judgement(**row) for row in connection.execute(query).mappings()]
            if strange := {judgement.judge for judgement in found}.difference(get_args(JudgeKind)):
                raise ValueError(f"no judge is of the kind {min(strange)!r}")
        return sorted(found, key=lambda judgement: places[judgement.perturbation_id])

    def state(self, run_ids: Sequence[str]) -> str:
        """A text that is another as soon as anything is that a result of these runs is computed from: their attempts,
        examples, anybody's judgements, or Stumper's own code.
        """
        plans, examples, judgements = schema.plans, schema.examples, schema.judgements
        revisions = select(plans.c.run_id, plans.c.fingerprint, plans.c.revision).where(plans.c.run_id.in_(run_ids))
        known = select(func.count()).select_from(examples)
        with self.engine.connect() as connection:
            runs = [list(row) for row in connection.execute(revisions.order_by(plans.c.run_id))]
            sets = sorted({fingerprint for _, fingerprint, _ in runs})
            sizes = [connection.execute(known.where(examples.c.fingerprint == one)).scalar_one() for one in sets]
            judged = [list(row) for row in connection.execute(select(judgements).order_by(judgements.c.position))]
        return content_id(code_fingerprint(), runs, sizes, judged)

    def memos(self) -> Memos:
        """The results that are kept with the state that they were computed from."""
        return Memos(self.engine)

    def claims(self, run_id: str, owner: str) -> Claims:
        """What this owner works on in a run, among others."""
        return Claims(self.engine, run_id, owner)

    @property
    def is_private(self) -> bool:
        """Whether no other process can open this store, as it is in memory."""
        return self.engine.dialect.name == "sqlite" and store_file(self.url) is None

    def cache(self) -> Cache:
        """The predictions that outlive a run."""
        return PredictionCache(self.engine)

    def close(self) -> None:
        """Nothing is held open any longer."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def store_url(environ: Mapping[str, str]) -> str:
    """Where the store is: what STUMPER_STORE names, else stumper.db in the working directory."""
    return environ.get("STUMPER_STORE") or "sqlite:///stumper.db"


def record_judgements(connection: Connection, judgements: Iterable[Judgement]) -> None:
    """What ``put_judgements`` does, as part of a transaction that does more."""
    values = [{name: getattr(judgement, name) for name in Judgement.__slots__} for judgement in judgements]
    values.sort(key=lambda row: (row["perturbation_id"], row["annotator"]))
    statement = insert_or_replace(schema.judgements, connection.dialect.name, key=("perturbation_id", "annotator"))
    if values:
        connection.execute(statement, values)


def _attacked_examples(connection: Connection, attempts: Sequence[Attempt]) -> dict[tuple[str, str], Example]:
    """By run and example."""
    table = schema.examples
    found: dict[tuple[str, str], Example] = {}
    for run_id in sorted({attempt.run_id for attempt in attempts}):
        query = (
            select(table.c.id, table.c.document)
            .join(schema.plans, schema.plans.c.fingerprint == table.c.fingerprint)
            .where(schema.plans.c.run_id == run_id)
        )
        for chunk in chunks([attempt.example_id for attempt in attempts if attempt.run_id == run_id]):
            for id, document in connection.execute(query.where(table.c.id.in_(chunk))):
                found[run_id, id] = example_of(id, document)
    for attempt in attempts:
        known = (attempt.run_id, attempt.example_id) in found
        assert known, f"the example {attempt.example_id!r} of run {attempt.run_id!r} was not put before its attempt"
    return found


KEPT = ("after", "before")  # an attempt keeps the last answer to what it made, and that to the original


def _answer(attempt: Attempt, example: Example, when: str) -> tuple[Query, Prediction]:
    verdict, made = (attempt.after, attempt.perturbation) if when == "after" else (attempt.before, None)
    assert verdict is not None, "it was drawn because it is there"
    assert verdict.prediction is not None
    return made.query if made is not None else example.query, verdict.prediction
