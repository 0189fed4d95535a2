"""What is kept of a person is handed out whole, and taken away; on both databases."""

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from sqlalchemy import Table, insert, select

from stumper.errors import NotThere, Refused
from stumper.people.accounts.account import log_in, people, person, register
from stumper.people.accounts.failed_log_ins import Whence
from stumper.people.accounts.log_ins import is_remembered, open_session, remember_browser, session_of
from stumper.people.accounts.person import Person
from stumper.people.accounts.recovery import recoverable, recovery
from stumper.people.accounts.tokens import make_token, token_held, tokens
from stumper.people.personal_data import erase, personal_data
from stumper.people.projects.invitations import invitation, invite, join
from stumper.people.projects.members import add_member, members, projects_of, remove_member, roles
from stumper.people.projects.project import Settings, project
from stumper.people.projects.uploads import put_upload, upload_name
from stumper.people.study.founding import make_project
from stumper.people.writing.tries import Put, presses
from stumper.store import Store, people_schema, schema
from stumper.store.connection import writing
from stumper.store.values import to_text
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Judgement, Passage

EXAMPLE = Example("e", Question("Who?", Passage("p", "Ada did.")), Gold((Answer("Ada", 0),)))
SECRET = "correct horse battery"
NOTE = "only Ada would say this"
TRIED, SUBMITTED = "a tried text", "a submitted text"
NUMBERS = count()


def busy(store: Store, name: str = "Ada") -> tuple[Person, str, list[str]]:
    """Somebody who did a bit of everything, a project, and the secrets that they carry."""
    ada = register(store, name, SECRET, 1.0)
    settings = Settings("reading", "reading", ("embedded",), ("write", "judge"))
    project = make_project(store, f"Trial of {name}", settings, [EXAMPLE], "f", 0.0).id
    add_member(store, project, ada.id, "author", 2.0)
    secrets = [
        open_session(store, ada.id, 3.0),
        make_token(store, ada.id, "my script", 3.0),
        invite(store, project, "author", 5, 7, ada.id, 3.0),
        recovery(store, ada.id, 3.0),
        "what the cookie of a browser holds",
    ]
    remember_browser(store, secrets[-1], ada.id, 3.0)
    item = f"judge {ada.id}"
    put(store, people_schema.items, id=item, project_id=project, kind="judge", topic="e", payload='"e"', places=1,
        decided=False, created=0.0)  # fmt: skip
    put(store, people_schema.assignments, id=f"a {ada.id}", item_id=item, person_id=ada.id, state="done", expires=9.0,
        started=4.0, seen=5.0, spent=1.0, ended=5.0)  # fmt: skip
    of_it = {"assignment_id": f"a {ada.id}"}
    put(store, people_schema.drafts, **of_it, revision=1, document='{"text":"a draft"}', saved=5.0)
    put(store, people_schema.changes, **of_it, number=1, at=5.0, document='{"inserted":"x"}')
    for kind, text in (("predict", TRIED), ("predict", TRIED), ("submit", SUBMITTED)):
        document = to_text(Put(text, None, (), "Ada", 0.5, 0.9, 4.0, 2))
        key = f"k{next(NUMBERS)}"
        put(store, people_schema.tries, **of_it, key=key, kind=kind, at=5.0, fooled=True, document=document)
    put(store, people_schema.responses, **of_it, at=5.0, document=json.dumps({"grammatical": True, "note": NOTE}))
    store.put_judgements([Judgement("p", ada.id, True, True, False, NOTE, judge="person")])
    return ada, project, secrets


def put(store: Store, table: Table, **values: object) -> None:
    with writing(store.engine) as connection:
        connection.execute(insert(table).values(**values))


def everything(store: Store) -> str:
    """All rows of all tables."""
    tables = [*people_schema.metadata.sorted_tables, *schema.metadata.sorted_tables]
    with store.engine.connect() as connection:
        return "\n".join(str(connection.execute(select(table)).all()) for table in tables)


def test_all_that_is_kept_of_a_person_is_handed_out_but_no_secret(store: Store) -> None:
    ada, _, secrets = busy(store)
    data = personal_data(store, ada.id)
    text = json.dumps(data)
    assert data["account"]["name"] == "Ada"
    assert data["memberships"] == [{"project": "Trial of Ada", "role": "author", "joined": 2.0}]
    assert [token["name"] for token in data["tokens"]] == ["my script"]
    assert [link["places"] for link in data["invitations"]] == [5]
    assert [len(data[name]) for name in ("sessions", "browsers", "recoveries")] == [1, 1, 1]
    [work] = data["work"]
    assert (work["kind"], work["item"], work["spent"]) == ("judge", "e", 1.0)
    assert work["draft"][0]["document"] == {"text": "a draft"}
    assert work["changes"][0]["document"] == {"inserted": "x"}
    assert [made["document"]["text"] for made in work["tries"]] == [TRIED, TRIED, SUBMITTED]
    assert work["response"][0]["document"]["note"] == NOTE
    assert data["judgements"][0]["note"] == NOTE
    assert not any(secret in text for secret in secrets)
    assert "argon2" not in text


def test_what_others_did_is_not_handed_out(store: Store) -> None:
    busy(store, "Bo")
    ada = register(store, "Ada", None, 0.0)
    data = personal_data(store, ada.id)
    assert [name for name, found in data.items() if found] == ["account"]


