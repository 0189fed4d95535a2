"""Attacks against systems on one data set: how potent each attack is, how resilient each system, of any task."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan

from stumper.scores.adversarial import Lead, Potency, Resilience, Tournament
from stumper.sections.frontier import frontier, frontier_block, frontier_table
from stumper.sections.judged import NOT_JUDGED, Judges, Originals, Sampled, correct_of, counted, judges, open_words
from stumper.sections.ran import victim_words
from stumper.sections.section import Block, Cell, Column, Table
from stumper.sections.showing import (
    Value,
    bare,
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
    text,
)
from stumper.sections.wording import (
    NOTHING_MADE,
    TOO_FEW,
    attack_words,
    capital,
    count,
    holds_zero,
    interval,
    listed,
    percent,
    plural,
    signed,
    with_interval,
)
from stumper.statistics import Estimate, Groups
from stumper.statistics.statistic import FEWEST

IN_PERCENT = "in percent, with 95% intervals"


@dataclass(frozen=True, slots=True)
class Standings:
    """Potencies and resiliences by one measure of the systems."""

    measure: str
    tournament: Tournament


@dataclass(frozen=True, slots=True)
class Worst:
    """Where each original counts at its worst variant alone: of so many distinct variants as an attack ``made`` so many
    are the worst for some system (``counted``). Of these so many are ``settled`` and so many ``right``; so many more
    were judged and are ``open``."""

    made: int
    counted: int
    settled: int
    right: int
    open: int = 0


@dataclass(frozen=True, slots=True)
class JudgedAttack:
    """Who judged what an attack made, nobody where nothing was judged; how it was drawn, and how many ``others`` were
    judged as part of another attack's sample and are left out. ``worst`` are those that count, where not all do."""

    attack: str
    judges: tuple[Judges, ...]
    how: str = ""
    others: int = 0
    worst: Worst | None = None


def judged_attack(
    attack: str, found: Sampled, made_of: Originals, groups: Groups, worst: Worst | None = None
) -> JudgedAttack:
    """Who judged what an attack made, and how it was drawn."""
    return JudgedAttack(attack, judges(found.judgements, made_of, groups), found.how, found.others, worst)


@dataclass(frozen=True, slots=True)
class Contest:
    """All attacks and systems that met on the examples of one data set, called ``unit``s.

    The first of the standings is by the measure that sentences speak of. ``judged`` says of each attack who judged what
    it made, ``victims`` are all systems in the order of their runs, ``called`` is what a system of ours is.
    ``written_against`` is the system that people had to fool to submit what all systems met, "" where there is none.
    Where a unit ``has_labels``, both ways of turning one count alike in what an attack takes. ``unmade`` are the
    attacks that made nothing for a system, each with that system: there is no figure of these.
    """

    dataset: str
    unit: str
    called: str
    victims: Sequence[str]
    standings: Sequence[Standings]
    judged: Sequence[JudgedAttack]
    written_against: str = ""
    has_labels: bool = False
    unmade: tuple[tuple[str, str], ...] = ()

    @property
    def main(self) -> Standings:
        """The standings that sentences speak of."""
        return self.standings[0]


def potency_part(found: Contest, *more: Block, above: str = "") -> Block:
    """How potent each attack and how resilient each system is; folded where nobody has judged what the attacks made."""
    is_known = any(row.adversaries and not isnan(row.resilience.value) for row in found.main.tournament.resiliences)
    evened = ", both ways of turning a label alike" if found.has_labels else ""
    about = lead(
        "Raw potency is what the systems miss on average of what an attack made, the excess what they miss more than "
        f"of the same {found.unit}s unattacked{evened}, potency the raw one times the share that was judged correct. "
        f"Resilience is the mean {found.main.measure} under the attacks, each with the weight of its correct rate."
        f"{_chosen(found)}"
    )
    rows = found.main.tournament.potencies
    tables = [shown(potencies_table(found, found.main)), *notes(excess_notes(rows, found.unit)), *frontier_block(rows)]
    if is_known:
        return part("Potency and resilience", about, *tables, *resilience_tables(found.main), *more, above=above)
    how = lead("Not known before some of what the attacks made has been judged: `stumper judge FILE --sample 100`.")
    title = f"Potency and resilience{f' on {above}' if above else ''}: nothing was judged"
    return details(title, how, about, *tables, *more)


