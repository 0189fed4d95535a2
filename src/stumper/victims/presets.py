"""Ways in which services are usually asked, by name; whatever a user says of one stands in its place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from stumper.errors import BadOption

Reads = Literal["answer", "reply"]
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
