"""JSON and TOML files: read with clear errors, whatever they hold; JSON is written, too."""

import gc
import json
import tomllib
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from stumper.datasets.whole_files import write_text
from stumper.errors import BadData
from stumper.file_bytes import GZIP, file_bytes, file_text, opened
from stumper.shown import shown

KINDS: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}
LARGEST = 2**63  # whole numbers of TOML lie below, by its own standard


def read_json(path: Path, has_each_once: bool = False) -> object:
    """The value of a JSON file, compressed or not; BadData says what keeps it from being read, as does a key that has
    two values in one object where each is to be in it once: JSON takes the last without a word."""
    try:
        return json_value(read_text(path), _each_once if has_each_once else None)
    except BadData as error:
        raise error if str(path) in str(error) else BadData(f"{path}: {error}") from error


def json_value(text: str, made: Callable[[list[tuple[str, Any]]], dict[str, Any]] | None = None) -> object:
    """The value of a JSON text, its objects as they are ``made`` of pairs; BadData says what keeps it from being one,
    and where."""
    try:
        value: object = json.loads(text, object_pairs_hook=made)
    except json.JSONDecodeError as error:
        raise BadData(_where_json_breaks(text, error)) from error
    except RecursionError as error:
        raise BadData("the JSON is nested too deeply to be data. Name another file.") from error
    except ValueError as error:
        raise BadData("the JSON holds a number that is too long. Correct it, or name another file.") from error
    if "\\ud" in text or "\\uD" in text:
        _check_surrogates(value)
    return value


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found and found[key] != value:
            raise BadData(f"{shown(key)} stands there twice, with {shown(found[key])} and with {shown(value)}. Leave "
                          "one of them.")  # fmt: skip
        found[key] = value
    return found


def json_object(path: Path) -> dict[str, Any]:
    """The object of a JSON file; BadData where the file holds no JSON, or another value."""
    value = read_json(path)
    if not isinstance(value, dict):
        raise BadData(f"{path} holds {called(value)}, not a JSON object. Name another file.")
    return value


def called(value: object) -> str:
    """What kind of JSON value this is, in words."""
    return KINDS[type(value)]


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; BadData says what keeps it from being read."""
    text = read_text(path)
    try:
        found = tomllib.loads(text)
        _check_numbers(found)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{path}: this is no TOML: {error}. Correct it there.") from error
    except RecursionError as error:
        raise BadData(f"{path}: lists or tables are nested too deeply. Correct it, or name another file.") from error
    except ValueError as error:  # of thousands of digits
        raise BadData(f"{path}: it holds a whole number of more than 64 bits. Correct it.") from error
    return found


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, compressed with gzip or not (its content tells); BadData where there is none."""
    text = file_text(path)
    if not text or text.isspace():
        raise BadData(f"{path}: the file is empty. Write or download it again.")
    return text


def read_start(path: Path, characters: int = 65_536) -> str:
    """The first characters of a file, as far as they are text: enough to recognise its format."""
    with opened(path) as file:
        data = file.read(characters)
    if data.startswith(GZIP):
        with suppress(zlib.error):  # read_text says what is wrong
            data = zlib.decompressobj(wbits=31).decompress(data, characters)
    return data.decode("utf-8-sig", errors="replace")


def check_size(path: Path, most: int) -> None:
    """Nothing; BadData where the file holds more bytes than so many, unpacked where it is compressed."""
    file_bytes(path, most)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Values without cycles are made here: the collector's walks over them would triple the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def write_json(path: Path, value: object) -> str:
    """The file holds the value, compressed where its name ends in ``.gz``, the same bytes for the same value; their
    fingerprint."""
    return write_text(path, json.dumps(value, ensure_ascii=False) + "\n")


def _check_numbers(value: object) -> None:
    """ValueError where a whole number within is too large for TOML: Python takes any that is not written in digits."""
    if isinstance(value, int) and not -LARGEST <= value < LARGEST:
        raise ValueError
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _check_numbers(item)


def _where_json_breaks(text: str, error: json.JSONDecodeError) -> str:
    place = f"line {error.lineno}, column {error.colno}"
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return f"the JSON is cut off at {place}, after {len(text):,} characters. Write or download the file again."
    return f"not valid JSON at {place}: {error.msg}. Correct it there, or write the file again."


def _check_surrogates(value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (UnicodeEncodeError, RecursionError) as error:
        raise BadData("an escape such as \\ud800 alone is no character. Write the file as UTF-8.") from error
