"""Plans, the oracle, the referee and the executors."""

from stumper.runs.counts import Counts, counts_of
from stumper.runs.executors import Work
from stumper.runs.instances import instances_of, learned
from stumper.runs.memory import Memory
from stumper.runs.oracle import Oracle, Reply
from stumper.runs.plan import Plan, from_json, to_json
from stumper.runs.referee import Judge, Rules, attempt, verdicts
from stumper.runs.run import Settings, Step, run, settled

__all__ = [
    "Counts",
    "Judge",
    "Memory",
    "Oracle",
    "Plan",
    "Reply",
    "Rules",
    "Settings",
    "Step",
    "Work",
    "attempt",
    "counts_of",
    "from_json",
    "instances_of",
    "learned",
    "run",
    "settled",
    "to_json",
    "verdicts",
]
