"""Seconds that `stumper demo` takes, and the figures that it ends with."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measuring import arguments, say, shown
from stumper import api


def main() -> None:
    arguments(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        command = [str(Path(sys.executable).parent / "stumper"), "demo", "--out", folder]
        subprocess.run(command, check=True, capture_output=True)
        say("demo", seconds=time.perf_counter() - began)
        with api.open_store(f"{folder}/demo.db") as store:
            report = api.report(store=store, with_examples=False)
    for row in report.rows:
        say("demo", attack=row.names.adversary, n=row.f1.before.n, original_f1=shown(row.f1.before),
            adversarial_f1=shown(row.f1.after))  # fmt: skip
    for one in report.verification[0].standings[0].tournament.resiliences:
        say("demo", of="resilience", system=one.victim, **shown(one.resilience))


if __name__ == "__main__":
    main()
