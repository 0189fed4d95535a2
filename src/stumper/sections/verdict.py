"""What a report says first: how each system fares under the attack that takes most from it, in words for everybody.

Whatever was picked from several attacks is told with how many these were, and with intervals that hold for all of them.
"""

from collections.abc import Sequence
from math import ceil, isnan
from textwrap import shorten
from typing import Literal

from stumper.sections.coverage import EACH, MOST_MISSING, called, covered, of_how_many
from stumper.sections.inference import LOSS, MARGIN
from stumper.sections.matrix import Matrix, Met
from stumper.sections.ran import victim_words
from stumper.sections.wording import (
    RULES,
    TOO_FEW,
    attack_words,
    capital,
    count,
    listed,
    not_whole,
    nothing_to_score,
    over,
    percent,
    plural,
    signed,
    signed_interval,
    stopped_at,
    with_interval,
)
from stumper.statistics import Estimate

FEW_RIGHT = 0.1  # a system that is right less often can lose next to nothing
LONGEST_REASON = 200  # characters
TIED = 1e-9  # a difference that is none, but for rounding


def verdict(found: Matrix, on: str = "") -> list[str]:
    """A sentence a system, or where there are many, of those that lose least and most."""
    every = [victim for victim in found.systems if any(one.scores.after.n for one in found.met_by(victim))]
    missing = [_nothing(found, victim, on) for victim in found.systems if victim not in every]
    missing = [*filter(None, missing), *_unmade(found, on), *_uncounted(found, every, on)]
    if len(every) <= EACH:
        ranked = sorted(every, key=lambda victim: _rank(found, victim))
        return [*_in_short(found, every, on), *(_of_system(found, victim, on) for victim in ranked), *missing]
    return [*_of_many(found, every, on), *missing]


def told_first(found: Matrix) -> str:
    """The run of the attack that the first sentence on a system tells of; "" where none was attacked."""
    ranked = sorted((one for one in found.systems if found.attacks_on(one)), key=lambda one: _rank(found, one))
    return hardest(found.attacks_on(ranked[0])).run_id if ranked else ""


def figures_first(found: Matrix) -> list[Estimate]:
    """The figures that the first sentence tells of: those of all attacks where it counts systems, else of one; without
    an attack what systems score as they are."""
    attacked = [attacks for victim in found.systems if (attacks := found.attacks_on(victim))]
    if not attacked:
        return [one.score for one in found.unattacked if one.score.n]
    told = [one for attacks in attacked for one in attacks] if len(attacked) > 1 else [hardest(attacked[0])]
    return [one.scores.after for one in told]


def _in_short(found: Matrix, victims: Sequence[str], on: str) -> list[str]:
    """Of how many of several systems what is known; nothing of one, which has a sentence of its own."""
    kinds = [_kind(found, victim) for victim in victims if found.attacks_on(victim)]
    if len(kinds) < 2:
        return []
    falling, standing, doubtful = (kinds.count(kind) for kind in ("falls", "stands", "doubtful"))
    of = f"of {count(len(kinds))} systems{on}"
    lose = "loses" if falling == 1 else "lose"
    said = [f"{count(falling)} {of} {lose} {found.measure} to the attacks"] if falling else []
    if standing:
        said.append(f"{_are(standing, of, said)} shown to lose no more than {100 * MARGIN:g} points to any attack")
    if unclear := kinds.count("unclear"):
        said.append(
            f"for {count(unclear)} neither a loss nor its absence is shown"
            if said
            else f"None {of} is shown to lose {found.measure} to the attacks, or to lose none"
        )
    if doubtful:
        said.append(f"{_are(doubtful, of, said)} too weak or too silent without an attack to be told of")
    return [f"{'; '.join(said)} ({of_how_many(found, victims)})."]


def _are(number: int, of: str, said: Sequence[str]) -> str:
    """So many systems are, ``of`` how many where nothing was said before."""
    return f"{count(number)}{'' if said else f' {of}'} {'is' if number == 1 else 'are'}"


def _kind(found: Matrix, victim: str) -> Literal["falls", "stands", "unclear", "doubtful"]:
    attacks = found.attacks_on(victim)
    worst = hardest(attacks)
    if _is_silent(found, victim, attacks) or found.score(victim).value < FEW_RIGHT:
        return "doubtful"
    if worst.together.high < 0:
        return "falls"
    return "stands" if all(map(_loses_next_to_nothing, attacks)) and not _is_unmet(attacks) else "unclear"


