"""How each route is asked so that it does what it is for: what must be there before, and what is sent.

Whoever may not is asked the very same: they hold the work, and name things that are there, so that nothing but who they
are keeps them out. Nothing of the rules of access is known here.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from sqlalchemy import select

from annotation_project import OF_READING
from pictures import png
from stumper.people.accounts.account import register
from stumper.people.accounts.person import Person
from stumper.people.accounts.recovery import recovery
from stumper.people.accounts.secrets import hashed
from stumper.people.accounts.tokens import make_token, tokens
from stumper.people.annotating.answering import AnswerPayload
from stumper.people.annotating.gold import Known
from stumper.people.annotating.judging_work import AdjudicatePayload, JudgePayload, Opinion
from stumper.people.annotating.tagging import TagPayload
from stumper.people.annotating.verifying import SentencePayload
from stumper.people.attacking.orders import Counted, Wanted
from stumper.people.attacking.orders import Course as AttacksCourse
from stumper.people.joining.arriving import Arrival, arrive
from stumper.people.joining.links import Asked, WorkLink, make_link
from stumper.people.matches.guests import Guest, join_room, renew_code
from stumper.people.matches.log import Log
from stumper.people.matches.match import Asked as Question
from stumper.people.matches.match import Room, Rules
from stumper.people.matches.moves import Move
from stumper.people.matches.packets import Packet
from stumper.people.matches.rooms import open_room
from stumper.people.matches.watch_links import link_to_watch
from stumper.people.projects.data_sets import take_data_set
from stumper.people.projects.fittings import Course
from stumper.people.projects.invitations import invite
from stumper.people.projects.members import add_member
from stumper.people.projects.project import KINDS, Kind, Project, Settings, project, reopen_project
from stumper.people.projects.uploads import put_upload
from stumper.people.queues.queue import NewItem, add_items, items_for, lease_item
from stumper.people.study.founding import change_settings, found_project
from stumper.people.writing.beginning import Beginning, begin_tossup
from stumper.store import Store, people_schema
from stumper.store.connection import writing
from stumper.store.values import to_text
from stumper.types import Answer, Gold
from stumper.victims.named_service import NamedService
from visiting import Site

PASSWORD = "a long enough password"
PICTURE = b"\x89PNG\r\n\x1a\n of nothing"
FIRST_PICTURE = {"tossup": "1", "place": "0"}
MANY = 1_000  # people for whom each piece of work is
PARAGRAPH = "Ada lit the lamp of Port Ilse in 1874, and kept it for forty years."
SET = {"version": "1.1", "data": [{"title": "Lamps", "paragraphs": [{"context": PARAGRAPH, "qas": [
    {"id": f"q{n}", "question": f"Who lit it, asked for time {n}?", "answers": [{"text": "Ada", "answer_start": 0}]}
    for n in range(3)
]}]}]}  # fmt: skip
RAW = {"id": "q0-raw0", "question": "Who lit it, asked for time 0?", "answers": ["Ada"], "fake_answer": "Jeff Dean",
       "sentence": "Jeff Dean dim the lamp of Port Anna."}  # fmt: skip
QUIZ = "\n".join(
    json.dumps({"question": f"She lit lamp {n}. For 10 points, name this keeper of a lamp.", "answer": "Ada Thorn"})
    for n in range(3)
)
FORM = {
    "name": "Two rivers", "dataset": "reading", "kinds": ["write", "judge"], "victims": ["scripted"],
    "instructions": "", "timer_on": "1", "timer": "90", "live": "1", "items": "7", "authors": "", "fixers": "5",
    "verifiers": "3", "approvals": "2", "sample": "100", "double_share": "20", "answerers": "3", "lease": "10",
    "seed": "1",
}  # fmt: skip
MATCH = {"name": "Final", "mode": "alone", "source": "data", "tossups": "2", "seed": "1", "speed": "2.5",
         "answer": "8", "silence": "5", "rest": "8", "team_a": "A", "team_b": "B"}  # fmt: skip
NUMBERS = count(1)


@dataclass(frozen=True)
class Ask:
    """What is sent: a form, JSON or files; ``path`` are the values of the path's parameters."""

    path: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, Any] | None = None
    json: object = None
    files: Mapping[str, Any] | None = None
    move: str = ""  # what is said over a websocket once it is open


