"""The first page, the page of help, and the description of the API."""

import re

from stumper.people.projects.members import add_member
from stumper.people.projects.project import Settings, close_project
from stumper.people.study.founding import make_project
from stumper.testing import EXAMPLE
from stumper.web.api import annotating
from visiting import Site

SETTINGS = Settings("reading", "reading", ("scripted",), ("write", "judge"), practice=False)


def test_nobody_is_told_what_this_is_and_where_to_log_in(site: Site) -> None:
    page = site.visit().get("/").text
    assert "whether a model really reads" in page
    assert 'class="button primary" href="/log-in"' in page


def test_start_leads_to_what_is_left_in_each_project(site: Site) -> None:
    store, person = site.house.store, site.person()
    here = make_project(store, "Rivers & roads", SETTINGS, [EXAMPLE], "f", 1.0)
    make_project(store, "Of others", SETTINGS, [EXAMPLE], "f", 2.0)
    add_member(store, here.id, person.id, "author", 1.0)
    visit = site.visit(person)
    page = visit.get("/").text
    assert "Rivers &amp; roads" in page
    assert "Of others" not in page
    assert f'class="button primary" href="/projects/{here.id}/write"' in page
    assert "1 left for you" in page
    assert "/judge" not in page
    close_project(store, here.id, 2.0)
    assert "/write" not in visit.get("/").text


def test_newcomer_is_told_what_will_be_here(site: Site) -> None:
    assert "You are in no project yet" in site.visit(site.person()).get("/").text
    administrator = site.visit(site.person(administrator=True)).get("/").text
    assert 'class="button primary" href="/projects/new"' in administrator


def test_help_explains_every_kind_of_work(site: Site) -> None:
    page = site.visit().get("/help").text
    assert len(re.findall(r"<dt>", page)) == 7 + 7
    assert "<kbd>Ctrl</kbd> + <kbd>Enter</kbd>" in page


def test_every_call_of_the_api_is_described(site: Site) -> None:
    described = site.visit().get("/api/v1/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    declared = {entry.path for entry in annotating.routes.entries}
    assert declared <= set(described["paths"])
    calls = [call for methods in described["paths"].values() for call in methods.values()]
    assert all(call["summary"] for call in calls)
    page = site.visit().get("/api").text
    assert page.count("<dt>") == len(calls)
    scopes = {path: described["paths"][f"/api/v1/{path}"]["get"].get("security") for path in ("me", "watch/{code}")}
    assert scopes == {"me": [{"token": ["read"]}], "watch/{code}": []}
    unbroken = page.replace("<wbr>", "")  # where a long path may break
    assert re.search('/api/v1/me</code></dt>\n<dd>[^<]*<span class="tag">read</span>', unbroken)


def test_nothing_that_is_no_page_of_the_api_is_in_its_description(site: Site) -> None:
    described = site.visit().get("/api/v1/openapi.json").json()
    assert all(path.startswith("/api/v1/") for path in described["paths"])
