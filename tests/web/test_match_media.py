"""Pictures and sounds of a match: sent with it, shown where their mark has been read, and nothing else is shown."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from match_rooms import listens, member, quiz
from pictures import packet_of, png, wav
from stumper.media import media_kind
from stumper.people.matches.media import LARGEST
from stumper.people.matches.rooms import any_room
from stumper.store import Store
from stumper.testing import ScriptedVictim
from visiting import Site, house_over, serving

TEXT = "She lit [image:pictures/lamp.png] this lamp and heard [sound:sounds/sea.wav] it. For 10 points, name her."
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
FORM = {"name": "Final", "mode": "alone", "source": "upload", "tossups": "1", "seed": "1", "speed": "20",
        "answer": "60", "silence": "60", "rest": "5", "team_a": "A", "team_b": "B"}  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with (
        Store.open(f"sqlite:///{tmp_path_factory.mktemp('media') / 'media.db'}") as store,
        serving(house_over(store, ScriptedVictim(listens))) as made,
    ):
        yield made


@pytest.fixture(scope="module")
def people(site: Site) -> tuple:
    project = quiz(site)
    return project, member(site, project, "Mo", "moderator"), member(site, project, "Ada", "player")


def open_match(site: Site, people: tuple, *media: tuple[str, bytes], text: str = TEXT, **changed: str) -> object:
    """The answer to the form of a new match with these pictures and sounds."""
    project, mo, _ = people
    files = [("file", ("packet.json", packet_of(text))), *(("media", one) for one in media)]
    return site.visit(mo).submit(f"/projects/{project.id}/matches", files=files, **FORM | changed)


def room_of(site: Site, answer: object) -> object:
    assert answer.status_code == 303, answer.text  # type: ignore[attr-defined]
    return any_room(site.house.store, answer.headers["location"].rpartition("/")[2])  # type: ignore[attr-defined]


def began(site: Site, people: tuple, room: object, words: int) -> str:
    """The address of the room's files once so many words have been read."""
    project, mo, _ = people
    path = f"/api/v1/projects/{project.id}/matches/{room.id}"  # type: ignore[attr-defined]
    visit = site.visit(mo)
    visit.call("POST", f"{path}/rulings", {"kind": "begin", "key": "begin", "tossup": 0})
    end = time.monotonic() + 60
    while visit.get(path).json()["words"] < words:
        assert time.monotonic() < end
        time.sleep(0.1)
    return f"{path}/media/1"


def test_picture_and_sound_are_served_as_what_they_are_to_those_who_may_follow_the_match(
    site: Site, people: tuple
) -> None:
    room = room_of(site, open_match(site, people, ("lamp.png", png()), ("sea.wav", wav()), ("other.png", png(grey=9))))
    skipped = room.match.skipped
    assert [note for note in skipped if "other.png" in note] == [
        "No question names 1 of the files that you sent, such as other.png; they were not kept."
    ]
    address = began(site, people, room, 14)
    visit = site.visit(people[2])
    for place, kind, data in ((0, "image/png", png()), (1, "audio/wav", wav())):
        answer = visit.get(f"{address}/{place}")
        assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, data, kind)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "sandbox" in answer.headers["content-security-policy"]
    assert [visit.get(f"{address}/{place}").status_code for place in (-1, 2, 99)] == [404, 404, 404]
    assert site.visit(site.person("Stranger")).get(f"{address}/0").status_code == 404


def test_nothing_is_shown_before_its_mark_was_read(site: Site, people: tuple) -> None:
    text = TEXT.replace("heard", "heard " + "and heard " * 400)  # longer than this test takes
    room = room_of(site, open_match(site, people, ("lamp.png", png()), ("sea.wav", wav()), text=text, speed="4"))
    project, mo, ada = people
    visit, path = site.visit(ada), f"/api/v1/projects/{project.id}/matches/{room.id}"
    assert visit.get(f"{path}/media/1/0").status_code == 404
    address = began(site, people, room, 3)
    assert [visit.get(f"{address}/{place}").status_code for place in (0, 1)] == [200, 404]
    site.visit(mo).call("POST", f"{path}/rulings", {"kind": "skip", "key": "skip", "tossup": 0})
    assert [visit.get(f"{address}/{place}").status_code for place in (0, 1)] == [200, 404]  # what was not read stays so


