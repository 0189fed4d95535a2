"""What a command says that it has written is there."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

Command = Callable[..., Any]


def test_only_answers_are_counted_as_written(stumper: Command, folder: Path) -> None:
    (folder / "silent.py").write_text(
        "from stumper.types import Prediction\n\n\nclass Silent:\n    def predict(self, queries):\n"
        "        return [Prediction((), None) for _ in queries]\n"
    )
    ended = stumper("predict", "lamps.json", "-v", "python:silent:Silent", "--out", "p.json")
    assert "wrote 0 answers (8 left unanswered) to p.json" in ended.said


def test_a_store_that_a_victim_removes_is_no_success(stumper: Command, folder: Path) -> None:
    (folder / "removing.py").write_text(
        "from pathlib import Path\n\n\ndef answer(question, context):\n"
        "    for file in Path().glob('s.db*'):\n        file.unlink()\n    return 'Ada Thorn'\n"
    )
    victim = ("-v", "python:removing:answer", "--store", "s.db")
    for command in (("attack", "lamps.json", "-a", "identity", "--out", "o.json"), ("evaluate", "lamps.json")):
        ended = stumper(*command, *victim, "--fail-under", "0.5")
        assert (ended.code, "s.db was removed while it was in use" in ended.said) == (2, True), ended.said
