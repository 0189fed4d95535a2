"""By a link to the first piece of work and to the code, at a real server, without scripts."""

import csv
import html
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

import httpx
import pytest

from stumper.cli.serving import Trusting
from stumper.people.accounts.account import people
from stumper.people.annotating.gold import gold_from_lines, gold_of_project
from stumper.people.annotating.judging_work import JudgePayload
from stumper.people.joining.arriving import participants
from stumper.people.joining.links import ANY, Asked, WorkLink, change_consent, links_of, make_link
from stumper.people.projects.members import add_member
from stumper.people.projects.project import Project, Settings
from stumper.people.queues.queue import NewItem, add_work
from stumper.people.study.founding import make_project
from stumper.people.study.setting_aside import asides, people_aside, take_back
from stumper.store import Store
from stumper.store.values import to_text
from stumper.testing import EXAMPLE
from stumper.web.limits import Buckets, Rate
from stumper.web.trusted import trusted_from
from stumper.web.words import t
from visiting import UNLIMITED, Site, Visit, house_over, serving

ASKED = Asked("annotator", 5, 7, 2, ANY, "C0DE", "https://crowd.example/done?cc={code}", "<b>We</b> ask you.")
YES = {"grammatical": True, "label_correct": True, "on_task": True, "note": ""}


@dataclass(frozen=True)
class Study:
    """A project with three texts to judge, and a link to it."""

    site: Site
    project: Project
    link: WorkLink

    def go(self, id: str = "p1", visit: Visit | None = None, agreed: str = "1") -> tuple[Visit, httpx.Response]:
        visit = visit or self.site.visit()
        version = visit.get(f"/go/{self.link.code}?PROLIFIC_PID={id}")
        number = version.text.partition('name="version" value="')[2].partition('"')[0]
        return visit, visit.submit(f"/go/{self.link.code}?PROLIFIC_PID={id}", version=number, agreed=agreed)

    def judge(self, visit: Visit) -> httpx.Response:
        at = f"/api/v1/projects/{self.project.id}"
        held = visit.call("GET", f"{at}/work/judge")
        if held.status_code != 200:
            return held
        body = YES | {"turn": held.json()["turn"]}
        return visit.call("POST", f"{at}/assignments/{held.json()['assignment']}/response", body)


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    with Store.open(f"sqlite:///{tmp_path / 's.db'}") as store, serving(house_over(store)) as site:
        settings = Settings("reading", "reading", ("scripted",), ("judge",))
        project = make_project(store, "Trial", settings, [EXAMPLE], "f", 0.0)
        texts = [to_text(JudgePayload(f"p{n}", "e", "Who?", f"text {n}", "", "text")) for n in range(3)]
        items = [NewItem("judge", f"p{n}", text, 9, key=f"p{n}") for n, text in enumerate(texts)]
        add_work(store, project.id, items, 0.0)
        yield Study(site, project, make_link(store, project, ASKED, "m", site.house.clock()))


def test_from_the_link_to_the_first_piece_of_work_are_two_requests(study: Study) -> None:
    visit, answer = study.go()
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/projects/{study.project.id}/judge"
    assert visit.get(answer.headers["location"]).status_code == 200


def test_whoever_came_by_a_link_takes_back_what_they_sent_until_they_have_their_code(study: Study) -> None:
    visit, _ = study.go()
    at = f"/api/v1/projects/{study.project.id}"
    held = visit.call("GET", f"{at}/work/judge").json()["assignment"]
    study.judge(visit)
    undone = visit.call("POST", f"{at}/assignments/{held}/undo")
    assert undone.json() == {"undone": True, "progress": {"done": 0, "left": 2}}
    assert [study.judge(visit).json()["progress"]["left"] for _ in range(2)] == [1, 0]
    assert "C0DE" in visit.get("/my-work").text
    refused = visit.call("POST", f"{at}/assignments/{held}/undo")
    assert refused.status_code == 409
    assert refused.json()["sentence"] == "Your work is finished and its code was given, so what you sent stays."


def test_what_one_agrees_to_is_shown_as_it_is_written(study: Study) -> None:
    page = study.site.visit().get(f"/go/{study.link.code}?workerId=a").text
    assert "&lt;b&gt;We&lt;/b&gt; ask you." in page
    assert "pieces of work: judging short texts." in page  # nothing else is done in this project


def test_whoever_does_not_agree_gets_no_work(study: Study) -> None:
    visit, answer = study.go(agreed="")
    assert answer.status_code == 403
    assert "Tick the box first" in answer.text
    assert study.judge(visit).status_code == 401


