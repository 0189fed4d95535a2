"""The four figures on top of a project's results: attempts, what fooled, what is correct, how far judges agree."""

from dataclasses import dataclass
from math import isnan

from stumper.people.study.results import Results
from stumper.scores.score import made_by
from stumper.scores.signature import signature
from stumper.sections.wording import decimals, interval, percent
from stumper.statistics.estimate import Estimate
from stumper.web.words import so_many, t


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its interval, what it counts and over how many, and its signature; ``about`` says what is open."""

    name: str
    value: str
    interval: str
    counted: str
    signature: str
    about: str = ""


def four_figures(found: Results) -> tuple[Figure, ...]:
    """The four, each in the words of the page; those of which nothing is known say so."""
    return _attempts(found), _fooled(found), _correct(found), _agreement(found)


def _attempts(found: Results) -> Figure:
    made, needed = found.successes, found.effort.attempts
    examples, authors = (
        so_many(f"results.four.attempts.{what}", len(by))
        for what, by in (("examples", made.by_example), ("authors", made.by_person))
    )
    of = t("results.four.attempts.counted", examples=examples, authors=authors)
    until = t("results.four.attempts.until", mean=decimals(needed), n=needed.n) if needed.n else ""
    line = signature("attempts_to_success", needed.n, agg="mean", **made_by(needed)) if needed.n else ""
    return Figure("attempts", f"{made.all.n:,}", "", of, line, until)


def _fooled(found: Results) -> Figure:
    share = found.successes.all
    line = signature("fooled", share.n, per="attempt", agg="mean", **made_by(share))
    return Figure("fooled", percent(share.value), interval(share), t("results.n", n=share.n), line, _why_none(share))


def _correct(found: Results) -> Figure:
    judged, share = found.submitted, found.submitted.correct
    still = t("results.open", n=judged.open) if judged.open else ""
    counted = t("results.four.correct.counted", n=share.n, of=judged.perturbations)
    if not share.n:
        return Figure("correct", t("results.four.unknown"), "", counted, "", still)
    line = signature("correct_rate", share.n, vote="majority", open=str(judged.open), **made_by(share))
    about = "; ".join(filter(None, (still, _why_none(share))))
    return Figure("correct", percent(share.value), interval(share), counted, line, about)


def _why_none(share: Estimate) -> str:
    """Why the share has no interval; empty where it has one."""
    return "" if share.is_known else t("results.four.no_interval")


def _agreement(found: Results) -> Figure:
    row = next((row for row in found.agreements if row.question == "correct"), None)
    if row is None or not row.same.n:
        return Figure("agreement", t("results.four.unknown"), "", t("results.agreement.none"), "")
    alpha = row.alpha
    about = t(f"results.agreement.{alpha.degenerate}", n=alpha.n) if alpha.degenerate else ""
    bounds = "" if isnan(alpha.low) else f"[{_small(alpha.low)}, {_small(alpha.high)}]"
    value = t("results.four.unknown") if isnan(alpha.value) else _small(alpha.value)
    line = signature("alpha", alpha.n, scale="nominal", originals=str(alpha.originals))
    return Figure("agreement", value, bounds, t("results.four.agreement.counted", n=alpha.n), line, about)


def _small(value: float) -> str:
    return f"{value:.3f}".replace("-", "\u2212")
