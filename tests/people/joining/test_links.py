"""Coming by a link to work: one person for each id, what they agreed to, and when they are done; on both databases."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from annotation_project import at_once
from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts.account import person
from stumper.people.accounts.log_ins import remember_browser
from stumper.people.annotating.judging_work import JudgePayload, Opinion, judge
from stumper.people.joining.arriving import Arrival, arrival, arrive, counts, finish, has_agreed, participants
from stumper.people.joining.links import (
    ANY,
    Asked,
    WorkLink,
    address_back,
    change_consent,
    close_link,
    consents_of,
    external_id,
    link_by_code,
    links_of,
    make_link,
    reopen_link,
)
from stumper.people.personal_data import erase, personal_data
from stumper.people.projects.members import remove_member, roles
from stumper.people.projects.project import Kind, Project, Settings, close_project
from stumper.people.queues.queue import NewItem, add_work, lease
from stumper.people.study.founding import make_project
from stumper.people.study.setting_aside import put_aside, take_back
from stumper.store import Store
from stumper.store.values import to_text
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage

EXAMPLE = Example("e", Question("Who?", Passage("p", "Ada did.")), Gold((Answer("Ada", 0),)))
ASKED = Asked("annotator", 3, 7, 2, ANY, "C0DE", "https://crowd.example/done?cc={code}&who={id}", "We ask you.")
DAY = 24 * 3600


def project_in(store: Store, kinds: tuple[Kind, ...] = ("judge", "answer")) -> Project:
    return make_project(store, "Trial", Settings("reading", "reading", ("embedded",), kinds), [EXAMPLE], "f", 0.0)


def made(store: Store, asked: Asked = ASKED, project: Project | None = None) -> WorkLink:
    return make_link(store, project or project_in(store), asked, "moderator", 0.0)


def come(store: Store, link: WorkLink, id: str | None = "p1", browser: str | None = None, version: int = 1) -> Arrival:
    return arrive(store, link, id, version, browser, 1.0)


def work(store: Store, link: WorkLink, person_id: str, times: int) -> None:
    payloads = [to_text(JudgePayload(str(n), "e", "", "It rained.", "", "")) for n in range(times)]
    items = [NewItem("judge", str(n), payload, 9, key=str(n)) for n, payload in enumerate(payloads)]
    add_work(store, link.project_id, items, 1.0)
    for _ in range(times):
        held = lease(store, link.project_id, "judge", person_id, 2.0)
        assert held is not None
        judge(store, held.assignment.id, person_id, Opinion(True, True, True), 3.0)


def test_whoever_comes_has_the_role_and_no_way_to_log_in(store: Store) -> None:
    link = made(store)
    found = come(store, link)
    assert roles(store, link.project_id, found.person_id) == {"annotator"}
    assert (found.external_id, found.done, found.left, found.finished, found.is_known) == ("p1", 0, 2, None, True)
    assert not person(store, found.person_id).listed


def test_one_id_is_one_person_however_often_and_at_once_it_comes(store: Store) -> None:
    link = made(store)
    found = at_once([lambda: come(store, link)] * 4)
    assert len({one.person_id for one in found if isinstance(one, Arrival)}) == 1
    assert link_by_code(store, link.code).places == 2
    assert counts(store, [link.id, "other"]) == {link.id: (1, 0), "other": (0, 0)}


def test_without_an_id_each_is_somebody_new(store: Store) -> None:
    link = made(store, replace(ASKED, parameter=None))
    assert come(store, link, None).person_id != come(store, link, None).person_id


def test_one_id_at_two_links_is_two_people(store: Store) -> None:
    project = project_in(store)
    assert come(store, made(store, project=project)).person_id != come(store, made(store, project=project)).person_id


def test_of_many_who_come_at_once_by_the_last_place_one_begins(store: Store) -> None:
    link = made(store, replace(ASKED, places=1))

    def tried(id: str) -> str:
        try:
            return come(store, link, id).person_id
        except Refused:
            return ""

    assert sum(map(bool, at_once([lambda n=n: tried(f"p{n}") for n in range(4)]))) == 1  # type: ignore[misc]


def test_a_closed_link_lets_only_those_go_on_who_have_come(store: Store) -> None:
    link = made(store)
    before = come(store, link)
    close_link(store, link.project_id, link.id, 2.0)
    assert come(store, link).person_id == before.person_id
    with pytest.raises(Refused, match=r"closed by whoever made it"):
        come(store, link, "p2")
    reopen_link(store, link.project_id, link.id)
    assert come(store, link, "p2")


def test_a_link_ends_with_its_days_and_its_project(store: Store) -> None:
    link = made(store)
    with pytest.raises(Refused, match="too old"):
        arrive(store, link, "p1", 1, None, 7 * DAY)
    close_project(store, link.project_id, 1.0)
    with pytest.raises(Refused, match="closed"):
        come(store, link)


def test_whoever_was_removed_or_erased_does_not_come_back(store: Store) -> None:
    link = made(store)
    remove_member(store, link.project_id, come(store, link).person_id)
    with pytest.raises(Refused, match="You were removed"):
        come(store, link)
    erase(store, come(store, link, "p2").person_id, 2.0)
    with pytest.raises(Refused, match="erased"):
        come(store, link, "p2")


def test_a_browser_that_only_brings_the_id_is_not_known_and_there_are_five_at_most(store: Store) -> None:
    link = made(store)
    first = come(store, link)
    remember_browser(store, "first", first.person_id, 1.0)
    assert come(store, link, browser="first").person_id == first.person_id
    for _ in range(4):
        assert not come(store, link).is_known
    with pytest.raises(Refused, match="too many browsers"):
        come(store, link)
    assert come(store, link, browser="first")
    assert arrival(store, link.id, first.person_id, "first", 2.0).is_known
    assert not arrival(store, link.id, first.person_id, "other", 2.0).is_known
    assert [one.browsers for one in participants(store, link.id)] == [5]


def test_what_somebody_writes_and_the_code_are_shown_in_no_other_browser(store: Store) -> None:
    writing = made(store, replace(ASKED, role="author"), project_in(store, ("write",)))
    come(store, writing)
    with pytest.raises(Refused, match="begun in another browser"):
        come(store, writing)
    link = made(store)
    found = come(store, link)
    work(store, link, found.person_id, 2)
    finish(store, arrival(store, link.id, found.person_id, None, 4.0), False, 4.0)
    with pytest.raises(Refused, match="is finished"):
        come(store, link)


def test_a_changed_text_is_asked_again_and_all_versions_stay(store: Store) -> None:
    link = made(store)
    found = come(store, link)
    assert has_agreed(store, link.id, found.person_id)
    assert change_consent(store, link.project_id, link.id, "We ask you.", "m", 2.0).version == 1
    assert change_consent(store, link.project_id, link.id, "We ask for more.", "m", 3.0).version == 2
    assert not has_agreed(store, link.id, found.person_id)
    with pytest.raises(BadOption, match="has changed meanwhile"):
        come(store, link, version=1)
    come(store, link, version=2)
    assert has_agreed(store, link.id, found.person_id)
    assert [(one.version, one.text, one.at) for one in consents_of(store, link.id)] == [
        (2, "We ask for more.", 3.0), (1, "We ask you.", 0.0)
    ]  # fmt: skip
    [line] = participants(store, link.id)
    assert (line.version, line.agreed) == (2, 1.0)


def test_somebody_is_finished_once_they_have_done_what_is_asked_or_all_there_is(store: Store) -> None:
    link = made(store)
    found = come(store, link)
    assert finish(store, found, True, 2.0).finished is None  # nothing is done yet
    work(store, link, found.person_id, 1)
    one = arrival(store, link.id, found.person_id, None, 4.0)
    assert (one.done, one.left) == (1, 1)
    assert finish(store, one, False, 4.0).finished is None
    assert finish(store, one, True, 5.0).finished == 5.0
    assert finish(store, arrival(store, link.id, found.person_id, None, 6.0), True, 6.0).finished == 5.0
    [line] = participants(store, link.id)
    assert (line.external_id, line.done, line.seconds, line.finished) == ("p1", 1, 1.0, 5.0)


def test_what_somebody_did_is_told_to_whoever_pays_also_once_they_are_set_aside(store: Store) -> None:
    link = made(store)
    found = come(store, link)
    work(store, link, found.person_id, 1)
    put_aside(store, link.project_id, found.person_id, "guessed", "ada", 9.0)
    [line] = participants(store, link.id)
    assert (line.done, line.seconds) == (1, 1.0)
    take_back(store, link.project_id, found.person_id, "ada", 10.0)
    assert participants(store, link.id) == [line]


@pytest.mark.parametrize(
    ("parameter", "sent", "found"),
    [
        (ANY, {"PROLIFIC_PID": "5f1"}, "5f1"),
        (ANY, {"STUDY_ID": "s", "workerid": "A1"}, "A1"),
        ("who", {"WHO": "z.9"}, "z.9"),
        (None, {"PROLIFIC_PID": "5f1"}, None),
    ],
)
def test_the_id_stands_where_the_link_says(
    store: Store, parameter: str | None, sent: dict[str, str], found: str
) -> None:
    assert external_id(made(store, replace(ASKED, parameter=parameter)), sent) == found


@pytest.mark.parametrize("sent", [{}, {"PROLIFIC_PID": " "}, {"who": "z"}])
def test_a_link_without_its_id_is_refused(store: Store, sent: dict[str, str]) -> None:
    with pytest.raises(Refused, match="does not say who you are"):
        external_id(made(store), sent)


@pytest.mark.parametrize("id", ["{{%PROLIFIC_PID%}}", "ada@lamp.example", "x" * 101, "a b", "<b>"])
def test_what_is_no_id_is_refused(store: Store, id: str) -> None:
    with pytest.raises(BadOption, match="is none"):
        external_id(made(store), {"PROLIFIC_PID": id})


def test_the_address_back_has_the_code_and_the_id_put_in(store: Store) -> None:
    assert address_back(made(store), "a+b") == "https://crowd.example/done?cc=C0DE&who=a%2Bb"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"role": "moderator"}, "Nobody becomes"),
        ({"role": "author"}, "no work for people who come"),
        ({"places": 0}, "1 to 10,000 people, not for 0"),
        ({"days": 366}, "1 to 365 days, not for 366"),
        ({"pieces": 1001}, "1 to 1,000 pieces of work, not for 1001"),
        ({"parameter": "a b"}, "no part called 'a b'"),
        ({"completion": "a code"}, "'a code' is none"),
        ({"back": "http://crowd.example"}, "begins with https://"),
        ({"back": "javascript:alert(1)"}, "begins with https://"),
        ({"back": "https://a@crowd.example"}, "begins with https://"),
        ({"back": "https://{id}.example/"}, "begins with https://"),
        ({"back": "https://[/"}, "begins with https://"),
        ({"consent": " "}, "Say what people agree to"),
        ({"consent": "x" * 20_001}, "at most 20,000 characters"),
    ],
)
def test_a_link_that_would_do_harm_is_not_made(store: Store, changed: dict[str, object], sentence: str) -> None:
    project = project_in(store)
    with pytest.raises(BadOption, match=sentence):
        make_link(store, project, replace(ASKED, **changed), "m", 0.0)  # type: ignore[arg-type]
    assert links_of(store, project.id) == []


def test_a_link_of_another_project_is_not_there(store: Store) -> None:
    link, other = (
        made(store),
        make_project(store, "Other", Settings("reading", "reading", (), ("judge",)), [EXAMPLE], "g", 0.0),
    )
    with pytest.raises(NotThere, match="no such link"):
        close_link(store, other.id, link.id, 1.0)
    with pytest.raises(NotThere, match="no such link"):
        link_by_code(store, "nothing")


def test_what_is_kept_of_somebody_who_came_is_exported_and_erased(store: Store) -> None:
    link = made(store)
    found = come(store, link)
    [kept] = personal_data(store, found.person_id)["links"]
    assert (kept["external_id"], kept["role"], kept["project"]) == ("p1", "annotator", "Trial")
    assert kept["agreed"] == [{"version": 1, "at": 1.0, "text": "We ask you."}]
    erase(store, found.person_id, 2.0)
    [line] = participants(store, link.id)
    assert (line.external_id, line.erased) == (None, True)
    assert personal_data(store, found.person_id)["links"][0]["external_id"] is None


def names(found: Sequence[WorkLink]) -> list[str]:
    return [one.id for one in found]


def test_a_project_has_its_links_the_newest_first(store: Store) -> None:
    project = project_in(store)
    old = make_link(store, project, ASKED, "m", 1.0)
    new = make_link(store, project, ASKED, "m", 2.0)
    assert names(links_of(store, project.id)) == [new.id, old.id]
