"""What an address holds to prove who asks is sent, and stands nowhere else."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stumper.cli.app import app
from stumper.errors import BadStore
from stumper.store import Store

Serve = Callable[..., Any]
PASSWORD, KEY = "pa55w0rd", "k3y-of-mine"


def answer(body: Any) -> Any:
    return {"predictions": [{"guesses": [{"answer": "1874"}]} for _ in body["queries"]]}


@pytest.mark.parametrize("command", ["attack", "evaluate", "predict", "buzz", "run"])
@pytest.mark.parametrize("failure", [None, "echo 500"])
def test_no_command_writes_or_says_a_password_or_a_key(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, failure: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    server = serve(answer, always=failure)
    server.login = f"bob:{PASSWORD}"
    victim = f"http:{server.url}?model=a&api_key={KEY}#pause=0.01&retries=0"
    dataset = "quizbowl" if command in ("buzz", "evaluate") else "reading"
    few = ("--limit", "2", "--store", "s.db")
    arguments = {
        "attack": ("attack", dataset, "-a", "identity", "-v", victim, "--out", "o.json", "--json", *few),
        "evaluate": ("evaluate", dataset, "-v", victim, "--json", *few),
        "predict": ("predict", dataset, "-v", victim, "--out", "p.json", *few),
        "buzz": ("buzz", dataset, "-v", victim, "--out", "b.jsonl", *few),
        "run": ("run", "plan.toml", "--out", "all", "--store", "s.db"),
    }[command]
    if command == "run":
        plan = f'datasets = ["reading"]\nvictims = ["{victim}"]\nadversaries = ["identity"]\nlimit = 2\n'
        (tmp_path / "plan.toml").write_text(plan)
    said = CliRunner().invoke(app, arguments).output
    (tmp_path / "plan.toml").unlink(missing_ok=True)
    said += CliRunner().invoke(app, ["report", "--store", "s.db", "--out", "report"]).output
    assert server.bodies
    assert failure is not None or command == "predict" or "model=a&api_key=***" in said
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()) + said.encode()
    assert PASSWORD.encode() not in kept
    assert KEY.encode() not in kept


def test_an_address_of_a_store_that_cannot_be_is_quoted_without_its_password() -> None:
    for url in (
        f"mysql://bob:{PASSWORD}@host/db",
        f"postgresql://bob:{PASSWORD}@host:x/db",
        f"a://h/d?password={PASSWORD}",
    ):
        with pytest.raises(BadStore) as error:
            Store.open(url)
        assert PASSWORD not in str(error.value)
