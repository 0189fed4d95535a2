"""A command in a folder of its own, with all that it reads and a store that is new."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from faults.counting import LOG, PACE
from faults.processes import Family, started

COMMANDS: Mapping[str, Sequence[str]] = {
    "attack": ("attack", "lamps.json", "-a", "add-any", "--set", "search=fast", "--budget", "30", "-v", "VICTIM",
               "--out", "out/set.json", "--json"),
    "evaluate": ("evaluate", "variants.json", "-v", "VICTIM", "--json"),
    "run": ("run", "plan.toml", "--out", "out"),
}  # fmt: skip
PLAN = """
datasets = ["lamps.json"]
victims = ["VICTIM"]
adversaries = ["identity", "add-benign", {name = "add-any", search = "fast", budget = 15}]
"""
ALIKE = ("--ask-again", "0")  # what was kept is believed, so that whatever is asked again is a loss
VISITORS = ("Jo", "Max", "Ida", "Ode", "Kit", "Lee", "Una", "Ben")


@dataclass(frozen=True)
class Scene:
    """``log`` is the file in which the victim notes what it is asked; a query takes it ``pace`` seconds."""

    folder: Path
    command: str
    victim: str
    store: str
    log: Path
    pace: float
    workers: int

    def begin(self, mark: str) -> Family:
        """The command has been given."""
        words = [self.victim if word == "VICTIM" else word for word in COMMANDS[self.command]]
        path = os.pathsep.join(filter(None, (str(Path(__file__).parent), os.environ.get("PYTHONPATH"))))
        environment = {**os.environ, "PYTHONPATH": path, LOG: str(self.log), PACE: str(self.pace)}
        command = [
            sys.executable,
            "-m",
            "stumper",
            *words,
            *ALIKE,
            "--workers",
            str(self.workers),
            "--store",
            self.store,
        ]
        return started(command, environment, self.folder, mark)

    @property
    def said(self) -> str:
        """What the command said last beside its result."""
        return (self.folder / "stderr").read_text()[-400:]


def furnished(scene: Scene, examples: int) -> Scene:
    """The scene, its folder made and all in it that the command reads."""
    (scene.folder / "out").mkdir(parents=True)
    lamps = [_lamp(number) for number in range(examples)]
    variants = [_lamp(number, visitor) for number in range(examples) for visitor in VISITORS]
    (scene.folder / "lamps.json").write_text(json.dumps(_squad(lamps)))
    (scene.folder / "variants.json").write_text(json.dumps(_squad([*lamps, *variants])))
    (scene.folder / "plan.toml").write_text(PLAN.replace("VICTIM", scene.victim))
    return scene


def _lamp(number: int, visitor: str = "") -> dict[str, object]:
    """A paragraph with one question; with a visitor, a variant of the one without."""
    text = f"Ada Thorn lit lamp {number} in 1874." + (f" {visitor} was there." if visitor else "")
    id = f"q{number}" + (f"-{visitor.lower()}" if visitor else "")
    question = {"id": id, "question": f"Who lit lamp {number}?", "answers": [{"text": "Ada Thorn", "answer_start": 0}]}
    return {"context": text, "qas": [question]}


def _squad(paragraphs: Sequence[dict[str, object]]) -> dict[str, object]:
    return {"version": "1.1", "data": [{"title": "Lamps", "paragraphs": paragraphs}]}
