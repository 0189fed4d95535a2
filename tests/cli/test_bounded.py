"""What bounds a command that asks services: --max-requests, --max-cost, --dry-run, over real sockets."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stumper.cli.app import app
from stumper.store import Store

Ran = Callable[..., Any]
PRICES = "price_in=100&price_out=1000"


class Model(ThreadingHTTPServer):
    """Answers each chat with the first word of the paragraph, and counts what it is asked."""

    daemon_threads = True
    request_queue_size = 64
    asked = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self.answer({})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        word = body["messages"][0]["content"].split("Paragraph: ")[1].split()[0]
        choice = {"message": {"content": word}, "finish_reason": "stop"}
        self.answer({"model": "toy-2026-11", "system_fingerprint": "fp_7", "choices": [choice],
                     "usage": {"prompt_tokens": 200, "completion_tokens": 2}})  # fmt: skip

    def answer(self, value: Any) -> None:
        assert isinstance(self.server, Model)
        self.server.asked += 1
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def model() -> Iterator[Model]:
    server = Model(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def attack(model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ran:
    monkeypatch.setenv("STUMPER_STORE", f"sqlite:///{tmp_path}/stumper.db")
    monkeypatch.chdir(tmp_path)

    def run(*options: str, behind: str = "", victim: str = "") -> Any:
        named = victim or f"openai:toy@{model.url}#pause=0.01&timeout=60&logprobs=0&concurrency=2&{behind}"
        command = ["attack", "reading", "-a", "identity", "--limit", "6", "--out", "a.json", "--victim", named]
        return CliRunner().invoke(app, [*command, *options])

    return run


def test_a_command_stops_at_its_last_request_and_goes_on_when_it_is_run_again(attack: Ran, model: Model) -> None:
    stopped = attack("--max-requests", "4", "--ask-again", "0")
    assert stopped.exit_code == 130, stopped.output
    assert "All of 4 requests are made (--max-requests). What was done is kept: the same command goes on" in " ".join(
        stopped.output.split()
    )
    assert model.asked == 4
    ended = attack("--max-requests", "4", "--ask-again", "0")
    assert ended.exit_code == 0, ended.output
    assert model.asked == 6


def test_a_command_stops_where_the_cost_is_reached(attack: Ran, model: Model) -> None:
    stopped = attack("--max-cost", "0.06", behind=PRICES)
    assert stopped.exit_code == 130
    assert "of 0.06 is spent (--max-cost)" in stopped.output
    assert 3 <= model.asked <= 4  # what was under way is paid for, and counts
    assert "answered by toy-2026-11/fp_7" in stopped.output


def test_what_was_spent_is_one_figure_of_which_nothing_is_lost_where_a_command_stops(
    attack: Ran, model: Model, tmp_path: Path
) -> None:
    each = 200 * 100 / 1e6 + 2 * 1000 / 1e6
    spent = []
    for bound in ("0.06", "9"):
        before, said = model.asked, " ".join(attack("--max-cost", bound, behind=PRICES).output.split())
        requests = model.asked - before
        cost = f"{requests * each:.4f}"
        assert f"services were asked by this command: {requests} requests (" in said
        assert f", cost {cost}, answered by" in said
        assert bound == "9" or f"{cost} of 0.06 is spent" in said
        spent.append(requests)
    assert CliRunner().invoke(app, ["report", "--out", "out"]).exit_code == 0
    text = (tmp_path / "out/report.md").read_text(encoding="utf-8")
    assert f"Service, over all commands of this run: {sum(spent)} requests (" in text


def test_the_process_that_watches_a_command_takes_both_for_what_they_are(model: Model, tmp_path: Path) -> None:
    victim = ["--victim", f"openai:toy@{model.url}#pause=0.01&logprobs=0"]
    command = [sys.executable, "-m", "stumper", "predict", "reading", "--limit", "3", "--out", "a.json", *victim]
    codes = {}
    for option in (["--dry-run"], ["--max-requests", "2"]):
        ran = subprocess.run(
            [*command, *option], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
        )
        codes[option[0]] = (ran.returncode, "This is no verdict" in ran.stderr)
    assert codes == {"--dry-run": (0, False), "--max-requests": (130, False)}


def test_a_cost_that_nobody_knows_bounds_nothing(attack: Ran, model: Model) -> None:
    ran = attack("--max-cost", "0.06")
    assert (ran.exit_code, model.asked) == (2, 0)
    assert "Nobody knows what" in ran.output
    ran = attack("--max-requests", "3", "--workers", "2")
    assert (ran.exit_code, model.asked) == (2, 0)
    assert "leave out --workers" in ran.output


def test_a_dry_run_shows_prompt_and_price_and_asks_nothing(attack: Ran, model: Model, tmp_path: Path) -> None:
    ran = attack("--dry-run", behind=PRICES)
    assert ran.exit_code == 0, ran.output
    assert "identity x openai:toy@" in ran.output
    assert "6 distinct queries at most, and 6 of them a second time (--ask-again 0: none)" in ran.output
    assert "at most 768 out; cost at most about 1." in ran.output
    assert "    Question: " in ran.output
    assert "Answer the question with words of the paragraph" in ran.output
    assert model.asked == 0
    assert not list(tmp_path.iterdir())


def test_a_dry_run_counts_what_is_asked_twice_as_the_run_does(attack: Ran, model: Model) -> None:
    for options in (["--ask-again", "0"], ["--max-requests", "50"], ["--max-cost", "5"]):
        ran = attack("--dry-run", *options, behind=PRICES)
        assert "at most 384 out" in ran.output
        assert "a second time" not in ran.output
    assert attack("--max-requests", "50", behind=PRICES).exit_code == 0
    assert model.asked == 6
    assert "a second time" not in attack("--dry-run", victim="embedded").output
    named = f"openai:toy@{model.url}#pause=0.01&logprobs=0"
    for command, is_counted in (("evaluate", True), ("predict", False)):
        out = ["--out", "b.json"] if command == "predict" else []
        ran = CliRunner().invoke(app, [command, "reading", "--limit", "25", "--victim", named, "--dry-run", *out])
        assert ran.exit_code == 0, ran.output
        assert ("20 of them a second time" in ran.output) == is_counted


def test_a_service_with_a_fingerprint_is_asked_twice_too(attack: Ran, model: Model) -> None:
    assert attack().exit_code == 0
    assert model.asked == 12


def test_a_dry_run_refuses_a_system_for_another_task_as_the_run_does(attack: Ran) -> None:
    told = [attack(*option, victim="ir") for option in ((), ("--dry-run",))]
    assert [one.exit_code for one in told] == [2, 2]
    assert all(
        "answers tossups and bonus parts, but reading holds questions" in " ".join(one.output.split()) for one in told
    )


def test_a_dry_run_refuses_two_systems_of_one_name_as_the_run_does(attack: Ran) -> None:
    twice = ("--victim", "embedded", "--name", "a", "--name", "a")
    told = [attack(*twice, *option) for option in ((), ("--dry-run",))]
    evaluation = ["evaluate", "reading", "--limit", "6", "--victim", "tfidf", *twice, "--dry-run"]
    told.append(CliRunner().invoke(app, evaluation))
    assert [one.exit_code for one in told] == [2, 2, 2]
    assert all("are both called 'a'. Give each --victim a --name of its own." in " ".join(one.output.split())
               for one in told)  # fmt: skip


def test_a_dry_run_counts_what_an_attack_makes_that_does_not_search(attack: Ran, model: Model) -> None:
    told = json.loads(attack("-a", "add-benign", "-a", "add-any", "--dry-run", "--json", "--budget", "50").stdout)
    by_name = {one["adversary"]: one for one in told["dry_run"]}
    assert (by_name["identity"]["queries"], by_name["add-benign"]["queries"]) == (6, 12)
    assert by_name["add-any"]["searching"].endswith("up to 49 more for each of 6")
    assert by_name["identity"]["cost"] is None
    assert model.asked == 0


@pytest.mark.parametrize("options", ["", '#request={"q": "{question}"}&response=a'])
def test_a_dry_run_does_not_even_ask_a_service_who_it_is(attack: Ran, model: Model, options: str) -> None:
    ran = attack("--dry-run", victim=f"http:{model.url}{options}")
    assert ran.exit_code == 0, ran.output
    assert "cost unknown" in ran.output
    assert model.asked == 0


def test_a_run_keeps_how_its_model_was_asked_and_what_answered(attack: Ran, model: Model, tmp_path: Path) -> None:
    assert attack("--ask-again", "0", behind=f"{PRICES}&revision=r2").exit_code == 0
    store = Store.open(f"sqlite:///{tmp_path}/stumper.db")
    [run_id] = store.plans()
    [document] = map(json.loads, store.counts(run_id))
    assert document["usage"]["models"] == ["toy-2026-11/fp_7"]
    assert (document["usage"]["tokens_in"], document["usage"]["cost"]) == (1200, pytest.approx(0.132))
    manner = document["manner"]
    assert manner["prompt"].startswith("Answer the question with words of the paragraph")
    assert json.loads(manner["parameters"])["temperature"] == 0.0
    assert (manner["model"], manner["revision"], manner["answers"]) == ("toy", "r2", "read out of replies")
    assert CliRunner().invoke(app, ["report", "--out", "out"]).exit_code == 0
    for name in ("report.html", "report.md", "report.json"):
        text = (tmp_path / "out" / name).read_text(encoding="utf-8")
        assert "toy-2026-11/fp_7" in text
        assert "1,200 tokens in, 12 out" in text
        assert "|answers:read-out-of-replies|" in text
        assert "Answer the question with words of the paragraph" in text
