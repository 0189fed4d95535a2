"""Pack Unicode's table of characters that look alike for the package.

`python training/confusables.py --table confusables.txt --out src/stumper/people/accounts/confusables`. Writes
DIR/table.txt, a line for each shape: the characters that stand for it, and all those that look like it, in hexadecimal.
Left out is what `stumper.people.accounts.names` never asks for: characters that NFKC replaces, and those that no
name may hold.
"""

import argparse
import re
import unicodedata
from collections import defaultdict
from pathlib import Path

from stumper.people.accounts.names import JOINERS, UNSEEN

ROW = re.compile(r"([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA\t")
HEADER = """# Characters that look alike, from Unicode's confusables.txt {version}: a shape, and what looks like it.
# Copyright © 1991-2020 Unicode, Inc.; LICENCE.txt beside this file holds. Made by training/confusables.py.
"""


def rows(text: str) -> dict[str, str]:
    """What each character looks like, of the file's lines."""
    found = (ROW.match(line) for line in text.splitlines())
    return {_text(row[1]): _text(row[2]) for row in found if row}


def is_asked(character: str) -> bool:
    """Whether the character may stand in a name once that is normalised."""
    is_seen = unicodedata.category(character) not in UNSEEN or character in JOINERS
    return is_seen and unicodedata.normalize("NFKC", character) == character


def pack(table: dict[str, str], version: str) -> str:
    """The file."""
    shapes = defaultdict(list)
    for character, shape in table.items():
        if is_asked(character):
            shapes[shape].append(character)
    lines = (
        f"{_hexadecimal(shape)} < {_hexadecimal(''.join(sorted(alike)))}" for shape, alike in sorted(shapes.items())
    )
    return HEADER.format(version=version) + "".join(f"{line}\n" for line in lines)


def _text(hexadecimal: str) -> str:
    return "".join(chr(int(code, 16)) for code in hexadecimal.split())


def _hexadecimal(text: str) -> str:
    return " ".join(f"{ord(character):04X}" for character in text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    text = args.table.read_text(encoding="utf-8-sig")
    version = re.search(r"^# Version: (.*)$", text, re.M)
    assert version is not None, f"{args.table} is not Unicode's confusables.txt"
    packed = pack(rows(text), version[1])
    (args.out / "table.txt").write_text(packed, encoding="utf-8")
    print(f"{packed.count(chr(10)) - 2:,} shapes, {len(packed):,} bytes")


if __name__ == "__main__":
    main()
