"""How numbers and outcomes are said, the same in every form of the report."""

from collections.abc import Iterable, Mapping, Sequence
from math import isnan

from stumper.scores.variants import Missing
from stumper.sections.ran import PEOPLE, Lacks, Makes, Names, Told
from stumper.sections.section import Cell
from stumper.standing import Stopped
from stumper.statistics import Estimate
from stumper.text import several_of
from stumper.types import AbsentGold, Outcome

MINUS = "−"
TOO_FEW = "too few to tell"  # of an interval that there is not
NOTHING = "–"
NOTHING_MADE = "nothing made"  # of any original, so that there is no figure of the attack
NONE_RIGHT = "to say that there is none"  # what is right where there is no answer
NONE_SAID = "says that there is none"  # what a system does whose answer is ""
OUTCOME_WORDS: dict[Outcome, str] = {
    "succeeded": "fooled",
    "failed": "kept",
    "exhausted": "kept, budget spent",
    "skipped": "skipped",
    "errored": "error",
}
OUTCOME_SIGNS: dict[Outcome, str] = {"succeeded": "✗", "failed": "✓", "exhausted": "◷", "skipped": "∅", "errored": "!"}
OUTCOME_MEANINGS: dict[Outcome, str] = {
    "succeeded": "the victim was fooled, by the rule of the goal: its answer became wrong, or came later",
    "failed": "the search ended, and nothing that was tried fooled the victim by the rule of the goal",
    "exhausted": "the budget of queries was spent before anything fooled the victim",
    "skipped": "the original answer was already wrong, so nothing could be fooled; the scores count what was answered",
    "errored": "the victim failed, be it on one variant: neither fooled nor kept; no mean has what got no answer",
}

RULES = {
    "f1_zero": "no word of a right answer left",
    "not_exact": "no exact right answer left",
    "label_wrong": "the label wrong",
    "fever_zero": "the label wrong, or no whole gold evidence found",
    "never_first": "the right answer never first",
    "buzz_later": "the right answer first later than before, or never",
    "answer_wrong": "no word of a right answer left",
    "answer_not_exact": "no exact right answer left",
    "answer_not_contained": "no right answer stands in what is said",
    "target_given": "what the attack wants said is said",
    "answered_anyway": "an answer given where there is none",
    "part_missed": "the answer to the part wrong",
}  # by goal, when a victim is fooled
_BY_PEOPLE = "what people wrote"
UNPROPOSED = "nothing was proposed that could be asked, so the victim has withstood nothing"
TRAINED_ON = "the victim was trained or tuned on this example, or on the original of it; left out of every figure"


def percent(value: float) -> str:
    """A share as a percentage with one decimal, without the sign: 0.2137 is 21.4."""
    if isnan(value):
        return NOTHING
    return f"{_tenths(value):.1f}".replace("-", MINUS)


def signed(value: float) -> str:
    """A difference of shares in percentage points, with its sign."""
    if isnan(value):
        return NOTHING
    points = _tenths(value)
    return f"{points:+.1f}".replace("-", MINUS) if points else "0.0"


def interval(estimate: Estimate) -> str:
    """The interval in brackets; empty where too few values give none."""
    if not estimate.is_known:
        return ""
    return f"[{percent(estimate.low)}, {percent(estimate.high)}]"


def with_interval(estimate: Estimate) -> str:
    """A share with its interval."""
    return f"{percent(estimate.value)} {interval(estimate)}".strip()


def over(n: int, trained_on: int, stopped: Stopped | None = None, unanswered: int = 0, of: str = "") -> str:
    """How many examples a figure is over and what they are ``of``, how many of them have no answer, how many were left
    out as the system had been trained on them, and how far the run came where it was stopped."""
    silent = f", {count(unanswered)} unanswered" if unanswered else ""
    without = f", without {count(trained_on)} trained-on" if trained_on else ""
    return f"n = {count(n)}{of}{silent}{without}{f', {stopped_at(stopped)}' if stopped else ''}"


def stopped_at(stopped: Stopped) -> str:
    """How far a run came that was stopped, beside its name or its figure."""
    return f"stopped at {count(stopped.done)} of {count(stopped.of)}"


def not_whole(stopped: Stopped | None) -> str:
    """What to know of a figure of a run that was stopped, behind a sentence without its full stop."""
    return "; what ends first counts, so this is no figure of the whole" if stopped else ""


def attack_label(run: Told) -> str:
    """An attack in a table, and how far it came where it was stopped."""
    return f"{attack_name(run.names)} ({stopped_at(run.stopped)})" if run.stopped else attack_name(run.names)


def attack_name(names: Names) -> str:
    """An attack by its name, and whom its variants were made against where that is another system."""
    if not names.is_transferred:
        return names.attack
    if names.adversary == PEOPLE:
        return f"{names.attack} (written against {names.made_against})"
    return f"{names.attack} against {names.made_against}"


