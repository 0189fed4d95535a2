"""`stumper match`."""

import os
from pathlib import Path
from typing import Annotated

import typer

from stumper.cli.options import JsonOption
from stumper.errors import BadOutput


def match(
    logs: Annotated[
        list[Path], typer.Argument(metavar="LOG...", help="Logs of matches, downloaded from the pages of matches.")
    ],
    no_rulings: Annotated[
        bool, typer.Option("--no-rulings", help="Leave moderators' decisions out, so that the matcher alone decides.")
    ] = False,
    right: Annotated[int, typer.Option(min=-1000, max=1000, help="Points of a right answer.")] = 10,
    power: Annotated[
        int, typer.Option(min=-1000, max=1000, help="Points of a right answer before the power mark.")
    ] = 15,
    interruption: Annotated[
        int, typer.Option(min=-1000, max=1000, help="Points of a wrong answer before the last word.")
    ] = -5,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The buzzes as they are scored now, a JSON object a line, for stumper report."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Replay matches from their logs, question by question, and score them again with today's matcher."""
    from stumper import api
    from stumper.cli.console import remark, show, tell
    from stumper.cli.replay_text import replay_text, replays_json
    from stumper.datasets.buzz_log import write_buzzes
    from stumper.people.matches.buzzes import buzzes
    from stumper.people.matches.log_file import read_log
    from stumper.people.matches.points import Worth
    from stumper.people.matches.replay import replay
    from stumper.sections.wording import plural

    if out:
        api.writable(out)
        if os.path.realpath(out) in map(os.path.realpath, logs):
            raise BadOutput(f"{out} is a log that is replayed, and would be overwritten. Name another --out.")
    worth = Worth(right, power, interruption)
    read = [read_log(log) for log in logs]
    told = [replay(logged, not no_rulings, worth) for logged in read]
    if as_json:
        tell(replays_json(logs, told))
    else:
        show(replay_text(told))
    if out:
        found = [
            buzz
            for logged, one in zip(read, told, strict=True)
            for buzz in buzzes(logged.match, logged.events, one.rescored, worth)
        ]
        write_buzzes(out, found)
        remark(f"wrote {plural(len(found), 'buzz', 'buzzes')} to {out}; next: stumper report --buzzes {out}")
