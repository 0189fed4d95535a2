"""`stumper demo`."""

from pathlib import Path

from stumper.cli.options import OutFolder


def demo(out: OutFolder = Path("out/demo")) -> None:
    """Run the main job on what is embedded: attack the embedded reader, and write the report."""
    from stumper import api
    from stumper.cli.console import carry_out, remark, show
    from stumper.reports import terminal

    api.writable(out / "demo.db")
    with api.open_store(str(out / "demo.db")) as store:
        jobs = [
            api.prepare("reading", adversary, options=options, limit=LIMIT, budget=BUDGET, store=store)
            for adversary, options in ATTACKS
        ]
        for job in jobs:
            carry_out(job, job.plan.adversary)
        value = api.report([job.plan.id for job in jobs], store)
        page = api.write_report(value, out)
        for job in jobs:
            job.conclude()
    show(terminal(value))
    remark(f"open {page}")


LIMIT, BUDGET = 40, 17  # enough questions to matter, within a minute on two cores
ATTACKS: tuple[tuple[str, dict[str, str]], ...] = (
    ("identity", {}),
    ("add-benign", {}),
    ("add-common", {"search": "fast"}),
    ("add-any", {"search": "fast"}),
    ("add-sent", {}),
    ("edit-distract", {}),
    ("edit-reorder", {}),
    ("edit-misspell", {"candidates": "4"}),
)
