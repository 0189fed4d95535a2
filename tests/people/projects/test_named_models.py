"""A model that is named on a page: its key is sealed, it is tested before it is used, and goes whole."""

import stat
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select, update

from model_servers import ModelServer, model_server
from stumper.errors import BadOption, BadStore, NotThere, Refused
from stumper.people.accounts.account import register
from stumper.people.personal_data import erase, personal_data
from stumper.people.projects.key_box import VARIABLE, KeyBox, key_box
from stumper.people.projects.named_models import (
    MOST_MODELS,
    NamedModel,
    Reach,
    add_model,
    named_model,
    named_models,
    remove_model,
    try_model,
    usable_models,
)
from stumper.people.projects.project import Project, Settings, close_project, project
from stumper.people.study.founding import change_settings, check_victims, make_project, use_model
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import named_models as table
from stumper.testing import EXAMPLE
from stumper.victims import named_service
from stumper.victims.allowed_hosts import allowed_hosts
from stumper.victims.named_service import NamedService
from stumper.web.errors import NotLoaded
from stumper.web.machines import Desks, Machines

KEY = "sk-a-very-secret-key-0123456789"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as made:
        yield made


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(named_service, "BOUNDS", replace(named_service.BOUNDS, retries=0, timeout=60.0))


def reach_of(server: ModelServer, secret: bytes = bytes(32)) -> Reach:
    return Reach(allowed_hosts([f"127.0.0.1:{server.port}"]), KeyBox(secret))


def lamps(store: Store, name: str = "Lamps") -> tuple[Project, str]:
    made = make_project(store, name, Settings("reading", "reading", (), ("judge",)), [EXAMPLE], "f", 0.0)
    return made, register(store, f"Owner of {name}", None, 0.0).id


def add(store: Store, server: ModelServer, made: Project, person: str, path: str = "/v1", label: str = "my model",
        key: str = KEY) -> NamedModel:  # fmt: skip
    service = NamedService("openai", f"{server.url}{path}", "lamp-9")
    return add_model(store, reach_of(server), made.id, label, service, key, person, 1.0)


def written(store: Store) -> str:
    with store.engine.connect() as connection:
        return repr(connection.execute(select(table)).all())


def test_a_model_is_usable_once_it_has_answered_one_item(store: Store, server: ModelServer) -> None:
    made, person = lamps(store)
    found = add(store, server, made, person)
    assert found.name.startswith(f"named:my model@127.0.0.1:{server.port}~")
    assert usable_models(store, made.id) == ()
    with pytest.raises(Refused, match="Test it first"):
        use_model(store, made.id, found.id, 2.0)
    tried = try_model(store, reach_of(server), made.id, found.id, 2.0, iter((1.0, 1.25)).__next__)
    assert tried.trial is not None
    assert (tried.trial.answer, tried.trial.milliseconds, tried.trial.fault) == ("Ada", 250, "")
    assert usable_models(store, made.id) == (found.name,)
    check_victims([found.name], usable_models(store, made.id))
    assert use_model(store, made.id, found.id, 3.0).settings.victims == (found.name,)


def test_a_failed_test_says_why_and_makes_nothing_usable(store: Store, server: ModelServer) -> None:
    made, person = lamps(store)
    found = add(store, server, made, person, "/tells")
    tried = try_model(store, reach_of(server), made.id, found.id, 2.0)
    assert tried.trial is not None
    assert "status 401" in tried.trial.fault
    assert KEY not in tried.trial.fault
    assert usable_models(store, made.id) == ()
    assert Desks(Machines(store, reach=reach_of(server))).get(found.name) is None


def test_no_key_stands_anywhere_in_the_store(store: Store, server: ModelServer) -> None:
    made, person = lamps(store)
    found = add(store, server, made, person)
    tried = try_model(store, reach_of(server), made.id, found.id, 2.0)
    assert server.asked[-1][2]["authorization"] == f"Bearer {KEY}"
    assert KEY not in written(store) + repr(tried) + repr(reach_of(server)) + repr(personal_data(store, person))
    assert tried.has_key


def test_a_sealed_key_opens_with_its_secret_at_its_address_alone(store: Store, server: ModelServer) -> None:
    made, person = lamps(store)
    found = add(store, server, made, person)
    other = try_model(store, reach_of(server, b"x" * 32), made.id, found.id, 2.0)
    assert other.trial is not None
    assert "another secret" in other.trial.fault
    with writing(store.engine) as connection:  # as somebody who writes the database, but has not the secret
        moved = table.c.document.op("||")("")
        document = connection.execute(select(moved)).scalar_one().replace("/v1", "/v1/elsewhere")
        connection.execute(update(table).values(document=document))
    tried = try_model(store, reach_of(server), made.id, found.id, 3.0)
    assert tried.trial is not None
    assert "another secret" in tried.trial.fault
    assert server.asked == []


