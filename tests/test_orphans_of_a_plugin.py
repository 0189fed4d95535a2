"""Variants of a task of somebody else's, in a file without what they were made of: they are scored alone."""

import json
import os
import shutil
from pathlib import Path

import pytest

from forked import forked

PLUGIN = Path(__file__).parents[1] / "examples" / "plugin"
READS = (
    ("    instances: tuple[Instance, ...] = ()\n", "    orphans: tuple[Instance, ...] = ()\n"),
    (
        "    return Choices(path.stem, file_fingerprint(path), tuple(examples.values()), tuple(instances))",
        "    here = tuple(one for one in instances if one.example.query.text)\n"
        "    orphans = tuple(one for one in instances if not one.example.query.text)\n"
        "    return Choices(path.stem, file_fingerprint(path), tuple(examples.values()), here, orphans)",
    ),
    (
        '        raise line.bad("its original is not in the file. Add it")',
        '        original = Example(line.value("original_id", str), Choice("", ()), Gold(()))',
    ),
)
MADE = {"a-1": "a", "a-2": "a", "b-1": "b", "b-2": "b", "c-1": "c"}
RIGHT = {"a-1", "b-1", "b-2"}


@pytest.fixture(params=[True, False], ids=["each variant counts", "the worst counts"])
def installed(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[dict[str, str], bool]:
    """An environment with the plug-in, whose files may lack originals; and whether its variants count by themselves."""
    shutil.copytree(PLUGIN / "src", tmp_path / "src")
    task = tmp_path / "src" / "stumper_choice" / "choice.py"
    text = task.read_text(encoding="utf-8")
    for before, after in READS:
        assert text.count(before) == 1
        text = text.replace(before, before + after if before.startswith("    instances") else after)
    task.write_text(text.replace("suffix=", f"counts_variants={request.param}, suffix=", 1), encoding="utf-8")
    metadata = tmp_path / "site" / "stumper_plugin-0.1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stumper-plugin\nVersion: 0.1.0\n")
    (metadata / "entry_points.txt").write_text("[stumper.tasks]\nchoice = stumper_choice.choice:TASK\n")
    path = [str(tmp_path / "src"), str(metadata.parent), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, path))}, request.param


def test_evaluate_and_score_tell_of_the_variants_alone(installed: tuple[dict[str, str], bool], tmp_path: Path) -> None:
    """Seen: 0% on originals that nobody has, and a gain by the attack; and each variant by itself in either task."""
    environment, counts_variants = installed
    rows = [
        {"id": id, "asked": f"Which is {id}?", "choices": ["A", "B"], "right": "A", "original_id": of}
        for id, of in MADE.items()
    ]
    said = [{"id": id, "chosen": "A" if id in RIGHT else "B"} for id in MADE]
    for name, lines in (("alone.jsonl", rows), ("said.jsonl", said)):
        (tmp_path / name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    expected = (3 / 5, 5) if counts_variants else (1 / 3, 3)
    for words in (("evaluate", "alone.jsonl", "-v", "file:said.jsonl"), ("score", "alone.jsonl", "said.jsonl")):
        told = forked((*words, "--json"), tmp_path, environment)
        assert told.code == 0, told.err
        scores = json.loads(told.out)["scores"]
        found = {(one["name"], one["on"]): (one["value"], one["n"]) for one in scores}
        assert found == {("accuracy", "adversarial"): (pytest.approx(expected[0]), expected[1])}, words
