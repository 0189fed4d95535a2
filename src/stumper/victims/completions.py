"""OpenAI's chat completions, read with care: endpoints that call themselves compatible send all sorts of things."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stumper.victims.replies import Reply, Token
from stumper.victims.retrying import Passing, quotation

LEAST_LOGPROB, ROUNDING = -1e4, 1e-3


@dataclass(frozen=True, slots=True)
class Completion:
    """What one request brought, and the tokens that it took."""

    replies: tuple[Reply, ...]
    tokens_in: int
    tokens_out: int


def read_completion(content: bytes) -> Completion:
    """The completion that a response holds, with one reply at least; Passing says what it holds instead."""
    data = json_of(content)
    if isinstance(data, dict) and data.get("error"):
        raise Passing(f"answered with an error{quotation(json.dumps(data['error'], ensure_ascii=False))}")
    try:
        replies = tuple(_reply(choice) for choice in data["choices"])
        usage = data.get("usage") or {}
        counts = [usage.get(name) or 0 for name in ("prompt_tokens", "completion_tokens")]
        completion = Completion(replies, int(counts[0]), int(counts[1]))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        said = content.decode("utf-8", "replace")
        raise Passing(f"answered with what is no chat completion ({_kind(error)}){quotation(said)}") from error
    if not replies:
        raise Passing("answered with no choices")
    return completion


def json_of(content: bytes) -> Any:
    """The value that the bytes hold; Passing where they are no JSON in UTF-8."""
    try:
        return json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Passing(f"sent what is no JSON{quotation(content[:1000].decode('utf-8', 'replace'))}") from error


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