def stopped_notes(runs: Iterable[Told]) -> list[str]:
    """One for each run that was stopped."""
    return [
        f"{capital(attack_words(run.names.attack))} on {run.names.victim} was {stopped_at(run.stopped)} attempts. "
        "Those that end first are no fair sample of them, so its figures are none of the whole; the same command goes "
        "on with it."
        for run in runs
        if run.stopped
    ]


def lacking_notes(runs: Sequence[Lacks], unit: str) -> list[str]:
    """Of which originals there is no variant, where each variant counts by itself; nothing where all have some, and of
    runs that were stopped, which have not come to all."""
    found = [run for run in runs if run.lacking.without and not run.stopped]
    systems = {run.names.victim for run in runs}
    alike: dict[tuple[str, int, int], list[str]] = {}
    for run in found:
        alike.setdefault((run.names.attack, run.lacking.without, run.lacking.of), []).append(run.names.victim)
    told = [
        f"{attack_words(attack)}{'' if {*victims} == systems else f' on {listed(victims)}'} "
        f"{count(without)} of {count(of)} ({percent(without / of)}%)"
        for (attack, without, of), victims in alike.items()
    ]
    these = f"{unit[:1].upper()}{unit[1:]}s of which nothing was made or asked, which count nowhere"
    return [f"{these}: {', '.join(told)}."] if told else []


def failed_on(missing: Missing, unit: str) -> str:
    """How much of how much a system failed on: variants, and apart from them originals as they are."""
    originals = f"{count(missing.originals)} of {plural(missing.of_originals, unit)}"
    if not missing.of_variants:
        return originals
    variants = [f"{count(missing.variants)} of {plural(missing.of_variants, 'variant')}"] if missing.variants else []
    return listed([*variants, *([f"{originals} as they are"] if missing.originals else [])])


def counted_of(missing: Missing) -> str:
    """What figures count of that on which a system failed: an original by the variants that were answered, if any."""
    if not missing.unsure:
        return "no figure counts these"
    beside = "by what it answered beside"
    if len(missing.unsure) == missing.total:
        return f"figures count these {beside}"
    return f"figures count {count(len(missing.unsure))} of these {beside}, and not the others"


def nothing(run: Makes) -> str:
    """What stands in the place of a figure of a run that has made nothing, in the end or so far."""
    return NOTHING_MADE if run.is_unmade else NOTHING


def nothing_to_score(on: str, errored: int, seen: int) -> str:
    """Why there is no figure of what was asked ``on`` a system: it had ``seen`` all, nothing was asked yet,
    or every attempt ended in an error."""
    if seen and not errored:
        return all_trained_on(seen, on)
    if not errored:
        return f"Nothing has been attempted{on} yet."
    without = f" but for {count(seen)} trained-on" if seen else ""
    return f"Every attempt{on}{without} ended in an error ({plural(errored, 'attempt')}): there is nothing to score."


def all_trained_on(attempts: int, on: str) -> str:
    """Why there is no figure, where a system was trained on all that it was asked."""
    what = "The one attempt" if attempts == 1 else f"All {count(attempts)} attempts"
    verb = "is" if attempts == 1 else "are"
    return (
        f"{what}{on} {verb} trained-on: it was trained or tuned on what it was asked, so there is no figure to quote."
    )


def seen_notes(runs: Iterable[Told]) -> list[str]:
    """One for each system that was trained on any of what it was asked."""
    counts: dict[str, tuple[int, int]] = {}
    for run in runs:
        seen, attempts = counts.get(run.names.victim, (0, 0))
        counts[run.names.victim] = seen + run.trained_on, attempts + run.attempted
    return trained_on_notes(counts)


def trained_on_notes(counts: Mapping[str, tuple[int, int]], what: str = "attempt", of: str = "on") -> list[str]:
    """By system, where it has seen any of its attempts' examples: how many of how many are left out."""
    return [
        f"Of {plural(attempts, what)} {of} {victim} {count(seen)} {'is' if seen == 1 else 'are'} trained-on: the "
        "system was trained or tuned on the example, or on the original of it, so every figure leaves "
        f"{'it' if seen == 1 else 'them'} out."
        for victim, (seen, attempts) in counts.items()
        if seen
    ]


def capital(name: str) -> str:
    """The first words of a sentence; only our own are capitalised, a name stays as it is."""
    return name[:1].upper() + name[1:] if name.startswith(("the ", "none of ", _BY_PEOPLE)) else name


def attack_words(attack: str) -> str:
    """An attack, with what stands behind it in brackets, as it is named in a sentence."""
    name, bracket, rest = attack.partition(" (")
    return f"{_BY_PEOPLE if name == PEOPLE else name}{bracket}{rest}"


def absent_gold(absent: AbsentGold, unit: str, victim: str, of: str = "") -> str:
    """What to know of a recall where gold evidence is not in a system's own index."""
    has, their = ("has", "its") if absent.lost == 1 else ("have", "their")
    return (
        f"Of {plural(absent.of, unit)} with gold evidence{of}, {count(absent.lost)} {has} no set of it whole in the "
        f"index of {victim}: {their} recall is 0 whatever the system finds, unless it names that evidence all the same."
    )


