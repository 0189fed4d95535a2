"""Plans, the oracle, the referee and the executors."""

from stumper.runs.counts import Counts, counts_of
from stumper.runs.instances import Made, learned, made_of
from stumper.runs.memory import Memory
from stumper.runs.oracle import Oracle, Reply
from stumper.runs.plan import Plan, from_json, to_json
from stumper.runs.referee import Judge, Rules, attempt, verdicts
from stumper.runs.run import Settings, Step, check_errors, run, settled
from stumper.runs.seen import seen_among
from stumper.runs.sharing import alone
from stumper.runs.work import Work

__all__ = [
    "Counts",
    "Judge",
    "Made",
    "Memory",
    "Oracle",
    "Plan",
    "Reply",
    "Rules",
    "Settings",
    "Step",
    "Work",
    "alone",
    "attempt",
    "check_errors",
    "counts_of",
    "from_json",
    "learned",
    "made_of",
    "run",
    "seen_among",
    "settled",
    "to_json",
    "verdicts",
]