@dataclass(frozen=True)
class Scene:
    """Two projects, one of each of two tasks, and what can be done in them."""

    site: Site
    reading: Project
    quiz: Project
    author: Person  # by whom things are there that somebody must have made
    doors: dict[str, Sequence[str]]
    rooms_for_guests: list[Room] = field(default_factory=list)

    @property
    def store(self) -> Store:
        return self.site.house.store

    @property
    def now(self) -> float:
        return self.site.house.clock()

    def member(self, project: Project, role: str = "player") -> Person:
        """Somebody new in a project."""
        person = self.site.person()
        add_member(self.store, project.id, person.id, role, self.now)  # type: ignore[arg-type]
        return person

    def invitation(self, project: Project | None, role: str = "player") -> tuple[str, str]:
        """The secret and the id of a new link."""
        id = None if project is None else project.id
        secret = invite(self.store, id, role, 5, 5, self.author.id, self.now)  # type: ignore[arg-type]
        table = people_schema.invitations
        with self.store.engine.connect() as connection:
            return secret, connection.scalar(select(table.c.id).where(table.c.hash == hashed(secret))) or ""

    def link(self, project: Project | None = None) -> WorkLink:
        """A new link to work as an annotator, in the project for reading if no other is named."""
        asked = Asked("annotator", 5, 5, 1_000, None, "DONE", "", "Do you agree?")
        return make_link(self.store, project or self.reading, asked, self.author.id, self.now)

    def came(self) -> Arrival:
        """Somebody new who came by a new link, in whose projects they are annotators."""
        found = arrive(self.store, self.link(), None, 1, None, self.now)
        add_member(self.store, self.quiz.id, found.person_id, "annotator", self.now)
        return found

    def token(self, person: Person | None) -> str:
        """The id of a new token of the person."""
        make_token(self.store, (person or self.author).id, f"token {next(NUMBERS)}", self.now)
        return tokens(self.store, (person or self.author).id)[0].id

    def room(self, project: Project, is_over: bool = False) -> Room:
        """A room in which nothing has been read, or all."""
        question = Question("t", "regular", "She lit it. Name her.", Gold((Answer("Ada Thorn"),)))
        made = open_room(self.store, project, "Final", Rules("alone"), Packet((question,)), self.author.id, self.now)
        if is_over:
            Log(self.store, made).play(Move("finish", "1"), self.author.id, None, self.site.house.clock)
        return made

    def pictured(self, project: Project) -> Room:
        """A room in which the word that stands for a picture has been read."""
        picture = self.upload(PICTURE, project.id)
        question = Question("t", "regular", "[image] is hers.", Gold((Answer("Ada Thorn"),)), media=(picture,))
        made = open_room(self.store, project, "Final", Rules("alone"), Packet((question,)), self.author.id, self.now)
        log = Log(self.store, made)
        log.play(Move("begin", "1"), self.author.id, None, lambda: self.now - 60)
        log.play(Move("skip", "2", tossup=0), self.author.id, None, lambda: self.now - 30)
        return made

    def room_for_guests(self) -> Room:
        """The one room that a route for guests is about."""
        if not self.rooms_for_guests:
            self.rooms_for_guests.append(self.pictured(self.quiz))
        return self.rooms_for_guests[0]

    def guest(self, room: Room) -> tuple[Guest, str]:
        """A new guest of a room, and their secret."""
        code = renew_code(self.store, room.project_id, room.id, self.now)
        return join_room(self.store, code, f"guest {next(NUMBERS)}", self.now)

    def fitting(self, project: Project) -> str:
        """The id of a new guesser of the project that is done."""
        id = f"fitting{next(NUMBERS)}"
        upload = self.upload(QUIZ.encode(), project.id)
        values = {"id": id, "project_id": project.id, "upload_id": upload, "made_by": self.author.id, "state": "done",
                  "document": to_text(Course()), "created": self.now, "alive": self.now, "data": b""}  # fmt: skip
        with writing(self.store.engine) as connection:
            connection.execute(people_schema.fittings.insert().values(values))
        return id

    def named_model(self, project: Project) -> str:
        """The id of a new model of the project that has been tested, at a host that is nowhere."""
        id = f"model{next(NUMBERS)}"
        values = {"id": id, "project_id": project.id, "made_by": self.author.id, "name": f"named:{id}",
                  "document": to_text(NamedService("http", "http://models.invalid/")), "created": self.now,
                  "tested": self.now}  # fmt: skip
        with writing(self.store.engine) as connection:
            connection.execute(people_schema.named_models.insert().values(values))
        return id

    def attack(self, state: str = "counted", of: Project | None = None) -> str:
        """The id of a new attack of the project, that for reading, where another is at work, so that none begins."""
        project = of or self.reading
        table, id = people_schema.machine_attacks, f"attack{next(NUMBERS)}"
        course = AttacksCourse(counted=Counted(12, 2, 2))
        values = {"project_id": project.id, "made_by": self.author.id, "document": to_text(course),
                  "wanted": to_text(Wanted("add-sent", "scripted")), "created": self.now}  # fmt: skip
        with writing(self.store.engine) as connection:
            connection.execute(table.delete().where(table.c.project_id == project.id))
            connection.execute(table.insert().values({**values, "id": f"{id} at work", "state": "running",
                                                      "alive": self.now + 1e6}))  # fmt: skip
            connection.execute(table.insert().values({**values, "id": id, "state": state, "alive": self.now}))
        return id

    def held(self, kind: Kind, person: Person | None) -> str:
        """The id of a place at work of this kind that somebody has, whatever they are in the project."""
        return _lease(self.store, self.item(kind), person or self.author, self.now)

    def item(self, kind: Kind, topic: str = "", gold: str | None = None) -> str:
        """A new piece of work of this kind, or of gold."""
        topic = topic or f"topic {next(NUMBERS)}"
        with writing(self.store.engine) as connection:
            new = NewItem(kind, topic, _payload(kind, topic), MANY, key=topic, gold=gold)
            return add_items(connection, self.of(kind).id, [new], self.now)[0]

    def made(self, person: Person | None, standing: str = "kept", of: Project | None = None) -> str:
        """The id of an example that the person submitted, on which somebody is to judge."""
        id, whose = f"made {next(NUMBERS)}", person or self.author
        self.item("judge", id)
        values = {"project_id": (of or self.reading).id, "id": id, "source": "submission", "perturbation_id": id,
                  "example_id": "q0", "person_id": whose.id, "adversary": "people", "question": "Who lit it?",
                  "original": PARAGRAPH, "text": PARAGRAPH, "answer": "Ada", "sought": "", "standing": standing,
                  "judgements": 0, "verdict": "unjudged"}  # fmt: skip
        with writing(self.store.engine) as connection:
            connection.execute(people_schema.made.insert().values(values))
        return id

    def of(self, kind: Kind) -> Project:
        """The project that has work of this kind."""
        return self.quiz if kind == "tag" else self.reading

    def written(self, person: Person | None) -> tuple[str, str]:
        """An example to write on, and somebody's place at it, in the project as it was: another row has it use a model
        that is nowhere, and nobody would be answered."""
        change_settings(self.store, self.reading.id, self.reading.name, self.reading.settings, self.now)
        found, _ = items_for(self.store, self.reading.id, (person or self.author).id)[1]
        return found.id, _lease(self.store, found.id, person or self.author, self.now)

    def tossup(self, person: Person | None) -> tuple[str, str]:
        """A tossup that somebody has begun, and their place at it."""
        whose = person or self.author
        beginning = Beginning(f"key {next(NUMBERS)}", "Ada Thorn", "", "History")
        id = begin_tossup(self.store, self.quiz, whose.id, beginning, self.now)
        return id, _lease(self.store, id, whose, self.now, is_looking=True)

    def upload(self, data: bytes, *owners: str) -> str:
        """A file of these people and projects."""
        return put_upload(self.store, "file.jsonl", data, self.now, *owners)


