"""The jobs of many plans, those that ask systems what was made against each other, and what their sets are called."""

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from stumper.errors import StumperError
from stumper.jobs import Job
from stumper.plan_file import Cell, read_plan
from stumper.preparing import Draft, Keeping, draft, prepare_replay
from stumper.registry import searches
from stumper.reports.commands import called
from stumper.runs import Settings
from stumper.store import Store, absolute_url, open_store, store_at, store_url


def prepare_plan(
    path: Path, *, only_right: bool = False, allow_index_writes: bool = False, **how: Unpack[Keeping]
) -> list[Job]:
    """The jobs of a plan file, in its order; where one of them cannot be had, StumperError, and no store is made.

    ``only_right`` and ``allow_index_writes`` hold for all of them.
    """
    said = {"only_right": only_right, "allow_index_writes": allow_index_writes}
    own = {name: True for name, is_said in said.items() if is_said}
    every = [replace(cell, settings={**cell.settings, **own}) for cell in read_plan(path)]
    return prepare_cells(every, f"{path}: ", **how)


def prepare_cells(every: Sequence[Cell], where: str = "", **how: Unpack[Keeping]) -> list[Job]:
    """The jobs of these cells, in their order; StumperError, which begins with ``where`` they stand, if one of them
    cannot be had, and then no store is made."""
    place, folder, drafts = absolute_url(how.get("url") or store_url(os.environ)), os.getcwd(), []
    found = how.get("store") or store_at(place)
    for cell in every:
        os.chdir(folder)  # the victim of the cell before may have changed it
        drafts.append(_drafted(where, cell, found))
    opened = found or open_store(place)
    settings = how.get("settings"), how.get("retry_errors", False), how.get("continue_earlier", False)
    return [drafted.job(opened, *settings) for drafted in drafts]


def _drafted(where: str, cell: Cell, store: Store | None) -> Draft:
    """What a cell makes; what is wrong with it is said of where it stands."""
    try:
        return draft(cell.dataset, cell.adversary, cell.victim, options=cell.options, name=cell.name,
                     **cell.settings, store=store)  # fmt: skip
    except StumperError as error:
        raise type(error)(f"{where}{error}") from error


def crossings(jobs: Sequence[Job], settings: Settings | None = None) -> list[Job]:
    """The jobs in which the victims of these jobs, all of which have ended, meet what was made against each other.

    Of what does not look at answers nothing is made against anybody: all victims have met it already.
    """
    found = {}
    for job in jobs:
        if not searches(job.material.adversary):
            continue
        for other in jobs:
            if (job.plan.dataset, job.plan.goal) == (
                other.plan.dataset,
                other.plan.goal,
            ) and job.system != other.system:
                os.chdir(job.material.folder)  # a victim may have changed it
                replay = prepare_replay(job.plan.id, other.system, store=job.store, settings=settings)
                found[replay.plan.id] = replay
    return list(found.values())


def file_names(jobs: Sequence[Job]) -> list[str]:
    """What the sets that these jobs write are called in one folder: by adversary, and by data set, victim and run where
    that leaves two alike.

    What does not look at answers is one set for all its victims.
    """
    datasets, victims = {job.plan.dataset for job in jobs}, {job.plan.victim for job in jobs}
    plain = [
        "-".join(
            re.sub(r"[^\w.]+", "-", part).strip("-")
            for part in (
                *([called(job.plan.dataset)] if len(datasets) > 1 else []),
                job.plan.adversary,
                *([called(job.plan.victim)] if len(victims) > 1 and _is_of_victim(job) else []),
            )
        )
        for job in jobs
    ]
    of_sets = {name: {_set(job) for job, other in zip(jobs, plain, strict=True) if other == name} for name in plain}
    return [
        f"{name}{'' if len(of_sets[name]) == 1 else f'-{job.plan.id[:8]}'}{job.suffix}"
        for name, job in zip(plain, jobs, strict=True)
    ]


def written_by(jobs: Sequence[Job], paths: Sequence[Path]) -> dict[Path, Job]:
    """Which of the jobs that make one set writes it: the one whose victim failed least."""
    found: dict[Path, Job] = {}
    for job, path in zip(jobs, paths, strict=True):
        if path not in found or _errored(job) < _errored(found[path]):
            found[path] = job
    return found


def _errored(job: Job) -> int:
    return len(job.store.errors(job.plan.id))


def _set(job: Job) -> object:
    """What makes the set that a job writes."""
    plan = job.plan
    own = (plan.dataset_fingerprint, plan.options_fingerprint or plan.options, plan.seed, plan.limit, plan.budget)
    return plan.id if _is_of_victim(job) else own


def _is_of_victim(job: Job) -> bool:
    """Whether what its victim says has a part in the set that a job writes."""
    return searches(job.material.adversary) or job.plan.only_right
