"""Of how many originals attacks made something, in words: of all others nobody knows what a system would have done."""

from collections.abc import Sequence

from stumper.sections.matrix import Matrix, Met
from stumper.sections.ran import victim_words
from stumper.sections.wording import attack_words, count, listed, plural, signed_interval

MOST_MISSING = 0.5  # of the originals: an attack that made nothing of more of them was hardly there
EACH = 3  # systems that have a sentence each; as many attacks are no more named


def of_how_many(found: Matrix, victims: Sequence[str]) -> str:
    """In brackets behind a sentence on several systems, over how many the figures of attacks on them are, and of how
    many originals these made something, where it was not of all."""
    every = [one for victim in victims for one in found.attacks_on(victim)]
    ns = [one.scores.after.n for one in every]
    n = f"n = {count(min(ns))}" + (f" to {count(max(ns))} by attack and system" if min(ns) < max(ns) else "")
    if not any(one.unmade for one in every):
        return n
    least, most = min(every, key=_share_made), max(every, key=_share_made)
    if len({*map(_made_of, every)}) == 1:
        return f"{n}; each attack made something of {_made_of(least)} {found.unit}s{_drawn(every)}{_lost(every)}"
    told = (f"{_made_of(one)} {_named(one, 'on', victim_words(one.victim, found.called))}" for one in (least, most))
    return f"{n}; an attack made something of {' to '.join(told)} {found.unit}s"


def covered(found: Matrix, worst: Met, attacks: Sequence[Met]) -> str:
    """Behind a sentence on one system, of how many originals each attack made something, where any made nothing of
    some, or they made something of different ones; which takes most is then told of the same ones, too."""
    shared = found.shared_by(worst.victim)
    if len(attacks) == 1 or not (shared or any(one.unmade for one in attacks)):
        return _thin(found, worst)
    if len({*map(_made_of, attacks)}) == 1 and not any(one.lost or one.stopped for one in attacks):
        made = f"{_made_of(worst)} {found.unit}s{_drawn(attacks)}"
        return f"; each attack made something of {made}{_on_shared(found, worst, attacks)}"
    if len(attacks) > EACH:
        few, most = min(attacks, key=_share_made), max(attacks, key=_share_made)
        each = f"{_made_of(few)} {_named(few)} to {_made_of(most)} {_named(most)}"
    else:
        each = listed(f"{_made_of(one)} {_named(one)}" for one in attacks)
    return f"; the attacks made something of {each} {found.unit}s{_on_shared(found, worst, attacks)}"


def called(met: Met) -> str:
    """An attack by its name, with the system that it was made against where that is another one."""
    name = attack_words(met.attack)
    return f"{name} (made against {met.made_against})" if met.made_against else name


def _on_shared(found: Matrix, worst: Met, attacks: Sequence[Met]) -> str:
    """What the attacks take where all of them made something, as each was told over originals of its own."""
    shared = found.shared_by(worst.victim)
    if shared is None:
        return ""
    if not shared.originals:
        return f", and all of them of none, so that they are not compared on the same {found.unit}s"
    of, lost = f", and all of them of {count(shared.originals)}", shared.difference
    if not lost.is_known:
        return f"{of}, too few to compare them on the same {found.unit}s"
    told = f"{signed_interval(lost)} points"
    one = next(one for one in attacks if one.run_id == shared.run_id)
    is_so = one is worst and one.scores.difference.value < 0
    if lost.value >= 0:
        return f"{of}, where none takes anything (the lowest change is that by {called(one)}: {told})"
    return f"{of}, where {called(one)} takes most{', too' if is_so else ''} ({told})"


def _thin(found: Matrix, met: Met) -> str:
    """Of how many that it was given an attack made nothing, if of any: these it did not put to the test."""
    if not met.unmade or met.stopped:  # what is stopped has not come to all, and says so
        return ""
    others, asked = met.given - met.lost - met.unmade, met.drawn
    lost = f"; {count(met.lost)} more were lost to errors" if met.lost else ""
    drawn = f", and of the {count(others)} others {count(asked)} were drawn" if met.undrawn else ""
    most = ", which is most of them" if met.unmade > MOST_MISSING * met.given else ""
    return f"; it made nothing of {count(met.unmade)} of {plural(met.given, found.unit)}{most}{lost}{drawn}"


def _share_made(met: Met) -> tuple[float, int]:
    """The share of the originals that it made something of, and of how many: of equal shares that of fewer is less."""
    return (met.given - met.lost - met.unmade) / met.given if met.given else 0.0, met.given


def _made_of(met: Met) -> str:
    return f"{count(met.given - met.lost - met.unmade)} of {count(met.given)}"


def _drawn(every: Sequence[Met]) -> str:
    """How many of those that something was made of are in the sample that was asked for, where that is fewer."""
    asked = sorted({one.drawn for one in every})
    if not any(one.undrawn for one in every):
        return ""
    return f" ({count(asked[0])}{f' to {count(asked[-1])}' if asked[1:] else ''} of them drawn)"


def _lost(every: Sequence[Met]) -> str:
    """How many of the others were lost to errors, if any: of these nobody knows what was made."""
    lost = sorted({one.lost for one in every})
    if not lost[-1]:
        return ""
    return f"; {count(lost[0])}{f' to {count(lost[-1])}' if lost[1:] else ''} of the others were lost to errors"


def _named(met: Met, *more: str) -> str:
    """An attack, and on how many originals the system failed, of which nobody knows what it made of them."""
    lost = f", {count(met.drawn)} of them drawn" if met.undrawn else ""
    lost += f", {count(met.lost)} lost to errors" if met.lost else ""
    return f"({' '.join((called(met), *more))}{lost}{', so far' if met.stopped else ''})"
