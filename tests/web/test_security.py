"""What keeps other sites, other people and too large a request out."""

import logging
import socket
import time
from dataclasses import replace
from urllib.parse import urlsplit

import anyio
import httpx
import pytest

from match_rooms import member, opened, quiz
from stumper.people.accounts.log_ins import open_session
from stumper.people.accounts.secrets import ServerSecret
from stumper.people.matches.guests import join_room, renew_code
from stumper.web.app import make_app
from stumper.web.cookies import GUEST, SESSION, signed
from stumper.web.house import House
from stumper.web.limits import Buckets, Limits, Rate
from stumper.web.security import BehindProxy, SameOrigin
from visiting import Site, serving

NOON = 1_800_000_000.0  # at which the clock stands where seconds give back what was used up


def test_every_response_has_the_headers_that_confine_a_page(site: Site) -> None:
    for path in ("/", "/nothing/here", "/api/v1/openapi.json", "/static/x/stumper.css"):
        headers = site.visit().get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]
        assert "strict-transport-security" not in headers
        assert "server" not in headers


def test_pages_are_not_kept_by_browsers_and_static_files_are(site: Site) -> None:
    page = site.visit(site.person()).get("/")
    assert page.headers["cache-control"] == "no-store"
    style = page.text.partition('rel="stylesheet" href="')[2].partition('"')[0]
    kept = site.visit().get(style)
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert kept.headers["content-type"].startswith("text/css")
    assert "set-cookie" not in kept.headers
    assert site.visit().get("/static/old/stumper.css").headers["cache-control"] == "no-cache"


def test_page_is_there_for_whoever_asks_only_whether_it_is(site: Site) -> None:
    answer = httpx.head(f"{site.home}/log-in")
    assert answer.status_code == 200
    assert answer.content == b""
    assert httpx.head(f"{site.home}/nothing/here").status_code == 404


