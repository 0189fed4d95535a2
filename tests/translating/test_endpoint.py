"""Paraphrases asked of a server on a real socket."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from stumper.errors import BadOption, VictimFailed
from stumper.translating.endpoint import load
from stumper.translating.sentences import Sentence

REPLY = (
    "1. The harbour was built by Anna Berg.\n- Anna Berg built the harbour.\n\nAnna Berg made the harbour.\nA fourth."
)
QUICK = "pause=0.01&timeout=60&retries=1&max_errors=1"


class Replying(BaseHTTPRequestHandler):
    """Answers every request with the reply; fails, where the sentence says so."""

    asked: list[str] = []  # noqa: RUF012

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.asked.append(json.loads(body)["messages"][0]["content"])
        status = 500 if "fails" in body else 400 if "bad" in body else 200
        answer = {"choices": [{"message": {"content": REPLY}}], "usage": {"prompt_tokens": 7, "completion_tokens": 5}}
        said = json.dumps(answer if status == 200 else {"error": {"message": "no"}}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Replying)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    server.server_close()


def said(text: str) -> Sentence:
    return Sentence(text, text, (), (), True)


def test_the_lines_of_a_reply_are_the_paraphrases(url: str) -> None:
    endpoint = load(f"writer@{url}#{QUICK}")
    [paraphrases] = endpoint.paraphrases([said("Anna Berg constructed the harbour.")])
    assert [paraphrase.text for paraphrase in paraphrases] == [
        "The harbour was built by Anna Berg.",
        "Anna Berg built the harbour.",
        "Anna Berg made the harbour.",
    ]
    assert paraphrases[0].rule == "openai writer"
    assert "Anna Berg constructed the harbour." in Replying.asked[-1]
    assert (endpoint.model.service.usage.tokens_in, endpoint.model.service.usage.tokens_out) == (7, 5)


def test_a_sentence_that_is_refused_has_none_and_the_others_have_theirs(url: str) -> None:
    endpoint = load(f"writer@{url}#pause=0.01&count=1")
    found = endpoint.paraphrases([said("This is bad."), said("This is good.")])
    assert [len(paraphrases) for paraphrases in found] == [0, 1]


def test_a_server_that_only_fails_is_given_up(url: str) -> None:
    with pytest.raises(VictimFailed, match="unanswered"):
        load(f"writer@{url}#{QUICK}").paraphrases([said("This fails.")])


def test_what_is_no_address_and_what_is_no_option_are_refused() -> None:
    with pytest.raises(BadOption, match="openai:MODEL@URL"):
        load("writer")
    with pytest.raises(BadOption, match="colour"):
        load("writer@http://localhost:1/v1#colour=red")
