"""Places in a pyramidal question, which is heard from its beginning: words, sentences, even shares."""

from stumper.text import sentences, word_ends


def sentence_views(text: str) -> tuple[str, ...]:
    """The text up to the end of each of its sentences, the whole text last."""
    return (*(text[: sentence.end] for sentence in sentences(text)[:-1]), text)


def shares(text: str, n: int) -> tuple[str, ...]:
    """So many beginnings of the text at even shares of its words, at least one word each, the whole text last.

    Of a text with fewer words than shares some are equal.
    """
    ends = word_ends(text)
    if not ends:
        return (text,) * n
    return (*(text[: ends[max(0, -(-len(ends) * share // n) - 1)]] for share in range(1, n)), text)


def share_read(view: str, text: str) -> float:
    """The share of the text's words that this beginning of it holds; 1.0 for a text without words."""
    words = len(word_ends(text))
    return len(word_ends(view)) / words if words else 1.0
