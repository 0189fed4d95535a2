"""A match that was replayed, as text and as JSON."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stumper.people.matches.replay import Replay, SideScore, ToldPlay, ToldTurn
from stumper.sections.wording import plural

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

MODES = {"teams": "two teams", "alone": "everybody alone", "machine": "people against a machine"}
RIGHT = {True: "right", False: "wrong", None: "open"}
JUDGES = {"matcher": "by the matcher", "clock": "as the time was up", "nobody": "as nobody decided"}
TODAY = {
    "accept": "the matcher finds it right",
    "reject": "the matcher finds it wrong",
    "prompt": "the matcher would ask for more",
    "unsure": "the matcher cannot tell",
}


def replays_json(logs: Sequence[Path], replays: Sequence[Replay]) -> str:
    """`{"matches": [...]}`, in the order of the logs."""
    return json.dumps({"matches": [_document(*pair) for pair in zip(logs, replays, strict=True)]}, ensure_ascii=False)


def replay_text(replays: Sequence[Replay]) -> "RenderableType":
    """The matches question by question, each with its score and what has changed in it."""
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = []
    for one in replays:
        played = f"{len(one.plays)} of {plural(one.questions, 'question')} played"
        parts += [Text.assemble((one.name, "bold"), f": {MODES[one.mode]}, {played}"), Text()]
        parts += [line for play in one.plays for line in (*_play(play), Text())]
        parts += [_table(one), *map(Text, _sentences(one)), Text()]
    return Group(*parts[:-1])


def _document(log: Path, told: Replay) -> dict[str, object]:
    return {
        "log": str(log),
        "name": told.name,
        "mode": told.mode,
        "questions": told.questions,
        "is_over": told.is_over,
        "scores": [asdict(score) for score in told.scores],
        "changed": len(told.changed),
        "open": len(told.open),
        "plays": list(map(_play_document, told.plays)),
    }


def _play_document(play: ToldPlay) -> dict[str, object]:
    guesses = [{"answer": answer, "probability": probability} for answer, probability in play.guesses]
    return {**asdict(play), "turns": list(map(_turn_document, play.turns)), "guesses": guesses}


def _turn_document(turn: ToldTurn) -> dict[str, object]:
    score = [{"side": side, "points": points} for side, points in turn.score]
    return {**asdict(turn), "score": score, "is_changed": turn.is_changed}


def _play(play: ToldPlay) -> Iterator["RenderableType"]:
    from rich.text import Text

    about = ", ".join(filter(None, (play.category, play.set)))
    yield Text.assemble((f"{play.number}. {play.answer or 'no answer that could be read'}", "bold"), f" ({about})")
    for turn in play.turns:
        if turn.read:
            yield _Indented(Text(turn.read, "dim"))
        yield _Indented(_turn(turn), 2)
        if turn.is_changed:
            yield _Indented(Text(f"! {RIGHT[turn.was_right]} in the log, {RIGHT[turn.right]} now", "bold"), 2)
    if play.read:
        yield _Indented(Text(play.read, "dim"))
    if not play.turns:
        yield _Indented(Text("> nobody buzzed"), 2)
    if play.words < play.of:
        yield _Indented(Text(f"{play.words} of {play.of} words were read"))
    if play.fault:
        yield _Indented(Text(f"the machine did not play it: {play.fault}"))
    elif play.guesses:
        guesses = "; ".join(_guess(*guess) for guess in play.guesses)
        sure = "never sure" if play.sure is None else f"sure after {plural(play.sure, 'word')}"
        yield _Indented(Text(f"the machine, {sure}: {guesses}"))


@dataclass(frozen=True, slots=True)
class _Indented:
    """A line below its question, and where a terminal has no room for it further ones, each ``hanging`` further in."""

    text: "Text"
    hanging: int = 0

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> Iterator["Text"]:
        from rich.text import Text

        width = max(1, options.max_width - len(INDENT) - self.hanging)
        lines = [self.text] if options.no_wrap else self.text.wrap(console, width)
        for place, line in enumerate(lines):
            yield Text.assemble(INDENT + " " * (self.hanging if place else 0), line)


INDENT = "   "


def _turn(turn: ToldTurn) -> "Text":
    from rich.text import Text

    who = turn.player if turn.player == turn.side else f"{turn.player} for {turn.side}"
    place = f"after {plural(turn.words, 'word')}{', in power' if turn.is_in_power else ''}"
    said = ", then ".join(f"“{text}”" if text else "nothing" for text in turn.said) or "nothing yet"
    standing = ", ".join(f"{side} {points}" for side, points in turn.score)
    return Text(f"> {who} {place}: {said}: {_decision(turn)}; {_signed(turn.points)} ({standing})")


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _decision(turn: ToldTurn) -> str:
    judge = f"by the moderator {turn.moderator}".rstrip() if turn.by == "moderator" else JUDGES[turn.by]
    is_told = turn.today is not None and (turn.by == "moderator" or turn.today == "prompt")
    return f"{RIGHT[turn.was_right]} {judge}" + (f"; {TODAY[turn.today or 'unsure']} today" if is_told else "")


def _guess(answer: str, probability: float | None) -> str:
    return answer if probability is None else f"{answer} {100 * probability:.1f}%"


def _table(told: Replay) -> "RenderableType":
    from rich.table import Table

    is_shown = _differs_from_shown(told)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("side")
    for header in (*(["shown then"] if is_shown else []), "by the log", "scored again", "difference"):
        table.add_column(header, justify="right")
    for score in told.scores:
        shown = [str(score.shown)] if is_shown else []
        difference = score.rescored - score.logged
        table.add_row(
            score.side, *shown, str(score.logged), str(score.rescored), _signed(difference) if difference else ""
        )
    return table


def _sentences(told: Replay) -> Iterator[str]:
    answers = sum(bool(turn.said) for play in told.plays for turn in play.turns)
    moved = [score for score in told.scores if score.rescored != score.logged]
    if told.changed:
        yield (f"Scored again, {len(told.changed)} of {plural(answers, 'answer')} "
               f"{'counts' if len(told.changed) == 1 else 'count'} otherwise than in the log "
               f"({_places(told.changed)}): {_moved(moved)}.")  # fmt: skip
    else:
        yield f"Scored again, every answer counts as in the log: {_moved(moved)}."
    if told.open:
        yield f"{plural(len(told.open), 'answer')} stayed open, for nobody decided ({_places(told.open)})."
    if not told.is_over:
        yield "The log ends before the match does: it was cut off, or the match was not over."
    elif _differs_from_shown(told):
        yield "What was shown then was counted by other rules than today's."


def _places(answers: Sequence[tuple[ToldPlay, ToldTurn]]) -> str:
    numbers = list(dict.fromkeys(str(play.number) for play, _ in answers))
    return f"{'questions' if len(numbers) > 1 else 'question'} {_listed(numbers)}"


def _moved(scores: Sequence[SideScore]) -> str:
    if not scores:
        return "the points are the same"
    return _listed([f"{one.side} {one.rescored} instead of {one.logged}" for one in scores])


def _differs_from_shown(told: Replay) -> bool:
    return any(score.shown not in (None, score.logged) for score in told.scores)


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else words[0]
