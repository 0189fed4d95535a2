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
        jobs = [api.prepare("reading", store=store, **cell) for cell in CELLS]
        for job in jobs:
            carry_out(job, job.plan.adversary)
        value = api.report([job.plan.id for job in jobs], store)
    show(terminal(value))
    remark(f"open {api.write_report(value, out)}")


FAST = {"search": "fast"}
CELLS = (
    {"adversary": "identity"},
    {"adversary": "add-benign", "limit": 60},
    {"adversary": "add-common", "options": FAST, "limit": 60, "budget": 33},
    {"adversary": "add-any", "options": FAST, "limit": 60, "budget": 33},
)
