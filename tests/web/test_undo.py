"""What was just sent is taken back, over the API of a real server: the response, and all that followed from it."""

import pytest
from sqlalchemy import func, select

from lamp_desks import YES_TO_ALL, Desk, Place, adversarial_set, place_at
from stumper.errors import Refused
from stumper.people.annotating.undoing import undo
from stumper.people.annotating.verifying import candidates
from stumper.people.projects.project import close_project
from stumper.store.people_schema import items, responses
from stumper.store.schema import judgements
from visiting import Site

MENDED = {"text": "Jeff Dean dimmed the lamp."}
YES = {"grammatical": True, "compatible": True}


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
    assert judge.taken("judge")["assignment"] == work["assignment"]
    assert take_back(judge, work)[1]["undone"] is False
    assert judge.respond(work, {**YES_TO_ALL, "on_task": False})[1]["recorded"] is True


def test_a_dispute_ends_with_the_judgement_that_began_it(place: Place) -> None:
    moderator, judges = to_judge(place)
    works = [judge.taken("judge") for judge in judges]
    for judge, work, on_task in zip(judges, works, (True, False), strict=True):
        judge.respond(work, {**YES_TO_ALL, "on_task": on_task})
    assert take_back(judges[1], works[1])[1]["undone"] is True
    assert moderator.next("adjudicate") is None
    judges[1].respond(works[1], {**YES_TO_ALL, "on_task": False})
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
    fixer.respond(work, {"text": "Jeff Dean dimmed that lamp."})
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
    player.respond(work, {"text": "Ada Thorn", "start": 20})
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
