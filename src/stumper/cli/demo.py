"""`stumper demo`."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from stumper.cli.options import OutFolder


def demo(out: OutFolder = Path("out/demo")) -> None:
    """Run the main job on what is embedded: a tournament of attacks against three readers, with what transfers between
    them, three fact-checking systems, two that find their passages themselves, and a guesser of tossups; and write the
    report."""
    from stumper import api
    from stumper.cli.console import carry_out, remark, show
    from stumper.judging import bundled_judgements
    from stumper.reports.terminal import terminal

    api.writable(out / "demo.db")
    with api.open_store(str(out / "demo.db")) as store:
        jobs = [
            api.prepare(
                cell.dataset, cell.adversary, cell.victim, options=cell.options, goal=cell.goal, limit=cell.limit,
                budget=cell.budget, store=store,
            )
            for cell in _cells()
        ]  # fmt: skip
        store.put_judgements(bundled_judgements())
        for job in jobs:
            carry_out(job, f"{job.plan.adversary} x {job.plan.victim}")
        crossed = api.crossings(jobs)
        for job in crossed:
            carry_out(job, f"{job.plan.adversary} against {job.plan.made_against} x {job.plan.victim}")
        jobs += crossed
        value = api.report([job.plan.id for job in jobs], store)
        page = api.write_report(value, out)
        for job in jobs:
            job.conclude()
    show(terminal(value))
    remark(f"open {page}")


@dataclass(frozen=True, slots=True)
class _Cell:
    dataset: str
    adversary: str
    victim: str
    options: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    budget: int | None = None
    goal: str | None = None


def _cells() -> Iterator[_Cell]:
    for victim in READERS:
        for adversary, options in READING:
            yield _Cell("reading", adversary, victim, options, LIMIT, BUDGET)
    for adversary, options in VERIFICATION:
        for system in SYSTEMS:
            yield _Cell("verification", adversary, system, options)
    for victim in RAGS:
        for adversary in RAG:
            yield _Cell("rag", adversary, victim, limit=LIMIT)
    for adversary in QUIZBOWL:
        yield _Cell("quizbowl", adversary, GUESSER, limit=LIMIT, goal="buzz_later")


LIMIT, BUDGET = 20, 15  # enough questions to matter, within a minute on two cores
READERS = ("embedded", "bidaf", "sliding-window")
READING: tuple[tuple[str, dict[str, str]], ...] = (
    ("identity", {}),
    ("add-benign", {}),
    ("add-common", {"search": "fast"}),
    ("add-any", {"search": "fast"}),
    ("add-sent", {}),
    ("edit-distract", {}),
    ("edit-reorder", {}),
    ("edit-misspell", {"candidates": "4"}),
)
RAGS = ("rag", "rag-rerank")
RAG = ("passage-benign", "passage-conflict", "passage-withhold", "passage-poison")
QUIZBOWL = ("tossup-synonym", "tossup-paraphrase", "tossup-obfuscate", "tossup-reorder")
GUESSER = "ir"
SYSTEMS = ("embedded", "tfidf-esim", "tfidf-da")
VERIFICATION: tuple[tuple[str, dict[str, str]], ...] = (
    ("unmodified", {"balanced": "60"}),
    ("claim-rules", {"balanced": "60"}),
    ("claim-paraphrase", {"balanced": "45"}),
    ("claim-numeric", {"balanced": "40"}),
    ("claim-temporal", {"balanced": "40"}),
)
