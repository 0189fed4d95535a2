"""What asking a service has cost so far, and what it would cost."""

from dataclasses import dataclass

CHARACTERS_A_TOKEN = 4  # of English, about


@dataclass(frozen=True, slots=True)
class Sent:
    """What would be sent for a query, as ``text``: about so many tokens, at most so many in reply, and what that would
    cost; None where nobody knows."""

    text: str
    tokens_in: int
    tokens_out: int | None = None
    cost: float | None = None


def about_tokens(text: str) -> int:
    """How many tokens a text has, about."""
    return -(-len(text) // CHARACTERS_A_TOKEN)


@dataclass(frozen=True, slots=True)
class Usage:
    """``requests`` counts all that were sent, ``retries`` those of them that repeated one, ``failures`` the questions
    that were given up; ``cost`` is in the currency of the prices, None without prices. ``models`` are the versions that
    said of themselves that they answered."""

    requests: int = 0
    retries: int = 0
    failures: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    models: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """In a line: requests, tokens and cost."""
        parts = [f"{self.requests:,} requests ({self.retries:,} repeated, {self.failures:,} queries given up)"]
        if self.tokens_in or self.tokens_out:
            parts.append(f"{self.tokens_in:,} tokens in, {self.tokens_out:,} out")
        if self.cost is not None:
            parts.append(f"cost {self.cost:.4f}")
        if self.models:
            parts.append(f"answered by {', '.join(self.models)}")
        return ", ".join(parts)

    def __add__(self, other: "Usage") -> "Usage":
        known = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Usage(
            self.requests + other.requests,
            self.retries + other.retries,
            self.failures + other.failures,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            sum(known) if known else None,
            tuple(dict.fromkeys((*self.models, *other.models))),
        )

    def since(self, earlier: "Usage") -> "Usage":
        """What was added since then."""
        return Usage(
            self.requests - earlier.requests,
            self.retries - earlier.retries,
            self.failures - earlier.failures,
            self.tokens_in - earlier.tokens_in,
            self.tokens_out - earlier.tokens_out,
            None if self.cost is None else self.cost - (earlier.cost or 0.0),
            self.models,
        )
