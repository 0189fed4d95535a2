"""What is downloaded from the page of a match is what `stumper match` replays."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from match_rooms import QUICK, member, opened, quiz
from stumper.cli.app import app
from stumper.people.matches.log import Log
from stumper.people.matches.moves import Move
from stumper.people.matches.points import scores
from stumper.people.matches.state import LEAD
from visiting import Site


def test_a_downloaded_log_is_replayed_and_its_buzzes_are_those_of_the_page(site: Site, tmp_path: Path) -> None:
    project = quiz(site)
    mo, ada, ben = (member(site, project, *who) for who in (("Mo", "moderator"), ("Ada", "player"), ("Ben", "player")))
    room = opened(site, project, mo, QUICK)
    log, now = Log(site.house.store, room), site.house.clock()
    moves = [
        (ada, Move("sit", "1", side="a"), 0.0), (ben, Move("sit", "2", side="b"), 0.0), (mo, Move("begin", "3"), 0.0),
        (ada, Move("buzz", "4", tossup=0), LEAD + 0.25), (ada, Move("answer", "5", text="Mehmed"), 0.1),
        (ben, Move("buzz", "6", tossup=0), LEAD + 0.5), (ben, Move("answer", "7", text="Suleiman"), 0.1),
        (ben, Move("answer", "8", text="Suleiman I"), 0.1), (mo, Move("begin", "9"), 0.1),
        (mo, Move("skip", "10"), LEAD + 0.1), (mo, Move("finish", "11"), 0.1),
    ]  # fmt: skip
    for person, move, later in moves:
        now += later
        log.play(move, person.id, 0.01, lambda: now)  # noqa: B023  # it is asked at once
    visit, at = site.visit(mo), f"/api/v1/projects/{project.id}/matches/{room.id}"
    path, out = tmp_path / "match.jsonl", tmp_path / "buzzes.jsonl"
    path.write_text(visit.get(f"{at}/log").text)
    ended = CliRunner().invoke(app, ["match", str(path), "--json", "--out", str(out)])
    assert ended.exit_code == 0, ended.stderr
    [told] = json.loads(ended.stdout)["matches"]
    points = list(scores(room.match, log.catch_up()).values())
    assert [[score[how] for score in told["scores"]] for how in ("shown", "logged", "rescored")] == [points] * 3
    assert points == [-5, 10]
    assert (told["is_over"], told["changed"], told["open"], len(told["plays"])) == (True, 0, 0, 2)
    assert out.read_text() == visit.get(f"{at}/buzzes").text
    assert "Ada" not in path.read_text()


@pytest.mark.parametrize("command", [["report", "--buzzes"], ["predict", "--out", "o.json", "-v", "ir"]])
def test_a_downloaded_log_in_the_wrong_place_says_how_it_is_replayed(site: Site, tmp_path: Path, command) -> None:
    project = quiz(site)
    mo = member(site, project, "Mo", "moderator")
    room = opened(site, project, mo)
    Log(site.house.store, room).play(Move("finish", "1"), mo.id, None, site.house.clock)
    path = tmp_path / "match.jsonl"
    path.write_text(site.visit(mo).get(f"/api/v1/projects/{project.id}/matches/{room.id}/log").text)
    ended = CliRunner().invoke(app, [*command, str(path)])
    assert ended.exit_code == 2
    assert f"stumper match {path}" in ended.stderr
