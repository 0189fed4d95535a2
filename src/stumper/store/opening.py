"""Where the store is, and what opens it: what a user has named, what STUMPER_STORE names, or a file here."""

import os
from collections.abc import Mapping

from stumper.store.connection import store_file
from stumper.store.store import Store


def open_store(url: str | None = None, outlasts_power: bool = False) -> Store:
    """The store at a URL or path; without one, what STUMPER_STORE names, else ``stumper.db`` here.

    ``outlasts_power`` is as in ``Store.open``: for what people are told is saved.
    """
    return Store.open(url or store_url(os.environ), outlasts_power)


def store_at(url: str | None = None) -> Store | None:
    """What ``open_store`` opens, where it is there already; None where it would have to be made."""
    file = store_file(url or store_url(os.environ))
    return open_store(url) if file is None or file.exists() else None


def store_url(environ: Mapping[str, str]) -> str:
    """Where the store is: what STUMPER_STORE names, else stumper.db in the working directory."""
    return environ.get("STUMPER_STORE") or "sqlite:///stumper.db"