def test_file_that_was_sent_to_the_project_is_found_again_and_a_missing_one_is_told(site: Site, people: tuple) -> None:
    open_match(site, people, ("lamp.png", png()))
    again = room_of(site, open_match(site, people, text=TEXT.replace("sea.wav", "never-sent.wav")))
    [asked] = again.match.packet
    assert [bool(one) for one in asked.media] == [True, False]
    said = (
        "Of the 2 pictures and sounds that the questions name, 1 are not here, such as never-sent.wav; a mark stands "
        "in the text for each."
    )
    assert said in again.match.skipped


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("lamp.png", SVG, "lamp.png is no picture and no sound"),
        ("lamp.svg", SVG, "lamp.svg is no picture and no sound"),
        ("lamp.html", b"<!doctype html><script>alert(1)</script>", "lamp.html is no picture"),
        ("lamp.png", png() + bytes(LARGEST), "lamp.png has more than 10 MB"),
    ],
    ids=["drawing under another name", "drawing", "page", "too large"],
)
def test_what_is_no_picture_or_sound_is_refused_with_its_name(
    site: Site, people: tuple, name: str, data: bytes, says: str
) -> None:
    answer = open_match(site, people, (name, data))
    assert answer.status_code == 422
    assert says in answer.text


def test_kind_is_told_by_content() -> None:
    assert media_kind(png()) == "image/png"
    assert media_kind(wav()) == "audio/wav"
    assert media_kind(b"RIFF\x00\x00\x00\x00WEBPVP8 ") == "image/webp"
    assert media_kind(b"\x00\x00\x00\x20ftypM4A ") == "audio/mp4"
    assert [media_kind(data) for data in (b"", b"RIFF", SVG, b"GIF8", b"\x00\x00\x00\x20ftypisom")] == [""] * 5


def test_picture_and_sound_come_where_their_marks_are_and_the_mark_stays_without_a_file(
    site: Site, people: tuple, chromium: str, tmp_path: Path
) -> None:
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    from browsers import chromium_at, context_of

    text = TEXT.replace("name her", "name [image:pictures/never-sent-either.png] her")
    room = room_of(site, open_match(site, people, ("lamp.png", png()), ("sea.wav", wav()), text=text, speed="5"))
    project, mo, _ = people
    with chromium_at(chromium) as browser, context_of(browser, site, mo) as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{site.home}/projects/{project.id}/matches/{room.id}")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector("#buzz:not([hidden])")
        page.click("#begin")
        page.wait_for_selector("#question img.medium")
        page.wait_for_selector("text=Last chance to buzz")
        shown = page.locator("#question .medium-mark").all_text_contents()
        assert shown == ["[image]", "[sound]", "[image]"]
        # A mark goes once its file has loaded, which a busy machine does later than the words come.
        page.wait_for_function("() => document.querySelectorAll('#question .medium-mark.unseen').length === 2")
        hidden = page.eval_on_selector_all(".medium-mark", "all => all.map(one => one.classList.contains('unseen'))")
        assert hidden == [True, True, False]
        assert page.eval_on_selector("#question img", "one => one.naturalWidth") == 60
        assert page.eval_on_selector("#question audio", "one => one.duration") == pytest.approx(0.5, abs=0.1)
        assert "lamp" not in page.inner_html("#question").replace("this lamp", "")  # names of files may say the answer
        page.keyboard.press("Space")
        page.wait_for_selector("#answering:not([hidden])")
        page.keyboard.type("Ada Thorn")
        page.keyboard.press("Enter")
        page.wait_for_selector("#match[data-phase=over]")
        page.wait_for_selector("#question .buzz-point")
        # The picture that was never sent goes once its request has failed.
        page.wait_for_function("() => document.querySelectorAll('#question .medium').length === 2")
        assert errors == []