def _loses_next_to_nothing(met: Met) -> bool:
    """Whether no loss above the margin is shown: by no effect, or where the score rose, by its interval."""
    return met.has_no_effect or met.together.low >= -MARGIN


def _is_silent(found: Matrix, victim: str, attacks: Sequence[Met]) -> bool:
    """Whether the system gave no answer to most of what it was asked."""
    return max(one.unanswered for one in attacks) > MOST_MISSING * found.score(victim).n


def _rank(found: Matrix, victim: str) -> tuple[int, float]:
    """What falls first, and the furthest of it."""
    if not (attacks := found.attacks_on(victim)):
        return 4, 0.0
    order = ("falls", "stands", "unclear", "doubtful")
    return order.index(_kind(found, victim)), hardest(attacks).scores.difference.value


def _of_system(found: Matrix, victim: str, on: str) -> str:
    attacks, who = found.attacks_on(victim), victim_words(victim, found.called)
    if not attacks:
        return _unattacked(found, victim, on)
    score, worst = found.score(victim), hardest(attacks)
    if _is_silent(found, victim, attacks):
        return _left_open(found, who, max(one.unanswered for one in attacks), worst, on)
    if score.value < FEW_RIGHT:
        return (
            f"{capital(who)} has {with_interval(score)} {found.measure}{on} without an attack, n = {count(score.n)}"
            f"{_how_far(worst)}: it is right so rarely that attacks have next to nothing to take, and their figures "
            f"say little{not_whole(worst.stopped)}."
        )
    if _is_unmet(attacks) and not worst.together.high < 0:
        return (
            f"{capital(who)} was hardly attacked{on}: {_of_picked(attacks)} made nothing of most of the {found.unit}s "
            f"({_of_given(attacks)}{_how_far(worst)}), so the figures say little{not_whole(worst.stopped)}."
        )
    change = worst.scores.difference.value
    if isnan(change) or (change < 0 and not worst.together.high >= 0):
        return _falls(found, worst, attacks, who, on)
    return _stands(found, worst, attacks, who, on)


def _left_open(found: Matrix, who: str, silent: int, met: Met, on: str) -> str:
    """What is said of a system that gave no answer to so many."""
    return (
        f"{capital(who)} left {count(silent)} of {plural(met.scores.after.n, found.unit)} without an answer{on}"
        f"{_how_far(met)}: these count as wrong, and say nothing of attacks{not_whole(met.stopped)}."
    )


def _how_far(met: Met) -> str:
    """How far the run came, behind what it is over, where it was stopped."""
    return f", {stopped_at(met.stopped)}" if met.stopped else ""


def _nothing(found: Matrix, victim: str, on: str) -> str:
    """Why there is no figure of a system; "" where it is that nothing was made, which is said attack by attack."""
    met = [one for one in found.met_by(victim) if not one.is_unasked]
    if not met:
        return ""
    who = victim_words(victim, found.called)
    errored, seen = sum(one.errored for one in met), sum(one.trained_on for one in met)
    return _so_far(met, f" for {who}{on}") or nothing_to_score(f" on {who}{on}", errored, seen)


def _so_far(met: Sequence[Met], on: str) -> str:
    """What is said where attempts have ended and there is nothing to ask; "" where none has."""
    if not any(one.has_nothing and one.stopped and one.stopped.done for one in met):
        return ""
    errored = sum(one.errored for one in met)
    failed = f"; {plural(errored, 'attempt')} ended in an error" if errored else ""
    return f"Nothing that could be asked was made{on} so far{_how_far(met[0]) if len(met) == 1 else ''}{failed}."


def _unmade(found: Matrix, on: str) -> list[str]:
    """A sentence for each attack that made nothing of all that it was given and that counts, for which systems, and
    why."""
    alike: dict[tuple[str, str, int], list[str]] = {}
    for one in found.met:
        if one.is_unasked:
            alike.setdefault((one.attack, _all_unmade(found, one), one.asked_in_vain), []).append(one.victim)
    return [
        f"{capital(attack_words(attack))} made nothing that could be asked{on} of {told}"
        f"{_learned_from(found, victims, learned) if learned else f', so {_not_attacked(found, victims)} by it'}."
        for (attack, told, learned), victims in alike.items()
    ]


def _all_unmade(found: Matrix, met: Met) -> str:
    """Of how many nothing was made, of all that the attack was given; what became of the others, and the most frequent
    reason."""
    given, unmade = met.given + met.learned.of, met.unmade + met.learned.without
    number = f"any of the {count(given)}" if given > 1 else "the one" if given else "any of the"
    if unmade < given:
        number = f"{count(unmade)} of the {count(given)}"
    told = f"{number} {found.unit}{'' if given == 1 else 's'} that it was given{_how_far(met)}"
    if met.why:
        (why, times), *others = met.why
        of = f"for {count(times)} of them: " if others or times < unmade else ""
        told += f" ({of}{shorten(why, LONGEST_REASON, placeholder=' …')})"
    return f"{told}{_other_than_unmade(met)}"


