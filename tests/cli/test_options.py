"""Options that belong together are one value of the command, and one option each on the command line."""

from dataclasses import dataclass
from inspect import signature
from typing import Annotated

import typer
from typer.testing import CliRunner

from stumper.cli.options import spread


@dataclass(frozen=True)
class Pair:
    first: Annotated[int, typer.Option("--one")] = 1
    second: str | None = None


def test_a_group_stands_in_its_place_and_reaches_the_command_as_one_value() -> None:
    met = []

    def command(name: str, pair: Pair = Pair(), last: bool = False) -> None:
        """What it does."""
        met.append((name, pair, last))

    flat = spread(command)
    assert [*signature(flat).parameters] == ["name", "first", "second", "last"]
    assert flat.__doc__ == "What it does."
    app = typer.Typer()
    app.command()(flat)
    assert CliRunner().invoke(app, ["Ada", "--one", "7", "--last"]).exit_code == 0
    assert CliRunner().invoke(app, ["Bo", "--second", "x"]).exit_code == 0
    assert CliRunner().invoke(app, ["Bo", "--first", "x"]).exit_code == 2
    flat(name="Cy", second="y")  # what is not said is as the group has it
    assert met == [("Ada", Pair(7), True), ("Bo", Pair(1, "x"), False), ("Cy", Pair(1, "y"), False)]
