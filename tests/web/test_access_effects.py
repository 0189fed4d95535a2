"""What nobody brings about by what they send: a role above their own, or anything in a project that is not theirs."""

import json
from collections.abc import Iterator

import pytest
from sqlalchemy import select

from access_requests import PASSWORD, RAW, ask_for
from access_table import ROLES, TABLE, Row, World, told, world_in
from stumper.people.accounts.account import person
from stumper.people.accounts.person import Person
from stumper.people.accounts.tokens import tokens
from stumper.people.projects.invitations import invitations
from stumper.people.projects.members import add_member, remove_member, roles
from stumper.people.projects.project import Project
from stumper.people.writing.runs import people_plan
from stumper.runs.plan import to_json
from stumper.store import people_schema
from stumper.web.words import t
from visiting import Visit

UNKNOWN = "0" * 32
P, A = "/projects/{project_id}", "/api/v1/projects/{project_id}"
LESSER = ("stranger", *(f"elsewhere {role}" for role in ROLES), *ROLES[:-1])


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world_in(tmp_path_factory.mktemp("effects")) as made:
        yield made


def held(world: World, project: Project, whose: Person) -> set[str]:
    return set(roles(world.scene.store, project.id, whose.id))


# a role above one's own


@pytest.mark.parametrize("who", LESSER)
@pytest.mark.parametrize("role", ROLES)
def test_nobody_gives_themselves_a_role(world: World, who: str, role: str) -> None:
    asker, here = world.asker(who), world.scene.reading
    before, me = held(world, here, asker.person), asker.person.id
    asker.visit.call("PUT", f"/api/v1/projects/{here.id}/members/{me}/roles/{role}")
    asker.visit.submit(f"/projects/{here.id}/people/{me}/roles", role=role)
    asker.visit.submit(f"/people/{me}/administrator", administrator="true")
    assert held(world, here, asker.person) == before
    assert not person(world.scene.store, me).administrator


def test_an_administrator_of_a_project_is_none_of_the_server_or_of_another_project(world: World) -> None:
    asker = world.asker("administrator")
    me = asker.person.id
    asker.visit.submit(f"/people/{me}/administrator", administrator="true")
    asker.visit.submit("/people/invitations")
    for address in (world.there.id, UNKNOWN):
        asker.visit.call("PUT", f"/api/v1/projects/{address}/members/{me}/roles/author")
    assert not person(world.scene.store, me).administrator
    assert held(world, world.there, asker.person) == set()
    assert invitations(world.scene.store, None, world.scene.now) == []


@pytest.mark.parametrize("role", ROLES)
def test_a_moderators_link_is_for_players_whatever_is_sent_with_it(world: World, role: str) -> None:
    quiz = world.scene.quiz
    page = world.asker("moderator").visit.submit(f"/projects/{quiz.id}/matches/links", role=role, places="900")
    secret = page.text.partition("/join/")[2].partition('"')[0]
    comer = joined(world, secret, role=role, administrator="true")
    assert held(world, quiz, comer) == {"player"}
    assert not comer.administrator


@pytest.mark.parametrize("role", ROLES)
def test_a_link_into_a_project_gives_its_role_there_and_nothing_else(world: World, role: str) -> None:
    comer = joined(world, world.scene.invitation(world.scene.quiz, role)[0], role="administrator", administrator="true")
    assert held(world, world.scene.quiz, comer) == {role}
    assert held(world, world.scene.reading, comer) == set()
    assert not comer.administrator


def joined(world: World, secret: str, **fields: str) -> Person:
    store, name = world.scene.store, f"comer {world.scene.now}"
    visit = world.site.visit(None)
    assert visit.submit(f"/join/{secret}", name=name, password=PASSWORD, **fields).status_code == 303
    table = people_schema.people
    with store.engine.connect() as connection:
        return person(store, connection.scalar(select(table.c.id).where(table.c.name == name)))


def test_the_last_administrator_of_the_server_stays_one(world: World) -> None:
    store, last = world.scene.store, world.asker("server", is_new=True)
    table = people_schema.people
    with store.engine.connect() as connection:
        others = connection.scalars(select(table.c.id).where(table.c.administrator, table.c.id != last.person.id)).all()
    try:
        for other in others:
            assert last.visit.submit(f"/people/{other}/administrator").status_code == 303
        assert last.visit.submit(f"/people/{last.person.id}/administrator").status_code == 409
        assert last.visit.submit("/account/erase", confirmation=last.person.name).status_code == 409
        kept = person(store, last.person.id)
        assert kept.administrator
        assert kept.erased is None
    finally:
        for other in others:
            last.visit.submit(f"/people/{other}/administrator", administrator="true")


