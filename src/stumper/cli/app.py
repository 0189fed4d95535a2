"""The commands, put together; how they end."""

import os
import sys
import traceback
from collections.abc import Callable
from functools import wraps

import typer

from stumper.cli.attack import attack
from stumper.cli.buzz import buzz
from stumper.cli.console import remarking
from stumper.cli.demo import demo
from stumper.cli.evaluate import evaluate
from stumper.cli.judge import judge
from stumper.cli.listing import listing
from stumper.cli.match import match
from stumper.cli.predict import predict
from stumper.cli.report import report
from stumper.cli.run import run
from stumper.cli.score import score
from stumper.cli.serve import serve
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
COMMANDS: dict[str, Callable[..., None]] = {
    "demo": demo,
    "list": listing,
    "predict": predict,
    "score": score,
    "attack": attack,
    "evaluate": evaluate,
    "run": run,
    "buzz": buzz,
    "match": match,
    "judge": judge,
    "report": report,
    "serve": serve,
}


def main() -> None:
    """Runs a command; exits with 0 done, 1 below --fail-under, 2 to be mended, 3 the victim failed, 130 interrupted."""
    app()


def _ending_well(command: Callable[..., None]) -> Callable[..., None]:
    """The command, each way that it can end turned into its exit code here, as typer has codes of its own."""

    @wraps(command)
    def run_to_its_end(*arguments: object, **options: object) -> None:
        try:
            with remarking("stumper.loading"):
                command(*arguments, **options)
            sys.stdout.flush()
        except StumperError as error:
            print(f"stumper: {error}", file=sys.stderr)
            raise typer.Exit(error.exit_code) from error
        except KeyboardInterrupt as error:
            print("stumper: interrupted. What was done is kept; the same command goes on from there.", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from error
        except typer.Exit:
            raise
        except BrokenPipeError as error:  # whoever read the output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from error
        except Exception as error:  # a bug, ours or a plug-in's; python's own code for it, 1, would fail a gate
            traceback.print_exc()
            print("stumper: this is a bug in the code named last. What was done is kept.", file=sys.stderr)
            raise typer.Exit(StumperError.exit_code) from error

    return run_to_its_end


for name, command in COMMANDS.items():
    app.command(name)(_ending_well(command))
