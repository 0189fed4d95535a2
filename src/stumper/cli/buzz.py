"""`stumper buzz`."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.options import (
    AskAgainOption,
    Asked,
    DatasetArgument,
    LimitOption,
    MapOption,
    MaxCostOption,
    MaxErrorsOption,
    MaxRequestsOption,
    SeedOption,
    StoreOption,
    TimeoutOption,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stumper.buzz import Buzz, Unheard
    from stumper.playing import Listened

NAMED = 5  # questions that a guesser failed on


def buzz(
    dataset: DatasetArgument,
    out: Annotated[Path, typer.Option("--out", help="The buzzes, a JSON object a line.")],
    victim: Annotated[
        list[str] | None, typer.Option("--victim", "-v", help="A guesser, as for attack; may be repeated.")
    ] = None,
    asked: Asked = Asked(),
    positions: Annotated[
        int, typer.Option(min=1, max=200, help="Even shares of a question at which it is asked.")
    ] = 20,
    buzzer: Annotated[
        str | None,
        typer.Option(
            help="A probability (0-1) from which on it buzzes, or a buzzer's file.  "
            "[default: the guesser's own, or the shipped one]"
        ),
    ] = None,
    named: Annotated[
        str,
        typer.Option(
            "--set",
            metavar="NAME",
            help="What the questions are called.  [default: regular; adversarial for variants and with --against]",
        ),
    ] = "",
    round_: Annotated[str, typer.Option("--round", metavar="NAME", help="The round that they belong to.")] = "",
    against: Annotated[str, typer.Option(metavar="VICTIM", help="The machine that they were written against.")] = "",
    limit: LimitOption = None,
    map_: MapOption = None,
    seed: SeedOption = 1,
    max_errors: MaxErrorsOption = 0.1,
    retry_errors: Annotated[
        bool,
        typer.Option(
            "--retry-errors",
            help="Ask a guesser without a fingerprint for what it failed on alone, though its buzzes are written; any "
            "other is asked for no more than that anyway.",
        ),
    ] = False,
    ask_again: AskAgainOption = 0.01,
    timeout: TimeoutOption = 300,
    max_requests: MaxRequestsOption = None,
    max_cost: MaxCostOption = None,
    store: StoreOption = None,
) -> None:
    """Read questions out to guessers, and write down what they say and where they buzz."""
    from stumper import api, playing
    from stumper.cli.console import remark
    from stumper.datasets.buzz_log import write_buzzes
    from stumper.errors import Spent, StumperError, told_first
    from stumper.sections.wording import plural
    from stumper.victims.address import without_password

    api.writable(out, dataset)
    [dataset] = api.with_maps([dataset], map_)
    decide = playing.buzzer_named(buzzer) if buzzer else None
    labels, opened = playing.Labels(named.strip(), round_.strip(), against.strip()), api.open_store(store)
    cache, sittings = opened.cache(), opened.sittings(retry_errors)
    heard, failed, guessers = Heard(), list[tuple[str, StumperError]](), asked.of(victim)
    there, folder = out.absolute(), os.getcwd()  # a guesser may change the current folder
    for name in guessers:
        os.chdir(folder)
        steps = playing.listen(
            dataset, name, positions, cache, buzzer=decide, labels=labels, limit=limit, seed=seed, ask_again=ask_again,
            timeout=timeout, max_errors=max_errors, sittings=sittings,
        )  # fmt: skip
        try:
            own = _followed(without_password(name), steps)
        except StumperError as error:
            if len(guessers) == 1 or isinstance(error, Spent):  # of which no other has any left either
                raise
            failed.append((without_password(name), error))
            continue
        heard.buzzes += own.buzzes
        heard.unheard += own.unheard
        if not _has_others(there, heard):
            write_buzzes(there, heard.buzzes, heard.unheard)  # whatever becomes of those that follow
    for sentence in heard.left_out:
        remark(sentence)
    wrote = f"wrote {plural(len(heard.buzzes), 'buzz', 'buzzes')} to {out}"
    if failed:
        first, reason = told_first(failed)
        rest = f"; of the others it {wrote}" if heard.buzzes else ""
        rest = f"; {out} is as it was, as it has buzzes of theirs" if _has_others(there, heard) else rest
        raise type(reason)(f"{len(failed)} of {len(guessers)} guessers did not come to their end{rest}. The first, "
                          f"{first}: {reason}") from reason  # fmt: skip
    write_buzzes(there, heard.buzzes, heard.unheard)
    sittings.close()
    remark(f"{wrote}; next: stumper report --buzzes {out}")


@dataclass(slots=True)
class Heard:
    """What guessers said, and what they were not heard on."""

    buzzes: "list[Buzz]" = field(default_factory=list)
    unheard: "list[Unheard]" = field(default_factory=list)

    @property
    def left_out(self) -> "Iterator[str]":
        """Of each guesser the questions that it failed on."""
        from stumper.sections.wording import plural

        for player in dict.fromkeys(one.player for one in self.unheard):
            own = [one for one in self.unheard if one.player == player]
            ids = ", ".join([*(repr(one.question_id) for one in own[:NAMED]), *(["…"] if len(own) > NAMED else [])])
            of = len(own) + sum(buzz.player == player for buzz in self.buzzes)
            yield (
                f"{player} failed on {len(own):,} of {plural(of, 'question')}, which are left out of its rows ({ids}; "
                f"{own[0].reason}); the same command with --retry-errors asks it for these again"
            )

    @property
    def told(self) -> str:
        """How far it is, in short."""
        right = f"right {sum(one.correct for one in self.buzzes)}"
        return f"{right}, failed {len(self.unheard)}" if self.unheard else right


def _has_others(path: Path, heard: Heard) -> bool:
    """Whether the file has buzzes of machines that were not heard now, and would be lost with it."""
    from stumper.datasets.buzz_log import read_buzzes
    from stumper.errors import BadData

    try:
        known = {buzz.player for buzz in read_buzzes(path)} if path.is_file() else set[str]()
    except BadData:  # another file: it is written over, as by any command
        return False
    return not known <= {*(one.player for one in heard.buzzes), *(one.player for one in heard.unheard)}


def _followed(name: str, steps: "Iterator[Listened]") -> Heard:
    """What a guesser said once it has been followed to the end of all questions."""
    from stumper.cli.console import followed

    own = Heard()
    for step in followed(name, "questions", steps, lambda: own.told):
        own.buzzes += step.buzzes
        own.unheard += step.unheard
    return own