def scene_on(site: Site, doors: dict[str, Sequence[str]]) -> Scene:
    """The two projects, with somebody who has the run of them."""
    store, now, author = site.house.store, site.house.clock(), site.person("Somebody", administrator=True)
    made = []
    for name, data, kinds in (("Reading", json.dumps(SET), OF_READING), ("Quiz", QUIZ, ("write", "tag"))):
        file = "set.json" if name == "Reading" else "set.jsonl"
        spec = take_data_set(store, file, data.encode(), now, author.id).spec
        settings = Settings(spec, "reading", ("scripted",), kinds, timer=None, items=None, lease=3_600)
        made.append(found_project(store, name, settings, site.house.victims, now, author.id))
    scene = Scene(site, *made, author, doors)
    for kind in KINDS:  # so that there is a next piece of work for whoever comes
        if kind != "write":
            for number in range(3):
                scene.item(kind, f"{kind} {number}")
    return scene


def _lease(store: Store, item_id: str, person: Person, now: float, is_looking: bool = False) -> str:
    return lease_item(store, item_id, person.id, now, is_looking).assignment.id


def _payload(kind: Kind, topic: str) -> str:
    judged = (f"p {topic}", "q0", "Who lit it?", PARAGRAPH, "", PARAGRAPH)
    opinions = (Opinion(True, True, True, ""), Opinion(False, True, True, ""))
    sentence = SentencePayload("q0", topic, "Who lit it?", ("Ada",), "Jeff Dean", RAW["sentence"], "append")
    return to_text(
        {
            "fix": sentence,
            "verify": sentence,
            "judge": JudgePayload(*judged),
            "adjudicate": AdjudicatePayload(*judged, opinions),
            "answer": AnswerPayload(topic, "", "Lamps", "Who lit it?", PARAGRAPH, ("Ada",), None),
            "tag": TagPayload(topic, "She lit [image] it. Name her.", "Ada Thorn", "History", media=("lamp.png",)),
        }[kind]
    )


