"""What attacks on passages do to the retrieval-augmented systems that ship, and whose fault it was.

    python benchmarks/rag_attacks.py

Two plans: `benchmarks/rag_attacks.toml` over SQuAD's paragraphs as a corpus, 100 drawn questions of the 24 articles,
and `benchmarks/rag_given.toml`, the reader alone, with the gold paragraph given. Of each attack on each system: how
many gold passages were retrieved before and after, what became of the questions, how often a target was given, what was
retrieved of what was put in, and how often the system said that there is no answer. The runs stay in out/rag-attacks:
begun again, it goes on, and the report there shows all.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ladder import carry_out
from measuring import arguments, say, shown
from stumper import api

HERE = Path(__file__).parent
PLANS, OUT = (HERE / "rag_attacks.toml", HERE / "rag_given.toml"), HERE.parent / "out" / "rag-attacks"


def main() -> None:
    args = arguments(__doc__, workers=1)
    OUT.mkdir(parents=True, exist_ok=True)
    store = api.open_store(f"sqlite:///{OUT / 'stumper.db'}")
    os.chdir(args.data)
    settings = api.Settings(args.workers)
    jobs = [job for plan in PLANS for job in api.prepare_plan(plan, store=store, settings=settings)]
    carry_out(jobs)
    report = api.report([job.plan.id for job in jobs], store)
    for section in report.sections:
        for run in (section.figures or {}).get("rag", ()):
            told(run)
        for scored in section.runs:
            if scored.measure == "rag_f1":
                f1 = {side: shown(getattr(scored.scores, side)) for side in ("before", "after", "difference")}
                say("rag_attacks", system=scored.names.victim, attack=scored.names.attack, f1=f1)
    api.write_report(report, OUT / "report")


def told(run: Mapping[str, Any]) -> None:
    """Prints what the section says of one run."""
    of = {"system": run["names"]["victim"], "attack": run["names"]["attack"]}
    if found := run["retrieval"]:
        say("rag_attacks", **of, retrieved={"unattacked": kept(found["unattacked"]), **sides(found["gold"])},
            added=kept(found["added"]), precision=kept(found["precision"]), recall=kept(found["recall"]))  # fmt: skip
    if run["blame"]:
        fates = {fate.replace(" ", "_"): sides(one) for fate, one in run["blame"]["fates"].items()}
        say("rag_attacks", **of, blamed=run["blame"]["n"], **fates)
    if run["target"]:
        say("rag_attacks", **of, target=sides(run["target"]))
    for where, one in run["abstaining"].items():
        if one["after"]["n"]:
            say("rag_attacks", **of, **{f"abstains_{where}": sides(one)})


def sides(figure: Mapping[str, Any]) -> dict[str, object]:
    """A figure before and after."""
    return {side: kept(figure[side]) for side in ("before", "after")}


def kept(figure: Mapping[str, float]) -> dict[str, float]:
    """The value with its interval and n."""
    return {name: figure[name] for name in ("value", "low", "high", "n")}


if __name__ == "__main__":
    main()
