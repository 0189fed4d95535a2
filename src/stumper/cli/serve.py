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
    opens: Annotated[bool, typer.Option("--open", help="Open it in this machine's browser.")] = False,
    waits: Annotated[
        bool,
        typer.Option("--wait-for-models", help="Answer nobody before all models are loaded; end where one cannot be."),
    ] = False,
    log_format: Annotated[
        str, typer.Option("--log-format", metavar="text|json", help="json logs each request, a line of JSON each.")
    ] = "text",
    metrics_from: Annotated[
        list[str] | None,
        typer.Option(
            "--metrics-from",
            metavar="NETWORK",
            help="Who may read /metrics, as 10.0.0.0/8; may be repeated. So may whoever shows STUMPER_METRICS_TOKEN.",
        ),
    ] = None,
    login_header: Annotated[
        str, typer.Option("--login-header", metavar="NAME", help="The header in which the proxy says who asks.")
    ] = "",
    login_proxy: Annotated[
        list[str] | None,
        typer.Option("--login-proxy", metavar="ADDRESS", help="A proxy whose word on that counts; may be repeated."),
    ] = None,
    login_rule: Annotated[
        str,
        typer.Option(
            "--login-rule", metavar="new|known", help="Who gets in so: anybody, or only who has an account of the name."
        ),
    ] = "new",
    model_hosts: Annotated[
        list[str] | None,
        typer.Option(
            "--model-host",
            metavar="HOST[:PORT]",
            help="A host of models that projects may name on their pages; may be repeated.  [default: none]",
        ),
    ] = None,
    new_secret: Annotated[
        bool, typer.Option("--new-secret", help="Serve nothing, but log everybody out, at every server on the store.")
    ] = False,
    store: StoreOption = None,
) -> None:
    """Let people write, mend, judge and answer in the browser."""
    from stumper import registry
    from stumper.cli.serving import Serving, Trusting, Watching, carry_out, log_everybody_out

    if new_secret:
        registry.with_extras("stumper serve", lambda: log_everybody_out(store))
        return
    named = tuple(allowed or ()), tuple(victims or VICTIMS)
    watching = Watching(log_format, tuple(metrics_from or ()))
    trusting = Trusting(login_header, tuple(login_proxy or ()), login_rule)
    reached = tuple(model_hosts or ())
    serving = Serving(host, port, root_path, proxy, *named, demo, store, waits, opens, watching, trusting, reached)
    registry.with_extras("stumper serve", lambda: carry_out(serving))
