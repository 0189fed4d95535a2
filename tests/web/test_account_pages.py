"""Logging in, joining by a link, and one's own account, on the pages as a browser without scripts sees them."""

import re
from dataclasses import replace

import pytest

from stumper.people.accounts.account import person, register
from stumper.people.accounts.failed_log_ins import FREE
from stumper.people.accounts.log_ins import open_session, session_of
from stumper.people.accounts.person import Person
from stumper.people.projects.invitations import first_invitation, invite
from stumper.people.projects.members import add_member, roles
from stumper.people.projects.project import Project, Settings
from stumper.people.study.founding import make_project
from stumper.testing import EXAMPLE
from stumper.web.hosts import hosts
from stumper.web.house import House
from stumper.web.limits import Buckets, Limits, Rate
from stumper.web.written import day
from visiting import Site, Visit, serving

SECRET, NEW = "correct horse battery", "an even better one"
NOON = 1_800_000_000.0
INJECTION = "<script>alert(1)</script>"


pytestmark = pytest.mark.usefixtures("quick_passwords")


@pytest.fixture
def project(site: Site) -> Project:
    settings = Settings("reading", "reading", ("scripted",), ("write",))
    return make_project(site.house.store, "Suleiman & co.", settings, [EXAMPLE], "f", 0.0)


def account(site: Site, name: str = "Ada", administrator: bool = False) -> Person:
    return register(site.house.store, name, SECRET, site.house.clock(), administrator)


def link(site: Site, project: Project | None, places: int = 1) -> str:
    role = "administrator" if project is None else "author"
    return "/join/" + invite(
        site.house.store, project.id if project else None, role, places, 7, None, site.house.clock()
    )


def who(visit: Visit) -> str | None:
    """Who is logged in there."""
    found = visit.get("/api/v1/me")
    return found.json()["name"] if found.status_code == 200 else None


def value(text: str, id: str) -> str:
    return re.search(f'id="{id}"[^>]* value="([^"]*)"', text)[1]


def test_whoever_logs_in_comes_to_where_they_wanted_to_go(site: Site) -> None:
    account(site)
    visit = site.visit()
    sent = visit.get("/account")
    assert (sent.status_code, sent.headers["location"]) == (303, "/log-in?next=/account")
    form = visit.get(sent.headers["location"])
    assert 'name="next" value="/account"' in form.text
    done = visit.submit("/log-in", name="ada", password=SECRET, next="/account")
    assert (done.status_code, done.headers["location"]) == (303, "/account")
    assert who(visit) == "Ada"


