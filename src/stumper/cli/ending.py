"""How a command ends: what it asked, its exit code, and the sentence that says why."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from traceback import format_exc
from typing import Any

import typer

from stumper.cli import watched
from stumper.cli.console import flush, remark, remarking
from stumper.cli.executing import executing
from stumper.cli.gate import GateFailed
from stumper.cli.junit import begin, cases, end
from stumper.cli.tally import asked, tallying
from stumper.cli.watching import ASKING, INTERRUPTED, NO_VERDICT, SAID_INTERRUPTED, WATCHED
from stumper.errors import NoVerdict, Spent, StumperError, VictimFailed

GATE_FAILED, TO_BE_MENDED = 1, 2


def to_its_end(name: str, command: Callable[..., None]) -> Callable[..., None]:
    """The command, each way that it can end turned into its exit code here, as typer has codes of its own."""

    @wraps(command)
    def run_to_its_end(*arguments: object, **options: Any) -> None:
        junit = options.pop("junit", None)
        file = Path(str(junit)).absolute() if junit is not None else None  # a victim may change the current folder
        is_asking = name in ASKING and not options.get("dry_run")
        from stumper.victims.allowance import allowing

        allowed = allowing(options.get("max_requests"), options.get("max_cost"))
        with tallying(), cases() as found, allowed as allowance, executing() as held:
            code, sentence = _ended(name, lambda: _begun(file, name, lambda: command(*arguments, **options)))
            counts = asked() if is_asking else None
        if counts is not None and not counts.is_proof and code in (0, GATE_FAILED):
            code, sentence = NO_VERDICT, UNMEASURED
        if counts is not None and (counts.unique or counts.recorded):
            remark(counts.said)
            if counts.drift:
                remark(counts.drift)
            # What several processes asked is in their counts; all that one did, for whatever, is in its allowance.
            used = counts.usage if held.workers.are_elsewhere else allowance.usage
            if used.requests:
                remark(f"services were asked by this command: {used.said}")
        if file is not None and not (code == TO_BE_MENDED and not file.is_file()):
            end(file, name, found, code, sentence)
        if sentence:
            remark(f"stumper: {sentence}" if code != GATE_FAILED else sentence)
        is_spent = code == INTERRUPTED and sentence != SAID_INTERRUPTED
        watched.record(code, name if is_asking else "", counts, is_spent)
        raise typer.Exit(code)

    return run_to_its_end


def _begun(junit: Path | None, name: str, command: Callable[[], None]) -> None:
    if junit is not None:
        begin(junit, name)
    command()


UNMEASURED = (
    "nothing was answered, now or earlier, so there is no verdict. Mend the victim and run the same command with "
    "--retry-errors."
)
OF_OTHERS = "this is a bug in the code named last. What was done is kept."
SPEAKING = ("stumper.loading", "stumper.retrieval", "stumper.tasks", "stumper.victims")  # to whoever runs a command
NOBODYS = (
    "the code named last raised KeyboardInterrupt, and nobody interrupted the command: there is no verdict. What was "
    "done is kept."
)


def _ended(name: str, command: Callable[[], None]) -> tuple[int, str]:
    """The exit code of a command that has been run, and the sentence that says why it is not 0."""
    try:
        try:
            with ExitStack() as meanwhile:
                for logger in SPEAKING:
                    meanwhile.enter_context(remarking(logger))
                command()
        finally:
            flush()
    except GateFailed as error:
        return GATE_FAILED, str(error)
    except Spent as error:
        return INTERRUPTED, str(error)
    except (VictimFailed, NoVerdict) as error:
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