@pytest.mark.parametrize(("taken", "left"), [("moderator", set()), ("administrator", {"player"}), (None, set())])
def test_whoever_may_invite_no_longer_has_no_links_that_do(world: World, taken: str | None, left: set[str]) -> None:
    """Of somebody who was both, what a moderator may make stays where only the other role is taken."""
    store, project, now = world.scene.store, world.scene.quiz, world.scene.now
    whose = world.scene.member(project, "moderator")
    if taken == "administrator":
        add_member(store, project.id, whose.id, "administrator", now)
    visit = world.site.visit(whose)
    visit.submit(f"/projects/{project.id}/matches/links")
    if taken == "administrator":
        visit.submit(f"/projects/{project.id}/people/links", role="author", places="1", days="1")
    assert {link.role for link in made_by(world, whose)} == left | ({"player", "author"} if left else {"player"})
    remove_member(store, project.id, whose.id, taken)  # type: ignore[arg-type]
    assert {link.role for link in made_by(world, whose)} == left


def made_by(world: World, whose: Person) -> list:
    found = invitations(world.scene.store, world.scene.quiz.id, world.scene.now)
    return [link for link in found if link.made_by == whose.id]


def test_figures_by_name_and_files_are_for_moderators(world: World) -> None:
    page = f"/projects/{world.scene.reading.id}/results"
    shown = {who: world.asker(who).visit.get(page).text for who in ("player", "author", "annotator", "moderator")}
    assert {who for who, text in shown.items() if "/exports/" in text} == {"moderator"}


def test_a_tossup_of_another_is_replayed_by_its_author_and_once_it_is_submitted_by_moderators(world: World) -> None:
    item, _ = world.scene.tossup(world.asker("author").person)
    page = f"/projects/{world.scene.quiz.id}/tossups/{item}/replay"
    seen = {who: world.asker(who).visit.get(page).status_code for who in ("author", "moderator", "administrator")}
    assert seen == {"author": 200, "moderator": 404, "administrator": 404}


# things of others, named in an address


def foreign(world: World) -> dict[str, list[str]]:
    """What is there, and not the asker's to name: of another project, of another person, or of nobody's project."""
    scene, there = world.scene, world.there
    other = world.asker("elsewhere administrator").person
    with scene.store.engine.connect() as connection:
        items = people_schema.items
        [item] = connection.scalars(select(items.c.id).where(items.c.project_id == there.id, items.c.topic != "")).all()
    return {
        "item_id": [item, scene.tossup(scene.author)[0]],
        "assignment_id": [scene.held("judge", scene.author), scene.written(scene.author)[1],
                          scene.tossup(scene.author)[1]],
        "room_id": [scene.room(there).id, scene.pictured(there).id],
        "token_id": [scene.token(scene.member(there))],  # of somebody new: one person has no more than so many
        "invitation_id": [scene.invitation(there)[1]],
        "person_id": [other.id],
        "guest_id": [scene.guest(scene.room(there))[0].id],
        "fitting_id": [scene.fitting(there)],
        "link_id": [scene.link(scene.quiz).id],
        "made_id": [scene.made(scene.author, of=there)],
        "model_id": [scene.named_model(there)],
        "attack_id": [scene.attack(of=there)],
    }  # fmt: skip


PARAMETERS = (
    "item_id",
    "assignment_id",
    "room_id",
    "token_id",
    "invitation_id",
    "person_id",
    "guest_id",
    "fitting_id",
    "link_id",
    "made_id",
    "model_id",
    "attack_id",
)
NAMING = [
    (row, name)
    for row in TABLE
    for name in PARAMETERS
    if f"{{{name}}}" in row.path and len(row.route.split()) == 2 and not row.path.startswith("/people/{person_id}")
]  # an administrator of the server sees to everybody on it


@pytest.mark.parametrize(("row", "name"), NAMING, ids=lambda value: getattr(value, "route", value))
def test_what_is_of_another_is_like_what_is_not_there(world: World, row: Row, name: str) -> None:
    who = "administrator" if "{project_id}" in row.path else "server"
    none = told(world, row, who, **{name: UNKNOWN})
    assert none.startswith("404")
    for id in foreign(world)[name]:
        assert told(world, row, who, **{name: id}) == none


def test_every_parameter_of_a_path_is_known_here() -> None:
    # A tossup and a place are numbers within a room; adversaries are the same for all.
    harmless = {"project_id", "named", "path", "secret", "code", "name", "role", "tossup", "place", "adversary"}
    named = {part.partition(":")[0].strip("{}") for row in TABLE for part in row.path.split("/") if "{" in part}
    assert named == harmless | set(PARAMETERS)


# things of others, named in what is sent


