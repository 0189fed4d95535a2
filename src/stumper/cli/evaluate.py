"""`stumper evaluate`."""

from typing import Annotated

import typer

from stumper.cli.options import (
    AskAgainOption,
    FailUnderOption,
    JsonOption,
    LimitOption,
    MaxErrorsOption,
    RetryOption,
    SeedOption,
    StoreOption,
    TimeoutOption,
    WorkersOption,
)


def evaluate(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Adversarial sets: originals and variants. Of tossups any.")
    ],
    victim: Annotated[
        list[str] | None,
        typer.Option("--victim", "-v", help="As for attack; may be repeated.  [default: embedded]"),
    ] = None,
    limit: LimitOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    max_errors: MaxErrorsOption = 0.1,
    ask_again: AskAgainOption = 0.01,
    timeout: TimeoutOption = 300,
    retry_errors: RetryOption = False,
    fail_under: FailUnderOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Score victims on adversarial sets that exist: original and adversarial, side by side; on plain tossups, too."""
    from pathlib import Path

    from stumper import api
    from stumper.cli.console import aside, carry_out, remark, show, tell
    from stumper.cli.gate import gate, kept_in
    from stumper.cli.tables import failed_on, scores_json, scores_table, trained_on
    from stumper.cli.tally import asked, tally
    from stumper.runs import Counts

    settings = api.Settings(workers, max_error_rate=max_errors, ask_again=ask_again, timeout=timeout)
    jobs: list[api.Job] = []
    scores, kept, left_out = [], [], []
    for file in files:
        for name in victim or ["embedded"]:
            with aside():
                job = api.prepare_evaluation(
                    file, name, limit=limit, seed=seed, store=jobs[0].store if jobs else None, url=store,
                    settings=settings, retry_errors=retry_errors,
                )  # fmt: skip
                carry_out(job, f"{Path(file).name} x {job.plan.victim}")
                jobs.append(job)
                found = api.scores_of(job, tally(Counts()))
            scores += found
            kept.append(kept_in(found, job.material.task.scoring))
            left_out += [say(Path(file).name, found) for say in (trained_on, failed_on)]
    for job in jobs:
        job.conclude()
    if as_json:
        tell(scores_json(scores, asked()))
    else:
        show(scores_table(scores))
    for sentence in filter(None, left_out):
        remark(sentence)
    if fail_under is not None:
        gate(kept, fail_under)
