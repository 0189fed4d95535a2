"""`stumper run`."""

from pathlib import Path
from typing import Annotated

import typer

from stumper.cli.executing import planned, settings_for
from stumper.cli.options import (
    Care,
    ClusterOption,
    ContinueOption,
    ExecutorOrPlan,
    OnlyRightOption,
    ResourcesOption,
    RetryOption,
    StoreOption,
    WorkersOrPlan,
)


def run(
    plan: Annotated[Path, typer.Argument(metavar="PLAN.toml", help="Data sets x adversaries x victims.")],
    out: Annotated[Path | None, typer.Option("--out", help="Write the report and the adversarial sets here.")] = None,
    only_right: OnlyRightOption = False,
    workers: WorkersOrPlan = None,
    executor: ExecutorOrPlan = None,
    resources: ResourcesOption = None,
    cluster: ClusterOption = None,
    care: Care = Care(),
    retry_errors: RetryOption = False,
    continue_earlier: ContinueOption = False,
    store: StoreOption = None,
) -> None:
    """Carry out a plan; interrupted and started again, it goes on where it was."""
    from stumper import api
    from stumper.cli.console import aside, carry_out, named, remark, say_earlier, show
    from stumper.reports.terminal import terminal

    if out is not None:
        api.writable(out / "report.html")
        there = out.absolute()  # a victim may change the current folder
    settings = settings_for(planned(api.read_run(plan), workers, executor, resources, cluster), care)
    with aside():
        jobs = api.prepare_plan(
            plan, url=store, settings=settings, retry_errors=retry_errors, continue_earlier=continue_earlier,
            only_right=only_right, allow_index_writes=care.allow_index_writes,
        )  # fmt: skip
        say_earlier(jobs)
        for index, job in enumerate(jobs, 1):
            carry_out(job, f"[{index}/{len(jobs)}] {job.plan.adversary} x {job.plan.victim}")
    run_ids, opened = [job.plan.id for job in jobs], jobs[0].store
    following = f"next: {named('stumper report', store)} --out FOLDER"
    if out is not None:
        for job in jobs:
            job.write(there / f"{job.plan.adversary}-{job.plan.id[:8]}{job.suffix}")
        following = f"open {out / api.write_report_of(run_ids, opened, there, store).name}"
    for job in jobs:
        job.conclude()
    show(terminal(api.report_of(opened, run_ids, with_examples=False)))
    remark(following)
