"""Two servers on one store behave as one."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from authoring import QUESTIONS
from stumper.people.accounts import register
from stumper.people.failures import OF_A_NAME
from stumper.people.invitations import invite
from stumper.people.members import members
from stumper.people.projects import make_project
from stumper.people.values import Project, Settings
from stumper.store import Store
from visiting import Site, Visit, house_over, serving

PASSWORD = "a long enough password"


@pytest.fixture
def sites(database: str) -> Iterator[tuple[Site, Site]]:
    """Two servers, each with connections of its own to the store."""
    with ExitStack() as stack:
        stores = [stack.enter_context(Store.open(database)) for _ in range(2)]
        one, other = [stack.enter_context(serving(house_over(store))) for store in stores]
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
    for n in range(OF_A_NAME):
        assert at(sites[n % 2], visit).submit("/log-in", name="Ada", password="wrong").status_code in (401, 409, 422)
    for site in sites:
        assert at(site, visit).submit("/log-in", name="Ada", password=PASSWORD).status_code == 429


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
