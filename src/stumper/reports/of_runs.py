"""The report of runs that are named by the beginnings of their ids, and what makes it doubtful: computed once."""

from collections.abc import Sequence

from stumper.errors import BadOption
from stumper.identity import content_id
from stumper.registry import modules_of_others
from stumper.reports import Report, build_report, doubts_of
from stumper.sources import source_fingerprint
from stumper.store import Store


def report_of(store: Store, run_ids: Sequence[str], with_examples: bool = True) -> Report:
    """The report of these runs; without examples, and then without slices of the data, it is computed once, until
    something changes."""
    if with_examples:
        return build_report(store, run_ids)
    key = content_id("report without examples", *run_ids)
    return store.memos().computed(
        key, report_state(store, run_ids), Report, lambda: build_report(store, run_ids, False, is_sliced=False)
    )


def doubts_on(store: Store, run_ids: Sequence[str]) -> list[str]:
    """What makes all figures of these runs doubtful, a sentence each; computed once, until a result changes."""
    key = content_id("doubts", *run_ids)
    found = store.memos().computed(
        key, report_state(store, run_ids), tuple[str, ...], lambda: tuple(doubts_of(store, run_ids))
    )
    return list(found)


def report_state(store: Store, run_ids: Sequence[str]) -> str:
    """A text that is another as soon as anything is that the report of these runs tells: their results, how much was
    asked for them, or the code of packages that bring tasks or sections."""
    others = [source_fingerprint(module) for module in modules_of_others()]
    return content_id(store.state(run_ids), [store.counts(run_id) for run_id in run_ids], others)


def run_ids_in(store: Store, runs: Sequence[str] = ()) -> list[str]:
    """The ids of runs that are named by their beginnings, or of all in the store."""
    return [_run_id(store, start) for start in runs] or list(store.plans())


def _run_id(store: Store, start: str) -> str:
    known = list(store.plans())
    found = [run_id for run_id in known if run_id.startswith(start)]
    if len(found) != 1:
        problem = "several runs begin" if found else "no run begins"
        there = ", ".join(run_id[:8] for run_id in known) or "none yet"
        raise BadOption(f"In the store {store.name} {problem} with {start!r}; there are: {there}.")
    return found[0]
