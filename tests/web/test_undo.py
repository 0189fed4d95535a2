"""What was just sent is taken back, over the API of a real server: the response, and all that followed from it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from lamp_desks import RAW, YES_TO_ALL, Desk, Place, adversarial_set, place_at
from stumper.errors import Refused
from stumper.people.accounts.account import person as person_of
from stumper.people.annotating.undoing import undo
from stumper.people.annotating.verifying import candidates
from stumper.people.projects.project import Kind, close_project
from stumper.store import Store
from stumper.store.people_schema import items, responses
from stumper.store.schema import judgements
from stumper.web.house import House
from visiting import Site, house_over

MENDED = {"text": "Jeff Dean dimmed the lamp."}
YES = {"grammatical": True, "compatible": True}
ADA = {"text": "Ada Thorn", "start": 20}
SAID: dict[Kind, dict[str, object]] = {"fix": MENDED, "verify": YES, "judge": YES_TO_ALL, "answer": ADA}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Its clock goes on by a hundredth of a second whenever it is read: ten seconds are as long on any machine."""
    looks = iter(range(180_000_000_000, 10**12))
    with Store.open(f"sqlite:///{tmp_path / 'web.db'}") as store:
        yield house_over(store, clock=lambda: next(looks) / 100)


@pytest.fixture
def place(site: Site) -> Place:
    return place_at(site, double_share=1.0)


def take_back(desk: Desk, work: dict[str, object]) -> tuple[int, dict[str, object]]:
    return desk.post(f"/assignments/{work['assignment']}/undo")


def count(place: Place, table: object) -> int:
    with place.site.house.store.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar_one()  # type: ignore[arg-type]


def to_judge(place: Place, judges: int = 2) -> tuple[Desk, list[Desk]]:
    moderator = place.join("moderator")
    assert moderator.post("/queues/judge", {"upload": adversarial_set(place)}) == (200, {"added": 1})
    return moderator, [place.join("annotator") for _ in range(judges)]


def test_a_judgement_taken_back_counts_nowhere_and_comes_next_again(place: Place) -> None:
    _, [judge] = to_judge(place, 1)
    work = judge.taken("judge")
    judge.respond(work, YES_TO_ALL)
    assert (count(place, responses), count(place, judgements)) == (1, 1)
    assert take_back(judge, work) == (200, {"undone": True, "progress": {"done": 0, "left": 1}})
    assert (count(place, responses), count(place, judgements)) == (0, 0)
    again = judge.taken("judge")
    assert (again["assignment"], again["turn"]) == (work["assignment"], 1)
    assert take_back(judge, work)[1]["undone"] is False
    assert judge.respond(again, {**YES_TO_ALL, "on_task": False, "turn": 1})[1]["recorded"] is True


@pytest.mark.parametrize("kind", ["judge", "verify", "answer", "fix"])
def test_a_request_that_comes_again_does_not_bring_back_what_was_taken_back(place: Place, kind: Kind) -> None:
    moderator, fixer, person = place.join("moderator"), place.join("annotator"), place.join("annotator")
    moderator.post("/queues/fix", {"upload": place.raw()})
    moderator.post(f"/queues/{kind}", {"upload": adversarial_set(place)})
    if kind == "verify":
        fixer.respond(fixer.taken("fix"), MENDED)
    before = count(place, responses)
    work = person.taken(kind)
    assert person.respond(work, SAID[kind])[1]["recorded"] is True
    assert take_back(person, work)[1]["undone"] is True
    status, told = person.respond(work, SAID[kind])
    assert (status, told["sentence"]) == (409, "You took this back after it was sent. Look at it again, then send it.")
    assert count(place, responses) == before
    again = person.taken(kind)
    assert (again["assignment"], again["turn"]) == (work["assignment"], 1)
    assert person.respond(again, SAID[kind] | {"turn": 1})[1]["recorded"] is True


def test_a_dispute_ends_with_the_judgement_that_began_it(place: Place) -> None:
    moderator, judges = to_judge(place)
    works = [judge.taken("judge") for judge in judges]
    for judge, work, on_task in zip(judges, works, (True, False), strict=True):
        judge.respond(work, {**YES_TO_ALL, "on_task": on_task})
    assert take_back(judges[1], works[1])[1]["undone"] is True
    assert moderator.next("adjudicate") is None
    judges[1].respond(works[1], {**YES_TO_ALL, "on_task": False, "turn": 1})
    assert moderator.next("adjudicate") is not None
    status, said = take_back(judges[1], works[1])
    assert (status, said["sentence"]) == (409, "Somebody has begun to work on what you sent, so it stays.")
    assert count(place, judgements) == 2


def test_a_moderators_vote_taken_back_leaves_the_judges(place: Place) -> None:
    moderator, judges = to_judge(place)
    for judge, on_task in zip(judges, (True, False), strict=True):
        judge.respond(judge.taken("judge"), {**YES_TO_ALL, "on_task": on_task})
    work = moderator.taken("adjudicate")
    moderator.respond(work, YES_TO_ALL)
    assert count(place, judgements) == 3
    assert take_back(moderator, work)[1]["undone"] is True
    assert count(place, judgements) == 2
    assert moderator.taken("adjudicate")["assignment"] == work["assignment"]


