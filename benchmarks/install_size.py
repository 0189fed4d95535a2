"""What `pip install stumper` brings: packages and megabytes, by the requirement that nothing else brings them for.

A fresh environment is made, so it needs a package registry. Megabytes (10^6 bytes) are those of the files that the
packages list as installed, with their compiled Python; pip's own are not counted.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from measuring import arguments, say

ROOT = Path(__file__).parents[1]
# What runs in the fresh environment: for each distribution there what it asks for, and how large it is.
LISTED = """
import json, re
from importlib.metadata import distributions
from pathlib import Path
name = lambda text: re.sub(r"[-_.]+", "-", re.match(r"[\\w.-]+", text)[0]).lower()
found = {}
for one in distributions():
    asked = [name(text) for text in one.requires or () if "extra ==" not in text]
    size = sum(path.stat().st_size for file in one.files or () if (path := Path(one.locate_file(file))).is_file())
    found[name(one.metadata["Name"])] = {"asks": asked, "size": size}
print(json.dumps(found))
"""


def main() -> None:
    arguments(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "venv" / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", str(python.parents[1])], check=True)
        subprocess.run(
            [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c",
             str(ROOT / "constraints.txt"), str(ROOT)],
            check=True,
        )  # fmt: skip
        found = json.loads(subprocess.run([str(python), "-c", LISTED], check=True, capture_output=True).stdout)
    kept = reached("stumper", found)
    say("all", packages=len(kept), megabytes=megabytes(kept, found))
    say("part", of="stumper", packages=1, megabytes=megabytes({"stumper"}, found))
    alone = {one: kept - reached("stumper", found, without=one) for one in found["stumper"]["asks"]}
    for one, brought in sorted(alone.items(), key=lambda pair: -megabytes(pair[1], found)):
        say("part", of=one, packages=len(brought), megabytes=megabytes(brought, found))
    shared = kept - {"stumper"} - set().union(*alone.values())
    say("part", of="several", packages=len(shared), megabytes=megabytes(shared, found))


def reached(name: str, found: Mapping[str, Mapping[str, object]], without: str = "") -> set[str]:
    """The distribution and all that it asks for, and what these ask for; as if nothing asked for ``without``."""
    seen, left = set(), [name]
    while left:
        one = left.pop()
        if one in found and one not in seen and one != without:
            seen.add(one)
            left += found[one]["asks"]  # type: ignore[operator]
    return seen


def megabytes(names: set[str], found: Mapping[str, Mapping[str, object]]) -> float:
    return round(sum(found[name]["size"] for name in names) / 1e6, 1)  # type: ignore[misc]


if __name__ == "__main__":
    main()
