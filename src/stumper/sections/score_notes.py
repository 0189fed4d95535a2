"""What is said beside the scores of an evaluation: what they leave out, and of how little they are."""

from collections.abc import Mapping, Sequence
from math import isnan

from stumper.scores.signature import UNKNOWN, lost_answers, said_by
from stumper.scoring import Score
from stumper.sections.wording import absent_gold, capital, count, listed, plural
from stumper.shown import in_a_line, shown
from stumper.types import AbsentGold

LONGEST_REASON = 300  # characters of why a system failed


def notes_on(file: str, scores: Sequence[Score], unit: str, errors: Mapping[str, str]) -> list[str]:
    """What the scores of one system on a file leave out, and why one is missing; a sentence each. ``errors`` are the
    reasons by the ids of the examples on which the system failed."""
    silent = unanswered(scores, unit, f"of {scores[0].victim}" if scores else "")
    others = (
        silent,
        unchanged(scores, unit),
        unmatched(scores),
        without_answers(scores),
        *on_retrieval(scores),
        *(_deep(one, unit) for one in scores),
    )
    told = trained_on(file, scores), failed_on(file, scores, errors), *(said and f"{file}: {said}" for said in others)
    return [said for said in told if said]


def trained_on(file: str, scores: Sequence[Score]) -> str:
    """How many of the examples in a file no score of a victim counts, as it was trained on them; empty without any."""
    if not scores or not scores[0].trained_on:
        return ""
    first = scores[0]
    left = "no score counts them" if first.n else "there is no score"
    return (f"{file}: {first.victim} was trained or tuned on {first.trained_on:,} of {first.trained_on + first.n:,} "
            f"(trained-on), so {left}.")  # fmt: skip


def failed_on(file: str, scores: Sequence[Score], errors: Mapping[str, str]) -> str:
    """On how many of the examples in a file a victim failed, so that no score counts them, and why on the first; empty
    where on none."""
    number = int(said_by(scores[0].signature, "errored") or 0) if scores else 0
    if not number:
        return ""
    return (f"{file}: {scores[0].victim} failed on {number:,} of {number + scores[0].n:,}: no score counts "
            f"them.{first_error(errors)}")  # fmt: skip


def first_error(errors: Mapping[str, str]) -> str:
    """A sentence on the first of the examples on which a system failed, and why it did; empty without any."""
    if not errors:
        return ""
    id, reason = next(iter(errors.items()))
    said = in_a_line(reason, LONGEST_REASON)
    return f" The first is {shown(id)}: {said}{'' if said.endswith(('.', '!', '?')) else '.'}"


def unanswered(scores: Sequence[Score], unit: str, where: str) -> str:
    """How many originals, and how many variants that were asked, have no answer ``where`` it was sought; empty where
    all have one."""
    if (told := _unanswered_pairs(scores, where)) is not None:
        return told
    silent, n = max(((int(said_by(one.signature, "unanswered") or 0), one.n) for one in scores), default=(0, 0))
    wrong = [said_by(one.signature, "unanswered_variants") or "" for one in scores]
    variants = max((int(one.removesuffix("-wrong")) for one in wrong if one.endswith("-wrong")), default=0)
    counts = [
        *([f"{count(silent)} of {plural(n, unit)}"] if silent else []),
        *([plural(variants, "variant")] if variants else []),
    ]
    verb = "has no answer {} and counts" if silent + variants == 1 else "have no answer {} and count"
    return f"{' and '.join(counts)} {verb.format(where)} as wrong." if counts else ""


def _unanswered_pairs(scores: Sequence[Score], where: str) -> str | None:
    """The same where each variant stands beside its original, in sentences that say which side lacks how many; None
    where none does."""
    pairs = [one for one in scores if said_by(one.signature, "paired") == "instances"]
    of = {one.on: one for one in sorted(pairs, key=lambda one: one.n)}  # other scores are of a part of them
    if of.keys() != {"original", "adversarial"}:
        return None
    originals, variants = (int(said_by(of[on].signature, "unanswered") or 0) for on in ("original", "adversarial"))
    n = of["adversarial"].n
    every = plural(n, "variant")
    counts = [
        *([f"the original of {count(originals)} of {every}"] if originals else []),
        *([f"{count(variants)} of {every}" if not originals else plural(variants, "variant")] if variants else []),
    ]
    if not counts:
        return ""
    verb = "has no answer {} and counts" if (originals > 0) + variants == 1 else "have no answer {} and count"
    apart = " The difference counts that, too: it is no effect of the attack alone." if originals else ""
    return f"{capital(' and '.join(counts))} {verb.format(where)} as wrong.{apart}"


