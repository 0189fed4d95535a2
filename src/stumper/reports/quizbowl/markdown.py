"""The quizbowl part as Markdown: play, tests, transfer, what questions are made of, attacks."""

from collections.abc import Sequence
from itertools import chain

from stumper.reports.judges import judged
from stumper.reports.quizbowl.filters import TOLD_SHARES, at_share, makeup_rows
from stumper.reports.quizbowl.values import Compared, Part, Play, Played, Quizbowl, TossupRun
from stumper.reports.quizbowl.words import (
    effect_size,
    nevers,
    odds_ratio,
    of_questions,
    p_value,
    part_name,
    points,
    position_difference,
    share_label,
    t_and_df,
    told_change,
    who,
)
from stumper.reports.tables import escaped, table
from stumper.reports.wording import NOTHING, attack_label, count, signed_interval, with_interval
from stumper.scores.before_after import BeforeAfter
from stumper.scores.intervals import Estimate

PLAYED = ("questions", "n", "right, %", "buzzes right, %", "read, %", "expected wins, %", "first right, %", "points")
TESTS = (
    "player", "sets", "n", "difference, points", "Fisher", "odds ratio", "n right", "position, points", "t (df)",
    "Welch", "Hedges' g",
)  # fmt: skip
RUNS = (
    "guesser", "attack", "n", "right at the end, %", "difference", "after the first sentence, %", "difference",
    "first right after, %", "difference", "expected wins, %", "difference", "never right", "fooled, %", "queries",
    "judged correct, %",
)  # fmt: skip


def parts(found: Quizbowl) -> list[str]:
    """The paragraphs and tables, in the order of the page."""
    said = _play(found.play) if found.play else []
    if found.runs:
        said += ["## Attacks on guessers", table(RUNS, 2, [_run(run) for run in found.runs])]
        said += ["Percent; in brackets 95% intervals. Differences are paired: after − before, in points."]
    return [*said, *(["\n".join(f"- {escaped(note)}" for note in found.notes)] if found.notes else [])]


def _play(play: Play) -> list[str]:
    said: list[str] = []
    if play.played:
        said += ["## How people and machines play", table(("player", "set", *PLAYED), 2, _rows(play.played))]
    if play.compared:
        said += ["### Tests and effect sizes", table(TESTS, 2, [_test(row) for row in play.compared])]
    if play.curves:
        header = ("player", "questions", "by", "n", *(f"{share_label(share)}% read" for share in TOLD_SHARES))
        rows = [
            [who(one.player, one.is_machine), one.label, one.of, count(one.points[-1].estimate.n)]
            + [with_interval(at_share(one, share)) for share in TOLD_SHARES]
            for one in play.curves
        ]
        said += ["### Right by share of the question read, %", table(header, 3, rows)]
    for title, label, shown in (
        ("Person by person", "set", play.people),
        ("Round by round", "round", play.rounds),
        ("By the machine that questions were written against", "against", play.against),
        ("By the number of training questions with the same answer", "in training", play.training),
    ):
        said += [f"### {title}", table(("player", label, *PLAYED), 2, _rows(shown))] if shown else []
    said += _transfer(play)
    return [*said, *_made_of(play)]


def _rows(rows: Sequence[Played]) -> list[list[str]]:
    return [
        [
            who(row.player, row.is_machine), row.label, count(row.questions), count(row.accuracy.n),
            with_interval(row.accuracy), with_interval(row.buzzes), _known(row.position),
            with_interval(row.wins), _known(row.first_right),
            points(row.points),
        ]
        for row in rows
    ]  # fmt: skip


def _test(row: Compared) -> list[str]:
    return [
        who(row.player, row.is_machine), f"{row.first}, {row.second}",
        f"{count(row.exact.first[1])}, {count(row.exact.second[1])}", signed_interval(row.accuracy),
        p_value(row.exact.p), odds_ratio(row.exact), f"{count(row.welch.first)}, {count(row.welch.second)}",
        position_difference(row.welch), t_and_df(row.welch), p_value(row.welch.p), effect_size(row.welch),
    ]  # fmt: skip


def _transfer(play: Play) -> list[str]:
    if not play.transfer:
        return []
    rows = [
        [
            row.against, who(row.player, row.is_machine), count(row.accuracy.n), _known(row.regular),
            with_interval(row.accuracy), signed_interval(row.difference) if row.difference.n else NOTHING,
            signed_interval(row.later) if row.later.n else NOTHING,
        ]
        for row in play.transfer
    ]  # fmt: skip
    header = (
        "written against",
        "put to",
        "n",
        "regular, %",
        "these, %",
        "difference, points",
        "first right, points later",
    )
    return ["### What carries over", table(header, 2, rows)]


def _made_of(play: Play) -> list[str]:
    said: list[str] = []
    if play.makeups:
        header = ("", *(f"{row.set} (n = {count(row.questions)})" for row in play.makeups))
        rows = [
            [title, *(with_interval(one) if kind == "share" else of_questions(one) for one, kind in figures)]
            for title, _, figures in makeup_rows(play.makeups)
        ]
        said += ["## What the questions are made of", table(header, 1, rows)]
    for title, found in (("Phenomena", play.phenomena), ("Categories", play.categories)):
        header = (title.lower(), "set", "questions", "share, %", "people right, %", "machines right, %")
        said += [f"### {title}", table(header, 2, [_part(row) for row in found])] if found else []
    return said


def _part(row: Part) -> list[str]:
    figures = [with_interval(row.share), _known(row.people), _known(row.machines)]
    return [part_name(row.name), row.set, count(row.questions), *figures]


def _run(run: TossupRun) -> list[str]:
    figures = chain.from_iterable(map(_pair, (run.accuracy, run.first_sentence, run.position, run.wins)))
    n = run.accuracy.after.n
    never = f"{nevers(run.nevers[0], n)} → {nevers(run.nevers[1], n)}"
    names = [run.names.victim, attack_label(run), count(n)]
    return [*names, *figures, never, with_interval(run.success), count(run.queries.total), judged(run)]


def _pair(found: BeforeAfter) -> list[str]:
    return [f"{with_interval(found.before)} → {with_interval(found.after)}", told_change(found)]


def _known(estimate: Estimate) -> str:
    return with_interval(estimate) if estimate.n else NOTHING
