"""Numbered steps from an empty database to the tables of ``schema``; a step that has been released never changes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, insert, inspect, select, text, update

from stumper.errors import BadStore
from stumper.store import people_schema, schema
from stumper.store.columns_of_texts import events_told, items_told
from stumper.store.connection import shown, writing
from stumper.store.originals_of_attempts import originals_told, writing_told
from stumper.store.schema import version


@dataclass(frozen=True, slots=True)
class Migration:
    """Steps that lead from version ``number`` - 1 to ``number``.

    {Words in braces} of a statement differ by dialect; what no statement can say of rows is a function.
    """

    number: int
    steps: tuple[str | Callable[[Connection], None], ...]


MIGRATIONS = (
    Migration(
        1,
        (
            """CREATE TABLE plans (
                position {position},
                run_id TEXT NOT NULL UNIQUE,
                fingerprint TEXT NOT NULL,
                document TEXT NOT NULL
            )""",
            """CREATE TABLE examples (
                position {position},
                fingerprint TEXT NOT NULL,
                id TEXT NOT NULL,
                document TEXT NOT NULL,
                UNIQUE (fingerprint, id)
            )""",
            """CREATE TABLE perturbations (
                id TEXT NOT NULL PRIMARY KEY,
                example_id TEXT NOT NULL,
                document TEXT NOT NULL
            )""",
            """CREATE TABLE predictions (
                key TEXT NOT NULL PRIMARY KEY,
                data {bytes} NOT NULL
            )""",
            """CREATE TABLE attempts (
                position {position},
                run_id TEXT NOT NULL REFERENCES plans (run_id),
                example_id TEXT NOT NULL,
                adversary TEXT NOT NULL,
                victim TEXT NOT NULL,
                outcome TEXT NOT NULL,
                before_prediction {bytes},
                before_score DOUBLE PRECISION,
                before_expected DOUBLE PRECISION,
                before_succeeded BOOLEAN NOT NULL,
                before_fault TEXT,
                after_prediction {bytes},
                after_score DOUBLE PRECISION,
                after_expected DOUBLE PRECISION,
                after_succeeded BOOLEAN,
                after_fault TEXT,
                perturbation_id TEXT REFERENCES perturbations (id),
                edits TEXT,
                passages TEXT,
                queries INTEGER NOT NULL,
                trace TEXT NOT NULL,
                reason TEXT,
                UNIQUE (run_id, example_id)
            )""",
            # No reference: judgements may be read from a file before the perturbations that they speak of.
            """CREATE TABLE judgements (
                position {position},
                perturbation_id TEXT NOT NULL,
                annotator TEXT NOT NULL,
                grammatical BOOLEAN NOT NULL,
                label_correct BOOLEAN NOT NULL,
                on_task BOOLEAN NOT NULL,
                note TEXT NOT NULL,
                UNIQUE (perturbation_id, annotator)
            )""",
        ),
    ),
    Migration(
        2,
        (
            "ALTER TABLE plans ADD COLUMN concluded BOOLEAN NOT NULL DEFAULT FALSE",
            # Version 1 took a run that has all its rows for concluded, and so do we then: see preparing.
            "UPDATE plans SET concluded = TRUE",
        ),
    ),
    Migration(
        3,
        (
            "ALTER TABLE plans ADD COLUMN examples INTEGER",
            "ALTER TABLE plans ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX attempts_by_outcome ON attempts (run_id, outcome)",
            """CREATE TABLE memos (
                key TEXT NOT NULL PRIMARY KEY,
                state TEXT NOT NULL,
                document TEXT NOT NULL
            )""",
        ),
    ),
    Migration(
        4,
        (
            "CREATE TABLE secrets (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
            """CREATE TABLE people (
                id TEXT NOT NULL PRIMARY KEY,
                login TEXT UNIQUE,
                name TEXT NOT NULL,
                password TEXT,
                administrator BOOLEAN NOT NULL,
                listed BOOLEAN NOT NULL,
                created DOUBLE PRECISION NOT NULL,
                erased DOUBLE PRECISION
            )""",
            """CREATE TABLE failures (
                key TEXT NOT NULL PRIMARY KEY,
                times INTEGER NOT NULL,
                since DOUBLE PRECISION NOT NULL
            )""",
            """CREATE TABLE sessions (
                hash TEXT NOT NULL PRIMARY KEY,
                person_id TEXT NOT NULL REFERENCES people (id),
                created DOUBLE PRECISION NOT NULL,
                expires DOUBLE PRECISION NOT NULL
            )""",
            "CREATE INDEX sessions_by_person ON sessions (person_id)",
            """CREATE TABLE tokens (
                id TEXT NOT NULL PRIMARY KEY,
                hash TEXT NOT NULL UNIQUE,
                person_id TEXT NOT NULL REFERENCES people (id),
                name TEXT NOT NULL,
                created DOUBLE PRECISION NOT NULL,
                used DOUBLE PRECISION
            )""",
            """CREATE TABLE projects (
                id TEXT NOT NULL PRIMARY KEY,
                name TEXT NOT NULL,
                settings TEXT NOT NULL,
                fingerprint TEXT NOT NULL,
                created DOUBLE PRECISION NOT NULL,
                closed DOUBLE PRECISION
            )""",
            """CREATE TABLE invitations (
                id TEXT NOT NULL PRIMARY KEY,
                hash TEXT NOT NULL UNIQUE,
                project_id TEXT REFERENCES projects (id),
                role TEXT NOT NULL,
                made_by TEXT REFERENCES people (id),
                created DOUBLE PRECISION NOT NULL,
                expires DOUBLE PRECISION NOT NULL,
                places INTEGER NOT NULL
            )""",
            """CREATE TABLE members (
                project_id TEXT NOT NULL REFERENCES projects (id),
                person_id TEXT NOT NULL REFERENCES people (id),
                role TEXT NOT NULL,
                joined DOUBLE PRECISION NOT NULL,
                PRIMARY KEY (project_id, person_id, role)
            )""",
            "CREATE INDEX members_by_person ON members (person_id)",
            # No reference to the invitation: it may be withdrawn.
            """CREATE TABLE removals (
                invitation_id TEXT NOT NULL,
                person_id TEXT NOT NULL REFERENCES people (id),
                PRIMARY KEY (invitation_id, person_id)
            )""",
            """CREATE TABLE uploads (
                id TEXT NOT NULL PRIMARY KEY,
                name TEXT NOT NULL,
                data {bytes} NOT NULL,
                created DOUBLE PRECISION NOT NULL
            )""",
            """CREATE TABLE items (
                position {position},
                id TEXT NOT NULL UNIQUE,
                project_id TEXT NOT NULL REFERENCES projects (id),
                kind TEXT NOT NULL,
                topic TEXT NOT NULL,
                payload TEXT NOT NULL,
                places INTEGER NOT NULL,
                decided BOOLEAN NOT NULL,
                created DOUBLE PRECISION NOT NULL
            )""",
            "CREATE INDEX items_by_queue ON items (project_id, kind, decided, position)",
            "CREATE INDEX items_by_chance ON items (project_id, kind, decided, id)",
            "CREATE INDEX items_by_topic ON items (project_id, kind, topic)",
            """CREATE TABLE exclusions (
                item_id TEXT NOT NULL REFERENCES items (id),
                person_id TEXT NOT NULL REFERENCES people (id),
                PRIMARY KEY (item_id, person_id)
            )""",
            "CREATE INDEX exclusions_by_person ON exclusions (person_id, item_id)",
            """CREATE TABLE assignments (
                position {position},
                id TEXT NOT NULL UNIQUE,
                item_id TEXT NOT NULL REFERENCES items (id),
                person_id TEXT NOT NULL REFERENCES people (id),
                state TEXT NOT NULL,
                expires DOUBLE PRECISION NOT NULL,
                started DOUBLE PRECISION NOT NULL,
                seen DOUBLE PRECISION NOT NULL,
                spent DOUBLE PRECISION NOT NULL,
                ended DOUBLE PRECISION,
                UNIQUE (item_id, person_id)
            )""",
            "CREATE INDEX assignments_by_person ON assignments (person_id)",
            """CREATE TABLE drafts (
                assignment_id TEXT NOT NULL PRIMARY KEY REFERENCES assignments (id),
                revision INTEGER NOT NULL,
                document TEXT NOT NULL,
                saved DOUBLE PRECISION NOT NULL
            )""",
            """CREATE TABLE changes (
                assignment_id TEXT NOT NULL REFERENCES assignments (id),
                number INTEGER NOT NULL,
                at DOUBLE PRECISION NOT NULL,
                document TEXT NOT NULL,
                PRIMARY KEY (assignment_id, number)
            )""",
            """CREATE TABLE tries (
                position {position},
                assignment_id TEXT NOT NULL REFERENCES assignments (id),
                key TEXT NOT NULL,
                kind TEXT NOT NULL,
                at DOUBLE PRECISION NOT NULL,
                fooled BOOLEAN NOT NULL,
                perturbation_id TEXT,
                instance_id TEXT,
                document TEXT NOT NULL,
                UNIQUE (assignment_id, key)
            )""",
            """CREATE TABLE responses (
                assignment_id TEXT NOT NULL PRIMARY KEY REFERENCES assignments (id),
                at DOUBLE PRECISION NOT NULL,
                document TEXT NOT NULL
            )""",
        ),
    ),
    Migration(
        5,
        (
            """CREATE TABLE readings (
                assignment_id TEXT NOT NULL REFERENCES assignments (id),
                number INTEGER NOT NULL,
                at DOUBLE PRECISION NOT NULL,
                document TEXT NOT NULL,
                PRIMARY KEY (assignment_id, number)
            )""",
            """CREATE TABLE tossups (
                position {position},
                id TEXT NOT NULL UNIQUE,
                project_id TEXT NOT NULL REFERENCES projects (id),
                assignment_id TEXT NOT NULL REFERENCES assignments (id),
                key TEXT NOT NULL,
                at DOUBLE PRECISION NOT NULL,
                document TEXT NOT NULL,
                UNIQUE (assignment_id, key)
            )""",
            "CREATE INDEX tossups_by_project ON tossups (project_id, position)",
            """CREATE TABLE rooms (
                id TEXT NOT NULL PRIMARY KEY,
                project_id TEXT NOT NULL REFERENCES projects (id),
                made_by TEXT NOT NULL REFERENCES people (id),
                document TEXT NOT NULL,
                created DOUBLE PRECISION NOT NULL,
                alive DOUBLE PRECISION NOT NULL,
                closed DOUBLE PRECISION
            )""",
            "CREATE INDEX rooms_by_project ON rooms (project_id, created)",
            """CREATE TABLE match_events (
                room_id TEXT NOT NULL REFERENCES rooms (id),
                number INTEGER NOT NULL,
                at DOUBLE PRECISION NOT NULL,
                document TEXT NOT NULL,
                PRIMARY KEY (room_id, number)
            )""",
        ),
    ),
    Migration(
        6,
        (
            "ALTER TABLE attempts ADD COLUMN trained_on BOOLEAN NOT NULL DEFAULT FALSE",
            """CREATE TABLE work (
                run_id TEXT NOT NULL REFERENCES plans (run_id),
                command TEXT NOT NULL,
                document TEXT NOT NULL,
                PRIMARY KEY (run_id, command)
            )""",
            # No reference to the plan: a piece may be claimed by a run that is not recorded yet.
            """CREATE TABLE claims (
                run_id TEXT NOT NULL,
                example_id TEXT NOT NULL,
                owner TEXT NOT NULL,
                beat BIGINT NOT NULL,
                PRIMARY KEY (run_id, example_id)
            )""",
        ),
    ),
    Migration(
        7,
        (
            """CREATE TABLE browsers (
                hash TEXT NOT NULL,
                person_id TEXT NOT NULL REFERENCES people (id),
                created DOUBLE PRECISION NOT NULL,
                expires DOUBLE PRECISION NOT NULL,
                PRIMARY KEY (hash, person_id)
            )""",
            "CREATE INDEX browsers_by_person ON browsers (person_id)",
            """CREATE TABLE recoveries (
                hash TEXT NOT NULL PRIMARY KEY,
                person_id TEXT NOT NULL REFERENCES people (id),
                created DOUBLE PRECISION NOT NULL,
                expires DOUBLE PRECISION NOT NULL
            )""",
            "CREATE INDEX recoveries_by_person ON recoveries (person_id)",
            """CREATE TABLE rates (
                key TEXT NOT NULL PRIMARY KEY,
                remaining DOUBLE PRECISION NOT NULL,
                at DOUBLE PRECISION NOT NULL
            )""",
            # Whoever read the store could compute the first administrator's link.
            "DELETE FROM invitations WHERE id = 'first'",
            # They counted a name wherever it was tried, and an address whatever was tried.
            "DELETE FROM failures",
            # No reference to the person: a turn keeps nobody.
            """CREATE TABLE turns (
                person_id TEXT NOT NULL PRIMARY KEY,
                key TEXT NOT NULL,
                ends DOUBLE PRECISION NOT NULL
            )""",
            # A token of before opens all that its person may do, as it did, and ends 90 days from now.
            "ALTER TABLE tokens ADD COLUMN scope TEXT NOT NULL DEFAULT 'manage'",
            "ALTER TABLE tokens ADD COLUMN expires DOUBLE PRECISION NOT NULL DEFAULT 0",
            "UPDATE tokens SET expires = {now} + 90 * 86400.0",
            # No reference to the owner: it is a person or a project.
            """CREATE TABLE upload_owners (
                upload_id TEXT NOT NULL REFERENCES uploads (id),
                owner_id TEXT NOT NULL,
                name TEXT NOT NULL,
                created DOUBLE PRECISION NOT NULL,
                PRIMARY KEY (upload_id, owner_id)
            )""",
            "CREATE INDEX upload_owners_by_owner ON upload_owners (owner_id)",
            # Who sent a file was not kept: of those of before, projects alone keep the one that they are made of.
            """INSERT INTO upload_owners (upload_id, owner_id, name, created)
                SELECT uploads.id, projects.id, uploads.name, uploads.created FROM uploads
                JOIN projects ON projects.settings LIKE '%"dataset":"upload:' || uploads.id || '"%'""",
            """CREATE TABLE watch_links (
                hash TEXT NOT NULL PRIMARY KEY,
                room_id TEXT NOT NULL REFERENCES rooms (id),
                expires DOUBLE PRECISION NOT NULL
            )""",
            "ALTER TABLE judgements ADD COLUMN judge TEXT NOT NULL DEFAULT 'unknown'",
            # Accounts are people's. Who filled in a sheet was not asked, but for what ships with the package.
            "UPDATE judgements SET judge = 'person' WHERE annotator IN (SELECT id FROM people)",
            "UPDATE judgements SET judge = 'builder' WHERE annotator = 'bundled'",
        ),
    ),
    Migration(
        8,
        (
            # What is asked for stood in the texts of documents and ids.
            "ALTER TABLE items ADD COLUMN key TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE items ADD COLUMN example_id TEXT",
            "ALTER TABLE items ADD COLUMN author_id TEXT REFERENCES people (id)",
            "ALTER TABLE items ADD COLUMN made_of TEXT",
            items_told,
            "CREATE UNIQUE INDEX items_by_key ON items (project_id, kind, key)",
            "ALTER TABLE match_events ADD COLUMN kind TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE match_events ADD COLUMN person_id TEXT",
            events_told,
            "CREATE INDEX match_events_by_person ON match_events (person_id)",
            "ALTER TABLE invitations ADD COLUMN is_first BOOLEAN NOT NULL DEFAULT FALSE",
            "UPDATE invitations SET is_first = TRUE WHERE id LIKE 'first-%'",
            "ALTER TABLE failures ADD COLUMN login TEXT NOT NULL DEFAULT ''",
            "UPDATE failures SET login = substr(key, 1, 64)",
        ),
    ),
    Migration(
        9,
        (
            "ALTER TABLE attempts ADD COLUMN original_id TEXT",
            """UPDATE attempts SET original_id = COALESCE(
                (SELECT example_id FROM perturbations WHERE perturbations.id = attempts.perturbation_id), example_id
            )""",
            originals_told,
            writing_told,
            """CREATE TABLE candidates (
                run_id TEXT NOT NULL,
                example_id TEXT NOT NULL,
                number INTEGER NOT NULL,
                perturbation_id TEXT NOT NULL REFERENCES perturbations (id),
                edits TEXT NOT NULL,
                passages TEXT NOT NULL,
                stood_by BOOLEAN NOT NULL,
                prediction {bytes},
                score DOUBLE PRECISION,
                expected DOUBLE PRECISION,
                succeeded BOOLEAN NOT NULL,
                fault TEXT,
                PRIMARY KEY (run_id, example_id, number),
                FOREIGN KEY (run_id, example_id) REFERENCES attempts (run_id, example_id)
            )""",
        ),
    ),
    Migration(
        10,
        (
            "CREATE TABLE populations (id TEXT NOT NULL PRIMARY KEY, members {bytes} NOT NULL)",
            """CREATE TABLE draws (
                population_id TEXT NOT NULL REFERENCES populations (id),
                perturbation_id TEXT NOT NULL,
                PRIMARY KEY (population_id, perturbation_id)
            )""",
            "CREATE INDEX draws_by_perturbation ON draws (perturbation_id)",
            # What earlier runs made nothing of was not kept, and is not guessed.
            """CREATE TABLE unmade (
                run_id TEXT NOT NULL REFERENCES plans (run_id),
                example_id TEXT NOT NULL,
                reason TEXT NOT NULL,
                PRIMARY KEY (run_id, example_id)
            )""",
        ),
    ),
    Migration(
        11,
        (
            """CREATE TABLE room_codes (
                code TEXT NOT NULL PRIMARY KEY,
                room_id TEXT NOT NULL REFERENCES rooms (id),
                expires DOUBLE PRECISION NOT NULL
            )""",
            """CREATE TABLE guests (
                id TEXT NOT NULL PRIMARY KEY,
                hash TEXT NOT NULL UNIQUE,
                room_id TEXT NOT NULL REFERENCES rooms (id),
                name TEXT NOT NULL,
                created DOUBLE PRECISION NOT NULL,
                expires DOUBLE PRECISION NOT NULL
            )""",
            "CREATE INDEX guests_by_room ON guests (room_id)",
            """CREATE TABLE fittings (
                id TEXT NOT NULL PRIMARY KEY,
                project_id TEXT NOT NULL REFERENCES projects (id),
                upload_id TEXT NOT NULL,
                made_by TEXT NOT NULL REFERENCES people (id),
                state TEXT NOT NULL,
                document TEXT NOT NULL,
                created DOUBLE PRECISION NOT NULL,
                alive DOUBLE PRECISION NOT NULL,
                data {bytes}
            )""",
            "CREATE INDEX fittings_by_project ON fittings (project_id, created)",
        ),
    ),
    Migration(
        12,
        (
            """CREATE TABLE runs_used (
                project_id TEXT NOT NULL REFERENCES projects (id),
                run_id TEXT NOT NULL,
                PRIMARY KEY (project_id, run_id)
            )""",
            # Which runs work was drawn from was not kept: they are those that made something that is judged there.
            """INSERT INTO runs_used (project_id, run_id)
                SELECT DISTINCT items.project_id, attempts.run_id FROM items
                JOIN attempts ON attempts.perturbation_id = items.topic WHERE items.kind = 'judge'""",
            """INSERT INTO runs_used (project_id, run_id)
                SELECT DISTINCT items.project_id, attempts.run_id FROM items
                JOIN attempts ON attempts.perturbation_id = substr(items.key, length(items.topic) + 2)
                WHERE items.kind = 'answer' ON CONFLICT DO NOTHING""",
            """CREATE TABLE made (
                position {position},
                project_id TEXT NOT NULL REFERENCES projects (id),
                id TEXT NOT NULL,
                source TEXT NOT NULL,
                perturbation_id TEXT,
                example_id TEXT,
                assignment_id TEXT,
                item_id TEXT,
                person_id TEXT,
                adversary TEXT NOT NULL,
                at DOUBLE PRECISION,
                question TEXT NOT NULL,
                original TEXT NOT NULL,
                text TEXT NOT NULL,
                answer TEXT NOT NULL,
                sought TEXT NOT NULL,
                standing TEXT NOT NULL,
                judgements INTEGER NOT NULL,
                verdict TEXT NOT NULL,
                UNIQUE (project_id, id)
            )""",
            "CREATE INDEX made_by_standing ON made (project_id, standing)",
            "CREATE INDEX made_by_perturbation ON made (project_id, perturbation_id)",
            "CREATE INDEX made_by_person ON made (project_id, person_id)",
            """CREATE TABLE made_answers (
                project_id TEXT NOT NULL REFERENCES projects (id),
                run_id TEXT NOT NULL,
                example_id TEXT NOT NULL,
                made_id TEXT NOT NULL,
                model TEXT NOT NULL,
                outcome TEXT NOT NULL,
                answer TEXT,
                recorded BIGINT NOT NULL,
                PRIMARY KEY (project_id, run_id, example_id)
            )""",
            "CREATE INDEX made_answers_by_made ON made_answers (project_id, made_id)",
            "CREATE INDEX made_answers_by_outcome ON made_answers (project_id, model, outcome, made_id)",
            """CREATE TABLE made_types (
                project_id TEXT NOT NULL REFERENCES projects (id),
                made_id TEXT NOT NULL,
                type TEXT NOT NULL,
                PRIMARY KEY (project_id, made_id, type)
            )""",
            "CREATE INDEX made_types_by_type ON made_types (project_id, type, made_id)",
            """CREATE TABLE made_judges (
                project_id TEXT NOT NULL REFERENCES projects (id),
                made_id TEXT NOT NULL,
                judge TEXT NOT NULL,
                PRIMARY KEY (project_id, made_id, judge)
            )""",
            "CREATE INDEX made_judges_by_judge ON made_judges (project_id, judge, made_id)",
            """CREATE TABLE acts (
                position {position},
                project_id TEXT NOT NULL REFERENCES projects (id),
                made_id TEXT NOT NULL,
                person_id TEXT NOT NULL REFERENCES people (id),
                at DOUBLE PRECISION NOT NULL,
                kind TEXT NOT NULL,
                said TEXT NOT NULL,
                types_before TEXT,
                types_after TEXT
            )""",
            "CREATE INDEX acts_by_made ON acts (project_id, made_id, position)",
            "CREATE INDEX acts_by_person ON acts (person_id)",
            "ALTER TABLE items ADD COLUMN taken_back BOOLEAN NOT NULL DEFAULT FALSE",
            # As ``attempts``, in which nothing counts that somebody has taken back.
            """CREATE TABLE attempts_aside (
                position {position},
                run_id TEXT NOT NULL REFERENCES plans (run_id),
                example_id TEXT NOT NULL,
                adversary TEXT NOT NULL,
                victim TEXT NOT NULL,
                outcome TEXT NOT NULL,
                before_prediction {bytes},
                before_score DOUBLE PRECISION,
                before_expected DOUBLE PRECISION,
                before_succeeded BOOLEAN NOT NULL,
                before_fault TEXT,
                after_prediction {bytes},
                after_score DOUBLE PRECISION,
                after_expected DOUBLE PRECISION,
                after_succeeded BOOLEAN,
                after_fault TEXT,
                perturbation_id TEXT REFERENCES perturbations (id),
                edits TEXT,
                passages TEXT,
                queries INTEGER NOT NULL,
                trace TEXT NOT NULL,
                reason TEXT,
                trained_on BOOLEAN NOT NULL DEFAULT FALSE,
                original_id TEXT,
                UNIQUE (run_id, example_id)
            )""",
        ),
    ),
    Migration(
        13,
        (
            "ALTER TABLE sessions ADD COLUMN link_id TEXT",
            "ALTER TABLE items ADD COLUMN gold TEXT",
            """CREATE TABLE work_links (
                id TEXT NOT NULL PRIMARY KEY,
                code TEXT NOT NULL UNIQUE,
                project_id TEXT NOT NULL REFERENCES projects (id),
                role TEXT NOT NULL,
                made_by TEXT,
                created DOUBLE PRECISION NOT NULL,
                expires DOUBLE PRECISION NOT NULL,
                closed DOUBLE PRECISION,
                places INTEGER NOT NULL,
                pieces INTEGER NOT NULL,
                parameter TEXT,
                completion TEXT NOT NULL,
                back TEXT NOT NULL
            )""",
            """CREATE TABLE withdrawn (
                assignment_id TEXT NOT NULL PRIMARY KEY REFERENCES assignments (id),
                at DOUBLE PRECISION NOT NULL,
                document TEXT NOT NULL
            )""",
            """CREATE TABLE set_aside (
                position {position},
                project_id TEXT NOT NULL REFERENCES projects (id),
                person_id TEXT NOT NULL REFERENCES people (id),
                reason TEXT NOT NULL,
                made_by TEXT NOT NULL,
                at DOUBLE PRECISION NOT NULL,
                undone DOUBLE PRECISION,
                undone_by TEXT
            )""",
            "CREATE INDEX set_aside_by_person ON set_aside (project_id, person_id)",
            "CREATE INDEX work_links_by_project ON work_links (project_id, created)",
            """CREATE TABLE consent_texts (
                link_id TEXT NOT NULL REFERENCES work_links (id),
                version INTEGER NOT NULL,
                text TEXT NOT NULL,
                at DOUBLE PRECISION NOT NULL,
                made_by TEXT,
                PRIMARY KEY (link_id, version)
            )""",
            """CREATE TABLE arrivals (
                link_id TEXT NOT NULL REFERENCES work_links (id),
                hash TEXT NOT NULL,
                external_id TEXT,
                person_id TEXT NOT NULL REFERENCES people (id),
                at DOUBLE PRECISION NOT NULL,
                browsers INTEGER NOT NULL,
                finished DOUBLE PRECISION,
                PRIMARY KEY (link_id, hash)
            )""",
            "CREATE INDEX arrivals_by_person ON arrivals (person_id)",
            """CREATE TABLE consents (
                link_id TEXT NOT NULL REFERENCES work_links (id),
                person_id TEXT NOT NULL REFERENCES people (id),
                version INTEGER NOT NULL,
                at DOUBLE PRECISION NOT NULL,
                PRIMARY KEY (link_id, person_id, version)
            )""",
        ),
    ),
    Migration(14, ("ALTER TABLE assignments ADD COLUMN turn INTEGER NOT NULL DEFAULT 0",)),
    Migration(
        15,
        (
            """CREATE TABLE named_models (
                id TEXT NOT NULL PRIMARY KEY,
                project_id TEXT NOT NULL REFERENCES projects (id),
                made_by TEXT NOT NULL REFERENCES people (id),
                name TEXT NOT NULL,
                document TEXT NOT NULL,
                key {bytes},
                created DOUBLE PRECISION NOT NULL,
                tested DOUBLE PRECISION,
                trial TEXT
            )""",
            "CREATE INDEX named_models_by_project ON named_models (project_id, created)",
        ),
    ),
    Migration(
        16,
        (
            """CREATE TABLE machine_attacks (
                id TEXT NOT NULL PRIMARY KEY,
                project_id TEXT NOT NULL REFERENCES projects (id),
                made_by TEXT NOT NULL REFERENCES people (id),
                state TEXT NOT NULL,
                wanted TEXT NOT NULL,
                document TEXT NOT NULL,
                created DOUBLE PRECISION NOT NULL,
                alive DOUBLE PRECISION NOT NULL
            )""",
            "CREATE INDEX machine_attacks_by_project ON machine_attacks (project_id, created)",
        ),
    ),
)


def migrate(engine: Engine, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """The database is of the newest version; BadStore where it is of a newer one still, or somebody else's."""
    with engine.connect() as connection:
        if _version(connection, newest=len(migrations)) == len(migrations):
            return
    with writing(engine) as connection:
        _wait_for_turn(connection)
        found = _version(connection, newest=len(migrations))
        if found == 0:
            version.create(connection, checkfirst=True)
            connection.execute(insert(version).values(id=1, number=0))
        for migration in migrations[found:]:
            for step in migration.steps:
                if isinstance(step, str):
                    connection.exec_driver_sql(
                        step.format_map(WORDS[connection.dialect.name]), execution_options=AS_IT_IS
                    )
                else:
                    step(connection)
            connection.execute(update(version).values(number=migration.number))