def _other_than_unmade(met: Met) -> str:
    """What became of those originals of which it is not so that nothing was made: they are not in the sample that was
    asked for, the system failed on them, or it was trained on them."""
    lost, undrawn, learned = met.lost, met.undrawn, met.asked_in_vain
    number = undrawn + lost + learned
    if not number:
        return ""
    if number in (lost, undrawn, learned):
        others = "the other" if number == 1 else f"the {count(number)} others"
        return f"; on {others} the system failed" if lost else f"; {others} {_became(number, bool(undrawn))}"
    parts = [
        *([f"{count(undrawn)} {_became(undrawn, True)}"] if undrawn else []),
        *([f"on {count(lost)} the system failed"] if lost else []),
        *([f"{count(learned)} {_became(learned, False)}"] if learned else []),
    ]
    return f"; of the others {', '.join(parts[:-1])}, and {parts[-1]}"


def _became(number: int, is_undrawn: bool) -> str:
    """What became of so many originals that the system did not fail on."""
    if is_undrawn:
        return f"{'was' if number == 1 else 'were'} not drawn"
    return f"{'is' if number == 1 else 'are'} trained-on"


def _learned_from(found: Matrix, victims: Sequence[str], number: int) -> str:
    """Why there is no figure where these systems were asked only what they had learned from, so many originals."""
    names = listed(victim_words(one, found.called) for one in victims)
    were, them = "was" if len(victims) == 1 else "were", "it" if number == 1 else "them"
    return f": {names} {were} trained or tuned on {them}, so there is no figure to quote"


def _not_attacked(found: Matrix, victims: Sequence[str]) -> str:
    """Which systems were not attacked."""
    if len(victims) > 1 and len(victims) == len(found.systems):
        return "no system was attacked"
    names = listed(victim_words(one, found.called) for one in victims)
    return f"{names} {'was' if len(victims) == 1 else 'were'} not attacked"


def _uncounted(found: Matrix, victims: Sequence[str], on: str) -> list[str]:
    """A sentence for each other attack without a figure on a system that has one under others, or without an attack."""
    return [
        _no_figure(one, f"{victim_words(victim, found.called)}{on}")
        for victim in victims
        for one in found.met_by(victim)
        if (one.has_nothing or not one.scores.after.n) and not one.is_unasked
    ]


def _no_figure(met: Met, on: str) -> str:
    """Why there is no figure of an attack. What was made of none of some originals has not failed on all."""
    so_far = _so_far([met], f" by {called(met)} for {on}")
    return so_far or nothing_to_score(f" of {called(met)} on {on}", met.errored, met.trained_on)


def hardest(attacks: Sequence[Met]) -> Met:
    """The attack that takes most: of those that are shown to take anything, else of those of which it is known what the
    system scores without it, if any. Of few originals an attack may seem to take more, and nothing is shown of it."""
    known = [one for one in attacks if not isnan(one.scores.difference.value)]
    shown = [one for one in known if one.together.high < 0]
    return min(shown or known, key=lambda one: one.scores.difference.value) if known else attacks[0]


def _is_unmet(attacks: Sequence[Met]) -> bool:
    """Whether each attack made nothing of most of what it was given: no proof that a system stands, though what it is
    shown to lose over the others is lost."""
    return all(one.unmade > MOST_MISSING * (one.given - one.lost) for one in attacks)


def _of_given(attacks: Sequence[Met]) -> str:
    """Of how many an attack made nothing, of those that it was given; the least and the most where attacks differ."""
    every = sorted({(one.unmade, one.given - one.lost) for one in attacks}, key=lambda pair: (pair[0] / pair[1], pair))
    (few, of), (most, of_most) = every[0], every[-1]
    if len(every) == 1:
        return f"{count(few)} of {count(of)}"
    return f"{count(few)}{'' if of == of_most else f' of {count(of)}'} to {count(most)} of {count(of_most)}"


def _of_picked(attacks: Sequence[Met]) -> str:
    return attack_words(attacks[0].attack) if len(attacks) == 1 else f"each of {count(len(attacks))} attacks"