Asking = Callable[[Scene, Person | None], Ask]
RESPONSES: Mapping[str, dict[str, object]] = {
    "fix": {"text": "Jeff Dean dimmed the lamp of Port Anna."},
    "verify": {"grammatical": True, "compatible": True},
    "judge": {"grammatical": True, "label_correct": True, "on_task": True},
    "adjudicate": {"grammatical": True, "label_correct": True, "on_task": True},
    "answer": {"text": "Ada", "start": 0},
    "tag": {"phenomena": []},
}
CHANGED = {"name": "Reading", "victims": ["scripted"], "kinds": list(OF_READING), "timer": None, "lease": 3_600}
P, A = "/projects/{project_id}", "/api/v1/projects/{project_id}"
HELD = A + "/assignments/{assignment_id}"


def _plain(scene: Scene, person: Person | None) -> Ask:
    return Ask({"project_id": scene.reading.id})


def _quiz(scene: Scene, person: Person | None) -> Ask:
    return Ask({"project_id": scene.quiz.id})


def _of_made(standing: str = "kept", **fields: object) -> Asking:
    """About an example of whoever asks."""
    return lambda scene, person: Ask(
        {"project_id": scene.reading.id, "made_id": scene.made(person, standing)}, form=fields or None
    )


def _of_anothers(**fields: object) -> Asking:
    return lambda scene, person: Ask({"project_id": scene.reading.id, "made_id": scene.made(None)}, form=fields)


def _form(**fields: object) -> Asking:
    return lambda scene, person: Ask({"project_id": scene.reading.id}, form=fields)


def _json(body: object) -> Asking:
    return lambda scene, person: Ask({"project_id": scene.reading.id}, json=body)


def _next_of(kind: Kind) -> Asking:
    """For the next piece of work of this kind, when there is one that nobody has."""

    def ask(scene: Scene, person: Person | None) -> Ask:
        scene.item(kind)
        return Ask({"project_id": scene.of(kind).id})

    return ask


def _responding(kind: Kind, body: object = None) -> Asking:
    return lambda scene, person: Ask(
        {"project_id": scene.of(kind).id, "assignment_id": scene.held(kind, person)}, json=body
    )


def _at_work(body: object = None) -> Asking:
    return lambda scene, person: Ask(
        {"project_id": scene.reading.id, "assignment_id": scene.written(person)[1]}, json=body
    )


def _item(scene: Scene, person: Person | None) -> Ask:
    return Ask({"project_id": scene.reading.id, "item_id": scene.written(person)[0]})


def _tossup(body: object = None) -> Asking:
    def asked(scene: Scene, person: Person | None) -> Ask:
        item, assignment = scene.tossup(person)
        return Ask({"project_id": scene.quiz.id, "item_id": item, "assignment_id": assignment}, json=body)

    return asked


def _room(body: object = None, is_over: bool = False, move: str = "") -> Asking:
    return lambda scene, person: Ask(
        {"project_id": scene.quiz.id, "room_id": scene.room(scene.quiz, is_over).id}, json=body, move=move
    )


def _watch(scene: Scene, person: Person | None) -> Ask:
    return Ask({"code": link_to_watch(scene.store, scene.quiz.id, scene.room(scene.quiz).id, scene.now)})


def _play(body: object = None, move: str = "") -> Asking:
    return lambda scene, person: Ask({"room_id": scene.room_for_guests().id}, json=body, move=move)


def _picture(scene: Scene, person: Person | None) -> Ask:
    return Ask({"project_id": scene.quiz.id, "room_id": scene.pictured(scene.quiz).id, **FIRST_PICTURE})


def _tagged_picture(scene: Scene, person: Person | None) -> Ask:
    put_upload(scene.store, "lamp.png", png(), scene.now, scene.quiz.id)
    return Ask({"project_id": scene.quiz.id, "assignment_id": scene.held("tag", person), "place": "0"})


def _watched_picture(scene: Scene, person: Person | None) -> Ask:
    code = link_to_watch(scene.store, scene.quiz.id, scene.pictured(scene.quiz).id, scene.now)
    return Ask({"code": code, **FIRST_PICTURE})