def test_nobody_knows_an_erased_person(store: Store) -> None:
    register(store, "Root", None, 0.0, administrator=True)
    ada, project, [session, token, link, forgotten, browser] = busy(store, "Ada Lovelace")
    erase(store, ada.id, 10.0)
    assert person(store, ada.id) == Person(ada.id, f"Someone {ada.id[:4]}", False, False, 1.0, 10.0)
    assert session_of(store, session, 10.0) is None
    assert token_held(store, token, 10.0) is None
    with pytest.raises(NotThere):
        invitation(store, link, 10.0)
    with pytest.raises(NotThere):
        recoverable(store, forgotten, 10.0)
    assert not is_remembered(store, browser, 10.0)
    with pytest.raises(Refused, match="is wrong"):
        log_in(store, "Ada Lovelace", SECRET, Whence("192.0.2.7"), 10.0)
    assert [*roles(store, project, ada.id), *members(store, project), *projects_of(store, ada.id)] == []
    assert not tokens(store, ada.id)
    assert [one.name for one in people(store)] == ["Root"]
    assert ada.id in [one.id for one in people(store, with_erased=True)]


def test_their_texts_and_judgements_stay_without_what_tells_who_they_were(store: Store) -> None:
    ada, project_id, _ = busy(store, "Lovelace")
    before = [press.text_id for press in presses(store, project(store, project_id))]
    erase(store, ada.id, 10.0)
    kept = everything(store).replace(f"Trial of {ada.name}", "")
    for gone in ("ovelace", NOTE, "my script", "a draft", TRIED, "inserted", "argon2"):
        assert gone not in kept
    assert SUBMITTED in kept
    assert [press.text_id for press in presses(store, project(store, project_id))] == before
    [judgement] = store.judgements(["p"])
    assert judgement == Judgement("p", ada.id, True, True, False, judge="person")
    assert personal_data(store, ada.id)["work"][0]["response"][0]["document"] == {"grammatical": True, "note": ""}


def test_files_are_handed_out_by_name_and_gone_with_their_only_owner(store: Store) -> None:
    """What a project has stays its own; what somebody else sent, too, stays theirs."""
    ada, bo = register(store, "Ada", None, 0.0), register(store, "Bo", None, 0.0)
    only, sent = (
        put_upload(store, "only.json", b"1", 1.0, ada.id),
        put_upload(store, "sent.json", b"2", 2.0, ada.id, "here"),
    )
    both = put_upload(store, "ours.json", b"3", 3.0, ada.id)
    put_upload(store, "theirs.json", b"3", 4.0, bo.id)
    found = personal_data(store, ada.id)["uploads"]
    assert [(one["id"], one["name"]) for one in found] == [
        (only, "only.json"), (sent, "sent.json"), (both, "ours.json"),
    ]  # fmt: skip
    erase(store, ada.id, 10.0)
    assert personal_data(store, ada.id)["uploads"] == []
    with store.engine.connect() as connection:
        assert set(connection.scalars(select(people_schema.uploads.c.id))) == {sent, both}
    assert (upload_name(store, sent, "here"), upload_name(store, both, bo.id)) == ("sent.json", "theirs.json")


def test_a_name_is_free_again_once_its_person_is_erased(store: Store) -> None:
    erase(store, register(store, "Ada", None, 0.0).id, 1.0)
    register(store, "Ada", None, 2.0)


def test_erasing_twice_changes_nothing(store: Store) -> None:
    ada = register(store, "Ada", None, 0.0)
    erase(store, ada.id, 1.0)
    erase(store, ada.id, 2.0)
    assert person(store, ada.id).erased == 1.0


def test_an_administrator_stays_even_if_all_want_to_go_at_once(store: Store) -> None:
    everybody = [register(store, f"Root {n}", None, 0.0, administrator=True).id for n in range(4)]

    def goes(id: str) -> bool:
        try:
            erase(store, id, 1.0)
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(goes, everybody)) == 3
    assert sum(person.administrator for person in people(store)) == 1


def test_projects_that_nobody_else_administers_go_to_the_administrators_of_the_server(store: Store) -> None:
    first, second = (register(store, name, None, 0.0, administrator=True) for name in ("Root", "Sudo"))
    ada, alone, _ = busy(store, "Ada")
    bo, shared, _ = busy(store, "Bo")
    for where, whose in ((alone, ada), (alone, first), (shared, ada), (shared, bo)):
        add_member(store, where, whose.id, "administrator" if whose in (ada, bo) else "player", 3.0)
    erase(store, ada.id, 10.0)
    administrators = {
        where: {one.person.name: one.joined for one in members(store, where) if "administrator" in one.roles}
        for where in (alone, shared)
    }
    assert administrators == {alone: {"Root": 3.0, "Sudo": 10.0}, shared: {"Bo": 2.0}}
    with pytest.raises(Refused, match="Make somebody else one first"):
        remove_member(store, shared, bo.id)
    assert second in [one.person for one in members(store, alone)]


def test_without_anybody_to_go_to_the_last_administrator_of_a_project_is_not_erased(store: Store) -> None:
    ada, alone, _ = busy(store)
    add_member(store, alone, ada.id, "administrator", 3.0)
    with pytest.raises(Refused, match="Make somebody else one first"):
        erase(store, ada.id, 10.0)
    assert person(store, ada.id) == ada


def test_nobody_gives_a_role_to_an_erased_person(store: Store) -> None:
    """Such as a request that was under way, by a link or as the maker of a project."""
    register(store, "Root", None, 0.0, administrator=True)
    ada, project, _ = busy(store)
    link = invite(store, project, "administrator", 1, 7, None, 3.0)
    erase(store, ada.id, 10.0)
    for act in (
        lambda: add_member(store, project, ada.id, "administrator", 11.0), lambda: join(store, link, ada.id, 11.0),
    ):  # fmt: skip
        with pytest.raises(NotThere):
            act()
    assert roles(store, project, ada.id) == frozenset()


def test_nobody_cannot_be_erased(store: Store) -> None:
    for act in (personal_data, lambda store, id: erase(store, id, 0.0)):
        with pytest.raises(NotThere):
            act(store, "nobody")
