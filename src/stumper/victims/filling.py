"""A value of JSON with names in braces, and what stands where they are: filled by its structure, never by pasting."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from stumper.errors import BadOption

QUERY = "query"  # alone in a text, it is the whole query as an object
_NAME = re.compile(r"\$\{(?P<variable>\w+)\}|\{\{|\}\}|\{(?P<name>\w+)\}")
_NAMES_A_KEY = re.compile(r"api.?key|token$|secret|passw|pwd|auth|credential|cookie", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Filling:
    """Fills templates; ``variables`` are those of the environment that a template has named, with their content."""

    variables: Mapping[str, str] = field(default_factory=dict, repr=False)

    def filled(self, value: Any, texts: Mapping[str, str], query: object = None) -> Any:
        """The value with ``{name}`` in its texts replaced by the text of that name and ``{query}`` by the query;
        ``{{`` and ``}}`` are braces. Names of objects stay."""
        if isinstance(value, str):
            return query if value == f"{{{QUERY}}}" else self.text(value, texts)
        if isinstance(value, list):
            return [self.filled(each, texts, query) for each in value]
        if isinstance(value, dict):
            return {name: self.filled(each, texts, query) for name, each in value.items()}
        return value

    def text(self, template: str, texts: Mapping[str, str], written: Callable[[str], str] = str) -> str:
        """The text with each name replaced by what it stands for, as it is ``written`` there."""

        def said(found: re.Match[str]) -> str:
            if found["variable"]:
                return self.variables[found["variable"]]
            return written(texts[found["name"]]) if found["name"] else found[0][0]

        return _NAME.sub(said, template)


def filling(*templates: Any) -> Filling:
    """What fills these; BadOption where the environment lacks a variable that one names as ``${NAME}``."""
    found: dict[str, str] = {}
    for text in (text for template in templates for text in texts_in(template)):
        for match in _NAME.finditer(text):
            if (name := match["variable"]) is not None:
                value = os.environ.get(name, "").strip()
                if not value:
                    raise BadOption(f"The environment variable {name}, which {text!r} names, is empty: set it.")
                found[name] = value
    return Filling(found)


def names_in(*templates: Any) -> list[str]:
    """The names in braces, each once."""
    texts = (text for template in templates for text in texts_in(template))
    return list(dict.fromkeys(match["name"] for text in texts for match in _NAME.finditer(text) if match["name"]))


def texts_in(value: Any) -> Iterator[str]:
    """All texts of a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value if isinstance(value, list) else value.values():
            yield from texts_in(each)


def check_closed(value: Any, where: str) -> None:
    """Nothing; BadOption where what is called a key has its content in the open, as it would be kept with the run."""
    for name, each in value.items() if isinstance(value, dict) else ():
        if isinstance(each, str) and each and _NAMES_A_KEY.search(name) and not _NAME.search(each):
            raise BadOption(
                f"{name!r} in {where} would be kept with the run for all to read: write ${{NAME}} there, and set the "
                "environment variable of that name."
            )
        check_closed(each, where)
    for each in value if isinstance(value, list) else ():
        check_closed(each, where)
