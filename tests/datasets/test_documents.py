"""Reading leaves no trace."""

import gc
from pathlib import Path

import pytest

from stumper.datasets.documents import collector_paused, json_object
from stumper.errors import BadData


def test_the_collector_goes_on_after_an_error() -> None:
    paused = collector_paused()
    with pytest.raises(ZeroDivisionError), paused:
        fail_while_paused()
    assert gc.isenabled()


def fail_while_paused() -> None:
    assert not gc.isenabled()
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[1]", "holds a list, not a JSON object"),
        ("{", "the JSON is cut off at line 1"),
        ('{"a": ' + "7" * 5_000 + "}", "a number that is too long"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": "\\ud800"}', "alone is no character"),
        ("", "the file is empty"),
    ],
)
def test_what_is_no_object_is_said_of_its_file(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData) as caught:
        json_object(path)
    assert str(caught.value).startswith(str(path))
    assert says in str(caught.value)
