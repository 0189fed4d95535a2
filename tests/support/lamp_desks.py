"""A project with one lamp, and the API of it as the programs of its people see it."""

import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from stumper.adversaries.reading.insertion import inserted
from stumper.people.accounts.person import Role
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Kind, Project, Settings
from stumper.people.projects.uploads import put_upload
from stumper.people.study.founding import make_project
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Squad, Variant, write_adversarial
from stumper.types import Answer, Example, Gold, Passage
from visiting import Site, Visit

TEXT = "The lamp was lit by Ada Thorn. <b>Jeff</b> kept it."
KINDS: tuple[Kind, ...] = ("fix", "verify", "judge", "adjudicate", "answer")
LAMP = Example("lamp", Question("Who lit the lamp?", Passage("p", TEXT, "Lamp")), Gold((Answer("Ada Thorn", 20),)))
RAW = {"id": "lamp-raw0", "question": LAMP.query.text, "answers": ["Ada Thorn"], "sentence": "Jeff Dean dim the lamp.",
       "fake_answer": "Jeff Dean"}  # fmt: skip
YES_TO_ALL = {"grammatical": True, "label_correct": True, "on_task": True, "note": " no\n reason "}


@dataclass(frozen=True)
class Place:
    """A project with the one lamp, and the API as people of it see it."""

    site: Site
    project: Project

    def join(self, *roles: Role) -> "Desk":
        """A new person with these roles."""
        person = self.site.person()
        for role in roles:
            add_member(self.site.house.store, self.project.id, person.id, role, self.site.house.clock())
        return Desk(self.site.program(person), f"/api/v1/projects/{self.project.id}", person.id)

    def upload(self, name: str, data: bytes) -> str:
        return put_upload(self.site.house.store, name, data, self.site.house.clock(), self.project.id)

    def raw(self, *rows: object) -> str:
        return self.upload("raw.jsonl", "".join(json.dumps(row) + "\n" for row in rows or (RAW,)).encode())


@dataclass(frozen=True)
class Desk:
    """One person's program at the API of the project."""

    visit: Visit
    at: str
    id: str

    def next(self, kind: Kind) -> dict[str, object] | None:
        """What is next, None where nothing is left."""
        said = self.visit.get(f"{self.at}/work/{kind}")
        assert said.status_code in (200, 204), said.text
        return said.json() if said.status_code == 200 else None

    def taken(self, kind: Kind) -> dict[str, object]:
        found = self.next(kind)
        assert found is not None
        return found

    def post(self, path: str, body: object = None) -> tuple[int, dict[str, object]]:
        said = self.visit.client.post(f"{self.visit.home}{self.at}{path}", json=body)
        return said.status_code, said.json() if said.content else {}

    def respond(self, work: dict[str, object], body: object) -> tuple[int, dict[str, object]]:
        return self.post(f"/assignments/{work['assignment']}/response", body)


def place_at(site: Site, **changed: object) -> Place:
    plain: dict[str, object] = {"dataset": "reading", "task": "reading", "victims": (), "kinds": KINDS}
    settings = Settings(**plain | changed)  # type: ignore[arg-type]
    return Place(site, make_project(site.house.store, "Lamps", settings, [LAMP], "lamps", site.house.clock()))


def adversarial_set(place: Place) -> str:
    """The lamp and a variant of it, uploaded."""
    made = inserted(LAMP, "Jeff Dean dimmed it.", "append")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "set.json"
        write_adversarial(path, Squad("s", "f", "1.1", (LAMP,)), [Variant("v", made)])
        return place.upload("set.json", path.read_bytes())
