"""Seconds that `stumper demo` takes, and the figures that it ends with."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measuring import arguments, say, shown
from stumper import api
from stumper.statistics import Estimate


def main() -> None:
    arguments(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        command = [str(Path(sys.executable).parent / "stumper"), "demo", "--out", folder]
        subprocess.run(command, check=True, capture_output=True)
        say("demo", seconds=time.perf_counter() - began)
        with api.open_store(f"{folder}/demo.db") as store:
            report = api.report(store=store, with_examples=False)
    own = [row for row in report.figures["rows"] if row["names"]["victim"] == "embedded"]
    for row in own:
        if row["names"]["made_against"] not in ("", "embedded"):
            continue
        before, after = (Estimate(**row["f1"][name]) for name in ("before", "after"))
        say("demo", attack=row["names"]["adversary"], n=before.n, original_f1=shown(before),
            adversarial_f1=shown(after))  # fmt: skip
    tournament = report.figures["verification"][0]["standings"][0]["tournament"]
    for one in tournament["potencies"]:
        if not one["is_baseline"]:
            excess, correct = (Estimate(**one[name]) for name in ("gain", "correct_rate"))
            say("demo", of="claims", attack=one["adversary"], n=one["raw"]["n"], excess=shown(excess),
                correct=shown(correct))  # fmt: skip
    for one in tournament["resiliences"]:
        say("demo", of="resilience", system=one["victim"], **shown(Estimate(**one["resilience"])))


if __name__ == "__main__":
    main()
