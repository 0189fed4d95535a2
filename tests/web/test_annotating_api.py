"""The API of fixing, verifying, judging, adjudicating and answering, over a real server."""

import json

import pytest

from lamp_desks import KINDS, LAMP, RAW, TEXT, YES_TO_ALL, Desk, Place, adversarial_set, place_at
from stumper.people.projects.members import add_member
from visiting import Site


@pytest.fixture
def place(site: Site) -> Place:
    return place_at(site)


def test_a_raw_sentence_goes_from_a_file_to_approval(place: Place) -> None:
    moderator, fixer, first, second = (place.join(role) for role in ("moderator", *("annotator",) * 3))
    upload = place.raw()
    assert moderator.post("/queues/fix", {"upload": upload}) == (200, {"added": 1})
    assert moderator.post("/queues/fix", {"upload": upload}) == (200, {"added": 0})
    work = fixer.taken("fix")
    assert work["sentence"] == RAW["sentence"]
    assert (work["question"], work["fake_answer"], work["answers"]) == (LAMP.query.text, "Jeff Dean", ["Ada Thorn"])
    assert (work["paragraph"], work["title"], work["progress"]) == (TEXT, "Lamp", {"done": 0, "left": 1})
    assert 590 < float(str(work["seconds_left"])) <= 600
    status, said = fixer.respond(work, {"text": "Nobody dimmed the lamp."})
    assert (status, said["sentence"]) == (422, "The sentence must still say “Jeff Dean”.")
    recorded = {"recorded": True, "progress": {"done": 1, "left": 0}}
    assert fixer.respond(work, {"text": "Jeff Dean dimmed the lamp."}) == (200, recorded)
    assert fixer.respond(work, {"text": "Jeff Dean dims it."}) == (200, {**recorded, "recorded": False})
    for verifier in (first, second):
        shown = verifier.taken("verify")
        assert shown["sentence"] == "Jeff Dean dimmed the lamp."
        assert verifier.respond(shown, {"grammatical": True, "compatible": True})[1]["recorded"] is True
    assert place.join("annotator").next("verify") is None


def test_what_judges_see_tells_neither_who_made_it_nor_what_a_model_said(site: Site) -> None:
    place = place_at(site, double_share=1.0)
    moderator, *judges = (place.join(role) for role in ("moderator", "annotator", "annotator"))
    assert moderator.post("/queues/judge", {"upload": adversarial_set(place)}) == (200, {"added": 1})
    for judge, said in zip(judges, (YES_TO_ALL, {**YES_TO_ALL, "on_task": False}), strict=True):
        work = judge.taken("judge")
        assert set(work) == {
            "assignment",
            "turn",
            "seconds_left",
            "progress",
            "kind",
            "asked",
            "text",
            "evidence",
            "original",
        }
        assert str(work["text"]).endswith("Jeff Dean dimmed it.")
        assert judge.respond(work, said)[0] == 200
    disputed = moderator.taken("adjudicate")
    assert [one["on_task"] for one in disputed["opinions"]] == [True, False]  # type: ignore[attr-defined]
    assert disputed["opinions"][0]["note"] == "no reason"  # type: ignore[index]
    assert not {judge.id for judge in judges} & set(json.dumps(disputed).split('"'))
    assert moderator.respond(disputed, YES_TO_ALL)[1]["recorded"] is True
    assert moderator.next("adjudicate") is None


def test_a_player_answers_one_version_of_a_question(place: Place) -> None:
    moderator, player = place.join("moderator"), place.join("player")
    assert moderator.post("/queues/answer", {"upload": adversarial_set(place)}) == (200, {"added": 2})
    work = player.taken("answer")
    assert set(work) == {
        "assignment", "turn", "seconds_left", "progress", "kind", "question", "title", "paragraph", "allows_none"
    }  # fmt: skip
    assert work["allows_none"] is False
    assert player.respond(work, {"text": "", "start": None})[0] == 422
    assert player.respond(work, {"text": "Ada Thorn", "start": 20})[1] == {
        "recorded": True, "progress": {"done": 1, "left": 0}
    }  # fmt: skip
    assert player.next("answer") is None


