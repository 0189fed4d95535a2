"""Projects in the browser: made, filled, watched, closed; their people invited and removed."""

import html
import json
import re
from dataclasses import replace

import httpx
import pytest

from annotation_project import OF_READING
from stumper.errors import NotThere
from stumper.identity import bytes_fingerprint
from stumper.people.accounts.person import Person, code
from stumper.people.projects.members import add_member, roles
from stumper.people.projects.project import Project, Settings, project, projects
from stumper.people.projects.uploads import upload_name
from stumper.people.queues.progress import progress
from stumper.people.queues.queue import lease, respond
from stumper.people.study.founding import make_project
from stumper.store import Store
from stumper.testing import EXAMPLE, QUESTIONS
from stumper.types import Answer, Example, Gold
from visiting import Site, Visit, house_with_checker, serving

EXAMPLES = [EXAMPLE, Example("mayor", QUESTIONS[2], Gold((Answer("Josef Brandt", 130),)))]
SETTINGS = Settings("reading", "reading", ("scripted",), OF_READING)
FIELDS = {
    "name": "Two rivers", "dataset": "reading", "kinds": ["write", "judge"], "victims": ["scripted"],
    "instructions": "# Read this\n\n<script>alert(1)</script>", "timer_on": "1", "timer": "90", "live": "1",
    "items": "7", "authors": "", "fixers": "5", "verifiers": "3", "approvals": "2", "sample": "100",
    "double_share": "20", "answerers": "3", "lease": "10", "seed": "1",
}  # fmt: skip
SQUAD = {
    "version": "1.1",
    "data": [
        {
            "title": "Towns",
            "paragraphs": [
                {
                    "context": "Ada Thorn lit it.",
                    "qas": [{"id": "q1", "question": "Who?", "answers": [{"text": "Ada Thorn", "answer_start": 0}]}],
                }
            ],
        }
    ],
}


@pytest.fixture
def boss(site: Site) -> Person:
    return site.person("Grace", administrator=True)


def project_of(site: Site, settings: Settings = SETTINGS) -> Project:
    return make_project(site.house.store, "Here", settings, EXAMPLES, "f", site.house.clock())


def member(site: Site, here: Project, *given: str) -> Person:
    person = site.person()
    for role in given:
        add_member(site.house.store, here.id, person.id, role, site.house.clock())
    return person


def only(site: Site) -> Project:
    [found] = projects(site.house.store)
    return found


def test_an_administrator_makes_a_project_with_all_that_the_form_says(site: Site, boss: Person) -> None:
    said = site.visit(boss).submit("/projects/new", **FIELDS)
    made = only(site)
    assert said.status_code == 303
    assert said.headers["location"] == f"/projects/{made.id}"
    assert made.name == "Two rivers"
    assert made.settings == Settings(
        "reading", "reading", ("scripted",), ("write", "judge", "adjudicate"), FIELDS["instructions"], timer=90,
        live=True, practice=False, items=7,
    )  # fmt: skip
    assert roles(site.house.store, made.id, boss.id)
    page = site.visit(boss).get(f"/projects/{made.id}").text
    assert "<h2>Read this</h2>" in page
    assert "<script>alert" not in page


def test_what_is_wrong_is_said_and_what_was_entered_stays(site: Site, boss: Person) -> None:
    said = site.visit(boss).submit("/projects/new", **{**FIELDS, "timer": "soon", "name": 'A "name" <b>'})
    assert said.status_code == 422
    assert "must be a whole number" in said.text
    assert 'value="A &#34;name&#34; &lt;b&gt;"' in said.text
    assert "# Read this" in said.text
    assert 'value="soon"' in said.text
    assert projects(site.house.store) == []


@pytest.mark.parametrize(
    "changed",
    [{"name": " "}, {"kinds": []}, {"victims": []}, {"victims": ["embedded"]}, {"dataset": "/etc/passwd"},
     {"dataset": "own"}, {"dataset": "upload:none"}, {"approvals": "9"}, {"lease": "99999999999"}, {"items": "-1"}],
)  # fmt: skip
def test_a_project_that_cannot_be_is_not_made(site: Site, boss: Person, changed: dict[str, object]) -> None:
    said = site.visit(boss).submit("/projects/new", **{**FIELDS, **changed})
    assert said.status_code == 422
    assert 'role="alert"' in said.text
    assert projects(site.house.store) == []