def test_in_the_end_there_is_the_code_and_the_way_back(study: Study) -> None:
    visit, _ = study.go()
    assert study.judge(visit).json()["progress"] == {"done": 1, "left": 1}
    mine = visit.get("/my-work").text
    assert "C0DE" not in mine
    assert f"/projects/{study.project.id}/sent" in mine
    assert visit.get(f"/projects/{study.project.id}/sent").status_code == 200
    assert study.judge(visit).json()["progress"] == {"done": 2, "left": 0}
    assert study.judge(visit).status_code == 204  # a third text is there, and for others
    page = visit.get("/my-work").text
    assert 'href="https://crowd.example/done?cc=C0DE"' in page
    assert 'id="copy"' in page
    assert "/sent" not in page  # it is final now


def test_the_same_browser_goes_on_where_it_was(study: Study) -> None:
    visit, first = study.go()
    study.judge(visit)
    again = visit.get(f"/go/{study.link.code}?PROLIFIC_PID=p1")
    assert (again.status_code, again.headers["location"]) == (303, first.headers["location"])
    assert "1 of 2 pieces done" in visit.get("/my-work").text


def test_another_browser_with_the_id_goes_on_and_sees_nothing_that_is_kept(study: Study) -> None:
    visit, _ = study.go()
    study.judge(visit)
    other, _ = study.go()
    assert "1 of 2 pieces done" in other.get("/my-work").text
    assert other.get("/my-work/data").status_code == 403
    assert other.submit("/my-work/erase", sure="1").status_code == 403
    assert visit.get("/my-work/data").json()["links"][0]["external_id"] == "p1"
    study.judge(visit)
    _, refused = study.go()
    assert refused.status_code == 409
    assert "C0DE" not in refused.text


def test_another_id_in_one_browser_is_another_person(study: Study) -> None:
    visit, _ = study.go()
    study.judge(visit)
    study.go("p2", visit)
    assert "0 of 2 pieces done" in visit.get("/my-work").text


def test_a_changed_text_is_asked_before_the_next_piece(study: Study) -> None:
    visit, place = study.go()
    store, now = study.site.house.store, study.site.house.clock()
    change_consent(store, study.project.id, study.link.id, "More.", "m", now)
    answer = study.judge(visit)
    assert answer.status_code == 403
    assert "has changed" in answer.json()["sentence"]
    assert visit.get(place.headers["location"]).headers["location"] == "/my-work"
    assert visit.get("/my-work").headers["location"] == f"/go/{study.link.code}"
    assert visit.submit(f"/go/{study.link.code}", version="1", agreed="1").status_code == 422
    assert visit.submit(f"/go/{study.link.code}", version="2", agreed="1").status_code == 303
    assert study.judge(visit).status_code == 200


def test_whoever_came_by_a_link_is_nobody_elsewhere_on_the_site(study: Study) -> None:
    visit, _ = study.go()
    for path in ("/account", "/account/data", f"/projects/{study.project.id}", f"/projects/{study.project.id}/results"):
        assert "/log-in" in visit.get(path).headers["location"]
    assert visit.call("POST", "/api/v1/tokens", {"name": "t"}).status_code == 401


def test_erasing_ends_it_and_the_id_does_not_come_back(study: Study) -> None:
    visit, _ = study.go()
    assert visit.submit("/my-work/erase").status_code == 403
    assert visit.submit("/my-work/erase", sure="1").status_code == 200
    assert study.judge(visit).status_code == 401
    assert study.go()[1].status_code == 409


def test_where_a_proxy_says_who_people_are_nobody_comes_by_a_link(study: Study) -> None:
    trusted = trusted_from(Trusting("X-Remote-User", ("127.0.0.1",), "new"), is_proxied=True)
    with serving(replace(study.site.house, trusted=trusted, proxied=True)) as site:
        came = site.visit().get(f"/go/{study.link.code}?PROLIFIC_PID=p1")
        assert came.status_code == 409
        assert html.escape(t("shared.error.by_proxy")) in came.text
        assert participants(study.site.house.store, study.link.id) == []


def test_where_a_proxy_says_who_people_are_no_link_is_made(study: Study) -> None:
    trusted = trusted_from(Trusting("X-Remote-User", ("127.0.0.1",), "new"), is_proxied=True)
    with serving(replace(study.site.house, trusted=trusted, proxied=True)) as site:
        visit = site.visit()
        visit.client.headers["X-Remote-User"] = "mo"
        visit.get("/")
        store = study.site.house.store
        mo = next(one for one in people(store) if one.name == "mo")
        add_member(store, study.project.id, mo.id, "moderator", 0.0)
        here = f"/projects/{study.project.id}/joining"
        made = visit.submit(here, role="annotator", places="5", days="7", pieces="2", ids="none", consent="Agreed?")
        assert made.status_code == 422
        assert html.escape(t("shared.error.by_proxy")) in made.text
        assert [one.id for one in links_of(store, study.project.id)] == [study.link.id]


