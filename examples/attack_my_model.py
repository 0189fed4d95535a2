"""Attack a victim of your own from Python, and look at what fooled it: python examples/attack_my_model.py."""

import os
import tempfile
from pathlib import Path

from stumper import api

os.chdir(Path(__file__).parent)  # where my_model.py stands

with tempfile.TemporaryDirectory() as folder, api.open_store(f"{folder}/stumper.db") as store:
    job = api.attack(
        "reading", "add-any", "python:my_model:answer", options={"search": "fast"}, limit=20, budget=100, store=store
    )
    print(*job.report().sentences, sep="\n")
    for attempt in job.attempts():
        if attempt.outcome == "succeeded" and attempt.perturbation is not None:
            [edit] = attempt.perturbation.edits
            print(f"{attempt.example_id} fell after {attempt.queries} queries to:{edit.text}")