def test_a_project_on_a_file_that_is_uploaded(site: Site, boss: Person) -> None:
    visit = site.visit(boss)
    file = ("my towns.json", json.dumps(SQUAD).encode(), "application/json")
    said = made_of(visit, file)
    assert said.status_code == 303, said.text
    made = only(site)
    assert made.settings.dataset.startswith("upload:")
    assert "my towns.json" in visit.get(f"/projects/{made.id}/settings").text


def made_of(visit: Visit, file: tuple[str, bytes, str], **fields: object) -> httpx.Response:
    """The project is made of a file once it was shown what that was taken for."""
    given = {**FIELDS, "dataset": "own", **fields}
    shown = visit.submit("/projects/new", files={"file": file}, **given)
    assert shown.status_code == 200, shown.text
    return visit.submit("/projects/new", **given, kept=re.search('name="kept" value="(.*)"', shown.text)[1])


def test_nothing_is_made_before_one_has_seen_what_the_file_was_taken_for(site: Site, boss: Person) -> None:
    visit = site.visit(boss)
    file = ("towns.json", json.dumps(SQUAD).encode(), "application/json")
    said = visit.submit("/projects/new", files={"file": file}, **{**FIELDS, "dataset": "own"})
    assert "Taken for 1 question in the format SQuAD 1.1 or 2.0." in said.text
    assert re.search(r'class="asked">Who\?</p>\s*<p class="given">Ada Thorn lit it.', said.text)
    assert '<span class="tag">Ada Thorn</span>' in said.text
    assert projects(site.house.store) == []


LAMPS = "\n".join(["frage;antwort;absatz;nr",
                   *(f"Who lit lamp {n}?;Ada {n};Ada {n} lit lamp {n}.;{n}" for n in range(1, 8))])  # fmt: skip


def test_columns_that_nobody_knows_are_named_on_the_page(site: Site, boss: Person) -> None:
    visit, own = site.visit(boss), {**FIELDS, "dataset": "own"}
    shown = visit.submit("/projects/new/look", files={"file": ("lamps.csv", LAMPS.encode())}, **own)
    assert shown.status_code == 200
    assert "lamps.csv: its columns fit no task." in shown.text
    assert "--map" not in shown.text
    assert "/tmp" not in shown.text
    assert shown.text.count("<select") == 4
    kept = re.search('name="kept" value="(.*)"', shown.text)[1]
    columns = {f"column-{n}": name for n, name in enumerate(("frage", "antwort", "absatz", "nr"))}
    said = {"kept": kept, **columns, "role-0": "question", "role-1": "answer", "role-2": "context", "role-3": ""}
    shown = visit.submit("/projects/new/look", **own, **said)
    assert "Taken for 7 questions." in shown.text
    assert "The first 5 of 7, as people will see them" in shown.text
    mapped = re.search('name="map" value="(.*)"', shown.text)[1]
    assert mapped == "#question=frage,answer=antwort,context=absatz"
    now = {**said, "map": mapped, "was-0": "question", "was-1": "answer", "was-2": "context", "was-3": ""}
    twice = visit.submit("/projects/new/look", **own, **{**now, "role-3": "answer"})
    assert twice.status_code == 422
    assert "Two columns are said to be the &#39;answer&#39;" in twice.text
    assert visit.submit("/projects/new", **own, **now).status_code == 303
    made = only(site)
    assert made.settings.dataset == f"upload:{kept}{mapped}"
    assert {one.query.text for one in site.house.store.examples(made.fingerprint).values()} == {
        f"Who lit lamp {n}?" for n in range(1, 8)
    }
    assert "lamps.csv" in visit.get(f"/projects/{made.id}/settings").text
    assert "can be used (n = 7)" in visit.get(f"/projects/{made.id}/left-out").text


