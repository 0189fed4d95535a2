"""What becomes of the values in a file: each kind of file is taken apart, one place of it changed, and put together."""

import csv
import io
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from mutations.odd_values import cell, json_value, toml_value

Change = Callable[[str, Random], str]
_HOLE = "@@here@@"


def of_json(text: str, rng: Random) -> str:
    """The JSON with one value, key or item otherwise."""
    value = json_value(rng)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):  # of a line that has been changed already
        return value
    return json.dumps(_changed(document, rng), ensure_ascii=rng.random() < 0.5).replace(f'"{_HOLE}"', value)


def of_json_lines(text: str, rng: Random) -> str:
    """JSON lines, of which one, sometimes several, are otherwise."""
    lines = text.rstrip("\n").split("\n")
    for _ in range(rng.choice((1, 1, 3))):
        at = rng.randrange(len(lines))
        lines[at] = of_json(lines[at], rng)
    return "\n".join(lines) + "\n"


def of_toml(text: str, rng: Random) -> str:
    """TOML with another value, a key twice, a table more, or a name that cannot be one."""
    lines = text.rstrip("\n").split("\n")
    places = [at for at, line in enumerate(lines) if " = " in line]
    at = rng.choice(places)
    key, _, value = lines[at].partition(" = ")
    match rng.randrange(10):
        case 0:
            lines.insert(at, lines[at])
        case 1:
            lines.append(f"extra = {toml_value(rng)}")
        case 2:
            lines[at] = ".".join("a" * rng.choice((5, 3_000))) + f" = {value}"
        case 3:
            lines.insert(
                rng.randrange(len(lines) + 1), rng.choice(("[x]", "[[rule]]", "[datasets]", "[[[", "= 3", "a", "[a.b]"))
            )
        case 4:
            name = rng.choice(('""', "Kéy", "1", "a b", key.upper(), '"\\u0000"'))
            lines[at] = f"{name} = {value}"
        case 5:
            names = re.findall(r'"[^"]*"', lines[at])
            lines[at] = lines[at].replace(rng.choice(names), toml_value(rng), 1) if names else key
        case _:
            lines[at] = f"{key} = {toml_value(rng)}"
    return "\n".join(lines) + "\n"


def of_csv(text: str, rng: Random) -> str:
    """A table with another cell, a row or a column more or fewer, or other quotes."""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    at = rng.randrange(len(rows))
    match rng.randrange(7):
        case 0:
            rows.insert(at, rows[at])
        case 1:
            rows[at] = rows[at][: rng.randrange(len(rows[at]) + 1)]
        case 2:
            rows[at] = rows[at] + [cell(rng)] * rng.choice((1, 500))
        case 3:
            column = rng.randrange(len(rows[0]))
            rows = [row[:column] + row[column + 1 :] for row in rows]
        case _:
            for _ in range(rng.choice((1, 3))):
                row = rng.choice(rows)
                if row:
                    row[rng.randrange(len(row))] = cell(rng)
    out = io.StringIO()
    csv.writer(out, delimiter=rng.choice(",,,;\t|")).writerows(rows)
    return out.getvalue() if rng.random() < 0.9 else out.getvalue().replace('"', "", 1)


def of_words(text: str, rng: Random) -> str:
    """A text with a word otherwise: too long, no number, a number too large, a name in braces."""
    words = re.split(r"(\s+)", text)
    at = rng.randrange(len(words))
    words[at] = rng.choice(
        (
            "",
            "nan",
            "inf",
            "1e999",
            "x" * 100_000,
            "7" * 5_000,
            "{",
            "{name}",
            "{question}" * 50,
            "\x00",
            "\t",
            "\x1b[31m",
            "-",
            "0",
            "\u2028",
            "\n\n",
        )
    )
    return "".join(words)


def _changed(node: Any, rng: Random) -> Any:
    """A copy in which something is otherwise; where a value is to be put that no library writes, a hole stands."""
    places = list(_places(node))
    if not places or rng.random() < 0.03:
        return _HOLE
    holder, key = rng.choice(places)
    match rng.randrange(12):
        case 0:
            del holder[key]
        case 1:
            if isinstance(holder, list):
                holder.insert(key, holder[key])  # an item, and perhaps an id, twice
            else:
                holder[rng.choice(("", "x", key.upper(), key + " ", "__class__", "\x00"))] = holder.pop(key)
        case 2:
            other, place = rng.choice(places)
            holder[key] = _copy(other[place])
        case 3:
            holder[key] = [holder[key]]
        case 4:
            holder[key] = {"value": holder[key]}
        case 5:
            holder[key] = str(holder[key])
        case 6:
            found = holder[key]
            holder[key] = found[: rng.randrange(len(found) + 1)] if isinstance(found, str | list) else _HOLE
        case _:
            holder[key] = _HOLE
    return node


def _copy(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _places(node: Any) -> Any:
    """Each value within, as the object or list that holds it, and its key there."""
    for key, value in list(
        node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    ):
        yield node, key
        yield from _places(value)
