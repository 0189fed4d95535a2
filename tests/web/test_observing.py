"""The figures at /metrics, the numbers of requests, and the log for programs."""

import io
import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path

import pytest

from stumper.cli.serving import AsJson
from stumper.people.accounts.account import register
from stumper.store import Store
from stumper.web.house import Seers
from stumper.web.metrics import Durations
from visiting import Site, house_over, serving

TOKEN = "a token of the test"


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Site]:
    with (
        Store.open(str(tmp_path / "web.db")) as store,
        serving(replace(house_over(store), seers=Seers(TOKEN))) as site,
    ):
        yield site


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    handler = logging.StreamHandler(stream := io.StringIO())
    handler.setFormatter(AsJson())
    log = logging.getLogger("stumper")
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield stream
    log.removeHandler(handler)
    log.setLevel(before)


def test_a_histogram_counts_what_took_at_most_each_bound() -> None:
    durations = Durations("d", "Things.", ("route",))
    for seconds in (0.005, 0.02, 60.0):
        durations.add(('/a"b\\',), seconds)
    said = list(durations.lines())
    assert said[:2] == ["# HELP d Things.", "# TYPE d histogram"]
    assert said[2] == 'd_bucket{route="/a\\"b\\\\",le="0.005"} 1'
    assert said[4] == 'd_bucket{route="/a\\"b\\\\",le="0.025"} 2'
    assert said[-4] == 'd_bucket{route="/a\\"b\\\\",le="10.0"} 2'
    assert said[-3] == 'd_bucket{route="/a\\"b\\\\",le="+Inf"} 3'
    assert said[-1] == 'd_count{route="/a\\"b\\\\"} 3'


def test_requests_are_counted_by_route_and_never_by_address(watched: Site) -> None:
    visit = watched.visit(watched.person())
    visit.get("/join/a-secret-of-a-link")
    visit.get("/no/such/page")
    for _ in range(3):
        visit.get("/help")
    said = visit.client.get(f"{watched.home}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    assert 'stumper_request_duration_seconds_count{method="GET",route="/help",status="200"} 3' in said
    assert 'route="/join/{secret}",status="404"} 1' in said
    assert 'route="/{path:path}",status="404"} 1' in said
    assert "a-secret" not in said
    assert "/no/such" not in said
    assert 'stumper_model_waiting{model="scripted"} 0' in said
    assert float(re.search(r"stumper_store_duration_seconds_count (\d+)", said)[1]) > 0
    assert all(re.fullmatch(r"#.*|[a-z_]+(\{.*\})? [0-9.e+-]+", line) for line in said.splitlines())


def test_figures_are_for_the_token_and_the_listed_networks_alone(watched: Site, tmp_path: Path) -> None:
    root = watched.person(administrator=True)
    assert watched.visit(root).get("/metrics").status_code == 404
    for shown in ("", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x"):
        assert watched.visit().get("/metrics", headers={"Authorization": shown}).status_code == 404
    with Store.open(str(tmp_path / "other.db")) as store:
        for network, status in (("127.0.0.0/8", 200), ("10.0.0.0/8", 404)):
            with serving(replace(house_over(store), seers=Seers("", [ip_network(network)]))) as site:
                assert site.visit().get("/metrics").status_code == status
                assert site.visit().get("/metrics", headers={"X-Forwarded-For": "10.0.0.7"}).status_code == status


def test_the_log_says_who_as_a_pseudonym_and_no_text_or_secret(watched: Site, lines: io.StringIO) -> None:
    ada = register(watched.house.store, "Ada Thorn", "a long password", 0.0)
    answer = watched.visit().submit("/log-in", name="Ada Thorn", password="a long password")
    visit = watched.visit(ada)
    visit.get("/account?next=what-i-wrote")
    visit.get("/join/a-secret-of-a-link")
    said = [json.loads(line) for line in lines.getvalue().splitlines() if "stumper.requests" in line]
    assert {"time", "level", "logger", "request", "method", "route", "status", "ms"} <= said[0].keys()
    (account,) = [one for one in said if one["route"] == "/account"]
    assert len(account["person"]) == 12
    assert answer.headers["X-Request-Id"] in {one["request"] for one in said}
    whole = lines.getvalue()
    for secret in ("Ada", ada.id, "long password", "a-secret", "what-i-wrote"):
        assert secret not in whole


def test_the_page_of_an_error_has_the_number_that_stands_in_the_log(tmp_path: Path, lines: io.StringIO) -> None:
    with Store.open(str(tmp_path / "web.db")) as store, serving(house_over(store)) as site:
        answer = site.visit().get("/no/such/page", headers={"Accept": "text/html"})
    number = answer.headers["X-Request-Id"]
    assert f"Number of this request: {number}" in answer.text
    assert number in lines.getvalue()  # all of it: a request is noted after its answer, and the server has ended


def test_an_error_in_the_log_names_the_places_and_not_the_message(lines: io.StringIO) -> None:
    try:
        raise ValueError("what somebody wrote")
    except ValueError:
        logging.getLogger("stumper.web").exception("error %s", 1)
    (said,) = map(json.loads, lines.getvalue().splitlines())
    assert said["error"] == "ValueError"
    assert "test_observing.py" in said["at"][0]
    assert "somebody" not in lines.getvalue()
