"""A site with something on every page: projects, people, links, and work in every queue, finished and not."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count

from annotation_project import OF_READING
from stumper.people.accounts.person import Person, Role
from stumper.people.accounts.recovery import recovery
from stumper.people.accounts.tokens import make_token
from stumper.people.annotating.answering import AnswerPayload, Selected, answer, next_question
from stumper.people.annotating.filling import fill_from_data_set, fill_from_upload
from stumper.people.annotating.fixing import fix
from stumper.people.annotating.judging_work import Opinion, judge
from stumper.people.attacking import orders
from stumper.people.attacking.orders import Counted, Wanted
from stumper.people.examples.acts import Actor, comment
from stumper.people.examples.browsing import View, browse
from stumper.people.examples.catalogue import catch_up
from stumper.people.joining import links
from stumper.people.matches.events import MachineRead, Supposed
from stumper.people.matches.guests import LONGEST_GUEST_NAME, join_room, renew_code
from stumper.people.matches.log import log_of
from stumper.people.matches.match import Asked, Rules
from stumper.people.matches.moves import Move
from stumper.people.matches.packets import Packet
from stumper.people.matches.rooms import open_room
from stumper.people.matches.watch_links import link_to_watch
from stumper.people.projects.data_sets import take_data_set
from stumper.people.projects.fittings import Course
from stumper.people.projects.invitations import invite
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings, close_project, project
from stumper.people.projects.uploads import put_upload
from stumper.people.queues.queue import items_for, lease, lease_item
from stumper.people.study.founding import found_project, make_project
from stumper.people.writing.beginning import Beginning, begin_tossup
from stumper.people.writing.drafts import Document, save_draft
from stumper.people.writing.item import example_of
from stumper.people.writing.known_answers import KnownAnswers
from stumper.people.writing.readings import record_reading
from stumper.people.writing.submitting import Pressed, Writing, predict, submit
from stumper.people.writing.submitting_composed import Sent, submit_tossup
from stumper.people.writing.tossup import Named, Reading
from stumper.store import Store, people_schema
from stumper.store.connection import writing
from stumper.store.values import from_text, to_text
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.testing import ScriptedVictim
from stumper.types import Answer, Example, Gold, Guess, Passage, Prediction, Query
from stumper.victims.guessing.making import Standing
from visiting import Site, house_over

Mark = Callable[[str], str]
PEOPLE: Mapping[str, tuple[Role, ...]] = {
    "Ada": (), "Ben": ("author", "annotator"), "Cleo": ("author", "annotator"), "Dora": ("annotator", "moderator"),
    "Eve": ("player",), "Finn": ("player",),
}  # fmt: skip
LIE = " Mary Bell did not light it."


@dataclass(frozen=True)
class Furnished:
    """The people by name; ``ids`` are what stands in addresses: of projects, items, links."""

    site: Site
    mark: Mark
    people: dict[str, Person] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    @property
    def store(self) -> Store:
        return self.site.house.store

    @property
    def now(self) -> float:
        return self.site.house.clock()

    def join(self, project: Project) -> None:
        """Everybody is in the project, in their roles."""
        for name, roles in PEOPLE.items():
            for role in roles:
                add_member(self.store, project.id, self.people[name].id, role, self.now)

    def writing(self, project: Project, name: str, place: int) -> Writing:
        """Somebody at one of the items; the practice item is the first."""
        found, _ = items_for(self.store, project.id, self.people[name].id)[place]
        held = lease_item(self.store, found.id, self.people[name].id, self.now)
        return Writing(self.store, self.site.house.desks, project, held, example_of(self.store, project, held.item))


def model(mark: Mark) -> ScriptedVictim:
    """It finds Mary Bell where she is named, else the right answer; a claim is refuted where it says "not"."""
    lit = mark("Ada Thorn")

    def says(query: Query) -> Prediction:
        if isinstance(query, Tossup):
            found = lit if "lighthouse" in query.text else "Mary Bell"
            return Prediction((Guess(found, 0.6), Guess("Tom Thorn", 0.2)), 0.8)
        if not isinstance(query, Question):
            assert isinstance(query, Claim)
            label = "REFUTES" if " not " in query.text else "SUPPORTS"
            read = tuple(passage.id for passage in query.evidence)
            return Prediction((Guess(label, 0.8), Guess("NOT ENOUGH INFO", 0.2)), 1.0, read)
        text = query.context.text
        found = [name for name in ("Mary Bell", lit, "Humphrey Bogart") if name in text][:2]
        shares = (0.7, 0.2)[: len(found)]
        guesses = tuple(Guess(name, share, text.index(name)) for name, share in zip(found, shares, strict=True))
        return Prediction(guesses, sum(shares))

    return ScriptedVictim(says, "scripted")


def house_for(store: Store, mark: Mark = str) -> object:
    """The house whose model knows these texts."""
    return house_over(store, model(mark))


def furnish(site: Site, mark: Mark = str) -> Furnished:
    """Everything is there; each text that somebody wrote has gone through ``mark``."""
    world = Furnished(site, mark)
    for name in PEOPLE:
        world.people[name] = site.person(mark(name), administrator=name == "Ada")
    reading = _reading(world)
    _written(world, reading)
    _annotated(world, reading)
    _talked_about(world, reading)
    _claims(world)
    _tossups(world)
    _matches(world)
    _others(world)
    _links(world, reading)
    _attacked(world, reading)
    world.ids["reading"] = reading.id
    return world


def _reading(world: Furnished) -> Project:
    """A project of all kinds of work on a file that was uploaded, with something new in every queue."""
    store, mark, now = world.store, world.mark, world.now
    lit = mark("Ada Thorn")
    text = f"The lighthouse of {mark('Port Ilse')} was lit by {lit} in 1874. She kept it for forty years."
    asked = [
        {"id": f"q{n}", "question": mark(f"Who lit it, asked for time {n}?"),
         "answers": [{"text": lit, "answer_start": text.index(lit)}]}
        for n in range(5)
    ]  # fmt: skip
    file = {"version": "1.1", "data": [{"title": mark("Lights"), "paragraphs": [{"context": text, "qas": asked}]}]}
    dataset = take_data_set(
        store, mark("lights.json").replace("/", ""), json.dumps(file).encode(), now, world.people["Ada"].id
    ).spec
    instructions = f"# {mark('Look')}\n\nOnly at the **text**. {mark('Take your time.')}"
    settings = Settings(
        dataset, "reading", ("scripted",), OF_READING, instructions, items=None, fixers=1, verifiers=2, answerers=1,
        double_share=1.0,
    )  # fmt: skip
    project = found_project(
        store, mark("Lights and ports"), settings, world.site.house.victims, now, world.people["Ada"].id
    )
    world.join(project)
    raw = [
        {"id": f"{one['id']}-raw0", "question": one["question"], "answers": [lit], "fake_answer": mark("Jeff Dean"),
         "sentence": f"{mark('Jeff Dean')} dim the lamp of {mark('Port Anna')}."}
        for one in asked
    ]  # fmt: skip
    lines = "".join(json.dumps(row) + "\n" for row in raw)
    fill_from_upload(store, project, "fix", put_upload(store, "raw.jsonl", lines.encode(), now, project.id), now)
    fill_from_data_set(store, project, "judge", now)
    fill_from_data_set(store, project, "answer", now)
    return project


def _written(world: Furnished, project: Project) -> None:
    """Two authors have fooled the model, one of them not always, and one is in the middle of something."""
    for name, lie in (("Ben", "Mary Bell saw it. "), ("Cleo", "Mary Bell was there. ")):
        at = world.writing(project, name, 1)
        text = f"{world.mark(lie)}{at.example.query.context.text}"  # type: ignore[union-attr]
        made = submit(at, Pressed(f"{name}-1", text, attack_types=("distract",)), world.now)
        assert made.number == 1, made
    at = world.writing(project, "Ben", 2)
    paragraph = at.example.query.context.text  # type: ignore[union-attr]
    predict(at, Pressed("Ben-2", f"So it was: {paragraph}"), world.now)
    draft = Document(f"{paragraph} {world.mark('A draft')}")
    save_draft(world.store, at.held.assignment.id, paragraph, 0, draft, (), world.now)
    world.ids.update({"won": world.writing(project, "Ben", 1).held.item.id, "begun": at.held.item.id})
    practice, _ = items_for(world.store, project.id, world.people["Ben"].id)[0]
    world.ids["practice"] = practice.id


def _annotated(world: Furnished, project: Project) -> None:
    """A sentence was mended, texts were judged, one of them twice and differently, and a question was answered."""
    store, mark, now = world.store, world.mark, world.now
    cleo, dora, finn = (world.people[name].id for name in ("Cleo", "Dora", "Finn"))
    held = lease(store, project.id, "fix", cleo, now)
    assert held is not None
    fix(store, held.assignment.id, cleo, f"{mark('Jeff Dean')} dimmed the lamp of {mark('Port Anna')}.", now)
    while (held := lease(store, project.id, "judge", cleo, now)) is not None:
        judge(store, held.assignment.id, cleo, Opinion(True, True, True, mark("fine")), now)
    written = [item for item, _ in items_for(store, project.id, dora, "judge") if "Mary Bell" in item.payload]
    assert len(written) == 2  # Ben's, of which the judges disagree, and Cleo's, which Dora alone judges
    for item in written:
        held = lease_item(store, item.id, dora, now)
        judge(store, held.assignment.id, dora, Opinion(False, True, True, mark("odd")), now)
    held = next_question(store, project.id, finn, now)
    assert held is not None
    paragraph = from_text(AnswerPayload, held.item.payload).paragraph
    answer(store, held.assignment.id, finn, Selected(mark("Ada Thorn"), paragraph.index(mark("Ada Thorn"))), now)


def _talked_about(world: Furnished, project: Project) -> None:
    """A moderator has said something about one example."""
    catch_up(world.store, project)
    first, *_ = browse(world.store, project, View(source=("submission",), verdict=("open", "unjudged"))).examples
    world.ids["made"] = first.id
    comment(world.store, project, first.id, Actor(world.people["Dora"].id, world.now, True), world.mark("Is this so?"))


def _claims(world: Furnished) -> None:
    mark = world.mark
    read = Passage("Lights:0", mark("Ada Thorn lit the lighthouse in 1874."), mark("Lights"))
    examples = [
        Example(f"c{n}", Claim(mark(f"Ada Thorn lit {n} lamps."), (read,)),
                Gold((Answer("SUPPORTS"),), evidence_sets=(frozenset({read.id}),)))
        for n in range(2)
    ]  # fmt: skip
    settings = Settings("verification", "verification", ("scripted",), ("write", "judge"), timer=None)
    project = make_project(world.store, mark("Claims"), settings, examples, "claims", world.now)
    world.join(project)
    item = world.writing(project, "Ben", 1).held.item
    world.ids.update({"claims": project.id, "claim": item.id})


def _tossups(world: Furnished) -> None:
    """One is being written and was listened to, one was submitted and waits to be tagged."""
    store, mark, now = world.store, world.mark, world.now
    lit = mark("Ada Thorn")
    text = f"She rowed {mark('eleven sailors')} ashore in one night. She kept a lighthouse for forty years."
    examples = [Example(f"t{n}", Tossup(mark(f"Past question {n}: {text}")), Gold((Answer(lit),))) for n in range(2)]
    settings = Settings(
        "quizbowl", "quizbowl", ("scripted",), ("write", "tag"), mark("Write well."), sentences=(1, 8), characters=5000
    )
    project = make_project(store, mark("Quiz"), settings, examples, "tossups", now)
    world.join(project)
    past = KnownAnswers().past(store, project)
    for key, name in (("done", "Ben"), ("tossup", "Ben"), ("tagged", "Cleo")):
        person = world.people[name].id
        id = begin_tossup(store, project, person, Beginning(key, lit, "", "Literature", "t1"), now)
        held = lease_item(store, id, person, now)
        for number in range(2):
            gone = f"{mark('A draft')} {number}. {text}"
            guess = Named(lit, 0.6, True)
            record_reading(store, held.assignment.id, Reading("scripted", gone, 0, now, (guess,), 1, 17, 12), now)
        save_draft(store, held.assignment.id, examples[1].query.text, 0, Document(f"{text} {mark('More')}."), (), now)
        if key != "tossup":
            assert submit_tossup(store, project, held, Sent(key, f"{text} {key}", mark("new")), (past,), now).id
        world.ids[key] = id
    world.ids["quiz"] = project.id


def _matches(world: Furnished) -> None:
    """One that has not begun, one in which a question was played and a decision stands to be corrected, one over."""
    store, mark = world.store, world.mark
    dora, quiz = world.people["Dora"].id, project(store, world.ids["quiz"])
    asked = tuple(
        Asked(f"m{n}", "regular", f"{mark('She rowed ashore.')} Name her.", Gold((Answer(mark("Ada Thorn")),)))
        for n in range(20)
    )
    teams = (mark("Reds"), mark("Blues"))
    against = Rules("machine", teams, "scripted", speed=20)
    rooms = {
        "new room": Rules("teams", teams, speed=20, silence=60, answer=120), "played room": against,
        "room that is over": against,
    }  # fmt: skip
    for key, rules in rooms.items():
        packet = Packet(asked, (mark("line 3"),))
        world.ids[key] = open_room(store, quiz, mark("Final"), rules, packet, dora, world.now).id
    _play(world, "played room", [])
    _play(world, "room that is over", [Move("finish", "4")])
    code = renew_code(store, quiz.id, world.ids["new room"], world.now)
    world.ids["guest"] = join_room(store, code, mark("Gil")[-LONGEST_GUEST_NAME:], world.now)[1]
    _guessers(world)
    world.ids["watched"] = link_to_watch(store, quiz.id, world.ids["room that is over"], world.now)


def _guessers(world: Furnished) -> None:
    """One that was fitted, one that failed, and one whose process was lost."""
    standing = Standing(160, 40, 109, 100, 87, 52)
    courses = {
        "done": Course(1.0, 60.0, 1, standing), "failed": Course(0.1, 1.0, 1, fault="It has 3 tossups."),
        "running": Course(0.4, 30.0, 1),
    }  # fmt: skip
    quiz, now = world.ids["quiz"], world.now
    upload = put_upload(world.store, world.mark("packets.json"), b"{}", now, quiz)
    with writing(world.store.engine) as connection:
        for state, course in courses.items():
            values = {"id": f"{state}fitting", "project_id": quiz, "upload_id": upload, "state": state,
                      "made_by": world.people["Dora"].id, "document": to_text(course), "created": now,
                      "alive": now - 1000}  # fmt: skip
            connection.execute(people_schema.fittings.insert().values(values))


def _play(world: Furnished, room: str, ending: list[Move]) -> None:
    mark, time = world.mark, count(world.now - 600, 1.2)
    eve, finn, dora = (world.people[name].id for name in ("Eve", "Finn", "Dora"))
    played = log_of(world.store, world.ids["quiz"], world.ids[room])
    guesses = ((mark("Mary Bell"), 0.4), (mark("Tom Thorn"), 0.1))
    played.machine(MachineRead(0, (Supposed(1, guesses),), None), lambda: next(time))
    moves = (
        (eve, Move("sit", "1")), (finn, Move("sit", "1")), (dora, Move("begin", "1")),
        (eve, Move("buzz", "2", tossup=0)), (eve, Move("answer", "3", text=mark("Some lady"))),
        (dora, Move("skip", "2")), *((dora, move) for move in ending),
    )  # fmt: skip
    for person, move in moves:
        next(time)
        played.play(move, person, 0.02, lambda: next(time))


def _others(world: Furnished) -> None:
    """A project that nobody has joined, and one that is closed."""
    settings = Settings("reading", "reading", (), ("judge", "answer"))
    text = "It is so."
    examples = [Example("q", Question("Is it?", Passage("p", text)), Gold((Answer("so", text.index("so")),)))]
    empty = make_project(world.store, world.mark("Empty"), settings, examples, "empty", world.now)
    closed = make_project(world.store, world.mark("Closed"), settings, examples, "empty", world.now)
    world.join(closed)
    close_project(world.store, closed.id, world.now)
    world.ids.update({"empty": empty.id, "closed": closed.id})


def _attacked(world: Furnished, project: Project) -> None:
    """Attacks of machines, one in each state, but that no process is at work."""
    counted = Counted(180, 50, 60, tokens=41_000)
    wanted = Wanted("add-sent", "scripted", (("pick", "one"),), limit=60, judged=True)
    attacks: tuple[tuple[str, Wanted, orders.Course], ...] = (
        ("counted", wanted, orders.Course(counted=counted)),
        ("running", wanted, orders.Course("attack", 2, 1, 43, 300, 3, 10.0, "scripted", 31, 200, counted=counted)),
        ("waiting", Wanted("add-sent", limit=20), orders.Course("attack")),
        ("stopped", wanted, orders.Course("attack", 2, 1, 43, 300, counted=counted)),
        ("failed", wanted, orders.Course("attack", 2, 1, 43, 300, fault=world.mark("scripted failed on 3 examples."))),
        ("done", wanted, orders.Course("attack", 2, 1, 60, 60, fooled=11, queries=180, tried=60, added=60)),
    )
    with writing(world.store.engine) as connection:
        for state, one, course in attacks:
            values = {"id": f"{state}attack", "project_id": project.id, "made_by": world.people["Ada"].id,
                      "state": state, "wanted": to_text(one), "document": to_text(course), "created": world.now,
                      "alive": world.now + 1e6}  # fmt: skip
            connection.execute(people_schema.machine_attacks.insert().values(values))


def _links(world: Furnished, project: Project) -> None:
    ada, ben = world.people["Ada"], world.people["Ben"]
    for person in (ada, ben):
        make_token(world.store, person.id, world.mark("key"), world.now)
    asked = links.Asked("annotator", 1_000, 9, 5, None, "DONE", "", world.mark("Do you agree?"))
    link = links.make_link(world.store, project, asked, ada.id, world.now)
    world.ids.update(
        {
            "work link": link.id,
            "work code": link.code,
            "invitation": invite(world.store, project.id, "author", 9, 9, ada.id, world.now),
            "anywhere": invite(world.store, None, "administrator", 9, 9, ada.id, world.now),
            "new password": recovery(world.store, ben.id, world.now),
            "Ben": ben.id,
            "Ada": ada.id,
        }
    )
