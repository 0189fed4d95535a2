"""The text of a tossup as it is played: decoded, without marks, guides and notes that nobody buzzes on."""

import html
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from stumper.errors import BadData
from stumper.text import sentences


@dataclass(frozen=True, slots=True)
class TossupText:
    """``power`` is the offset up to which a buzz is in power, None without a mark; ``sentences`` are [start, end)."""

    text: str
    power: int | None
    sentences: tuple[tuple[int, int], ...]


def read_tossup_text(raw: str) -> TossupText:
    """The text without HTML, power marks, pronunciation guides and notes to the moderator.

    Words that were run together stay so. BadData where nothing is left, or a single word, or more than one question.
    """
    before, mark, after = _parted(_without_numbers(decoded(raw)))
    head, tail = _cleaned(before), _cleaned(after)
    text = head + (" " if head and tail and tail[0] not in ",.;:?!" else "") + tail
    check_tossup(text)
    return TossupText(text, len(head) if mark else None, sentence_bounds(text))


def check_tossup(text: str) -> None:
    """Nothing; BadData where the text is too short to be a tossup, or holds a second one."""
    if not text.strip():
        raise BadData("the question has no text. Write it, or take it out")
    if len(text.split(maxsplit=1)) < 2:
        raise BadData(f"the question is a single word, {text.strip()!r}. Write it out, or take it out")
    if "ANSWER:" in text:
        raise BadData("the question holds an answer line (ANSWER:), and so more than one question. Split them")


def sentence_bounds(text: str) -> tuple[tuple[int, int], ...]:
    """Where each sentence starts and ends."""
    return tuple((sentence.start, sentence.end) for sentence in sentences(text))


def decoded(text: str) -> str:
    """The text with HTML entities as characters, composed accents, and UTF-8 that was read as Latin-1 put right."""
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if not text.isascii():
        text = _INVISIBLE.sub("", _MOJIBAKE.sub(_repaired, text)).replace("\xa0", " ")
        text = unicodedata.normalize("NFC", text)
    return text


def without_tags(text: str) -> str:
    """The text without HTML tags; what else stands between < and > is left."""
    return _TAG.sub("", text) if "<" in text else text


def without_guides(text: str) -> str:
    """The text without pronunciation guides: quoted in brackets, or syllables of which some are in capitals."""
    return _GUIDE.sub("", text) if "(" in text or "[" in text else text


def _parted(text: str) -> Sequence[str]:
    mark = _POWER.search(text)
    return (text[: mark.start()], mark.group(), text[mark.end() :]) if mark else (text, "", "")


def _without_numbers(text: str) -> str:
    """The text from where the question begins: behind its number, and behind a question that was printed before it."""
    if "ANSWER:" in text:
        text = _QUESTION_BEFORE.sub("", text)
    return _NUMBER.sub("", text)


def _cleaned(text: str) -> str:
    text = without_guides(without_tags(text))
    if "(" in text or "[" in text:
        text = _POWER.sub(" ", _NOTE.sub("", text))
    if "oderator" in text:
        text = _TO_MODERATOR.sub("", text)
    return _BEFORE_POINT.sub(r"\1", " ".join(text.split()))


def _repaired(match: re.Match[str]) -> str:
    """The characters that the UTF-8 bytes stood for, where they are some."""
    taken = match.group()
    try:
        return b"".join(_byte(character) for character in taken).decode("utf-8")
    except UnicodeError:
        return "à" + taken[1:].lstrip(" ") if taken[0] == "Ã" and taken[1:] == " " else taken


def _byte(character: str) -> bytes:
    try:
        return character.encode("cp1252")
    except UnicodeEncodeError:
        return character.encode("latin-1")


_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff\ufffc\ufffd\ue000-\uf8ff]")
_CONTINUED = "\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_MOJIBAKE = re.compile(f"[ÃÂÄÅÐÎÏØÙ][{_CONTINUED} ]|[âáàã][{_CONTINUED}]{{2}}")
_TAG = re.compile(r"</?(?:a|b|br|div|em|font|i|p|small|span|strong|sub|sup|u)\b[^<>]*>", re.IGNORECASE)
_POWER = re.compile(r"\(\s*[*+]\s*\)")
_GUIDE = re.compile(
    r"""(?:
        [(\[]\s*(?:like|pronounced|rhymes\ with|as\ in)?\s*[“"”][^()\[\]“"”]{1,60}(?:[”"“][^()\[\]]{0,60})?[)\]]
      | \[[A-Za-z]+(?:-[A-Za-z]+)+\]
      | [(\[](?=[^()\[\]]*(?:[A-Z]{2,}-|-\ ?[A-Z]{2,}))[A-Za-z'’\ -]{2,60}[)\]]
    )""",
    re.VERBOSE,
)
_NOTE = re.compile(
    r"[(\[](?:end )?(?:read slowly|slowly|emphasi[sz]e|pause|not a typo|pronounce|moderator|note to)[^()\[\]]*[)\]]",
    re.IGNORECASE,
)
_TO_MODERATOR = re.compile(
    r"^\s*(?:note to (?:the )?moderator|moderator(?:'s)? note)\b[^.]*\.\s+|\s+note to (?:the )?moderator:.*$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"^\s*(?:\d{1,2}|TB|tie-?breaker)[.)]\s+(?=\S)", re.IGNORECASE)
_QUESTION_BEFORE = re.compile(r"^.*ANSWER:.*?(?:(?<=\s)\d{1,2}\.|\bTB\.?|Tiebreaker\.?)\s+(?=[\w“\"])", re.DOTALL)
_BEFORE_POINT = re.compile(r" +([.,;:?!](?=\s|$))")