def absent_notes(looks: Iterable[tuple[Names, AbsentGold | None]], unit: str) -> list[str]:
    """A sentence on each system and data set where gold evidence was not in the index when a run began; where runs
    differ, it is on that which lacks most."""
    found: dict[tuple[str, str], set[AbsentGold]] = {}
    for names, absent in looks:
        if absent is not None:
            found.setdefault((names.victim, names.dataset), set()).add(absent)
    return [
        absent_gold(most, unit, victim,
                    f" ({dataset}{', in the run that lacks most' if len(absent) > 1 else ''})")
        for (victim, dataset), absent in found.items()
        if (most := max(absent, key=lambda one: (one.lost, one.of))).lost
    ]  # fmt: skip


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: a, b and c."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def decimal(value: float) -> str:
    """A mean of counts with one decimal."""
    return NOTHING if isnan(value) else f"{round(value, 1) + 0.0:.1f}".replace("-", MINUS)


def decimals(estimate: Estimate) -> str:
    """A mean of counts with its interval."""
    if not estimate.is_known:
        return decimal(estimate.value)
    return f"{decimal(estimate.value)} [{decimal(estimate.low)}, {decimal(estimate.high)}]"


def signed_decimals(difference: Estimate) -> str:
    """A difference of means of counts with its sign and interval."""
    low, value, high = map(signed_decimal, (difference.low, difference.value, difference.high))
    if not difference.is_known:
        return value
    return f"{value} [{low}, {high}]"


def signed_interval(difference: Estimate) -> str:
    """A difference of shares in percentage points with its sign and interval."""
    if not difference.is_known:
        return signed(difference.value)
    return f"{signed(difference.value)} [{signed(difference.low)}, {signed(difference.high)}]"


def change(difference: Estimate) -> str:
    """A difference in a word; ``indistinguishable`` where its interval holds 0."""
    if difference.n == 0:
        return "nothing to compare"
    if not difference.is_known:
        return TOO_FEW
    if holds_zero(difference):
        return "indistinguishable"
    return "lower" if difference.value < 0 else "higher"


def holds_zero(difference: Estimate) -> bool:
    """Whether the interval of a difference holds 0."""
    return difference.low <= 0 <= difference.high


def count(number: float) -> str:
    """A count with thin spaces between thousands; a mean of counts with one decimal."""
    if isnan(number):
        return NOTHING
    whole = float(number).is_integer()
    return (f"{number:,.0f}" if whole else f"{number:,.1f}").replace(",", "\u202f")


def plural(number: int, singular: str, several: str = "") -> str:
    """A number with its noun: 1 question, 2 questions."""
    return f"{count(number)} {singular if number == 1 else several or several_of(singular)}"


def signed_decimal(value: float) -> str:
    """A difference of means of counts with its sign."""
    return f"{'+' if round(value, 1) > 0 else ''}{decimal(value)}"


def _tenths(value: float) -> float:
    # A mean of many values is off in its last digits by the order of their sum, which must not decide where one lies
    # halfway between two tenths: -22.75 would be told as -22.7 here and as -22.8 there.
    return round(round(value * 100, 9), 1) + 0.0  # never -0.0


def told(cell: Cell) -> str:
    """A cell with its interval and what is said beside it."""
    note = cell.note if cell.note.startswith(",") else f" {cell.note}".rstrip()
    words = f"{said(cell)} {how_sure(cell)}".strip()
    if cell.before is not None:
        words = f"{with_interval(cell.before)} → {words.partition(' → ')[2]}"
    return f"{words}{note}"


def said(cell: Cell) -> str:
    """A cell in words and digits, without its interval."""
    figure = cell.figure
    if cell.changes:
        old, new = ("".join(c.text for c in cell.changes if c.kind != gone) for gone in ("added", "removed"))
        return f"{old} → {new}"
    if figure is None:
        return count(cell.number) if cell.unit == "count" else cell.text
    match cell.unit:
        case "points" | "gain" if not figure.is_known:
            return change(figure)
        case "points":
            return signed(figure.value)
        case "gain":
            return signed_decimal(figure.value)
        case "mean":
            return decimal(figure.value)
        case _ if cell.before is not None:
            return f"{percent(cell.before.value)} → {percent(figure.value)}"
        case _:
            return percent(figure.value)


def how_sure(cell: Cell) -> str:
    """A cell's interval in brackets, of a difference with a word where it holds 0; empty where there is none."""
    figure = cell.figure
    if figure is None or not figure.is_known:
        return ""
    is_difference = cell.unit in ("points", "gain")
    word = change(figure) if is_difference and change(figure) == "indistinguishable" else ""
    if cell.is_bare:
        return word
    number = {"points": signed, "gain": signed_decimal, "mean": decimal}.get(cell.unit, percent)
    return f"[{number(figure.low)}, {number(figure.high)}] {word}".rstrip()