WORDS = {
    "sqlite": {"position": "INTEGER PRIMARY KEY", "bytes": "BLOB", "now": "(julianday('now') - 2440587.5) * 86400.0"},
    "postgresql": {
        "position": "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
        "bytes": "BYTEA",
        "now": "extract(epoch FROM now())",
    },
}
AS_IT_IS = {"no_parameters": True}  # nothing in the text of a step stands for a value, not even a percent sign
LOCK = 7_886_737  # of PostgreSQL's advisory locks; any number that nobody else uses


def is_current(engine: Engine) -> bool:
    """Whether the database answers, and is of the newest version."""
    with engine.connect() as connection:
        return bool(connection.scalar(select(version.c.number)) == len(MIGRATIONS))


def _version(connection: Connection, newest: int) -> int:
    """The version of the database, 0 where it is new."""
    name, tables = shown(connection.engine.url), set(inspect(connection).get_table_names())
    if version.name not in tables:
        if taken := tables & {*schema.metadata.tables, *people_schema.metadata.tables}:
            raise BadStore(
                f"The database {name} is no store of Stumper's, yet it has a table {min(taken)!r}. "
                "Name another with STUMPER_STORE."
            )
        return 0
    found = connection.execute(select(version.c.number)).scalar()
    if not isinstance(found, int) or found < 1:
        raise BadStore(
            f"The store {name} does not say of which version it is: it was damaged, or changed from outside. Go on "
            "with a copy of it, or name another with STUMPER_STORE."
        )
    if found > newest:
        raise BadStore(
            f"The store {name} is of version {found}, and this Stumper knows versions up to {newest}. "
            "Upgrade Stumper, or name another store with STUMPER_STORE."
        )
    return found


def _wait_for_turn(connection: Connection) -> None:
    """Nobody else migrates until this transaction ends; in SQLite that is so once a write transaction begins."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
