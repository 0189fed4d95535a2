"""`stumper serve`."""

from typing import Annotated

import typer

from stumper.cli.options import StoreOption

VICTIMS = ["embedded", "tfidf-esim", "tfidf-da", "ir"]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 is every one of this machine.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8080,
    root_path: Annotated[
        str, typer.Option("--root-path", metavar="/PATH", help="Where a proxy serves this, when not at its root.")
    ] = "",
    proxy: Annotated[
        bool, typer.Option("--proxy", help="Believe the X-Forwarded headers: only behind a proxy that sets them.")
    ] = False,
    allowed: Annotated[
        list[str] | None,
        typer.Option(
            "--allowed-host",
            metavar="HOST",
            help="A host for which this answers, beside the address that it listens at; may be repeated.",
        ),
    ] = None,
    victims: Annotated[
        list[str] | None,
        typer.Option(
            "--victim",
            "-v",
            help="What projects choose among; may be repeated.  [default: embedded, tfidf-esim, tfidf-da, ir]",
        ),
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="Open with three projects and three people; without --store, kept nowhere.")
    ] = False,
    new_secret: Annotated[
        bool, typer.Option("--new-secret", help="Serve nothing, but log everybody out, at every server on the store.")
    ] = False,
    store: StoreOption = None,
) -> None:
    """Let people write, mend, judge and answer in the browser."""
    from stumper import registry
    from stumper.cli.serving import Serving, carry_out, log_everybody_out

    if new_secret:
        registry.with_extras("stumper serve", lambda: log_everybody_out(store))
        return
    serving = Serving(host, port, root_path, proxy, tuple(allowed or ()), tuple(victims or VICTIMS), demo, store)
    registry.with_extras("stumper serve", lambda: carry_out(serving))
