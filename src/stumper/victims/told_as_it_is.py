"""What a user says of a service: behind the ``#`` of its URL, or in a TOML file."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from stumper import registry
from stumper.datasets.documents import json_value, read_toml
from stumper.errors import BadData, BadOption
from stumper.registry import tasks
from stumper.victims.address import Address, Url, key_in
from stumper.victims.allowance import current
from stumper.victims.as_it_is import PROMPT, AsItIs, Asking, Reads, suited
from stumper.victims.filling import QUERY, Filling, check_closed, filling, names_in
from stumper.victims.foreign_index import settle_at_the_end
from stumper.victims.http_index import NO_ENDPOINTS, http_index, own_index
from stumper.victims.limits import limits
from stumper.victims.own_index import GIVEN
from stumper.victims.prompts import read_prompts
from stumper.victims.transport import Service

HEADER = "header."  # what the option of a header begins with, its name behind that
REJECTED = {400, 415, 422}
SENT_NONE = (
    "is sent none: it would never see them, and find its own. Put {passages} into its request, or ask it data that "
    "gives none"
)
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
# Options of what speaks no protocol.
SAID = {"request", "response", "method", "reads", "probability", "evidence", "retrieved", "extract"}


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of a service that is asked as it is; docs/howto-victim.md explains them."""

    preset: str = ""
    method: Literal["", "GET", "POST"] = ""
    request: str = ""
    response: str = ""
    probability: str = ""
    evidence: str = ""
    retrieved: str = ""
    reads: Literal["", "answer", "reply"] = ""
    extract: str = ""
    revision: str = ""
    concurrency: int = 4
    rate: float = 0.0
    timeout: float = 60.0
    retries: int = 4
    pause: float = 0.5
    patience: float = 180.0
    max_errors: int = 10
    key: str = ""
    add: str = ""
    remove: str = ""
    get: str = ""


def described(where: Address) -> Address:
    """The address with what its TOML file says, where its place is one; options of the address come before those of the
    file. BadData where the file names no URL, or holds what is no text."""
    if not where.place.endswith(".toml") or "://" in where.place:
        return where
    path = Path(where.place).expanduser()
    document = read_toml(path)
    url = document.pop("url", None)
    if not isinstance(url, str):
        raise BadData(f'{path}: it names no URL: add for example url = "http://localhost:8000/answer".')
    options: dict[str, str] = {}
    for name, value in document.items():
        if name == "headers" and isinstance(value, dict):
            options |= {f"{HEADER}{header}": _text(path, header, each) for header, each in value.items()}
        elif name == "request" and isinstance(value, dict | list):
            options[name] = _as_json(path, value)
        else:
            options[name] = _text(path, name, value)
    return Address(url, {**options, **where.options})