def test_removing_a_model_takes_its_key_and_what_is_open(store: Store, server: ModelServer) -> None:
    made, person = lamps(store)
    found = add(store, server, made, person)
    try_model(store, reach_of(server), made.id, found.id, 2.0)
    use_model(store, made.id, found.id, 3.0)
    desks = Desks(Machines(store, reach=reach_of(server)))
    assert desks[found.name] is desks[found.name]
    with pytest.raises(Refused, match="uses this model"):
        remove_model(store, made.id, found.id)
    before = project(store, made.id)
    change_settings(store, made.id, before.name, replace(before.settings, victims=()), 4.0)
    remove_model(store, made.id, found.id)
    assert written(store) == "[]"
    assert desks.get(found.name) is None
    assert list(desks.machines.open()) == []


def test_a_model_is_its_projects_alone(store: Store, server: ModelServer) -> None:
    made, person = lamps(store)
    other, _ = lamps(store, "Ports")
    found = add(store, server, made, person)
    try_model(store, reach_of(server), made.id, found.id, 2.0)
    assert usable_models(store, other.id) == ()
    for act in (named_model, remove_model):
        with pytest.raises(NotThere):
            act(store, other.id, found.id)
    with pytest.raises(NotThere):
        use_model(store, other.id, found.id, 3.0)


def test_a_model_whose_host_is_no_longer_listed_is_not_loaded(store: Store, server: ModelServer) -> None:
    made, person = lamps(store)
    found = add(store, server, made, person)
    try_model(store, reach_of(server), made.id, found.id, 2.0)
    for reach in (Reach(keys=KeyBox(bytes(32))), reach_of(server, b"x" * 32)):
        with pytest.raises(NotLoaded):
            Desks(Machines(store, reach=reach))[found.name]


def test_what_is_not_allowed_is_not_kept(store: Store, server: ModelServer) -> None:
    made, person = lamps(store)
    nowhere = Reach(keys=KeyBox(bytes(32)))
    with pytest.raises(Refused, match=rf"--model-host 127\.0\.0\.1:{server.port}"):
        add_model(store, nowhere, made.id, "m", NamedService("http", server.url), "", person, 1.0)
    with pytest.raises(BadOption, match="A model's name"):
        add(store, server, made, person, label="<b>")
    close_project(store, made.id, 2.0)
    with pytest.raises(Refused, match="is closed"):
        add(store, server, made, person)
    assert named_models(store, made.id) == []


def test_a_project_has_so_many_models_at_most(store: Store, server: ModelServer) -> None:
    made, person = lamps(store)
    for number in range(MOST_MODELS):
        add(store, server, made, person, label=f"m{number}", key="")
    with pytest.raises(Refused, match=f"at most {MOST_MODELS}"):
        add(store, server, made, person)


def test_whoever_is_erased_leaves_no_key(store: Store, server: ModelServer) -> None:
    made, person = lamps(store)
    add(store, server, made, person)
    register(store, "Another", None, 0.0)
    assert [one["project"] for one in personal_data(store, person)["models"]] == ["Lamps"]
    erase(store, person, 5.0)
    [left] = named_models(store, made.id)
    assert not left.has_key


def test_the_secret_is_a_file_of_its_owner_beside_the_store(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'lamps.db'}") as store:
        box, file = key_box(store, {}), tmp_path / "lamps.db.key"
        assert not file.exists()
        sealed = box.seal(KEY, "it")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert key_box(store, {}).opened(sealed, "it") == KEY
        assert KEY.encode() not in sealed
        assert [one.name for one in tmp_path.glob("*.key*")] == ["lamps.db.key"]
        file.chmod(0o644)
        with pytest.raises(BadStore, match="chmod 600"):
            box.opened(sealed, "it")
        file.unlink()
        with pytest.raises(BadStore, match="Put it back"):
            box.opened(sealed, "it")


def test_the_secret_of_a_database_server_is_in_the_environment(store: Store) -> None:
    secret = b64encode(bytes(range(32))).decode()
    box = key_box(store, {VARIABLE: secret})
    assert box.opened(box.seal(KEY, "it"), "it") == KEY
    assert secret not in repr(box)
    with pytest.raises(BadOption, match="openssl rand -base64 32"):
        key_box(store, {VARIABLE: "short"})
    with pytest.raises(Refused, match=VARIABLE):
        KeyBox().seal(KEY, "it")
