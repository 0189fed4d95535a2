"""OpenAI's chat completions, read with care: endpoints that call themselves compatible send all sorts of things."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stumper.victims.retrying import Passing, quotation, told
from stumper.wire import Reply, Token

LONGEST_VERSION = 120  # characters
LEAST_LOGPROB, ROUNDING = -1e4, 1e-3


@dataclass(frozen=True, slots=True)
class Completion:
    """What one request brought, the tokens that it took, and the version of the model that says it answered, ""
    where none does."""

    replies: tuple[Reply, ...]
    tokens_in: int
    tokens_out: int
    model: str = ""


def read_completion(data: Any) -> Completion:
    """The completion that the JSON of a response holds, with one reply at least; Passing says what it holds instead."""
    if error := _error(data):
        raise Passing(f"answered with an error{quotation(told(error))}")
    try:
        replies = tuple(_reply(choice) for choice in data["choices"])
        usage = data.get("usage") or {}
        counts = [usage.get(name) or 0 for name in ("prompt_tokens", "completion_tokens")]
        completion = Completion(replies, int(counts[0]), int(counts[1]), _version(data))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        said = json.dumps(data, ensure_ascii=False)
        raise Passing(f"answered with what is no chat completion ({_kind(error)}){quotation(said)}") from error
    if not replies:
        raise Passing("answered with no choices")
    return completion


def _version(data: Any) -> str:
    """The model's name and the fingerprint of what runs it, as OpenAI's services tell them."""
    told = [data.get(name) for name in ("model", "system_fingerprint")]
    return "/".join(part[:LONGEST_VERSION] for part in told if isinstance(part, str) and part)


def _error(data: Any) -> Any:
    """The error that stands in a response, or in one of its choices, though its status says that all is well."""
    if not isinstance(data, dict):
        return None
    choices = data.get("choices")
    listed = [choice for choice in choices if isinstance(choice, dict)] if isinstance(choices, list) else []
    return data.get("error") or next(filter(None, (choice.get("error") for choice in listed)), None)


def _reply(choice: dict[str, Any]) -> Reply:
    text = choice["message"].get("content") or ""
    if not isinstance(text, str):
        raise TypeError("the content is no text")
    logprobs = choice.get("logprobs") or {}
    return Reply(text, _tokens(logprobs.get("content") or ()), choice.get("finish_reason") == "length")


def _tokens(listed: Sequence[dict[str, Any]]) -> tuple[Token, ...]:
    return tuple(
        Token(
            str(token["token"]),
            _logprob(token),
            {str(other["token"]): _logprob(other) for other in token.get("top_logprobs") or ()},
        )
        for token in listed
    )


def _logprob(token: dict[str, Any]) -> float:
    value = float(token["logprob"])
    if not value <= ROUNDING:  # also NaN
        raise ValueError(f"{value!r} is no log probability")
    return max(LEAST_LOGPROB, min(0.0, value))


def _kind(error: Exception) -> str:
    return f"no {error}" if isinstance(error, KeyError) else str(error)
