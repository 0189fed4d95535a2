"""What is shown of runs on the claims of one data set: pictures and tables, in the order of the page."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan

from stumper.scores.adversarial import Potency, Resilience, Tournament
from stumper.scores.before_after import BeforeAfter
from stumper.scores.intervals import Estimate
from stumper.sections.judged import NOT_JUDGED, correct_of
from stumper.sections.pictures import hues
from stumper.sections.section import Block, Cell, Column, Table
from stumper.sections.showing import (
    Value,
    cell,
    columns,
    details,
    drawn,
    dumbbell,
    given,
    lead,
    line,
    notes,
    part,
    points,
    share,
    shown,
    text,
    turned,
)
from stumper.sections.wording import count, listed, percent
from stumper.tasks.verification.claim import LABELS
from stumper.tasks.verification.section.figures import KindShift, RuleRow, Standings, Verification
from stumper.tasks.verification.section.sentences import indistinguishable_from, judges_of
from stumper.tasks.verification.shift import NO_LABEL

FEW_RULES = 12  # no more are shown without a click
IN_PERCENT = "in percent, with 95% intervals"
SHIFTED = (
    ("label accuracy", "label_accuracy"),
    ("FEVER score", "fever_score"),
    ("said NOT ENOUGH INFO", "not_enough_info"),
)
EVIDENCE = (("precision", "evidence_precision"), ("recall", "evidence_recall"))


def blocks(found: Verification) -> tuple[Block, ...]:
    """All of it."""
    main, *others = found.standings
    by_others = [
        details(f"The same by {other.measure}", shown(_systems(found, other)), *_resilience_tables(other))
        for other in others
    ]
    return (
        _potent(found, main),
        _resilient(found, main),
        part("Systems under attack", shown(_systems(found, main)), *by_others, *notes(found.notes)),
        *_shifts(found.shifts),
        *_rules(found.rules),
    )


def short(found: Verification) -> tuple[Block, ...]:
    """What a terminal shows."""
    main = found.standings[0]
    tournament = main.tournament
    victims = [row.victim for row in tournament.resiliences]
    rows = [
        line(
            row.adversary, row.raw.n, *(_score(tournament, row, victim) for victim in victims),
            row.raw, _judged(row.correct_rate), _judged(row.potency),
        )
        for row in tournament.potencies
    ]  # fmt: skip
    header = (*columns("attack", "n"), *given(*victims), *columns("raw potency", "correct, %", "potency"))
    tables = [Table(header, tuple(rows), title=f"{found.dataset}: {main.measure} after each attack, %")]
    if _has_resilience(tournament):
        compared = (
            line(row.victim, _compared(tournament, row), _judged(row.resilience)) for row in tournament.resiliences
        )
        tables.append(Table(columns("system", "", "resilience"), tuple(compared), names=2))
    return (*map(shown, tables), *notes(found.notes))


def _potent(found: Verification, main: Standings) -> Block:
    potencies = main.tournament.potencies
    pictured = [
        replace(
            dumbbell(row.adversary, row.potency, before=row.raw, hue=0 if row.is_baseline else 1),
            aside="the baseline" if row.is_baseline else "",
            told=(cell(_judged(row.potency)), share(row.raw, "raw")),
        )
        for row in potencies
        if row.raw.n
    ]
    about = (
        f"In percent of the {main.measure}: ○ raw potency, what the systems miss on average, and ● potency, the raw "
        "one times the share of claims that were judged correct, by whom the table says; each with its 95% interval."
    )
    return part(
        "How potent each attack is",
        lead(about),
        drawn(pictured, ("raw potency", "potency")),
        details("The same as a table", shown(replace(_systems(found, main), is_aside=True))),
        above=f"Fact verification: {found.dataset}",
    )


def _resilient(found: Verification, main: Standings) -> Block:
    tournament, colours = main.tournament, hues(run.names.victim for run in found.runs)
    about = lead(
        f"The mean {main.measure} under the attacks in percent, each with the weight of its correct rate, with its 95% "
        "interval. Systems are compared in pairs, claim by claim."
    )
    title = "How resilient each system is"
    if all(isnan(row.resilience.value) for row in tournament.resiliences):
        how = "Not known before some of what the attacks made has been judged: `stumper judge FILE --sample 100`"
        return part(title, about, lead(how))
    pictured = [
        dumbbell(row.victim, row.resilience, _compared(tournament, row), hue=colours.get(row.victim, 0))
        for row in tournament.resiliences
    ]
    picture = drawn(pictured, ("", "resilience"), "met no attack that was judged")
    return part(title, about, picture, details("The same as a table", *_resilience_tables(main)))


def _resilience_tables(standings: Standings) -> list[Block]:
    tournament = standings.tournament
    rows = [
        line(
            row.victim, ", ".join(row.adversaries) or "none judged", _compared(tournament, row),
            row.resilience.n, _judged(row.resilience),
        )
        for row in tournament.resiliences
    ]  # fmt: skip
    header = (*columns("system", "over", "compared", "n"), Column("resilience, %", is_main=True))
    tables = [Table(header, tuple(rows), names=3, title=f"Resilience, by {standings.measure}")]
    if tournament.leads:
        leads = [line(one.victim, one.other, points(one.difference)) for one in tournament.leads]
        tables.append(Table(columns("system", "against", "difference, points"), tuple(leads), names=2, is_aside=True))
    return [shown(table) for table in tables]


def _systems(found: Verification, standings: Standings) -> Table:
    """The score of each system under each attack, and its resilience."""
    tournament = standings.tournament
    victims = [row.victim for row in tournament.resiliences]
    rows = [
        line(
            _attack(row), row.raw.n, *(_score(tournament, row, victim) for victim in victims),
            row.raw, _correct(found, row), _judged(row.potency),
        )
        for row in tournament.potencies
    ]  # fmt: skip
    systems = given(*(f"{victim}, %" for victim in victims))
    correct = Column("correct, %", meaning="of what was judged: grammatical, with the right label, and on task")
    potency = Column("potency", is_main=True)
    header = (*columns("attack", "n"), *systems, Column("raw potency"), correct, potency)
    title = f"Attacks against systems, by {standings.measure}"
    return Table(header, tuple(rows), title=title, aside=IN_PERCENT, is_wide=True)


def _shifts(rows: Sequence[KindShift]) -> tuple[Block, ...]:
    if not rows:
        return ()
    systems = list(dict.fromkeys(row.names.victim for row in rows))
    rows = sorted(rows, key=lambda row: systems.index(row.names.victim))
    whole = [row for row in rows if not row.kind]
    about = (
        "Of the originals against what was made of them, by kind of change: every original counts as often as it was "
        "changed. A system that turns to NOT ENOUGH INFO has not been misled into the opposite: it has given up."
    )
    evidence = "of verifiable claims, over the first five sentences, in percent"
    every = [details("Each kind of change", shown(_shift_table(rows, SHIFTED, "By kind of change", IN_PERCENT)))]
    return (
        part(
            "What shifts in the systems",
            lead(about),
            shown(_shift_table(whole, SHIFTED, "All kinds", IN_PERCENT, by_kind=False)),
            *every,
            details("The evidence found", shown(_shift_table(rows, EVIDENCE, "Evidence", evidence))),
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
    labels = [label for label in (*LABELS, NO_LABEL) if label in met]
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
    table = Table(header, tuple(found), names=4, under=given("attack", "kind"))
    few = len(rows) <= FEW_RULES
    return (part("Rule by rule", details(f"{len(rows)} rules, each with an example", shown(table), is_open=few)),)


def _rule(row: RuleRow) -> tuple[Value, ...]:
    turn = [row.label_before, *([row.label_after] if row.label_after != row.label_before else [])]
    labels = ", ".join(f"{count(number)} {label}" for label, number in row.labels)
    judged = f"{count(row.correct)} of {count(row.judged)}" if row.judged else NOT_JUDGED  # too few for a rate
    name, example = row.rule or row.kind, Cell(changes=row.example)
    return name, example, " → ".join(turn), labels, row.perturbations, row.raw_potency, judged


def _attack(row: Potency) -> Cell:
    return text(row.adversary, "(the baseline: no resilience counts it)" if row.is_baseline else "")


def _score(found: Tournament, row: Potency, victim: str) -> Value:
    """A system's score under an attack, with its n where that is another; empty where they did not meet."""
    score = next((one.score for one in found.cells if (one.adversary, one.victim) == (row.adversary, victim)), None)
    if score is None:
        return ""
    return share(score, f", n = {count(score.n)}" if score.n not in (0, row.raw.n) else "")


def _correct(found: Verification, row: Potency) -> Value:
    """The correct rate with how many were judged, and by whom."""
    if not row.correct_rate.n:
        return NOT_JUDGED
    by = correct_of(row.correct_rate, judges_of(found.judged, row.adversary)).partition(" of ")[2]
    return share(row.correct_rate, f"of {by}")


def _judged(estimate: Estimate) -> Value:
    """A figure that stands on judgements; in words where there are none."""
    return NOT_JUDGED if isnan(estimate.value) else estimate


def _has_resilience(found: Tournament) -> bool:
    return any(row.adversaries for row in found.resiliences)


def _compared(found: Tournament, row: Resilience) -> str:
    """Which systems a system's resilience cannot be told from, in words."""
    if isnan(row.resilience.value) or len(found.resiliences) < 2:
        return ""
    alike = indistinguishable_from(found, row.victim)
    return f"indistinguishable from {listed(alike)}" if alike else "told apart from all others"
