"""No error that a program is told is longer than a person reads, whatever its request held."""

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

from stumper.errors import BadOption, Refused
from stumper.shown import LONGEST_MESSAGE
from stumper.web.failing import answer_to_program, speak_of_errors

LONG = "x" * 100_000


class Body(BaseModel):
    """A body with one field."""

    model_config = ConfigDict(extra="forbid")

    number: int


@pytest.fixture
def client() -> TestClient:
    app = FastAPI()
    speak_of_errors(app)

    @app.post("/api/own/{way}")
    def own(way: str) -> None:
        raise BadOption(f"There is no {LONG!r}. Name another.") if way == "own" else HTTPException(418, LONG)

    @app.post("/api/body")
    def body(sent: Body) -> None:
        return None

    return TestClient(app)


@pytest.mark.parametrize(
    ("path", "sent"),
    [("own/own", {}), ("own/other", {}), ("body", {LONG: 1, "number": 1}), ("body", {"number": LONG})],
    ids=["ours", "the server's", "a field that is not known", "a value of another kind"],
)
def test_an_answer_is_a_sentence_of_bounded_length(client: TestClient, path: str, sent: dict[str, Any]) -> None:
    answer = client.post(f"/api/{path}", json=sent)
    assert answer.status_code in (418, 422)
    assert 10 < len(answer.json()["sentence"]) <= LONGEST_MESSAGE


def test_what_is_told_before_a_websocket_opens_is_bounded() -> None:
    assert len(answer_to_program(Refused(LONG)).body) < LONGEST_MESSAGE + 100
