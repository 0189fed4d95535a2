"""Who made the variants of a set, as its file says it: under ``stumper`` at the top of a JSON document."""

from collections.abc import Mapping
from typing import Any

from stumper.datasets.documents import called
from stumper.errors import BadData
from stumper.types import Making

KEY = "stumper"


def written_making(made: Making | None) -> dict[str, object]:
    """What a document has beside its own keys; nothing, where nobody knows who made it."""
    if made is None:
        return {}
    said = {"adversary": made.adversary, "options": dict(made.options), "made_against": made.made_against}
    return {KEY: {**said, "nothing": dict(made.nothing)}}


def read_making(document: object) -> Making | None:
    """Who made the variants, where the document says so; BadData where what it says is none of what was written."""
    said = document.get(KEY) if isinstance(document, dict) else None
    if said is None:
        return None
    if not isinstance(said, dict):
        raise BadData(f"{KEY!r} is {called(said)}, not an object. Take it out, or write the set again.")
    options = _texts(said, "options")
    return Making(
        _text(said, "adversary"), tuple(sorted(options.items())), _text(said, "made_against"), _texts(said, "nothing")
    )


def _text(said: Mapping[str, Any], key: str) -> str:
    if not isinstance(text := said.get(key, ""), str):
        raise BadData(f"{KEY}.{key} is {called(text)}, not a text. Take it out, or write the set again.")
    return text


def _texts(said: Mapping[str, Any], key: str) -> dict[str, str]:
    texts = said.get(key, {})
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise BadData(f"{KEY}.{key} is no object of texts. Take it out, or write the set again.")
    return texts
