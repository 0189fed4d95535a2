"""`stumper list`."""

from typing import Annotated

import typer

from stumper.errors import BadOption

KINDS = ("datasets", "victims", "adversaries")


def listing(
    kind: Annotated[str | None, typer.Argument(metavar="[datasets|victims|adversaries]", help="Only these.")] = None,
) -> None:
    """List the data sets, victims and adversaries that are installed."""
    from inspect import getdoc, signature

    from stumper import registry
    from stumper.cli.console import columns
    from stumper.errors import MissingExtra

    if kind is not None and kind not in KINDS:
        raise BadOption(f"list takes datasets, victims or adversaries, not {kind!r}.")

    def summary(of: registry.Kind, name: str) -> str:
        try:
            component = registry.find(of, name)
        except MissingExtra as error:
            return f"(not installed: {error})"
        described = getattr(component, "func", component)
        text = (getdoc(described) or "").split("\n", 1)[0]
        if of != "adversary":
            return text
        options = (f"{p.name}={p.default}" for p in signature(component).parameters.values())
        return f"{text}  [{', '.join(options)}]"

    kinds: tuple[registry.Kind, ...] = ("dataset", "victim", "adversary")
    for of, plural in zip(kinds, KINDS, strict=True):
        if kind in (None, plural):
            print(f"{plural.upper()}")
            print(columns((f"  {name}", summary(of, name)) for name in registry.names(of)))
