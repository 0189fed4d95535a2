"""Two servers on one store behave as one."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace

import httpx
import pytest
from sqlalchemy import func, select

from authoring import QUESTIONS
from stumper.errors import BadStore
from stumper.people.accounts.account import register
from stumper.people.accounts.failed_log_ins import FREE
from stumper.people.accounts.log_ins import close_everybodys_sessions
from stumper.people.accounts.recovery import recovery
from stumper.people.accounts.secrets import KNOWN_FOR, ServerSecret, server_secret
from stumper.people.accounts.tokens import make_token
from stumper.people.projects.invitations import invite
from stumper.people.projects.members import members
from stumper.people.projects.project import Project, Settings
from stumper.people.study.founding import make_project
from stumper.store import Store, people_schema
from stumper.web.limits import GRAIN, QUIET, Buckets, Rate, limits_over
from visiting import Site, Visit, house_over, serving

PASSWORD = "a long enough password"
NOON = 1_800_000_000.0


@pytest.fixture
def sites(database: str) -> Iterator[tuple[Site, Site]]:
    """Two servers, each with connections of its own to the store, at noon."""
    with ExitStack() as stack:
        stores = [stack.enter_context(Store.open(database)) for _ in range(2)]
        one, other = [stack.enter_context(serving(house_over(store, clock=lambda: NOON))) for store in stores]
        yield one, other


def at(site: Site, visit: Visit) -> Visit:
    """The same browser at the other server, as a proxy would have it."""
    return Visit(visit.client, site.home)


def test_logged_in_at_one_is_logged_in_at_the_other_and_logged_out_at_both_at_once(sites) -> None:
    one, other = sites
    register(one.house.store, "Ada", PASSWORD, one.house.clock())
    visits = [site.visit() for site in (one, other)]
    for visit in visits:
        assert visit.submit("/log-in", name="Ada", password=PASSWORD).status_code == 303
    here, there = visits
    assert at(other, here).get("/account").status_code == 200
    assert at(other, here).submit("/account/log-out").status_code == 303
    for site in (one, other):
        for visit in (here, there):
            assert at(site, visit).get("/account").status_code != 200


def test_form_of_one_server_is_taken_by_the_other(sites) -> None:
    one, other = sites
    ada = one.visit(one.person("Ada"))
    token = ada.csrf()
    answer = ada.client.post(f"{other.home}/account/leaderboards", data={"csrf": token, "listed": ""})
    assert answer.status_code == 303


def test_failed_log_ins_count_at_both_together(sites) -> None:
    one = sites[0]
    register(one.house.store, "Ada", PASSWORD, one.house.clock())
    visit = one.visit()
    for n in range(FREE):
        assert at(sites[n % 2], visit).submit("/log-in", name="Ada", password="wrong").status_code == 409
    for site in sites:
        answer = at(site, visit).submit("/log-in", name="Ada", password=PASSWORD)
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "2")
    at_last = replace(sites[1].house, clock=lambda: NOON + 2)
    with serving(at_last) as site:
        assert at(site, visit).submit("/log-in", name="Ada", password=PASSWORD).status_code == 303


def test_rates_hold_for_both_together(database: str) -> None:
    few = Rate(16, 0.001)
    with ExitStack() as stack:
        stores = [stack.enter_context(Store.open(database)) for _ in range(2)]
        houses = [house_over(store, limits=limits_over(store, few, few)) for store in stores]
        sites = [stack.enter_context(serving(house)) for house in houses]
        ada = sites[0].visit(sites[0].person("Ada"))
        for visit in (ada, sites[0].visit()):
            answers = [at(sites[n % 2], visit).get("/help").status_code for n in range(40)]
            assert 16 <= answers.count(200) <= 16 + 16 // GRAIN + 1
            assert answers[-10:] == [429] * 10


def test_whoever_asks_little_costs_the_store_no_row(site: Site) -> None:
    with serving(replace(site.house, limits=limits_over(site.house.store))) as busy:
        visit = at(busy, site.visit())
        for _ in range(9):
            assert visit.get("/help").status_code == 200
    with site.house.store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(people_schema.rates)) == 0


def test_rates_hold_for_both_together_in_the_long_run(store: Store) -> None:
    both = [limits_over(store, Rate(40, 20)).person for _ in range(2)]
    given = [both[n % 2].wait("ada", NOON + n / 60) == 0 for n in range(60 * 60)]  # 60 a second for a minute
    assert 40 + 60 * 20 <= sum(given) <= 40 + 40 / GRAIN + 60 * 20 * (1 + 2 / QUIET)


def test_whoever_asks_slowly_for_long_is_told_to_nobody() -> None:
    told: list[float] = []
    buckets = Buckets(Rate(40, 20), lambda key, rate, spent, now: told.append(spent) or 0.0)
    assert not any(buckets.wait("ada", NOON + n / 2) for n in range(1_000))
    assert told == []


def test_a_store_that_cannot_be_written_stops_nobody_who_reads(caplog: pytest.LogCaptureFixture) -> None:
    def full(*_: object) -> float:
        raise BadStore("The disk is full.")

    buckets = Buckets(Rate(4, 1.0), full)
    assert [buckets.wait("ada", 0.0) for _ in range(5)] == [0, 0, 0, 0, 1]
    assert "rates are counted by this server alone: The disk is full." in caplog.messages


def test_a_new_secret_of_the_server_ends_every_session_and_form_at_both_while_they_run(database: str) -> None:
    ticks = [0.0]
    with ExitStack() as stack:
        stores = [stack.enter_context(Store.open(database)) for _ in range(2)]
        keys = [ServerSecret(store, server_secret(store), lambda: ticks[0]) for store in stores]
        houses = [house_over(store, key=key) for store, key in zip(stores, keys, strict=True)]
        one, other = [stack.enter_context(serving(house)) for house in houses]
        ada, nobody = one.person("Ada"), one.visit()
        visit = one.visit(ada)
        forgotten = recovery(stores[0], ada.id, NOON)
        tokens = {who: who.csrf() for who in (visit, nobody)}
        secret = make_token(stores[0], ada.id, "script", NOON)
        close_everybodys_sessions(stores[0])
        for site in (one, other):  # at once
            assert "Ada" not in at(site, visit).get("/help").text
        ticks[0] += KNOWN_FOR
        for site in (one, other):
            for who, token in tokens.items():
                assert who.client.post(f"{site.home}/log-out", data={"csrf": token}).status_code == 403
            assert at(site, nobody).get(f"/new-password/{forgotten}").status_code == 404
            program = httpx.get(
                f"{site.home}/api/v1/me", headers={"Authorization": f"Bearer {secret}"}, trust_env=False, timeout=60
            )
            assert program.status_code == 200
        assert houses[0].secret == houses[1].secret
        register(stores[0], "Bo", PASSWORD, NOON)
        assert at(one, nobody).submit("/log-in", name="Bo", password=PASSWORD).status_code == 303
        assert "Bo" in at(other, nobody).get("/help").text


def test_last_place_of_an_invitation_is_given_once_whichever_server_they_come_to(sites) -> None:
    one, other = sites
    project = lamps(one)
    secret = invite(one.house.store, project.id, "author", 1, 7, None, one.house.clock())
    visits = [site.visit(one.person()) for site in (one, other) for _ in range(4)]
    tokens = [visit.csrf() for visit in visits]

    def join(visit: Visit, token: str) -> httpx.Response:
        return visit.client.post(f"{visit.home}/join/{secret}", data={"csrf": token})

    with ThreadPoolExecutor(len(visits)) as pool:
        answers = list(pool.map(join, visits, tokens))
    assert sorted(answer.status_code for answer in answers) == [303] + [409] * 7
    assert len(members(one.house.store, project.id)) == 1


def lamps(site: Site) -> Project:
    settings = Settings("reading", "reading", ("scripted",), ("write",))
    return make_project(site.house.store, "Lamps", settings, QUESTIONS, "lamps", site.house.clock())
