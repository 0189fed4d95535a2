"""What people name on a page is asked at listed hosts and checked addresses alone, within bounds."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from ipaddress import ip_address

import httpx
import pytest

from model_servers import ModelServer, model_server
from stumper.errors import BadOption, Refused
from stumper.testing import EXAMPLE
from stumper.types import Prediction
from stumper.victims import named_service
from stumper.victims.allowed_hosts import AllowedHosts, allowed_hosts, is_public
from stumper.victims.guarded import Resolve, guarded_client, resolved
from stumper.victims.named_service import NamedService, checked_key, checked_url, introduced, opened
from stumper.victims.retrying import Unanswered

KEY = "sk-a-very-secret-key-0123456789"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as made:
        yield made


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(named_service, "BOUNDS", replace(named_service.BOUNDS, retries=0, timeout=60.0))


def ask(url: str, listed: Sequence[str], resolve: Resolve = resolved, key: str = "") -> Prediction:
    named = NamedService("openai", url, "lamp-9")
    [prediction] = opened(named, key, guarded_client(allowed_hosts(listed), resolve)).predict([EXAMPLE.query])
    return prediction


def resolver(*answers: Sequence[str]) -> Resolve:
    """A name server that answers otherwise each time it is asked."""
    left = [list(answer) for answer in answers]

    async def resolve(host: str, port: int) -> Sequence[str]:
        return left.pop(0)

    return resolve


def test_a_listed_address_answers_and_sees_the_key(server: ModelServer) -> None:
    found = ask(f"{server.url}/v1", [f"127.0.0.1:{server.port}"], key=KEY)
    assert found.guesses[0].answer == "Ada"
    [(method, path, headers)] = server.asked
    assert (method, path, headers["authorization"]) == ("POST", "/v1/chat/completions", f"Bearer {KEY}")


def test_the_address_is_connected_to_that_was_checked_and_the_host_is_told(server: ModelServer) -> None:
    listed = [f"models.example:{server.port}", f"127.0.0.1:{server.port}"]
    once = resolver(["127.0.0.1"])  # a second look at the name would fail
    ask(f"http://models.example:{server.port}/v1", listed, once)
    assert server.asked[0][2]["host"] == f"models.example:{server.port}"


def test_nothing_is_asked_that_is_not_listed(server: ModelServer) -> None:
    for listed in ([], ["127.0.0.1"], [f"127.0.0.1:{server.port + 1}"], [f"localhost:{server.port}"]):
        with pytest.raises(Refused, match=r"asks no models at .127\.0\.0\.1"):
            ask(f"{server.url}/v1", listed)
    assert server.asked == []


def test_a_private_address_of_a_listed_name_is_refused_unless_it_is_listed(server: ModelServer) -> None:
    url, listed = f"http://models.example:{server.port}/v1", [f"models.example:{server.port}"]
    for address in ("127.0.0.1", "169.254.169.254", "10.0.0.5", "::1", "::ffff:127.0.0.1", "0.0.0.0"):
        with pytest.raises(Refused, match="is not public"):
            ask(url, listed, resolver([address]))
    with pytest.raises(Refused, match="is not public"):  # one of several is enough
        ask(url, listed, resolver(["93.184.215.14", "127.0.0.1"]))
    assert server.asked == []


def test_a_name_that_is_bound_anew_between_requests_is_checked_anew(server: ModelServer) -> None:
    listed = [f"models.example:{server.port}", f"127.0.0.1:{server.port}"]
    client = guarded_client(allowed_hosts(listed), resolver(["127.0.0.1"], ["169.254.169.254"]))
    victim = opened(NamedService("openai", f"http://models.example:{server.port}/v1", "lamp-9"), "", client)
    victim.predict([EXAMPLE.query])
    with pytest.raises(Refused, match=r"169\.254\.169\.254"):
        victim.predict([EXAMPLE.query])
    assert len(server.asked) == 1


def test_a_redirect_is_not_followed(server: ModelServer) -> None:
    with pytest.raises(BadOption, match="status 307"):
        ask(f"{server.url}/redirect", [f"127.0.0.1:{server.port}"])
    assert [path for _, path, _ in server.asked] == ["/redirect/chat/completions"]


def test_a_huge_reply_and_a_slow_one_come_to_an_end(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unanswered, match="sent more than 1 MiB"):
        ask(f"{server.url}/huge", [f"127.0.0.1:{server.port}"])
    monkeypatch.setattr(named_service, "BOUNDS", replace(named_service.BOUNDS, timeout=2.0))
    with pytest.raises(Unanswered, match="silent for 2 seconds"):
        ask(f"{server.url}/slow", [f"127.0.0.1:{server.port}"])


def test_a_key_that_is_repeated_is_not_told(server: ModelServer) -> None:
    with pytest.raises(BadOption) as told:
        ask(f"{server.url}/tells", [f"127.0.0.1:{server.port}"], key=KEY)
    assert KEY not in str(told.value)
    assert "[key]" in str(told.value)


def test_a_system_of_our_protocol_is_held_to_the_fingerprint_that_it_gave(server: ModelServer) -> None:
    named = NamedService("http", server.url)
    client = guarded_client(allowed_hosts([f"127.0.0.1:{server.port}"]))
    met = introduced(named, opened(named, "", client))
    assert met.fingerprint == "lamps-1"
    [found] = opened(met, KEY, client).predict([EXAMPLE.query])
    assert found.guesses[0].probability == 0.75


def test_no_proxy_of_the_environment_is_asked(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    assert ask(f"{server.url}/v1", [f"127.0.0.1:{server.port}"]).guesses


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "0.0.0.0", "::", "::1", "fe80::1%eth0",
     "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "fd00:ec2::254"],
)  # fmt: skip
def test_what_nobody_on_the_internet_reaches_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


def test_what_everybody_reaches_is_public() -> None:
    assert is_public(ip_address("93.184.215.14"))
    assert is_public(ip_address("2606:2800:21f:cb07:6820:80da:af6b:8b2c"))


@pytest.mark.parametrize(
    "url",
    ["http://user@models.example/v1", "http://models.example@10.0.0.1/", "ftp://models.example/", "models.example",
     "http://models.example/#k=v", "http://models.example/?api_key=abc", "http://models.example\\@10.0.0.1/",
     "http://mod\u00e9ls.example/", "http:///v1", "http://models.example:99999/"],
)  # fmt: skip
def test_an_address_with_tricks_is_refused(url: str) -> None:
    with pytest.raises(BadOption, match="address of a model"):
        checked_url(url)


@pytest.mark.parametrize("key", ["two words", "line\nbreak", "k\u00e9y", "x" * 501])
def test_a_key_that_no_header_carries_is_refused(key: str) -> None:
    with pytest.raises(BadOption, match="A key is at most") as told:
        checked_key(key)
    assert key not in str(told.value)


@pytest.mark.parametrize("written", ["http://x", "a/b", "u@x", "a:0", "a:99999", "", "x:y", "a/", "a b", "*"])
def test_what_is_no_host_is_refused(written: str) -> None:
    with pytest.raises(BadOption, match="--model-host"):
        allowed_hosts([written])


def test_a_host_without_a_port_means_the_port_of_the_scheme() -> None:
    hosts = allowed_hosts(["Models.Example.", "[::1]:9000"])
    for url in ("http://models.example/", "https://MODELS.example:443/", "http://[::1]:9000/"):
        hosts.check(httpx.URL(url))
    for url in ("http://models.example:8000/", "https://models.example:80/", "http://[::1]/", "http://example/"):
        with pytest.raises(Refused):
            hosts.check(httpx.URL(url))
    with pytest.raises(Refused):
        AllowedHosts().check(httpx.URL("https://models.example/"))