def test_too_many_from_one_network_wait(study: Study) -> None:
    limits = replace(UNLIMITED, arrivals=Buckets(Rate(1, 0.001)))
    with serving(replace(study.site.house, limits=limits)) as site:
        few = replace(study, site=site)
        assert few.go("p1")[1].status_code == 303
        assert few.go("p2")[1].status_code == 429


def test_a_moderator_makes_a_link_sees_who_came_and_closes_it(study: Study) -> None:
    moderator = study.site.person()
    store = study.site.house.store
    add_member(store, study.project.id, moderator.id, "moderator", 0.0)
    visit, here = study.site.visit(moderator), f"/projects/{study.project.id}/joining"
    form = {"role": "annotator", "places": "5", "days": "7", "pieces": "2", "ids": "none", "completion": "X",
            "back": "", "consent": "Do you agree?"}  # fmt: skip
    wrong = visit.submit(here, **{**form, "back": "http://crowd.example"})
    assert wrong.status_code == 422
    assert "begins with https://" in wrong.text
    assert "Do you agree?" in wrong.text
    made = visit.submit(here, **form)
    page = visit.get(made.headers["location"]).text
    assert "<svg" in page
    assert "the link works on no phone" in page  # as one is here by 127.0.0.1
    path = f"{here}/{study.link.id}"
    study.judge(study.go("-1")[0])
    rows = list(csv.reader(StringIO(visit.get(f"{path}/people.csv").text)))
    assert rows[0][0] == "external_id"
    assert (rows[1][0], rows[1][3], rows[1][6]) == ("'-1", "1", "1")
    assert '<span class="soft">-1</span>' in visit.get(f"/projects/{study.project.id}/care").text
    assert visit.submit(f"{path}/close").status_code == 303
    assert study.site.visit().get(f"/go/{study.link.code}?PROLIFIC_PID=p9").status_code == 409
    assert visit.submit(f"{path}/consent", consent="").status_code == 422


def test_gold_is_seen_and_removed_on_the_page_and_by_a_program(study: Study) -> None:
    store, now, project = study.site.house.store, study.site.house.clock(), study.project
    lines = [{"text": f"gold {n}", "label_correct": n == 1} for n in range(2)]
    gold_from_lines(store, project, "\n".join(map(json.dumps, lines)), now)
    moderator = study.site.person()
    add_member(store, project.id, moderator.id, "moderator", now)
    visit, here = study.site.visit(moderator), f"/projects/{project.id}/care"
    told = visit.get(here).text
    assert (told.count("gold 0"), told.count("gold 1")) == (2, 2)  # with the name of its button
    last, first = gold_of_project(store, project.id)
    assert t("joining.gold.removed") in visit.submit(f"{here}/gold", remove=last.id).text
    assert "gold 1" not in visit.get(here).text
    assert visit.submit(f"{here}/gold", remove=last.id).status_code == 422
    program, api = study.site.program(moderator), f"/api/v1/projects/{project.id}/queues/gold"
    [one] = program.get(api).json()
    assert (one["id"], one["kind"], one["text"], one["answers"]) == (first.id, "judge", "gold 0", [])
    assert (one["grammatical"], one["label_correct"], one["on_task"]) == (None, False, None)
    assert program.call("DELETE", f"{api}/{one['id']}").status_code == 204
    assert program.call("DELETE", f"{api}/{one['id']}").status_code == 404
    assert program.get(api).json() == []


def test_all_against_whom_something_speaks_are_set_aside_at_once_but_those_who_were_let_count_again(
    study: Study,
) -> None:
    store, now = study.site.house.store, study.site.house.clock()
    long = " word" * 1000  # read within a minute by nobody
    texts = {f"q{n}": to_text(JudgePayload(f"q{n}", "e", "Who?", f"text {n}{long}", "", "text")) for n in range(8)}
    add_work(store, study.project.id, [NewItem("judge", id, text, 9, key=id) for id, text in texts.items()], now)
    quick = replace(study, link=make_link(store, study.project, replace(ASKED, pieces=8), "m", now))
    for id in ("p1", "p2"):
        visit, _ = quick.go(id)
        assert [quick.judge(visit).status_code for _ in range(8)] == [200] * 8
    moderator = study.site.person()
    add_member(store, study.project.id, moderator.id, "moderator", now)
    visit, here = study.site.visit(moderator), f"/projects/{study.project.id}/care"
    assert t("joining.care.suggested", n=2) in visit.get(here).text
    assert visit.submit(f"{here}/suggested").status_code == 303
    decided = asides(store, study.project.id)
    assert [(one.reason, one.made_by) for one in decided] == [(t("joining.reason.fast"), moderator.id)] * 2
    take_back(store, study.project.id, decided[0].person_id, moderator.id, now)
    assert "care/suggested" not in visit.get(here).text
    visit.submit(f"{here}/suggested")
    assert people_aside(store, study.project.id) == 1
