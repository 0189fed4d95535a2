"""The server as an administrator starts and ends it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select
from typer.testing import CliRunner

from stumper.cli.app import app
from stumper.errors import BadOption
from stumper.people.accounts.log_ins import open_session
from stumper.people.projects.project import Settings
from stumper.people.study.founding import make_project
from stumper.store import Store, people_schema
from stumper.testing import EXAMPLE
from stumper.web.cookies import SESSION, signed
from stumper.web.limits import Limits
from stumper.web.serving import bound, furnish, listen
from visiting import Site, house_over, serving

VICTIM = "python:served_victims:finds"


@dataclass
class Server:
    """A `stumper serve` that runs in a process of its own; ``said`` is what it has printed so far."""

    process: subprocess.Popen[str]
    said: list[str] = field(default_factory=list)

    def line(self) -> str:
        assert self.process.stdout is not None
        self.said.append(self.process.stdout.readline())
        return self.said[-1]

    @property
    def home(self) -> str:
        return re.search(r"http://[\w.:]+\d(/\w+)?(?=/)", self.said[0])[0]

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """How it ended, and what it said of it."""
        self.process.send_signal(number)
        rest, errors = self.process.communicate(timeout=120)
        self.said += rest.splitlines()
        return self.process.returncode, errors


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[object]:
    (tmp_path / "served_victims.py").write_text(
        "from stumper.types import Guess, Prediction\n"
        "class Finds:\n"
        "    fingerprint = None\n"
        "    def predict(self, queries):\n"
        "        return [Prediction((Guess('Ada', 1.0),), 1.0) for _ in queries]\n"
        "finds = Finds()\n",
        encoding="utf-8",
    )
    servers: list[Server] = []

    def started(*arguments: str, victim: str | None = VICTIM) -> Server:
        victims = [] if victim is None else ["--victim", victim]
        command = [sys.executable, "-m", "stumper", "serve", "--port", "0", *victims, *arguments]
        environment = {**os.environ, "STUMPER_STORE": f"sqlite:///{tmp_path / 'served.db'}"}
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=pipe, stderr=pipe, text=True,
            # A suite that runs in the background inherits that Ctrl-C is ignored; a person's terminal does not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip
        servers.append(server := Server(process))
        server.line()
        return server

    yield started
    for server in servers:
        if server.process.poll() is None:
            server.process.kill()
        server.process.communicate()


def test_first_start_says_where_it_is_and_how_to_become_its_administrator(serve, tmp_path: Path) -> None:
    server = serve()
    assert server.home in server.said[0]
    assert "served.db" in server.said[0]
    link = re.search(r"http://\S+/join/\S+", server.line())[0]
    assert httpx.get(f"{server.home}/", trust_env=False, timeout=60).status_code == 200
    assert httpx.get(link, trust_env=False, timeout=60).status_code == 200
    assert server.end() == (0, "ended; what was saved is kept\n")


def test_server_with_an_administrator_gives_no_link_away_and_can_be_interrupted(serve, tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'served.db'}") as store:
        Site(house_over(store), "").person("Ada", administrator=True)
    server = serve()
    assert httpx.get(f"{server.home}/", trust_env=False, timeout=60).status_code == 200
    code, said = server.end(signal.SIGINT)
    assert code == 130
    assert "Traceback" not in said
    assert len(server.said) == 1


def test_two_servers_on_one_store_know_the_same_people(serve, tmp_path: Path) -> None:
    one, other = serve(), serve("--root-path", "/tool", "--host", "0.0.0.0")
    with Store.open(f"sqlite:///{tmp_path / 'served.db'}") as store:
        house = house_over(store)
        person = Site(house, "").person("Ada Thorn")
        cookie = {SESSION: signed(house, SESSION, open_session(store, person.id, time.time()))}
    assert other.home.endswith("/tool")
    for server in (one, other):
        with httpx.Client(cookies=cookie, trust_env=False) as client:
            assert "Ada Thorn" in client.get(f"{server.home}/help").text
    said, of_other = one.end()[1], other.end()[1]
    assert "without encryption" not in said
    assert "--allowed-host" not in said
    assert "without encryption" in of_other
    assert "name the host of the site with --allowed-host HOST" in of_other


def test_a_new_secret_logs_everybody_out_of_a_server_that_runs(serve, tmp_path: Path) -> None:
    server = serve()
    with Store.open(f"sqlite:///{tmp_path / 'served.db'}") as store:
        house = house_over(store)
        cookie = {SESSION: signed(house, SESSION, open_session(store, Site(house, "").person("Ada").id, time.time()))}
    with httpx.Client(cookies=cookie, trust_env=False) as client:
        assert client.get(f"{server.home}/api/v1/me").json()["name"] == "Ada"
        ran = CliRunner().invoke(app, ["serve", "--new-secret", "--store", str(tmp_path / "served.db")])
        assert ran.exit_code == 0, ran.output
        assert "Everybody is logged out" in ran.stdout
        assert client.get(f"{server.home}/api/v1/me").status_code == 401


def test_no_page_shows_the_password_in_a_victims_address(tmp_path: Path) -> None:
    spec, shown = "openai:m@http://user:se@cret@127.0.0.1:9/v1", "openai:m@http://***@127.0.0.1:9/v1"
    with Store.open(str(tmp_path / "served.db")) as store:
        house = furnish(store, [spec])
        made = make_project(store, "Lamps", Settings("reading", "reading", (spec,), ("write",)), [EXAMPLE], "f", 0.0)
        assert "cret" in kept_settings(store)  # as by earlier versions
        with serving(replace(house, limits=Limits())) as site:
            root = site.visit(site.person("Root", administrator=True))
            paths = ("/projects/new", f"/projects/{made.id}/settings", f"/api/v1/projects/{made.id}")
            found = [root.get(path) for path in paths]
    for answer in found:
        assert answer.status_code == 200
        assert shown in answer.text
        assert "cret" not in answer.text


def kept_settings(store: Store) -> str:
    with store.engine.connect() as connection:
        return str(connection.scalar(select(people_schema.projects.c.settings)))


def test_two_victims_that_differ_in_a_password_alone_cannot_both_be_served(tmp_path: Path) -> None:
    specs = [f"openai:m@http://user:{password}@127.0.0.1:9/v1" for password in ("one", "two")]
    with Store.open(str(tmp_path / "served.db")) as store, pytest.raises(BadOption, match="nothing but a password"):
        furnish(store, specs)


def test_what_is_acknowledged_outlasts_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[int] = []

    def asked(served: FastAPI, listener: socket.socket) -> None:
        with served.state.house.store.engine.connect() as connection:
            settings = ("synchronous", "fullfsync")
            found.extend(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in settings)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("stumper.web.serving.answer", asked)
    monkeypatch.setattr("signal.signal", lambda number, handler: None)  # the test's own process goes on
    ran = CliRunner().invoke(app, ["serve", "--port", "0", "--victim", "embedded", "--store", "served.db"])
    assert ran.exit_code == 0, ran.output
    assert found == [2, 1]  # synchronous=FULL, fullfsync=ON


def test_a_server_that_waits_for_its_models_lets_nobody_in_before(serve, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    (tmp_path / "loaded_late.py").write_text(
        "import socket\n"
        "from pathlib import Path\n"
        "from served_victims import finds\n"
        f"is_open = socket.socket().connect_ex(('127.0.0.1', {port})) == 0\n"
        "Path('open').write_text(str(is_open))\n",
        encoding="utf-8",
    )
    server = serve("--port", str(port), "--wait-for-models", victim="python:loaded_late:finds")
    assert (tmp_path / "open").read_text() == "False"
    assert httpx.get(f"{server.home}/", trust_env=False, timeout=60).status_code == 200


def test_of_two_servers_that_start_at_one_port_the_later_one_says_that_it_is_taken() -> None:
    with bound("127.0.0.1", 0) as one, bound("127.0.0.1", one.getsockname()[1]) as other:
        listen(one)
        with pytest.raises(BadOption, match="taken by another program"):
            listen(other)


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Serves what cannot be; its one sentence."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STUMPER_STORE", "served.db")
    before = signal.getsignal(signal.SIGTERM)

    def ended(*arguments: str) -> str:
        result = CliRunner().invoke(app, ["serve", "--port", "0", *arguments])
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
        return result.stderr

    yield ended
    signal.signal(signal.SIGTERM, before)


def test_taken_port_is_one_sentence(refused) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refused("--port", str(port))
    assert said == f"stumper: Port {port} of 127.0.0.1 is taken by another program. Choose another with --port.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--host", "no.such.host.invalid"), "--host 'no.such.host.invalid' is no address of this machine"),
        (("--allowed-host", "http://x.org"), "--allowed-host 'http://x.org' is no host"),
        (("--model-host", "http://x.org"), "--model-host 'http://x.org' is no host"),
        (("--root-path", "tool"), "--root-path 'tool' is no path"),
        (("--victim", "nothing"), "No victim is called 'nothing'"),
        (("--store", "postgresql://nobody@localhost:1/x"), "cannot be used"),
        (("--demo", "--victim", "tfidf-da"), "Leave --victim out"),
        (("--wait-for-models", "--victim", "python:no_such_module:it"), "python:no_such_module:it could not be made r"),
    ],
)
def test_what_cannot_be_served_is_one_sentence(refused, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(*arguments)


def test_without_the_packages_of_the_web_it_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['fastapi'] = None; from stumper.cli import main; main()"
    command = [sys.executable, "-c", code, "serve", "--port", "0"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr == "stumper: 'stumper serve' needs fastapi: pip install 'stumper[web]'.\n"


def test_demo_has_three_people_with_work_in_every_queue_and_leaves_nothing_behind(serve) -> None:
    server = serve("--demo", victim="embedded")
    kept = Path(re.search(r"store (\S+demo\.db)", server.said[0])[1])
    assert kept.is_file()
    door = re.search(r"http://\S+/enter/\S+", server.line())[0]
    with httpx.Client(follow_redirects=True, trust_env=False, timeout=30) as client:
        page = client.get(door).text
        assert ">Ada</span></a>" in page  # who is logged in by the address alone
        while page.count('<button class="button') < 3:  # until machines have attacked what is judged
            assert "could not be made ready" not in page
            time.sleep(0.2)
            page = client.get(door).text
        for role, name, path in (
            ("write", "Ben", "/write/"),
            ("judge", "Cleo", "/judge"),
            ("run", "Ada", "/projects/"),
        ):
            csrf = re.search('name="csrf-token" content="(.*)"', client.get(door).text)[1]
            came = client.post(door, data={"csrf": csrf, "role": role})
            assert came.status_code == 200
            assert path in str(came.url)
            assert f">{name}</span></a>" in came.text
        assert httpx.get(f"{server.home}/health", trust_env=False, timeout=60).text == "yes\n"
        while [one["state"] for one in client.get(f"{server.home}/api/v1/models").json()] != ["ready", "ready"]:
            time.sleep(0.2)
        assert httpx.get(f"{server.home}/ready", trust_env=False, timeout=60).text == "yes\n"
        for name, role in (("Ben", "write"), ("Cleo", "judge"), ("Ada", "run")):
            csrf = re.search('name="csrf-token" content="(.*)"', client.get(door).text)[1]
            client.post(door, data={"csrf": csrf, "role": role})
            page = client.get(f"{server.home}/").text
            assert set(re.findall(r'href="/projects/\w+/(\w+)"', page)) >= {"write", "fix", "judge", "answer", "verify"}
            assert ("/projects/new" in page) == (name == "Ada")
    assert httpx.get(f"{server.home}/enter/guessed", trust_env=False, timeout=60).status_code == 404
    assert server.end()[0] == 0
    assert not kept.parent.exists()
