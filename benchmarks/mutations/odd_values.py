"""Values that no file should hold where it holds another, as JSON and as TOML; some cannot be made by a library."""

from random import Random

DIGITS = "7" * 5_000
DEEP = 100_000
_OF_BOTH = (
    "true",
    "false",
    "0",
    "-1",
    "1",
    "3.5",
    "-0.0",
    "7" * 30,
    "-" + "7" * 30,
    '""',
    '" "',
    '"x"',
    "[]",
    "[[]]",
    "[1, 2, 3]",
    DIGITS,
    "-" + DIGITS,
    f"1e{DIGITS}",
    f"0.{DIGITS}",
    "9223372036854775808",
    "1e999",
    "-1e999",
    '"' + "long " * 20_000 + '"',
    '"' + "w" * 100_000 + '"',
    '"' + " " * 50_000 + '"',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ufeff"',
    '"\\u202e right to left"',
    '"\\u001b[2J"',
    '"two\\nlines"',
    '"<script>alert(1)</script>"',
    '"%s %d {0} {name}"',
    '"../../etc/passwd"',
    '"\\u0661\\u0662"',
    '"=1+1"',
    '"1"',
    '"null"',
    '"nan"',
)
JSON = (
    *_OF_BOTH,
    "null",
    "{}",
    '{"a": 1}',
    "NaN",
    "Infinity",
    "-Infinity",
    '"\\ud800"',
    '"\\udc00 half"',
    '"\\ud83d\\ude00"',
    "[" * DEEP + "]" * DEEP,
    '{"a":' * DEEP + "1" + "}" * DEEP,
    "[" * DEEP,
    "[" * 900 + "]" * 900,
    "01",
    "1.",
    "'x'",
    "undefined",
    "// 1",
    '"\x01"',
)
TOML = (
    *_OF_BOTH,
    "{}",
    "{a = 1}",
    "nan",
    "inf",
    "-inf",
    "1979-05-27",
    "1979-05-27T07:32:00Z",
    "07:32:00",
    "2024-02-30",
    "[" * DEEP + "]" * DEEP,
    "{a = " * 2_000 + "1" + "}" * 2_000,
    "[" * 900 + "]" * 900,
    "0x" + "f" * 5_000,
    "0b" + "1" * 20_000,
    "1_000",
    "'''many\nlines'''",
    '"\\ud800"',
    "",
    "1 2",
    '[{name = "identity", name = "x"}]',
    '["identity", 3]',
    "[{x = 1}]",
    '[{name = "add-any", length = ' + DIGITS + "}]",
    "01",
    '"unfinished',
)
CELLS = (
    "",
    "yes",
    "no",
    "maybe",
    "YES",
    " yes ",
    "1",
    "true",
    "x" * 200_000,
    '"',
    '""',
    "'",
    ",",
    ";",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u202e",
    "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
    "=1+1",
    DIGITS,
    "p",
    "null",
)


def json_value(rng: Random) -> str:
    """JSON, or what a careless program takes for it."""
    return rng.choice(JSON)


def toml_value(rng: Random) -> str:
    """A value of TOML, or what is none."""
    return rng.choice(TOML)


def cell(rng: Random) -> str:
    """What a cell of a table may hold."""
    return rng.choice(CELLS)
