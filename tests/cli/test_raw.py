"""AddSent's raw sentences, which people work on: a file that is there is never written over."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
ATTACK = ("attack", "lamps.json", "-a", "add-sent", "-v", "python:cli_victims:right", "--out", "o.json")


@pytest.mark.parametrize("name", ["raw.json", "raw.jsonl", "raw.json.gz"])
def test_the_same_command_leaves_raw_sentences_alone_and_keeps_those_that_people_mended(
    stumper: Command, folder: Path, name: str
) -> None:
    assert stumper(*ATTACK, "--set", f"raw={name}").code == 0
    raw = folder / name
    before = (raw.read_bytes(), raw.stat().st_mtime_ns)
    assert stumper(*ATTACK, "--set", f"raw={name}").code == 0
    assert (raw.read_bytes(), raw.stat().st_mtime_ns) == before
    raw.write_bytes(b"mended")
    refused = stumper(*ATTACK, "--set", f"raw={name}")
    assert refused.code == 2
    assert f"{name} is there already" in refused.said
    assert raw.read_bytes() == b"mended"


def test_raw_sentences_do_not_replace_the_data_set(stumper: Command, folder: Path) -> None:
    before = (folder / "lamps.json").read_bytes()
    refused = stumper(*ATTACK, "--set", "raw=lamps.json")
    assert (refused.code, "lamps.json is there already" in refused.said) == (2, True)
    assert (folder / "lamps.json").read_bytes() == before


def test_raw_sentences_and_the_adversarial_set_are_two_files(stumper: Command, folder: Path) -> None:
    refused = stumper(*ATTACK, "--set", "raw=./o.json")
    assert (refused.code, "o.json is both --out and" in refused.said) == (2, True)
    assert not (folder / "o.json").exists()