def _guests_picture(scene: Scene, person: Person | None) -> Ask:
    return Ask({"room_id": scene.room_for_guests().id, **FIRST_PICTURE})


def _join_match(scene: Scene, person: Person | None) -> Ask:
    room = scene.room(scene.quiz)
    code = renew_code(scene.store, room.project_id, room.id, scene.now)
    return Ask(form={"code": code, "name": f"guest {next(NUMBERS)}"})


def _of_guest(scene: Scene, person: Person | None) -> Ask:
    room = scene.room(scene.quiz)
    return Ask({"project_id": scene.quiz.id, "room_id": room.id, "guest_id": scene.guest(room)[0].id})


def _fit(scene: Scene, person: Person | None) -> Ask:
    """With a file that the process refuses at once."""
    with writing(scene.store.engine) as connection:  # which are under way, of which a project has one at a time
        connection.execute(people_schema.fittings.update().values(state="failed"))
    data = json.dumps({"question": f"Name lamp {next(NUMBERS)}.", "answer": "Ada Thorn"}).encode()
    return Ask({"project_id": scene.quiz.id}, form={"source": "file"}, files={"file": ("lamps.jsonl", data)})


def _attack(state: str, json: object = None, **fields: object) -> Asking:
    def ask(scene: Scene, person: Person | None) -> Ask:
        path = {"project_id": scene.reading.id, "attack_id": scene.attack(state), "adversary": "add-sent"}
        return Ask(path, form=fields or None, json=json)

    return ask


def _look(scene: Scene, person: Person | None) -> Ask:
    return Ask(form={"dataset": "own"}, files={"file": (f"lamps {next(NUMBERS)}.json", QUIZ.encode())})


def _fitting(scene: Scene, person: Person | None) -> Ask:
    return Ask({"project_id": scene.quiz.id, "fitting_id": scene.fitting(scene.quiz)})


def _named_model(scene: Scene, person: Person | None) -> Ask:
    return Ask({"project_id": scene.reading.id, "model_id": scene.named_model(scene.reading)})


def _of_member(held: str = "", **fields: object) -> Asking:
    return lambda scene, person: Ask(
        {"project_id": scene.reading.id, "person_id": scene.member(scene.reading, held or "player").id,
         "role": held or "author"},
        form=fields or None,
    )  # fmt: skip


def _of_invitation(of_project: bool) -> Asking:
    return lambda scene, person: Ask(
        {"project_id": scene.reading.id, "invitation_id": scene.invitation(scene.reading if of_project else None)[1]}
    )


def _of_person(scene: Scene, person: Person | None) -> Ask:
    whose = scene.site.person()
    return Ask({"person_id": whose.id}, form={"administrator": "true", "name": whose.name})


def _of_token(scene: Scene, person: Person | None) -> Ask:
    return Ask({"token_id": scene.token(person)})


def _log_in(scene: Scene, person: Person | None) -> Ask:
    who = register(scene.store, f"keeper {next(NUMBERS)}", PASSWORD, scene.now)
    return Ask(form={"name": who.name, "password": PASSWORD})


def _go(scene: Scene, person: Person | None) -> Ask:
    return Ask({"code": scene.link().code}, form={"agreed": "1", "version": "1"})


def _of_link(**fields: str) -> Callable[[Scene, Person | None], Ask]:
    return lambda scene, person: Ask({"project_id": scene.reading.id, "link_id": scene.link().id}, form=fields)


def _join(scene: Scene, person: Person | None) -> Ask:
    secret = scene.invitation(scene.quiz)[0]
    return Ask({"secret": secret}, form={"name": f"comer {next(NUMBERS)}", "password": PASSWORD})


def _recover(scene: Scene, person: Person | None) -> Ask:
    secret = recovery(scene.store, scene.site.person().id, scene.now)
    return Ask({"secret": secret}, form={"password": PASSWORD})


def _enter(scene: Scene, person: Person | None) -> Ask:
    secret = f"door {next(NUMBERS)}"
    scene.doors[hashed(secret)] = (scene.site.person().id,)
    return Ask({"secret": secret}, form={"role": "run"})


def _erase(scene: Scene, person: Person | None) -> Ask:
    return Ask(form={"confirmation": person.name if person else ""})


def _upload(scene: Scene, person: Person | None) -> Ask:
    data = json.dumps(SET | {"version": str(next(NUMBERS))}).encode()
    return Ask({"project_id": scene.reading.id}, files={"file": ("set.json", data, "application/json")})


def _gold(scene: Scene, person: Person | None) -> Ask:
    return Ask({"project_id": scene.of("judge").id, "item_id": scene.item("judge", gold=to_text(Known((True,) * 3)))})


