"""What attacks on passages do to the retrieval-augmented systems that ship, and whose fault it was.

    python benchmarks/rag_attacks.py [--plans attacks,given]

Plans are of drawn questions of the 24 articles, fewer where an attack asks much, with SQuAD's paragraphs as a corpus:
`benchmarks/rag_attacks.toml`, what puts a passage in or changes the gold one; `rag_questions.toml`, what asks
otherwise, and `rag_paraphrase.toml`, of more questions; `rag_aims.toml`, what has another aim than a wrong answer;
`rag_poison.toml`, one to five poisoned passages; `rag_more.toml`, many passages; `rag_search.toml`, the searches for
fewest words, which are told beside the attacks that they start from (`attacks,aims,search`); `rag_rerank.toml`, attacks
on the system that ranks anew; `rag_given.toml`, on the reader alone, with the gold paragraph given; and
`rag_bundled.toml`, the bundled questions of two steps.

Of each attack on each system: how many gold passages were retrieved before and after, what became of the questions, how
often a target was given, what was retrieved of what was put in, and how often the system said that there is no answer.
Beside each search of fewest words stands the attack that puts the same kind of passage in, on the questions that it
searched on: how often each succeeds, and the mean number of words that it adds where it does. The runs stay in
out/rag-attacks: begun again, it goes on, and the report there shows all.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ladder import carry_out
from measuring import arguments, say, shown
from stumper import api
from stumper.jobs import original_id
from stumper.statistics import share
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.types import NOTHING_PROPOSED, Attempt

HERE = Path(__file__).parent
FIXED = {"sent": "passage-sent", "conflict": "passage-conflict", "poison": "passage-poison k=1"}
OUT = HERE.parent / "out" / "rag-attacks"


def main() -> None:
    args = arguments(__doc__, workers=1, plans="attacks,given")
    OUT.mkdir(parents=True, exist_ok=True)
    store = api.open_store(f"sqlite:///{OUT / 'stumper.db'}")
    os.chdir(args.data)
    settings = api.Settings(args.workers)
    plans = [HERE / f"rag_{name}.toml" for name in args.plans.split(",")]
    jobs = [job for plan in plans for job in api.prepare_plan(plan, store=store, settings=settings)]
    carry_out(jobs)
    compared(jobs)
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
    for where in ("answerable", "unanswerable"):
        one = run["abstaining"][where]
        if one["after"]["n"]:
            say("rag_attacks", **of, **{f"abstains_{where}": sides(one)})
    if run["abstaining"]["taken"]["n"]:
        say("rag_attacks", **of, taken=kept(run["abstaining"]["taken"]))


def compared(jobs: Sequence[api.Job]) -> None:
    """Prints of each search, and of the attacks that put one passage in on the same questions, how often it succeeds of
    those that it could have, and how many words it adds."""
    by_name = {(job.plan.victim, called(job)): job for job in jobs if not job.plan.dataset.startswith("oracle:")}
    for (victim, name), job in by_name.items():
        if job.plan.adversary != "passage-search":
            continue
        tried = [one for one in job.attempts() if is_tried(one)]
        ids, of = {original_id(one) for one in tried}, dict(job.plan.options)["of"]
        for other in (name, FIXED[of]):
            made = [one for one in by_name[victim, other].attempts() if original_id(one) in ids and is_tried(one)]
            added = [words_added(one) for one in made if one.outcome == "succeeded"]
            say("rag_search", system=victim.partition(":")[0], of=of, attack=other, n=len(ids), made=len(made),
                succeeded=len(added), success=shown(share([one.outcome == "succeeded" for one in made])),
                words=sum(added) / max(1, len(added)))  # fmt: skip


def is_tried(one: Attempt) -> bool:
    """Whether something was proposed of a question that was answered rightly, and asked."""
    is_made = not (one.reason or "").startswith(NOTHING_PROPOSED)
    return is_made and one.outcome in ("succeeded", "failed", "exhausted")


def called(job: api.Job) -> str:
    """An attack with the options by which its runs differ."""
    kept = [f"{name}={value}" for name, value in job.plan.options if name in ("k", "of", "n", "attack")]
    return " ".join((job.plan.adversary, *kept))


def words_added(attempt: Attempt) -> int:
    """How many words stand in the passages that were put in, and in their titles."""
    assert attempt.perturbation is not None, "it succeeded with something"
    query = attempt.perturbation.query
    assert isinstance(query, OpenQuestion), "it is asked openly"
    return sum(len(f"{one.title} {one.text}".split()) for one in query.added)


def sides(figure: Mapping[str, Any]) -> dict[str, object]:
    """A figure before and after."""
    return {side: kept(figure[side]) for side in ("before", "after")}


def kept(figure: Mapping[str, float]) -> dict[str, float]:
    """The value with its interval and n."""
    return {name: figure[name] for name in ("value", "low", "high", "n")}


if __name__ == "__main__":
    main()
