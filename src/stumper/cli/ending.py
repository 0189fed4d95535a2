"""How a command ends: what it asked, its exit code, and the sentence that says why."""

from collections.abc import Callable
from functools import wraps
from traceback import format_exc

import typer

from stumper.cli import watched
from stumper.cli.console import flush, remark, remarking
from stumper.cli.gate import BelowBound
from stumper.cli.tally import asked, tallying
from stumper.cli.watching import ASKING, INTERRUPTED, NO_VERDICT, SAID_INTERRUPTED, WATCHED
from stumper.errors import StumperError, VictimFailed

BELOW_BOUND, TO_BE_MENDED = 1, 2


def to_its_end(name: str, command: Callable[..., None]) -> Callable[..., None]:
    """The command, each way that it can end turned into its exit code here, as typer has codes of its own."""

    @wraps(command)
    def run_to_its_end(*arguments: object, **options: object) -> None:
        with tallying():
            code, sentence = _ended(name, lambda: command(*arguments, **options))
            counts = asked() if name in ASKING else None
        if counts is not None and not counts.is_proof and code in (0, BELOW_BOUND):
            code, sentence = NO_VERDICT, UNMEASURED
        if counts is not None and (counts.unique or counts.recorded):
            remark(counts.said)
            if counts.usage.requests:
                remark(counts.usage.said)
        if sentence:
            remark(f"stumper: {sentence}" if code != BELOW_BOUND else sentence)
        watched.record(code, name, counts)
        raise typer.Exit(code)

    return run_to_its_end


UNMEASURED = (
    "nothing was answered, now or earlier, so there is no verdict. Mend the victim and run the same command with "
    "--retry-errors."
)
OF_OTHERS = "this is a bug in the code named last. What was done is kept."
NOBODYS = (
    "the code named last raised KeyboardInterrupt, and nobody interrupted the command: there is no verdict. What was "
    "done is kept."
)


def _ended(name: str, command: Callable[[], None]) -> tuple[int, str]:
    """The exit code of a command that has been run, and the sentence that says why it is not 0."""
    try:
        try:
            with remarking("stumper.loading"):
                command()
        finally:
            flush()
    except BelowBound as error:
        return BELOW_BOUND, str(error)
    except VictimFailed as error:
        return NO_VERDICT, str(error)
    except StumperError as error:
        return TO_BE_MENDED, str(error)
    except KeyboardInterrupt:
        if watched.nobody_interrupted():
            remark(format_exc().rstrip())
            return NO_VERDICT, NOBODYS
        return INTERRUPTED, SAID_INTERRUPTED
    except SystemExit:
        if name not in WATCHED:  # a server that was told to end
            raise
        remark(format_exc().rstrip())
        return TO_BE_MENDED, OF_OTHERS
    except BaseException:  # a bug, ours or a plug-in's; python's own code for it, 1, would fail a gate
        remark(format_exc().rstrip())
        return TO_BE_MENDED, OF_OTHERS
    return 0, ""