def _fill(kind: Kind) -> Asking:
    def asked(scene: Scene, person: Person | None) -> Ask:
        raw = json.dumps(RAW | {"id": f"q0-raw{next(NUMBERS)}"}).encode() + b"\n"
        body = {"upload": scene.upload(raw, scene.reading.id)} if kind == "fix" else {"data_set": True}
        return Ask({"project_id": scene.reading.id}, json=body)

    return asked


def _room_form(scene: Scene, person: Person | None) -> Ask:
    return Ask({"project_id": scene.quiz.id}, form=MATCH)


def _room_json(scene: Scene, person: Person | None) -> Ask:
    return Ask({"project_id": scene.quiz.id}, json={"name": "Final", "mode": "alone", "tossups": 2})


def _began(scene: Scene, person: Person | None) -> Ask:
    body = {"key": f"key {next(NUMBERS)}", "answer": "Ada Thorn", "category": "History"}
    return Ask({"project_id": scene.quiz.id}, json=body)


def _sits(kind: str) -> dict[str, object]:
    return {"kind": kind, "key": "k"}


TEXT = f"{PARAGRAPH} So it was."
TOSSUP = "She lit the lamp of Port Ilse. She kept it for forty years. For 10 points, name her."
HEARD = {"text": TOSSUP, "machine": "scripted"}
DRAFT = {"revision": 0, "text": TEXT}
ASKING: Mapping[str, Asking] = {
    "GET /static/{named}/{path:path}": lambda scene, person: Ask({"named": "x", "path": "stumper.css"}),
    "POST /log-in": _log_in,
    "POST /log-out": _form(),
    "GET /join/{secret}": _join,
    "POST /join/{secret}": _join,
    "GET /go/{code}": _go,
    "POST /go/{code}": _go,
    "GET /my-work": _form(),
    "GET /my-work/data": _form(),
    "POST /my-work/erase": _form(sure="1"),
    f"POST {P}/care/gold": _form(),
    f"POST {P}/care/suggested": _form(),
    f"POST {P}/care/{{person_id}}": lambda scene, person: Ask(
        {"project_id": scene.reading.id, "person_id": scene.member(scene.reading, "annotator").id},
        form={"reason": "guessed"},
    ),
    f"POST {P}/joining": _form(
        role="annotator", places="5", days="5", pieces="3", ids="any", completion="DONE", consent="Do you agree?"
    ),
    f"GET {P}/joining/{{link_id}}": _of_link(),
    f"POST {P}/joining/{{link_id}}/consent": _of_link(consent="And now?"),
    f"POST {P}/joining/{{link_id}}/close": _of_link(),
    f"GET {P}/joining/{{link_id}}/people.csv": _of_link(),
    "GET /new-password/{secret}": _recover,
    "POST /new-password/{secret}": _recover,
    "GET /enter/{secret}": _enter,
    "POST /enter/{secret}": _enter,
    "GET /watch/{code}": _watch,
    "GET /api/v1/watch/{code}": _watch,
    "GET /api/v1/watch/{code}/media/{tossup}/{place}": _watched_picture,
    "WEBSOCKET /api/v1/watch/{code}/socket": _watch,
    "GET /{path:path}": lambda scene, person: Ask({"path": "nothing/here"}),
    "POST /account/password": _form(current="", new=PASSWORD),
    "POST /account/leaderboards": _form(listed="true"),
    "POST /account/tokens": _form(name="mine", scope="read", days="7"),
    "POST /account/tokens/{token_id}/revoke": _of_token,
    "POST /account/log-out": _form(),
    "POST /account/erase": _erase,
    "POST /api/v1/tokens": _json({"name": "mine"}),
    "DELETE /api/v1/tokens/{token_id}": _of_token,
    "POST /api/v1/markdown": _json({"text": "**so**"}),
    "POST /people/invitations": _form(),
    "POST /people/invitations/{invitation_id}/withdraw": _of_invitation(of_project=False),
    "GET /people/{person_id}": _of_person,
    "POST /people/{person_id}/new-password": _of_person,
    "POST /people/{person_id}/administrator": _of_person,
    "GET /people/{person_id}/data": _of_person,
    "POST /people/{person_id}/erase": _of_person,
    "POST /projects/new": _form(**FORM),
    "POST /projects/new/look": _look,
    "POST /api/v1/projects": _json({"name": "New", "dataset": "reading", "victims": ["scripted"], "kinds": ["judge"]}),
    "POST /api/v1/uploads": _upload,
    f"POST {P}/settings": _form(
        **{**FORM, "name": "Reading", "kinds": list(OF_READING), "timer_on": "", "items": "", "lease": "60"}
    ),
    f"POST {P}/people/links": _form(role="player", places="1", days="1"),
    f"POST {P}/people/links/{{invitation_id}}/withdraw": _of_invitation(of_project=True),
    f"POST {P}/people/{{person_id}}/roles": _of_member("player", role="author"),
    f"POST {P}/people/{{person_id}}/roles/{{role}}/take": _of_member("author"),
    f"POST {P}/people/{{person_id}}/remove": _of_member(),
    f"POST {P}/queues": _form(kind="judge", data_set="1"),
    f"GET {P}/examples/files/{{name}}": lambda scene, person: Ask({"project_id": scene.reading.id, "name": "csv"}),
    f"GET {P}/examples/{{made_id}}": _of_made(),
    f"POST {P}/examples/{{made_id}}/comment": _of_made(said="why?"),
    f"POST {P}/examples/{{made_id}}/take-back": _of_made(said="because"),
    f"POST {P}/examples/{{made_id}}/restore": _of_made("withdrawn"),
    f"POST {P}/examples/{{made_id}}/retag": _of_made(types="merge"),
    f"POST {P}/examples/{{made_id}}/settle": _of_anothers(grammatical="yes", label_correct="yes", on_task="no"),
    f"GET {P}/exports/{{name}}": lambda scene, person: Ask({"project_id": scene.reading.id, "name": "submissions.csv"}),
    f"PUT {A}": _json(CHANGED),
    f"PUT {A}/members/{{person_id}}/roles/{{role}}": _of_member(),
    f"DELETE {A}/members/{{person_id}}/roles/{{role}}": _of_member("author"),
    f"DELETE {A}/members/{{person_id}}": _of_member(),
    f"POST {A}/invitations": _json({"role": "player"}),
    f"DELETE {A}/invitations/{{invitation_id}}": _of_invitation(of_project=True),
    f"POST {A}/uploads": _upload,
    f"GET {A}/queues/gold": _gold,
    f"DELETE {A}/queues/gold/{{item_id}}": _gold,
    f"POST {A}/queues/fix": _fill("fix"),
    f"POST {A}/queues/judge": _fill("judge"),
    f"POST {A}/queues/answer": _fill("answer"),
    f"GET {A}/exports/{{name}}": lambda scene, person: Ask({"project_id": scene.reading.id, "name": "submissions.csv"}),
    **{f"POST {HELD}/response {kind}": _responding(kind, RESPONSES[kind]) for kind in KINDS if kind != "write"},
    **{
        f"POST {HELD}/{what} {kind}": _responding(kind)
        for what in ("release", "touch", "undo")
        for kind in ("judge", "answer")
    },
    **{f"POST {P}/sent/{{assignment_id}}/undo {kind}": _responding(kind) for kind in ("judge", "answer")},
    f"POST {HELD}/response write": _at_work({"text": "nobody responds to writing"}),  # which is told to authors alone
    **{f"POST {HELD}/{what} write": _at_work() for what in ("release", "touch")},
    f"GET {P}/tag": _quiz,
    f"GET {A}/work/tag": _next_of("tag"),
    f"GET {HELD}/media/{{place}}": _tagged_picture,
    f"GET {P}/write/{{item_id}}": _item,
    f"POST {A}/items/{{item_id}}/open": _item,
    f"PUT {HELD}/draft": _at_work(DRAFT),
    f"POST {HELD}/predict": _at_work({"text": TEXT}),
    f"POST {HELD}/weights": _at_work({"text": TEXT, "answer": "Ada", "method": "leave-one-out"}),
    f"POST {HELD}/submit": _at_work({"key": "k", "text": TEXT}),
    f"POST {HELD}/done": _at_work(),
    f"GET {P}/tossups": _quiz,
    f"GET {P}/tossups/{{item_id}}": _tossup(),
    f"GET {P}/tossups/{{item_id}}/replay": _tossup(),
    f"GET {A}/tossups/answers": _quiz,
    f"GET {A}/tossups/past": _quiz,
    f"GET {A}/tossups": _quiz,
    f"POST {A}/tossups": _began,
    f"POST {A}/tossups/{{item_id}}/open": _tossup(),
    f"PUT {A}/tossups/{{item_id}}/answer": _tossup({"answer": "Grace Darling", "category": "History"}),
    f"DELETE {A}/tossups/{{item_id}}": _tossup(),
    f"PUT {HELD}/tossup/draft": _tossup({"revision": 0, "text": TOSSUP}),
    f"POST {HELD}/tossup/hear": _tossup(HEARD),
    f"POST {HELD}/tossup/place": _tossup(HEARD),
    f"POST {HELD}/tossup/weights": _tossup({**HEARD, "answer": "Ada", "method": "leave-one-out"}),
    f"POST {HELD}/tossup/submit": _tossup({"key": "k", "text": TOSSUP}),
    f"GET {P}/matches": _quiz,
    f"POST {P}/matches": _room_form,
    f"POST {P}/matches/links": _quiz,
    f"GET {P}/matches/{{room_id}}": _room(),
    f"POST {P}/matches/{{room_id}}/watch-links": _room(),
    f"POST {P}/matches/{{room_id}}/code": _room(),
    f"POST {P}/matches/alone": _quiz,
    **{f"GET {P}/attacks{path}": _attack("counted") for path in ("", "/now", "/offered", "/new/{adversary}")},
    f"POST {P}/attacks/new/{{adversary}}": _attack("counted", against="model:scripted", limit="2", seed="1"),
    f"POST {P}/attacks/{{attack_id}}/start": _attack("counted"),
    f"POST {P}/attacks/{{attack_id}}/stop": _attack("waiting"),
    f"POST {P}/attacks/{{attack_id}}/forget": _attack("counted"),
    **{f"GET {A}/attacks{path}": _attack("counted") for path in ("", "/offered", "/{attack_id}")},
    f"POST {A}/attacks": _attack("counted", {"attack": "add-sent", "model": "scripted", "limit": 2}),
    f"POST {A}/attacks/{{attack_id}}/start": _attack("counted"),
    f"POST {A}/attacks/{{attack_id}}/stop": _attack("waiting"),
    f"DELETE {A}/attacks/{{attack_id}}": _attack("counted"),
    f"GET {P}/guessers": _quiz,
    f"GET {P}/guessers/now": _quiz,
    f"POST {P}/guessers": _fit,
    **{f"POST {P}/guessers/{{fitting_id}}/{what}": _fitting for what in ("again", "use", "forget")},
    f"GET {P}/models": _plain,
    f"POST {P}/models": _form(label="mine", kind="http", url="http://models.invalid/", takes="all"),
    **{f"POST {P}/models/{{model_id}}/{what}": _named_model for what in ("test", "use", "remove")},
    f"DELETE {A}/matches/{{room_id}}/guests/{{guest_id}}": _of_guest,
    "POST /play": _join_match,
    "GET /play/{room_id}": _play(),
    "POST /play/{room_id}/leave": _play(),
    "GET /api/v1/play/{room_id}": _play(),
    "GET /api/v1/play/{room_id}/media/{tossup}/{place}": _guests_picture,
    "POST /api/v1/play/{room_id}/moves": _play(_sits("sit")),
    "WEBSOCKET /api/v1/play/{room_id}/socket": _play(),
    "WEBSOCKET /api/v1/play/{room_id}/socket sit": _play(move="sit"),
    "WEBSOCKET /api/v1/play/{room_id}/socket finish": _play(move="finish"),
    f"GET {A}/matches": _quiz,
    f"POST {A}/matches": _room_json,
    f"GET {A}/matches/{{room_id}}": _room(),
    f"GET {A}/matches/{{room_id}}/media/{{tossup}}/{{place}}": _picture,
    f"POST {A}/matches/{{room_id}}/moves": _room(_sits("sit")),
    f"POST {A}/matches/{{room_id}}/rulings": _room(_sits("finish")),
    f"GET {A}/matches/{{room_id}}/log": _room(is_over=True),
    f"GET {A}/matches/{{room_id}}/buzzes": _room(is_over=True),
    f"WEBSOCKET {A}/matches/{{room_id}}/socket": _room(),
    f"WEBSOCKET {A}/matches/{{room_id}}/socket sit": _room(move="sit"),
    f"WEBSOCKET {A}/matches/{{room_id}}/socket finish": _room(move="finish"),
}
LEAVES = {  # what ends the session of whoever asks, or makes them another: a new person asks each time
    "POST /log-in", "POST /log-out", "POST /join/{secret}", "POST /new-password/{secret}", "GET /enter/{secret}",
    "POST /enter/{secret}",
    "POST /go/{code}", "POST /my-work/erase",
    "POST /play/{room_id}/leave", "POST /play",
    "POST /account/password", "POST /account/log-out", "POST /account/erase",
}  # fmt: skip


def ask_for(scene: Scene, route: str, person: Person | None) -> Ask:
    """What is sent to this route, with what must be there before, in projects that are open."""
    for one in (scene.reading, scene.quiz):
        if project(scene.store, one.id).closed is not None:
            reopen_project(scene.store, one.id)
    return ASKING.get(route, _plain)(scene, person)