def unchanged(scores: Sequence[Score], unit: str) -> str:
    """Of how many originals a set has no variant, which stand in for themselves under attack; empty where each has
    one."""
    bare, n = max(((int(said_by(one.signature, "without") or 0), one.n) for one in scores), default=(0, 0))
    verb = "has no variant and counts as it is" if bare == 1 else "have no variant and count as they are"
    return f"{count(bare)} of {plural(n, unit)} {verb}: no attack was withstood there." if bare else ""


def unmatched(scores: Sequence[Score]) -> str:
    """Why there is no score of evidence, where the data set has none to match with, or what was cited is of another
    kind; else empty."""
    why = {said_by(one.signature, "evidence") for one in scores}
    if "none" in why:
        return "The data set has no evidence that what is cited could be matched with, so label accuracy is the score."
    if "unmatched" in why:
        return (
            "The evidence that was cited cannot be matched with the data set's, as it is of another kind (an address "
            "for a sentence, say), so label accuracy is the score."
        )
    return ""


def without_answers(scores: Sequence[Score]) -> str:
    """How many variants withstand an attack without the right answer that their originals had; empty without any."""
    for one in scores:
        lost, of = lost_answers(one.signature) or (0, 0)
        if lost:
            have = "has" if lost == 1 else "have"
            return (f"{count(lost)} of {plural(of, 'variant')} whose originals are answered rightly {have} no right "
                    f"answer any more: {one.name} counts {'it' if lost == 1 else 'them'} as withstood.")  # fmt: skip
    return ""


def on_retrieval(scores: Sequence[Score]) -> list[str]:
    """To how many questions a system returned no passages, or did not say which; and how many ids, if none is of a
    passage of these."""
    said = []
    for one in scores:
        if empty := said_by(one.signature, "nothing_retrieved"):
            said.append(f"{one.victim} returned an empty list of retrieved passages for {count(int(empty))} of "
                        f"{plural(one.n, 'question')}: it found nothing there.")  # fmt: skip
        if untold := said_by(one.signature, "retrieval_untold"):
            said.append(f"{one.victim} returned no list of what it retrieved for {count(int(untold))} of "
                        f"{plural(one.n, 'question')}, and lists for others: {one.name} counts these as not retrieved. "
                        "Let every answer have 'retrieved'.")  # fmt: skip
        if unknown := said_by(one.signature, "unknown_ids"):
            said.append(f"none of the {plural(int(unknown), 'id')} that {one.victim} returned as retrieved is of a "
                        "passage that the questions name: it invents them, its index has other names for the "
                        f"passages, or it finds none of these. {one.name} is not to be trusted.")  # fmt: skip
    return said


def _deep(score: Score, unit: str) -> str:
    """Of a recall, to which depth in how much it is, and what the index lacks; empty of any other score."""
    searched = said_by(score.signature, "searched")
    if searched is None:
        return ""
    k = said_by(score.signature, "k") or (said_by(score.signature, "evidence") or "").removeprefix("first-")
    of = searched.replace("-", " ") if searched != UNKNOWN else "a number that is not known"
    said = f"{score.name} of {score.victim} on {score.on}s is over k = {k} of {of}."
    if (absent := said_by(score.signature, "absent_gold")) is None or score.on != "original":
        return said
    lost, _, every = absent.partition("-of-")
    return f"{said} {absent_gold(AbsentGold(int(lost), int(every)), unit, str(score.victim))}"


def little_known(scores: Sequence[Score], unit: str) -> list[str]:
    """Why a figure has no interval, and of which groups a data set has too few for one; a sentence each."""
    few = {one.name: one.n for one in scores if one.n and isnan(one.low)}
    told = [f"{_over_few(few, scores, unit)}: too few to tell of others, so there is no interval."] if few else []
    groups = dict.fromkeys(
        group for one in scores for group in (said_by(one.signature, "too_few") or "").split("+") if group
    )
    for group in groups:
        level, _, number = group.rpartition("-")
        there = "There is" if number == "1" else "There are"
        told.append(f"{there} only {plural(int(number), level)}: too few to tell what others would differ by.")
    return told


def _over_few(few: Mapping[str, int], scores: Sequence[Score], unit: str) -> str:
    """Of how few all scores are, or which of them are of how few, each of what it is over."""
    units = {one.name: UNITS.get(said_by(one.signature, "of") or "", unit) for one in scores}
    alike: dict[str, list[str]] = {}
    for name, n in few.items():
        alike.setdefault(plural(n, units[name]), []).append(name)
    of_one_unit = len(set(units.values())) == 1
    if len(alike) == 1 and of_one_unit and len(few) == len(units):
        return next(iter(alike))
    return "; ".join(f"{listed(names)} {'is' if len(names) == 1 else 'are'} over {of}" for of, names in alike.items())


UNITS = {"bonuses": "bonus"}  # what a score is over that is not over its task's units, by what its signature says
