"""Pictures and sounds on the page of tags: those that an author left in a tossup, where the project has their files."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pictures import packet_of, png
from stumper.people.accounts.person import Person
from stumper.people.projects.data_sets import take_data_set
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings
from stumper.people.projects.uploads import put_upload
from stumper.people.study.founding import found_project
from stumper.people.writing.submitting_composed import media_left
from stumper.store import Store
from stumper.testing import ScriptedVictim
from tossups import hears
from visiting import Site, Visit, house_over, serving

TEXT = (
    "She lit [image:pictures/lamp.png] this lamp beside the old lighthouse of the town that she was born in. Later she "
    "heard [image:pictures/sea.png] the sea roar under it. For 10 points, name this keeper of lamps."
)
CHANGED = (
    "She put a light to [image] this lamp beside the lighthouse of the town that she was born in, as a girl. For 10 "
    "points, name this keeper [image] of lamps [image] under glass."
)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with (
        Store.open(f"sqlite:///{tmp_path / 'tags.db'}") as store,
        serving(house_over(store, ScriptedVictim(hears))) as made,
    ):
        yield made


def written(site: Site) -> tuple[Project, Person, Visit, str]:
    """A project on the packet, who tags in it, their visit and their API, once somebody changed its tossup."""
    store, now = site.house.store, site.house.clock()
    mo, ada = site.person("Mo", administrator=True), site.person("Ada")
    spec = take_data_set(store, "packet.json", packet_of(TEXT), now, mo.id).spec
    settings = Settings(spec, "quizbowl", ("scripted",), ("write", "tag"), sentences=(2, 6))
    project = found_project(store, "Lamps", settings, site.house.victims, now, mo.id)
    add_member(store, project.id, ada.id, "annotator", now)
    api, author = f"/api/v1/projects/{project.id}", site.visit(mo)
    begun = {"key": "k", "answer": "Ada Thorn", "category": "History", "started_from": "q0"}
    item = author.call("POST", f"{api}/tossups", begun).json()["id"]
    held = author.call("POST", f"{api}/tossups/{item}/open").json()["assignment"]
    sent = author.call("POST", f"{api}/assignments/{held}/tossup/submit", {"key": "s", "text": CHANGED, "reason": "r"})
    assert sent.json()["accepted"], sent.text
    return project, ada, site.visit(ada), api


def test_who_tags_sees_the_pictures_that_the_author_left(site: Site) -> None:
    store, now = site.house.store, site.house.clock()
    project, _, tagger, api = written(site)
    [root] = store.examples_of(project.fingerprint, {"q0"}).values()
    assert media_left(store, project, root, root.query.text, CHANGED) == ("lamp.png", "sea.png", "")
    assert tagger.get(f"{api}/work/tag").json()["media"] == [False, False, False]  # nobody has sent it yet
    put_upload(store, "lamp.png", png(), now, project.id)
    put_upload(store, "other.png", png(grey=1), now, project.id)
    work = tagger.get(f"{api}/work/tag").json()
    assert (work["text"].count("[image]"), work["media"]) == (3, [True, False, False])
    picture = tagger.get(f"{api}/assignments/{work['assignment']}/media/0")
    assert (picture.content, picture.headers["content-type"]) == (png(), "image/png")
    assert "sandbox" in picture.headers["content-security-policy"]
    others = [tagger.get(f"{api}/assignments/{work['assignment']}/media/{place}") for place in (1, 3, -1)]
    assert [answer.status_code for answer in others] == [404] * 3
    assert "lamp.png" not in json.dumps(work)


def test_a_text_of_no_question_of_the_data_set_has_no_files(site: Site) -> None:
    store, now = site.house.store, site.house.clock()
    mo = site.person("Mo", administrator=True)
    spec = take_data_set(store, "packet.json", packet_of(TEXT), now, mo.id).spec
    settings = Settings(spec, "quizbowl", ("scripted",), ("write", "tag"))
    project = found_project(store, "Lamps", settings, site.house.victims, now, mo.id)
    [root] = store.examples_of(project.fingerprint, {"q0"}).values()
    assert media_left(store, project, root, root.query.text, "Name her without any.") == ()
    assert media_left(store, project, type(root)("new", root.query, root.gold), root.query.text, CHANGED) == ()


def test_a_picture_stands_behind_its_mark_on_the_page(site: Site, chromium: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    from browsers import chromium_at, context_of, window

    project, ada, _, _ = written(site)
    put_upload(site.house.store, "lamp.png", png(), site.house.clock(), project.id)
    complaints: list[str] = []
    with chromium_at(chromium) as browser:
        page = window(context_of(browser, site, ada), complaints)
        page.goto(f"{site.home}/projects/{project.id}/tag")
        text = page.locator('[data-field="text"]')
        playwright.expect(text.locator("img.medium")).to_have_count(1)
        page.wait_for_function("() => document.querySelector('img.medium').naturalWidth === 60")
        playwright.expect(text.locator(".medium-mark")).to_have_class("medium-mark unseen")
        assert text.inner_text().count("[image]") >= 2
    assert complaints == []
