"""What is shown of runs on the claims of one data set: pictures and tables, in the order of the page."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan

from stumper.scores.before_after import BeforeAfter
from stumper.sections.judged import NOT_JUDGED, open_words
from stumper.sections.section import Block, Cell, Column, Table
from stumper.sections.showing import (
    Value,
    cell,
    columns,
    details,
    given,
    lead,
    line,
    notes,
    part,
    points,
    share,
    shown,
    turned,
)
from stumper.sections.tournament import (
    IN_PERCENT,
    potencies_table,
    potency_part,
    resilience_tables,
    scores_table,
    short_tables,
)
from stumper.sections.wording import TOO_FEW, attack_words, count, percent, plural
from stumper.statistics import Estimate
from stumper.statistics.statistic import FEWEST
from stumper.tasks.verification.claim import LABELS
from stumper.tasks.verification.evidence import AT_MOST
from stumper.tasks.verification.section.figures import ClaimRun, KindShift, RuleRow, Verification
from stumper.tasks.verification.shift import NO_LABEL

FEW_RULES = 12  # no more are shown without a click
SHIFTED = (
    ("label accuracy", "label_accuracy"),
    ("FEVER score", "fever_score"),
    ("said NOT ENOUGH INFO", "not_enough_info"),
)
EVIDENCE = (("precision", "evidence_precision"), ("recall", "evidence_recall"))


def blocks(found: Verification) -> tuple[Block, ...]:
    """All of it."""
    contest = found.contest
    others = found.standings[1:]
    by_others = [
        details(
            f"The same by {other.measure}",
            shown(scores_table(contest, other)), shown(potencies_table(contest, other)), *resilience_tables(other),
        )
        for other in others
    ]  # fmt: skip
    known = [part("What to know about these figures", *notes(found.notes))] if found.notes else []
    return (
        potency_part(contest, *by_others, *_worst(found)),
        *_shifts(found.shifts, any(one.measure == SHIFTED[1][0] for one in found.standings), _searched(found.runs)),
        *_rules(found.rules),
        *known,
    )


def short(found: Verification) -> tuple[Block, ...]:
    """What a terminal shows."""
    return (*map(shown, short_tables(found.contest)), *notes(found.notes))


def _worst(found: Verification) -> tuple[Block, ...]:
    """What systems keep where each original counts once, at the worst claim that was made of it."""
    met = {(run.names.attack, run.names.victim): run.worst for run in found.runs if run.worst.n}
    if all(run.worst.n == run.scores.after.n for run in found.runs):
        return ()
    victims = list(dict.fromkeys(victim for _, victim in met))

    def worst(attack: str, victim: str) -> Value:
        score = met.get((attack, victim))
        return "" if score is None else share(score, f", n = {count(score.n)}")

    attacks = dict.fromkeys(attack for attack, _ in met)
    rows = [line(attack, *(worst(attack, victim) for victim in victims)) for attack in attacks]
    header = (*columns("attack"), *given(*(f"{victim}, %" for victim in victims)))
    title, aside = f"{found.standings[0].measure} of the worst claims", f"{IN_PERCENT}; n counts originals"
    table = (shown(Table(header, tuple(rows), title=title, aside=aside)),) if rows else ()
    unknown = [_unknown(run) for run in found.runs if run.worst_unknown.originals]
    return (details("The same with each original at its worst claim", *table, *notes(unknown)),)


def _unknown(run: ClaimRun) -> str:
    """Of how many originals the table knows no worst claim, and what its figure may be with them."""
    told, who = run.worst_unknown, f"{run.names.victim} under {attack_words(run.names.attack)}"
    between = ""
    if not isnan(told.least):
        between = (f": with them the figure would be {percent(told.least)} had it been wrong on all that it failed on, "
                   f"and {percent(told.most)} had it been right")  # fmt: skip
    return (
        f"{who}: of {count(told.originals)} of {plural(told.of, 'claim')} the worst variant is not known, as it failed "
        f"on some or all, and none that it answered scores 0. They are left out of this table{between}."
    )


def _searched(runs: Sequence[ClaimRun]) -> str:
    """In how much each system looks for evidence: without that its recall says little."""
    told: dict[str, str] = {}
    for run in runs:
        told[run.names.victim] = told.get(run.names.victim) or run.searched
    return ", ".join(f"{victim} of {how_much or 'a number that is not known'}" for victim, how_much in told.items())


def _shifts(rows: Sequence[KindShift], has_evidence: bool, searched: str) -> tuple[Block, ...]:
    """What shifts; nothing of evidence, where none was given that could be matched."""
    if not rows:
        return ()
    systems = list(dict.fromkeys(row.names.victim for row in rows))
    rows = sorted(rows, key=lambda row: systems.index(row.names.victim))
    whole = [row for row in rows if not row.kind]
    about = (
        "Of the originals against what was made of them, by kind of change: every original counts as often as it was "
        "changed. A system that turns to NOT ENOUGH INFO has not been misled into the opposite: it has given up."
    )
    evidence = f"of verifiable claims, over the first five sentences (k = {AT_MOST}; {searched}), in percent"
    told = [one for one in SHIFTED if has_evidence or one is not SHIFTED[1]]
    every = [details("Each kind of change", shown(_shift_table(rows, told, "By kind of change", IN_PERCENT)))]
    if has_evidence:
        every.append(details("The evidence found", shown(_shift_table(rows, EVIDENCE, "Evidence", evidence))))
    return (
        part(
            "What shifts in the systems",
            lead(about),
            shown(_shift_table(whole, SHIFTED[-1:], "All kinds", IN_PERCENT, by_kind=False)),
            *every,
            details("Predicted labels, before and after", shown(_turns(rows))),
        ),
    )


def _shift_table(
    rows: Sequence[KindShift], scores: Sequence[tuple[str, str]], title: str, aside: str, by_kind: bool = True
) -> Table:
    header = (
        *columns("kind" if by_kind else "attack", "n"),
        *(Column(name, over) for over, _ in scores for name in ("before and after", "difference")),
    )
    found = []
    for row in rows:
        pairs: list[BeforeAfter] = [getattr(row.shift, name) for _, name in scores]
        figures = [cell for one in pairs for cell in (turned(one.before, one.after), points(one.difference))]
        names = row.names.victim, row.names.attack, row.kind or "all"
        deep = 1 + by_kind
        found.append(line(names[deep], pairs[-1].after.n, *figures, under=names[:deep]))
    under = given("system", *(["attack"] if by_kind else []))
    return Table(header, tuple(found), title=title, aside=aside, under=under, is_wide=True, is_aside=not by_kind)


def _turns(rows: Sequence[KindShift]) -> Table:
    """How often a system said one label before and another after."""
    turns = {(row.run_id, row.kind, one.before, one.after): one.claims for row in rows for one in row.shift.turns}
    met = {label for _, _, before, after in turns for label in (before, after)}
    further = sorted(met - {*LABELS, NO_LABEL})
    labels = [label for label in (*LABELS, *further, NO_LABEL) if label in met]
    found = [
        line(
            before,
            *(_turned(turns.get((row.run_id, row.kind, before, after), 0), row) for after in labels),
            under=(_run(row),),
        )
        for row in rows
        for before in labels
        if any((row.run_id, row.kind, before, after) in turns for after in labels)
    ]
    return Table(given("before ↓ after →", *labels), tuple(found), under=given("run"), title="Predicted labels")


def _run(row: KindShift) -> str:
    kind = f": {row.kind}" if row.kind else ""
    return f"{row.names.victim}, {row.names.attack}{kind}, n = {count(row.claims)}"


def _turned(claims: int, row: KindShift) -> Cell:
    return replace(cell(claims), note=f"({percent(claims / row.claims)}%)" if claims else "")


def _rules(rows: Sequence[RuleRow]) -> tuple[Block, ...]:
    if not rows:
        return ()
    header = columns("rule", "example", "label", "by label", "n", "raw potency, %", "judged correct")
    found = [line(*_rule(row), under=(row.attack, row.kind)) for row in rows]
    aside = (
        "the mean over the systems that met them; n counts claims, of which those of fewer than "
        f"{FEWEST} originals are {TOO_FEW}"
    )
    table = Table(
        header, tuple(found), names=4, title="Raw potency of each rule", aside=aside, under=given("attack", "kind")
    )
    few = len(rows) <= FEW_RULES
    return (part("Rule by rule", details(f"{len(rows)} rules, each with an example", shown(table), is_open=few)),)


def _rule(row: RuleRow) -> tuple[Value, ...]:
    turn = [row.label_before, *([row.label_after] if row.label_after != row.label_before else [])]
    labels = ", ".join(f"{count(number)} {label}" for label, number in row.labels)
    judged = _checked(row)
    name, example = row.rule or row.kind, Cell(changes=row.example)
    return name, example, " → ".join(turn), labels, row.perturbations, _potent(row.raw_potency), judged


def _potent(raw: Estimate) -> Cell:
    """The raw potency, with its interval or why there is none."""
    return share(raw, "" if raw.is_known or not raw.n else TOO_FEW)


def _checked(row: RuleRow) -> str:
    """How many are correct of those that are settled, which are too few for a rate, and how many are open."""
    if not row.judged:
        return NOT_JUDGED
    parts = [f"{count(row.correct)} of {count(row.judged - row.open)}"] if row.judged > row.open else []
    return ", ".join([*parts, *([open_words(row.open)] if row.open else [])])