def _falls(found: Matrix, worst: Met, attacks: Sequence[Met], who: str, on: str) -> str:
    before, after = worst.scores.before, worst.left
    n = _over(found, worst)
    if isnan(before.value):
        said = f"{capital(who)} has {with_interval(after)} {found.measure} under {called(worst)}{on}"
        return f"{said}, {n}; what it has without it is not known, as the originals were not asked."
    kept = f"{with_interval(after)} of {_before(found, worst)}"
    lost = f" ({f'{signed_interval(worst.together)} points' if worst.together.is_known else TOO_FEW})"
    return (
        f"Under {called(worst)}{_picked(worst, attacks)} {who} keeps {kept}{on}{lost}, {n}"
        f"{_seeming_worse(worst, attacks)}{covered(found, worst, attacks)}{not_whole(worst.stopped)}."
    )


def _stands(found: Matrix, worst: Met, attacks: Sequence[Met], who: str, on: str) -> str:
    n, before = _over(found, worst), _before(found, worst)
    if all(one.has_no_effect for one in attacks):
        none = called(worst) if len(attacks) == 1 else f"none of {plural(len(attacks), 'attack')}"
        verb = "costs" if len(attacks) > 1 else "does not cost"
        most = f"{100 * MARGIN:g} points of {before}{on}, {n}{covered(found, worst, attacks)}"
        return f"{capital(none)} {verb} {who} more than {most}."
    ending = f"{covered(found, worst, attacks)}{not_whole(worst.stopped)}."
    of = f" of {count(len(attacks))}" if len(attacks) > 1 else ""
    if any(one.together.low > 0 for one in attacks):
        return _raises(found, worst, attacks, who, on)
    changes = f"{before} by {signed_interval(worst.together)} points"
    if not worst.together.is_known:
        as_much = _tied(worst, attacks, "as much")
        most = f", of {plural(len(attacks), 'attack')} the one that takes most{as_much}," if of else ""
        return (
            f"{capital(called(worst))}{most} changes {who}'s {changes.removeprefix('its ')}{on}: {TOO_FEW}, {n}{ending}"
        )
    if not of:
        said = f"{capital(called(worst))} is not told apart from no effect on {who}{on}: it changes {changes}"
        said += f"{_at_once(worst)}, {n}{ending}"
        return f"{said}{_too_few(found, worst)}"
    if any(abs(one.scores.difference.value) > abs(worst.scores.difference.value) + TIED for one in attacks):
        most = f"leaves least{_tied(worst, attacks, 'as little')}, {changes.replace(' by ', ' changed by ', 1)}"
    else:
        most = f"changes most{_tied(worst, attacks, 'as much')}, {changes}"
    return (
        f"No attack{of} is told apart from no effect on {who}{on}; {called(worst)} {most}"
        f"{_at_once(worst)}, {n}{ending}{_too_few(found, worst)}"
    )


def _raises(found: Matrix, worst: Met, attacks: Sequence[Met], who: str, on: str) -> str:
    """What is said where nothing is shown to be taken, and an attack has raised the score; with what another seems to
    take, which a gain says nothing of."""
    most = max((one for one in attacks if one.together.low > 0), key=lambda one: one.scores.difference.value)
    of = f"No attack of {count(len(attacks))} is shown to take from {who}{on}; " if len(attacks) > 1 else ""
    before = _before(found, most)
    whose = before if of else f"{who}'s {before.removeprefix('its ')}{on}"
    by = f"{signed_interval(most.together)} points{_at_once(most)}, {_over(found, most)}"
    less, too_few = "", ""
    if worst.scores.difference.value < -TIED:
        told = f"{signed_interval(worst.together)} points{_at_once(worst)}" if worst.together.is_known else TOO_FEW
        seems = f"changes {_before(found, worst)} by {told}, {_over(found, worst)}"
        less, too_few = f"; {called(worst)} {seems}, and is not told apart from no effect", _too_few(found, worst)
    ending = f"{less}{covered(found, most, attacks)}{not_whole(most.stopped or worst.stopped)}."
    first = called(most) if of else capital(called(most))
    return f"{of}{first} raises {whose} by {by}{ending}{too_few}"


def _at_once(met: Met) -> str:
    """What the interval holds for, where the one of the attack by itself says something else."""
    return ", an interval that holds for all attacks on all systems at once" if met.is_wider_together else ""