def test_a_mended_sentence_taken_back_is_voted_on_by_nobody(place: Place) -> None:
    moderator, fixer, verifier = (place.join(role) for role in ("moderator", "annotator", "annotator"))
    moderator.post("/queues/fix", {"upload": place.raw()})
    before = count(place, items)
    work = fixer.taken("fix")
    fixer.respond(work, MENDED)
    assert take_back(fixer, work)[1]["undone"] is True
    assert count(place, items) == before
    assert verifier.next("verify") is None
    fixer.respond(work, {"text": "Jeff Dean dimmed that lamp.", "turn": 1})
    assert verifier.taken("verify")["sentence"] == "Jeff Dean dimmed that lamp."
    assert take_back(fixer, work)[0] == 409


def test_a_vote_taken_back_opens_what_it_had_decided(place: Place) -> None:
    moderator, fixer, first, second = (place.join(role) for role in ("moderator", *("annotator",) * 3))
    moderator.post("/queues/fix", {"upload": place.raw()})
    fixer.respond(fixer.taken("fix"), MENDED)
    for desk in (first, second):
        work = desk.taken("verify")
        desk.respond(work, YES)
    assert len(candidates(place.site.house.store, place.project)) == 1
    assert take_back(second, work)[1]["undone"] is True
    assert candidates(place.site.house.store, place.project) == ()
    assert second.taken("verify")["assignment"] == work["assignment"]


def test_an_answer_taken_back_is_asked_again(place: Place) -> None:
    moderator, player = place.join("moderator"), place.join("player")
    moderator.post("/queues/answer", {"upload": adversarial_set(place)})
    work = player.taken("answer")
    player.respond(work, ADA)
    assert take_back(player, work)[1]["undone"] is True
    assert count(place, responses) == 0
    assert player.taken("answer")["assignment"] == work["assignment"]


def test_after_its_seconds_in_a_closed_project_and_by_others_nothing_is_taken_back(place: Place) -> None:
    _, [judge] = to_judge(place, 1)
    work = judge.taken("judge")
    judge.respond(work, YES_TO_ALL)
    store, now = place.site.house.store, place.site.house.clock()
    with pytest.raises(Refused, match="can be taken back for 10 seconds"):
        undo(store, str(work["assignment"]), judge.id, now + 16)
    assert take_back(place.join("annotator"), work)[0] == 404
    close_project(store, place.project.id, now)
    assert take_back(judge, work)[0] == 409
    assert (count(place, responses), count(place, judgements)) == (1, 1)


def test_the_last_ten_stand_on_a_page_as_they_were_said(place: Place) -> None:
    moderator, person = place.join("moderator"), place.join("annotator")
    moderator.post("/queues/fix", {"upload": place.raw(*({**RAW, "id": f"lamp-raw{n}"} for n in range(12)))})
    moderator.post("/queues/judge", {"upload": adversarial_set(place)})
    store, at = place.site.house.store, f"/projects/{place.project.id}/sent"
    visit = place.site.visit(person_of(store, person.id))
    assert "You have sent nothing in this project yet." in visit.get(at).text
    for number in range(3):
        person.respond(person.taken("fix"), {"text": f"Jeff Dean dimmed lamp {number}."})
    person.respond(person.taken("judge"), YES_TO_ALL)
    with store.engine.begin() as connection:
        connection.execute(update(responses).values(at=responses.c.at - 60))
    for number in range(3, 11):
        held = person.taken("fix")
        person.respond(held, {"text": f"Jeff Dean dimmed lamp {number}."})
    page = visit.get(at).text
    assert re.findall(r"dimmed lamp (\d+)|(no reason)", page) == [
        *((str(number), "") for number in range(10, 2, -1)), ("", "no reason"), ("2", "")
    ]  # fmt: skip
    assert page.count("<button>Take it back") == 8
    assert visit.submit(f"{at}/{held['assignment']}/undo").headers["location"].endswith("/fix")
    assert "dimmed lamp 10" not in visit.get(at).text


def test_what_can_no_longer_be_taken_back_is_said_on_the_page_of_the_last_ten(place: Place) -> None:
    _, [judge] = to_judge(place, 1)
    work = judge.taken("judge")
    judge.respond(work, YES_TO_ALL)
    store, at = place.site.house.store, f"/projects/{place.project.id}/sent"
    with store.engine.begin() as connection:
        connection.execute(update(responses).values(at=responses.c.at - 60))
    visit = place.site.visit(person_of(store, judge.id))
    refused = visit.submit(f"{at}/{work['assignment']}/undo")
    assert (refused.status_code, count(place, responses)) == (409, 1)
    assert "What you send can be taken back for 10 seconds. This counts now." in refused.text
    assert place.site.visit(place.site.person()).submit(f"{at}/{work['assignment']}/undo").status_code == 404
