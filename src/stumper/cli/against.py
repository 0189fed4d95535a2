"""A comparison on a terminal, and `--against`: whether what was measured is worse than a baseline."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stumper.cli.gate import GateFailed
from stumper.cli.junit import Case, record
from stumper.cli.options import Gate
from stumper.errors import BadOption, NoVerdict, StumperError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from stumper.comparing import Baseline, Comparison, Predictions, Verdict
    from stumper.jobs import Job


def check_baseline(gate: Gate) -> None:
    """Nothing; BadOption where a gate has nothing to compare with."""
    if gate.fail_if is not None and gate.against is None:
        raise BadOption(f"--fail-if {gate.fail_if} compares with a baseline: name it with --against.")


def baseline_of(gate: Gate, jobs: "Sequence[Job]", predictions: "Predictions") -> "Baseline | None":
    """The baseline, found before the jobs are carried out; None where none is named."""
    from stumper import api

    if gate.against is None:
        return None
    return api.baseline(gate.against, jobs[0].store, [job.plan for job in jobs], predictions)


def judged(gate: Gate, compared: "Callable[[], Comparison]") -> "Judged":
    """The comparison and its verdict; what keeps them from being made is said once all else has been."""
    from stumper.comparing import verdict

    try:
        found = compared()
    except StumperError as error:
        return Judged(error=error)
    return Judged(found, None if gate.fail_if is None else verdict(found, gate.fail_if, gate.margin / 100))


@dataclass(frozen=True, slots=True)
class Judged:
    """A comparison with the verdict of its gate, or why there is none."""

    found: "Comparison | None" = None
    verdict: "Verdict | None" = None
    error: StumperError | None = None

    @property
    def told(self) -> dict[str, object]:
        """What ``--json`` says of it beside the rest."""
        from stumper.comparing import figures

        return {} if self.found is None else {"comparison": figures(self.found, self.verdict)}

    def end(self, as_json: bool) -> None:
        """Shows the comparison, where that is not told as JSON, and ends as its gate does."""
        from stumper.cli.console import show, tell

        if self.error is not None:
            raise self.error
        if self.found is not None:
            if not as_json:
                tell("")
                show(on_terminal(self.found))
            close(self.found, self.verdict)


NOTHING = Judged()
WIDTH = 100  # columns of a terminal that a table takes at most


def judged_runs(
    gate: Gate, held: "Baseline | None", jobs: "Sequence[Job]", predictions: "Predictions | None" = None
) -> Judged:
    """What the runs of these jobs change against a baseline; nothing without one, or without runs. What could not be
    ``held`` before all that is tested was known is found now."""
    from stumper import api

    spec = gate.against
    if spec is None or not jobs:
        return NOTHING
    store, plans = jobs[0].store, {job.plan.id: job.plan for job in jobs}
    return judged(
        gate,
        lambda: api.compare_runs(held or api.baseline(spec, store, [*plans.values()], predictions), store, list(plans)),
    )


def close(found: "Comparison", verdict: "Verdict | None") -> None:
    """Says that the gate has passed; GateFailed where it has not, NoVerdict where that cannot be told."""
    from stumper.cli.console import remark
    from stumper.comparing.compared import where
    from stumper.comparing.verdict import gate_sentence

    if verdict is None:
        return
    sentence = gate_sentence(verdict)
    places = [where(tested.cell) for tested in verdict.tested]
    for place, tested in zip(places, verdict.tested, strict=True):
        by = f", {tested.cell.figure.label}" if places.count(place) > 1 else ""
        what = f"{found.b} against {found.a}, {place}{by}: {verdict.fail_if}"
        record(Case(what, "failure", sentence) if tested.failed else Case(what, "passed"))
    if verdict.passed is None:
        raise NoVerdict(sentence)
    if not verdict.passed:
        raise GateFailed(sentence)
    remark(sentence)


def on_terminal(found: "Comparison", verbose: bool = False) -> "RenderableType":
    """A sentence, the table, what is in no pair, and what changed most; with signatures where it is ``verbose``."""
    from rich.console import Group
    from rich.constrain import Constrain
    from rich.text import Text

    from stumper.comparing.saying import headline, paired_notes, table
    from stumper.reports.terminal import table_on_terminal

    return Group(
        Text(headline(found), style="bold"),
        Text(),
        Constrain(table_on_terminal(table(found, verbose)), WIDTH),
        *(Text(note, style="dim") for note in (*paired_notes(found), *found.notes)),
        *_examples(found),
        *(Text(line, style="dim") for line in (_signatures(found) if verbose else ())),
    )


def _examples(found: "Comparison") -> "Iterator[RenderableType]":
    from rich.text import Text

    from stumper.comparing.saying import flip_lines, flipped
    from stumper.sections.wording import count

    several = len({cell.dataset for cell in found.cells}) > 1
    for heading, flips, total in flipped(found):
        yield Text()
        yield Text(f"{heading}: {len(flips)} of {count(total)}", style="bold")
        for flip in flips:
            yield from map(Text, flip_lines(flip, several))


def _signatures(found: "Comparison") -> Iterator[str]:
    for cell in found.cells:
        yield from (figure.signature for figure in (cell.figure, *cell.further))
