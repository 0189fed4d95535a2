"""The commands, put together; how they end."""

import sys

import typer

from stumper.cli.attack import attack
from stumper.cli.demo import demo
from stumper.cli.evaluate import evaluate
from stumper.cli.listing import listing
from stumper.cli.predict import predict
from stumper.cli.report import report
from stumper.cli.run import run
from stumper.cli.score import score
from stumper.errors import StumperError

INTERRUPTED = 130

app = typer.Typer(
    name="stumper",
    help="Find out whether a system that answers questions really reads, or only matches words.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(demo)
app.command("list")(listing)
app.command()(predict)
app.command()(score)
app.command()(attack)
app.command()(evaluate)
app.command()(run)
app.command()(report)


def main() -> None:
    """Runs a command; exits with 0 done, 1 below --fail-under, 2 to be mended, 3 the victim failed, 130 interrupted."""
    try:
        app(standalone_mode=True)
    except StumperError as error:
        print(f"stumper: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print("stumper: interrupted. What was done is kept; the same command goes on from there.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
