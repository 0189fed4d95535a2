"""The wire of a task whose queries hold nothing but texts, alone or in tuples: all by the fields of their dataclass."""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from stumper.spoken import QUOTES, ended, spoken
from stumper.types import Guess, Prediction, Query
from stumper.wire import Reply, Wire, nothing


def plain_wire(query: type[Query], tag: str, prompt: str, **others: Any) -> Wire:
    """The wire of queries of this type, by the names of their fields; ``others`` are fields of Wire to set otherwise.

    A field is a text, or a tuple of texts; one is called ``text``. A template names them in braces, the first of them
    for certain; a tuple becomes lines. A function in Python gets ``text`` and all else in lines. Of a reply the first
    line is the answer; where a query has ``choices``, only one of these, whatever its case.
    """
    names = tuple(field.name for field in fields(query))
    made = Wire(
        tag=tag,
        parts=lambda asked: [tag, *_values(asked, names)],
        document=lambda asked: [tag, *_values(asked, names)],
        read_document=lambda *values: query(*map(_tupled, values)),
        to_json=lambda asked: dict(zip(names, _values(asked, names), strict=True)),
        from_json=lambda item: query(*(_tupled(item[name]) for name in names)),
        arguments=lambda asked: (asked.text, "\n".join(_lines(asked, [name for name in names if name != "text"]))),
        templates=(prompt,),
        placeholders=names,
        texts=lambda asked: dict(zip(names, _lines(asked, names), strict=True)),
        fields=lambda asked: {name: value for name in names if isinstance(value := getattr(asked, name), str)},
        with_field=lambda asked, name, text: replace(asked, **{name: text}),
        reply=lambda asked, reply: _reply(others.get("choices", nothing)(asked), reply),
    )
    return replace(made, **others)


def _values(query: Query, names: Sequence[str]) -> list[object]:
    """The fields as JSON values."""
    values = (getattr(query, name) for name in names)
    return [list(value) if isinstance(value, tuple) else value for value in values]


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _lines(query: Query, names: Sequence[str]) -> list[str]:
    values = (getattr(query, name) for name in names)
    return [value if isinstance(value, str) else "\n".join(value) for value in values]


def _reply(choices: Sequence[str] | None, reply: Reply) -> Prediction | None:
    lines = spoken(reply.text).splitlines()
    line = lines[0].strip(QUOTES) if lines else ""
    said = ended(line)
    if choices is not None:  # one may end with a full stop
        said = next((choice for choice in choices if choice.casefold() in (line.casefold(), said.casefold())), "")
    return Prediction((Guess(said, None),), None) if said else None
