"""A small project of questions and its people, for what annotators do."""

from sqlalchemy import insert

from stumper.datasets import bundled
from stumper.people.projects import make_project
from stumper.people.queues import lease
from stumper.people.values import Kind, Project, Settings, Work
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import people
from stumper.types import Example

EXAMPLES = bundled().examples[:8]
FINGERPRINT = "reading-8"
KINDS: tuple[Kind, ...] = ("fix", "verify", "judge", "adjudicate", "answer")
NAMES = ("ada", "ben", "cy", "dee", "eli", "fay", "gus")


def settings(**changed: object) -> Settings:
    return Settings(**{"dataset": "reading", "task": "reading", "victims": ("embedded",), "kinds": KINDS} | changed)  # type: ignore[arg-type]


def project_in(store: Store, chosen: Settings | None = None, examples: tuple[Example, ...] = EXAMPLES) -> Project:
    """The project, with seven people who may do anything in it."""
    join(store, *NAMES)
    return make_project(store, "Trial", chosen or settings(), examples, FINGERPRINT, 0.0)


def join(store: Store, *names: str) -> None:
    rows = [{"id": name, "name": name, "administrator": False, "listed": True, "created": 0.0} for name in names]
    with writing(store.engine) as connection:
        connection.execute(insert(people), rows)


def handed(store: Store, project: Project, kind: Kind, person: str, now: float = 1.0) -> Work:
    """What the person is handed, of which there must be something."""
    found = lease(store, project.id, kind, person, now)
    assert found is not None, f"{person} is handed nothing to {kind}"
    return found
