"""Pictures and sounds that a data set names: read from its folder alone, within bounds, and shown by a report."""

import json
from pathlib import Path

import pytest

from pictures import packet_of, png, wav
from stumper import api
from stumper.errors import BadOption
from stumper.media import NamedMedium, Reader
from stumper.reports import Report, html
from stumper.reports.page_data import page_data
from stumper.store import Store
from stumper.tasks.quizbowl.bonuses.files import media_of, read_packet
from stumper.tasks.quizbowl.event_packets import read_bonuses

TEXT = ("She lit [image:pictures/lamp.png] this lamp by the old lighthouse, and heard [sound:sounds/sea.wav] it roar. "
        "For 10 points, name her, who is not [image:pictures/none.png] here.")  # fmt: skip


@pytest.fixture
def packet(tmp_path: Path) -> Path:
    """A packet with a picture and a sound beside it, and a picture that is not there."""
    (tmp_path / "packet.json").write_bytes(packet_of(TEXT))
    for name, data in (("pictures/lamp.png", png()), ("sounds/sea.wav", wav())):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(data)
    return tmp_path / "packet.json"


@pytest.fixture
def report(packet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    """The report of an attack that puts the sentences of the packet in another order."""
    (tmp_path / "knows_ada.py").write_text("def guess(tossup: str) -> str:\n    return 'Ada Thorn'\n")
    monkeypatch.syspath_prepend(tmp_path)
    with Store.open(f"sqlite:///{tmp_path / 'runs.db'}") as store:
        api.attack(str(packet), "tossup-reorder", "python:knows_ada:guess", store=store)
        return api.report(store=store)


def test_what_stands_in_the_folder_is_read_once_and_within_bounds(packet: Path) -> None:
    reader = Reader(largest=10_000, left=len(png()) + len(wav()) - 1)
    lamp, sea, again = reader.read(packet.parent, ("pictures/lamp.png", "sounds/sea.wav", "pictures/lamp.png"))
    assert (lamp.kind, lamp.data, lamp.why) == ("image/png", png(), "")
    assert sea == NamedMedium("sea.wav", why="the others have filled the page")
    assert again is lamp


def test_what_is_not_there_is_too_large_or_no_picture_says_so(packet: Path) -> None:
    folder = packet.parent
    (folder / "drawing.svg").write_text("<svg/>")
    found = Reader(len(png()) - 1, 10**6).read(folder, ("none.png", "pictures/lamp.png", "drawing.svg", "pictures"))
    assert [one.name for one in found] == ["none.png", "lamp.png", "drawing.svg", "pictures"]
    assert [one.why for one in found] == [
        "it is not there", "it has more than 0 MB", "it is no picture and no sound that is shown", "it is not there",
    ]  # fmt: skip
    assert not any(one.data for one in found)


def test_nothing_outside_of_the_folder_is_opened(packet: Path, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.png").symlink_to(packet.parent / "pictures/lamp.png")
    found = Reader(10**6, 10**6).read(
        inside, ("../pictures/lamp.png", str(packet.parent / "pictures/lamp.png"), "link.png")
    )
    assert {one.why for one in found} == {"it is not in the folder of the questions"}


def test_the_page_of_a_report_holds_what_is_there_and_names_the_rest(report: Report, packet: Path) -> None:
    data = json.loads(page_data(api.with_media(report, [str(packet)])))
    assert data["media"] == {"q0": [["lamp.png", 0, ""], ["sea.wav", 1, ""], ["none.png", None, "it is not there"]]}
    assert [address.partition(",")[0] for address in data["files"]] == [
        "data:image/png;base64",
        "data:audio/wav;base64",
    ]


def test_a_data_set_without_pictures_or_of_no_example_is_refused(report: Report, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="names no pictures and no sounds"):
        api.with_media(report, ["quizbowl"])
    other = tmp_path / "other.json"
    other.write_bytes(packet_of("Plain words. For 10 points, name her.", TEXT).replace(b'"qid": "q', b'"qid": "other'))
    with pytest.raises(BadOption, match="No example of the report"):
        api.with_media(report, [str(other)])


BONUS = {"qid": "b", "leadin": "Look at this lamp.", "leadin_image": {"path": "pictures/lamp.png"}, "parts": [
             {"question": "Name this other one.", "answer": "Sun", "image_idx": 0},
             {"question": "Name who lit it.", "answer": "Ada Thorn"},
             {"question": "Name this house.", "answer": "Lighthouse", "image_idx": 1}],
         "part_images": [{"path": "pictures/none.png"}, {"path": "pictures/house.png"}]}  # fmt: skip


@pytest.fixture
def bonus_page(packet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page of a report of a bonus, of whose pictures one is not there."""
    bonuses = tmp_path / "bonuses.json"
    bonuses.write_text(json.dumps([BONUS]))
    (tmp_path / "pictures/house.png").write_bytes(png(grey=10))
    (tmp_path / "knows_all.py").write_text("def guess(part: str) -> str:\n    return 'Ada Thorn'\n")
    monkeypatch.syspath_prepend(tmp_path)
    with Store.open(f"sqlite:///{tmp_path / 'runs.db'}") as store:
        api.attack(str(bonuses), "identity", "python:knows_all:guess", store=store)
        return html(api.with_media(api.report(store=store), [str(bonuses)]))


def test_a_part_of_a_bonus_has_the_pictures_of_its_lead_in_and_of_the_parts_before_it(tmp_path: Path) -> None:
    (tmp_path / "bonuses.json").write_text(json.dumps([BONUS]))
    data = read_packet(tmp_path / "bonuses.json", read_bonuses)
    lamp, other, house = "pictures/lamp.png", "pictures/none.png", "pictures/house.png"
    assert [media_of(data, one.id) for one in data] == [(lamp, other), (lamp, other), (lamp, house, other)]
    assert media_of(data, "b-4") == media_of(data, "b") == ()


def test_pictures_of_a_bonus_stand_behind_their_marks_in_a_browser(
    bonus_page: str, tmp_path: Path, chromium: str
) -> None:
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    (tmp_path / "report.html").write_text(bonus_page, encoding="utf-8")
    from browsers import chromium_at

    with chromium_at(chromium) as browser:
        page = browser.new_page()
        page.goto((tmp_path / "report.html").as_uri())
        heading, pictures = page.locator("h3.asked"), page.locator("h3.asked img.medium")
        for _ in range(3):
            if "Name this house." in heading.inner_text():
                break
            page.keyboard.press("j")
        assert pictures.evaluate_all("all => all.map((one) => one.alt)") == ["lamp.png", "house.png"]
        assert pictures.evaluate_all("all => all.map((one) => one.previousSibling.data.slice(-7))") == ["[image]"] * 2
        before = page.locator(".panes .pane .text").first
        assert before.locator(".medium-absent").inner_text().strip() == "none.png is not shown: it is not there"


def test_a_picture_stands_behind_its_mark_in_a_browser(
    report: Report, packet: Path, tmp_path: Path, chromium: str
) -> None:
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    (tmp_path / "report.html").write_text(html(api.with_media(report, [str(packet)])), encoding="utf-8")
    from browsers import chromium_at

    with chromium_at(chromium) as browser:
        page, errors = browser.new_page(), []
        page.on("console", lambda message: errors.append(message.text))
        page.goto((tmp_path / "report.html").as_uri())
        before = page.locator(".panes .pane").first
        page.wait_for_function("() => document.querySelector('.pane img.medium').naturalWidth === 60")
        assert before.locator("img.medium").evaluate("one => one.previousSibling.data.slice(-7)") == "[image]"
        assert before.locator("audio.medium").get_attribute("aria-label") == "sea.wav"
        assert before.locator(".medium-absent").inner_text().strip() == "none.png is not shown: it is not there"
        assert errors == []
