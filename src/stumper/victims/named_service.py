"""A system that somebody named on a page: reached with a key that is handed in, within bounds of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import httpx

from stumper.errors import BadOption
from stumper.protocols import Victim
from stumper.victims.address import Url, whole_url
from stumper.victims.chat import NO_KEY, Model
from stumper.victims.evidence import open_evidence
from stumper.victims.http import Http
from stumper.victims.limits import Limits
from stumper.victims.openai import Chat, Settings
from stumper.victims.prompts import Prompts
from stumper.victims.transport import Service

Kind = Literal["http", "openai"]
Takes = Literal["all", "no-logprobs", "completion-tokens"]
BOUNDS = Limits(concurrency=4, timeout=20.0, retries=1, pause=0.5, patience=20.0, max_errors=10)
BATCH = 16
MOST_BYTES = 1 << 20  # of a response
LONGEST_URL = 500
LONGEST_KEY = 500
MOST_TOKENS = 64
# What every request to a model says beside its name and the messages.
BODIES: Mapping[Takes, Mapping[str, Any]] = {
    "all": {"temperature": 0.0, "max_tokens": MOST_TOKENS, "logprobs": True, "top_logprobs": 20},
    "no-logprobs": {"temperature": 0.0, "max_tokens": MOST_TOKENS},
    "completion-tokens": {"max_completion_tokens": 2000},
}


@dataclass(frozen=True, slots=True)
class NamedService:
    """Where a system is, and how it is asked. ``model`` and ``takes`` are of an OpenAI-compatible endpoint;
    ``fingerprint`` is what a system that speaks Stumper's protocol said of itself when it was tested."""

    kind: Kind
    url: str
    model: str = ""
    takes: Takes = "all"
    fingerprint: str | None = None


def checked_url(written: str) -> Url:
    """The URL; BadOption where it is none, or holds what a server would resolve, or what belongs in the key."""
    url = whole_url(written.rstrip("/")) if len(written) <= LONGEST_URL and written.isascii() else None
    try:
        parsed = httpx.URL(written)
    except httpx.InvalidURL:
        url = None
    if url is None:
        raise BadOption(f"{written[:LONGEST_URL]!r} is no address of a model. Write all of it, such as "
                        "https://models.example/v1.")  # fmt: skip
    if parsed.userinfo or "@" in parsed.netloc.decode() or "\\" in written or parsed.fragment or "#" in written:
        raise BadOption("The address of a model holds no user, password or #. Put the key into its own field.")
    if url.secrets:
        raise BadOption("The address of a model holds no key, as pages show it. Put the key into its own field.")
    return url


def checked_key(written: str) -> str:
    """The key; BadOption where no header carries it."""
    if not (written.isascii() and written.isprintable()) or " " in written or len(written) > LONGEST_KEY:
        raise BadOption(f"A key is at most {LONGEST_KEY} letters, digits and signs, without spaces. Copy it again.")
    return written


def opened(named: NamedService, key: str, client: httpx.AsyncClient) -> Victim:
    """The system, asked by this client; nothing is asked yet."""
    url = checked_url(named.url)
    serving = partial(Service, url, BOUNDS, key_name="its key", client=client, most_bytes=MOST_BYTES)
    if named.kind == "http":
        return Http(named.fingerprint, BATCH, serving(key=key))
    body = BODIES[named.takes]
    service = serving(key=key or NO_KEY, path="/chat/completions", advice=partial(_advice, named.takes))
    settings = Settings(temperature=0.0 if "temperature" in body else None, logprobs=0, max_tokens=MOST_TOKENS)
    return Chat(Model(named.model, body, service), Prompts(), open_evidence("", settings.sentences), settings)


def introduced(named: NamedService, victim: Victim) -> NamedService:
    """The system with the fingerprint that it says it has, where it speaks Stumper's protocol."""
    return replace(named, fingerprint=victim.announced().fingerprint) if isinstance(victim, Http) else named


def _advice(takes: Takes, status: int, said: str) -> str | None:
    """What to choose where an endpoint does not take a parameter that was sent."""
    if status not in (400, 422):
        return None
    if "logprobs" in said and takes == "all":
        return "Choose “without probabilities” and add the model again."
    if takes != "completion-tokens" and ("max_tokens" in said or "temperature" in said):
        return "Choose “a model that thinks before it answers” and add the model again."
    return None