def words(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["sentence"]


def mine(world: World) -> tuple[Visit, str]:
    return world.asker("administrator").visit, f"/api/v1/projects/{world.scene.reading.id}"


@pytest.mark.parametrize("queue", ["fix", "judge", "answer"])
def test_a_file_of_another_cannot_be_told_from_none(world: World, queue: str) -> None:
    visit, at = mine(world)
    stranger = world.asker("elsewhere moderator").person
    id = world.scene.upload(b"%s\n" % json.dumps(RAW).encode(), stranger.id, world.there.id)
    said = [words(visit.call("POST", f"{at}/queues/{queue}", {"upload": one})) for one in (id, "f" * 64)]
    assert said == [(404, "There is no such uploaded file.")] * 2


def test_a_packet_of_another_cannot_be_told_from_none(world: World) -> None:
    visit, at = world.asker("moderator").visit, f"/api/v1/projects/{world.scene.quiz.id}/matches"
    id = world.scene.upload(b'{"question": "Name it. Now.", "answer": "It"}\n', world.there.id)
    new = {"name": "Final", "mode": "alone", "source": "upload", "tossups": 1}
    said = [words(visit.call("POST", at, {**new, "upload": one})) for one in (id, "f" * 64)]
    assert said == [(404, "There is no such uploaded file.")] * 2


def test_a_data_set_of_another_cannot_be_told_from_none_not_even_by_an_administrator(world: World) -> None:
    visit = world.asker("server").visit
    spec = world.scene.reading.settings.dataset  # which another administrator uploaded
    new = {"name": "Stolen", "victims": ["scripted"], "kinds": ["write"]}
    said = [
        words(visit.call("POST", "/api/v1/projects", {**new, "dataset": one})) for one in (spec, f"upload:{UNKNOWN}")
    ]
    assert said == [(404, "There is no such uploaded file.")] * 2
    ask = ask_for(world.scene, "POST /projects/new", None)
    fields = {**ask.form, "dataset": "own", "kept": spec.removeprefix("upload:")}
    assert "There is no such uploaded file." in visit.submit("/projects/new", **fields).text


def test_a_file_is_used_by_its_owner_and_by_others_in_the_project_that_it_was_sent_to(world: World) -> None:
    scene = world.scene
    raw = json.dumps(RAW | {"id": "q0-raw777"}).encode() + b"\n"
    sent = world.asker("moderator").visit.client.post(
        f"{world.site.home}/api/v1/projects/{scene.reading.id}/uploads",
        files={"file": ("raw.jsonl", raw, "application/json")},
        headers={"X-CSRF-Token": world.asker("moderator").csrf},
    )
    visit, at = mine(world)
    used = visit.call("POST", f"{at}/queues/fix", {"upload": sent.json()["id"]})
    assert (used.status_code, used.json()) == (200, {"added": 1})


def test_a_run_of_another_project_cannot_be_told_from_none(world: World) -> None:
    visit, at = mine(world)
    store, desk = world.scene.store, world.site.house.desks["scripted"]
    plan = people_plan(world.there, desk)
    store.put_plan(plan.id, to_json(plan), plan.dataset_fingerprint)
    said = [visit.call("POST", f"{at}/queues/judge", {"runs": [one]}) for one in (plan.id, UNKNOWN)]
    assert [one.status_code for one in said] == [404, 404]
    assert plan.id not in {one["id"] for one in visit.get(f"{at}/queues/runs").json()}


def test_a_room_of_another_project_is_not_shown_with_a_link(world: World) -> None:
    visit, quiz = world.asker("moderator").visit, world.scene.quiz.id
    links = len(invitations(world.scene.store, quiz, world.scene.now))
    said = visit.submit(f"/projects/{quiz}/matches/links", room=world.scene.room(world.there).id)
    assert said.status_code == 404
    assert t("shared.error.404") in said.text
    assert len(invitations(world.scene.store, quiz, world.scene.now)) == links


def test_a_tossup_of_another_cannot_be_started_from(world: World) -> None:
    theirs, _ = world.scene.tossup(world.scene.author)
    at = f"/api/v1/projects/{world.scene.quiz.id}/tossups"
    new = {"answer": "Ada Thorn", "category": "History"}
    said = [
        world.asker("author").visit.call("POST", at, {**new, "key": f"from {one}", "started_from": one})
        for one in (theirs, UNKNOWN)
    ]
    assert [words(one)[0] for one in said] == [words(said[0])[0]] * 2
    assert said[0].status_code >= 400


def test_a_token_goes_no_further_than_the_person(world: World) -> None:
    """A token of the scope manage, of a player: none of what administrators do."""
    player = world.asker("player's")
    at, me = f"/api/v1/projects/{world.scene.reading.id}", player.person.id
    assert player.visit.call("PUT", f"{at}/members/{me}/roles/administrator").status_code == 403
    assert player.visit.call("POST", f"{at}/invitations", {"role": "administrator"}).status_code == 403
    assert held(world, world.scene.reading, player.person) == {"player"}


def test_a_token_makes_no_greater_token(world: World) -> None:
    for who in ("reads", "works", "manages"):
        asker = world.asker(who)
        before = tokens(world.scene.store, asker.person.id)
        assert asker.visit.call("POST", "/api/v1/tokens", {"name": "more", "scope": "manage"}).status_code == 403
        assert asker.visit.submit("/account/tokens", name="more", scope="manage").status_code == 401
        assert [one.id for one in tokens(world.scene.store, asker.person.id)] == [one.id for one in before]
