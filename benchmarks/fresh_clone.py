"""Minutes that `make demo` and `make test` take in a fresh clone, downloads included."""

import subprocess
import tempfile
import time
from pathlib import Path

from measuring import arguments, say


def main() -> None:
    arguments(__doc__)
    root = Path(__file__).parents[1]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "--quiet", str(root), folder], check=True)
        for target in ("demo", "test"):
            began = time.perf_counter()
            subprocess.run(["make", target], cwd=folder, check=True, capture_output=True)
            say("fresh_clone", target=target, minutes=(time.perf_counter() - began) / 60)


if __name__ == "__main__":
    main()
