"""People and systems of one event on one scale, from its own files: QANTA's of 2025/26."""

from pathlib import Path

from stumper.playing import gather
from stumper.tasks.quizbowl.section.ladder import judged_alike, ladder
from stumper.tasks.quizbowl.section.rejudged import rejudged


def test_systems_that_answer_lines_judge_stand_above_and_below_people(shared: Path) -> None:
    """By an independent count with the same matcher: five above, three below, people number twelve of seventeen."""
    folder = shared / "quizbowl/qanta2025"
    logs = [folder / "human_buzz_observations.csv", folder / "submitted-tossup-runs.jsonl.gz"]
    gathered = gather(logs, [str(folder / f"packet{n}-tossup.json.gz") for n in range(1, 6)])
    buzzes, told = rejudged(gathered.buzzes, gathered.composed)
    assert (gathered.joined, len(judged_alike(buzzes))) == (100, 410 + 1600)
    assert told is not None
    assert (told.left, told.questions) == (220, 20)
    assert told.right > told.right_by_source == 724
    found = ladder(buzzes, gathered.composed)
    assert found is not None
    machines = [row.against for row in found.rows if row.side == "machines"]
    assert (sum(row.low > 0 for row in machines), sum(row.high < 0 for row in machines), len(machines)) == (5, 3, 16)
    assert [row.side for row in found.rows].index("people") == 11
