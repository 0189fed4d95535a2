"""The command line: parse, call the api, print. One file a command."""

from stumper.cli.starting import main

__all__ = ["main"]
