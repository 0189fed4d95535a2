"""What Stumper remembers, in SQLite or PostgreSQL; doing anything twice adds nothing."""

import heapq
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from types import TracebackType
from typing import Self, get_args

from sqlalchemy import Connection, Engine, Table, delete, func, select, update

from stumper.errors import BadStore
from stumper.identity import content_id
from stumper.protocols import Cache
from stumper.standing import UNKNOWN, Ended, Standing
from stumper.store import schema
from stumper.store.attempts import (
    attacked_examples,
    attempt_of,
    attempt_values,
    candidates_values,
    not_recorded,
    perturbation_values,
    perturbations_of,
    proposed_in,
    revise,
)
from stumper.store.claims import Claims, release
from stumper.store.codec import PredictionCache
from stumper.store.connection import (
    chunks,
    connect,
    disconnect,
    insert_once,
    insert_or_replace,
    rows_of,
    shown,
    store_file,
    value_of,
    values_of,
    writing,
)
from stumper.store.damage import undamaged
from stumper.store.documents import example_document, example_of
from stumper.store.draws import Draws
from stumper.store.ended import ended_in, outcomes_in, reasons_in, record_unmade, unmade_in
from stumper.store.memos import Memos, code_fingerprint
from stumper.store.migrations import is_current, migrate
from stumper.store.sittings import Sittings
from stumper.types import Attempt, Example, JudgeKind, Judgement, Prediction, Query

