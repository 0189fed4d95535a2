"""For which hosts a server answers."""

import anyio
import httpx
import pytest

from stumper.errors import BadOption
from stumper.web.hosts import KnownHosts, hosts
from visiting import Site


@pytest.mark.parametrize(
    ("listening", "allowed", "host", "is_known"),
    [
        ("127.0.0.1", [], "127.0.0.1:8080", True),
        ("127.0.0.1", [], "localhost", True),
        ("127.0.0.1", [], "LOCALHOST.:1", True),
        ("127.0.0.1", [], "[::1]:8080", True),
        ("127.0.0.1", [], "people.example.org", False),
        ("127.0.0.1", ["People.Example.Org"], "people.example.org:8080", True),
        ("127.0.0.1", ["people.example.org:8080"], "people.example.org:8080", True),
        ("127.0.0.1", ["people.example.org:8080"], "people.example.org:80", False),
        ("people.lan", [], "people.lan", True),
        ("2001:db8::1", [], "[2001:db8::1]:8080", True),
        ("0.0.0.0", [], "192.0.2.7:8080", True),  # where the request has come in
        ("0.0.0.0", [], "192.0.2.8:8080", False),
        ("0.0.0.0", [], "0.0.0.0", False),
        ("0.0.0.0", [], "people.lan", False),
        ("127.0.0.1", [], "localhost@evil.example", False),
        ("127.0.0.1", [], "localhost/evil.example", False),
        ("127.0.0.1", [], "localhost:80:80", False),
        ("127.0.0.1", [], "", False),
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_server_answers_for_its_own_hosts_and_those_allowed(
    listening: str, allowed: list[str], host: str, is_known: bool, kind: str
) -> None:
    reached: list[str] = []

    async def inside(scope, receive, send) -> None:
        reached.append(host)

    scope = {
        "type": kind, "method": "GET", "path": "/", "query_string": b"", "scheme": "http", "root_path": "",
        "server": ("192.0.2.7", 8080), "headers": [(b"host", host.encode()), (b"accept", b"application/json")],
    }  # fmt: skip
    sent = answered(KnownHosts(inside, hosts(listening, allowed)), scope)
    assert reached == [host] * is_known
    assert sent == ([] if is_known else [400 if kind == "http" else 1008])


def answered(app: KnownHosts, scope: dict[str, object]) -> list[object]:
    """The status, or the code of a websocket that is closed."""
    sent: list[object] = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message) -> None:
        sent.extend(message[name] for name in ("status", "code") if name in message)

    anyio.run(app, scope, receive, send)
    return sent


def test_of_two_hosts_in_one_request_both_must_be_known() -> None:
    async def inside(scope, receive, send) -> None:
        raise AssertionError

    scope = {
        "type": "http", "method": "GET", "path": "/", "query_string": b"", "scheme": "http", "root_path": "",
        "server": ("192.0.2.7", 80),
        "headers": [(b"host", b"localhost"), (b"host", b"evil.example"), (b"accept", b"application/json")],
    }  # fmt: skip
    assert answered(KnownHosts(inside, hosts("127.0.0.1", [])), scope) == [400]


@pytest.mark.parametrize("host", ["", "a b", "http://people.example.org", "people.example.org/", "*", "a@b", "-"])
def test_what_is_no_host_cannot_be_allowed(host: str) -> None:
    with pytest.raises(BadOption, match="is no host"):
        hosts("127.0.0.1", [host])


def test_a_host_that_is_not_known_is_told_in_a_sentence_that_shows_it_as_text(site: Site) -> None:
    told = httpx.get(
        f"{site.home}/help", headers={"Host": "<b>evil</b>", "Accept": "text/html"}, trust_env=False, timeout=60
    )
    assert told.status_code == 400
    assert "This server does not answer for the host “&lt;b&gt;evil&lt;/b&gt;”." in told.text
    assert told.headers["content-security-policy"]
    program = httpx.get(f"{site.home}/api/v1/me", headers={"Host": "evil.example"}, trust_env=False, timeout=60).json()
    assert program["kind"] == "unknown-host"