@pytest.mark.parametrize("next", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_site(site: Site, next: str) -> None:
    account(site)
    visit = site.visit()
    assert 'name="next" value="/"' in visit.get(f"/log-in?next={next}").text
    assert visit.submit("/log-in", name="Ada", password=SECRET, next=next).headers["location"] == "/"


def test_a_wrong_password_keeps_the_name_and_says_so(site: Site) -> None:
    account(site)
    visit = site.visit()
    for name in ("Ada", INJECTION):
        answer = visit.submit("/log-in", name=name, password="not the password")
        assert answer.status_code == 409
        assert "The name or the password is wrong." in answer.text
        assert INJECTION not in answer.text
    assert value(visit.submit("/log-in", name="Ada", password="x").text, "name") == "Ada"
    assert who(visit) is None


def test_whoever_guesses_too_often_is_told_to_wait(house: House) -> None:
    with serving(replace(house, clock=lambda: NOON)) as site:
        account(site)
        visit = site.visit()
        answers = [visit.submit("/log-in", name="Ada", password="a guess") for _ in range(FREE + 1)]
    assert [answer.status_code for answer in answers] == [409] * FREE + [429]
    assert "That was wrong too often. Wait 2 seconds, then try again." in answers[-1].text
    assert answers[-1].headers["retry-after"] == "2"


def test_whoever_logged_in_here_before_is_not_kept_out_by_a_neighbour(house: House) -> None:
    with serving(replace(house, clock=lambda: NOON)) as site:
        account(site)
        own, stranger = site.visit(), site.visit()
        assert own.submit("/log-in", name="Ada", password=SECRET).status_code == 303
        assert own.submit("/log-out").status_code == 303
        for _ in range(FREE):
            stranger.submit("/log-in", name="Ada", password="a guess")
        assert stranger.submit("/log-in", name="Ada", password=SECRET).status_code == 429
        assert own.submit("/log-in", name="Ada", password=SECRET).status_code == 303


def test_a_browser_that_is_known_still_reaches_the_log_in_when_its_address_asked_too_much(house: House) -> None:
    few = Limits(Buckets(Rate(100, 0.001)), Buckets(Rate(9, 0.001)))
    with serving(replace(house, limits=few)) as site:
        account(site)
        own, stranger = site.visit(), site.visit()
        assert own.submit("/log-in", name="Ada", password=SECRET).status_code == 303
        assert own.submit("/log-out").status_code == 303
        while stranger.get("/log-in").status_code == 200:
            pass
        assert site.visit().get("/log-in").status_code == 429
        assert own.submit("/log-in", name="Ada", password=SECRET).status_code == 303


def test_logging_in_as_another_ends_the_session_before(site: Site) -> None:
    account(site)
    account(site, "Bo")
    visit = site.visit()
    cookies = []
    for name in ("Ada", "Bo"):
        visit.submit("/log-in", name=name, password=SECRET)
        cookies.append(visit.client.cookies["stumper_session"])
    assert who(visit) == "Bo"
    other = site.visit()
    other.client.cookies.set("stumper_session", cookies[0])
    assert who(other) is None


def test_logging_out_ends_the_session(site: Site) -> None:
    visit = site.visit(account(site))
    cookies = dict(visit.client.cookies)
    assert visit.submit("/log-out").headers["location"] == "/"
    assert who(visit) is None
    visit.client.cookies.update(cookies)
    assert who(visit) is None


def test_whoever_comes_by_a_link_makes_an_account_and_is_in_the_project(site: Site, project: Project) -> None:
    visit, path = site.visit(), link(site, project)
    form = visit.get(path)
    assert "Join Suleiman &amp; co." in form.text
    assert "as an author" in form.text
    done = visit.submit(path, name="Ada", password=SECRET)
    assert (done.status_code, done.headers["location"]) == (303, f"/projects/{project.id}")
    refused = visit.call("PATCH", "/api/v1/me", {})
    assert refused.status_code == 405
    assert refused.json()["sentence"].startswith("This address does not take PATCH. Send ")
    me = visit.get("/api/v1/me").json()
    assert (me["name"], me["projects"][0]["roles"]) == ("Ada", ["author"])


@pytest.mark.parametrize(("name", "password", "status", "said"), [
    ("Bo", SECRET, 409, "taken"),
    ("", SECRET, 422, "A name has"),
    ("Ada", "short", 422, "at least 10 characters"),
])  # fmt: skip
def test_whoever_joins_with_something_wrong_is_told_and_can_correct_it(
    site: Site, project: Project, name: str, password: str, status: int, said: str
) -> None:
    account(site, "Bo")
    visit, path = site.visit(), link(site, project)
    answer = visit.submit(path, name=name, password=password)
    assert answer.status_code == status
    assert said in answer.text
    assert value(answer.text, "name") == name
    assert visit.submit(path, name="Ada", password=SECRET).status_code == 303


def test_whoever_is_logged_in_joins_with_that_account(site: Site, project: Project) -> None:
    ada = account(site)
    visit, path = site.visit(ada), link(site, project)
    assert "Join as Ada" in visit.get(path).text
    assert visit.submit(path).headers["location"] == f"/projects/{project.id}"
    assert roles(site.house.store, project.id, ada.id) == {"author"}
    assert visit.get(path).headers["location"] == f"/projects/{project.id}"


def test_whoever_has_an_account_logs_in_first_and_comes_back(site: Site, project: Project) -> None:
    account(site)
    visit, path = site.visit(), link(site, project)
    to_log_in = re.search('href="(/log-in[^"]*)"', visit.get(path).text.partition("<main")[2])[1]
    form = visit.get(to_log_in)
    assert f'name="next" value="{path}"' in form.text
    assert visit.submit("/log-in", name="Ada", password=SECRET, next=path).headers["location"] == path
    assert "Join as Ada" in visit.get(path).text


@pytest.mark.parametrize("room", ["../../elsewhere", "//other.example", "%2e%2e"])
def test_link_into_a_room_leads_to_nothing_but_a_room_of_its_project(site: Site, project: Project, room: str) -> None:
    ada = site.visit(account(site))
    joined = ada.submit(f"{link(site, project)}?room={room}")
    assert joined.headers["location"] == f"/projects/{project.id}"


def test_who_has_an_account_logs_in_and_joins_into_the_room(site: Site, project: Project) -> None:
    account(site)
    visit, path = site.visit(), f"{link(site, project)}?room=abc"
    to_log_in = re.search('href="(/log-in[^"]*)"', visit.get(path).text.partition("<main")[2])[1]
    assert f'name="next" value="{path}"' in visit.get(to_log_in).text
    assert visit.submit("/log-in", name="Ada", password=SECRET, next=path).headers["location"] == path
    action = re.search(r'action="(/join/[^"]*)"', visit.get(path).text)[1]
    assert visit.submit(action).headers["location"] == f"/projects/{project.id}/matches/abc"


def test_somebody_else_than_who_is_logged_in_can_join(site: Site, project: Project) -> None:
    visit, path = site.visit(account(site)), link(site, project)
    assert visit.submit("/log-out", next=path).headers["location"] == path
    assert 'name="password"' in visit.get(path).text


def test_a_link_that_is_used_up_or_made_up_says_so(site: Site, project: Project) -> None:
    path = link(site, project)
    site.visit().submit(path, name="Ada", password=SECRET)
    for act in (lambda visit: visit.get(path), lambda visit: visit.submit(path, name="Bo", password=SECRET)):
        answer = act(site.visit())
        assert answer.status_code == 409
        assert "As many people as were invited" in answer.text
    assert site.visit().get("/join/made-up").status_code == 404


def test_the_first_link_makes_an_administrator_who_sees_everybody(site: Site) -> None:
    secret = first_invitation(site.house.store, site.house.clock())
    visit = site.visit()
    assert "administrator of this server" in visit.get(f"/join/{secret}").text
    assert visit.submit(f"/join/{secret}", name="Root", password=SECRET).headers["location"] == "/"
    site.person("Ada")
    found = visit.get("/people").text
    assert "Root" in found
    assert "Ada" in found


def test_an_administrator_invites_another_and_can_withdraw_it(site: Site) -> None:
    visit = site.visit(account(site, "Root", administrator=True))
    path = value(visit.submit("/people/invitations").text, "link").removeprefix(site.home)
    assert "administrator of this server" in site.visit().get(path).text
    assert path not in visit.get("/people").text
    withdraw = re.search('action="(/people/invitations/[^"]*/withdraw)"', visit.get("/people").text)[1]
    assert "no longer works" in visit.get(visit.submit(withdraw).headers["location"]).text
    assert site.visit().get(path).status_code == 404


def test_an_administrator_sees_what_somebody_is_in_and_can_hand_out_their_data(site: Site, project: Project) -> None:
    ada, root = account(site), site.visit(account(site, "Root", administrator=True))
    assert "Ada is in no project." in root.get(f"/people/{ada.id}").text
    add_member(site.house.store, project.id, ada.id, "author", 0.0)
    found = root.get(f"/people/{ada.id}").text
    assert "Suleiman &amp; co." in found
    assert "(author)" in found
    assert root.get(f"/people/{ada.id}/data").json()["account"]["name"] == "Ada"
    assert root.get("/people/nobody").status_code == 404


def test_administrators_make_administrators_but_one_stays(site: Site) -> None:
    ada, first = account(site), account(site, "Root", administrator=True)
    root = site.visit(first)
    refused = root.submit(f"/people/{first.id}/administrator")
    assert refused.status_code == 409
    assert "Nobody else is an administrator here." in refused.text
    done = root.submit(f"/people/{ada.id}/administrator", administrator="true")
    assert "Ada is an administrator" in root.get(done.headers["location"]).text
    assert root.submit(f"/people/{first.id}/administrator").headers["location"] == "/"
    assert root.get("/people").status_code == 403
    assert site.visit(ada).get("/people").status_code == 200


def test_an_administrator_erases_an_account_by_its_name(site: Site) -> None:
    ada, first = account(site), account(site, "Root", administrator=True)
    root = site.visit(first)
    assert "your own account" in root.submit(f"/people/{first.id}/erase", name="Root").text
    assert "That is not the name" in root.submit(f"/people/{ada.id}/erase", name="Bo").text
    assert root.submit(f"/people/{ada.id}/erase", name="Ada").headers["location"] == "/people?done=erased"
    assert "Ada" not in root.get("/people?done=erased").text
    assert root.get(f"/people/{ada.id}").status_code == 404


def test_whoever_forgot_their_password_sets_a_new_one_by_a_link(site: Site) -> None:
    ada, root = account(site), site.visit(account(site, "Root", administrator=True))
    old = site.visit(ada)
    path = value(root.submit(f"/people/{ada.id}/new-password").text, "link").removeprefix(site.home)
    visit = site.visit()
    assert "For the account of Ada" in visit.get(path).text
    assert visit.submit(path, password="short").status_code == 422
    assert visit.submit(path, password=NEW).status_code == 303
    assert who(visit) == "Ada"
    assert who(old) is None
    assert visit.get(path).status_code == 404
    assert site.visit().submit("/log-in", name="Ada", password=NEW).status_code == 303


def test_a_new_password_ends_all_other_sessions(site: Site) -> None:
    ada = account(site)
    here, elsewhere = site.visit(ada), site.visit(ada)
    wrong = here.submit("/account/password", current="something else", new=NEW)
    assert wrong.status_code == 409
    assert "That is not your password." in wrong.text
    done = here.submit("/account/password", current=SECRET, new=NEW)
    assert "Your new password is set." in here.get(done.headers["location"]).text
    assert (who(here), who(elsewhere)) == ("Ada", None)


def test_whoever_came_without_a_password_sets_one(site: Site) -> None:
    visit = site.visit(site.person("Ada"))
    assert "You have no password yet" in visit.get("/account").text
    assert visit.submit("/account/password", new=NEW).status_code == 303
    assert site.visit().submit("/log-in", name="Ada", password=NEW).status_code == 303


def test_one_leaves_leaderboards_and_comes_back(site: Site) -> None:
    ada = account(site)
    visit = site.visit(ada)
    said = []
    for fields in ({}, {"listed": "true"}):
        done = visit.submit("/account/leaderboards", **fields)
        said.append((person(site.house.store, ada.id).listed, "no longer" in visit.get(done.headers["location"]).text))
    assert said == [(False, True), (True, False)]


def test_a_token_is_shown_once_and_works_until_it_is_revoked(site: Site) -> None:
    visit = site.visit(account(site))
    made = visit.submit("/account/tokens", name=INJECTION)
    assert INJECTION not in made.text
    secret = value(made.text, "token")
    shows = {"Authorization": f"Bearer {secret}"}
    program = site.visit()
    assert program.get("/api/v1/me", headers=shows).json()["name"] == "Ada"
    again = visit.get("/account").text
    assert secret not in again
    revoke = re.search('action="(/account/tokens/[^"]*/revoke)"', again)[1]
    assert "no longer works" in visit.get(visit.submit(revoke).headers["location"]).text
    assert program.get("/api/v1/me", headers=shows).status_code == 401
    assert "A token has a name" in visit.submit("/account/tokens", name=" ").text


def test_the_page_says_what_a_token_may_do_and_until_when(site: Site) -> None:
    visit = site.visit(account(site))
    visit.submit("/account/tokens", name="mine", scope="work", days="7")
    row = re.search(r'<th scope="row">mine.*', visit.get("/account").text)[0]
    assert "<td>work</td>" in row
    assert day(site.house.clock() + 7 * 86_400) in row
    assert "There is no scope" in visit.submit("/account/tokens", name="mine", scope="all").text


def test_tokens_are_made_listed_and_revoked_over_the_api_by_people_alone(site: Site) -> None:
    ada = account(site)
    visit = site.visit(ada)
    made = visit.call("POST", "/api/v1/tokens", {"name": "script"})
    assert made.status_code == 201
    assert made.json()["token"].startswith("stumper_")
    [token] = visit.get("/api/v1/tokens").json()
    assert (token["name"], token["scope"], token["used"]) == ("script", "read", None)
    assert round((token["expires"] - token["created"]) / 86_400) == 90
    wanted = {"name": "year", "scope": "work", "days": 365}
    assert visit.call("POST", "/api/v1/tokens", wanted).status_code == 201
    assert visit.call("POST", "/api/v1/tokens", {**wanted, "days": 366}).status_code == 422
    assert visit.call("POST", "/api/v1/tokens", {**wanted, "scope": "all"}).status_code == 422
    program = site.program(ada)
    refused = program.call("POST", "/api/v1/tokens", {"name": "another"})
    assert (refused.status_code, refused.json()["kind"]) == (403, "forbidden")
    assert visit.call("DELETE", f"/api/v1/tokens/{token['id']}").status_code == 204
    assert visit.call("DELETE", f"/api/v1/tokens/{token['id']}").status_code == 404


def test_logging_out_everywhere_ends_all_sessions(site: Site) -> None:
    ada = account(site)
    here, elsewhere = site.visit(ada), site.visit(ada)
    assert here.submit("/account/log-out").headers["location"] == "/log-in"
    assert (who(here), who(elsewhere)) == (None, None)


def test_ones_data_comes_as_a_file(site: Site) -> None:
    found = site.visit(account(site)).get("/account/data")
    assert "attachment" in found.headers["content-disposition"]
    assert found.json()["account"]["name"] == "Ada"


def test_erasing_needs_the_password(site: Site) -> None:
    ada = account(site)
    session = open_session(site.house.store, ada.id, site.house.clock())
    visit = site.visit(ada)
    wrong = visit.submit("/account/erase", confirmation="Ada")
    assert "That is not your password." in wrong.text
    assert who(visit) == "Ada"
    done = visit.submit("/account/erase", confirmation=SECRET)
    assert "Your account is erased" in done.text
    assert who(visit) is None
    assert session_of(site.house.store, session, site.house.clock()) is None
    assert site.visit().submit("/log-in", name="Ada", password=SECRET).status_code == 409


def test_erasing_needs_the_name_where_there_is_no_password(site: Site) -> None:
    ada = site.person("Ada")
    visit = site.visit(ada)
    assert "That is not your name" in visit.submit("/account/erase", confirmation="Bo").text
    assert "is erased" in visit.submit("/account/erase", confirmation="ada").text
    assert person(site.house.store, ada.id).erased is not None


def test_the_only_administrator_is_told_why_not(site: Site) -> None:
    answer = site.visit(account(site, "Root", administrator=True)).submit("/account/erase", confirmation=SECRET)
    assert answer.status_code == 409
    assert "the only administrator" in answer.text


def test_names_are_shown_as_text(site: Site) -> None:
    ada = account(site, INJECTION, administrator=True)
    visit = site.visit(ada)
    pages = [visit.get(path).text for path in ("/account", "/people", f"/people/{ada.id}", link(site, None))]
    pages.append(visit.submit(f"/people/{ada.id}/new-password").text)
    assert not any(INJECTION in text for text in pages)
    assert all("&lt;script&gt;" in text for text in pages[:3])


def test_below_a_proxys_path_every_step_stays_there(house: House) -> None:
    with serving(replace(house, root_path="/lab")) as site:
        root = account(site, "Root", administrator=True)
        here = site.visit(root)
        sent = value(here.submit("/people/invitations").text, "link")
        assert sent.startswith(f"{site.home}/join/")
        visit, path = site.visit(), sent.removeprefix(site.home)
        to_log_in = re.search('href="(/lab/log-in[^"]*)"', visit.get(path).text.partition("<main")[2])[1]
        assert f'name="next" value="{path}"' in visit.get(to_log_in.removeprefix("/lab")).text
        assert visit.submit(path, name="Ada", password=SECRET).headers["location"] == "/lab/"
        assert visit.submit("/log-out").headers["location"] == "/lab/"
        wanted = visit.get("/account").headers["location"]
        assert wanted == "/lab/log-in?next=/account"
        done = visit.submit("/log-in", name="Ada", password=SECRET, next="/account")
        assert done.headers["location"] == "/lab/account"
        assert who(visit) == "Ada"


def test_links_carry_the_name_that_a_proxy_is_asked_by(house: House) -> None:
    with serving(replace(house, proxied=True, hosts=hosts("127.0.0.1", ["stumper.example"]))) as site:
        visit = site.visit(account(site, "Root", administrator=True))
        visit.client.headers.update({"X-Forwarded-Host": "stumper.example"})
        made = visit.submit("/people/invitations")
        assert value(made.text, "link").startswith("http://stumper.example/join/")


@pytest.mark.parametrize("header", ["Host", "X-Forwarded-Host"])
@pytest.mark.parametrize(
    "host", ["evil.example", "localhost@evil.example", "localhost:1@evil.example", "localhost.evil"]
)
def test_no_link_leads_to_a_host_that_somebody_made_up(house: House, header: str, host: str) -> None:
    with serving(replace(house, proxied=True)) as site:
        root = account(site, "Root", administrator=True)
        visit = site.visit(root)
        token = visit.csrf()
        for path in ("/people/invitations", f"/people/{root.id}/new-password"):
            answer = visit.client.post(f"{site.home}{path}", data={"csrf": token}, headers={header: host})
            assert answer.status_code == 400
            assert "does not answer for the host" in answer.text
            assert "/join/" not in answer.text
    with serving(house) as site:  # which believes no proxy
        visit = site.visit(account(site, "Another", administrator=True))
        visit.client.headers.update({"X-Forwarded-Host": host})
        assert value(visit.submit("/people/invitations").text, "link").startswith(f"{site.home}/join/")