def excess_notes(rows: Iterable[Potency], unit: str) -> list[str]:
    """Where the excess of an attack is another than the paired differences of its scores, as it turns labels unevenly,
    and where it cannot be told from always saying the same label."""
    return [note for row in rows if not isnan(row.gain.value) for note in _uneven(row, unit)]


def _uneven(row: Potency, unit: str) -> list[str]:
    both = [one for one in row.turned if one.back]
    alone = [one for one in row.turned if not one.back]
    said, who = [], capital(attack_words(row.adversary))
    if both and signed(row.gain.value) != signed(row.plain_gain):
        ways = listed(
            f"{count(one.there)} from {one.label} to {one.other} and {count(one.back)} back"
            f"{f' (one way of only {plural(one.originals, unit)})' if one.originals < FEWEST else ''}"
            for one in both
        )
        said.append(
            f"{who} turns labels, {ways}: both ways count alike in its excess of {signed(row.gain.value)} "
            f"points. Over all changes as they are, as in the scores before and after, it is {signed(row.plain_gain)}."
        )
    if alone:
        ways = listed(f"{count(one.there)} from {one.label} to {one.other}" for one in alone)
        told = "leaves these out"
        if not alone[0].is_left_out:
            told = "is over these as they are, so that a system that always says the same label may show one"
        said.append(f"{who} turns {ways} and none back: its excess {told}.")
    return said


def resilience_tables(standings: Standings) -> list[Block]:
    """Each system's resilience, and by how much it leads each other."""
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


def potencies_table(found: Contest, standings: Standings) -> Table:
    """The potency of each attack with its factors, over the systems that met it."""
    rows = [
        line(_attack(row), row.raw.n, *((NOTHING_MADE,) * 5 if _is_unmade(found, row) else _potent(found, row)))
        for row in standings.tournament.potencies
    ]
    evened = ", both ways of turning a label alike, so that always saying the same has none" if found.has_labels else ""
    gained = Column(
        "excess, points", meaning=f"raw potency less that of the originals that it was made of, paired{evened}"
    )
    correct = Column("correct, %", meaning="of what was judged: grammatical, with the right label, and on task")
    joint = Column("joint", meaning=f"potency {found.unit} by {found.unit}: the mean over those judged of correct "
                   f"times missed, with the interval of these {found.unit}s alone")  # fmt: skip
    header = (*columns("attack", "n", "raw potency, %"), gained, correct, Column("potency, %", is_main=True), joint)
    aside = "excess: raw potency less that of its originals, in pairs, both ways of turning a label alike"
    title = f"Potency of attacks, by {standings.measure}"
    return Table(header, tuple(rows), title=title, aside=aside if found.has_labels else "", is_wide=True)


def _is_unmade(found: Contest, row: Potency) -> bool:
    """Whether an attack has no figure, as it made nothing for a system, and for no other anything that was scored."""
    return not row.raw.n and any(attack == row.adversary for attack, _ in found.unmade)


def _potent(found: Contest, row: Potency) -> tuple[Value, ...]:
    return row.raw, points(row.gain), _correct(found, row), _judged(row.potency), _joint(row)


def scores_table(found: Contest, standings: Standings) -> Table:
    """The score of each system under each attack by a measure that the matrix does not tell of."""
    tournament = standings.tournament
    victims = [row.victim for row in tournament.resiliences]
    rows = [
        line(_attack(row), row.raw.n, *(_score(found, tournament, row, victim) for victim in victims))
        for row in tournament.potencies
    ]
    header = (*columns("attack", "n"), *given(*(f"{victim}, %" for victim in victims)))
    return Table(header, tuple(rows), title=f"{standings.measure} after each attack", aside=IN_PERCENT, is_wide=True)


def short_tables(found: Contest) -> list[Table]:
    """What a terminal shows: scores by system, and potencies where something was judged."""
    main, tournament = found.main, found.main.tournament
    victims = [row.victim for row in tournament.resiliences]
    rows = [
        line(row.adversary, row.raw.n, *(_score(found, tournament, row, victim) for victim in victims))
        for row in tournament.potencies
    ]
    header = (Column("attack"), Column("n", rank=1), *given(*victims))
    tables = [Table(header, tuple(rows), title=f"{found.dataset}: {main.measure} after each attack, %")]
    judged = [row for row in tournament.potencies if row.correct_rate.n]
    if judged:
        potencies = [line(row.adversary, row.raw, bare(row.gain, "points"), _rate(row), row.potency) for row in judged]
        names = columns("attack", "raw potency, %", "excess", "correct, %", "potency, %")
        tables.append(Table(names, tuple(potencies)))
    if (drawn := frontier(tournament.potencies)) is not None:
        tables.append(frontier_table(drawn))
    if any(row.adversaries for row in tournament.resiliences):
        compared = [
            line(row.victim, _compared(tournament, row), row.resilience.n, _judged(row.resilience))
            for row in tournament.resiliences
        ]
        tables.append(Table(columns("system", "", "n", "resilience"), tuple(compared), names=2))
    return tables


