"""A model behind any endpoint that speaks OpenAI's chat completions: where it is, what it is sent, what it refuses."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from stumper.datasets.documents import json_object
from stumper.errors import BadOption
from stumper.victims.address import Url, address, key_in, whole_url
from stumper.victims.completions import Completion, read_completion
from stumper.victims.limits import Limits
from stumper.victims.retrying import message
from stumper.victims.transport import Request, Service

NO_KEY = "unset"  # what is sent where there is no key, as servers of one's own want to see some
NOT_TAKEN = {400, 422}  # statuses of a request with a parameter that is refused
MEND = {
    "logprobs": "add logprobs=0 behind the #",
    "top_logprobs": "add logprobs=5, or logprobs=0 for none, behind the #",
    "n": "add samples=1 behind the #",
    "max_tokens": 'add body=FILE behind the #, a file with {"max_tokens": null, "max_completion_tokens": 500}',
    "temperature": 'add body=FILE behind the #, a file with {"temperature": null}',
}
_PLACE = re.compile(r"(?P<model>.+?)@(?P<url>https?://.+)")
_TOO_LONG = re.compile(r"context[ _](length|window|size)|(input|prompt)[ _]tokens", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """A model's name, the URL of its endpoint, and the options, as a user wrote them."""

    model: str
    url: Url
    options: Mapping[str, str]


def place(argument: str) -> Place:
    """The parts of ``MODEL@URL#OPTIONS``; BadOption where it cannot be meant."""
    where = address("openai", argument)
    found = _PLACE.fullmatch(where.place)
    url = None if found is None else whole_url(found["url"].rstrip("/"))
    if found is None or url is None:
        model = where.place.partition("@")[0]  # what stands behind it may hold a password
        raise BadOption(
            f"Say openai:MODEL@URL, such as openai:my-model@http://localhost:8000/v1, not 'openai:{model}' and no URL."
        )
    return Place(found["model"], url, where.options)


@dataclass(frozen=True, slots=True)
class Model:
    """A model, with what every request to it says beside the messages."""

    name: str
    body: Mapping[str, Any]
    service: Service

    async def completion(self, messages: Sequence[Mapping[str, str]], key: str, replies: int = 1) -> Completion:
        """What it answers, with one reply at least and at most as many as are asked for; Unanswered where nothing."""
        several = {"n": replies} if replies > 1 else {}
        asked = {"model": self.name, "messages": list(messages), **self.body, **several}
        return await self.service.ask(Request(asked, read_completion, key))


def model_at(where: Place, body: Mapping[str, Any], limits: Limits, key_name: str, is_priced: bool = False) -> Model:
    """The model at a place; nothing is asked yet. ``is_priced``: whoever asks tells what each answer costs."""
    key = key_in(key_name) or ("" if where.url.authorization else NO_KEY)
    service = Service(where.url, limits, key, key_name, "/chat/completions", partial(_advice, {*body, "n"}),
                      is_priced=is_priced)  # fmt: skip
    return Model(where.model, body, service)


def body_of(settings: Mapping[str, Any], overlay: Path | None) -> dict[str, Any]:
    """What every request says beside the model and the messages, with the object in the file laid over it; what is null
    there is left out. BadData where the file holds none."""
    body = {**settings, **({} if overlay is None else json_object(overlay))}
    return {name: value for name, value in body.items() if value is not None}


def _advice(sent: Collection[str], status: int, said: str) -> str | None:
    """What to do where the endpoint does not take a parameter that was sent; None where it objects to other things."""
    if status not in NOT_TAKEN or _TOO_LONG.search(said):
        return None
    accused, text = _accused(said)
    for name in sorted(sent, key=lambda name: (name not in accused, -len(name))):
        if name in accused or _is_named(name, text):
            return f"It does not take {name!r} as it is sent: {MEND.get(name, 'mend it in the file that body names')}."
    return None


def _accused(said: str) -> tuple[set[str], str]:
    """The names that an error gives in a place of their own, as OpenAI's ``param`` and pydantic's ``loc`` are, and what
    else it says. What it repeats of the request is no part of either."""
    try:
        body = json.loads(said)
    except (ValueError, RecursionError):
        return set(), said
    error = body.get("error", body) if isinstance(body, dict) else None
    details = body.get("detail") if isinstance(body, dict) else None
    listed = [detail for detail in details if isinstance(detail, dict)] if isinstance(details, list) else []
    places = [detail["loc"] for detail in listed if isinstance(detail.get("loc"), list)]
    accused = {str(place[-1]) for place in places if place}
    if isinstance(error, dict) and isinstance(error.get("param"), str):
        accused.add(error["param"])
    return accused, "" if (text := message(said)) == said else text


def _is_named(name: str, text: str) -> bool:
    """Whether the text speaks of a parameter: a word that others use, too, must stand as one. A name with its value
    behind a colon is of a request that is repeated."""
    word = rf"(?<![\w-]){re.escape(name)}(?![\w-])(?![\"']\s*:)"
    if "_" in name or name == "logprobs":
        return re.search(word, text) is not None
    before = r"(?:[\"'`]|(?:parameters?|arguments?|fields?|options?|unsupported|unknown|invalid)\W+)"
    behind = r"(?:[\"'`]|\s*=|\s+(?:is|are|must|should|does|value|parameter|argument|field|option)\b)"
    return re.search(rf"{before}{word}|{word}{behind}", text, re.IGNORECASE) is not None
