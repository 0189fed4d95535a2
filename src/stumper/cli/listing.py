"""`stumper list`."""

from typing import TYPE_CHECKING, Annotated

import typer

from stumper.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KINDS = ("datasets", "victims", "adversaries")


def listing(
    kind: Annotated[str | None, typer.Argument(metavar="[datasets|victims|adversaries]", help="Only these.")] = None,
) -> None:
    """List the data sets, victims and adversaries that are installed."""
    from inspect import getdoc

    from stumper import registry
    from stumper.cli.console import columns, tell
    from stumper.errors import MissingExtra, UnknownComponent

    if kind is not None and kind not in KINDS:
        raise BadOption(f"list takes datasets, victims or adversaries, not {kind!r}.")

    def summary(of: registry.Kind, name: str) -> str:
        try:
            component = registry.find(of, name)
        except MissingExtra as error:
            return f"(not installed: {error})"
        except UnknownComponent as error:
            return f"(cannot be used: {error})"
        text = (getdoc(component) or "").split("\n", 1)[0].replace("``", "")
        return f"{text}  [{', '.join(_options(component))}]" if of == "adversary" else text

    kinds: tuple[registry.Kind, ...] = ("dataset", "victim", "adversary")
    for of, plural in zip(kinds, KINDS, strict=True):
        if kind in (None, plural):
            tell(f"{plural.upper()}")
            tell(columns((f"  {name}", summary(of, name)) for name in registry.names(of)))


def _options(component: "Callable[..., object]") -> "Iterator[str]":
    """key=default of each option; a key alone must be given."""
    from inspect import signature

    for name, parameter in signature(component).parameters.items():
        default = "" if parameter.default is None else str(parameter.default)
        yield name if parameter.default is parameter.empty else f"{name}={default.lower()}"