def most_potent(found: Contest, on: str) -> str:
    """The most potent attack of those that systems are shown to miss more of than of the originals, by an interval that
    lies above 0; "" without an attack."""
    attacks = [row for row in found.main.tournament.potencies if not row.is_baseline and row.raw.n]
    above = [row for row in attacks if row.is_above_originals]
    if not attacks:
        return ""
    if not above:
        return (
            f"No attack is shown to be above the originals that it was made of: {listed(map(_not_above, attacks))}{on}."
        )
    first, others = above[0], len(attacks) - 1
    named = capital(attack_words(first.adversary))
    those, is_alone = plural(len(attacks), "attack"), len(above) == 1 and others > 0
    if is_alone:
        those = f"{those} shown to be above its originals"
    elif len(above) < len(attacks):
        those = f"the {count(len(above))} of {those} shown to be above their originals"
    if first.correct_rate.n:
        which = "only one" if is_alone else _potent_of(above)
        is_what = f"is the {which} of {those}{on}:" if others else f"has{on} a"
        correct = f"{percent(first.correct_rate.value)}% {interval(first.correct_rate)}".strip()
        figure = f"{'' if others else 'of '}{with_interval(first.potency)}{_more_than_originals(found, first)}"
        by = counted(judges_of(found.judged, first.adversary))
        still = f", with {open_words(first.open)}" if first.open else ""
        judged = f"as {correct} of the {count(first.correct_rate.n)} that {by} judged are correct{still}"
        return f"{named} {is_what} potency {figure}, {judged}{_apart(first, found.unit)}."
    is_what = f"the {'only' if is_alone else 'highest'} raw potency of {those}" if others else "a raw potency"
    why = "Nobody has judged what it made"
    if first.open:
        why = f"Nothing of what was judged is settled, as its judges are split ({open_words(first.open)})"
    return (
        f"{named} has{on} {is_what}: {with_interval(first.raw)}, n = {count(first.raw.n)}. {why}, so its "
        "potency is not known."
    )


def _apart(row: Potency, unit: str) -> str:
    """What a potency is unit by unit, where that is not what the product says."""
    if not row.is_apart_from_joint:
        return ""
    joint = row.joint.potency
    return f"; but {unit} by {unit} it is {percent(joint.value)} of the {count(joint.n)} judged that count"


def _not_above(row: Potency) -> str:
    """An attack with its n, and whether that is too few to tell."""
    few = "" if row.gain.is_known else f", {TOO_FEW}"
    return f"{attack_words(row.adversary)} (n = {count(row.raw.n)}{few})"


def _potent_of(attacks: Sequence[Potency]) -> str:
    """What the first of these attacks is, of which only those judged have a potency: any other may be more potent."""
    known = [row for row in attacks if row.correct_rate.n]
    if len(known) == len(attacks):
        return "most potent"
    judged = "judged and settled" if any(row.open and not row.correct_rate.n for row in attacks) else "judged"
    return f"only one {judged}" if len(known) == 1 else f"most potent of the {count(len(known))} {judged},"


def _more_than_originals(found: Contest, row: Potency) -> str:
    """What a potency is beside that of the originals: a system that misses these as often makes any attack potent."""
    if isnan(row.gain.value):
        return f" (n = {count(row.raw.n)})"
    several = len(row.victims) > 1
    who = "systems miss" if several else f"{victim_words(row.victims[0], found.called)} misses"
    evened = ", both ways of turning a label alike" if any(one.back for one in row.turned) else ""
    n = f"n = {count(row.gain.n)}" + (f" of {count(row.raw.n)}" if row.gain.n != row.raw.n else "")
    return f" ({who} {with_interval(row.gain)} points more of its variants than of their originals{evened}, {n})"