def test_a_column_can_be_said_to_be_another_thing_than_it_was_taken_for(site: Site, boss: Person) -> None:
    visit, own = site.visit(boss), {**FIELDS, "dataset": "own"}
    data = b"question,answer,context,passage_title\nWho?,Ada,Ada lit it.,Lamps\n"
    shown = visit.submit("/projects/new/look", files={"file": ("lamps.csv", data)}, **own).text
    kept = re.search('name="kept" value="(.*)"', shown)[1]
    was = re.findall(r'name="(column|was)-(\d)" value="(.*)"', shown)
    fields = {f"{what}-{n}": value for what, n, value in was}
    roles = {f"role-{n}": fields[f"was-{n}"] for n in range(4)}
    assert roles["role-2"] == "context"
    changed = visit.submit(
        "/projects/new/look", **own, kept=kept, **fields, **{**roles, "role-2": "", "role-3": "context"}
    )
    assert 'class="given">Lamps' in changed.text


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("lamps.csv", b'question,answer,context\n"Who?,"Ada","Ada lit it."\n', "lamps.csv, line 2: this is no row"),
        ("lamps.csv", b"question,answer,context\nWho?,Ada\n", "lamps.csv, line 2: it has 2 cells"),
        ("lamps.jsonl", b'{"question": "Who?", "answer": "A", "context": "A"}\n{"question\n', "lamps.jsonl: line 2"),
        ("lamps.txt", b"Who lit it? Ada.", "no format that is known begins with"),
        ("lamps.parquet", b"PAR1 and nothing else", "lamps.parquet"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_file_is_said_by_its_name_and_line(
    site: Site, boss: Person, name: str, data: bytes, said: str
) -> None:
    told = site.visit(boss).submit("/projects/new/look", files={"file": (name, data)}, **{**FIELDS, "dataset": "own"})
    assert told.status_code == 422
    assert said in html.unescape(told.text)
    assert "/tmp" not in told.text
    with pytest.raises(NotThere):
        upload_name(site.house.store, bytes_fingerprint(data), boss.id)


def test_what_of_a_packet_cannot_be_used_is_said_by_its_lines(site: Site, boss: Person) -> None:
    visit = site.visit(boss)
    line = {"question": "She lit it. For 10 points, name this keeper of a lamp.", "answer": "Ada Thorn"}
    data = "\n".join(json.dumps(row) for row in (line, {**line, "answer": ""})).encode()
    file = ("round <1>.jsonl", data, "application/json")
    fields = {**FIELDS, "dataset": "own", "kinds": ["tag"], "victims": []}
    made = made_of(visit, file, **fields)
    assert made.headers["Location"] == f"/projects/{only(site).id}/left-out"
    said = visit.get(made.headers["Location"]).text
    assert "1 of 2 questions of round &lt;1&gt;.jsonl cannot be used" in said
    assert re.search(r'<th scope="row" class="number">2</th><td>.*answer', said)
    assert made.headers["Location"] in visit.get(f"/projects/{only(site).id}/settings").text
    told = upload(site.program(boss), "/api/v1/uploads", "round.jsonl", data).json()
    assert [one["line"] for one in told["skipped"]] == [2]


def test_a_file_of_work_that_is_refused_leaves_nothing(site: Site) -> None:
    here = project_of(site)
    moderator = member(site, here, "moderator")
    file = ("odd.json", b"nonsense", "application/json")
    said = site.visit(moderator).submit(f"/projects/{here.id}/queues", files={"file": file}, kind="judge")
    assert said.status_code == 422
    with pytest.raises(NotThere):
        upload_name(site.house.store, bytes_fingerprint(b"nonsense"), here.id, moderator.id)


def test_an_uploaded_file_stays_where_something_else_is_wrong(site: Site, boss: Person) -> None:
    visit = site.visit(boss)
    file = ("towns.json", json.dumps(SQUAD).encode(), "application/json")
    wrong = made_of(visit, file, name="")
    assert wrong.status_code == 422
    kept = re.search('name="kept" value="(.*)"', wrong.text)[1]
    assert "towns.json" in wrong.text
    assert "Taken for 1 question" in wrong.text
    assert visit.submit("/projects/new", **{**FIELDS, "dataset": "own", "kept": kept}).status_code == 303


def test_a_broken_file_is_refused_by_its_name(site: Site, boss: Person) -> None:
    file = ("towns.json", b'{"data": [{"paragraphs": [{"context": 3}]}]}', "application/json")
    said = site.visit(boss).submit("/projects/new", files={"file": file}, **{**FIELDS, "dataset": "own"})
    assert said.status_code == 422
    assert "towns.json" in said.text
    assert re.search(r'id="file-error">[^<]*towns.json', said.text)
    assert re.search(
        r'<input [^>]*name="file"[^>]* autofocus aria-invalid="true" aria-describedby="file-error', said.text
    )
    assert "/tmp" not in said.text


def test_settings_change_and_what_a_project_is_about_stays(site: Site, boss: Person) -> None:
    here = project_of(site)
    sent = {**FIELDS, "items": "3", "seed": "9", "dataset": "verification", "kinds": ["judge"]}
    said = site.visit(boss).submit(f"/projects/{here.id}/settings", **sent)
    assert said.status_code == 200
    assert "Saved." in said.text
    changed = project(site.house.store, here.id)
    assert changed.name == "Two rivers"
    assert changed.settings == replace(
        here.settings, kinds=("judge", "adjudicate"), timer=90, practice=False, instructions=FIELDS["instructions"]
    )


def test_a_model_that_answers_another_task_is_not_offered_and_not_taken(new_store: Store) -> None:
    with serving(house_with_checker(new_store)) as site:
        boss = site.person(administrator=True)
        visit, here = site.visit(boss), project_of(site)
        add_member(new_store, here.id, boss.id, "administrator", 1.0)
        new = visit.get("/projects/new").text
        assert 'value="checks" data-tasks="verification">' in new
        assert 'value="scripted" checked>' in new  # the first that answers questions
        place = f"/projects/{here.id}/settings"
        assert 'value="checks"' not in visit.get(place).text
        said = visit.submit(place, **{**FIELDS, "victims": ["scripted", "checks"]})
        assert said.status_code == 422
        assert "answers claims, and this project holds questions. Leave it out." in html.unescape(said.text)
        body = {"name": "Here", "victims": ["checks"], "kinds": ["write"]}
        assert site.program(boss).call("PUT", f"/api/v1/projects/{here.id}", body).status_code == 422
        assert project(new_store, here.id).settings.victims == ("scripted",)


def test_a_project_is_closed_and_opened_again(site: Site, boss: Person) -> None:
    here, visit = project_of(site), site.visit(boss)
    visit.submit(f"/projects/{here.id}/close")
    assert project(site.house.store, here.id).closed is not None
    assert "This project is closed" in visit.get(f"/projects/{here.id}").text
    visit.submit(f"/projects/{here.id}/reopen")
    assert project(site.house.store, here.id).closed is None


def test_one_sees_what_one_s_roles_may_do_and_how_far_one_is(site: Site) -> None:
    here = project_of(site, replace(SETTINGS, kinds=("write", "answer")))
    author, player = member(site, here, "author"), member(site, here, "player")
    seen = site.visit(author).get(f"/projects/{here.id}").text
    assert "0 done, 2 left for you" in seen
    assert "Answer questions" not in seen
    assert f'href="/projects/{here.id}/settings"' not in seen
    seen = site.visit(player).get(f"/projects/{here.id}").text
    assert "Write against the model" not in seen
    assert "Nothing is there yet in: Answer questions." in seen


def test_a_link_is_shown_once_and_lets_so_many_in(site: Site, boss: Person) -> None:
    here, visit = project_of(site), site.visit(boss)
    said = visit.submit(f"/projects/{here.id}/people/links", role="annotator", places="2", days="3").text
    link = re.search(r'value="(http://[^"]*/join/[^"]+)"', said)[1]
    assert link.startswith(site.home)
    assert site.visit().client.get(link).status_code == 200
    listed = visit.get(f"/projects/{here.id}/people").text
    assert link not in listed
    withdraw = re.search(rf"/projects/{here.id}/people/links/\w+/withdraw", listed)[0]
    assert visit.submit(withdraw).status_code == 303
    assert site.visit().client.get(link).status_code == 404


@pytest.mark.parametrize("wrong", [{"role": "king"}, {"places": "0"}, {"places": "many"}, {"days": "9999"}])
def test_a_link_that_cannot_be_is_not_made(site: Site, boss: Person, wrong: dict[str, str]) -> None:
    here = project_of(site)
    fields = {"role": "author", "places": "1", "days": "1", **wrong}
    said = site.visit(boss).submit(f"/projects/{here.id}/people/links", **fields)
    assert said.status_code == 422
    assert 'role="alert"' in said.text


def test_roles_are_given_and_taken_and_people_removed(site: Site, boss: Person) -> None:
    here, visit, store = project_of(site), site.visit(boss), site.house.store
    author = member(site, here, "author")
    people = f"/projects/{here.id}/people"
    assert code(author.id) in visit.get(people).text  # as files call them
    visit.submit(f"{people}/{author.id}/roles", role="player")
    assert roles(store, here.id, author.id) == {"author", "player"}
    visit.submit(f"{people}/{author.id}/roles/author/take")
    assert roles(store, here.id, author.id) == {"player"}
    visit.submit(f"{people}/{author.id}/remove")
    assert roles(store, here.id, author.id) == frozenset()
    assert site.visit(author).get(f"/projects/{here.id}").status_code == 404


def test_the_only_administrator_of_a_project_is_told_what_to_do_before_leaving(site: Site) -> None:
    here = project_of(site)
    ada, bo = member(site, here, "administrator"), member(site, here, "author")
    visit, program, store = site.visit(ada), site.program(ada), site.house.store
    people, api = f"/projects/{here.id}/people", f"/api/v1/projects/{here.id}/members/{ada.id}"
    for act in ("roles/administrator/take", "remove"):
        said = visit.submit(f"{people}/{ada.id}/{act}")
        assert said.status_code == 422
        assert "Nobody else is an administrator of this project. Make somebody else one first." in said.text
    for path in (api, f"{api}/roles/administrator"):
        refused = program.call("DELETE", path)
        assert (refused.status_code, "Make somebody else one first" in refused.json()["sentence"]) == (409, True)
    assert roles(store, here.id, ada.id) == {"administrator"}
    visit.submit(f"{people}/{bo.id}/roles", role="administrator")
    assert visit.submit(f"{people}/{ada.id}/remove").status_code == 303
    assert roles(store, here.id, ada.id) == frozenset()


def test_who_is_no_member_is_given_no_role(site: Site, boss: Person) -> None:
    here, stranger = project_of(site), site.person()
    said = site.visit(boss).submit(f"/projects/{here.id}/people/{stranger.id}/roles", role="author")
    assert said.status_code == 404
    assert roles(site.house.store, here.id, stranger.id) == frozenset()


def test_a_moderator_adds_work_and_sees_how_far_it_is(site: Site) -> None:
    here = project_of(site)
    moderator, annotator = member(site, here, "moderator"), member(site, here, "annotator")
    visit, store = site.visit(moderator), site.house.store
    assert "Nobody here may do this" not in visit.get(f"/projects/{here.id}/progress").text
    file = ("set.json", json.dumps(SQUAD).encode(), "application/json")
    said = visit.submit(f"/projects/{here.id}/queues", files={"file": file}, kind="judge")
    assert "1 new piece of work is there." in said.text
    held = lease(store, here.id, "judge", annotator.id, site.house.clock())
    assert "1 being worked on" in visit.get(f"/projects/{here.id}/progress").text
    respond(store, held.assignment.id, annotator.id, "{}", site.house.clock(), lambda *_: None)
    seen = visit.get(f"/projects/{here.id}/progress/now").text
    assert "1 of 1 complete" in seen
    assert annotator.name in seen
    assert "<html" not in seen


def test_writing_that_was_left_stays_its_authors(site: Site) -> None:
    here = project_of(site)
    author, boss = member(site, here, "author"), member(site, here, "moderator")
    lease(site.house.store, here.id, "write", author.id, site.house.clock() - 100_000)
    seen = site.visit(boss).get(f"/projects/{here.id}/progress/now").text
    assert "1 begun and left: its author can go on with it, and anybody else begin it, too." in seen
    assert "whoever comes next" not in seen
    assert "0 submissions" in seen


@pytest.mark.parametrize("sent", [{"kind": "judge"}, {"kind": "write"}, {}, {"kind": "judge", "runs": ["none"]}])
def test_work_that_cannot_be_added_is_refused(site: Site, sent: dict[str, object]) -> None:
    here = project_of(site)
    visit = site.visit(member(site, here, "moderator"))
    said = visit.submit(f"/projects/{here.id}/queues", **sent)
    assert said.status_code == 422
    assert 'role="alert"' in said.text
    assert ('autofocus aria-invalid="true" aria-describedby="judge-file-error"' in said.text) == (
        sent.get("kind") == "judge"
    )
    assert [queue.kind for queue in progress(site.house.store, here.id, 0.0)] == ["write"]


def test_work_that_nobody_there_can_do_is_called_stuck(site: Site, boss: Person) -> None:
    here = project_of(site, replace(SETTINGS, kinds=("judge",)))
    visit, store = site.visit(boss), site.house.store
    file = ("set.json", json.dumps(SQUAD).encode(), "application/json")
    visit.submit(f"/projects/{here.id}/queues", files={"file": file}, kind="judge")
    assert "Nobody here may do this. Invite somebody as annotator." in visit.get(f"/projects/{here.id}/progress").text
    annotator = member(site, here, "annotator")
    assert "Invite somebody" not in visit.get(f"/projects/{here.id}/progress").text
    held = lease(store, here.id, "judge", annotator.id, site.house.clock())
    assert held is not None
    assert "Invite somebody" not in visit.get(f"/projects/{here.id}/progress").text


def test_projects_are_made_read_changed_and_closed_over_the_api(site: Site, boss: Person) -> None:
    program = site.program(boss)
    wanted = {"name": "By program", "dataset": "verification", "victims": ["scripted"], "kinds": ["write"], "items": 4}
    made = program.call("POST", "/api/v1/projects", wanted)
    assert made.status_code == 201, made.text
    id, settings = made.json()["id"], made.json()["settings"]
    assert (settings["task"], settings["items"], settings["timer"]) == ("verification", 4, 240)
    assert [one["id"] for one in program.call("GET", "/api/v1/projects").json()] == [id]
    changed = {"name": "Renamed", "victims": ["scripted"], "kinds": ["write", "judge"], "timer": None}
    said = program.call("PUT", f"/api/v1/projects/{id}", changed).json()
    assert (said["settings"]["name"], said["settings"]["timer"], said["settings"]["items"]) == ("Renamed", None, 4)
    assert program.call("GET", f"/api/v1/projects/{id}").json() == said
    [queue] = program.call("GET", f"/api/v1/projects/{id}/progress").json()
    assert (queue["kind"], queue["items"], queue["places"], queue["people"]) == ("write", 4, None, [])
    assert [one["name"] for one in program.call("GET", f"/api/v1/projects/{id}/members").json()] == ["Grace"]
    link = program.call("POST", f"/api/v1/projects/{id}/invitations", {"role": "author"}).json()["link"]
    assert site.visit().client.get(link).status_code == 200
    assert program.call("POST", f"/api/v1/projects/{id}/close").status_code == 204
    assert program.call("GET", f"/api/v1/projects/{id}").json()["closed"] is not None
    assert program.call("POST", f"/api/v1/projects/{id}/reopen").status_code == 204


def test_members_and_links_are_managed_over_the_api(site: Site, boss: Person) -> None:
    here = project_of(site)
    ada = member(site, here, "author")
    program, at = site.program(boss), f"/api/v1/projects/{here.id}"
    assert program.call("PUT", f"{at}/members/{ada.id}/roles/moderator").status_code == 204
    assert roles(site.house.store, here.id, ada.id) == {"author", "moderator"}
    assert program.call("PUT", f"{at}/members/{site.person().id}/roles/author").status_code == 404
    assert program.call("PUT", f"{at}/members/{ada.id}/roles/king").status_code == 422
    assert program.call("DELETE", f"{at}/members/{ada.id}/roles/author").status_code == 204
    assert roles(site.house.store, here.id, ada.id) == {"moderator"}
    assert program.call("DELETE", f"{at}/members/{ada.id}").status_code == 204
    assert roles(site.house.store, here.id, ada.id) == frozenset()
    program.call("POST", f"{at}/invitations", {"role": "author", "places": 3})
    [link] = program.call("GET", f"{at}/invitations").json()
    assert (link["role"], link["places"]) == ("author", 3)
    assert program.call("DELETE", f"{at}/invitations/{link['id']}").status_code == 204
    assert program.call("GET", f"{at}/invitations").json() == []


def test_an_author_s_items_are_listed_over_the_api(site: Site) -> None:
    here = project_of(site)
    program = site.program(member(site, here, "author"))
    rows = program.call("GET", f"/api/v1/projects/{here.id}/items").json()
    assert [(row["number"], row["state"], row["example"]) for row in rows] == [
        (0, "new", ""), *((number, "new", example.id) for number, example in enumerate(EXAMPLES, 1))
    ]  # fmt: skip
    assert program.call("POST", f"/api/v1/projects/{here.id}/items/{rows[1]['id']}/open").status_code == 200
    rows = program.call("GET", f"/api/v1/projects/{here.id}/items").json()
    assert [row["state"] for row in rows] == ["new", "leased", "new"]


def test_a_data_set_is_uploaded_over_the_api(site: Site, boss: Person) -> None:
    program = site.program(boss)
    uploaded = upload(program, "/api/v1/uploads", "towns.json", json.dumps(SQUAD).encode())
    assert uploaded.status_code == 201, uploaded.text
    spec = f"upload:{uploaded.json()['id']}"
    wanted = {"name": "By program", "dataset": spec, "victims": ["scripted"], "kinds": ["write"]}
    assert program.call("POST", "/api/v1/projects", wanted).status_code == 201
    broken = upload(program, "/api/v1/uploads", "towns.json", b"nonsense")
    assert broken.status_code == 422
    assert "towns.json" in broken.json()["sentence"]


@pytest.mark.parametrize(
    "changed", [{"dataset": "/etc/passwd"}, {"kinds": []}, {"kinds": ["sing"]}, {"unknown": 1}, {"victims": ["none"]}]
)
def test_the_api_refuses_what_cannot_be(site: Site, boss: Person, changed: dict[str, object]) -> None:
    wanted = {"name": "By program", "dataset": "reading", "victims": ["scripted"], "kinds": ["write"], **changed}
    said = site.program(boss).call("POST", "/api/v1/projects", wanted)
    assert said.status_code == 422
    assert said.json()["sentence"]
    assert projects(site.house.store) == []


def test_markdown_does_nothing_but_be_read(site: Site) -> None:
    written = "**bold** <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![p](https://elsewhere.example/p.png)"
    html = site.visit(site.person()).call("POST", "/api/v1/markdown", {"text": written}).json()["html"]
    assert "<strong>bold</strong>" in html
    assert "<img" not in html
    assert 'href="javascript' not in html


def test_markdown_of_strangers_is_short_and_that_of_administrators_as_long_as_instructions(site: Site) -> None:
    stranger, boss = site.program(site.person()), site.program(site.person(administrator=True))
    own = site.program(member(site, project_of(site), "administrator"))
    asked = {"stranger": stranger, "administrator of a project": own, "administrator": boss}
    said = {
        (who, size): visit.call("POST", "/api/v1/markdown", {"text": "é" * (size // 2)}).status_code
        for who, visit in asked.items() for size in (5_000, 5_002, 50_000)
    }  # fmt: skip
    assert {key for key, status in said.items() if status == 422} == {("stranger", 5_002), ("stranger", 50_000)}
    refused = stranger.call("POST", "/api/v1/markdown", {"text": "x" * 5_001})
    assert refused.json()["sentence"].startswith("This Markdown has 5,001 bytes.")


def upload(program: Visit, path: str, name: str, data: bytes):
    return program.client.post(program.home + path, files={"file": (name, data, "application/octet-stream")})