def _text(path: Path, name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadData(f"{path}: {name} is {value!r}, and belongs there as a text or a number. Correct it there.")
    return str(value)


def _as_json(path: Path, value: object) -> str:
    try:
        return json.dumps(value)
    except TypeError as error:
        raise BadData(f"{path}: the request holds what JSON cannot say: {error}. Correct it there.") from error


def as_it_is(url: Url, options: Mapping[str, str]) -> AsItIs:
    """The service at a URL that is asked as its options say; BadOption where one cannot be meant."""
    headers = {name.removeprefix(HEADER): value for name, value in options.items() if name.startswith(HEADER)}
    plain = {name: value for name, value in options.items() if not name.startswith(HEADER)}
    settings = Settings(**registry.arguments("victim", "http", Settings, plain))
    asking = _asking(url, settings, headers, preset_named(settings.preset))
    suiting, bounds = suited(asking), limits("http", settings)
    fills, sent = filling(asking.url, asking.request), filling(headers)
    key, key_name = key_and_name(settings.key)
    secrets = [*fills.variables.values(), *sent.variables.values()]
    service = Service(url, bounds, key, key_name, "", _advice, _filled(headers, sent), secrets)
    index = http_index(service, settings.add, settings.remove, settings.get)
    if index is not None and current().max_requests != 0:  # in a rehearsal nothing is asked
        index.settle()
        settle_at_the_end(index)
    own = GIVEN if _gives_passages(asking) else replace(own_index(service, index, NO_ENDPOINTS), given=_unsent(asking))
    return AsItIs(suiting, asking, service, fills, settings.revision, index, own)


def _unsent(asking: Asking) -> str:
    """Why the service cannot be given passages; "" where it is sent the whole query."""
    return "" if QUERY in asking.names else SENT_NONE


def _gives_passages(asking: Asking) -> bool:
    """Whether the service is sent passages, and so has to have them."""
    texts = {name for task in tasks() for name in task.wire.placeholders[1:]}
    return bool({PROMPT, *texts} & set(asking.names))


def key_and_name(variable: str) -> tuple[str, str]:
    """The key that an environment variable holds, and what the user is told to set; BadOption where it is empty."""
    key = key_in(variable) if variable else ""
    if variable and not key:
        raise BadOption(f"The variable {variable}, which the option 'key' of 'http' names, is empty: set it.")
    return key, variable or "the option 'key' to the name of a variable, and that variable"


def _advice(status: int, said: str) -> str | None:
    return "It does not take what is sent: mend --request (or 'request')." if status in REJECTED else None


def _filled(headers: Mapping[str, str], sent: Filling) -> dict[str, str]:
    """The headers as they are sent; BadOption where one cannot be."""
    found = {}
    for name, written in headers.items():
        value = "" if names_in(written) else sent.text(written, {})
        if not (value and value.isascii() and value.isprintable() and _HEADER.fullmatch(name)):
            raise BadOption(f"{name!r} with {written!r} is no header: write NAME: VALUE, such as 'X-Api-Key: ${{KEY}}' "
                            "with nothing but the key in that variable.")  # fmt: skip
        found[name] = value
    return found


def _asking(url: Url, settings: Settings, headers: Mapping[str, str], preset: "Preset | None") -> Asking:
    request = _request(settings.request) if settings.request else preset.request if preset else None
    response = settings.response or (preset.response if preset else "")
    if not response:
        raise BadOption("Say with --response (or 'response') where the answer stands in the service's reply, such as "
                        "answer.text, or with '.' that it is the whole reply.")  # fmt: skip
    check_closed(request, "the request")
    check_closed(dict(headers), "the headers")
    is_get = settings.method == "GET" or (not settings.method and request is None)
    if settings.method == "POST" and request is None:
        request = {}
    probability = settings.probability or (preset.probability if preset and not settings.response else "")
    by_default: Reads = "reply" if PROMPT in names_in(url.asked, request) else "answer"
    reads: Reads = settings.reads or (preset.reads if preset else by_default)
    if settings.extract:
        read_prompts(None, None, settings.extract)
        reads = "reply"
    paths = response, probability, settings.evidence
    return Asking(url.asked, request, *paths, reads, settings.extract, is_get, headers, settings.retrieved)


def _request(text: str) -> Any:
    try:
        return json_value(text)
    except BadData as error:
        reason = str(error).partition(". ")[0]
        raise BadOption(f"The request {text[:60]!r} cannot be sent: {reason}. Write it such as "
                        """'{"question": "{question}", "docs": ["{context}"]}'.""") from error  # fmt: skip


OWN = "stumper"  # the name of the protocol in docs/howto-victim.md, which is no way of asking query by query


@dataclass(frozen=True, slots=True)
class Preset:
    """What is sent for a query, and where in the reply its answer stands, and its probability where it has one.

    ``reads``: an ``answer`` is taken as it is, a ``reply`` read as a language model's.
    """

    request: Any
    response: str
    probability: str = ""
    reads: Reads = "answer"


PRESETS: Mapping[str, Preset] = {
    "answer": Preset("{query}", "answer"),
    "chat": Preset({"messages": [{"role": "user", "content": "{prompt}"}]}, "choices.0.message.content", reads="reply"),
    "question-answering": Preset({"inputs": {"question": "{question}", "context": "{context}"}}, "answer", "score"),
    "generate": Preset({"prompt": "{prompt}", "stream": False}, "response", reads="reply"),
}


def preset_named(name: str) -> Preset | None:
    """The preset of that name, None of the protocol's or of none; BadOption says which there are."""
    if name in ("", OWN):
        return None
    if name not in PRESETS:
        raise BadOption(f"No preset is called {name!r}: there are {', '.join((OWN, *PRESETS))}.")
    return PRESETS[name]