@pytest.mark.parametrize("path", ["../app.py", "%2e%2e/app.py", "..%2fapp.py", "/etc/passwd", "icons", "nothing.css"])
def test_static_files_are_those_of_the_folder_alone(site: Site, path: str) -> None:
    with socket.create_connection(("127.0.0.1", urlsplit(site.home).port)) as plain:  # clients tidy such paths up
        plain.sendall(f"GET /static/x/{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        assert plain.recv(100).startswith(b"HTTP/1.1 404")


def test_form_without_its_token_does_nothing(site: Site) -> None:
    person = site.person()
    visit = site.visit(person)
    for token in ("", "x" * 64, "ä"):
        answer = visit.client.post(f"{site.home}/log-out", data={"csrf": token})
        assert answer.status_code == 403
        assert "out of date" in answer.text
    assert person.name in visit.get("/help").text
    assert visit.submit("/log-out").status_code == 303
    assert person.name not in visit.get("/help").text


def test_token_of_a_form_is_of_one_session_and_one_browser(site: Site) -> None:
    one, other = site.visit(site.person()), site.visit(site.person())
    assert one.csrf() == one.csrf()
    assert one.csrf() != other.csrf()
    other.csrf()
    assert one.client.post(f"{site.home}/log-out", data={"csrf": other.csrf()}).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_what_another_site_sends_changes_nothing(site: Site, headers: dict[str, str]) -> None:
    visit = site.visit(site.person())
    answer = visit.client.post(f"{site.home}/log-out", data={"csrf": visit.csrf()}, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_what_this_site_sends_is_taken(site: Site) -> None:
    visit = site.visit(site.person())
    headers = {"Origin": site.home, "Sec-Fetch-Site": "same-origin"}
    assert visit.client.post(f"{site.home}/log-out", data={"csrf": visit.csrf()}, headers=headers).status_code == 303


@pytest.mark.parametrize(("origin", "is_taken"), [("http://here", True), ("http://there", False), (None, True)])
def test_websockets_of_other_sites_are_closed_before_they_open(origin: str | None, is_taken: bool) -> None:
    reached: list[str] = []
    sent: list[str] = []

    async def inside(scope, receive, send) -> None:
        reached.append(scope["type"])

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message) -> None:
        sent.append(message["type"])

    headers = [(b"host", b"here")] + ([(b"origin", origin.encode())] if origin else [])
    anyio.run(SameOrigin(inside), {"type": "websocket", "headers": headers}, receive, send)
    assert (reached, sent) == (["websocket"], []) if is_taken else ([], ["websocket.close"])


def test_cookie_of_a_session_is_out_of_reach_of_scripts_and_other_sites(site: Site) -> None:
    answer = site.visit().get("/help")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie


def test_cookie_that_was_not_signed_here_is_nobodys(site: Site) -> None:
    person = site.person()
    secret = open_session(site.house.store, person.id, time.time())
    forged = signed(replace(site.house, key=ServerSecret(site.house.store, "another")), SESSION, secret)
    for cookie in (secret, forged, signed(site.house, SESSION, "unknown"), "", "."):
        visit = site.visit()
        visit.client.cookies.set(SESSION, cookie)
        assert person.name not in visit.get("/help").text


def test_token_that_is_wrong_is_refused_and_a_right_one_needs_no_form(site: Site) -> None:
    person = site.person()
    wrong = site.visit().client.get(f"{site.home}/api/v1/me", headers={"Authorization": "Bearer nonsense"})
    assert wrong.status_code == 401
    assert person.name in site.program(person).get("/api/v1/me").text


def test_too_large_a_body_is_refused_in_a_sentence(site: Site) -> None:
    visit = site.visit(site.person())
    token = visit.csrf()
    answer = visit.client.post(f"{site.home}/log-out", data={"csrf": token, "more": "x" * 1_100_000})
    assert answer.status_code == 413
    assert "too large: at most 1 MB" in answer.text


def test_too_large_a_body_of_unsaid_length_is_refused(site: Site) -> None:
    def chunks():
        for _ in range(30):
            yield b"csrf=" + b"x" * 100_000

    visit = site.visit(site.person())
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = visit.client.post(f"{site.home}/log-out", content=chunks(), headers=headers)
    assert answer.status_code == 413


def test_whoever_asks_too_often_is_told_when_to_come_back(house: House) -> None:
    slow = Limits(Buckets(Rate(5, 0.1)), Buckets(Rate(3, 0.1)))
    with serving(replace(house, limits=slow, clock=lambda: NOON)) as site:
        visit = site.visit(site.person())
        statuses = [visit.get("/help").status_code for _ in range(7)]
        assert statuses == [200] * 5 + [429] * 2
        refused = visit.get("/help")
        assert 0 < int(refused.headers["retry-after"]) <= 11
        assert "Wait" in refused.text
        assert site.visit(site.person()).get("/help").status_code == 200
        assert [site.visit().get("/help").status_code for _ in range(4)] == [200, 200, 200, 429]


def test_a_guest_of_a_match_who_asks_too_often_waits_and_no_other_guest_does(house: House) -> None:
    slow = Limits(Buckets(Rate(3, 0.1)), Buckets(Rate(50, 0.1)))
    with serving(replace(house, limits=slow, clock=lambda: NOON)) as site:
        project, store, now = quiz(site), site.house.store, site.house.clock()
        room = opened(site, project, member(site, project, "Mo", "moderator"))
        code = renew_code(store, project.id, room.id, now)
        zoe, abe = (site.visit() for _ in range(2))
        for name, visit in (("Zoë", zoe), ("Abe", abe)):
            visit.client.cookies.set(GUEST, signed(site.house, GUEST, join_room(store, code, name, now)[1]))
        path = f"/play/{room.id}"
        assert [zoe.get(path).status_code for _ in range(4)] == [200, 200, 200, 429]
        assert abe.get(path).status_code == 200


def test_styles_and_scripts_do_not_count(house: House) -> None:
    slow = Limits(Buckets(Rate(5, 0.1)), Buckets(Rate(2, 0.1)))
    with serving(replace(house, limits=slow, clock=lambda: NOON)) as site:
        visit = site.visit()
        assert [visit.get("/static/x/stumper.css").status_code for _ in range(9)] == [200] * 9
        assert visit.get("/static/x/nothing.css").status_code == 404


def test_bucket_fills_up_again_and_is_then_forgotten() -> None:
    buckets = Buckets(Rate(2, 0.5))
    assert [buckets.wait("a", now) for now in (0, 0, 0, 1, 2, 2.5, 100)] == [0, 0, 2, 1, 0, 2, 0]
    for n in range(10_001):
        buckets.wait(f"k{n}", 200)
    assert buckets.wait("later", 300) == 0
    assert len(buckets._buckets) == 1


def test_error_is_a_page_for_people_and_json_for_programs(site: Site) -> None:
    page = site.visit().get("/nothing", headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert "There is nothing here" in page.text
    program = site.visit().get("/api/v1/nothing")
    assert program.status_code == 404
    assert program.json()["kind"] == "not-there"
    assert site.visit().get("/nothing", headers={"Accept": "application/json"}).json()["sentence"]


def test_bug_shows_a_number_and_the_log_has_the_rest(house: House, caplog: pytest.LogCaptureFixture) -> None:
    broken = replace(house, clock=lambda: 1 // 0)
    with caplog.at_level(logging.ERROR), serving(broken) as site:
        answer = site.visit().get("/help")
    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.text
    record = next(record for record in caplog.records if record.name == "stumper.web")
    assert str(record.args[0]) in answer.text
    assert record.exc_info is not None
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_text_in_a_page_is_shown_as_text(site: Site) -> None:
    person = site.person("<script>alert(1)</script>")
    page = site.visit(person).get("/help").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


@pytest.mark.parametrize("sent", ["/tool/help", "/help"])
def test_site_below_a_path_answers_whether_the_proxy_cuts_it_off_or_not(house: House, sent: str) -> None:
    with serving(replace(house, root_path="/tool")) as site:
        origin = site.home.removesuffix("/tool")
        answer = httpx.get(origin + sent, trust_env=False, timeout=60)
        assert answer.status_code == 200
        assert 'href="/tool/help"' in answer.text
        assert 'content="/tool"' in answer.text
        assert "path=/tool" in answer.headers["set-cookie"].lower()
        style = answer.text.partition('rel="stylesheet" href="')[2].partition('"')[0]
        assert style.startswith("/tool/static/")
        assert httpx.get(origin + style, trust_env=False, timeout=60).status_code == 200


def test_proxy_is_believed_only_where_it_is_said_to_be_there(house: House) -> None:
    said = {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "stumper.example",
        "X-Forwarded-Prefix": "/tool/",
        "X-Forwarded-For": "6.6.6.6, 10.0.0.7",
    }
    with serving(house) as site:
        plain = site.visit().get("/help", headers=said)
        assert "secure" not in plain.headers["set-cookie"].lower()
        assert 'href="/help"' in plain.text
    with serving(replace(house, proxied=True, hosts={"stumper.example"})) as site:
        believed = site.visit().get("/help", headers=said)
        assert "secure" in believed.headers["set-cookie"].lower()
        assert "strict-transport-security" in believed.headers
        assert 'href="/tool/help"' in believed.text


def test_address_is_what_the_nearest_proxy_saw() -> None:
    seen: list[object] = []

    async def inside(scope, receive, send) -> None:
        seen.append((scope["client"][0], dict(scope["headers"])[b"host"]))

    headers = [(b"host", b"inside"), (b"x-forwarded-for", b"6.6.6.6, 10.0.0.7"), (b"x-forwarded-host", b"outside")]
    scope = {"type": "http", "path": "/", "client": ("127.0.0.1", 1), "headers": headers, "scheme": "http"}
    for is_trusted in (True, False):
        anyio.run(BehindProxy(inside, "", is_trusted), scope, None, None)
    assert seen == [("10.0.0.7", b"outside"), ("127.0.0.1", b"inside")]


def test_no_description_of_the_framework_is_left_open(house: House) -> None:
    assert not {"/docs", "/redoc", "/openapi.json"} & {getattr(route, "path", "") for route in make_app(house).routes}


def test_a_token_opens_no_page_and_none_of_what_a_page_can_do_to_an_account(site: Site) -> None:
    program = site.program(site.person(administrator=True))
    assert program.get("/api/v1/me").status_code == 200
    assert program.get("/people").status_code == 303
    answer = program.client.post(f"{site.home}/people/invitations", data={})
    assert answer.status_code == 401
    assert "/join/" not in answer.text


def test_of_several_lines_of_addresses_the_last_counts_and_its_port_does_not() -> None:
    from starlette.datastructures import Headers

    from stumper.web.security import _believing

    def client(*values: str) -> object:
        raw = [(b"x-forwarded-for", value.encode()) for value in values]
        return _believing({"type": "http", "headers": raw}, Headers(raw=raw))["client"]

    assert client("6.6.6.6", "203.0.113.9") == ("203.0.113.9", 0)
    assert client("6.6.6.6, 203.0.113.9:4711") == ("203.0.113.9", 0)
    assert client("[2001:db8::1]:4711") == client("2001:db8::1") == ("2001:db8::1", 0)


def test_a_static_file_with_a_name_that_none_can_have_is_not_there(site: Site) -> None:
    assert site.visit().get("/static/x/%00.css").status_code == 404
