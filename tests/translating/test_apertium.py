"""What is kept of a round trip by Apertium; the command itself where it is installed."""

import shutil
from pathlib import Path

import pytest

from stumper.errors import BadOption
from stumper.language.pipeline import load_pipeline
from stumper.translating.apertium import Apertium, load, mended
from stumper.translating.sentences import Sentence, sentence


def parsed(text: str) -> Sentence:
    [parse] = load_pipeline().parse([text])
    return sentence(parse)


@pytest.mark.parametrize(
    ("text", "back", "kept"),
    [
        ("Anna Berg was in a movie.", "David was in a film.", "Anna Berg was in a film."),
        ("Lowmere organizes its honor.", "David organises his honour.", "Lowmere organises its honour."),
        ("Anna Berg is incapable of singing.", "David is unable to sing.", "Anna Berg is unable to sing."),
        ("Anna Berg's father was old.", "The father of David was big.", "The father of Anna Berg was old."),
        ("Anna Berg has yet to sing.", "David has still to sing.", "Anna Berg has still to sing."),
        ("Anna Berg began writing in 1990.", "David began to write in Oscar.", "Anna Berg began to write in 1990."),
    ],
)
def test_a_change_that_means_the_same_is_kept_and_others_are_put_back(text: str, back: str, kept: str) -> None:
    assert mended(parsed(text), back) == kept


@pytest.mark.parametrize(
    ("text", "back"),
    [
        ("Anna Berg stars in Lowmere.", "David crash in Oscar."),
        ("Anna Berg passed away in 1990.", "David spent went in Oscar."),
        ("The cheese made a profit.", "Cheese did a gain."),
        ("Anna Berg died on a boat.", "David died in a boat."),
        ("Lowmere is a town.", "David is a town ."),
        ("Lowmere is an town.", "David is a town."),
        ("Lowmere is a town.", ""),
    ],
)
def test_a_round_trip_of_which_nothing_holds_is_none(text: str, back: str) -> None:
    assert mended(parsed(text), back) is None


def test_without_the_command_or_the_pair_the_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="apertium:eng-spa"):
        load("spanish")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadOption, match="apt install apertium apertium-eng-spa"):
        load("eng-spa")
    command = tmp_path / "apertium"
    command.write_text("#!/bin/sh\necho '  eng-cat'\n")
    command.chmod(0o755)
    with pytest.raises(BadOption, match="apt install apertium-eng-spa"):
        load("eng-spa")


@pytest.mark.skipif(shutil.which("apertium") is None, reason="Apertium is not installed: apt install apertium-eng-spa")
def test_a_round_trip_by_the_command_does_not_depend_on_its_batch() -> None:
    translator = load("eng-spa")
    sentences = [parsed(text) for text in ("Lowmere made a movie.", "Anna Berg rarely sings.", "The harbour is old.")]
    together = translator.paraphrases(sentences)
    assert [translator.paraphrases([each])[0] for each in sentences] == together
    assert "Lowmere made a film." in [paraphrase.text for paraphrase in together[0]]
    assert Apertium("eng-spa").paraphrases([]) == []