def most_resilient(found: Contest, on: str) -> list[str]:
    """The most resilient system, and those that it cannot be told from; none where nothing was judged."""
    tournament = found.main.tournament
    rows = [row for row in tournament.resiliences if row.adversaries and not isnan(row.resilience.value)]
    if not rows:
        return []
    first, victims = rows[0], len(set(found.victims))
    named = capital(victim_words(first.victim, found.called))
    figure = f"{with_interval(first.resilience)} {found.main.measure}"
    under = f" under {plural(len(first.adversaries), 'attack')}"
    if len(first.adversaries) > 1:
        under += ", each by its correct rate"
    under += f", n = {count(first.resilience.n)}"
    if victims == 1:
        return [f"{named} has a resilience of {figure}{on}{under}."]
    alike = indistinguishable_from(tournament, first.victim)
    told = f", indistinguishable from {listed(victim_words(one, found.called) for one in alike)}" if alike else ""
    return [f"{named} is the most resilient of {victims} systems{on}: {figure}{under}{told}.{_chosen(found)}"]


def _chosen(found: Contest) -> str:
    """What to know of what people wrote against one of several systems, behind a sentence."""
    one = victim_words(found.written_against, found.called)
    return f" What people submitted was chosen as it fooled {one}." if found.written_against else ""


def unmet(found: Contest) -> list[str]:
    """One for each system that did not meet all attacks that others met."""
    tournament = found.main.tournament
    met = {(cell.adversary, cell.victim) for cell in tournament.cells} - {*found.unmade}
    attacks = [row.adversary for row in tournament.potencies if not row.is_baseline and row.raw.n]
    victims = [row.victim for row in tournament.resiliences]
    missing = {victim: [attack for attack in attacks if (attack, victim) not in met] for victim in victims}
    return [
        f"{capital(victim_words(victim, found.called))} has no figure under "
        f"{listed(map(attack_words, names))}: its resilience is over "
        "fewer attacks, and systems are compared under those that both met."
        for victim, names in missing.items()
        if names
    ]


def unjudged_notes(found: Contest, on: str = "", is_any: bool = False) -> list[str]:
    """Which attacks have no potency, as nobody has judged what they made, or judges are split; where nothing at all was
    judged that is said otherwise."""
    attacks = [row for row in found.main.tournament.potencies if not row.is_baseline and row.raw.n]
    unknown = [row for row in attacks if not row.correct_rate.n]
    missing = [attack_words(row.adversary) for row in unknown if not row.open]
    split = [f"{attack_words(row.adversary)} ({open_words(row.open)})" for row in unknown if row.open]
    told = []
    if split:
        told.append(f"Judged{on}, and not settled, as judges are split: {listed(split)}. There is no potency of these "
                    "before one more has judged them.")  # fmt: skip
    if missing and (is_any or len(missing) < len(attacks)):
        told.append(f"Not judged{on}, hence without a potency and left out of every resilience: {listed(missing)}.")
    return told


def drawing_notes(judged: Iterable[JudgedAttack], unit: str) -> list[str]:
    """Of which attacks it is not recorded how what was judged was drawn, and what came by another attack's sample."""
    rows, told = list(judged), []
    if unknown := [attack_words(row.attack) for row in rows if row.how == "unknown"]:
        told = [f"How what was judged of {listed(unknown)} was drawn is not recorded: it is taken for a random sample."]
    return told + [
        f"{plural(row.others, unit)} of {attack_words(row.attack)} {'was' if row.others == 1 else 'were'} "
        "judged in another attack's sample, which is no random sample of this one: left out of its correct rate."
        for row in rows
        if row.others
    ]


def worst_notes(found: Contest) -> list[str]:
    """Of which attacks the correct rate is of all that they made, and the potency of the worst for systems alone: what
    is picked as it fools is no random sample of what was judged."""
    rates = {row.adversary: row.correct_rate for row in found.main.tournament.potencies if not row.is_baseline}
    return [
        f"{capital(attack_words(row.attack))}: the correct rate ({percent(rates[row.attack].value)}%) is estimated "
        f"over all {plural(row.worst.made, 'variant')}; its potency counts only the {count(row.worst.counted)} that "
        f"are the worst of their {found.unit} for a system, {_of_worst(row.worst)}."
        for row in found.judged
        if row.worst is not None and row.attack in rates and rates[row.attack].n
    ]


