"""The commands, put together."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from stumper.cli.attack import attack
from stumper.cli.buzz import buzz
from stumper.cli.compare import compare
from stumper.cli.data import data
from stumper.cli.demo import demo
from stumper.cli.ending import to_its_end
from stumper.cli.evaluate import evaluate
from stumper.cli.index import index
from stumper.cli.judge import judge
from stumper.cli.listing import listing
from stumper.cli.match import match
from stumper.cli.options import spread
from stumper.cli.predict import predict
from stumper.cli.report import report
from stumper.cli.run import run
from stumper.cli.score import score
from stumper.cli.serve import serve
from stumper.cli.table import table
from stumper.cli.transfer import transfer
from stumper.shown import in_a_line
from stumper.version import __version__

# Click's UsageError; newer versions of typer bring a click of their own along.
_WRONG_USAGE: type[Exception] = typer.BadParameter.__mro__[1]


class Commands(TyperGroup):
    """The commands, of which a wrong usage is said in a sentence that one reads, whatever was typed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Takes what stands before the command."""
        with _short():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Does what the arguments say."""
        with _short():
            return super().invoke(ctx)


@contextmanager
def _short() -> Iterator[None]:
    """Bounds what is said meanwhile of a wrong usage."""
    try:
        yield
    except _WRONG_USAGE as error:
        error.message = in_a_line(error.message)  # type: ignore[attr-defined]
        raise


app = typer.Typer(
    name="stumper",
    cls=Commands,
    help="Find out whether a system that answers questions really reads, or only matches words.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: dict[str, Callable[..., None]] = {
    "demo": demo,
    "list": listing,
    "data": data,
    "index": index,
    "predict": predict,
    "score": score,
    "attack": attack,
    "evaluate": evaluate,
    "run": run,
    "buzz": buzz,
    "match": match,
    "judge": judge,
    "report": report,
    "table": table,
    "transfer": transfer,
    "compare": compare,
    "serve": serve,
}


def _version(asked: bool) -> None:
    """Says the version and ends, where that was asked for."""
    if asked:
        typer.echo(f"stumper {__version__}")
        raise typer.Exit


@app.callback()
def before_commands(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and end.")
    ] = False,
) -> None:
    """Find out whether a system that answers questions really reads, or only matches words."""


for name, command in COMMANDS.items():
    app.command(name)(to_its_end(name, spread(command)))