def test_the_next_one_is_the_same_until_it_is_left(place: Place) -> None:
    moderator, fixer = place.join("moderator"), place.join("annotator")
    moderator.post("/queues/fix", {"upload": place.raw(RAW, {**RAW, "id": "lamp-raw1"})})
    first = fixer.taken("fix")
    assert fixer.taken("fix")["assignment"] == first["assignment"]
    status, said = fixer.post(f"/assignments/{first['assignment']}/touch")
    assert status == 200
    assert 590 < float(str(said["seconds_left"])) <= 600
    assert fixer.post(f"/assignments/{first['assignment']}/release") == (204, {})
    second = fixer.taken("fix")
    assert second["assignment"] != first["assignment"]
    fixer.post(f"/assignments/{second['assignment']}/release")
    assert fixer.next("fix") is None


def test_another_s_work_is_not_there(place: Place) -> None:
    moderator, fixer, stranger = place.join("moderator"), place.join("annotator"), place.join("annotator")
    moderator.post("/queues/fix", {"upload": place.raw()})
    work = fixer.taken("fix")
    for path, body in (("response", {"text": "Jeff Dean."}), ("touch", None), ("release", None)):
        for desk in (stranger, moderator):
            assert desk.post(f"/assignments/{work['assignment']}/{path}", body)[0] == 404
        assert stranger.post(f"/assignments/nothing/{path}", body)[0] == 404


def test_work_of_one_project_is_not_there_in_another(site: Site, place: Place) -> None:
    other, fixer = place_at(site, seed=2), place.join("annotator")
    place.join("moderator").post("/queues/fix", {"upload": place.raw()})
    work = fixer.taken("fix")
    add_member(site.house.store, other.project.id, fixer.id, "annotator", 0.0)
    elsewhere = Desk(fixer.visit, f"/api/v1/projects/{other.project.id}", fixer.id)
    assert elsewhere.respond(work, {"text": "Jeff Dean."})[0] == 404


@pytest.mark.parametrize(
    "body",
    [{"grammatical": True, "compatible": True}, YES_TO_ALL, {"text": "x", "start": 0}, {"text": "x", "more": 1}, {}],
    ids=["verify", "judge", "answer", "unknown", "empty"],
)
def test_what_is_asked_of_another_kind_is_refused(place: Place, body: object) -> None:
    moderator, fixer = place.join("moderator"), place.join("annotator")
    moderator.post("/queues/fix", {"upload": place.raw()})
    work = fixer.taken("fix")
    assert fixer.respond(work, body)[0] == 422
    assert fixer.taken("fix")["assignment"] == work["assignment"]


def test_what_is_missing_is_said_of_the_kind_that_is_meant(place: Place) -> None:
    moderator, fixer = place.join("moderator"), place.join("annotator")
    moderator.post("/queues/fix", {"upload": place.raw()})
    work = fixer.taken("fix")
    for body, field in (({}, "text"), ({"on_task": True}, "grammatical"), ({"grammatical": True}, "compatible")):
        assert f"{field}: Field required" in str(fixer.respond(work, body)[1]["sentence"])


def test_roles_decide_which_queues_one_sees(place: Place) -> None:
    allowed = {"annotator": {"fix", "verify", "judge", "answer"}, "player": {"answer"}, "author": set(),
               "moderator": set(KINDS)}  # fmt: skip
    for role, kinds in allowed.items():
        desk = place.join(role)  # type: ignore[arg-type]
        for kind in KINDS:
            expected = 204 if kind in kinds else 403
            assert desk.visit.get(f"{desk.at}/work/{kind}").status_code == expected, (role, kind)
        may_fill = 200 if role == "moderator" else 403
        assert desk.visit.get(f"{desk.at}/queues/runs").status_code == may_fill


def test_what_cannot_fill_a_queue_is_said_in_words(place: Place) -> None:
    moderator = place.join("moderator")
    broken = place.upload("mine.jsonl", b'{"id": "lamp-raw0"}\n')
    status, said = moderator.post("/queues/fix", {"upload": broken})
    assert (status, said["sentence"]) == (
        422,
        "mine.jsonl: line 1 has no 'answers'. Add it there, or name another file.",
    )
    assert moderator.post("/queues/fix", {"upload": "nothing"})[0] == 404
    assert moderator.post("/queues/answer", {"data_set": True}) == (200, {"added": 100})
    for kind in ("judge", "answer"):
        assert moderator.post(f"/queues/{kind}", {})[0] == 422
        assert moderator.post(f"/queues/{kind}", {"runs": ["nothing"]})[0] == 404
        assert moderator.post(f"/queues/{kind}", {"upload": broken})[0] == 422