def _of_worst(worst: Worst) -> str:
    """How many of them were judged, how many of these found correct and how many are open."""
    judged = worst.settled + worst.open
    ending = "" if worst.settled == worst.counted else ". What fools a system may be correct less often than the rest"
    if not judged:
        return f"none of which was judged{ending}"
    are = f"of which {count(judged)} {'was' if judged == 1 else 'were'} judged"
    if not worst.open:
        return f"{are} and {count(worst.right)} found correct{ending}"
    found = f"{count(worst.right)} found correct, " if worst.settled else ""
    return f"{are}: {found}{open_words(worst.open)}{ending}"


def joint_notes(found: Contest) -> list[str]:
    """Where potency instance by instance is another than the product of its two factors, by more than chance."""
    rows = [row for row in found.main.tournament.potencies if not row.is_baseline]
    return [_differing(row, found.unit) for row in rows if row.joint.is_another or row.is_apart_from_joint]


def _differing(row: Potency, unit: str) -> str:
    joint, change = row.joint.potency, row.joint.difference
    if not row.joint.is_another:
        return (
            f"{capital(attack_words(row.adversary))}: {unit} by {unit} its potency is {percent(joint.value)} over the "
            f"{count(joint.n)} judged that count. The product of correct rate and raw potency is "
            f"{with_interval(row.potency)}, as the correct rate is of all that was judged of what it made."
        )
    missed, said = ("less", "much") if change.value < 0 else ("more", "little")
    return (
        f"{capital(attack_words(row.adversary))}: what is correct of it is missed {missed} often than the rest, so "
        f"the product of correct rate and raw potency says too {said}. {unit.capitalize()} by {unit} its potency is "
        f"{percent(joint.value)} over the {count(joint.n)} judged, {signed(change.value)} {interval(change)} points "
        f"from the product over the same {unit}s."
    )


def indistinguishable_from(found: Tournament, victim: str) -> tuple[str, ...]:
    """The systems whose resilience cannot be told from this one's: the interval of the paired difference holds 0."""
    leads = [lead for lead in found.leads if victim in (lead.victim, lead.other) and not is_certain(lead)]
    return tuple(lead.other if lead.victim == victim else lead.victim for lead in leads)


def is_certain(lead: Lead) -> bool:
    """Whether the interval of the difference lies on one side of 0."""
    return not (holds_zero(lead.difference) or isnan(lead.difference.low))


def judges_of(judged: Iterable[JudgedAttack], attack: str) -> tuple[Judges, ...]:
    """Who judged what the attack made."""
    return next((row.judges for row in judged if row.attack == attack), ())


def _attack(row: Potency) -> Cell:
    return text(row.adversary, "(the baseline: no resilience counts it)" if row.is_baseline else "")


def _score(contest: Contest, found: Tournament, row: Potency, victim: str) -> Value:
    """A system's score under an attack, with its n where that is another; empty where they did not meet."""
    if (row.adversary, victim) in contest.unmade:
        return NOTHING_MADE
    score = next((one.score for one in found.cells if (one.adversary, one.victim) == (row.adversary, victim)), None)
    if score is None:
        return ""
    return share(score, f", n = {count(score.n)}" if score.n not in (0, row.raw.n) else "")


def _correct(found: Contest, row: Potency) -> Value:
    """The correct rate with how many were settled, by whom, and how many are open."""
    if not row.correct_rate.n:
        return _rate(row)
    by = correct_of(row.correct_rate, judges_of(found.judged, row.adversary), row.open).partition(" of ")[2]
    return share(row.correct_rate, f"of {by}")


def _joint(row: Potency) -> Value:
    """The joint potency, with its n; where all was judged it is counted, and has no interval."""
    found = row.joint.potency
    if not found.n:
        return _judged(row.potency) if isnan(row.potency.value) else ""
    if row.joint.is_counted:
        return f"{percent(found.value)}, all {count(found.n)} judged"
    return share(found, f", n = {count(found.n)}")


def _rate(row: Potency) -> Value:
    """The correct rate; in words where nothing was judged, or nothing settled."""
    if row.correct_rate.n:
        return row.correct_rate
    return open_words(row.open) if row.open else NOT_JUDGED


def _judged(estimate: Estimate) -> Value:
    """A figure that stands on judgements; in words where there are none."""
    return NOT_JUDGED if isnan(estimate.value) else estimate


def _compared(found: Tournament, row: Resilience) -> str:
    """Which systems a system's resilience cannot be told from, in words."""
    if isnan(row.resilience.value) or len(found.resiliences) < 2:
        return ""
    alike = indistinguishable_from(found, row.victim)
    return f"indistinguishable from {listed(alike)}" if alike else "told apart from all others"