ALWAYS = ""  # the state of what is kept by the content of a data set, which no result changes
TOGETHER = 500  # attempts that are read at once: a run may have a million


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
            disconnect(engine)
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
        return dict(rows_of(self.engine, query))

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
        return value_of(self.engine, query) is not None

    def put_examples(self, fingerprint: str, examples: Iterable[Example]) -> None:
        """The examples are known, each once; BadStore where another one is known by an id already.

        The fingerprint vouches for the data set's own examples. The ids of what a file has made of them are the file's.
        """
        table = schema.examples
        with self.engine.connect() as connection:
            query = select(table.c.id, table.c.document).where(table.c.fingerprint == fingerprint)
            known: dict[str, str] = dict(connection.execute(query).all())
        new = self._new_examples(fingerprint, examples, known)
        if some := list(islice(new, TOGETHER)):
            with writing(self.engine) as connection:
                while some:
                    connection.execute(insert_once(table, self.engine.dialect.name), some)
                    some = list(islice(new, TOGETHER))

    def _new_examples(
        self, fingerprint: str, examples: Iterable[Example], known: Mapping[str, str]
    ) -> Iterator[dict[str, str]]:
        """The values of the examples that are not known yet, one by one, as a data set may have a million."""
        for example in examples:
            document = example_document(example)
            if example.id not in known:
                yield {"fingerprint": fingerprint, "id": example.id, "document": document}
            elif known[example.id] != document and example_of(example.id, known[example.id]) != example:
                raise BadStore(
                    f"The store {shown(self.engine.url)} knows another example of this data set by the id "
                    f"{example.id!r}: it is of another file of adversarial examples, or an earlier version of Stumper "
                    "has read this file otherwise. Give the examples of one file other ids, or name another store with "
                    "STUMPER_STORE."
                )

    def example(self, fingerprint: str, id: str) -> Example:
        """One example; KeyError where it is not known."""
        table = schema.examples
        query = select(table.c.document).where(table.c.fingerprint == fingerprint, table.c.id == id)
        document = value_of(self.engine, query)
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

    def each_example(self, fingerprint: str) -> Iterator[Example]:
        """Reads the known examples of a data set one by one, in the order of first recording."""
        table = schema.examples
        query = select(table.c.id, table.c.document).where(table.c.fingerprint == fingerprint)
        with self.engine.connect() as connection:
            asked = query.order_by(table.c.position).execution_options(yield_per=TOGETHER)
            with connection.execute(asked) as rows:  # closed also where somebody looks at the first ones alone
                for id, document in rows:
                    with undamaged(self.name):
                        found = example_of(id, document)
                    yield found

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
            examples = attacked_examples(connection, attempts)
        rows = [attempt_values(attempt, examples[attempt.run_id, attempt.example_id]) for attempt in attempts]
        perturbed = [perturbation_values(found) for attempt in attempts for found in perturbations_of(attempt)]
        # Two writers that add the same perturbations in the same order never wait for each other in a circle.
        perturbed.sort(key=lambda values: str(values["id"]))
        dialect = self.engine.dialect.name
        with writing(self.engine) as connection:
            revise(connection, sorted({attempt.run_id for attempt in attempts}))
            proposed = [values for one in not_recorded(connection, attempts) for values in candidates_values(one)]
            if perturbed:
                connection.execute(insert_once(schema.perturbations, dialect), perturbed)
            connection.execute(insert_once(schema.attempts, dialect), rows)
            if proposed:
                connection.execute(insert_once(schema.candidates, dialect), proposed)
            for run_id in sorted({attempt.run_id for attempt in attempts}):
                release(connection, run_id, [attempt.example_id for attempt in attempts if attempt.run_id == run_id])

    def attempts(self, run_id: str, has_candidates: bool = True) -> list[Attempt]:
        """The run's attempts, in the order of recording; where wanted, with their candidates."""
        return [attempt for attempt, _ in self._attempted(run_id, has_candidates=has_candidates)]

    def attempt(self, run_id: str, example_id: str) -> Attempt | None:
        """The run's attempt on one example; None where there is none."""
        return next((attempt for attempt, _ in self._attempted(run_id, [example_id])), None)

    def attempt_aside(self, run_id: str, example_id: str) -> Attempt | None:
        """The attempt of the run on this example that was set aside, as what it is on was taken back."""
        aside = self._attempted(run_id, [example_id], has_candidates=False, table=schema.attempts_aside)
        return next((attempt for attempt, _ in aside), None)

    def attempts_on(
        self, run_id: str, ids: Sequence[str], has_candidates: bool = True
    ) -> Iterator[tuple[Attempt, Example]]:
        """Reads the run's attempts on examples of these ids one by one, in this order, each with its example; where
        wanted, with their candidates. Ids without an attempt are passed over."""
        for some in chunks(ids):
            found = {one[0].example_id: one for one in self._attempted(run_id, some, has_candidates)}
            yield from (found[id] for id in some if id in found)

    def ended(self, run_id: str) -> list[Ended]:
        """How the run's attempts ended, in the order of the examples of its data set."""
        with undamaged(self.name), self.engine.connect() as connection:
            return ended_in(connection, run_id)

    def _attempted(
        self,
        run_id: str,
        ids: Collection[str] | None = None,
        has_candidates: bool = True,
        table: Table = schema.attempts,
    ) -> Iterator[tuple[Attempt, Example]]:
        """The run's attempts, or those on these examples, each with its example; where wanted, with its candidates."""
        perturbed = schema.perturbations
        query = select(
            table,
            perturbed.c.example_id.label("perturbed_id"),
            perturbed.c.document.label("perturbation"),
            schema.examples.c.document.label("example"),
        )
        query = schema.with_examples(query, table, run_id)
        query = query.outerjoin(perturbed, perturbed.c.id == table.c.perturbation_id).order_by(table.c.position)
        with undamaged(self.name), self.engine.connect() as connection:
            rows = iter(connection.execute(query if ids is None else query.where(table.c.example_id.in_(ids))))
            while some := list(islice(rows, TOGETHER)):
                proposed = proposed_in(connection, run_id, [row.example_id for row in some]) if has_candidates else {}
                for row in some:
                    example = example_of(row.example_id, row.example)
                    yield attempt_of(row, example, tuple(proposed.get(row.example_id, ()))), example

    def finished(self, run_id: str) -> set[str]:
        """The ids of the examples that the run has an attempt on."""
        query = select(schema.attempts.c.example_id).where(schema.attempts.c.run_id == run_id)
        return set(values_of(self.engine, query))

    def outcomes(self, run_id: str) -> dict[str, int]:
        """How many of the run's attempts ended how, as reports count them; ``errors`` has all that lost a query."""
        with self.engine.connect() as connection:
            return outcomes_in(connection, run_id)

    def trained_on(self, run_id: str) -> int:
        """How many of the run's attempts are on examples that the victim was trained on."""
        table = schema.attempts
        query = select(func.count()).where(table.c.run_id == run_id, table.c.trained_on.is_(True))
        return int(value_of(self.engine, query))

    def errors(self, run_id: str) -> dict[str, str]:
        """Why the run's errored attempts ended so, by example, in the order of recording."""
        table = schema.attempts
        query = select(table.c.example_id, table.c.reason).where(table.c.run_id == run_id, table.c.outcome == "errored")
        return dict(rows_of(self.engine, query.order_by(table.c.position)))

    def unasked(self, run_id: str) -> int:
        """In how many of the run's attempts, errored ones apart, no variant was asked."""
        table, proposed = schema.attempts, schema.candidates
        answered = select(proposed.c.example_id).where(
            proposed.c.run_id == run_id, proposed.c.prediction.is_not(None)
        )  # fmt: skip
        query = select(func.count()).where(
            table.c.run_id == run_id,
            table.c.outcome != "errored",
            table.c.after_prediction.is_(None),
            table.c.example_id.not_in(answered),
        )
        return int(value_of(self.engine, query))

    def errors_before_variants(self, run_id: str) -> set[str]:
        """The examples of the run's errored attempts that ended before anything was proposed: on their originals."""
        table, proposed = schema.attempts, schema.candidates
        query = select(table.c.example_id).where(
            table.c.run_id == run_id,
            table.c.outcome == "errored",
            table.c.example_id.not_in(select(proposed.c.example_id).where(proposed.c.run_id == run_id)),
        )
        return {row.example_id for row in rows_of(self.engine, query)}

    def forget_errored(self, run_id: str) -> int:
        """The run's errored attempts are gone, so that it makes them again; how many there were."""
        table = schema.attempts
        errored = select(table.c.example_id).where(table.c.run_id == run_id, table.c.outcome == "errored")
        proposed = schema.candidates
        with writing(self.engine) as connection:
            connection.execute(delete(proposed).where(proposed.c.run_id == run_id, proposed.c.example_id.in_(errored)))
            query = delete(table).where(table.c.run_id == run_id, table.c.outcome == "errored")
            if forgotten := connection.execute(query).rowcount:
                revise(connection, [run_id])
            return forgotten

    def put_unmade(self, run_id: str, reasons: Mapping[str, str]) -> None:
        """Records why nothing was made of the originals with these ids, on which there is no attempt; what is recorded
        already stays.

        The plan and the examples must have been put before.
        """
        if reasons:
            with writing(self.engine) as connection:
                record_unmade(connection, run_id, reasons)

    def unmade(self, run_id: str) -> dict[str, str]:
        """Why nothing was made of originals of a run, by their ids, in the order of their data set; none of a run that
        version 9 made."""
        return {row.example_id: row.reason for row in rows_of(self.engine, unmade_in(run_id))}

    def unmade_reasons(self, run_id: str) -> dict[str, int]:
        """Why nothing was made of originals of a run, with of how many each time, the most frequent reason first."""
        return dict(rows_of(self.engine, reasons_in(run_id)))

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
        return list(values_of(self.engine, query))

    def recorded_queries(self, run_id: str) -> int:
        """The distinct queries of each of the run's attempts, added up; of those that the victim failed on, none."""
        table = schema.attempts
        answered = (table.c.run_id == run_id) & (table.c.outcome != "errored")
        query = select(func.coalesce(func.sum(table.c.queries), 0)).where(answered)
        return int(value_of(self.engine, query))

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
        held = list(rows_of(self.engine, select(table.c.example_id, *columns).where(table.c.run_id == run_id)))
        held = held if among is None else [row for row in held if row.example_id in among]
        of_each = [[row.example_id for row in held if row[place]] for place in range(1, len(KEPT) + 1)]
        most = wanted(sum(map(len, of_each)))
        lowest = [
            [(id, when) for id in heapq.nsmallest(most, ids, key=rank)] for when, ids in zip(KEPT, of_each, strict=True)
        ]
        drawn = [one for turn in zip_longest(*lowest) for one in turn if one is not None]
        known = {
            one.example_id: (one, example) for one, example in self._attempted(run_id, {id for id, _ in drawn}, False)
        }
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
        query = select(*(table.c[name] for name in Judgement.__slots__)).order_by(table.c.position)
        found: list[Judgement] = []
        with undamaged(self.name), self.engine.connect() as connection:
            known = connection.execute(select(func.count()).select_from(table)).scalar_one()
            some = [query.where(table.c.perturbation_id.in_(chunk)) for chunk in chunks(list(places))]
            for part in [query] if known < len(places) else some:
                rows = connection.execute(part).mappings()
                found += [Judgement(**row) for row in rows if row["perturbation_id"] in places]
            if strange := {judgement.judge for judgement in found}.difference(get_args(JudgeKind)):
                raise ValueError(f"no judge is of the kind {min(strange)!r}")
        return sorted(found, key=lambda judgement: places[judgement.perturbation_id])

    def state(self, run_ids: Sequence[str]) -> str:
        """A text that is another as soon as anything is that a result of these runs is computed from: their attempts,
        examples, anybody's judgements and what was drawn for them, or Stumper's own code.
        """
        plans, examples, judgements = schema.plans, schema.examples, schema.judgements
        revisions = select(plans.c.run_id, plans.c.fingerprint, plans.c.revision).where(plans.c.run_id.in_(run_ids))
        known = select(func.count()).select_from(examples)
        with self.engine.connect() as connection:
            runs = [list(row) for row in connection.execute(revisions.order_by(plans.c.run_id))]
            sets = sorted({fingerprint for _, fingerprint, _ in runs})
            sizes = [connection.execute(known.where(examples.c.fingerprint == one)).scalar_one() for one in sets]
            judged = [list(row) for row in connection.execute(select(judgements).order_by(judgements.c.position))]
            drawn = [list(row) for row in connection.execute(select(schema.draws).order_by(*schema.draws.c))]
        return content_id(code_fingerprint(), runs, sizes, judged, drawn)

    def draws(self) -> Draws:
        """The samples that were drawn to be judged."""
        return Draws(self.engine)

    def put_left_out(self, fingerprint: str, sentences: Sequence[str]) -> None:
        """Keeps what of the file or the rows of a data set is no example of it, and why."""
        if sentences:
            self.memos().put(f"left out of {fingerprint}", ALWAYS, json.dumps(list(sentences)))

    def left_out(self, fingerprint: str) -> list[str]:
        """The sentences that ``put_left_out`` kept of a data set; none where nothing was left out of it."""
        document = self.memos().get(f"left out of {fingerprint}", ALWAYS)
        return [] if document is None else [str(one) for one in json.loads(document)]

    def memos(self) -> Memos:
        """The results that are kept with the state that they were computed from."""
        return Memos(self.engine)

    def sittings(self, goes_on: bool = False) -> Sittings:
        """The sittings at which questions are read to machines without a fingerprint; see there for ``goes_on``."""
        return Sittings(self.memos(), goes_on)

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

    def is_current(self) -> bool:
        """Whether the database answers and nobody has brought it to another version meanwhile."""
        return is_current(self.engine)

    def close(self) -> None:
        """Nothing is held open any longer."""
        disconnect(self.engine)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def record_judgements(connection: Connection, judgements: Iterable[Judgement]) -> None:
    """What ``put_judgements`` does, as part of a transaction that does more."""
    values = [{name: getattr(judgement, name) for name in Judgement.__slots__} for judgement in judgements]
    values.sort(key=lambda row: (row["perturbation_id"], row["annotator"]))
    statement = insert_or_replace(schema.judgements, connection.dialect.name, key=("perturbation_id", "annotator"))
    if values:
        connection.execute(statement, values)


KEPT = ("after", "before")  # an attempt keeps the last answer to what it made, and that to the original


def _answer(attempt: Attempt, example: Example, when: str) -> tuple[Query, Prediction]:
    verdict, made = (attempt.after, attempt.perturbation) if when == "after" else (attempt.before, None)
    assert verdict is not None, "it was drawn because it is there"
    assert verdict.prediction is not None
    return made.query if made is not None else example.query, verdict.prediction
