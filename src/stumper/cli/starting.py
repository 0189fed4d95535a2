"""What a command begins with: a process that watches it, one that carries it out watched, or one that just does.

Imported before anything else of Stumper, and imports next to nothing: the child pays for the command, not the parent.
"""

import os
import sys

from stumper.cli.watching import MARK, WATCHED, can_watch, watch


def main() -> None:
    """Runs a command; exits with 0 done, 1 below --fail-under, 2 to be mended, 3 no verdict, 130 interrupted."""
    if mark := os.environ.pop(MARK, ""):
        from stumper.cli.watched import run

        run(mark, _carry_out)
    elif _command() in WATCHED and not {"-h", "--help"}.intersection(sys.argv) and can_watch():
        sys.exit(watch())
    else:
        _carry_out()


def _command() -> str:
    return next((argument for argument in sys.argv[1:] if not argument.startswith("-")), "")


def _carry_out() -> None:
    from stumper.cli.app import app

    app()