def _too_few(found: Matrix, met: Met) -> str:
    """How many would tell a loss of 20 points, where one is seen in few and not shown; by how much their pairs differ,
    and not by the loss that is seen: as it was not shown, it is the smaller the more there are."""
    if not met.made or isnan(met.telling) or met.telling <= met.scores.after.n:
        return ""
    enough = 10 * ceil(met.telling / 10)
    what = f"{'variant' if _has_several(found, met) else found.unit}s"
    rule = RULES.get(met.goal, "")
    already = met.wrong_already
    others = "1 other was" if already == 1 else f"{count(already)} others were"
    without = f"{others} wrong already and cannot be fooled" if already else ""
    aside = f" ({'; '.join(filter(None, (rule, without)))})" if rule or without else ""
    return (
        f" It fooled {count(met.fooled)} of {count(met.made)}{aside}, which is too few to tell: with about "
        f"{count(enough)} {what} a loss of {100 * LOSS:g} points would be told apart, four times in five."
    )


def _before(found: Matrix, met: Met) -> str:
    """What a system scores without an attack. Where each variant counts, its original does as often."""
    of = " on their originals" if _has_several(found, met) else ""
    return f"its {percent(met.scores.before.value)} {found.measure}{of}"


def _over(found: Matrix, met: Met) -> str:
    of = f" variants of {plural(met.originals - met.without, found.unit)}" if _has_several(found, met) else ""
    return over(met.scores.after.n, met.trained_on, met.stopped, met.unanswered, of)


def _has_several(found: Matrix, met: Met) -> bool:
    """Whether there are more variants in a mean than originals that they were made of."""
    return found.variants_count and met.scores.after.n > met.originals - met.without > 0


def _picked(worst: Met, attacks: Sequence[Met]) -> str:
    if len(attacks) == 1:
        return ""
    if _seeming_worse(worst, attacks):
        return f", of {count(len(attacks))} attacks the one that is shown to take most,"
    return f", of {count(len(attacks))} attacks the one that takes most{_tied(worst, attacks, 'as much')},"


def _seeming_worse(worst: Met, attacks: Sequence[Met]) -> str:
    """Behind a sentence, the attacks that seem to take more than the worst one that is shown to take anything."""
    lost = worst.scores.difference.value
    more = [one for one in attacks if one.scores.difference.value < lost - TIED]
    if not more:
        return ""
    seen = (f"{called(one)} ({signed(one.scores.difference.value)}, n = {count(one.scores.after.n)})" for one in more)
    seems, is_not = ("seems", "is not") if len(more) == 1 else ("seem", "are not")
    return f"; {listed(seen)} {seems} to take more, and {is_not} told apart from no effect"


def _tied(worst: Met, attacks: Sequence[Met], as_much: str) -> str:
    """The other attacks that take as much as the worst one, if any."""
    lost = worst.scores.difference.value
    others = [one for one in attacks if one is not worst and abs(one.scores.difference.value - lost) <= TIED]
    if not others:
        return ""
    return f" ({listed(map(called, others)) if len(others) < EACH else f'{count(len(others))} others'} {as_much})"


def _unattacked(found: Matrix, victim: str, on: str) -> str:
    runs = [one for one in found.met_by(victim) if one.scores.after.n]
    score, who = found.score(victim), victim_words(victim, found.called)
    first = runs[0] if runs else None
    if first and _is_silent(found, victim, runs):
        return _left_open(found, who, max(one.unanswered for one in runs), first, on)
    n = over(score.n, *((first.trained_on, first.stopped, first.unanswered) if first else (0,)))
    ending = not_whole(first.stopped if first else None)
    few = "" if score.is_known else f", {TOO_FEW}"
    return f"Without an attack {who} has {with_interval(score)} {found.measure}{on}{few}, {n}{ending}."


def _of_many(found: Matrix, victims: Sequence[str], on: str) -> list[str]:
    """The systems that lose most and least of all that were attacked, and how many fall at all."""
    met = {victim: hardest(attacks) for victim in victims if (attacks := found.attacks_on(victim))}
    if not met:
        best = max(victims, key=lambda victim: found.score(victim).value)
        return [_unattacked(found, best, on)]
    said = []
    said += _in_short(found, list(met), on)
    weak = [victim for victim in met if found.score(victim).value < FEW_RIGHT]
    ranked = sorted((victim for victim in met if victim not in weak), key=lambda one: met[one].scores.difference.value)
    said += [_of_system(found, victim, on) for victim in dict.fromkeys([*ranked[:1], *ranked[-1:]])]
    if weak:
        those = listed(victim_words(victim, found.called) for victim in weak)
        verb = "is" if len(weak) == 1 else "are"
        said.append(
            f"{capital(those)} {verb} right so rarely without an attack (less than {percent(FEW_RIGHT)}% "
            f"{found.measure}) that their figures under attack say little."
        )
    return said
