"""`stumper buzz`."""

import os
from functools import partial
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
    MaxRequestsOption,
    SeedOption,
    StoreOption,
    TimeoutOption,
)

if TYPE_CHECKING:
    from stumper.buzz import Buzz


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
    ask_again: AskAgainOption = 0.01,
    timeout: TimeoutOption = 300,
    max_requests: MaxRequestsOption = None,
    max_cost: MaxCostOption = None,
    store: StoreOption = None,
) -> None:
    """Read questions out to guessers, and write down what they say and where they buzz."""
    from stumper import api, playing
    from stumper.cli.console import followed, remark
    from stumper.datasets.buzz_log import write_buzzes
    from stumper.sections.wording import plural
    from stumper.victims.address import without_password

    api.writable(out, dataset)
    [dataset] = api.with_maps([dataset], map_)
    decide = playing.buzzer_named(buzzer) if buzzer else None
    labels, cache = playing.Labels(named.strip(), round_.strip(), against.strip()), api.open_store(store).cache()
    found: list[Buzz] = []
    there, folder = out.absolute(), os.getcwd()  # a guesser may change the current folder
    for name in asked.of(victim):
        os.chdir(folder)
        own: list[Buzz] = []
        steps = playing.listen(
            dataset, name, positions, cache, buzzer=decide, labels=labels, limit=limit, seed=seed, ask_again=ask_again,
            timeout=timeout,
        )  # fmt: skip
        for step in followed(without_password(name), "questions", steps, partial(_right, own)):
            own += step.buzzes
        found += own
    write_buzzes(there, found)
    remark(f"wrote {plural(len(found), 'buzz', 'buzzes')} to {out}; next: stumper report --buzzes {out}")


def _right(buzzes: "list[Buzz]") -> str:
    return f"right {sum(one.correct for one in buzzes)}"
